"""The state of a campaign game, and the few edits every rule makes on a draft (GC 2.1, 6.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from hardtack.battles.gcacw.tables import combat_value_halves
from hardtack.board.deployment import UNIT, ZoneTables
from hardtack.board.masks import at_least, differing, mask_of
from hardtack.board.native import type_variable
from hardtack.referee.bans import Asked, Why
from hardtack.referee.events import SIDES, enemy_of, reason
from hardtack.referee.state import LOST, Row, State, derived, put, tracked

if TYPE_CHECKING:
    from hardtack.battles.gcacw.campaign import Campaign  # noqa: F401  # named in quotes below
    from hardtack.battles.gcacw.ground import Ground
    from hardtack.referee.umpire import Umpire

# Why manpower was lost; only the first three ever score (SLB 1.0d, GC 5.1.3).
SCORING = ("combat", "retreat", "cavalry_retreat")
CAUSES = (*SCORING, "extended_march", "force_march", "zone_to_zone")
MAX_FATIGUE = 4
MAX_DEMORALISED = 2
FOOT, LEADER = "foot", "leader"  # kinds of counters a deployment tells apart

Bridges = tuple[tuple[str, str, str], ...]
Facts = tuple[tuple[str, int], ...]


class Bridged:
    """Ground, and the bridges on it that were built in play."""

    def __init__(self, bridges: Bridges, ground: Ground) -> None:
        self.bridges = bridges
        self.ground = ground


class Commands:
    """Who is subordinate to whom (GC 2.2.5, 5.2.5): for each leader a set, which a detachment changes."""

    def __init__(self, parent: Row, followers: tuple[int, ...]) -> None:
        self.parent = parent
        self.followers = followers  # by the leader's number


class UnitPlaces:
    """Where the units are, wherever their leaders go: the same object for as long as none of them is elsewhere."""

    def __init__(self, at: Row) -> None:
        self.at = at


class Tired:
    """Who is too tired to be activated (GC 4.3)."""

    def __init__(self, fatigue: Row, units: int) -> None:
        self.fatigue = fatigue
        self.units = units


class Able:
    """Who of a side could be activated (GC 4.3), for as long as nothing is different that this rests on."""

    def __init__(self, state: CampaignState[Any]) -> None:
        self.at, self.fatigue, self.parent, self.facts = state.at, state.fatigue, state.parent, state.facts
        self.turn, self.phase, self.besides = state.turn, state.phase, state.able_rests_on()
        self.units: dict[str, int] = {}  # by side, once it has been asked for

    def holds(self, state: CampaignState[Any]) -> bool:
        """Whether a state has the same. What has not been touched is the same object."""
        if self.at is not state.at or self.fatigue is not state.fatigue or self.facts is not state.facts:
            return False
        same = self.turn == state.turn and self.phase == state.phase and self.parent is state.parent
        return same and self.besides is state.able_rests_on()


K = type_variable("K", bound="Campaign", default="Campaign", covariant=True)


class CampaignState(State[K]):
    """Everything that changes in a game of the series."""

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
    facts: Facts  # what a scenario remembers (places entered, attempts made)

    @tracked
    def bridged(self, last: Bridged | None) -> Bridged:
        """The ground with the bridges built so far, known at a glance while there are no others."""
        if last is not None and last.bridges is self.bridges:
            return last
        return Bridged(self.bridges, self.scenario.ground_with(self.bridges))

    @property
    def ground(self) -> Ground:
        """The ground as it is now (GC 10.2)."""
        return self.bridged.ground

    def zone_tables(self) -> ZoneTables:
        """Bridges carry zones over rivers (GC 2.4.2, 10.2)."""
        return self.bridged.ground.zone_tables

    def occupied(self, side: str) -> int:
        """The hexes with combat units of a side."""
        return self.deployment.held(UNIT, side)

    @tracked
    def commands(self, last: Commands | None) -> Commands:
        """Whom each leader commands now; only those whose parent is another than before are looked at."""
        if last is None:
            last = self.scenario.printed_commands
        return last if last.parent is self.parent else self.scenario.commands_with(self.parent, last)

    @tracked
    def unit_places(self, last: UnitPlaces | None) -> UnitPlaces:
        """To be compared with an earlier one: it is the same while no unit has gone anywhere."""
        if last is None or last.at is self.at:
            return last or UnitPlaces(self.at)
        if mask_of(differing(last.at, self.at)) & self.scenario.combat_mask:
            return UnitPlaces(self.at)
        last.at = self.at  # known at a glance the next time
        return last

    @tracked
    def tired(self, last: Tired | None) -> Tired:
        """Who is too tired; only those whose fatigue is another than before are looked at."""
        if last is None:
            return Tired(self.fatigue, at_least(self.fatigue, MAX_FATIGUE))
        if last.fatigue is self.fatigue:
            return last
        units = last.units
        for unit in differing(last.fatigue, self.fatigue):
            tired = self.fatigue[unit] >= MAX_FATIGUE
            units = units | 1 << unit if tired else units & ~(1 << unit)
        return Tired(self.fatigue, units)

    @tracked
    def able(self, last: Able | None) -> Able:
        """Who could be activated, whoever asks: it is known until a fact or a row is touched that it rests on."""
        return last if last is not None and last.holds(self) else Able(self)

    def able_rests_on(self) -> object:
        """What else says who could be activated, in a state with more of it."""
        return None

    @derived
    def zones(self) -> dict[str, int]:
        """Normal zones of control of each side as masks, for the page (GC 2.4.2)."""
        return {side: self.deployment.zone(side) for side in SIDES}


S = type_variable("S", bound="CampaignState", default="CampaignState", covariant=False)


def units_at(state: CampaignState, hex_: int) -> tuple[int, ...]:
    return state.deployment.stacks.get(hex_, ())


def leaders_at(state: CampaignState, hex_: int) -> tuple[int, ...]:
    return state.deployment.layers[1].get(hex_, ())


def in_enemy_zone(state: CampaignState, unit: int, hex_: int) -> bool:
    return bool(state.deployment.zone(enemy_of(state.scenario.side_of[unit])) >> hex_ & 1)


def on_map(state: CampaignState, names: Iterable[str]) -> tuple[str, ...]:
    """Those of the pieces that are on the map."""
    at, index = state.at, state.scenario.index
    return tuple([name for name in names if at[index[name]] >= 0])


def combat_halves(state: CampaignState, unit: int) -> int:
    """A unit's combat value in halves (GC 2.2.3)."""
    return combat_value_halves(state.manpower[unit], bool(state.disorganised[unit]))


def named(field: str) -> Callable[[Asked[Any, Any]], int]:
    """For a ban: the pieces that a field of the decision names."""

    def pieces(asked: Asked[Any, Any]) -> int:
        index = asked.state.scenario.index
        names: Sequence[str] = getattr(asked.frame, field)
        return mask_of([index[name] for name in names])

    return pieces


@cache
def because(clause: str, key: str) -> Why[Any]:
    """For a ban: the same reason against every number."""
    found = (reason(clause, key),)
    return lambda asked, number: found


def unnamed(field: str) -> Callable[[Asked[Any, Any]], int]:
    """For a ban: all others."""
    pieces = named(field)
    return lambda asked: ~pieces(asked)


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


def mark(draft: CampaignState, piece: int, **rows: int) -> None:
    """Write down several things of a piece."""
    for row, value in rows.items():
        setattr(draft, row, put(getattr(draft, row), piece, value))


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
    entry = SIDES.index(campaign.side_of[unit]) * len(CAUSES) + CAUSES.index(cause)
    draft.losses = put(draft.losses, entry, draft.losses[entry] + points)
    umpire.tell(clause, "event.loses", unit=campaign.pieces[unit].id, n=points)
    campaign.took_losses(draft, umpire, unit, cause)
    if draft.manpower[unit] == 0:
        eliminate(draft, umpire, unit)


def eliminate(draft: CampaignState, umpire: Umpire, unit: int) -> None:
    """GC 2.2.4: the unit leaves play; leaders it leaves alone look for another unit (GC 2.2.6)."""
    hex_ = draft.at[unit]
    draft.at = put(draft.at, unit, LOST)
    if draft.works[unit]:
        draft.works = put(draft.works, unit, 0)
    if draft.refused[unit]:
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
    for known, value in state.facts:
        if known == name:
            return value
    return 0


def note(draft: CampaignState, name: str, value: int = 1) -> None:
    """Remember a fact; kept in order of name so that equal states are equal."""
    kept = dict(draft.facts) | {name: value}
    draft.facts = tuple(sorted(kept.items()))
