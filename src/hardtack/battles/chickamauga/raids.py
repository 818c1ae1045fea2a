"""Wheeler and the Union train, and the raiders at Rossville (CK 19.4, 19.5)."""

from __future__ import annotations

from typing import Any, ClassVar

from hardtack.battles.chickamauga.state import ChickamaugaState
from hardtack.battles.musket import losses
from hardtack.battles.musket.checks import halved
from hardtack.battles.musket.fog import gain_fow
from hardtack.battles.musket.state import LEFT
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.bans import EVERYTHING, Args, Asked, Ban
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.frames import Decision
from hardtack.referee.orders import Order, SideOrder
from hardtack.referee.umpire import Umpire

TrainQuestion = Asked[ChickamaugaState, Any]

MOST = 3  # half of a six: so many brigades make a raid harmless


@dataclass(frozen=True, slots=True)
class SendTrainAway(Action):
    """The Union train leaves for Chattanooga by another road and never comes back (CK 19.43)."""

    verb: ClassVar[str] = "send_train_away"


SEND_TRAIN_AWAY = SendTrainAway()


def not_the_unions(asked: TrainQuestion) -> int:
    return 0 if asked.side == UNION else EVERYTHING


def too_early(asked: TrainQuestion) -> int:
    early = asked.side == UNION and asked.state.turn < asked.state.scenario.train_may_leave_from
    return EVERYTHING if early else 0


def train_gone(asked: TrainQuestion) -> int:
    """It leaves from its box or from the map."""
    place = asked.state.at[asked.state.scenario.train[UNION]]
    gone = asked.side == UNION and place < 0 and not asked.state.scenario.in_box(place)
    return EVERYTHING if gone else 0


def of_train(asked: TrainQuestion, number: int) -> Args:
    scenario = asked.state.scenario
    return {"unit": scenario.ids[scenario.train[UNION]], "n": scenario.train_may_leave_from}


def send_train_away(frame: Decision, draft: ChickamaugaState, action: SendTrainAway, umpire: Umpire) -> None:
    train = draft.scenario.train[UNION]
    losses.remove(draft, train, LEFT)
    umpire.tell("CK 19.43", "event.train_leaves", unit=draft.scenario.ids[train])


TRAIN_LEAVES: Order[Any] = SideOrder(
    SEND_TRAIN_AWAY,
    (
        Ban("CK 19.43", "reason.not_yours", not_the_unions, of_train),
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
