"""What the page shows of Sharpsburg: hints for every action, counters, the score, the planner, the charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from hardtack.battles.sharpsburg.actions import Advance, Attack, AttackAll, Fight, Join, Limber, Move
from hardtack.battles.sharpsburg.combat import Attacking, opening_units
from hardtack.battles.sharpsburg.engagement import bound
from hardtack.battles.sharpsburg.movement import Movement, route
from hardtack.battles.sharpsburg.odds import Assault, assault_on
from hardtack.battles.sharpsburg.reach import reach_of
from hardtack.battles.sharpsburg.results import Advancing
from hardtack.battles.sharpsburg.state import Field, SharpsburgState
from hardtack.battles.sharpsburg.victory import elimination_points, holder, points, strength_lost
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.events import CONFEDERATE, SIDES, UNION, Text, enemy_of, text
from hardtack.referee.page import Page
from hardtack.referee.showing import (
    Caution,
    Cell,
    Chart,
    FightLine,
    Formation,
    Goal,
    Hint,
    Look,
    Modifier,
    Objective,
    Reaction,
    Standing,
    meter,
)
from hardtack.referee.state import LOST, WAITING
from hardtack.referee.umpire import deciding, to_act

METER_POINTS = 30  # a lead of so many points fills the meter
SIGHT = "sight"  # the tint of the board a page can ask for


class SharpsburgPage(Page[SharpsburgState]):
    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {"": ("number.strength", "number.movement")}
    overlays: ClassVar[tuple[str, ...]] = (SIGHT,)
    reactions: ClassVar[tuple[Reaction, ...]] = (Reaction("Advancing", ("advance", "end")),)
    chronicle: ClassVar[frozenset[str]] = frozenset(
        {
            "event.arrives",
            "event.town_held",
            "event.town_split",
            "event.over_more_points",
            "event.over_equal_points",
        }
    )
    fight_lines: ClassVar[Mapping[str, FightLine]] = {
        "event.attack": FightLine("begins", "combat", defenders="units_target"),
        "event.hopeless": FightLine("begins", defenders="units_target"),
        "event.no_effect": FightLine("roll"),
        "event.engaged": FightLine("shaken"),
        "event.eliminated": FightLine("destroyed"),
        "event.cannot_retreat": FightLine("destroyed"),
        "event.stays": FightLine("retreat"),
        "event.retreats": FightLine("retreat"),
        "event.advances": FightLine("advance"),
    }

    def hint(self, state: SharpsburgState, action: Action) -> Hint:
        frame = deciding(state)
        if isinstance(action, Move):
            return _move_hint(state, action, frame.side)
        if isinstance(action, Attack | AttackAll):
            units = opening_units(state, frame.side, action)
            label = text("action.attack", units=units, units_target=units_in(state, action.hex), hex=action.hex)
            return Hint("attack", label, action.actor, action.hex, attackers=units, target=action.hex)
        if isinstance(action, Fight) and isinstance(frame, Attacking):
            foes = units_in(state, frame.hex)
            label = text("action.fight", units=frame.units, units_target=foes, hex=frame.hex)
            return Hint("attack", label, frame.units[0], frame.hex, attackers=frame.units, target=frame.hex)
        if isinstance(action, Advance) and isinstance(frame, Advancing):
            return Hint("move", text("action.advance", unit=action.unit, hex=frame.hex), action.unit, frame.hex)
        if isinstance(action, Limber):
            ready = state.turn + state.scenario.limits.limber_turns
            return Hint("choose", text("action.limber", unit=action.unit, turn=ready), action.unit)
        if isinstance(action, UnitAction):
            return super().hint(state, action)
        return Hint("end", Text(f"action.end_{type(frame).__name__}"))

    def look(self, state: SharpsburgState, piece: int) -> Look:
        """A counter as it shows now: strength, movement, and what is marked on it."""
        field = state.scenario
        unit = field.counters[piece]
        markers = []
        if field.limbers(piece) and not state.deployed(piece):
            markers.append(gun_state(state, piece))
        if state.engaged and (piece in bound(state) or any(unit.id in entry[2] for entry in state.engaged)):
            markers.append("engaged")
        frame = None if state.outcome is not None else deciding(state)
        done = state.moved if isinstance(frame, Movement) else state.fought
        if unit.id in done:
            markers.append("moved" if done is state.moved else "attacked")
        can_act = frame is not None and frame.side == unit.side and unit.id in frame.options(state).actors()
        return Look((str(unit.strength), str(unit.movement)), tuple(markers), can_act, unit.id in done)

    def standing(self, state: SharpsburgState) -> Standing:
        """The points as they would be counted now (SH 12, SH 12a)."""
        lead = points(state, UNION) - points(state, CONFEDERATE)
        lines = [
            text("standing.points", side=side, n=points(state, side), lost=elimination_points(state, side))
            for side in SIDES
        ]
        side = holder(state)
        lines.append(Text("standing.town_split") if side is None else text("standing.town", side=side))
        limits = state.scenario.limits
        if state.outcome is None:
            lines.append(text("standing.wins", n=limits.objective_points, turn=limits.turns))
        losses = tuple((side, strength_lost(state, side)) for side in SIDES)
        scores = tuple((side, points(state, side)) for side in SIDES)
        return Standing(meter(lead / METER_POINTS), tuple(lines), losses, scores)

    def goals(self, field: Field) -> list[Goal]:
        """No sudden death: the points after the last turn (SH 12, SH 12a, SH 12b, SH C21)."""
        limits = field.limits
        return [
            Goal("SH 12b", text("goal.points", n=limits.turns)),
            Goal("SH 12", text("goal.town", n=limits.objective_points, turn=limits.turns)),
            Goal("SH 12a", text("goal.eliminated", n=limits.points_per_strength)),
        ]

    def objectives(self, state: SharpsburgState) -> list[Objective]:
        """Both Sharpsburg hexes, each with the side whose unit was last in it (SH 12, SH C20)."""
        limits = state.scenario.limits
        label, worth = text("objective.town", n=limits.objective_points), limits.objective_points
        sides = {name: UNION if name in state.taken else CONFEDERATE for name in limits.objective}
        return [Objective(name, label, "SH 12", points=worth, holder=side) for name, side in sides.items()]

    def modifiers(self, state: SharpsburgState, action: Action) -> Sequence[Modifier]:
        """Every number of the planned attack with its clause: strengths, doubling, the odds column."""
        assault = planned(state, action)
        if assault is None:
            return ()
        field, side = state.scenario, deciding(state).side
        enemy = enemy_of(side)
        parts = (
            ("SH 9a", "planner.attacker", assault.melee, side),
            ("SH 11f", "planner.bombards", assault.guns, side),
            ("SH C10", "planner.defender", assault.defenders, enemy),
        )
        lines = [
            Modifier(clause, text(key, unit=field.ids[piece]), str(field.strength[piece]), whose)
            for clause, key, pieces, whose in parts
            for piece in pieces
        ]
        if assault.doubled:
            key = "planner.doubled_hex" if assault.doubled == "SH 6a" else "planner.doubled_side"
            lines.append(Modifier(assault.doubled, Text(key), "x2", enemy))
        key = "planner.hopeless" if assault.column is None else "planner.odds"
        compared = text(key, a=assault.attack, d=assault.defence)
        return [*lines, Modifier("SH C11", compared, assault.column or "AE")]

    def aftermath(self, before: SharpsburgState, after: SharpsburgState, action: Action) -> list[tuple[str, int | str]]:
        """What an attack came to, in a word, and the strength each side lost by it."""
        found: list[tuple[str, int | str]] = [("outcome", what_happened(before, after))]
        found += [(f"{side}_lost", strength_lost(after, side) - strength_lost(before, side)) for side in SIDES]
        return found

    def charts(self, field: Field) -> list[Chart]:
        return [_terrain_chart(field), _odds_chart(field), _set_up_chart(field), _victory_chart(field)]

    def terrain_card(self, field: Field, hex_: int) -> list[Text]:
        """What a hex is and does: terrain, the town, what lies on its sides."""
        board = field.board
        if not board.playable >> hex_ & 1:
            return [Text("card.out_of_play")]
        lines = [Text(f"card.{board.terrain[hex_]}")]
        if field.objective >> hex_ & 1:
            lines.append(Text("card.objective"))
        kinds = {kind for near in board.grid.around[hex_] for kind in board.side(hex_, near)}
        lines += [Text(f"card.{kind}") for kind in ("creek", "bridge", "ford", "ridge") if kind in kinds]
        if any(board.along("road", hex_, near) for near in board.grid.around[hex_]):
            lines.append(Text("card.road"))
        return lines

    def cautions(self, state: SharpsburgState) -> Sequence[Caution]:
        """Orders for Union corps that are left over are worth a word too (SH 5c)."""
        found = super().cautions(state)
        frame = deciding(state)
        able = [
            unit for unit in frame.options(state).actors() if state.scenario.corps >> state.scenario.index[unit] & 1
        ]
        if isinstance(frame, Movement) and frame.side == UNION and state.corps_left > 0 and able:
            return [Caution(text("caution.corps", n=state.corps_left), able[0]), *found]
        return found

    def roster(self, state: SharpsburgState) -> list[Formation]:
        """Each arm of each army, with the strength it has left."""
        field = state.scenario
        arms: dict[tuple[str, str], list[int]] = {}
        for piece, unit in enumerate(field.counters):
            arms.setdefault((unit.side, unit.type), []).append(piece)
        found = []
        for (side, arm), pieces in arms.items():
            left = sum(field.strength[piece] for piece in pieces if state.at[piece] != LOST)
            full = sum(field.strength[piece] for piece in pieces)
            units = tuple(field.ids[piece] for piece in pieces)
            name = text("formation.arm", side=side, term=arm)
            found.append(Formation(name, side, units, (text("roster.strength", n=left, full=full),)))
        return found

    def clock(self, state: SharpsburgState) -> str:
        return state.scenario.hours[state.turn - 1]

    def arrivals(self, state: SharpsburgState) -> Sequence[tuple[int, str]]:
        """Who is to come; whoever finds his entry held is tried again every turn (SH 2)."""
        waiting = [unit for piece, unit in enumerate(state.scenario.counters) if state.at[piece] == WAITING]
        return [(max(unit.turn, state.turn), unit.id) for unit in waiting]

    def overlay(self, state: SharpsburgState, kind: str, hex_number: int) -> Sequence[Cell]:
        return field_of_fire(state, hex_number) if kind == SIGHT else ()


def field_of_fire(state: SharpsburgState, hex_: int) -> list[Cell]:
    """Every hex in range of guns here: they may bombard it (good), or town or woods are in the way (bad, SH 11c)."""
    field, grid = state.scenario, state.scenario.board.grid
    side = gunners(state, hex_)
    reach = field.limits.range[side]
    clear = field.terrain.field_of_fire(side, hex_)
    cells = [Cell(grid.name(hex_), "here", label=text("overlay.gun_range", side=side, n=reach))]
    for there in hexes_in(grid.within(hex_, reach) & field.board.playable & ~(1 << hex_)):
        distance = str(grid.distance(hex_, there))
        if clear >> there & 1:
            cells.append(Cell(grid.name(there), "good", distance))
        else:
            cells.append(Cell(grid.name(there), "bad", distance, text("overlay.fire_blocked")))
    return cells


def gunners(state: SharpsburgState, hex_: int) -> str:
    """Whose guns are meant: those that stand there, else those of whoever does, else of the side to act."""
    field = state.scenario
    here = [piece for piece, at in enumerate(state.at) if at == hex_]
    owners = sorted(here, key=lambda piece: not field.is_gun[piece])
    return field.counters[owners[0]].side if owners else to_act(state) or UNION


def units_in(state: SharpsburgState, hex_: str) -> tuple[str, ...]:
    """Who is attacked there: the ids of a stack."""
    stacks, index = state.deployment.stacks, state.scenario.board.grid.index
    return tuple(state.scenario.ids[piece] for piece in stacks.get(index(hex_), ()))


def _move_hint(state: SharpsburgState, action: Move, side: str) -> Hint:
    field = state.scenario
    piece, goal = field.index[action.unit], field.board.grid.index(action.hex)
    names = field.board.grid.names
    return Hint(
        "move", text("action.move", unit=action.unit, hex=action.hex), action.unit, action.hex,
        cost=reach_of(state, piece, side).cost(goal),
        path=tuple(names[hex_] for hex_ in route(state, piece, side, goal)[1:]),
        stops=bool(state.deployment.zone(enemy_of(side)) >> goal & 1),
    )  # fmt: skip


def gun_state(state: SharpsburgState, piece: int) -> str:
    """Where a Union gun is in its drill (SH C19)."""
    if state.hitched[piece]:
        return "limbered" if state.limbered(piece) else "limbering"
    return "deployed" if state.deployed(piece) else "deploying"


def planned(state: SharpsburgState, action: Action) -> Assault | None:
    """The attack an action leads to, with the units that are in it so far."""
    frame, field = deciding(state), state.scenario
    if isinstance(action, Attack | AttackAll):
        units, target = opening_units(state, frame.side, action), action.hex
    elif isinstance(frame, Attacking) and isinstance(action, Join | Fight):
        units, target = (*frame.units, action.unit) if isinstance(action, Join) else frame.units, frame.hex
    else:
        return None
    return assault_on(state, frame.side, field.board.grid.index(target), [field.index[unit] for unit in units])


def what_happened(before: SharpsburgState, after: SharpsburgState) -> str:
    """The result of an attack as it shows on the board; worst first."""
    side = deciding(before).side
    lost, moved = {}, {}
    for name, pieces in (("own", before.scenario.of_side[side]), ("enemy", before.scenario.of_side[enemy_of(side)])):
        changed = [piece for piece in pieces if before.at[piece] != after.at[piece]]
        lost[name] = any(after.at[piece] == LOST for piece in changed)
        moved[name] = any(after.at[piece] >= 0 for piece in changed)
    if lost["own"] and lost["enemy"]:
        return "exchange"
    if lost["enemy"] or lost["own"]:
        return "defenders_lost" if lost["enemy"] else "attackers_lost"
    if moved["enemy"] or moved["own"]:
        return "defenders_retreat" if moved["enemy"] else "attackers_retreat"
    return "engaged" if len(after.engaged) > len(before.engaged) else "nothing"


def _victory_chart(field: Field) -> Chart:
    """What scores, and who wins by it (SH 12-12b)."""
    limits = field.limits
    rows = (("chart.town", str(limits.objective_points)), ("chart.strength", str(limits.points_per_strength)))
    notes = (text("chart.note_wins", n=limits.turns),)
    return Chart("chart.victory", "SH 12", ("chart.scores", "chart.points"), rows, notes=notes)


def _terrain_chart(field: Field) -> Chart:
    """The terrain effects chart (SH 6, SH 6a)."""
    rows = [
        (f"term.{name}", "chart.no_way" if ground.cost is None else _cost(ground.place, ground.cost, ground.whole_turn),
         f"x{ground.defence}")
        for name, ground in field.charts.terrain.items()
    ]  # fmt: skip
    return Chart("chart.terrain", "SH 6", ("chart.ground", "chart.cost", "chart.defence"), tuple(rows))


def _cost(place: str, cost: int, whole_turn: bool) -> str:
    if whole_turn:
        return "chart.whole_turn"
    return f"+{cost}" if place == "hexside" else str(cost)


def _odds_chart(field: Field) -> Chart:
    """The combat results table (SH 9i)."""
    table = field.charts.odds
    rows = tuple((str(die), *codes) for die, codes in sorted(table.rows.items()))
    return Chart("chart.crt", "SH 9i", ("chart.die", *table.columns), rows, table.provenance)


def _set_up_chart(field: Field) -> Chart:
    """The set-up table (SH 3): strength and movement, hex and turn of every counter."""
    rows = tuple(
        (f"unit.{unit.id}", f"term.{unit.side}", f"{unit.strength}-{unit.movement}", unit.hex, str(unit.turn))
        for unit in field.counters
    )
    columns = ("chart.unit", "chart.side", "chart.numbers", "chart.hex", "chart.turn")
    return Chart("chart.set_up", "SH 3", columns, rows, "reconstructed")
