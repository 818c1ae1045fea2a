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

from collections.abc import Callable, Hashable, Iterator
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

from hardtack.board.deployment import Deployment, ZoneTables
from hardtack.board.native import (
    COMPILED,
    annotations_of,
    is_class_variable,
    is_compiled,
    mypyc_attr,
    protect,
    type_variable,
)
from hardtack.referee.situations import Situation

if COMPILED:
    from hardtack.board.kernel import c_put

if TYPE_CHECKING:
    from hardtack.referee.events import Outcome
    from hardtack.referee.frames import Frame
    from hardtack.referee.scenario import Scenario  # noqa: F401  # named in quotes below

Row = tuple[int, ...]
T = TypeVar("T")

WAITING = -1  # not yet on the map
LOST = -2  # out of the game for good
UNKNOWN = object()  # in the place of an answer
MOST_DRAFTS = 48  # of one state whose answers are kept: a forecast of two dice has 36
FIRST_BOX = -10  # off-map box k stands at FIRST_BOX - k


def put(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The row with one entry replaced."""
    if COMPILED:
        return c_put(row, index, value)
    entries = list(row)
    entries[index] = value
    return tuple(entries)


@mypyc_attr(allow_interpreted_subclasses=True)
class Fact(Generic[T]):
    """Something worked out from the fields: kept on a frozen state, asked for anew on every look at a draft."""

    name: str
    slot: str  # where a fact that follows from its last value has that

    def stands_as(self, name: str) -> None:
        """Its name in a class of states, which tells it so."""
        self.name = name
        self.slot = f"last {name}"


class derived(Fact[T]):
    """A fact computed from the fields alone."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> T: ...
    def __get__(self, state: State | None, owner: type) -> Self | T:
        if state is None:
            return self
        value = self.compute(state)
        if not state.is_draft:
            state.__dict__[self.name] = value  # a value does not change any more: from now on it is looked up
        return value


class tracked(Fact[T]):
    """A fact that follows from its last value, in this state or in the one before it.

    `follow(state, last)` gives the value now, and `last` itself while that still holds: what it was made from is in
    it, so it can tell. `last` is None the first time. Drafts keep it too.
    """

    def __init__(self, follow: Callable[[Any, T | None], T]) -> None:
        self.follow = follow
        self.__doc__ = follow.__doc__

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> T: ...
    def __get__(self, state: State | None, owner: type) -> Self | T:
        if state is None:
            return self
        kept = state.__dict__
        last = kept.get(self.slot)
        value = self.follow(state, last)
        if value is not last:
            kept[self.slot] = value
        if not state.is_draft:
            kept[self.name] = value
        return value


C = type_variable("C", bound="Scenario", default="Scenario", covariant=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[C]):
    """Everything that can change in a game, dice seed excluded. `C` is the type of its scenario.

    Everything is in its dictionary. Only a compiled state has a place of its own for each field, and for each of the
    facts that are always there (`tools/spelled_out.py` writes down which).
    """

    scenario: C
    agenda: tuple[Frame, ...]
    turn: int
    at: Row
    outcome: Outcome | None

    is_draft: bool = False
    before: Any = None  # on a draft: the state it was made from, with its derived facts at hand

    fields: ClassVar[tuple[str, ...]] = ()
    kept_facts: ClassVar[tuple[str, ...]] = ()  # the derived and tracked ones
    piece_rows: ClassVar[tuple[str, ...]] = ()  # the fields annotated `Row`: one entry per piece
    veil: ClassVar[tuple[str, ...] | None] = None  # who may know what happens in a phase that others may not see
    _is_placed: ClassVar[bool] = False  # compiled, and everything has a place: there is no dictionary
    _draft_type: ClassVar[Any]
    _value_type: ClassVar[Any]
    _essence: ClassVar[Callable[[Any], Any]]  # of a state's fields: those that tell two states of a scenario apart

    def __init_subclass__(cls, draft_of: Any = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if draft_of is not None:
            return
        declared = dict(_declared_fields(cls))
        cls.fields = tuple(declared)
        essence = [name for name in declared if name != "scenario"]
        cls._essence = attrgetter(*essence) if COMPILED else itemgetter(*essence)
        cls.piece_rows = tuple(name for name, annotation in declared.items() if annotation == "Row")
        facts = {name: fact for base in cls.__mro__ for name, fact in vars(base).items() if isinstance(fact, Fact)}
        for name, fact in facts.items():
            fact.stands_as(name)
        cls.kept_facts = tuple(sorted(facts))
        cls._is_placed = not facts and is_compiled(cls)
        cls._value_type = cls
        cls._draft_type = _make_draft_type(cls)

    def __init__(self, **values: Any) -> None:
        if not values:
            return  # a blank, about to become somebody's twin
        missing = [name for name in self.fields if name not in values]
        unknown = [name for name in values if name not in self.fields]
        if missing or unknown:
            raise TypeError(f"{type(self).__name__}: missing {missing}, unknown {unknown}")
        if not self._is_placed:
            object.__setattr__(self, "__dict__", {})  # a compiled object has none to begin with
        for name in self.fields:
            object.__setattr__(self, name, values[name])

    @property
    def audience(self) -> tuple[str, ...] | None:
        """Who may know what is decided now; None: everybody."""
        return (self.agenda[-1].audience if self.agenda else None) or self.veil

    def draft(self) -> Self:
        """An editable twin; the state itself stays as it is."""
        if COMPILED and self._is_placed:
            kind: Any = type(self)
            twin: Self = kind.__new__(kind)
            self.copy_to(twin)
        else:
            twin = self._twin(self._draft_type)
            if not self._is_placed:
                kept = twin.__dict__
                for name in self.kept_facts:
                    kept.pop(name, None)
        twin.is_draft = True
        twin.before = self
        return twin

    def _twin(self, kind: Any) -> Any:
        """The same fields once more, with what is remembered of them."""
        twin = kind.__new__(kind)
        if COMPILED:
            self.copy_to(twin)
        if not self._is_placed:
            object.__setattr__(twin, "__dict__", self.__dict__.copy())  # quicker than picking the fields one by one
        return twin

    def copy_to(self, twin: State) -> None:
        """Fields with a place of their own, as compiled states have them; the build writes the same for each battle."""
        twin.scenario = self.scenario
        twin.agenda = self.agenda
        twin.turn = self.turn
        twin.at = self.at
        twin.outcome = self.outcome

    def changed(self, **values: Any) -> Self:
        """The state with some of its fields changed: what a seat may know of it, what a bot guesses."""
        draft = self.draft()
        for name, value in values.items():
            setattr(draft, name, value)
        changed: Self = seal(draft)
        return changed

    def forget(self) -> None:
        """Drop what can be worked out again."""
        if not self._is_placed:  # its places are emptied by what the build adds to this
            kept = self.__dict__
            for name in kept.keys() - self.fields:
                del kept[name]

    @tracked
    def deployment(self, last: Deployment | None) -> Deployment:
        """Who stands where."""
        tables = self.zone_tables()
        if last is None:
            return Deployment(self.scenario.order_of_battle, self.at, tables)
        return last if last.at is self.at and last.tables is tables else last.moved(self.at, tables)

    @tracked
    def situation(self, last: Situation | None) -> Situation:
        """What was found out about everything but the agenda, which comes first among the fields."""
        fields = self.essence()[1:]
        return Situation(fields, {}) if last is None else last.then(fields)

    @tracked
    def listed(self, last: dict[Hashable, Any] | None) -> dict[Hashable, Any]:
        """The lists of this line of play, by order and counter, each with what it rests on: see `MarchOrder`."""
        return {} if last is None else last

    def zone_tables(self) -> ZoneTables:
        """What a counter controls from each hex; a battle whose ground changes says what it is now."""
        tables: ZoneTables = self.scenario.zone_tables
        return tables

    def recall(self, question: Hashable, answer: Callable[[], T]) -> T:
        """An answer about this state, worked out once.

        A draft's answers are kept with all its fields, on the state it was made from: a forecast plays the same action
        for every die and asks the same again. Nothing an answer could rest on is left out, so none can be stale.
        """
        if self.is_draft:
            return self._recall_draft(question, answer)
        known = self.answers
        found: Any = known.get(question, UNKNOWN)
        if found is UNKNOWN:
            found = known[question] = answer()
        return found  # type: ignore[no-any-return]

    def _recall_draft(self, question: Hashable, answer: Callable[[], T]) -> T:
        """Fields that have not been touched are the same objects: to compare is far quicker than to hash them all."""
        known: list[tuple[tuple[Any, ...], T]] = self.before.answers.setdefault(("draft", question), [])
        fields = self.essence()
        for then, answered in known:
            if then == fields:
                return answered
        found = answer()
        if len(known) == MOST_DRAFTS:
            del known[0]
        known.append((fields, found))
        return found

    def retain(self, question: str, about: object, answer: Callable[[], T]) -> T:
        """The last answer in this line of play, while it is about the same thing and no field has been touched.

        Whether a decision has to be asked is looked at on a draft; what it offers, on the state the draft became.
        """
        fields, kept = self.essence(), self.listed
        last = kept.get(question)
        if last is not None and last[0] is about and last[1] == fields:
            known: T = last[2]
            return known
        found = answer()
        kept[question] = about, fields, found
        return found

    @derived
    def answers(self) -> dict[Hashable, Any]:
        """What `recall` has worked out about this state."""
        return {}

    def essence(self) -> tuple[Any, ...]:
        """All fields but the scenario."""
        found: tuple[Any, ...] = type(self)._essence(self if COMPILED else self.__dict__)
        return found

    def values(self) -> Iterator[tuple[str, Any]]:
        """The fields that make the state what it is, without the scenario."""
        return ((name, getattr(self, name)) for name in self.fields if name != "scenario")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State) or self._value_type is not other._value_type:
            return NotImplemented
        return bool(self.scenario.key == other.scenario.key and self.essence() == other.essence())

    def __hash__(self) -> int:
        return hash((self.scenario.key, self.essence()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.scenario.id} turn {self.turn}>"


protect(State, lambda state: bool(state.is_draft), "a state is a value; edit state.draft() instead")


def freeze(draft: State) -> Any:
    """The value a draft has come to; the draft may be edited further."""
    return seal(draft._twin(draft._draft_type))


def seal(draft: State) -> Any:
    """The value a draft has come to: it is the draft itself, which nobody edits from now on."""
    if COMPILED:
        draft.is_draft = False
        draft.before = None
    else:
        kept = draft.__dict__
        del kept["is_draft"], kept["before"]
        draft.__class__ = draft._value_type
    return draft


NO_FIELDS = ("is_draft", "before")


def _declared_fields(cls: type[Any]) -> Iterator[tuple[str, str]]:
    """Names and annotations; modules of states use postponed annotations, so these are texts."""
    for base in reversed(cls.__mro__):
        for name, annotation in annotations_of(base).items():
            if not is_class_variable(annotation) and name not in NO_FIELDS:
                yield name, annotation


def _make_draft_type(cls: Any) -> Any:
    """Where nothing is compiled, a draft is of a type of its own, so that its fields are set without a question."""
    if COMPILED:
        return cls
    name = cls.__name__.removesuffix("State") + "Draft"
    editable = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(name, (cls,), {"__module__": cls.__module__, **editable}, draft_of=cls)
