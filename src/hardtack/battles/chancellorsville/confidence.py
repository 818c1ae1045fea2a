"""Hooker's loss of confidence, from the advanced game (SLB 16.0d-f)."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache

from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.board.native import dataclass
from hardtack.referee.datafile import read_table
from hardtack.referee.errors import BadData


@dataclass(frozen=True, slots=True)
class ConfidenceTable:
    """SLB 16.0d: rows by Union losses, columns by Confederate losses, and what is added to the die."""

    clause: str
    provenance: str
    union_losses: tuple[int, ...]
    confederate_losses: tuple[int, ...]
    lost_up_to: tuple[tuple[int, ...], ...]
    wings_united: int
    both_towns: int
    towns: tuple[str, ...]
    attack_modifier: int
    assault_modifier: int

    def limit(self, union: int, confederate: int) -> int:
        """The highest modified die on which confidence is lost; 0 where it cannot be."""
        row = self.lost_up_to[bisect_left(self.union_losses, union)]
        return row[bisect_left(self.confederate_losses, confederate)]

    def modifier(self, wings_united: bool, both_towns: bool) -> int:
        return (self.wings_united if wings_united else 0) + (self.both_towns if both_towns else 0)


@cache
def confidence_table() -> ConfidenceTable:
    file = DATA / "confidence.toml"
    table = read_table(ConfidenceTable, file)
    square = len(table.lost_up_to) == len(table.union_losses) + 1
    if not square or any(len(row) != len(table.confederate_losses) + 1 for row in table.lost_up_to):
        raise BadData(f"{file.name}: the rows and columns do not fit the brackets of losses")
    return table


def loses_confidence(
    die: int, union: int, confederate: int, *, wings_united: bool = False, both_towns: bool = False
) -> bool:
    """SLB 16.0d: whether Hooker loses his confidence on this die, with these losses in combat and retreats."""
    table = confidence_table()
    return die + table.modifier(wings_united, both_towns) <= table.limit(union, confederate)


def lack_of_confidence(lost: bool, hooker_commands: bool, attacking: bool) -> tuple[int, int]:
    """SLB 16.0e: what lost confidence takes from the die of a Union combat, and from the units of an assault.

    It lasts until Hooker is removed and never touches a defence.
    """
    if not lost or not hooker_commands or not attacking:
        return (0, 0)
    return (confidence_table().attack_modifier, confidence_table().assault_modifier)
