"""Counters: sides told apart by shape and letter, states by shape."""

import re
import xml.etree.ElementTree as ET

import pytest

from hardtack.board.board import Board
from hardtack.draw import CounterLook, counter_svg, geometry
from hardtack.draw.counters import COLOURS, MARKERS, SIZES, counters_layer
from hardtack.draw.lettering import SANS_BOLD, text_width
from hardtack.draw.unit_symbols import SYMBOLS

SVG = "{http://www.w3.org/2000/svg}"


def drawn(look: CounterLook) -> ET.Element:
    return ET.fromstring(counter_svg(look))


def classes(root: ET.Element) -> set[str]:
    return {name for element in root.iter() for name in (element.get("class") or "").split()}


def text_of(root: ET.Element, class_: str) -> list[str | None]:
    return [element.text for element in root.iter(f"{SVG}text") if element.get("class") == class_]


@pytest.mark.parametrize("symbol", SYMBOLS)
@pytest.mark.parametrize("side", ["union", "confederate"])
def test_each_symbol_is_drawn_on_either_side(symbol: str, side: str) -> None:
    root = drawn(CounterLook(side, symbol, "Hood & Law", "X", ("4", "5")))
    plain = drawn(CounterLook(side, next(other for other in SYMBOLS if other != symbol), "Hood & Law", "X", ("4", "5")))
    assert ET.tostring(root) != ET.tostring(plain)
    assert text_of(root, "name") == ["Hood & Law"]
    assert text_of(root, "numbers") == ["4-5"]
    assert text_of(root, "size") == ["X"]
    assert text_of(root, "letter") == ["U" if side == "union" else "C"]


def test_the_sides_differ_in_shape() -> None:
    def corners(side: str) -> int:
        ground = next(e for e in drawn(CounterLook(side, "infantry")).iter() if e.get("class") == "ground")
        return len(re.findall("[MLHV]", ground.get("d", "")))

    assert corners("union") == 4
    assert corners("confederate") == 8


@pytest.mark.parametrize(
    ("marker", "shape"),
    [
        ("disorganised", "broken"),
        ("exhausted", "hatch"),
        ("demoralised", "flag"),
        ("entrenched", "parapet"),
        ("no_ammunition", "cartridge"),
    ],
)
def test_each_state_has_a_shape_of_its_own(marker: str, shape: str) -> None:
    plain = CounterLook("union", "infantry", "Hancock", "XX", ("7",))
    marked = CounterLook("union", "infantry", "Hancock", "XX", ("7",), markers=frozenset({marker}))
    assert shape not in classes(drawn(plain))
    assert shape in classes(drawn(marked))


def test_every_marker_is_covered_by_the_shapes() -> None:
    everything = CounterLook("confederate", "infantry", markers=frozenset(MARKERS))
    assert {"broken", "hatch", "flag", "parapet", "cartridge"} <= classes(drawn(everything))


def test_states_without_a_shape_show_as_letters() -> None:
    root = drawn(CounterLook("confederate", "artillery", badges=("L", "E", "X")))
    letters = [element.text for element in root.iter() if element.get("class") == "state-letter"]
    assert letters == ["L", "E"]  # there is room for two
    assert not {"state", "state-letter"} & classes(drawn(CounterLook("confederate", "artillery")))


@pytest.mark.parametrize("fatigue", [0, 1, 4, 6])
def test_fatigue_shows_as_pips(fatigue: int) -> None:
    root = drawn(CounterLook("union", "cavalry", fatigue=fatigue))
    assert sum(element.get("class") == "pip" for element in root.iter()) == fatigue


def test_active_counters_have_a_bright_edge_and_spent_ones_are_dim() -> None:
    assert "edge" in classes(drawn(CounterLook("union", "hq", active=True)))
    assert "dim" in classes(drawn(CounterLook("union", "hq", spent=True)))
    assert not {"edge", "dim"} & classes(drawn(CounterLook("union", "hq")))


@pytest.mark.parametrize("side", ["union", "confederate"])
def test_grounds_belong_to_their_side(side: str) -> None:
    for colour in COLOURS[side]:
        assert f"on-{colour}" in classes(drawn(CounterLook(side, "infantry", colour=colour)))
    other = COLOURS["confederate" if side == "union" else "union"][0]
    with pytest.raises(ValueError, match=other):
        CounterLook(side, "infantry", colour=other)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"side": "french"}, "side 'french'"),
        ({"symbol": "tank"}, "symbol 'tank'"),
        ({"size": "XXXX"}, "size 'XXXX'"),
        ({"markers": frozenset({"happy"})}, "marker 'happy'"),
        ({"fatigue": 9}, "fatigue"),
    ],
)
def test_looks_that_mean_nothing_are_refused(wrong: dict[str, object], message: str) -> None:
    look: dict[str, object] = {"side": "union", "symbol": "infantry", **wrong}
    with pytest.raises(ValueError, match=message):
        CounterLook(**look)  # type: ignore[arg-type]


def test_long_names_are_set_smaller_to_fit() -> None:
    def size(name: str) -> float:
        root = drawn(CounterLook("union", "infantry", name))
        return float(next(e for e in root.iter(f"{SVG}text") if e.get("class") == "name").get("font-size", "0"))

    assert size("Breckinridge") < size("Reynolds") <= size("Orr") == 17
    assert size("ジャクソン") < 17
    squeezed = counter_svg(CounterLook("confederate", "infantry", "ロングストリート"))
    assert re.search(r'class="name" transform="[^"]*scale\(0\.\d+ 1\)"[^>]*>ロングストリート<', squeezed)
    endless = drawn(CounterLook("union", "infantry", "The Army of the Potomac in camp"))
    assert text_of(endless, "name")[0].endswith("…")


def test_size_marks_are_those_of_the_period() -> None:
    assert {"XXX", "XX", "X", "III", "II"} <= set(SIZES)


def test_a_position_stacks_counters_in_their_hex(medley: Board) -> None:
    looks = [CounterLook("union", "infantry", name, "X", ("3",)) for name in ("A", "B", "C", "D", "E", "F")]
    layer = counters_layer(medley, {"0404": looks, "0602": looks[:1], "0101": []})
    root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{layer}</svg>')
    stacks = {e.get("data-hex"): e for e in root.iter(f"{SVG}g") if e.get("class") == "stack"}
    assert set(stacks) == {"0404", "0602"}
    assert [t.text for t in stacks["0404"].iter(f"{SVG}text") if not t.get("class")] == ["6"]
    assert "badge" not in classes(stacks["0602"])
    names = [t.text for t in stacks["0404"].iter(f"{SVG}text") if t.get("class") == "name"]
    assert names == ["C", "D", "E", "F"]  # the top of the stack is drawn, the badge tells of the rest
    x, y = geometry(medley)["hexes"]["0602"]
    counter = next(e for e in stacks["0602"].iter(f"{SVG}g") if "counter" in (e.get("class") or "").split())
    found = re.match(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", counter.get("transform", ""))
    assert found
    assert float(found[1]) + 50 * float(found[3]) == pytest.approx(x, abs=1)
    assert float(found[2]) + 50 * float(found[3]) == pytest.approx(y, abs=3)


@pytest.mark.parametrize("marker", [(), ("disorganised",), ("entrenched",)])
@pytest.mark.parametrize(
    "numbers", [("9", "4"), ("10", "4"), ("18", "5"), ("12", "10"), ("16", "4", "3"), ("13(9)", "3", "2")]
)
def test_numbers_keep_clear_of_cut_corners(numbers: tuple[str, ...], marker: tuple[str, ...]) -> None:
    """The corners of a Confederate counter take a part of the line the numbers stand on."""
    look = CounterLook("confederate", "infantry", "Rodes", "XX", numbers, markers=frozenset(marker))
    text = next(e for e in drawn(look).iter(f"{SVG}text") if e.get("class") == "numbers")
    foot, size = float(text.get("y", "0")), float(text.get("font-size", "0"))
    left = 50 - text_width("-".join(numbers), SANS_BOLD, size) / 2
    edge = 4 + max(0.0, foot - 83)  # the middle of the border, at the foot of the numbers
    border = 4.0 if marker == ("disorganised",) else 1.5
    assert left - edge >= border + 1.5
    assert size >= 17, "and they can still be read"
