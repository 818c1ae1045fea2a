"""How a bot sees a field of the series: strength, ground, contact, commanders, and the best end of a move begun.

A battle says what it is after with `Aims`; everything else is common. A move is two actions (how, then where to), so
a move that has been declared is worth what its best destination is worth: without that a bot that looks one action
ahead would never begin one. What depends only on where the pieces stand is worked out once per position and kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hardtack.battles.musket.checks import halved
from hardtack.battles.musket.combat import assailable
from hardtack.battles.musket.lay import ARMY, SIDE, Lay, lay_of
from hardtack.battles.musket.losses import VP_CAPTURED, VP_CAPTURED_HQ
from hardtack.battles.musket.reaching import of
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.referee.state import LOST

VP = 3.0  # what a victory point is worth in combat factors
GAINS = (-3.0, -1.8, -0.9, 0.2, 1.5, 2.6, 3.6, 4.4, 5.2)  # worth of an attack by column of the CRT
DANGER = 0.6  # how much an attack the enemy could make weighs against one of ours
ENEMY_GROUND = 0.5
NEAR = 5  # hexes at which an enemy is a danger to a leader alone
WAIT = 0.5  # what a unit off the map is worth less than on the hex where it comes in
SAIL = 0.2  # what a hex nearer the enemy is worth to a gunboat
CLOSE = 2  # hexes at which an enemy is as near as one could wish: pushing him back a hex costs nothing
HORIZON = 14  # hexes beyond which all enemies are equally far

Field = Sequence[float]
Term = Callable[[MusketState, str], float]


def worth_of_attack(difference: int) -> float:
    """What an attack with this differential promises; nobody has to make a bad one (MS 6.6)."""
    column = min(max((difference + 6) // 2, 0), len(GAINS) - 1)
    return max(GAINS[column], 0.0)


class Aims(ABC):
    """What a battle is about, for its bots."""

    @abstractmethod
    def ground(self, state: MusketState, army: int) -> Field:
        """The worth of each hex to a combat unit of an army, wherever the enemy is."""

    @abstractmethod
    def zeal(self, state: MusketState, army: int) -> float:
        """What a hex nearer the enemy is worth to a combat unit of an army."""

    @abstractmethod
    def garrisons(self, state: MusketState, army: int) -> Mapping[int, float]:
        """Hexes worth holding, whoever holds them."""

    def tie(self, state: MusketState, piece: int) -> float:
        """What keeps a unit where it is."""
        return 0.0

    def other(self, state: Any, view: Outlook, army: int) -> float:
        """Anything else."""
        return 0.0


class Outlook:
    """One position seen by both armies."""

    def __init__(self, state: MusketState, aims: Aims, fields: Fields) -> None:
        scenario = of(state)
        self.scenario = scenario
        self.state = state
        self.aims = aims
        self.lay: Lay = lay_of(state)
        self.fields = fields
        self.near = tuple(self.lay.next_to(scenario, 1 - army) for army in (0, 1))  # hexes next to an army's enemies
        self.ground = tuple(aims.ground(state, army) for army in (0, 1))
        self.zeal = tuple(aims.zeal(state, army) for army in (0, 1))
        self.garrisons = tuple(aims.garrisons(state, army) for army in (0, 1))
        self.defence: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.press: tuple[dict[int, int], dict[int, int]] = ({}, {})  # by army: enemy hex -> factors that can attack it
        self.strength = [0.0, 0.0]
        self.footing = [0.0, 0.0]
        self.posts: tuple[list[int], list[int]] = ([], [])  # where the units of an army stand, or would come in
        self.count_units()
        self.contact = tuple(self.prospects(army) for army in (0, 1))
        self.held = tuple(
            sum(worth for hex_, worth in self.garrisons[army].items() if self.lay.combat[army] >> hex_ & 1)
            for army in (0, 1)
        )

    def to_enemy(self, army: int) -> Field:
        """How far each hex is from the nearest enemy of an army; asked only for the army that is thinking."""
        return self.fields.distance(self.scenario, self.lay.combat[1 - army])

    def commanders(self, army: int) -> float:
        """Leaders, HQ and train of an army: safe and at work."""
        scenario, at = self.scenario, self.state.at
        return sum(
            self.comfort(piece, at[piece]) for piece in scenario.of_side[SIDE[army]] if not scenario.weight[piece]
        )

    def eagerness(self, army: int) -> float:
        """How near the units of an army are to its enemies, as far as it is after them."""
        zeal = self.zeal[army]
        if not zeal:
            return 0.0
        far = self.to_enemy(army)
        return -zeal * sum(far[here] for here in self.posts[army])

    def count_units(self) -> None:
        """Add up the strength, footing and pressure of both armies: the inner loop of every look ahead."""
        scenario, state = self.scenario, self.state
        at, reduced, disordered, counters = state.at, state.reduced, state.disordered, scenario.counters
        track, aside, kind = scenario.track, scenario.aside, scenario.kind
        for side, army in ARMY.items():
            ground, near, defence, posts = self.ground[army], self.near[army], self.defence[army], self.posts[army]
            strength = footing = 0.0
            for piece in scenario.fighters[side]:
                here = at[piece]
                if here in (LOST, aside):
                    continue
                factor = counters[piece].cf[reduced[piece]]
                if here == track:
                    strength += 0.3 * factor
                    continue
                if kind[piece] == "gunboat":
                    footing += self.berth(piece, here)
                else:
                    door = here if here >= 0 else self.door(piece, here)
                    if door >= 0:
                        footing += ground[door] if here >= 0 else ground[door] - WAIT
                        posts.append(door)
                if disordered[piece]:
                    strength += factor - 0.2
                    factor = halved(factor)
                else:
                    strength += factor + 1.0
                if here >= 0:
                    defence[here] = defence.get(here, 0) + factor
                    if near >> here & 1:
                        self.press_from(piece, here, army)
            self.strength[army], self.footing[army] = strength, footing

    def press_from(self, piece: int, here: int, army: int) -> None:
        press = self.press[army]
        for hex_, factor in self.blows(piece, here).items():
            press[hex_] = press.get(hex_, 0) + factor

    def stand(self, piece: int, here: int) -> float:
        """How well a unit stands in a hex; off the map a little worse than on the hex where it comes in."""
        army = self.scenario.army[piece]
        if self.scenario.kind[piece] == "gunboat":
            return self.berth(piece, here)
        door = here if here >= 0 else self.door(piece, here)
        if door < 0:
            return 0.0
        worth = self.ground[army][door] - self.zeal[army] * self.to_enemy(army)[door]
        return worth if here >= 0 else worth - WAIT

    def berth(self, piece: int, here: int) -> float:
        """A gunboat wants to be near the enemy."""
        return -SAIL * (self.to_enemy(self.scenario.army[piece])[here] if here >= 0 else HORIZON)

    def door(self, piece: int, place: int) -> int:
        """The hex by which a piece off the map comes in, -1 for none."""
        scenario = self.scenario
        if scenario.in_box(place):
            exits = scenario.exits[scenario.counters[piece].side]
            return next((hex_ for hex_, box in exits.items() if box == place), -1)
        return scenario.entry[piece]

    def blows(self, piece: int, here: int) -> dict[int, int]:
        """The enemy hexes a unit could attack from a hex, with the factor it would bring."""
        scenario = self.scenario
        enemy = self.lay.combat[1 - scenario.army[piece]] & scenario.board.grid.around_mask[here]
        if not enemy or self.state.disordered[piece]:
            return {}
        enemy &= assailable(scenario, piece, here)
        factor = scenario.counters[piece].cf[self.state.reduced[piece]]
        lines = scenario.ground.attack_lines
        arm = scenario.arm[piece]
        return {hex_: halved(factor) if lines(arm, here, hex_) else factor for hex_ in hexes_in(enemy)}

    def prospects(self, army: int) -> float:
        """What the attacks an army could make now promise."""
        foe = 1 - army
        return sum(
            worth_of_attack(pressure - self.defence[foe].get(hex_, 0)) for hex_, pressure in self.press[army].items()
        )

    def threat(self, hex_: int, army: int) -> int:
        """Enemy factors that could attack a hex of an army."""
        if hex_ in self.press[1 - army]:
            return self.press[1 - army][hex_]
        scenario, total = self.scenario, 0
        for near in scenario.board.grid.around[hex_]:
            if self.lay.combat[1 - army] >> near & 1 and scenario.ground.side_open(near, hex_):
                total += self.defence[1 - army].get(near, 0)
        return total

    def comfort(self, piece: int, here: int) -> float:
        """How well a leader, HQ or train is placed: escorted, a leader best of all where the fighting is."""
        scenario, state = self.scenario, self.state
        kind = scenario.kind[piece]
        if here < 0:
            return 0.0
        active = 2.5 if state.active[piece] and here == state.at[piece] and kind != "leader" else 0.0
        army = scenario.army[piece]
        if self.lay.combat[army] >> here & 1:
            return active + (2.0 if kind == "leader" and self.near[army] >> here & 1 else 1.0)
        exposed = self.to_enemy(army)[here] <= NEAR
        stake = VP * (VP_CAPTURED if kind == "leader" else VP_CAPTURED_HQ)
        return active - (0.6 * stake if exposed else 0.2 * stake if kind == "leader" else -0.8)

    # -- a move that has been declared

    def best_move(self, group: tuple[int, ...], goals: Sequence[int], *, marching: bool) -> float:
        """What the best destination of a group would add, 0 when staying is best."""
        if not goals:
            return 0.0
        start = self.state.at[group[0]]
        army = self.scenario.army[group[0]]
        units = [piece for piece in group if self.scenario.weight[piece]]
        leaving = self.leave(units, start, army) - sum(self.comfort(p, start) for p in group if p not in units)
        best = 0.0
        if len(group) == 1 and units and self.scenario.kind[units[0]] != "gunboat":
            return max(best, leaving + self.best_goal(units, start, goals, army, marching))
        for goal in goals:
            best = max(best, leaving + self.arrive(group, units, start, goal, army, marching))
        return best

    def best_goal(self, units: list[int], start: int, goals: Sequence[int], army: int, marching: bool) -> float:
        """`arrive` for one unit and many goals: the usual case, so without detours."""
        ground, zeal, far, near = self.ground[army], self.zeal[army], self.to_enemy(army), self.near[army]
        friends, prizes, garrisons = self.lay.combat[army], self.lay.soft[1 - army], self.garrisons[army]
        best = float("-inf")
        for goal in goals:
            gain = ground[goal] - zeal * far[goal]
            if goal in garrisons and not friends >> goal & 1:
                gain += garrisons[goal]
            if prizes >> goal & 1:
                gain += sum(VP * self.prize(piece) for piece in self.lay.stacks[goal])
            if near >> goal & 1:
                gain += self.meet(units, start, goal, army, marching)
            best = max(best, gain)
        return best

    def leave(self, units: list[int], start: int, army: int) -> float:
        """What is lost when units go from a hex."""
        if not units:
            return 0.0
        loss = sum(self.stand(piece, start) + self.aims.tie(self.state, piece) for piece in units)
        if start < 0:
            return -loss
        load = self.lay.load.get(start, 0)
        if load <= sum(self.scenario.weight[piece] for piece in units):
            loss += self.garrisons[army].get(start, 0.0)
        threat = self.press[1 - army].get(start, 0)
        danger = worth_of_attack(threat - self.defence[army].get(start, 0)) if threat else 0.0
        return DANGER * danger - loss

    def arrive(
        self, group: tuple[int, ...], units: list[int], start: int, goal: int, army: int, marching: bool
    ) -> float:
        """What is gained when a group comes to a hex."""
        gain = sum(self.comfort(piece, goal) for piece in group if piece not in units)
        if not units:
            return gain
        gain += sum(self.stand(piece, goal) for piece in units)
        if not self.lay.combat[army] >> goal & 1:
            gain += self.garrisons[army].get(goal, 0.0)
        if self.lay.soft[1 - army] >> goal & 1:
            gain += sum(VP * self.prize(piece) for piece in self.lay.stacks[goal])
        if self.near[army] >> goal & 1:
            gain += self.meet(units, start, goal, army, marching)
        return gain

    def prize(self, piece: int) -> int:
        return VP_CAPTURED if self.scenario.kind[piece] == "leader" else VP_CAPTURED_HQ

    def meet(self, units: list[int], start: int, goal: int, army: int, marching: bool) -> float:
        """New attacks the units make possible, less what the enemy could do to them."""
        foe = 1 - army
        gain = 0.0
        if not marching:
            blows: dict[int, int] = {}
            for piece in units:
                for hex_, factor in self.blows(piece, goal).items():
                    blows[hex_] = blows.get(hex_, 0) + factor
                if start >= 0:
                    for hex_, factor in self.blows(piece, start).items():
                        blows[hex_] = blows.get(hex_, 0) - factor
            for hex_, factor in blows.items():
                pressure, defence = self.press[army].get(hex_, 0), self.defence[foe].get(hex_, 0)
                gain += worth_of_attack(pressure + factor - defence)
                if pressure:
                    gain -= worth_of_attack(pressure - defence)
        threat = self.threat(goal, army)
        state = self.state
        own = self.defence[army].get(goal, 0) + sum(
            self.scenario.counters[piece].cf[state.reduced[piece]] for piece in units
        )
        return gain - DANGER * (worth_of_attack(threat - own) if threat else 0.0)


class Fields:
    """Distance fields and the latest outlook, kept while their questions stay the same."""

    def __init__(self) -> None:
        self.known: dict[int, Field] = {}
        self.last: tuple[tuple[Any, ...], Outlook | None] = ((), None)  # one value: bots may think in several threads

    def distance(self, scenario: MusketScenario, goals: int) -> Field:
        """Hexes from each hex to the nearest of the goals, from CLOSE to HORIZON."""
        field = self.known.get(goals)
        if field is None:
            if len(self.known) > 500:
                self.known.clear()
            field = self.known[goals] = _distances(scenario, goals)
        return field

    def outlook(self, state: MusketState, aims: Aims) -> Outlook:
        """The outlook of a position, the last one if nothing it depends on has changed."""
        rows = (state.at, state.reduced, state.disordered, state.active, state.turn)
        known, outlook = self.last
        if outlook is None or any(a is not b for a, b in zip(rows, known, strict=True)):
            outlook = Outlook(state, aims, self)
            self.last = (rows, outlook)
        return outlook


def _distances(scenario: MusketScenario, goals: int) -> Field:
    around = scenario.board.grid.around_mask
    field = [float(HORIZON)] * scenario.board.grid.size
    front, seen = goals, goals
    for distance in range(HORIZON):
        onward = 0
        for hex_ in hexes_in(front):
            field[hex_] = float(max(distance, CLOSE))
            onward |= around[hex_]
        front = onward & ~seen
        seen |= front
    return field
