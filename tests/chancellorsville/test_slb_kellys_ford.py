"""Kelly's Ford (SLB 13.5) and the cavalry charge (SLB 13.4f)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.crossing import crossing_table
from hardtack.referee.events import CONFEDERATE, UNION


@pytest.fixture
def game() -> Game:
    return Game("kellys-ford").begin()


def at_the_ford(game: Game, unit: str = "Sargent", mp: int = 9) -> Game:
    return game.put(unit, "2718", fatigue=1).marching(unit, mp)


@pytest.mark.rule("SLB 13.5a")
def test_the_union_has_the_first_two_initiatives_and_then_the_dice_decide(game: Game) -> None:
    assert (game.side, game.frame, game.state.phase) == (UNION, "Activation", 1)
    game.do("march Sargent", 1, 1).do("halt Sargent")
    assert (game.side, game.state.phase) == (UNION, 2)
    game.do("march Gregg", 1, 1).do("halt Gregg", 2, 2)
    assert (game.side, game.state.phase) == (CONFEDERATE, 3)  # a rolled tie


@pytest.mark.rule("SLB 13.5a")
def test_a_passed_initiative_goes_to_the_other_side_and_two_passes_end_the_game(game: Game) -> None:
    game.do("pass")
    assert (game.side, game.state.phase) == (CONFEDERATE, 1)
    game.do("pass")
    assert game.state.outcome is not None


@pytest.mark.rule("SLB 13.5a")
def test_the_game_ends_when_every_unit_is_at_fatigue_four(game: Game) -> None:
    for unit in ("Sargent", "Gregg", "McIntosh", "VA3", "FLee"):
        game.put(unit, fatigue=4)
    game.put("FlankGd", fatigue=3).next_phase(3, 6, 1)
    assert game.state.outcome is None
    game.put("FlankGd", fatigue=4).edit(phase=2).next_phase(3)
    assert game.state.outcome is not None


def test_there_is_no_leader_transfer_and_no_recovery() -> None:
    assert Game("kellys-ford").scene.phases(1) == ("action_cycle",)


# -- crossing


BOOK = {  # die: crosses, disorganised, strain as in combat, march ends
    1: (False, True, "F", True),
    2: (True, True, "F", True),
    3: (True, False, "F", True),
    4: (True, False, "f", True),
    5: (True, False, "", True),
    6: (True, False, "f", False),
    7: (True, False, "", False),
}


@pytest.mark.rule("SLB 13.5d")
@pytest.mark.parametrize("die", range(1, 8))
def test_crossing_table_cell_by_cell(die: int) -> None:
    row = crossing_table().result(die)
    assert (row.crosses, row.disorganised, row.strain, row.march_ends) == BOOK[die]


@pytest.mark.rule("SLB 13.5d")
def test_everything_over_seven_is_a_success() -> None:
    assert {crossing_table().result(total).key for total in range(7, 20)} == {"success"}


@pytest.mark.rule("SLB 13.5d")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_crossing_takes_effect_at_once(game: Game, die: int) -> None:
    at_the_ford(game)
    crosses, disorganised, strain, ends = BOOK[die]
    game.do("step Sargent 2618", *((die, 6, 1) if ends else (die,)))  # an ended march brings the next initiative
    assert game.at("Sargent") == ("2618" if crosses else "2718")
    assert game.row("disorganised", "Sargent") == disorganised
    assert game.row("fatigue", "Sargent") == 1 + {"F": 2, "f": 1, "": 0}[strain]
    assert (game.frame == "Activation") == ends


@pytest.mark.rule("SLB 13.5d")
def test_blocked_adds_no_more_disorder_to_a_disorganised_unit(game: Game) -> None:
    at_the_ford(game).put("Sargent", disorganised=1)
    game.do("step Sargent 2618", 1, 6, 1)
    assert game.row("disorganised", "Sargent") == 1
    assert game.row("manpower", "Sargent") == 2


@pytest.mark.rule("SLB 13.5d")
def test_each_earlier_attempt_adds_two_and_a_success_opens_the_ford(game: Game) -> None:
    """Golden case G22, the published game: a 6 harasses Sargent, who goes on; Gregg's 6 + 2 is a clean crossing."""
    at_the_ford(game).do("step Sargent 2618", 6)
    assert (game.row("fatigue", "Sargent"), game.frame) == (2, "March")
    at_the_ford(game, "Gregg").do("step Gregg 2618", 6)
    assert game.told("event.crossing_open")
    assert game.row("fatigue", "Gregg") == 1
    at_the_ford(game, "McIntosh").do("step McIntosh 2618")  # nobody rolls any more


@pytest.mark.rule("SLB 13.5d")
def test_a_failed_attempt_counts_for_the_next_one(game: Game) -> None:
    at_the_ford(game).do("step Sargent 2618", 1, 6, 1)
    at_the_ford(game, "Gregg").do("step Gregg 2618", 4)  # 4 + 2 = 6: harassed, goes on
    assert (game.row("fatigue", "Gregg"), game.frame) == (2, "March")


@pytest.mark.rule("SLB 13.5d")
def test_going_back_north_east_needs_no_roll(game: Game) -> None:
    game.put("Sargent", "2618").marching("Sargent", 9).do("step Sargent 2718")
    assert game.fact("attempts") == 0


@pytest.mark.rule("SLB 13.5d")
def test_a_defended_ford_is_fought_for_instead(game: Game) -> None:
    at_the_ford(game).put("VA3", "2618").put("Stuart", "2618")
    assert game.why_not("step Sargent 2618") == {"GC 6.2.1"}
    assert "attack Sargent normal 2618" in game.offers("attack")


@pytest.mark.rule("SLB 13.5c")
@pytest.mark.parametrize(("unit", "here", "there"), [
    ("Sargent", "2418", "2419"), ("Sargent", "2519", "2419"), ("VA3", "2419", "2418"), ("VA3", "2419", "2519"),
])  # fmt: skip
def test_the_mountain_run_fords_are_closed_to_both_sides(game: Game, unit: str, here: str, there: str) -> None:
    game.put(unit, here).marching(unit, 9)
    assert "SLB 13.5c" in game.why_not(f"step {unit} {there}")


@pytest.mark.rule("SLB 13.5c")
def test_mountain_run_may_be_crossed_farther_upstream(game: Game) -> None:
    stream = game.scene.board.streams["mountain_run"].sides
    shut = {("2418", "2419"), ("2419", "2519")}
    names = {tuple(sorted((game.scene.name(a), game.scene.name(b)))) for a, b in stream}
    assert shut <= {tuple(sorted(pair)) for pair in names}
    creeks = [(a, b) for a, b in stream if "creek" in game.scene.board.side(a, b)]
    a, b = creeks[0]
    game.put("Sargent", game.scene.name(a)).marching("Sargent", 9)
    assert game.why_not(f"step Sargent {game.scene.name(b)}") == set()


@pytest.mark.rule("SLB 13.5c")
def test_the_union_crosses_the_rappahannock_only_at_kellys_ford(game: Game) -> None:
    game.put("FlankGd", "2313").marching("FlankGd", 9)
    assert game.why_not("step FlankGd 2213") == {"SLB 13.5c"}
    here, there = game.scene.hex("2313"), game.scene.hex("2213")
    assert game.scene.bars_retreat(game.state, UNION, here, there)
    assert not game.scene.bars_retreat(game.state, UNION, game.scene.hex("2618"), game.scene.hex("2718"))
    game.put("FlankGd", "2612").put("FLee", "2213").marching("FLee", 9)  # the Confederates may
    assert game.why_not("step FLee 2313") == set()


# -- options, points, levels


@pytest.mark.rule("SLB 13.5b")
def test_the_teaching_game_has_no_artillery_leader_actions_or_leader_movement() -> None:
    taught, plain = Game("kellys-ford", teaching=True).begin(), Game("kellys-ford").begin()
    gregg = taught.scene.index["Gregg"]
    assert plain.scene.artillery_value(plain.state, gregg) == 1
    assert taught.scene.artillery_value(taught.state, gregg) == 0
    for game in (taught, plain):
        game.next_phase(3, 1, 6)
    assert "activate Stuart" in plain.offers()
    assert taught.why_not("activate Stuart") == {"SLB 13.5b"}
    taught.do("march FLee", 3, 3)
    assert taught.why_not("bring Stuart") == {"SLB 13.5b"}


@pytest.mark.rule("SLB 13.5b")
def test_in_the_teaching_game_stuart_always_goes_with_3_va() -> None:
    game = Game("kellys-ford", teaching=True).begin().next_phase(3, 1, 6)
    game.do("march VA3", 3, 3)
    step = game.offers("step")[0]
    game.do(step)
    assert game.at("Stuart") == game.at("VA3") != "1418"
    assert game.scene.tactical(game.state, game.scene.index["Stuart"], True) == 3


@pytest.mark.rule("SLB 13.5b")
def test_in_the_teaching_game_stuart_advances_with_3_va() -> None:
    """An attack from where the march began: Stuart has not moved yet, and F Lee stays behind in the hex."""
    game = Game("kellys-ford", teaching=True).begin().put("Sargent", "1518", manpower=1, disorganised=1)
    game.marching("VA3", 9).do("attack VA3 prepared 1518", 5, 6, 1)
    assert game.frame == "Advance"
    game.do("advance VA3")
    assert (game.at("VA3"), game.at("Stuart"), game.at("FLee")) == ("1518", "1518", "1418")


@pytest.mark.rule("SLB 13.5d")
def test_the_log_says_what_a_crossing_did(game: Game) -> None:
    at_the_ford(game).do("step Sargent 2618", 4, 6, 1)
    at_the_ford(game, "Gregg").do("step Gregg 2618", 1, 6, 1)
    told = next(event for event in game.events if event.key == "event.crossing")
    assert (told.get("die"), told.get("bonus"), told.get("result")) == (1, 2, 3)
    english, japanese = (BATTLE.words.say(told.key, told.args, lang) for lang in ("en", "ja"))
    assert english.endswith("die 1, +2 for earlier attempts, total 3: Resisted. Crosses; fatigue (F), march ends.")
    assert japanese.endswith("ダイス1、以前の試みにより+2、合計3「抵抗」。渡河、疲労（F）、行軍終了。")
    assert next(event for event in game.events if event.key == "event.strain_f").get("n") == 2


@pytest.mark.rule("SLB 13.5d", "GC 6.5")
def test_f_on_the_crossing_table_tires_as_it_does_in_combat() -> None:
    """Who plays with other numbers for F and f plays with them at the ford too."""
    for die, levels in ((3, 1), (4, 0)):
        game = at_the_ford(Game("kellys-ford", big_f_fatigue=1, small_f_fatigue=0).begin())
        game.do("step Sargent 2618", die, 6, 1)
        assert game.row("fatigue", "Sargent") == 1 + levels


@pytest.mark.rule("SLB 13.5f")
def test_what_if_the_flank_guard_starts_at_morrisville() -> None:
    game = Game("kellys-ford", flank_guard_at_morrisville=True)
    assert game.at("FlankGd") == "3117"
    assert Game("kellys-ford").at("FlankGd") == "2612"


@pytest.mark.rule("SLB 13.5e")
def test_victory_points(game: Game) -> None:
    assert game.points() == {}
    game.put("Sargent", "2315").marching("Sargent", 9).do("step Sargent 2215")
    assert game.points() == {"elkwood": 1}
    game.put("Sargent", "2315").put("Gregg", "1418")
    assert game.points() == {"elkwood": 1, "culpeper": 2}


@pytest.mark.rule("SLB 13.5e")
def test_only_losses_in_combat_and_retreat_score(game: Game) -> None:
    #        combat retreat cavalry-retreat extended force zone
    union = (1, 1, 4, 8, 8, 8)
    confederate = (3, 2, 4, 8, 8, 8)
    game.edit(losses=union + confederate)
    assert game.points() == {"confederate_field_losses": 5, "union_field_losses": -2}


@pytest.mark.rule("SLB 13.5e", "SLB 13.5f")
def test_the_final_total_gives_the_level(game: Game) -> None:
    game.put("Gregg", "1418").put("VA3", "x").put("FLee", "x").put("Stuart", "x").do("pass")
    outcome = game.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.level, dict(outcome.points)) == (UNION, "substantive", {UNION: 2})


# -- the charge


def facing(game: Game, here: str = "1616", there: str = "1617") -> Game:
    board = game.scene.board
    assert {board.terrain[game.scene.hex(name)] for name in (here, there)} <= {"clear", "rolling"}
    return game.put("FLee", there).put("VA3", "x").put("Stuart", "x").put("Sargent", here, fatigue=1)


@pytest.mark.rule("SLB 13.4f", "SLB 13.5b")
def test_a_charge_adds_one_to_the_die_besides_the_attack_type(game: Game) -> None:
    from hardtack.battles.gcacw.combat import Attack, appraise

    facing(game)
    attack = Attack("union", (game.scene.index["Sargent"],), game.scene.hex("1617"), "hasty")
    plain = appraise(game.state, attack)
    charge = appraise(game.state, Attack("union", attack.attackers, attack.target, "hasty", charge=True))
    assert charge.total(True) == plain.total(True) + 1
    assert [line.value for line in charge.lines if line.clause == "SLB 13.4f"] == [1]
    assert [line.value for line in charge.lines if line.key == "line.hasty"] == [-1]


@pytest.mark.rule("SLB 13.4f")
def test_a_charge_spends_all_points_and_ends_the_action_after_any_advance(game: Game) -> None:
    facing(game).marching("Sargent", 9)
    assert {"attack Sargent hasty 1617", "charge Sargent hasty 1617"} <= set(game.offers())
    game.do("charge Sargent prepared 1617", 6, 1)  # difference high enough: the defender flees
    assert next(event for event in game.events if event.key == "event.charges").clause == "SLB 13.4f"
    while game.frame in ("Losses", "Retreat", "Flight"):
        game.do(game.offers()[0])
    assert game.frame == "Advance"
    game.do("advance Sargent", 6, 1)
    assert game.at("Sargent") == "1617"
    assert game.frame == "Activation"  # the action is over


@pytest.mark.rule("SLB 13.4f")
def test_a_plain_attack_with_a_clean_result_lets_the_march_go_on(game: Game) -> None:
    facing(game).put("FLee", manpower=1, disorganised=1, fatigue=4).put("Sargent", manpower=4).marching("Sargent", 12)
    game.do("attack Sargent prepared 1617", 6, 1)
    while game.frame in ("Losses", "Retreat", "Flight"):
        game.do(game.offers()[0])
    if game.frame == "Advance":
        game.do("advance Sargent")
    assert game.frame == "March"


@pytest.mark.rule("SLB 13.4f")
def test_a_unit_that_began_in_an_enemy_zone_may_not_charge(game: Game) -> None:
    facing(game).marching("Sargent", 9, free=False)
    assert game.why_not("charge Sargent hasty 1617") == {"SLB 13.4f"}
    assert game.why_not("attack Sargent hasty 1617") == set()


@pytest.mark.rule("SLB 13.4f")
@pytest.mark.parametrize(("here", "there"), [("1518", "1617"), ("1617", "1518")])
def test_a_charge_needs_open_ground_on_both_sides(game: Game, here: str, there: str) -> None:
    """1518 is woods, 1617 clear; a road leads across, so that the attack itself is allowed."""
    game.put("FLee", there).put("VA3", "x").put("Stuart", "x").put("Sargent", here).marching("Sargent", 9)
    assert game.why_not(f"attack Sargent hasty {there}") == set()
    assert game.why_not(f"charge Sargent hasty {there}") == {"SLB 13.4f"}


@pytest.mark.rule("SLB 13.4f")
def test_a_charge_may_cross_a_creek_or_ford_and_hit_rolling_ground(game: Game) -> None:
    for here, there in (("1617", "1618"), ("2115", "2015")):
        game.put("FLee", there).put("VA3", "x").put("Stuart", "x").put("Sargent", here).marching("Sargent", 9)
        assert game.why_not(f"charge Sargent hasty {there}") == set()
