"""Ammunition, from the advanced game: what fighting uses up, what running out means, and resupply (SLB 20.2)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.referee.datafile import read_table
from hardtack.referee.errors import BadData


@dataclass(frozen=True, slots=True)
class AmmunitionTable:
    """SLB 20.2c, 20.2d: the numbers of resupply and of running out."""

    clause: str
    provenance: str
    attempts: dict[str, int]
    attempts_per_unit: int
    succeeds_up_to: int
    exhausted: int
    blocking_strength: int
    blocked_hexes: tuple[int, ...]
    blocked_modifiers: tuple[int, ...]
    river_hexes: tuple[int, ...]
    river_modifiers: tuple[int, ...]
    cavalry_retreat: int


@cache
def ammunition_table() -> AmmunitionTable:
    file = DATA / "ammunition.toml"
    table = read_table(AmmunitionTable, file)
    brackets = ((table.blocked_hexes, table.blocked_modifiers), (table.river_hexes, table.river_modifiers))
    if any(len(modifiers) != len(limits) + 1 for limits, modifiers in brackets):
        raise BadData(f"{file.name}: every bracket needs one modifier, the open one at the end included")
    return table


# -- using it up


@dataclass(frozen=True, slots=True)
class Pouch:
    """A unit's line of the ammunition pad (SLB 20.2a): its boxes, and how many of them are marked."""

    boxes: int
    marks: int = 0

    @property
    def is_out(self) -> bool:
        return self.marks >= self.boxes

    def after_combat(self, disorganised: bool) -> Pouch:
        """SLB 20.2b: a D result marks one box, unless all are marked; nothing else does."""
        return Pouch(self.boxes, min(self.boxes, self.marks + 1)) if disorganised else self

    def resupplied(self, successes: int) -> Pouch:
        """SLB 20.2d, 20.2f: each success erases one mark, and one is enough to fight as before."""
        return Pouch(self.boxes, max(0, self.marks - successes))


def stack_halves(supplied: Sequence[int], out: Sequence[int]) -> int:
    """SLB 20.2c: the combat value of a stack in halves, from its units with and without ammunition.

    Units without are added up, halved and rounded down to a whole number, but none counts for less than 1/2.
    """
    return sum(supplied) + max(len(out), sum(out) // 4 * 2)


def artillery_without(value: int, is_out: bool) -> int:
    """SLB 20.2c: no guns fire without ammunition."""
    return 0 if is_out else value


def may_attack(is_out: bool, demoralised: bool) -> bool:
    """SLB 20.2c: demoralised and without ammunition is too much."""
    return not (is_out and demoralised)


def cavalry_retreat_modifier(is_out: bool) -> int:
    """SLB 20.2c: what running out takes from the unit's cavalry retreat die."""
    return ammunition_table().cavalry_retreat if is_out else 0


# -- resupply


@dataclass(frozen=True, slots=True)
class Resupply:
    """One unit's attempts in an ammunition phase: its state and its supply line (SLB 20.2d, 20.2e)."""

    unit: str
    attempts: int
    exhausted: bool = False
    blocked: int = 0  # hexes of the line with enough friendly infantry in the way; the unit's own hex is not one
    river: int = 0  # hexes from the last one before the Rappahannock or Rapidan; 0: neither is crossed

    @property
    def modifier(self) -> int:
        """SLB 20.2d: what is added to each die."""
        table = ammunition_table()
        found = table.exhausted if self.exhausted else 0
        found += table.blocked_modifiers[bisect_left(table.blocked_hexes, self.blocked)]
        return found + table.river_modifiers[bisect_left(table.river_hexes, self.river)]

    def succeeds(self, die: int) -> bool:
        return die + self.modifier <= ammunition_table().succeeds_up_to


def is_blocked(infantry_halves: Sequence[int]) -> bool:
    """SLB 20.2d: whether the friendly infantry in a hex, in halves of combat value, blocks it for others' supply."""
    return sum(infantry_halves) >= 2 * ammunition_table().blocking_strength


def attempts_allowed(side: str, factor: int = 1) -> int:
    """SLB 20.2d: a side's attempts in a turn; events double them (`factor` 2) or take them away (0)."""
    return ammunition_table().attempts[side] * factor


def resupply(side: str, orders: Sequence[Resupply], dice: Sequence[int], factor: int = 1) -> dict[str, int]:
    """SLB 20.2d: the marks each unit erases. All attempts are assigned before the first die is rolled."""
    table = ammunition_table()
    if sum(order.attempts for order in orders) > attempts_allowed(side, factor):
        raise ValueError(f"{side} has {attempts_allowed(side, factor)} attempts")
    if any(order.attempts > table.attempts_per_unit for order in orders):
        raise ValueError(f"a unit has at most {table.attempts_per_unit} attempts")
    found: dict[str, int] = {}
    rolls = iter(dice)
    for order in orders:
        found[order.unit] = sum(order.succeeds(next(rolls)) for _ in range(order.attempts))
    return found
