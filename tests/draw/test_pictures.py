"""Pictures: PNG and PDF that show what the drawing says, Japanese included."""

import struct
import zlib
from importlib.resources import files
from itertools import pairwise

import pytest

from hardtack.board.board import Board
from hardtack.draw import CounterLook, board_svg, counter_svg, geometry, svg_to_pdf, svg_to_png
from hardtack.draw.lettering import FONT_FILES, SERIF
from hardtack.draw.palette import palette

Picture = tuple[int, int, list[bytes]]


def read_png(data: bytes) -> Picture:
    """Width, height and rows of an eight-bit RGBA picture (all that the converter makes)."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, size = 8, b"", (0, 0)
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert (depth, colour) == (8, 6)
            size = (width, height)
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw = zlib.decompress(packed)
    stride = size[0] * 4
    rows: list[bytes] = []
    before = bytes(stride)
    for j in range(size[1]):
        start = j * (stride + 1)
        before = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before)
        rows.append(before)
    return size[0], size[1], rows


def _unfiltered(kind: int, line: bytearray, above: bytes) -> bytes:
    for i in range(len(line)):
        left = line[i - 4] if i >= 4 else 0
        up = above[i]
        corner = above[i - 4] if i >= 4 else 0
        if kind == 1:
            line[i] = (line[i] + left) & 255
        elif kind == 2:
            line[i] = (line[i] + up) & 255
        elif kind == 3:
            line[i] = (line[i] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            best = min((left, up, corner), key=lambda value: abs(guess - value))
            line[i] = (line[i] + best) & 255
    return bytes(line)


def pixel(picture: Picture, x: float, y: float) -> tuple[int, int, int]:
    row = picture[2][int(y)]
    start = int(x) * 4
    return row[start], row[start + 1], row[start + 2]


def near(pixel_: tuple[int, int, int], colour: str, slack: int = 24) -> bool:
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return all(abs(a - b) <= slack for a, b in zip(pixel_, wanted, strict=True))


@pytest.fixture(scope="module")
def counter_pictures() -> dict[str, Picture]:
    looks = {
        "union": CounterLook("union", "infantry", "Sykes", "XX", ("5",)),
        "confederate": CounterLook("confederate", "infantry", "Early", "XX", ("5",)),
    }
    return {side: read_png(svg_to_png(counter_svg(look, pixels=100))) for side, look in looks.items()}


def test_counters_show_ground_corner_and_card(counter_pictures: dict[str, Picture]) -> None:
    light = palette("light")
    union, confederate = counter_pictures["union"], counter_pictures["confederate"]
    assert near(pixel(union, 12, 45), light["counter-blue"])
    assert near(pixel(confederate, 12, 45), light["counter-grey"])
    assert near(pixel(union, 50, 40), light["counter-card"])
    assert near(pixel(union, 7, 93), light["counter-blue"])
    assert confederate[2][95][4 * 6 + 3] == 0  # the cut corner is not painted


def test_a_map_shows_water_woods_and_paper_where_they_are(medley: Board) -> None:
    picture = read_png(svg_to_png(board_svg(medley, ids=False), 0.5))
    told = geometry(medley)
    assert picture[:2] == (round(told["width"] / 2), round(told["height"] / 2))
    light = palette("light")

    def share(name: str, *colours: str) -> float:
        x, y = (part / 2 for part in told["hexes"][name])
        around = [pixel(picture, x + dx, y + dy) for dx in range(-12, 13, 2) for dy in range(-12, 13, 2)]
        return sum(any(near(one, light[colour]) for colour in colours) for one in around) / len(around)

    assert share("0902", "water", "water-line") > 0.9
    assert share("0102", "woods", "tree", "tree-edge", "tree-light", "tree-shade") > 0.8
    assert share("0703", "ground") > 0.7
    assert share("0102", "ground") < 0.1


def test_a_dark_picture_is_dark(medley: Board) -> None:
    svg = board_svg(medley)
    light, dark = read_png(svg_to_png(svg, 0.25)), read_png(svg_to_png(svg, 0.25, theme="dark"))

    def brightness(picture: Picture) -> float:
        rows = picture[2][::4]
        return sum(sum(row) for row in rows) / sum(len(row) for row in rows)

    assert brightness(dark) < 0.6 * brightness(light)


def ink(text: str) -> list[tuple[int, int]]:
    """The dark pixels of a text in the map's own lettering."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60" fill="#fff"/>'
        f'<text x="5" y="50" font-family="Hardtack Serif, Hardtack Mincho" font-size="48">{text}</text></svg>'
    )
    picture = read_png(svg_to_png(svg))
    return [(x, y) for y in range(60) for x in range(60) if sum(pixel(picture, x, y)) < 380]


def test_japanese_signs_are_signs_and_not_boxes() -> None:
    drawings = [ink(sign) for sign in "川橋浅森ジャ\U000f0000"]
    assert all(len(drawing) > 60 for drawing in drawings[:-1])
    assert all(a != b for a, b in pairwise(drawings))
    assert drawings[0] != drawings[-1]  # the last has no sign in any font


@pytest.mark.parametrize(("text", "face"), [("Thomasと南軍", b"HardtackMincho"), ("Griffin → Hill", b"HardtackSigns")])
def test_a_ligature_costs_no_sign_of_another_face(text: str, face: bytes) -> None:
    """In a line with "Th" or "ffi" everything that is not in its first face was once a cross."""
    line = f'<text y="20" font-family="{SERIF}"><title>{text}</title>{text}</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 30" width="200" height="30">{line}</svg>'
    assert face in svg_to_pdf(svg)


def test_a_pdf_is_made_with_its_fonts_inside(medley: Board) -> None:
    svg = board_svg(medley, lang="ja")
    pdf = svg_to_pdf(svg)
    assert pdf.startswith(b"%PDF-")
    assert len(pdf) > 20_000
    assert b"HardtackMincho" in pdf
    told = geometry(medley)
    assert f"{told['width']:g}".encode()[:5] in pdf
    half = svg_to_pdf(svg, 0.5)
    assert f"{told['width'] / 2:g}".encode()[:5] in half


def test_every_font_that_is_shipped_is_known() -> None:
    shipped = {path.name for path in (files("hardtack.draw") / "fonts").iterdir() if path.name.endswith(".ttf")}
    assert shipped == set(FONT_FILES)
    assert (files("hardtack.draw") / "fonts" / "OFL.txt").is_file()


def signs_of(font: bytes) -> set[int]:
    """The characters a font has, from its segmented character table."""
    tables = {
        font[at : at + 4]: struct.unpack(">II", font[at + 8 : at + 16]) for at in range(12, 12 + 16 * font[5], 16)
    }
    start, _ = tables[b"cmap"]
    (count,) = struct.unpack(">H", font[start + 2 : start + 4])
    signs: set[int] = set()
    for i in range(count):
        (offset,) = struct.unpack(">I", font[start + 8 + 8 * i : start + 12 + 8 * i])
        at = start + offset
        if struct.unpack(">H", font[at : at + 2])[0] == 4:
            (doubled,) = struct.unpack(">H", font[at + 6 : at + 8])
            ends = struct.unpack(f">{doubled // 2}H", font[at + 14 : at + 14 + doubled])
            starts = struct.unpack(f">{doubled // 2}H", font[at + 16 + doubled : at + 16 + 2 * doubled])
            for first, last in zip(starts, ends, strict=True):
                signs.update(range(first, last + 1))
    return signs


def test_no_text_of_a_battle_has_a_sign_that_the_fonts_lack() -> None:
    fonts = [path for path in (files("hardtack.draw") / "fonts").iterdir() if path.name.endswith(".ttf")]
    signs = set[int]().union(*(signs_of(path.read_bytes()) for path in fonts))
    assert ord("川") in signs
    assert ord("\U00020b9f") not in signs
    battles = [battle for battle in files("hardtack.battles").iterdir() if (battle / "data").is_dir()]
    assert len(battles) >= 5
    for battle in battles:
        for path in (battle / "data").iterdir():
            if path.name in ("words.csv", "units.csv", "map.toml"):
                lacking = {sign for sign in path.read_text("utf-8") if ord(sign) > 127 and ord(sign) not in signs}
                assert not lacking, f"{battle.name}/{path.name}"
