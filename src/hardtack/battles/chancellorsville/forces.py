"""What the stacks on the map are worth in a fight, kept from position to position until their counters change.

What a stack is worth rests on what the rows say of its own counters and on what is not in rows (turn, rain, bridges
...); on no other counter. So when a position follows from another, only stacks with a counter whose entry in any row
has changed, and those it has left or joined, are looked at anew; and all of them when anything but rows has changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.gcacw.combat import height_modifier, hexside_modifier
from hardtack.battles.gcacw.state import MAX_FATIGUE, leaders_at, units_at
from hardtack.battles.gcacw.strength import defence_quarters, fighting_halves
from hardtack.board.masks import changed_in
from hardtack.referee.situations import Fields, Situation
from hardtack.referee.state import Row

Attacker = tuple[int, int]  # combat value in halves; tactical value and other modifiers
Defence = tuple[int, int, int]  # combat value in quarters with works, in halves without, tactical value


class Forces:
    """Answers are found when they are asked for. The state asked about is always one these forces are those of."""

    def __init__(self, fields: Fields, at: Row) -> None:
        self.fields = fields
        self.at = at
        self.attackers: dict[int, Attacker] = {}  # by hex
        self.defences: dict[int, Defence] = {}
        self.worst: dict[int, float] = {}  # what the enemy's best attack on a hex would gain him
        self.attacking: dict[int, Attacker] = {}  # units by themselves
        self.defending: dict[int, Defence] = {}
        self.slopes: dict[tuple[int, int], int] = {}  # what the ground gives whoever defends the second hex

    def after(self, state: SceneState, changed: Iterable[int]) -> Forces:
        """The forces once some counters have changed."""
        new = Forces(state.situation.fields, state.at)
        new.attackers, new.defences, new.worst = self.attackers.copy(), self.defences.copy(), self.worst.copy()
        new.attacking, new.defending, new.slopes = self.attacking.copy(), self.defending.copy(), self.slopes
        around = state.scenario.board.grid.around
        for piece in changed:
            new.attacking.pop(piece, None)
            new.defending.pop(piece, None)
            for hex_ in {self.at[piece], state.at[piece]}:
                if hex_ >= 0:
                    new.attackers.pop(hex_, None)
                    new.defences.pop(hex_, None)
                    new.worst.pop(hex_, None)
                    for near in around[hex_]:
                        new.worst.pop(near, None)
        return new

    def best_attacker(self, state: SceneState, hex_: int) -> Attacker:
        """The strongest attack a stack could make: all of it under a leader, otherwise its largest unit."""
        found = self.attackers.get(hex_)
        if found is None:
            found = self.attackers[hex_] = _best_attacker(state, hex_)
        return found

    def defence(self, state: SceneState, hex_: int) -> Defence:
        """What a stack defends its hex with."""
        found = self.defences.get(hex_)
        if found is None:
            found = self.defences[hex_] = _defence(state, hex_)
        return found

    def alone(self, state: SceneState, unit: int) -> Attacker:
        """What a unit attacks with by itself."""
        found = self.attacking.get(unit)
        if found is None:
            tactical = state.scenario.tactical(state, unit, True)
            found = self.attacking[unit] = (fighting_halves(state, (unit,)), tactical)
        return found

    def joined(self, state: SceneState, unit: int, hex_: int) -> Defence:
        """What a unit would defend a hex with, together with whoever is there already."""
        others = units_at(state, hex_)
        if others:
            return _company(state, (unit, *others))
        found = self.defending.get(unit)
        if found is None:
            found = self.defending[unit] = _company(state, (unit,))
        return found

    def slope(self, state: SceneState, here: int, target: int) -> int:
        """What hexside and height give whoever is attacked from a hex (GC 7.4.1)."""
        found = self.slopes.get((here, target))
        if found is None:
            ground = state.ground
            found = hexside_modifier(state, ground, here, target)[0] + height_modifier(ground, here, target)[0]
            self.slopes[here, target] = found
        return found


def forces_of(state: SceneState) -> Forces:
    situation = state.situation
    return situation.follow("forces", lambda last: _followed(state, situation, last))


def _followed(state: SceneState, situation: Situation, last: Forces | None) -> Forces:
    """The forces as they follow from the last; new ones if more than rows has changed."""
    if last is None:
        return Forces(situation.fields, state.at)
    fields = [*zip(last.fields, situation.fields, _are_rows(state.fields, state.piece_rows), strict=True)]
    if any(old is not new and old != new for old, new, is_row in fields if not is_row):
        return Forces(situation.fields, state.at)
    return last.after(state, changed_in((old, new) for old, new, is_row in fields if is_row))


@cache
def _are_rows(fields: tuple[str, ...], rows: tuple[str, ...]) -> tuple[bool, ...]:
    """Which fields of a situation are rows."""
    return tuple(name in rows for name in fields if name not in ("scenario", "agenda"))


def _company(state: SceneState, units: tuple[int, ...]) -> Defence:
    halves = fighting_halves(state, units)
    return 2 * halves, halves, max([state.scenario.tactical(state, unit, False) for unit in units])


def _defence(state: SceneState, hex_: int) -> Defence:
    campaign, units = state.scenario, units_at(state, hex_)
    tactical = max(campaign.tactical(state, piece, False) for piece in (*units, *leaders_at(state, hex_)))
    halves = fighting_halves(state, units)
    if not any(state.works[unit] for unit in units):
        return 2 * halves, halves, tactical
    return defence_quarters(state, hex_), halves, tactical


def _best_attacker(state: SceneState, hex_: int) -> Attacker:
    campaign = state.scenario
    fit = [unit for unit in units_at(state, hex_) if state.fatigue[unit] < MAX_FATIGUE]
    if not fit:
        return 0, 0
    leaders = leaders_at(state, hex_)
    strength = fighting_halves(state, fit) if leaders else max(fighting_halves(state, (unit,)) for unit in fit)
    return strength, max(campaign.tactical(state, piece, True) for piece in (*fit, *leaders))
