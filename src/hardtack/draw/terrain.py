"""The ground of a board: hills, fields, woods, swamps, towns, drawn as a map and not as tiles."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hardtack.board.board import Board
from hardtack.draw.curves import closed_curve, pair
from hardtack.draw.field import Ground, Rows
from hardtack.draw.layout import SIDE, Point
from hardtack.draw.scatter import Clearing, crags, furrows, grass, hachures, orchard, strewn_on, trees, tufts

WOODS: Final = frozenset({"woods", "light_woods"})
DEEP: Final = frozenset({"deep_woods"})
SWAMP: Final = frozenset({"swamp", "swamp_stream"})
WATER: Final = frozenset({"water", "river", "lake"})
HIGH: Final = frozenset({"hill", "ridge"})
ROUGH: Final = frozenset({"rough"})
TOWN: Final = frozenset({"town"})
OPEN: Final = frozenset({"clear", "field"})

_TREE_PENS: Final = {"s": 6.2, "m": 7.8, "l": 9.6}
"""How wide a tree of each size is."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The fields of a board's ground, made once and drawn by several layers."""

    ground: Ground
    woods: Rows
    deep: Rows
    swamp: Rows
    hill: Rows
    rough: Rows
    water: Rows
    open: Rows
    town: Rows
    wooded: bool


def survey(ground: Ground) -> Cover:
    """Make the fields of a board's ground."""
    board = ground.layout.board

    def kinds(*sets: frozenset[str]) -> Callable[[int], float]:
        wanted = frozenset[str]().union(*sets)
        masks = [mask for overlay, mask in board.overlays.items() if overlay in wanted]
        return lambda hex_: float(board.terrain[hex_] in wanted or any(mask >> hex_ & 1 for mask in masks))

    flooded = kinds(WATER)
    shore = board.overlays.get("river_partial", 0)
    return Cover(
        ground=ground,
        woods=ground.field(kinds(WOODS, DEEP)),
        deep=ground.field(kinds(DEEP)),
        swamp=ground.field(kinds(SWAMP)),
        hill=_relief(ground, kinds(HIGH, ROUGH)),
        rough=ground.field(kinds(ROUGH)),
        water=ground.field(lambda hex_: max(flooded(hex_), 0.42 * (shore >> hex_ & 1)), radius=1, rounds=4),
        open=ground.field(kinds(OPEN)),
        town=ground.field(kinds(TOWN)),
        wooded=is_wooded(board),
    )


def is_wooded(board: Board) -> bool:
    """Whether woods are the rule on a board and clearings the exception."""
    wooded = sum(kind in WOODS | DEEP for kind in board.terrain)
    return 2 * wooded > board.grid.size


def _relief(ground: Ground, high: Callable[[int], float]) -> Rows:
    """The height of the ground: single hills are domes, wide uplands roll."""
    height = ground.field(high, radius=1, rounds=4)
    wide = ground.field(high, radius=4, rounds=2)
    if max(map(max, wide)) < 0.7:
        return height
    swell = ground.unevenness(1864, radius=3)
    return [
        [
            h if w < 0.6 else h * min(1.0, max(0.56, 1 - min(1.0, (w - 0.6) * 3) * (0.36 - 0.95 * n)))
            for h, w, n in zip(*row, strict=True)
        ]
        for row in zip(height, wide, swell, strict=True)
    ]


def shape(cover: Cover, rows: Rows, level: float, class_: str) -> str:
    """The filled shape of a field above a level ("" where there is none)."""
    data = "".join(closed_curve(loop) for loop in cover.ground.outlines(rows, level) if len(loop) > 5)
    return f'<path class="{class_}" d="{data}"/>' if data else ""


def ground_layer(cover: Cover) -> str:
    """The tints under everything else."""
    board = cover.ground.layout.board
    parts = [
        shape(cover, cover.hill, 0.4, "hill"),
        shape(cover, cover.hill, 0.7, "hill-high"),
        shape(cover, cover.rough, 0.5, "rough"),
        shape(cover, cover.open, 0.5, "field") if cover.wooded else "",
        shape(cover, cover.swamp, 0.5, "swamp"),
        shape(cover, cover.town, 0.55, "town-ground"),
        shape(cover, cover.woods, 0.25, "woods-rim"),
        shape(cover, cover.woods, 0.5, "woods"),
        shape(cover, cover.deep, 0.5, "deep"),
        # Where a hill is an overlay, woods may grow on it: its height must show through them.
        shape(cover, cover.hill, 0.4, "hill-veil") if "hill" in board.overlays else "",
        shape(cover, cover.hill, 0.7, "hill-veil") if "hill" in board.overlays else "",
    ]
    return "".join(parts)


def marks_layer(cover: Cover, clear: Clearing) -> str:
    """Hachures, furrows, tufts and trees: what tells the kinds of ground apart without colour."""
    ground = cover.ground
    board = ground.layout.board
    parts = []
    for level, reach, class_ in ((0.3, 9.0, "hachure faint"), (0.5, 10.0, "hachure"), (0.72, 9.0, "hachure")):
        for data in hachures(ground, cover.hill, level, reach, clear):
            parts.append(f'<path class="{class_}" d="{data}"/>')
    if cover.wooded:
        data = furrows(ground, cover.open, 0.78, clear, _farms(ground))
        parts.append(f'<path class="furrow" d="{data}"/>')
    for class_, drawn in (
        ("grass", [] if cover.wooded else grass(strewn_on(ground, cover.open, 0.8, 34, clear, 6))),
        ("crag", crags(strewn_on(ground, cover.rough, 0.5, 17, clear, 3))),
        ("tuft", tufts(strewn_on(ground, cover.swamp, 0.5, 19, clear, 4))),
    ):
        parts += [f'<path class="{class_}" d="{data}"/>' for data in drawn]
    parts += _woods_marks(cover, clear)
    parts += _orchards(board, cover, clear)
    return "".join(parts)


def _woods_marks(cover: Cover, clear: Clearing) -> list[str]:
    ground = cover.ground
    light = (
        (x, y)
        for x, y in strewn_on(ground, cover.woods, 0.55, 13.6 if cover.wooded else 11.2, clear, 1)
        if ground.value(cover.deep, x, y) < 0.5
    )
    thin = 0.26 if cover.wooded else 0.1
    dense = trees(strewn_on(ground, cover.deep, 0.5, 9.5, clear, 2), 0.04, "sml")
    name = ground.layout.board.id
    return [*_tree_layers(name, trees(light, thin, "sml"), ""), *_tree_layers(name, dense, " thick")]


def _tree_layers(prefix: str, found: list[tuple[str, str]], kind: str) -> list[str]:
    """Each tree three times over: its shade, its crown with an edge, and the light on it."""
    if not found:
        return []
    name = f"{prefix}-{'k' if kind else 't'}"
    defs = "".join(f'<path id="{name}{i}" d="{data}"/>' for i, (_, data) in enumerate(found))
    layers = []
    for layer, move in (("t-shade", (1.3, 1.7)), ("t-edge", (0, 0)), ("t-crown", (0, 0)), ("t-light", (-1, -1.2))):
        uses = "".join(f'<use href="#{name}{i}" class="tree-{size}"/>' for i, (size, _) in enumerate(found))
        moved = f' transform="translate({pair(*move)})"' if any(move) else ""
        layers.append(f'<g class="trees {layer}{kind}"{moved}>{uses}</g>')
    return [f"<defs>{defs}</defs>", *layers]


def _orchards(board: Board, cover: Cover, clear: Clearing) -> list[str]:
    layout = cover.ground.layout
    mask = board.overlays.get("orchard", 0)
    found = [hex_ for hex_ in layout.playable if mask >> hex_ & 1 or board.terrain[hex_] == "orchard"]
    data = "".join(orchard(layout.centres[hex_], SIDE, clear) for hex_ in found)
    return [f'<path class="orchard-edge" d="{data}"/><path class="orchard" d="{data}"/>'] if data else []


def _farms(ground: Ground) -> list[list[Point]]:
    """The clearings of a wooded board: connected open hexes, as the middles of their hexes."""
    layout = ground.layout
    grid, terrain = layout.board.grid, layout.board.terrain
    left = {hex_ for hex_ in range(grid.size) if terrain[hex_] in OPEN}
    farms = []
    while left:
        farm = [min(left)]
        left.remove(farm[0])
        for hex_ in farm:
            for other in grid.around[hex_]:
                if other in left:
                    left.remove(other)
                    farm.append(other)
        farms.append([layout.centres[hex_] for hex_ in farm])
    return farms


STYLE: Final = (
    ".hill{fill:$hill}.hill-high{fill:$hill-high;fill-opacity:.8}.hill-veil{fill:$hachure;fill-opacity:.16}.rough{fill:$rough}.swamp{fill:$swamp}"
    ".field{fill:$field;stroke:$furrow;stroke-width:1.1;stroke-dasharray:5 2.5}.town-ground{fill:$town}"
    ".woods{fill:$woods}.woods-rim{fill:$woods;fill-opacity:.45}.deep{fill:$deep}"
    ".hachure,.crag,.tuft,.furrow,.grass,.trees{fill:none;stroke-linecap:round}.grass{stroke:$furrow;stroke-width:.8}"
    ".hachure{stroke:$hachure;stroke-width:1.1;stroke-opacity:.75}.faint{stroke-width:.8;stroke-opacity:.5}"
    ".crag{stroke:$crag;stroke-width:1.1;stroke-linejoin:round}.tuft{stroke:$tuft;stroke-width:1}"
    ".furrow{stroke:$furrow;stroke-width:.9;stroke-opacity:.8}"
    ".t-shade{stroke:$tree-shade;stroke-opacity:.4}"
    ".t-edge{stroke:$tree-edge}.t-crown{stroke:$tree}.t-light{stroke:$tree-light}"
    ".t-edge.thick{stroke:$deep-edge}.t-crown.thick{stroke:$deep-tree}.t-light.thick{stroke:$deep-light}"
    + "".join(
        f".t-shade .tree-{size},.t-edge .tree-{size}{{stroke-width:{width}}}"
        f".t-crown .tree-{size}{{stroke-width:{width - 1.5:.1f}}}"
        f".t-light .tree-{size}{{stroke-width:{width * 0.42:.1f}}}"
        for size, width in _TREE_PENS.items()
    )
    + ".orchard,.orchard-edge{fill:none;stroke-linecap:round}.orchard-edge{stroke:$tree-edge;stroke-width:6.4}"
    ".orchard{stroke:$tree-light;stroke-width:4.6}"
)
