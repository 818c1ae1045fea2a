"""Charts and the turn track."""

import xml.etree.ElementTree as ET

import pytest

from hardtack.draw import Chart, chart_html, chart_svg, turn_track_svg

SVG = "{http://www.w3.org/2000/svg}"
TABLE = Chart("Combat <results>", ("die", "1-1", "2-1"), (("1", "AR", "NE"), ("2", "NE", "DR")), ("NE: no effect",))


def texts(svg: str, class_: str) -> list[str | None]:
    return [e.text for e in ET.fromstring(svg).iter(f"{SVG}text") if e.get("class") == class_]


def test_a_chart_holds_every_cell_and_note() -> None:
    svg = chart_svg(TABLE)
    assert texts(svg, "chart-title") == ["Combat <results>"]
    assert texts(svg, "chart-name") == ["die", "1-1", "2-1", "1", "2"]
    assert texts(svg, "chart-cell") == ["AR", "NE", "NE", "DR"]
    assert texts(svg, "chart-note") == ["NE: no effect"]


def test_the_marked_cell_is_the_one_under_the_mark() -> None:
    root = ET.fromstring(chart_svg(TABLE, marked=(1, 2)))
    mark = next(e for e in root.iter(f"{SVG}rect") if e.get("class") == "chart-now")
    left, right = (float(mark.get("x", "0")), float(mark.get("x", "0")) + float(mark.get("width", "0")))
    top, bottom = (float(mark.get("y", "0")), float(mark.get("y", "0")) + float(mark.get("height", "0")))
    under = [
        e.text
        for e in root.iter(f"{SVG}text")
        if left <= float(e.get("x", "0")) <= right and top <= float(e.get("y", "0")) <= bottom
    ]
    assert under == ["DR"]


def test_a_chart_on_a_page_has_heads_for_rows_and_columns() -> None:
    root = ET.fromstring(chart_html(TABLE, marked=(0, 1)))
    assert [e.text for e in root.iter("th") if e.get("scope") == "col"] == ["die", "1-1", "2-1"]
    assert [e.text for e in root.iter("th") if e.get("scope") == "row"] == ["1", "2"]
    assert [e.text for e in root.iter("td") if e.get("aria-current")] == ["AR"]


def test_a_row_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(ValueError, match="3 cells"):
        Chart("t", ("a", "b"), (("1", "2", "3"),))


def test_the_track_shows_turns_nights_arrivals_and_the_present() -> None:
    svg = turn_track_svg(["6:00", "8:00", "夜"], now=1, night={2}, arrivals={1: ["Sykes", "Meade"]}, title="Turns")
    root = ET.fromstring(svg)
    boxes = {e.get("class"): e for e in root.iter(f"{SVG}g")}
    assert set(boxes) == {"turn", "turn now", "turn night"}
    assert [t.text for t in boxes["turn now"].iter(f"{SVG}text")] == ["8:00", "Sykes", "Meade"]
    assert next(t.text for t in boxes["turn night"].iter(f"{SVG}text")) == "夜"
    with pytest.raises(ValueError, match="3"):
        turn_track_svg(["1", "2", "3"], now=3)
