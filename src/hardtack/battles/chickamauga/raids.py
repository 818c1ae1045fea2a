"""Wheeler and the Union train, and the raiders at Rossville (CK 19.4, 19.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hardtack.battles.chickamauga.state import ChickamaugaState
from hardtack.battles.musket import losses
from hardtack.battles.musket.checks import halved
from hardtack.battles.musket.fog import gain_fow
from hardtack.battles.musket.state import LEFT
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, UNION, Reason, reason
from hardtack.referee.umpire import Umpire

MOST = 3  # half of a six: so many brigades make a raid harmless


@dataclass(frozen=True, slots=True)
class SendTrainAway(Action):
    """The Union train leaves for Chattanooga by another road and never comes back (CK 19.43)."""

    verb: ClassVar[str] = "send_train_away"


SEND_TRAIN_AWAY = SendTrainAway()


def train_bars(state: ChickamaugaState, side: str) -> list[Reason]:
    """Only the Union's, from turn 6 on, while the train is in its box or on the map (CK 19.43)."""
    scenario = state.scenario
    train = scenario.train[UNION]
    place, unit = state.at[train], scenario.ids[train]
    if side != UNION:
        return [reason("CK 19.43", "reason.not_yours", unit=unit)]
    found = []
    if state.turn < scenario.train_may_leave_from:
        found.append(reason("CK 19.43", "reason.train_stays", unit=unit, n=scenario.train_may_leave_from))
    if place < 0 and not scenario.in_box(place):
        found.append(reason("CK 19.43", "reason.train_gone", unit=unit))
    return found


def send_train_away(draft: ChickamaugaState, umpire: Umpire) -> None:
    train = draft.scenario.train[UNION]
    losses.remove(draft, train, LEFT)
    umpire.tell("CK 19.43", "event.train_leaves", unit=draft.scenario.ids[train])


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
