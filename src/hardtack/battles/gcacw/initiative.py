"""What an initiative may be spent on (GC 5.0): the orders of a side that has it, each with its bans."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from hardtack.battles.gcacw.actions import (
    ActivateLeader,
    AttackHex,
    BurnStation,
    ChargeHex,
    MarchUnit,
    OrderAssault,
    Pass,
    StepTo,
)
from hardtack.battles.gcacw.activation import (
    Meant,
    able_units,
    barred,
    followed,
    nobody_to_activate,
    of_unit,
    order_activation,
    order_march,
    unit_refusals,
)
from hardtack.battles.gcacw.assault import order_assault
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.counters import ARTILLERY
from hardtack.battles.gcacw.leaders import KeptFrom
from hardtack.battles.gcacw.participants import order_refusals, targets
from hardtack.battles.gcacw.state import CampaignState, combat_halves, in_enemy_zone, tire
from hardtack.board.masks import among, hexes_in, mask_of, picked, which
from hardtack.referee.actions import Action
from hardtack.referee.bans import EVERYTHING, Asked, Ban, Explained, Ruled, Told, open_numbers
from hardtack.referee.events import Reason, enemy_of, reason
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.orders import (
    Carry,
    ListedOrder,
    MarchOrder,
    Order,
    Orders,
    UnitOrder,
    march_row,
    unit_row,
)
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

DESTROYED = 2  # the damage of a station that is burnt down


class Initiative(Asked[CampaignState, Any]):
    """The question what an initiative may be spent on; who of the side could march is found once for all orders."""

    __slots__ = ("_enemies", "_leaders", "able")

    def __init__(
        self, state: CampaignState, frame: Any, unit: int = -1, lifted: Collection[Ruled] = (),
        found: Initiative | None = None,
    ) -> None:  # fmt: skip
        self.state, self.frame, self.side, self.unit, self.lifted = state, frame, frame.side, unit, lifted
        self.able: int = able_units(state, self.side) if found is None else found.able
        self._leaders: int = EVERYTHING if found is None else found._leaders
        self._enemies: int = EVERYTHING if found is None else found._enemies

    @property
    def leaders(self) -> int:
        """The side's leaders on the map."""
        if self._leaders == EVERYTHING:
            self._leaders = self.own & self.state.scenario.leader_mask
        return self._leaders

    def near_enemies(self, leader: int) -> int:
        """The enemies' hexes next to a leader."""
        state = self.state
        if self._enemies == EVERYTHING:
            self._enemies = state.occupied(enemy_of(self.side))
        near: int = self._enemies & state.scenario.board.grid.around_mask[state.at[leader]]
        return near

    def about(self, unit: int) -> Initiative:
        return Initiative(self.state, self.frame, unit, self.lifted, self)


def spent_on(carry: Callable[[CampaignState, Umpire, int], None]) -> Carry:
    """The initiative is spent, on something that a piece then does."""

    def do(frame: Any, draft: CampaignState, action: Any, umpire: Umpire) -> None:
        umpire.pop()
        carry(draft, umpire, draft.scenario.index[action.unit])

    return do


# -- a march (GC 5.1), and burning a station (GC 5.4)


UNFIT: Told[Initiative] = Told(
    "GC 5.0",
    "reason.not_your_unit",
    lambda asked: ~asked.able,
    lambda asked, unit: unit_refusals(asked.state, asked.side, unit),
)
MARCH: UnitOrder[Initiative] = UnitOrder(MarchUnit, (UNFIT, of_unit(MarchUnit)), spent_on(order_march))


def burn(draft: CampaignState, umpire: Umpire, unit: int) -> None:
    """GC 5.4.2: one fatigue level, one die, one step of damage."""
    campaign = draft.scenario
    name, place = campaign.pieces[unit].id, campaign.stations.index(draft.at[unit])
    tire(draft, unit, 1)
    if campaign.params.burn_station == "strong":
        succeeds = draft.manpower[unit] >= 2
    else:
        succeeds = 2 * umpire.roll() <= combat_halves(draft, unit)
    if succeeds:
        draft.stations = put(draft.stations, place, draft.stations[place] + 1)
    steps = ("event.station_damaged", "event.station_destroyed")
    key = steps[draft.stations[place] - 1] if succeeds else "event.burn_fails"
    umpire.tell("GC 5.4.2", key, unit=name, hex=campaign.name(draft.at[unit]))


def at_stations(state: CampaignState, *, destroyed: bool = False) -> list[int]:
    """The counters at railroad stations, or at those that are destroyed."""
    hexes = state.scenario.stations
    if destroyed:
        hexes = tuple(hex_ for hex_, damage in zip(hexes, state.stations, strict=True) if damage == DESTROYED)
    return [unit for stacks in state.deployment.layers for hex_ in hexes if hex_ in stacks for unit in stacks[hex_]]


def stands_at_station(state: CampaignState) -> bool:
    """Whether any unit stands at a railroad station."""
    stations = state.scenario.stations
    return bool(stations) and any(hex_ in state.deployment.stacks for hex_ in stations)


def away_from_stations(asked: Initiative) -> int:
    return ~mask_of(at_stations(asked.state)) if asked.state.scenario.stations else EVERYTHING


def under_eyes(asked: Initiative) -> int:
    state = asked.state
    return mask_of(unit for unit in at_stations(state) if in_enemy_zone(state, unit, state.at[unit]))


BURN: UnitOrder[Initiative] = UnitOrder(
    BurnStation,
    (
        Ban("GC 5.4.1", "reason.no_station", away_from_stations),
        UNFIT,
        Ban("GC 5.4.2", "reason.burn_artillery", lambda asked: asked.state.scenario.arms.get(ARTILLERY, 0)),
        Ban("GC 5.4.1", "reason.station_destroyed", lambda asked: mask_of(at_stations(asked.state, destroyed=True))),
        Ban("GC 5.4.2", "reason.in_enemy_zone", under_eyes),
        of_unit(BurnStation),
    ),
    spent_on(burn),
)


# -- a leader's orders (GC 5.2, 5.3)


def leads(what: str, clause: str) -> tuple[Ban[Initiative], ...]:
    """Who may give a leader's orders: whoever leads no army and is not kept from it by the scenario."""
    return (
        Ban(clause, "reason.no_leader", lambda asked: ~asked.leaders),
        Ban(clause, "reason.army_leader", lambda asked: asked.leaders & asked.state.scenario.army_leaders),
        KeptFrom(what, clause),
    )


class Followed(Explained[Initiative]):
    """GC 5.2.2: whoever has nobody to activate. Only leaders are asked about; of the others the ban before speaks."""

    __slots__ = ()

    def narrow(self, asked: Initiative, open_: int) -> int:
        if asked.lifted:
            return super().narrow(asked, open_)
        # Whom the scenario keeps from it the ban before has left out: only his units are looked at.
        leaders = open_ & asked.leaders
        return open_ ^ leaders ^ followed(asked.state, leaders, asked.able)


def unfollowed(asked: Initiative, leader: int) -> bool:
    if not asked.leaders >> leader & 1 or followed(asked.state, 1 << leader, asked.able):
        return False
    free = asked.state.scenario.free_leaders(asked.state, 1 << leader, "activate")
    return bool(free or why_unfollowed(asked, leader))


def why_unfollowed(asked: Initiative, leader: int) -> Sequence[Reason]:
    """What keeps his units out, but for a clause that keeps himself from it: that is said already."""
    state = asked.state
    said = {one.clause for one in state.scenario.leader_bans(state, leader, "activate")}
    return [one for one in nobody_to_activate(state, asked.side, leader) if one.clause not in said]


ACTIVATE: UnitOrder[Initiative] = UnitOrder(
    ActivateLeader,
    (
        *leads("activate", "GC 5.2.1"),
        Followed("GC 5.2.2", "reason.no_subordinates", unfollowed, why_unfollowed),
        of_unit(ActivateLeader),
    ),
    spent_on(order_activation),
)


def unassailable(asked: Initiative) -> int:
    """All but the hexes that a leader could order an assault on."""
    return ~targets(asked.state, asked.unit, asked.able, asked.near_enemies(asked.unit))


def why_unassailable(asked: Initiative, target: int) -> Iterator[Reason]:
    return order_refusals(asked.state, asked.unit, target)


class AssaultOrder(MarchOrder[Initiative]):
    """GC 5.3.1: a leader orders an assault on a hex. Only those next to enemies are looked at."""

    def near(self, asked: Initiative) -> int:
        """The leaders next to enemies who may order assaults, if there is one to be ordered."""
        state = asked.state
        at, around, enemies = state.at, state.scenario.board.grid.around, state.occupied(enemy_of(asked.side))
        near = mask_of([leader for leader in hexes_in(asked.leaders) if which(around[at[leader]], enemies)])
        return open_numbers(self.bans, asked, near) if near else 0

    def units(self, asked: Initiative) -> int:
        return mask_of([leader for leader in hexes_in(self.near(asked)) if self.goals(asked, leader)])

    def offered_to(self, asked: Initiative, unit: int) -> Sequence[Action]:
        return super().offered_to(asked, unit) if asked.near_enemies(unit) else ()

    def goals(self, asked: Initiative, unit: int) -> int:
        near = asked.near_enemies(unit)
        if not asked.lifted:  # mostly there are no targets, and nothing more need be asked
            near = targets(asked.state, unit, asked.able, near)
        return open_numbers(self.hex_bans, asked.about(unit), near) if near else 0

    def find(self, asked: Initiative, unit: int) -> Sequence[Action]:
        goals, scenario = self.goals(asked, unit), asked.state.scenario
        if not goals:
            return ()
        row = march_row(scenario, self.verb, unit)
        return [row[there] for there in among(scenario.board.grid.around[asked.state.at[unit]], goals)]

    def stands(self, asked: Initiative, unit: int) -> bool:
        return bool(asked.leaders >> unit & 1)


def assault(frame: Any, draft: CampaignState, action: OrderAssault, umpire: Umpire) -> None:
    campaign = draft.scenario
    umpire.pop()
    order_assault(draft, umpire, campaign.index[action.unit], campaign.hex(action.hex))


ASSAULT = AssaultOrder(
    OrderAssault,
    leads("assault", "GC 5.3.1"),
    (
        Told("GC 5.3.2", "reason.no_participants", unassailable, why_unassailable),
        Meant(lambda asked, hex_: march_row(asked.state.scenario, OrderAssault, asked.unit)[hex_]),
    ),
    assault,
)


# -- what the scenario adds


class SpecialOrder(ListedOrder[Initiative]):
    """What the scenario lets the side do, and units of it that could march."""

    def units(self, asked: Initiative) -> int:
        found, index = asked.state.scenario.unit_specials(asked.state), asked.state.scenario.index
        return mask_of([index[one.actor] for one in allowed(asked, found)]) if found else 0

    def of(self, asked: Initiative, unit: int) -> Sequence[Action]:
        found = asked.state.scenario.unit_specials(asked.state)
        name = asked.state.scenario.ids[unit] if found else ""
        return [one for one in allowed(asked, found) if one.actor == name] if found else ()

    def general(self, asked: Initiative) -> Sequence[Action]:
        found = asked.state.scenario.special_actions(asked.state, asked.side)
        return allowed(asked, found) if found else ()


def allowed(asked: Initiative, found: Sequence[Action]) -> Sequence[Action]:
    return [one for one in found if not cannot_act(asked, one.actor) and not barred(asked, one)]


def cannot_act(asked: Initiative, actor: str) -> bool:
    return bool(actor) and not asked.able >> asked.state.scenario.index[actor] & 1


def specials(asked: Initiative) -> Sequence[Action]:
    state, campaign = asked.state, asked.state.scenario
    return allowed(asked, [*campaign.special_actions(state, asked.side), *campaign.unit_specials(state)])


def why_nothing_special(asked: Initiative, action: Action) -> Iterable[Reason]:
    state, side, campaign = asked.state, asked.side, asked.state.scenario
    if isinstance(action, StepTo | AttackHex | ChargeHex):
        return not_yet(asked, campaign.index[action.unit])
    found: Sequence[Reason] = ()
    unit = campaign.index.get(action.actor, -1)
    if unit >= 0 and campaign.side_of[unit] == side and action in campaign.unit_specials(state):
        found = [*unit_refusals(state, side, unit)]
    elif action not in campaign.special_actions(state, side):
        found = campaign.special_reasons(state, side, action)
        if not found:
            return (reason("GC 5.0", NOT_ASKED),)
    return [*found, *barred(asked, action)]


def not_yet(asked: Initiative, unit: int) -> Iterable[Reason]:
    """GC 5.1.1, 6.3.1: a unit moves and attacks on a march, which is ordered first; a leader goes with a unit."""
    campaign = asked.state.scenario
    if campaign.leader_mask >> unit & 1:
        return (reason("GC 6.3.1", "reason.leader_moves"),)
    march_first = reason("GC 5.1.1", "reason.march_first", unit=campaign.ids[unit])
    return [*MARCH.reasons(asked.without(()), unit_row(campaign, MarchUnit)[unit])] or (march_first,)


def do_special(frame: Any, draft: CampaignState, action: Action, umpire: Umpire) -> None:
    umpire.pop()
    draft.scenario.do_special(draft, umpire, frame.side, action)


SPECIAL = SpecialOrder(
    Action,
    specials,
    why_nothing_special,
    do_special,
    besides=(MarchUnit, BurnStation, ActivateLeader, OrderAssault, Pass),
)


# -- all of it

WORTH_HAVING: Sequence[Order[Initiative]] = (MARCH, ACTIVATE, ASSAULT, BURN, SPECIAL)
"""Everything but passing."""


@lru_cache(maxsize=512)
def names_of(campaign: Campaign, leaders: int) -> Sequence[str]:
    """The ids of some leaders: mostly the same ones."""
    return picked(campaign.ids, leaders)


class InitiativeOrders(Orders[Initiative]):
    """Units first, then leaders. What one of them may be ordered is looked at when it is asked about."""

    def __init__(self, asked: Initiative, orders: tuple[Order[Initiative], ...], clause: str) -> None:
        self.asked, self.orders, self.clause, self._free = asked, orders, clause, None

    def general(self) -> Sequence[Action]:
        specials = SPECIAL.general(self.asked)
        passing = self.orders[-1].general(self.asked)  # the last one: to pass
        return [*specials, *passing] if specials else passing

    def actors(self) -> Sequence[str]:
        asked = self.asked
        names = picked(asked.state.scenario.ids, asked.able)
        names += names_of(asked.state.scenario, asked.leaders)
        return names

    def of_unit(self, unit: int) -> Sequence[Action]:
        asked = self.asked
        if asked.state.scenario.leader_mask >> unit & 1:
            return [*ACTIVATE.offered_to(asked, unit), *ASSAULT.offered_to(asked, unit)]
        return self._of_combat_unit(unit)

    def pick(self, random: Random) -> Action:
        return Options.pick(self, random)

    def _of_combat_unit(self, unit: int) -> Sequence[Action]:
        asked = self.asked
        known = asked.able >> unit & 1 and asked.state.scenario.free_choice(asked.state)
        marches = MARCH.of(asked, unit) if known else MARCH.offered_to(asked, unit)
        others = SPECIAL.of(asked, unit)
        burns = BURN.offered_to(asked, unit) if asked.state.at[unit] in asked.state.scenario.stations else ()
        return [*marches, *others, *burns] if others or burns else marches

    def all(self) -> list[Action]:
        """As listed actor by actor, without looking each of them up."""
        asked, found = self.asked, [*self.general()]
        free = asked.state.scenario.free_choice(asked.state)
        marching = asked.able if free else MARCH.units(asked)
        activating, near = ACTIVATE.units(asked), ASSAULT.near(asked)
        others = SPECIAL.units(asked)
        if stands_at_station(asked.state):
            others |= BURN.units(asked)
        marches, activations = unit_row(asked.state.scenario, MarchUnit), unit_row(asked.state.scenario, ActivateLeader)
        if others:  # after the march of each unit what else it may do
            for unit in hexes_in(asked.able):
                found += self._of_combat_unit(unit)
        else:
            found += picked(marches, marching)
        for leader in hexes_in(asked.leaders):
            if activating >> leader & 1:
                found.append(activations[leader])
            if near >> leader & 1:
                found += ASSAULT.of(asked, leader)
        return found

    def can_act(self) -> bool:
        """GC 4.3: whether there is anything but passing."""
        asked = self.asked
        if asked.able and asked.state.scenario.free_choice(asked.state):  # nearly always: somebody could march
            return True
        return any(order.units(asked) or order.general(asked) for order in WORTH_HAVING)
