"""What a position of the series can hold: counters and their states, frames and what they speak of."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from hardtack.battles.gcacw.activation import Muster, NextMarch
from hardtack.battles.gcacw.assault import (
    AssaultMuster,
    AssaultRoll,
    AssaultScreen,
    GrandCall,
    PickAttackers,
    PickExtra,
)
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.combat import ASSAULT
from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.engagement import Advance, Engagement, Strain
from hardtack.battles.gcacw.ground import NEVER
from hardtack.battles.gcacw.leaders import FindUnit
from hardtack.battles.gcacw.losses import Losses, ShareLosses
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.retreat import Flight, Retreat, StartRetreat, Withdrawal
from hardtack.battles.gcacw.screen import Screen
from hardtack.battles.gcacw.state import CAUSES, MAX_DEMORALISED, MAX_FATIGUE, CampaignState, on_map, units_at
from hardtack.battles.gcacw.tables import attack_types
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import SIDES, enemy_of
from hardtack.referee.frames import Frame
from hardtack.referee.soundness import BOTTOM, FrameCheck, Soundness, check_frames, require, require_apart
from hardtack.referee.state import FIRST_BOX

COMBAT_OVER = ("Advance", "AfterCombat", "PhaseEnds")  # what is left of a combat when the defender has gone
AFTER_STRAIN = ("Flight", "Withdrawal", *COMBAT_OVER)
AFTER_LOSSES = ("Strain", *AFTER_STRAIN, "StartRetreat", "Retreat")
BEFORE_CYCLE = ("LeaderTransfer", "ActionPhase", "TurnEnds")

SERIES_SOUNDNESS = Soundness(
    rows={
        "manpower": (0, 99), "fatigue": (0, MAX_FATIGUE), "disorganised": (0, 1), "exhausted": (0, 1),
        "demoralised": (0, MAX_DEMORALISED), "works": (0, len(WORKS) - 1), "refused": (0, 1), "reversed": (0, 1),
    },
    numbers={
        "phase": (0, 999), "rain": (0, 1), "bridges_down": (0, 99), "stations": (0, 2), "losses": (0, 9999),
        "mp": (0, 40), "foot_mp": (0, 40), "horse_mp": (0, 40), "before": (0, MAX_FATIGUE), "moved": (0, 99),
        "points": (1, 99), "number": (1, 99), "least": (0, 6), "most": (1, 6), "taken": (0, 99),
    },
    pieces=frozenset({
        "unit", "units", "leader", "leaders", "with_leaders", "eligible", "named", "attackers", "chosen", "marched",
        "free", "shaken", "transferred", "busy",
    }),
    hexes=frozenset({"hex", "start", "origins", "used"}),
    maybe=frozenset({"leader"}),
    beneath={
        "TurnBegins": (BOTTOM,), "TurnEnds": (BOTTOM,), "Recover": ("TurnEnds",), "Works": ("Recover", "Works"),
        "CycleEnds": ("Works", "TurnEnds"), "ActionPhase": ("CycleEnds",), "PhaseEnds": ("CycleEnds",),
        "LeaderTransfer": BEFORE_CYCLE, "RandomEvents": BEFORE_CYCLE,
        "Activation": ("PhaseEnds",), "Muster": ("PhaseEnds",),
        "NextMarch": ("PhaseEnds",), "March": ("PhaseEnds", "NextMarch"), "Screen": ("March",),
        "AssaultMuster": ("PhaseEnds",), "AssaultRoll": ("PhaseEnds",), "AssaultScreen": ("AssaultRoll",),
        "PickAttackers": ("PhaseEnds",), "Engagement": ("PhaseEnds", "March"), "GrandCall": ("Engagement",),
        "PickExtra": ("Engagement",), "AfterCombat": ("March",), "Advance": ("AfterCombat", "PhaseEnds"),
        "Flight": COMBAT_OVER, "Withdrawal": COMBAT_OVER, "StartRetreat": COMBAT_OVER,
        "Strain": ("Strain", *AFTER_STRAIN), "Losses": ("Losses", *AFTER_LOSSES),
        "ShareLosses": ("Losses", "FindUnit", *AFTER_LOSSES),
        "Retreat": (*COMBAT_OVER, "Screen"),
        "FindUnit": ("March", "NextMarch", "Screen", "Losses", "FindUnit", *AFTER_LOSSES),
    },
    several=frozenset({"Works", "LeaderTransfer", "Strain", "Losses", "FindUnit"}),
    phases=frozenset({
        "ActionPhase", "Activation", "CycleEnds", "LeaderTransfer", "March", "PhaseEnds", "RandomEvents",
        "Recover", "TurnBegins", "TurnEnds", "Works",
    }),
)  # fmt: skip


def check(state: CampaignState) -> None:
    """Raise BadPosition at the first thing no game of the series could hold."""
    _check_map(state)  # first: what stands where is looked at by way of the bridges
    _check_counters(state)
    _check_leaders(state)
    check_frames(state, CHECKS, _check_sides)


# -- counters and the map


def _check_counters(state: CampaignState) -> None:
    """No enemies in one hex, no unit without manpower, states only for units on the map."""
    campaign = state.scenario
    require_apart(state)
    for hex_ in state.deployment.stacks:
        if campaign.board.terrain[hex_] == NEVER:
            raise BadPosition(f"{campaign.name(hex_)} is water")
    rows = zip(_unit_flags(campaign), state.at, state.manpower, state.works, state.reversed, state.parent, strict=True)
    for number, (is_unit, at, manpower, works, turned, parent) in enumerate(rows):
        there = at >= 0
        if is_unit and there == (manpower > 0) and (there or not works) and parent == number and not turned:
            continue  # as nearly all of them, which are looked at one by one at every check
        wrong = _wrong_with(state, number)
        if wrong:  # no message is made that nobody reads
            raise BadPosition(f"{campaign.pieces[number].id} {wrong}")


@lru_cache(maxsize=64)
def _unit_flags(campaign: Campaign) -> tuple[bool, ...]:
    return tuple(piece.is_unit for piece in campaign.pieces)


def _wrong_with(state: CampaignState, number: int) -> str:
    """What no game could hold of one counter; nothing as a rule."""
    pieces = state.scenario.pieces
    piece, parent = pieces[number], state.parent[number]
    if piece.is_unit:
        there, manned = state.at[number] >= 0, state.manpower[number] > 0
        boxed = state.at[number] <= FIRST_BOX  # beside the map it may keep its men
        if there != manned and not (boxed and manned):
            return "is on the map exactly when it has manpower"
        if state.works[number] and not (there or boxed):
            return "has an entrenchment without being on the map"
    else:
        rows = (state.manpower, state.fatigue, state.works, state.demoralised, state.disorganised, state.refused)
        if any(row[number] for row in rows):
            return "is no unit and has no strength or states"
    if state.reversed[number] and piece.reverse is None:
        return "has no substitute side"
    if parent == number:
        return ""
    if not 0 <= parent < len(pieces):
        return "comes from a counter that does not exist"
    own = pieces[parent]
    same = own.side == piece.side and own.is_unit == piece.is_unit
    return "" if piece.substitute and same else f"cannot come from {own.id}"


def _check_leaders(state: CampaignState) -> None:
    """GC 2.2.5: a leader is never alone, unless he is just looking for another unit."""
    campaign = state.scenario
    seeking = {frame.leader for frame in state.agenda if isinstance(frame, FindUnit)}
    for leader in campaign.leader_counters:
        hex_, name = state.at[leader], campaign.pieces[leader].id
        if hex_ >= 0 and name not in seeking:
            under = any(campaign.commands(state, leader, unit) for unit in units_at(state, hex_))
            require(under, f"leader {name} stands without a unit of his command")


def _check_map(state: CampaignState) -> None:
    campaign = state.scenario
    require(len(state.losses) == len(SIDES) * len(CAUSES), "losses do not fit the scenario")
    require(len(state.stations) == len(campaign.stations), "stations do not fit the scenario")
    grid, sides = campaign.board.grid, []
    for a, b, side in state.bridges:
        known = grid.has(a) and grid.has(b) and grid.adjacent(grid.index(a), grid.index(b))
        require(known and side in SIDES, f"there can be no bridge from {a[:8]} to {b[:8]}")
        require(campaign.ground.is_river(grid.index(a), grid.index(b)), f"no river parts {a} and {b}")
        sides.append({a, b})
    require(all(sides.count(ends) == 1 for ends in sides), "a bridge is there twice")
    names = [name for name, _ in state.facts]
    require(names == sorted(set(names)), "facts are in order of their names, each once")
    for name, value in state.facts:
        highest = campaign.highest_fact(name)
        require(highest is not None, f"{name[:40]!r} is nothing this scenario remembers")
        require(0 <= value <= (highest or 0), f"{name} cannot be {str(value)[:20]}")


# -- frames


def _check_sides(state: CampaignState, frame: Frame) -> None:
    """Units and leaders of a frame are units and leaders, of the frame's own side or of the one it answers."""
    side = getattr(frame, "side", "")
    if isinstance(frame, Screen | AssaultScreen):
        side = enemy_of(side)
    for name in ("unit", "units", "eligible", "named", "attackers", "chosen", "marched", "free", "shaken", "busy"):
        for piece in _names(getattr(frame, name, ())):
            _check_piece(state, frame, piece, side, is_leader=False)
    for name in ("leader", "leaders", "with_leaders", "transferred"):
        for piece in _names(getattr(frame, name, ())):
            _check_piece(state, frame, piece, side, is_leader=True)


def _names(value: Any) -> Iterable[str]:
    if isinstance(value, bool) or not value:
        return ()
    return (value,) if isinstance(value, str) else value


def _check_piece(state: CampaignState, frame: Frame, name: str, side: str, *, is_leader: bool) -> None:
    counter = state.scenario.pieces[state.scenario.index[name]]
    fits = counter.is_leader if is_leader else counter.is_unit
    require(fits and side in ("", counter.side), f"frame {type(frame).__name__} cannot speak of {name}")


def _on_map(state: CampaignState, names: Iterable[str], what: str) -> list[int]:
    """The numbers of pieces that must be on the map."""
    numbers = [state.scenario.index.get(name, -1) for name in names]
    require(
        bool(numbers) and -1 not in numbers and all(state.at[number] >= 0 for number in numbers),
        f"{what} speaks of units not there",
    )
    return numbers


def _check_attackers(state: CampaignState, names: Iterable[str], target: str, side: str, what: str) -> None:
    """They stand next to a hex the enemy is in, and could cross into it."""
    campaign = state.scenario
    hex_ = campaign.hex(target)
    held = state.occupied(enemy_of(side)) >> hex_ & 1
    near = all(campaign.board.grid.adjacent(state.at[unit], hex_) for unit in _on_map(state, names, what))
    require(bool(held) and near, f"{what} is no attack on enemies next door")


def _march(state: CampaignState, frame: March, below: Frame | None) -> None:
    unit = state.scenario.index[frame.unit]
    for leader in frame.with_leaders:
        there = state.at[state.scenario.index[leader]]
        require(state.at[unit] < 0 or there == state.at[unit], f"{leader} does not march with {frame.unit}")
    if isinstance(below, NextMarch):
        require(bool(frame.leader) and frame.leader == below.leader, "a march belongs to the activation beneath it")
    else:
        require(not frame.leader, "a march under a leader belongs to an activation")


def _muster(state: CampaignState, frame: Muster, below: Frame | None) -> None:
    _on_map(state, (frame.leader, *frame.eligible), "an activation")
    require(bool(frame.eligible) and set(frame.named) < set(frame.eligible), "an activation names some of its units")


def _led(state: CampaignState, frame: NextMarch, below: Frame | None) -> None:
    index, pieces = state.scenario.index, state.scenario.pieces
    for leader, unit in frame.guided:
        known = leader in index and unit in index
        require(known and pieces[index[leader]].is_leader and pieces[index[unit]].is_unit, "leaders go with units")
    require(bool(frame.leader) and len(dict(frame.guided)) == len(frame.guided), "each leader goes with one unit")
    if frame is state.agenda[-1]:
        _on_map(state, frame.units, "an activation")


def _assault(
    state: CampaignState, frame: AssaultMuster | AssaultScreen | AssaultRoll | PickAttackers, below: Frame | None
) -> None:
    """GC 5.3: the units stand with their leader, next to the enemy."""
    campaign = state.scenario
    side = enemy_of(frame.side) if isinstance(frame, AssaultScreen) else frame.side
    units = frame.eligible if isinstance(frame, AssaultMuster) else frame.named
    _on_map(state, (frame.leader,), "an assault")
    _check_attackers(state, units, frame.hex, side, "an assault")
    here = state.at[campaign.index[frame.leader]]
    require(all(state.at[campaign.index[unit]] == here for unit in units), "an assault is of one hex")
    if isinstance(frame, AssaultMuster):
        require(set(frame.named) < set(frame.eligible), "an assault names some of its units")
    if isinstance(frame, PickAttackers):
        picked = set(frame.chosen) < set(frame.named) and len(frame.chosen) < frame.number < len(frame.named)
        require(picked, "fewer attack than were named")
    if isinstance(frame, AssaultScreen):
        same = isinstance(below, AssaultRoll) and (below.leader, below.hex, below.named) == (
            frame.leader, frame.hex, frame.named,
        )  # fmt: skip
        require(same, "cavalry retreats before the assault beneath it")


def _engagement(state: CampaignState, frame: Engagement, below: Frame | None) -> None:
    """GC 7.1: an attack from a march is the marching unit's alone."""
    campaign = state.scenario
    _check_attackers(state, frame.attackers, frame.hex, frame.side, "a combat")
    if isinstance(below, March):
        kinds = attack_types(campaign.params.attack_mp, not campaign.is_foot[0])
        require(frame.attackers == (below.unit,) and frame.kind in kinds, "a march attack is of the marching unit")
    else:
        require(frame.kind == ASSAULT and not frame.charge, "several units attack in an assault")


def _grand(state: CampaignState, frame: GrandCall | PickExtra, below: Frame | None) -> None:
    """GC 5.3.5: the army leader is asked about the assault beneath, for further units next to its target."""
    require(isinstance(below, Engagement) and below.hex == frame.hex and below.side == frame.side, "no such assault")
    assert isinstance(below, Engagement)
    if isinstance(frame, GrandCall):
        _on_map(state, (frame.leader,), "an assault")
        require(below.attackers == frame.attackers, "a grand assault begins with the assault beneath it")
        return
    _check_attackers(state, frame.eligible, frame.hex, frame.side, "a grand assault")
    picked = set(frame.chosen) <= set(frame.eligible) and len(frame.chosen) < frame.number <= len(frame.eligible)
    require(picked and not set(frame.eligible) & set(below.attackers), "further units are picked from the others")


def _losses(state: CampaignState, frame: Losses | ShareLosses, below: Frame | None) -> None:
    require(
        frame.cause in CAUSES and frame.clause in state.scenario.battle.register, "losses have a cause and a clause"
    )
    if isinstance(frame, ShareLosses):
        counted = len(frame.taken) == len(frame.units) and bool(on_map(state, frame.units))
        require(counted, "losses are counted for each unit")


def _strain(state: CampaignState, frame: Strain, below: Frame | None) -> None:
    require(frame.result in ("f", "F", "D"), f"there is no result {frame.result[:8]!r}")


def _flight(state: CampaignState, frame: Flight | StartRetreat | Withdrawal, below: Frame | None) -> None:
    """GC 7.6.1: a stack goes together, away from somebody."""
    campaign = state.scenario
    places = {state.at[campaign.index[unit]] for unit in on_map(state, frame.units)}
    require(len(places) <= 1 and bool(frame.origins), "a retreat is of one stack, away from an enemy")
    if isinstance(frame, Flight):
        require(frame.result in ("r", "R", "R*"), f"there is no result {frame.result[:8]!r}")
    elif isinstance(frame, StartRetreat):
        require(frame.kind in ("retreat", "rout"), f"there is no {frame.kind[:8]!r}")


def _retreat(state: CampaignState, frame: Retreat, below: Frame | None) -> None:
    campaign = state.scenario
    require(bool(frame.used) and bool(frame.origins) and frame.cause in CAUSES, "a retreat comes from somewhere")
    require(frame.least <= frame.most and len(frame.used) - 1 <= frame.most, "a retreat has its length")
    here = campaign.hex(frame.used[-1])
    alive = on_map(state, frame.units)
    there = all(state.at[campaign.index[unit]] == here for unit in alive)
    require(there, "a retreating stack stands in the hex it came to")
    require(bool(alive) or state.agenda[-1] is not frame, "nobody is left to retreat")


def _advance(state: CampaignState, frame: Advance, below: Frame | None) -> None:
    grid = state.scenario.board.grid
    require(not frame.starts or len(frame.starts) == len(frame.units), "an advance has a start for each unit")
    require(all(grid.has(name) for name in frame.starts), "an advance starts in a hex of the map")


def _find_unit(state: CampaignState, frame: FindUnit, below: Frame | None) -> None:
    campaign = state.scenario
    leader = campaign.index[frame.leader] if frame.leader else -1
    require(leader >= 0 and state.at[leader] >= 0, "a leader who is not there looks for no unit")
    own = all(campaign.commands(state, leader, campaign.index[unit]) for unit in frame.units)
    require(own and bool(frame.left(state)), f"{frame.leader} can join units of his command only")


CHECKS: dict[type[Frame], FrameCheck] = {
    March: _march, Muster: _muster, NextMarch: _led, AssaultMuster: _assault,
    AssaultScreen: _assault, AssaultRoll: _assault, PickAttackers: _assault, Engagement: _engagement,
    GrandCall: _grand, PickExtra: _grand, Losses: _losses, ShareLosses: _losses, Strain: _strain, Flight: _flight,
    StartRetreat: _flight, Withdrawal: _flight, Retreat: _retreat, Advance: _advance,
    FindUnit: _find_unit,
}  # fmt: skip
