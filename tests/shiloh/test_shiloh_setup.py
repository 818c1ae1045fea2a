"""Set-up, cup, camps and arrivals (SL 16-17)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from folio_kit import changed, clauses, offered, play, row, run, until, where
from shiloh_kit import BATTLE, CONFEDERATE, UNION, field, opening

from hardtack.battles.musket.command import has_loc
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.sequence import PlayerTurn
from hardtack.battles.shiloh.camps import draw_lot, in_cup
from hardtack.board.masks import hexes_in
from hardtack.referee.dice import LoadedDice
from hardtack.referee.errors import DiceError
from hardtack.referee.umpire import Umpire, deciding, options, to_act


@pytest.mark.rule("SL 16.2")
def test_seventeen_turns_over_two_days() -> None:
    state = opening()
    assert state.scenario.turns == 17
    dates = {turn: BATTLE.page.clock(changed(state, turn=turn)) for turn in (1, 10, 11, 17)}
    assert dates == {1: "1862-04-06", 10: "1862-04-06", 11: "1862-04-07", 17: "1862-04-07"}


@pytest.mark.rule("SL 16.3")
def test_markers_never_run_out() -> None:
    """Every unit of both armies may be Disordered at once."""
    state = opening()
    fighters = [c.id for c in state.scenario.counters if c.combat]
    assert len(fighters) == 61
    state = changed(state, disordered=dict.fromkeys(fighters, 1))
    BATTLE.check_position(state)
    assert all("disordered" in BATTLE.page.look(state, state.scenario.index[unit]).markers for unit in fighters)


@pytest.mark.rule("SL 17.1")
def test_the_confederate_begins_and_the_marker_waits_in_turn_six() -> None:
    state = opening()
    assert to_act(state) == CONFEDERATE
    assert isinstance(deciding(state), Movement)
    assert (state.turn, state.marker, state.fatigued) == (1, 6, False)


@pytest.mark.rule("SL 17.2", "MS 2.2")
def test_confederate_leaders_begin_active_and_nobody_is_mounted() -> None:
    """Acceptance checks 5.2-1 and 5.2-2."""
    state = opening()
    assert [row(state, "active", unit) for unit in ("johnston", "beauregard", "bragg")] == [1, 1, 1]
    assert not state.fatigued
    assert "cavalry" not in {counter.type for counter in state.scenario.counters}


@pytest.mark.rule("SL 17.1")
def test_the_game_is_judged_after_turn_seventeen() -> None:
    going_on, _ = run(field({"u1b1": "1612", "cleburne": "0422"}, turn=16))
    assert going_on.outcome is None
    assert going_on.turn == 17
    over, _ = run(field({"u1b1": "1612", "cleburne": "0422"}, turn=17))
    assert over.outcome is not None


@pytest.mark.rule("SL 17.2")
def test_confederate_places() -> None:
    state = opening()
    expected = {
        "chq": "0422", "johnston": "0422", "beauregard": "0422", "bragg": "0422",
        "anderson": "0320", "cart2": "0320", "gibson": "0521", "pond": "0420",
        "gladden": "1021", "chalmers": "0722", "cart3": "0722", "jackson": "0822",
        "cleburne": "0619", "cart4a": "0619", "shaver": "0720", "wood": "0820", "cart4b": "0820",
    }  # fmt: skip
    assert {unit: where(state, unit) for unit in expected} == expected
    for unit in ("chq", "johnston", "beauregard", "bragg"):
        assert row(state, "active", unit) == 1


@pytest.mark.rule("SL 17.2")
def test_polk_comes_on_turn_one_and_breckinridge_on_turn_two_by_the_corinth_road() -> None:
    state = opening()
    first, second = ("russell", "stewart", "johnson", "stephens"), ("trabue", "bowen", "statham")
    assert all(f"march {unit}" in offered(state) for unit in first)
    assert not any(f"march {unit}" in offered(state) for unit in second)
    entering, _ = play(state, "march russell")
    assert "to 0125" in offered(entering)
    later, _ = run(changed(state, turn=2, agenda=(PlayerTurn(CONFEDERATE),)))
    assert all(f"march {unit}" in offered(later) for unit in second)


@pytest.mark.rule("SL 17.21", "SL 17.36")
def test_lines_of_communications() -> None:
    state = opening()
    names = state.scenario.names
    assert {names[hex_] for hex_ in hexes_in(BATTLE.loc_hexes(state, CONFEDERATE))} == {"0125"}
    assert {names[hex_] for hex_ in hexes_in(BATTLE.loc_hexes(state, UNION))} == {"1103", "1910"}
    assert has_loc(state, state.scenario.index["chq"])
    held = field({"chq": "0422", "u1b1": "0125"})
    assert not has_loc(held, held.scenario.index["chq"])


@pytest.mark.rule("SL 17.22", "SL 17.37")
@pytest.mark.parametrize(
    ("side", "hq", "place", "unit", "post"),
    [(CONFEDERATE, "chq", "0422", "cleburne", "0421"), (UNION, "uhq", "1710", "u1b1", "1610")],
)
def test_a_step_each_turn_that_begins_with_an_active_hq(side: str, hq: str, place: str, unit: str, post: str) -> None:
    state = field({hq: place, unit: post}, PlayerTurn(side), turn=11, reduced={unit: 1})
    active, _ = run(changed(state, active={hq: 1}))
    assert active.steps == 1
    assert f"restore {unit}" in offered(active)
    inactive, _ = run(changed(state, active={hq: 0}))
    inactive, _ = play(inactive, "end")  # the enemy lets his FOW go (MS 14.1)
    assert inactive.steps == 0
    assert f"restore {unit}" not in offered(inactive)


@pytest.mark.rule("SL 17.34", "SL 17.3")
def test_union_places() -> None:
    state = opening()
    expected = {
        "sherman": "0915", "u5b4": "0915", "u5b1": "0715", "u5b3": "0917", "u5art": "0914",
        "u6b1": "1118", "u6b2": "1318", "u6art": "1216",
    }  # fmt: skip
    assert {unit: where(state, unit) for unit in expected} == expected
    assert row(state, "active", "sherman") == 1
    on_map = [c.id for n, c in enumerate(state.scenario.counters) if c.side == UNION and state.at[n] >= 0]
    assert set(on_map) == set(expected)


# -- the cup


@pytest.mark.rule("SL 17.33", "SL 17.31")
def test_thirteen_counters_sleep_in_five_camps() -> None:
    """Acceptance check 5.1-10."""
    state = opening()
    scenario = state.scenario
    camps = {scenario.names[camp.hex]: {scenario.ids[unit] for unit in camp.units} for camp in scenario.camps}
    assert camps == {
        "0810": {"u1b1", "u1b2", "u1art"},
        "1014": {"u1b3"},
        "1408": {"u2b1", "u2b2", "u2b3", "u2art"},
        "1612": {"u4b1", "u4b2", "u4b3", "u4art"},
        "1818": {"u5b2"},
    }
    assert len(in_cup(state)) == 13


@pytest.mark.rule("SL 17.31")
def test_turn_one_draws_one_die_of_counters() -> None:
    """A 2 for the number, then 1-1 (lot 0 of 13) and 1-2 (lot 1 of 12). Acceptance check 5.1-10."""
    state = changed(opening(), agenda=(PlayerTurn(UNION),))
    state, events = run(state, [2, 1, 1, 1, 2])
    assert events[0].key == "event.cup_rolled"
    assert events[0].dice == (2,)
    assert to_act(state) == UNION
    grid = state.scenario.board.grid
    goals = {grid.index(notation.split()[-1]) for notation in offered(state)}
    assert all(notation.startswith("place u1b1 ") for notation in offered(state))
    assert goals == {grid.index("0810"), *grid.around[grid.index("0810")]}
    state, _ = play(state, "place u1b1 0810")
    assert len(in_cup(state)) == 12
    assert all(notation.startswith("place u1b3 ") for notation in offered(state))
    state, _ = play(state, next(iter(sorted(offered(state)))))
    assert len(in_cup(state)) == 11


@pytest.mark.rule("SL 17.31", "MS 5.4")
def test_units_turn_out_unstacked_next_to_their_camp() -> None:
    state = field({"u1b2": "0810", "wood": "0811"}, PlayerTurn(UNION), cup=["u1b1"], turn=3)
    state, _ = run(state)
    grid = state.scenario.board.grid
    hexes = {notation.split()[-1] for notation in offered(state)}
    assert hexes
    assert "0810" not in hexes
    assert "0811" not in hexes
    assert all(grid.distance(grid.index(name), grid.index("0810")) == 1 for name in hexes)
    assert deciding(state).prompt(state).key == "prompt.muster"
    refused = options(state).reasons(BATTLE.parse(state.scenario, "place u1b1 0810"))
    assert [(refusal.clause, refusal.key) for refusal in refused] == [("SL 17.31", "reason.muster_stacked")]


@pytest.mark.rule("SL 17.31")
def test_turn_two_draws_two_dice_and_never_more_than_the_cup_holds() -> None:
    """Acceptance check 5.1-10."""
    state = field({"u5b4": "0915"}, PlayerTurn(UNION), cup=["u5b2", "u1b3"], turn=2)
    state, events = run(state, [6, 6, 1])
    assert events[0].dice == (6, 6)
    state, _ = play(state, sorted(offered(state))[0])
    assert len(in_cup(state)) == 1
    state, _ = play(state, sorted(offered(state))[0])
    assert not in_cup(state)


@pytest.mark.rule("SL 17.31")
def test_turn_three_places_all_the_rest_without_a_die() -> None:
    """Acceptance check 5.1-10."""
    cup = ["u1b1", "u2b1", "u4b1"]
    state, _ = run(field({"u5b4": "0915"}, PlayerTurn(UNION), cup=cup, turn=3))
    for _ in cup:
        state, _ = play(state, sorted(offered(state))[0])
    assert not in_cup(state)


@pytest.mark.rule("SL 17.31")
def test_without_room_near_the_camp_the_nearest_free_hex_outside_enemy_zones() -> None:
    ring = ["1818", "1719", "1718", "1817", "1819", "1918", "1919"]
    grid = BATTLE.scenario("shiloh").board.grid
    assert {grid.index(name) for name in ring[1:]} == set(grid.around[grid.index("1818")])
    friends = ["u1b1", "u1b2", "u1b3", "u2b1", "u2b2", "u2b3", "u4b1"]
    state = field(dict(zip(friends, ring, strict=True)), PlayerTurn(UNION), cup=["u5b2"], turn=3)
    state, _ = run(state)
    hexes = {notation.split()[-1] for notation in offered(state)}
    assert hexes
    assert {grid.distance(grid.index("1818"), grid.index(name)) for name in hexes} == {2}
    assert deciding(state).prompt(state).key == "prompt.muster_near"
    refused = options(state).reasons(BATTLE.parse(state.scenario, "place u5b2 1818"))
    assert [(refusal.clause, refusal.key) for refusal in refused] == [("SL 17.31", "reason.muster_stacked")]


@pytest.mark.rule("SL 17.31")
@pytest.mark.parametrize("number", range(1, 14))
def test_a_draw_is_exactly_uniform(number: int) -> None:
    """Every throw of the dice: each lot has the same number of them, and all others are thrown again from scratch.

    So the chance of a lot is share / (share * lots), whatever was thrown before: 1 in `number`.
    """
    dice = 0 if number == 1 else 1 if number <= 6 else 2
    throws = list(product(range(1, 7), repeat=dice))
    drawn = {throw: lot_of(throw, number) for throw in throws}
    shares = Counter(lot for lot in drawn.values() if lot is not None)
    assert shares == dict.fromkeys(range(number), len(throws) // number)
    again = [throw for throw, lot in drawn.items() if lot is None]
    assert len(again) == len(throws) % number
    for first in again:
        for second in throws:
            assert lot_of((*first, *first, *first, *first, *second), number) == drawn[second]


def lot_of(faces: tuple[int, ...], number: int) -> int | None:
    """The lot that dice draw; None where they must be thrown again."""
    loaded = LoadedDice(faces)
    try:
        lot = draw_lot(Umpire(START, loaded), number)
    except DiceError:
        return None
    loaded.finish()
    return lot


START: Any = opening().draft()


# -- alarms


@pytest.mark.rule("SL 17.32")
def test_a_unit_next_to_a_camp_wakes_it_and_stops() -> None:
    """Gladden comes next to the camp 1818: 2/5 turns out, fails its check and is Disordered.

    Acceptance check 5.1-20.
    """
    state = field({"gladden": "1520", "wood": "1620"}, Movement(CONFEDERATE), cup=["u5b2"], active={})
    moving, _ = play(state, "roll gladden", [6])
    assert "to 1718" in offered(moving)
    assert "to 1818" not in offered(moving)
    placing, events = play(moving, "to 1718")
    assert "SL 17.32" in clauses(events)
    assert to_act(placing) == UNION
    checked, events = play(placing, "place u5b2 1818", [5])
    assert row(checked, "disordered", "u5b2") == 1
    assert to_act(checked) == CONFEDERATE
    assert not any("gladden" in notation for notation in offered(checked))
    assert "roll wood" in offered(checked)


@pytest.mark.rule("SL 17.32")
def test_a_steady_unit_passes_its_alarm_check_and_moves_normally() -> None:
    state = field({"gladden": "1718"}, Movement(CONFEDERATE), PlayerTurn(UNION), cup=["u5b2"], turn=2)
    moving, _ = play(changed(state, at={"gladden": state.scenario.board.grid.index("1619")}), "roll gladden", [3])
    placing, _ = play(moving, "to 1718")
    steady, _ = play(placing, "place u5b2 1818", [3])
    assert row(steady, "disordered", "u5b2") == 0
    steady, _ = play(steady, "end")
    assert isinstance(deciding(steady), Movement)
    assert to_act(steady) == UNION
    assert "roll u5b2" in offered(steady)


@pytest.mark.rule("SL 17.32")
def test_every_sleeper_of_the_camp_turns_out_and_nobody_elses() -> None:
    cup = ["u4b1", "u4b2", "u4b3", "u4art", "u5b2"]
    state = field({"gladden": "1615"}, Movement(CONFEDERATE), cup=cup, turn=2)
    moving, _ = play(state, "roll gladden", [2])
    placing, _ = play(moving, "to 1613")
    placed = []
    while to_act(placing) == UNION:
        notation = sorted(offered(placing))[0]
        placed.append(notation.split()[1])
        placing, _ = play(placing, notation, [1])
    assert placed == ["u4b1", "u4b2", "u4b3", "u4art"]
    assert where(placing, "u5b2") == "-"


@pytest.mark.rule("SL 17.32")
def test_an_empty_camp_raises_no_alarm_and_leaders_do_not_wake_anybody() -> None:
    state = field({"gladden": "1520"}, Movement(CONFEDERATE))
    moving, _ = play(state, "roll gladden", [6])
    assert "to 1818" in offered(moving)
    _, events = play(moving, "to 1718")
    assert "SL 17.32" not in clauses(events)
    state = field({"bragg": "1619"}, Movement(CONFEDERATE), cup=["u5b2"])
    moving, _ = play(state, "walk bragg")
    quiet, events = play(moving, "to 1718")
    assert "SL 17.32" not in clauses(events)
    assert where(quiet, "u5b2") == "-"


# -- arrivals


@pytest.mark.rule("SL 17.35")
def test_grant_headquarters_and_army_troops_on_turn_three() -> None:
    state = changed(opening(), turn=3, agenda=(PlayerTurn(UNION),), at=dict.fromkeys(_cup_ids(), -2))
    state = until(state, Movement)
    for unit in ("uhq", "grant", "u0art", "u0b1"):
        assert f"march {unit}" in offered(state), unit
    assert row(state, "active", "uhq") == 0
    assert row(state, "active", "grant") == 1
    entering, _ = play(state, "march u0b1")
    assert "to 1910" in offered(entering)


def _cup_ids() -> list[str]:
    state = opening()
    return [state.scenario.ids[piece] for piece in in_cup(state)]


def union_turn(turn: int, dice: list[int], **due: int) -> set[str]:
    """The union pieces that may move on a turn, given the dice of its start."""
    waiting = {"u3b1": 0, "u3b2": 0, "u3b3": 0, "u3art": 0, "u8b10": 0, "u8b19": 0, "u8b22": 0} | due
    state = field({"cleburne": "0422"}, PlayerTurn(UNION), cup=waiting, turn=turn, due=waiting)
    return set(options(until(state, Movement, dice)).actors())


WALLACE, NELSON = {"u3b1", "u3b2", "u3b3", "u3art"}, ("u8b10", "u8b19", "u8b22")


@pytest.mark.rule("SL 17.35")
def test_lew_wallace_comes_on_1_2_then_1_4_then_without_a_roll() -> None:
    assert union_turn(6, [2]) >= WALLACE
    assert not WALLACE & union_turn(6, [3])
    assert union_turn(7, [4]) >= WALLACE
    assert not WALLACE & union_turn(7, [5])
    assert union_turn(8, [6, 6, 6]) >= WALLACE  # the dice are Nelson's


@pytest.mark.rule("SL 17.35")
def test_lew_wallace_comes_a_third_four_ninths_two_ninths() -> None:
    """Acceptance check 5.1-11."""
    on_six, on_seven = (Fraction(sum(union_turn(turn, [die]) >= WALLACE for die in range(1, 7)), 6) for turn in (6, 7))
    later = (1 - on_six) * (1 - on_seven)
    assert (on_six, (1 - on_six) * on_seven, later) == (Fraction(1, 3), Fraction(4, 9), Fraction(2, 9))


@pytest.mark.rule("SL 17.35", "MS 3.3")
@pytest.mark.parametrize(("turn", "dice", "told"), [(6, [2], 1), (6, [3], 0), (8, [6, 6, 6], 1)])
def test_an_arrival_by_die_is_told_once(turn: int, dice: list[int], told: int) -> None:
    waiting = dict.fromkeys(("u3b1", "u3b2", "u3b3", "u3art", "u8b10", "u8b19", "u8b22"), 0)
    state, events = run(field({"cleburne": "0422"}, PlayerTurn(UNION), cup=waiting, turn=turn, due=waiting), dice)
    while not isinstance(deciding(state), Movement):
        state, more = play(state, "end")
        events += more
    assert [event.key for event in events if ("unit", "u3b1") in event.args] == ["event.arrives"] * told


@pytest.mark.rule("SL 17.35")
def test_each_of_nelsons_brigades_rolls_on_turn_eight_and_comes_on_turn_nine_at_last() -> None:
    """Acceptance check 5.1-12."""
    arrived = union_turn(8, [1, 3, 2])
    assert [unit in arrived for unit in NELSON] == [True, False, True]
    assert set(NELSON) <= union_turn(9, [], u3b1=8, u3b2=8, u3b3=8, u3art=8)


@pytest.mark.rule("SL 17.35")
def test_those_who_wait_for_a_die_stand_on_the_track_where_they_may_come_first() -> None:
    """Before their turn, when it has come, and after a roll that failed."""
    for turn, phasing, expected in ((1, CONFEDERATE, 6), (6, CONFEDERATE, 6), (6, UNION, 7), (8, CONFEDERATE, 8)):
        due = {unit: when for when, unit in BATTLE.page.arrivals(changed(opening(), turn=turn, phasing=phasing))}
        assert {due[unit] for unit in ("u3b1", "u3b2", "u3b3", "u3art")} == {expected}
    assert due["u8b10"] == 8


@pytest.mark.rule("SL 17.35")
def test_lew_wallace_enters_at_b_and_nelson_at_a() -> None:
    state = field({}, Movement(UNION), cup=["u3b1", "u8b10"], turn=8, due={"u3b1": 8, "u8b10": 8})
    wallace, _ = play(state, "roll u3b1", [1])
    assert offered(wallace) == {"to 1103", "stay"}
    nelson, _ = play(state, "roll u8b10", [1])
    assert offered(nelson) == {"to 1910", "stay"}


@pytest.mark.rule("SL 17.35")
def test_fixed_arrivals_of_the_union() -> None:
    counters = {c.id: (c.turn, c.place) for c in opening().scenario.counters if c.side == UNION}
    for unit in ("u9b11", "u9b14", "u9art"):
        assert counters[unit] == (9, "entry:A")
    for unit in ("u7b4", "u7b5", "u7b6", "u7art"):
        assert counters[unit] == (10, "entry:A")
    for boat in ("tyler", "lexington"):
        assert counters[boat][0] == 7
