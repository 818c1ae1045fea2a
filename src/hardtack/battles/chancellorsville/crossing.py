"""The river crossing table of Kelly's Ford (SLB 13.5d)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.battles.gcacw.exertion import shake
from hardtack.battles.gcacw.state import CampaignState, fact, note, tire
from hardtack.board.native import dataclass, replace
from hardtack.referee.datafile import read_table
from hardtack.referee.errors import BadData

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.battles.gcacw.march import March
    from hardtack.referee.umpire import Umpire

ATTEMPTS = "attempts"
OPEN = "crossing_open"
SUCCESS = "success"


@dataclass(frozen=True, slots=True)
class CrossingResult:
    """One row: what happens to a unit that tries to cross."""

    die: int
    key: str
    crosses: bool
    disorganised: bool
    strain: str
    march_ends: bool


@dataclass(frozen=True, slots=True)
class CrossingTable:
    clause: str
    provenance: str
    row: tuple[CrossingResult, ...]

    def result(self, modified: int) -> CrossingResult:
        """The row of a modified die; the last row also serves everything above it."""
        return self.row[min(modified, len(self.row)) - 1]


@cache
def crossing_table() -> CrossingTable:
    file = DATA / "crossing.toml"
    table = read_table(CrossingTable, file)
    if [row.die for row in table.row] != list(range(1, len(table.row) + 1)):
        raise BadData(f"{file.name}: the rows must run from 1 upward without a gap")
    if any(row.strain not in ("F", "f", "") for row in table.row):
        raise BadData(f"{file.name}: the strain of a row is F, f or empty")
    return table


def must_roll(scene: Scene, state: CampaignState, unit: int, here: int, there: int) -> bool:
    """SLB 13.5d: whether a step goes over the ford before any unit has succeeded there."""
    rule = scene.book.crossing
    if rule is None or fact(state, OPEN) or scene.pieces[unit].side != rule.side:
        return False
    return (scene.name(here), scene.name(there)) == (rule.from_, rule.to)


def ford_roll(scene: Scene, draft: CampaignState, umpire: Umpire, march: March, here: int, there: int) -> March | None:
    """SLB 13.5d: a unit steps over the ford; roll unless a unit has succeeded. None: it stays where it is."""
    rule = scene.book.crossing
    unit = scene.index[march.unit]
    if rule is None or not must_roll(scene, draft, unit, here, there):
        return march
    earlier, die = fact(draft, ATTEMPTS), umpire.roll()
    bonus = rule.modifier_per_attempt * earlier
    modified = die + bonus
    result = crossing_table().result(modified)
    note(draft, ATTEMPTS, earlier + 1)
    umpire.tell(
        rule.clause, "event.crossing",
        unit=march.unit, die=die, bonus=bonus, result=modified, term_result=f"crossing_{result.key}",
        term_effect=f"effect_{result.key}",
    )  # fmt: skip
    if result.key == SUCCESS:
        note(draft, OPEN)
        umpire.tell(rule.clause, "event.crossing_open")
    suffer(scene, draft, umpire, unit, result)
    if not result.crosses:
        return None
    return replace(march, over=True) if result.march_ends else march


def suffer(scene: Scene, draft: CampaignState, umpire: Umpire, unit: int, result: CrossingResult) -> None:
    """SLB 13.5d: disorder, unless it is there already, and what F or f costs in combat too."""
    if result.disorganised:
        shake(draft, umpire, unit, "SLB 13.5d")
    levels = {"F": scene.params.big_f_fatigue, "f": scene.params.small_f_fatigue}.get(result.strain, 0)
    if levels:
        tire(draft, unit, levels)
        umpire.tell("GC 6.5", "event.strain_f", units=(scene.ids[unit],), n=levels)
