"""How a bot sees a position of the series: strength, ground and contact of both armies.

A look ahead asks about hundreds of positions that differ by a piece or two. So an outlook is not made anew but changed:
whatever is kept belongs to one piece or to one hex, and only the pieces that changed and the hexes around them are
counted again. Everything is a function of the position alone, however it was come by.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from math import fsum
from operator import ne
from typing import Self

from hardtack.battles.musket.aims import HORIZON, Aims, Distances, Field
from hardtack.battles.musket.checks import halved
from hardtack.battles.musket.combat import assailable
from hardtack.battles.musket.lay import SIDE, Lay, lay_of
from hardtack.battles.musket.losses import VP_CAPTURED, VP_CAPTURED_HQ
from hardtack.battles.musket.reaching import of
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.referee.state import LOST

VP = 3.0  # what a victory point is worth in combat factors
GAINS = (-3.0, -1.8, -0.9, 0.2, 1.5, 2.6, 3.6, 4.4, 5.2)  # worth of an attack by column of the CRT
NEAR = 5  # hexes at which an enemy is a danger to a leader alone
WAIT = 0.5  # what a unit off the map is worth less than on the hex where it comes in
SAIL = 0.2  # what a hex nearer the enemy is worth to a gunboat
ROUTED = 0.3  # what is left of a factor on the turn track
IN_ORDER, IN_DISORDER = 1.0, -0.2  # what a unit in the field is worth beyond its factor
FEW = 8  # changed pieces up to which an outlook is changed and not made anew

ARMIES = (0, 1)


def worth_of_attack(difference: int) -> float:
    """What an attack with this differential promises; nobody has to make a bad one (MS 6.6)."""
    column = min(max((difference + 6) // 2, 0), len(GAINS) - 1)
    return max(GAINS[column], 0.0)


def same_position(a: MusketState, b: MusketState) -> bool:
    """Cheaply: a look ahead hands the very same rows on until a piece moves."""
    rows = a.at is b.at and a.reduced is b.reduced and a.disordered is b.disordered and a.active is b.active
    return rows and a.turn == b.turn


class Outlook:
    """One position seen by both armies."""

    def __init__(self, state: MusketState, aims: Aims, distances: Distances) -> None:
        scenario = of(state)
        self.scenario = scenario
        self.aims = aims
        self.distances = distances
        self.ground = tuple(aims.ground(state, army) for army in ARMIES)
        self.zeal = tuple(aims.zeal(state, army) for army in ARMIES)
        blank = [0.0] * len(state.at)
        self.strengths = (blank.copy(), blank.copy())  # by army, then by piece
        self.stands = (blank.copy(), blank.copy())
        self.posts = ([-1] * len(blank), [-1] * len(blank))  # where a unit stands or would come in
        self.defence: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.press: tuple[dict[int, int], dict[int, int]] = ({}, {})  # by army: enemy hex -> factors that can attack it
        self.hopes: tuple[dict[int, float], dict[int, float]] = ({}, {})  # what those attacks promise
        self.sums: dict[tuple[str, int], float] = {}  # by army, until a part of them changes
        self.look_at(state)
        for side in SIDE:
            for piece in scenario.fighters[side]:
                self.count(piece)
        self.survey(self.lay.stacks)

    def look_at(self, state: MusketState) -> None:
        self.state = state
        self.lay: Lay = lay_of(state)
        self.judgements: dict[tuple[str, bool], float] = {}  # of the position, see `mind`
        self.contests: dict[int, frozenset[int]] = {}

    def after(self, state: MusketState) -> Self | None:
        """The outlook of a position that differs little; None where it differs too much."""
        before = self.state
        if state.turn != before.turn:
            return None
        changed: set[int] = set()
        for old, new in ((before.at, state.at), (before.reduced, state.reduced), (before.disordered, state.disordered)):
            if old is not new:
                changed.update(compress(range(len(old)), map(ne, old, new)))
        if len(changed) > FEW:
            return None
        if not changed:
            return self.again(state)
        twin = self.copy()
        twin.look_at(state)
        touched: set[int] = set()
        for piece in changed:
            if self.scenario.weight[piece]:
                twin.count(piece)
                touched.update((before.at[piece], state.at[piece]))
        twin.survey(hex_ for hex_ in touched if hex_ >= 0)
        return twin

    def again(self, state: MusketState) -> Self:
        """The same pieces in the same places: what was counted holds, and judgements while the same are active."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = state
        if state.active != self.state.active:
            twin.judgements = {}
        return twin

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.strengths = (self.strengths[0].copy(), self.strengths[1].copy())
        twin.stands = (self.stands[0].copy(), self.stands[1].copy())
        twin.posts = (self.posts[0].copy(), self.posts[1].copy())
        twin.defence = (self.defence[0].copy(), self.defence[1].copy())
        twin.press = (self.press[0].copy(), self.press[1].copy())
        twin.hopes = (self.hopes[0].copy(), self.hopes[1].copy())
        twin.sums = self.sums.copy()
        return twin

    # -- piece by piece, hex by hex

    def count(self, piece: int) -> None:
        """Enter the strength and the footing of a combat unit."""
        scenario, state = self.scenario, self.state
        army, here = scenario.army[piece], state.at[piece]
        strength, stand, door = 0.0, 0.0, -1
        if here not in (LOST, scenario.aside):
            factor = scenario.counters[piece].cf[state.reduced[piece]]
            if here == scenario.track:
                strength = ROUTED * factor
            else:
                strength = factor + (IN_DISORDER if state.disordered[piece] else IN_ORDER)
                door = self.door(piece, here)
        if door >= 0:
            stand = self.ground[army][door] - (WAIT if here < 0 else 0.0)
        self.strengths[army][piece], self.stands[army][piece] = strength, stand
        self.posts[army][piece] = door
        self.sums.pop(("strength", army), None)
        self.sums.pop(("stand", army), None)

    def door(self, piece: int, here: int) -> int:
        """Where a unit stands, or the hex by which it comes in; -1 for none, and for gunboats, who have berths."""
        scenario = self.scenario
        if scenario.kind[piece] == "gunboat":
            return -1
        if here >= 0:
            return here
        if scenario.in_box(here):
            exits = scenario.exits[scenario.counters[piece].side]
            return next((hex_ for hex_, box in exits.items() if box == here), -1)
        return scenario.entry[piece]

    def survey(self, hexes: Iterable[int]) -> None:
        """Count again who stands in these hexes, and who can attack whom in and around them."""
        around = self.scenario.board.grid.around_mask
        vicinity = 0
        for hex_ in hexes:
            vicinity |= around[hex_] | 1 << hex_
            for army in ARMIES:
                self.hold(army, hex_)
        for army in ARMIES:
            for hex_ in hexes_in(vicinity & self.lay.combat[1 - army]):
                self.weigh(army, hex_)

    def hold(self, army: int, hex_: int) -> None:
        """The factors with which an army defends a hex; attacks on one it has left are no more."""
        scenario, state = self.scenario, self.state
        if not self.lay.combat[army] >> hex_ & 1:
            self.defence[army].pop(hex_, None)
            self.press[1 - army].pop(hex_, None)
            self.hopes[1 - army].pop(hex_, None)
            self.sums.pop(("hope", 1 - army), None)
            return
        total = 0
        for piece in self.lay.stacks[hex_]:
            if scenario.weight[piece]:
                factor = scenario.counters[piece].cf[state.reduced[piece]]
                total += halved(factor) if state.disordered[piece] else factor
        self.defence[army][hex_] = total

    def weigh(self, army: int, hex_: int) -> None:
        """The factors an army could bring against an enemy hex, and what that promises."""
        pressure = 0
        for here in hexes_in(self.scenario.board.grid.around_mask[hex_] & self.lay.combat[army]):
            for piece in self.lay.stacks[here]:
                if self.scenario.weight[piece]:
                    pressure += self.blow(piece, here, hex_)
        if pressure:
            self.press[army][hex_] = pressure
            self.hopes[army][hex_] = worth_of_attack(pressure - self.defence[1 - army].get(hex_, 0))
        else:
            self.press[army].pop(hex_, None)
            self.hopes[army].pop(hex_, None)
        self.sums.pop(("hope", army), None)

    def blow(self, piece: int, here: int, target: int) -> int:
        """The factor a unit could bring against an adjacent hex, 0 when it may not attack it."""
        scenario, state = self.scenario, self.state
        if state.disordered[piece] or not assailable(scenario, piece, here) >> target & 1:
            return 0
        factor = scenario.counters[piece].cf[state.reduced[piece]]
        return halved(factor) if scenario.ground.attack_lines(scenario.arm[piece], here, target) else factor

    # -- what a bot asks

    def sum_of(self, name: str, army: int, parts: Iterable[float]) -> float:
        """A sum that does not depend on the order of its parts, kept while they stay as they are."""
        total = self.sums.get((name, army))
        if total is None:
            total = self.sums[name, army] = fsum(parts)
        return total

    def strength(self, army: int) -> float:
        return self.sum_of("strength", army, self.strengths[army])

    def footing(self, army: int) -> float:
        """How well the units of an army stand for what it is after, gunboats in their berths."""
        boats = self.scenario.gunboats[SIDE[army]]
        return self.sum_of("stand", army, self.stands[army]) + sum(
            self.berth(piece, self.state.at[piece]) for piece in boats
        )

    def contact(self, army: int) -> float:
        """What the attacks an army could make now promise."""
        return self.sum_of("hope", army, self.hopes[army].values())

    def held(self, army: int) -> float:
        """The garrisons an army has in place."""
        combat = self.lay.combat[army]
        return fsum(worth for hex_, worth in self.garrisons(army).items() if combat >> hex_ & 1)

    def garrisons(self, army: int) -> Mapping[int, float]:
        return self.aims.garrisons(self.state, army)

    def to_enemy(self, army: int) -> Field:
        """How far each hex is from the nearest enemy of an army."""
        return self.distances.to(self.scenario, self.lay.combat[1 - army])

    def lure(self, army: int) -> Field:
        """What a hex is worth to a unit of an army that meets nobody there."""
        return self.distances.lure(self.scenario, self.ground[army], self.zeal[army], self.lay.combat[1 - army])

    def contested(self, army: int) -> frozenset[int]:
        """Hexes where more than the ground counts: next to the enemy, his leaders, garrisons."""
        if army not in self.contests:
            special = self.lay.next_to(self.scenario, 1 - army) | self.lay.soft[1 - army]
            self.contests[army] = frozenset((*hexes_in(special), *self.garrisons(army)))
        return self.contests[army]

    def eagerness(self, army: int) -> float:
        """How near the units of an army are to its enemies, as far as it is after them."""
        zeal = self.zeal[army]
        return -zeal * sum(map(self.to_enemy(army).__getitem__, self.posts[army])) if zeal else 0.0

    def berth(self, piece: int, here: int) -> float:
        """A gunboat that is still in the game wants to be near the enemy."""
        if here == LOST:
            return 0.0
        return -SAIL * (self.to_enemy(self.scenario.army[piece])[here] if here >= 0 else HORIZON)

    def threat(self, hex_: int, army: int) -> int:
        """Enemy factors that could attack a hex of an army."""
        foe = 1 - army
        if hex_ in self.press[foe]:
            return self.press[foe][hex_]
        scenario, total = self.scenario, 0
        for near in hexes_in(scenario.board.grid.around_mask[hex_] & self.lay.combat[foe]):
            if scenario.ground.side_open(near, hex_):
                total += self.defence[foe].get(near, 0)
        return total

    def commanders(self, army: int) -> float:
        """Leaders, HQ and train of an army: safe and at work."""
        scenario, at = self.scenario, self.state.at
        return sum(self.comfort(piece, at[piece]) for piece in scenario.commanders[SIDE[army]])

    def comfort(self, piece: int, here: int) -> float:
        """How well a leader, HQ or train is placed: escorted, a leader best of all where the fighting is."""
        if here < 0:
            return 0.0
        scenario, state = self.scenario, self.state
        kind, army = scenario.kind[piece], scenario.army[piece]
        active = 2.5 if state.active[piece] and here == state.at[piece] and kind != "leader" else 0.0
        if self.lay.combat[army] >> here & 1:
            in_front = scenario.board.grid.around_mask[here] & self.lay.combat[1 - army]
            return active + (2.0 if kind == "leader" and in_front else 1.0)
        exposed = self.to_enemy(army)[here] <= NEAR
        stake = VP * (VP_CAPTURED if kind == "leader" else VP_CAPTURED_HQ)
        return active - (0.6 * stake if exposed else 0.2 * stake if kind == "leader" else -0.8)
