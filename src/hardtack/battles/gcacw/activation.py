"""Who may be activated (GC 5.0), and a leader's activation of his units (GC 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from hardtack.battles.gcacw.actions import MarchUnit, NameUnit, Ready
from hardtack.battles.gcacw.exertion import movement_allowance
from hardtack.battles.gcacw.leaders import RADIUS, command_radius, in_radius, meets_at_once
from hardtack.battles.gcacw.march import begin_march
from hardtack.battles.gcacw.state import MAX_FATIGUE, CampaignState, in_enemy_zone, on_map, unnamed
from hardtack.board.grid import disc
from hardtack.board.masks import hexes_in, places
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import Args, Asked, Ban, Told
from hardtack.referee.decisions import Gather, OrderDecision
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.orders import Order, UnitOrder, unit_row
from hardtack.referee.umpire import Umpire

Companions = tuple[tuple[str, str], ...]  # leaders who have moved in this action, each with his unit (GC 5.2.4)


# -- who may act


def unit_refusals(state: CampaignState, side: str, unit: int) -> Iterator[Reason]:
    """GC 4.3: why a unit cannot be activated by anybody now."""
    campaign = state.scenario
    counter = campaign.pieces[unit]
    if not counter.is_unit or counter.side != side or state.at[unit] < 0:
        yield reason("GC 5.0", "reason.not_your_unit")
        return
    if state.fatigue[unit] >= MAX_FATIGUE:
        yield reason("GC 4.3", "reason.too_tired")
    yield from campaign.unit_bans(state, unit)


def able_units(state: CampaignState, side: str) -> int:
    """The units of the side that could be activated, as a set."""
    known = state.able.units
    if side not in known:
        campaign = state.scenario
        present = state.deployment.present & campaign.combat_mask & campaign.forces[side]
        known[side] = campaign.free_units(state, present & ~state.tired.units)
    return known[side]


def subordinates(state: CampaignState, leader: int) -> list[int]:
    """GC 5.2.2: units a leader could activate now: his own, fit, within radius."""
    side = state.scenario.side_of[leader]
    own = hexes_in(able_units(state, side) & state.commands.followers[leader])
    if all(state.at[unit] == state.at[leader] for unit in own):
        return own
    area = command_radius(state, leader)
    return [unit for unit in own if state.at[unit] == state.at[leader] or area >> state.at[unit] & 1]


def followed(state: CampaignState, leaders: int, able: int) -> int:
    """Those of some leaders whom any of those who could act would follow.

    A leader's own hex is looked at first: that is the usual answer.
    """
    at, stacks, followers = state.at, state.deployment.stacks, state.commands.followers
    left = leaders
    for leader in hexes_in(leaders):
        own = able & followers[leader]
        if not own or not (stands_with(stacks.get(at[leader]), own) or is_near(state, at[leader], leader, own)):
            left ^= 1 << leader
    return left


def stands_with(stack: tuple[int, ...] | None, units: int) -> bool:
    """Whether any of some units is in a stack."""
    if stack is not None:
        for unit in stack:
            if units >> unit & 1:
                return True
    return False


def is_near(state: CampaignState, here: int, leader: int, units: int) -> bool:
    """Whether any of some units is within a leader's command radius."""
    hexes = disc(state.scenario.board.grid, here, RADIUS) & places(state.at, units)
    return bool(hexes) and (meets_at_once(state, here, hexes) or bool(hexes & command_radius(state, leader)))


def nobody_to_activate(state: CampaignState, side: str, leader: int) -> Iterator[Reason]:
    """GC 5.2.2: what keeps out the units of his command: too far away, too tired, or barred by the scenario.

    Of several units the one that could follow most easily is looked at: once nothing is said against it, he may.
    """
    campaign = state.scenario
    own = [unit for unit in campaign.units_of[side] if state.at[unit] >= 0]
    against = [
        [*unit_refusals(state, side, unit), *radius_refusals(state, leader, unit)]
        for unit in campaign.own_units(state, leader, own)
    ]
    clauses = {why.clause: None for why in min(against, key=len, default=[])} or ["GC 5.2.2"]
    for clause in clauses:
        yield reason(clause, "reason.no_subordinates")


def radius_refusals(state: CampaignState, leader: int, unit: int) -> Iterator[Reason]:
    if not in_radius(state, leader, state.at[unit]):
        yield reason("GC 5.2.2", "reason.too_far")


class Meant(Ban[Any]):
    """GC 5.0: the scenario may say what an initiative is for. `action` is what is asked about a number."""

    __slots__ = ("action",)

    def __init__(self, action: Callable[[Any, int], Action]) -> None:
        super().__init__("", "", lambda asked: 0)
        self.action = action

    def narrow(self, asked: Asked[CampaignState, Any], open_: int) -> int:
        state, campaign, side, left = asked.state, asked.state.scenario, asked.side, open_
        if campaign.free_choice(state):
            return open_
        for number in hexes_in(open_):
            against = campaign.bars_action(state, side, self.action(asked, number))
            if against is not None and (against.clause, against.key) not in asked.lifted:
                left ^= 1 << number
        return left

    def reasons(self, asked: Any, number: int, named: Args) -> Iterator[Reason]:
        return (one for one in barred(asked, self.action(asked, number)) if (one.clause, one.key) not in asked.lifted)


def barred(asked: Asked[Any, Any], action: Action) -> Sequence[Reason]:
    campaign = asked.state.scenario
    against = None if campaign.free_choice(asked.state) else campaign.bars_action(asked.state, asked.side, action)
    return () if against is None else (against,)


def of_unit(verb: Any) -> Meant:
    """Whoever the scenario does not let this initiative be spent on so: it may limit how many are named, too."""
    return Meant(lambda asked, unit: unit_row(asked.state.scenario, verb)[unit])


# -- a single march (GC 5.1)


def order_march(draft: CampaignState, umpire: Umpire, unit: int) -> None:
    """GC 5.1.1: roll the allowance of one unit and set it marching."""
    free = not begins_in_zone(draft, unit)
    begin_march(draft, umpire, unit, movement_allowance(draft, umpire, unit, None), free)


# -- a leader's activation (GC 5.2)


def order_activation(draft: CampaignState, umpire: Umpire, leader: int) -> None:
    """GC 5.2.2: name the units first; a single one needs no naming."""
    campaign = draft.scenario
    chief = campaign.pieces[leader]
    eligible = tuple(campaign.pieces[unit].id for unit in subordinates(draft, leader))
    umpire.tell("GC 5.2.1", "event.activates", unit=chief.id)
    if len(eligible) == 1:
        roll_for_all(draft, umpire, chief.id, eligible)
    else:
        umpire.push(Muster(chief.side, chief.id, eligible))


@dataclass(frozen=True, slots=True)
class Muster(Gather):
    """GC 5.2.2: which of his units does the leader activate?"""

    clause: ClassVar[str] = "GC 5.2.2"
    naming: ClassVar[type[UnitAction]] = NameUnit
    going: ClassVar[Action] = Ready()
    twice: ClassVar[str] = "reason.already_named"
    first: ClassVar[str] = "reason.name_first"
    at_once: ClassVar[bool] = True
    leader: str
    eligible: tuple[str, ...]
    named: tuple[str, ...] = ()

    def bans(self, state: CampaignState) -> Sequence[Ban[Any]]:
        return MUSTER_BANS

    def prompt(self, state: CampaignState) -> Text:
        if self.named:
            return text("prompt.muster_more", unit=self.leader, units=self.named)
        return text("prompt.muster", unit=self.leader)

    def go(self, draft: CampaignState, umpire: Umpire) -> None:
        roll_for_all(draft, umpire, self.leader, self.named)


def why_not_eligible(asked: Asked[CampaignState, Muster], unit: int) -> Iterator[Reason]:
    """GC 5.2.2: why a unit is not among those a leader activates."""
    state, campaign = asked.state, asked.state.scenario
    leader = campaign.index[asked.frame.leader]
    yield from unit_refusals(state, asked.side, unit)
    if unit in campaign.units_of[asked.side] and state.at[unit] >= 0:
        if not campaign.commands(state, leader, unit):
            yield reason("GC 5.2.2", "reason.not_his_command")
        yield from radius_refusals(state, leader, unit)


MUSTER_BANS = (
    Told("GC 5.2.2", "reason.not_his_command", unnamed("eligible"), why_not_eligible),
    of_unit(NameUnit),
)


def roll_for_all(draft: CampaignState, umpire: Umpire, leader: str, units: tuple[str, ...]) -> None:
    """GC 5.2.3: one movement roll for the foot, one for the cavalry, if both are there."""
    campaign = draft.scenario
    chief = campaign.index[leader]
    numbers = [campaign.index[unit] for unit in units]
    points = {"infantry": 0, "cavalry": 0}
    for term in points:
        alike = [unit for unit in numbers if campaign.is_foot[unit] == (term == "infantry")]
        if alike:
            points[term] = movement_allowance(draft, umpire, alike[0], chief)
            umpire.tell("GC 5.2.3", "event.led_roll", unit=leader, mp=points[term], term=term)
    free = tuple(unit for unit in units if not begins_in_zone(draft, campaign.index[unit]))
    umpire.push(NextMarch(campaign.side_of[chief], leader, units, points["infantry"], points["cavalry"], free=free))


def begins_in_zone(state: CampaignState, unit: int) -> bool:
    return in_enemy_zone(state, unit, state.at[unit])


@dataclass(frozen=True, slots=True)
class NextMarch(OrderDecision):
    """GC 5.2.3: the named units march one after another. Which of them next? The last is not asked about.

    While one marches, the frame waits below its march.
    """

    clause: ClassVar[str] = "GC 5.2.3"
    leader: str
    units: tuple[str, ...]  # still to march
    foot_mp: int
    horse_mp: int
    guided: Companions = ()
    marched: tuple[str, ...] = ()  # units that have set out, the last one perhaps still on the march
    free: tuple[str, ...] = ()  # units outside enemy zones when the activation began (SLB 13.4f)

    def settle(self, draft: CampaignState, umpire: Umpire) -> bool:
        able = on_map(draft, self.units)
        if not able:
            umpire.pop()
        elif len(able) == 1:
            set_out(draft, umpire, self, able[0])
        elif able != self.units:
            umpire.replace(replace(self, units=able))
        else:
            return False
        return True

    def orders(self, state: CampaignState) -> Sequence[Order[Any]]:
        return NEXT_MARCH

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.next_march", unit=self.leader)

    def march(self, draft: CampaignState, action: MarchUnit, umpire: Umpire) -> None:
        set_out(draft, umpire, self, action.unit)


def why_not_next(asked: Asked[CampaignState, NextMarch], unit: int) -> Iterator[Reason]:
    name = asked.state.scenario.ids[unit]
    if asked.state.at[unit] < 0:
        yield reason("GC 5.2.3", "reason.not_your_unit")
    elif name in asked.frame.marched:
        yield reason("GC 5.2.3", "reason.already_marched", unit=name)


NEXT_MARCH: Sequence[Order[Any]] = (
    UnitOrder(MarchUnit, (Told("GC 5.2.3", "reason.not_named", unnamed("units"), why_not_next),), NextMarch.march),
)


def set_out(draft: CampaignState, umpire: Umpire, led: NextMarch, unit: str) -> None:
    """One named unit begins its march; the others wait below it on the agenda."""
    campaign = draft.scenario
    number = campaign.index[unit]
    mp = led.foot_mp if campaign.is_foot[number] else led.horse_mp
    waiting = tuple(other for other in on_map(draft, led.units) if other != unit)
    marched = (*led.marched, unit)
    umpire.replace(NextMarch(led.side, led.leader, waiting, led.foot_mp, led.horse_mp, led.guided, marched, led.free))
    begin_march(draft, umpire, number, mp, unit in led.free, led.leader)
