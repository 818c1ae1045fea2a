"""Fog of war: the enemy moves one of your units (MS 14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hardtack.battles.musket.actions import END, Confuse
from hardtack.battles.musket.closing import FOG
from hardtack.battles.musket.reaching import Moved, hq_active
from hardtack.battles.musket.state import MOVED, MusketState, Question, added
from hardtack.board.masks import marked, standing
from hardtack.board.native import dataclass, replace
from hardtack.referee.bans import EVERYTHING, Ban
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import SIDES, Text, enemy_of, text
from hardtack.referee.frames import Step
from hardtack.referee.orders import Order, SideOrder, UnitOrder
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire


def gain_fow(draft: MusketState, umpire: Umpire, side: str, number: int, clause: str, cause: str) -> None:
    """A side gains FOW, to be used at the next chance and never saved (MS 14.1, 14.3); `cause` is a word for why."""
    if number <= 0:
        return
    draft.fow = added(draft.fow, side, number)
    umpire.tell(clause, "event.gains_fow", side=side, n=number, term=f"fow.{cause}")


@dataclass(frozen=True, slots=True)
class BeforeEnemyMoves(Step):
    """MS 3.3b: the opponent of the phasing side uses his FOW; one more when the army has no active HQ."""

    side: str  # the phasing side

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        holder = enemy_of(self.side)
        if not hq_active(draft, self.side):
            gain_fow(draft, umpire, holder, draft.scenario.params.fow_no_hq, "MS 14.1", "no_hq")
        use_fow(draft, umpire, holder, before=True)


@dataclass(frozen=True, slots=True)
class UseGained(Step):
    """MS 14.2: FOW gained in a combat are used at once."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        for side in SIDES:
            use_fow(draft, umpire, side, before=False)


def use_fow(draft: MusketState, umpire: Umpire, holder: str, *, before: bool) -> None:
    number = draft.fow[SIDES.index(holder)]
    if number:
        draft.fow = added(draft.fow, holder, -number)
        umpire.push(FogOfWar(holder, number, before))


def no_enemy_unit(asked: Question) -> int:
    """A FOW is used on combat units of the enemy, boats excepted (MS 14.2)."""
    scenario, foe = asked.state.scenario, enemy_of(asked.side)
    return ~(scenario.combat[foe] & ~scenario.boats[foe])


def off_map(asked: Question) -> int:
    return ~(no_enemy_unit(asked) | asked.state.on_map)


def in_zone(asked: Question) -> int:
    state = asked.state
    return standing(state.at, state.scenario.combat[enemy_of(asked.side)], state.zone(asked.side))


FOG_BANS: Sequence[Ban[Question]] = (
    Ban("MS 14.2", "reason.fow_enemy_unit", no_enemy_unit),
    Ban("MS 14.3", "reason.fow_off_map", off_map),
    Ban("MS 14.2", "reason.fow_in_zone", in_zone),
    Ban("MS 14.2", "reason.fow_once", lambda asked: marked(asked.state.fogged)),
    Ban("MS 14.2", "reason.fow_none", lambda asked: 0 if asked.frame.number else EVERYTHING),
)


def confuse(frame: FogOfWar, draft: MusketState, action: Confuse, umpire: Umpire) -> None:
    piece = draft.scenario.index[action.unit]
    points = draft.scenario.params.fow_move or umpire.roll()
    draft.fogged = put(draft.fogged, piece, 1)
    umpire.tell("MS 14.2", "event.fow_roll", side=frame.side, unit=action.unit, n=points)
    umpire.replace(replace(frame, number=frame.number - 1, used=True))
    umpire.push(Straying(frame.side, piece, points, frame.before))


@dataclass(frozen=True, slots=True)
class FogOfWar(OrderDecision):
    """The holder picks enemy units, one for each FOW, or lets them go."""

    clause: ClassVar[str] = "MS 14.2"
    standing_orders: ClassVar[Sequence[Order[Question]]] = (SideOrder(END), UnitOrder(Confuse, FOG_BANS, confuse))
    number: int
    before: bool  # at 3.3b: a unit so moved has used its Movement Phase
    used: bool = False

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.fog", side=enemy_of(self.side), n=self.number)

    def idle(self, draft: MusketState) -> bool:
        return not self.used and not self.options(draft).actors()


@dataclass(frozen=True, slots=True)
class Straying(OrderDecision):
    """The holder moves the enemy unit, with the leaders of its hex, up to the points rolled."""

    clause: ClassVar[str] = "MS 4.1"
    piece: int
    points: int
    before: bool

    def group(self, state: MusketState) -> tuple[int, ...]:
        scenario = state.scenario
        owner = scenario.side_of[self.piece]
        stack = state.deployment.stacks[state.at[self.piece]]
        return (self.piece, *(piece for piece in stack if piece in scenario.leaders[owner]))

    def move(self, state: MusketState) -> tuple[tuple[int, ...], int, str]:
        """Who moves, how far and how."""
        return self.group(state), self.points, FOG

    def orders(self, state: MusketState) -> Sequence[Order[Question]]:
        from hardtack.battles.musket.movement import DESTINATIONS  # movement uses losses, which use FOW

        return DESTINATIONS

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.straying", unit=state.scenario.ids[self.piece], n=self.points)

    def arrive(self, draft: MusketState, umpire: Umpire, place: int | None) -> None:
        from hardtack.battles.musket.movement import carry

        if self.before:
            draft.moved = put(draft.moved, self.piece, MOVED)
        if place is not None:
            owner = draft.scenario.side_of[self.piece]
            carry(draft, umpire, Moved(owner, self.group(draft), draft.at[self.piece], place, FOG))
