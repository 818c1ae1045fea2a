"""Games that go on from others: from a record, or from a moment of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from hardtack.referee.battle import Battle
from hardtack.referee.dice import SeededDice, new_secret
from hardtack.referee.endings import read_ending
from hardtack.referee.errors import BadRecord
from hardtack.referee.limits import go_on
from hardtack.referee.position import write_position
from hardtack.referee.record import on_line, read_record, recorded_opening
from hardtack.referee.seals import COMMITMENT, SEED, header, read_seals
from hardtack.referee.views import view
from hardtack.table.seats import bot_random

if TYPE_CHECKING:
    from hardtack.table.match import Match

EVERYTHING = "*"  # a record with everybody's secrets, for the keeper of the game
FindBattle = Callable[[str], Battle]
M = TypeVar("M", bound="Match")


def taken_up(kind: type[M], text: str, find: FindBattle) -> M:
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
        match = kind.resume(opening, record.lines[0][3], secret, headers)
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


def branched(match: Match, number: int | None, seat: str | None) -> Match:
    """A game of its own that goes on from a moment of a match, as far as a seat may know it."""
    kind = type(match)
    journal = match.for_seat(seat).journal
    number = len(journal) if number is None else number
    state = journal.state_after(number)
    known = state if seat == EVERYTHING or match.outcome is not None else view(state, seat).state
    if known != state or journal is not match.journal:  # nor may the past tell what the present no longer hides
        guessed = match.battle.imagine(known, str(seat), bot_random("branch", str(seat), number))
        return kind.from_position(write_position(guessed), find=lambda _: match.battle)
    past = {name: value for name, value in match.headers.items() if name == "position"}
    played = match.journal.until(number)
    branch = kind(played, SeededDice(new_secret(), sum(len(entry.dice) for entry in played.entries)), past)
    branch.renew_secret()
    return branch
