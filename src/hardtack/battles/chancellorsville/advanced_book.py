"""The tables of a scenario file that only the advanced game has (SLB 14.0-22.2)."""

from __future__ import annotations

from hardtack.board.native import dataclass

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advanced:
    """The advanced game: its sequence, events, ammunition and command (SLB 14.0-21.4)."""

    clause: str
    events_from_turn: int = 1
    entrench_from_turn: int = 1
    entrench_clause: str = ""
    bridge_major_from_turn: int = 1
    bridge_clause: str = ""


@dataclass(frozen=True, slots=True)
class Release:
    """Confederates who may not act before a turn, and what frees them sooner."""

    clause: str
    until_turn: int
    arms: Names
    units: Names
    within: int
    lowest_column: int


@dataclass(frozen=True, slots=True)
class RearGuard:
    """Union units that never leave their bank: each of `units`, and all of `one_of` but the first to go."""

    clause: str
    region: str
    units: Names
    one_of: Names


@dataclass(frozen=True, slots=True)
class Reading:
    """A gap of the chapter that a game may read otherwise; true is our reading."""

    name: str
    clause: str
    en: str
    ja: str


@dataclass(frozen=True, slots=True)
class EarlyTurns:
    """Turns 1 to 3 of the campaign: who acts, what moves hidden, who waits to be released (SLB 22.2b-h)."""

    first_units: Names  # who acts on turn 1
    once_units: Names  # who acts only once on turn 2
    last_column: int  # those in it and west of it move hidden on turn 2; those east of it wait on turn 3
    bridges: int  # how many may be recorded in secret
    dice_units: Names  # solitaire: placed by a die
    dice_hexes: Names  # where a die puts them, in the order of its faces
    leader: str  # solitaire: stays with the first of these
