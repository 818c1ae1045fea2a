"""The state of a campaign game, and the few edits every rule makes on a draft (GC 2.1, 6.5)."""

from __future__ import annotations

from itertools import compress
from operator import ne
from typing import TYPE_CHECKING

from hardtack.battles.gcacw.tables import combat_value_halves
from hardtack.referee.events import SIDES
from hardtack.referee.state import LOST, Row, State, derived, put

if TYPE_CHECKING:
    from hardtack.battles.gcacw.campaign import Campaign
    from hardtack.battles.gcacw.ground import Ground
    from hardtack.referee.umpire import Umpire

# Why manpower was lost; only the first three ever score (SLB 1.0d, GC 5.1.3).
CAUSES = ("combat", "retreat", "cavalry_retreat", "extended_march", "force_march", "zone_to_zone")
MAX_FATIGUE = 4
MAX_DEMORALISED = 2
FEW = 6  # pieces whose moves are cheaper to follow than a new look at the whole map

Bridges = tuple[tuple[str, str, str], ...]


class CampaignState(State):
    """Everything that changes in a game of the series."""

    scenario: Campaign
    manpower: Row
    fatigue: Row
    disorganised: Row
    exhausted: Row
    demoralised: Row
    works: Row  # number of the entrenchment in WORKS
    refused: Row  # 1: flanks refused
    parent: Row  # a substitute's parent counter, whose command it has; a unit's own number otherwise
    reversed: Row  # 1: a leader on his substitute side
    phase: int  # number of the action phase in this turn, from 1
    rain: int
    bridges: Bridges  # bridges built in play: two hex names and the owner
    bridges_down: int  # Union major-river bridges taken down this turn (GC 10.2)
    stations: tuple[int, ...]  # 0 intact, 1 damaged, 2 destroyed, in the scenario's order
    losses: tuple[int, ...]  # by side and cause
    facts: tuple[tuple[str, int], ...]  # what a scenario remembers (places entered, attempts made)

    @derived
    def zones(self) -> dict[str, int]:
        """Normal zones of control of each side as masks, for the page (GC 2.4.2)."""
        known = positions(self)
        return {side: known.zones(number) for number, side in enumerate(SIDES)}


class Positions:
    """Who stands where: worked out once for each set of places, from the set before it where few pieces moved."""

    __slots__ = ("_campaign", "_zones", "areas", "foot", "ground", "leaders", "occupied", "units")

    def __init__(
        self, campaign: Campaign, ground: Ground, units: dict[int, tuple[int, ...]], leaders: dict[int, tuple[int, ...]]
    ) -> None:
        self._campaign = campaign
        self.ground = ground
        self.units = units
        self.leaders = leaders
        self.occupied, self.foot = [0, 0], [0, 0]  # hexes with combat units, with infantry or artillery, by side
        self._zones: list[int | None] = [None, None]
        self.areas: dict[tuple[int, int, int], int] = {}  # command areas by side, hex and distance (see leaders.py)

    def zones(self, side: int) -> int:
        """The normal zones of control of a side, worked out when first asked for: a marching side's own seldom are."""
        zones = self._zones[side]
        if zones is None:
            zones, side_number, normal = 0, self._campaign.side_number, self.ground.normal
            for hex_, units in self.units.items():
                if side_number[units[0]] == side:
                    zones |= normal[hex_]
            self._zones[side] = zones
        return zones

    def mark(self, side: int, hex_: int) -> None:
        """Enter into the masks of a side whether it is in a hex now."""
        campaign = self._campaign
        bit, units = campaign.bits[hex_], self.units.get(hex_)
        self.occupied[side] &= ~bit
        self.foot[side] &= ~bit
        if units and campaign.side_number[units[0]] == side:
            self.occupied[side] |= bit
            if any(campaign.is_foot[number] for number in units):
                self.foot[side] |= bit

    def followed(self, before: Row, after: Row, moved: list[int]) -> Positions:
        """The positions after a few pieces moved: only their stacks and their sides' masks are new."""
        campaign = self._campaign
        found = Positions(campaign, self.ground, self.units.copy(), self.leaders.copy())
        found.occupied, found.foot, found._zones = self.occupied.copy(), self.foot.copy(), self._zones.copy()
        units_moved = [number for number in moved if campaign.pieces[number].is_unit]
        for number in moved:
            if campaign.pieces[number].is_leader:
                restack(found.leaders, number, before[number], after[number])
        for number in units_moved:
            restack(found.units, number, before[number], after[number])
        for number in units_moved:
            side = campaign.side_number[number]
            found._zones[side] = None
            for hex_ in (before[number], after[number]):
                if hex_ >= 0:
                    found.mark(side, hex_)
        return found


def stacks(at: Row, pieces: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Pieces by hex."""
    found: dict[int, tuple[int, ...]] = {}
    for number in pieces:
        hex_ = at[number]
        if hex_ >= 0:
            found[hex_] = (*found[hex_], number) if hex_ in found else (number,)
    return found


def restack(known: dict[int, tuple[int, ...]], piece: int, left: int, entered: int) -> None:
    """Take a piece from one stack and put it into another, in the counters' order."""
    if left >= 0:
        rest = tuple(number for number in known[left] if number != piece)
        if rest:
            known[left] = rest
        else:
            del known[left]
    if entered >= 0:
        known[entered] = tuple(sorted((*known.get(entered, ()), piece)))


def positions(state: CampaignState) -> Positions:
    """The positions of a state or draft; the last ones are kept, as most questions come in a row."""
    campaign = state.scenario
    recent = campaign.recent_positions
    for at, bridges, known in recent:
        if at is state.at and bridges == state.bridges:
            return known
    found = None
    if recent and recent[0][1] == state.bridges:
        before = recent[0][0]
        moved = [*compress(range(len(before)), map(ne, before, state.at))]
        if len(moved) <= FEW:
            found = recent[0][2].followed(before, state.at, moved)
    found = found or look(state)
    campaign.recent_positions = ((state.at, state.bridges, found), *recent[:3])
    return found


def look(state: CampaignState) -> Positions:
    """The positions of a state from a look at every piece."""
    campaign = state.scenario
    units, leaders = stacks(state.at, campaign.combat_units), stacks(state.at, campaign.leader_counters)
    found = Positions(campaign, campaign.ground_with(state.bridges), units, leaders)
    for hex_, there in units.items():
        found.mark(campaign.side_number[there[0]], hex_)
    return found


def units_at(state: CampaignState, hex_: int) -> tuple[int, ...]:
    return positions(state).units.get(hex_, ())


def leaders_at(state: CampaignState, hex_: int) -> tuple[int, ...]:
    return positions(state).leaders.get(hex_, ())


def in_enemy_zone(state: CampaignState, unit: int, hex_: int) -> bool:
    return bool(positions(state).zones(1 - state.scenario.side_number[unit]) >> hex_ & 1)


def combat_halves(state: CampaignState, unit: int) -> int:
    """A unit's combat value in halves (GC 2.2.3)."""
    return combat_value_halves(state.manpower[unit], bool(state.disorganised[unit]))


# -- edits


def tire(draft: CampaignState, unit: int, levels: int) -> None:
    """GC 6.5: fatigue never passes 4."""
    draft.fatigue = put(draft.fatigue, unit, min(MAX_FATIGUE, draft.fatigue[unit] + levels))


def disorganise(draft: CampaignState, unit: int) -> None:
    if not draft.disorganised[unit]:
        draft.disorganised = put(draft.disorganised, unit, 1)


def demoralise(draft: CampaignState, unit: int, levels: int) -> None:
    """GC 11.1: never beyond the second level."""
    level = min(MAX_DEMORALISED, draft.demoralised[unit] + levels)
    draft.demoralised = put(draft.demoralised, unit, level)


def place(draft: CampaignState, piece: int, hex_: int) -> None:
    """Put a piece into a hex; whoever leaves his hex leaves works and refused flanks behind (GC 7.6.8, 9.4)."""
    if draft.at[piece] != hex_:
        draft.at = put(draft.at, piece, hex_)
        if draft.works[piece]:
            draft.works = put(draft.works, piece, 0)
        if draft.refused[piece]:
            draft.refused = put(draft.refused, piece, 0)


def lose_manpower(draft: CampaignState, umpire: Umpire, unit: int, points: int, cause: str, clause: str) -> None:
    """Take manpower from a unit, count it for its cause, and eliminate the unit at 0 (GC 2.2.4)."""
    points = min(points, draft.manpower[unit])
    if points <= 0:
        return
    campaign = draft.scenario
    draft.manpower = put(draft.manpower, unit, draft.manpower[unit] - points)
    entry = campaign.side_number[unit] * len(CAUSES) + CAUSES.index(cause)
    draft.losses = put(draft.losses, entry, draft.losses[entry] + points)
    umpire.tell(clause, "event.loses", unit=campaign.pieces[unit].id, n=points)
    if draft.manpower[unit] == 0:
        eliminate(draft, umpire, unit)


def eliminate(draft: CampaignState, umpire: Umpire, unit: int) -> None:
    """GC 2.2.4: the unit leaves play; leaders it leaves alone look for another unit (GC 2.2.6)."""
    hex_ = draft.at[unit]
    draft.at = put(draft.at, unit, LOST)
    draft.works = put(draft.works, unit, 0)
    draft.refused = put(draft.refused, unit, 0)
    umpire.tell("GC 2.2.4", "event.eliminated", unit=draft.scenario.pieces[unit].id)
    if hex_ >= 0:
        draft.scenario.rescue_leaders(draft, umpire, hex_)


def losses_of(state: CampaignState, side: str, *causes: str) -> int:
    """Manpower a side has lost for these causes."""
    start = SIDES.index(side) * len(CAUSES)
    return sum(state.losses[start + CAUSES.index(cause)] for cause in causes)


def fact(state: CampaignState, name: str) -> int:
    """What the scenario remembers under a name; 0 when nothing."""
    return next((value for known, value in state.facts if known == name), 0)


def note(draft: CampaignState, name: str, value: int = 1) -> None:
    """Remember a fact; kept in order of name so that equal states are equal."""
    kept = dict(draft.facts) | {name: value}
    draft.facts = tuple(sorted(kept.items()))
