"""The Confederate HQ's arrival, the Union replacement die and the at-large battalions (CK 17.22, 17.31, 19.6)."""

from __future__ import annotations

from hardtack.battles.chickamauga.state import ChickamaugaState
from hardtack.battles.musket.sequence import bring_in
from hardtack.board.masks import bit
from hardtack.referee.events import CONFEDERATE, UNION, Reason, reason
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


def formation_bars(state: ChickamaugaState, piece: int) -> list[Reason]:
    """A Union unit of a formation the die has not named may not use the step."""
    scenario = state.scenario
    counter = scenario.counters[piece]
    if counter.side != UNION or not state.step_die:
        return []
    allowed = scenario.step_formations[state.step_die - 1]
    if ANY in allowed or counter.formation in allowed:
        return []
    return [reason("CK 17.22", "reason.formation_die", unit=counter.id, n=state.step_die)]


def battalion_helpers(state: ChickamaugaState, piece: int) -> tuple[int, ...]:
    """CK 19.62: Thomas, and only he, may assist the roll of a Union battalion; active and on the map (MS 12.12)."""
    scenario = state.scenario
    counter, thomas = scenario.counters[piece], scenario.thomas
    if counter.battalion and counter.side == UNION and state.at[thomas] >= 0 and state.active[thomas]:
        return (thomas,)
    return ()


def beside_thomas(state: ChickamaugaState, piece: int) -> int:
    """CK 19.62: an assisted battalion goes into Thomas's hex, if there is room."""
    scenario = state.scenario
    return bit(state.at[scenario.thomas]) & ~state.full(scenario.weight[piece])
