"""Replays: the film of a game as frames, each with what changed, and the places to jump to."""

from __future__ import annotations

from hardtack.server.catalogue import Json, say
from hardtack.server.present import Presenter, Viewer
from hardtack.table import Match


def show_film(match: Match, viewer: Viewer, first: int, last: int) -> Json:
    """The actions after `first`, up to and with `last`, as a viewer may see them."""
    start = Presenter(match, viewer, first)
    pieces = start.show_pieces()
    frames = []
    before = {piece["id"]: piece for piece in pieces}
    for number in range(first + 1, last + 1):
        frame = Presenter(match, viewer, number)
        changed = [piece for piece in frame.show_pieces() if piece != before[piece["id"]]]
        before |= {piece["id"]: piece for piece in changed}
        frames.append(show_frame(frame, changed))
    return {
        "from": first,
        "to": last,
        "last_number": match.number,
        "opening": pieces,
        "frames": frames,
        "turns": turn_marks(match),
        "battles": battle_marks(match, viewer),
    }


def show_frame(frame: Presenter, changed: list[Json]) -> Json:
    return {
        "move": frame.show_move(frame.number),
        "lines": frame.show_lines(frame.number - 1),
        "turn": frame.state.turn,
        "clock": frame.battle.clock(frame.state),
        "phase": say(frame.battle, frame.battle.phase(frame.state), frame.lang),
        "to_act": frame.to_act,
        "meter": round(frame.battle.standing(frame.state).meter, 4),
        "changed": changed,
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
