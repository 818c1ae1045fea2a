"""The Mill: three regiments a side, four turns, one secret. Each clause of data/clauses.csv is a few lines here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from hardtack.board.board import Board
from hardtack.board.mapfile import load_board
from hardtack.board.reach import build_edges, path_to, reach_tree
from hardtack.referee.actions import Action, HexAction, UnitAction
from hardtack.referee.battle import Battle, Piece, Scenario
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import CONFEDERATE, DRAW, SIDES, UNION, Outcome, Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import Choice, Options
from hardtack.referee.register import load_register, read_csv
from hardtack.referee.showing import Chart, Goal, Hint, Look, Modifier, ScenarioInfo, Setting, Standing
from hardtack.referee.state import LOST, Row, State, derived, put
from hardtack.referee.umpire import Umpire
from hardtack.referee.words import load_battle_words

DATA = Path(__file__).parent / "data"
POINTS = 2
COSTS = {"clear": 1, "woods": 2}
HIT_FROM = {"clear": 4, "woods": 5}
UNKNOWN = "?"


# -- what never changes, and what does


@dataclass(frozen=True, slots=True)
class Regiment(Piece):
    hex: str = ""
    steps: int = 1


class Mill(Scenario):
    """The scenario with the cost of each step of the board."""

    def __init__(self, battle: Battle, board: Board, pieces: Sequence[Regiment], settings: Mapping[str, Any]) -> None:
        super().__init__(battle, "mill", board, pieces, settings, turns=int(settings["turns"]), first_side=UNION)
        self.edges = build_edges(board, lambda a, b: COSTS[board.terrain[b]])


class MillState(State):
    scenario: Mill
    steps: Row
    done: Row  # has moved or fought this phase
    colours: tuple[str, ...]  # the bearer of each side, in the order of SIDES

    def enemies_near(self, unit: int) -> list[int]:
        side, around = self.scenario.pieces[unit].side, self.scenario.board.grid.around
        near = around[self.at[unit]] if self.at[unit] >= 0 else ()
        return [other for other in self.scenario.of_side[enemy_of(side)] if self.at[other] in near]

    @derived
    def zones(self) -> dict[str, int]:
        """TOY 2: the hexes next to each side's units, where an enemy's march ends."""
        near = self.scenario.board.grid.around_mask
        stands = {side: {self.at[u] for u in self.scenario.of_side[side] if self.at[u] >= 0} for side in SIDES}
        return {side: reduce(or_, (near[hex_] for hex_ in held), 0) for side, held in stands.items()}

    def army(self, side: str) -> int:
        return sum(self.steps[unit] for unit in self.scenario.of_side[side])


# -- actions


@dataclass(frozen=True, slots=True)
class GiveColours(Action):
    verb: ClassVar[str] = "colours"
    secret: ClassVar[bool] = True
    unit: str


@dataclass(frozen=True, slots=True)
class Move(HexAction):
    verb: ClassVar[str] = "move"


@dataclass(frozen=True, slots=True)
class Attack(UnitAction):
    verb: ClassVar[str] = "attack"
    unit_target: str


@dataclass(frozen=True, slots=True)
class End(Action):
    verb: ClassVar[str] = "end"


# -- the sequence of play (TOY 1)


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
class Colours(Decision):
    """TOY 5: who carries the colours is known to its own side only."""

    def options(self, state: MillState) -> Options:
        own = state.scenario.of_side[self.side]
        return Choice([GiveColours(state.scenario.pieces[unit].id) for unit in own], "TOY 5")

    def apply(self, draft: MillState, action: GiveColours, umpire: Umpire) -> None:
        draft.colours = put(draft.colours, SIDES.index(self.side), action.unit)
        umpire.tell("TOY 5", "event.colours", unit=action.unit, seats=(self.side,))
        umpire.pop()

    def prompt(self, state: MillState) -> Text:
        return text("prompt.colours")


class Phase(Options):
    """Movement and combat: units that have not acted act once, or the side ends the phase."""

    def __init__(self, state: MillState, side: str) -> None:
        self.state, self.side = state, side

    def actors(self) -> Sequence[str]:
        pieces = self.state.scenario.pieces
        return [pieces[u].id for u in self.state.scenario.of_side[self.side] if self.can_act(u)]

    def can_act(self, unit: int) -> bool:
        return self.state.at[unit] >= 0 and not self.state.done[unit]

    def general(self) -> Sequence[Action]:
        return (End(),)

    def own(self, unit: str) -> list[Reason]:
        number = self.state.scenario.index[unit]
        if self.state.scenario.pieces[number].side != self.side or self.state.at[number] < 0:
            return [reason("TOY 1", "reason.not_yours", unit=unit)]
        return [] if self.can_act(number) else [reason("TOY 1", "reason.done", unit=unit)]

    def not_asked(self) -> list[Reason]:
        return [reason("TOY 1", "referee.not_asked")]


class Marches(Phase):
    def ways(self, unit: int) -> tuple[dict[int, int], Any]:
        """TOY 2, TOY 3: the hexes a unit can reach, with their cost, and how."""
        state = self.state
        taken = sum(1 << hex_ for hex_ in set(state.at) if hex_ >= 0)
        return reach_tree(state.scenario.edges, state.at[unit], POINTS, taken, state.zones[enemy_of(self.side)])

    def of(self, actor: str) -> Sequence[Action]:
        number = self.state.scenario.index[actor]
        if self.own(actor):
            return ()
        return [Move(actor, self.state.scenario.board.grid.name(hex_)) for hex_ in sorted(self.ways(number)[0])]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, End):
            return []
        if not isinstance(action, Move):
            return self.not_asked()
        found = self.own(action.unit)
        goal = self.state.scenario.board.grid.index(action.hex)
        if goal in self.state.at:
            found.append(reason("TOY 3", "reason.occupied", hex=action.hex))
        elif not found and goal not in self.ways(self.state.scenario.index[action.unit])[0]:
            found.append(reason("TOY 2", "reason.cannot_reach", unit=action.unit, hex=action.hex))
        return found


class Attacks(Phase):
    def can_act(self, unit: int) -> bool:
        return super().can_act(unit) and bool(self.state.enemies_near(unit))

    def of(self, actor: str) -> Sequence[Action]:
        if self.own(actor):
            return ()
        pieces = self.state.scenario.pieces
        return [Attack(actor, pieces[u].id) for u in self.state.enemies_near(self.state.scenario.index[actor])]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, End):
            return []
        if not isinstance(action, Attack):
            return self.not_asked()
        found = self.own(action.unit)
        index = self.state.scenario.index
        if index[action.unit_target] not in self.state.enemies_near(index[action.unit]):
            found.append(reason("TOY 4", "reason.not_adjacent", unit=action.unit, unit_target=action.unit_target))
        return found


@dataclass(frozen=True, slots=True)
class Movement(Decision):
    def options(self, state: MillState) -> Options:
        return Marches(state, self.side)

    def apply(self, draft: MillState, action: Action, umpire: Umpire) -> None:
        if isinstance(action, Move):
            unit = draft.scenario.index[action.unit]
            draft.at = put(draft.at, unit, draft.scenario.board.grid.index(action.hex))
            draft.done = put(draft.done, unit, 1)
            umpire.tell("TOY 2", "event.move", unit=action.unit, hex=action.hex)
        else:
            draft.done = (0,) * len(draft.done)
            umpire.pop()

    def prompt(self, state: MillState) -> Text:
        return text("prompt.movement")


@dataclass(frozen=True, slots=True)
class Combat(Decision):
    def options(self, state: MillState) -> Options:
        return Attacks(state, self.side)

    def apply(self, draft: MillState, action: Action, umpire: Umpire) -> None:
        if isinstance(action, Attack):
            resolve(draft, action, umpire)
        else:
            draft.done = (0,) * len(draft.done)
            umpire.pop()

    def prompt(self, state: MillState) -> Text:
        return text("prompt.combat")

    def idle(self, draft: MillState) -> bool:
        return not Attacks(draft, self.side).actors() and not any(draft.done)


def resolve(draft: MillState, action: Attack, umpire: Umpire) -> None:
    """TOY 4, and TOY 6 when the colours fall."""
    unit, target = draft.scenario.index[action.unit], draft.scenario.index[action.unit_target]
    draft.done = put(draft.done, unit, 1)
    if umpire.roll() < HIT_FROM[draft.scenario.board.terrain[draft.at[target]]]:
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
        loser = draft.scenario.pieces[target].side
        umpire.tell("TOY 6", "event.taken", side=loser, unit=action.unit_target)
        umpire.end(Outcome(enemy_of(loser), "colours", "TOY 6", "event.taken"))


# -- the battle


class MillBattle(Battle):
    id = "toy"
    rules_version = "1"
    state_type = MillState
    action_types = (GiveColours, Move, Attack, End)
    frame_types = (StartTurn, EndTurn, Colours, Movement, Combat)
    fallback_clause = "TOY 1"
    max_decisions = 200

    def __init__(self) -> None:
        super().__init__()
        self.register = load_register(DATA / "clauses.csv")
        self.words = load_battle_words(DATA)
        self.board = load_board(DATA / "map.toml")
        columns = ("id", "side", "type", "hex", "steps", "provenance", "source")
        rows = [row for _, row in read_csv(DATA / "units.csv", columns)]
        self.regiments = [
            Regiment(row["id"], row["side"], row["type"], "regiment", provenance=row["provenance"],
                     hex=row["hex"], steps=int(row["steps"]))
            for row in rows
        ]  # fmt: skip
        turns = Setting("turns", 4, (2, 4, 8), "TOY 1", ("Turns", "ターン数"), "option")
        self.scenarios = {
            "mill": ScenarioInfo(
                "mill", "toy", ("The Mill", "水車場"), ("A skirmish for practice.", "練習用の小競り合い。"),
                "1861-07-04", 4, UNION, settings=(turns,), length_minutes=5,
            )
        }  # fmt: skip

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> Scenario:
        return Mill(self, self.board, self.regiments, settings)

    def set_up(self, scenario: Mill) -> State:
        return MillState(
            scenario=scenario, agenda=(StartTurn(), Colours(CONFEDERATE), Colours(UNION)), turn=1, outcome=None,
            at=tuple(scenario.board.grid.index(piece.hex) for piece in self.regiments),
            steps=tuple(piece.steps for piece in self.regiments),
            done=(0,) * len(self.regiments), colours=("", ""),
        )  # fmt: skip

    def check_position(self, state: MillState) -> None:
        super().check_position(state)
        placed = [hex_ for hex_ in state.at if hex_ >= 0]
        if len(set(placed)) != len(placed):
            raise BadPosition("two units share a hex (TOY 3)")
        for unit, steps in enumerate(state.steps):
            if (steps == 0) != (state.at[unit] == LOST):
                raise BadPosition(f"{state.scenario.pieces[unit].id} has {steps} steps where it stands (TOY 4)")

    def redact(self, state: MillState, seat: str | None) -> MillState:
        shown = tuple(
            bearer if side == seat or not bearer else UNKNOWN for side, bearer in zip(SIDES, state.colours, strict=True)
        )
        if shown == state.colours:
            return state
        return MillState(**{**dict(state.values()), "scenario": state.scenario, "colours": shown})

    def imagine(self, state: MillState, seat: str, random: Random) -> MillState:
        guessed = []
        for side, bearer in zip(SIDES, state.colours, strict=True):
            alive = [u for u in state.scenario.of_side[side] if state.at[u] >= 0]
            guessed.append(state.scenario.pieces[random.choice(alive)].id if bearer == UNKNOWN else bearer)
        return MillState(**{**dict(state.values()), "scenario": state.scenario, "colours": tuple(guessed)})

    def hint(self, state: MillState, action: Any) -> Hint:
        scenario, names = state.scenario, state.scenario.board.grid.names
        if isinstance(action, Move):
            unit = scenario.index[action.unit]
            goal = scenario.board.grid.index(action.hex)
            costs, parents = Marches(state, scenario.pieces[unit].side).ways(unit)
            path = tuple(names[hex_] for hex_ in path_to(parents, state.at[unit], goal)[1:])
            moved = replace_at(state, unit, goal)
            return Hint("move", text("action.move", unit=action.unit, hex=action.hex), action.unit, action.hex,
                        costs[goal], path, stops=bool(moved.enemies_near(unit)))  # fmt: skip
        if isinstance(action, Attack):
            target = names[state.at[scenario.index[action.unit_target]]]
            label = text("action.attack", unit=action.unit, unit_target=action.unit_target)
            return Hint("attack", label, action.unit, target, attackers=(action.unit,), target=action.unit_target)
        if isinstance(action, GiveColours):
            hex_ = names[state.at[scenario.index[action.unit]]]
            return Hint("choose", text("action.colours", unit=action.unit), action.unit, hex_)
        return Hint("end", text("action.end"))

    def look(self, state: MillState, piece: int) -> Look:
        acting = isinstance(state.agenda[-1] if state.agenda else None, Movement | Combat)
        return Look((str(state.steps[piece]), str(POINTS)), spent=acting and bool(state.done[piece]))

    def standing(self, state: MillState) -> Standing:
        union, confederate = state.army(UNION), state.army(CONFEDERATE)
        full = {side: sum(p.steps for p in self.regiments if p.side == side) for side in SIDES}
        lines = (text("standing.steps", union=union, confederate=confederate),)
        losses = ((UNION, full[UNION] - union), (CONFEDERATE, full[CONFEDERATE] - confederate))
        return Standing((union - confederate) / max(1, union + confederate), lines, losses)

    def goals(self, scenario: Any) -> Sequence[Goal]:
        return (
            Goal("TOY 6", text("goal.steps", n=scenario.turns)),
            Goal("TOY 6", text("goal.colours"), sudden=True),
        )

    def modifiers(self, state: MillState, action: Any) -> Sequence[Modifier]:
        if not isinstance(action, Attack):
            return ()
        terrain = state.scenario.board.terrain[state.at[state.scenario.index[action.unit_target]]]
        return (Modifier("TOY 4", text(f"planner.{terrain}"), f"{HIT_FROM[terrain]}+"),)

    def aftermath(self, before: MillState, after: MillState, action: Any) -> Sequence[tuple[str, int | str]]:
        if not isinstance(action, Attack):
            return ()
        target = before.scenario.index[action.unit_target]
        return (("loss", before.steps[target] - after.steps[target]),)

    def charts(self, scenario: Any) -> Sequence[Chart]:
        return (Chart("chart.combat", "TOY 4", ("term.clear", "term.woods"), (("4-6", "5-6"),), "public"),)

    def terrain_card(self, scenario: Any, hex_number: int) -> Sequence[Text]:
        return (text("card.terrain", term=scenario.board.terrain[hex_number]),)

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        return {"steps": (1.0, lambda state, side: float(state.army(side) - state.army(enemy_of(side))))}


def replace_at(state: MillState, unit: int, hex_: int) -> MillState:
    draft = state.draft()
    draft.at = put(draft.at, unit, hex_)
    return draft


BATTLE = MillBattle()
