"""The map of the campaign as the series reads it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache

from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.board.board import Board
from hardtack.board.grid import Grid
from hardtack.board.mapfile import load_board
from hardtack.board.masks import joined, mask_of

# What the map file calls hills is the book's rolling ground (GC 2.3.2), and a town takes the terrain of its
# hex, which is clear; both stay on the board as overlays, to be drawn and named.
READ_AS = {"hill": "rolling", "town": "clear"}


@cache
def load_map() -> Board:
    """The board, with its names as the Japanese book prints them: places in Latin letters, rivers with 川."""
    board = load_board(DATA / "map.toml")
    marks = {kind: mask_of(hex_ for hex_, terrain in enumerate(board.terrain) if terrain == kind) for kind in READ_AS}
    return replace(
        board,
        terrain=tuple(READ_AS.get(kind, kind) for kind in board.terrain),
        overlays={**board.overlays, **marks},
        places=tuple(replace(place, name_ja=place.name_en) for place in board.places),
        crossings=tuple(replace(crossing, name_ja=crossing.name_en) for crossing in board.crossings),
        paths=tuple(replace(path, name_ja=path.name_en) for path in board.paths),
        streams={slug: replace(stream, name_ja=_river(stream.name_en)) for slug, stream in board.streams.items()},
    )


@lru_cache(maxsize=16)
def road_net(board: Board) -> tuple[tuple[int, ...], ...]:
    """From each hex of a board, the neighbours to which a road or pike leads."""
    return tuple(
        tuple(there for there in board.grid.around[here] if board.along(("road", "pike"), here, there))
        for here in range(board.grid.size)
    )


@lru_cache(maxsize=10_000)
def is_road_open(board: Board, start: int, goal: int, closed: int) -> bool:
    """Whether roads and pikes lead from hex to hex past the closed ones; asked often, with the same hexes closed."""
    return not closed >> start & 1 and bool(joined(road_net(board), 1 << start, closed) >> goal & 1)


def columns_below(grid: Grid, column: int) -> int:
    """The hexes west of a column, as a mask."""
    return mask_of(hex_ for hex_ in range(grid.size) if grid.column(hex_) < column)


def _river(name_en: str) -> str:
    """Rappahannock River is Rappahannock川; runs and creeks keep their names."""
    name = name_en.removesuffix(" River")
    return f"{name}川" if name != name_en else name_en
