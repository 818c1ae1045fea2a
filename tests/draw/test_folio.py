"""Documents: lines that fit, pages that hold together, a PDF whose parts are all where its table says."""

from __future__ import annotations

import re
import zlib

import pytest

from hardtack.battles import find_battle
from hardtack.draw.folio import (
    NOT_FIRST,
    Bullets,
    Folio,
    Heading,
    Paragraph,
    Picture,
    Table,
    folio_html,
    folio_pdf,
    wrapped,
)
from hardtack.draw.lettering import REGULAR, text_width
from hardtack.draw.sketch import Blow, Course, graph_svg, is_part, sketch_svg

LONG = "The Union attacks Longstreet and Jones in 1903 from 1803 with Sherman and Davies. " * 3
JAPANESE = "北軍のシャーマン、デイヴィーズが1803から1903のロングストリート、ジョーンズを攻撃。" * 3


@pytest.mark.parametrize("text", [LONG, JAPANESE])
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
    folio = Folio("A report", "en", [*blocks, Table(["No.", "Attack", "Expected"], rows, frozenset({0, 2}))], "foot")
    data = folio_pdf(folio)
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
    page = folio_html(Folio("<b>", "ja", [Paragraph("a < b"), Table(["x"], [["<i>"]])], links=[("PDF", "/x?a=1&b=2")]))
    assert "<b>" not in page
    assert "a &lt; b" in page
    assert "&lt;i&gt;" in page
    assert 'href="/x?a=1&amp;b=2"' in page
    assert '<html lang="ja">' in page


def test_a_sketch_shows_the_part_with_the_armies():
    board = find_battle("salem-church").scenario("salem-church").board
    near, width, height = sketch_svg(board, {"4228": [], "4127": []}, [Blow("union", "4228", "4127")])
    _, whole, _ = sketch_svg(board, {}, whole=True)
    assert width < whole / 2
    assert height > 500
    assert "Salem Church" in near
    assert near.count("<path") > 5


def test_a_sketch_of_a_wide_field_shows_where_the_fighting_was_thickest():
    board = find_battle("certain-destruction").scenario("certain-destruction").board
    armies = {"1527": [], "4228": [], "4127": []}
    blows = [Blow("union", "4228", "4127"), Blow("union", "4327", "4127"), Blow("union", "1627", "1527")]
    _, whole, _ = sketch_svg(board, armies)
    _, part, _ = sketch_svg(board, armies, blows)
    assert part < whole / 2
    assert is_part(board, armies, blows)
    assert not is_part(board, {"4228": [], "4127": []}, blows[:2])


def test_names_on_a_sketch_do_not_lie_over_each_other():
    board = find_battle("salem-church").scenario("salem-church").board
    svg, _, _ = sketch_svg(board, {"4228": [], "3427": []}, [])
    written = re.findall(r'<text x="(-?\d+)" y="(-?\d+)"[^>]*font-size="([\d.]+)"[^>]*>([^<]+)</text>', svg)
    boxes = [(int(x), int(y), float(size) * 0.5 * len(name) / 2, float(size)) for x, y, size, name in written]
    assert len(boxes) > 5
    for number, (x, y, half, size) in enumerate(boxes):
        for a, b, other, _ in boxes[:number]:
            assert abs(x - a) >= half + other or abs(y - b) >= size
