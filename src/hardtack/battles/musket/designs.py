"""What a move that has been declared promises.

A move is two actions (how, then where to), so a move that has been declared is worth what its best destination is
worth: without that a bot that looks one action ahead would never begin one. Rolling for movement asks about the same
hexes six times over; the destinations of a group are judged once, and the points then say which of them count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from hardtack.battles.musket.losses import VP_CAPTURED, VP_CAPTURED_HQ
from hardtack.battles.musket.outlook import VP, Outlook, same_position, worth_of_attack
from hardtack.battles.musket.reaching import MARCH, with_room, within_reach
from hardtack.board.masks import hexes_in

DANGER = 0.6  # how much an attack the enemy could make weighs against one of ours
HIGHEST = 6  # of a die
BRIGADE = 2  # its stacking weight

NOWHERE = float("-inf")


class Design(NamedTuple):
    """What the destinations of a group promise, by the points it may have."""

    start: int
    region: frozenset[int]  # every hex that was looked at
    gains: Sequence[float]  # the best for no points, one, two ...
    at_hand: float  # the best of the hexes any move may reach, however few its points

    def best(self, points: int) -> float:
        return max(self.at_hand, self.gains[points])


Known = dict[tuple[tuple[int, ...], str], Design]
"""Designs by group and way of moving."""


class Designs:
    """The designs of the position asked about last; those a change does not touch are good for the next position."""

    def __init__(self) -> None:
        self.last: tuple[Outlook | None, Known] = (None, {})  # one value: bots may think in several threads

    def best_move(self, view: Outlook, group: tuple[int, ...], points: int, mode: str) -> float:
        """What the best destination of a group would add, 0 when staying is best."""
        known = self.known(view)
        key = (group, mode)
        design = known.get(key)
        if design is None or len(design.gains) <= points:
            design = known[key] = _design(view, group, max(points, _budget(view, group, mode)), mode)
        return max(0.0, design.best(points))

    def known(self, view: Outlook) -> Known:
        before, known = self.last
        if before is None or not same_position(before.state, view.state):
            known = {} if before is None else carried_over(before, view, known)
            self.last = (view, known)
        return known


def carried_over(before: Outlook, now: Outlook, known: Known) -> Known:
    """The designs that still hold when only pieces of the moving army have changed their places.

    Of its own pieces a unit on the move minds where there is room, which garrisons are in place and which attacks can
    be made already. Stacks, leaders, HQ and trains mind more; theirs are made anew.
    """
    old, new = before.state, now.state
    if old.turn != new.turn or old.reduced != new.reduced or old.disordered != new.disordered:
        return {}
    if old.active != new.active or not known:
        return {}
    scenario = now.scenario
    army = scenario.army[next(iter(known))[0][0]]
    foe = 1 - army
    if any(getattr(before.lay, row)[foe] != getattr(now.lay, row)[foe] for row in ("combat", "soft")):
        return {}
    if before.garrisons(army) != now.garrisons(army):
        return {}
    places = {place for a, b in zip(old.at, new.at, strict=True) if a != b for place in (a, b)}
    crowded, engaged = _disturbed(before, now, army, places)
    return {
        (group, mode): design
        for (group, mode), design in known.items()
        if design.region.isdisjoint(crowded if mode == MARCH else crowded | engaged)
        and design.start not in places
        and scenario.army[group[0]] == army
        and len(group) == 1
        and scenario.weight[group[0]]
    }


def _disturbed(before: Outlook, now: Outlook, army: int, places: set[int]) -> tuple[set[int], set[int]]:
    """The hexes a unit would judge otherwise now: those it would stand in, and those it would attack from."""
    scenario, grid = now.scenario, now.scenario.board.grid
    garrisons, enemy = now.garrisons(army), now.lay.combat[1 - army]
    crowded: set[int] = set()
    engaged: set[int] = set()
    for hex_ in places:
        if hex_ < 0:
            continue
        loads = [lay.load.get(hex_, 0) for lay in (before.lay, now.lay)]
        targets = grid.around_mask[hex_] & enemy
        if max(loads) > scenario.stack_limit - BRIGADE or hex_ in garrisons or targets:
            crowded.add(hex_)
        for target in hexes_in(targets):
            engaged.update(grid.around[target])
    return crowded, engaged


def _budget(view: Outlook, group: tuple[int, ...], mode: str) -> int:
    """The points worth judging at once: those of the highest roll."""
    if mode == MARCH:
        return 0
    scenario = view.scenario
    riders = all(scenario.kind[piece] == "cavalry" for piece in group)
    return HIGHEST + (scenario.params.roll_cavalry_bonus if riders else 0)


def _design(view: Outlook, group: tuple[int, ...], budget: int, mode: str) -> Design:
    state, scenario = view.state, view.scenario
    start, army = state.at[group[0]], scenario.army[group[0]]
    found = within_reach(state, group, budget, mode)
    region = frozenset(found)
    found = with_room(state, group, found)
    near = {} if mode == MARCH else with_room(state, group, within_reach(state, group, 1, mode))
    goals = {*found, *near}
    lure = view.lure(army)
    if len(group) == 1 and scenario.kind[group[0]] in ("infantry", "cavalry", "artillery"):
        goals &= view.contested(army)  # elsewhere a unit minds only where it is
    judge = judge_of(view, group, mode)
    judged = {goal: judge(goal) for goal in goals}
    best = [NOWHERE] * (budget + 1)
    for hex_, cost in found.items():
        worth = judged.get(hex_, lure[hex_])
        if worth > best[cost]:
            best[cost] = worth
    leaving = _leave(view, group, start)
    at_hand = max((judged.get(hex_, lure[hex_]) for hex_ in near), default=NOWHERE)
    return Design(start, region, [leaving + gain for gain in accumulate(best, max)], leaving + at_hand)


def judge_of(view: Outlook, group: tuple[int, ...], mode: str) -> Callable[[int], float]:
    """A function that says what is gained when the group comes to a hex."""
    scenario, lay = view.scenario, view.lay
    army, start = scenario.army[group[0]], view.state.at[group[0]]
    units = [piece for piece in group if scenario.weight[piece]]
    escorts = [piece for piece in group if not scenario.weight[piece]]
    boats = [piece for piece in units if scenario.kind[piece] == "gunboat"]
    number = len(units) - len(boats)
    lure, garrisons, near = view.lure(army), view.garrisons(army), lay.next_to(scenario, 1 - army)

    def gain(goal: int) -> float:
        total = number * lure[goal]
        if escorts:
            total += sum(view.comfort(piece, goal) for piece in escorts)
        if not units:
            return total
        if boats:
            total += sum(view.berth(piece, goal) for piece in boats)
        if goal in garrisons and not lay.combat[army] >> goal & 1:
            total += garrisons[goal]
        if lay.soft[1 - army] >> goal & 1:
            total += sum(VP * prize(view, piece) for piece in lay.stacks[goal])
        if near >> goal & 1:
            total += meet(view, units, start, goal, marching=mode == MARCH)
        return total

    return gain


def prize(view: Outlook, piece: int) -> int:
    return VP_CAPTURED if view.scenario.kind[piece] == "leader" else VP_CAPTURED_HQ


def _leave(view: Outlook, group: tuple[int, ...], start: int) -> float:
    """What is gained, or mostly lost, when a group goes from its place."""
    scenario = view.scenario
    army = scenario.army[group[0]]
    units = [piece for piece in group if scenario.weight[piece]]
    loss = sum(view.comfort(piece, start) for piece in group if not scenario.weight[piece])
    if not units:
        return -loss
    far = view.to_enemy(army)
    for piece in units:
        loss += view.stands[army][piece] - view.zeal[army] * far[view.posts[army][piece]]
        loss += view.aims.tie(view.state, piece)
        if scenario.kind[piece] == "gunboat":
            loss += view.berth(piece, start)
    if start < 0:
        return -loss
    if view.lay.load.get(start, 0) <= sum(scenario.weight[piece] for piece in units):
        loss += view.garrisons(army).get(start, 0.0)
    return DANGER * view.hopes[1 - army].get(start, 0.0) - loss


def meet(view: Outlook, units: list[int], start: int, goal: int, *, marching: bool) -> float:
    """New attacks the units make possible, less what the enemy could do to them."""
    scenario, state = view.scenario, view.state
    army = scenario.army[units[0]]
    foe = 1 - army
    gain = 0.0
    if not marching:
        for hex_, factor in _blows(view, units, start, goal).items():
            pressure, defence = view.press[army].get(hex_, 0), view.defence[foe].get(hex_, 0)
            gain += worth_of_attack(pressure + factor - defence)
            if pressure:
                gain -= worth_of_attack(pressure - defence)
    threat = view.threat(goal, army)
    if not threat:
        return gain
    own = view.defence[army].get(goal, 0) + sum(scenario.counters[p].cf[state.reduced[p]] for p in units)
    return gain - DANGER * worth_of_attack(threat - own)


def _blows(view: Outlook, units: list[int], start: int, goal: int) -> dict[int, int]:
    """The enemy hexes against which the move brings more factors, or fewer."""
    around, enemy = view.scenario.board.grid.around, view.lay.combat[1 - view.scenario.army[units[0]]]
    blows: dict[int, int] = {}
    for here, sign in ((goal, 1), (start, -1)):
        if here < 0:
            continue
        for hex_ in around[here]:
            if enemy >> hex_ & 1:
                factor = sum(view.blow(piece, here, hex_) for piece in units)
                if factor:
                    blows[hex_] = blows.get(hex_, 0) + sign * factor
    return blows
