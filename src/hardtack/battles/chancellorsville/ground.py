"""The map of the campaign as the series reads it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.board.board import Board
from hardtack.board.mapfile import load_board
from hardtack.board.masks import mask_of

# What the map file calls hills is the book's rolling ground (GC 2.3.2), and a town takes the terrain of its
# hex, which is clear; both stay on the board as overlays, to be drawn and named.
READ_AS = {"hill": "rolling", "town": "clear"}


@cache
def load_map() -> Board:
    sheet = load_board(DATA / "map.toml").sheet
    marks = {kind: mask_of(hex_ for hex_, terrain in enumerate(sheet.terrain) if terrain == kind) for kind in READ_AS}
    terrain = tuple(READ_AS.get(kind, kind) for kind in sheet.terrain)
    return Board(replace(sheet, terrain=terrain, overlays={**sheet.overlays, **marks}))
