"""The Confederate HQ's arrival, the Union replacement die and the at-large battalions (CK 17.22, 17.31, 19.6)."""

from __future__ import annotations

from typing import Any

from hardtack.battles.chickamauga.state import ChickamaugaState
from hardtack.battles.musket.replacement import closed_to_returning
from hardtack.battles.musket.sequence import bring_in
from hardtack.board.masks import bit, mask_of
from hardtack.referee.bans import Asked, Ban
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.state import WAITING
from hardtack.referee.umpire import Umpire

ANY = "any"


def await_headquarters(draft: ChickamaugaState, umpire: Umpire) -> None:
    """CK 17.31: from turn 2 a roll below the turn's number brings the Confederate HQ to the Lafayette Box."""
    scenario = draft.scenario
    hq = scenario.hq[CONFEDERATE]
    if draft.at[hq] != WAITING or draft.turn < scenario.hq_from:
        return
    if umpire.roll() < draft.turn:
        bring_in(draft, umpire, hq, scenario.lafayette, "CK 17.31")
    else:
        umpire.tell("CK 17.31", "event.hq_delayed", unit=scenario.ids[hq])


def hq_to_come(state: ChickamaugaState) -> list[tuple[int, str]]:
    """The turn of the next roll for the Confederate HQ; this turn's die is rolled as his Movement Phase begins."""
    scenario = state.scenario
    hq = scenario.hq[CONFEDERATE]
    if state.at[hq] != WAITING:
        return []
    return [(max(state.turn + (state.phasing == CONFEDERATE), scenario.hq_from), scenario.ids[hq])]


def roll_for_formation(draft: ChickamaugaState, umpire: Umpire) -> None:
    """CK 17.22: the die names the formations that may use the Union step."""
    die = umpire.roll()
    draft.step_die = die
    umpire.tell("CK 17.22", "event.step_die", n=die, term=f"step_{die}")


def formation_not_named(asked: Asked[ChickamaugaState, Any]) -> int:
    """Union units of formations the die has not named may not use the step."""
    state, scenario = asked.state, asked.state.scenario
    allowed = scenario.step_formations[state.step_die - 1]
    if asked.side != UNION or not state.step_die or ANY in allowed:
        return 0
    return mask_of(unit for unit in scenario.of_side[UNION] if scenario.counters[unit].formation not in allowed)


FORMATION_DIE: Ban[Any] = Ban(
    "CK 17.22", "reason.formation_die", formation_not_named, lambda asked, unit: {"n": asked.state.step_die}
)


def battalion_helpers(state: ChickamaugaState, piece: int) -> tuple[int, ...]:
    """CK 19.62: Thomas, and only he, may assist the roll of a Union battalion; active and on the map (MS 12.12)."""
    scenario = state.scenario
    counter, thomas = scenario.counters[piece], scenario.thomas
    if counter.battalion and counter.side == UNION and state.at[thomas] >= 0 and state.active[thomas]:
        return (thomas,)
    return ()


def beside_thomas(state: ChickamaugaState, piece: int) -> int:
    """CK 19.62: an assisted battalion goes into Thomas's hex, if it is one where units are placed at all (MS 13.2)."""
    return bit(state.at[state.scenario.thomas]) & ~closed_to_returning(state, piece)
