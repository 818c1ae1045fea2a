"""The record format: a whole game as text, one action a line with its dice. docs/notation.md defines it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from typing import Any

from hardtack.board.native import dataclass
from hardtack.referee import limits
from hardtack.referee.battle import Scenario
from hardtack.referee.dice import LoadedDice
from hardtack.referee.endings import read_ending, write_result
from hardtack.referee.errors import BadRecord, HardtackError
from hardtack.referee.events import Outcome
from hardtack.referee.journal import Entry, Journal
from hardtack.referee.position import FindBattle, read_position, write_position
from hardtack.referee.state import State
from hardtack.referee.umpire import to_act

FIRST_LINE = "hardtack record 1"
HIDDEN = "?"
Written = tuple[str, str, Iterable[int]]
"""A move as it is written: side, action and dice; the opening dice have neither side nor action."""


@dataclass
class Record:
    """A record as read: its headers, its settings and its lines, not yet replayed."""

    headers: dict[str, str] = field(default_factory=dict)
    settings: dict[str, object] = field(default_factory=dict)
    lines: list[tuple[int, str, str, tuple[int, ...]]] = field(default_factory=list)  # line, side, action, dice
    result: str = ""


def write_record(journal: Journal, headers: Mapping[str, str] | None = None, seat: str | None = "*") -> str:
    """The game as text. With a seat, secrets of the other seats are hidden until the game is over."""
    outcome = journal.outcome
    show_all = outcome is not None or seat == "*"
    known = journal if show_all else journal.seen_by(seat)
    moves = [_shown(entry, show_all=show_all, seat=seat) for entry in known.entries]
    return write_moves(journal.opening.scenario, moves, outcome, headers or {})


def write_moves(
    scenario: Scenario, moves: Iterable[Written], outcome: Outcome | None, headers: Mapping[str, str]
) -> str:
    """The record of a game of which only the moves were kept."""
    first = {"scenario": scenario.id, "rules": scenario.battle.rules_version}
    return compose_record(first, scenario.settings, headers, moves, write_result(outcome))


def _shown(entry: Entry, *, show_all: bool, seat: str | None) -> Written:
    if entry.action is None:
        return "", "", entry.dice
    hidden = not show_all and entry.hidden_from(seat)
    return str(entry.side), HIDDEN if hidden else str(entry.action), entry.dice


def compose_record(
    first: Mapping[str, str], settings: Mapping[str, object], headers: Mapping[str, str],
    moves: Iterable[Written], result: str,
) -> str:  # fmt: skip
    """A record from its parts: scenario and rules, settings, other headers, (side, action, dice) from line 0 on."""
    lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in first.items())]
    lines += [f"set {name}: {json.dumps(value)}" for name, value in settings.items()]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines.append("")
    for number, (side, action, dice) in enumerate(moves):
        faces = " ".join(map(str, dice))
        lines.append(" ".join([str(number), *([side, action] if side else []), *([":", faces] if faces else [])]))
    lines += [f"result: {result}"] if result else []
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """Headers and lines of a record; raises BadRecord naming the line."""
    try:
        limits.check_text(text, limits.RECORD_TEXT, limits.RECORD_LINES)
    except limits.TooMuch as error:
        raise BadRecord(f"no record of a game has {error}") from None
    numbered = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1)]
    content = [(n, line) for n, line in numbered if line and not line.startswith("#")]
    if not content or content[0][1] != FIRST_LINE:
        raise BadRecord(f"line 1: a record begins with '{FIRST_LINE}'")
    record = Record()
    for number, line in content[1:]:
        if len(line) > limits.RECORD_LINE and not line.startswith("position"):
            raise BadRecord(f"line {number}: more than {limits.RECORD_LINE} characters")
        if line[0].isdigit():
            _read_move(record, number, line)
        else:
            _read_header(record, number, line)
    for wanted in ("scenario", "rules"):
        if wanted not in record.headers:
            raise BadRecord(f"the record has no '{wanted}:' line")
    return record


def _read_header(record: Record, number: int, line: str) -> None:
    name, colon, value = line.partition(":")
    if not colon:
        raise BadRecord(f"line {number}: {line[:40]!r} is neither a header nor an action")
    name, value = name.strip(), value.strip()
    if name.startswith("set "):
        try:
            record.settings[name[4:].strip()] = limits.read_json(value)
        except ValueError as error:
            raise BadRecord(f"line {number}: {error}") from None
    elif name == "result":
        record.result = value
    else:
        record.headers[name] = value
    if len(record.headers) > limits.HEADERS or len(record.settings) > limits.SETTINGS:
        raise BadRecord(f"line {number}: more headers than a record has")


def _read_move(record: Record, number: int, line: str) -> None:
    if record.result:
        raise BadRecord(f"line {number}: an action after the result")
    head, _, dice_text = line.partition(":")
    words = head.split(maxsplit=2)
    if not words or words[0] != str(len(record.lines)):
        raise BadRecord(f"line {number}: action {len(record.lines)} expected, found {line[:20]!r}")
    if len(words) != (1 if not record.lines else 3):
        raise BadRecord(f"line {number}: a line is 'number side action : dice'")
    try:
        dice = tuple(int(word) for word in dice_text.split())
    except ValueError:
        raise BadRecord(f"line {number}: dice are numbers, found {dice_text.strip()[:20]!r}") from None
    side, action = (words[1], words[2].strip()) if len(words) == 3 else ("", "")
    record.lines.append((number, side, action, dice))


def replay(record: Record, find_battle: FindBattle) -> Journal:
    """Play the record again, checking every action, every die and the result."""
    opening = recorded_opening(record.headers, record.settings, find_battle)
    if not record.lines:
        raise BadRecord("the record has no line 0 (the opening dice)")
    line, _, _, faces = record.lines[0]
    with on_line(line):
        dice = LoadedDice(faces)
        journal = Journal(opening, dice)
        dice.finish()
    for line, side, action, faces in record.lines[1:]:
        _replay_line(journal, line, side, action, faces)
    _check_result(journal, record)
    return journal


def recorded_opening(headers: Mapping[str, str], settings: Mapping[str, object], find_battle: FindBattle) -> Any:
    """The state a recorded game began with: the scenario's set-up, or a position of its own."""
    try:
        battle = find_battle(headers["scenario"])
        scenario = battle.scenario(headers["scenario"], settings)
        if headers["rules"] != battle.rules_version:
            raise BadRecord(
                f"the record is of rules version {headers['rules']}, this program has {battle.rules_version}"
            )
        if "position" in headers:
            return read_position(str(json.loads(headers["position"])), find_battle)
    except BadRecord:
        raise
    except (HardtackError, ValueError, RecursionError) as error:
        raise BadRecord(str(error)) from error
    return battle.set_up(scenario)


@contextmanager
def on_line(line: int) -> Iterator[None]:
    """What goes wrong in a replay is told with its line."""
    try:
        yield
    except HardtackError as error:
        raise BadRecord(f"line {line}: {error}") from error


def _replay_line(journal: Journal, line: int, side: str, text: str, faces: tuple[int, ...]) -> None:
    expected = to_act(journal.state)
    if expected is None:
        raise BadRecord(f"line {line}: the game is already over")
    if side != expected:
        raise BadRecord(f"line {line}: {expected} is to act, not {side}")
    if text == HIDDEN:
        raise BadRecord(f"line {line}: this action is hidden from the seat the record was made for")
    scenario = journal.state.scenario
    with on_line(line):
        dice = LoadedDice(faces)
        journal.play(scenario.battle.parse(scenario, text), dice)
        dice.finish()


def _check_result(journal: Journal, record: Record) -> None:
    if journal.state.outcome is None:
        journal.ended = read_ending(record.result)
    found = write_result(journal.outcome)
    if record.result != found:
        raise BadRecord(f"the record says result {record.result or 'none'!r}, the game gives {found or 'none'!r}")


def final_position(state: State) -> str:
    """A digest of the last position, for records that are to replay to it bit for bit: their header `final`."""
    return hashlib.sha256(write_position(state).encode()).hexdigest()[:16]
