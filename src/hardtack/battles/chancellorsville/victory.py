"""Victory points and levels (SLB 13.1h-i, 13.2i-j, 13.3f-g, 13.4h-i, 13.5e-f). Points are always the Union's.

Lines that look at the end of the game are counted at any moment as if it ended there, so that a player
can see how he stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville.book import Points
from hardtack.battles.chancellorsville.orders import GUNS, PARKED, TAKEN
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.gcacw.counters import INFANTRY, Counter
from hardtack.battles.gcacw.state import Bridges, CampaignState, combat_halves, fact, losses_of, note, units_at
from hardtack.board.native import dataclass
from hardtack.referee.events import UNION, enemy_of
from hardtack.referee.frames import Step
from hardtack.referee.state import LOST, Row

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.referee.umpire import Umpire


Count = Callable[["Scene", CampaignState, Points], int]
RAIDERS = "raiders"  # Union cavalry brigades that left on their raid
LEFT = "left"  # with a side: its manpower that left by the south edge
NOT_GUARDED, GUARDED = 1, 2  # what a reckoning found
JUNCTIONS = ("3526", "4230")  # the two ends of the road that unites the wings: what bots march for


def worth_now(scene: Scene, state: CampaignState, line: Points) -> int:
    """What a line is worth now; those that ask only where things are, once for all positions with the same places."""
    count = KINDS[line.kind]
    if line.kind not in BY_PLACE:
        return count(scene, state, line)
    known = state.situation.follow("lines by place", lambda last: _lines_by_place(state, last))
    if line.key not in known.points:
        known.points[line.key] = count(scene, state, line)
    return known.points[line.key]


class LinesByPlace:
    """The lines that ask where units of which command are, and where bridges."""

    def __init__(self, places: tuple[Row, Row, Bridges]) -> None:
        self.places = places
        self.points: dict[str, int] = {}


def _lines_by_place(state: CampaignState, last: LinesByPlace | None) -> LinesByPlace:
    places = state.at, state.parent, state.bridges
    return last if last is not None and last.places == places else LinesByPlace(places)


@dataclass(frozen=True, slots=True)
class Reckoning(Step):
    """SLB 13.2i: a guard counts as the last action cycle leaves it; after a rest nobody would be too tired."""

    def run(self, draft: SceneState, umpire: Umpire) -> None:
        scene = draft.scenario
        for line in scene.book.victory.points:
            if line.kind == "guarded_at_end":
                note(draft, line.key, GUARDED if _guarded_at_end(scene, draft, line) else NOT_GUARDED)


def objectives(scene: Scene, draft: CampaignState, umpire: Umpire, unit: int, hex_: int, how: str) -> None:
    """Places that score as soon as they are entered, or neared by moving, are remembered."""
    for line in scene.book.victory.points:
        if line.side != scene.pieces[unit].side or fact(draft, line.key):
            continue
        for name in line.hexes:
            goal = scene.hex(name)
            entered = line.kind == "ever_entered" and hex_ == goal
            neared = line.kind == "ever_adjacent" and how != "retreat" and scene.board.grid.adjacent(hex_, goal)
            if entered or neared:
                note(draft, line.key)
                key = "event.objective" if entered else "event.near_objective"
                umpire.tell(line.clause, key, unit=scene.pieces[unit].id, hex=name)


def total(scene: Scene, state: CampaignState) -> int:
    return sum([worth_now(scene, state, line) for line in scene.book.victory.points])


PLACE_KINDS = ("ever_entered", "unit_at_end", "held_at_end", "division_at_end", "ever_adjacent", "guarded_at_end")


def goals(scene: Scene, state: CampaignState) -> list[tuple[int, float]]:
    """Hexes both sides want to be in: those that still score, with their points; also the end of a path."""
    found: list[tuple[int, float]] = []
    for line in scene.book.victory.points:
        done = line.kind.startswith("ever") and fact(state, line.key)
        if line.kind in PLACE_KINDS and not done:
            found += [(scene.hex(name), float(abs(line.points))) for name in line.hexes]
        elif line.kind == "road_path":
            found.append((scene.hex(line.to), float(line.points)))
        elif line.kind in LASTING:
            hexes = _still_to_win(scene, state, line)
            share = len(hexes) if line.kind == "united" else 1  # both ends together
            found += [(hex_, abs(line.points) / share) for hex_ in hexes]
    park = scene.book.horse_artillery
    if park is not None and fact(state, GUNS) == PARKED:
        found.append((scene.hex(park.hex), 1.0))
    return found


def standing_depots(scene: Scene, state: CampaignState, line: Points) -> list[int]:
    """SLB 20.1a: the hexes of the depots a line speaks of that are not lost yet."""
    places = [state.at[scene.index[name]] for name in line.units]
    return [hex_ for hex_ in places if hex_ >= 0]


LASTING = ("station", "depots_lost", "united")  # won once, wherever the units are in the end


def _still_to_win(scene: Scene, state: CampaignState, line: Points) -> list[int]:
    """The hexes in which a line of the advanced game is decided, as long as it is not."""
    if line.kind == "station":
        hexes = [scene.hex(name) for name in line.hexes]
        return [hex_ for hex_ in hexes if not state.stations[scene.stations.index(hex_)]]
    if line.kind == "depots_lost":
        return standing_depots(scene, state, line)
    return [] if fact(state, line.key) else [scene.hex(name) for name in JUNCTIONS]


@dataclass(frozen=True, slots=True)
class Prize:
    """What a unit scores by standing in a hex, and which units do."""

    hex: int
    points: int
    arm: str = ""
    size: str = ""
    strength: int = 0  # combat value

    def is_for(self, piece: Counter, halves: int) -> bool:
        return self.arm in ("", piece.type) and self.size in ("", piece.size) and halves >= 2 * self.strength


def prizes(scene: Scene, state: CampaignState, side: str) -> list[Prize]:
    """Everything a side can still score by going somewhere."""
    found: list[Prize] = []
    for line in scene.book.victory.points:
        hexes, points = [scene.hex(name) for name in line.hexes], abs(line.points)
        if line.kind in LASTING:
            winner = enemy_of(line.side) if line.kind == "depots_lost" else line.side
            if winner == side and line.kind != "united":
                found += [Prize(hex_, points) for hex_ in _still_to_win(scene, state, line)]
        elif line.kind == "held_at_end":
            held = fact(state, "held")
            found += [Prize(hex_, points) for hex_ in hexes if (side == UNION) != bool(held >> hex_ & 1)]
        elif line.side != side or (line.kind.startswith("ever") and fact(state, line.key)):
            continue
        elif line.kind == "ever_adjacent":
            found += [Prize(near, points) for hex_ in hexes for near in scene.board.grid.around[hex_]]
        elif line.kind == "division_at_end":
            found += [Prize(hex_, points, INFANTRY, "division") for hex_ in hexes]
        elif line.kind == "guarded_at_end":
            found += [Prize(hex_, points, line.arm, "", line.strength) for hex_ in hexes]
        elif line.kind in PLACE_KINDS:
            found += [Prize(hex_, points, line.arm) for hex_ in hexes]
    park = scene.book.horse_artillery
    if park is not None and fact(state, GUNS) == PARKED and side == UNION:
        found.append(Prize(scene.hex(park.hex), 1))
    return found


def _losses(scene: Scene, state: CampaignState, line: Points) -> int:
    return line.points * losses_of(state, line.side, *line.causes)


def _ever(scene: Scene, state: CampaignState, line: Points) -> int:
    return line.points if fact(state, line.key) else 0


def _guns_taken(scene: Scene, state: CampaignState, line: Points) -> int:
    return line.points if fact(state, GUNS) == TAKEN else 0


def _unit_at_end(scene: Scene, state: CampaignState, line: Points) -> int:
    return sum(line.points for name in line.hexes if _units(scene, state, line, name))


def _units(scene: Scene, state: CampaignState, line: Points, hex_name: str) -> list[int]:
    """Units of the line's side (and arm) in the hex."""
    here = units_at(state, scene.board.grid.index(hex_name))
    return [u for u in here if scene.pieces[u].side == line.side and line.arm in ("", scene.pieces[u].type)]


def _held_at_end(scene: Scene, state: CampaignState, line: Points) -> int:
    """SLB 13.1h: hexes that hold a unit of the side, or in which the last unit of either side was its own."""
    held = fact(state, "held")
    return sum(line.points for name in line.hexes if held >> scene.board.grid.index(name) & 1)


def _division_at_end(scene: Scene, state: CampaignState, line: Points) -> int:
    """SLB 13.2i: more if no enemy infantry division stands next to the hex."""
    here = scene.board.grid.index(line.hexes[0])
    if not has_division(scene, state, here, line.side):
        return 0
    near = any(has_division(scene, state, there, enemy_of(line.side)) for there in scene.board.grid.around[here])
    less = line.points_if_enemy_division_adjacent
    return less if near and less else line.points


def has_division(scene: Scene, state: CampaignState, hex_: int, side: str) -> bool:
    """Whether an infantry division of the side is in a hex."""
    return any(scene.side_of[unit] == side and scene.pieces[unit].is_division for unit in units_at(state, hex_))


def _guarded_at_end(scene: Scene, state: CampaignState, line: Points) -> int:
    """SLB 13.2i: infantry of little fatigue and enough strength in all (defence strength: combat value)."""
    counted = fact(state, line.key)
    if counted:
        return line.points if counted == GUARDED else 0
    halves = sum(
        combat_halves(state, unit)
        for name in line.hexes
        for unit in _units(scene, state, line, name)
        if state.fatigue[unit] <= line.fatigue_at_most
    )
    return line.points if halves >= 2 * line.strength else 0


def _road_path(scene: Scene, state: CampaignState, line: Points) -> int:
    """SLB 13.2i: a road or pike from ford to church on one bank, free of enemy units and normal zones.

    The side's own units cancel enemy zones in their hexes.
    """
    index = scene.board.grid.index
    enemy = enemy_of(line.side)
    closed = state.occupied(enemy) | (state.deployment.zone(enemy) & ~state.occupied(line.side))
    closed |= ~scene.board.regions[line.region] & ((1 << scene.board.grid.size) - 1)
    return line.points if scene.is_road_open(index(line.from_), index(line.to), closed & scene.road_hexes) else 0


def _raid(scene: Scene, state: CampaignState, line: Points) -> int:
    """SLB 22.1d: cavalry brigades that left on their raid in time."""
    return line.points * min(line.at_most, fact(state, RAIDERS))


def _station(scene: Scene, state: CampaignState, line: Points) -> int:
    """SLB 22.1d: a station that was ever damaged."""
    return sum(line.points for name in line.hexes if state.stations[scene.stations.index(scene.hex(name))])


def _left(scene: Scene, state: CampaignState, line: Points) -> int:
    """SLB 19.2, 22.1d: so many points for so much manpower that left by the south edge."""
    return line.points * (fact(state, f"{LEFT}_{line.side}") // line.per)


def _depots_lost(scene: Scene, state: CampaignState, line: Points) -> int:
    return sum(line.points for name in line.units if state.at[scene.index[name]] == LOST)


def _corps_across(scene: Scene, state: CampaignState, line: Points) -> int:
    """SLB 13.2i: infantry corps with all their units beyond both rivers; one unit elsewhere spoils the corps."""
    region = scene.board.regions[line.region]
    left = scene.place_at(LEFT) if LEFT in scene.boxes else LOST - 1  # who left has gone south (R11)
    there: set[str] = set()
    spoilt: set[str] = set()
    for unit in scene.units_of[UNION]:
        hex_ = state.at[unit]
        if hex_ >= 0 or hex_ == left:
            (there if hex_ == left or region >> hex_ & 1 else spoilt).add(scene.pieces[state.parent[unit]].corps)
    return line.points * min(line.at_most, len((there - spoilt) & set(line.corps)))


BY_PLACE = ("division_at_end", "road_path", "corps_across")
KINDS: dict[str, Count] = {
    "losses": _losses,
    "ever_entered": _ever,
    "ever_adjacent": _ever,
    "guns_taken": _guns_taken,
    "unit_at_end": _unit_at_end,
    "held_at_end": _held_at_end,
    "division_at_end": _division_at_end,
    "guarded_at_end": _guarded_at_end,
    "road_path": _road_path,
    "corps_across": _corps_across,
    "raid": _raid,
    "station": _station,
    "left": _left,
    "united": _ever,
    "depots_lost": _depots_lost,
}
