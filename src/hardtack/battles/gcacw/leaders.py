"""Leaders: command radius, going along, transfer, and what becomes of one left alone (GC 2.2.5, 2.5, 6.3)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.gcacw.actions import BringLeader, Done, TransferLeader
from hardtack.battles.gcacw.state import CampaignState, because, leaders_at, named, on_map, place, units_at
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.deployment import UNIT
from hardtack.board.grid import disc
from hardtack.board.masks import hexes_in, mask_of, standing
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action
from hardtack.referee.bans import Args, Asked, Ban, Several, Why
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Frame
from hardtack.referee.options import Choice, Options
from hardtack.referee.orders import Order, SideOrder, TargetOrder
from hardtack.referee.state import LOST, put

if TYPE_CHECKING:
    from hardtack.battles.gcacw.ground import Ground
    from hardtack.battles.gcacw.march import March
    from hardtack.referee.umpire import Umpire


RADIUS, TRANSFER = int(raw_tables()["command"]["radius"]), int(raw_tables()["command"]["transfer"])

# -- command radius (GC 2.5)


def command_area(state: CampaignState, leader: int, hexes: int, reading: str) -> int:
    """The hexes within a number of hexes of a leader, as a mask: traced past enemies, or plainly counted."""
    campaign = state.scenario
    start = state.at[leader]
    if reading == "counted":
        return disc(campaign.board.grid, start, hexes)
    side = campaign.side_of[leader]
    enemy = enemy_of(side)
    # GC 2.4.5: a friendly unit in a hex cancels the enemy zone there for tracing.
    troops, near = state.deployment, disc(campaign.board.grid, start, hexes)
    blocked = near & troops.zone(enemy) & ~troops.held(UNIT, side)
    return traced(state.ground, start, hexes, near & troops.held(UNIT, enemy), blocked)


def meets_at_once(state: CampaignState, start: int, goals: int) -> bool:
    """Whether friends in some hexes stand next to a leader, no river between: then no longer way need be looked for."""
    return bool(state.ground.links[start] & goals)


@lru_cache(maxsize=4096)
def traced(ground: Ground, start: int, hexes: int, enemies: int, blocked: int) -> int:
    """The hexes within a number of hexes by a path past enemies (GC 2.5); those further off do not matter."""
    return ground.spread(start, hexes, enemies, blocked)


def command_radius(state: CampaignState, leader: int) -> int:
    """GC 2.5: the hexes a leader commands."""
    return command_area(state, leader, RADIUS, state.scenario.params.command_path)


def in_radius(state: CampaignState, leader: int, hex_: int) -> bool:
    here = state.at[leader]
    if hex_ == here or not disc(state.scenario.board.grid, here, RADIUS) >> hex_ & 1:
        return hex_ == here
    return bool(command_radius(state, leader) >> hex_ & 1)


# -- going along (GC 6.3.2, 6.3.3)


def left_alone(state: CampaignState, unit: int) -> list[int]:
    """Leaders in a unit's hex who would stand without a subordinate if it left: they must go along (GC 2.2.5)."""
    campaign = state.scenario
    here = state.at[unit]
    stay = [n for n in units_at(state, here) if n != unit]
    return [
        leader
        for leader in leaders_at(state, here)
        if campaign.commands(state, leader, unit) and not any(campaign.commands(state, leader, n) for n in stay)
    ]


def leaders_to_bring(state: CampaignState, march: March, unit: int) -> Sequence[Action]:
    """Leaders who may still be taken along by a unit that has not moved yet."""
    if march.begun:
        return ()
    campaign = state.scenario
    candidates = leaders_at(state, state.at[unit])
    if march.leader and (chief := campaign.index[march.leader]) not in candidates:
        candidates = (*candidates, chief)
    found: list[Action] = []
    for leader in candidates:
        name = campaign.ids[leader]
        if name not in march.with_leaders and campaign.commands(state, leader, unit):
            order = BringLeader(name)
            if next(bring_refusals(state, march, order), None) is None:
                found.append(order)
    return found


def bring_refusals(state: CampaignState, march: March, order: BringLeader) -> Iterator[Reason]:
    """GC 6.3.2, 6.3.3, 5.2.4: why this leader cannot go with the marching unit."""
    campaign = state.scenario
    unit, leader = campaign.index[march.unit], campaign.index[order.unit]
    chief = campaign.pieces[leader]
    if march.begun:
        yield reason("GC 6.3.3", "reason.leader_too_late")
    if chief.id in march.with_leaders:
        yield reason("GC 6.3.1", "reason.leader_already")
    if march.joined and chief.id == march.leader:
        yield reason("GC 6.3.3", "reason.already_transferred")
    if not chief.is_leader or not campaign.commands(state, leader, unit):
        yield reason("GC 6.3.1", "reason.not_his_command")
        return
    if state.at[leader] < 0:
        yield reason("GC 2.2.6", "reason.no_leader")
        return
    activates = bool(march.leader) and chief.id == march.leader
    companion = companion_of(state, chief.id)
    if companion:
        yield reason("GC 5.2.4" if activates else "GC 6.3.3", "reason.leader_moved", unit=companion)
    if not activates and state.at[leader] != state.at[unit]:
        yield reason("GC 6.3.1", "reason.leader_elsewhere")
    elif chief.rank == "army" and march.leader and march.leader not in march.with_leaders:
        yield reason("GC 6.3.3", "reason.only_with_leader", unit=march.leader)
    yield from campaign.leader_bans(state, leader, "move")


def units_to_join(state: CampaignState, march: March) -> Sequence[Action]:
    """GC 6.3.3: the transfers of an activated leader to another unit he activated, before this one sets off: all that
    `join_refusals` has nothing against."""
    if not march.leader or march.begun or march.joined:
        return ()
    index, at = state.scenario.index, state.at
    here = at[index[march.leader]]
    if here < 0 or companion_of(state, march.leader):
        return ()
    others = [unit for unit in activated(state) if unit != march.unit]
    there = [(unit, at[index[unit]]) for unit in others]
    return [TransferLeader(march.leader, unit) for unit, hex_ in there if hex_ >= 0 and hex_ != here]


def activated(state: CampaignState) -> tuple[str, ...]:
    """The units of the activation under way, from the frame below the march."""
    below: Frame | None = state.agenda[-2] if len(state.agenda) > 1 else None
    return (*getattr(below, "marched", ()), *getattr(below, "units", ()))


def join_refusals(state: CampaignState, march: March, order: TransferLeader) -> Iterator[Reason]:
    """GC 6.3.3, 5.2.4: why the activated leader cannot join a unit now."""
    campaign = state.scenario
    leader, unit = campaign.index[order.unit], campaign.index[order.unit_to]
    if not march.leader or order.unit != march.leader or state.at[leader] < 0:
        yield reason("GC 6.3.3", "reason.no_leader")
        return
    if march.begun:
        yield reason("GC 6.3.3", "reason.leader_too_late")
    companion = companion_of(state, order.unit)
    if companion:
        yield reason("GC 5.2.4", "reason.leader_moved", unit=companion)
    if march.joined:
        yield reason("GC 6.3.3", "reason.already_transferred")
    if order.unit_to == march.unit:
        yield reason("GC 6.3.3", "reason.bring_him", unit=march.unit)
    elif order.unit_to not in activated(state) or state.at[unit] < 0:
        yield reason("GC 6.3.3", "reason.not_named")
    elif state.at[unit] == state.at[leader]:
        yield reason("GC 6.3.3", "reason.same_hex")


def companion_of(state: CampaignState, leader: str) -> str:
    """The unit a leader has already moved with in this action, from the frame below the march (GC 5.2.4, 6.3.3)."""
    below: Frame | None = state.agenda[-2] if len(state.agenda) > 1 else None
    guided: Sequence[tuple[str, str]] = getattr(below, "guided", ())
    for guide, unit in guided:
        if guide == leader:
            return unit
    return ""


# -- the Leader Transfer Phase (GC 6.3.4)


@dataclass(frozen=True, slots=True)
class LeaderTransfer(OrderDecision):
    """GC 6.3.4: each leader of the side may join another unit of his command."""

    clause: ClassVar[str] = "GC 3.2"
    transferred: tuple[str, ...] = ()

    def orders(self, state: CampaignState) -> Sequence[Order[Any]]:
        return TRANSFERS

    def idle(self, draft: CampaignState) -> bool:
        asked = Asked(draft, self)
        return not any(TRANSFERRING.of(asked, leader) for leader in hexes_in(TRANSFERRING.units(asked)))

    def move(self, draft: CampaignState, action: TransferLeader, umpire: Umpire) -> None:
        transfer(draft, umpire, action, "GC 6.3.4")
        umpire.replace(replace(self, transferred=(*self.transferred, action.unit)))


def transfer(draft: CampaignState, umpire: Umpire, action: TransferLeader, clause: str) -> None:
    index = draft.scenario.index
    hex_ = draft.at[index[action.unit_to]]
    place(draft, index[action.unit], hex_)
    umpire.tell(
        clause, "event.leader_transfers",
        unit_leader=action.unit, unit=action.unit_to, hex=draft.scenario.name(hex_),
    )  # fmt: skip


def no_leader(asked: Asked[CampaignState, Any]) -> int:
    return ~(asked.own & asked.state.scenario.leader_mask)


class KeptFrom(Ban[Any]):
    """The leaders of the side that the scenario keeps from something."""

    __slots__ = ("what",)

    def __init__(self, what: str, clause: str) -> None:
        super().__init__(clause, "reason.no_leader", no_leader)
        self.what = what

    def narrow(self, asked: Asked[CampaignState, Any], open_: int) -> int:
        free: int = asked.state.scenario.free_leaders(asked.state, open_, self.what)
        return free | self.lifted_from(asked, open_ ^ free) if asked.lifted else free

    def reasons(self, asked: Asked[CampaignState, Any], number: int, named: Args) -> Iterator[Reason]:
        state, campaign = asked.state, asked.state.scenario
        if no_leader(asked) >> number & 1 or campaign.free_leaders(state, 1 << number, self.what):
            return iter(())
        return self.explain(asked, campaign.leader_bans(state, number, self.what), named)


NOT_HIS_COMMAND = because("GC 6.3.4", "reason.not_his_command")
SAME_HEX, TOO_FAR = because("GC 6.3.4", "reason.same_hex"), because("GC 6.3.4", "reason.too_far")


def closed_to_transfer(asked: Asked[CampaignState, Any]) -> list[tuple[int, Why[Any]]]:
    """Whom a leader cannot join: whoever is none of his on the map, is in his hex, or is too far away."""
    state, campaign, leader = asked.state, asked.state.scenario, asked.unit
    own = state.commands.followers[leader] & state.deployment.present & campaign.combat_mask
    at, here = state.at, state.at[leader]
    beside = mask_of(units_at(state, here))
    others = own & ~beside
    close = standing(at, others, disc(campaign.board.grid, here, TRANSFER))
    if close & ~standing(at, close, state.ground.links[here]):  # who stands next to him is never too far away
        close = standing(at, close, command_area(state, leader, TRANSFER, campaign.params.transfer_path))
    return [(~own, NOT_HIS_COMMAND), (beside, SAME_HEX), (others & ~close, TOO_FAR)]


def transfer_grounds(asked: Asked[CampaignState, Any], unit: int) -> Hashable:
    """What decides whom a leader can join: it is kept until he, a unit or a bridge is somewhere else."""
    state = asked.state
    return state.at[unit], state.unit_places, state.parent, state.ground


class TransferOrder(TargetOrder[Asked[Any, Any]]):
    """An order only to leaders."""

    def stands(self, asked: Asked[Any, Any], unit: int) -> bool:
        return not no_leader(asked) >> unit & 1


TRANSFERRING = TransferOrder(
    TransferLeader,
    (
        Ban("GC 6.3.4", "reason.no_leader", no_leader),
        Ban("GC 6.3.4", "reason.already_transferred", named("transferred")),
        KeptFrom("transfer", "GC 6.3.4"),
    ),
    (Several("GC 6.3.4", "reason.not_his_command", closed_to_transfer),),
    LeaderTransfer.move,
    transfer_grounds,
    field="unit_to",
)
TRANSFERS: Sequence[Order[Any]] = (SideOrder(Done()), TRANSFERRING)


# -- a leader left alone (GC 2.2.6)


@dataclass(frozen=True, slots=True)
class FindUnit(Decision):
    """GC 2.2.6: several units are equally near a leader left alone; his owner chooses."""

    follow_up: ClassVar[bool] = True
    leader: str
    units: tuple[str, ...]

    def options(self, state: CampaignState) -> Options:
        choices = [TransferLeader(self.leader, unit) for unit in self.left(state)]
        return Choice(choices, "GC 2.2.6", "reason.not_the_nearest")

    def left(self, state: CampaignState) -> Sequence[str]:
        """Units still in play: the losses that left him alone may have taken one of them too, or all."""
        ids, leader = state.scenario.ids, state.scenario.index[self.leader]
        return on_map(state, self.units) or [ids[unit] for unit in nearest_units(state, leader)]

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.find_unit", unit=self.leader)

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        umpire.pop()
        if isinstance(action, TransferLeader):
            transfer(draft, umpire, action, "GC 2.2.6")


def rescue(draft: CampaignState, umpire: Umpire, hex_: int) -> None:
    """GC 2.2.6: each leader in the hex without a subordinate there joins the nearest one, or leaves play."""
    campaign = draft.scenario
    for leader in leaders_at(draft, hex_):
        if any(campaign.commands(draft, leader, unit) for unit in units_at(draft, hex_)):
            continue
        name = campaign.pieces[leader].id
        nearest = nearest_units(draft, leader) if campaign.params.leader_orphan == "nearest" else []
        if not nearest:
            draft.at = put(draft.at, leader, LOST)
            umpire.tell("GC 2.2.6", "event.leader_removed", unit=name)
        elif len({draft.at[unit] for unit in nearest}) == 1:
            transfer(draft, umpire, TransferLeader(name, campaign.pieces[nearest[0]].id), "GC 2.2.6")
        else:
            choices = tuple(campaign.pieces[unit].id for unit in nearest)
            umpire.push(FindUnit(campaign.pieces[leader].side, name, choices))


def nearest_units(state: CampaignState, leader: int) -> list[int]:
    """The subordinate units nearest a leader, all equally far."""
    campaign = state.scenario
    distance = campaign.board.grid.distance
    own = [n for n in campaign.combat_units if state.at[n] >= 0 and campaign.commands(state, leader, n)]
    least = min((distance(state.at[leader], state.at[n]) for n in own), default=0)
    return [n for n in own if distance(state.at[leader], state.at[n]) == least]
