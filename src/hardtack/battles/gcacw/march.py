"""Marching: one unit at a time, hex by hex, with attacks on the way (GC 5.1, 6.1, 6.2, 7.1).

A `March` on the agenda is one unit's march in progress; what it may do next are its orders (`MARCHING`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.gcacw.actions import (
    AttackHex,
    BringLeader,
    ChargeHex,
    EndMarch,
    ForceMarch,
    RefuseFlanks,
    StepTo,
    TransferLeader,
)
from hardtack.battles.gcacw.attacks import affordable, attacks_on, why_not_so
from hardtack.battles.gcacw.engagement import Engagement, attack_refusals, charge_refusals, may_attack
from hardtack.battles.gcacw.exertion import (
    extended_march,
    force,
    force_refusals,
    may_force,
    may_refuse,
    refuse,
    refuse_refusals,
    zone_to_zone,
)
from hardtack.battles.gcacw.leaders import (
    bring_refusals,
    join_refusals,
    leaders_to_bring,
    left_alone,
    transfer,
    units_to_join,
)
from hardtack.battles.gcacw.screen import offer_screen
from hardtack.battles.gcacw.state import CampaignState, in_enemy_zone, place, tire
from hardtack.battles.gcacw.steps import STEP_BANS, step_cost, steps_from, ways_open, why_beyond
from hardtack.battles.gcacw.tables import attack_types
from hardtack.board.masks import picked, which
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action
from hardtack.referee.bans import Asked
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.orders import Carry, ListedOrder, Order, Orders, UnitOrder

if TYPE_CHECKING:
    from hardtack.referee.umpire import Umpire


@dataclass(frozen=True, slots=True)
class March(OrderDecision):
    """A unit on the march, with the points it has left."""

    clause: ClassVar[str] = "GC 6.1.1"

    unit: str
    mp: int
    start: str  # hex in which the march began
    before: int  # fatigue before the march (SLB 21.1b)
    leader: str = ""  # the leader who activated it
    with_leaders: tuple[str, ...] = ()  # leaders who go along
    moved: int = 0  # hexes entered
    stopped: bool = False  # it entered an enemy zone and stands until that zone is gone
    barred: bool = False  # no attack after a zone-to-zone move (GC 6.2.6)
    fought: bool = False
    forced: bool = False  # force march declared
    free: bool = True  # it was outside enemy zones when its activation began (SLB 13.4f)
    over: bool = False  # nothing more, whatever points are left
    joined: bool = False  # the leader of the activation has joined another unit just now (GC 6.3.3)

    @property
    def begun(self) -> bool:
        """Whether the unit has set off: leaders join and leave before."""
        return bool(self.moved or self.fought or self.over)

    def orders(self, state: CampaignState) -> Sequence[Order[Any]]:
        return MARCHING

    def options(self, state: CampaignState) -> MarchOrders:
        return MarchOrders(state, self)

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.march" if self.mp else "prompt.march_spent", unit=self.unit, mp=self.mp)

    def idle(self, draft: CampaignState) -> bool:
        """A march without anything left to choose is over."""
        number = draft.scenario.index[self.unit]
        if self.over or draft.at[number] < 0:
            return True
        asked = Asked(draft, self, number)
        if open_ways(asked, number) or may_force(draft, self, number) or may_refuse(draft, self, number):
            return False
        return not (
            ATTACK.of(asked, number)
            or draft.scenario.march_options(draft, self)
            or leaders_to_bring(draft, self, number)
        )

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        """As every decision between orders does it; what is ordered nearly always need not be looked for."""
        if isinstance(action, StepTo):
            self.step(draft, action, umpire)
        elif isinstance(action, EndMarch):
            umpire.pop()
        elif isinstance(action, ForceMarch):
            force(self, draft, action, umpire)
        else:
            OrderDecision.apply(self, draft, action, umpire)

    def step(self, draft: CampaignState, action: StepTo, umpire: Umpire) -> None:
        campaign = draft.scenario
        unit, there = campaign.index[self.unit], campaign.hex(action.hex)
        here = draft.at[unit]
        troops = draft.deployment
        zone = troops.zone(enemy_of(self.side))
        cost = step_cost(draft, unit, here, there, troops)
        from_zone, to_zone = bool(zone >> here & 1), bool(zone >> there & 1)
        onward = self.onward(
            max(0, self.mp - (cost or 0)), self.stopped or to_zone, self.barred or (from_zone and to_zone)
        )
        march = campaign.crosses(draft, umpire, onward, here, there)
        if march is None:
            umpire.replace(replace(self, over=True))
            return
        umpire.replace(march)
        march_into(draft, umpire, march, there)
        if from_zone and to_zone:
            zone_to_zone(draft, umpire, unit, here, there)
        if to_zone and draft.at[unit] >= 0 and not march.over:
            offer_screen(draft, umpire, unit)

    def onward(self, mp: int, stopped: bool, barred: bool) -> March:
        """The march once another hex is entered: what `replace` makes of it, in a tenth of the time."""
        return March(
            self.side, self.unit, mp, self.start, self.before, self.leader, self.with_leaders, self.moved + 1,
            stopped, barred, self.fought, self.forced, self.free, self.over, self.joined,
        )  # fmt: skip

    def with_points(self, mp: int, *, fought: bool, forced: bool) -> March:
        """The march once an attack or a force march has changed its points: made as quickly."""
        return March(
            self.side, self.unit, mp, self.start, self.before, self.leader, self.with_leaders, self.moved,
            self.stopped, self.barred, fought, forced, self.free, self.over, self.joined,
        )  # fmt: skip

    def attack(self, draft: CampaignState, action: AttackHex | ChargeHex, umpire: Umpire) -> None:
        campaign = draft.scenario
        unit = campaign.index[self.unit]
        charge = isinstance(action, ChargeHex)
        points = attack_types(campaign.params.attack_mp, not campaign.is_foot[unit])[action.type]
        left = 0 if charge else self.mp - points
        umpire.replace(self.with_points(left, fought=True, forced=self.forced))
        campaign.attack_ordered(draft, umpire, unit, campaign.hex(action.hex))
        umpire.push(Engagement(self.side, (self.unit,), action.hex, action.type, charge, self.with_leaders))

    def bring(self, draft: CampaignState, action: BringLeader, umpire: Umpire) -> None:
        campaign, leader = draft.scenario, action.unit
        place(draft, campaign.index[leader], draft.at[campaign.index[self.unit]])
        umpire.tell("GC 6.3.3" if self.leader else "GC 6.3.2", "event.leader_joins", unit_leader=leader, unit=self.unit)
        umpire.replace(replace(self, with_leaders=(*self.with_leaders, leader)))

    def transfer(self, draft: CampaignState, action: TransferLeader, umpire: Umpire) -> None:
        transfer(draft, umpire, action, "GC 6.3.3")
        along = tuple(leader for leader in self.with_leaders if leader != action.unit)
        umpire.replace(replace(self, with_leaders=along, joined=True))

    def do_other(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        umpire.replace(draft.scenario.do_march_option(draft, umpire, self, action))


# -- what may be ordered

Question = Asked[CampaignState, March]


Refusals = Callable[[CampaignState, March], Sequence[Reason]]
May = Callable[[CampaignState, March, int], bool]


def none(state: CampaignState, march: March) -> Sequence[Reason]:
    return ()


class MarchingOrder(UnitOrder[Question]):
    """An order to the unit on the march, no other is asked: it may be given if `why` has nothing against it.

    Where that is asked often, `may` is a quicker way to ask whether there is anything: the two must agree.
    """

    def __init__(self, verb: type[Action], why: Refusals, do: Carry | None = None, may: May | None = None) -> None:
        super().__init__(verb, (), do)
        self.why = why
        self.may = may

    def units(self, asked: Question) -> int:
        return 1 << asked.state.scenario.index[asked.frame.unit]

    def of(self, asked: Question, unit: int) -> Sequence[Action]:
        state, march = asked.state, asked.frame
        open_ = not self.why(state, march) if self.may is None else self.may(state, march, unit)
        return state.scenario.sole[self.verb][unit] if open_ else ()

    def reasons(self, asked: Question, action: Any) -> Iterator[Reason]:
        march, lifted = asked.frame, asked.lifted
        found = self.against(asked, action) if action.unit == march.unit else (not_on_march(march),)
        return (one for one in found if (one.clause, one.key) not in lifted)

    def against(self, asked: Question, action: Any) -> Iterable[Reason]:
        """Why it cannot be given to the unit on the march."""
        return self.why(asked.state, asked.frame)


def not_on_march(march: March) -> Reason:
    return reason("GC 5.2.3", "reason.other_unit_marches", unit=march.unit)


class StepOrder(MarchingOrder):
    """GC 6.2: one hex on."""

    def of(self, asked: Question, unit: int) -> Sequence[Action]:
        ways = open_ways(asked, unit)
        return picked(steps_from(asked.state.scenario, unit, asked.state.at[unit]), ways) if ways else ()

    def against(self, asked: Question, action: StepTo) -> Iterator[Reason]:
        there, unit = asked.state.scenario.hex(action.hex), asked.state.scenario.index[action.unit]
        if not asked.state.scenario.board.grid.around_mask[asked.state.at[unit]] >> there & 1:
            return iter(why_beyond(asked, there))
        return STEP_BANS.reasons(asked, there, {"unit": action.unit, "hex": action.hex})


def open_ways(asked: Question, unit: int) -> int:
    """Which ways the march may go next: bit n for the n-th of the hexes around."""
    state, march, here = asked.state, asked.frame, asked.state.at[unit]
    if asked.lifted:
        grid = state.scenario.board.grid
        return which(grid.around[here], STEP_BANS.narrow(asked, grid.around_mask[here]))
    return state.retain("steps", march, lambda: ways_open(state, march, unit, here))


class AttackOrder(MarchingOrder):
    """GC 7.1, SLB 13.4f: an attack or a charge of some kind: refusals of the hex, of the kind and of charging there."""

    def covers(self, action: Action) -> bool:
        return isinstance(action, ATTACKS)

    def of(self, asked: Question, unit: int) -> Sequence[Action]:
        state, march, grid = asked.state, asked.frame, asked.state.scenario.board.grid
        around = grid.around[state.at[unit]]
        near = which(around, state.occupied(enemy_of(asked.side)))
        kinds = affordable(asked, unit) if near else ()
        if not kinds:
            return ()
        charges = state.scenario.has_charges
        found: list[Action] = []
        for target in picked(around, near):
            if may_attack(state, unit, target, march):
                charge = charges and next(charge_refusals(state, unit, target, march), None) is None
                found += attacks_on(march.unit, grid.names[target], kinds, charge)
        return found

    def against(self, asked: Question, action: AttackHex | ChargeHex) -> Iterator[Reason]:
        state, march, campaign = asked.state, asked.frame, asked.state.scenario
        unit, target = campaign.index[march.unit], campaign.hex(action.hex)
        yield from attack_refusals(state, unit, target, march)
        if action.type not in affordable(asked, unit):
            yield why_not_so(asked, unit, action.type)
        if isinstance(action, ChargeHex):
            yield from charge_refusals(state, unit, target, march)


def other_reasons(asked: Question, action: Action) -> Iterable[Reason]:
    """Why something the scenario adds to a march is not to be done now, or why it is no part of one at all."""
    march = asked.frame
    if action.actor and action.actor != march.unit:
        return (not_on_march(march),)
    found = asked.state.scenario.march_option_reasons(asked.state, march, action)
    return found or (reason("GC 6.1.1", NOT_ASKED),)


ATTACKS = (AttackHex, ChargeHex)
STEP = StepOrder(StepTo, none, March.step)
ATTACK = AttackOrder(AttackHex, none, March.attack)
FORCE = MarchingOrder(ForceMarch, force_refusals, force, may_force)
REFUSE = MarchingOrder(RefuseFlanks, refuse_refusals, refuse, may_refuse)
HALT = MarchingOrder(EndMarch, none)
BRING: ListedOrder[Question] = ListedOrder(
    BringLeader,
    lambda asked: leaders_to_bring(asked.state, asked.frame, asked.state.scenario.index[asked.frame.unit]),
    lambda asked, action: bring_refusals(asked.state, asked.frame, action),
    March.bring,
)
JOIN: ListedOrder[Question] = ListedOrder(
    TransferLeader,
    lambda asked: units_to_join(asked.state, asked.frame),
    lambda asked, action: join_refusals(asked.state, asked.frame, action),
    March.transfer,
)
OTHERS: ListedOrder[Question] = ListedOrder(
    Action,
    lambda asked: asked.state.scenario.march_options(asked.state, asked.frame),
    other_reasons,
    March.do_other,
    besides=(StepTo, *ATTACKS, ForceMarch, RefuseFlanks, EndMarch, BringLeader, TransferLeader),
)
MARCHING: tuple[Order[Question], ...] = (STEP, ATTACK, FORCE, REFUSE, OTHERS, HALT, BRING, JOIN)


class MarchOrders(Orders[Question]):
    """One unit is on the march; what may be ordered of it is looked at when it is asked about."""

    def __init__(self, state: CampaignState, march: March) -> None:
        self.asked = Asked(state, march, state.scenario.index[march.unit])
        self.orders, self.clause = MARCHING, march.clause

    def with_leaders(self) -> Sequence[Action]:
        """What leaders may do before the unit sets off."""
        state, march = self.asked.state, self.asked.frame
        if march.begun:
            return ()
        brought, joins = leaders_to_bring(state, march, self.asked.unit), units_to_join(state, march)
        return [*brought, *joins] if joins else brought

    def actors(self) -> Sequence[str]:
        unit, others = self.asked.frame.unit, self.with_leaders()
        return (unit, *dict.fromkeys([action.actor for action in others])) if others else (unit,)

    def of(self, actor: str) -> Sequence[Action]:
        if actor == self.asked.frame.unit:
            return self.of_marching()
        return [action for action in self.with_leaders() if action.actor == actor]

    def pick(self, random: Random) -> Action:
        if self.with_leaders():
            return Options.pick(self, random)
        random.random()  # for who acts, as wherever one is picked
        choices = self.of_marching()
        return choices[int(random.random() * len(choices))]

    def of_marching(self) -> list[Action]:
        """What the unit itself may do."""
        asked = self.asked
        state, march, unit = asked.state, asked.frame, asked.unit
        found = [*STEP.of(asked, unit)]
        if attacks := ATTACK.of(asked, unit):
            found += attacks
        forced, refused = may_force(state, march, unit), may_refuse(state, march, unit)
        if others := state.scenario.march_options(state, march):
            sole = state.scenario.sole
            found += [*(sole[ForceMarch][unit] if forced else ()), *(sole[RefuseFlanks][unit] if refused else ())]
            found += [*others, *sole[EndMarch][unit]]
        else:
            found += state.scenario.endings[(1 if forced else 0) + (2 if refused else 0)][unit]
        return found

    def general(self) -> Sequence[Action]:
        return ()

    def all(self) -> list[Action]:
        found = self.of_marching()
        if others := self.with_leaders():
            found += others
        return found


# -- on the way


def march_into(draft: CampaignState, umpire: Umpire, march: March, there: int) -> None:
    """Put the unit and the leaders with it into the next hex and tell."""
    campaign = draft.scenario
    unit = campaign.index[march.unit]
    place(draft, unit, there)
    for leader in march.with_leaders:
        place(draft, campaign.index[leader], there)
    if march.leader and march.with_leaders:
        record_guide(umpire, march)
    umpire.tell("GC 6.2.1", "event.moves", unit=march.unit, hex=campaign.name(there), mp=march.mp)
    campaign.entered(draft, umpire, unit, there, "march")


def record_guide(umpire: Umpire, march: March) -> None:
    """GC 5.2.4, 6.3.3: leaders move with one unit only in an activation; remembered with it."""
    from hardtack.battles.gcacw.activation import NextMarch

    def guide(led: NextMarch) -> NextMarch:
        known = dict(led.guided)
        guided = known | dict.fromkeys(march.with_leaders, march.unit)
        return led if guided == known else replace(led, guided=tuple(guided.items()))

    umpire.amend(NextMarch, guide)


# -- beginning


def begin_march(draft: CampaignState, umpire: Umpire, unit: int, mp: int, free: bool, leader: str = "") -> None:
    """GC 5.1.1: fatigue, the extended march check, then the march itself; `free` is the one of `March`."""
    campaign = draft.scenario
    name, before, here = campaign.ids[unit], draft.fatigue[unit], draft.at[unit]
    tire(draft, unit, 1)
    mp = campaign.march_points(draft, umpire, unit, mp)
    umpire.tell("GC 5.1.1", "event.marches", unit=name, mp=mp, n=draft.fatigue[unit])
    extended_march(draft, umpire, unit)
    if draft.at[unit] < 0 or mp == 0:
        if mp == 0:
            umpire.tell("GC 5.1.2", "event.no_march", unit=name)
        return
    alone = tuple([campaign.ids[leader] for leader in left_alone(draft, unit)])
    umpire.push(March(campaign.side_of[unit], name, mp, campaign.name(here), before, leader, alone, free=free))
    if in_enemy_zone(draft, unit, here):
        offer_screen(draft, umpire, unit)
