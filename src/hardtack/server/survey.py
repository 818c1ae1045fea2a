"""The whole board at a glance: overlays, marches further ahead, the roster of both armies."""

from __future__ import annotations

from collections.abc import Mapping

from hardtack.board.masks import hexes_in
from hardtack.referee.events import text
from hardtack.referee.showing import Cell, Hint, Way
from hardtack.server.catalogue import Json, find_hex, find_unit, zones_of
from hardtack.server.errors import UnknownOverlay
from hardtack.server.present import Presenter
from hardtack.server.scenes import overlays
from hardtack.table.story import say

# A battle may have words for what each means in an overlay of its own.
TINTS = ("good", "fair", "poor", "bad", "first", "second")


def show_overlay(presenter: Presenter, kind: str, hex_: str) -> Json:
    """The hexes an overlay tints; a battle's own are asked from a hex, terrain and zones of control are everywhere."""
    battle, scenario = presenter.battle, presenter.scenario
    known = overlays(presenter.state)
    if kind not in known:
        raise UnknownOverlay(f"no overlay {kind[:20]!r}; there is {', '.join(known) or 'none'}")
    if kind in EVERYWHERE:
        cells = EVERYWHERE[kind](presenter)
    else:
        cells = list(battle.page.overlay(presenter.state, kind, find_hex(scenario.board, hex_)))
    return {
        "version": presenter.match.version,
        "kind": kind,
        "name": presenter.word(f"overlay.{kind}"),
        "legend": {
            tint: presenter.word(f"overlay.{kind}.{tint}") for tint in TINTS if f"overlay.{kind}.{tint}" in battle.words
        },
        "cells": [show_cell(presenter, cell) for cell in cells],
    }


def zone_cells(presenter: Presenter) -> list[Cell]:
    """Every hex in somebody's zone of control, by whose it is."""
    zones = zones_of(presenter.state) or {}
    cells = []
    for hex_ in hexes_in(presenter.scenario.board.playable):
        held = [side for side, mask in zones.items() if mask >> hex_ & 1]
        if held:
            kind = "zone-both" if len(held) > 1 else f"zone-{held[0]}"
            cells.append(Cell(presenter.scenario.board.grid.name(hex_), kind))
    return cells


def terrain_cells(presenter: Presenter) -> list[Cell]:
    """What each hex counts as, where the map shows woods that have edges. A sign tells it without colours."""
    board = presenter.scenario.board
    signs = short_signs({kind: presenter.word(f"term.{kind}") for kind in set(board.terrain)})
    return [
        Cell(board.grid.name(hex_), f"terrain-{kind}", signs[kind], text("overlay.ground", term=kind))
        for hex_ in hexes_in(board.playable)
        for kind in [board.terrain[hex_]]
    ]


def short_signs(names: Mapping[str, str]) -> dict[str, str]:
    """The fewest first letters that tell each name from all others; the whole name where another begins with it."""
    signs = {}
    for kind, name in names.items():
        others = [other for key, other in names.items() if key != kind]
        begun = [name[:n] for n in range(1, len(name)) if name[n - 1] != " "]
        sign = next((part for part in begun if not any(other.startswith(part) for other in others)), name)
        signs[kind] = sign[:1].upper() + sign[1:]
    return signs


EVERYWHERE = {"terrain": terrain_cells, "zones": zone_cells}


def show_cell(presenter: Presenter, cell: Cell) -> Json:
    label = None if cell.label is None else say(presenter.battle, cell.label, presenter.lang)
    return {"hex": cell.hex, "kind": cell.kind, "text": cell.text, "label": label}


def show_ways(presenter: Presenter, unit: str) -> list[Json]:
    """Where a unit that goes hex by hex could get to with several actions."""
    find_unit(presenter.scenario, unit)
    return [show_way(presenter, unit, way) for way in presenter.battle.page.ways(presenter.state, unit) if way.actions]


def show_way(presenter: Presenter, unit: str, way: Way) -> Json:
    """A march in the shape of an option, with all its actions."""
    label = text("way.march", unit=unit, hex=way.hex)
    hint = Hint("move", label, unit, way.hex, way.cost, way.path, stops=way.stops, risk=way.risk)
    return presenter.show_option(way.actions[0], hint) | {"actions": [str(action) for action in way.actions]}


def show_roster(presenter: Presenter) -> list[Json]:
    """Every formation with what the viewer may know of it."""
    battle, lang = presenter.battle, presenter.lang
    return [
        {
            "label": say(battle, formation.label, lang),
            "side": formation.side,
            "lines": [say(battle, line, lang) for line in formation.lines],
            "units": list(formation.units),
        }
        for formation in battle.page.roster(presenter.state)
    ]
