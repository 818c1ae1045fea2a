"""Chapter 12: Sharpsburg, points, the winner."""

from __future__ import annotations

import pytest
from sharpsburg_field import at, do, placed, set_up, told

from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.battles.sharpsburg.victory import elimination_points, holder, points, strength_lost
from hardtack.referee.state import LOST, freeze

TOWN = ("0608", "0709")


def last_turn(taken: tuple[str, ...], lost: tuple[str, ...]) -> SharpsburgState:
    """The last Confederate turn with the named units gone and everybody else far from trouble."""
    state = set_up().draft()
    index = state.scenario.index
    places = [hex_ if hex_ >= 0 else state.scenario.board.grid.index("1514") for hex_ in state.at]
    home = {"MC": "0312", "AN": "0312", "HM": "0312", "AP": "0311", "II": "1512", "VI": "1513", "V": "1514"}
    for unit, hex_ in home.items():
        places[index[unit]] = state.scenario.board.grid.index(hex_)
    for unit in lost:
        places[index[unit]] = LOST
    state.at = tuple(places)
    state.turn = 10
    state.taken = taken
    later = placed("confederate", "move", {"JR": "0406"}).agenda
    state.agenda = later
    frozen: SharpsburgState = freeze(state)
    BATTLE.check_position(frozen)
    return frozen


def finished(taken: tuple[str, ...] = (), lost: tuple[str, ...] = ()) -> SharpsburgState:
    state = do(last_turn(taken, lost), "end")
    return state if state.outcome is not None else do(state, "end")


@pytest.mark.rule("SH 12")
def test_both_hexes_are_worth_ten_and_start_confederate() -> None:
    assert holder(set_up()) == "confederate"
    for taken, side in (((), "confederate"), (TOWN, "union")):
        outcome = finished(taken).outcome
        assert outcome is not None
        assert dict(outcome.points)[side] == 10
        assert outcome.winner == side


@pytest.mark.rule("SH C20")
@pytest.mark.parametrize("hex_", TOWN)
def test_if_the_hexes_are_split_nobody_scores_them(hex_: str) -> None:
    outcome = finished((hex_,)).outcome
    assert outcome is not None
    assert dict(outcome.points) == {"union": 0, "confederate": 0}


@pytest.mark.rule("SH C20")
def test_a_hex_stays_with_the_side_that_was_last_in_it() -> None:
    state = placed("union", "move", {"CV1": "0708", "JR": "0508"})  # Jones covers the western hex
    state = do(state, "move CV1 0709")
    assert state.taken == ("0709",)
    state = do(state, "end", "end", "move CV1 0806")
    assert state.taken == ("0709",)  # it may go away again
    state = placed("confederate", "move", {"FL": "0706"}, taken=("0709",))
    assert do(state, "move FL 0709").taken == ()


@pytest.mark.rule("SH C20")
def test_a_unit_takes_the_hexes_it_passes_through() -> None:
    state = do(placed("union", "move", {"CV1": "0707", "JR": "0313"}), "move CV1 0710")
    assert "0709" in state.taken
    assert at(state, "CV1") == "0710"
    both = do(placed("union", "move", {"CV1": "0707", "JR": "0313"}), "move CV1 0509")
    assert both.taken == TOWN  # six points suffice for the way through both
    enemy_near = do(placed("union", "move", {"CV1": "0707", "JR": "0609"}), "move CV1 0807")
    assert enemy_near.taken == ()  # it would have to stop in Jones's zone


@pytest.mark.rule("SH C20")
def test_a_retreat_into_the_town_takes_it() -> None:
    state = placed("confederate", "combat", {"DH": "0707", "EW": "0707", "CV1": "0708"})
    state = do(state, "attack DH 0708", "join EW", "fight", dice=[5])  # 9 to 2 is 4-1: DR
    assert do(state, "retreat CV1 0709").taken == ("0709",)


@pytest.mark.rule("SH 12a", "SH C21")
def test_one_point_for_each_printed_strength_point_eliminated() -> None:
    before = placed("union", "combat", {"IX": "0704", "JR": "0604", "MU": "0406"})
    after = do(before, "attack IX 0604", "fight", dice=[1])  # Jones is doubled in the woods and still worth 2
    assert elimination_points(after, "union") - elimination_points(before, "union") == 2


@pytest.mark.rule("SH C21")
def test_attackers_lost_to_ae_and_ex_score_too() -> None:
    before = placed("union", "combat", {"CV1": "1307", "EW": "1308", "JR": "0406"})
    after = do(before, "attack CV1 1308", "fight", dice=[6])
    assert strength_lost(after, "union") - strength_lost(before, "union") == 2
    assert points(after, "confederate") - points(before, "confederate") == 2
    before = placed("union", "combat", {"XII": "1307", "HO": "1308", "JR": "0406"})
    after = do(do(before, "attack XII 1308", "fight", dice=[6]), "lose XII")  # 4-1: EX
    assert points(after, "confederate") - points(before, "confederate") == 8


@pytest.mark.rule("SH 12b")
def test_more_points_win() -> None:
    outcome = finished((), ("DH", "EW", "DR")).outcome  # 13 points for the Union, 10 for the Confederates
    assert outcome is not None
    assert (outcome.winner, outcome.level, outcome.clause) == ("union", "victory", "SH 12b")
    assert dict(outcome.points) == {"union": 13, "confederate": 10}


@pytest.mark.rule("SH 12b", "SH C21")
def test_equal_points_are_a_draw() -> None:
    outcome = finished((), ("DH", "EW", "MU")).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.clause) == ("draw", "SH C21")
    assert dict(outcome.points) == {"union": 10, "confederate": 10}


@pytest.mark.rule("SH C12")
def test_after_turn_ten_a_debt_lapses() -> None:
    state = last_turn((), ()).draft()
    state.engaged = ((10, "0705", ("I",), ("EW",)),)
    assert do(freeze(state), "end", "end").outcome is not None


def test_the_standing_shows_the_points_as_they_are() -> None:
    state = set_up()
    standing = BATTLE.page.standing(state)
    assert standing.losses == (("union", 0), ("confederate", 0))
    assert standing.meter < 0  # the Confederates hold the town
    lines = [BATTLE.words.say(line.key, line.args, "en") for line in standing.lines]
    assert lines[-1] == "After turn 10 whoever has more VP wins. Holding both hexes of Sharpsburg is worth 10 VP."
    over, events = told(last_turn(TOWN, ()), "end", "end")
    assert events[-1].key == "event.over_more_points"
    assert "standing.wins" not in [line.key for line in BATTLE.page.standing(over).lines]  # nobody can win any more
