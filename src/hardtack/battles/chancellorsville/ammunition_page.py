"""Ammunition on the page: on counters and in the roster, supply lines as an overlay, attempts with their odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hardtack.battles.chancellorsville.ammunition import Resupply, ammunition_table, pouch_of
from hardtack.battles.chancellorsville.resupply import Resupplying, ResupplyUnit, order_for
from hardtack.battles.chancellorsville.state import AdvancedState
from hardtack.battles.chancellorsville.supply import ENEMY, Cut, SupplyLine, country, cut, supply_line
from hardtack.battles.gcacw.actions import Done
from hardtack.battles.gcacw.state import CampaignState, units_at
from hardtack.referee.actions import Action
from hardtack.referee.events import SIDES, Text, text
from hardtack.referee.showing import Cell, Chart, Formation, Hint, Look, Modifier
from hardtack.referee.umpire import deciding

SUPPLY = "supply"  # the overlay
CHARGE = {0: "good", 1: "fair"}  # how a line is tinted by what it adds to the die; more is poor


# -- counters and forces


def look(state: CampaignState, piece: int, plain: Look) -> Look:
    """A counter with its ammunition: nothing while all boxes are clean, then how many are, then that it has none."""
    if not isinstance(state, AdvancedState) or not state.scenario.pieces[piece].is_unit or state.at[piece] < 0:
        return plain
    pouch = pouch_of(state, piece)
    if pouch.is_out:
        return replace(plain, markers=(*plain.markers, "no_ammo"))
    return replace(plain, markers=(*plain.markers, f"ammunition{pouch.left}")) if pouch.marks else plain


def roster(state: CampaignState, formations: Sequence[Formation]) -> list[Formation]:
    """Each formation with its ammunition: boxes left, and who has none."""
    return [replace(one, lines=(*one.lines, *_lines(state, one))) for one in formations]


def _lines(state: CampaignState, formation: Formation) -> list[Text]:
    index, pieces = state.scenario.index, state.scenario.pieces
    units = [index[name] for name in formation.units if pieces[index[name]].is_unit and state.at[index[name]] >= 0]
    pouches = [pouch_of(state, unit) for unit in units]
    found = []
    if any(pouch.marks for pouch in pouches):
        left, boxes = sum(pouch.left for pouch in pouches), sum(pouch.boxes for pouch in pouches)
        found.append(text("roster.ammunition", n=left, full=boxes))
    out = tuple(pieces[unit].id for unit, pouch in zip(units, pouches, strict=True) if pouch.is_out)
    return [*found, text("roster.out_of_ammunition", units=out)] if out else found


# -- the supply line on the map


def overlay(state: CampaignState, hex_: int) -> list[Cell]:
    """The best supply line of the units in a hex, hex by hex with what each costs; or what shuts it."""
    units = units_at(state, hex_)
    if not isinstance(state, AdvancedState) or not units:
        return []
    line = supply_line(state, units[0])  # units in one hex have one line
    return _drawn(state, line, units) if line is not None else _shut(state, hex_, cut(state, units[0]), units)


def _drawn(state: CampaignState, line: SupplyLine, units: tuple[int, ...]) -> list[Cell]:
    scene = state.scenario
    orders = [order_for(state, unit, line) for unit in units]
    worst = max(orders, key=lambda order: order.modifier)
    tint = CHARGE.get(line.attempt().modifier, "poor")
    cells = []
    for hex_ in line.hexes[:-1]:
        if hex_ in line.blocked:
            cells.append(Cell(scene.name(hex_), "poor", "■", text("supply.blocked")))
        elif hex_ == line.bank:
            river = line.attempt().parts["river"]
            cells.append(
                Cell(scene.name(hex_), tint, f"+{river}", text("supply.river", n=line.river, river=f"{river:+d}"))
            )
        else:
            key = "supply.depot" if hex_ == line.hexes[0] else "supply.way"
            cells.append(Cell(scene.name(hex_), tint, label=text(key)))
    return [*cells, Cell(scene.name(line.hexes[-1]), "here", f"1-{worst.needs}", _odds(worst, line))]


def _odds(order: Resupply, line: SupplyLine) -> Text:
    exhausted, blocked, river = (f"{value:+d}" for value in order.parts.values())
    return text(
        "supply.here", needs=order.needs, n=len(line.hexes) - 1, exhausted=exhausted, blocked=blocked, river=river
    )


def _shut(state: CampaignState, hex_: int, why: Cut | None, units: tuple[int, ...]) -> list[Cell]:
    scene = state.scenario
    cause = why.cause if why is not None else ENEMY
    names = tuple(scene.pieces[unit].id for unit in units)
    cells = [Cell(scene.name(hex_), "bad", "×", text(f"supply.no_{cause}", units=names))]
    if why is None:
        return cells
    held = country(state, scene.side_of[units[0]]).closed
    for one in why.hexes:
        if one != hex_:
            shut = held >> one & 1
            label = text("supply.shut" if shut else "supply.cut_off")
            cells.append(Cell(scene.name(one), "bad" if shut else "poor", "×" if shut else "", label))
    return cells


# -- the attempts


def hint(state: CampaignState, action: Action, plain: Hint) -> Hint:
    """An attempt with its odds, and the roll for all of them."""
    frame = deciding(state)
    if not isinstance(frame, Resupplying):
        return plain
    if isinstance(action, ResupplyUnit):
        unit = state.scenario.index[action.unit]
        line = supply_line(state, unit)
        needs = order_for(state, unit, line).needs if line is not None else 0
        key = "action.resupply_try" if needs else "action.resupply_hopeless"
        label = text(key, unit=action.unit, n=1 + (action.unit in frame.units), needs=needs)
        return replace(plain, label=label, hex=state.scenario.name(state.at[unit]))
    if isinstance(action, Done):
        tries = frame.tries()
        if not tries:
            return replace(plain, label=text("action.resupply_none"))
        total = sum(number for _, number in tries)
        return replace(plain, kind="choose", label=text("action.resupply_roll", n=total, units=frame.units))
    return plain


def modifiers(state: CampaignState, action: Action) -> list[Modifier]:
    """What an attempt has to reckon with, line by line; for the roll, each unit with the dice it needs."""
    frame = deciding(state)
    if not isinstance(frame, Resupplying):
        return []
    index = state.scenario.index
    if isinstance(action, ResupplyUnit):
        line = supply_line(state, index[action.unit])
        return [] if line is None else _attempt_lines(state, index[action.unit], line, frame.side)
    found = []
    for name, _ in frame.tries():
        line = supply_line(state, index[name])
        if line is not None:
            order = order_for(state, index[name], line)
            found.append(Modifier("SLB 20.2d", text("line.resupply_unit", unit=name), f"1-{order.needs}", frame.side))
    return found


def _attempt_lines(state: CampaignState, unit: int, line: SupplyLine, side: str) -> list[Modifier]:
    order, scene = order_for(state, unit, line), state.scenario
    exhausted, blocked, river = (f"{value:+d}" for value in order.parts.values())
    found = [Modifier("SLB 20.2d", text("line.resupply_exhausted"), exhausted, side)]
    found.append(Modifier("SLB 20.2d", text("line.resupply_blocked", n=order.blocked), blocked, side))
    found += [Modifier("SLB 20.2d", text("supply.blocked"), "■", side, scene.name(hex_)) for hex_ in line.blocked]
    found.append(Modifier("SLB 20.2d", text("line.resupply_river", n=order.river), river, side))
    return [*found, Modifier("SLB 20.2d", text("line.resupply_needs"), f"1-{order.needs}", side)]


def aftermath(before: CampaignState, after: CampaignState, action: Action) -> list[tuple[str, int | str]]:
    """What a roll for resupply did: the marks erased and boxes gained in all, and the units in ammunition again."""
    frame = deciding(before)
    if not isinstance(frame, Resupplying) or not isinstance(action, Done):
        return []
    units = [before.scenario.index[name] for name in frame.units]
    gained = sum(pouch_of(after, unit).left - pouch_of(before, unit).left for unit in units)
    again = sum(pouch_of(before, unit).is_out and not pouch_of(after, unit).is_out for unit in units)
    return [("marks_erased", gained), ("back_in_supply", again)]


# -- the chart


def chart() -> Chart:
    """SLB 20.2d: attempts, and what is added to each die."""
    table = ammunition_table()
    rows = [(f"chart.attempts_{side}", str(table.attempts[side])) for side in SIDES]
    rows.append(("chart.resupply_success", f"≤ {table.succeeds_up_to}"))
    rows.append(("chart.resupply_exhausted", f"+{table.exhausted}"))
    rows += [(f"chart.blocked_{n}", f"+{value}") for n, value in enumerate(table.blocked_modifiers)]
    rows += [(f"chart.river_{n}", f"+{value}") for n, value in enumerate(table.river_modifiers)]
    notes = (text("note.resupply", n=table.attempts_per_unit, strength=table.blocking_strength),)
    return Chart(
        "chart.resupply", table.clause, ("chart.reason", "chart.modifier"), tuple(rows), table.provenance, notes
    )
