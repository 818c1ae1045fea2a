"""The card of a hex: what it takes to enter it, by every way there is (GC 2.3, 6.2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.ground import ALL_LINES, CLOSED, CROSSINGS, NEVER
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.referee.events import Text, text


def terrain_card(scenario: Campaign, hex_: int) -> list[Text]:
    """Terrain of a hex, what it costs off road, by lines and over hexsides, and how zones reach into it."""
    terrain = scenario.board.terrain[hex_]
    lines = [text("card.terrain", term=terrain)]
    if terrain != NEVER and scenario.board.playable >> hex_ & 1:
        lines += _prices(scenario, hex_)
    if terrain == "woods":
        lines.append(text("card.woods"))
    if hex_ in scenario.stations:
        lines.append(text("card.station"))
    return lines


def _prices(scenario: Campaign, hex_: int) -> Iterator[Text]:
    """GC 6.2.2: the points on dry ground; stacking, enemy zones and rain come on top."""
    board, ground = scenario.board, scenario.ground
    terrain, around = board.terrain[hex_], board.grid.around[hex_]
    yield text("card.closed") if terrain in CLOSED else text("card.cost", n=ground.open_price(terrain))
    by_line = {
        kind: ground.kind_price(kind, False)
        for kind in ALL_LINES
        if any(board.along(kind, other, hex_) and ground.passes_river(other, hex_) for other in around)
    }
    for price in sorted(set(by_line.values())):
        yield text("card.line", term=tuple(kind for kind, own in by_line.items() if own == price), n=price)
    if terrain not in CLOSED:
        yield from _sides(scenario, hex_)
    ways = {ground.crossing(other, hex_) for other in around if ground.is_river(other, hex_)}
    for kind in CROSSINGS:
        if kind in ways:
            yield text("card.crossing", term=kind, n=ground.crossing_price(kind))
    if "" in ways:
        yield text("card.river" if len(ways) > 1 else "card.river_closed")


def _sides(scenario: Campaign, hex_: int) -> Iterator[Text]:
    """GC 6.2.2: what creeks and ridges add to a move off road."""
    board, ground = scenario.board, scenario.ground
    near = [other for other in board.grid.around[hex_] if ground.passes_river(other, hex_)]
    off_road = [other for other in near if not board.along(ALL_LINES, other, hex_)]
    if any("creek" in board.side(other, hex_) for other in off_road):
        yield text("card.creek", n=scenario.params.mp_creek)
    if any(board.slope_up(other, hex_) for other in off_road):
        yield text("card.ridge", n=int(raw_tables()["movement"]["ridge_up"]))
