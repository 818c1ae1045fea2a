"""Bans on the hexes a unit is put into: set-up, retreats, returns (MS 4.5, 5.1, 6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hardtack.battles.musket.ground import Ways
from hardtack.battles.musket.state import Question
from hardtack.board.masks import mask_of
from hardtack.referee.actions import Action
from hardtack.referee.bans import Args, Ban, Labelled, out_of_play
from hardtack.referee.options import NOT_ASKED
from hardtack.referee.orders import Carry, MarchOrder


def enemy_hexes(asked: Question) -> int:
    return asked.state.enemies(asked.side)


def uncovered_hexes(asked: Question) -> int:
    """Hexes the enemy controls and no friendly unit covers."""
    return asked.state.uncovered(asked.side)


def full_hexes(asked: Question) -> int:
    weight = asked.state.scenario.weight[asked.unit]
    return asked.state.full(weight) if weight else 0


def closed_sides(asked: Question) -> int:
    """Neighbours a unit cannot move into: neither does it attack those, nor retreat there (MS 7.1, 8.4)."""
    scenario, here = asked.state.scenario, asked.state.at[asked.unit]
    return scenario.board.grid.around_mask[here] & ~scenario.open_to(asked.unit, here)


def stack_limit(asked: Question, hex_: int) -> Args:
    return {"n": asked.state.scenario.params.stack_limit}


FULL = Ban("MS 5.1", "reason.full", full_hexes, stack_limit)
OUT_OF_PLAY = Ban("MS 4.8", "reason.out_of_play", out_of_play)


@lru_cache(maxsize=256)
def standing_room(ways: Ways) -> int:
    """The hexes that can be entered at all, by whoever takes these ways."""
    return mask_of(hex_ for hex_, near in enumerate(ways.entered_from) if near)


def no_standing_room(asked: Question) -> int:
    """Terrain a counter may not stand on; the clause is the line of the chart for the hex."""
    scenario = asked.state.scenario
    return scenario.board.playable & ~standing_room(scenario.ground.ways(scenario.profile((asked.unit,))))


CLOSED_GROUND: Ban[Any] = Labelled(
    lambda asked, hex_: (asked.state.scenario.ground.terrain[hex_].clause, "reason.prohibited"), no_standing_room
)


class PieceOrder(MarchOrder[Any]):
    """An order to the one unit its frame speaks of."""

    def __init__(self, verb: type[Action], clause: str, hex_bans: Sequence[Ban[Any]], do: Carry) -> None:
        others: Ban[Any] = Ban(clause, NOT_ASKED, lambda asked: ~(1 << asked.frame.piece))
        super().__init__(verb, (others,), hex_bans, do)

    def stands(self, asked: Question, unit: int) -> bool:
        return bool(unit == asked.frame.piece)
