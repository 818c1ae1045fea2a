"""How a bot sees a position of the series: strength, ground and contact of both sides.

A look ahead asks about hundreds of positions that differ by a piece or two. So an outlook follows from the last one:
what is kept belongs to one piece or to one hex, and only the pieces that changed and the hexes around them are counted
again. Everything is a function of the position alone, however it was come by.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from math import fsum
from typing import TYPE_CHECKING, Any

from hardtack.battles.musket.checks import halved
from hardtack.battles.musket.intent import HORIZON, Intent, Posts, distances
from hardtack.battles.musket.losses import VP_CAPTURED, VP_CAPTURED_HQ
from hardtack.board.masks import changed_in, hexes_in
from hardtack.board.native import dataclass
from hardtack.referee.events import SIDES, enemy_of
from hardtack.referee.knowledge import Field
from hardtack.referee.state import LOST

if TYPE_CHECKING:
    from hardtack.battles.musket.move_values import MoveValue
    from hardtack.battles.musket.scenario import MusketScenario

VP = 3.0  # what a victory point is worth in combat factors
GAINS = (-3.0, -1.8, -0.9, 0.2, 1.5, 2.6, 3.6, 4.4, 5.2)  # worth of an attack by column of the CRT
NEAR = 5  # hexes at which an enemy is a danger to a leader alone
SAIL = 0.2  # what a hex nearer the enemy is worth to a gunboat
ROUTED = 0.3  # what is left of a factor on the turn track
IN_ORDER, IN_DISORDER = 1.0, -0.2  # what a unit in the field is worth beyond its factor
FEW = 8  # changed pieces up to which an outlook follows from the last and is not made anew


def worth_of_attack(difference: int) -> float:
    """What an attack with this differential promises; nobody has to make a bad one (MS 6.6)."""
    return max(GAINS[column_of(difference)], 0.0)


def column_of(difference: int) -> int:
    """The column of the CRT for a differential (MS 7.5)."""
    return min(max((difference + 6) // 2, 0), len(GAINS) - 1)


def prize(kind: str) -> float:
    """What it is worth to capture a leader, or an HQ or train."""
    return VP * (VP_CAPTURED if kind == "leader" else VP_CAPTURED_HQ)


@dataclass(slots=True)
class Count:
    """What is counted of one side, by piece and by hex."""

    strengths: list[float]
    stands: list[float]
    posts: list[int]  # where a unit stands or would come in
    defence: dict[int, int] = field(default_factory=dict)
    press: dict[int, int] = field(default_factory=dict)  # enemy hex: factors that can attack it
    hopes: dict[int, float] = field(default_factory=dict)  # what those attacks promise
    sums: dict[str, float] = field(default_factory=dict)  # until a part of them changes

    def copy(self) -> Count:
        return Count(
            self.strengths.copy(), self.stands.copy(), self.posts.copy(), self.defence.copy(), self.press.copy(),
            self.hopes.copy(), self.sums.copy(),
        )  # fmt: skip

    def sum_of(self, name: str, parts: Iterable[float]) -> float:
        """A sum that does not depend on the order of its parts, kept while they stay as they are."""
        total = self.sums.get(name)
        if total is None:
            total = self.sums[name] = fsum(parts)
        return total


class Outlook:
    """One position seen by both sides."""

    def __init__(self, state: Any, intent: Intent, last: Outlook | None = None) -> None:
        self.state = state
        self.scenario: MusketScenario = state.scenario
        self.intent = intent
        self.ground = {side: intent.ground(state, side) for side in SIDES}
        self.zeal = {side: intent.zeal(state, side) for side in SIDES}
        self.judgements: dict[tuple[str, bool], Mapping[str, float]] = {}  # of the position, see `knowledge`
        self.perils: dict[tuple[str, bool], Mapping[str, float]] = {}  # the same for a bot that plans, see `perils`
        self.calls: dict[str, Posts] = {}
        self.contests: dict[str, frozenset[int]] = {}
        self.lures: dict[str, Field] = {}
        self.move_values: dict[tuple[tuple[int, ...], str], MoveValue] | None = None
        # The last outlook whose moves were judged: what it found may hold still (see `move_values`).
        self.judged: Outlook | None = None if last is None else last if last.move_values is not None else last.judged
        changed = None if last is None else self.changed_since(last)
        if last is None or changed is None:
            blank = len(state.at)
            self.counts = {side: Count([0.0] * blank, [0.0] * blank, [-1] * blank) for side in SIDES}
            for side in SIDES:
                for piece in self.scenario.fighters[side]:
                    self.count(piece)
            self.survey(state.deployment.stacks)
            return
        for side in SIDES:
            if self.ground[side] is last.ground[side] and state.troops(enemy_of(side)) == last.state.troops(
                enemy_of(side)
            ):
                self.lures.update({side: last.lures[side]} if side in last.lures else {})
        self.counts = {side: count.copy() for side, count in last.counts.items()} if changed else last.counts
        fighters = [piece for piece in changed if self.scenario.weight[piece]]
        for piece in fighters:
            self.count(piece)
        self.survey({at[piece] for at in (last.state.at, state.at) for piece in fighters if at[piece] >= 0})

    def changed_since(self, last: Outlook) -> set[int] | None:
        """The pieces that count otherwise than in the last outlook; None where it is of no use."""
        before, state = last.state, self.state
        if state.turn != before.turn or self.ground != last.ground:
            return None
        rows = (before.at, state.at), (before.reduced, state.reduced), (before.disordered, state.disordered)
        changed = changed_in(rows)
        return changed if len(changed) <= FEW else None

    def holds_for(self, state: Any) -> bool:
        """Whether this is the outlook of a state too: nothing but the agenda has changed, a move was declared, say."""
        fields = [name for name in state.fields if name != "agenda"]
        pairs = [(getattr(self.state, name), getattr(state, name)) for name in fields]
        return all(was is now or was == now for was, now in pairs)  # what a compiled state gives may be made anew

    # -- piece by piece, hex by hex

    def count(self, piece: int) -> None:
        """Enter the strength and the footing of a combat unit."""
        scenario, state = self.scenario, self.state
        side, here = scenario.side_of[piece], state.at[piece]
        strength, stand, door = 0.0, 0.0, -1
        if here not in (LOST, scenario.aside):
            factor = scenario.counters[piece].cf[state.reduced[piece]]
            if here == scenario.track:
                strength = ROUTED * factor
            else:
                strength = factor + (IN_DISORDER if state.disordered[piece] else IN_ORDER)
                door = self.door(piece, here)
        if door >= 0:
            stand = self.ground[side][door] - (self.intent.wait if here < 0 else 0.0)
        count = self.counts[side]
        count.strengths[piece], count.stands[piece], count.posts[piece] = strength, stand, door
        count.sums.pop("strength", None)
        count.sums.pop("stand", None)

    def door(self, piece: int, here: int) -> int:
        """Where a unit stands, or the hex by which it comes in; -1 for none, and for gunboats, who have berths."""
        scenario = self.scenario
        if scenario.kind[piece] == "gunboat":
            return -1
        if here >= 0:
            return here
        if scenario.in_box(here):
            exits = scenario.exits[scenario.side_of[piece]]
            return next((hex_ for hex_, box in exits.items() if box == here), -1)
        return scenario.entry[piece]

    def survey(self, hexes: Iterable[int]) -> None:
        """Count again who stands in these hexes, and who can attack whom in and around them."""
        around = self.scenario.board.grid.around_mask
        vicinity = 0
        for hex_ in hexes:
            vicinity |= around[hex_] | 1 << hex_
            for side in SIDES:
                self.hold(side, hex_)
        for side in SIDES:
            for hex_ in hexes_in(vicinity & self.state.troops(enemy_of(side))):
                self.weigh(side, hex_)

    def hold(self, side: str, hex_: int) -> None:
        """The factors with which a side defends a hex; attacks on one it has left are no more."""
        state = self.state
        if not state.troops(side) >> hex_ & 1:
            attacks = self.counts[enemy_of(side)]
            self.counts[side].defence.pop(hex_, None)
            attacks.press.pop(hex_, None)
            attacks.hopes.pop(hex_, None)
            attacks.sums.pop("hope", None)
            return
        self.counts[side].defence[hex_] = self.factors(state.deployment.stacks[hex_])

    def factors(self, pieces: Iterable[int]) -> int:
        """The factors with which some pieces defend a hex."""
        scenario, state, total = self.scenario, self.state, 0
        for piece in pieces:
            if scenario.weight[piece]:
                factor = scenario.counters[piece].cf[state.reduced[piece]]
                total += halved(factor) if state.disordered[piece] else factor
        return total

    def weigh(self, side: str, hex_: int) -> None:
        """The factors a side could bring against an enemy hex, and what that promises."""
        count = self.counts[side]
        pressure = self.pressure(hex_, self.scenario.board.grid.around_mask[hex_] & self.state.troops(side))
        if pressure:
            count.press[hex_] = pressure
            count.hopes[hex_] = worth_of_attack(pressure - self.counts[enemy_of(side)].defence.get(hex_, 0))
        else:
            count.press.pop(hex_, None)
            count.hopes.pop(hex_, None)
        count.sums.pop("hope", None)

    def pressure(self, target: int, origins: int) -> int:
        """The factors that units in some hexes can bring against another."""
        total, weight, stacks = 0, self.scenario.weight, self.state.deployment.stacks
        for here in hexes_in(origins):
            for piece in stacks[here]:
                if weight[piece]:
                    total += self.blow(piece, here, target)
        return total

    def blow(self, piece: int, here: int, target: int) -> int:
        """The factor a unit could bring against an adjacent hex, 0 when it may not attack it."""
        scenario, state = self.scenario, self.state
        if state.disordered[piece] or not scenario.open_to(piece, here) >> target & 1:
            return 0
        factor = scenario.counters[piece].cf[state.reduced[piece]]
        return halved(factor) if scenario.ground.attack_lines(scenario.arm[piece], here, target) else factor

    # -- what a bot asks

    def strength(self, side: str) -> float:
        return self.counts[side].sum_of("strength", self.counts[side].strengths)

    def footing(self, side: str) -> float:
        """How well the units of a side stand for what it is after, gunboats in their berths."""
        boats = self.scenario.gunboats[side]
        return self.counts[side].sum_of("stand", self.counts[side].stands) + sum(
            self.berth(piece, self.state.at[piece]) for piece in boats
        )

    def contact(self, side: str) -> float:
        """What the attacks a side could make now promise."""
        return self.counts[side].sum_of("hope", self.counts[side].hopes.values())

    def held(self, side: str) -> float:
        """The garrisons a side has in place."""
        troops = self.state.troops(side)
        return fsum(worth for hex_, worth in self.garrisons(side).items() if troops >> hex_ & 1)

    def garrisons(self, side: str) -> Mapping[int, float]:
        return self.intent.garrisons(self.state, side)

    def posts(self, side: str) -> Posts:
        """Where units of a side would matter for hexes that must not fall."""
        if side not in self.calls:
            self.calls[side] = self.intent.posts(self, side)
        return self.calls[side]

    def to_enemy(self, side: str) -> Field:
        """How far each hex is from the nearest enemy of a side."""
        return distances(self.scenario.board.grid, self.state.troops(enemy_of(side)))

    def lure(self, side: str) -> Field:
        """What a hex is worth to a unit that meets nobody there: its ground, less for every hex the enemy is away."""
        if side not in self.lures:
            zeal, far = self.zeal[side], self.to_enemy(side)
            self.lures[side] = [worth - zeal * away for worth, away in zip(self.ground[side], far, strict=False)]
        return self.lures[side]

    def contested(self, side: str) -> frozenset[int]:
        """Hexes where more than the ground counts: next to the enemy, his leaders, garrisons."""
        if side not in self.contests:
            foe = enemy_of(side)
            special = self.scenario.ground.near(self.state.troops(foe), 1) | self.state.alone(foe)
            self.contests[side] = frozenset((*hexes_in(special), *self.garrisons(side), *self.posts(side).hexes))
        return self.contests[side]

    def eagerness(self, side: str) -> float:
        """How near the units of a side are to its enemies, as far as it is after them."""
        zeal = self.zeal[side]
        return -zeal * sum(map(self.to_enemy(side).__getitem__, self.counts[side].posts)) if zeal else 0.0

    def berth(self, piece: int, here: int) -> float:
        """A gunboat that is still in the game wants to be near the enemy."""
        if here == LOST:
            return 0.0
        near = self.intent.berth(here) if here >= 0 else 0.0
        return near - SAIL * (self.to_enemy(self.scenario.side_of[piece])[here] if here >= 0 else HORIZON)

    def threat(self, hex_: int, side: str) -> int:
        """Enemy factors that could attack a hex of a side."""
        foe = enemy_of(side)
        enemy = self.counts[foe]
        if hex_ in enemy.press:
            return enemy.press[hex_]
        scenario, total = self.scenario, 0
        for near in hexes_in(scenario.board.grid.around_mask[hex_] & self.state.troops(foe)):
            if scenario.ground.side_open(near, hex_):
                total += enemy.defence.get(near, 0)
        return total

    def commanders(self, side: str) -> float:
        """Leaders, HQ and train of a side: safe and at work."""
        scenario, at = self.scenario, self.state.at
        return sum(self.comfort(piece, at[piece]) for piece in scenario.commanders[side])

    def comfort(self, piece: int, here: int) -> float:
        """How well a leader, HQ or train is placed: escorted, a leader best of all where the fighting is."""
        if here < 0:
            return 0.0
        scenario, state = self.scenario, self.state
        kind, side = scenario.kind[piece], scenario.side_of[piece]
        active = 2.5 if state.active[piece] and here == state.at[piece] and kind != "leader" else 0.0
        if state.troops(side) >> here & 1:
            in_front = scenario.board.grid.around_mask[here] & state.troops(enemy_of(side))
            return active + (self.intent.at_front(piece, kind) if in_front else 1.0)
        exposed = self.to_enemy(side)[here] <= NEAR
        stake = prize(kind)
        return active - (0.6 * stake if exposed else 0.2 * stake if kind == "leader" else -0.8)
