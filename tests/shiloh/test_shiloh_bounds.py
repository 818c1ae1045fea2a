"""Where the rules of Shiloh end: whom alarms, checks and boats do not touch, and which results tire an army."""

from __future__ import annotations

from typing import Any

import pytest
from folio_kit import changed, clauses, offered, play, row, run, where
from shiloh_kit import CONFEDERATE, UNION, field

from hardtack.battles.musket.advance import Advancing
from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.combat import Attacks, Counterattacks
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.retreat import Retreating
from hardtack.battles.musket.sequence import PlayerTurn
from hardtack.battles.musket.state import Fight
from hardtack.battles.musket.strength import balance
from hardtack.battles.shiloh.battle import BATTLE
from hardtack.battles.shiloh.camps import Muster
from hardtack.battles.shiloh.scenario import ShilohState
from hardtack.battles.shiloh.surprise import Rush, fatigue_fow
from hardtack.referee.dice import LoadedDice
from hardtack.referee.umpire import Umpire, deciding, why_not


@pytest.mark.rule("SL 17.32")
def test_union_units_wake_nobody() -> None:
    state = field({"u6b1": "1520", "wood": "0422"}, Movement(UNION), cup=["u5b2"], turn=2)
    moving, _ = play(state, "roll u6b1", [6])
    assert "to 1818" in offered(moving)  # nor does a sleeping camp stop them
    passed, events = play(moving, "to 1718")
    assert "SL 17.32" not in clauses(events)
    assert where(passed, "u5b2") == "-"


@pytest.mark.rule("SL 17.32")
def test_a_hex_beyond_a_sleeping_camp_is_refused_for_the_alarm_and_not_for_the_distance() -> None:
    state = field({"gladden": "1520", "wood": "0422"}, Movement(CONFEDERATE), cup=["u5b2"], active={})
    moving, _ = play(state, "roll gladden", [6])
    refused = why_not(moving, moving.scenario.battle.parse(moving.scenario, "to 1818"))
    assert [reason.clause for reason in refused] == ["SL 17.32"]


@pytest.mark.rule("SL 17.31")
def test_nobody_turns_out_upon_an_enemy_leader() -> None:
    state, _ = run(field({"bragg": "1818", "wood": "0422"}, PlayerTurn(UNION), cup=["u5b2"], turn=3))
    places = {notation.split()[-1] for notation in offered(state)}
    assert places
    assert "1818" not in places


@pytest.mark.rule("SL 17.31")
def test_who_finds_no_room_at_camp_keeps_out_of_enemy_zones() -> None:
    """Seven friends fill the camp 1818; Wood in 1619 covers some of the hexes two away."""
    ring = ["1818", "1719", "1718", "1817", "1819", "1918", "1919"]
    friends = dict(zip(("u1b1", "u1b2", "u1b3", "u2b1", "u2b2", "u2b3", "u4b1"), ring, strict=True))
    free, _ = run(field(friends, PlayerTurn(UNION), cup=["u5b2"], turn=3))
    near_wood, _ = run(field(friends | {"wood": "1619"}, PlayerTurn(UNION), cup=["u5b2"], turn=3))
    shut = {notation.split()[-1] for notation in offered(free) - offered(near_wood)}
    grid = free.scenario.board.grid
    assert shut == {"1618", "1619", "1720"}
    assert all(grid.distance(grid.index(name), grid.index("1619")) <= 1 for name in shut)


@pytest.mark.rule("SL 19.21")
def test_there_is_no_surprise_in_the_first_turns_combat_phase() -> None:
    """Wood follows a beaten enemy into Hildebrand's zone: no check, for this is not the Movement Phase."""
    state = field({"wood": "0919", "u5b3": "0917"}, Movement(UNION), turn=1)
    wood, target = state.scenario.index["wood"], state.scenario.board.grid.index("0918")
    following = changed(state, agenda=(*state.agenda, Advancing(CONFEDERATE, (wood,), (target,), 1)))
    after, _ = play(following, "advance wood 0918")  # no die is thrown
    assert where(after, "wood") == "0918"
    assert row(after, "surprised", "u5b3") == 0


@pytest.mark.rule("SL 19.21")
def test_a_unit_that_has_fled_checks_no_more() -> None:
    """Two enter together; Hildebrand, Disordered by an alarm, routs at the first check and owes no second."""
    places = {"wood": "0919", "shaver": "0919", "u5b3": "0917"}
    state = field(places, Movement(CONFEDERATE), disordered={"u5b3": 1})
    for notation, dice in (("gather wood", []), ("with shaver", []), ("roll wood", [2])):
        state, _ = play(state, notation, dice)
    routed, _ = play(state, "to 0918", [6, 1])  # one check, and the turns he is away
    assert where(routed, "u5b3") == "track"


@pytest.mark.rule("SL 19.21")
def test_the_rush_names_only_those_next_to_the_hex() -> None:
    places = {"wood": "0919", "cart3": "0918", "gladden": "0719", "u5b3": "0917"}
    state = field(places, Movement(CONFEDERATE), disordered={"u5b3": 1}, surprised={"u5b3": 1})
    moving, _ = play(state, "roll wood", [2])
    routed, _ = play(moving, "to 0918", [5, 3])
    frame = deciding(routed)
    assert isinstance(frame, Rush)
    assert {routed.scenario.ids[piece] for piece in frame.units} == {"wood", "cart3"}
    asked = frame.prompt(routed)
    assert (asked.key, dict(asked.args)["hex"], dict(asked.args)["n"]) == ("prompt.rush", "0917", 2)


@pytest.mark.rule("SL 19.32")
def test_a_leader_in_a_tired_column_does_not_check() -> None:
    """Bragg rides with Wood: one check, which he may assist."""
    state = field({"wood": "0919", "bragg": "0919", "u5b3": "0917"}, Movement(CONFEDERATE), turn=7, fatigued=True)
    for notation, dice in (("gather wood", []), ("with bragg", []), ("roll wood", [])):
        state, _ = play(state, notation, dice)
    moving, _ = play(state, "alone", [2])
    asked, _ = play(moving, "to 0918")
    steady, events = play(asked, "alone", [3])
    assert [event.key for event in events if event.clause == "MS 10.1"] == ["event.check_passed"]
    assert isinstance(deciding(steady), Movement)


CODES = ("NE", "Ex", "Ax", "Ar", "Ac", "Dc", "Dr", "Dx", "Dm")


@pytest.mark.rule("SL 19.33", "SL 19.34")
@pytest.mark.parametrize(
    ("side", "telling", "clause"),
    [
        (CONFEDERATE, {"NE", "Ex", "Ax", "Ar", "Ac"}, "SL 19.33"),
        (UNION, {"Ex", "Dc", "Dr", "Dx", "Dm"}, "SL 19.34"),
    ],
)
def test_which_results_give_the_union_a_fow(side: str, telling: set[str], clause: str) -> None:
    state = field({"wood": "0918", "u5b3": "0917"}, Attacks(side), turn=7, fatigued=True)
    for code in CODES:
        draft = state.draft()
        umpire = Umpire(draft, LoadedDice([]))
        fatigue_fow(draft, umpire, Fight("attack", side, 0, (), (), (), outcome=code))
        assert [event.clause for event in umpire.events] == ([clause] if code in telling else []), code
        assert draft.fow == ((1, 0) if code in telling else (0, 0))


@pytest.mark.rule("SL 19.12")
def test_a_boat_helps_its_own_hex_and_the_next_and_half_as_much_when_disordered() -> None:
    for place, help_ in (("1912", 4), ("1913", 4), ("1903", 0)):
        state = field({"u1b1": "1912", "wood": "1812", "tyler": place}, Attacks(CONFEDERATE), turn=8)
        assert support(state) == help_, place
        assert support(changed(state, disordered={"tyler": 1})) == help_ // 2


def support(state: ShilohState) -> int:
    """What boats add to Hare (1/1) in 1912 attacked by Wood from 1812."""
    wood, hare = state.scenario.index["wood"], state.scenario.index["u1b1"]
    fight = Fight("attack", CONFEDERATE, state.at[hare], (wood,), (state.at[wood],), (hare,))
    return sum(value for _, _, value in balance(state, fight).support)


@pytest.mark.rule("SL 19.32")
def test_a_fatigued_unit_is_told_the_odds_of_entering_a_zone() -> None:
    """Wood passes on his morale of 3; a fresh army, a disordered unit and a hex out of every ZOC risk nothing."""
    places = {"wood": "0919", "u5b3": "0917", "chq": "0422"}

    def risks(**facts: Any) -> dict[str, tuple[tuple[str, Any], ...] | None]:
        ways = BATTLE.page.ways(field(places, Movement(CONFEDERATE), turn=7, **facts), "wood")
        return {way.hex: None if way.risk is None else way.risk.args for way in ways}

    tired = risks(fatigued=True)
    assert tired["0918"] == (("n", 3), ("percent", 50))
    assert tired["0920"] is None
    assert set(risks(fatigued=False).values()) == {None}
    assert set(risks(fatigued=True, disordered={"wood": 1}).values()) == {None}


@pytest.mark.rule("SL 18.1", "SL 18.2")
def test_the_standing_tells_both_objectives_and_how_near_they_are() -> None:
    """Gladden is two hexes from 1809; Bragg is nearer, but a leader takes nothing."""
    places = {"gladden": "1811", "bragg": "1810", "u5b1": "0620"}
    shown = BATTLE.page.standing(field(places, Movement(CONFEDERATE))).lines
    lines = [BATTLE.words.say(line.key, line.args, "en") for line in shown]
    assert lines[0].startswith("The Confederate wins at once with a combat unit in")
    assert "1809" in lines[0]
    assert "1910" in lines[0]
    assert lines[0].endswith("The nearest is 2 hexes away.")
    assert lines[1].startswith("The Union wins at once with a combat unit in 0125")
    far = BATTLE.page.standing(field({"gladden": "1811"}, Movement(CONFEDERATE))).lines
    assert [line.key for line in far[:2]] == ["standing.landing", "standing.points"]  # no Union unit is left


@pytest.mark.rule("SL 18.1", "SL 18.2", "SL 18.3")
def test_the_table_of_victory_tells_every_way_to_win() -> None:
    """And once one of them has come true nobody is told how near he is."""
    scenario = BATTLE.scenario("shiloh")
    notes = BATTLE.page.charts(scenario)[-1].notes
    told = [BATTLE.words.say(note.key, note.args, "en") for note in notes]
    assert told[0].endswith("Pittsburg Landing (1809), 1910.")
    assert "0125" in told[1]
    assert "10 or more" in told[2]
    over = changed(field({"gladden": "1811"}, Movement(CONFEDERATE)), outcome=BATTLE.verdict(field({})))
    assert [line.key for line in BATTLE.page.standing(over).lines] == ["standing.points", *["standing.losses"] * 2]


@pytest.mark.rule("SL 17.33", "SL 17.21", "SL 18.1", "SL 18.2")
def test_a_hex_card_tells_of_camps_and_objectives() -> None:
    scenario = BATTLE.scenario("shiloh")

    def card(hex_: str) -> list[str]:
        lines = BATTLE.page.terrain_card(scenario, scenario.board.grid.index(hex_))
        return [BATTLE.words.say(line.key, line.args, "en") for line in lines]

    assert card("1612")[-1].startswith("Camp of N.G. Williams (1/4), Veatch (2/4), Lauman (3/4)")
    assert card("1809")[-1] == "The Confederate wins with a combat unit here at the end of a turn."
    assert {
        "LOC hex of the Confederate.",
        "The Union wins with a combat unit here at the end of its Combat Phase.",
    } <= {*card("0125")}


@pytest.mark.rule("MS 7.61")
def test_the_field_of_fire_is_that_of_the_army_which_holds_the_hex() -> None:
    """The Union alone has heavy guns; no Confederate battery fires four hexes."""
    state = field({"shaver": "0720", "u0art": "2007"}, Movement(UNION), phasing=UNION)

    def reach(hex_: str) -> object:
        here = BATTLE.page.overlay(state, "sight", state.scenario.board.grid.index(hex_))[0].label
        assert here is not None
        return dict(here.args)["n"]

    assert reach("0720") == 3
    assert reach("0520") == 4  # nobody is there: the army whose turn it is


@pytest.mark.rule("MS 4.8")
def test_hexes_beyond_the_creek_are_out_of_play_and_not_closed_by_their_terrain() -> None:
    state = field({"gladden": "0303", "chq": "0422"}, Movement(CONFEDERATE))
    moving, _ = play(state, "walk gladden")
    scenario = moving.scenario
    refused = why_not(moving, BATTLE.parse(scenario, "to 0202"))
    assert [(reason.clause, reason.key) for reason in refused] == [("MS 4.8", "reason.out_of_play")]
    card = BATTLE.page.terrain_card(scenario, scenario.board.grid.index("0202"))
    assert [line.key for line in card] == ["card.out_of_play"]


@pytest.mark.rule("SL 18.1", "SL 18.2", "SL 18.3", "MS 11.4")
def test_every_way_to_win_is_told_sudden_death_first_and_its_hexes_are_marked() -> None:
    scenario = BATTLE.scenario("shiloh")
    told = [(goal.clause, goal.side, goal.sudden) for goal in BATTLE.page.goals(scenario)]
    assert told == [("SL 18.1", CONFEDERATE, True), ("SL 18.2", UNION, True), ("MS 11.4", "", False)]
    state = changed(field({"wood": "1910", "u1b1": "0125"}, Movement(CONFEDERATE)), points=(3, 4))
    marked = {(one.hex, one.clause, one.side, one.holder, one.sudden) for one in BATTLE.page.objectives(state)}
    assert marked == {
        ("1809", "SL 18.1", CONFEDERATE, "", True), ("1910", "SL 18.1", CONFEDERATE, CONFEDERATE, True),
        ("0125", "SL 18.2", UNION, UNION, True),
    }  # fmt: skip
    assert BATTLE.page.standing(state).points == ((UNION, 3), (CONFEDERATE, 4))


@pytest.mark.rule("SL 17.32", "MS 8.4")
def test_a_retreat_beside_a_camp_raises_the_alarm() -> None:
    """Gladden, beaten at 1720, falls back next to the sleeping camp in 1818: 2/5 turns out."""
    places = {"gladden": "1720", "u4b1": "1721"}
    start = field(places, Attacks(CONFEDERATE))
    beaten = Retreating(CONFEDERATE, start.scenario.index["gladden"], 1, (start.at[start.scenario.index["u4b1"]],))
    state = field(places, beaten, cup=["u5b2"], turn=2)
    after, events = play(state, "retreat gladden 1719")
    assert "event.alarm" in {event.key for event in events}
    assert isinstance(deciding(after), Muster)


@pytest.mark.rule("SL 19.33", "SL 19.34", "MS 8.6", "MS 7.6")
def test_counterattacks_count_for_fatigue_and_bombardments_do_not() -> None:
    places = {"wood": "1018", "u6b1": "1118", "uhq": "1910"}
    counter = field(places, Counterattacks(CONFEDERATE), fatigued=True, turn=7)
    state, _ = play(counter, "attack wood 1118")
    _, events = play(state, "go", [1, 1])  # 10 - 6: Dc, passed: Ex
    assert "SL 19.33" in clauses(events)
    guns = field({"cart3": "0918", "u6b1": "1118"}, Bombardments(CONFEDERATE), fatigued=True, turn=7)
    shots = [notation for notation in offered(guns) if notation.startswith("bombard")]
    assert shots
    state, _ = play(guns, shots[0])
    _, events = play(state, "go", [1])  # 3 - 6: Ax, which is nothing to the guns
    assert "event.fire_result" in {event.key for event in events}
    assert "SL 19.33" not in clauses(events)
