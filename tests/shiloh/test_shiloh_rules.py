"""Surprise, fatigue, gunboats and victory at Shiloh (SL 18-19)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from folio_kit import changed, clauses, offered, play, row, run, where
from shiloh_kit import BATTLE, CONFEDERATE, UNION, field, opening

from hardtack.battles.musket.actions import END
from hardtack.battles.musket.advance import Advancing
from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.sequence import CombatPhase, EndOfCombat, GameTurn, PlayerTurn
from hardtack.battles.musket.state import Fight
from hardtack.battles.musket.strength import balance
from hardtack.battles.shiloh.scenario import ShilohState
from hardtack.battles.shiloh.surprise import Rush
from hardtack.board.masks import hexes_in
from hardtack.referee.chance import results
from hardtack.referee.dice import LoadedDice
from hardtack.referee.events import Event
from hardtack.referee.umpire import deciding, to_act
from hardtack.referee.umpire import play as referee_play

# -- surprise


def closing_in(*movers: str, turn: int = 1, **facts: Any) -> ShilohState:
    """Confederates two hexes from Hildebrand (3/5, morale 2) in Rea Field, nobody else about."""
    places = dict(zip(movers, ["0919", "1019"], strict=False)) | {"u5b3": "0917"}
    return field(places, Movement(CONFEDERATE), turn=turn, **facts)


@pytest.mark.rule("SL 19.21", "SL 19.2")
def test_the_first_failure_disorders_and_a_pass_does_nothing() -> None:
    moving, _ = play(closing_in("wood"), "roll wood", [2])
    steady, events = play(moving, "to 0918", [2])
    assert row(steady, "surprised", "u5b3") == 0
    assert row(steady, "disordered", "u5b3") == 0
    assert [event.dice for event in events if event.key == "event.check_passed"] == [(2,)]
    shaken, events = play(moving, "to 0918", [3])
    assert row(shaken, "surprised", "u5b3") == 1
    assert row(shaken, "disordered", "u5b3") == 1
    assert "SL 19.21" in clauses(events)


@pytest.mark.rule("SL 19.21")
def test_the_second_failure_routs_and_the_neighbours_advance_up_to_two_hexes() -> None:
    state = closing_in("wood", "shaver", disordered={"u5b3": 1}, surprised={"u5b3": 1})
    moving, _ = play(state, "roll wood", [2])
    routed, _ = play(moving, "to 0918", [5, 3])  # the check fails, back in three turns
    assert where(routed, "u5b3") == "track"
    assert row(routed, "due", "u5b3") == 4
    frame = deciding(routed)
    assert isinstance(frame, Advancing)
    assert to_act(routed) == CONFEDERATE
    assert frame.length == 2
    grid = routed.scenario.board.grid
    goals = {notation.split()[-1] for notation in offered(routed) if notation.startswith("advance wood")}
    distances = {grid.distance(grid.index("0918"), grid.index(name)) for name in goals}
    assert "0917" in goals
    assert distances == {1, 2}
    on, _ = play(routed, "advance wood 0917")
    assert where(on, "wood") == "0917"


@pytest.mark.rule("SL 19.21")
def test_every_confederate_unit_next_to_it_may_rush_on_guns_included() -> None:
    """Cart3 beside Wood, Shaver on the flank; Gladden two hexes off does not take part."""
    places = {"wood": "0919", "cart3": "0918", "shaver": "1017", "gladden": "0719", "u5b3": "0917"}
    state = field(places, Movement(CONFEDERATE), disordered={"u5b3": 1}, surprised={"u5b3": 1})
    moving, _ = play(state, "roll wood", [2])
    routed, _ = play(moving, "to 0918", [5, 3])
    assert isinstance(deciding(routed), Rush)
    assert {notation.split()[1] for notation in offered(routed) if notation != "end"} == {"wood", "cart3", "shaver"}
    on, _ = play(routed, "advance cart3 0917")
    assert where(on, "cart3") == "0917"
    assert isinstance(deciding(on), Rush)
    assert {notation.split()[1] for notation in offered(on) if notation != "end"} == {"wood", "shaver"}


@pytest.mark.rule("SL 19.21", "SL 17.32")
def test_the_rush_stops_next_to_a_sleeping_camp() -> None:
    """Shiloh Church, 0915, lies next to the camp 1014."""
    places = {"wood": "0817", "u5b4": "0915"}
    state = field(places, Movement(CONFEDERATE), cup=["u1b3"], disordered={"u5b4": 1}, surprised={"u5b4": 1})
    moving, _ = play(state, "roll wood", [6])
    routed, _ = play(moving, "to 0815", [6, 1])
    assert {notation for notation in offered(routed) if notation != "end"} == {"advance wood 0915"}
    alarmed, events = play(routed, "advance wood 0915")
    assert "SL 17.32" in clauses(events)
    assert to_act(alarmed) == UNION


@pytest.mark.rule("SL 19.21")
@pytest.mark.parametrize(("unit", "routed"), [("u5b3", 16), ("u1b1", 4)])
def test_two_units_entering_together_are_two_checks(unit: str, routed: int) -> None:
    """Morale 2: both checks fail 16 times in 36; morale 4: 4 times. Acceptance check 5.3."""
    state = field({"wood": "0919", "shaver": "0919", unit: "0917"}, Movement(CONFEDERATE))
    state, _ = play(state, "gather wood")
    state, _ = play(state, "with shaver")
    state, _ = play(state, "roll wood", [2])
    after = results(state, BATTLE.parse(state.scenario, "to 0918"))
    routs = sum((share for end, share in after.items() if where(end, unit) in ("track", "x")), Fraction(0))
    assert routs == Fraction(routed, 36)


@pytest.mark.rule("SL 19.21")
def test_a_unit_disordered_by_an_alarm_routs_at_its_first_surprise_failure_without_an_advance() -> None:
    state = closing_in("wood", disordered={"u5b3": 1})
    moving, _ = play(state, "roll wood", [2])
    routed, _ = play(moving, "to 0918", [6, 1])
    assert where(routed, "u5b3") == "track"
    assert not isinstance(deciding(routed), Advancing)


@pytest.mark.rule("SL 19.21")
def test_surprise_is_over_after_the_first_turns_confederate_movement() -> None:
    moving, _ = play(closing_in("wood", turn=2), "roll wood", [2])
    play(moving, "to 0918")  # no die is rolled
    state = field({"u5b3": "0915", "wood": "0917"}, Movement(UNION), PlayerTurn(CONFEDERATE))
    moving, _ = play(state, "roll u5b3", [3])
    play(moving, "to 0916")  # the Union moving into contact is not surprised either


@pytest.mark.rule("SL 19.21")
def test_every_unit_whose_zone_is_entered_checks() -> None:
    state = field({"wood": "0919", "u6b1": "1017", "u5b3": "0917"}, Movement(CONFEDERATE))
    moving, _ = play(state, "roll wood", [4])
    _, events = play(moving, "to 0918", [1, 1])
    assert [event.key for event in events].count("event.check_passed") == 2


@pytest.mark.rule("SL 19.22", "SL 19.2", "MS 4.31")
@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_union_movement_rolls_are_halved_on_turn_one(die: int, points: int) -> None:
    """Acceptance check 5.1-15."""
    state = field({"u1b1": "1610", "cleburne": "0422"}, Movement(UNION), turn=1)
    rolled, events = play(state, "roll u1b1", [die])
    assert deciding(rolled).points == points  # type: ignore[attr-defined]
    assert "SL 19.22" in clauses(events)
    later, events = play(changed(state, turn=2), "roll u1b1", [die])
    assert deciding(later).points == die  # type: ignore[attr-defined]
    assert "SL 19.22" not in clauses(events)


# -- fatigue


def confederate_turn(turn: int, **facts: Any) -> ShilohState:
    return field({"cleburne": "0422", "chq": "0422", "u1b1": "1610"}, PlayerTurn(CONFEDERATE), turn=turn, **facts)


@pytest.mark.rule("SL 19.31", "SL 19.3")
def test_the_fatigue_roll_from_turn_six_to_turn_ten() -> None:
    """Acceptance check 5.1-22."""
    run(confederate_turn(5, marker=6))  # no die before turn 6
    tired, _ = run(confederate_turn(6, marker=6), [3])
    assert tired.fatigued
    assert tired.marker == 6
    fresh, _ = run(confederate_turn(6, marker=6), [4])
    assert not fresh.fatigued
    assert fresh.marker == 7
    run(confederate_turn(7, marker=6, fatigued=True))  # Fatigued already: no further roll
    tired, _ = run(confederate_turn(10, marker=10), [1])
    assert tired.fatigued
    fresh, _ = run(confederate_turn(10, marker=10), [6])
    assert not fresh.fatigued
    assert fresh.marker == 0
    run(confederate_turn(11, marker=0))


@pytest.mark.rule("SL 19.31")
def test_the_army_never_tires_once_in_thirty_two() -> None:
    """Acceptance check 5.1-13."""
    never = Fraction(1)
    for turn in range(6, 11):
        fresh = sum(not run(confederate_turn(turn, marker=turn), [die])[0].fatigued for die in range(1, 7))
        never *= Fraction(fresh, 6)
    assert never == Fraction(1, 32)


@pytest.mark.rule("SL 19.31")
def test_fatigue_ends_with_turn_ten() -> None:
    """Acceptance check 5.1-13 and 5.1-22."""
    lasting, _ = run(field({"cleburne": "0422", "u1b1": "1610"}, turn=9, fatigued=True, marker=8))
    assert lasting.fatigued
    over, events = run(field({"cleburne": "0422", "u1b1": "1610"}, turn=10, fatigued=True, marker=8))
    assert not over.fatigued
    assert over.marker == 0
    assert "SL 19.31" in clauses(events)


def tired_column(**facts: Any) -> ShilohState:
    places = {"wood": "0919", "u5b3": "0917"}
    return field(places, Movement(CONFEDERATE), turn=7, **({"fatigued": True, "marker": 7} | facts))


@pytest.mark.rule("SL 19.32")
def test_a_fatigued_unit_checks_as_it_enters_an_enemy_zone() -> None:
    """Acceptance check 5.2-3."""
    moving, _ = play(tired_column(), "roll wood", [2])
    disordered, events = play(moving, "to 0918", [4])  # Wood's morale is 3
    assert row(disordered, "disordered", "wood") == 1
    assert "SL 19.32" in clauses(events)
    steady, _ = play(moving, "to 0918", [3])
    assert row(steady, "disordered", "wood") == 0
    fresh, _ = play(changed(moving, fatigued=False), "to 0918")  # no die
    assert row(fresh, "disordered", "wood") == 0


@pytest.mark.rule("SL 19.32")
def test_no_check_inside_a_zone_and_nothing_more_for_the_disordered() -> None:
    inside = field({"wood": "0918", "u5b3": "0917"}, Movement(CONFEDERATE), turn=7, fatigued=True)
    moving, _ = play(inside, "roll wood", [3])
    assert "to 1017" in offered(moving) or "to 0817" in offered(moving)
    play(moving, "to 0817" if "to 0817" in offered(moving) else "to 1017")  # from zone to zone: no die
    moving, _ = play(tired_column(disordered={"wood": 1}), "roll wood", [4])
    failed, _ = play(moving, "to 0918", [6])
    assert where(failed, "wood") == "0918"
    assert row(failed, "disordered", "wood") == 1


@pytest.mark.rule("SL 19.32", "SL 19.21")
def test_who_leaves_a_zone_and_comes_in_again_elsewhere_has_entered_it() -> None:
    """Wood goes from 0918, next to Rea Field, by way of 1018 to 1117, in Peabody's reach."""
    places = {"wood": "0918", "u5b3": "0917", "u6b1": "1216"}
    tired = field(places, Movement(CONFEDERATE), turn=7, fatigued=True, marker=7)
    moving, _ = play(tired, "roll wood", [6])
    assert "to 1117" in offered(moving)
    disordered, _ = play(moving, "to 1117", [6])
    assert row(disordered, "disordered", "wood") == 1
    around = field({"wood": "0918", "u5b3": "0917"}, Movement(CONFEDERATE))
    moving, _ = play(around, "roll wood", [6])
    shaken, _ = play(moving, "to 1016", [6])  # Hildebrand's zone entered anew, on his other flank: he checks
    assert row(shaken, "surprised", "u5b3") == 1


def attack(attacker: str, place: str, defender: str, post: str, **facts: Any) -> ShilohState:
    side = CONFEDERATE if attacker == "wood" else UNION
    state = field({attacker: place, defender: post}, Attacks(side), turn=7, **({"marker": 7} | facts))
    state, _ = play(state, f"attack {attacker} {post}")
    return state


def fight_on(state: ShilohState, dice: list[int]) -> list[str]:
    """Go through with the attack; nobody advances. The clauses told."""
    told: list[str] = []
    loaded = LoadedDice(dice)
    state, events = _take_first(state, loaded)
    while deciding(state).follow_up:
        told += clauses(events)
        state, events = _take_first(state, loaded)
    loaded.finish()
    return told + clauses(events)


def _take_first(state: ShilohState, dice: LoadedDice) -> tuple[ShilohState, Sequence[Event]]:
    action = END if isinstance(deciding(state), Advancing) else BATTLE.knowledge.presume(state)
    ruling = referee_play(state, action, dice)
    return ruling.state, ruling.events


@pytest.mark.rule("SL 19.33")
def test_a_fatigued_attack_that_fails_gives_the_union_a_fow() -> None:
    """Wood (5) on Hildebrand (4) in the open: +1, the column 0,+1; a 1 is Ar, a 5 Dr."""
    for fatigued, die, expected in ((True, 1, True), (True, 5, False), (False, 1, False)):
        state = attack("wood", "1017", "u5b3", "0917", fatigued=fatigued)
        assert balance(state, one_on_one(state, CONFEDERATE, "0917", "wood", "u5b3")).difference == 1
        told = fight_on(state, [die] if die == 1 else [die, 1])
        assert ("SL 19.33" in told) is expected, (fatigued, die)


@pytest.mark.rule("SL 19.34")
def test_a_successful_union_attack_on_the_fatigued_gives_a_further_fow() -> None:
    for fatigued, die, expected in ((True, 5, True), (True, 1, False), (False, 5, False)):
        state = attack("u6b1", "1017", "wood", "0917", fatigued=fatigued)
        told = fight_on(state, [die] if die == 1 else [die, 1])
        assert ("SL 19.34" in told) is expected, (fatigued, die)


def one_on_one(state: ShilohState, side: str, hex_: str, attacker: str, defender: str) -> Fight:
    scenario = state.scenario
    piece, foe = scenario.index[attacker], scenario.index[defender]
    return Fight("attack", side, scenario.board.grid.index(hex_), (piece,), (state.at[piece],), (foe,))


# -- gunboats


@pytest.mark.rule("SL 19.11", "SL 19.1")
def test_gunboats_come_on_turn_seven_anywhere_on_the_river_and_go_anywhere_on_it() -> None:
    state = changed(opening(), turn=7, agenda=(Movement(UNION),), at=dict.fromkeys(_cup_ids(), -2))
    assert "walk tyler" in offered(state)
    assert "walk tyler" not in offered(changed(state, turn=6))
    sailing, _ = play(state, "walk tyler")
    goals = {notation.split()[-1] for notation in offered(sailing) if notation != "stay"}
    names = sailing.scenario.names
    river = {names[hex_] for hex_ in hexes_in(sailing.scenario.board.regions["river_hexes"])}
    assert goals == river
    assert "1910" in goals
    afloat = field({"tyler": "1903"}, Movement(UNION), turn=8)
    sailing, _ = play(afloat, "walk tyler")
    assert {notation.split()[-1] for notation in offered(sailing)} - {"stay"} == river - {"1903"}


def _cup_ids() -> list[str]:
    state = opening()
    return [unit for camp in state.scenario.camps for unit in (state.scenario.ids[piece] for piece in camp.units)]


@pytest.mark.rule("SL 19.11")
def test_a_gunboat_bombards_like_artillery() -> None:
    """At four hexes up the Corinth road, over the heads of nobody; its factor is 4."""
    state = field({"tyler": "1910", "wood": "1510"}, Bombardments(UNION), turn=8)
    grid = state.scenario.board.grid
    assert grid.distance(grid.index("1910"), grid.index("1510")) == 4
    assert "bombard tyler 1510" in offered(state)
    aimed, _ = play(state, "bombard tyler 1510")
    lines = BATTLE.page.modifiers(aimed, BATTLE.parse(aimed.scenario, "go"))
    assert [line.value for line in lines if line.side == UNION and line.clause == "MS 7.4"] == ["4"]


@pytest.mark.rule("SL 19.12", "SL 19.1")
def test_a_boat_adds_its_factor_once_to_a_combat_next_to_it() -> None:
    places = {"u1b1": "1812", "wood": "1712", "tyler": "1912"}
    far = {**places, "tyler": "1903"}
    for side, attacker, defender, target in ((UNION, "u1b1", "wood", "1712"), (CONFEDERATE, "wood", "u1b1", "1812")):
        near_state, far_state = field(places, Attacks(side), turn=8), field(far, Attacks(side), turn=8)
        fights = [one_on_one(s, side, target, attacker, defender) for s in (near_state, far_state)]
        gain = balance(near_state, fights[0]).difference - balance(far_state, fights[1]).difference
        assert gain == (4 if side == UNION else -4)


@pytest.mark.rule("SL 19.12")
def test_a_boat_that_fights_itself_is_not_counted_twice() -> None:
    state = field({"u1b1": "1911", "wood": "1812", "tyler": "1912"}, Attacks(UNION), turn=8)
    scenario = state.scenario
    both = (scenario.index["u1b1"], scenario.index["tyler"])
    target, places = scenario.board.grid.index("1812"), tuple(state.at[piece] for piece in both)
    fight = Fight("attack", UNION, target, both, places, (scenario.index["wood"],))
    assert balance(state, fight).support == ()


@pytest.mark.rule("SL 19.12")
@pytest.mark.parametrize(("reading", "attack", "defence"), [("once", 4, 4), ("attack", 4, 0), ("none", 0, 0)])
def test_the_other_readings_of_gunboat_support(reading: str, attack: int, defence: int) -> None:
    state = field({"u1b1": "1812", "wood": "1712", "tyler": "1912"}, Attacks(UNION), turn=8)
    scenario = BATTLE.scenario("shiloh", {"gunboat_support": reading})
    other = changed(state, scenario=scenario)
    helping = [
        sum(value for _, _, value in balance(other, one_on_one(other, side, hex_, *units)).support)
        for side, hex_, units in ((UNION, "1712", ("u1b1", "wood")), (CONFEDERATE, "1812", ("wood", "u1b1")))
    ]
    assert helping == [attack, defence]


@pytest.mark.rule("SL 17.32")
def test_the_other_reading_of_the_alarm_lets_the_column_go_on() -> None:
    state = field({"gladden": "1520"}, Movement(CONFEDERATE), cup=["u5b2"], turn=2)
    scenario = BATTLE.scenario("shiloh", {"alarm_stops_move": False})
    moving, _ = play(changed(state, scenario=scenario), "roll gladden", [6])
    assert "to 1818" in offered(moving)
    _, events = play(moving, "to 1718")
    assert "SL 17.32" in clauses(events)


# -- victory


@pytest.mark.rule("SL 18.1")
@pytest.mark.parametrize("place", ["1809", "1910"])
def test_a_confederate_unit_at_the_landing_wins_at_the_end_of_a_turn(place: str) -> None:
    """Acceptance check 5.1-14."""
    over, _ = run(field({"wood": place, "u1b1": "1612"}, turn=3))
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.clause) == (CONFEDERATE, "SL 18.1")
    for unit, where_ in (("wood", "1810"), ("bragg", place)):
        going_on, _ = run(field({unit: where_, "u1b1": "1612", "cleburne": "0422"}, turn=3))
        assert going_on.outcome is None
    not_yet, _ = run(field({"wood": place, "u1b1": "1612"}, EndOfCombat(CONFEDERATE), Movement(UNION), turn=3))
    assert not_yet.outcome is None


@pytest.mark.rule("SL 18.2")
def test_a_union_unit_on_the_corinth_road_wins_at_the_end_of_a_union_combat_phase() -> None:
    """Acceptance check 5.1-14."""
    over, _ = run(field({"u1b1": "0125", "wood": "0422"}, CombatPhase(UNION), turn=12))
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.clause) == (UNION, "SL 18.2")
    for unit, place in (("u1b1", "0224"), ("grant", "0125")):
        going_on, _ = run(field({unit: place, "wood": "0422", "u2b1": "1612"}, EndOfCombat(UNION), turn=12))
        assert going_on.outcome is None
    going_on, _ = run(field({"u1b1": "0125", "wood": "0422"}, EndOfCombat(CONFEDERATE), GameTurn(), turn=12))
    assert going_on.outcome is None


@pytest.mark.rule("SL 18.3")
@pytest.mark.parametrize(
    ("points", "winner"),
    [((12, 11), UNION), ((9, 3), "draw"), ((3, 10), CONFEDERATE), ((10, 10), "draw"), ((0, 0), "draw")],
)
def test_points_decide_otherwise(points: tuple[int, int], winner: str) -> None:
    """Acceptance check 5.1-9."""
    over, _ = run(field({"wood": "0422", "u1b1": "1612"}, turn=17, points=points))
    assert over.outcome is not None
    assert over.outcome.winner == winner
