"""Chapter 11: bombardment, and the drill of Union guns."""

from __future__ import annotations

import pytest
from sharpsburg_field import allowed, at, choices, clauses, do, field, frame, goals, opened, placed, set_up, told

from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.battles.sharpsburg.odds import assault_on
from hardtack.battles.sharpsburg.page import gun_state
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.umpire import to_act


def drill(state: SharpsburgState, gun: str) -> str:
    return gun_state(state, state.scenario.index[gun])


def defence(state: SharpsburgState, side: str, hex_: str, *units: str) -> int:
    ground = state.scenario
    pieces = [ground.index[unit] for unit in units]
    return assault_on(state, side, ground.board.grid.index(hex_), pieces).defence


# -- bombardment


@pytest.mark.rule("SH 11")
def test_only_artillery_attacks_from_a_distance_and_with_the_usual_results() -> None:
    state = placed("union", "combat", {"RA1": "1308", "CV1": "1308", "MU": "1310", "JR": "0406"})
    assert clauses(state, "attack CV1 1310") == {"SH 9"}
    assert at(do(state, "attack RA1 1310", "fight", dice=[1]), "MU") == "x"  # 3-1: DE
    state = do(state, "attack RA1 1310", "fight", dice=[3])  # DR
    assert (frame(state), to_act(state)) == ("Retreating", "confederate")


@pytest.mark.rule("SH 11a")
def test_union_guns_reach_four_hexes_confederate_guns_two() -> None:
    state = placed("union", "combat", {"RA1": "1307", "JR": "1311", "HO": "1312", "MU": "1309"})
    assert allowed(state, "attack RA1 1311")
    assert clauses(state, "attack RA1 1312") == {"SH 11a"}
    state = placed("confederate", "combat", {"PE": "1307", "CV1": "1309", "CV2": "1310"})
    assert allowed(state, "attack PE 1309")
    assert clauses(state, "attack PE 1310") == {"SH 11a"}


@pytest.mark.rule("SH 11b")
def test_bombarding_guns_share_no_bad_result() -> None:
    where = {"CV1": "1307", "RA1": "1306", "EW": "1308", "JR": "0406"}
    state = placed("union", "combat", where)
    after = do(state, "attack CV1 1308", "join RA1", "fight", dice=[6])  # 5 to 4 is 1-1: AE
    assert (at(after, "CV1"), at(after, "RA1")) == ("x", "1306")
    after = do(state, "attack CV1 1308", "join RA1", "fight", dice=[5])  # AR
    assert goals(after, "CV1")
    assert goals(after, "RA1") == set()


@pytest.mark.rule("SH 11c", "SH C16")
def test_no_bombardment_over_town_or_woods() -> None:
    ground = field()
    index = ground.board.grid.index
    assert not ground.terrain.clear_fire(index("0702"), index("0704"))  # the North Woods between
    assert not ground.terrain.clear_fire(index("0708"), index("0710"))  # Sharpsburg between
    assert ground.terrain.clear_fire(index("0704"), index("0703"))  # the target itself does not block
    state = placed("union", "combat", {"RA1": "0702", "EW": "0704", "CV1": "0803"})
    assert clauses(state, "attack RA1 0704") == {"SH 11c"}


@pytest.mark.rule("SH C16")
def test_along_a_hexside_both_hexes_must_block() -> None:
    ground = field()
    index = ground.board.grid.index
    assert not ground.terrain.clear_fire(index("0505"), index("0705"))  # between the two West Woods hexes
    assert ground.terrain.clear_fire(index("0504"), index("0704"))  # open ground on one side
    assert ground.terrain.clear_fire(index("0807"), index("0805"))  # over the ridge of the Sunken Road


@pytest.mark.rule("SH 11d", "SH C17")
def test_a_gun_with_an_enemy_adjacent_bombards_nobody() -> None:
    state = placed("union", "combat", {"RA1": "1308", "XII": "1310", "MU": "1309", "HO": "1311"})
    assert clauses(state, "attack RA1 1311") == {"SH 11d"}
    assert allowed(state, "attack RA1 1309")
    state = do(state, "attack RA1 1309", "fight", dice=[1])  # the adjacent enemy is gone
    assert clauses(state, "attack RA1 1311") == {"SH C10"}  # but it never does both in one turn


@pytest.mark.rule("SH C17", "SH 9b")
def test_it_may_decline_and_an_adjacent_attack_is_an_ordinary_one() -> None:
    state = placed("union", "combat", {"RA1": "1308", "EW": "1309", "JR": "0406"})
    assert to_act(do(state, "end")) == "confederate"
    after = do(state, "attack RA1 1309", "fight", dice=[6])  # 3 to 4 is 1-2: AE
    assert at(after, "RA1") == "x"


@pytest.mark.rule("SH C17")
def test_an_enemy_behind_a_bare_creek_is_not_adjacent_and_may_be_bombarded() -> None:
    state = placed("union", "combat", {"RA1": "1009", "DR": "0910", "HO": "0911"})
    assert allowed(state, "attack RA1 0910")
    assert allowed(state, "attack RA1 0911")
    after = do(state, "attack RA1 0910", "fight", dice=[6])  # AE, but it is a bombardment
    assert at(after, "RA1") == "1009"


@pytest.mark.rule("SH 11e")
def test_guns_do_not_bombard_in_defence() -> None:
    where = {"JR": "1308", "EW": "1208", "CV1": "1309", "RA1": "1311"}
    state = placed("confederate", "combat", where)
    assert clauses(state, "attack RA1 1308") == {"SH 9"}
    assert clauses(do(state, "attack JR 1309"), "join RA1") >= {"SH 9"}
    assert defence(state, "confederate", "1309", "JR") == 2  # the battery two hexes behind adds nothing


@pytest.mark.rule("SH 11f")
def test_guns_add_their_strength_to_the_attack_of_others() -> None:
    state = placed("union", "combat", {"IX": "1010", "RA2": "1109", "DR": "0910"})
    state = do(state, "attack IX 0910", "join RA2")
    _, events = told(state, "fight", dice=[2])
    fought = next(event for event in events if event.key == "event.attack")
    assert (fought.get("a"), fought.get("d")) == (15, 8)


@pytest.mark.rule("SH 11g", "SH C22")
def test_confederate_guns_move_and_bombard_in_one_turn() -> None:
    state = placed("confederate", "move", {"PE": "1305", "CV1": "1309", "JR": "0406"})
    assert clauses(state, "limber PE") == {"SH 11g"}
    state = do(state, "move PE 1307", "end")
    assert allowed(state, "attack PE 1309")


@pytest.mark.rule("SH C18")
def test_at_a_distance_only_the_target_hex_doubles() -> None:
    over_bridge = placed("union", "combat", {"RA2": "1109", "DR": "0910"})
    assert defence(over_bridge, "union", "0910", "RA2") == 4
    in_woods = placed("union", "combat", {"RA1": "0701", "JR": "0604"})
    assert defence(in_woods, "union", "0604", "RA1") == 4
    joint = placed("union", "combat", {"CV2": "0807", "RA1": "0804", "DH": "0806"})
    assert defence(joint, "union", "0806", "CV2", "RA1") == 5  # the rider is behind the ridge already


@pytest.mark.rule("SH C18", "SH 11b")
@pytest.mark.parametrize(("die", "code"), [(1, "EN"), (2, "AR"), (5, "AE")])
def test_bombardment_alone_ar_ae_and_en_have_no_effect(die: int, code: str) -> None:
    before = placed("union", "combat", {"RA2": "1109", "DR": "0910", "JR": "0406"})
    after, events = told(before, "attack RA2 0910", "fight", dice=[die])  # 3 to 4 is 1-2
    assert next(event.get("term") for event in events if event.key == "event.attack") == code
    assert after.at == before.at
    assert after.engaged == ()


@pytest.mark.rule("SH C18")
def test_bombardment_alone_ex_costs_the_guns_nothing() -> None:
    state = placed("union", "combat", {"RA1": "1308", "MU": "1310", "JR": "0406"})
    state = do(state, "attack RA1 1310", "fight", dice=[5])  # 3-1: EX
    assert (at(state, "MU"), at(state, "RA1")) == ("x", "1308")
    assert (to_act(state), frame(state)) == ("confederate", "Movement")


@pytest.mark.rule("SH C18", "SH C13")
def test_bombarding_guns_do_not_pay_for_an_exchange() -> None:
    where = {"CV1": "1307", "CV2": "1307", "RA1": "1306", "HO": "1308", "JR": "0406"}
    state = do(placed("union", "combat", where), "attack CV1 1308", "join CV2", "join RA1", "fight", dice=[5])  # 3-1
    assert choices(state) == {"lose CV1", "lose CV2"}


@pytest.mark.rule("SH C18", "SH 9g")
def test_in_a_joint_attack_en_binds_only_the_adjacent_attackers() -> None:
    where = {"CV1": "1307", "RA1": "1306", "EW": "1308", "JR": "0406"}
    state = do(placed("union", "combat", where, turn=4), "attack CV1 1308", "join RA1", "fight", dice=[2])  # 1-1: EN
    assert state.engaged == ((4, "1308", ("CV1",), ("EW",)),)
    state = do(state, "end", "end")
    assert clauses(state, "move CV1 1306") == {"SH C12"}
    assert allowed(state, "limber RA1")


# -- the drill of Union guns


def next_union_turn(state: SharpsburgState) -> SharpsburgState:
    """Let everything rest until the Union moves again."""
    turn = state.turn
    while state.turn == turn:
        state = do(state, "end")
    return state


@pytest.mark.rule("SH 11h", "SH C19")
def test_a_limber_order_on_turn_one_moves_on_three_and_fires_on_six() -> None:
    state = opened("union", {"RA1": "1106", "XII": "1403", "JR": "0406", "HO": "1006"}, turn=1)
    assert clauses(state, "move RA1 1205") == {"SH 11h"}
    told_before = BATTLE.page.hint(state, BATTLE.parse(state.scenario, "limber RA1")).label
    assert dict(told_before.args)["turn"] == 3
    state = next_union_turn(do(state, "limber RA1"))
    assert (state.turn, drill(state, "RA1")) == (2, "limbering")
    assert clauses(state, "move RA1 1205") == {"SH 11h"}
    state = next_union_turn(state)
    assert (state.turn, drill(state, "RA1")) == (3, "limbered")
    state = do(state, "move RA1 1205")
    for turn in (4, 5):
        state = next_union_turn(state)
        assert (state.turn, drill(state, "RA1")) == (turn, "deploying")
        assert clauses(state, "move RA1 1206") == {"SH 11h"}
        assert to_act(do(state, "end")) == "confederate"  # no combat phase: the gun cannot fire
    state = next_union_turn(state)
    assert (state.turn, drill(state, "RA1")) == (6, "deployed")
    assert allowed(do(state, "end"), "attack RA1 1006")


@pytest.mark.rule("SH 11h")
def test_the_guns_start_deployed() -> None:
    state = set_up()
    assert drill(state, "RA1") == drill(state, "RA2") == "deployed"
    assert allowed(do(state, "end"), "attack RA2 0910")


@pytest.mark.rule("SH 11h", "SH C19")
def test_a_gun_that_is_not_deployed_neither_attacks_nor_bombards() -> None:
    where = {"RA1": "1308", "RA2": "1308", "MU": "1309", "CV1": "1308"}
    guns = {"hitched": (0,) * 23 + (1, 0), "ready": (0,) * 23 + (6, 7)}
    state = placed("union", "combat", where, turn=5, **guns)
    assert (drill(state, "RA1"), drill(state, "RA2")) == ("limbering", "deploying")
    assert clauses(state, "attack RA1 1309") == {"SH C19"}
    assert clauses(state, "attack RA2 1309") == {"SH C19"}
    state = placed("union", "combat", where, turn=6, **guns)
    assert drill(state, "RA1") == "limbered"
    assert clauses(state, "attack RA1 1309") == {"SH C19"}


@pytest.mark.rule("SH C19")
def test_it_defends_at_full_strength() -> None:
    guns = {"hitched": (0,) * 23 + (1, 0), "ready": (0,) * 23 + (6, 0)}
    state = placed("confederate", "combat", {"RA1": "1308", "JR": "1309"}, turn=5, **guns)
    assert defence(state, "confederate", "1308", "JR") == 3


@pytest.mark.rule("SH C19")
def test_a_forced_retreat_sets_it_deploying_for_two_own_turns() -> None:
    state = placed("confederate", "combat", {"RA1": "1308", "DH": "1309", "JR": "1208"}, turn=5)
    state = do(state, "attack DH 1308", "join JR", "fight", dice=[3])  # 7 to 3 is 2-1: DR
    state = do(state, "retreat RA1 1307")
    ready = state.ready[state.scenario.index["RA1"]]
    assert (drill(state, "RA1"), ready) == ("deploying", 8)  # turns 6 and 7 deploy, turn 8 fires


@pytest.mark.rule("SH C19")
def test_only_a_deployed_gun_can_be_told_to_limber() -> None:
    guns = {"hitched": (0,) * 25, "ready": (0,) * 23 + (7, 0)}
    state = placed("union", "move", {"RA1": "1308"}, turn=5, **guns)
    assert clauses(state, "limber RA1") == {"SH 11h"}


@pytest.mark.rule("SH C12")
def test_an_engaged_gun_does_not_limber() -> None:
    where = {"RA1": "1307", "HO": "1308"}
    state = placed("union", "move", where, turn=5, engaged=((4, "1308", ("RA1",), ("HO",)),))
    assert clauses(state, "limber RA1") == {"SH C12"}


# -- the overlay


@pytest.mark.rule("SH 11a", "SH 11c")
def test_the_overlay_shows_what_guns_in_a_hex_could_bombard() -> None:
    """The tint and the referee agree, hex by hex, for the guns of both sides and for an empty hex."""
    state = placed("union", "combat", {"RA1": "0705", "SD": "1308"})
    battle, grid = state.scenario.battle, state.scenario.board.grid
    for hex_, side, reach in (("0705", "union", 4), ("1308", "confederate", 2), ("1011", "union", 4)):
        here, *cells = battle.page.overlay(state, "sight", grid.index(hex_))
        assert (here.hex, here.kind, dict(here.label.args)) == (hex_, "here", {"side": side, "n": reach})
        for cell in cells:
            fire = state.scenario.terrain.clear_fire(grid.index(hex_), grid.index(cell.hex))
            assert cell.kind == ("good" if fire else "bad")
            assert int(cell.text) == grid.distance(grid.index(hex_), grid.index(cell.hex)) <= reach
    assert {cell.kind for cell in battle.page.overlay(state, "sight", grid.index("0705"))} == {"here", "good", "bad"}
    assert battle.page.overlay(state, "weather", 0) == ()
