"""Replays: the film of a game as frames, each with what changed, and the places to jump to."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hardtack.referee.limits import go_on
from hardtack.server.bodies import Bridge, Line, Move, Piece
from hardtack.server.catalogue import Json
from hardtack.server.present import Presenter, Viewer
from hardtack.server.scenes import show_bridges, show_piece
from hardtack.table import Match
from hardtack.table.story import say


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
