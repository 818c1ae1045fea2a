"""Boards for the drawing tests: the five real ones and a small one that has everything."""

from functools import cache
from importlib.resources import files

import pytest

from hardtack.board.board import Board
from hardtack.board.mapfile import load_board

BATTLES = ("bull_run", "sharpsburg", "shiloh", "chickamauga", "chancellorsville")

MEDLEY = """
id = "medley"
title_en = "The Medley, a map with everything"
title_ja = "寄せ集めの地図"
default = "clear"
yards_per_hex = 800

[grid]
columns = [1, 9]
rows = [1, 7]
shift = "even-down"

[terrain]
woods = ["0101", "0102", "0201"]
deep_woods = ["0103", "0203"]
swamp = ["0105", "0106"]
hill = ["0303", "0304"]
rough = ["0307"]
town = ["0505"]
water = ["0901", "0902", "0903"]

[overlays]
orchard = ["0701"]

[hexsides]
creek = [["0401", "0501"], ["0401", "0502"], ["0402", "0502"], ["0402", "0503"], ["0403", "0503"]]
ridge = [["0206", "0207"], ["0206", "0307"]]
protected = [["0705", "0706"]]
treeline = [["0605", "0606"]]

[slopes]
slope = [["0404", "0304"], ["0403", "0304"]]

[[crossings]]
kind = "ford"
between = ["0401", "0502"]
name_en = "Mud & Stone Ford"
name_ja = "泥浅瀬"
provenance = "reconstructed"

[[crossings]]
kind = "bridge"
between = ["0402", "0503"]
name_en = "Long Bridge"
name_ja = "長橋"
provenance = "reconstructed"

[[paths]]
kind = "pike"
name_en = "Great Pike"
name_ja = "大街道"
hexes = ["0107", "0206", "0306", "0405", "0505", "0604", "0704", "0803"]
provenance = "reconstructed"

[[paths]]
kind = "road"
name_en = "Bridge Road"
name_ja = "橋街道"
hexes = ["0505", "0504", "0503", "0402", "0303"]
provenance = "reconstructed"

[[paths]]
kind = "trail"
name_en = "Cow Path"
name_ja = "牛の道"
hexes = ["0505", "0605", "0706"]
provenance = "reconstructed"

[[paths]]
kind = "railroad"
name_en = "Medley Railroad"
name_ja = "寄せ集め鉄道"
hexes = ["0107", "0206", "0306", "0406", "0506", "0606", "0707"]
provenance = "reconstructed"

[[places]]
hex = "0505"
name_en = "Market Town"
name_ja = "市場町"
kind = "town"
provenance = "reconstructed"

[[places]]
hex = "0304"
name_en = "High Hill"
name_ja = "高い丘"
kind = "hill"
provenance = "reconstructed"

[[places]]
hex = "0702"
name_en = "Old Church"
name_ja = "古い教会"
kind = "church"
provenance = "reconstructed"

[[entries]]
id = "A"
hex = "0107"
side = "union"
provenance = "reconstructed"

[[streams]]
name_en = "Mud Creek"
name_ja = "泥川"
kind = "creek"
sides = [["0401", "0501"], ["0401", "0502"], ["0402", "0502"], ["0402", "0503"], ["0403", "0503"]]
provenance = "reconstructed"
"""


@cache
def load_battle(name: str) -> Board:
    return load_board((files("hardtack.battles") / name / "data" / "map.toml").read_text("utf-8"))


@cache
def _medley() -> Board:
    return load_board(MEDLEY)


@pytest.fixture(params=BATTLES)
def battle_board(request: pytest.FixtureRequest) -> Board:
    """Each of the five boards in turn."""
    return load_battle(request.param)


@pytest.fixture
def medley() -> Board:
    """A small board with every kind of ground, water and way."""
    return _medley()
