"""Ammunition in the advanced game: what fighting uses up, what running out means, what resupply takes (SLB 20.2).

The supply line is traced in `supply`, the phase played in `resupply`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache

from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.battles.chancellorsville.state import AdvancedState
from hardtack.battles.gcacw.state import CampaignState
from hardtack.board.native import dataclass
from hardtack.referee.datafile import read_table
from hardtack.referee.errors import BadData
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire


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
    most_unmarked: dict[str, int]
    depots: dict[str, tuple[str, ...]]
    gates: dict[str, tuple[str, ...]]


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

    @property
    def left(self) -> int:
        """Boxes without a mark."""
        return self.boxes - self.marks

    def after_combat(self, disorganised: bool) -> Pouch:
        """SLB 20.2b: a D result marks one box, unless all are marked; nothing else does."""
        return Pouch(self.boxes, min(self.boxes, self.marks + 1)) if disorganised else self

    def resupplied(self, successes: int) -> Pouch:
        """SLB 20.2d, 20.2f: each success erases one mark, and one is enough to fight as before."""
        return Pouch(self.boxes, max(0, self.marks - successes))

    def gains(self, most: int) -> bool:
        """Whether a success makes a difference: there is a mark to erase, or room for a box."""
        return bool(self.marks) or most > self.boxes

    def after_success(self, most: int) -> Pouch:
        """SLB 21.3: a success erases a mark; without marks it gives a box, up to so many in all."""
        return self.resupplied(1) if self.marks else Pouch(max(self.boxes, min(most, self.boxes + 1)))


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


# -- the pad of a game


def pouch_of(state: CampaignState, unit: int) -> Pouch:
    assert isinstance(state, AdvancedState)  # the basic scenarios keep no pad
    return Pouch(state.boxes[unit], state.marks[unit])


def write(draft: CampaignState, unit: int, pouch: Pouch) -> None:
    """Put a unit's line down on the pad."""
    assert isinstance(draft, AdvancedState)
    if draft.boxes[unit] != pouch.boxes:
        draft.boxes = put(draft.boxes, unit, pouch.boxes)
    if draft.marks[unit] != pouch.marks:
        draft.marks = put(draft.marks, unit, pouch.marks)


def out_of_ammunition(state: CampaignState, units: Iterable[int]) -> list[int]:
    """SLB 20.2a: those of the units that have no box without a mark."""
    assert isinstance(state, AdvancedState)
    boxes, marks = state.boxes, state.marks
    return [unit for unit in units if marks[unit] >= boxes[unit]]


def use_up(draft: CampaignState, umpire: Umpire, units: Sequence[int]) -> None:
    """SLB 20.2b: every unit that took a D marks a box, and may be out of ammunition then."""
    pieces = draft.scenario.pieces
    for unit in units:
        before = pouch_of(draft, unit)
        after = before.after_combat(disorganised=True)
        if after == before:
            continue
        write(draft, unit, after)
        if after.is_out:
            umpire.tell("SLB 20.2a", "event.out_of_ammunition", unit=pieces[unit].id)
        else:
            umpire.tell("SLB 20.2b", "event.uses_ammunition", unit=pieces[unit].id, n=after.left)


# -- the pad of units that part and join; in scenarios without a pad nothing happens


def hand_down(draft: CampaignState, parent: int, new: int) -> None:
    """SLB 21.1b, N9: a detached unit gets as many boxes as its parent has without a mark."""
    if isinstance(draft, AdvancedState):
        write(draft, new, Pouch(pouch_of(draft, parent).left))


def pass_on(draft: CampaignState, old: int, new: int) -> None:
    """Another counter for the same men: their line of the pad as it is (SLB 21.4b, 21.4f)."""
    if isinstance(draft, AdvancedState):
        write(draft, new, pouch_of(draft, old))


def pool(draft: CampaignState, unit: int, to: int) -> None:
    """SLB 21.3, N9: the target's boxes stay as they are; a larger unit that joins it brings its number of them."""
    if isinstance(draft, AdvancedState) and draft.manpower[unit] > draft.manpower[to]:
        write(draft, to, Pouch(pouch_of(draft, unit).left))


def pool_largest(draft: CampaignState, units: Sequence[int], to: int) -> None:
    """SLB 21.4b, 21.3: brigades that form a division have the ammunition of the largest, of equals the best."""
    if isinstance(draft, AdvancedState):
        most = max(draft.manpower[unit] for unit in units)
        largest = [pouch_of(draft, unit) for unit in units if draft.manpower[unit] == most]
        write(draft, to, max(largest, key=lambda pouch: (pouch.left, pouch.boxes)))


def strike_out(draft: CampaignState, unit: int) -> None:
    """SLB 21.3: whoever has joined another has no line of his own any more."""
    if isinstance(draft, AdvancedState):
        write(draft, unit, Pouch(0))


# -- resupply


@dataclass(frozen=True, slots=True)
class Resupply:
    """An attempt for a unit: its state and its supply line (SLB 20.2d, 20.2e)."""

    exhausted: bool = False
    blocked: int = 0  # hexes of the line with enough friendly infantry in the way; the unit's own hex is not one
    river: int = 0  # hexes from the last one before the Rappahannock or Rapidan; 0: neither is crossed

    @property
    def parts(self) -> dict[str, int]:
        """SLB 20.2d: what is added to each die, and for what."""
        table = ammunition_table()
        return {
            "exhausted": table.exhausted if self.exhausted else 0,
            "blocked": table.blocked_modifiers[bisect_left(table.blocked_hexes, self.blocked)],
            "river": table.river_modifiers[bisect_left(table.river_hexes, self.river)],
        }

    @property
    def modifier(self) -> int:
        return sum(self.parts.values())

    @property
    def needs(self) -> int:
        """The highest die that succeeds; 0: none does."""
        return max(0, ammunition_table().succeeds_up_to - self.modifier)

    def succeeds(self, die: int) -> bool:
        return die <= self.needs


def is_blocked(infantry_halves: Sequence[int]) -> bool:
    """SLB 20.2d: whether the friendly infantry in a hex, in halves of combat value, blocks it for others' supply."""
    return sum(infantry_halves) >= 2 * ammunition_table().blocking_strength


def attempts_allowed(side: str, factor: int = 1) -> int:
    """SLB 20.2d: a side's attempts in a turn; events double them (`factor` 2) or take them away (0)."""
    return ammunition_table().attempts[side] * factor
