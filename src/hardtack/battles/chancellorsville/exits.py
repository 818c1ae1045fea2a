"""Leaving the map by its south edge: Confederates who give up, their pursuers, and the cavalry raid
(SLB 19.2, 22.1d, 22.2i)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.chancellorsville.state import AdvancedState
from hardtack.battles.chancellorsville.victory import LEFT, RAIDERS
from hardtack.battles.chancellorsville.wings import is_united
from hardtack.battles.gcacw.counters import CAVALRY, Counter
from hardtack.battles.gcacw.state import CampaignState, fact, in_enemy_zone, note, place
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import EVERYTHING, Asked, Ban
from hardtack.referee.events import CONFEDERATE, UNION, Reason, reason
from hardtack.referee.orders import Order, SideOrder

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.advanced import AdvancedScene
    from hardtack.battles.gcacw.march import March
    from hardtack.battles.gcacw.retreat import Retreat
    from hardtack.referee.umpire import Umpire

OUT = "left"  # the box of those who left
PURSUIT = 2  # SLB 19.2b: Union manpower for each Confederate one that left
ROADS = ("pike", "road")


class LeaveMap(UnitAction):
    """SLB 19.2: the marching unit leaves by the south edge, with the leaders who march with it."""

    __slots__ = ()
    verb: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class RetreatOff(Action):
    """SLB 19.2a: the retreating stack leaves by the south edge."""

    verb: ClassVar[str] = "flee"


def exit_price(scene: AdvancedScene, state: CampaignState, unit: int) -> int:
    """R9: by road or pike the price of the line, elsewhere that of the hex; leaving an enemy zone comes on top."""
    here = state.at[unit]
    kind, rain = scene.exit_roads.get(here, ""), bool(state.rain)
    if kind:
        price = scene.ground.kind_price(kind, rain)
    else:
        price = scene.ground.open_price(scene.board.terrain[here])
        price += int(raw_tables()["movement"]["rain_open"]) if rain else 0
    return price + (scene.params.leave_ezoc if in_enemy_zone(state, unit, here) else 0)


def raids(scene: AdvancedScene, state: CampaignState, unit: int, here: int) -> bool:
    """SLB 22.1d: Union cavalry on one of the four roads, in time for the raid."""
    piece = scene.pieces[unit]
    if piece.side != UNION or piece.type != CAVALRY or not scene.raid_exits >> here & 1:
        return False
    return state.turn <= scene.raid_until


def scores(scene: AdvancedScene, state: CampaignState, unit: int) -> bool:
    """R10: a brigade that leaves on the raid from where it stands, no regiment and no substitute."""
    piece = scene.pieces[unit]
    return raids(scene, state, unit, state.at[unit]) and is_raider(piece)


def is_raider(piece: Counter) -> bool:
    return piece.size == "brigade" and not piece.substitute


def pursuit_left(state: CampaignState) -> int:
    """SLB 19.2b: the Union manpower that may still leave in pursuit."""
    return PURSUIT * fact(state, f"{LEFT}_{CONFEDERATE}") - fact(state, f"{LEFT}_{UNION}")


def leave_bans(scene: AdvancedScene, state: CampaignState, unit: int, here: int) -> Iterator[Reason]:
    """SLB 19.2: where a unit may leave, and when the Union may."""
    if not scene.south_edge >> here & 1:
        yield reason("SLB 19.2a", "reason.not_south_edge")
    if scene.side_of[unit] == CONFEDERATE or raids(scene, state, unit, here):
        return
    if not is_united(state):
        yield reason("SLB 19.2b", "reason.pursuit_apart")
    left = max(0, pursuit_left(state))
    if state.manpower[unit] > left:
        yield reason("SLB 19.2b", "reason.pursuit_spent", n=left)


def march_refusals(scene: AdvancedScene, state: CampaignState, march: March) -> Iterator[Reason]:
    """Every clause that keeps a marching unit on the map."""
    unit = scene.index[march.unit]
    here = state.at[unit]
    yield from leave_bans(scene, state, unit, here)
    if march.stopped and in_enemy_zone(state, unit, here):
        yield reason("GC 6.2.4", "reason.stopped")
    cost = exit_price(scene, state, unit)
    if cost > march.mp and (march.moved or march.fought):
        yield reason("GC 6.1.1", "reason.no_points", cost=cost, mp=march.mp)


def march_options(scene: AdvancedScene, state: CampaignState, march: March) -> list[Action]:
    """That a unit at the edge leaves, if nothing is against it."""
    return [] if next(march_refusals(scene, state, march), None) is not None else [LeaveMap(march.unit)]


def march_off(scene: AdvancedScene, draft: CampaignState, umpire: Umpire, march: March) -> March:
    """The unit and its companions are gone; whoever it leaves alone looks for another unit (GC 2.2.6)."""
    unit = scene.index[march.unit]
    here = draft.at[unit]
    umpire.replace(replace(march, over=True))
    raid = raids(scene, draft, unit, here)
    go(scene, draft, umpire, (march.unit,), march.with_leaders, raid)
    scene.rescue_leaders(draft, umpire, here)
    return replace(march, over=True)


def flee(frame: Retreat, draft: AdvancedState, action: RetreatOff, umpire: Umpire) -> None:
    """The whole stack leaves with its leaders; that ends the retreat."""
    umpire.pop()
    scene = draft.scenario
    here = frame.here(draft)
    go(scene, draft, umpire, frame.alive(draft), frame.companions(draft), raid=False)
    scene.rescue_leaders(draft, umpire, here)


def off_the_edge(asked: Asked[AdvancedState, Retreat]) -> int:
    return 0 if asked.state.scenario.south_edge >> asked.frame.here(asked.state) & 1 else EVERYTHING


FLIGHT_BANS: tuple[Ban[Asked[AdvancedState, Any]], ...] = (
    Ban("SLB 19.2a", "reason.not_south_edge", off_the_edge),
    Ban("SLB 19.2b", "reason.pursuit_only", lambda asked: 0 if asked.side == CONFEDERATE else EVERYTHING),
    Ban("GC 7.6.1", "reason.retreat_over", lambda asked: EVERYTHING if asked.frame.steps >= asked.frame.most else 0),
)
FLIGHT: Order[Any] = SideOrder(RetreatOff(), FLIGHT_BANS, flee)
"""SLB 19.2a, R9: Confederates may go off instead of their next step."""


def go(
    scene: AdvancedScene, draft: CampaignState, umpire: Umpire, units: Iterable[str], leaders: Iterable[str], raid: bool
) -> None:
    """Put pieces into the box of those who left and count them."""
    out = scene.place_at(OUT)
    for name in units:
        unit = scene.index[name]
        piece = scene.pieces[unit]
        place(draft, unit, out)
        if not raid:
            key = f"{LEFT}_{piece.side}"
            note(draft, key, fact(draft, key) + draft.manpower[unit])
            clause = "SLB 19.2a" if piece.side == CONFEDERATE else "SLB 19.2b"
            umpire.tell(clause, "event.leaves_map", unit=name, n=draft.manpower[unit], side=piece.side)
        elif is_raider(piece):
            note(draft, RAIDERS, fact(draft, RAIDERS) + 1)
            umpire.tell(scene.raid_clause, "event.raids", unit=name, n=fact(draft, RAIDERS))
        else:  # R10: regiments and substitutes score nothing
            umpire.tell(scene.raid_clause, "event.rides_along", unit=name)
    for name in leaders:
        place(draft, scene.index[name], out)
