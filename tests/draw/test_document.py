"""Documents: lines that fit, pages that hold together, a PDF whose parts are all where its table says."""

from __future__ import annotations

import re
import zlib

import pytest

from hardtack.battles import find_battle
from hardtack.draw.counters import CounterLook
from hardtack.draw.document import (
    NOT_FIRST,
    Bullets,
    Document,
    Heading,
    Paragraph,
    Picture,
    Table,
    _Typesetter,
    document_html,
    document_pdf,
    wrapped,
)
from hardtack.draw.graph import Course, graph_svg
from hardtack.draw.lettering import REGULAR, text_width
from hardtack.draw.picture import stacks_of
from hardtack.draw.sketch import Blow, part_shown, sketch_svg

LONG = "The Union attacks Longstreet and Jones in 1903 from 1803 with Sherman and Davies. " * 3
CLOSED = "南軍（第12軍団）、北軍（「第1軍団」）。" * 5
JAPANESE = "北軍のシャーマン、デイヴィーズが1803から1903のロングストリート、ジョーンズを攻撃。" * 3


@pytest.mark.parametrize("text", [LONG, JAPANESE, CLOSED])
def test_lines_fit_and_say_the_same(text):
    lines = wrapped(text, REGULAR, 10, 180)
    assert len(lines) > 3
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        assert text_width(line, REGULAR, 10) <= 180 + 12, "but for a sign that must not begin the next"
        assert line[0] not in NOT_FIRST


def objects(data: bytes) -> dict[int, bytes]:
    start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
    assert data[start : start + 4] == b"xref"
    rows = data[start:].split(b"trailer")[0].split(b"\n")[2:]
    found = {}
    for number, row in enumerate(rows):
        if row.strip().endswith(b"n"):
            offset = int(row[:10])
            assert data[offset:].startswith(b"%d 0 obj" % number), f"object {number} is elsewhere"
            found[number] = data[offset : data.index(b"endobj", offset)]
    return found


def test_a_pdf_has_all_its_pages_and_nothing_points_nowhere():
    svg, width, height = graph_svg([Course("Union", "#00f", [0, 2, 5])], ["1", "2", "3"])
    blocks = [Heading("Title", 1), *[Paragraph(LONG)] * 40, Picture(svg, width, height, "a graph"), Bullets([JAPANESE])]
    rows = [[str(n), "Wood, Cleburne → Buckland", "0.3 / 1.2"] for n in range(60)]
    document = Document(
        "A report", "en", [*blocks, Table(["No.", "Attack", "Expected"], rows, frozenset({0, 2}))], "foot"
    )
    data = document_pdf(document)
    found = objects(data)
    pages = [body for body in found.values() if re.search(rb"/Type\s*/Page(?![A-Za-z])", body)]
    assert len(pages) >= 3
    assert b"/Count %d" % len(pages) in found[2]
    for body in found.values():
        for number in re.findall(rb"(\d+) 0 R", body.partition(b"stream")[0]):
            assert int(number) in found
    streams = [body for body in found.values() if b"/FlateDecode" in body and b"stream" in body]
    for body in streams[:5]:
        packed = body.partition(b"stream")[2].lstrip(b"\r\n").rpartition(b"endstream")[0]
        assert zlib.decompressobj().decompress(packed)


def test_a_page_says_what_was_given_and_nothing_as_markup():
    page = document_html(
        Document("<b>", "ja", [Paragraph("a < b"), Table(["x"], [["<i>"]])], links=[("PDF", "/x?a=1&b=2")])
    )
    assert "<b>" not in page
    assert "a &lt; b" in page
    assert "&lt;i&gt;" in page
    assert 'href="/x?a=1&amp;b=2"' in page
    assert '<html lang="ja">' in page


def test_a_sketch_shows_the_part_with_the_armies():
    board = find_battle("salem-church").scenario("salem-church").board
    near, width, height = sketch_svg(board, {"4228": [], "4127": []}, [Blow("union", "4228", "4127")])
    _, whole, _ = sketch_svg(board, {})
    assert width < whole / 2
    assert height > 500
    assert "Salem Church" in near
    assert near.count("<path") > 5


def test_a_sketch_of_a_wide_field_shows_where_the_fighting_was_thickest():
    board = find_battle("certain-destruction").scenario("certain-destruction").board
    armies = {"1527": [], "4228": [], "4127": []}
    blows = [Blow("union", "4228", "4127"), Blow("union", "4327", "4127"), Blow("union", "1627", "1527")]
    _, whole, _ = sketch_svg(board, {})
    _, part, _ = sketch_svg(board, armies, blows)
    assert part < whole / 2
    assert part_shown(board, armies, blows) == "thick"
    assert part_shown(board, {"4228": [], "4127": []}, blows[:2]) == ""


def test_a_sketch_that_nobody_could_read_leaves_out_who_is_far_from_the_fighting():
    board = find_battle("bull-run").scenario("bull-run").board
    armies, blows = {"0301": [], "1802": [], "1703": [], "1614": []}, [Blow("confederate", "1703", "1802", "3")]
    _, _, whole = sketch_svg(board, armies)
    near, _, height = sketch_svg(board, armies, blows)
    assert part_shown(board, armies, blows) == "field"
    assert height < whole
    assert re.search(r"<text[^>]*>3</text>", near), "the number of the fight at its arrow"
    assert ">3<" not in sketch_svg(board, armies, [Blow("confederate", "1703", "1802")])[0]


def test_a_sketch_of_a_wide_field_without_fights_shows_most_of_the_troops():
    battle = find_battle("chancellorsville-campaign")
    state = battle.set_up(battle.scenario("chancellorsville-campaign", {}))
    armies = stacks_of(state, "en")
    assert part_shown(state.scenario.board, armies, []) == "crowd"
    svg, width, _ = sketch_svg(state.scenario.board, armies, [])
    assert width < sketch_svg(state.scenario.board, {})[1] / 2
    assert "Fredericksburg" in svg


def test_names_on_a_sketch_make_room_for_counters():
    battle = find_battle("bull-run")
    state = battle.set_up(battle.scenario("bull-run", {}))
    looks = next(iter(stacks_of(state, "en").values()))
    bare, held = ({"1802": found, "1614": []} for found in ([], looks))

    def height(armies: dict[str, list[CounterLook]]) -> int:
        return int(re.findall(r'y="(\d+)"[^>]*>Centreville</text>', sketch_svg(state.scenario.board, armies)[0])[0])

    assert abs(height(held) - height(bare)) > 10


def test_the_text_goes_on_where_a_picture_waits_for_the_next_page():
    """And a paragraph of a few lines is not torn apart by the picture that comes first there."""
    svg, width, _ = graph_svg([Course("Union", "#00f", [0, 2, 5])], ["1", "2", "3"])
    blocks = [*[Paragraph("Before.")] * 30, Picture(svg, width, width, "The picture."), *[Paragraph(LONG)] * 8]
    setter = _Typesetter(Document("A report", "en", blocks))
    for block in blocks:
        setter.add(block)
    first, second = (page.partition("A report")[0] for page in setter.finish())
    assert "The picture." not in first
    assert "The Union attacks" in first
    assert second.index("The picture.") < second.index("The Union attacks")
    written = re.findall(">([^<]+)</text>", second)
    assert written[written.index("The picture.") + 1].startswith("The Union attacks Longstreet"), "a paragraph begins"


def test_a_picture_at_the_end_is_not_forgotten_and_no_table_has_its_head_alone():
    svg, width, _ = graph_svg([Course("Union", "#00f", [0, 2])], ["1", "2"])
    rows = [["1", "Wood"], ["2", "Cleburne"]]
    setter = _Typesetter(Document("A report", "en", []))
    for block in [*[Paragraph("Before.")] * 40, Table(["No.", "Attack"], rows), Picture(svg, width, width, "Last.")]:
        setter.add(block)
    pages = setter.finish()
    assert "Last." in pages[-1]
    assert [page for page in pages if "Attack" in page] == [page for page in pages if "Wood" in page]


def test_what_is_told_under_a_number_shows_it():
    page = document_html(Document("t", "en", [Bullets(["Wood attacks.", "Nothing."], ["7", ""])]))
    assert "<li><b>7</b> Wood attacks.</li><li>Nothing.</li>" in page


def test_names_on_a_sketch_do_not_lie_over_each_other():
    board = find_battle("salem-church").scenario("salem-church").board
    svg, _, _ = sketch_svg(board, {"4228": [], "3427": []}, [])
    written = re.findall(r'<text x="(-?\d+)" y="(-?\d+)"[^>]*font-size="([\d.]+)"[^>]*>([^<]+)</text>', svg)
    boxes = [(int(x), int(y), float(size) * 0.5 * len(name) / 2, float(size)) for x, y, size, name in written]
    assert len(boxes) > 5
    for number, (x, y, half, size) in enumerate(boxes):
        for a, b, other, _ in boxes[:number]:
            assert abs(x - a) >= half + other or abs(y - b) >= size
