"""Retreats and routs, hex by hex (GC 7.6), forced or chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from hardtack.battles.gcacw.actions import Hold, RetreatTo, StopRetreat, Withdraw
from hardtack.battles.gcacw.losses import Losses
from hardtack.battles.gcacw.parameters import pair
from hardtack.battles.gcacw.state import CampaignState, demoralise, leaders_at, lose_manpower, on_map, place
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action
from hardtack.referee.bans import EVERYTHING, Asked, Told, open_numbers
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import Choice, Options
from hardtack.referee.orders import HexOrder, Order, SideOrder, hex_row
from hardtack.referee.umpire import Umpire

FAR_AWAY = 1 << 20  # further than any map is wide
LAST_SAFE = 3  # priorities 1 to 3 keep out of enemy zones


@dataclass(frozen=True, slots=True)
class Retreat(OrderDecision):
    """GC 7.6: a stack on its way back; its owner chooses among the best hexes, and may stop where that is allowed."""

    clause: ClassVar[str] = "GC 7.6.1"
    follow_up: ClassVar[bool] = True
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    origins: tuple[str, ...]  # hexes of the enemy it flees from
    least: int
    most: int
    cause: str  # "retreat" or "cavalry_retreat", for the count of losses
    used: tuple[str, ...] = ()  # hexes of this retreat, the first one included

    @property
    def steps(self) -> int:
        return len(self.used) - 1

    def orders(self, state: CampaignState) -> Sequence[Order[Any]]:
        return (STEP_BACK, *state.scenario.retreat_orders, STOP)

    def prompt(self, state: CampaignState) -> Text:
        _, may_stop = retreat_choices(state, self)
        key = "prompt.retreat_stop" if may_stop else "prompt.retreat"
        return text(key, units=self.alive(state), n=self.steps, least=self.least, most=self.most)

    def settle(self, draft: CampaignState, umpire: Umpire) -> bool:
        """Steps without a choice happen by themselves; no way out means surrender."""
        alive = self.alive(draft)
        if not alive:
            umpire.pop()
            return True
        hexes, may_stop = retreat_choices(draft, self)
        if other_ends(draft, self) or (hexes and (may_stop or len(hexes) > 1)):
            return False
        umpire.pop()
        if hexes:
            take_step(draft, umpire, self, hexes[0])
        elif may_stop:
            umpire.tell("GC 7.6.5", "event.retreat_ends", units=alive)
        else:
            surrender(draft, umpire, self)
        return True

    def alive(self, state: CampaignState) -> tuple[str, ...]:
        return on_map(state, self.units)

    def companions(self, state: CampaignState) -> tuple[str, ...]:
        """GC 6.3.5: leaders still with a unit of theirs in the stack; one left alone on the way has gone elsewhere."""
        campaign, here = state.scenario, self.here(state)
        units = [campaign.index[unit] for unit in self.alive(state)]
        return tuple(
            name
            for name in self.leaders
            if state.at[campaign.index[name]] == here
            and any(campaign.commands(state, campaign.index[name], unit) for unit in units)
        )

    def here(self, state: CampaignState) -> int:
        return state.scenario.hex(self.used[-1])


Retreating = Asked["CampaignState", Retreat]


def elsewhere(asked: Retreating) -> int:
    return ~mask_of(retreat_choices(asked.state, asked.frame)[0])


def why_not_there(asked: Retreating, there: int) -> Iterator[Reason]:
    """GC 7.6.2, 7.6.4: a retreat goes where it may, and there to the hexes of the best priority."""
    state, frame = asked.state, asked.frame
    if there in priorities(state, frame):
        yield reason("GC 7.6.4", "reason.retreat_priority")
        return
    here = frame.here(state)
    if not open_to_retreat(state, frame, here, there):
        yield reason("GC 7.6.2", "reason.retreat_closed")
    yield from state.scenario.retreat_bans(state, frame.side, here, there)


def step_back(frame: Retreat, draft: CampaignState, action: RetreatTo, umpire: Umpire) -> None:
    umpire.pop()
    take_step(draft, umpire, frame, draft.scenario.hex(action.hex))


def must_go_on(asked: Retreating) -> int:
    return 0 if retreat_choices(asked.state, asked.frame)[1] else EVERYTHING


def why_go_on(asked: Retreating, number: int) -> Iterator[Reason]:
    if asked.frame.steps < asked.frame.least:
        yield reason("GC 7.6.1", "reason.retreat_short", n=asked.frame.least)


def stop(frame: Retreat, draft: CampaignState, action: StopRetreat, umpire: Umpire) -> None:
    umpire.pop()
    umpire.tell("GC 7.6.5", "event.retreat_ends", units=frame.alive(draft))


class StepBack(HexOrder[Retreating]):
    def general(self, asked: Retreating) -> Sequence[Action]:
        """The hexes in the order of their directions."""
        campaign = asked.state.scenario
        row, open_ = hex_row(campaign, self.verb), open_numbers(self.bans, asked, campaign.board.grid.everywhere)
        return [row[there] for there in campaign.board.grid.around[asked.frame.here(asked.state)] if open_ >> there & 1]


STEP_BACK = StepBack(RetreatTo, (Told("GC 7.6.2", "reason.retreat_closed", elsewhere, why_not_there),), step_back)
STOP = SideOrder(StopRetreat(), (Told("GC 7.6.5", "reason.retreat_in_zone", must_go_on, why_go_on),), stop)


def other_ends(state: CampaignState, frame: Retreat) -> bool:
    """Whether the retreat could end by an order of the scenario's own, such as leaving by an edge."""
    orders = state.scenario.retreat_orders
    if not orders:
        return False
    asked = Asked(state, frame)
    return any(order.general(asked) for order in orders)


def open_to_retreat(state: CampaignState, frame: Retreat, here: int, there: int) -> bool:
    """GC 7.6.2: ground that can be crossed, no enemy there, and not a hex of this retreat."""
    campaign = state.scenario
    enemies = state.occupied(enemy_of(frame.side))
    ground = state.ground
    return there in ground.cost[here] and not enemies >> there & 1 and campaign.name(there) not in frame.used


def priorities(state: CampaignState, frame: Retreat) -> dict[int, int]:
    """GC 7.6.2, 7.6.4: the priority of every step the retreat could take; where it may not go is left out."""
    campaign = state.scenario
    ground, here, names = state.ground, frame.here(state), campaign.board.grid.names
    enemies = state.occupied(enemy_of(frame.side))
    flees, found = Fleeing(state, frame), {}
    for there in ground.cost[here]:
        if enemies >> there & 1 or names[there] in frame.used:
            continue
        if not campaign.bars_retreat(state, frame.side, here, there):
            found[there] = flees.priority(there)
    return found


class Fleeing:
    """What the priorities of the next step follow from: the hexes it flees from, enemy zones, the roads."""

    def __init__(self, state: CampaignState, frame: Retreat) -> None:
        here = frame.here(state)
        self.grid = state.scenario.board.grid
        self.origins = [state.scenario.hex(name) for name in frame.origins]
        self.gap = self.away(here)
        self.zones = state.deployment.zone(enemy_of(frame.side))
        self.lined = state.ground.lined[here]

    def away(self, hex_: int) -> int:
        """How far a hex is from the nearest of those."""
        nearest = FAR_AWAY
        for origin in self.origins:
            nearest = min(nearest, self.grid.distance(hex_, origin))
        return nearest

    def priority(self, there: int) -> int:
        """GC 7.6.4: how good a step is, 1 being the best."""
        farther = self.away(there) > self.gap
        if self.zones >> there & 1:
            return 4 if farther else 5
        if not farther:
            return 3
        return 1 if self.lined >> there & 1 else 2


def retreat_choices(state: CampaignState, frame: Retreat) -> tuple[list[int], bool]:
    """The hexes the next step may go to, and whether the retreat may end here."""
    return state.retain("retreat", frame, lambda: find_choices(state, frame))


def find_choices(state: CampaignState, frame: Retreat) -> tuple[list[int], bool]:
    if frame.steps >= frame.most:
        return [], True
    ranks = priorities(state, frame)
    best = 0
    for rank in ranks.values():
        if not best or rank < best:
            best = rank
    hexes = [there for there, rank in ranks.items() if rank == best]
    may_stop = frame.steps >= frame.least
    if may_stop and hexes and best <= LAST_SAFE and state.scenario.params.retreat_continue:
        enemy_zone = state.deployment.zone(enemy_of(frame.side))
        here = frame.here(state)
        may_stop = not enemy_zone >> here & 1
    return hexes, may_stop


def has_way_back(state: CampaignState, frame: Retreat) -> bool:
    """Whether a retreat could set off at all."""
    return bool(retreat_choices(state, frame)[0]) or other_ends(state, frame)


def next_loss(state: CampaignState, frame: Retreat) -> int:
    """GC 7.6.4: the manpower the next step costs; it is the same for every hex of the best priority."""
    best = min(priorities(state, frame).values(), default=1)
    return pair(state.scenario.params.retreat_loss)[best - 1]


def take_step(draft: CampaignState, umpire: Umpire, frame: Retreat, there: int) -> None:
    """One hex on; entering an enemy zone costs manpower (GC 7.6.4)."""
    campaign = draft.scenario
    best = Fleeing(draft, frame).priority(there)  # no other step is offered
    loss = pair(campaign.params.retreat_loss)[best - 1]
    alive, name = frame.alive(draft), campaign.name(there)
    for piece in (*alive, *frame.companions(draft)):
        place(draft, campaign.index[piece], there)
    umpire.tell("GC 7.6.4", "event.retreats", units=alive, hex=name)
    campaign.entered(draft, umpire, campaign.index[alive[0]], there, "retreat")
    onward = replace(frame, used=(*frame.used, name))
    if loss:
        umpire.push(Losses(frame.side, frame.alive(draft), loss, frame.cause, "GC 7.6.4"), onward)
    else:
        umpire.push(onward)


def surrender(draft: CampaignState, umpire: Umpire, frame: Retreat) -> None:
    """GC 7.6.3: units that cannot take a required step are lost and score."""
    campaign = draft.scenario
    umpire.tell("GC 7.6.3", "event.surrenders", units=frame.alive(draft))
    for unit in frame.alive(draft):
        number = campaign.index[unit]
        lose_manpower(draft, umpire, number, draft.manpower[number], frame.cause, "GC 7.6.3")


def setting_off(
    state: CampaignState, side: str, units: tuple[str, ...], origins: tuple[str, ...], kind: str, cause: str
) -> Retreat:
    """A retreat before its first step, of the units of one hex and the leaders with them."""
    campaign = state.scenario
    here = state.at[campaign.index[units[0]]]
    leaders = tuple(campaign.pieces[leader].id for leader in leaders_at(state, here))
    least, most = raw_tables()["retreat"][kind]
    return Retreat(side, units, leaders, origins, least, most, cause, (campaign.name(here),))


@dataclass(frozen=True, slots=True)
class Flight(Step):
    """GC 7.5, 11.2: r, R or R* for the defenders."""

    side: str
    units: tuple[str, ...]
    result: str
    shaken: tuple[str, ...]  # disorganised before this combat
    origins: tuple[str, ...]

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        campaign = draft.scenario
        alive = on_map(draft, self.units)
        if not alive:
            return
        rout = self.result != "r"
        umpire.tell("GC 7.6.1", "event.rout" if rout else "event.must_retreat", units=alive)
        if rout:
            self._demoralise(draft, umpire, alive)
        bleeds = self.result == "R*" and campaign.params.rstar == "loss"
        losses = [Losses(self.side, alive, 1, "combat", "GC 11.2")] if bleeds else []
        umpire.push(*losses, StartRetreat(self.side, alive, self.origins, "rout" if rout else "retreat"))

    def _demoralise(self, draft: CampaignState, umpire: Umpire, alive: tuple[str, ...]) -> None:
        """GC 11.2: one level for routing while disorganised, one for R*."""
        campaign = draft.scenario
        star = self.result == "R*" and campaign.params.rstar == "demoralise"
        for unit in alive:
            levels = (unit in self.shaken) + star
            number = campaign.index[unit]
            if levels and draft.demoralised[number] < 2:
                demoralise(draft, number, levels)
                umpire.tell("GC 11.2", "event.demoralised", unit=unit, n=draft.demoralised[number])


@dataclass(frozen=True, slots=True)
class StartRetreat(Step):
    """GC 7.6.1: those who are left set off with their leaders; `kind` is "retreat" or "rout"."""

    side: str
    units: tuple[str, ...]
    origins: tuple[str, ...]
    kind: str

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        alive = on_map(draft, self.units)
        if alive:
            umpire.push(setting_off(draft, self.side, alive, self.origins, self.kind, "retreat"))


@dataclass(frozen=True, slots=True)
class Withdrawal(Decision):
    """GC 7.6.7: a defender who need not retreat may do so."""

    follow_up: ClassVar[bool] = True
    units: tuple[str, ...]
    origins: tuple[str, ...]

    def idle(self, draft: CampaignState) -> bool:
        """Nobody left, or nowhere to go: no question."""
        return not on_map(draft, self.units) or not has_way_back(draft, self.retreat(draft))

    def retreat(self, state: CampaignState) -> Retreat:
        """The retreat the units would make."""
        return setting_off(state, self.side, on_map(state, self.units), self.origins, "retreat", "retreat")

    def options(self, state: CampaignState) -> Options:
        return Choice([Hold(), Withdraw()], "GC 7.6.7")

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.withdraw", units=on_map(state, self.units))

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        umpire.pop()
        if isinstance(action, Withdraw):
            umpire.tell("GC 7.6.7", "event.withdraws", units=on_map(draft, self.units))
            umpire.push(self.retreat(draft))
