"""What a player may regret when the phase ends now: few things, and only those that can still be mended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hardtack.referee.events import enemy_of, text
from hardtack.referee.showing import Caution
from hardtack.referee.umpire import deciding, options

ROADS = ("pike", "road", "railroad")
COMMANDERS = ("leader", "hq")
IDLE_TYPES = (*COMMANDERS, "depot", "train", "camp", "bridge", "marker", "hidden")
FAR = 4  # hexes: whoever is nearer to the enemy may well stay where it is
CLOSE = 3  # hexes: an enemy so near can take what nobody guards
MOST = 3  # of one kind


def cautions(state: Any, able: frozenset[str]) -> list[Caution]:
    """For the side to act, of whose counters those `able` may still do something."""
    return [
        *late_comers(state, able),
        *lonely_leaders(state, able),
        *bare_objectives(state, able),
        *laggards(state, able),
    ]


def late_comers(state: Any, able: frozenset[str]) -> Iterator[Caution]:
    """Reinforcements that can enter."""
    units = tuple(unit for unit in state.scenario.ids if unit in able and state.at[state.scenario.index[unit]] < 0)
    if units and can_move(state, units[0]):
        yield Caution(text("caution.enter", units=units[: 2 * MOST]), units[0])


def lonely_leaders(state: Any, able: frozenset[str]) -> Iterator[Caution]:
    """Leaders without troops, next to the enemy, who could still go away."""
    scenario, side = state.scenario, deciding(state).side
    own, foes = troops(state, side), troops(state, enemy_of(side))
    for number, piece in enumerate(scenario.pieces):
        here = state.at[number]
        if piece.side != side or piece.type != "leader" or here < 0 or here in own or piece.id not in able:
            continue
        if foes & set(scenario.board.grid.around[here]) and can_move(state, piece.id):
            name = scenario.board.grid.name(here)
            yield Caution(text("caution.leader", unit=piece.id, hex=name), piece.id, name)


def bare_objectives(state: Any, able: frozenset[str]) -> Iterator[Caution]:
    """Objectives of the enemy that nobody guards and he is near to, while somebody can still go there."""
    scenario, side = state.scenario, deciding(state).side
    grid, foe = scenario.board.grid, enemy_of(side)
    own, foes = troops(state, side), troops(state, foe)
    if not any(can_move(state, unit) for unit in sorted(able)[:MOST]):
        return
    told: set[str] = set()
    for objective in scenario.battle.page.objectives(state):
        here = grid.index(objective.hex)
        if objective.hex in told or objective.side == side or objective.holder == foe or here in own:
            continue
        near = min((grid.distance(here, there) for there in foes), default=CLOSE + 1)
        if near <= CLOSE and len(told) < MOST:
            told.add(objective.hex)
            yield Caution(text("caution.objective", hex=objective.hex, n=near), hex=objective.hex)


def laggards(state: Any, able: frozenset[str]) -> Iterator[Caution]:
    """The strongest units that wait beside a road far from the enemy and could march."""
    scenario, side = state.scenario, deciding(state).side
    board, page, foes = scenario.board, scenario.battle.page, troops(state, enemy_of(side))
    goals = {objective.hex for objective in page.objectives(state)}
    found = []
    for number, piece in enumerate(scenario.pieces):
        here = state.at[number]
        if piece.id not in able or here < 0 or piece.type in IDLE_TYPES or not page.rested(state, number):
            continue
        away = min((board.grid.distance(here, there) for there in foes), default=0)
        by_road = any(board.along(ROADS, here, near) for near in board.grid.around[here])
        if away >= FAR and by_road and board.grid.name(here) not in goals:
            found.append((-strength(page.look(state, number).numbers), away, piece.id, board.grid.name(here)))
    told = 0
    for _, away, unit, hex_ in sorted(found):
        if told < MOST and can_move(state, unit):
            told += 1
            yield Caution(text("caution.laggard", unit=unit, hex=hex_, n=away), unit, hex_)


def troops(state: Any, side: str) -> set[int]:
    """The hexes with combat units of a side."""
    pieces = state.scenario.pieces
    return {
        here
        for number, here in enumerate(state.at)
        if here >= 0 and pieces[number].side == side and pieces[number].type not in IDLE_TYPES
    }


def strength(numbers: tuple[str, ...]) -> int:
    """The first number on a counter; of "9(6)", which is nine men who fight as six, the men."""
    men = re.match(r"\d+", numbers[0]) if numbers else None
    return int(men[0]) if men else 0


def can_move(state: Any, unit: str) -> bool:
    hint = state.scenario.battle.page.hint
    return any(hint(state, action).kind == "move" for action in options(state).of(unit)) or bool(
        state.scenario.battle.page.ways(state, unit)
    )
