"""The scenarios of Stonewall's Last Battle as data: one record per table of a scenario file, checked when read."""

from __future__ import annotations

from dataclasses import field
from datetime import date, timedelta

from hardtack.battles.chancellorsville.advanced_book import Advanced, EarlyTurns, Reading, RearGuard, Release
from hardtack.board.native import dataclass

LEVELS = (
    "union_decisive", "union_substantive", "union_marginal",
    "confederate_marginal", "confederate_substantive", "confederate_decisive",
)  # fmt: skip

Names = tuple[str, ...]
Sides = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Special:
    """What a player should know before the first move."""

    clause: str
    en: str
    ja: str


@dataclass(frozen=True, slots=True)
class SetUpLine:
    """Where a counter starts and in what state (SLB 1.0b: fresh and organised unless the scenario says otherwise)."""

    unit: str
    hex: str
    hex_from: str
    manpower: int = 0
    manpower_from: str = ""
    fatigue: int = 0
    exhausted: bool = False
    disorganised: bool = False
    entrenchment: str = "none"


@dataclass(frozen=True, slots=True)
class TurnPhases:
    """The phases of each turn; the last list also serves every later turn."""

    clause: str
    phases: tuple[Names, ...]
    ends_when_all_at_fatigue: int = 0
    ends_clause: str = "GC 4.3"

    def of_turn(self, turn: int) -> Names:
        return self.phases[min(turn, len(self.phases)) - 1]


@dataclass(frozen=True, slots=True)
class FixedPhase:
    """Action phases that belong to a side without a roll, and what it may or must do in them."""

    turn: int
    phases: tuple[int, ...]
    side: str
    clause: str
    leader: str = ""
    units: Names = ()
    divisions: Names = ()
    corps: Names = ()
    units_at_most: int = 0  # 0: no limit
    each_once: bool = False
    must: bool = False
    opponent_may_take: bool = False  # an initiative won as by the dice: if passed, the other side may take it
    lowest_column: int = 0
    combat_bonus: int = 0

    @property
    def names_units(self) -> bool:
        return bool(self.units or self.divisions or self.corps)


@dataclass(frozen=True, slots=True)
class InitiativeModifier:
    turn: int
    phases: tuple[int, ...]
    side: str
    modifier: int
    clause: str


@dataclass(frozen=True, slots=True)
class Night:
    turn: int
    from_phase: int
    attacker_modifier: int
    clause: str


@dataclass(frozen=True, slots=True)
class Automatic:
    """A side that wins every initiative until it attacks or moves a unit into a region."""

    side: str
    until_region: str
    clause: str


@dataclass(frozen=True, slots=True)
class Initiative:
    fixed: tuple[FixedPhase, ...] = ()
    modifier: tuple[InitiativeModifier, ...] = ()
    night: Night | None = None
    automatic: Automatic | None = None


@dataclass(frozen=True, slots=True)
class ClosedSides:
    """Hexsides that may not be crossed by marching, attacking or retreating."""

    name: str
    for_: Names
    clause: str
    sides: Sides = ()
    side_set: str = ""
    march: bool = False
    attack: bool = False
    retreat: bool = False
    until_turn: int = 0  # 0: all game


@dataclass(frozen=True, slots=True)
class ClosedRegion:
    """A region that units of a side may not march into; retreats may lead there."""

    region: str
    for_: Names
    clause: str


@dataclass(frozen=True, slots=True)
class ClosedRiver:
    river: str
    for_: Names
    clause: str


@dataclass(frozen=True, slots=True)
class FordOnly:
    """A river that may be crossed at these fords and nowhere else."""

    river: str
    fords: Sides
    for_: Names
    clause: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where a side may move and attack at all: from a column eastward, or inside a region."""

    side: str
    clause: str
    lowest_column: int = 0
    region: str = ""


@dataclass(frozen=True, slots=True)
class FirstFord:
    name: str
    between: tuple[str, str]
    divisions: Names
    units: Names


@dataclass(frozen=True, slots=True)
class After:
    division: str
    waits_for: str


@dataclass(frozen=True, slots=True)
class FirstCrossing:
    """Which ford a unit must use the first time it crosses a river, and who goes first."""

    clause: str
    side: str
    east_bank: str
    ford: tuple[FirstFord, ...] = ()
    after: After | None = None


@dataclass(frozen=True, slots=True)
class LateRiser:
    """A unit that may be activated only after the enemy comes near or the cavalry is tired."""

    unit: str
    near: str
    within: int
    cavalry_fatigue: int
    march_modifier: int
    clause: str


@dataclass(frozen=True, slots=True)
class HorseArtillery:
    unit: str
    hex: str
    brigades_with_guns: int
    clause: str


@dataclass(frozen=True, slots=True)
class Unwarned:
    """A unit that may not be activated before an initiative is spent to warn it."""

    unit: str
    hexes: Names
    emptied: int
    clause: str


@dataclass(frozen=True, slots=True)
class Frozen:
    """Units and leaders that may not be activated before a turn."""

    until_turn: int
    units: Names
    clause: str


@dataclass(frozen=True, slots=True)
class Substitutes:
    detach: Names
    attach: Names
    clause: str
    attach_turn: int = 0  # 0: on every turn
    attach_division: str = ""
    attach_units_at_most: int = 0


@dataclass(frozen=True, slots=True)
class LeaderCasualties:
    falls_at_end_of_turn: dict[str, int]
    clause: str


@dataclass(frozen=True, slots=True)
class Crossing:
    """The hexside whose crossing is rolled for on the crossing table."""

    from_: str
    to: str
    side: str
    modifier_per_attempt: int
    clause: str


@dataclass(frozen=True, slots=True)
class Charge:
    clause: str


@dataclass(frozen=True, slots=True)
class BookOption:
    """Something a player may choose before the game."""

    clause: str
    en: str
    ja: str
    move: dict[str, str] = field(default_factory=dict)
    remove: Names = ()
    no_artillery: bool = False
    no_leader_actions: bool = False
    hidden_by_dice: bool = False  # SLB 22.2f: nobody moves hidden, dice place the cavalry
    leader_stays_with: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Points:
    """One line of the victory point table; points are always the Union's."""

    key: str
    kind: str
    side: str
    points: int
    clause: str
    hexes: Names = ()
    arm: str = ""
    causes: Names = ()
    points_if_enemy_division_adjacent: int = 0
    from_: str = ""
    to: str = ""
    region: str = ""
    corps: Names = ()
    at_most: int = 0
    fatigue_at_most: int = 0
    strength: int = 0
    per: int = 1  # so much manpower for the points
    units: Names = ()
    until_turn: int = 0  # the last turn on which it can be won; 0: any


@dataclass(frozen=True, slots=True)
class Levels:
    """The lowest Union total of each level; anything less is a Confederate decisive victory."""

    clause: str
    union_decisive: int
    union_substantive: int
    union_marginal: int
    confederate_marginal: int
    confederate_substantive: int

    def of(self, points: int) -> str:
        for level in LEVELS[:-1]:
            if points >= getattr(self, level):
                return level
        return LEVELS[-1]


@dataclass(frozen=True, slots=True)
class SetUp:
    confederate: tuple[SetUpLine, ...]
    union: tuple[SetUpLine, ...]
    bridges: Sides = ()

    @property
    def lines(self) -> tuple[SetUpLine, ...]:
        return self.confederate + self.union


@dataclass(frozen=True, slots=True)
class Victory:
    points: tuple[Points, ...]
    levels: Levels


@dataclass(frozen=True, slots=True)
class Provenance:
    default: str
    note: str


@dataclass(frozen=True, slots=True)
class ScenarioBook:
    """One scenario, as its file has it."""

    id: str
    chapter: str
    title_en: str
    title_ja: str
    first_day: date
    turns: int
    minutes: int  # about how long a game takes
    about_en: str
    about_ja: str
    special: tuple[Special, ...]
    sequence: TurnPhases
    setup: SetUp
    victory: Victory
    provenance: Provenance
    initiative: Initiative = field(default_factory=Initiative)
    closed_sides: tuple[ClosedSides, ...] = ()
    closed_regions: tuple[ClosedRegion, ...] = ()
    closed_rivers: tuple[ClosedRiver, ...] = ()
    ford_only: tuple[FordOnly, ...] = ()
    bounds: tuple[Bounds, ...] = ()
    first_crossing: FirstCrossing | None = None
    late_riser: LateRiser | None = None
    horse_artillery: HorseArtillery | None = None
    warning: Unwarned | None = None
    frozen: Frozen | None = None
    substitutes: Substitutes | None = None
    leader_casualties: LeaderCasualties | None = None
    crossing: Crossing | None = None
    charge: Charge | None = None
    advanced: Advanced | None = None
    release: Release | None = None
    rear_guard: RearGuard | None = None
    readings: tuple[Reading, ...] = ()
    early: EarlyTurns | None = None
    options: dict[str, BookOption] = field(default_factory=dict)

    def day(self, turn: int) -> date:
        """The date of a turn (SLB 1.0c)."""
        return self.first_day + timedelta(days=turn - 1)
