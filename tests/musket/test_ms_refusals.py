"""A refusal names the clauses in the way and no others: lifting them, and only all of them, makes the action legal."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from musket_field import Field
from test_ms_properties import GROUPS, HEXES, random_field, random_state

from hardtack.battles.musket.advance import Advancing, goals
from hardtack.battles.musket.checks import Check
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.fog import Straying
from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.musket.obstacles import leaves, reachable
from hardtack.battles.musket.replacement import Replacements, Returning
from hardtack.battles.musket.setup import SetUp
from hardtack.battles.musket.state import MusketState
from hardtack.referee.umpire import deciding, options, why_not

NOT_TO_BE_LIFTED = {"reason.already_there", "reason.out_of_play"}


def moving(field: Field, units: str, points: int, mode: str = "move") -> Moving:
    return Moving("union", tuple(field.piece(unit) for unit in units.split()), points, mode)


def keys(field: Field, state: MusketState, word: str) -> set[str]:
    return {reason.key for reason in why_not(state, field.battle.parse(field.scenario, word))}


@pytest.mark.rule("MS 4.2", "MS 4.4", "MS 4.5", "MS 4.62", "MS 4.65", "MS 4.65a", "MS 5.1", "MS 6.3", "MS 6.5")
@pytest.mark.parametrize("seed", range(12))
def test_lifting_the_named_clauses_and_only_all_of_them_makes_the_move_legal(seed: int) -> None:
    random = Random(seed)
    field = random_field(random)
    for units in random.sample(GROUPS, 4):
        mode = random.choice(("move", "march"))
        points = random.randint(1, 6) if mode == "move" else random.randint(4, 16)
        state = random_state(field, random, units, points, mode)
        frame = deciding(state)
        assert isinstance(frame, Moving)
        move = (state, frame.group, points, mode)
        for name in random.sample(HEXES, 25):
            reasons = why_not(state, field.battle.parse(field.scenario, f"to {name}"))
            if not reasons or {reason.key for reason in reasons} & NOT_TO_BE_LIFTED:
                continue
            clauses, goal = [reason.clause for reason in reasons], field.hex(name)
            assert len(set(clauses)) == len(clauses)
            assert reachable(*move, goal, frozenset(clauses)), (units, mode, name, clauses)
            for fewer in combinations(clauses, len(clauses) - 1):
                assert not reachable(*move, goal, frozenset(fewer)), (units, mode, name, clauses)


@pytest.mark.rule("MS 4.4", "MS TE1", "MS 12.51")
def test_a_train_stopped_in_the_open_hears_of_the_chart() -> None:
    field = Field()
    state = field.state(moving(field, "ut", 4), {"ut": "0505"})
    assert field.why_not(state, "to 0503") == {"MS TE1"}
    assert keys(field, state, "to 0503") == {"reason.train_stops"}
    assert field.why_not(state, "to 0508") == {"MS TE1"}  # three hexes, four points
    far = field.state(moving(field, "ut", 2), {"ut": "0505"})
    assert field.why_not(far, "to 0502") == {"MS TE1", "MS 4.2"}


@pytest.mark.rule("MS 4.4", "MS TE11")
def test_guns_stopped_in_a_stream_hear_of_the_chart() -> None:
    field = Field(overlays={"stream": [f"{column:02d}03" for column in range(1, 11)]})
    state = field.state(moving(field, "ug", 4), {"ug": "0502"})
    assert field.why_not(state, "to 0504") == {"MS TE11"}
    assert keys(field, state, "to 0504") == {"reason.guns_stop"}
    assert field.why_not(field.state(moving(field, "ug", 1), {"ug": "0502"}), "to 0504") == {"MS TE11", "MS 4.2"}
    train = field.state(moving(field, "ut", 4), {"ut": "0502"})
    assert field.why_not(train, "to 0504") == {"MS TE1", "MS TE11"}  # the open and the stream


@pytest.mark.rule("MS TE15", "MS TE4", "MS TE3")
def test_water_and_closed_ground_on_the_way_are_named_not_the_distance() -> None:
    creek = [("0504", "0505"), ("0404", "0504"), ("0604", "0504"), ("0504", "0403"), ("0504", "0603")]
    field = Field(hexsides={"creek": creek})
    state = field.state(moving(field, "ua", 3), {"ua": "0504"})
    assert field.why_not(state, "to 0505") == {"MS TE15"}
    assert keys(field, state, "to 0505") == {"reason.water_way"}
    wall = Field(terrain={"swamp": [f"{column:02d}04" for column in range(1, 11)]})
    guns = wall.state(moving(wall, "ug", 4), {"ug": "0503"})
    assert keys(wall, guns, "to 0504") == {"reason.prohibited"}
    assert keys(wall, guns, "to 0505") == {"reason.prohibited_way"}
    assert wall.why_not(guns, "to 0505") == {"MS TE4"}
    woods = Field(terrain={"deep_woods": [f"{column:02d}04" for column in range(1, 11)]})
    march = woods.state(moving(woods, "ua", 16, "march"), {"ua": "0503"})
    assert keys(woods, march, "to 0504") == {"reason.prohibited_march"}
    assert keys(woods, march, "to 0505") == {"reason.prohibited_march_way"}


@pytest.mark.rule("MS 4.65a")
def test_a_march_keeps_three_hexes_from_the_enemy() -> None:
    field = Field(paths={"road": [f"{column:02d}01" for column in range(1, 11)]})
    state = field.state(Movement("union"), {"ua": "0101", "ub": "0602", "ul": "0602", "ca": "0905"})
    assert "march ua" in field.legal(state)
    assert field.why_not(state, "march ub") == set()  # four hexes away
    near = field.state(Movement("union"), {"ub": "0703", "ul": "0703", "ca": "0905"})
    assert field.why_not(near, "march ub") == {"MS 4.65a"}
    assert "march ul" in field.legal(near)  # the bar is for combat units
    assert "march ub" not in field.legal(near)
    marching = field.state(moving(field, "ua", 16, "march"), {"ua": "0101", "ca": "0905"})
    distances = {field.grid.distance(field.hex(goal), field.hex("0905")) for goal in field.goals(marching)}
    assert min(distances) == 4
    assert field.why_not(marching, "to 0904") == {"MS 4.65", "MS 4.65a"}
    passing = field.state(moving(field, "ua", 16, "march"), {"ua": "0101", "ca": "0603"})
    assert field.grid.distance(field.hex("1001"), field.hex("0603")) == 4
    assert keys(field, passing, "to 1001") == {"reason.march_near_way"}  # it is far enough, the way to it is not
    bold = Field(paths={"road": [f"{column:02d}01" for column in range(1, 11)]}, settings={"march_clearance": 1})
    assert field.goals(marching) < bold.goals(bold.state(moving(bold, "ua", 16, "march"), {"ua": "0101", "ca": "0905"}))


@pytest.mark.rule("MS 4.8", "MS 6.3")
def test_a_move_that_does_not_leave_the_map_says_why() -> None:
    field = Field()
    state = field.state(moving(field, "ua", 4), {"ua": "0901", "ca": "1002"})
    assert field.why_not(state, "exit depot") == {"MS 6.3"}  # 1001 is in his zone and ends the move
    far = field.state(moving(field, "ua", 4), {"ua": "0501"})
    assert field.why_not(far, "exit depot") == {"MS 4.2"}
    frame = deciding(far)
    assert isinstance(frame, Moving)
    box = field.scenario.place_at("depot")
    assert leaves(far, frame.group, 4, "move", box, frozenset({"MS 4.2"}))
    stray = field.state(Straying("confederate", field.piece("ua"), 4, True), {"ua": "1001"})
    assert field.why_not(stray, "exit depot") == {"MS 4.8"}


@pytest.mark.rule("MS 4.1", "MS 4.3")
def test_every_bar_to_beginning_a_move_is_named() -> None:
    field = Field()
    places = {"ua": "0505", "ub": "0505", "uc": "0506", "uq": "0505", "ul": "0505", "ca": "0101"}
    state = field.state(Movement("union"), places, moved="ub=1", inactive="uq")
    assert keys(field, state, "walk ub") == {"reason.has_moved", "reason.hq_inactive"}
    assert keys(field, state, "walk ca") == {"reason.not_yours"}
    assert keys(field, state, "gather uq") == {"reason.heads_no_stack"}
    gathering = field.play(state, "gather ua").state
    told = {unit: keys(field, gathering, f"with {unit}") for unit in ("ua", "ub", "uc", "uq", "ca", "ul")}
    assert told == {
        "ua": {"reason.in_company"}, "ub": {"reason.has_moved"}, "uc": {"reason.not_in_hex"},
        "uq": {"reason.goes_alone"}, "ca": {"reason.not_yours"}, "ul": set(),
    }  # fmt: skip


@pytest.mark.rule("MS 9.3", "MS 12.12")
def test_a_charge_refused_says_what_is_wanting() -> None:
    field = Field()
    places = {"ua": "0504", "ul": "0504", "um": "0404", "ca": "0505"}
    state = field.after(field.state(Attacks("union"), places), "attack ua 0505", "go")
    assert {"charge ul", "stay"} == field.legal(state)
    assert keys(field, state, "charge um") == {"reason.charge_apart"}
    assert keys(field, state, "charge cl") == {"reason.no_leader"}
    idle = field.state(Attacks("union"), {**places, "um": "0504"}, inactive="um")
    idle = field.after(idle, "attack ua 0505", "go")
    assert keys(field, idle, "charge um") == {"reason.leader_inactive"}


@pytest.mark.rule("MS 12.12", "MS 12.13")
def test_an_assistance_refused_says_why() -> None:
    field = Field()
    places = {"ua": "0505", "ul": "0505", "um": "0505", "ca": "0101"}
    state = field.run(field.state(Check("union", field.piece("ua"), "recovery"), places, helped="um")).state
    assert field.legal(state) == {"assist ul", "alone"}
    assert keys(field, state, "assist um") == {"reason.has_assisted"}
    assert keys(field, state, "assist cl") == {"reason.no_leader"}


@pytest.mark.rule("MS 13.1", "MS 13.2", "MS 12.43")
def test_every_bar_to_a_replacement_is_named() -> None:
    field = Field()
    places = {"ua": "0505", "ca": "0506"}
    ring = {"cb": "1007", "cc": "0907", "cd": "0908"}  # the LOC hex 1008 is shut off
    state = field.state(Replacements("union", used=True), places | ring, reduced="ua", disordered="ua", steps=1)
    assert keys(field, state, "restore ua") == {"reason.in_zone", "reason.is_disordered", "reason.no_loc"}
    placing = field.state(Returning("union", field.piece("ub"), -1), {"uq": "0505", "ua": "0504", "uc": "0504"})
    assert keys(field, placing, "place ub 0504") == {"reason.full"}
    assert keys(field, placing, "place ub 0801") == {"reason.return_place"}
    assert keys(field, placing, "place ub 0505") == set()


@pytest.mark.rule("MS 2.5", "MS 5.1", "MS 4.5")
def test_every_bar_to_a_placing_is_named() -> None:
    field = Field(terrain={"river": ["0706"]})
    state = field.state(SetUp("union"), {"ua": "0707", "ub": "0707", "ca": "0708"}, due={"up": -1})
    told = {name: keys(field, state, f"place up {name}") for name in ("0707", "0708", "0706", "0101")}
    assert told == {
        "0707": {"reason.full"}, "0708": {"reason.enemy_hex"}, "0706": {"reason.prohibited"},
        "0101": {"reason.not_within"},
    }  # fmt: skip


@pytest.mark.rule("MS 8.5")
def test_an_advance_is_legal_without_the_clauses_named() -> None:
    field = Field(terrain={"swamp_creek": ["0506"]})
    places = {"ua": "0504", "ub": "0604", "uc": "0604", "ca": "0606"}
    state = field.state(Advancing("union", (field.piece("ua"),), (field.hex("0505"),), 2), places)
    frame = deciding(state)
    assert isinstance(frame, Advancing)
    for name in HEXES:
        action = field.battle.parse(field.scenario, f"advance ua {name}")
        if name == "0504":
            assert keys(field, state, str(action)) == {"reason.already_there"}
            continue
        clauses = [reason.clause for reason in why_not(state, action)]
        assert (not clauses) == (action in options(state))
        for number in range(len(clauses) + 1):
            for some in combinations(clauses, number):
                free = goals(state, frame, field.piece("ua"), frozenset(some)) >> field.hex(name) & 1
                assert bool(free) == (number == len(clauses)), (name, clauses, some)
