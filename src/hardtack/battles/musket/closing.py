"""What closes hexes to a move, each under its clause, and what ends a move (MS 4.5, 4.65, 6.3-6.5, 14.2)."""

from __future__ import annotations

from collections.abc import Callable

from hardtack.battles.musket.barriers import NOTHING, Lifted
from hardtack.battles.musket.state import MusketState
from hardtack.referee.events import SIDES, enemy_of
from hardtack.referee.state import Row

Ban = tuple[str, str, int]
"""A clause, the words of the refusal (`<words>_way` where it lies on the way), and the hexes it closes."""
Closing = tuple[str, str, Callable[[MusketState, str], int]]
"""The same with what says which hexes it closes to a side."""
TOO_NEAR = {side: f"too near for {side}" for side in SIDES}  # what is kept of a line of play
MOVE, MARCH, FOG = "move", "march", "fow"


def to_keep_from(state: MusketState, side: str) -> int:
    """The hexes a march of a side keeps away from: enemy combat units, and what the battle adds (MS 4.65a)."""
    return state.troops(enemy_of(side)) | state.wary_of(side)


class Clearance:
    """What a side's marches keep away from, and the hexes near that; `at` is where the counters were found so last."""

    __slots__ = ("at", "foes", "near")

    def __init__(self, at: Row, foes: int, near: int) -> None:
        self.at = at
        self.foes = foes
        self.near = near


def too_near(state: MusketState, side: str) -> int:
    """The hexes near those, which it keeps out of."""
    radius = state.scenario.params.march_clearance
    if not radius:
        return 0
    at, kept = state.at, state.listed
    known: Clearance | None = kept.get(TOO_NEAR[side])
    if known is None or known.at is not at:  # what it keeps away from follows from where the counters are
        foes = to_keep_from(state, side)
        if known is not None and known.foes == foes:
            known.at = at
        else:
            known = kept[TOO_NEAR[side]] = Clearance(at, foes, state.scenario.ground.near(foes, radius))
    return known.near


def enemy_hexes(state: MusketState, own: str) -> int:
    return state.troops(enemy_of(own))


def enemies_alone(state: MusketState, own: str) -> int:
    return state.alone(enemy_of(own))


def enemy_zone(state: MusketState, own: str) -> int:
    return state.zone(enemy_of(own))


def enemies_and_zone(state: MusketState, own: str) -> int:
    return state.enemies(own) | state.zone(enemy_of(own))


def uncovered(state: MusketState, own: str) -> int:
    return state.uncovered(own)


def halting_hexes(state: MusketState, own: str) -> int:
    return state.halting_hexes(own)


ENEMY_HEX = ("MS 4.5", "reason.enemy_hex", enemy_hexes)
ALONE_BANS = (("MS 4.5", "reason.enemy_hex", enemies_alone), ("MS 6.5", "reason.zone_alone", uncovered))
MARCH_BANS = (("MS 4.65", "reason.march_zone", enemy_zone), ("MS 4.65a", "reason.march_near", too_near))
FOG_BANS = (("MS 14.2", "reason.fow_zone", enemies_and_zone),)
# What closes hexes to a group, by whether it has combat units and by mode, and what ends its move.
BANS: dict[tuple[bool, str], tuple[Closing, ...]] = {
    (True, MOVE): (ENEMY_HEX,), (True, MARCH): (ENEMY_HEX, *MARCH_BANS), (True, FOG): FOG_BANS,
    (False, MOVE): (ENEMY_HEX, *ALONE_BANS), (False, MARCH): (ENEMY_HEX, *ALONE_BANS), (False, FOG): ALONE_BANS,
}  # fmt: skip
ENDINGS: tuple[Closing, ...] = (
    ("MS 6.3", "reason.zone_stops", enemy_zone), ("MS 4.5", "reason.halted", enemies_alone),
    ("", "reason.halted", halting_hexes),  # under a clause of the battle
)  # fmt: skip


def chateau(state: MusketState, group: tuple[int, ...]) -> int:
    """Hexes only battalions enter (MS TE12)."""
    hexes, counters = state.scenario.ground.chateau, state.scenario.counters
    return hexes and (0 if all(counters[piece].battalion for piece in group) else hexes)


def bans(state: MusketState, group: tuple[int, ...], mode: str) -> list[Ban]:
    """Everything but ground and distance that closes hexes to a group, each with its clause."""
    scenario = state.scenario
    own, weighs = scenario.side_of[group[0]], scenario.weight_of(group) > 0
    found = [(clause, key, hexes(state, own)) for clause, key, hexes in BANS[weighs, mode]]
    shut = chateau(state, group)
    return [*found, ("MS TE12", "reason.chateau", shut)] if shut else found


def endings(state: MusketState, group: tuple[int, ...], mode: str) -> list[Ban]:
    """What ends a move: enemy ZOC (MS 6.3), lone enemy leaders and trains (4.5), what the battle adds."""
    scenario = state.scenario
    if mode == FOG or not scenario.weight_of(group):
        return []
    own, halting = scenario.side_of[group[0]], scenario.battle.halting_clause
    return [(clause or halting, key, hexes(state, own)) for clause, key, hexes in ENDINGS]


def closed_and_ends(state: MusketState, group: tuple[int, ...], mode: str) -> tuple[int, int]:
    """The hexes closed to a group by all `bans` together, and those that end its move: what is left of `endings`."""
    scenario = state.scenario
    own, shut = scenario.side_of[group[0]], chateau(state, group)
    troops, alone, zone = state.facing(own)
    if not scenario.weight_of(group):
        return shut | alone | zone & ~state.troops(own) | (0 if mode == FOG else troops), 0
    if mode == FOG:
        return shut | state.enemies(own) | zone, 0
    closed = troops | shut if shut else troops
    if mode == MARCH:
        closed |= zone | too_near(state, own)
    return closed, (zone | alone | halting_hexes(state, own)) & ~closed


def ending_hexes(state: MusketState, group: tuple[int, ...], mode: str, lifted: Lifted = NOTHING) -> int:
    """Hexes that end a move, for whatever cause."""
    if lifted:
        return union_of(endings(state, group, mode), lifted)
    if mode == FOG or not state.scenario.weight_of(group):
        return 0
    own = state.scenario.side_of[group[0]]
    _, alone, zone = state.facing(own)
    return zone | alone | halting_hexes(state, own)


def union_of(found: list[Ban], lifted: Lifted = NOTHING) -> int:
    """The hexes that any of some clauses closes, but for those lifted."""
    mask = 0
    for clause, _, hexes in found:
        if clause not in lifted:
            mask |= hexes
    return mask
