"""Which positions a game can hold. A position may come from anybody; what is let in must be playable to the end.

Most of it follows from what states and frames declare: the type of every field, pieces and hexes that exist, sides,
numbers within their ranges, and which frame may lie on which. A battle says the rest in its `Soundness` and in
`Battle.check_position`.
"""

from __future__ import annotations

import builtins
import sys
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hardtack.board.native import annotations_of, dataclass, is_class_variable
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import DRAW
from hardtack.referee.frames import Frame
from hardtack.referee.limits import FRAMES
from hardtack.referee.views import frame_data

if TYPE_CHECKING:
    from hardtack.referee.state import State

MOST_NUMBER = 10_000  # no number in a frame is larger
BOTTOM = ""  # what the lowest frame lies on
APART = ("scenario", "agenda", "at", "outcome")


@dataclass(frozen=True, slots=True)
class Soundness:
    """What a battle declares of its positions. Names are those of fields, of the state and of frames."""

    rows: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # lowest and highest value of an entry
    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # the same of a number in a frame or a fact
    pieces: frozenset[str] = frozenset()  # fields of frames that name pieces, by id or by number
    hexes: frozenset[str] = frozenset()  # fields of frames that name hexes, by name or by number
    maybe: frozenset[str] = frozenset()  # of both: those that may also name nothing ("" or -1)
    beneath: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # frame: what may lie directly under it
    several: frozenset[str] = frozenset()  # frames an agenda may hold more than once
    # Frames that may lie in any order, also first: a set piece is rarely a whole turn.
    phases: frozenset[str] = frozenset()

    def __or__(self, other: Soundness) -> Soundness:
        """A battle's declarations on top of its series'; what both say of a frame is added up."""
        beneath = {name: (*self.beneath.get(name, ()), *allowed) for name, allowed in other.beneath.items()}
        both: dict[str, Any] = {name: own | getattr(other, name) for name, own in frame_data(self).items()}
        return Soundness(**{**both, "beneath": {**self.beneath, **beneath}})


_LAST: dict[type, tuple[State, Soundness]] = {}  # of each class of states, the last one found sound


def check(state: State, sound: Soundness) -> None:
    """Raise BadPosition at the first thing no game of any battle could hold.

    Positions are mostly checked one action after another: what a state shares with the last sound one is sound.
    """
    if not 1 <= state.turn <= state.scenario.turns:
        raise BadPosition(f"turn {state.turn} is outside 1 to {state.scenario.turns}")
    last, by = _LAST.get(type(state), (None, None))
    known = last if last is not None and by is sound and last.scenario is state.scenario else None
    _check_fields(state, sound, known)
    _check_rows(state, sound, known)
    if known is None or state.at is not known.at:
        _check_places(state)
    _check_outcome(state)
    if len(state.agenda) > FRAMES:
        raise BadPosition(f"{len(state.agenda)} frames are more than any game has; {FRAMES} are the most")
    seen = {id(frame) for frame in known.agenda} if known is not None else set()
    for frame in state.agenda:
        if id(frame) not in seen:
            _check_frame(state, frame, sound)
    _check_agenda(state, sound)
    _LAST[type(state)] = state, sound


def require(holds: bool, what: str) -> None:
    """What a battle's own checks say where something does not hold."""
    if not holds:
        raise BadPosition(what)


def require_apart(state: State) -> None:
    """No hex is held by counters of both sides."""
    one, other = map(state.deployment.holding, state.scenario.battle.sides)
    both = one & other
    require(not both, f"both sides stand in {state.scenario.board.grid.name(max(both.bit_length() - 1, 0))}")


FrameCheck = Callable[[Any, Any, Any], None]
"""Asked of a state, a frame and the one beneath it."""


def check_frames(
    state: State, checks: Mapping[type[Frame], FrameCheck], whose: Callable[[Any, Frame], None] | None = None
) -> None:
    """Every frame of the agenda as its battle checks it: whose it is, and by its kind."""
    for below, frame in zip((None, *state.agenda), state.agenda, strict=False):
        if whose is not None:
            whose(state, frame)
        if type(frame) in checks:
            checks[type(frame)](state, frame, below)


# -- types


def check_values(what: str, shapes: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Every value must be of the type its field declares."""
    for name, value in values.items():
        shape = shapes.get(name, Any)
        if type(value) is not shape and not fits(value, shape):
            raise BadPosition(f"{what}: {name} cannot be {str(value)[:40]!r}")


def fits(value: Any, shape: Any) -> bool:
    """Whether a value has a declared type; a yes or no is no number, and a tuple fits entry by entry."""
    if shape is Any:
        return True
    origin, parts = _parts_of(shape)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, part) for part in parts)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(parts) == 2 and parts[1] is ...:
            return all(type(entry) is parts[0] or fits(entry, parts[0]) for entry in value)
        return len(value) == len(parts) and all(map(fits, value, parts))
    return type(value) is shape


@lru_cache(maxsize=1024)  # as many as states and frames declare
def _parts_of(shape: Any) -> tuple[Any, tuple[Any, ...]]:
    return typing.get_origin(shape), typing.get_args(shape)


class _Names(dict[str, Any]):
    """What annotations may name; a class that only type checkers know may be anything."""

    def __missing__(self, name: str) -> Any:
        return Any


_KNOWN: dict[type, Mapping[str, Any]] = {}  # one entry for each class of states and frames


def shapes_of(cls: type) -> Mapping[str, Any]:
    """The declared types of a class' fields."""
    found = _KNOWN.get(cls)
    if found is None:
        names, written = _Names(vars(builtins)), dict[str, Any]()
        for base in reversed(cls.__mro__):
            names.update(vars(sys.modules[base.__module__]))
            written.update(annotations_of(base))
        own = {name: shape for name, shape in written.items() if not is_class_variable(str(shape))}
        found = _KNOWN[cls] = typing.get_type_hints(type("Fields", (), {"__annotations__": own}), localns=names)
    return found


_FACTS: dict[type, Sequence[str]] = {}  # one entry for each class of states


def _facts_of(state: State) -> Sequence[str]:
    """The fields that are neither rows nor checked by themselves."""
    found = _FACTS.get(type(state))
    if found is None:
        found = _FACTS[type(state)] = [name for name in state.fields if name not in {*APART, *state.piece_rows}]
    return found


def _check_fields(state: State, sound: Soundness, known: State | None) -> None:
    names = _facts_of(state)
    if known is not None:
        names = [name for name in names if getattr(state, name) is not getattr(known, name)]
    facts = {name: getattr(state, name) for name in names}
    check_values("position", shapes_of(type(state)), facts)
    for name, value in facts.items():
        _check_numbers("position", name, value, sound.numbers)


def _check_rows(state: State, sound: Soundness, known: State | None) -> None:
    for name in state.piece_rows:
        row = getattr(state, name)
        if known is not None and row is getattr(known, name):
            continue
        if len(row) != len(state.scenario.pieces) or {*map(type, row)} - {int}:
            raise BadPosition(f"{name} must be one whole number for each piece")
        low, high = sound.rows.get(name, (None, None))
        if low is None or high is None or not row or (low <= min(row) and max(row) <= high):
            continue
        for number, entry in enumerate(row):
            if not low <= entry <= high:
                piece = state.scenario.pieces[number].id
                raise BadPosition(f"{piece}: {name} must be {low} to {high}, not {str(entry)[:20]}")


def _check_places(state: State) -> None:
    """Nobody stands in a hex that is out of play."""
    board = state.scenario.board
    playable = board.playable
    for number, at in enumerate(state.at):
        if at >= 0 and not playable >> at & 1:
            piece = state.scenario.pieces[number].id
            raise BadPosition(f"{piece} stands in {board.grid.name(at)}, which is out of play")


def _check_outcome(state: State) -> None:
    outcome, battle = state.outcome, state.scenario.battle
    if outcome is None:
        return
    check_values("outcome", shapes_of(type(outcome)), frame_data(outcome))
    if outcome.winner not in (*battle.sides, DRAW):
        raise BadPosition(f"{outcome.winner!r} cannot have won")
    if outcome.clause not in battle.register:
        raise BadPosition(f"no clause {outcome.clause[:40]!r} decides a game")


# -- frames


def _check_frame(state: State, frame: Frame, sound: Soundness) -> None:
    """Types, sides, pieces, hexes and numbers of one frame."""
    what, scenario = f"frame {type(frame).__name__}", state.scenario
    values = frame_data(frame)
    check_values(what, shapes_of(type(frame)), values)
    if values.get("side", scenario.battle.sides[0]) not in scenario.battle.sides:
        raise BadPosition(f"{what} belongs to no side: {str(values['side'])[:40]!r}")
    for name, value in values.items():
        if name in sound.pieces:
            _check_names(what, name, value, scenario.index, len(scenario.pieces), sound)
        elif name in sound.hexes:
            grid = scenario.board.grid
            _check_names(what, name, value, grid.names, grid.size, sound)
        else:
            _check_numbers(what, name, value, sound.numbers)


def _check_names(what: str, field_name: str, value: Any, known: Any, size: int, sound: Soundness) -> None:
    """Pieces or hexes, by name or number; a list names nothing twice."""
    entries = [*_leaves(value)]
    for entry in entries:
        if isinstance(entry, bool):
            return  # a mark of the same name, not a list of pieces
        if field_name in sound.maybe and entry in ("", -1):
            continue
        if (isinstance(entry, int) and not 0 <= entry < size) or (isinstance(entry, str) and entry not in known):
            raise BadPosition(f"{what}: {field_name} names {str(entry)[:40]!r}, which is not in this scenario")
    if isinstance(value, tuple) and len(set(value)) != len(value):
        raise BadPosition(f"{what}: {field_name} names something twice")


def _check_numbers(what: str, name: str, value: Any, ranges: Mapping[str, tuple[int, int]]) -> None:
    """Numbers within their range: from 0 to a number no game reaches, unless the battle says otherwise."""
    if what == "position" and name not in ranges:
        return
    low, high = ranges.get(name, (0, MOST_NUMBER))
    for entry in _leaves(value) if isinstance(value, tuple) else (value,):
        if type(entry) is int and not low <= entry <= high:
            raise BadPosition(f"{what}: {name} must be {low} to {high}, not {str(entry)[:20]}")


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _check_agenda(state: State, sound: Soundness) -> None:
    """Each frame lies on one it can lie on, and only some are there more than once."""
    below, seen = BOTTOM, set()
    for frame in state.agenda:
        name = type(frame).__name__
        phase = name in sound.phases
        fits = phase and (below == BOTTOM or below in sound.phases)
        if name in sound.beneath and below not in sound.beneath[name] and not fits:
            raise BadPosition(f"frame {name} cannot come " + (f"on top of frame {below}" if below else "first"))
        if sound.beneath and name in seen and name not in sound.several and not phase:
            raise BadPosition(f"frame {name} is on the agenda twice")
        seen.add(name)
        below = name
