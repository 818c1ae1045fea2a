"""A game in memory: its match, its seats, and the views made of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from hardtack.referee.dice import AbsentDice
from hardtack.referee.endings import read_ending
from hardtack.referee.errors import BadRecord, HardtackError
from hardtack.referee.events import Outcome
from hardtack.referee.journal import Entry
from hardtack.referee.limits import go_on
from hardtack.referee.record import recorded_opening
from hardtack.server import seat_store, snapshots, talk_store
from hardtack.server.clocks import read_clock
from hardtack.server.errors import OldRules, PrivateGame
from hardtack.server.library import Library
from hardtack.server.present import RECENT
from hardtack.server.seating import Seating
from hardtack.server.store import Row, Standing, Store, Write, now
from hardtack.server.talk_store import Proposal
from hardtack.server.viewing import Views
from hardtack.table import Fault, Match, orders
from hardtack.table.seats import BOT, PERSON
from hardtack.table.tail import Earlier, in_memory

PLAY = "play"
UNDO = "undo"
ANSWER = "answer"  # played by an answer its side had given once for all
MAIL = "mail"  # the header of a game by mail: whose it is, by the commitment of the secret
HINTS = "hints"  # the header that says whether a game gives any: on, off
TAKE_BACK = "takeback"  # taken back by agreement, dice included
END = "end"  # the players ended it
LATEST = 2 * RECENT  # actions that stay in memory when it is short
# What a game takes in memory, as measured: the game itself, each action, and each piece made ready to be shown.
GAME_BYTES, MOVE_BYTES, PIECE_BYTES = 60_000, 3_000, 1_200


class LiveGame:
    """One game of the store, ready to be played. Everything on it happens under its lock."""

    def __init__(
        self, row: Row, seat_rows: Iterable[Row], seating: Seating, store: Store, library: Library,
        now: Callable[[], float] = now, left: tuple[snapshots.Taken, int] | None = None,
    ) -> None:  # fmt: skip
        """`left`: as it was when it last left the memory, if that is still known."""
        self.id: str = row["id"]
        self.store, self.library, self.now = store, library, now
        self.clock = read_clock(row["clock"], row["clock_state"])
        self.lock = threading.Lock()  # let go by whoever took it, which need not be the same thread
        self.match = self._open(row, None if left is None else left[0])
        # How many actions it had when it was last written down whole: in a snapshot, or at its beginning.
        self.opened_at = self.match.number if left is None else left[1]
        self.stored = self.match.version  # the latest that is known to be on disk
        self.bot_of: dict[str, str | None] = {}
        self.person_of: dict[str, str | None] = {}
        self.private: bool = row["visibility"] == "private"
        self.rated: str = row["rated"]
        self.rematch: str | None = row["rematch"]
        self.match.delay = row["delay"]
        self.talk_count: int = row["talk"]
        self.proposals: tuple[Proposal, ...] = talk_store.proposals(store, self.id)
        self.views = Views(self)
        self.reseat(seating, seat_rows, row["seating"])
        for change in self.store.faults_until(self.id, self.match.version):
            self._note_fault(change)
        self.lesson: str | None = row["lesson"]
        self.pace_ms: int = row["pace_ms"]
        self.paused: bool = row["paused"]
        self.followed = False  # True: everything the store had when it was opened has been done
        self.noticed: str | None = self.match.to_act  # whom it waited for when that was last told
        self.forgotten = False  # True: what is in memory may not be in the store
        self._noted: tuple[dict[str, str], str] = ({}, "{}")  # the headers as they were last written down

    def _open(self, row: Row, left: snapshots.Taken | None) -> Match:
        """The match as it began, was left, or as a snapshot has it; the changes since are yet to follow."""
        if left is not None:
            match = self._go_on(row, left.state, left.number, left.version, left.rolled, left.behind)
        else:
            match = self._from_snapshot(row, row["number"]) or open_match(row, self.library)
        if MAIL in match.headers:
            match.dice = AbsentDice()  # they come with the letters
        return match

    def _from_snapshot(self, row: Row, number: int) -> Match | None:
        """The match as the latest snapshot of so many actions or fewer has it."""
        found = snapshots.find(self.store, row, number, self.library)
        if found is None:
            return None
        kept, state = found
        return self._go_on(row, state, kept["number"], kept["version"], kept["rolled"], tuple(kept["behind"].split()))

    def _go_on(
        self, row: Row, state: Any, number: int, version: int, rolled: int, behind: tuple[str, ...]
    ) -> Match:  # fmt: skip
        headers = json.loads(row["headers"])
        return Match.go_on(state, number, version, rolled, row["seed"], headers, self.fetch, behind)

    def fetch(self, first: int, until: int) -> Earlier:
        """Entries that are not in memory, played again from the store and the snapshot before them, if any."""
        row = self.store.known_game(self.id)
        again = self._from_snapshot(row, first - 1) or open_match(row, self.library)
        begun, base = again.number, again.state
        changes = self.store.changes_after(self.id, again.version)
        loose = taken_back(changes)
        for change in changes:
            if change["version"] > self.match.version:
                break
            go_on()
            repeat(again, change, change["version"] not in loose)
        if not begun:
            return Earlier(0, None, again.journal.entries[:until])
        return Earlier(begun + 1, base, again.journal.entries[begun + 1 : until])

    def shorten_memory(self) -> None:
        """Leave all but the latest actions to the store."""
        if not self.match.journal.veiled:  # else everybody's count takes the whole of it
            self.match.shorten_memory(LATEST, self.fetch)

    @property
    def memory(self) -> int:
        """About how many bytes the game takes."""
        return GAME_BYTES + in_memory(self.match.journal) * MOVE_BYTES + self.views.pieces * PIECE_BYTES

    def _note_fault(self, change: Row) -> None:
        self.match.seats[change["side"]].faults.append(Fault(**json.loads(change["fault"])))

    @property
    def standing(self) -> Standing:
        return Standing(self.match.version, self.pace_ms, self.paused, self.seating_count, self.talk_count)

    @property
    def open_proposals(self) -> tuple[Proposal, ...]:
        """What waits for an answer: what is to be taken back only while nobody has acted since."""
        if self.match.outcome is not None:
            return ()
        stands = self.match.version
        return tuple(one for one in self.proposals if one.kind != talk_store.TAKE_BACK or one.version == stands)

    @property
    def bot_next(self) -> bool:
        """True when the game waits for a bot."""
        side = self.match.to_act
        return side is not None and self.bot_of.get(side) is not None

    @property
    def among_bots(self) -> bool:
        """Whether nobody but bots plays."""
        return all(seat.kind == BOT for seat in self.match.seats.values())

    @property
    def hints(self) -> bool:
        """Whether a player may ask what a bot would do; a game that says nothing of it is older than hints."""
        noted = self.match.headers.get(HINTS, "")
        return noted == "on" if noted else any(bot is not None for bot in self.bot_of.values())

    @property
    def on_clock(self) -> str | None:
        """The side whose time runs: that of a person who decides, once everybody is there."""
        side, seats = self.match.to_act, self.match.seats.values()
        waiting = any(seat.kind == PERSON and not self.seating.held(seat.side) for seat in seats)
        return None if side is None or waiting or self.match.seats[side].kind == BOT else side

    def time(self) -> dict[str, Any]:
        """What the store notes of the time, brought up to now; nothing for a game without a clock."""
        if self.clock is None:
            return {}
        self.clock.run(self.on_clock, self.match.state.turn, self.now())
        return {"clock_state": self.clock.write(), "due": self.clock.due}

    @property
    def veiled(self) -> bool:
        """True when something was decided in secret that is not out yet: then not all count the actions alike."""
        return self.match.journal.veiled and self.match.outcome is None

    def check_looker(self, key: str | None) -> None:
        """Only its players look at a private game."""
        if self.private and key is None:
            raise PrivateGame("the game is private")

    def reseat(self, seating: Seating, seat_rows: Iterable[Row], count: int) -> None:
        """Others hold the seats now, or by other keys; whoever sat down may have said a name."""
        self.seating, self.seating_count = seating, count
        for row in seat_rows:
            seat = self.match.seats[row["side"]]
            self.bot_of[row["side"]] = row["bot"]
            self.person_of[row["side"]] = row["person"]
            seat.kind = BOT if row["kind"] == BOT else PERSON  # a bot may stand in for somebody
            seat.name = row["bot"] or row["name"]
            seat.answers = known_answers(row["answers"], self.match) if seat.kind == PERSON else {}
        self.views.changed()

    def hear(self, proposals: tuple[Proposal, ...], count: int) -> None:
        """Something was said or proposed at the table."""
        self.proposals, self.talk_count = proposals, count
        self.views.changed()

    def follow(self, change: Row, sealed: bool = True) -> None:
        """Do what the store says was done; `sealed`: with dice that were not taken back later."""
        match = self.match
        if change["fault"]:
            self._note_fault(change)
        repeat(match, change, sealed)
        if match.version != change["version"]:
            raise BadRecord(f"the store has version {change['version']} where {match.version} follows")
        self.views.changed()

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
            "headers": self._write_headers(),
            **self.time(),
        } | ({"updated": now()} if match.state.audience is None else {})  # nor when something is decided in secret

    def _write_headers(self) -> str:
        """The headers of the match, which seldom change."""
        if self._noted[0] != self.match.headers:
            self._noted = dict(self.match.headers), json.dumps(self.match.headers)
        return self._noted[1]


def repeat(match: Match, change: Row, sealed: bool = True) -> None:
    """Do once more what was done."""
    if change["kind"] == UNDO:
        match.follow_undo(int(change["action"]))
    elif change["kind"] == TAKE_BACK:
        match.follow_take_back(int(change["action"]))
    elif change["kind"] == END:
        ending = read_ending(change["action"])
        if ending is None:
            raise BadRecord(f"no game ends with {change['action'][:40]!r}")
        match.end(ending)
    else:
        standing = change["kind"] == ANSWER
        match.follow(change["side"], change["action"], read_dice(change["dice"]), standing, sealed)


def taken_back(changes: Iterable[Row]) -> set[int]:
    """The versions of actions that were taken back by agreement: the seals of the game do not speak of their dice."""
    loose: set[int] = set()
    played: list[int] = []
    for change in changes:
        if change["kind"] in (UNDO, TAKE_BACK):
            gone = played[max(0, len(played) - int(change["action"])) :]
            del played[len(played) - len(gone) :]
            loose.update(gone if change["kind"] == TAKE_BACK else ())
        elif change["kind"] != END:
            played.append(change["version"])
    return loose


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


def known_answers(text: str, match: Match) -> dict[str, str]:
    """The standing answers of a seat, as far as the present rules know the question and the answer."""
    known = orders.answerable(match)
    return {frame: verb for frame, verb in seat_store.read_answers(text).items() if verb in known.get(frame, ())}


def change_row(game_id: str, version: int, kind: str, side: str, action: str, **more: Any) -> Mapping[str, Any]:
    row = {"game": game_id, "version": version, "kind": kind, "side": side, "action": action}
    return row | {"dice": "", "fault": None, "at": now()} | more


class Step(NamedTuple):
    """A change that is yet to be written, and the snapshot that is due with it."""

    write: Write
    taken: snapshots.Taken | None


def step(live: LiveGame, kind: str, entry: Entry, fault: str | None = None) -> Step:
    """The last action of a game as it is to be written."""
    dice = write_dice(entry.dice)
    change = change_row(
        live.id, live.match.version, kind, str(entry.side), str(entry.action), dice=dice, fault=fault
    )  # fmt: skip
    return Step(Write(change, live.summary()), snapshots.due(live.id, live.match))
