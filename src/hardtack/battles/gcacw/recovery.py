"""The Recovery Phase: works, bridges, rest (GC 3.4, 8.0, 9.0, 10.0), and what the end of the cycle does to bridges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hardtack.battles.gcacw.actions import BuildBridge, Done, Entrench, TakeBridgeDown
from hardtack.battles.gcacw.counters import CAVALRY, INFANTRY, WORKS
from hardtack.battles.gcacw.state import combat_halves, units_at
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.events import UNION, Reason, Text, reason, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.state import put

if TYPE_CHECKING:
    from hardtack.battles.gcacw.state import CampaignState
    from hardtack.referee.umpire import Umpire

# GC 9.2 and the game's own rule: breastworks are finished in one phase, forts take two.
NEXT_WORKS = {"none": "breastworks", "breastworks": "fort_build", "fort_build": "fort"}


@dataclass(frozen=True, slots=True)
class Works(Decision):
    """GC 3.4: entrench and bridge before resting. One piece of work for a unit."""

    busy: tuple[str, ...] = ()

    def options(self, state: CampaignState) -> Options:
        return WorksOptions(state, self)

    def prompt(self, state: CampaignState) -> Text:
        campaign = state.scenario
        if campaign.may_entrench and campaign.may_bridge:
            return text("prompt.works")
        return text("prompt.works_dig" if campaign.may_entrench else "prompt.works_bridge")

    def idle(self, draft: CampaignState) -> bool:
        offered = WorksOptions(draft, self)
        return not any(offered.of(actor) for actor in offered.actors())

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        campaign = draft.scenario
        if isinstance(action, Entrench):
            unit = campaign.index[action.unit]
            built = NEXT_WORKS[WORKS[draft.works[unit]]]
            draft.works = put(draft.works, unit, WORKS.index(built))
            umpire.tell("GC 9.2", "event.entrenches", unit=action.unit, term=built)
        elif isinstance(action, BuildBridge):
            here = campaign.name(draft.at[campaign.index[action.unit]])
            draft.bridges = (*draft.bridges, (here, action.hex, self.side))
            umpire.tell("GC 10.2", "event.bridge_built", unit=action.unit, hex=here, hex2=action.hex)
        elif isinstance(action, TakeBridgeDown):
            here = campaign.name(draft.at[campaign.index[action.unit]])
            draft.bridges = tuple(b for b in draft.bridges if {b[0], b[1]} != {here, action.hex})
            draft.bridges_down += 1
            umpire.tell("GC 10.2", "event.bridge_down", unit=action.unit, hex=here, hex2=action.hex)
        else:
            umpire.pop()
            return
        umpire.replace(replace(self, busy=(*self.busy, action.unit)))


class WorksOptions(Options):
    def __init__(self, state: CampaignState, frame: Works) -> None:
        self.state = state
        self.frame = frame

    def actors(self) -> Sequence[str]:
        state, campaign = self.state, self.state.scenario
        most = max(campaign.params.entrench_fl, int(raw_tables()["bridges"]["fatigue"]))
        return [
            campaign.pieces[n].id
            for n in campaign.combat_units
            if state.at[n] >= 0
            and campaign.pieces[n].side == self.frame.side
            and state.fatigue[n] <= most
            and campaign.is_foot[n]
        ]

    def of(self, actor: str) -> Sequence[Action]:
        state, campaign = self.state, self.state.scenario
        unit = campaign.index[actor]
        here = state.at[unit]
        if here < 0 or next(self.worker_refusals(unit), None) is not None:
            return []
        found: list[Action] = []
        if campaign.may_entrench and next(self.dig_refusals(unit), None) is None:
            found.append(Entrench(actor))
        if not campaign.may_bridge or campaign.pieces[unit].type != INFANTRY:
            return found
        names = campaign.board.grid.names
        for there in campaign.board.grid.around[here]:
            if not campaign.ground.is_river(here, there):
                continue
            if next(self.bridge_refusals(unit, there), None) is None:
                found.append(BuildBridge(actor, names[there]))
            if next(self.removal_refusals(unit, there), None) is None:
                found.append(TakeBridgeDown(actor, names[there]))
        return found

    def general(self) -> Sequence[Action]:
        return (Done(),)

    def worker_refusals(self, unit: int) -> Iterator[Reason]:
        """GC 10.2, 11.3: one piece of work a phase, and none for the demoralised."""
        state, campaign = self.state, self.state.scenario
        counter = campaign.pieces[unit]
        if counter.side != self.frame.side or not counter.is_unit or state.at[unit] < 0:
            yield reason("GC 3.4", "reason.not_your_unit")
        if counter.id in self.frame.busy:
            yield reason("GC 10.2a", "reason.already_worked")
        if state.demoralised[unit] and campaign.params.demoralize_effects == "full":
            yield reason("GC 11.3", "reason.demoralised")

    def dig_refusals(self, unit: int) -> Iterator[Reason]:
        """GC 9.2: who may entrench."""
        state, campaign = self.state, self.state.scenario
        if not campaign.may_entrench:
            yield reason("GC 9.2", "reason.no_entrenching")
        if campaign.pieces[unit].type == CAVALRY:
            yield reason("GC 9.2a", "reason.cavalry_digs")
        if state.fatigue[unit] > campaign.params.entrench_fl:
            yield reason("GC 9.2a", "reason.too_tired_to_dig")
        if WORKS[state.works[unit]] not in NEXT_WORKS:
            yield reason("GC 9.2", "reason.works_complete")
        yield from campaign.dig_bans(state, unit)

    def builder_refusals(self, unit: int, there: int) -> Iterator[Reason]:
        """GC 10.2: the builder's strength and fatigue, and the river."""
        state, campaign = self.state, self.state.scenario
        table = raw_tables()["bridges"]
        if not campaign.may_bridge:
            yield reason("GC 10.1", "reason.no_bridging")
        if campaign.pieces[unit].type != INFANTRY:
            yield reason("GC 10.1", "reason.bridge_infantry")
        if combat_halves(state, unit) < 2 * table["strength"] or state.fatigue[unit] > table["fatigue"]:
            yield reason("GC 10.2", "reason.bridge_builder")
        if not self.is_river_side(state.at[unit], there):
            yield reason("GC 10.1", "reason.no_river_here")

    def is_river_side(self, here: int, there: int) -> bool:
        campaign = self.state.scenario
        return here >= 0 and there in campaign.board.grid.around[here] and campaign.ground.is_river(here, there)

    def bridge_refusals(self, unit: int, there: int) -> Iterator[Reason]:
        """GC 10.2: where a bridge may be built."""
        state, campaign = self.state, self.state.scenario
        yield from self.builder_refusals(unit, there)
        here = state.at[unit]
        if not self.is_river_side(here, there):
            return
        if campaign.ground_with(state.bridges).crossing(here, there) == "bridge":
            yield reason("GC 10.2", "reason.already_bridged")
        if not campaign.board.playable >> there & 1:
            yield reason("GC 6.2.8", "reason.off_map")
        if strength_at(state, there, campaign.pieces[unit].side) >= 2 * raw_tables()["bridges"]["strength"]:
            yield reason("GC 10.2", "reason.enemy_bank")
        yield from campaign.bridge_bans(state, here, there)
        if "major_river" in campaign.board.side(here, there):
            if not campaign.may_bridge_major(state, self.frame.side, here, there):
                yield reason("GC 10.2", "reason.major_river")
            if major_bridges(state) + state.bridges_down >= raw_tables()["bridges"]["major_limit"]:
                yield reason("GC 10.2", "reason.bridge_limit")

    def removal_refusals(self, unit: int, there: int) -> Iterator[Reason]:
        """GC 10.2: the Union may take its own major-river bridges down."""
        state, campaign = self.state, self.state.scenario
        yield from self.builder_refusals(unit, there)
        if not self.is_river_side(state.at[unit], there):
            return
        ends = {campaign.name(state.at[unit]), campaign.name(there)}
        mine = any({a, b} == ends and side == self.frame.side == UNION for a, b, side in state.bridges)
        major = "major_river" in campaign.board.side(state.at[unit], there)
        if not mine or not major or not campaign.params.bridge_remove:
            yield reason("GC 10.2", "reason.no_own_bridge")

    def reasons(self, action: Action) -> list[Reason]:
        index = self.state.scenario.index
        if isinstance(action, Done):
            return []
        if not isinstance(action, Entrench | BuildBridge | TakeBridgeDown):
            return [reason("GC 3.4", NOT_ASKED)]
        unit = index[action.unit]
        found = list(self.worker_refusals(unit))
        if isinstance(action, Entrench):
            return found + list(self.dig_refusals(unit))
        there = self.state.scenario.hex(action.hex)
        check = self.bridge_refusals if isinstance(action, BuildBridge) else self.removal_refusals
        return found + list(check(unit, there))


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
        campaign = draft.scenario
        for unit in campaign.combat_units:
            if draft.at[unit] >= 0:
                recover(draft, unit)
        umpire.tell("GC 8.0", "event.recovery", n=int(raw_tables()["recovery"]["tired"]))


def recover(draft: CampaignState, unit: int) -> None:
    """GC 8.0, 11.4: fresh units shake everything off, tired ones turn exhausted."""
    table = raw_tables()["recovery"]
    level = draft.fatigue[unit]
    draft.fatigue = put(draft.fatigue, unit, table["fatigue"][level])
    if level >= table["tired"]:
        draft.exhausted = put(draft.exhausted, unit, 1)
        return
    draft.exhausted = put(draft.exhausted, unit, 0)
    draft.disorganised = put(draft.disorganised, unit, 0)
    if draft.demoralised[unit]:
        left = 0 if draft.scenario.params.demoralize_recover == "all" else draft.demoralised[unit] - 1
        draft.demoralised = put(draft.demoralised, unit, left)
