"""A game in memory: its match, its seats, and the views already made of its present version."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping
from typing import Any

from hardtack.referee.errors import BadRecord, HardtackError
from hardtack.referee.events import Outcome
from hardtack.referee.record import recorded_opening
from hardtack.server.errors import OldRules
from hardtack.server.library import Library
from hardtack.server.present import Presenter, Viewer
from hardtack.server.seating import Seating
from hardtack.server.store import Row, Standing, now
from hardtack.table import Fault, Match, Seat
from hardtack.table.seats import BOT, PERSON

PLAY = "play"
UNDO = "undo"


class LiveGame:
    """One game of the store, ready to be played. Everything on it happens under its lock."""

    def __init__(self, row: Row, seat_rows: Iterable[Row], seating: Seating, library: Library) -> None:
        self.id: str = row["id"]
        self.library = library
        self.lock = threading.RLock()
        self.match = open_match(row, library)
        self.bot_of: dict[str, str | None] = {}
        self.seating = seating
        self.seating_count: int = row["seating"]
        for seat in sorted(seat_rows, key=lambda seat: self.match.battle.sides.index(seat["side"])):
            self.bot_of[seat["side"]] = seat["bot"]
            kind = BOT if seat["kind"] == BOT else PERSON
            self.match.seats[seat["side"]] = Seat(seat["side"], kind, seat["bot"] or seat["name"])
        self.pace_ms: int = row["pace_ms"]
        self.paused: bool = row["paused"]
        self.forgotten = False  # True: what is in memory may not be in the store
        self._bodies: dict[Viewer, dict[str, Any]] = {}

    @property
    def standing(self) -> Standing:
        return Standing(self.match.version, self.pace_ms, self.paused, self.seating_count)

    @property
    def bot_next(self) -> bool:
        """True when the game waits for a bot."""
        side = self.match.to_act
        return side is not None and self.bot_of.get(side) is not None

    def sides_of(self, key: str | None) -> tuple[str, ...]:
        """The sides a key holds; without a key, none."""
        return self.seating.sides_of(key)

    def reseat(self, seating: Seating, seat_rows: Iterable[Row], count: int) -> None:
        """Others hold the seats now, or by other keys; whoever sat down may have said a name."""
        self.seating, self.seating_count = seating, count
        for row in seat_rows:
            seat = self.match.seats[row["side"]]
            if seat.kind == PERSON:
                seat.name = row["name"]

    def follow(self, change: Row) -> None:
        """Do what the store says was done."""
        match = self.match
        if change["kind"] == UNDO:
            match.follow_undo(int(change["action"]))
        else:
            if change["fault"]:
                match.seats[change["side"]].faults.append(Fault(**json.loads(change["fault"])))
            match.follow(change["side"], change["action"], read_dice(change["dice"]))
        if match.version != change["version"]:
            raise BadRecord(f"the store has version {change['version']} where {match.version} follows")
        self._bodies.clear()

    def changed(self) -> None:
        self._bodies.clear()

    def body(self, viewer: Viewer) -> dict[str, Any]:
        """What a viewer sees but for the log; made once for each version."""
        found = self._bodies.get(viewer)
        if found is None:
            found = self._bodies[viewer] = Presenter(self.match, viewer).body()
        return found

    def summary(self) -> dict[str, Any]:
        """What the store notes of the game besides its changes."""
        match = self.match
        outcome = match.outcome
        return {
            "number": match.for_seat(None).number,  # anybody may read it
            "turn": match.state.turn,
            "to_act": match.to_act,
            "bot_next": self.bot_next,
            "over": outcome is not None,
            "outcome": write_outcome(outcome),
            "headers": json.dumps(match.headers),
        } | ({"updated": now()} if match.state.audience is None else {})  # nor when something is decided in secret


def write_outcome(outcome: Outcome | None) -> str:
    """How a game ended, as the store notes it."""
    if outcome is None:
        return ""
    return json.dumps({"winner": outcome.winner, "level": outcome.level, "clause": outcome.clause})


def open_match(row: Row, library: Library) -> Match:
    """The match as it began; its changes are yet to follow."""
    try:
        headers = json.loads(row["headers"])
        named = {"scenario": row["scenario"], "rules": row["rules"]}
        opening = recorded_opening(headers | named, json.loads(row["settings"]), library.find)
        return Match.resume(opening, read_dice(row["opening_dice"]), row["seed"], headers)
    except HardtackError as error:
        raise OldRules(f"the game does not begin with the present rules: {error}") from error


def write_dice(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def read_dice(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())


def change_row(game_id: str, version: int, kind: str, side: str, action: str, **more: Any) -> Mapping[str, Any]:
    row = {"game": game_id, "version": version, "kind": kind, "side": side, "action": action}
    return row | {"dice": "", "fault": None, "at": now()} | more
