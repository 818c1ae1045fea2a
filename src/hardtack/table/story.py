"""The log as a viewer may read it: the journal's events, in the viewer's language, without others' secrets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hardtack.referee.battle import Battle
from hardtack.referee.events import Args, Event, Text
from hardtack.referee.journal import Journal
from hardtack.referee.views import may_know
from hardtack.referee.words import Words

TURN_BEGINS = frozenset({"event.turn", "event.turn_begins"})  # what is told before it belongs to the turn before


class Line(NamedTuple):
    """One sentence of the log, with the clause behind it and the dice it took."""

    number: int  # the move it belongs to; 0 is what happened before anybody decided
    turn: int
    side: str | None
    clause: str
    key: str
    text: str
    dice: tuple[int, ...]
    rollers: tuple[str, ...]  # whose each die was; "": nobody's in particular
    seats: tuple[str, ...] | None  # who may read it; None: everybody


def story(journal: Journal, lang: str, seat: str | None, since: int = -1, until: int | None = None) -> Iterator[Line]:
    """The lines of the moves after `since`, up to and with `until`. When the game is over nothing is secret.

    Whoever may not know how many actions were secret is given the journal he may count (`Match.for_seat`).
    """
    over = journal.outcome is not None
    last = len(journal) if until is None else min(until, len(journal))
    battle: Battle = journal.state.scenario.battle
    for number in range(max(0, since + 1), last + 1):
        entry = journal.entries[number]
        place, turn = 0, first_turn(journal, number)
        for event in entry.events:
            turn += event.key in TURN_BEGINS and turn < entry.after.turn
            rollers = entry.rollers[place : place + len(event.dice)]
            place += len(event.dice)
            if not over and not may_know(event, seat):
                continue
            readers = None if over else event.seats
            text = say(battle, event, lang)
            yield Line(number, turn, entry.side, event.clause, event.key, text, event.dice, rollers, readers)


def first_turn(journal: Journal, number: int) -> int:
    """The turn in which an action was played, where the log says when the next began; else the one it led to."""
    entry = journal.entries[number]
    begun = sum(event.key in TURN_BEGINS for event in entry.events)
    now: int = entry.after.turn
    before: int = journal.entries[number - 1].after.turn if number else now
    return now - min(begun, now - before)


def say(battle: Battle, told: Event | Text, lang: str) -> str:
    return _say(battle.words, told.key, told.args, lang)


@lru_cache(maxsize=20_000)  # some 10 MB: several read of the same event, the same marches are offered again and again
def _say(words: Words, key: str, args: Args, lang: str) -> str:
    return words.say(key, args, lang)


def turns_ago(journal: Journal, turns: int) -> int:
    """How many actions had been played when the turn began that so many turns were to follow, this one included."""
    last = journal.state.turn - turns
    number = len(journal)
    while number and journal.state_after(number).turn > last:
        number -= 1
    return number
