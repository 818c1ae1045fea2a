"""Every game of the store, the busy ones kept in memory. Thin: the table knows the game, the store keeps it.

An action is played in memory, written, and only then acknowledged and announced; all of that under the game's
lock, so nobody sees what is not on disk. If the write fails the game in memory is thrown away and read again.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any

from hardtack.referee.actions import Action
from hardtack.referee.errors import DiceWanted, HardtackError
from hardtack.referee.journal import Entry
from hardtack.referee.umpire import deciding
from hardtack.server import seat_store, snapshots, talk_store
from hardtack.server.clocks import read_clock
from hardtack.server.errors import OldRules, UnknownGame
from hardtack.server.group_writer import GroupWriter
from hardtack.server.library import Library
from hardtack.server.live import (
    ANSWER,
    PLAY,
    TAKE_BACK,
    UNDO,
    LiveGame,
    Step,
    change_row,
    step,
    taken_back,
    write_dice,
)
from hardtack.server.memory import tidy
from hardtack.server.new_games import CHALLENGE, PLAIN, Conditions, Invitation, SeatPlan, lay_out
from hardtack.server.notices import CHALLENGED, ENDED, YOUR_TURN, Notice, Notices
from hardtack.server.seating import Seating
from hardtack.server.store import Conflict, Standing, Store, Write, now
from hardtack.table import Fault, Match, StaleMove, orders
from hardtack.table.seats import PERSON
from hardtack.table.tail import TailJournal

TIDY_EVERY = 200  # changes from one look at the memory to the next


class GameService:
    def __init__(self, store: Store, library: Library, clock: Callable[[], float] = now) -> None:
        self.store = store
        self.clock = clock
        self.library = library
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._opening = threading.Lock()
        self.changes = 0  # what was written into games since the process began: actions, and what takes them back
        self.lately = snapshots.LatelyLeft()
        self.let_go = 0  # bytes of games put out of memory so far, about
        self.writer = GroupWriter(store)
        self.listeners: list[Callable[[LiveGame], None]] = []
        self.notices = Notices()

    # -- opening games

    def create(
        self, match: Match, plans: Mapping[str, SeatPlan], pace_ms: int, device: str = "",
        conditions: Conditions = PLAIN,
    ) -> Invitation:  # fmt: skip
        """Store a new match (or one taken from a record); hand out its maker's key and the invitations.

        The key holds all seats the maker takes, which may be none: the game can be invited to and deleted by it.
        """
        made, rows = lay_out(match, plans, pace_ms, device, conditions)
        self.store.create(*rows)
        for side, plan in plans.items():
            if plan.who == CHALLENGE:
                self.notices.tell(Notice(CHALLENGED, made.id, side, plan.person or ""))
        with self.game(made.id) as live:
            self.keep_clock(live)
            self.announce(live)
        return made

    @contextmanager
    def game(self, game_id: str, heard: Standing | None = None) -> Iterator[LiveGame]:
        """The game as it stands in the store, locked for whoever asks. `heard`: how it stood a moment ago."""
        while True:
            live = self._find(game_id)
            with live.lock:
                if live.forgotten:  # by whoever held it while we waited
                    continue
                changed = self._catch_up(live, heard)
                if live.forgotten:
                    continue
                if changed:
                    self.announce(live)
                yield live
                return

    def at_hand(self, game_id: str) -> LiveGame | None:
        """A game in memory, without looking whether the store has moved on."""
        live = self._live.get(game_id)
        if live is not None:
            with suppress(KeyError):  # it has just left
                self._live.move_to_end(game_id)
        return live

    @property
    def in_memory(self) -> int:
        return len(self._live)

    def _find(self, game_id: str) -> LiveGame:
        with self._opening:
            live = self._live.get(game_id)
            if live is None:
                live = self._live[game_id] = self._open(game_id)
                self.let_go += tidy(self._live, self.writer.keep, self.lately)
            self._live.move_to_end(game_id)
            return live

    def _open(self, game_id: str) -> LiveGame:
        with self.store.reading():  # one look at the store for all of it
            row = self.store.known_game(game_id)
            return LiveGame(
                row, self.store.seats_of([game_id]), self.seating(game_id), self.store, self.library, self.clock,
                self.lately.take(game_id, row["version"]),
            )  # fmt: skip

    def seating(self, game_id: str) -> Seating:
        """Who holds the seats of a game, as it stands in the store."""
        return seat_store.seatings(self.store, [game_id])[game_id]

    def _catch_up(self, live: LiveGame, heard: Standing | None = None) -> bool:
        """Follow what other processes have played since, and their pace; True when there was something."""
        # Whoever heard of further actions need not ask whether there are any; nothing else is taken on hearsay.
        further = heard is not None and heard.version > live.match.version and heard[3:] == live.standing[3:]
        stands = heard if further and live.followed else self.store.stands(live.id)
        if stands is None:
            self.forget(live)
            raise UnknownGame(f"no game {live.id!r}")
        if stands == live.standing:
            live.followed = True
            return False
        if stands.version < live.match.version:  # the store was brought back to an earlier day
            self.forget(live)
            return False
        live.pace_ms, live.paused = stands.pace_ms, stands.paused
        live.views.changed()
        if live.clock is not None or stands.talk != live.talk_count:
            row = self.store.game(live.id)  # what others note besides the changes of the game
            if row is not None:
                live.clock, live.rematch = read_clock(row["clock"], row["clock_state"]), row["rematch"]
        if stands.seating != live.seating_count:
            live.reseat(self.seating(live.id), self.store.seats_of([live.id]), stands.seating)
            self.keep_clock(live)
        if stands.talk != live.talk_count:
            live.hear(talk_store.proposals(self.store, live.id), stands.talk)
        try:
            if not self._follow(live):
                self.forget(live)  # other dice were sealed
                return False
        except HardtackError as error:
            self.forget(live)
            if isinstance(live.match.journal, TailJournal):  # perhaps the snapshot is to blame: do without
                snapshots.drop(self.store, live.id)
                self.lately.drop(live.id)
                return False
            raise OldRules(f"the stored game does not replay: {error}") from error
        return True

    def _follow(self, live: LiveGame) -> bool:
        """Do what the store says was done since; who had to do much of it keeps the next from having to.

        False for a game in use of which dice were taken back: how it goes on is sealed anew, and must be read anew.
        """
        taken = []
        changes = self.store.changes_after(live.id, live.match.version)
        loose = taken_back(changes)
        if live.followed and any(change["kind"] == TAKE_BACK for change in changes):
            return False
        for change in changes:
            live.follow(change, change["version"] not in loose)
            taken.append(snapshots.due(live.id, live.match) if not loose else None)
        live.followed = True
        live.stored = live.match.version
        live.noticed = live.match.to_act  # whoever played has told them
        for snapshot in [found for found in taken if found is not None][-snapshots.KEPT :]:
            self.writer.keep(snapshot)
        return True

    def forget(self, live: LiveGame) -> None:
        """Throw away a game in memory that is not what the store has; the next to ask reads it again."""
        live.forgotten = True
        with self._opening:
            if self._live.get(live.id) is live:
                del self._live[live.id]

    @contextmanager
    def _or_forget(self, live: LiveGame) -> Iterator[None]:
        """What fails half way leaves nothing in memory that the store does not have."""
        try:
            yield
        except BaseException:
            self.forget(live)
            raise

    # -- changing them

    def play(
        self, live: LiveGame, action: Action | str, seat: str, expected: int | None, fault: Fault | None = None
    ) -> Entry:
        """Play an action for a seat, and whatever people have answered to it once for all; all of it is on disk when
        this returns. The caller holds the game."""
        entry = live.match.play(action, seat, expected)
        noted = None if fault is None else json.dumps(asdict(fault))
        self._write(live, step(live, PLAY, entry, noted), *self._react(live))
        if fault is not None:
            live.match.seats[seat].faults.append(fault)
        return entry

    def follow(self, live: LiveGame, moves: Iterable[tuple[str, str, Sequence[int]]]) -> None:
        """Play what was played elsewhere: sides, actions and dice. On disk when this returns; the caller holds it."""
        with self._or_forget(live):
            steps = [step(live, PLAY, live.match.follow(*move)) for move in moves]
        if steps:
            self._write(live, *steps)

    def answer_always(self, live: LiveGame, side: str, frame: str, verb: str | None) -> None:
        """Answer a kind of question once for all, from what is asked now on; None: be asked again.

        Nothing else plays a standing answer but the action it follows: what a player has taken back is his to decide.
        """
        orders.check_answer(live.match, side, frame, verb)
        seat_store.answer_always(self.store, live.id, side, frame, verb)
        self._catch_up(live)  # with the seats as they are noted now
        asked = not live.forgotten and live.match.to_act == side and type(deciding(live.match.state)).__name__ == frame
        answered = self._react(live) if asked else []
        if answered:
            self._write(live, *answered)
        else:
            self.announce(live)

    def react(self, live: LiveGame) -> None:
        """Answer what was answered once for all, after what was played elsewhere; where that rolls dice that are not
        there, its player is asked. The caller holds the game."""
        with suppress(DiceWanted):
            if answered := self._react(live):
                self._write(live, *answered)

    def _react(self, live: LiveGame) -> list[Step]:
        """Play what people have answered once for all; it is yet to be written."""
        steps: list[Step] = []

        def play(action: Action, side: str) -> Entry:
            entry = live.match.play(action, side, standing=True)
            steps.append(step(live, ANSWER, entry))
            return entry

        with self._or_forget(live):  # the action before it is not written either
            orders.react(live.match, play)
        return steps

    def begin_play(self, live: LiveGame, action: str, seat: str, expected: int) -> Write | None:
        """The same in the event loop, where others go on while it is written: play an action in memory. What is to be
        written of it, or None when nothing was done.

        The caller holds the game. Nobody has looked whether the store has moved on: the write finds out.
        """
        try:
            entry = live.match.play(action, seat, expected)
        except HardtackError:
            return None
        change = change_row(live.id, live.match.version, PLAY, seat, str(entry.action), dice=write_dice(entry.dice))
        with self._or_forget(live):
            return Write(change, live.summary(), live.seating_count)

    def end_play(self, live: LiveGame, done: bool) -> bool:
        """It is written, and everybody is told; or somebody else was first, and the game is to be read again."""
        if done:
            self._changed(live, snapshots.due(live.id, live.match))
        else:
            self.forget(live)
        return done

    def note_change(self, live: LiveGame, kind: str, side: str, action: str, **noted: Any) -> None:
        """Write a change that has been made and is no action, with what else the store is to note."""
        change = change_row(live.id, live.match.version, kind, side, action)
        self._write(live, Step(Write(change, live.summary() | noted), None))

    def keep_clock(self, live: LiveGame) -> None:
        """Note how the time stands after somebody sat down, stood up or went away. The caller holds the game."""
        if live.clock is not None:
            noted = live.time()
            self.store.set_clock(live.id, live.match.version, noted["clock_state"], noted["due"])

    def catch_up(self, live: LiveGame) -> None:
        """Follow what was just written about a game besides its actions, and tell everybody. The caller holds it."""
        if self._catch_up(live):
            self.announce(live)

    def undo(self, live: LiveGame, count: int, sides: tuple[str, ...], expected: int | None) -> None:
        live.match.undo(count, sides, expected)
        change = change_row(live.id, live.match.version, UNDO, sides[0], str(count))
        self._write(live, Step(Write(change, live.summary()), snapshots.due(live.id, live.match)))

    def _write(self, live: LiveGame, *steps: Step) -> None:
        """Write changes that follow each other, all or none."""
        writes = [one.write for one in steps]
        first = writes[0].change["version"]
        try:
            with self._or_forget(live):
                if len(writes) > 1:
                    self.store.append_row(writes)
                elif not self.writer.write_and_wait(writes[0], patient=live.among_bots):
                    raise Conflict
        except Conflict:
            stands = self.store.standing([live.id]).get(live.id)
            raise StaleMove(first - 1, stands.version if stands else first) from None
        self._changed(live, *(one.taken for one in steps))

    def _changed(self, live: LiveGame, *due: snapshots.Taken | None) -> None:
        """A change is on disk."""
        live.stored = live.match.version
        live.views.changed()
        for taken in due:
            if taken is not None:
                self.writer.keep(taken)
        self.announce(live)
        if live.noticed != live.match.to_act:
            self._give_notice(live)
        live.match.shed(2)  # what was done there has been shown
        self.changes += 1
        if self.changes % TIDY_EVERY == 0 and self._opening.acquire(blocking=False):
            try:
                self.let_go += tidy(self._live, self.writer.keep, self.lately)
            finally:
                self._opening.release()

    def _give_notice(self, live: LiveGame) -> None:
        """A player who decides now, and did not before, may not be looking; nor may those whose game is over."""
        side, live.noticed = live.match.to_act, live.match.to_act
        if side is None:
            for one in live.match.seats:
                self.tell(live, one, ENDED)
        elif live.match.seats[side].kind == PERSON:
            self.tell(live, side, YOUR_TURN, str(live.match.version))

    def tell(self, live: LiveGame, side: str, kind: str, mark: str = "") -> None:
        """Announce something to whoever has a seat, in case they are not looking."""
        self.notices.tell(Notice(kind, live.id, side, live.person_of.get(side) or "", mark=mark))

    def set_pace(self, live: LiveGame, pace_ms: int, paused: bool) -> None:
        self.store.set_pace(live.id, pace_ms, paused)
        live.pace_ms, live.paused = pace_ms, paused
        live.views.changed()
        self.announce(live)

    def remove(self, game_id: str) -> None:
        """Throw a game away, whoever it belongs to."""
        self.store.delete(game_id)
        live = self._live.get(game_id)
        if live is not None:
            self.forget(live)

    def announce(self, live: LiveGame) -> None:
        for listener in self.listeners:
            listener(live)
