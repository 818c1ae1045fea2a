"""Lines of supply, command and retreat: can one hex be joined to another, and by what way.

``neighbours`` is anything that lists, for each hex, the hexes one may go on to: ``grid.around`` for open
country, ``neighbours_of(edges)`` for the ways one kind of piece can take.  Hexes in ``closed`` are never
entered; the start is never asked.
"""

from collections.abc import Sequence

from hardtack.board.masks import hexes_in
from hardtack.board.reach import Edges, path_to

Neighbours = Sequence[Sequence[int]]


def neighbours_of(edges: Edges) -> tuple[tuple[int, ...], ...]:
    """The ways of a movement class without their cost."""
    return tuple(tuple(there for there, _ in moves) for moves in edges.moves)


def trace(
    neighbours: Neighbours, start: int, goals: int, closed: int = 0, limit: int | None = None
) -> list[int] | None:
    """A shortest way from ``start`` into the set ``goals``, both ends counted; None when there is none.

    ``limit`` is the most steps the way may have.  Among ways of one length the lowest hexes win.
    """
    if goals >> start & 1:
        return [start]
    parents = {start: start}
    front = [start]
    steps = 0
    while front and (limit is None or steps < limit):
        steps += 1
        found: list[int] = []
        for here in front:
            for there in neighbours[here]:
                if there not in parents and not closed >> there & 1:
                    parents[there] = here
                    found.append(there)
        front = sorted(found)
        for there in front:
            if goals >> there & 1:
                return path_to(parents, start, there)
    return None


def flood(neighbours: Neighbours, starts: int, closed: int = 0, limit: int | None = None) -> int:
    """The set of hexes that can be joined to any hex of ``starts`` (and those), within ``limit`` steps."""
    flooded, shut = starts, starts | closed
    front = list(hexes_in(starts))
    steps = 0
    while front and (limit is None or steps < limit):
        steps += 1
        found: list[int] = []
        for here in front:
            for there in neighbours[here]:
                if not shut >> there & 1:
                    shut |= 1 << there
                    flooded |= 1 << there
                    found.append(there)
        front = found
    return flooded
