"""Morale checks and other rolls a leader may assist (MS 4.31, 4.32, 8.7, 10.1, 10.3, 12.13, 12.14, 13.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import ClassVar

from hardtack.battles.musket.actions import ALONE, Assist
from hardtack.battles.musket.reaching import hq_active
from hardtack.battles.musket.state import MusketState, Question
from hardtack.board.masks import marked, mask_of
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.bans import Ban
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Text, text
from hardtack.referee.orders import Order, SideOrder, UnitOrder
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
class Check(OrderDecision):
    """A roll about to be made for a unit; MS 12.13: say before it whether a leader assists.

    `purpose` says what hangs on it, `note` is the asker's own.
    """

    follow_up: ClassVar[bool] = True
    clause: ClassVar[str] = "MS 12.13"
    piece: int
    purpose: str
    note: int = 0

    def orders(self, state: MusketState) -> Sequence[Order[Question]]:
        return ASSISTANCE

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.check", unit=state.scenario.ids[self.piece], term=f"purpose.{self.purpose}")

    def settle(self, draft: MusketState, umpire: Umpire) -> bool:
        """With nobody to assist, roll."""
        if self.helpers(draft):
            return False
        roll(self, draft, ALONE, umpire)
        return True

    def helpers(self, state: MusketState) -> tuple[int, ...]:
        """Active leaders who may assist: in the unit's hex, once per phase (MS 12.12, 12.13)."""
        leaders = at_hand(state, self)
        return tuple(leader for leader in leaders if state.active[leader] and not state.helped[leader])

    def limit(self, state: MusketState) -> int:
        if self.purpose == AMMO:
            return ammo_limit(state, self.side)
        if self.purpose == RETURN:
            return state.scenario.counters[self.piece].morale[1]
        return morale(state, self.piece)


def at_hand(state: MusketState, check: Check) -> tuple[int, ...]:
    """Leaders whose business a roll is: those in the unit's hex, or whom the battle names for a return."""
    scenario = state.scenario
    if check.purpose == CHARGE:
        return ()  # the charging leader assists free (MS 9.4)
    if check.purpose == RETURN:
        return scenario.battle.return_helpers(state, check.piece)
    here = state.at[check.piece]
    if here < 0:
        return ()
    leaders = scenario.leaders[check.side]
    return tuple(piece for piece in state.deployment.stacks.get(here, ()) if piece in leaders)


def no_leader(asked: Question) -> int:
    return ~mask_of(asked.state.scenario.leaders[asked.side])


LEADER_INACTIVE: Ban[Question] = Ban(
    "MS 12.12", "reason.leader_inactive", lambda asked: ~(no_leader(asked) | marked(asked.state.active))
)
ASSIST_BANS: Sequence[Ban[Question]] = (
    Ban("MS 12.13", "reason.no_leader", no_leader),
    Ban(
        "MS 12.13", "reason.assist_apart",
        lambda asked: ~(no_leader(asked) | mask_of(at_hand(asked.state, asked.frame))),
    ),
    LEADER_INACTIVE,
    Ban("MS 12.13", "reason.has_assisted", lambda asked: ~no_leader(asked) & marked(asked.state.helped)),
)  # fmt: skip


def roll(check: Check, draft: MusketState, action: Action, umpire: Umpire) -> None:
    """Roll, with the help of the leader an action names, tell, and let the rule that asked go on."""
    umpire.pop()
    scenario = draft.scenario
    helper = scenario.index[action.actor] if action.actor else -1
    bonus = scenario.params.leader_assist if helper >= 0 or check.purpose == CHARGE else 0
    if helper >= 0:
        draft.helped = put(draft.helped, helper, 1)
        umpire.tell("MS 12.13", "event.assists", unit=scenario.ids[helper], unit2=scenario.ids[check.piece])
    if check.purpose == MOVEMENT:
        roll_movement(draft, umpire, check, bonus)
        return
    limit = check.limit(draft)
    passed = umpire.read([passes(die, limit, bonus) for die in range(1, 7)], by=check.side)
    die = umpire.rolled[-1]
    umpire.tell(
        "MS 8.7" if check.purpose == AMMO else "MS 10.1",
        "event.check_passed" if passed else "event.check_failed",
        unit=scenario.ids[check.piece], term=f"purpose.{check.purpose}", n=die,
        limit=max(1, min(5, limit + bonus)),  # whatever the number, a 1 passes and a 6 does not
    )  # fmt: skip
    if helper >= 0 and not passed:
        draft.active = put(draft.active, helper, 0)
        umpire.tell("MS 12.14", "event.leader_inactive", unit=scenario.ids[helper])
    handler = HANDLERS.get(check.purpose, scenario.battle.after_check)
    handler(draft, umpire, check, passed)


def roll_movement(draft: MusketState, umpire: Umpire, check: Check, bonus: int) -> None:
    """The movement roll of the group waiting below: cavalry +2, halved once (MS 4.2, 4.31, 4.32)."""
    from hardtack.battles.musket.movement import Moving  # movement asks for checks; only this roll looks back

    moving = umpire.waiting(Moving)
    assert moving is not None  # begin_move put it there
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


ASSISTANCE: Sequence[Order[Question]] = (UnitOrder(Assist, ASSIST_BANS, roll), SideOrder(ALONE, (), roll))
Handler = Callable[[MusketState, Umpire, Check, bool], None]
HANDLERS: dict[str, Handler] = {}
"""What follows a check, by purpose; the modules that ask for checks enter themselves here."""
