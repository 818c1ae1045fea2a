"""Morale checks and other rolls a leader may assist (MS 4.31, 4.32, 8.7, 10.1, 10.3, 12.13, 12.14, 13.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from hardtack.battles.musket.actions import ALONE, Assist
from hardtack.battles.musket.reaching import hq_active
from hardtack.battles.musket.state import MusketState
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import Choice, Options
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

MOVEMENT, COMBAT, CHARGE, BOMBARD, AMMO, RECOVERY, RETURN = (
    "movement", "combat", "charge", "bombard", "ammo", "recovery", "return",
)  # fmt: skip


def halved(value: int) -> int:
    """Half, rounded up (MS 1.3)."""
    return (value + 1) // 2


def passes(die: int, limit: int, bonus: int = 0) -> bool:
    """Not more than the limit; a 1 always passes and a 6 always fails, whoever assists (MS 10.1)."""
    return die == 1 or (die < 6 and die - bonus <= limit)


def chance_to_pass(limit: int, bonus: int = 0) -> Fraction:
    """The odds of a morale check, for forecasts."""
    return Fraction(sum(passes(die, limit, bonus) for die in range(1, 7)), 6)


def morale(state: MusketState, piece: int) -> int:
    return state.scenario.counters[piece].morale[state.reduced[piece]]


def ammo_limit(state: MusketState, side: str) -> int:
    """Highest safe roll: an active train, or an active HQ in a game without a train counter (MS 8.7, 12.53)."""
    scenario = state.scenario
    train = scenario.train[side]
    supplied = hq_active(state, side)
    if train >= 0:
        supplied = state.at[train] >= 0 and bool(state.active[train])
    return scenario.params.ammo_supplied if supplied else scenario.params.ammo_unsupplied


@dataclass(frozen=True, slots=True)
class Check(Step):
    """A roll about to be made for a unit. `purpose` says what hangs on it, `note` is the asker's own."""

    side: str
    piece: int
    purpose: str
    note: int = 0

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        if helpers(draft, self):
            umpire.push(Assistance(self.side, self.piece, self.purpose, self.note))
        else:
            settle(draft, umpire, self, -1)

    def limit(self, state: MusketState) -> int:
        if self.purpose == AMMO:
            return ammo_limit(state, self.side)
        if self.purpose == RETURN:
            return state.scenario.counters[self.piece].morale[1]
        return morale(state, self.piece)


def helpers(state: MusketState, check: Check) -> tuple[int, ...]:
    """Active leaders who may assist: in the unit's hex, once per phase (MS 12.12, 12.13)."""
    return tuple(leader for leader in at_hand(state, check) if state.active[leader] and not state.helped[leader])


def at_hand(state: MusketState, check: Check) -> tuple[int, ...]:
    """Leaders whose business a roll is: those in the unit's hex, or whom the battle names for a return."""
    scenario = state.scenario
    if check.purpose == CHARGE:
        return ()  # the charging leader assists free (MS 9.4)
    if check.purpose == RETURN:
        named: tuple[int, ...] = scenario.battle.return_helpers(state, check.piece)
        return named
    here = state.at[check.piece]
    if here < 0:
        return ()
    leaders = scenario.leaders[check.side]
    return tuple(piece for piece in state.deployment.stacks.get(here, ()) if piece in leaders)


class AssistOptions(Choice):
    """A leader who may assist, or nobody; any other is told why not."""

    def __init__(self, state: MusketState, check: Check) -> None:
        ids = state.scenario.ids
        super().__init__([*(Assist(ids[leader]) for leader in helpers(state, check)), ALONE], "MS 12.13")
        self.state = state
        self.check = check

    def reasons(self, action: Action) -> list[Reason]:
        if not isinstance(action, Assist):
            return super().reasons(action)
        state, leader = self.state, self.state.scenario.index[action.unit]
        if leader not in state.scenario.leaders[self.check.side]:
            return [reason("MS 12.13", "reason.no_leader", unit=action.unit)]
        found = []
        if leader not in at_hand(state, self.check):
            found.append(reason("MS 12.13", "reason.assist_apart", unit=action.unit))
        if not state.active[leader]:
            found.append(reason("MS 12.12", "reason.leader_inactive", unit=action.unit))
        if state.helped[leader]:
            found.append(reason("MS 12.13", "reason.has_assisted", unit=action.unit))
        return found


@dataclass(frozen=True, slots=True)
class Assistance(Decision):
    """MS 12.13: say before the roll whether a leader assists."""

    follow_up: ClassVar[bool] = True
    piece: int
    purpose: str
    note: int

    def check(self) -> Check:
        return Check(self.side, self.piece, self.purpose, self.note)

    def options(self, state: MusketState) -> Options:
        return AssistOptions(state, self.check())

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.assistance", unit=state.scenario.ids[self.piece], term=f"purpose.{self.purpose}")

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        umpire.pop()
        helper = draft.scenario.index[action.unit] if isinstance(action, Assist) else -1
        settle(draft, umpire, self.check(), helper)


def settle(draft: MusketState, umpire: Umpire, check: Check, helper: int) -> None:
    """Roll, tell, and let the rule that asked go on."""
    scenario = draft.scenario
    bonus = scenario.params.leader_assist if helper >= 0 or check.purpose == CHARGE else 0
    if helper >= 0:
        draft.helped = put(draft.helped, helper, 1)
        umpire.tell("MS 12.13", "event.assists", unit=scenario.ids[helper], unit2=scenario.ids[check.piece])
    if check.purpose == MOVEMENT:
        settle_movement(draft, umpire, check, bonus)
        return
    limit = check.limit(draft)
    passed = umpire.read([passes(die, limit, bonus) for die in range(1, 7)], by=check.side)
    umpire.tell(
        "MS 8.7" if check.purpose == AMMO else "MS 10.1",
        "event.check_passed" if passed else "event.check_failed",
        unit=scenario.ids[check.piece], term=f"purpose.{check.purpose}", n=umpire.rolled[-1],
        limit=max(1, min(5, limit + bonus)),  # whatever the number, a 1 passes and a 6 does not
    )  # fmt: skip
    if helper >= 0 and not passed:
        draft.active = put(draft.active, helper, 0)
        umpire.tell("MS 12.14", "event.leader_inactive", unit=scenario.ids[helper])
    handler = HANDLERS.get(check.purpose, scenario.battle.after_check)
    handler(draft, umpire, check, passed)


def settle_movement(draft: MusketState, umpire: Umpire, check: Check, bonus: int) -> None:
    """The movement roll of the group waiting below: cavalry +2, halved once (MS 4.2, 4.31, 4.32)."""
    from hardtack.battles.musket.movement import Moving  # movement asks for checks; only this roll looks back

    moving = draft.agenda[-1]
    assert isinstance(moving, Moving)  # begin_move put it there
    possible, clause = rolled_points(draft, check.piece, moving.group, bonus)
    points = umpire.read(possible, by=check.side)
    umpire.tell(clause or "MS 4.3", "event.movement_roll", unit=draft.scenario.ids[check.piece], n=points)
    umpire.replace(Moving(moving.side, moving.group, points, moving.mode))


def rolled_points(state: MusketState, roller: int, group: tuple[int, ...], bonus: int = 0) -> tuple[list[int], str]:
    """The points each face of a movement roll brings, and the clause that halves them (MS 4.2, 4.31)."""
    scenario = state.scenario
    if scenario.kind[roller] == "cavalry":
        bonus += scenario.params.roll_cavalry_bonus
    clause = "MS 4.31" if any(state.disordered[piece] for piece in group) else ""
    clause = clause or scenario.battle.halves_movement_roll(state, scenario.side_of[roller])
    return [halved(die + bonus) if clause else die + bonus for die in range(1, 7)], clause


Handler = Callable[[MusketState, Umpire, Check, bool], None]
HANDLERS: dict[str, Handler] = {}
"""What follows a check, by purpose; the modules that ask for checks enter themselves here."""
