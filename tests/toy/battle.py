"""The Mill: three regiments a side, four turns, one secret. Each clause of data/clauses.csv is a few lines here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any, ClassVar

from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass
from hardtack.board.reach import build_edges, reach_tree
from hardtack.referee.actions import End, Move, UnitAction
from hardtack.referee.bans import Asked, Ban, Limit, Way, absent
from hardtack.referee.battle import Piece, Scenario
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import CONFEDERATE, DRAW, SIDES, UNION, Outcome, enemy_of
from hardtack.referee.folder import FolderBattle
from hardtack.referee.frames import Step
from hardtack.referee.orders import MarchOrder, Order, SideOrder, TargetOrder, UnitOrder
from hardtack.referee.state import LOST, Row, State, derived, put
from hardtack.referee.umpire import Umpire

from .page import MillKnowledge, MillPage


@dataclass(frozen=True, slots=True)
class Regiment(Piece):
    hex: str = ""
    steps: int = 1


class Mill(Scenario):
    points, costs, hit_from = 2, {"clear": 1, "woods": 2}, {"clear": 4, "woods": 5}

    def prepare(self) -> None:
        self.edges = build_edges(self.board, lambda a, b: self.costs[self.board.terrain[b]])


class MillState(State):
    scenario: Mill
    steps: Row
    done: Row  # has moved or fought this phase
    colours: tuple[str, ...]  # the bearers, in the order of SIDES; "?": a seat may not know

    @derived
    def zones(self) -> dict[str, int]:
        return {side: self.deployment.zone(side) for side in SIDES}

    def army(self, side: str) -> int:
        return sum(self.steps[unit] for unit in self.scenario.of_side[side])

    def march(self, unit: int, lifted: Collection[Limit] = ()) -> tuple[dict[int, int], dict[int, int]]:
        """TOY 2: the cost of every hex a unit can enter, and the hex it enters it from."""
        far, closed = TOO_FAR in lifted, 0 if TAKEN in lifted else mask_of(self.deployment.stacks)
        stops = 0 if far else self.zones[enemy_of(self.scenario.pieces[unit].side)]
        return reach_tree(self.scenario.edges, self.at[unit], 99 if far else self.scenario.points, closed, stops)


@dataclass(frozen=True, slots=True)
class GiveColours(UnitAction):
    verb: ClassVar[str] = "colours"
    secret: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Attack(UnitAction):
    verb: ClassVar[str] = "attack"
    unit_target: str


def goals(asked: Asked[MillState, Any], lifted: Collection[Limit]) -> int:
    return mask_of(asked.state.march(asked.unit, lifted)[0]) | (TAKEN in lifted) << asked.state.at[asked.unit]


def not_adjacent(asked: Asked[MillState, Any]) -> int:
    at, near = asked.state.at, asked.state.scenario.board.grid.around[asked.state.at[asked.unit]]
    return ~mask_of(unit for unit in asked.state.scenario.of_side[enemy_of(asked.side)] if at[unit] in near)


TOO_FAR = Limit("TOY 2", "reason.cannot_reach")
TAKEN = Limit("TOY 3", "reason.cannot_reach", "reason.occupied", lambda asked: mask_of(asked.state.deployment.stacks))
NOT_OURS = Ban("TOY 1", "reason.not_yours", absent)
HAS_ACTED = Ban("TOY 1", "reason.done", lambda asked: mask_of(n for n, done in enumerate(asked.state.done) if done))


@dataclass(frozen=True, slots=True)
class StartTurn(Step):
    def run(self, draft: MillState, umpire: Umpire) -> None:
        umpire.tell("TOY 1", "event.turn", turn=draft.turn)
        umpire.push(Movement(UNION), Combat(UNION), Movement(CONFEDERATE), Combat(CONFEDERATE), EndTurn())


@dataclass(frozen=True, slots=True)
class EndTurn(Step):
    def run(self, draft: MillState, umpire: Umpire) -> None:
        if draft.turn < draft.scenario.turns:
            draft.turn += 1
            umpire.push(StartTurn())
            return
        union, confederate = draft.army(UNION), draft.army(CONFEDERATE)
        winner = DRAW if union == confederate else UNION if union > confederate else CONFEDERATE
        umpire.tell("TOY 6", "event.over", union=union, confederate=confederate)
        umpire.end(Outcome(winner, "steps", "TOY 6", "event.over", ((UNION, union), (CONFEDERATE, confederate))))


@dataclass(frozen=True, slots=True)
class Colours(OrderDecision):
    def orders(self, state: MillState) -> Sequence[Order[Any]]:
        return (UnitOrder(GiveColours, (NOT_OURS,), Colours.give),)

    def give(self, draft: MillState, action: GiveColours, umpire: Umpire) -> None:
        draft.colours = put(draft.colours, SIDES.index(self.side), action.unit)
        umpire.tell("TOY 5", "event.colours", unit=action.unit, seats=(self.side,))
        umpire.pop()


@dataclass(frozen=True, slots=True)
class Movement(OrderDecision):
    def orders(self, state: MillState) -> Sequence[Order[Any]]:
        march = MarchOrder(Move, (NOT_OURS, HAS_ACTED), (Way((TOO_FAR, TAKEN), goals),), Movement.move)
        return march, SideOrder(End(), (), Movement.end)

    def move(self, draft: MillState, action: Move, umpire: Umpire) -> None:
        unit = draft.scenario.index[action.unit]
        draft.at = put(draft.at, unit, draft.scenario.place_at(action.hex))
        draft.done = put(draft.done, unit, 1)
        umpire.tell("TOY 2", "event.move", unit=action.unit, hex=action.hex)

    def end(self, draft: MillState, action: End, umpire: Umpire) -> None:
        draft.done = (0,) * len(draft.done)
        umpire.pop()


@dataclass(frozen=True, slots=True)
class Combat(OrderDecision):
    def orders(self, state: MillState) -> Sequence[Order[Any]]:
        not_near = Ban("TOY 4", "reason.not_adjacent", not_adjacent)
        attack = TargetOrder(Attack, (NOT_OURS, HAS_ACTED), (not_near,), Combat.attack)
        return attack, SideOrder(End(), (), Movement.end)

    def idle(self, draft: MillState) -> bool:
        return not any(draft.done) and self.options(draft).all() == [End()]

    def attack(self, draft: MillState, action: Attack, umpire: Umpire) -> None:
        unit, target = draft.scenario.index[action.unit], draft.scenario.index[action.unit_target]
        draft.done = put(draft.done, unit, 1)
        if umpire.roll() < draft.scenario.hit_from[draft.scenario.board.terrain[draft.at[target]]]:
            umpire.tell("TOY 4", "event.miss", unit=action.unit, unit_target=action.unit_target)
            return
        draft.steps = put(draft.steps, target, draft.steps[target] - 1)
        umpire.tell("TOY 4", "event.hit", unit=action.unit, unit_target=action.unit_target, steps=draft.steps[target])
        if draft.steps[target]:
            return
        draft.at = put(draft.at, target, LOST)
        umpire.tell("TOY 4", "event.lost", unit=action.unit_target)
        if action.unit_target in draft.colours:
            umpire.reveal()
            umpire.tell("TOY 6", "event.taken", side=enemy_of(self.side), unit=action.unit_target)
            umpire.end(Outcome(self.side, "colours", "TOY 6", "event.taken"))


class MillBattle(FolderBattle[MillState, Mill]):
    id = "toy"
    rules_version = "1"
    piece_type, scenario_type, state_type = Regiment, Mill, MillState
    action_types = (GiveColours, Move, Attack, End)
    frame_types = (StartTurn, EndTurn, Colours, Movement, Combat)
    fallback_clause = "TOY 1"
    max_decisions = 200
    page, knowledge = MillPage(), MillKnowledge()

    def set_up(self, scenario: Mill) -> MillState:
        return MillState(
            scenario=scenario, agenda=(StartTurn(), Colours(CONFEDERATE), Colours(UNION)), turn=1, outcome=None,
            at=tuple(scenario.place_at(piece.hex) for piece in self.pieces), done=(0,) * len(self.pieces),
            steps=tuple(piece.steps for piece in self.pieces), colours=("", ""),
        )  # fmt: skip

    def check_position(self, state: MillState) -> None:
        super().check_position(state)
        if any(len(stack) > 1 for stack in state.deployment.stacks.values()):
            raise BadPosition("two units share a hex (TOY 3)")
        if any((steps == 0) != (at == LOST) for steps, at in zip(state.steps, state.at, strict=True)):
            raise BadPosition("a unit is lost with its last step, and not before (TOY 4)")

    def redact(self, state: MillState, seat: str | None) -> MillState:
        bearers = zip(SIDES, state.colours, strict=True)
        return state.changed(colours=tuple(u if side == seat or not u else "?" for side, u in bearers))

    def imagine(self, state: MillState, seat: str, random: Random) -> MillState:
        of_side, ids = state.scenario.of_side, state.scenario.ids
        alive = [[ids[unit] for unit in of_side[side] if state.at[unit] >= 0] for side in SIDES]
        bearers = zip(alive, state.colours, strict=True)
        return state.changed(colours=tuple(random.choice(able) if u == "?" else u for able, u in bearers))


BATTLE = MillBattle()
