"""What the enemy can do about a position: the best blow he can strike at a hex, by exact chances.

The enemy answers at once, as `Knowledge.onset` has him begin: he brings up whoever can come next to the hex, the
strongest first and each to every place it can go to, and then attacks the hex for as long as it pays. What his dice do
is counted exactly; the attacked side retreats and loses as a forecast presumes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from hardtack.board.masks import hexes_in
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.chance import results, settled
from hardtack.referee.decisions import Gather
from hardtack.referee.events import enemy_of
from hardtack.referee.state import State
from hardtack.referee.umpire import options

MOST_POSITIONS = 300  # to look at for a blow; a search that is cut short says so
CERTAIN, NEVER = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Blow:
    """The worst the enemy can do: how likely it is, at which hex, and who gets there without a fight, if anybody."""

    chance: Fraction
    hex: str
    unit: str = ""
    whole: bool = True  # every position was looked at


def chance_to_win(state: Any, action: Action) -> tuple[Fraction, str] | None:
    """The exact chance that an attack drives the enemy from the hex or destroys him, and the hex; None of no attack.

    Whoever can join is presumed to, where an attack is gathered for.
    """
    battle, scenario = state.scenario.battle, state.scenario
    hint = battle.page.hint(state, action)
    if hint.kind != "attack" or not hint.hex:
        return None
    place = scenario.place_at(hint.hex)
    enemies = [piece for piece, at in enumerate(state.at) if at == place]
    total = NEVER
    ends = list(settled(state, action, battle.knowledge.intend).items())
    while ends:
        after, share = ends.pop()
        top = after.agenda[-1] if after.agenda and len(after.agenda) > len(state.agenda) else None
        if isinstance(top, Gather) and top.going in options(after):
            ends += [(then, share * more) for then, more in settled(after, top.going, battle.knowledge.intend).items()]
        elif all(after.at[piece] != place for piece in enemies):
            total += share
    return total, hint.hex


def worst(state: Any, seat: str, *, hold: Sequence[str], rear: Sequence[str] = ()) -> Blow | None:
    """The worst of what the enemy can do to a seat: reach a hex in its rear, or clear one that is to be held.

    None while the seat is still in the middle of something.
    """
    battle = state.scenario.battle
    onset = battle.knowledge.onset(state, enemy_of(seat))
    if onset is None:
        return None
    found = [through(onset, enemy_of(seat), hex_) for hex_ in rear]
    if all(blow.chance < CERTAIN for blow in found):
        found += [strike(onset, seat, hex_) for hex_ in hold]
    return max(found, key=lambda blow: blow.chance)


def after_all(state: Any, actions: Sequence[Action], floor: int | None = None) -> Any:
    """The position after some actions; None where a die has a say in it."""
    for action in actions:
        ends = results(state, action, floor)
        if len(ends) > 1:
            return None
        state = next(iter(ends))
    return state


def through(onset: Any, side: str, hex_: str) -> Blow:
    """The unit of a side that gets to a hex without a fight most surely."""
    scenario = onset.scenario
    knowledge, place = scenario.battle.knowledge, scenario.place_at(hex_)
    best = Blow(NEVER, hex_)
    for piece, at in enumerate(onset.at):
        if at < 0 or scenario.side_of[piece] != side or not knowledge.force(onset, piece):
            continue
        unit = scenario.ids[piece]
        ways = ((share, knowledge.marches(state, unit)) for state, share in knowledge.sorties(onset, unit).items())
        chance = CERTAIN if at == place else sum((share for share, goals in ways if hex_ in goals), NEVER)
        if chance > best.chance:
            best = Blow(chance, hex_, unit)
        if chance == CERTAIN:
            break
    return best


def strike(onset: Any, seat: str, hex_: str) -> Blow:
    """The enemy's best blow at a hex of a seat."""
    search = Search(onset, seat, hex_)
    return Blow(search.best(), hex_, whole=search.left > 0)


class Search:
    """The enemy's ways to clear one hex of the seat's units."""

    def __init__(self, onset: Any, seat: str, hex_: str, most: int = MOST_POSITIONS) -> None:
        self.onset, self.hex, self.enemy = onset, hex_, enemy_of(seat)
        scenario = onset.scenario
        self.knowledge, self.page = scenario.battle.knowledge, scenario.battle.page
        self.place = scenario.place_at(hex_)
        force = self.knowledge.force
        self.own = [piece for piece, side in enumerate(scenario.side_of) if side == seat and force(onset, piece)]
        names = scenario.board.grid.names
        self.beside = {names[number] for number in hexes_in(scenario.board.grid.around_mask[self.place])}
        self.left, self.floor = most, self.knowledge.onset_floor
        self.known: dict[State, Fraction] = {}

    def best(self) -> Fraction:
        """The chance that nobody of the seat who can fight stands in the hex when the enemy has done what he can."""
        if self.knowledge.one_at_a_time:
            return max([self.value(self.onset), *map(self.sortie, self.enemies())])
        best = NEVER
        for drawn_up in self.formations(self.onset, self.coming()):
            best = max(best, self.value(drawn_up))
            if best == CERTAIN or self.left <= 0:
                break
        return best

    def enemies(self) -> list[str]:
        """The enemy's units on the map that can fight, the strongest first."""
        scenario, force = self.onset.scenario, self.knowledge.force
        units = [
            (-force(self.onset, piece), scenario.ids[piece])
            for piece, at in enumerate(self.onset.at)
            if at >= 0 and scenario.side_of[piece] == self.enemy
        ]
        return [unit for weight, unit in sorted(units) if weight]

    def coming(self) -> list[str]:
        """Those that can come up and are not there yet."""
        index, at, place_name = self.onset.scenario.index, self.onset.at, self.onset.scenario.place_name
        away = [unit for unit in self.enemies() if place_name(at[index[unit]]) not in self.beside]
        return [unit for unit in away if self.beside & self.knowledge.marches(self.onset, unit).keys()]

    def sortie(self, unit: str) -> Fraction:
        """What the march of one unit is worth, with the attacks on its way's end."""
        total = NEVER
        for state, share in self.knowledge.sorties(self.onset, unit).items():
            total += share * max(map(self.value, [state, *self.ends(state, unit)]))
        return total

    def formations(self, state: Any, units: Sequence[str]) -> Iterator[Any]:
        """Every way these units can come up one after the other."""
        if not units:
            self.left -= 1
            yield state
            return
        ends = self.ends(state, units[0])
        for end in ends:
            if self.left > 0:
                yield from self.formations(end, units[1:])
        if not ends:
            yield from self.formations(state, units[1:])

    def ends(self, state: Any, unit: str) -> list[Any]:
        """The positions after each march of a unit that leads beside the hex."""
        ways = self.knowledge.marches(state, unit)
        ends = [after_all(state, ways[goal], self.floor) for goal in sorted(self.beside & ways.keys())]
        return [end for end in ends if end is not None]

    def value(self, state: Any) -> Fraction:
        """The chance that the hex is cleared when the enemy goes on from here as well as he can."""
        if all(state.at[piece] != self.place for piece in self.own):
            return CERTAIN
        if state.outcome is not None or not state.agenda[-1].waits or state.agenda[-1].side != self.enemy:
            return NEVER
        if state not in self.known:
            if self.left <= 0:
                return NEVER  # cut short: `whole` says so
            self.left -= 1
            self.known[state] = max(self.ways_on(state), default=NEVER)
        return self.known[state]

    def ways_on(self, state: Any) -> Iterator[Fraction]:
        """What each attack on the hex is worth, and what it is to be done with this phase."""
        known: set[str] = set()  # they take part in an attack that has been looked at
        gathered = True
        for action in options(state).all():
            if self.knowledge.ends_phase(state, action):
                yield self.mean(results(state, action, self.floor))
                continue
            hint = self.page.hint(state, action)
            if hint.kind == "attack" and hint.hex == self.hex and f"{action.verb} {hint.unit}" not in known:
                joiners = self.joiners(state, action) if gathered else set()
                known |= {f"{action.verb} {unit}" for unit in joiners}
                gathered = bool(joiners)
                yield self.mean(settled(state, action, self.knowledge.intend))

    def joiners(self, state: Any, action: Action) -> set[str]:
        """Who would join in an attack that is gathered for."""
        for after in results(state, action, self.floor):
            if after.outcome is None and isinstance(after.agenda[-1], Gather):
                return set(options(after).actors())
        return set()

    def mean(self, ends: dict[State, Fraction]) -> Fraction:
        return sum((share * self.value(end) for end, share in ends.items()), NEVER)
