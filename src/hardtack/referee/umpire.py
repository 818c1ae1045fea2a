"""The referee at work: checks an action, carries it out on a draft, runs the agenda, keeps the events."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, TypeVar

from hardtack.referee.actions import Action
from hardtack.referee.dice import FACES, Dice, SeededDice
from hardtack.referee.errors import BadPosition, GameOver, IllegalAction
from hardtack.referee.events import Event, Outcome, Reason, Value, reason
from hardtack.referee.frames import Decision, Frame, Step
from hardtack.referee.limits import AGENDA
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.state import State, put, seal

T = TypeVar("T")
W = TypeVar("W", bound=Frame)


class Umpire:
    """What rule code holds in its hand besides the draft: dice, the log, the agenda."""

    __slots__ = ("_unsaid", "dice", "draft", "events", "frame", "listens", "revealed", "rolled", "rollers")

    def __init__(self, draft: State, dice: Dice) -> None:
        self.draft = draft
        self.dice = dice
        self.events: list[Event] = []
        self.rolled: list[int] = []
        self.rollers: list[str] = []  # whose die each was
        self.frame: Frame | None = None  # the one at work
        self.revealed = False
        self.listens = True  # somebody will read what is told
        self._unsaid: list[int] = []  # dice for the next event

    @property
    def _branch(self) -> Callable[[Sequence[object]], int] | None:
        """Dice that walk through every result (see `chance`) need not tell apart faces that mean the same."""
        return None if isinstance(self.dice, SeededDice) else getattr(self.dice, "branch", None)

    def _die(self) -> int:
        """A face. Nearly always of seeded dice: a class that is known is called at once where it is compiled."""
        dice = self.dice
        if isinstance(dice, SeededDice):
            return dice.roll()
        return dice.roll()

    # Whose a die is: `by`, where the rule names the roller; else the side of the frame at work; else nobody's.

    def roll(self, by: str | None = None) -> int:
        """One die. The next event told carries it."""
        return self._keep(self._die(), by)

    def read(self, row: Sequence[T], by: str | None = None) -> T:
        """Roll one die and read the row of a table: entry 0 is what a 1 gives. Quicker to forecast than `roll`."""
        branch = self._branch
        return row[self._keep(branch(row) if branch else self._die(), by) - 1]

    def read_pair(self, table: Sequence[Sequence[T]], by: tuple[str | None, str | None] = (None, None)) -> T:
        """Roll two dice, one after the other, and read a square table: the first die is the row."""
        branch = self._branch
        if branch:
            cell = branch([entry for row in table for entry in row]) - 1
            first, second = self._keep(cell // FACES + 1, by[0]), self._keep(cell % FACES + 1, by[1])
        else:
            first, second = self._keep(self._die(), by[0]), self._keep(self._die(), by[1])
        return table[first - 1][second - 1]

    def check(self, success: Container[int], by: str | None = None) -> bool:
        """Roll one die and say whether it shows one of these faces."""
        if self._branch:
            return self.read([face in success for face in range(1, FACES + 1)], by)
        return self._keep(self._die(), by) in success

    def _keep(self, face: int, by: str | None) -> int:
        self.rolled.append(face)
        self.rollers.append(getattr(self.frame, "side", "") if by is None else by)
        self._unsaid.append(face)
        return face

    def tell(self, clause: str, key: str, *, seats: tuple[str, ...] | None = None, **args: Value) -> None:
        """Log an event under its clause; `seats` limits who may know of it, as does a decision made in secret."""
        if seats is None:
            at_work = self.frame
            seats = (at_work.audience if at_work is not None and at_work.waits else None) or self.draft.veil
        told = (key, clause, tuple(args.items()), tuple(self._unsaid), seats)
        self.events.append(tuple.__new__(Event, told))  # its own constructor is never compiled
        if self._unsaid:
            self._unsaid = []

    def reveal(self) -> None:
        """Hidden information became known: no undo past this point."""
        self.revealed = True

    def push(self, *frames: Frame) -> None:
        """Put frames on the agenda; the first one named happens first."""
        self.draft.agenda += frames if len(frames) == 1 else frames[::-1]

    def pop(self) -> None:
        """The frame on top is finished."""
        self.draft.agenda = self.draft.agenda[:-1]

    def replace(self, frame: Frame) -> None:
        """The frame on top goes on in another form."""
        self.draft.agenda = put(self.draft.agenda, -1, frame)

    def waiting(self, kind: type[W]) -> W | None:
        """The topmost frame of a kind on the agenda, wherever it waits; the one `amend` would change."""
        return waiting(self.draft, kind)

    def amend(self, kind: type[W], change: Callable[[W], Frame]) -> bool:
        """Change the topmost frame of a kind on the agenda, wherever it waits; False if there is none."""
        agenda = self.draft.agenda
        for place in range(len(agenda) - 1, -1, -1):
            frame = agenda[place]
            if isinstance(frame, kind):
                self.draft.agenda = put(agenda, place, change(frame))
                return True
        return False

    def amend_all(self, change: Callable[[Frame], Frame]) -> None:
        """Change every frame on the agenda, for what concerns them all: a name that is another's from now on."""
        self.draft.agenda = tuple(map(change, self.draft.agenda))

    def end(self, outcome: Outcome) -> None:
        """The game is over."""
        self.draft.outcome = outcome
        self.draft.agenda = ()


def waiting(state: State, kind: type[W]) -> W | None:
    """The topmost frame of a kind on the agenda."""
    return next((frame for frame in reversed(state.agenda) if isinstance(frame, kind)), None)


class Ruling:
    """The result of one action: the new state, what happened, the dice it took, and if it revealed anything."""

    __slots__ = ("dice", "events", "revealed", "rollers", "state")

    def __init__(self, state: Any, umpire: Umpire) -> None:
        self.state = state
        self.events = tuple(umpire.events)
        self.dice = tuple(umpire.rolled)
        self.rollers = tuple(umpire.rollers)
        self.revealed = umpire.revealed


def deciding(state: State) -> Decision:
    """The decision the game waits for."""
    if state.outcome is not None:
        raise GameOver("the game is over")
    return state.agenda[-1]  # type: ignore[return-value]  # `run_agenda` stops only at decisions


def to_act(state: State) -> str | None:
    """The side that must decide, or None when the game is over."""
    return None if state.outcome is not None else deciding(state).side


def options(state: State) -> Options:
    """What the side to act may choose; see `hardtack.referee.options`."""
    return deciding(state).options(state)


def why_not(state: State, action: Action) -> list[Reason]:
    """Every clause that forbids the action now; empty when it is legal."""
    unused = state.scenario.battle.unused(state.scenario, action)
    if unused is not None:
        return [unused]
    offered = options(state)
    found = offered.reasons(action)
    if not found and action not in offered:
        return [reason(state.scenario.battle.fallback_clause, NOT_ASKED)]
    return found


def begin(state: State, dice: Dice) -> Ruling:
    """Run a freshly set-up state to its first decision."""
    draft = state.draft()
    umpire = Umpire(draft, dice)
    run_agenda(draft, umpire)
    return Ruling(seal(draft), umpire)


def play(state: State, action: Action, dice: Dice) -> Ruling:
    """Carry out an action after checking it. Raises IllegalAction with every reason; the state is untouched."""
    battle = state.scenario.battle
    if battle.unused(state.scenario, action) is not None or action not in options(state):
        raise IllegalAction(action, why_not(state, action))
    return play_trusted(state, action, dice)


def play_trusted(state: State, action: Action, dice: Dice, floor: int = 0) -> Ruling:
    """Carry out an action WITHOUT checking it: for search, which only plays what `options` listed.

    With a `floor` the agenda is not run below that many frames, so that a look ahead ends with the phase it
    looks at instead of rolling the dice of the next one. The state then waits for nobody.
    """
    draft = state.draft()
    umpire = Umpire(draft, dice)
    umpire.frame = decision = deciding(state)
    decision.apply(draft, action, umpire)
    run_agenda(draft, umpire, floor)
    return Ruling(seal(draft), umpire)


def run_agenda(draft: State, umpire: Umpire, floor: int = 0) -> None:
    """Run steps and drop idle decisions until somebody has to decide or the game ends."""
    for _ in range(AGENDA):
        if draft.outcome is not None:
            return
        if not draft.agenda:  # no battle runs out of frames: this one began with a position somebody wrote
            raise BadPosition("nobody has to decide and the game is not over: the position lacks frames")
        top = draft.agenda[-1]
        if isinstance(top, Step):
            if len(draft.agenda) < floor:
                return
            umpire.pop()
            umpire.frame = top
            top.run(draft, umpire)
            continue
        assert isinstance(top, Decision)
        if not top.settle(draft, umpire):
            return
    raise BadPosition("nobody ever has to decide: the frames of the position follow each other without end")
