"""The two charts of the series, cell by cell (MS CR1-CR4, TE1-TE18)."""

from __future__ import annotations

import pytest
from musket_field import Field

from hardtack.battles.musket.strength import combat_factor
from hardtack.battles.musket.tables import load_tables

CRT = load_tables().crt
COLUMNS = (-9, -4, -1, 0, 3, 4, 7, 8, 14)  # one difference for each column
CELLS = {
    1: ["Ax DF", "Ax DF", "Ax", "Ar", "Ac(NE)", "Dc(Ex)", "Dr", "Dr", "Dx"],
    2: ["Ax DF", "Ax", "Ar", "Ar", "Dc(Ex)", "Dc(Ex)", "Dr", "Dx", "Dm(Dr)"],
    3: ["Ax", "Ar", "Ar", "Ac(Ex)", "Dc(Ex)", "Dr", "Dx", "Dm(Dr)", "Dm(Dr)"],
    4: ["Ar", "Ar", "Ac(Ex)", "Dc(Ex)", "Dr", "Dr", "Dm(Dr)", "Dm(Dr)", "Dm(Dx)"],
    5: ["Ar", "Ac(NE)", "Dc(NE)", "Dr", "Dr", "Dm(Dr)", "Dm(Dr)", "Dm(Dx)", "Dm(Dx)"],
    6: ["Ar", "Dc(NE)", "Dc(Dr)", "Dr", "Dm(Dr)", "Dm(Dr)", "Dm(Dx)", "Dm(Dx)", "Dm(Dx)"],
}
ALL_CELLS = [(die, column) for die in CELLS for column in range(9)]


@pytest.mark.rule("MS CR1", "MS 7.5")
@pytest.mark.parametrize(("die", "column"), ALL_CELLS)
def test_every_cell_of_the_results_table(die: int, column: int) -> None:
    """Acceptance check 5.1-1."""
    result = CRT.result(CRT.column(COLUMNS[column]), die)
    printed = CELLS[die][column].removesuffix(" DF")
    assert str(result).split()[0] == printed


@pytest.mark.rule("MS CR1", "MS 7.5")
@pytest.mark.parametrize(
    ("difference", "column"),
    [(-20, 0), (-5, 0), (-4, 1), (-3, 1), (-2, 2), (-1, 2), (0, 3), (1, 3), (2, 4), (3, 4), (4, 5), (5, 5),
     (6, 6), (7, 6), (8, 7), (9, 7), (10, 8), (25, 8)],
)  # fmt: skip
def test_columns_of_the_difference(difference: int, column: int) -> None:
    assert CRT.column(difference) == column


@pytest.mark.rule("MS CR2")
def test_df_stands_in_three_cells_only() -> None:
    """Acceptance check 5.1-1."""
    found = {(die, column) for die, column in ALL_CELLS if CRT.result(column, die).extra == "DF"}
    assert found == {(1, 0), (1, 1), (2, 0)}


@pytest.mark.rule("MS CR3")
def test_leader_is_on_every_four_and_nowhere_else() -> None:
    """Acceptance check 5.1-1."""
    assert {cell for cell in ALL_CELLS if CRT.result(cell[1], cell[0]).extra == "Leader"} == {(4, c) for c in range(9)}


@pytest.mark.rule("MS CR4")
def test_ammo_is_on_every_five_and_six_and_nowhere_else() -> None:
    """Acceptance check 5.1-1."""
    found = {cell for cell in ALL_CELLS if CRT.result(cell[1], cell[0]).extra == "Ammo"}
    assert found == {(die, column) for die in (5, 6) for column in range(9)}


@pytest.mark.rule("MS CR1", "MS 8.2")
def test_results_get_no_better_for_the_attacker_when_his_odds_fall() -> None:
    order = ["Ax", "Ar", "Ac", "Dc", "Dr", "Dx", "Dm"]
    rank = [[order.index(CRT.result(column, die).main) for column in range(9)] for die in range(1, 7)]
    assert all(row == sorted(row) for row in rank)
    assert all(list(column) == sorted(column) for column in zip(*rank, strict=True))


TERRAIN = {
    "light_woods": ["0303"], "deep_woods": ["0304"], "swamp": ["0305"], "swamp_stream": ["0306"], "rough": ["0307"],
    "town": ["0308"], "swamp_creek": ["0503"], "river": ["1003"],
}  # fmt: skip
COSTS = [
    ("MS TE1", "0202", 1, 1, 1),
    ("MS TE2", "0303", 1, 2, 2),
    ("MS TE3", "0304", 2, None, None),
    ("MS TE4", "0305", 3, None, None),
    ("MS TE4", "0306", 3, None, None),
    ("MS TE9", "0307", 3, None, None),
    ("MS TE6", "0308", 1, 1, 1),
    ("MS TE5", "0503", None, None, None),
    ("MS TE7", "1003", None, None, None),
]


@pytest.mark.rule("MS TE1", "MS TE2", "MS TE3", "MS TE4", "MS TE5", "MS TE6", "MS TE7", "MS TE9", "MS 4.4")
@pytest.mark.parametrize(("clause", "hex_", "infantry", "artillery", "cavalry"), COSTS)
def test_movement_costs_of_hexes(
    clause: str, hex_: str, infantry: int | None, artillery: int | None, cavalry: int | None
) -> None:
    field = Field(terrain=TERRAIN, overlays={"stream": ["0306"]})
    ground = field.scenario.ground
    there = field.hex(hex_)
    here = field.grid.around[there][0]
    assert ground.terrain[there].clause == clause
    rates = [ground.terrain_rate(arm, here, there) for arm in ("infantry", "artillery", "cavalry")]
    assert rates == [infantry, artillery, cavalry]


@pytest.mark.rule("MS TE11", "MS 4.4")
def test_a_stream_costs_foot_and_horse_one_more_and_stops_guns() -> None:
    field = Field(overlays={"stream": ["0303"]}, terrain={"light_woods": ["0404"]})
    ground = field.scenario.ground
    a, b = field.hex("0302"), field.hex("0303")
    assert [ground.terrain_rate(arm, a, b) for arm in ("infantry", "artillery", "cavalry")] == [2, 1, 2]
    assert ground.price("artillery", a, b) == (1, True)
    assert ground.price("infantry", a, b) == (2, False)


@pytest.mark.rule("MS TE10", "MS 4.61", "MS 4.64")
def test_roads_and_trails_cost_one_and_in_a_march_a_half_and_one() -> None:
    field = Field(
        terrain={"deep_woods": ["0303", "0503"]}, paths={"road": ["0302", "0303"], "trail": ["0502", "0503"]}
    )  # fmt: skip
    ground = field.scenario.ground
    for kind, a, b, halves in (("road", "0302", "0303", 1), ("trail", "0502", "0503", 2)):
        here, there = field.hex(a), field.hex(b)
        assert ground.price("artillery", here, there) == (1, False), kind
        assert ground.march_price("artillery", here, there) == (halves, False), kind
        assert ground.price("infantry", there, here) == (1, False), kind


SIDES = [
    ("MS TE14", {"hexsides": {"treeline": [("0302", "0303")]}}, 1, 2, 1),
    ("MS TE18", {"hexsides": {"protected": [("0302", "0303")]}}, 2, 2, 2),
    ("MS TE15", {"hexsides": {"creek": [("0302", "0303")]}}, None, None, None),
    ("MS TE17", {"hexsides": {"creek": [("0302", "0303")]}, "crossings": [("ford", "0302", "0303")]}, 2, 2, 2),
    ("MS TE16", {"hexsides": {"creek": [("0302", "0303")]}, "crossings": [("bridge", "0302", "0303")]}, 1, 1, 1),
    ("MS TE13", {"slopes": [("0302", "0303")]}, 2, 2, 2),
    ("MS TE7", {"hexsides": {"river": [("0302", "0303")]}}, None, None, None),
    ("MS TE7", {"hexsides": {"river": [("0302", "0303")]}, "crossings": [("ferry", "0302", "0303")]}, 1, 1, 1),
]


@pytest.mark.rule("MS TE7", "MS TE13", "MS TE14", "MS TE15", "MS TE16", "MS TE17", "MS TE18")
@pytest.mark.parametrize(("clause", "ground", "infantry", "artillery", "cavalry"), SIDES)
def test_movement_costs_of_hexsides(
    clause: str, ground: dict[str, object], infantry: int | None, artillery: int | None, cavalry: int | None
) -> None:
    field = Field(**ground)
    here, there = field.hex("0302"), field.hex("0303")
    rates = [field.scenario.ground.terrain_rate(arm, here, there) for arm in ("infantry", "artillery", "cavalry")]
    assert rates == [infantry, artillery, cavalry], clause


@pytest.mark.rule("MS TE13")
def test_a_slope_costs_nothing_going_down() -> None:
    field = Field(slopes=[("0302", "0303")])
    assert field.scenario.ground.terrain_rate("infantry", field.hex("0303"), field.hex("0302")) == 1


ATTACKS = [
    ("clear", {}, [], []),
    ("into light woods from the open", {"terrain": {"light_woods": ["0303"]}}, ["MS TE2"], []),
    ("light woods to light woods", {"terrain": {"light_woods": ["0302", "0303"]}}, [], []),
    ("into deep woods from the open", {"terrain": {"deep_woods": ["0303"]}}, ["MS TE3"], []),
    ("light woods to deep woods", {"terrain": {"light_woods": ["0302"], "deep_woods": ["0303"]}}, [], []),
    ("out of light woods", {"terrain": {"light_woods": ["0302"]}}, [], []),
    ("into swamp", {"terrain": {"swamp": ["0303"]}}, ["MS TE4"], []),
    ("out of swamp", {"terrain": {"swamp": ["0302"]}}, ["MS TE4"], []),
    ("into swamp and creek", {"terrain": {"swamp_creek": ["0303"]}}, ["MS TE5"], []),
    ("into rough", {"terrain": {"rough": ["0303"]}}, ["MS TE9"], []),
    ("out of rough", {"terrain": {"rough": ["0302"]}}, ["MS TE9"], []),
    ("into town", {"terrain": {"town": ["0303"]}}, ["MS TE6"], []),
    ("out of town", {"terrain": {"town": ["0302"]}}, [], []),
    ("into a stream", {"overlays": {"stream": ["0303"]}}, ["MS TE11"], ["MS TE11"]),
    ("out of a stream", {"overlays": {"stream": ["0302"]}}, ["MS TE11"], []),
    ("uphill", {"slopes": [("0302", "0303")]}, ["MS TE13"], []),
    ("downhill", {"slopes": [("0303", "0302")]}, [], []),
    ("through a treeline", {"hexsides": {"treeline": [("0302", "0303")]}}, [], []),
    ("across a bridge", {"hexsides": {"creek": [("0302", "0303")]}, "crossings": [("bridge", "0302", "0303")]},
     ["MS TE16"], []),
    ("across a ford", {"hexsides": {"creek": [("0302", "0303")]}, "crossings": [("ford", "0302", "0303")]},
     ["MS TE17"], []),
    ("into a protected side", {"hexsides": {"protected": [("0302", "0303")]}}, ["MS TE18"], []),
]  # fmt: skip


@pytest.mark.rule(
    "MS TE2", "MS TE3", "MS TE4", "MS TE5", "MS TE6", "MS TE9", "MS TE11", "MS TE13", "MS TE16", "MS TE17", "MS TE18"
)
@pytest.mark.parametrize(("name", "ground", "attack", "defence"), ATTACKS)
def test_what_halves_an_attack(name: str, ground: dict[str, object], attack: list[str], defence: list[str]) -> None:
    field = Field(**ground)
    lines = field.scenario.ground.attack_lines("infantry", field.hex("0302"), field.hex("0303"))
    assert [clause for clause, _ in lines] == attack, name
    assert all(effect == "half" for _, effect in lines)
    assert [clause for clause, _ in field.scenario.ground.defence_lines("infantry", field.hex("0303"))] == defence


@pytest.mark.rule("MS TE18")
def test_a_protected_side_works_in_either_direction() -> None:
    field = Field(hexsides={"protected": [("0302", "0303")]})
    lines = field.scenario.ground.attack_lines("infantry", field.hex("0303"), field.hex("0302"))
    assert lines == (("MS TE18", "half"),)


@pytest.mark.rule("MS TE6", "MS TE18", "MS 7.4", "MS 9.2")
def test_cavalry_counts_one_against_towns_and_protected_sides() -> None:
    town = Field(terrain={"town": ["0303"]})
    lines = town.scenario.ground.attack_lines("cavalry", town.hex("0302"), town.hex("0303"))
    assert lines == (("MS TE6", "one"),)
    assert combat_factor(5, lines, disordered=False) == 1
    sunken = Field(hexsides={"protected": [("0302", "0303")]})
    lines = sunken.scenario.ground.attack_lines("cavalry", sunken.hex("0302"), sunken.hex("0303"))
    assert combat_factor(5, lines, disordered=False) == 1
    assert town.scenario.ground.defence_lines("cavalry", town.hex("0303")) == (("MS TE6", "half"),)


@pytest.mark.rule("MS TE16")
def test_a_destroyed_bridge_drawn_as_a_ford_is_a_ford() -> None:
    field = Field(hexsides={"creek": [("0302", "0303")]}, crossings=[("ford", "0302", "0303")])
    assert field.scenario.ground.terrain_rate("infantry", field.hex("0302"), field.hex("0303")) == 2


ZONES = [
    ("open ground", {}, True, True),
    ("deep woods", {"terrain": {"deep_woods": ["0303"]}}, False, False),
    ("rough", {"terrain": {"rough": ["0303"]}}, False, False),
    ("light woods", {"terrain": {"light_woods": ["0303"]}}, True, True),
    ("swamp", {"terrain": {"swamp": ["0303"]}}, True, True),
    ("town", {"terrain": {"town": ["0303"]}}, False, True),
    ("creek", {"hexsides": {"creek": [("0302", "0303")]}}, False, False),
    ("creek with a bridge", {"hexsides": {"creek": [("0302", "0303")]}, "crossings": [("bridge", "0302", "0303")]},
     False, False),
    ("protected side", {"hexsides": {"protected": [("0302", "0303")]}}, True, True),
]  # fmt: skip


@pytest.mark.rule("MS 6.2", "MS TE3", "MS TE6", "MS TE9", "MS TE15")
@pytest.mark.parametrize(("name", "ground", "into", "out"), ZONES)
def test_where_zones_reach(name: str, ground: dict[str, object], into: bool, out: bool) -> None:
    field = Field(**ground)
    zones = field.scenario.ground.zones
    a, b = field.hex("0302"), field.hex("0303")
    assert bool(zones[a] >> b & 1) == into, name
    assert bool(zones[b] >> a & 1) == out, name


@pytest.mark.rule("MS 6.1")
def test_a_zone_covers_the_six_neighbours() -> None:
    field = Field()
    assert field.scenario.ground.zones[field.hex("0404")] == field.grid.around_mask[field.hex("0404")]


@pytest.mark.rule("MS TE12")
def test_only_infantry_battalions_may_enter_a_chateau() -> None:
    from hardtack.battles.musket.movement import Moving

    field = Field(overlays={"chateau": ["0303"]})
    brigade = field.state(Moving("union", (field.piece("ua"),), 4, "move"), {"ua": "0302"})
    assert "0303" not in field.goals(brigade)
    assert field.why_not(brigade, "to 0303") == {"MS TE12"}
    battalion = field.state(Moving("union", (field.piece("uz"),), 4, "move"), {"uz": "0302"})
    assert "0303" in field.goals(battalion)
