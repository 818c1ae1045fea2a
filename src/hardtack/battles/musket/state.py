"""The state of a Musket & Saber game: where pieces are, in what state, and what this phase has seen (MS 2, 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hardtack.board.deployment import UNIT
from hardtack.board.masks import hexes_in, marked
from hardtack.board.native import dataclass, type_variable
from hardtack.referee.bans import Asked
from hardtack.referee.events import SIDES, enemy_of
from hardtack.referee.state import FIRST_BOX, WAITING, Row, State, derived, tracked

if TYPE_CHECKING:
    from hardtack.battles.musket.outlook import Outlook
    from hardtack.battles.musket.scenario import MusketScenario  # noqa: F401  # named in quotes below

COMMAND = "command"  # the kind of counter that does not fight: leaders, HQ and trains

ALIVE, DESTROYED, CAPTURED, CASUALTY, LEFT = range(5)
"""What became of a piece: still in the game; destroyed; captured; a leader killed or wounded; out, scoring nothing."""

NOT_MOVED, MOVED, MARCHED, STAYED = range(4)


M = type_variable("M", bound="MusketScenario", default="MusketScenario", covariant=True)


@dataclass(slots=True)
class Entering:
    """The pieces off the map that may enter it, and what that follows from: `at` counts where they are off the map."""

    pieces: int
    off_map: list[int]
    on_map: int
    at: Row
    due: Row
    fate: Row
    turn: int

    def holds(self, state: MusketState) -> bool:
        """Whether it is so in another state, too: then its places are as good."""
        if self.due is not state.due or self.fate is not state.fate or self.turn != state.turn:
            return False
        then, now = self.at, state.at
        if then is not now:
            if self.on_map != state.on_map:
                return False
            for piece in self.off_map:
                if then[piece] != now[piece]:
                    return False
            self.at = now
        return True


class MusketState(State[M]):
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
        return {side: self.zone(side) for side in SIDES}

    def troops(self, side: str) -> int:
        """The hexes with combat units of a side."""
        return self.deployment.held(UNIT, side)

    def alone(self, side: str) -> int:
        """The hexes where leaders, HQ or trains of a side have no combat unit with them."""
        deployment = self.deployment
        return deployment.held(COMMAND, side) & ~deployment.held(UNIT, side)

    def enemies(self, side: str) -> int:
        """The hexes with whatever counters of a side's enemy."""
        foe, deployment = enemy_of(side), self.deployment
        return deployment.held(COMMAND, foe) | deployment.held(UNIT, foe)

    def facing(self, side: str) -> tuple[int, int, int]:
        """The hexes a side's enemy holds with combat units, those where others are alone, and those he controls."""
        foe, deployment = enemy_of(side), self.deployment
        troops = deployment.held(UNIT, foe)
        return troops, deployment.held(COMMAND, foe) & ~troops, deployment.zone(foe)

    def zone(self, side: str) -> int:
        """The hexes a side controls (MS 6.1)."""
        return self.deployment.zone(side)

    def uncovered(self, side: str) -> int:
        """The hexes the enemy controls in which a side has no combat unit (MS 6.5)."""
        return self.zone(enemy_of(side)) & ~self.troops(side)

    def halting_hexes(self, side: str) -> int:
        """Hexes where a move of a side ends although nothing is there, by the rules of a battle.

        A refusal names the `halting_clause` of the battle.
        """
        return 0

    def wary_of(self, side: str) -> int:
        """Hexes that a march of a side keeps away from as it does from enemy combat units (MS 4.65a).

        They follow from where the counters are, and from nothing else that changes.
        """
        return 0

    @property
    def on_map(self) -> int:
        """The counters on the map."""
        return self.deployment.present

    def full(self, weight: int) -> int:
        """The hexes that have no room for so much more (MS 5.1)."""
        return self.deployment.crowded(self.scenario.stack_limit - weight + 1)

    @tracked
    def entering(self, last: Entering | None) -> Entering:
        """Who may enter: in a box, or a reinforcement whose turn has come (MS 4.7)."""
        if last is not None and last.holds(self):
            return last
        at, due, turn, track, found = self.at, self.due, self.turn, self.scenario.track, 0
        off_map = hexes_in(self.scenario.everybody & ~self.on_map & ~marked(self.fate))
        for piece in off_map:
            if 0 < due[piece] <= turn if at[piece] == WAITING else track < at[piece] <= FIRST_BOX:
                found |= 1 << piece
        return Entering(found, off_map, self.on_map, at, due, self.fate, turn)

    @tracked
    def outlook(self, last: Outlook | None) -> Outlook:
        """How a bot sees the position."""
        return self.scenario.battle.knowledge.outlook(self, last)

    @tracked
    def plan_outlook(self, last: Outlook | None) -> Outlook:
        """How a bot that plans sees it."""
        return self.scenario.battle.knowledge.outlook(self, last, planning=True)


S = TypeVar("S", bound=MusketState)
Question = Asked[MusketState, Any]


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


def added(pair: tuple[int, int], side: str, number: int) -> tuple[int, int]:
    """A pair of numbers, the Union's and the Confederate's, with one of them raised."""
    union, confederate = pair
    return (union + number, confederate) if side == SIDES[0] else (union, confederate + number)


def fight_of(state: MusketState) -> Fight:
    return Fight(*state.fight)
