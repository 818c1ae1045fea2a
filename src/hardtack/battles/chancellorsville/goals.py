"""What wins a scenario, and the hexes that score, for the page (SLB 13.1h-i, 13.2i-j, 13.3f-g, 13.4h-i, 13.5e-f)."""

from __future__ import annotations

from collections.abc import Iterator

from hardtack.battles.chancellorsville.book import Points
from hardtack.battles.chancellorsville.orders import GUNS, TAKEN
from hardtack.battles.chancellorsville.raiders import raid_open
from hardtack.battles.chancellorsville.rules import HELD, Scene
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.chancellorsville.victory import JUNCTIONS, PLACE_KINDS, standing_depots
from hardtack.battles.gcacw.state import fact
from hardtack.referee.events import CONFEDERATE, SIDES, UNION, enemy_of, text
from hardtack.referee.showing import Goal, Objective


def goals(scene: Scene) -> list[Goal]:
    """No scenario ends suddenly: the points at the end decide, and every total is somebody's victory."""
    levels = scene.book.victory.levels
    union = text(
        "goal.union", n=levels.union_marginal, substantive=levels.union_substantive, decisive=levels.union_decisive
    )
    confederate = text(
        "goal.confederate", n=levels.union_marginal - 1, substantive=levels.confederate_marginal - 1,
        decisive=levels.confederate_substantive - 1,
    )  # fmt: skip
    return [Goal(levels.clause, union, UNION), Goal(levels.clause, confederate, CONFEDERATE)]


def objectives(scene: Scene, state: SceneState) -> list[Objective]:
    """Every hex that scores, with the side that has it as its line counts; nothing that no longer does."""
    found = []
    for line in scene.book.victory.points:
        if line.kind == "raid" and not raid_open(state):
            continue
        for name in hexes_of(scene, line):
            by = scorer(line)
            label = text("objective.scores", term=line.key, n=abs(line.points), side=by)
            worth, has = abs(line.points), holder(scene, state, line, name)
            found.append(Objective(name, label, line.clause, by, points=worth, holder=has))
    return found


def scorer(line: Points) -> str:
    """Whoever scores by a line; a lost depot scores for the enemy."""
    return enemy_of(line.side) if line.kind == "depots_lost" else line.side


def hexes_of(scene: Scene, line: Points) -> Iterator[str]:
    """The hexes a line of the table speaks of: where to be, the end of a road, the park of the guns, a depot, a
    station, the roads of the raid, the far end of the road that unites the wings."""
    park = scene.book.horse_artillery
    if line.kind == "station" or line.kind in PLACE_KINDS:
        yield from line.hexes
    elif line.kind == "road_path":
        yield line.to
    elif line.kind == "guns_taken" and park is not None:
        yield park.hex
    elif line.kind == "depots_lost":
        yield from (place.hex for place in scene.book.setup.lines if place.unit in line.units)
    elif line.kind == "raid":
        yield from (scene.name(hex_) for hex_ in sorted(scene.raid_hexes))
    elif line.kind == "united":
        yield JUNCTIONS[-1]


def holder(scene: Scene, state: SceneState, line: Points, name: str) -> str:
    """Whose a hex is: whoever has entered it, was the last to hold it, or stands there, as the line asks."""
    if line.kind.startswith("ever"):
        return line.side if fact(state, line.key) else ""
    if line.kind == "guns_taken":
        return line.side if fact(state, GUNS) == TAKEN else ""
    hex_ = scene.hex(name)
    if line.kind == "station":
        return line.side if state.stations[scene.stations.index(hex_)] else ""
    if line.kind == "depots_lost":
        return line.side if hex_ in standing_depots(scene, state, line) else scorer(line)
    if line.kind == "united":
        return line.side if fact(state, line.key) else CONFEDERATE
    if line.kind == "held_at_end":
        return UNION if fact(state, HELD) >> hex_ & 1 else CONFEDERATE
    return next((side for side in SIDES if state.occupied(side) >> hex_ & 1), "")
