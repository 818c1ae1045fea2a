"""Movement, zones of control and stacking (MS 4, 5, 6)."""

from __future__ import annotations

import pytest
from musket_field import Field, FieldBattle, destinations, told

from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.musket.sequence import Arrivals
from hardtack.referee.umpire import deciding

HQ = {"uq": "1008"}


def moving(field: Field, unit: str, points: int, mode: str = "move") -> Moving:
    return Moving("union", (field.piece(unit),), points, mode)


@pytest.mark.rule("MS 4.2", "MS 4.3", "MS 4.31", "MS 12.31", "MS TE1")
@pytest.mark.parametrize(("unit", "points"), [("ua", 4), ("ug", 4), ("uv", 6), ("ul", 10), ("uq", 4), ("ut", 4)])
def test_standard_allowances_with_an_active_hq(unit: str, points: int) -> None:
    field = Field()
    state = field.state(Movement("union"), {**HQ, unit: "0505"})
    frame = deciding(field.play(state, f"walk {unit}").state)
    assert isinstance(frame, Moving)
    assert frame.points == points


@pytest.mark.rule("MS 4.31", "MS 10.2", "MS 1.3")
def test_disorder_halves_the_allowance_rounding_up() -> None:
    field = Field(settings={"ma_infantry": 5})
    state = field.state(Movement("union"), {**HQ, "ua": "0505"}, disordered="ua")
    frame = deciding(field.play(state, "walk ua").state)
    assert isinstance(frame, Moving)
    assert frame.points == 3
    rolled = deciding(field.play(state, "roll ua", [5]).state)
    assert isinstance(rolled, Moving)
    assert rolled.points == 3


@pytest.mark.rule("MS 4.3")
def test_without_an_active_hq_on_the_map_units_must_roll() -> None:
    field = Field()
    for places, inactive in (({"uq": "1008"}, "uq"), ({"uq": "depot"}, ""), ({}, "")):
        state = field.state(Movement("union"), {**places, "ua": "0505", "ul": "0505"}, inactive=inactive)
        assert "walk ua" not in field.legal(state)
        assert field.why_not(state, "walk ua") == {"MS 4.3"}
        assert {"roll ua", "walk ul"} <= field.legal(state)
    assert {"walk ua", "roll ua"} <= field.legal(field.state(Movement("union"), {**HQ, "ua": "0505"}))


@pytest.mark.rule("MS 4.2", "MS 4.3")
@pytest.mark.parametrize(("unit", "die", "points"), [("ua", 1, 1), ("ua", 6, 6), ("ug", 3, 3), ("uv", 3, 5)])
def test_a_rolled_allowance_must_be_kept(unit: str, die: int, points: int) -> None:
    field = Field()
    state = field.state(Movement("union"), {unit: "0505"})
    frame = deciding(field.play(state, f"roll {unit}", [die]).state)
    assert isinstance(frame, Moving)
    assert frame.points == points


class Halving(FieldBattle):
    def halves_movement_roll(self, state: object, side: str) -> str:
        return "MS 4.31"


@pytest.mark.rule("MS 4.31", "MS 1.3", "MS 1.3a", "MS 1.4")
@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_battle_may_halve_all_rolls_and_no_roll_is_halved_twice(die: int, points: int) -> None:
    field = Field(Halving)
    state = field.state(Movement("union"), {"ua": "0505"}, disordered="ua")
    frame = deciding(field.play(state, "roll ua", [die]).state)
    assert isinstance(frame, Moving)
    assert frame.points == points


@pytest.mark.rule("MS 4.32", "MS 12.13")
def test_a_leader_may_assist_a_movement_roll_once_a_phase() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505", "ub": "0505", "ul": "0505"})
    asked = field.play(state, "roll ua").state
    assert field.legal(asked) == {"assist ul", "alone"}
    frame = deciding(field.play(asked, "assist ul", [3]).state)
    assert isinstance(frame, Moving)
    assert frame.points == 4
    later = field.after(state, "roll ua", "assist ul", "stay", "roll ub", dice=[3, 2])
    assert isinstance(deciding(later), Moving)  # not asked again: he has assisted


@pytest.mark.rule("MS 4.1")
def test_any_all_or_none_move_each_once() -> None:
    field = Field()
    state = field.state(Movement("union"), {**HQ, "ua": "0505", "ub": "0506"})
    assert "end" in field.legal(state)
    after = field.after(state, "walk ua", "to 0504")
    assert field.where(after, "ua") == "0504"
    assert field.why_not(after, "walk ua") == {"MS 4.1"}
    assert "walk ub" in field.legal(after)
    assert field.why_not(after, "walk ca") == {"MS 4.1"}


@pytest.mark.rule("MS 4.1", "MS 12.11")
def test_a_stack_moves_together_at_the_rate_of_its_slowest_member() -> None:
    field = Field(terrain={"light_woods": ["0504", "0503", "0502"]})
    state = field.state(Movement("union"), {**HQ, "uv": "0505", "ug": "0505", "ul": "0505"})
    gathered = field.after(state, "gather uv", "with ug", "with ul")
    assert field.legal(gathered) == {"walk uv", "roll uv", "march uv"}
    ready = field.play(gathered, "walk uv").state
    frame = deciding(ready)
    assert isinstance(frame, Moving)
    assert frame.points == 4
    moved = field.play(ready, "to 0503").state
    assert {field.where(moved, unit) for unit in ("uv", "ug", "ul")} == {"0503"}
    assert "0502" not in field.goals(ready)  # two hexes of woods cost guns four


@pytest.mark.rule("MS 4.1")
def test_a_stack_rolls_once() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505", "ub": "0505"})
    rolled = field.after(state, "gather ua", "with ub", "roll ua", dice=[2])
    frame = deciding(rolled)
    assert isinstance(frame, Moving)
    assert (frame.points, len(frame.group)) == (2, 2)


@pytest.mark.rule("MS 4.33")
def test_one_hex_may_always_be_moved() -> None:
    field = Field(terrain={"swamp": ["0504"]})
    state = field.state(moving(field, "ua", 1), {"ua": "0505"})
    found = destinations(state, (field.piece("ua"),), 1, "move")
    assert found[field.hex("0504")] == 1  # its whole allowance, though a swamp costs three
    guns = field.state(moving(field, "ug", 1), {"ug": "0505"})
    assert "0504" not in field.goals(guns)
    assert field.why_not(guns, "to 0504") == {"MS TE4"}


@pytest.mark.rule("MS 4.4", "MS TE11")
def test_guns_end_their_move_in_a_stream_but_not_on_a_road_through_it() -> None:
    stream = {"stream": [f"{column:02d}03" for column in range(1, 11)]}
    off = Field(overlays=stream)
    state = off.state(moving(off, "ug", 4), {"ug": "0502"})
    assert "0503" in off.goals(state)
    assert "0504" not in off.goals(state)
    foot = off.state(moving(off, "ua", 4), {"ua": "0502"})
    assert "0504" in off.goals(foot)
    on = Field(overlays=stream, paths={"road": ["0502", "0503", "0504"]})
    assert "0504" in on.goals(on.state(moving(on, "ug", 4), {"ug": "0502"}))


@pytest.mark.rule("MS 4.4", "MS 12.51", "MS TE1")
def test_a_train_stops_in_the_open_but_not_on_the_road() -> None:
    off = Field()
    assert off.goals(off.state(moving(off, "ut", 4), {"ut": "0504"})) == {
        off.grid.name(hex_) for hex_ in off.grid.around[off.hex("0504")]
    }
    on = Field(paths={"road": ["0504", "0505", "0506"]})
    assert "0506" in on.goals(on.state(moving(on, "ut", 4), {"ut": "0504"}))


@pytest.mark.rule("MS 4.5")
def test_friends_are_passed_and_enemies_are_not_entered() -> None:
    wall = [f"{column:02d}04" for column in range(1, 11)]
    field = Field(terrain={"river": [hex_ for hex_ in wall if hex_ != "0504"]})
    friends = field.state(moving(field, "ua", 4), {"ua": "0503", "ub": "0504", "uc": "0504"})
    assert "0505" in field.goals(friends)
    assert "0504" not in field.goals(friends)
    enemies = field.state(moving(field, "ua", 4), {"ua": "0503", "ca": "0504"})
    assert "0505" not in field.goals(enemies)
    assert "MS 4.5" in field.why_not(enemies, "to 0504")


@pytest.mark.rule("MS 4.5", "MS 11.3", "MS 12.16")
def test_a_combat_unit_captures_leaders_it_finds_alone_and_stops() -> None:
    field = Field()
    state = field.state(moving(field, "ua", 4), {"ua": "0503", "cl": "0504", "cq": "0504"})
    after = field.play(state, "to 0504")
    assert (field.where(after.state, "cl"), field.where(after.state, "cq")) == ("x", "x")
    assert after.state.points == (6, 0)  # 2 for the leader, 4 for the HQ
    leader = field.state(moving(field, "ul", 10), {"ul": "0503", "cl": "0504"})
    assert "0504" not in field.goals(leader)


@pytest.mark.rule("MS 4.61", "MS TE10")
def test_a_road_costs_one_whatever_the_ground() -> None:
    field = Field(
        terrain={"swamp": ["0504", "0505"], "deep_woods": ["0506"]}, slopes=[("0503", "0504")],
        paths={"road": ["0503", "0504", "0505", "0506"]},
    )  # fmt: skip
    found = destinations(field.state(moving(field, "ug", 3), {"ug": "0503"}), (field.piece("ug"),), 3, "move")
    assert [found[field.hex(hex_)] for hex_ in ("0504", "0505", "0506")] == [1, 2, 3]


@pytest.mark.rule("MS 4.62", "MS TE10")
def test_foot_enters_an_ezoc_at_the_terrain_rate_only_guns_at_the_road_rate() -> None:
    swamp = {"swamp": ["0504", "0505", "0506"]}
    field = Field(terrain=swamp, paths={"road": ["0503", "0504", "0505", "0506"]})
    places = {"ua": "0503", "ug": "0503", "ca": "0507"}
    foot = destinations(field.state(moving(field, "ua", 4), places), (field.piece("ua"),), 4, "move")
    assert foot[field.hex("0505")] == 2
    assert field.hex("0506") not in foot  # the swamp would cost three more
    guns = destinations(field.state(moving(field, "ug", 4), places), (field.piece("ug"),), 4, "move")
    assert guns[field.hex("0506")] == 3


@pytest.mark.rule("MS 4.6", "MS 4.63", "MS 4.2")
@pytest.mark.parametrize(("unit", "halves"), [("ua", 12), ("uv", 30), ("ul", 30), ("ud", 30), ("ug", 12)])
def test_the_march_allowance_is_fixed(unit: str, halves: int) -> None:
    field = Field()
    state = field.state(Movement("union"), {unit: "0505"})
    frame = deciding(field.play(state, f"march {unit}").state)
    assert isinstance(frame, Moving)
    assert (frame.points, frame.mode) == (halves, "march")


@pytest.mark.rule("MS 4.64")
def test_march_costs_in_half_points() -> None:
    field = Field(paths={"road": ["0501", "0502", "0503"], "trail": ["0503", "0504"]})
    piece = field.piece("ua")
    found = destinations(field.state(moving(field, "ua", 20, "march"), {"ua": "0501"}), (piece,), 20, "march")
    assert [found[field.hex(hex_)] for hex_ in ("0502", "0503", "0504", "0505")] == [1, 2, 4, 6]


@pytest.mark.rule("MS 4.65", "MS TE3", "MS TE4", "MS TE9")
@pytest.mark.parametrize("kind", ["deep_woods", "swamp", "rough"])
def test_a_march_goes_through_bad_ground_only_along_a_road(kind: str) -> None:
    off = Field(terrain={kind: ["0504"]})
    into = off.state(moving(off, "ua", 20, "march"), {"ua": "0503"})
    assert "0504" not in off.goals(into)
    out = off.state(moving(off, "ua", 20, "march"), {"ua": "0504"})
    assert off.goals(out) == set()
    on = Field(terrain={kind: ["0504"]}, paths={"road": ["0503", "0504", "0505"]})
    assert "0504" in on.goals(on.state(moving(on, "ua", 20, "march"), {"ua": "0503"}))


@pytest.mark.rule("MS 4.65", "MS 10.2")
def test_who_may_not_march() -> None:
    field = Field(settings={"march_clearance": 0})
    state = field.state(Movement("union"), {"ua": "0505", "ub": "0202", "ca": "0203"}, disordered="ua")
    assert field.why_not(state, "march ua") == {"MS 4.65"}
    assert field.why_not(state, "march ub") == {"MS 4.65"}
    marching = field.state(moving(field, "ua", 20, "march"), {"ua": "0503", "ca": "0506"})
    assert "0505" not in field.goals(marching)
    assert field.why_not(marching, "to 0505") == {"MS 4.65"}


@pytest.mark.rule("MS 4.7", "MS 4.67")
def test_reinforcements_pay_for_the_first_hex_or_may_be_held_back() -> None:
    field = Field(terrain={"swamp": ["1005"]})
    state = field.run(field.state((Arrivals("union"), Movement("union")), {}, turn=2, due={"ur": 2})).state
    assert {"roll ur", "march ur", "end"} <= field.legal(state)
    entering = field.play(state, "roll ur", [4]).state
    found = destinations(entering, (field.piece("ur"),), 4, "move")
    assert found[field.hex("1005")] == 3
    assert found[field.hex("1004")] == 4
    road = Field(terrain={"swamp": ["1005"]}, paths={"road": ["1005", "0905"]})
    state = road.state(moving(road, "ur", 20, "march"), {}, turn=2, due={"ur": 2})
    assert destinations(state, (road.piece("ur"),), 20, "march")[road.hex("1005")] == 1
    assert "stay" in road.legal(state)


@pytest.mark.rule("MS 4.7a", "MS 4.7", "MS 3.3")
def test_reinforcements_arrive_on_their_turn_in_their_box() -> None:
    field = Field()
    early = field.run(field.state((Arrivals("union"), Movement("union")), {"ua": "0505"}, turn=2, due={"us": 3}))
    assert field.why_not(early.state, "roll us") == {"MS 4.7"}
    ruling = field.run(field.state((Arrivals("union"), Movement("union")), {}, turn=3, due={"us": 3}))
    assert field.where(ruling.state, "us") == "depot"
    assert told(ruling) == ["event.arrives_in_box"]
    assert "1001" in field.goals(field.play(ruling.state, "roll us", [3]).state)


@pytest.mark.rule("MS 4.7")
def test_a_blocked_entry_moves_along_the_edge_a_turn_later() -> None:
    field = Field()
    places = {"ca": "1005"}
    now = field.state(moving(field, "ur", 4), places, turn=2, due={"ur": 2})
    assert field.goals(now) == set()
    assert "MS 4.7" in field.why_not(now, "to 1004")
    later = field.state(moving(field, "ur", 4), places, turn=3, due={"ur": 2})
    assert field.goals(later) == {"1004"}  # the next edge hex, in the enemy's zone: the move ends there


@pytest.mark.rule("MS 4.8")
def test_pieces_leave_the_map_only_by_a_box_hex_of_their_own() -> None:
    field = Field()
    state = field.state(moving(field, "ua", 4), {"ua": "0901"})
    assert "exit depot" in field.legal(state)  # one hex to 1001 and one point to leave
    after = field.play(state, "exit depot").state
    assert field.where(after, "ua") == "depot"
    far = field.state(moving(field, "ua", 1), {"ua": "0901"})
    assert field.why_not(far, "exit depot") == {"MS 4.2"}  # a point short
    enemy = field.state(Moving("confederate", (field.piece("ca"),), 4, "move"), {"ca": "1001"})
    assert field.why_not(enemy, "exit depot") == {"MS 4.8"}


@pytest.mark.rule("MS 5.1", "MS 5.2")
def test_two_combat_units_to_a_hex_and_two_battalions_count_as_one() -> None:
    field = Field()
    full = field.state(moving(field, "uc", 4), {"uc": "0503", "ua": "0504", "ub": "0504", "ul": "0504"})
    assert field.why_not(full, "to 0504") == {"MS 5.1"}
    room = field.state(moving(field, "uc", 4), {"uc": "0503", "ux": "0504", "uy": "0504", "ul": "0504", "uq": "0504"})
    assert "0504" in field.goals(room)
    tight = field.state(moving(field, "uz", 4), {"uz": "0503", "ua": "0504", "ux": "0504"})
    assert "0504" in field.goals(tight)
    leader = field.state(moving(field, "ul", 4), {"ul": "0503", "ua": "0504", "ub": "0504"})
    assert "0504" in field.goals(leader)


@pytest.mark.rule("MS 5.3", "MS 2.1")
def test_boxes_have_no_stacking_limit() -> None:
    field = Field()
    places = dict.fromkeys(("ua", "ub", "uc", "ug"), "depot")
    state = field.state(moving(field, "ud", 4), {**places, "ud": "1001"})
    assert field.where(field.play(state, "exit depot").state, "ud") == "depot"
    field.battle.check_position(state)


@pytest.mark.rule("MS 6.1", "MS 6.3")
def test_a_move_ends_in_an_enemy_zone_disordered_units_included() -> None:
    field = Field()
    state = field.state(moving(field, "ua", 4), {"ua": "0502", "ca": "0505"}, disordered="ca")
    assert "0504" in field.goals(state)
    # 0506 lies behind the zone and cannot be reached through it, only round it
    found = destinations(state, (field.piece("ua"),), 4, "move")
    assert field.hex("0506") not in found
    alone = field.state(moving(field, "ua", 4), {"ua": "0502", "cl": "0604", "cq": "0604"})
    assert "0506" in field.goals(alone)  # leaders and HQ have no zone


@pytest.mark.rule("MS 6.3")
def test_from_zone_to_zone_is_a_one_hex_move_and_not_for_the_disordered() -> None:
    field = Field(terrain={"river": ["0603"]})  # no way round
    places = {"ua": "0504", "ca": "0505"}
    piece = field.piece("ua")
    found = destinations(field.state(moving(field, "ua", 4), places), (piece,), 4, "move")
    assert found[field.hex("0604")] == 4  # zone to zone: the whole allowance
    assert found[field.hex("0503")] == 1  # leaving the zone is free
    assert field.hex("0504") not in found  # out and back again is no move
    shaken = field.state(moving(field, "ua", 2), places, disordered="ua")
    assert "0604" not in field.goals(shaken)
    assert "0503" in field.goals(shaken)


@pytest.mark.rule("MS 6.4", "MS 6.5")
def test_leaders_enter_a_zone_only_where_a_friend_stands() -> None:
    field = Field()
    alone = field.state(moving(field, "ul", 10), {"ul": "0502", "ca": "0505"})
    assert "0504" not in field.goals(alone)
    assert field.why_not(alone, "to 0504") == {"MS 6.5"}
    covered = field.state(moving(field, "ul", 10), {"ul": "0502", "ua": "0504", "ca": "0505"})
    assert "0504" in field.goals(covered)
    unit = field.state(moving(field, "ub", 4), {"ub": "0502", "ua": "0504", "ca": "0505"})
    assert "0506" not in field.goals(unit)  # for combat units the zone stays


@pytest.mark.rule("MS 2.2", "MS TE7")
def test_gunboats_sail_anywhere_on_the_river_and_land_units_do_not() -> None:
    river = {"river": [f"10{row:02d}" for row in range(1, 9)]}
    field = Field(terrain=river, overlays={"river_partial": ["0905"]})
    state = field.state(moving(field, "uw", 4), {"uw": "1001"})
    assert field.goals(state) == {f"10{row:02d}" for row in range(2, 9)} | {"0905"}
    assert field.why_not(state, "to 0904") == {"MS 2.2"}
    begin = field.state(Movement("union"), {"uw": "1001"})
    assert field.legal(begin) == {"walk uw", "end"}
    assert field.why_not(begin, "roll uw") == {"MS 12.11"}
    assert field.why_not(begin, "march uw") == {"MS 4.2"}
    foot = field.state(moving(field, "ua", 4), {"ua": "0905"})
    assert not {goal for goal in field.goals(foot) if goal.startswith("10")}


@pytest.mark.rule("MS 12.32", "MS 12.52")
def test_an_hq_or_train_that_moves_turns_inactive_one_that_stays_does_not() -> None:
    field = Field(paths={"road": ["0504", "0505"]})
    state = field.state(Movement("union"), {"uq": "0504", "ut": "0504"})
    moved = field.after(state, "walk ut", "to 0505", "walk uq", "to 0505")
    assert (field.has(moved, "active", "uq"), field.has(moved, "active", "ut")) == (0, 0)
    stayed = field.after(state, "walk uq", "stay")
    assert field.has(stayed, "active", "uq") == 1


@pytest.mark.rule("MS 4.1")
def test_a_phase_nobody_can_use_is_passed_over_a_used_one_is_ended_by_its_player() -> None:
    field = Field()
    frames = (Movement("union"), Movement("confederate"))
    assert deciding(field.run(field.state(frames, {"ca": "0101"})).state) == Movement("confederate")
    used = field.after(field.state(frames, {"ua": "0505", "ca": "0101"}), "roll ua", "stay", dice=[1])
    assert field.legal(used) == {"end"}
    assert deciding(field.play(used, "end").state) == Movement("confederate")
