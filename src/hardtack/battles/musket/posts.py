"""Hexes that must not fall: what the enemy could bring against them when he next comes on, and where troops would help.

A guard is driven out by those who can come beside it, two units to a hex. So a hex is made safer by a stronger guard,
and as well by troops who stand where the enemy would attack from, if they are strong enough to stay there.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardtack.battles.musket.intent import Posts
from hardtack.battles.musket.outlook import Outlook
from hardtack.battles.musket.perils import attackable, blows_at, repulse
from hardtack.board.masks import hexes_in
from hardtack.referee.events import enemy_of

IN_REACH, IN_SIGHT = 5, 10  # hexes away at which an enemy counts whole, and not at all
DELAY = 4  # hexes by which it is farther through ground that is controlled: whoever comes there must stop (MS 6.3)
FIRM = 16  # factors that bar a hex to the enemy; fewer do so in part
AVOIDABLE = 0.5  # what a blow back counts for while whoever would strike it can still be attacked
ABREAST = 2  # units that attack from one hex
SIDES_OF_A_HEX = 6
GUARD = 0.8  # what a factor of a guard is worth, whoever is near
SURE, HOPELESS = 6, 16  # factors more than the guard that are sure to drive it out; so many more count twice


def risk(guard: int, force: int) -> float:
    """How likely a guard is driven out of a hex by so many factors.

    However hopeless it looks, fewer enemies beside the guard, and more in it, are always better: that is more than 1.
    """
    if not force:
        return 0.0
    return (repulse(force - guard) if guard else 1.0) + max(force - guard - SURE, 0) / HOPELESS


def guard_of(view: Outlook, hex_: int, side: str) -> int:
    """The factors that defend a hex, with the boats beside it, which help (SL 19.12)."""
    guard = view.counts[side].defence.get(hex_, 0)
    if not guard:
        return 0
    near, at = view.scenario.board.grid.around_mask[hex_], view.state.at
    boats = [piece for piece in view.scenario.gunboats[side] if at[piece] >= 0 and near >> at[piece] & 1]
    return guard + sum(view.scenario.counters[piece].cf[0] for piece in boats)


def _share(step: int) -> float:
    """What an enemy so many hexes away counts for."""
    return 1.0 if step <= IN_REACH else max((IN_SIGHT - step) / (IN_SIGHT - IN_REACH), 0.0)


def comers(view: Outlook, side: str, sides: int) -> Sequence[float]:
    """The enemy units that could come to some hexes, the strongest first; those far away count in part.

    They go round troops who are in the way, and are held up where those control the ground.
    """
    state, scenario = view.state, view.scenario
    foe = enemy_of(side)
    enemies, held, zone, stacks = state.troops(foe), state.troops(side), state.zone(side), state.deployment.stacks
    entered, strengths = scenario.ground.ways(("infantry",)).entered_from, view.counts[foe].strengths
    found: list[float] = []
    fronts, seen = [sides] + [0] * (IN_SIGHT + DELAY), 0
    for step in range(IN_SIGHT):
        front = fronts[step] & ~seen
        seen |= front
        for here in hexes_in(front & enemies):
            found += [_share(step) * strengths[piece] for piece in stacks[here] if scenario.weight[piece]]
        for here in hexes_in(front):
            delay = DELAY if step and zone >> here & 1 else 0
            fronts[step + 1 + delay] |= entered[here] & ~held
    return sorted(found, reverse=True)


def openness(view: Outlook, side: str, sides: int) -> dict[int, float]:
    """How open each of some hexes is to the enemy: whether he gets there, past troops and the ground they control."""
    state, ground = view.state, view.scenario.ground
    held, zone, area = state.troops(side), state.zone(side), ground.near(sides, IN_REACH)
    enterable = ground.ways(("infantry",)).enterable
    found = dict.fromkeys(hexes_in(sides), 0.0)
    missing = sides
    fronts, seen = [state.troops(enemy_of(side)) & area] + [0] * (IN_SIGHT + DELAY), ~area
    for step in range(IN_SIGHT):
        front = fronts[step] & ~seen
        seen |= front
        for here in hexes_in(front & missing):
            found[here] = _share(step)
        missing &= ~front
        if not missing:
            break
        for here in hexes_in(front & ~held):
            delay = DELAY if step and zone >> here & 1 else 0
            fronts[step + 1 + delay] |= enterable[here]
    return found


class Guarded(Posts):
    """How safe some hexes of a side are; what each is worth is a function of the factors in it and against it."""

    def __init__(self, view: Outlook, side: str, hexes: int, enough: float, stake: float) -> None:
        self.enough, self.stake = enough, stake
        ground, defence = view.scenario.ground, view.counts[side].defence
        entered = ground.ways(("infantry",)).entered_from
        self.guards = {hex_: guard_of(view, hex_, side) for hex_ in hexes_in(hexes)}
        sides = 0
        for hex_ in self.guards:
            sides |= entered[hex_]
        self.coming = comers(view, side, sides)[: ABREAST * SIDES_OF_A_HEX]
        reached = openness(view, side, sides) if self.coming else dict.fromkeys(hexes_in(sides), 0.0)
        self.beside = {
            hex_: [
                (near, reached[near] / (2 if ground.attack_lines("infantry", near, hex_) else 1), defence.get(near, 0))
                for near in hexes_in(entered[hex_])
            ]
            for hex_ in self.guards
        }  # fmt: skip
        self.hexes = frozenset((*self.guards, *(near for row in self.beside.values() for near, _, _ in row)))
        self.key = (enough, self.guards, self.coming, self.beside)
        self.known: dict[tuple[int, int], float] = {}

    def total(self) -> float:
        return sum(self._worth(hex_) for hex_ in self.guards)

    def change(self, hex_: int, factors: int) -> float:
        key = (hex_, factors)
        if key not in self.known:
            self.known[key] = sum(self._worth(each, hex_, factors) - self._worth(each) for each in self.guards)
        return self.known[key]

    def _worth(self, hex_: int, changed: int = -1, by: int = 0) -> float:
        """What a hex is worth, with so many factors more somewhere."""
        guard = max(self.guards[hex_] + (by if hex_ == changed else 0), 0)
        return GUARD * min(guard, self.enough) - self.stake * risk(guard, self._force(hex_, changed, by))

    def _force(self, hex_: int, changed: int, by: int) -> int:
        """The factors that could attack a hex: the strongest from where most can come."""
        if not self.coming:
            return 0
        shares = []
        for near, share, held in self.beside[hex_]:
            firm = max(held + (by if near == changed else 0), 0)
            shares += [max(1.0 - firm / FIRM, 0.0) * share] * ABREAST
        shares.sort(reverse=True)
        return int(sum(share * force for share, force in zip(shares, self.coming, strict=False)))


def overrun(view: Outlook, side: str, hexes: int, moving: bool) -> float:
    """How likely hexes of the phasing side fall to counterattacks, which come last and with doubled factors (MS 8.6).

    An enemy who is attacked does not strike back: one who still can be counts for less.
    """
    state = view.state
    if state.phasing != side or not view.scenario.params.counterattacks:
        return 0.0
    total = 0.0
    for hex_ in hexes_in(hexes & state.troops(side)):
        force = 0.0
        for here, blow in blows_at(view, side, hex_).items():
            open_still = here in view.counts[side].press if moving else attackable(view, side, here)
            force += blow * (AVOIDABLE if open_still else 1.0)
        total += risk(guard_of(view, hex_, side), int(force))
    return total
