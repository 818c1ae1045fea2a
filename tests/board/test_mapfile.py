"""Map files: a sound one gives a board, and every kind of defect is named with its place and line."""

from pathlib import Path

import pytest

from hardtack.board.mapcheck import Defect
from hardtack.board.mapfile import MapError, check_map, load_board
from hardtack.board.masks import hexes_in

SOUND = """\
id = "toy"
title_en = "Toy field"
title_ja = "玩具の野"
yards_per_hex = 400
default = "clear"
out_of_play = ["0505", "0605"]

[grid]
columns = [1, 6]
rows = [1, 5]
shift = "even-down"
short_columns = "even"
short_rows = [1, 5]

[terrain]
woods = ["0101", "0102"]
town = ["0303"]

[overlays]
hill = ["0102", "0303"]

[hexsides]
creek = [
  ["0201", "0202"], ["0202", "0302"],
  ["0301", "0302"],
]
wall = [["0404", "0405"]]

[slopes]
slope = [["0103", "0104"]]

[[crossings]]
kind = "ford"
between = ["0202", "0302"]
name_en = "Toy Ford"
name_ja = "玩具浅瀬"
label = [0.5, -0.25]
tags = ["secret"]
provenance = "seed"

[[paths]]
kind = "road"
name_en = "Toy Road"
name_ja = "玩具道路"
hexes = ["0102", "0202", "0302"]
label_at = 0.5

[[paths]]
kind = "trail"
hexes = ["0303", "0304"]

[[places]]
hex = "0303"
name_en = "Toy's Town-End"
name_ja = "玩具町"
kind = "town"

[[entries]]
id = "A"
hex = "0101"
side = "union"

[[boxes]]
id = "rear"
name_en = "Rear Box"
name_ja = "後方ボックス"
entry_hexes = ["0501"]

[[streams]]
name_en = "Toy Creek"
name_ja = "玩具川"
kind = "creek"
sides = [["0201", "0202"], ["0202", "0302"]]
label_at = [0.25, 1]

[regions]
north = ["0101", "0201"]

[side_sets]
bridge_sites = [["0301", "0302"]]

[provenance]
default = "reconstructed"
seed = ["0303"]
public = ["0101"]
seed_sets = ["bridge_sites"]
note = "For tests."
"""

# what is changed, into what, the code, the place, and a part of the line pointed at
DEFECTS = [
    ('id = "toy"', "id = toy", "unreadable", "file", ""),
    ('id = "toy"\n', "", "missing", "id", ""),
    ('id = "toy"', 'id = ""', "bad-value", "id", 'id = ""'),
    ('title_ja = "玩具の野"', "title_ja = 7", "wrong-kind", "title_ja", "title_ja"),
    ("yards_per_hex = 400", "yards_per_hex = 0", "bad-value", "yards_per_hex", "yards"),
    ("yards_per_hex = 400", "yards_per_hex = true", "wrong-kind", "yards_per_hex", "yards"),
    ("yards_per_hex = 400\n", "", "missing", "yards_per_hex", ""),
    ('default = "clear"', 'default = "clear"\nweather = "rain"', "unknown-key", "weather", "weather"),
    ('["0505", "0605"]', '"0505"', "wrong-kind", "out_of_play", "out_of_play"),
    ("columns = [1, 6]", "columns = [6]", "wrong-kind", "grid.columns", "columns"),
    ("columns = [1, 6]", "columns = [6, 1]", "bad-value", "grid.columns", "columns"),
    ("columns = [1, 6]\n", "", "missing", "grid.columns", "[grid]"),
    ("columns = [1, 6]", "columns = [true, 6]", "wrong-kind", "grid.columns", "columns"),
    ('"even-down"', '"upside-down"', "bad-value", "grid.shift", "shift"),
    ('short_columns = "even"', 'short_columns = "all"', "bad-value", "grid.short_columns", "short_columns"),
    ("short_rows = [1, 5]\n", "", "missing", "grid.short_rows", "[grid]"),
    ('"even-down"', '"even-down"\ntilt = 3', "unknown-key", "grid.tilt", "tilt"),
    ('woods = ["0101", "0102"]', 'woods = ["0101", "012"]', "bad-hex", "terrain.woods 012", "woods"),
    ('woods = ["0101", "0102"]', 'woods = ["0101", "0702"]', "off-grid", "terrain.woods 0702", "woods"),
    ('woods = ["0101", "0102"]', "woods = [101]", "wrong-kind", "terrain.woods", "woods"),
    ('woods = ["0101", "0102"]', 'woods = ["0101", "0101"]', "duplicate", "terrain.woods 0101", "woods"),
    ('town = ["0303"]', 'town = ["0303", "0102"]', "overlap", "terrain.town 0102", "town"),
    ("[terrain]", "[[terrain]]", "wrong-kind", "terrain", "[[terrain]]"),
    ('hill = ["0102", "0303"]', 'hill = ["0102", "0606"]', "off-grid", "overlays.hill 0606", "hill"),
    ('  ["0301", "0302"],', '  ["0301", "0303"],', "not-adjacent", "hexsides.creek 0301/0303", "0301"),
    ('  ["0301", "0302"],', '  ["0302", "0202"],', "duplicate", "hexsides.creek 0302/0202", '["0302", "0202"]'),
    ('  ["0301", "0302"],', '  ["0301"],', "wrong-kind", "hexsides.creek", "creek"),
    ('wall = [["0404", "0405"]]', "wall = 3", "wrong-kind", "hexsides.wall", "wall"),
    ('[["0103", "0104"]]', '[["0103", "0105"]]', "not-adjacent", "slopes.slope 0103/0105", "slope ="),
    (
        '[["0103", "0104"]]',
        '[["0103", "0104"], ["0104", "0103"]]',
        "duplicate",
        "slopes.slope 0104/0103",
        "slope =",
    ),
    ('kind = "ford"\n', "", "missing", "crossings[1].kind", "[[crossings]]"),
    (
        'between = ["0202", "0302"]',
        'between = ["0303", "0302"]',
        "no-water",
        "crossings[1].between 0303/0302",
        "between",
    ),
    (
        'between = ["0202", "0302"]',
        'between = ["0202", "0402"]',
        "not-adjacent",
        "crossings[1].between 0202/0402",
        "between",
    ),
    ('between = ["0202", "0302"]\n', "", "missing", "crossings[1].between", "[[crossings]]"),
    ('name_ja = "玩具浅瀬"\n', "", "missing", "crossings[1].name_ja", "[[crossings]]"),
    ("label = [0.5, -0.25]", "label = [0.5, nan]", "wrong-kind", "crossings[1].label", "label"),
    ("label = [0.5, -0.25]", "label = 3", "wrong-kind", "crossings[1].label", "label"),
    ('tags = ["secret"]', 'tags = ["secret", "secret"]', "duplicate", "crossings[1].tags secret", "tags"),
    ('tags = ["secret"]', "tags = [1]", "wrong-kind", "crossings[1].tags", "tags"),
    ('provenance = "seed"', 'provenance = "rumour"', "bad-value", "crossings[1].provenance", "rumour"),
    ("[[crossings]]", "[crossings]", "wrong-kind", "crossings", "[crossings]"),
    (
        '[[paths]]\nkind = "road"',
        '[[crossings]]\nkind = "bridge"\nbetween = ["0302", "0202"]\n\n[[paths]]\nkind = "road"',
        "duplicate",
        "crossings[2].between 0302/0202",
        '["0302", "0202"]',
    ),
    ('hexes = ["0303", "0304"]', 'hexes = ["0303", "0305"]', "path-jumps", "paths[2].hexes 0303/0305", '"0305"'),
    ('hexes = ["0303", "0304"]', 'hexes = ["0405", "0505"]', "out-of-play", "paths[2].hexes 0505", '"0505"'),
    ('hexes = ["0303", "0304"]', "hexes = []", "missing", "paths[2].hexes", "hexes = []"),
    ('hexes = ["0303", "0304"]', "hexes = 3", "wrong-kind", "paths[2].hexes", "hexes = 3"),
    ("label_at = 0.5", "label_at = 1.5", "bad-value", "paths[1].label_at", "label_at"),
    ("label_at = 0.5", 'label_at = "middle"', "wrong-kind", "paths[1].label_at", "label_at"),
    ('hex = "0303"', "hex = 303", "wrong-kind", "places[1].hex", "hex = 303"),
    ('hex = "0303"\n', "", "missing", "places[1].hex", "[[places]]"),
    ('kind = "town"', 'kind = "town"\nsize = 3', "unknown-key", "places[1].size", "size"),
    (
        "[[entries]]",
        '[[places]]\nhex = "0303"\nname_en = "Toys Town End"\nname_ja = "町"\nkind = "town"\n\n[[entries]]',
        "duplicate",
        "places[2].hex 0303",
        'hex = "0303"',
    ),
    ('hex = "0101"', 'hex = "0605"', "out-of-play", "entries[1].hex 0605", '"0605"'),
    ('side = "union"', 'side = "french"', "bad-value", "entries[1].side", "french"),
    (
        "[[boxes]]",
        '[[entries]]\nid = "A"\nhex = "0102"\nside = "both"\n\n[[boxes]]',
        "duplicate",
        "entries[2].id A",
        'id = "A"',
    ),
    ('entry_hexes = ["0501"]', 'entry_hexes = ["0505"]', "out-of-play", "boxes[1].entry_hexes 0505", "0505"),
    (
        "[[streams]]",
        '[[boxes]]\nid = "rear"\nname_en = "R"\nname_ja = "後"\n\n[[streams]]',
        "duplicate",
        "boxes[2].id rear",
        'id = "rear"',
    ),
    ('kind = "creek"', 'kind = "ocean"', "bad-value", "streams[1].kind", "ocean"),
    ('sides = [["0201", "0202"], ["0202", "0302"]]\n', "", "missing", "streams[1].sides", "[[streams]]"),
    ('sides = [["0201", "0202"],', 'sides = [["0404", "0405"],', "no-water", "streams[1].sides 0404/0405", "0404"),
    (
        "[regions]",
        '[[streams]]\nname_en = "Toy Creek"\nname_ja = "川"\nkind = "creek"\nhexes = ["0101"]\n\n[regions]',
        "duplicate",
        "streams[2].name_en Toy Creek",
        "Toy Creek",
    ),
    ('north = ["0101", "0201"]', 'north = ["0101", "0199"]', "off-grid", "regions.north 0199", "north"),
    (
        '[["0301", "0302"]]',
        '[["0301", "0401"], ["0101", "0303"]]',
        "not-adjacent",
        "side_sets.bridge_sites 0101/0303",
        "sites",
    ),
    ('default = "reconstructed"', 'default = "guess"', "bad-value", "provenance.default", "guess"),
    ('public = ["0101"]', 'public = ["0101", "0303"]', "overlap", "provenance.public 0303", "public"),
    ('seed_sets = ["bridge_sites"]', 'seed_sets = ["ferries"]', "bad-value", "provenance.seed_sets ferries", "ferries"),
    ('note = "For tests."', "note = 3", "wrong-kind", "provenance.note", "note"),
]


def test_a_sound_map_has_no_defects() -> None:
    assert check_map(SOUND) == []


@pytest.mark.parametrize(("old", "new", "code", "place", "pointed_at"), DEFECTS)
def test_a_defect_is_named_with_its_place(old: str, new: str, code: str, place: str, pointed_at: str) -> None:
    assert SOUND.count(old) >= 1
    text = SOUND.replace(old, new, 1)
    defects = check_map(text, "toy.toml")
    assert [(defect.file, defect.code, defect.place) for defect in defects] == [("toy.toml", code, place)]
    if pointed_at:
        assert pointed_at in text.splitlines()[defects[0].line - 1]
    with pytest.raises(MapError) as caught:
        load_board(text, "toy.toml")
    assert caught.value.defects == defects
    assert f"{place}: {defects[0].message} [{code}]" in str(caught.value)


def test_every_defect_is_named_at_once_in_the_order_of_the_file() -> None:
    text = SOUND.replace('"0101", "0102"]', '"0101", "9999"]').replace('"0202", "0302"]\nname', '"0303", "0304"]\nname')
    text = text.replace('side = "union"', 'side = "french"').replace('north = ["0101"', 'north = ["01x1"')
    defects = check_map(text)
    assert [defect.code for defect in defects] == ["off-grid", "no-water", "bad-value", "bad-hex"]
    assert [defect.line for defect in defects] == sorted(defect.line for defect in defects)
    assert all(defect.line for defect in defects)


def test_a_bad_grid_does_not_hide_other_defects() -> None:
    text = SOUND.replace("[1, 6]", "[6, 1]").replace('side = "union"', 'side = "french"')
    assert {defect.place for defect in check_map(text)} == {"grid.columns", "entries[1].side"}


def test_a_bad_hex_in_a_path_is_not_also_a_jump() -> None:
    text = SOUND.replace('["0102", "0202", "0302"]', '["0102", "02", "0302"]')
    assert [defect.code for defect in check_map(text)] == ["bad-hex"]


def test_a_defect_reads_as_file_line_place_and_message() -> None:
    assert str(Defect("m.toml", "grid.rows", "missing", "needed", 4)) == "m.toml:4: grid.rows: needed [missing]"
    assert str(Defect("m.toml", "grid", "missing", "needed")) == "m.toml: grid: needed [missing]"


def test_a_file_is_read_by_path_or_by_name(tmp_path: Path) -> None:
    file = tmp_path / "toy.toml"
    file.write_text(SOUND, encoding="utf-8")
    assert load_board(file).id == load_board(str(file)).id == "toy"


def test_a_file_that_is_not_there_or_not_text_is_a_map_error(tmp_path: Path) -> None:
    with pytest.raises(MapError) as caught:
        load_board(tmp_path / "none.toml")
    assert [(defect.file, defect.code) for defect in caught.value.defects] == [("none.toml", "unreadable")]
    (tmp_path / "bytes.toml").write_bytes(b"id = \xff")
    with pytest.raises(MapError):
        load_board(tmp_path / "bytes.toml")


def test_a_board_answers_what_its_map_says() -> None:
    board = load_board(SOUND)
    at = board.grid.index
    assert (board.title_en, board.title_ja, board.yards_per_hex) == ("Toy field", "玩具の野", 400)
    assert [board.terrain[at(name)] for name in ("0102", "0303", "0404")] == ["woods", "town", "clear"]
    assert board.has("hill", at("0303"))
    assert not board.has("hill", at("0304"))
    assert not board.has("swamp", at("0303"))
    assert board.playable == (1 << board.grid.size) - 1 - (1 << at("0505")) - (1 << at("0605"))
    assert set(hexes_in(board.regions["north"])) == {at("0101"), at("0201")}
    assert board.within("north", at("0201"))
    assert not board.within("north", at("0202"))


def test_a_board_knows_its_hexsides_from_either_hex() -> None:
    board = load_board(SOUND)
    at = board.grid.index
    for a, b in ((at("0202"), at("0302")), (at("0302"), at("0202"))):
        assert board.side(a, b) == {"creek", "ford"}
        crossing = board.crossing(a, b)
        assert crossing is not None
        assert (crossing.name_en, crossing.tags, crossing.provenance) == ("Toy Ford", frozenset({"secret"}), "seed")
    assert board.side(at("0201"), at("0202")) == {"creek"}
    assert board.side(at("0101"), at("0102")) == frozenset()
    assert board.crossing(at("0201"), at("0202")) is None
    assert (at("0302"), at("0301")) in board.side_sets["bridge_sites"]


def test_a_slope_climbs_one_way_only() -> None:
    board = load_board(SOUND)
    low, high = board.grid.index("0103"), board.grid.index("0104")
    assert board.slope_up(low, high)
    assert not board.slope_up(high, low)


def test_paths_lead_both_ways_between_their_own_hexes() -> None:
    board = load_board(SOUND)
    at = board.grid.index
    assert board.along("road", at("0202"), at("0102"))
    assert board.along("road", at("0202"), at("0302"))
    assert not board.along("trail", at("0202"), at("0302"))
    assert board.along(("trail", "road"), at("0302"), at("0202"))
    assert not board.along(("trail", "rail"), at("0302"), at("0202"))
    assert not board.along("road", at("0302"), at("0303"))


def test_places_entries_boxes_and_streams_are_found_by_name() -> None:
    board = load_board(SOUND)
    at = board.grid.index
    assert board.place("toys_town_end") == board.place("Toy's Town-End") == at("0303")
    assert [place.name_ja for place in board.places_at(at("0303"))] == ["玩具町"]
    assert board.places_at(at("0101")) == ()
    with pytest.raises(KeyError):
        board.place("nowhere")
    assert board.entries["A"].hex == at("0101")
    assert board.boxes["rear"].entry_hexes == (at("0501"),)
    assert board.streams["toy_creek"].sides == ((at("0201"), at("0202")), (at("0202"), at("0302")))


def test_provenance_is_kept_for_every_datum() -> None:
    board = load_board(SOUND)
    at = board.grid.index
    assert [board.provenance(at(name)) for name in ("0303", "0101", "0404")] == ["seed", "public", "reconstructed"]
    assert [board.set_provenance(name) for name in ("bridge_sites", "north")] == ["seed", "reconstructed"]
    counts = board.provenance_counts()
    assert counts["hexes"] == {"seed": 1, "public": 1, "reconstructed": 28}
    assert counts["crossings"] == {"seed": 1}
    assert counts["paths"] == {"reconstructed": 2}
    assert counts["sets"] == {"seed": 1, "reconstructed": 1}
