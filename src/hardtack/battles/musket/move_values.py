"""What a move that has been declared promises.

A move is two actions (how, then where to), so a move that has been declared is worth what its best destination is
worth: without that a bot that looks one action ahead would never begin one. Rolling for movement asks about the same
hexes six times over; the destinations of a group are judged once, and the points then say which of them count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from hardtack.battles.musket.closing import MARCH
from hardtack.battles.musket.outlook import GAINS, Outlook, column_of, prize, worth_of_attack
from hardtack.battles.musket.perils import STORM, prizes, repulse
from hardtack.battles.musket.reaching import with_room, within_reach
from hardtack.board.masks import hexes_in
from hardtack.referee.events import enemy_of

DANGER = 0.6  # how much an attack the enemy could make weighs against one of ours
HIGHEST = 6  # of a die
BRIGADE = 2  # its stacking weight

NOWHERE = float("-inf")


class MoveValue(NamedTuple):
    """What the destinations of a group are worth, by the points it may have."""

    start: int
    region: frozenset[int]  # every hex that was looked at
    gains: Sequence[float]  # the best for no points, one, two ...
    at_hand: float  # the best of the hexes any move may reach, however few its points

    def best(self, points: int) -> float:
        return max(self.at_hand, self.gains[points])


Known = dict[tuple[tuple[int, ...], str], MoveValue]
"""Values by group and way of moving."""


def best_move(view: Outlook, group: tuple[int, ...], points: int, mode: str) -> float:
    """What the best destination of a group would add, 0 when staying is best."""
    known = known_values(view)
    key = (group, mode)
    value = known.get(key)
    if value is None or len(value.gains) <= points:
        value = known[key] = judge(view, group, max(points, _budget(view, group, mode)), mode)
    return max(0.0, value.best(points))


def known_values(view: Outlook) -> Known:
    """What has been found for this position; what a change did not touch holds still."""
    if view.move_values is None:
        before, view.judged = view.judged, None  # taken over, not copied: a game's states are all kept
        known, found = None if before is None else before.move_values, {}
        if before is not None and known is not None:
            before.move_values, found = None, carried_over(before, view, known)
        view.move_values = found
    return view.move_values


def carried_over(before: Outlook, now: Outlook, known: Known) -> Known:
    """The values that still hold when only pieces of the moving side have changed their places.

    Of its own pieces a unit on the move minds where there is room, which garrisons are in place and which attacks can
    be made already. Stacks, leaders, HQ and trains mind more; theirs are made anew.
    """
    old, new = before.state, now.state
    if old.turn != new.turn or old.reduced != new.reduced or old.disordered != new.disordered:
        return {}
    if old.active != new.active or not known:
        return {}
    scenario = now.scenario
    side = scenario.side_of[next(iter(known))[0][0]]
    foe = enemy_of(side)
    if old.troops(foe) != new.troops(foe) or old.alone(foe) != new.alone(foe):
        return {}
    if before.garrisons(side) != now.garrisons(side):
        return {}
    was, posts = before.posts(side), now.posts(side)
    called = frozenset() if was.key == posts.key else was.hexes | posts.hexes
    places = {place for a, b in zip(old.at, new.at, strict=True) if a != b for place in (a, b)}
    crowded, engaged = _disturbed(before, now, side, places)
    return {
        (group, mode): value
        for (group, mode), value in known.items()
        if value.region.isdisjoint(crowded if mode == MARCH else crowded | engaged)
        and value.region.isdisjoint(called)
        and value.start not in called
        and value.start not in places
        and scenario.side_of[group[0]] == side
        and len(group) == 1
        and scenario.weight[group[0]]
    }


def _disturbed(before: Outlook, now: Outlook, side: str, places: set[int]) -> tuple[set[int], set[int]]:
    """The hexes a unit would judge otherwise now: those it would stand in, and those it would attack from."""
    scenario, grid = now.scenario, now.scenario.board.grid
    garrisons, enemy = now.garrisons(side), now.state.troops(enemy_of(side))
    crowded: set[int] = set()
    engaged: set[int] = set()
    for hex_ in places:
        if hex_ < 0:
            continue
        loads = [view.state.deployment.load(hex_) for view in (before, now)]
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


def judge(view: Outlook, group: tuple[int, ...], budget: int, mode: str) -> MoveValue:
    state, scenario = view.state, view.scenario
    start, side = state.at[group[0]], scenario.side_of[group[0]]
    found = within_reach(state, group, budget, mode)
    region = frozenset(found)
    found = with_room(state, group, found)
    near = {} if mode == MARCH else with_room(state, group, within_reach(state, group, 1, mode))
    goals = {*found, *near}
    lure = view.lure(side)
    if len(group) == 1 and scenario.kind[group[0]] in ("infantry", "cavalry", "artillery"):
        goals &= view.contested(side)  # elsewhere a unit minds only where it is
    gain = gain_of(view, group, mode)
    judged = {goal: gain(goal) for goal in goals}
    best = [NOWHERE] * (budget + 1)
    for hex_, cost in found.items():
        worth = judged.get(hex_, lure[hex_])
        if worth > best[cost]:
            best[cost] = worth
    leaving = _leave(view, group, start)
    at_hand = max((judged.get(hex_, lure[hex_]) for hex_ in near), default=NOWHERE)
    return MoveValue(start, region, [leaving + worth for worth in accumulate(best, max)], leaving + at_hand)


def gain_of(view: Outlook, group: tuple[int, ...], mode: str) -> Callable[[int], float]:
    """A function that says what is gained when the group comes to a hex."""
    state, scenario = view.state, view.scenario
    side, start = scenario.side_of[group[0]], state.at[group[0]]
    units = [piece for piece in group if scenario.weight[piece]]
    escorts = [piece for piece in group if not scenario.weight[piece]]
    boats = [piece for piece in units if scenario.kind[piece] == "gunboat"]
    number = len(units) - len(boats)
    lure, garrisons = view.lure(side), view.garrisons(side)
    troops, alone = state.troops(side), state.alone(enemy_of(side))
    near = scenario.ground.near(state.troops(enemy_of(side)), 1)
    wanted = prizes(view, side) if view.intent.wary else {}
    posts, factors = view.posts(side), view.factors(units)

    def gain(goal: int) -> float:
        total = number * lure[goal]
        if escorts:
            total += sum(view.comfort(piece, goal) for piece in escorts)
        if not units:
            return total
        if boats:
            total += sum(view.berth(piece, goal) for piece in boats)
        if goal in garrisons and not troops >> goal & 1:
            total += garrisons[goal]
        if goal in posts.hexes:
            total += posts.change(goal, factors)
        if alone >> goal & 1:
            total += sum(prize(scenario.kind[piece]) for piece in state.deployment.stacks[goal])
        if near >> goal & 1:
            total += meet(view, units, start, goal, wanted, marching=mode == MARCH)
        return total

    return gain


def _leave(view: Outlook, group: tuple[int, ...], start: int) -> float:
    """What is gained, or mostly lost, when a group goes from its place."""
    scenario = view.scenario
    side = scenario.side_of[group[0]]
    units = [piece for piece in group if scenario.weight[piece]]
    loss = sum(view.comfort(piece, start) for piece in group if not scenario.weight[piece])
    if not units:
        return -loss
    far, count = view.to_enemy(side), view.counts[side]
    for piece in units:
        loss += count.stands[piece] - view.zeal[side] * far[count.posts[piece]]
        loss += view.intent.tie(view.state, piece)
        if scenario.kind[piece] == "gunboat":
            loss += view.berth(piece, start)
    if start < 0:
        return -loss
    if view.state.deployment.load(start) <= sum(scenario.weight[piece] for piece in units):
        loss += view.garrisons(side).get(start, 0.0)
    if start in view.posts(side).hexes:
        loss -= view.posts(side).change(start, -view.factors(units))
    return DANGER * view.counts[enemy_of(side)].hopes.get(start, 0.0) - loss


def meet(
    view: Outlook, units: list[int], start: int, goal: int, wanted: Mapping[int, float], *, marching: bool
) -> float:
    """New attacks the units make possible, less what the enemy could do to them."""
    scenario, state = view.scenario, view.state
    side = scenario.side_of[units[0]]
    own, foe = view.counts[side], view.counts[enemy_of(side)]
    gain = 0.0
    if not marching:
        for hex_, factor in _blows(view, units, start, goal).items():
            pressure, defence = own.press.get(hex_, 0), foe.defence.get(hex_, 0)
            gain += worth_of_attack(pressure + factor - defence)
            if pressure:
                gain -= worth_of_attack(pressure - defence)
            if hex_ in wanted:
                before = repulse(pressure - defence) if pressure else 0.0
                gain += STORM * wanted[hex_] * (repulse(pressure + factor - defence) - before)
    threat = view.threat(goal, side)
    if not threat:
        return gain
    defence = own.defence.get(goal, 0) + sum(scenario.counters[p].cf[state.reduced[p]] for p in units)
    if view.intent.wary:
        gain -= blow_back(view, units, goal, defence)
    return gain - DANGER * worth_of_attack(threat - defence)


def blow_back(view: Outlook, units: list[int], goal: int, defence: int) -> float:
    """What the enemies beside a hex would do to units that come there and cannot well attack them (see `perils`)."""
    scenario = view.scenario
    side = scenario.side_of[units[0]]
    own, foe = view.counts[side], view.counts[enemy_of(side)]
    worst = 0.0
    for hex_ in scenario.board.grid.around[goal]:
        force = foe.defence.get(hex_, 0)
        if not force or not scenario.ground.side_open(hex_, goal):
            continue
        blow = worth_of_attack(scenario.params.counterattack_factor * force - defence)
        pressure = own.press.get(hex_, 0) + sum(view.blow(piece, goal, hex_) for piece in units)
        if pressure:
            blow = min(blow, max(-GAINS[column_of(pressure - force)], 0.0))
        worst = max(worst, blow)
    return worst


def _blows(view: Outlook, units: list[int], start: int, goal: int) -> dict[int, int]:
    """The enemy hexes against which the move brings more factors, or fewer."""
    around = view.scenario.board.grid.around
    enemy = view.state.troops(enemy_of(view.scenario.side_of[units[0]]))
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
