"""Exact chances: walk every way the dice can fall through the referee's own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.dice import FACES, Dice
from hardtack.referee.limits import go_on
from hardtack.referee.playout import unlogged
from hardtack.referee.showing import Modifier
from hardtack.referee.state import State
from hardtack.referee.umpire import Ruling, play, play_trusted

T = TypeVar("T")
Aftermath = tuple[tuple[str, int | str], ...]


class _MoreDice(Exception):
    """The script of dice is used up; the rules ask for one more, of which these faces differ in effect."""

    def __init__(self, faces: dict[int, int], of: int) -> None:
        self.faces = faces  # a face that stands for all of the same effect -> how many do
        self.of = of  # how many there are in all: a pair of dice counts as one with 36


class _Script:
    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces
        self.rolled = 0

    def roll(self) -> int:
        return self.branch(range(FACES))

    def branch(self, row: Sequence[object]) -> int:
        if self.rolled == len(self.faces):
            standing_for = [row.index(entry) + 1 for entry in row]
            raise _MoreDice({face: standing_for.count(face) for face in standing_for}, len(row))
        self.rolled += 1
        return self.faces[self.rolled - 1]


def rulings(state: State, action: Action, floor: int | None = None) -> Iterator[tuple[Fraction, Ruling]]:
    """Every result a legal action can have in the present phase, with its chance; the chances add up to one.

    Dice of the phases that follow are left unrolled: see `play_trusted` for the floor, which is the depth of the
    agenda at the decision looked at.
    """
    for ways, of, ruling in _falls(state, action, floor, play_trusted):
        yield Fraction(ways, of), ruling


def _falls(
    state: State, action: Action, floor: int | None, carry_out: Callable[[State, Action, Dice, int], T]
) -> Iterator[tuple[int, int, T]]:
    """Every result as `carry_out` gives it, with the chance in two parts: in how many ways of how many."""
    depth = len(state.agenda) if floor is None else floor
    scripts: list[tuple[tuple[int, ...], int, int]] = [((), 1, 1)]
    while scripts:
        go_on()
        script, ways, of = scripts.pop()
        try:
            found = carry_out(state, action, _Script(script), depth)
        except _MoreDice as more:
            scripts += [((*script, face), ways * count, of * more.of) for face, count in more.faces.items()]
        else:
            yield ways, of, found


def is_open(state: State) -> bool:
    """Whether a follow-up decision (hits, a retreat, an advance) is still to be made."""
    if state.outcome is not None:
        return False
    top: Any = state.agenda[-1]
    return bool(top.waits and top.follow_up)


def results(state: State, action: Action, floor: int | None = None) -> dict[State, Fraction]:
    """The states an action can lead to, equal ones added up."""
    found: dict[State, Fraction] = {}
    for ways, of, after in _falls(state, action, floor, unlogged):
        found[after] = found.get(after, Fraction(0)) + Fraction(ways, of)
    return found


def settled(state: State, action: Action, choose: Callable[[Any], Action]) -> dict[State, Fraction]:
    """As `results`, but follow-up decisions are made by `choose`."""
    floor = len(state.agenda)
    open_ends = dict(results(state, action, floor))
    found: dict[State, Fraction] = {}
    while open_ends:
        after, chance = open_ends.popitem()
        if not is_open(after):
            found[after] = found.get(after, Fraction(0)) + chance
            continue
        for then, share in results(after, choose(after), floor).items():
            open_ends[then] = open_ends.get(then, Fraction(0)) + chance * share
    return found


def settling_floor(state: State) -> int:
    """The floor for a look ahead from a follow-up decision that lets everything come to pass which was begun with it.

    The losses that wait below the choice of who takes them are its result; the phase in which they happen goes on.
    """
    if is_open(state):
        for depth in range(len(state.agenda) - 1, 0, -1):
            frame: Any = state.agenda[depth - 1]
            if frame.waits and not frame.follow_up:
                return depth + 1
    return len(state.agenda)


def expected_value(
    state: State, action: Action, choose: Callable[[Any], Action], value: Callable[[Any], float],
    floor: int | None = None,
) -> float:  # fmt: skip
    """The mean of `value` over the states `settled` would give, without collecting equal ones."""
    floor = len(state.agenda) if floor is None else floor
    total = 0.0
    open_ends = [(1.0, state, action)]
    while open_ends:
        weight, before, chosen = open_ends.pop()
        for ways, of, after in _falls(before, chosen, floor, unlogged):
            share = weight * (ways / of)
            if is_open(after):
                open_ends.append((share, after, choose(after)))
            else:
                total += share * value(after)
    return total


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an action may do: every modifier with its clause, and the exact chance of each aftermath."""

    action: Action
    modifiers: tuple[Modifier, ...]
    chances: tuple[tuple[Aftermath, Fraction], ...]

    def chance(self, **wanted: int | str) -> Fraction:
        """The chance that every named number of the aftermath is as given."""
        total = Fraction(0)
        for aftermath, share in self.chances:
            known = dict(aftermath)
            if all(known.get(name) == value for name, value in wanted.items()):
                total += share
        return total

    def expected(self, name: str) -> float:
        return float(sum(share * int(dict(aftermath).get(name, 0)) for aftermath, share in self.chances))


def forecast(state: State, action: Action) -> Forecast:
    """The exact forecast of a legal action; raises IllegalAction otherwise."""
    _check(state, action)
    battle = state.scenario.battle
    chances: dict[Aftermath, Fraction] = {}
    for after, share in settled(state, action, battle.knowledge.presume).items():
        aftermath = tuple(battle.page.aftermath(state, after, action))
        chances[aftermath] = chances.get(aftermath, Fraction(0)) + share
    ranked: Sequence[tuple[Aftermath, Fraction]] = sorted(chances.items(), key=lambda item: (-item[1], str(item[0])))
    return Forecast(action, tuple(battle.page.modifiers(state, action)), tuple(ranked))


def _check(state: State, action: Action) -> None:
    """Refuse an illegal action the way `play` does, without rolling anything."""
    try:
        play(state, action, _Script(()))
    except _MoreDice:
        return
