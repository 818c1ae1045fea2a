"""Where the rules of Chickamauga end: what the die, Thomas, Wilder and the raiders do not touch, and bad positions."""

from __future__ import annotations

import pytest
from chickamauga_kit import BATTLE, CONFEDERATE, STOP, UNION, field, opening
from folio_kit import changed, offered, play, row, run, where

from hardtack.battles.chickamauga.victory import road_is_safe
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.replacement import Replacements
from hardtack.battles.musket.sequence import Arrivals, PlayerTurn
from hardtack.referee.dice import LoadedDice, SeededDice
from hardtack.referee.errors import BadPosition
from hardtack.referee.journal import Journal
from hardtack.referee.umpire import options
from hardtack.referee.umpire import play as referee_play


@pytest.mark.rule("CK 17.1", "MS 4.5")
def test_the_confederate_sets_up_round_the_union() -> None:
    """G.P. Buell may stand in 0826, two from 0626; then Davidson, within one of 0926, may not."""
    state = opening()
    state, _ = play(state, "place u8b1 0826")
    state, _ = play(state, "place_rest")
    refused = options(state).reasons(BATTLE.parse(state.scenario, "place davidson 0826"))
    assert [refusal.clause for refusal in refused] == ["MS 4.5"]
    state, _ = play(state, "place_rest")
    assert where(state, "u8b1") == "0826"
    assert "0826" not in {where(state, unit) for unit in ("davidson", "jwheeler", "manigault")}


@pytest.mark.rule("CK 17.1")
def test_of_two_hexes_as_near_the_referee_takes_the_one_toward_the_enemy() -> None:
    state, _ = play(opening(), "place_rest")
    assert where(state, "u1b3") == "1009"  # and not 0909, which comes first by number
    by_hand, _ = play(opening(), "place u1b1 0909")
    by_hand, _ = play(by_hand, "place_rest")
    assert where(by_hand, "thomas") == where(by_hand, "u1b2") == "0910"  # with the troops of the printed hex


@pytest.mark.rule("CK 17.22", "CK 17.33")
def test_the_union_die_does_not_bind_the_confederate() -> None:
    """The die of the Union phase still shows a 4 when Law's men of formation 10 take the Confederate step."""
    state = field({"law": "1920", "u1b1": "0910"}, Replacements(CONFEDERATE), steps=1, step_die=4, reduced={"law": 1})
    assert "restore law" in offered(state)


@pytest.mark.rule("CK 19.32")
def test_only_an_exchange_spares_wilder() -> None:
    """Twenty factors against six are the last column, where a 1 is Dx: the Lightning Brigade loses its step."""
    places = {"govan": "0914", "deas": "0914", "anderson": "0814", "manigault": "0814", "u12b1": "0915"}
    state = field(places, Attacks(CONFEDERATE), STOP, turn=3)
    state, _ = play(state, "attack govan 0915")
    loaded = LoadedDice([1])
    while not loaded.rolled:
        state = referee_play(state, BATTLE.knowledge.intend(state), loaded).state
    assert row(state, "reduced", "u12b1") == 1


@pytest.mark.rule("CK 19.43")
def test_a_train_on_the_map_may_leave_too_but_not_a_captured_one() -> None:
    state = field({"utr": "0909", "u1b1": "0909", "law": "1920"}, Movement(UNION), turn=6)
    assert "send_train_away" in offered(state)
    lost = field({"utr": "x", "u1b1": "0909", "law": "1920"}, Movement(UNION), turn=6)
    assert "send_train_away" not in offered(lost)


@pytest.mark.rule("CK 19.5")
def test_a_raid_that_gains_nothing_is_told() -> None:
    """One brigade at Rossville against a 2: half of it is one, less one."""
    places = {"u11b1": "rossville", "u1b1": "0910", "uhq": "0810", "law": "2128"}
    _, events = run(field(places, PlayerTurn(UNION), turn=2, active={"uhq": 1}), [2, 1])
    assert [event.key for event in events if event.clause == "CK 19.5"] == ["event.rossville_quiet"]


@pytest.mark.rule("CK 19.62", "MS 5.1")
def test_a_battalion_that_finds_thomas_crowded_goes_to_the_hq() -> None:
    places = {"ubn1": "aside", "thomas": "0611", "u1b1": "0611", "u1b2": "0611", "uhq": "0909", "law": "1920"}
    state = field(places, Replacements(UNION), STOP, active={"uhq": 1, "thomas": 1}, steps=1, step_die=6)
    asked, _ = play(state, "recall ubn1")
    placing, _ = play(asked, "assist thomas", [4])
    assert "place ubn1 0909" in offered(placing)
    assert "place ubn1 0611" not in offered(placing)


@pytest.mark.rule("CK 19.62", "MS 13.2", "MS 6.5")
def test_a_battalion_does_not_join_a_thomas_who_is_alone_in_an_enemy_zone() -> None:
    places = {"ubn1": "aside", "thomas": "0611", "law": "0612", "uhq": "0909", "govan": "1920"}
    state = field(places, Replacements(UNION), STOP, active={"uhq": 1, "thomas": 1}, steps=1, step_die=6)
    asked, _ = play(state, "recall ubn1")
    placing, _ = play(asked, "assist thomas", [4])
    assert "place ubn1 0909" in offered(placing)
    assert "place ubn1 0611" not in offered(placing)


@pytest.mark.rule("CK 19.62")
def test_thomas_does_nothing_for_confederate_battalions() -> None:
    places = {"cbn1": "aside", "thomas": "0910", "u1b1": "0910", "law": "1920"}
    state = field(places, Replacements(CONFEDERATE), STOP, active={"thomas": 1}, steps=1)
    placing, _ = play(state, "recall cbn1", [1])  # the die falls at once: nobody is asked
    assert offered(placing) == {"place cbn1 2128", "place cbn1 2508"}


@pytest.mark.rule("CK 18.1")
def test_a_confederate_without_a_zone_still_denies_the_road() -> None:
    """0217 is deep woods on Missionary Ridge, west of the road: no ZOC goes out of it."""
    state = field({"law": "0217", "u1b1": "0910"}, turn=16)
    assert not road_is_safe(state)


@pytest.mark.rule("CK 18.2")
def test_once_the_paper_is_read_out_nothing_is_taken_back() -> None:
    journal = Journal(field({"law": "0910", "u1b1": "0123"}, turn=16, plan="A"), SeededDice(1))
    assert journal.entries[0].revealed
    going_on = Journal(field({"law": "1920", "u1b1": "0123", "u11b1": "rossville"}, STOP, turn=15), SeededDice(1))
    assert not going_on.entries[0].revealed


@pytest.mark.parametrize(("name", "value"), [("plan", "C"), ("step_die", 7), ("step_die", -1)])
def test_positions_that_cannot_be_are_refused(name: str, value: object) -> None:
    state = field({"law": "1920", "u1b1": "0910"}, turn=2)
    BATTLE.check_position(state)
    with pytest.raises(BadPosition):
        BATTLE.check_position(changed(state, **{name: value}))


@pytest.mark.rule("CK 18.1", "CK 18.21", "CK 18.22")
def test_the_standing_tells_what_wins_and_how_near_it_is() -> None:
    """Law stands on the LaFayette Road, two Union brigades are on the map and a third is in a box."""
    places = {"law": "0910", "u1b1": "0123", "u1b2": "0123", "u10b1": "rossville"}
    shown = BATTLE.page.standing(field(places, Movement(UNION))).lines
    lines = [BATTLE.words.say(line.key, line.args, "en") for line in shown]
    assert lines[0].endswith("on or west of the LaFayette Road. Now there is one.")
    assert lines[1].endswith("left on the map at the end. Now there are 2.")
    assert lines[2].endswith("18 Union infantry and artillery units are out of the game. Now there are 0.")


@pytest.mark.rule("CK 18.1", "CK 18.2", "CK 18.21", "CK 18.22", "CK 18.3")
def test_the_table_of_victory_tells_every_way_to_win() -> None:
    notes = BATTLE.page.charts(BATTLE.scenario("chickamauga"))[-1].notes
    told = [BATTLE.words.say(note.key, note.args, "en") for note in notes]
    assert ["option A" in told[0], "option B" in told[1], "LaFayette Road" in told[2]] == [True] * 3
    assert "18 or more Union" in told[1]
    assert "10 or more" in told[3]


@pytest.mark.rule("CK 18.1")
def test_a_hex_card_tells_which_side_of_the_road_it_is() -> None:
    scenario = BATTLE.scenario("chickamauga")

    def told(hex_: str) -> bool:
        return "card.road_and_west" in [
            line.key for line in BATTLE.page.terrain_card(scenario, scenario.board.grid.index(hex_))
        ]

    assert (told("0910"), told("0123"), told("2128")) == (True, True, False)


@pytest.mark.rule("CK 18.1", "CK 18.2", "CK 18.3")
def test_every_way_to_win_is_told_and_the_road_is_marked() -> None:
    told = [(goal.clause, goal.side, goal.sudden) for goal in BATTLE.page.goals(BATTLE.scenario("chickamauga"))]
    assert told == [
        ("CK 18.21", CONFEDERATE, False), ("CK 18.22", CONFEDERATE, False), ("CK 18.1", UNION, False),
        ("MS 11.4", "", False),
    ]  # fmt: skip
    state = field({"law": "0801", "u1b1": "0123"}, Attacks(CONFEDERATE), STOP)
    holders = {one.hex: one.holder for one in BATTLE.page.objectives(state)}
    assert holders["0801"] == CONFEDERATE
    assert holders["0625"] == UNION
    assert {one.clause for one in BATTLE.page.objectives(state)} == {"CK 18.1"}


@pytest.mark.rule("CK 19.1", "CK 19.11", "MS 4.7")
def test_a_blocked_box_opens_elsewhere_only_from_the_second_turn_of_waiting() -> None:
    """The Crawfish Springs Box opens on 0126; a unit that has been in it for ever waits a turn, too."""
    places = {"u2b1": "crawfish_springs", "law": "0126", "u1b1": "0910"}
    ways = {}
    state = field(places, Arrivals(UNION), Movement(UNION), STOP, turn=4)
    for turn in (4, 5):
        state, _ = run(changed(state, turn=turn, agenda=field(places, Arrivals(UNION), Movement(UNION), STOP).agenda))
        moving, _ = play(state, "roll u2b1", [6])
        ways[turn] = {notation for notation in offered(moving) if notation.startswith("to ")}
        refused = {reason.clause for reason in options(moving).reasons(BATTLE.parse(state.scenario, "to 0125"))}
        assert ("MS 4.7" in refused) == (turn == 4)
    assert not ways[4]
    assert ways[5]
    open_again = changed(state, turn=6, at={"law": state.scenario.board.grid.index("2128")})
    open_again, _ = run(changed(open_again, agenda=field(places, Arrivals(UNION), Movement(UNION), STOP).agenda))
    assert row(open_again, "due", "u2b1") == 0  # the way out is free: nobody waits any more


@pytest.mark.rule("CK 19.62", "CK 19.61", "MS 13.2")
def test_a_battalion_without_room_anywhere_stays_aside() -> None:
    """Thomas's hex is full and the enemy holds the LOC hexes: no step is spent on it."""
    places = {"ubn1": "aside", "thomas": "0611", "u1b1": "0611", "u1b2": "0611", "law": "0801", "govan": "0111"}
    state = field(places, Replacements(UNION, used=True), STOP, active={"thomas": 1}, steps=1, step_die=6)
    refused = options(state).reasons(BATTLE.parse(state.scenario, "recall ubn1"))
    assert [reason.key for reason in refused] == ["reason.no_place"]


@pytest.mark.rule("CK 19.43")
def test_a_train_that_may_not_leave_yet_says_so() -> None:
    state = field({"u1b1": "0910", "law": "1920", "utr": "crawfish_springs"}, Movement(UNION), STOP, turn=3)
    send = BATTLE.parse(state.scenario, "send_train_away")
    assert [(reason.clause, reason.key) for reason in options(state).reasons(send)] == [
        ("CK 19.43", "reason.train_stays")
    ]
    assert not options(changed(state, turn=6)).reasons(send)
