"""The position format: any state as text a person can read, edit and send. docs/notation.md defines it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from hardtack.board.grid import BadHex
from hardtack.referee import limits
from hardtack.referee.battle import Battle, Scenario
from hardtack.referee.errors import BadPosition, HardtackError
from hardtack.referee.events import Outcome
from hardtack.referee.frames import Frame
from hardtack.referee.soundness import check_values, shapes_of
from hardtack.referee.state import State
from hardtack.referee.views import frame_data, split_fields

FIRST_LINE = "hardtack position 1"
MOST_IN_A_LINE = 10_000
ORDINARY = 400  # characters for the values of a piece
SMALL_NUMBERS = {str(number): number for number in range(1_000)}  # nine in ten of the values of a position
FindBattle = Callable[[str], Battle]

_WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def write_position(state: State) -> str:
    scenario = state.scenario
    rows, facts = split_fields(state)
    lines = [FIRST_LINE, f"scenario {scenario.id}"]
    lines += [f"set {name} {_json(value)}" for name, value in scenario.settings.items()]
    lines += [f"{name} {_json(value)}" for name, value in facts.items()]
    if state.outcome is not None:
        lines.append(f"outcome {_json(frame_data(state.outcome))}")
    lines += [f"frame {type(frame).__name__} {_json(frame_data(frame))}" for frame in state.agenda]
    for number, piece in enumerate(scenario.pieces):
        place = scenario.place_name(state.at[number])
        values = [f"{name}={_json(row[number])}" for name, row in rows.items()]
        lines.append(" ".join(["piece", piece.id, place, *values]))
    return "\n".join(lines) + "\n"


def read_position(text: str, find_battle: FindBattle) -> State:
    """The state a position text describes; every line is checked and a defect is named with its line."""
    try:
        limits.check_text(text, limits.POSITION_TEXT, limits.POSITION_LINES)
    except limits.TooMuch as error:
        raise BadPosition(f"no position of a game has {error}") from None
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or lines[0][1] != FIRST_LINE:
        raise BadPosition(f"line 1: a position begins with '{FIRST_LINE}'")
    return _Reader(find_battle).read(lines[1:])


def _read_values(text: str) -> Mapping[str, Any]:
    """What a line says of a piece."""
    pairs = [value.partition("=") for value in text.split(" ")] if text else []
    return {name: _read_json(value) for name, _, value in pairs}


def _read_row(text: str, names: tuple[str, ...]) -> Sequence[int]:
    """The values that are wanted, in their order."""
    values = _read_values(text)
    _same("value", values, names)
    return [_whole(values[name]) for name in names]


_known_row = lru_cache(maxsize=2_048)(_read_row)  # most pieces have the same few values


class _Reader:
    def __init__(self, find_battle: FindBattle) -> None:
        self.find_battle = find_battle
        self.settings: dict[str, Any] = {}
        self.facts: dict[str, Any] = {}
        self.frames: list[tuple[str, dict[str, Any]]] = []
        self.pieces: dict[str, tuple[int, str, str]] = {}
        self.scenario_id = ""
        self.outcome: dict[str, Any] | None = None

    def read(self, lines: list[tuple[int, str]]) -> State:
        for number, line in lines:
            try:
                if len(line) > MOST_IN_A_LINE:
                    raise ValueError(f"{len(line)} characters are too many for a line; {MOST_IN_A_LINE} are the most")
                self.read_line(number, line)
            except (ValueError, RecursionError) as error:
                raise BadPosition(f"line {number}: {error}") from None
        if not self.scenario_id:
            raise BadPosition("no line names the scenario")
        try:
            battle = self.find_battle(self.scenario_id)
            scenario = battle.scenario(self.scenario_id, self.settings)
            state = self.build(battle, scenario)
        except BadPosition:
            raise
        except (HardtackError, BadHex, ValueError, TypeError) as error:
            raise BadPosition(str(error)) from None
        battle.check_position(state)
        return state

    def read_line(self, number: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "scenario":
            self._once("scenario", not self.scenario_id)
            self.scenario_id = rest.strip()
        elif word == "set":
            name, _, value = rest.partition(" ")
            self._once(f"set {name}", name not in self.settings)
            self.settings[name] = _read_json(value)
        elif word == "frame":
            name, _, value = rest.partition(" ")
            self.frames.append((name, _object(value)))
            if len(self.frames) > limits.FRAMES:
                raise ValueError(f"more than {limits.FRAMES} frames")
        elif word == "outcome":
            self._once("outcome", self.outcome is None)
            self.outcome = _object(rest)
        elif word == "piece":
            piece_id, place, *more = rest.split(" ", 2)
            if piece_id in self.pieces:
                raise ValueError(f"piece {piece_id} appears twice")
            self.pieces[piece_id] = number, place, more[0] if more else ""
        else:
            self._once(word[:40], word not in self.facts)
            self.facts[word] = _read_json(rest)

    def _once(self, what: str, is_first: bool) -> None:
        if not is_first:
            raise ValueError(f"{what} appears twice")

    def build(self, battle: Battle, scenario: Scenario) -> State:
        cls = battle.state_of(scenario)
        own_rows = tuple([name for name in cls.piece_rows if name != "at"])
        own_facts = [n for n in cls.fields if n not in (*cls.piece_rows, "scenario", "agenda", "outcome")]
        _same("piece", self.pieces, scenario.index)
        _same("line", self.facts, own_facts)
        places, rows = [], []
        for piece in scenario.pieces:
            line, place, values = self.pieces[piece.id]
            places.append(scenario.place_at(place))
            try:
                rows.append((_known_row if len(values) <= ORDINARY else _read_row)(values, own_rows))
            except ValueError as error:
                raise BadPosition(f"line {line}: {piece.id}: {error}") from None
        columns = {name: tuple([row[i] for row in rows]) for i, name in enumerate(own_rows)}
        facts = {name: self.facts[name] for name in own_facts}
        if type(facts.get("turn")) is not int:
            raise BadPosition("turn must be a whole number")
        agenda = tuple(self.frame(battle, name, values) for name, values in self.frames)
        outcome = None if self.outcome is None else Outcome(**self.outcome)
        if (outcome is None) == (not agenda):
            raise BadPosition("a game that goes on needs frames, one that is over needs an outcome and no frames")
        state: State = cls(scenario=scenario, agenda=agenda, at=tuple(places), outcome=outcome, **facts, **columns)
        return state

    def frame(self, battle: Battle, name: str, values: dict[str, Any]) -> Frame:
        if name not in battle.known_frames:
            raise BadPosition(f"unknown frame {name!r}")
        made = battle.known_frames[name]
        check_values(f"frame {name}", shapes_of(made), values)  # a compiled frame would say it in words of its own
        return made(**values)


def _same(what: str, given: Mapping[str, Any], wanted: Any) -> None:
    missing = [name for name in wanted if name not in given]
    unknown = [name for name in given if name not in wanted]
    if missing:
        raise BadPosition(f"missing {what}: {', '.join(missing[:5])}")
    if unknown:
        raise BadPosition(f"unknown {what}: {', '.join(unknown[:5])}")


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise BadPosition(f"{value!r} is not a whole number")
    return value


def _json(value: Any) -> str:
    return str(value) if type(value) is int else _WRITER.encode(value)


def _read_json(text: str) -> Any:
    small = SMALL_NUMBERS.get(text)
    return _tuples(limits.read_json(text)) if small is None else small


def _object(text: str) -> dict[str, Any]:
    value = limits.read_json(text or "{}")
    if not isinstance(value, dict):
        raise ValueError(f"{text[:40]!r} is not a {{...}} object")
    return {key: _tuples(part) for key, part in value.items()}


def _tuples(value: Any) -> Any:
    """JSON has lists where our states have tuples; objects have no place in a state."""
    if isinstance(value, list):
        return tuple(_tuples(part) for part in value)
    if isinstance(value, dict):
        raise ValueError("an object has no place here")
    return value
