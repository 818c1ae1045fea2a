"""What a page shows of a battle of the series; a book's own page subclasses it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from hardtack.battles.gcacw import ahead, charts, showing
from hardtack.battles.gcacw.actions import AttackHex, OrderAssault, StepTo
from hardtack.battles.gcacw.activation import subordinates, unit_refusals
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.leaders import command_radius, in_radius
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.sequence import Activation
from hardtack.battles.gcacw.state import SCORING, CampaignState, S, leaders_at, losses_of
from hardtack.battles.gcacw.strength import fighting_halves
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import SIDES, UNION, Text, enemy_of, text
from hardtack.referee.page import Page
from hardtack.referee.showing import (
    Bridge,
    Cell,
    Chart,
    FightLine,
    Formation,
    Hint,
    Look,
    Modifier,
    Reaction,
    Standing,
    Way,
    meter,
)
from hardtack.referee.state import WAITING
from hardtack.referee.umpire import deciding

RANKS = ("army", "corps", "division", "")  # in the order a roster has them; units have no rank
STATES = ("exhausted", "disorganised", "demoralised")
MOST_LOOKS = 4_000  # of a scenario: some 2 MB


@lru_cache(maxsize=32)
def looks_known(scenario: Campaign, rests_on: Hashable) -> dict[Hashable, Look]:
    """How counters have looked so far, by number, readiness and what is marked on them."""
    return {}


class SeriesPage(Page[S]):
    overlays: ClassVar[tuple[str, ...]] = ("command",)
    reactions: ClassVar[tuple[Reaction, ...]] = (
        Reaction("Screen", ("stand", "retire")),
        Reaction("AssaultScreen", ("stand", "retire")),
        Reaction("Withdrawal", ("hold", "withdraw")),
        Reaction("Advance", ("stay", "advance")),
        Reaction("GrandCall", ("alone", "grand")),
        Reaction("LeaderTransfer", ("done",)),
        Reaction("Works", ("done",)),
    )
    chronicle: ClassVar[frozenset[str]] = frozenset(
        {
            "event.station_damaged",
            "event.station_destroyed",
            "event.entrenches",
            "event.bridge_built",
            "event.bridge_destroyed",
            "event.assault_fails",
        }
    )
    listed: ClassVar[frozenset[str]] = frozenset({"event.entrenches"})
    fight_lines: ClassVar[Mapping[str, FightLine]] = {
        "event.orders_assault": FightLine("eve"),
        "event.assault_roll": FightLine("eve", "assault"),
        "event.grand_roll": FightLine("eve", "assault"),
        "event.attacks": FightLine("begins", defenders="units_defending"),
        "event.charges": FightLine("begins", defenders="units_defending"),
        "event.artillery_even": FightLine("roll", "artillery"),
        "event.artillery_odd": FightLine("roll", "artillery"),
        "event.combat": FightLine("roll", "combat"),
        "event.loses": FightLine("loss"),
        "event.eliminated": FightLine("destroyed"),
        "event.surrenders": FightLine("destroyed"),
        "event.strain_d": FightLine("shaken"),
        "event.strain_f": FightLine("shaken"),
        "event.disorganised": FightLine("shaken"),
        "event.demoralised": FightLine("shaken"),
        "event.rout": FightLine("retreat"),
        "event.must_retreat": FightLine("retreat"),
        "event.withdraws": FightLine("retreat"),
        "event.retreats": FightLine("retreat"),
        "event.advances": FightLine("advance"),
    }
    phase_of: ClassVar[Mapping[str, str]] = {"LeaderTransfer": "leader_transfer", "Works": "recovery"}
    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "": ("number.manpower", "number.artillery", "number.tactical"),
        "leader": ("number.tactical", "number.command"),
    }

    def hint(self, state: S, action: Action) -> Hint:
        return showing.hint(state, action)

    def meant(self, state: S, unit: str, hex_name: str) -> Action | None:
        """A click while initiatives are spent or a unit marches: an attack on enemies there, else a step."""
        campaign, frame = state.scenario, deciding(state)
        if not isinstance(frame, Activation | March):
            return None
        enemies = state.occupied(enemy_of(frame.side)) >> campaign.hex(hex_name) & 1
        if not enemies:
            return StepTo(unit, hex_name)
        if isinstance(frame, Activation) and campaign.pieces[campaign.index[unit]].is_leader:
            return OrderAssault(unit, hex_name)
        return AttackHex(unit, "column", hex_name)  # the type that takes no points, so that none are missed

    def look(self, state: S, piece: int) -> Look:
        """Manpower, artillery and tactical value of a unit; tactical and command value of a leader."""
        campaign = state.scenario
        counter = campaign.pieces[piece]
        if counter.is_leader:
            attack, defence = campaign.tactical(state, piece, True), campaign.tactical(state, piece, False)
            tactical = str(attack) if attack == defence else f"{attack}/{defence}"
            return Look((tactical, str(campaign.command_value(state, piece))))
        if not counter.is_unit:
            return Look()
        halves = fighting_halves(state, (piece,))
        value = "½" if halves == 1 else str(halves // 2)
        manpower = str(state.manpower[piece])
        shown = manpower if value == manpower else f"{manpower}({value})"
        numbers = (shown, str(campaign.artillery_value(state, piece)), str(counter.tactical[0]))
        return Look(numbers, _markers(state, piece), *_readiness(state, piece))

    def looks(self, state: S) -> Sequence[Look]:
        """A counter that is marked and as ready as one was before, in any game, looks the same."""
        known = looks_known(state.scenario, self.looks_rest_on(state))
        if len(known) > MOST_LOOKS:
            known.clear()
        rows = [getattr(state, name) for name in state.piece_rows if name != "at"]
        marked = zip([place < 0 for place in state.at], readiness(state), *rows, strict=True)
        found = []
        for which in enumerate(marked):
            look = known.get(which)
            if look is None:
                look = known[which] = self.look(state, which[0])
            found.append(look)
        return found

    def looks_rest_on(self, state: S) -> Hashable:
        """What a counter shows besides what is marked on it, whether it is on the map, and whether it is ready."""
        return None

    def bridges(self, state: S) -> Sequence[Bridge]:
        return [Bridge(*bridge) for bridge in state.bridges]

    def reactions_of(self, scenario: Campaign) -> Sequence[Reaction]:
        """Some questions belong to a phase, which a scenario may be without."""
        asked = {name for turn in range(1, scenario.turns + 1) for name in scenario.phases(turn)}
        if not (scenario.may_entrench or scenario.may_bridge):
            asked.discard(self.phase_of["Works"])
        return [one for one in self.reactions if self.phase_of.get(one.frame, "action_cycle") in asked]

    def standing(self, state: S) -> Standing:
        """Victory points as they stand, line by line, and what they would be worth."""
        campaign = state.scenario
        scored = campaign.score(state)
        total = sum(points for _, points, _ in scored)
        winner, level, _ = campaign.level(total)
        lines = [text("standing.points", n=total)]
        if state.outcome is None:
            lines.append(text("standing.now", term=f"{winner}_{level}"))
        lines += [text(key, n=points) for key, points, _ in scored if points]
        lost = tuple((side, losses_of(state, side, *SCORING)) for side in SIDES)
        score = meter(campaign.meter(total), state.outcome.winner if state.outcome else None)
        return Standing(score, tuple(lines), lost, ((UNION, total),))

    def modifiers(self, state: S, action: Action) -> Sequence[Modifier]:
        return showing.modifiers(state, action)

    def fought(self, state: S, action: Action, attackers: Sequence[str]) -> Sequence[Modifier]:
        return showing.modifiers(state, action, attackers)

    def aftermath(self, before: S, after: S, action: Action) -> Sequence[tuple[str, int | str]]:
        return showing.aftermath(before, after, action)

    def charts(self, scenario: Campaign) -> Sequence[Chart]:
        return charts.charts(scenario)

    def terrain_card(self, scenario: Campaign, hex_number: int) -> Sequence[Text]:
        return charts.terrain_card(scenario, hex_number)

    def overlay(self, state: S, kind: str, hex_number: int) -> Sequence[Cell]:
        """GC 2.5: the reach of the leaders in a hex, or from a hex without one the leaders who reach it."""
        if kind != "command":
            return ()
        leaders = leaders_at(state, hex_number)
        return _reach_of(state, hex_number, leaders) if leaders else _reached_by(state, hex_number)

    def ways(self, state: S, unit: str) -> Sequence[Way]:
        return ahead.ways(state, unit)

    def column(self, state: S, unit: str) -> Sequence[str]:
        return ahead.column(state, unit)

    def follow(self, state: S, units: Sequence[str], route: Sequence[str]) -> Action | None:
        return ahead.follow(state, units, route)

    def rested(self, state: S, piece: int) -> bool:
        """A unit with fatigue has marched already (GC 6.5)."""
        return not state.fatigue[piece]

    def roster(self, state: S) -> Sequence[Formation]:
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


# -- what is marked on a counter


def _markers(state: CampaignState, unit: int) -> tuple[str, ...]:
    found = [f"fatigue{state.fatigue[unit]}"] if state.fatigue[unit] else []
    found += ["exhausted"] if state.exhausted[unit] else []
    found += ["disordered"] if state.disorganised[unit] else []
    found += [f"demoralised{state.demoralised[unit]}"] if state.demoralised[unit] else []
    found += ["entrenched"] if state.works[unit] else []
    found += ["refused"] if state.refused[unit] else []
    return tuple(found)


def _readiness(state: CampaignState, unit: int) -> tuple[bool, bool]:
    if state.outcome is not None or state.at[unit] < 0:
        return False, False
    frame = state.agenda[-1]
    side = state.scenario.pieces[unit].side
    if not isinstance(frame, Activation) or frame.side != side:
        return getattr(frame, "unit", "") == state.scenario.pieces[unit].id, False
    able = next(unit_refusals(state, side, unit), None) is None
    return able, not able


def readiness(state: CampaignState) -> list[tuple[bool, bool]]:
    """Of every counter: whether it can act, and whether it is through."""
    found = [(False, False)] * len(state.at)
    if state.outcome is None:
        frame, scenario = state.agenda[-1], state.scenario
        named = scenario.index.get(getattr(frame, "unit", ""))
        concerned = [] if named is None else [named]
        for unit in scenario.units_of[frame.side] if isinstance(frame, Activation) else concerned:
            found[unit] = _readiness(state, unit)
    return found


# -- the formations and how they stand (GC 2.2.5)


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
