"""Lines of sight and bombardment range (MS 7.61, 7.62, 7.7, TE2, TE3, TE8, TE13, TE14, TE18)."""

from __future__ import annotations

import pytest
from musket_field import Field

from hardtack.battles.musket.sight import RULES
from hardtack.board.masks import hexes_in, mask_of

# 0301 looks straight down column 3: 0302 between, 0303 the target.
BLOCKS = [
    ("open ground", {}, "", ""),
    ("light woods between", {"terrain": {"light_woods": ["0302"]}}, "MS TE2", ""),
    ("light woods at the target", {"terrain": {"light_woods": ["0303"]}}, "", ""),
    ("deep woods between", {"terrain": {"deep_woods": ["0302"]}}, "MS TE3", "MS TE3"),
    ("deep woods at the target", {"terrain": {"deep_woods": ["0303"]}}, "MS TE3", "MS TE3"),
    ("slope up to the target", {"slopes": [("0302", "0303")]}, "MS TE13", ""),
    ("slope down to the target", {"slopes": [("0303", "0302")]}, "", ""),
    ("treeline", {"hexsides": {"treeline": [("0302", "0303")]}}, "MS TE14", ""),
    ("protected side of the target", {"hexsides": {"protected": [("0302", "0303")]}}, "MS TE18", "MS TE18"),
    ("protected side farther off", {"hexsides": {"protected": [("0301", "0302")]}}, "", ""),
    ("swamp, rough and town", {"terrain": {"swamp": ["0302"], "town": ["0303"]}}, "", ""),
]


def in_reach(field: Field, here: str) -> int:
    """The hexes guns of range 3 in a hex may bombard, as far as range, ground and sight go."""
    scenario, start = field.scenario, field.hex(here)
    hexes = hexes_in(scenario.ground.disc(start, scenario.sight.reach_of(start, 3)) & ~(1 << start))
    return mask_of(
        hex_ for hex_ in hexes if not any(holds(scenario.sight, start, hex_, False) for _, _, holds in RULES)
    )


@pytest.mark.rule("MS 7.7", "MS TE2", "MS TE3", "MS TE8", "MS TE13", "MS TE14", "MS TE18")
@pytest.mark.parametrize(("name", "ground", "level", "hill"), BLOCKS)
def test_what_blocks_the_view(name: str, ground: dict[str, object], level: str, hill: str) -> None:
    """Acceptance check 5.1-17."""
    plain = Field(**ground)
    assert plain.scenario.sight.blocked(plain.hex("0301"), plain.hex("0303")) == level, name
    raised = Field(**ground, overlays={"hill": ["0301"]})
    assert raised.scenario.sight.blocked(raised.hex("0301"), raised.hex("0303")) == hill, name


@pytest.mark.rule("MS 7.7")
def test_a_line_along_a_hexside_is_blocked_only_by_both_hexes() -> None:
    # From 0302 to 0503 the line runs between 0402 and 0403 (even columns lie half a hex lower).
    one = Field(terrain={"deep_woods": ["0402"]})
    assert one.scenario.sight.blocked(one.hex("0302"), one.hex("0502")) == ""
    both = Field(terrain={"deep_woods": ["0401", "0402"]})
    assert both.scenario.sight.blocked(both.hex("0302"), both.hex("0502")) == "MS TE3"


@pytest.mark.rule("MS TE14", "MS 7.7")
def test_a_treeline_on_the_hill_itself_blocks_a_hilltop_observer() -> None:
    field = Field(overlays={"hill": ["0301", "0302"]}, hexsides={"treeline": [("0301", "0302")]})
    assert field.scenario.sight.blocked(field.hex("0301"), field.hex("0303")) == "MS TE14"


@pytest.mark.rule("MS 7.61", "MS TE8")
def test_range_is_three_and_four_from_a_hill() -> None:
    """Acceptance check 5.1-17."""
    flat, hill = Field(), Field(overlays={"hill": ["0301"]})
    reachable = in_reach(flat, "0301")
    assert reachable >> flat.hex("0304") & 1
    assert not reachable >> flat.hex("0305") & 1
    assert in_reach(hill, "0301") >> hill.hex("0305") & 1


@pytest.mark.rule("MS 7.61", "MS 7.65", "MS TE5", "MS TE7", "MS TE15")
def test_an_adjacent_hex_is_bombarded_only_across_water_without_a_crossing() -> None:
    creek = {"creek": [("0302", "0303")]}
    plain, water = Field(), Field(hexsides=creek)
    ford = Field(hexsides=creek, crossings=[("ford", "0302", "0303")])
    for field, allowed in ((plain, False), (water, True), (ford, False)):
        assert bool(in_reach(field, "0302") >> field.hex("0303") & 1) == allowed


@pytest.mark.rule("MS 7.62", "MS TE3")
def test_deep_woods_are_never_bombarded() -> None:
    field = Field(terrain={"deep_woods": ["0303"]}, overlays={"hill": ["0301"]})
    assert not in_reach(field, "0301") >> field.hex("0303") & 1


@pytest.mark.rule("MS TE5", "MS TE7", "MS TE15")
def test_guns_fire_across_creek_river_and_swamp_creek() -> None:
    field = Field(
        terrain={"swamp_creek": ["0302"], "river": ["0502"]}, hexsides={"creek": [("0701", "0702"), ("0702", "0703")]}
    )  # fmt: skip
    for a, b in (("0301", "0303"), ("0501", "0503"), ("0701", "0703")):
        assert in_reach(field, a) >> field.hex(b) & 1, (a, b)
