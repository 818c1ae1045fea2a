"""What a bot hopes from surprise: cavalry unseen at the fords, bridges nobody expects (SLB 22.2c, 22.2e)."""

from __future__ import annotations

from typing import Any

from hardtack.battles.chancellorsville.early import SECOND, THIRD
from hardtack.battles.gcacw.counters import CAVALRY, INFANTRY
from hardtack.battles.gcacw.march import March
from hardtack.referee.events import UNION

RECORDED = 3.0  # a bridge written down
LAID = 5.0  # one that is there for others to cross
COLUMN = 0.02  # for each point of manpower near enough to cross it first
NEAR = 3  # hexes
GUARDED = 0.6  # each hex that cavalry is nearer to a ford nobody else guards
HOPED = 0.7  # a hex that a march under way may still bring it nearer, against one it has gone


def surprise(state: Any, side: str) -> float:
    """The worth of what the enemy does not know, to a side; nothing after turn 3 or in other scenarios."""
    if state.scenario.book.early is None or state.turn not in (SECOND, THIRD):
        return 0.0
    if side == UNION:
        return _bridges(state)
    return _guards(state) if state.turn == SECOND else 0.0


def _bridges(state: Any) -> float:
    scene = state.scenario
    laid = [north for north, south, _ in state.bridges if (scene.hex(north), scene.hex(south)) in scene.rappahannock]
    recorded = [north for _, north, _ in state.secret_bridges]
    column = sum(COLUMN * _manpower_near(state, scene.hex(north)) for north in (*laid, *recorded))
    return LAID * len(laid) + RECORDED * len(recorded) + column


def _manpower_near(state: Any, hex_: int) -> int:
    scene = state.scenario
    distance = scene.board.grid.distance
    return sum(
        state.manpower[n]
        for n in scene.units_of[UNION]
        if state.at[n] >= 0 and scene.pieces[n].type == INFANTRY and distance(hex_, state.at[n]) <= NEAR
    )


def _guards(state: Any) -> float:
    """How near the hidden cavalry is to fords of its own; a march under way is a hope."""
    scene = state.scenario
    distance = scene.board.grid.distance
    fords = {scene.hex(name) for name in scene.book.early.dice_hexes}
    top = state.agenda[-1] if state.agenda else None
    worth = 0.0
    for name in scene.book.early.dice_units:
        unit = scene.index[name]
        here = state.unseen[unit] - 1 if state.unseen[unit] else state.at[unit]
        if here < 0 or not fords or scene.pieces[unit].type != CAVALRY:
            continue
        ford = min(fords, key=lambda there: (distance(here, there), there))  # asked at once
        fords.discard(ford)
        left = distance(here, ford)
        ahead = min(left, top.mp // 2) if isinstance(top, March) and top.unit == name else 0
        worth -= GUARDED * (left - HOPED * ahead)
    return worth
