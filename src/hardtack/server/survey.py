"""The whole board at a glance: overlays, marches further ahead, the roster of both armies. And a whole game: its film
as frames, each with what changed, and the places to jump to."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from hardtack.board.masks import hexes_in
from hardtack.referee.events import text
from hardtack.referee.limits import go_on
from hardtack.referee.showing import Cell, Hint, Way
from hardtack.server.bodies import Bridge, Line, Move, Piece
from hardtack.server.catalogue import Json, find_hex, find_unit, zones_of
from hardtack.server.errors import UnknownOverlay
from hardtack.server.present import Presenter, Viewer
from hardtack.server.scenes import overlays, show_bridges, show_piece
from hardtack.table import Match
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


# -- the film of a game


class FilmFrame(BaseModel):
    move: Move
    lines: list[Line]
    turn: int
    clock: str
    phase: str
    to_act: str | None
    meter: float
    changed: list[Piece]
    bridges: list[Bridge]


class TurnMark(BaseModel):
    turn: int
    number: int


class BattleMark(BaseModel):
    number: int
    label: str


class Film(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    from_: int = Field(alias="from")
    to: int
    last_number: int
    opening: list[Piece]
    bridges: list[Bridge]
    frames: list[FilmFrame]
    turns: list[TurnMark]
    battles: list[BattleMark]


def show_film(match: Match, viewer: Viewer, first: int, last: int) -> Json:
    """The actions after `first`, up to and with `last`, as a viewer may see them."""
    match = viewer.known(match)
    start = Presenter(match, viewer, first)
    pieces = start.show_pieces()
    frames = []
    faces = all_faces(start)
    for number in range(first + 1, last + 1):
        go_on()
        frame = Presenter(match, viewer, number)
        before, faces = faces, all_faces(frame)
        changed = [show_changed(frame, n) for n, face in enumerate(faces) if face != before[n]]
        frames.append(show_frame(frame, changed))
    return {
        "from": first,
        "to": last,
        "last_number": match.number,
        "opening": pieces,
        "bridges": show_bridges(start.battle.page.bridges(start.state)),
        "frames": frames,
        "turns": turn_marks(match),
        "battles": battle_marks(match, viewer),
    }


def all_faces(frame: Presenter) -> list[tuple[object, ...]]:
    """Everything a film shows of each piece; what looks the same need not be sent again."""
    return [
        (place, look.numbers, look.markers, look.spent, look.unseen_at)
        for place, look in zip(frame.state.at, frame.battle.page.looks(frame.state), strict=True)
    ]


def show_changed(frame: Presenter, number: int) -> Json:
    look = frame.battle.page.look(frame.state, number)
    return show_piece(frame.scenario, number, look, frame.state.at[number], False, frame.lang)


def show_frame(frame: Presenter, changed: list[Json]) -> Json:
    return {
        "move": frame.show_move(frame.number),
        "lines": frame.show_lines(frame.number - 1),
        "turn": frame.state.turn,
        "clock": frame.battle.page.clock(frame.state),
        "phase": say(frame.battle, frame.battle.page.phase(frame.state), frame.lang),
        "to_act": frame.to_act,
        "meter": round(frame.battle.page.standing(frame.state).meter, 4),
        "changed": changed,
        "bridges": show_bridges(frame.battle.page.bridges(frame.state)),
    }


def turn_marks(match: Match) -> list[Json]:
    """The action with which each turn begins."""
    marks: list[Json] = []
    for number, entry in enumerate(match.journal.entries):
        if not marks or entry.after.turn != marks[-1]["turn"]:
            marks.append({"turn": entry.after.turn, "number": number})
    return marks


def battle_marks(match: Match, viewer: Viewer) -> list[Json]:
    """Every attack, to jump to. Only actions that took dice are looked at: an attack rolls."""
    found = []
    presenter = Presenter(match, viewer)
    for number, entry in enumerate(match.journal.entries):
        if entry.dice and entry.action is not None:
            move = presenter.show_move(number)
            if move["kind"] == "attack":
                found.append({"number": number, "label": move["label"]})
    return found
