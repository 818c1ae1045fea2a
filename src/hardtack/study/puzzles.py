"""Mines puzzles from the records of played games: positions in which one answer is far better than the others.

There are three kinds. `attack`: one attack is far likelier than every other to drive the enemy from his hex or destroy
him. `hold`: a hex will be lost to the enemy's best blow unless one move helps it. `withdraw`: a unit that stands too
far forward can be brought to safety, but from some hexes it no longer bars the enemy's way. "Better" is exact, over
every way the dice can fall (see `hardtack.referee.blows`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from hardtack.battles import find_battle
from hardtack.referee.actions import Action
from hardtack.referee.blows import CERTAIN, NEVER, Blow, after_all, chance_to_win, strike
from hardtack.referee.chance import results
from hardtack.referee.events import SIDES, enemy_of
from hardtack.referee.record import read_record, replay
from hardtack.referee.umpire import options, to_act

LEAST = Fraction(1, 4)  # the answer to an attack puzzle works at least so often,
MARGIN = Fraction(1, 8)  # so much more often than the best attack on any other hex,
TIMES = Fraction(3, 2)  # and so many times as often
MOST = 60  # attacks to look at
DANGER = Fraction(2, 5)  # what is to be saved is lost at least so often when nothing is done,
SAFETY = Fraction(1, 3)  # at most so often after the right move,
RELIEF = Fraction(1, 4)  # so much less often,
SAME = Fraction(1, 50)  # and answers so near to the best are as good
TOUCH = 3  # hexes from the enemy: a unit that stands further away is safe
NEAR = 2  # hexes from what is to be saved: moves that end further away are not looked at
FRONT = 4  # hexes behind a unit that it may have to bar
LEAST_MOVES = 4  # a unit must have, to be worth a puzzle
MOVES = 9  # moves to look at for one puzzle
EVERY = 8  # decisions of a phase, one is looked at
APART = 40  # decisions, two puzzles of a kind and side where a turn is a whole day of single marches
PLACES = 2  # hexes or units to look at in one position


@dataclass(frozen=True, slots=True)
class Find:
    """A position of a puzzle, who is to play it, its answers and what they are worth.

    `chance` is that of the best answer and `trap_chance` that of the natural wrong one: to win the hex in an attack
    puzzle, else to be beaten. `stay` is what doing nothing is worth.
    """

    theme: str
    state: Any
    side: str
    solution: tuple[str, ...]
    trap: tuple[str, ...]
    chance: Fraction
    trap_chance: Fraction
    hex: str  # attacked, held, or barred to the enemy
    answers: tuple[str, ...] = ()  # of an attack puzzle: all that are equally good
    hexes: tuple[str, ...] = ()  # of an attack puzzle: all that can be attacked
    unit: str = ""  # to be brought back
    trap_unit: str = ""
    trap_hex: str = ""
    stay: Fraction = NEVER
    source: str = ""


@dataclass(frozen=True)
class Move:
    """A move the player could make: what it takes, and who goes where."""

    before: Any
    actions: tuple[Action, ...]
    unit: str
    hex: str

    @cached_property
    def after(self) -> Any:
        """The position after it, in which the unit is done."""
        return standing(after_all(self.before, self.actions))

    @cached_property
    def is_sure(self) -> bool:
        return after_all(self.before, self.actions) is not None

    @property
    def notation(self) -> tuple[str, ...]:
        rest = self.before.scenario.battle.knowledge.rest(after_all(self.before, self.actions))
        return tuple(str(action) for action in (*self.actions, *((rest,) if rest is not None else ())))


Picked = tuple[tuple[Blow, Move], tuple[Blow, Move]]  # the best move and the worst, with what the enemy's blow does


def mine_all(
    records: Sequence[Path], most: int, every: int = EVERY, is_sound: Callable[[Find], bool] = lambda _: True
) -> list[Find]:
    """So many puzzles of each kind out of some games, the first that are found and sound."""
    found: dict[str, list[Find]] = {theme: [] for theme in EXAMINE}
    for record in records:
        for find in mine(record, [theme for theme in EXAMINE if len(found[theme]) < most], every):
            if len(found[find.theme]) < most and is_sound(find):
                found[find.theme].append(find)
    return [find for finds in found.values() for find in finds]


def mine(record: Path, themes: Sequence[str], every: int = EVERY) -> Iterator[Find]:
    """The puzzles of one game, in order, of each kind at most one a turn and side; where a turn is long, some."""
    read = read_record(record.read_text(encoding="utf-8"))
    players = ", ".join(f"{side}: {bot}" for side, bot in read.headers.items() if side in SIDES)
    journal = replay(read, find_battle)
    seen: dict[tuple[int, str | None, str], int] = {}
    places: set[tuple[int, str | None, str, str]] = set()
    looks: Counter[tuple[int, str | None, str]] = Counter()
    for number, entry in enumerate(journal.entries):
        state = entry.after
        if state.outcome is not None:
            return
        apart = APART if state.scenario.battle.knowledge.one_at_a_time else len(journal.entries)
        for theme in themes:
            key = (state.turn, to_act(state), theme)
            if key in seen and number - seen[key] < apart:
                continue
            looks[key] += 1
            if theme != "attack" and (looks[key] - 1) % every:
                continue  # the same phase, a move later, is seldom worth the time
            found = EXAMINE[theme](state)
            if found is not None and (*key, found.hex) not in places:
                seen[key] = number
                places.add((*key, found.hex))
                yield replace(found, source=f"{record.stem}, after action {number} ({players})")


# -- find the attack that wins


def examine_attacks(state: Any) -> Find | None:
    rated = attacks_in(state)
    best: dict[str, Fraction] = {}
    for chance, hex_ in rated.values():
        best[hex_] = max(best.get(hex_, chance), chance)
    if len(best) < 2:
        return None
    first, second = sorted(best.values(), reverse=True)[:2]
    if first < LEAST or first - second < MARGIN or first < TIMES * second:
        return None
    answers = tuple(str(action) for action, (chance, _) in rated.items() if chance == first)
    trap = next(action for action, (chance, hex_) in rated.items() if chance == second and best[hex_] == second)
    hex_ = next(hex_ for hex_ in best if best[hex_] == first)
    return Find(
        "attack", state, str(to_act(state)), answers[:1], (str(trap),), first, second, hex_,
        answers=answers, hexes=tuple(sorted(best)), trap_hex=rated[trap][1],
    )  # fmt: skip


def attacks_in(state: Any) -> dict[Action, tuple[Fraction, str]]:
    """Every attack that can be begun, with its exact chance and the hex; none where there are too many."""
    page = state.scenario.battle.page
    attacks = [action for action in options(state).all() if page.hint(state, action).kind == "attack"]
    if len(attacks) > MOST:
        return {}
    rated = {action: chance_to_win(state, action) for action in attacks}
    return {action: found for action, found in rated.items() if found is not None}


# -- hold a hex


def examine_holding(state: Any) -> Find | None:
    side = str(to_act(state))
    onset = state.scenario.battle.knowledge.onset(standing(state), enemy_of(side))
    if onset is None:
        return None
    moves = own_moves(state)
    ends = {move.hex for move in moves}
    for hex_, stay in endangered(onset, side, ends):
        found = hold(state, side, hex_, stay, [move for move in moves if helps(state, move, hex_)])
        if found is not None:
            return found
    return None


def endangered(onset: Any, side: str, ends: Collection[str]) -> list[tuple[str, Fraction]]:
    """The hexes of a side that the enemy clears most often, the worst off first; those a move can end near."""
    scenario, force = onset.scenario, onset.scenario.battle.knowledge.force
    grid = scenario.board.grid
    foes = [at for piece, at in enumerate(onset.at) if at >= 0 and scenario.side_of[piece] != side]
    own = {
        at for piece, at in enumerate(onset.at) if at >= 0 and scenario.side_of[piece] == side and force(onset, piece)
    }
    places = [scenario.place_at(hex_) for hex_ in ends]
    own = {at for at in own if any(grid.distance(at, place) <= NEAR for place in places)}
    close = sorted(own, key=lambda at: (min((grid.distance(at, foe) for foe in foes), default=99), at))
    blows = [strike(onset, side, scenario.place_name(at)) for at in close[: 2 * PLACES]]
    blows = [blow for blow in blows if blow.whole and blow.chance >= DANGER]
    return [(blow.hex, blow.chance) for blow in sorted(blows, key=lambda blow: -blow.chance)[:PLACES]]


def helps(state: Any, move: Move, hex_: str) -> bool:
    """Whether a move could help a hex: a unit that fights ends it there or near it, and does not leave it."""
    scenario = state.scenario
    start, end, place = state.at[scenario.index[move.unit]], scenario.place_at(move.hex), scenario.place_at(hex_)
    fights = scenario.battle.knowledge.force(state, scenario.index[move.unit])
    return bool(fights and start != place and scenario.board.grid.distance(end, place) <= NEAR)


def hold(state: Any, side: str, hex_: str, stay: Fraction, moves: Sequence[Move]) -> Find | None:
    place = state.scenario.place_at(hex_)
    near = sorted(moves, key=lambda move: state.scenario.board.grid.distance(state.scenario.place_at(move.hex), place))
    rated = []
    for move in [move for move in near[: 2 * MOVES] if move.is_sure][:MOVES]:
        rated.append((struck(move, side, hex_), move))
        if not rated[-1][0].whole:
            return None
    picked = pick(rated, stay, Fraction(1, 3))
    return None if picked is None else found_in("hold", state, side, picked, hex_, stay)


def found_in(theme: str, state: Any, side: str, picked: Picked, hex_: str, stay: Fraction) -> Find:
    (blow, best), (trap_blow, trap) = picked
    return Find(
        theme, state, side, best.notation, trap.notation, blow.chance, trap_blow.chance, hex_,
        unit=best.unit, trap_unit=trap.unit, trap_hex=trap.hex, stay=stay,
    )  # fmt: skip


def pick(rated: Sequence[tuple[Blow, Move]], stay: Fraction, few: Fraction) -> Picked | None:
    """The best move and the worst, if the first is safe, far better than doing nothing and one of few."""
    if len(rated) < 3 or not all(blow.whole for blow, _ in rated):
        return None
    ranked = sorted(rated, key=lambda pair: pair[0].chance)
    best, worst = ranked[0], ranked[-1]
    good = [pair for pair in ranked if pair[0].chance <= best[0].chance + SAME]
    if best[0].chance > SAFETY or min(stay, worst[0].chance) - best[0].chance < RELIEF or len(good) > few * len(ranked):
        return None
    return best, worst


# -- withdraw without a gap


def examine_withdrawals(state: Any) -> Find | None:
    side, scenario = str(to_act(state)), state.scenario
    onset = scenario.battle.knowledge.onset(standing(state), enemy_of(side))
    if onset is None:
        return None
    moves = own_moves(state)
    exposed = [unit for unit in dict.fromkeys(move.unit for move in moves) if is_exposed(state, unit)]
    for unit in exposed[:PLACES]:
        own = [move for move in moves if move.unit == unit]
        stay = strike(onset, side, scenario.place_name(state.at[scenario.index[unit]]))
        if stay.chance >= DANGER and stay.whole and len(own) >= LEAST_MOVES:
            found = withdraw(state, side, unit, stay.chance, own, reach(onset, enemy_of(side)))
            if found is not None:
                return found
    return None


def is_exposed(state: Any, unit: str) -> bool:
    """Whether an enemy stands near a unit that fights and is alone in its hex."""
    scenario = state.scenario
    if not scenario.battle.knowledge.force(state, scenario.index[unit]):
        return False
    here, side = state.at[scenario.index[unit]], scenario.side_of[scenario.index[unit]]
    foes = [at for piece, at in enumerate(state.at) if at >= 0 and scenario.side_of[piece] != side]
    return state.at.count(here) == 1 and any(scenario.board.grid.distance(here, foe) <= TOUCH for foe in foes)


def reach(onset: Any, side: str) -> dict[str, Fraction]:
    """The hexes a side can get to without a fight, each with the chance of the unit that does so most surely."""
    scenario = onset.scenario
    knowledge = scenario.battle.knowledge
    found: dict[str, Fraction] = {}
    for piece, at in enumerate(onset.at):
        if at < 0 or scenario.side_of[piece] != side or not knowledge.force(onset, piece):
            continue
        unit, chances = scenario.ids[piece], {scenario.place_name(at): Fraction(1)}
        for state, share in knowledge.sorties(onset, unit).items():
            for hex_ in knowledge.marches(state, unit):
                chances[hex_] = chances.get(hex_, NEVER) + share
        for hex_, chance in chances.items():
            found[hex_] = max(found.get(hex_, NEVER), chance)
    return found


def withdraw(
    state: Any, side: str, unit: str, stay: Fraction, moves: Sequence[Move], reached: Mapping[str, Fraction]
) -> Find | None:
    scenario = state.scenario
    knowledge = scenario.battle.knowledge
    onsets = [(move, knowledge.onset(move.after, enemy_of(side))) for move in moves[:MOVES] if move.is_sure]
    ways = [(move, reach(onset, enemy_of(side))) for move, onset in onsets if onset is not None]
    goal = gap(state, unit, ways, reached)
    if goal is None:
        return None
    rated = []
    for move, ways_in in ways:
        blow = Blow(ways_in.get(goal, NEVER), goal, "somebody")
        if blow.chance < CERTAIN:
            blow = max(blow, struck(move, side, move.hex), key=lambda one: one.chance)
        rated.append((blow, move))
    picked = pick(rated, stay, Fraction(1, 2))
    if picked is None or not picked[1][0].unit:
        return None
    return found_in("withdraw", state, side, picked, goal, stay)


def gap(
    state: Any, unit: str, ways: Sequence[tuple[Move, Mapping[str, Fraction]]], reached: Mapping[str, Fraction]
) -> str | None:
    """A hex near the unit that is closed to the enemy now, and open after some of its moves: the more the better.

    A place with a name is worth more than a bare hex.
    """
    scenario = state.scenario
    here, held = state.at[scenario.index[unit]], set(state.at)
    best, goal = 0, None
    for hex_ in sorted({hex_ for _, ways_in in ways for hex_ in ways_in}):
        place = scenario.place_at(hex_)
        if reached.get(hex_, NEVER) > SAME or place in held or scenario.board.grid.distance(here, place) > FRONT:
            continue
        is_open = sum(ways_in.get(hex_, NEVER) >= DANGER for _, ways_in in ways)
        closed = sum(ways_in.get(hex_, NEVER) <= SAME for _, ways_in in ways)
        worth = min(is_open, closed) * (3 if f"hex.{hex_}" in scenario.battle.words else 1)
        if is_open and closed and worth > best:
            best, goal = worth, hex_
    return goal


# -- moves


def own_moves(state: Any) -> list[Move]:
    """Every move a unit could make now; whether it is sure is looked at later, as that takes longer."""
    marches = state.scenario.battle.knowledge.marches
    found = [(unit, marches(state, unit)) for unit in options(state).actors()]
    return [Move(state, tuple(actions), unit, hex_) for unit, ways in found for hex_, actions in ways.items()]


def standing(state: Any) -> Any:
    """The position if the side did nothing more: a march under way is ended where it is."""
    rest = state.scenario.battle.knowledge.rest(state)
    return state if rest is None else next(iter(results(state, rest)))  # no die of this phase is rolled any more


def struck(move: Move, side: str, hex_: str) -> Blow:
    onset = move.after.scenario.battle.knowledge.onset(move.after, enemy_of(side))
    return Blow(Fraction(1), hex_, whole=False) if onset is None else strike(onset, side, hex_)


EXAMINE = {"attack": examine_attacks, "hold": examine_holding, "withdraw": examine_withdrawals}
