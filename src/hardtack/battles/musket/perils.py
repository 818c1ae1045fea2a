"""What a fight costs that a look at one attack does not show: blows back with doubled factors, stacks with no way out.

An enemy who is next to the phasing army and is not attacked strikes with his factors doubled (MS 8.6): whoever comes up
to him must attack him, if only to keep him busy, or stay away. And a stack that has to go back and cannot is captured
(MS 8.4, 11.3), which is what makes an encirclement worth more than any attack.
"""

from __future__ import annotations

from hardtack.battles.musket.losses import VP_CAPTURED
from hardtack.battles.musket.outlook import GAINS, VP, Outlook, column_of, worth_of_attack
from hardtack.board.masks import hexes_in
from hardtack.referee.events import enemy_of

ROUT_OR_RETREAT = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 1.0, 1.0, 1.0)  # of the defenders, by column of the CRT
STORM = 0.5  # what a chance to drive the enemy from a hex that must be taken counts for
STILL_OPEN = 0.8  # what a blow back counts for while somebody can still attack whoever would strike it
SPENT = 0.8  # of its strength that a captured unit takes along, beyond what a beaten one loses anyway


def repulse(difference: int) -> float:
    """The chance that an attack with this differential drives the defenders out."""
    return ROUT_OR_RETREAT[column_of(difference)]


def assaults(view: Outlook, side: str) -> tuple[float, frozenset[int]]:
    """What the attacks of a side promise when nobody attacks twice, and the enemy hexes that are attacked.

    The best attack first, with all who can join; then the best of those that are left.
    """
    state, around = view.state, view.scenario.board.grid.around_mask
    own, foe = view.counts[side], view.counts[enemy_of(side)]
    troops, total = state.troops(side), 0.0
    used, attacked = 0, set()
    targets = [hex_ for hex_, hope in own.hopes.items() if hope > 0.0]
    while targets:
        best, target = 0.0, -1
        for hex_ in targets:
            origins = around[hex_] & troops
            pressure = view.pressure(hex_, origins & ~used) if origins & used else own.press[hex_]
            worth = worth_of_attack(pressure - foe.defence.get(hex_, 0)) if pressure else 0.0
            if worth > best:
                best, target = worth, hex_
        if target < 0:
            break
        total += best
        used |= around[target] & troops
        attacked.add(target)
        targets.remove(target)
    return total, frozenset(attacked)


def blows_back(view: Outlook, side: str, moving: bool, attacked: frozenset[int] = frozenset()) -> float:
    """What the enemy's counterattacks of this phase promise him, as far as nobody keeps him busy.

    While units can still move, an enemy who would be attacked anyway does not strike back; one who could be attacked
    only badly costs no more than that attack would.
    """
    if view.state.phasing != side or not view.scenario.params.counterattacks:
        return 0.0
    blows = _blows(view, side)
    if not blows:
        return 0.0
    if not moving:
        return _struck(view, side, blows, set(), moving)
    own, foe = view.counts[side], view.counts[enemy_of(side)]
    total, busy = 0.0, set(attacked)
    for here in sorted({here for each in blows.values() for here in each} - busy):
        pressure = own.press.get(here)
        if pressure is None:
            continue
        loss = max(-GAINS[column_of(pressure - foe.defence.get(here, 0))], 0.0)
        blow = max(worth_of_attack(each[here] - own.defence[goal]) for goal, each in blows.items() if here in each)
        if loss < blow:
            busy.add(here)
            total += loss
    return total + _struck(view, side, blows, busy, moving)


def storms(view: Outlook, side: str) -> float:
    """What attacks on hexes that must be taken, or taken back, promise beyond the fight."""
    own, foe = view.counts[side], view.counts[enemy_of(side)]
    total = 0.0
    for hex_, worth in prizes(view, side).items():
        pressure = own.press.get(hex_)
        if pressure:
            total += worth * repulse(pressure - foe.defence.get(hex_, 0))
    return total


def prizes(view: Outlook, side: str) -> dict[int, float]:
    """The hexes held by the enemy that either side wants, with what it is worth to drive him out."""
    held = view.state.troops(enemy_of(side))
    found: dict[int, float] = {}
    for wanted in (view.garrisons(side), view.garrisons(enemy_of(side))):
        for hex_, worth in wanted.items():
            if held >> hex_ & 1:
                found[hex_] = found.get(hex_, 0.0) + worth
    return found


def _blows(view: Outlook, side: str) -> dict[int, dict[int, int]]:
    """By hex of ours, what each enemy hex beside it can strike back with; those attacked already cannot."""
    found = {goal: blows_at(view, side, goal) for goal in view.counts[enemy_of(side)].press}
    return {goal: each for goal, each in found.items() if each}


def blows_at(view: Outlook, side: str, goal: int) -> dict[int, int]:
    """What each enemy hex beside one of ours can strike back with, the factors multiplied (MS 8.6)."""
    state, scenario, found = view.state, view.scenario, {}
    for here in hexes_in(scenario.board.grid.around_mask[goal] & state.troops(enemy_of(side))):
        blow = 0
        for piece in state.deployment.stacks[here]:
            if scenario.weight[piece] and not state.struck[piece]:
                blow += view.blow(piece, here, goal)
        if blow:
            found[here] = scenario.params.counterattack_factor * blow
    return found


def _struck(
    view: Outlook, side: str, blows: dict[int, dict[int, int]], busy: set[int], moving: bool
) -> float:  # fmt: skip
    """The best the free enemies can do, hex by hex of ours, each of them once."""
    defence, total = view.counts[side].defence, 0.0
    used = set(busy)
    while True:
        best, target = 0.0, -1
        for goal, each in blows.items():
            force = sum(blow for here, blow in each.items() if here not in used)
            worth = worth_of_attack(force - defence[goal]) if force else 0.0
            if worth > best:
                best, target = worth, goal
        if target < 0:
            return total
        strikers = [here for here in blows[target] if here not in used]
        used.update(strikers)
        open_still = not moving and all(attackable(view, side, here) for here in strikers)
        total += best * (STILL_OPEN if open_still else 1.0)


def attackable(view: Outlook, side: str, hex_: int) -> bool:
    """Whether a unit that has not fought yet could attack a hex."""
    state, scenario = view.state, view.scenario
    if hex_ in state.attacked:
        return False
    for here in hexes_in(scenario.board.grid.around_mask[hex_] & state.troops(side)):
        for piece in state.deployment.stacks[here]:
            if scenario.weight[piece] and not state.fought[piece] and view.blow(piece, here, hex_):
                return True
    return False


def snared(view: Outlook, side: str) -> float:
    """What a side stands to lose in stacks that can be attacked and have no way back."""
    state, scenario = view.state, view.scenario
    enemy, own = view.counts[enemy_of(side)], view.counts[side]
    total, closed = 0.0, -1
    for hex_, hope in enemy.hopes.items():
        if not hope or hex_ in scenario.exits[side]:
            continue
        if closed < 0:
            closed = state.enemies(side) | state.uncovered(side)
        risk = repulse(enemy.press[hex_] - own.defence.get(hex_, 0))
        for piece in state.deployment.stacks[hex_]:
            if scenario.weight[piece] and not scenario.open_to(piece, hex_) & ~closed:
                total += risk * (VP * VP_CAPTURED + SPENT * own.strengths[piece])
    return total


def worn(view: Outlook, side: str) -> int:
    """Units in disorder that have the enemy's zone upon them: they cannot recover there (MS 10.3)."""
    state = view.state
    zone, at, disordered = state.zone(enemy_of(side)), state.at, state.disordered
    return sum(
        1 for piece in view.scenario.fighters[side] if disordered[piece] and at[piece] >= 0 and zone >> at[piece] & 1
    )
