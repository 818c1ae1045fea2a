"""The state of a Musket & Saber game: where pieces are, in what state, and what this phase has seen (MS 2, 3)."""

from __future__ import annotations

from typing import Any, NamedTuple

from hardtack.battles.musket.lay import SIDE, lay_of
from hardtack.referee.state import Row, State, derived

ALIVE, DESTROYED, CAPTURED, CASUALTY, LEFT = range(5)
"""What became of a piece: still in the game; destroyed; captured; a leader killed or wounded; out, scoring nothing."""

NOT_MOVED, MOVED, MARCHED, STAYED = range(4)


class MusketState(State):
    """One row per kind of mark on a counter; facts about the phase."""

    reduced: Row
    disordered: Row
    active: Row  # leaders, HQ and trains
    moved: Row  # this player turn: NOT_MOVED, MOVED, MARCHED, STAYED
    fought: Row  # has attacked or bombarded this Combat Phase
    struck: Row  # was attacked this Combat Phase
    helped: Row  # a leader who has assisted this phase
    fogged: Row  # moved by FOW this phase
    due: Row  # turn a piece arrives or may return; 0 for none
    fate: Row
    phasing: str
    points: tuple[int, int]  # victory points of Union and Confederate
    fow: tuple[int, int]  # FOW held and not yet used
    steps: int  # replacement steps left this phase
    attacked: tuple[int, ...]  # hexes attacked this Combat Phase
    fight: tuple[Any, ...]  # the combat being resolved, see Fight

    @derived
    def zones(self) -> dict[str, int]:
        """The zones of control of each side as sets of hexes, for whoever shows them."""
        return dict(zip(SIDE, lay_of(self).zone, strict=True))

    @derived
    def memo(self) -> dict[str, Any]:
        """A place for answers that hold as long as the state does; a draft gets a new one at every look."""
        return {}


class Fight(NamedTuple):
    """The combat being resolved, kept in the state as a plain tuple."""

    kind: str  # attack, counter or bombard
    side: str  # the attacker
    target: int
    units: tuple[int, ...]  # attackers
    origins: tuple[int, ...]  # where each of them attacked from
    defenders: tuple[int, ...]
    lead: int = -1
    foe_lead: int = -1
    charger: int = -1  # the leader of a charge
    shift: int = 0
    code: str = ""  # the cell of the CRT
    outcome: str = ""  # the final result, after morale
    halted: tuple[int, ...] = ()  # may not advance: out of ammunition
    routed: tuple[int, ...] = ()  # of either side, whatever made them rout


def fight_of(state: MusketState) -> Fight:
    return Fight(*state.fight)
