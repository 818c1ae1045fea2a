"""A match: a game with seats. What a player, a script or the server may ask of a game, they ask here."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Self

from hardtack.battles import find_battle
from hardtack.referee import chance, umpire
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.dice import Dice, LoadedDice, SeededDice, choose_dice, new_secret
from hardtack.referee.endings import read_ending
from hardtack.referee.errors import BadRecord, DiceError, GameOver, WrongSeat
from hardtack.referee.events import Reason
from hardtack.referee.journal import Entry, Journal
from hardtack.referee.limits import go_on
from hardtack.referee.options import Options
from hardtack.referee.position import read_position, write_position
from hardtack.referee.record import HIDDEN, on_line, read_record, recorded_opening, write_record
from hardtack.referee.seals import COMMITMENT, SEED, header, is_secret, read_seals
from hardtack.referee.views import View, view
from hardtack.table.sealed import SealedGame
from hardtack.table.seats import BOT, BadSeat, Bot, Fault, Seat, ask, bot_name, bot_random, check_answer, private_copy
from hardtack.table.story import turns_ago
from hardtack.table.tail import Fetch, TailJournal, in_memory, shortened

EVERYTHING = "*"  # a record with everybody's secrets, for the keeper of the game
FindBattle = Callable[[str], Battle]


class Match(SealedGame):
    """A game in progress with its seats."""

    def __init__(self, journal: Journal, dice: Dice, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(journal, dice, headers)
        self.delay = 0  # turns by which those who watch are behind
        self.seats = {side: Seat(side, name=self.headers.pop(side, "")) for side in self.battle.sides}

    # -- ways to begin

    @classmethod
    def new(
        cls, scenario_id: str, *, seed: int | str | None = None, dice: Iterable[int] | None = None,
        seats: Mapping[str, Bot | str | None] | None = None, find: FindBattle = find_battle, **settings: Any,
    ) -> Self:  # fmt: skip
        """A new game. Without a seed or loaded dice the dice follow a secret nobody knows."""
        battle = find(scenario_id)
        opening = battle.set_up(battle.scenario(scenario_id, settings))
        return cls.begin(opening, choose_dice(seed, dice), seats)

    @classmethod
    def from_position(
        cls, text: str, *, seed: int | str | None = None, dice: Iterable[int] | None = None,
        seats: Mapping[str, Bot | str | None] | None = None, find: FindBattle = find_battle,
    ) -> Self:  # fmt: skip
        """A game that begins with any position: who is where, in what state, which phase."""
        match = cls.begin(read_position(text, find), choose_dice(seed, dice), seats)
        match.headers["position"] = json.dumps(text, ensure_ascii=False)
        return match

    @classmethod
    def from_record(cls, text: str, find: FindBattle = find_battle) -> Self:
        """The game of a record, every action, die and the result checked."""
        record = read_record(text)
        opening = recorded_opening(record.headers, record.settings, find)
        if not record.lines:
            raise BadRecord("the record has no line 0 (the opening dice)")
        headers = {name: value for name, value in record.headers.items() if name not in ("scenario", "rules")}
        with on_line(record.lines[0][0]):
            secret = None
            for last in read_seals(headers)[-1:]:
                secret = headers.pop(header(SEED, last.first), None)
                headers[header(COMMITMENT, last.first)] = last.commitment
            match = cls.resume(opening, record.lines[0][3], secret, headers)
        for line, side, action, faces in record.lines[1:]:
            go_on()
            with on_line(line):
                match.follow(side, action, faces)
        if match.outcome is None:
            match.journal.ended = read_ending(record.result)
        if record.result != match.result:
            raise BadRecord(f"the record says result {record.result!r}, the game gives {match.result!r}")
        if match.seals and match.seals[-1].first > match.rolled:
            raise BadRecord(f"the record seals the dice from roll {match.seals[-1].first}, but {match.rolled} fell")
        return match

    @classmethod
    def resume(
        cls, opening: Any, faces: Sequence[int], seed: str | None, headers: Mapping[str, str] | None = None
    ) -> Self:
        """A game as it began elsewhere, with the dice of its opening; `follow` adds what was played.

        `seed` is the secret of the dice to come, if it is known: that of the last seal the headers name.
        """
        loaded = LoadedDice(faces)
        journal = Journal(opening, loaded)
        loaded.finish()
        match = cls(journal, SeededDice(new_secret() if seed is None else seed), headers)
        if seed is not None:
            seals = read_seals(match.headers)
            first = seals[-1].first if seals else 0
            match.headers.setdefault(header(COMMITMENT, first), str(match.commitment))
            read_seals(match.headers | {header(SEED, first): seed})  # refuses a foreign seed
        match._note_seals()
        match._advance_dice(faces)
        return match

    @classmethod
    def go_on(
        cls, state: Any, number: int, version: int, rolled: int, seed: str | None,
        headers: Mapping[str, str], fetch: Fetch, behind: tuple[str, ...] = (),
    ) -> Self:  # fmt: skip
        """A game from its middle: a state kept of it, and how often the dice had been rolled. `fetch` gives the rest.

        `behind`: whose the actions before it are that may be taken back, the latest first.

        Headers and seed are those of a game that has been resumed before, and are as they were left then.
        """
        dice = SeededDice(new_secret() if seed is None else seed, rolled)
        match = cls(TailJournal(number, state, fetch, behind=behind), dice, headers)
        match.version = version
        match._note_seals()
        return match

    def shorten_memory(self, keep: int, fetch: Fetch) -> None:
        """Keep only the latest entries in memory; `fetch` gives the others when they are asked for."""
        self.journal = shortened(self.journal, keep, fetch)

    @classmethod
    def begin(cls, opening: Any, dice: Dice, seats: Mapping[str, Bot | str | None] | None = None) -> Self:
        """A new game from a state before its first die."""
        match = cls(Journal(opening, dice), dice)
        if isinstance(dice, SeededDice):
            match._seal(0)
        for side, who in (seats or {}).items():
            match.sit(side, who)
        return match

    def branch(self, number: int | None = None, seat: str | None = EVERYTHING) -> Self:
        """A game of its own that goes on from here, or from an earlier action, with other dice.

        For a seat (None: a spectator) what it may not know is guessed, so nothing that happens there tells anything
        of this game: neither its secrets nor its dice to come.
        """
        journal = self.for_seat(seat).journal
        number = len(journal) if number is None else number
        state = journal.state_after(number)
        known = state if seat == EVERYTHING or self.outcome is not None else view(state, seat).state
        if known != state or journal is not self.journal:  # nor may the past tell what the present no longer hides
            guessed = self.battle.imagine(known, str(seat), bot_random("branch", str(seat), number))
            return type(self).from_position(write_position(guessed), find=lambda _: self.battle)
        past = {name: value for name, value in self.headers.items() if name == "position"}
        played = self.journal.until(number)
        branch = type(self)(played, SeededDice(new_secret(), sum(len(entry.dice) for entry in played.entries)), past)
        branch.renew_secret()
        return branch

    # -- what may be done

    @property
    def options(self) -> Options:
        return umpire.options(self.state)

    def legal(self) -> list[Action]:
        """Every action open to the side to act; empty when the game is over."""
        return [] if self.outcome is not None else self.options.all()

    def parse(self, action: Action | str) -> Action:
        return self.battle.parse(self.scenario, action) if isinstance(action, str) else action

    def why_not(self, action: Action | str) -> list[Reason]:
        """Every clause that forbids the action now; empty when it is legal."""
        return umpire.why_not(self.state, self.parse(action))

    def forecast(self, action: Action | str, seat: str | None = EVERYTHING) -> chance.Forecast:
        """The exact chances of what an action would do; for a seat, on what that seat may know."""
        state = self.state
        if seat not in (EVERYTHING, None):
            known = self.seen(seat).state
            if known != state:
                random = bot_random("forecast", str(seat), self.for_seat(seat).number)
                state = self.battle.imagine(known, str(seat), random)
        return chance.forecast(state, self.parse(action))

    # -- doing it

    def play(
        self, action: Action | str, seat: str | None = None, expected: int | None = None, *, standing: bool = False
    ) -> Entry:
        """Play an action; with `seat`, as that seat; with `expected`, only if the version is still that.

        `standing`: by an answer the side has given once for all.
        """
        self.check_version(expected)
        self.legal_side(self.battle.sides if seat is None else (seat,))
        if isinstance(self.dice, SeededDice) and not self.sealed:
            self.renew_secret()  # a record without its secret was taken up: what falls from now on is sealed anew
        dice, before = self.dice, self.state
        rolled = dice.rolled if isinstance(dice, SeededDice) else 0
        try:
            entry = self.journal.play(self.parse(action), dice, standing)
        except BaseException:
            if isinstance(dice, SeededDice):
                dice.rolled = rolled  # what came to nothing used no dice: the next must follow the seed as recorded
            raise
        self._changed(before)
        self.shed(3)
        return entry

    def ends_secret(self, action: Action) -> bool:
        """Whether an action would be the last of what is decided in secret now: everybody hears of it."""
        after = umpire.play(self.state, action, copy(self.dice)).state
        return bool(after.audience != self.state.audience)

    def follow(
        self, side: str, notation: str, faces: Sequence[int], standing: bool = False, sealed: bool = True
    ) -> Entry:
        """Play what was played elsewhere (in a record, by another process): with these dice and no others.

        `sealed`: the dice must be those of the seals. They are not where they were taken back and fell again.
        """
        self.legal_side((side,))
        if notation == HIDDEN:
            raise BadRecord("this action is hidden from the seat the record was made for")
        dice, before = LoadedDice(faces), self.state
        entry = self.journal.play(self.parse(notation), dice, standing)
        try:
            dice.finish()
            self._advance_dice(faces, sealed)
        except DiceError:
            self.journal.entries.pop()
            raise
        self._changed(before)
        self.shed(3)
        return entry

    def undo_limit(self, seat: str | Collection[str] | None = None) -> int:
        """How many actions may be taken back now."""
        return self.journal.undo_limit(seat)

    def legal_side(self, sides: Collection[str]) -> str:
        """The side to act, if it is one of these; WrongSeat or GameOver otherwise."""
        side = self.to_act
        if side is None:
            raise GameOver("the game is over")
        if side not in sides:
            raise WrongSeat(f"{side} is to act, not {' or '.join(sides)}")
        return side

    def shed(self, back: int) -> None:
        """Drop what can be worked out again from the state after an action, counted back (1: the latest).

        It is half of its size. The state before the present one is kept whole until what was done there is shown.
        """
        if in_memory(self.journal) >= back:
            self.journal.entries[-back].after.forget()

    # -- seats

    def sit(self, side: str, who: Bot | str | None) -> None:
        """Seat a bot, or a person (by name, or None)."""
        if side not in self.seats:
            raise BadSeat(f"there is no seat {side!r}; the seats are {', '.join(self.seats)}")
        if who is None or isinstance(who, str):
            self.seats[side] = Seat(side, name=who or "")
        elif isinstance(who, Bot):
            self.seats[side] = Seat(side, BOT, bot_name(who), who)
        else:
            raise BadSeat(f"{who!r:.60} cannot play: a bot has choose(view, random)")

    @property
    def bot_to_act(self) -> Seat | None:
        """The seat to act, if a bot sits there."""
        side = self.to_act
        seat = None if side is None else self.seats[side]
        return seat if seat is not None and seat.bot is not None else None

    @property
    def faults(self) -> list[Fault]:
        """What the bots did wrong, oldest first."""
        return sorted((fault for seat in self.seats.values() for fault in seat.faults), key=lambda f: f.number)

    def run_bots(self, step: bool = False, time_limit: float | None = None) -> list[Entry]:
        """Let the bots play until a person must decide or the game is over; with `step`, one action."""
        played: list[Entry] = []
        while (seat := self.bot_to_act) is not None:
            played.append(self.play(self.consult(seat, time_limit), seat.side))
            if step:
                break
        return played

    def consult(self, seat: Seat, time_limit: float | None = None) -> Action:
        """What the bot of a seat does now; a random legal action when it fails (see `seats` for the policy)."""
        random = bot_random(str(self.seed), seat.side, self.number)
        if seat.bot is not None and not seat.dismissed:
            answer, kind, detail = ask(seat.bot, private_copy(self.seen(seat.side)), random, time_limit)
            if not kind:
                kind, detail = check_answer(answer, self.state)
            if not kind:
                action: Action = answer
                return action
            seat.faults.append(Fault(self.number, seat.side, seat.name, kind, detail))
        return self.options.pick(random)

    # -- what may be known

    def for_seat(self, seat: str | None) -> Self:
        """The match as a seat has heard of it (None: a spectator): actions, number, version. To be looked at."""
        behind = self.delay if seat is None else 0
        if seat == EVERYTHING or self.outcome is not None or not (self.journal.veiled or behind):
            return self
        known = copy(self)
        known.journal = self.journal.seen_by(seat)
        known.version = self.version - self._silent.get(seat, 0)
        if behind:
            late = max(0, len(known.journal) - turns_ago(known.journal, behind))
            known.version -= late
            known.journal = known.journal.until(len(known.journal) - late)
            known.delay = 0  # it is behind already
        return known

    def seen(self, seat: str | None, number: int | None = None) -> View:
        """What a seat may know, now or after an earlier action. When the game is over nothing is secret."""
        state = self.state if number is None else self.journal.state_after(number)
        return View(seat, state) if self.outcome is not None else view(state, seat)

    def view(self, seat: str | None) -> dict[str, Any]:
        """What a seat may know, as plain data (None: a spectator)."""
        return self.seen(seat).data()

    def position(self) -> str:
        """The present state as a position text."""
        return write_position(self.state)

    def record(self, seat: str | None = EVERYTHING) -> str:
        """The game as text; for a seat (None: a spectator) without the others' secrets until it is over."""
        return write_record(self.journal, self._record_headers(with_secret=self.outcome is not None), seat)

    def save_text(self) -> str:
        """The record with the secret of the dice: to be kept, not to be shown."""
        return write_record(self.journal, self._record_headers(with_secret=True))

    def _record_headers(self, *, with_secret: bool) -> dict[str, str]:
        named = {side: seat.name for side, seat in self.seats.items() if seat.name}
        if not with_secret:
            return named | {name: value for name, value in self.headers.items() if not is_secret(name)}
        secret = {header(SEED, self.seals[-1].first): str(self.seed)} if self.sealed else {}
        return named | self.headers | secret
