"""States are values; rule code edits a draft and freezes it.

A battle declares its state as a class with annotated fields::

    class BullRunState(State):
        strength: Row
        initiative: str

`state.draft()` gives an editable twin that shares every field; `freeze(draft)` turns it back into a
value. Rows (one entry per piece) are tuples and are replaced with `put`. Assigning to a frozen state
raises `AttributeError`, so undo, search and concurrent viewers simply keep the old value.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Self, TypeVar, overload

from hardtack.board.deployment import Deployment, ZoneTables

if TYPE_CHECKING:
    from hardtack.referee.battle import Scenario
    from hardtack.referee.events import Outcome
    from hardtack.referee.frames import Frame

Row = tuple[int, ...]
T = TypeVar("T")

WAITING = -1  # not yet on the map
LOST = -2  # out of the game for good
FIRST_BOX = -10  # off-map box k stands at FIRST_BOX - k


def put(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The row with one entry replaced."""
    return (*row[:index], value, *row[index + 1 :])


class Fact(Generic[T]):
    """Something worked out from the fields: kept on a frozen state, asked for anew on every look at a draft."""

    work_out: Callable[[Any], T]

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> T: ...
    def __get__(self, state: State | None, owner: type) -> Self | T:
        if state is None:
            return self
        value = self.work_out(state)
        if not state.is_draft:
            state.__dict__[self.name] = value  # a value does not change any more: from now on it is looked up
        return value


class derived(Fact[T]):
    """A fact computed from the fields alone."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.work_out = compute
        self.__doc__ = compute.__doc__


class tracked(Fact[T]):
    """A fact that follows from its last value, in this state or in the one before it.

    `follow(state, last)` gives the value now, and `last` itself while that still holds: what it was made from is in
    it, so it can tell. `last` is None the first time. Drafts keep it too.
    """

    def __init__(self, follow: Callable[[Any, T | None], T]) -> None:
        self.follow = follow
        self.slot = f"last {follow.__name__}"
        self.__doc__ = follow.__doc__

    def work_out(self, state: State) -> T:
        kept = state.__dict__
        last = kept.get(self.slot)
        value = self.follow(state, last)
        if value is not last:
            kept[self.slot] = value
        return value


class State:
    """Everything that can change in a game, dice seed excluded."""

    scenario: Scenario
    agenda: tuple[Frame, ...]
    turn: int
    at: Row
    outcome: Outcome | None

    fields: ClassVar[tuple[str, ...]] = ()
    kept_facts: ClassVar[tuple[str, ...]] = ()  # the derived and tracked ones
    piece_rows: ClassVar[tuple[str, ...]] = ()  # the fields annotated `Row`: one entry per piece
    is_draft: ClassVar[bool] = False
    veil: ClassVar[tuple[str, ...] | None] = None  # who may know what happens in a phase that others may not see
    before: ClassVar[Any] = None  # on a draft: the state it was made from, with its derived facts at hand
    _draft_type: ClassVar[type[State]]
    _value_type: ClassVar[type[State]]
    _essence: ClassVar[itemgetter[Any]]  # of a state's fields: those that tell two states of a scenario apart

    def __init_subclass__(cls, draft_of: type[State] | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if draft_of is not None:
            return
        declared = dict(_declared_fields(cls))
        cls.fields = tuple(declared)
        cls._essence = itemgetter(*(name for name in declared if name != "scenario"))
        cls.piece_rows = tuple(name for name, annotation in declared.items() if annotation == "Row")
        facts = [(name, fact) for base in cls.__mro__ for name, fact in vars(base).items()]
        cls.kept_facts = tuple(sorted({name for name, fact in facts if isinstance(fact, Fact)}))
        cls._value_type = cls
        cls._draft_type = _make_draft_type(cls)

    def __init__(self, **values: Any) -> None:
        missing = [name for name in self.fields if name not in values]
        unknown = [name for name in values if name not in self.fields]
        if missing or unknown:
            raise TypeError(f"{type(self).__name__}: missing {missing}, unknown {unknown}")
        self.__dict__.update((name, values[name]) for name in self.fields)

    @property
    def audience(self) -> tuple[str, ...] | None:
        """Who may know what is decided now; None: everybody."""
        return (self.agenda[-1].audience if self.agenda else None) or self.veil

    def draft(self) -> Self:
        """An editable twin; the state itself stays as it is."""
        twin = object.__new__(self._draft_type)
        values = self.__dict__.copy()  # quicker than picking the fields one by one
        for name in self.kept_facts:
            values.pop(name, None)
        values["before"] = self
        twin.__dict__ = values
        return twin  # type: ignore[return-value]  # the draft type is a subclass made at class creation

    def changed(self, **values: Any) -> Self:
        """The state with some of its fields changed: what a seat may know of it, what a bot guesses."""
        draft = self.draft()
        for name, value in values.items():
            setattr(draft, name, value)
        changed: Self = freeze(draft)
        return changed

    @tracked
    def deployment(self, last: Deployment | None) -> Deployment:
        """Who stands where."""
        if last is None:
            return Deployment(self.scenario.order_of_battle, self.at, self.zone_tables())
        return last.moved(self.at, self.zone_tables())

    def zone_tables(self) -> ZoneTables:
        """What a counter controls from each hex; a battle whose ground changes says what it is now."""
        return self.scenario.zone_tables

    def recall(self, question: Hashable, answer: Callable[[], T]) -> T:
        """An answer about this state, worked out once.

        A draft's answers are kept with all its fields, on the state it was made from: a forecast plays the same action
        for every die and asks the same again. Nothing an answer could rest on is left out, so none can be stale.
        """
        state: State = self
        if self.is_draft:
            state, question = self.before, (question, self._essence(self.__dict__))
        known = state.answers
        if question not in known:
            known[question] = answer()
        found: T = known[question]
        return found

    @derived
    def answers(self) -> dict[Hashable, Any]:
        """What `recall` has worked out about this state."""
        return {}

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a state is a value; edit state.draft() instead of setting {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a state is a value; {name!r} cannot be deleted")

    def values(self) -> Iterator[tuple[str, Any]]:
        """The fields that make the state what it is, without the scenario."""
        return ((name, self.__dict__[name]) for name in self.fields if name != "scenario")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State) or self._value_type is not other._value_type:
            return NotImplemented
        essence = self._essence
        return self.scenario.key == other.scenario.key and bool(essence(self.__dict__) == essence(other.__dict__))

    def __hash__(self) -> int:
        return hash((self.scenario.key, self._essence(self.__dict__)))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.scenario.id} turn {self.turn}>"


def freeze(draft: State) -> Any:
    """The value a draft has come to."""
    value = object.__new__(draft._value_type)
    values = draft.__dict__.copy()
    del values["before"]
    object.__setattr__(value, "__dict__", values)
    return value


def _declared_fields(cls: type[State]) -> Iterator[tuple[str, str]]:
    """Names and annotations; modules of states use postponed annotations, so these are texts."""
    for base in reversed(cls.__mro__):
        for name, annotation in inspect.get_annotations(base).items():
            if not str(annotation).startswith("ClassVar"):
                yield name, str(annotation)


def _make_draft_type(cls: type[State]) -> type[State]:
    class Draft(cls, draft_of=cls):  # type: ignore[misc, valid-type, call-arg]
        is_draft = True
        __setattr__ = object.__setattr__
        __delattr__ = object.__delattr__

    Draft.__name__ = Draft.__qualname__ = cls.__name__.removesuffix("State") + "Draft"
    return Draft
