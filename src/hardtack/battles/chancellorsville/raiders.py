"""What the cavalry raid is worth to a bot, from wherever its brigades are (SLB 22.1d, 22.2i)."""

from __future__ import annotations

from functools import lru_cache

from hardtack.battles.chancellorsville.routes import SCALE, ways_to
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.chancellorsville.victory import RAIDERS
from hardtack.battles.chancellorsville.weights import MANPOWER, POINTS, RAID
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.state import fact
from hardtack.referee.events import UNION


def raid_open(state: SceneState) -> bool:
    """Whether a brigade that left now would score: the raid has a last turn and a last brigade (SLB 22.1d, 22.2i)."""
    line = state.scenario.raid_line
    return line is not None and state.turn <= line.until_turn and fact(state, RAIDERS) < line.at_most


def errands(state: SceneState, unit: int) -> tuple[float, ...]:
    """What a raider has in sight from every hex; nothing for others, or when enough have gone or it is too late."""
    scene = state.scenario
    piece = scene.pieces[unit]
    if piece.side != UNION or piece.type != CAVALRY or piece.size != "brigade" or not raid_open(state):
        return ()
    return raid_map(scene, scene.limits.since(state.turn), state.manpower[unit])


@lru_cache(maxsize=64)
def raid_map(scene: Scene, turn: int, manpower: int) -> tuple[float, ...]:
    """For every hex, part of what leaving by the nearest road of the raid is worth to a brigade."""
    worth = RAID * (2 * POINTS - MANPOWER * manpower)
    ways = [ways_to(scene, hex_, turn, UNION, None) for hex_ in sorted(scene.raid_hexes)]
    return tuple(
        worth / (1.0 + min(way[hex_] for way in ways) / SCALE[CAVALRY]) for hex_ in range(scene.board.grid.size)
    )


def raid(state: SceneState, side: str) -> float:
    """What the raid promises the Union from where its brigades stand; nothing that the enemy weighs."""
    scene = state.scenario
    if side != UNION or scene.raid_line is None or not raid_open(state):
        return 0.0
    sights = [(errands(state, unit), state.at[unit]) for unit in scene.raid_brigades if state.at[unit] >= 0]
    found = sorted(sight[hex_] for sight, hex_ in sights if sight)
    return sum(found[-(scene.raid_line.at_most - fact(state, RAIDERS)) :]) if found else 0.0
