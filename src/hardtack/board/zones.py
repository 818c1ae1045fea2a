"""Zones of control: the hexes a piece makes dangerous round itself."""

from collections.abc import Callable

from hardtack.board.board import Board


def zone_masks(board: Board, extends: Callable[[int, int], bool]) -> tuple[int, ...]:
    """For each hex the neighbours a piece there controls; ``extends(a, b)`` says whether a zone crosses."""
    masks: list[int] = []
    for here in range(board.grid.size):
        zone = 0
        if board.playable >> here & 1:
            for there in board.grid.around[here]:
                if board.playable >> there & 1 and extends(here, there):
                    zone |= 1 << there
        masks.append(zone)
    return tuple(masks)
