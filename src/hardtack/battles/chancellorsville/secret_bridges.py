"""The Union's secret bridges: recorded on turn 2, laid or lost on turn 3 (SLB 22.2e, 22.2g, R16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.chancellorsville.early import SOUTH, THIRD
from hardtack.battles.gcacw.actions import Done
from hardtack.battles.gcacw.counters import INFANTRY
from hardtack.battles.gcacw.exertion import extended_march
from hardtack.battles.gcacw.recovery import strength_at
from hardtack.battles.gcacw.state import combat_halves, tire
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, HexAction, UnitAction
from hardtack.referee.bans import EVERYTHING, Asked, Ban, absent
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import UNION, Reason, Text, reason, text
from hardtack.referee.orders import MarchOrder, Order, SideOrder

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.campaign_scene import CampaignScene
    from hardtack.battles.gcacw.march import March
    from hardtack.referee.umpire import Umpire

Draft = Any  # an AdvancedState or its draft: the hooks of the series know only the wider type


@dataclass(frozen=True, slots=True)
class RecordBridge(HexAction):
    """SLB 22.2e: write down a bridge from the builder's hex to a hex across the river."""

    verb: ClassVar[str] = "record"
    secret: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class LayBridge(UnitAction):
    """SLB 22.2g, R16: the builder's march action, spent on the bridge it was named for; it rolls for no movement."""

    verb: ClassVar[str] = "lay"


# -- recording (SLB 22.2e)


def all_recorded(asked: Asked[Any, RecordBridges]) -> int:
    return EVERYTHING if len(asked.state.secret_bridges) >= asked.state.scenario.early.bridges else 0


def no_builder(asked: Asked[Any, RecordBridges]) -> int:
    """All but infantry of combat value 5 or more at fatigue 0 or 1."""
    state = asked.state
    table, pieces = raw_tables()["bridges"], state.scenario.pieces
    fit = (
        n
        for n in state.scenario.units_of[UNION]
        if pieces[n].type == INFANTRY
        and state.at[n] >= 0
        and combat_halves(state, n) >= 2 * table["strength"]
        and state.fatigue[n] <= table["fatigue"]
    )
    return ~mask_of(fit)


def has_recorded(asked: Asked[Any, RecordBridges]) -> int:
    index = asked.state.scenario.index
    return mask_of(index[builder] for builder, _, _ in asked.state.secret_bridges)


def not_across(asked: Asked[Any, RecordBridges]) -> int:
    """All but the hexes south of the river over a hexside of it."""
    scene: CampaignScene = asked.state.scenario
    here = asked.state.at[asked.unit]
    if here < 0 or scene.board.within(SOUTH, here):
        return EVERYTHING
    across = (n for n in scene.board.grid.around[here] if (here, n) in scene.rappahannock)
    return ~mask_of(n for n in across if scene.board.playable >> n & 1 and scene.board.within(SOUTH, n))


def is_bridged(asked: Asked[Any, RecordBridges]) -> int:
    """Hexsides that have a bridge, or are to have one."""
    scene, state = asked.state.scenario, asked.state
    here, ground = state.at[asked.unit], state.ground
    if here < 0:
        return 0
    name = scene.name(here)
    planned = [scene.hex(south) for _, north, south in state.secret_bridges if north == name]
    return mask_of([*planned, *(n for n in scene.board.grid.around[here] if ground.crossing(here, n) == "bridge")])


def is_defended(asked: Asked[Any, RecordBridges]) -> int:
    """Hexes with a Confederate unit of combat value 5 or more; what is hidden is on no map."""
    state, least = asked.state, 2 * raw_tables()["bridges"]["strength"]
    here = state.at[asked.unit]
    near = state.scenario.board.grid.around[here] if here >= 0 else ()
    return mask_of(n for n in near if strength_at(state, n, UNION) >= least)


def record(frame: RecordBridges, draft: Draft, action: RecordBridge, umpire: Umpire) -> None:
    here = draft.scenario.name(draft.at[draft.scenario.index[action.unit]])
    draft.secret_bridges = (*draft.secret_bridges, (action.unit, here, action.hex))
    umpire.tell("SLB 22.2e", "event.bridge_recorded", unit=action.unit, hex=here, hex2=action.hex)


def close_book(frame: RecordBridges, draft: Draft, action: Done, umpire: Umpire) -> None:
    """From here on the record stands."""
    umpire.pop()
    umpire.reveal()
    umpire.frame = None  # what is told from here on is for everybody
    umpire.tell("SLB 22.2e", "event.book_closed")


BUILDERS = (
    Ban("SLB 22.2e", "reason.bridges_recorded", all_recorded),
    Ban("SLB 22.2e", "reason.not_your_unit", absent),
    Ban("SLB 22.2e", "reason.secret_builder", no_builder),
    Ban("SLB 22.2e", "reason.builder_recorded", has_recorded),
)
BANKS = (
    Ban("SLB 22.2e", "reason.not_across", not_across),
    Ban("GC 10.2", "reason.already_bridged", is_bridged),
    Ban("SLB 22.2e", "reason.enemy_bank", is_defended),
)


@dataclass(frozen=True, slots=True)
class RecordBridges(OrderDecision):
    """SLB 22.2e: after all Union actions, up to two bridges, each with its builder."""

    audience: ClassVar[tuple[str, ...] | None] = (UNION,)
    clause: ClassVar[str] = "SLB 22.2e"
    standing_orders: ClassVar[Sequence[Order[Any]]] = (
        MarchOrder(RecordBridge, BUILDERS, BANKS, record),
        SideOrder(Done(), (), close_book),
    )

    def prompt(self, state: Draft) -> Text:
        """How many may still be recorded."""
        left = state.scenario.early.bridges - len(state.secret_bridges)
        if left <= 0:
            return text("prompt.bridges_recorded")
        return text("prompt.record_first" if not state.secret_bridges else "prompt.record_more", n=left)

    def idle(self, draft: Draft) -> bool:
        """Whether nobody could build anywhere: everybody can see that. Who has recorded both must say that it is so."""
        offered = self.options(draft)
        return not draft.secret_bridges and not any(offered.of(actor) for actor in offered.actors())


# -- laying them (SLB 22.2g)


def planned(scene: CampaignScene, state: Draft, unit: int) -> tuple[str, str, str] | None:
    """The bridge a unit can lay now: its own, from the hex it was recorded in."""
    if not state.secret_bridges or state.turn != THIRD or state.at[unit] < 0:
        return None
    name, here = scene.pieces[unit].id, scene.name(state.at[unit])
    return next((bridge for bridge in state.secret_bridges if bridge[:2] == (name, here)), None)


def lays(scene: CampaignScene, state: Draft, unit: int) -> Sequence[Action]:
    return (LayBridge(scene.pieces[unit].id),) if planned(scene, state, unit) is not None else ()


def lay_reasons(scene: CampaignScene, state: Draft, side: str, unit: int, march: March | None = None) -> list[Reason]:
    """Why a unit lays no bridge now. Whoever does not own it hears nothing of what is recorded."""
    if scene.side_of[unit] != side:
        return [reason("SLB 22.2g", "reason.not_your_unit")]
    found = []
    if march is not None and march.begun:
        found.append(reason("SLB 22.2g", "reason.bridge_march_moved"))
    if planned(scene, state, unit) is None:
        found.append(reason("SLB 22.2g", "reason.no_secret_bridge", unit=scene.pieces[unit].id))
    return found


def lay_alone(scene: CampaignScene, draft: Draft, umpire: Umpire, unit: int) -> None:
    """R16: a march action of its own: fatigue and the check of the extended march, no die for movement."""
    tire(draft, unit, 1)
    umpire.tell("SLB 22.2g", "event.bridge_march", unit=scene.pieces[unit].id, n=draft.fatigue[unit])
    extended_march(draft, umpire, unit)
    lay(scene, draft, umpire, unit)


def lay(scene: CampaignScene, draft: Draft, umpire: Umpire, unit: int) -> None:
    bridge = planned(scene, draft, unit)
    if bridge is None:  # the extended march was the builder's last
        return
    _, north, south = bridge
    umpire.reveal()
    draft.bridges = (*draft.bridges, (north, south, UNION))
    draft.secret_bridges = tuple(other for other in draft.secret_bridges if other != bridge)
    umpire.tell("SLB 22.2g", "event.bridge_laid", unit=scene.pieces[unit].id, hex=north, hex2=south)


# -- and losing them


def bridge_falls(scene: CampaignScene, state: Draft, bridge: tuple[str, str, str]) -> bool | None:
    """SLB 22.2g, N12d: on turn 3 only a Confederate unit of combat value 5 or more in the south hex destroys one."""
    north, south, side = bridge
    here, there = scene.hex(north), scene.hex(south)
    if state.turn != THIRD or side != UNION or (here, there) not in scene.rappahannock:
        return None
    end = there if scene.board.within(SOUTH, there) else here
    return strength_at(state, end, UNION) >= 2 * int(raw_tables()["bridges"]["strength"])


def turn_ends(draft: Draft, umpire: Umpire) -> None:
    """SLB 22.2g: what was not laid on turn 3 is lost; only its owner hears of it."""
    if draft.turn >= THIRD and draft.secret_bridges:
        for _, north, south in draft.secret_bridges:
            umpire.tell("SLB 22.2g", "event.bridge_given_up", seats=(UNION,), hex=north, hex2=south)
        draft.secret_bridges = ()
