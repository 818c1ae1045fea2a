"""Headquarters, lines of communications, trains and the recovery of leaders (MS 12)."""

from __future__ import annotations

from functools import lru_cache

from hardtack.battles.musket.checks import RECOVERY, Check
from hardtack.battles.musket.ground import Ways
from hardtack.battles.musket.reaching import hq_active, in_zone
from hardtack.battles.musket.state import NOT_MOVED, STAYED, MusketState
from hardtack.battles.musket.tables import Parameters
from hardtack.board.masks import flood, hexes_in, marked, standing
from hardtack.board.native import dataclass
from hardtack.board.trace import trace
from hardtack.referee.events import SIDES, enemy_of
from hardtack.referee.frames import Step
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

INFANTRY = ("infantry",)


def line_of_communications(state: MusketState, side: str, here: int) -> list[int] | None:
    """A path to a LOC hex free of enemies, closed ground and uncovered enemy ZOC, None for none (MS 12.41)."""
    goals, closed = _goals_and_bars(state, side)
    return trace(state.scenario.ground.ways(INFANTRY).neighbours, here, goals, closed)


def _goals_and_bars(state: MusketState, side: str) -> tuple[int, int]:
    """The LOC hexes of a side and the hexes that no line of it may enter (MS 12.41)."""
    foes = state.troops(enemy_of(side))
    closed = foes | state.uncovered(side)  # an enemy leader alone cuts nothing
    return state.scenario.battle.loc_hexes(state, side) & ~foes, closed


def has_loc(state: MusketState, piece: int) -> bool:
    """Whether a piece on the map has a line of communications (MS 12.41)."""
    scenario, here = state.scenario, state.at[piece]
    if here < 0:
        return False
    side = scenario.side_of[piece]
    goals, closed = _goals_and_bars(state, side)
    ways = scenario.ground.ways(INFANTRY)
    return bool(goals >> here & 1 or (1 << here | ways.enterable[here]) & linked(ways, goals & ~closed, closed))


@lru_cache(maxsize=64)
def linked(ways: Ways, goals: int, closed: int) -> int:
    """The hexes from which a line into the goals can be drawn."""
    return flood(ways.entered_from, goals, closed)


def commands_well(state: MusketState, piece: int) -> bool:
    """An HQ or train that may be active: on the map, outside enemy ZOC, with LOC (MS 12.32-12.34, 12.52)."""
    return state.at[piece] >= 0 and not in_zone(state, piece) and has_loc(state, piece)


@dataclass(frozen=True, slots=True)
class CommandCheck(Step):
    """MS 3.3c: HQ and trains without LOC or in an enemy ZOC turn inactive; leaders recover."""

    side: str

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        scenario = draft.scenario
        for piece in scenario.staff[self.side]:
            if draft.active[piece] and not commands_well(draft, piece):
                draft.active = put(draft.active, piece, 0)
                clause = "MS 12.43" if draft.at[piece] >= 0 and not in_zone(draft, piece) else "MS 12.32"
                umpire.tell(clause, "event.hq_inactive", unit=scenario.ids[piece])
        for leader in scenario.leaders[self.side]:
            if not draft.active[leader] and (draft.at[leader] >= 0 or scenario.in_box(draft.at[leader])):
                recover_leader(draft, umpire, leader)


def recover_leader(draft: MusketState, umpire: Umpire, leader: int) -> None:
    """MS 12.15: with an active HQ in the hex, else on a roll of 1-3."""
    scenario = draft.scenario
    side = scenario.side_of[leader]
    hq = scenario.hq[side]
    if hq_active(draft, side) and draft.at[hq] == draft.at[leader]:
        recovered = True
    else:
        recovered = umpire.check(range(1, scenario.params.leader_recovers_to + 1), by=side)
    if recovered:
        draft.active = put(draft.active, leader, 1)
    key = "event.leader_recovers" if recovered else "event.leader_stays_inactive"
    umpire.tell("MS 12.15", key, unit=scenario.ids[leader])


@dataclass(frozen=True, slots=True)
class Recoveries(Step):
    """MS 3.3e, 10.3: Disordered units outside enemy ZOC, boxes included, check morale."""

    side: str

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        disordered = marked(draft.disordered) & draft.scenario.combat[self.side]
        held = standing(draft.at, disordered, draft.zone(enemy_of(self.side)))
        umpire.push(*(Check(self.side, piece, RECOVERY) for piece in hexes_in(disordered & ~held)))


def recovered(draft: MusketState, umpire: Umpire, check: Check, passed: bool) -> None:
    if passed:
        draft.disordered = put(draft.disordered, check.piece, 0)
        umpire.tell("MS 10.3", "event.recovers", unit=draft.scenario.ids[check.piece])


@dataclass(frozen=True, slots=True)
class EndMovement(Step):
    """MS 3.3h: HQ and trains on the map that spent no movement and have LOC turn active (MS 12.33)."""

    side: str

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        scenario = draft.scenario
        for piece in scenario.staff[self.side]:
            rested = not draft.active[piece] and draft.moved[piece] in (NOT_MOVED, STAYED)
            if rested and commands_well(draft, piece):
                draft.active = put(draft.active, piece, 1)
                umpire.tell("MS 12.33", "event.hq_active", unit=scenario.ids[piece])


UNHURT_LEADER, SHAKEN_LEADER, LOST_LEADER = range(3)


def _casualty(params: Parameters, die: int) -> int:
    if die >= params.leader_lost_from:
        return LOST_LEADER
    return SHAKEN_LEADER if die >= params.leader_inactive_from else UNHURT_LEADER


def leader_casualties(draft: MusketState, umpire: Umpire, hexes: set[int]) -> None:
    """MS 12.2: every leader in a participating hex rolls."""
    from hardtack.battles.musket.losses import lose_leader  # losses ask for FOW, FOW for headquarters

    scenario = draft.scenario
    params = scenario.params
    for side in SIDES:
        for leader in scenario.leaders[side]:
            if draft.at[leader] not in hexes:
                continue
            hit = umpire.read([_casualty(params, die) for die in range(1, 7)], by=side)
            if hit == LOST_LEADER:
                lose_leader(draft, umpire, leader)
            elif hit == SHAKEN_LEADER:
                draft.active = put(draft.active, leader, 0)
                umpire.tell("MS 12.2", "event.leader_inactive", unit=scenario.ids[leader])
            else:
                umpire.tell("MS 12.2", "event.leader_unhurt", unit=scenario.ids[leader])
