"""Behind the lines: the HQ's arrival, the replacement die, at-large battalions (CK 17.22, 17.31, 19.6), the Union train
with Wheeler after it, and the raiders at Rossville (CK 19.4, 19.5).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from hardtack.battles.chickamauga.scenario import ChickamaugaScenario, ChickamaugaState
from hardtack.battles.musket import losses
from hardtack.battles.musket.checks import halved
from hardtack.battles.musket.fog import gain_fow
from hardtack.battles.musket.replacement import closed_to_returning
from hardtack.battles.musket.sequence import bring_in
from hardtack.battles.musket.state import LEFT
from hardtack.board.masks import bit, mask_of
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.bans import EVERYTHING, Args, Asked, Ban
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.frames import Decision
from hardtack.referee.orders import Order, SideOrder
from hardtack.referee.state import WAITING
from hardtack.referee.umpire import Umpire

RearQuestion = Asked[ChickamaugaState, Any]

ANY = "any"
MOST = 3  # half of a six: so many brigades make a raid harmless


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


def formation_not_named(asked: RearQuestion) -> int:
    """Union units of formations the die has not named may not use the step."""
    die = asked.state.step_die
    return not_of_formations(asked.state.scenario, die) if die and asked.side == UNION else 0


@lru_cache(maxsize=64)
def not_of_formations(scenario: ChickamaugaScenario, die: int) -> int:
    """The Union units that a die does not name."""
    allowed = scenario.step_formations[die - 1]
    if ANY in allowed:
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


# -- raids


@dataclass(frozen=True, slots=True)
class SendTrainAway(Action):
    """The Union train leaves for Chattanooga by another road and never comes back (CK 19.43)."""

    verb: ClassVar[str] = "send_train_away"


SEND_TRAIN_AWAY = SendTrainAway()


def too_early(asked: RearQuestion) -> int:
    early = asked.side == UNION and asked.state.turn < asked.state.scenario.train_may_leave_from
    return EVERYTHING if early else 0


def train_gone(asked: RearQuestion) -> int:
    """It leaves from its box or from the map."""
    place = asked.state.at[asked.state.scenario.train[UNION]]
    gone = asked.side == UNION and place < 0 and not asked.state.scenario.in_box(place)
    return EVERYTHING if gone else 0


def of_train(asked: RearQuestion, number: int) -> Args:
    scenario = asked.state.scenario
    return {"unit": scenario.ids[scenario.train[UNION]], "n": scenario.train_may_leave_from}


def send_train_away(frame: Decision, draft: ChickamaugaState, action: SendTrainAway, umpire: Umpire) -> None:
    train = draft.scenario.train[UNION]
    losses.remove(draft, train, LEFT)
    umpire.tell("CK 19.43", "event.train_leaves", unit=draft.scenario.ids[train])


TRAIN_LEAVES: Order[Any] = SideOrder(
    SEND_TRAIN_AWAY,
    (
        Ban("CK 19.43", "reason.not_yours", lambda asked: 0 if asked.side == UNION else EVERYTHING, of_train),
        Ban("CK 19.43", "reason.train_stays", too_early, of_train),
        Ban("CK 19.43", "reason.train_gone", train_gone, of_train),
    ),
    send_train_away,
)
"""Only the Union's, from turn 6 on, while the train is in its box or on the map (CK 19.43)."""


def wheeler_raids(draft: ChickamaugaState, umpire: Umpire) -> None:
    """CK 19.42: half the die, rounded up, less the brigades on guard; 1 or more captures the train."""
    scenario = draft.scenario
    train = scenario.train[UNION]
    guards = scenario.infantry_brigades_in(draft, scenario.crawfish_springs)
    if draft.at[train] != scenario.crawfish_springs or guards >= MOST:
        return
    if halved(umpire.roll(by=CONFEDERATE)) > guards:
        umpire.tell("CK 19.42", "event.wheeler_captures", unit=scenario.ids[train], n=guards)
        losses.capture(draft, umpire, train)
    else:
        umpire.tell("CK 19.42", "event.wheeler_repelled", unit=scenario.ids[train], n=guards)


def rossville_raided(draft: ChickamaugaState, umpire: Umpire) -> None:
    """CK 19.5: half the die, rounded up, less the brigades at Rossville, as FOW before the Union moves."""
    scenario = draft.scenario
    guards = scenario.infantry_brigades_in(draft, scenario.rossville)
    if guards >= MOST:
        return
    trouble = halved(umpire.roll(by=CONFEDERATE)) - guards
    if trouble > 0:
        gain_fow(draft, umpire, CONFEDERATE, trouble, "CK 19.5", "rossville")
    else:
        umpire.tell("CK 19.5", "event.rossville_quiet", n=guards)
