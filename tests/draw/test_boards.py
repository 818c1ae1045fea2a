"""Boards as drawings: well formed, complete, the same every time, in both languages and both themes."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from hardtack.board.board import Board
from hardtack.draw import (
    CounterLook,
    board_svg,
    counter_svg,
    courses,
    entries,
    fill_in,
    geometry,
    labels,
    legend,
    places,
    poster_svg,
    roads,
    sides,
    terrain,
    theme_css,
    water,
)
from hardtack.draw.counters import MARKERS
from hardtack.draw.labels import halves
from hardtack.draw.layout import PITCH, Layout
from hardtack.draw.legend import shown_kinds
from hardtack.draw.palette import palette
from hardtack.draw.sheet import board_layers, grid_lines

SVG = "{http://www.w3.org/2000/svg}"
LAYERS = (
    "terrain", "beyond", "water", "grid", "sides", "roads", "crossings", "places", "edge", "ids", "names", "entries",
)  # fmt: skip


def layer(svg: str, name: str) -> ET.Element:
    root = ET.fromstring(svg)
    found = [group for group in root.iter(f"{SVG}g") if group.get("class") == name]
    assert len(found) == 1
    return found[0]


def lettering(svg: str) -> list[str]:
    """Every text of a drawing as one string, lines of a name joined by a space (or by nothing in Japanese)."""
    texts = []
    for text in layer(svg, "names").iter(f"{SVG}text"):
        parts = [part for part in text.itertext() if part]
        texts.append(" ".join(parts))
        texts.append("".join(parts))
    return texts


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_board_draws_all_its_names(battle_board: Board, lang: str) -> None:
    texts = set(lettering(board_svg(battle_board, lang=lang)))
    named = [*battle_board.places, *battle_board.crossings]
    wanted = {(thing.name_ja if lang == "ja" else thing.name_en) or thing.name_en for thing in named}
    squeezed = {text.replace(" ", "") for text in texts}
    missing = {name for name in wanted if name and name.replace(" ", "") not in squeezed}
    assert not missing


def test_every_crossing_is_drawn_where_its_hexside_is(battle_board: Board) -> None:
    layout = Layout(battle_board)
    drawn = list(layer(board_svg(battle_board), "crossings"))
    assert [group.get("class") for group in drawn] == [f"crossing {one.kind}" for one in battle_board.crossings]
    for group, crossing in zip(drawn, battle_board.crossings, strict=True):
        found = re.match(r"translate\((-?[\d.]+)\s?(-?[\d.]+)\)", group.get("transform", ""))
        assert found
        (ax, ay), (bx, by) = layout.side_ends(*crossing.sides)
        assert abs(float(found[1]) - (ax + bx) / 2) < 6
        assert abs(float(found[2]) - (ay + by) / 2) < 6


def test_layers_stand_in_order(medley: Board) -> None:
    svg = board_svg(medley)
    places = [svg.index(f'<g id="medley-{name}" class="{name}">') for name in LAYERS]
    assert all(a < b for a, b in pairwise(places))


def test_grid_and_ids_can_be_left_out(medley: Board) -> None:
    assert len(layer(board_svg(medley), "ids")) == 63
    bare = board_svg(medley, grid=False, ids=False)
    assert len(layer(bare, "grid")) == 0
    assert len(layer(bare, "ids")) == 0


def test_ids_name_each_hex_in_play_once(battle_board: Board) -> None:
    texts = [text.text for text in layer(board_svg(battle_board), "ids")]
    assert texts == list(geometry(battle_board)["hexes"])
    assert len(set(texts)) == battle_board.playable.bit_count()


def test_the_grid_draws_each_hexside_once(medley: Board) -> None:
    sides = []
    for run in grid_lines(Layout(medley)).split("M")[1:]:
        points = [tuple(map(float, re.findall(r"-?[\d.]+", point))) for point in run.split("L")]
        sides += [tuple(sorted((a, b))) for a, b in pairwise(points)]
    rounded = {tuple(tuple(round(part) for part in point) for point in side) for side in sides}
    assert len(sides) == len(rounded)
    shared = sum(len(near) for near in medley.grid.around) // 2
    assert len(sides) == 6 * medley.grid.size - shared


def test_a_drawing_is_the_same_every_time(battle_board: Board) -> None:
    drawn_anew = board_layers.__wrapped__(battle_board, "en", True, True)
    assert drawn_anew == board_layers(battle_board, "en", True, True)
    assert drawn_anew in board_svg(battle_board)


def test_the_largest_drawing_stays_small(battle_board: Board) -> None:
    assert len(board_svg(battle_board).encode()) < 1_500_000


def test_every_colour_is_a_property_with_a_default(medley: Board) -> None:
    style = ET.fromstring(board_svg(medley)).find(f"{SVG}style")
    assert style is not None
    assert style.text is not None
    used = re.findall(r"var\(--ht-([a-z-]+),(#[0-9a-f]{6})\)", style.text)
    assert {name for name, _ in used} >= {"paper", "woods", "water", "road", "ink", "halo", "grid"}
    assert all(palette("light")[name] == colour for name, colour in used)
    without = re.sub(r"var\([^)]*\)", "", board_svg(medley))
    assert not re.search(r"#[0-9a-fA-F]{3,6}\b(?![\w-])|rgb\(", re.sub(r'href="#[^"]*"', "", without))


def test_themes_differ_only_in_their_defaults(medley: Board) -> None:
    light, dark = board_svg(medley, theme="light"), board_svg(medley, theme="dark")
    assert light != dark
    assert fill_in(light, "dark") == fill_in(dark)
    assert "var(" not in fill_in(light)
    with pytest.raises(ValueError, match="sepia"):
        board_svg(medley, theme="sepia")


def test_the_page_style_sets_every_colour_for_both_themes() -> None:
    light, dark = theme_css().strip().split("\n")
    names = set(re.findall(r"--ht-([a-z-]+):", light))
    assert names == set(palette("light")) == set(re.findall(r"--ht-([a-z-]+):", dark))
    assert light.startswith(":root{")
    assert dark.startswith("[data-theme=dark]{")


def test_styles_apply_inside_our_drawings_only(medley: Board) -> None:
    style = ET.fromstring(board_svg(medley)).findtext(f"{SVG}style") or ""
    selectors = [one for rule in re.findall(r"([^{}]+)\{", style) for one in rule.split(",")]
    assert selectors
    assert all(selector.startswith(".ht ") for selector in selectors)


def test_a_poster_explains_what_the_board_shows(medley: Board) -> None:
    svg = poster_svg(medley, lang="ja")
    root = ET.fromstring(svg)
    words = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "legend-word"]
    assert len(words) == len(shown_kinds(medley)) + 1
    assert words[-1] == "1,000ヤード"  # the scale
    assert {"平地", "森", "深い森", "湿地", "果樹園", "浅瀬", "橋", "舗装道路", "鉄道", "斜面", "尾根"} <= set(words)
    assert "major_river" not in shown_kinds(medley)


def test_every_board_makes_a_well_formed_poster(battle_board: Board) -> None:
    root = ET.fromstring(poster_svg(battle_board))
    assert root.findtext(f"{SVG}title") == battle_board.title_en
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    hrefs = {element.get("href", "").removeprefix("#") for element in root.iter() if element.get("href")}
    assert hrefs <= set(ids)


def test_geometry_places_every_hex_where_it_is_drawn(battle_board: Board) -> None:
    told = geometry(battle_board)
    grid = battle_board.grid
    for name, (x, y) in list(told["hexes"].items())[::37]:
        gx, gy = grid.centre(grid.index(name))
        assert x == pytest.approx(told["origin"][0] + told["pitch"] * gx, abs=0.06)
        assert y == pytest.approx(told["origin"][1] + told["pitch"] * gy, abs=0.06)
        assert 0 < x < told["width"]
        assert 0 < y < told["height"]
    tops = {corner[1] for corner in told["corners"]}
    assert max(tops) - min(tops) == PITCH


def test_the_view_box_is_the_geometry(battle_board: Board) -> None:
    told = geometry(battle_board)
    box = ET.fromstring(board_svg(battle_board)).get("viewBox", "")
    assert [float(part) for part in box.split()] == [0, 0, told["width"], told["height"]]


def test_an_unknown_language_is_refused(medley: Board) -> None:
    with pytest.raises(ValueError, match="'fr'"):
        board_svg(medley, lang="fr")


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("Stone House", None),
        ("Ridge above Blackburn's Ford", ("Ridge above", "Blackburn's Ford")),
        ("Fredericksburg", None),
        ("オーク・グローブ教会", ("オーク・", "グローブ教会")),
        ("クレセントフィールド", ("クレセント", "フィールド")),
        ("町", None),
    ],
)
def test_long_names_break_near_their_middle(name: str, broken: tuple[str, str] | None) -> None:
    assert halves(name) == broken


def test_no_rule_of_the_board_paints_a_counter(medley: Board) -> None:
    """One style sheet serves boards and counters: a class of one must not mean something in the other."""
    look = CounterLook("union", "artillery", "Sykes", "X", ("1",), fatigue=1, active=True, markers=frozenset(MARKERS))
    counter = ET.fromstring(counter_svg(look))
    used = {name for element in counter.iter() for name in (element.get("class") or "").split()} - {"ht"}
    for part in (courses, entries, labels, legend, places, roads, sides, terrain, water):
        for rule in re.findall(r"([^{}]+)\{", part.STYLE):
            for selector in rule.split(","):
                last = set(re.findall(r"\.([a-z-]+)", selector.split()[-1]))
                alone = len(selector.split()) == 1
                assert not (alone and last and last <= used), f"{selector} of {part.__name__} paints counters"
