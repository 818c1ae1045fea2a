"""Whatever is in a map file, reading it ends in a board or in a MapError, never in anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardtack.board.board import Board
from hardtack.board.mapfile import MapError, check_map, load_board

SEED_FILE = """\
id = "toy"
title_en = "Toy field"
title_ja = "玩具の野"
yards_per_hex = 400
default = "clear"
out_of_play = ["0404"]
[grid]
columns = [1, 4]
rows = [1, 4]
shift = "odd-down"
short_columns = "odd"
short_rows = [1, 3]
[terrain]
woods = ["0101", "0102"]
[overlays]
hill = ["0102"]
[hexsides]
creek = [["0201", "0202"], ["0202", "0302"]]
[slopes]
slope = [["0102", "0103"]]
[[crossings]]
kind = "ford"
between = ["0201", "0202"]
label = [0.5, 0.5]
tags = ["secret"]
[[paths]]
kind = "road"
hexes = ["0102", "0202"]
label_at = 0.5
[[places]]
hex = "0303"
name_en = "Town"
name_ja = "町"
kind = "town"
[[entries]]
id = "A"
hex = "0101"
side = "union"
[[boxes]]
id = "rear"
name_en = "Rear"
name_ja = "後方"
entry_hexes = ["0101"]
[[streams]]
name_en = "Creek"
name_ja = "川"
kind = "creek"
sides = [["0201", "0202"]]
[regions]
north = ["0101"]
[side_sets]
sites = [["0201", "0202"]]
[provenance]
default = "public"
seed = ["0303"]
public = ["0101"]
seed_sets = ["sites"]
note = "note"
"""
LINES = SEED_FILE.splitlines()
VALUES = st.sampled_from(
    [
        "1", "-1", "0.5", "nan", "inf", "true", '""', '"0101"', '"9999"', '"é"', "[]", "{}", "[[]]", "[{}]", "[1, 2]",
        "[1, 4]", '["0101"]', '["0101", "0101"]', '[["0101"]]', '[["0101", "0102"]]', '[["0101", "0303"]]', "[[[]]]",
        "1979-05-27", "07:32:00", '{hex = "0101"}', "[1, '0101', [], {}]", "9" * 5000, "[" * 2000,
        '["01\\u00b2\\u00b2"]',
    ]
)  # fmt: skip


def must_hold(text: str) -> None:
    defects = check_map(text)
    if not defects:
        assert isinstance(load_board(text), Board)
        return
    assert all(0 <= defect.line <= text.count("\n") + 1 for defect in defects)
    with pytest.raises(MapError) as caught:
        load_board(text)
    assert caught.value.defects == defects


def test_the_file_that_is_spoiled_is_sound_at_first() -> None:
    assert check_map(SEED_FILE) == []


@given(st.lists(st.tuples(st.integers(0, len(LINES) - 1), VALUES), min_size=1, max_size=4))
def test_values_of_any_kind_under_any_key(changes: list[tuple[int, str]]) -> None:
    lines = list(LINES)
    for number, value in changes:
        key, equals, _ = lines[number].partition(" = ")
        lines[number] = f"{key} = {value}" if equals else f"extra{number} = {value}\n{lines[number]}"
    must_hold("\n".join(lines))


@given(st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.integers(0, len(LINES) - 1)), max_size=6))
def test_lines_lost_doubled_and_out_of_order(moves: list[tuple[int, int]]) -> None:
    lines = list(LINES)
    for a, b in moves:
        lines[a], lines[b] = lines[b], lines[b] if a % 2 else lines[a]
    must_hold("\n".join(lines))


@given(st.integers(0, len(SEED_FILE)), st.integers(0, 30), st.text(max_size=12))
def test_pieces_cut_out_and_scribbled_over(start: int, length: int, scribble: str) -> None:
    must_hold(SEED_FILE[:start] + scribble + SEED_FILE[start + length :])


@given(st.text(max_size=200))
def test_any_text_at_all(text: str) -> None:
    must_hold(text + "\n")
