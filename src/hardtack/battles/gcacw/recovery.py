"""The Recovery Phase: works, bridges, rest (GC 3.4, 8.0, 9.0, 10.0), and what the end of the cycle does to bridges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from hardtack.battles.gcacw.actions import BuildBridge, Done, Entrench, TakeBridgeDown
from hardtack.battles.gcacw.counters import CAVALRY, INFANTRY, WORKS
from hardtack.battles.gcacw.ground import Ground
from hardtack.battles.gcacw.state import CampaignState, combat_halves, named, units_at
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.masks import at_least, hexes_in, marked, mask_of, standing
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import EVERYTHING, Among, Asked, Ban, Each
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import UNION, Reason, Text, text
from hardtack.referee.frames import Step
from hardtack.referee.orders import MarchOrder, Order, SideOrder, UnitOrder
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

# GC 9.2 and the game's own rule: breastworks are finished in one phase, forts take two.
NEXT_WORKS = {"none": "breastworks", "breastworks": "fort_build", "fort_build": "fort"}
FINISHED = frozenset(number for number, name in enumerate(WORKS) if name not in NEXT_WORKS)


# -- works and bridges (GC 9.2, 10.2)


Asking = Asked["CampaignState", Any]  # any decision about works that remembers who is `busy`


def demoralised(asked: Asking) -> int:
    state = asked.state
    return marked(state.demoralised) if state.scenario.params.demoralize_effects == "full" else 0


def too_tired(asked: Asking) -> int:
    limit = asked.state.scenario.params.entrench_fl
    return at_least(asked.state.fatigue, limit + 1)


def complete(asked: Asking) -> int:
    works = asked.state.works
    return mask_of([n for n in hexes_in(marked(works)) if works[n] in FINISHED])


BUILDER = int(raw_tables()["bridges"]["strength"]), int(raw_tables()["bridges"]["fatigue"])


def no_builders(asked: Asking, units: int) -> int:
    state, (strength, fatigue) = asked.state, BUILDER
    tired = at_least(state.fatigue, fatigue + 1)
    weak = mask_of([unit for unit in hexes_in(units & ~tired) if combat_halves(state, unit) < 2 * strength])
    return tired | weak


class MayDig(Each[Asking]):
    """GC 9.2: whom the scenario keeps from digging."""

    __slots__ = ()

    def narrow(self, asked: Asking, open_: int) -> int:
        return super().narrow(asked, open_) if asked.lifted else asked.state.scenario.diggers(asked.state, open_)


def river_sides(asked: Asking) -> tuple[int, ...]:
    """The hexes over a river from the builder's."""
    return over_river(asked.state.scenario.ground, asked.state.at[asked.unit])


@lru_cache(maxsize=4096)
def over_river(ground: Ground, here: int) -> tuple[int, ...]:
    return tuple(there for there in ground.board.grid.around[here] if ground.is_river(here, there))


def bridged(asked: Asking) -> int:
    state = asked.state
    ground, here = state.ground, state.at[asked.unit]
    return mask_of(there for there in river_sides(asked) if ground.crossing(here, there) == "bridge")


def defended(asked: Asking) -> int:
    least = 2 * raw_tables()["bridges"]["strength"]
    return mask_of(there for there in river_sides(asked) if strength_at(asked.state, there, asked.side) >= least)


def no_bridge_there(asked: Asking, there: int) -> Iterable[Reason]:
    if there not in river_sides(asked):
        return ()
    return asked.state.scenario.bridge_bans(asked.state, asked.state.at[asked.unit], there)


def major_sides(asked: Asking) -> list[int]:
    board, here = asked.state.scenario.board, asked.state.at[asked.unit]
    return [there for there in river_sides(asked) if "major_river" in board.side(here, there)]


def closed_rivers(asked: Asking) -> int:
    state, here = asked.state, asked.state.at[asked.unit]
    may = state.scenario.may_bridge_major
    return mask_of(there for there in major_sides(asked) if not may(state, asked.side, here, there))


def beyond_limit(asked: Asking) -> int:
    built = major_bridges(asked.state) + asked.state.bridges_down
    return mask_of(major_sides(asked)) if built >= raw_tables()["bridges"]["major_limit"] else 0


def not_own_bridge(asked: Asking) -> int:
    """GC 10.2: the Union may take its own major-river bridges down."""
    state, campaign = asked.state, asked.state.scenario
    here = campaign.name(state.at[asked.unit])
    ends = [{a, b} for a, b, side in state.bridges if side == asked.side == UNION]
    allowed = major_sides(asked) if campaign.params.bridge_remove else []
    return ~mask_of(there for there in allowed if {here, campaign.name(there)} in ends) & mask_of(river_sides(asked))


def next_works(state: CampaignState, unit: str) -> str:
    """GC 9.2: what a unit has dug when it has done one more piece of work."""
    return NEXT_WORKS[WORKS[state.works[state.scenario.index[unit]]]]


def dig(frame: Any, draft: CampaignState, action: Entrench, umpire: Umpire) -> None:
    built = next_works(draft, action.unit)
    draft.works = put(draft.works, draft.scenario.index[action.unit], WORKS.index(built))
    umpire.tell("GC 9.2", "event.entrenches", unit=action.unit, term=built)
    has_worked(frame, umpire, action.unit)


def build_bridge(frame: Works, draft: CampaignState, action: BuildBridge, umpire: Umpire) -> None:
    here = draft.scenario.name(draft.at[draft.scenario.index[action.unit]])
    draft.bridges = (*draft.bridges, (here, action.hex, frame.side))
    umpire.tell("GC 10.2", "event.bridge_built", unit=action.unit, hex=here, hex2=action.hex)
    has_worked(frame, umpire, action.unit)


def take_bridge_down(frame: Works, draft: CampaignState, action: TakeBridgeDown, umpire: Umpire) -> None:
    here = draft.scenario.name(draft.at[draft.scenario.index[action.unit]])
    draft.bridges = tuple(b for b in draft.bridges if {b[0], b[1]} != {here, action.hex})
    draft.bridges_down += 1
    umpire.tell("GC 10.2", "event.bridge_down", unit=action.unit, hex=here, hex2=action.hex)
    has_worked(frame, umpire, action.unit)


def has_worked(frame: Any, umpire: Umpire, unit: str) -> None:
    umpire.replace(replace(frame, busy=(*frame.busy, unit)))


ALREADY_WORKED = Ban("GC 10.2a", "reason.already_worked", named("busy"))
DEMORALISED = Ban("GC 11.3", "reason.demoralised", demoralised)
COMPLETE = Ban("GC 9.2", "reason.works_complete", complete)
WORKERS: tuple[Ban[Asking], ...] = (
    Ban("GC 3.4", "reason.not_your_unit", lambda asked: ~(asked.own & asked.state.scenario.combat_mask)),
    ALREADY_WORKED,
    DEMORALISED,
)
BUILDERS: tuple[Ban[Asking], ...] = (
    Ban("GC 10.1", "reason.no_bridging", lambda asked: 0 if asked.state.scenario.may_bridge else EVERYTHING),
    Ban("GC 10.1", "reason.bridge_infantry", lambda asked: ~asked.state.scenario.arms[INFANTRY]),
    Among("GC 10.2", "reason.bridge_builder", no_builders),
)
DIGGERS: tuple[Ban[Asking], ...] = (
    Ban("GC 9.2", "reason.no_entrenching", lambda asked: 0 if asked.state.scenario.may_entrench else EVERYTHING),
    Ban("GC 9.2a", "reason.cavalry_digs", lambda asked: asked.state.scenario.arms[CAVALRY]),
    Ban("GC 9.2a", "reason.too_tired_to_dig", too_tired),
    COMPLETE,
    MayDig(lambda asked, unit: asked.state.scenario.dig_bans(asked.state, unit)),
)
NO_RIVER: Ban[Asking] = Ban("GC 10.1", "reason.no_river_here", lambda asked: ~mask_of(river_sides(asked)))
BANKS: tuple[Ban[Asking], ...] = (
    NO_RIVER,
    Ban("GC 10.2", "reason.already_bridged", bridged),
    Ban("GC 6.2.8", "reason.off_map", lambda asked: mask_of(river_sides(asked)) & ~asked.state.scenario.board.playable),
    Ban("GC 10.2", "reason.enemy_bank", defended),
    Each(no_bridge_there),
    Ban("GC 10.2", "reason.major_river", closed_rivers),
    Ban("GC 10.2", "reason.bridge_limit", beyond_limit),
)


@lru_cache(maxsize=64)
def riverside(ground: Ground) -> int:
    """The hexes next to a river, as a mask."""
    return mask_of([here for here in range(ground.board.grid.size) if over_river(ground, here)])


class BridgeOrder(MarchOrder[Asking]):
    """An order about a bridge: whoever stands at no river need not be looked at."""

    def of_all(self, asked: Asking, units: int) -> list[Action]:
        state = asked.state
        if not asked.lifted:
            units = standing(state.at, units, riverside(state.scenario.ground))
        return super().of_all(asked, units)

    def of(self, asked: Asking, unit: int) -> Sequence[Action]:
        state = asked.state
        if not asked.lifted and not riverside(state.scenario.ground) >> state.at[unit] & 1:
            return ()
        return super().of(asked, unit)


@dataclass(frozen=True, slots=True)
class Works(OrderDecision):
    """GC 3.4: entrench and bridge before resting. One piece of work for a unit."""

    clause: ClassVar[str] = "GC 3.4"
    naming: ClassVar[type[UnitAction]] = Entrench  # everybody may dig at one order
    standing_orders: ClassVar[Sequence[Order[Any]]] = (
        UnitOrder(Entrench, (*WORKERS, *DIGGERS), dig),
        BridgeOrder(BuildBridge, (*WORKERS, *BUILDERS), BANKS, build_bridge),
        BridgeOrder(
            TakeBridgeDown, (*WORKERS, *BUILDERS),
            (NO_RIVER, Ban("GC 10.2", "reason.no_own_bridge", not_own_bridge)), take_bridge_down,
        ),
        SideOrder(Done()),
    )  # fmt: skip
    busy: tuple[str, ...] = ()

    def prompt(self, state: CampaignState) -> Text:
        campaign = state.scenario
        if campaign.may_entrench and campaign.may_bridge:
            return text("prompt.works")
        return text("prompt.works_dig" if campaign.may_entrench else "prompt.works_bridge")

    def idle(self, draft: CampaignState) -> bool:
        if self.standing_orders[0].units(Asked(draft, self)):  # nearly always somebody may dig
            return False
        offered = self.options(draft)
        return not any(offered.of(actor) for actor in offered.actors())


def strength_at(state: CampaignState, hex_: int, enemy_of_side: str) -> int:
    """The largest enemy unit in a hex, in halves of combat value."""
    pieces = state.scenario.pieces
    return max((combat_halves(state, n) for n in units_at(state, hex_) if pieces[n].side != enemy_of_side), default=0)


def major_bridges(state: CampaignState) -> int:
    """Bridges over major rivers built in play."""
    campaign = state.scenario
    return sum(1 for a, b, _ in state.bridges if "major_river" in campaign.board.side(campaign.hex(a), campaign.hex(b)))


@dataclass(frozen=True, slots=True)
class CycleEnds(Step):
    """GC 10.3: after the action cycle enemy strength at one end, and no friend at the other, takes a bridge."""

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        campaign = draft.scenario
        if not campaign.params.bridge_destroy:
            return
        for bridge in draft.bridges:
            a, b, side = bridge
            ends = ((campaign.hex(a), campaign.hex(b)), (campaign.hex(b), campaign.hex(a)))
            taken = campaign.bridge_falls(draft, bridge)
            if taken if taken is not None else any(falls(draft, here, there, side) for here, there in ends):
                draft.bridges = tuple(kept for kept in draft.bridges if kept != bridge)
                umpire.tell("GC 10.3", "event.bridge_destroyed", hex=a, hex2=b)


def falls(state: CampaignState, here: int, there: int, side: str) -> bool:
    """Whether the enemy at `here` destroys the side's bridge to `there`."""
    strong = strength_at(state, here, side) >= 2 * raw_tables()["bridges"]["strength"]
    friends = any(state.scenario.pieces[n].side == side for n in units_at(state, there))
    return strong and not friends


@dataclass(frozen=True, slots=True)
class Recover(Step):
    """GC 8.0: rest by fatigue level."""

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        recover(draft, [unit for unit in draft.scenario.combat_units if draft.at[unit] >= 0])
        umpire.tell("GC 8.0", "event.recovery", n=int(raw_tables()["recovery"]["tired"]))


def recover(draft: CampaignState, units: Iterable[int]) -> None:
    """GC 8.0, 11.4: fresh units shake everything off, tired ones turn exhausted."""
    table, at_once = raw_tables()["recovery"], draft.scenario.params.demoralize_recover == "all"
    fatigue, exhausted = list(draft.fatigue), list(draft.exhausted)
    disorganised, demoralised = list(draft.disorganised), list(draft.demoralised)
    for unit in units:
        tired = fatigue[unit] >= table["tired"]
        fatigue[unit] = table["fatigue"][fatigue[unit]]
        exhausted[unit] = int(tired)
        if not tired:
            disorganised[unit] = 0
            demoralised[unit] = 0 if at_once else max(0, demoralised[unit] - 1)
    draft.fatigue, draft.exhausted = tuple(fatigue), tuple(exhausted)
    draft.disorganised, draft.demoralised = tuple(disorganised), tuple(demoralised)
