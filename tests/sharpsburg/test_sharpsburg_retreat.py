"""Chapter 10: where a retreat may go, pushing friends back, and what happens when nothing is open."""

from __future__ import annotations

import pytest
from sharpsburg_field import at, choices, clauses, do, frame, goals, placed

from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.umpire import to_act


def driven_back(where: dict[str, str], **settings: object) -> SharpsburgState:
    """II (15) throws McLaws (3) out of 1308: 5-1, a five is DR."""
    state = placed("union", "combat", {"II": "1307", "MC": "1308"} | where, settings=settings)
    return do(state, "attack II 1308", "fight", dice=[5])


@pytest.mark.rule("SH 10")
def test_no_retreat_into_an_enemy_zone() -> None:
    state = driven_back({})
    assert goals(state, "MC") == {"1208", "1309", "1408"}
    assert clauses(state, "retreat MC 1207") == {"SH 10"}
    assert clauses(state, "retreat MC 1407") == {"SH 10"}


@pytest.mark.rule("SH 10", "SH C15")
def test_no_retreat_into_an_enemy_hex() -> None:
    state = driven_back({})
    assert clauses(state, "retreat MC 1307") == {"SH C15"}


@pytest.mark.rule("SH 10", "SH 9f")
def test_a_retreat_is_one_hex() -> None:
    assert clauses(driven_back({}), "retreat MC 1310") == {"SH 9e"}


@pytest.mark.rule("SH 10")
def test_no_retreat_over_a_bare_creek_but_by_bridge_and_ford() -> None:
    where = {"IX": "1010", "CV1": "1204", "DR": "0910", "EW": "1105"}
    state = do(placed("union", "combat", where), "attack IX 0910", "fight", dice=[4])  # 12 to 8: AR
    assert goals(state, "IX") == {"1009", "1011", "1110", "1111"}
    assert clauses(state, "retreat IX 0911") == {"SH 10"}
    state = placed("union", "combat", {"I": "0810", "WA": "0811"})
    state = do(state, "attack I 0811", "fight", dice=[2])  # 9 to 4: DR
    assert "0812" in goals(state, "WA")  # by Snavely's Ford
    assert "0912" not in goals(state, "WA")  # a creek without a crossing


@pytest.mark.rule("SH 10")
def test_no_retreat_off_the_map() -> None:
    state = placed("union", "combat", {"II": "0403", "MC": "0304"})
    state = do(state, "attack II 0304", "fight", dice=[5])
    assert clauses(state, "retreat MC 0303") == {"SH 10"}
    assert "0303" not in goals(state, "MC")


@pytest.mark.rule("SH C15")
def test_the_owner_picks_the_hex() -> None:
    state = driven_back({})
    assert to_act(state) == "confederate"
    for hex_ in ("1208", "1309", "1408"):
        assert at(do(state, f"retreat MC {hex_}"), "MC") == hex_


@pytest.mark.rule("SH C15", "SH C9")
def test_stacking_binds_a_retreat_while_there_is_room_elsewhere() -> None:
    state = driven_back({"JR": "1309", "EW": "1309"})
    assert goals(state, "MC") == {"1208", "1408"}
    assert clauses(state, "retreat MC 1309") == {"SH C15"}


FULL = {"JR": "1309", "EW": "1309", "HO": "1208", "DH": "1208", "DR": "1408", "WA": "1408"}


@pytest.mark.rule("SH C15")
def test_friends_are_pushed_back_when_every_hex_is_full() -> None:
    state = driven_back(FULL)
    assert goals(state, "MC") == {"1309", "1208", "1408"}
    state = do(state, "retreat MC 1309")
    assert (frame(state), choices(state)) == ("Displacing", {"push JR", "push EW"})
    assert at(state, "MC") == "1308"  # it follows when there is room
    state = do(state, "push JR")
    assert goals(state, "JR") == {"1209", "1310", "1409"}
    state = do(state, "retreat JR 1310")
    assert (at(state, "JR"), at(state, "EW"), at(state, "MC")) == ("1310", "1309", "1309")


@pytest.mark.rule("SH C15")
def test_horse_and_guns_find_room_where_infantry_does_not() -> None:
    state = placed("union", "combat", {"II": "1307", "MC": "1308", "PE": "1308"} | FULL)
    state = do(state, "attack II 1308", "fight", dice=[4])  # 15 to 4 is 3-1: DR
    state = do(state, "retreat PE 1309")
    assert (at(state, "PE"), frame(state)) == ("1309", "Retreating")


@pytest.mark.rule("SH C15")
def test_a_friend_that_could_not_go_back_is_not_pushed() -> None:
    where = {"II": "1512", "CV1": "1313", "MC": "1513", "JR": "1514", "EW": "1514", "HO": "0406"}
    state = do(placed("union", "combat", where), "attack II 1513", "fight", dice=[5])
    assert goals(state, "MC") == {"1514"}  # Jones or Lawton can go to 1414
    state = do(placed("union", "combat", where | {"CV2": "1314"}), "attack II 1513", "fight", dice=[5])
    assert [at(state, unit) for unit in ("MC", "JR", "EW")] == ["x", "1514", "1514"]  # now neither can


@pytest.mark.rule("SH C15")
def test_a_push_may_push_others_on_but_nobody_twice() -> None:
    # Union units control 1209, 1310 and 1409: whoever leaves 1309 has to squeeze into another full hex
    state = driven_back(FULL | {"CV1": "1311", "CV2": "1110", "I": "1510"})
    state = do(state, "retreat MC 1309", "push JR")
    assert goals(state, "JR") == {"1208", "1408"}
    state = do(state, "retreat JR 1208", "push HO")
    assert frame(state) == "Retreating"
    assert "1309" not in goals(state, "HO")
    state = do(state, "retreat HO " + min(goals(state, "HO")))
    assert (at(state, "MC"), at(state, "JR")) == ("1309", "1208")
    BATTLE.check_position(state)


@pytest.mark.rule("SH C15")
def test_a_unit_without_a_legal_hex_is_eliminated() -> None:
    state = driven_back({"CV1": "1309"})
    assert at(state, "MC") == "x"


@pytest.mark.rule("SH C15")
def test_by_the_other_reading_it_stays() -> None:
    state = driven_back({"CV1": "1309"}, no_retreat="stay")
    assert at(state, "MC") == "1308"


@pytest.mark.rule("SH C2")
def test_a_retreat_does_not_count_as_the_move_of_mc_or_an() -> None:
    state = do(driven_back({"AN": "0213"}), "retreat MC 1309")
    assert to_act(state) == "confederate"
    assert choices(state) >= {"move AN 0212", "move MC 1310"}


@pytest.mark.rule("SH C4")
def test_retreats_are_not_delayed_by_woods() -> None:
    state = placed("union", "combat", {"II": "0806", "MC": "0805"})
    state = do(state, "attack II 0805", "fight", dice=[2])  # over the ridge 15 to 6 is 2-1: DR
    assert "0804" in goals(state, "MC")


def test_the_positions_on_the_way_are_legal() -> None:
    BATTLE.check_position(do(driven_back(FULL), "retreat MC 1309"))
