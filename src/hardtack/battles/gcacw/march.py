"""Marching: one unit at a time, hex by hex, with attacks on the way (GC 5.1, 6.1, 6.2, 7.1).

A `March` on the agenda is one unit's march in progress; what it may do next are its orders (`MARCHING`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
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
from hardtack.battles.gcacw.attacks import attack_refusals, charge_refusals, place_refusals
from hardtack.battles.gcacw.engagement import Engagement
from hardtack.battles.gcacw.exertion import (
    extended_march,
    force,
    force_refusals,
    refuse,
    refuse_refusals,
    zone_to_zone,
)
from hardtack.battles.gcacw.leaders import BRING_BANS, JOINED_BANS, JOINER_BANS, JoinOrder, left_alone, transfer
from hardtack.battles.gcacw.screen import offer_screen
from hardtack.battles.gcacw.state import CampaignState, in_enemy_zone, place, tire
from hardtack.battles.gcacw.steps import STEP_BANS, step_cost
from hardtack.battles.gcacw.tables import FACES, attack_types, raw_tables
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action
from hardtack.referee.bans import Asked, Ban, Each, Told, against, open_numbers
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.options import NOT_ASKED
from hardtack.referee.orders import Order, UnitOrder, march_row

if TYPE_CHECKING:
    from hardtack.battles.gcacw.campaign import Campaign
    from hardtack.referee.umpire import Umpire

SUMS = [[first + second for second in FACES] for first in FACES]


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

    def orders(self, state: CampaignState) -> Sequence[Order[Any]]:
        return MARCHING

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.march" if self.mp else "prompt.march_spent", unit=self.unit, mp=self.mp)

    def idle(self, draft: CampaignState) -> bool:
        """A march without anything left to choose is over."""
        number, asked = draft.scenario.index[self.unit], Asked(draft, self)
        if self.over or draft.at[number] < 0:
            return True
        alone = any(order.units(asked) and order.of(asked, number) for order in (*TO_UNIT, OTHER))
        return not alone and not BRING.units(asked)

    def step(self, draft: CampaignState, action: StepTo, umpire: Umpire) -> None:
        campaign = draft.scenario
        unit, there = campaign.index[self.unit], campaign.hex(action.hex)
        here = draft.at[unit]
        cost = step_cost(draft, unit, here, there)
        from_zone, to_zone = in_enemy_zone(draft, unit, here), in_enemy_zone(draft, unit, there)
        onward = replace(
            self, mp=max(0, self.mp - (cost or 0)), moved=self.moved + 1,
            stopped=self.stopped or to_zone, barred=self.barred or (from_zone and to_zone),
        )  # fmt: skip
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

    def attack(self, draft: CampaignState, action: AttackHex | ChargeHex, umpire: Umpire) -> None:
        campaign = draft.scenario
        unit = campaign.index[self.unit]
        charge = isinstance(action, ChargeHex)
        points = attack_types(campaign.params.attack_mp, not campaign.is_foot[unit])[action.type]
        left = 0 if charge else self.mp - points
        umpire.replace(replace(self, mp=left, fought=True))
        campaign.attack_ordered(draft, umpire, unit, campaign.hex(action.hex))
        umpire.push(Engagement(self.side, (self.unit,), action.hex, action.type, charge, self.with_leaders))

    def force(self, draft: CampaignState, action: ForceMarch, umpire: Umpire) -> None:
        force(draft, umpire, self)

    def refuse(self, draft: CampaignState, action: RefuseFlanks, umpire: Umpire) -> None:
        refuse(draft, umpire, self)

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


class MarchingOrder(UnitOrder[Question]):
    """An order to the unit on the march: no other is asked."""

    def units(self, asked: Question) -> int:
        return open_numbers(self.bans, asked, 1 << asked.state.scenario.index[asked.frame.unit])

    def reasons(self, asked: Question, action: Any) -> Iterator[Reason]:
        if action.actor and action.actor != asked.frame.unit:
            return OTHERS.reasons(asked, asked.state.scenario.index[action.actor], {})
        return self.against(asked, action)

    def against(self, asked: Question, action: Any) -> Iterator[Reason]:
        return against(self.bans, asked, asked.state.scenario.index[action.unit], {"unit": action.unit})


def other_units(asked: Question) -> int:
    return ~(1 << asked.state.scenario.index[asked.frame.unit])


OTHERS = Ban("GC 5.2.3", "reason.other_unit_marches", other_units, lambda asked, unit: {"unit": asked.frame.unit})


class StepOrder(MarchingOrder):
    """GC 6.2: one hex on."""

    def of(self, asked: Question, unit: int) -> Sequence[Action]:
        campaign, here = asked.state.scenario, asked.state.at[unit]
        goals = STEP_BANS.narrow(asked, campaign.board.grid.around_mask[here])
        if not goals:
            return ()
        steps = march_row(campaign, StepTo, unit)
        return [steps[there] for there in campaign.board.grid.around[here] if goals >> there & 1]

    def against(self, asked: Question, action: StepTo) -> Iterator[Reason]:
        return STEP_BANS.reasons(asked, asked.state.scenario.hex(action.hex), {"unit": action.unit, "hex": action.hex})


class AttackOrder(MarchingOrder):
    """GC 7.1, SLB 13.4f: an attack or a charge of some kind: bans on the hex, on the kind and on charging there."""

    def covers(self, action: Action) -> bool:
        return isinstance(action, AttackHex | ChargeHex)

    def of(self, asked: Question, unit: int) -> Sequence[Action]:
        grid, found = asked.state.scenario.board.grid, []
        near = grid.around[asked.state.at[unit]]
        targets = open_numbers(TARGET_BANS, asked.about(unit), grid.around_mask[asked.state.at[unit]])
        for target in near if targets else ():
            if targets >> target & 1:
                verbs = (AttackHex, ChargeHex) if CHARGE_BAN.narrow(asked.about(unit), 1 << target) else (AttackHex,)
                for kind in kinds(asked):
                    if next(kind_refusals(asked, kind), None) is None:
                        found += [verb(asked.frame.unit, kind, grid.names[target]) for verb in verbs]
        return found

    def against(self, asked: Question, action: AttackHex | ChargeHex) -> Iterator[Reason]:
        campaign = asked.state.scenario
        about, target = asked.about(campaign.index[action.unit]), campaign.hex(action.hex)
        yield from against(TARGET_BANS, about, target, {"unit": action.unit, "hex": action.hex})
        yield from kind_refusals(asked, action.type)
        if isinstance(action, ChargeHex):
            yield from CHARGE_BAN.reasons(about, target, {})


def nobody_there(asked: Question) -> int:
    """All but the hexes with enemies next to the unit (GC 7.1.1)."""
    near = asked.state.scenario.board.grid.around_mask[asked.state.at[asked.unit]]
    return ~(asked.state.occupied(enemy_of(asked.side)) & near)


def why_nobody(asked: Question, target: int) -> Iterator[Reason]:
    return place_refusals(asked.state, asked.side, asked.state.at[asked.unit], target)


TARGET_BANS: Sequence[Ban[Question]] = (
    Told("GC 7.1.1", "reason.no_target", nobody_there, why_nobody),
    Each(lambda asked, target: attack_refusals(asked.state, asked.unit, target, asked.frame)),
)
CHARGE_BAN: Each[Question] = Each(lambda asked, target: charge_refusals(asked.state, asked.unit, target, asked.frame))


def kinds(asked: Question) -> Mapping[str, int]:
    """GC 7.1.4: the kinds of attack of the unit, with their points."""
    campaign = asked.state.scenario
    foot = campaign.is_foot[campaign.index[asked.frame.unit]]
    return attack_types(campaign.params.attack_mp, not foot)


def kind_refusals(asked: Question, kind: str) -> Iterator[Reason]:
    cost = kinds(asked).get(kind)
    if cost is None:
        yield reason("GC 7.1.4", "reason.no_such_attack")
    elif cost > asked.frame.mp:
        yield reason("GC 7.1.4", "reason.attack_points", cost=cost, mp=asked.frame.mp)


class OtherOrder(MarchingOrder):
    """What the scenario adds to a march: what its hook lists may be done, and another says why anything else not."""

    def __init__(self, known: Collection[Order[Any]]) -> None:
        super().__init__(Action, (), March.do_other)
        self.known = known

    def covers(self, action: Action) -> bool:
        return not any(order.covers(action) for order in self.known)

    def of(self, asked: Question, unit: int) -> Sequence[Action]:
        return asked.state.scenario.march_options(asked.state, asked.frame)

    def against(self, asked: Question, action: Action) -> Iterator[Reason]:
        campaign = asked.state.scenario
        if action in campaign.march_options(asked.state, asked.frame):
            return iter(())
        why = campaign.march_option_reasons(asked.state, asked.frame, action) or [reason("GC 6.1.1", NOT_ASKED)]
        return (one for one in why if (one.clause, one.key) not in asked.lifted)


TO_UNIT: tuple[Order[Question], ...] = (
    StepOrder(StepTo, (), March.step),
    AttackOrder(AttackHex, (), March.attack),
    MarchingOrder(ForceMarch, (Each(lambda asked, unit: force_refusals(asked.state, asked.frame)),), March.force),
    MarchingOrder(RefuseFlanks, (Each(lambda asked, unit: refuse_refusals(asked.state, asked.frame)),), March.refuse),
)
HALT = MarchingOrder(EndMarch)
BRING: UnitOrder[Question] = UnitOrder(BringLeader, BRING_BANS, March.bring)
JOIN = JoinOrder(TransferLeader, JOINER_BANS, JOINED_BANS, March.transfer, field="unit_to")
OTHER = OtherOrder((*TO_UNIT, HALT, BRING, JOIN))
MARCHING = (*TO_UNIT, OTHER, HALT, BRING, JOIN)


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
        return replace(led, guided=tuple((dict(led.guided) | dict.fromkeys(march.with_leaders, march.unit)).items()))

    umpire.amend(NextMarch, guide)


# -- beginning


def movement_allowance(draft: CampaignState, umpire: Umpire, unit: int, leader: int | None) -> int:
    """GC 5.1.1: roll the movement dice of a unit, or of all units of its kind under a leader."""
    campaign: Campaign = draft.scenario
    dice = int(raw_tables()["movement_allowance"]["dice"][campaign.pieces[unit].type])
    rolled = umpire.read_pair(SUMS) if dice == 2 else umpire.roll()
    total = max(0, rolled + campaign.march_modifier(draft, unit, leader))
    return total if leader is None else max(total, campaign.params.min_ma_leader)


def begin_march(draft: CampaignState, umpire: Umpire, unit: int, mp: int, free: bool, leader: str = "") -> None:
    """GC 5.1.1: fatigue, the extended march check, then the march itself; `free` is the one of `March`."""
    campaign = draft.scenario
    counter = campaign.pieces[unit]
    before, here = draft.fatigue[unit], draft.at[unit]
    tire(draft, unit, 1)
    mp = campaign.march_points(draft, umpire, unit, mp)
    umpire.tell("GC 5.1.1", "event.marches", unit=counter.id, mp=mp, n=draft.fatigue[unit])
    extended_march(draft, umpire, unit)
    if draft.at[unit] < 0 or mp == 0:
        if mp == 0:
            umpire.tell("GC 5.1.2", "event.no_march", unit=counter.id)
        return
    alone = tuple(campaign.pieces[n].id for n in left_alone(draft, unit))
    umpire.push(March(counter.side, counter.id, mp, campaign.name(here), before, leader, alone, free=free))
    if in_enemy_zone(draft, unit, here):
        offer_screen(draft, umpire, unit)
