"""What a page shows of events and command in the advanced game: the wings on the map, the charts, the state of the
day (SLB 15.0-19.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import cast

from hardtack.battles.chancellorsville import exits, wings
from hardtack.battles.chancellorsville.advanced import AdvancedScene
from hardtack.battles.chancellorsville.events import event_table
from hardtack.battles.chancellorsville.raiders import raid_open
from hardtack.battles.chancellorsville.state import LEFT_WING, SceneState
from hardtack.battles.chancellorsville.wings import confidence_table
from hardtack.battles.gcacw.ground import Ground
from hardtack.battles.gcacw.state import CampaignState, fact, leaders_at, units_at
from hardtack.board.masks import hexes_in
from hardtack.board.trace import trace
from hardtack.referee.dice import FACES
from hardtack.referee.events import CONFEDERATE, UNION, Text, text
from hardtack.referee.showing import Cell, Chart, Hint

WINGS = "wings"
TINTS = {wings.WING_WORDS[LEFT_WING]: "first"}  # the right wing has the other one
OTHER = "second"


# -- the wings on the map


def wing_overlay(state: CampaignState, hex_: int) -> list[Cell]:
    """SLB 16.0b: the wing of every Union stack, and from one of them its paths to the two hexes that decide it."""
    scene = cast("AdvancedScene", state.scenario)
    cells = {cell.hex: cell for cell in _paths(scene, state, hex_)} if state.occupied(UNION) >> hex_ & 1 else {}
    for here, units in sorted(state.deployment.stacks.items()):
        if scene.side_of[units[0]] == UNION:
            cell = _stack(scene, state, here, "here" if here == hex_ else "")
            cells[cell.hex] = cell
    return list(cells.values())


def _stack(scene: AdvancedScene, state: CampaignState, here: int, kind: str) -> Cell:
    """A stack with its wing; the sign tells it without colours, and pieces of the other wing are named."""
    pieces = (*units_at(state, here), *leaders_at(state, here))
    name = wings.WING_WORDS[wings.wing_of(state, pieces[0])]
    sign = "L" if TINTS.get(name) else "R"
    if fact(state, wings.PARALYSED) == wings.wing_of(state, pieces[0]):
        sign += "!"
    own = tuple(scene.pieces[n].id for n in pieces if wings.WING_WORDS[wings.wing_of(state, n)] == name)
    left, right = wings.distances(scene, state)
    counted = {"left": left.get(here), "right": right.get(here)}
    key = "wings.stack" if None not in counted.values() else "wings.stack_no_path"
    ways = {side: "-" if hexes is None else str(hexes) for side, hexes in counted.items()}
    label = text(key, units=own, term=name, hex=scene.name(scene.wing_hexes[0]), **ways,
                 hex_right=scene.name(scene.wing_hexes[1]))  # fmt: skip
    return Cell(scene.name(here), kind or TINTS.get(name, OTHER), sign, label)


@lru_cache(maxsize=16)
def _ways(ground: Ground) -> tuple[tuple[int, ...], ...]:
    """Where a path may go on from each hex."""
    return tuple(tuple(hexes_in(near)) for near in wings.links(ground))


def _paths(scene: AdvancedScene, state: CampaignState, hex_: int) -> Iterator[Cell]:
    """The shortest way to each of the two hexes, as they could be traced now."""
    ways = _ways(state.ground)
    closed = wings.barred_hexes(state)
    for goal in scene.wing_hexes:
        path = trace(ways, hex_, 1 << goal, closed) or []
        for number, here in enumerate(path[1:], 1):
            label = text("wings.path", n=number, hex=scene.name(goal))
            yield Cell(scene.name(here), "poor", str(number) if here == path[-1] else "", label)


# -- the state of the day


def day_lines(state: CampaignState) -> Iterator[Text]:
    """What holds today or for good: rain, a paralysed wing, lost confidence, united wings, who may follow.

    When the game is over nothing of it holds: what counted is among the points.
    """
    if state.outcome is not None:
        return
    scene = cast("AdvancedScene", state.scenario)
    if state.rain:
        yield text("standing.rain")
    held = fact(state, wings.PARALYSED)
    if held:
        yield text("standing.paralysed", term=wings.WING_WORDS[held])
    if wings.doubt(scene, state, UNION)[0]:
        yield text("standing.confidence_lost")
    if wings.is_united(state):
        yield text("standing.united")
        left = exits.pursuit_left(state)
        if left > 0:
            yield text("standing.pursuit", n=left)
    elif state.turn > 0:
        yield text("standing.apart")
    if raid_open(cast("SceneState", state)):
        yield text("standing.raid", turn=scene.raid_until)


def leave_hint(state: CampaignState, action: exits.LeaveMap | exits.RetreatOff, plain: Hint) -> Hint:
    """SLB 19.2a, 22.1d, 22.2i: what leaving costs, or is worth to a brigade of the raid, is said with the order."""
    scene = cast("AdvancedScene", state.scenario)
    if isinstance(action, exits.RetreatOff):
        return replace(plain, risk=gone_for_good(scene, CONFEDERATE))
    unit, line = scene.index[action.unit], scene.raid_line
    if not exits.raids(scene, state, unit, state.at[unit]):
        return replace(plain, risk=gone_for_good(scene, scene.pieces[unit].side))
    if line is None or not raid_open(cast("SceneState", state)) or not exits.scores(scene, state, unit):
        return plain
    return replace(plain, label=text("action.leave_raid", unit=action.unit, n=line.points))


def gone_for_good(scene: AdvancedScene, side: str) -> Text:
    """SLB 19.2: whoever leaves is out of play, and scores for the Union."""
    line = next(line for line in scene.book.victory.points if (line.kind, line.side) == ("left", side))
    return text("risk.gone", side=side, n=line.per, points=line.points)


# -- charts


def charts(scene: AdvancedScene) -> list[Chart]:
    return [_event_chart(), _paralysis_chart(), _confidence_chart(), _reinforcement_chart()]


def _event_chart() -> Chart:
    table = event_table()
    rows = tuple((str(total), f"term.event_{event}") for total, event in enumerate(table.events, 2))
    return Chart("chart.events", table.clause, ("chart.two_dice", "chart.event"), rows, table.provenance)


def _paralysis_chart() -> Chart:
    table = event_table()
    limit = table.paralysis_without_hooker
    rows = ((f"1-{limit}", "term.wing_without_hooker"), (f"{limit + 1}-{FACES}", "term.wing_with_hooker"))
    note = text("note.paralysis", n=table.march_penalty, least=table.least_march)
    columns = ("chart.one_die", "chart.paralysed_wing")
    return Chart("chart.paralysis", "SLB 16.0a", columns, rows, table.provenance, (note,))


def _confidence_chart() -> Chart:
    table = confidence_table()
    rows = tuple(
        (head, *("-" if not limit else "1" if limit == 1 else f"1-{limit}" for limit in limits))
        for head, limits in zip(_brackets(table.union_losses), table.lost_up_to, strict=True)
    )
    notes = (
        text("note.confidence", n=table.wings_united, towns=table.both_towns),
        text("note.confidence_lost", modifier=f"{table.attack_modifier:+d}"),
    )
    columns = ("chart.losses_both", *_brackets(table.confederate_losses))
    return Chart("chart.confidence", table.clause, columns, rows, table.provenance, notes)


def _brackets(ends: tuple[int, ...]) -> list[str]:
    """0-9, 10-18 and so on; the last has no upper end."""
    starts = (0, *(end + 1 for end in ends))
    return [*(f"{start}-{end}" for start, end in zip(starts, ends, strict=False)), f"{starts[-1]}+"]


def _reinforcement_chart() -> Chart:
    rule = event_table().reinforcements
    rows = []
    for number, limit in enumerate(rule.arrives_up_to):
        day = rule.first_day + timedelta(days=number)
        rows.append((f"{'≤ ' if not number else ''}{day}", "1" if limit == 1 else f"1-{limit}"))
    note = text("note.reinforcements", hex=rule.hex, units=rule.arrivals[0], units_then=rule.arrivals[1])
    columns = ("chart.day", "chart.one_die")
    return Chart("chart.reinforcements", rule.clause, columns, tuple(rows), event_table().provenance, (note,))
