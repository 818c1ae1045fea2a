"""Marching: one unit at a time, hex by hex, with attacks on the way (GC 5.1, 6.1, 6.2, 7.1).

A `March` on the agenda is one unit's march in progress. What it may do next, what is accepted and why
something is refused all come from the same checks (`step_refusals`, `attack_refusals`, ...).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

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
from hardtack.battles.gcacw.attacks import attack_refusals, charge_refusals
from hardtack.battles.gcacw.engagement import Engagement
from hardtack.battles.gcacw.exertion import (
    extended_march,
    force,
    force_refusals,
    refuse,
    refuse_refusals,
    zone_to_zone,
)
from hardtack.battles.gcacw.ground import ALL_LINES, CLOSED, NEVER, RAIN_CLOSES
from hardtack.battles.gcacw.leaders import (
    bring_refusals,
    join_refusals,
    leaders_to_bring,
    left_alone,
    transfer,
    units_to_join,
)
from hardtack.battles.gcacw.screen import offer_screen
from hardtack.battles.gcacw.state import FOOT, in_enemy_zone, place, tire
from hardtack.battles.gcacw.tables import FACES, attack_types, raw_tables
from hardtack.board.deployment import UNIT
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.orders import march_row, unit_row

if TYPE_CHECKING:
    from hardtack.battles.gcacw.campaign import Campaign
    from hardtack.battles.gcacw.state import CampaignState
    from hardtack.referee.umpire import Umpire

__all__ = ["March", "begin_march", "movement_allowance", "step_cost", "step_refusals"]


ANY_COST = 99  # GC 5.1.2: the first hex of an untouched march may cost anything
SUMS = [[first + second for second in FACES] for first in FACES]
STACKING = int(raw_tables()["movement"]["stacking"])


@dataclass(frozen=True, slots=True)
class March(Decision):
    """A unit on the march, with the points it has left."""

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

    def options(self, state: CampaignState) -> Options:
        return MarchOptions(state, self)

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.march" if self.mp else "prompt.march_spent", unit=self.unit, mp=self.mp)

    def idle(self, draft: CampaignState) -> bool:
        """A march without anything left to choose is over."""
        number = draft.scenario.index[self.unit]
        if self.over or draft.at[number] < 0:
            return True
        return not MarchOptions(draft, self).has_any()

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        if isinstance(action, StepTo):
            self._step(draft, action, umpire)
        elif isinstance(action, AttackHex | ChargeHex):
            self._attack(draft, action, umpire)
        elif isinstance(action, ForceMarch):
            force(draft, umpire, self)
        elif isinstance(action, RefuseFlanks):
            refuse(draft, umpire, self)
        elif isinstance(action, BringLeader):
            self._bring(draft, action.unit, umpire)
        elif isinstance(action, TransferLeader):
            transfer(draft, umpire, action, "GC 6.3.3")
            along = tuple(leader for leader in self.with_leaders if leader != action.unit)
            umpire.replace(replace(self, with_leaders=along, joined=True))
        elif isinstance(action, EndMarch):
            umpire.pop()
        else:
            umpire.replace(draft.scenario.do_march_option(draft, umpire, self, action))

    def _step(self, draft: CampaignState, action: StepTo, umpire: Umpire) -> None:
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

    def _attack(self, draft: CampaignState, action: AttackHex | ChargeHex, umpire: Umpire) -> None:
        campaign = draft.scenario
        unit = campaign.index[self.unit]
        charge = isinstance(action, ChargeHex)
        points = dict(attack_types(campaign.params.attack_mp, not campaign.is_foot[unit]))[action.type]
        left = 0 if charge else self.mp - points
        umpire.replace(replace(self, mp=left, fought=True))
        campaign.attack_ordered(draft, umpire, unit, campaign.hex(action.hex))
        umpire.push(Engagement(self.side, (self.unit,), action.hex, action.type, charge, self.with_leaders))

    def _bring(self, draft: CampaignState, leader: str, umpire: Umpire) -> None:
        campaign = draft.scenario
        place(draft, campaign.index[leader], draft.at[campaign.index[self.unit]])
        umpire.tell("GC 6.3.3" if self.leader else "GC 6.3.2", "event.leader_joins", unit_leader=leader, unit=self.unit)
        umpire.replace(replace(self, with_leaders=(*self.with_leaders, leader)))


class MarchOptions(Options):
    """What a marching unit may do next."""

    def __init__(self, state: CampaignState, march: March) -> None:
        self.state = state
        self.march = march
        self.unit = state.scenario.index[march.unit]
        self.here = state.at[self.unit]

    def actors(self) -> Sequence[str]:
        campaign = self.state.scenario
        leaders = {campaign.pieces[n].id: None for n in leaders_to_bring(self.state, self.march)}
        if units_to_join(self.state, self.march):
            leaders[self.march.leader] = None
        return [self.march.unit, *leaders]

    def of(self, actor: str) -> Sequence[Action]:
        if actor != self.march.unit:
            return [action for action in self.for_leaders() if action.actor == actor]
        return [*self.moves(), *self.attacks(), *self.others(), self.order(EndMarch)]

    def all(self) -> list[Action]:
        """As listed actor by actor, with the leaders looked for once."""
        return [*self.moves(), *self.attacks(), *self.others(), self.order(EndMarch), *self.for_leaders()]

    def order(self, verb: Any) -> Action:
        """An action that names the unit alone: always the same one."""
        return unit_row(self.state.scenario, verb)[self.unit]

    def for_leaders(self) -> list[Action]:
        """GC 6.3.2, 6.3.3: leaders who may come along, and where the activated one may go instead."""
        state, march, pieces = self.state, self.march, self.state.scenario.pieces
        found: list[Action] = [BringLeader(pieces[number].id) for number in leaders_to_bring(state, march)]
        return [*found, *units_to_join(state, march)]

    def has_any(self) -> bool:
        """Whether there is anything to do but to halt."""
        return bool(
            next(open_steps(self.state, self.march, self.here), None) is not None
            or next(self.attacks(), None)
            or self.others()
            or leaders_to_bring(self.state, self.march)
        )

    def moves(self) -> list[Action]:
        steps = march_row(self.state.scenario, StepTo, self.unit)
        return [steps[there] for there in open_steps(self.state, self.march, self.here)]

    def attacks(self) -> Iterator[Action]:
        state, march, unit, here = self.state, self.march, self.unit, self.here
        campaign = state.scenario
        side = campaign.side_of[unit]
        near = 0 if march.barred else state.occupied(enemy_of(side)) & campaign.board.grid.around_mask[here]
        if not near:
            return
        names = campaign.board.grid.names
        for target in campaign.board.grid.around[here]:
            if not near >> target & 1 or next(attack_refusals(state, unit, target, march), None) is not None:
                continue
            charge = next(charge_refusals(state, unit, target, march), None) is None
            for kind, points in attack_types(campaign.params.attack_mp, not campaign.is_foot[unit]):
                if points <= march.mp:
                    yield AttackHex(march.unit, kind, names[target])
                    if charge:
                        yield ChargeHex(march.unit, kind, names[target])

    def others(self) -> list[Action]:
        state, march = self.state, self.march
        found: list[Action] = []
        if next(force_refusals(state, march), None) is None:
            found.append(self.order(ForceMarch))
        if next(refuse_refusals(state, march), None) is None:
            found.append(self.order(RefuseFlanks))
        found += state.scenario.march_options(state, march)
        return found

    def reasons(self, action: Action) -> list[Reason]:
        state, march = self.state, self.march
        campaign = state.scenario
        if isinstance(action, BringLeader):
            return list(bring_refusals(state, march, campaign.index[action.unit]))
        if isinstance(action, TransferLeader):
            return list(join_refusals(state, march, action))
        if action.actor and action.actor != march.unit:
            return [reason("GC 5.2.3", "reason.other_unit_marches", unit=march.unit)]
        if isinstance(action, StepTo):
            return self._step_reasons(campaign.hex(action.hex))
        if isinstance(action, AttackHex | ChargeHex):
            return self._attack_reasons(action)
        if isinstance(action, ForceMarch):
            return list(force_refusals(state, march))
        if isinstance(action, RefuseFlanks):
            return list(refuse_refusals(state, march))
        if isinstance(action, EndMarch) or action in campaign.march_options(state, march):
            return []
        return campaign.march_option_reasons(state, march, action) or [reason("GC 6.1.1", NOT_ASKED)]

    def _step_reasons(self, there: int) -> list[Reason]:
        """Of a hex further off: what keeps the march from getting there step by step, if anything does."""
        from hardtack.battles.gcacw.hindrances import hindrances  # which looks ahead by the rules of this module

        if self.state.scenario.board.grid.around_mask[self.here] >> there & 1:
            return list(step_refusals(self.state, self.march, there))
        return [*hindrances(self.state, self.march, there), reason("GC 6.2.1", "reason.not_adjacent")]

    def _attack_reasons(self, action: AttackHex | ChargeHex) -> list[Reason]:
        state, march = self.state, self.march
        target = state.scenario.hex(action.hex)
        found = list(attack_refusals(state, self.unit, target, march))
        kinds = dict(attack_types(state.scenario.params.attack_mp, not state.scenario.is_foot[self.unit]))
        if action.type not in kinds:
            found.append(reason("GC 7.1.4", "reason.no_such_attack"))
        elif kinds[action.type] > march.mp:
            found.append(reason("GC 7.1.4", "reason.attack_points", cost=kinds[action.type], mp=march.mp))
        if isinstance(action, ChargeHex):
            found += charge_refusals(state, self.unit, target, march)
        return found


# -- steps


def open_steps(state: CampaignState, march: March, here: int) -> Iterator[int]:
    """The hexes `step_refusals` has nothing against, all neighbours at once; a test holds the two together."""
    campaign = state.scenario
    unit = campaign.index[march.unit]
    side = campaign.side_of[unit]
    enemy = enemy_of(side)
    troops = state.deployment
    in_zone = troops.zone(enemy) >> here & 1
    if in_zone and march.stopped:
        return
    ground = campaign.ground_with(state.bridges)
    points = march.mp if march.moved or march.fought else ANY_COST
    leaving = campaign.params.leave_ezoc if in_zone else 0
    friends = troops.held[FOOT][side] if campaign.is_foot[unit] else 0
    closed = troops.held[UNIT][enemy] | campaign.barred_steps(state, unit, here)
    for there, price in (ground.rain_cost if state.rain else ground.cost)[here].items():
        cost = price + leaving + (STACKING if friends >> there & 1 else 0)
        if cost <= points and not closed >> there & 1:
            yield there


def step_cost(state: CampaignState, unit: int, here: int, there: int) -> int | None:
    """GC 6.2.2, 6.2.3: the points a step takes, or None where the ground forbids it."""
    campaign = state.scenario
    ground = campaign.ground_with(state.bridges)
    price = (ground.rain_cost if state.rain else ground.cost)[here].get(there)
    if price is None:
        return None
    side, troops = campaign.side_of[unit], state.deployment
    if campaign.is_foot[unit] and troops.held[FOOT][side] >> there & 1:
        price += STACKING
    if troops.zone(enemy_of(side)) >> here & 1:
        price += campaign.params.leave_ezoc
    return price


def step_refusals(state: CampaignState, march: March, there: int) -> Iterator[Reason]:
    """Every clause that forbids the marching unit's next step."""
    campaign = state.scenario
    unit = campaign.index[march.unit]
    here = state.at[unit]
    if march.stopped and in_enemy_zone(state, unit, here):
        yield reason("GC 6.2.4", "reason.stopped")
    if state.occupied(enemy_of(campaign.side_of[unit])) >> there & 1:
        yield reason("GC 6.2.1", "reason.enemy_hex")
    cost = step_cost(state, unit, here, there)
    if cost is None:
        yield from ground_refusals(state, here, there)
    elif cost > march.mp and (march.moved or march.fought):
        yield reason("GC 6.1.1", "reason.no_points", cost=cost, mp=march.mp)
    yield from campaign.step_bans(state, unit, here, there)


def ground_refusals(state: CampaignState, here: int, there: int) -> Iterator[Reason]:
    """Why the ground forbids a step to an adjacent hex: river, rain, closed terrain, the edge of the map."""
    campaign = state.scenario
    board, ground = campaign.board, campaign.ground_with(state.bridges)
    if not ground.passes_river(here, there):
        yield reason("GC 2.3.5", "reason.river")
    elif state.rain and ground.is_river(here, there) and ground.crossing(here, there) in RAIN_CLOSES:
        yield reason("GC 12.2", "reason.rain_ford")
    if not board.playable >> there & 1:
        yield reason("GC 6.2.8", "reason.off_map")
    elif board.terrain[there] == NEVER:
        yield reason("GC 6.2.2", "reason.water")
    elif board.terrain[there] in CLOSED and not board.along(ALL_LINES, here, there):
        yield reason("GC 6.2.2", "reason.closed_ground")


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
