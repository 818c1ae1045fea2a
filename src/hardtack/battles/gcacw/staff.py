"""What a staff knows: the formations and how they stand, and how far each leader's command goes (GC 2.2.5, 2.5)."""

from __future__ import annotations

from collections.abc import Iterator

from hardtack.battles.gcacw.activation import subordinates
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.leaders import command_radius, in_radius
from hardtack.battles.gcacw.state import CampaignState, leaders_at
from hardtack.board.masks import hexes_in
from hardtack.referee.events import SIDES, Text, text
from hardtack.referee.showing import Cell, Formation
from hardtack.referee.state import WAITING

RANKS = ("army", "corps", "division", "")  # in the order a roster has them; units have no rank
STATES = ("exhausted", "disorganised", "demoralised")


# -- the roster


def roster(state: CampaignState) -> list[Formation]:
    """One formation for each corps, cavalry division and army staff; counters not in play are left out."""
    campaign = state.scenario
    found: dict[tuple[str, str], list[int]] = {}
    for number, piece in enumerate(campaign.pieces):
        found.setdefault((piece.side, formation_of(state, number)), []).append(number)
    formations = []
    for side, name in sorted(found, key=lambda key: _place(state, key, found[key])):
        members = sorted(found[side, name], key=lambda number: RANKS.index(campaign.pieces[number].rank))
        names = tuple(campaign.pieces[number].id for number in members if state.at[number] != WAITING)
        if names:
            formations.append(Formation(Text(f"term.{name}"), side, names, tuple(_lines(state, members))))
    return formations


def formation_of(state: CampaignState, piece: int) -> str:
    """The word for a counter's formation; a substitute stands with the unit it came from."""
    counter = state.scenario.pieces[state.parent[piece]]
    if counter.rank == "army":
        return f"army_{counter.side}"
    if counter.type == CAVALRY and counter.division:
        return counter.division
    return counter.corps or "unattached"


def _place(state: CampaignState, key: tuple[str, str], members: list[int]) -> tuple[int, bool, int]:
    """Armies by side, the army's staff first, then as the order of battle has the units."""
    pieces = state.scenario.pieces
    side, name = key
    units = [state.parent[number] for number in members if pieces[number].is_unit]
    return SIDES.index(side), not name.startswith("army_"), min(units, default=members[0])


def _lines(state: CampaignState, members: list[int]) -> Iterator[Text]:
    """Strength left of the strength at the start, and how many units are the worse for wear."""
    full = sum(state.scenario.strength_at_start[number] for number in members)
    if full:
        yield text("roster.strength", n=sum(state.manpower[number] for number in members), full=full)
    for name in STATES:
        row = getattr(state, name)
        worn = sum(1 for number in members if state.at[number] >= 0 and row[number])
        if worn:
            yield text(f"roster.{name}", n=worn)


# -- how far a command goes


def command_overlay(state: CampaignState, hex_: int) -> list[Cell]:
    """GC 2.5: the reach of the leaders in a hex, or from a hex without one the leaders who reach it."""
    leaders = leaders_at(state, hex_)
    return _reach_of(state, hex_, leaders) if leaders else _reached_by(state, hex_)


def _reach_of(state: CampaignState, hex_: int, leaders: tuple[int, ...]) -> list[Cell]:
    campaign = state.scenario
    area = command_radius(state, leaders[0])  # leaders in one hex are of one side and reach equally far
    chiefs = [n for n in leaders if campaign.pieces[n].rank != "army"]  # GC 5.2.1: an army leader activates nobody
    fit = {unit for chief in chiefs for unit in subordinates(state, chief)}
    stacks: dict[int, list[int]] = {}
    for unit in campaign.combat_units:
        if state.at[unit] >= 0 and any(campaign.commands(state, chief, unit) for chief in chiefs):
            stacks.setdefault(state.at[unit], []).append(unit)
    cells = []
    for here in hexes_in(area | sum(1 << at for at in stacks)):
        kind = "here" if here == hex_ else "good" if area >> here & 1 else "bad"
        stack = stacks.get(here, [])
        ready = [unit for unit in stack if unit in fit]
        near = [n for n in chiefs if any(campaign.commands(state, n, unit) for unit in ready or stack)] or leaders
        names = tuple(campaign.pieces[n].id for n in near)
        cells.append(_stack_cell(state, here, kind, names, stack, ready))
    return cells


def _stack_cell(
    state: CampaignState, hex_: int, kind: str, leaders: tuple[str, ...], stack: list[int], ready: list[int]
) -> Cell:
    """A hex of a command: how many units there its leaders could activate, or why none of them."""
    campaign = state.scenario
    units = tuple(campaign.pieces[unit].id for unit in ready or stack)
    if ready:
        label = text("command.activates", units_leaders=leaders, units=units)
    elif stack:
        key = "command.beyond" if kind == "bad" else "command.unfit"
        label = text(key, units_leaders=leaders, units=units)
    else:
        label = text("command.within", units_leaders=leaders)
    return Cell(campaign.name(hex_), kind, str(len(ready)) if ready else "", label)


def _reached_by(state: CampaignState, hex_: int) -> list[Cell]:
    campaign = state.scenario
    near: dict[int, list[str]] = {}
    for leader in campaign.leader_counters:
        if state.at[leader] >= 0 and in_radius(state, leader, hex_):
            near.setdefault(state.at[leader], []).append(campaign.pieces[leader].id)
    found = [Cell(campaign.name(hex_), "here", label=None if near else text("command.nobody"))]
    for at, names in sorted(near.items()):
        found.append(Cell(campaign.name(at), "fair", label=text("command.reaches", units=tuple(names))))
    return found
