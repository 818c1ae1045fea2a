"""Turns 1 to 3 of The Chancellorsville Campaign: who acts, hidden movement, secret bridges, release (SLB 22.2b-h)."""

from __future__ import annotations

from random import Random

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.early import FULLY, MET, NEAR, RELEASED, WEST
from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.leaders import LeaderTransfer
from hardtack.battles.gcacw.recovery import CycleEnds, Recover, Works
from hardtack.battles.gcacw.sequence import ActionPhase, Activation, TurnBegins, TurnEnds
from hardtack.generals.recruit import Recruit
from hardtack.referee.conformance import Kit, check_closely, check_words, play_both_ways
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.umpire import deciding, options, play
from hardtack.referee.views import view, visible

CAMPAIGN = "chancellorsville-campaign"
LISTED = {
    "Meade", "Howard", "Buschbeck", "Griffin", "Devens", "Slocum", "Sykes", "Steinwehr", "Williams", "Humphreys",
    "Schurz", "Geary", "Devin",
}  # fmt: skip
BREASTWORKS = WORKS.index("breastworks")
HIDDEN = {"Stuart", "Mahone", "Posey", "FLee", "WHFLee", "VA3"}


def turn(number: int, **settings: bool) -> Game:
    """The campaign at the first decision of a turn."""
    return Game(CAMPAIGN, **settings).edit(turn=number, agenda=(TurnBegins(),)).begin()


def until(game: Game, frame: str, side: str = "") -> Game:
    """Pass and be done until a decision comes up."""
    for _ in range(30):
        if game.frame == frame and side in ("", game.side):
            return game
        game.do("pass" if game.frame == "Activation" else "done")
    raise AssertionError(f"no {frame}")


def secret(**settings: bool) -> Game:
    """The beginning of the hidden movement."""
    return until(turn(2, **settings), "Activation", CONFEDERATE)


def finish(game: Game) -> Game:
    """Be done with what is left of turn 2; turn 3 begins with dice for its random events."""
    while game.state.turn == 2:
        assert all(game.at(unit) in ("hidden", "x") for unit in HIDDEN)
        game.do("done", *dice_of_a_new_turn(game))
    return game


def dice_of_a_new_turn(game: Game) -> tuple[int, ...]:
    """Some dice a turn may begin with, its random events included."""
    return play(game.state, BATTLE.parse(game.scene, "done"), SeededDice(1)).dice


def third(side: str, *dice: int) -> Game:
    """An action phase of a side on turn 3."""
    game = Game(CAMPAIGN).edit(turn=3, agenda=(TurnEnds(), CycleEnds(), ActionPhase()), phase=0)
    game.remember(WEST, sum(1 << game.scene.index[name] for name in HIDDEN))
    game.begin(*((6, 1) if side == UNION else (1, 6)))
    assert game.side == side
    return game


def acting(game: Game) -> set[str]:
    """Whom the initiative may be spent on."""
    return {action.split()[1] for action in game.offers() if " " in action}


# -- turn 1 (SLB 22.2b)


@pytest.mark.rule("SLB 22.2b")
def test_only_the_listed_act_on_turn_1_and_nobody_rolls_for_the_initiative() -> None:
    game = until(turn(1), "Activation")
    assert (game.side, acting(game)) == (UNION, LISTED)
    assert game.told("event.no_initiative")
    assert game.why_not("march Hancock") == {"SLB 22.2b"}
    assert "SLB 22.2b" in game.why_not("activate Couch")
    game.do("march Devin", 3, 3)
    while game.frame == "March":
        game.do("halt Devin")
    assert (game.side, game.frame) == (UNION, "Activation")
    game.do("pass")
    assert game.frame != "Activation"  # a pass ends the cycle: no Confederate is asked


@pytest.mark.rule("SLB 22.2b")
def test_nobody_crosses_the_river_or_entrenches_on_turn_1() -> None:
    game = until(turn(1), "Activation").put("Devin", "3624")
    game.marching("Devin", 6).edit(turn=1)
    assert "SLB 22.2b" in game.why_not("step Devin 3525")
    game = turn(1).edit(agenda=(TurnEnds(), Recover(), Works(UNION), Works(CONFEDERATE)))
    assert not game.offers("dig")
    assert game.why_not("dig McLaws") == {"SLB 22.2b"}
    assert "SLB 22.2b" not in game.edit(turn=2).why_not("dig McLaws")


@pytest.mark.rule("SLB 22.2b")
def test_only_listed_leaders_transfer_on_turn_1() -> None:
    """R15."""
    game = turn(1)
    assert (game.frame, game.side) == ("LeaderTransfer", UNION)  # no Confederate leader is listed
    assert {action.split()[1] for action in game.offers("transfer")} <= {"Meade", "Howard", "Slocum"}
    assert "SLB 22.2b" in game.why_not("transfer Couch French")


@pytest.mark.rule("SLB 22.2b")
def test_a_substitute_of_a_listed_unit_acts_too() -> None:
    game = until(turn(1), "Activation")
    new = next(piece.id for piece in game.scene.pieces if piece.substitute and piece.side == UNION)
    parent = game.scene.index["Griffin"]
    rows = {"manpower": 2, "parent": parent}
    assert new in acting(game.put(new, game.at("Griffin"), **rows))
    assert new not in acting(game.put(new, game.at("Griffin"), parent=game.scene.index["Hancock"]))


# -- turn 2: the hidden movement (SLB 22.2c)


@pytest.mark.rule("SLB 22.2c")
def test_a_pass_ends_the_hidden_movement_and_not_the_action_cycle():
    """The Union's action cycle comes after it; its own pass ends that."""

    def label(game: Game) -> str:
        return BATTLE.page.hint(game.state, BATTLE.parse(game.scene, "pass")).label.key

    game = secret()
    assert label(game) == "action.pass_hidden"
    assert label(until(game, "Activation", UNION)) == "action.pass_cycle"


@pytest.mark.rule("SLB 22.2c")
def test_the_west_acts_first_and_alone() -> None:
    game = secret()
    assert acting(game) == HIDDEN
    assert game.why_not("march McLaws") == {"SLB 22.2c"}
    assert "SLB 22.2c" in game.why_not("activate Jackson")
    game.do("march VA3", 1, 1).do("halt VA3")
    assert (game.frame, game.side) == ("Activation", CONFEDERATE)  # as many phases as he wants
    game.do("activate Stuart", 4, 4)
    while game.frame != "Activation":
        game.do(game.offers()[-1])
    game.do("pass")
    assert (game.frame, game.side) == ("Activation", UNION)


@pytest.mark.rule("SLB 22.2c")
def test_only_western_leaders_transfer_on_turn_2() -> None:
    game = turn(2)
    assert (game.frame, game.side) == ("LeaderTransfer", CONFEDERATE)
    assert {action.split()[1] for action in game.offers("transfer")} == {"Stuart"}
    assert "SLB 22.2c" in game.why_not("transfer Jackson Rodes")


@pytest.mark.rule("SLB 22.2c")
def test_nobody_crosses_attacks_or_burns_while_hidden() -> None:
    game = secret().put("Devin", "3624")
    game.do("march Posey", 6)
    assert "SLB 22.2c" in game.why_not("step Posey 3624")
    assert game.frame == "March"
    assert game.side == CONFEDERATE
    assert not game.offers("attack")
    assert "SLB 22.2c" in game.why_not("attack Posey hasty 3624")
    assert game.do("halt Posey").why_not("burn FLee") == {"SLB 22.2c"}
    assert "SLB 22.2c" in game.why_not("assault Stuart 3624")


@pytest.mark.rule("SLB 22.2c")
def test_hidden_units_are_off_the_map_until_recovery_is_over() -> None:
    game = secret().do("march FLee", 6, 6)
    game.do(game.offers("step")[0]).do("halt FLee")
    there = game.at("FLee")
    game.do("pass")
    assert {piece.id for n, piece in enumerate(game.scene.pieces) if game.state.unseen[n]} == HIDDEN
    assert all(game.at(unit) == "hidden" for unit in HIDDEN)
    assert not game.state.zones[CONFEDERATE] >> game.scene.hex("3624") & 1
    assert game.row("fatigue", "FLee") == 1
    finish(until(game, "RecordBridges").do("done").do("done"))
    assert (game.at("FLee"), game.at("Posey"), game.row("works", "Posey")) == (there, "3525", BREASTWORKS)
    assert game.row("fatigue", "FLee") == 0  # R14: it has rested as well
    assert not any(game.state.unseen)
    assert not game.state.covered
    assert game.told("event.revealed")


@pytest.mark.rule("SLB 22.2c")
def test_hidden_infantry_entrenches_where_it_stands() -> None:
    """R14; nothing of it is known before the reveal, not even that anything was done."""
    game = until(secret(), "RecordBridges").do("done")
    assert (game.frame, game.side, sorted(game.offers("dig"))) == (
        "HiddenWorks", CONFEDERATE, ["dig Mahone", "dig Posey"],
    )  # fmt: skip
    assert "SLB 22.2c" in game.why_not("dig McLaws")
    assert "SLB 22.2c" in game.why_not("dig VA3")
    seen = view(game.state, UNION)
    game.do("dig Posey")
    assert not visible(game.events, UNION)
    assert view(game.state, UNION).data() == seen.data()
    assert game.why_not("dig Posey") == {"GC 10.2a"}
    finish(game.do("done"))
    assert [game.row("works", unit) for unit in ("Posey", "Mahone")] == [WORKS.index("fort_build"), BREASTWORKS]


@pytest.mark.rule("SLB 22.2c")
def test_a_unit_lost_on_its_hidden_march_is_missed_only_at_the_reveal() -> None:
    game = secret().put("VA3", fatigue=3).do("march VA3", 6, 6, 6)
    while game.frame == "March":
        game.do("halt VA3")
    lost = game.at("VA3") == "x"
    game = until(game, "RecordBridges")
    assert view(game.state, UNION).state.at[game.scene.index["VA3"]] == game.scene.place_at("hidden")
    finish(game.do("done"))
    assert game.told("event.lost_hidden") == lost


# -- turn 2: the Union (SLB 22.2d, 22.2e)


@pytest.mark.rule("SLB 22.2d")
def test_all_the_union_acts_on_turn_2_but_stonemans_cavalry_only_once() -> None:
    game = until(turn(2), "Activation", UNION)
    assert {"Hancock", "Buford", "Newton", "Reynolds"} <= acting(game)
    game.do("march Buford", 1, 1).do("halt Buford")
    assert game.why_not("march Buford") == {"SLB 22.2d"}
    assert {"Kilpatrick", "Wyndham", "Davis", "Sargent", "McIntosh"} <= acting(game)
    game.do("march Devin", 1, 1).do("halt Devin")
    assert not game.why_not("march Devin")
    game.put("Hancock", "3624").marching("Hancock", 6).edit(turn=2)
    assert "SLB 22.2d" in game.why_not("step Hancock 3525")


def recording() -> Game:
    """The Union's record, with builders at two places of the river."""
    game = until(turn(2), "Activation", UNION)
    return game.put("Griffin", "3624").put("Brooks", "4628").do("pass")


@pytest.mark.rule("SLB 22.2e")
def test_two_secret_bridges_are_recorded_with_their_builders() -> None:
    game = recording()
    assert (game.frame, game.side) == ("RecordBridges", UNION)
    offered = game.offers("record")
    assert "record Griffin 3525" in offered
    assert "record Brooks 4529" in offered
    builders = {action.split()[1] for action in offered}
    assert not builders & {"Devin", "ArtRes1", "Meade"}
    game.do("record Griffin 3525")
    assert not visible(game.events, CONFEDERATE)
    assert game.why_not("record Griffin 3625") >= {"SLB 22.2e"}  # one bridge for a builder
    game.do("record Brooks 4529")
    assert not game.offers("record")
    assert game.why_not("record Howe 4529") >= {"SLB 22.2e"}
    assert game.frame == "RecordBridges"  # to be taken back, until it is said that it stands


@pytest.mark.rule("SLB 22.2e")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_record_says_how_many_bridges_are_left(lang: str) -> None:
    def asked() -> str:
        asks = deciding(game.state).prompt(game.state)
        return BATTLE.words.say(asks.key, asks.args, lang)

    game = recording()
    said = [asked()]
    for action in ("record Griffin 3525", "record Brooks 4529"):
        said.append((game.do(action), asked())[1])
    assert ["2" in one for one in said] == [True, False, False]
    assert ["1" in one for one in said] == [False, True, False]
    game.do("done")
    assert game.state.secret_bridges == (("Griffin", "3624", "3525"), ("Brooks", "4628", "4529"))
    assert view(game.state, UNION).state.secret_bridges == game.state.secret_bridges
    assert view(game.state, CONFEDERATE).state.secret_bridges == ()
    assert view(game.state, None).state.secret_bridges == ()


@pytest.mark.rule("SLB 22.2e")
def test_a_builder_is_strong_and_rested_and_the_far_bank_is_weak() -> None:
    game = recording()
    for rows in ({"fatigue": 2}, {"manpower": 4}):
        tired = Game(CAMPAIGN)
        tired.state = game.state
        assert tired.put("Griffin", **rows).why_not("record Griffin 3525") == {"SLB 22.2e"}
    assert not game.why_not("record Griffin 3525")
    assert game.put("Hill", "4529").why_not("record Brooks 4529") == {"SLB 22.2e"}
    assert game.why_not("record Griffin 3623") == {"SLB 22.2e"}  # not over the river


@pytest.mark.rule("SLB 22.2e")
def test_recovery_of_turn_2_bridges_minor_rivers_only() -> None:
    """R13."""
    for number in (1, 2):
        game = turn(number).put("Griffin", "3624").edit(agenda=(TurnEnds(), Recover(), Works(UNION)))
        assert "SLB 22.2e" in game.why_not("bridge Griffin 3525")
    assert "SLB 22.2e" not in game.edit(turn=4).why_not("bridge Griffin 3525")


# -- solitaire (SLB 22.2f)


@pytest.mark.rule("SLB 22.2f")
def test_solitaire_places_the_cavalry_by_dice() -> None:
    game = turn(2, solitaire=True)
    game = until(game, "Activation")
    assert game.side == UNION
    assert game.at("FLee") == "1418"
    game.do("pass").do("done", 1, 1, 1, 6, 4)  # the second and third die show a place that is taken
    assert [game.at(unit) for unit in ("FLee", "WHFLee", "VA3", "Stuart")] == ["2315", "3121", "2721", "2315"]
    assert [game.at(unit) for unit in ("Posey", "Mahone")] == ["3525", "3525"]
    assert game.row("works", "Posey") == BREASTWORKS
    assert not game.state.covered


@pytest.mark.rule("SLB 22.2f")
def test_solitaire_keeps_stuart_with_fitz_lee() -> None:
    game = turn(2, solitaire=True)
    assert game.side == UNION or not game.offers("transfer")
    game.edit(agenda=(TurnEnds(), Activation(CONFEDERATE)))
    assert "SLB 22.2f" in game.why_not("march Posey")


# -- turn 3: the bridges (SLB 22.2g)


def bridging(side: str = UNION) -> Game:
    game = third(side)
    game.put("Griffin", "3624").put("Sykes", "3624").put("Meade", "3624").put("Humphreys", "3624")
    return game.edit(secret_bridges=(("Griffin", "3624", "3524"), ("Sykes", "3624", "3525")))


@pytest.mark.rule("SLB 22.2g")
def test_a_bridge_is_laid_by_a_march_that_goes_nowhere() -> None:
    """R16: no die is rolled for movement; the fatigue counts."""
    game = bridging().put("Posey", "-").put("Mahone", "-")
    assert "lay Sykes" in game.offers("lay")
    game.do("lay Sykes", 1, 6)  # the dice of the next initiative
    assert ("3624", "3525", UNION) in game.state.bridges
    assert (game.row("fatigue", "Sykes"), game.at("Sykes")) == (1, "3624")
    assert "Sykes" not in {builder for builder, _, _ in game.state.secret_bridges}
    assert game.why_not("lay Howe") >= {"SLB 22.2g"}


@pytest.mark.rule("SLB 22.2g")
def test_the_tired_builder_checks_its_extended_march() -> None:
    """R16."""
    game = bridging().put("Sykes", fatigue=3)
    game.do("lay Sykes", 1, 6, 1)
    assert game.row("fatigue", "Sykes") == 4
    assert ("3624", "3525", UNION) in game.state.bridges


@pytest.mark.rule("SLB 22.2g")
def test_others_cross_a_bridge_laid_in_the_same_activation() -> None:
    game = bridging().put("Posey", "-").put("Mahone", "-").edit(secret_bridges=(("Sykes", "3624", "3525"),))
    game.do("activate Meade").do("name Sykes").do("name Griffin").do("ready", 6)
    game.do("march Sykes").do("lay Sykes")
    assert ("3624", "3525", UNION) in game.state.bridges
    assert (game.frame, game.state.agenda[-1].unit) == ("March", "Griffin")  # its march is over, the next one's begins
    game.do("step Griffin 3525")
    assert game.at("Griffin") == "3525"


@pytest.mark.rule("SLB 22.2g")
def test_a_builder_that_has_moved_lays_nothing() -> None:
    game = bridging().marching("Sykes", 4, moved=1).edit(turn=3)
    assert not game.offers("lay")
    assert game.why_not("lay Sykes") == {"SLB 22.2g"}
    assert bridging().put("Sykes", "3623").why_not("lay Sykes") == {"SLB 22.2g"}


def end_of_cycle(game: Game) -> Game:
    return game.edit(agenda=(TurnEnds(), Works(UNION), CycleEnds())).begin()


@pytest.mark.rule("SLB 22.2g")
def test_only_strength_in_the_south_hex_destroys_a_secret_bridge_on_turn_3() -> None:
    laid = (("3624", "3525", UNION),)
    game = third(UNION).put("Posey", "-").put("Mahone", "-").edit(bridges=laid)
    game.put("Griffin", "3624").put("Hill", "3525")
    assert game.state.bridges == laid  # not at once
    assert end_of_cycle(game).state.bridges == ()  # though there are friends at the other end
    weak = third(UNION).put("Mahone", "-").edit(bridges=laid)
    assert end_of_cycle(weak).state.bridges == laid  # Posey is of combat value 3
    later = third(UNION).put("Posey", "-").put("Mahone", "-").edit(bridges=laid, turn=4)
    later.put("Griffin", "3624").put("Hill", "3525")
    assert end_of_cycle(later).state.bridges == laid  # the usual rule: somebody guards the other end


@pytest.mark.rule("SLB 22.2g")
def test_a_bridge_not_laid_on_turn_3_is_lost() -> None:
    game = bridging().edit(agenda=(TurnEnds(), Works(UNION)))
    game.do("done", *dice_of_a_new_turn(game))
    assert game.state.turn == 4
    assert game.state.secret_bridges == ()
    assert not any(event.key == "event.bridge_given_up" for event in visible(game.events, CONFEDERATE))
    assert any(event.key == "event.bridge_given_up" for event in visible(game.events, UNION))


# -- turn 3: the release (SLB 22.2h)


@pytest.mark.rule("SLB 22.2h")
def test_the_east_waits_on_turn_3() -> None:
    game = third(CONFEDERATE)
    assert acting(game) == HIDDEN
    assert game.why_not("march McLaws") == {"SLB 22.2h"}
    assert "SLB 22.2h" in game.why_not("activate Jackson")
    begun = Game(CAMPAIGN).edit(turn=3, agenda=(TurnEnds(), LeaderTransfer(CONFEDERATE)))
    begun.remember(WEST, game.fact(WEST))
    assert {action.split()[1] for action in begun.offers("transfer")} <= {"Stuart"}
    assert "SLB 22.2h" in begun.why_not("transfer Jackson Rodes")


@pytest.mark.rule("SLB 22.2h")
def test_a_crossing_in_the_east_releases_within_its_columns() -> None:
    game = third(UNION).put("Posey", "-").put("Mahone", "-")
    game.edit(bridges=(("4628", "4529", UNION),)).put("Brooks", "4628").put("Early", "4833")
    game.marching("Brooks", 6, phase=1)
    game.do("step Brooks 4529")
    assert game.told("event.released_near")
    assert game.fact(RELEASED) == NEAR
    game = third(CONFEDERATE).remember(RELEASED, NEAR)
    assert {"McLaws", "Jackson", "Hill"} <= acting(game)
    game.put("Wright", "3627").marching("Wright", 6, phase=2)
    west = [name for name in ("3526", "3527") if game.scene.board.grid.has(name)]
    assert any("SLB 22.2h" in game.why_not(f"step Wright {name}") for name in west)
    game.remember(RELEASED, FULLY)
    assert not any("SLB 22.2h" in game.why_not(f"step Wright {name}") for name in west)


@pytest.mark.rule("SLB 22.2h")
def test_a_message_takes_an_initiative_after_a_meeting() -> None:
    game = third(CONFEDERATE)
    assert game.why_not("message") == {"SLB 22.2h"}
    game = third(CONFEDERATE).put("Griffin", "3425").put("VA3", "3225")
    game.marching("VA3", 6, phase=1).do("step VA3 3325")
    assert game.told("event.met")
    assert game.fact(MET)
    game = third(CONFEDERATE).remember(MET)
    game.do("message", 6, 1)  # nothing moves; the next initiative is rolled
    assert game.fact(RELEASED) == FULLY
    assert game.side == UNION
    game = third(CONFEDERATE).remember(MET).remember(RELEASED, FULLY)
    assert game.why_not("message") == {"SLB 22.2h"}
    assert {"McLaws", "Jackson"} <= acting(game)


@pytest.mark.rule("SLB 22.2h")
def test_a_division_that_moves_into_a_zone_in_the_west_is_met() -> None:
    game = third(UNION).put("VA3", "3526").put("Posey", "-").put("Mahone", "-")
    game.put("Griffin", "3424").marching("Griffin", 6, phase=1).do("step Griffin 3525")
    assert game.fact(MET)
    game = third(UNION).put("VA3", "3526").put("Posey", "-").put("Mahone", "-")
    game.put("Devin", "3424").marching("Devin", 6, phase=1).do("step Devin 3525")
    assert not game.fact(MET)  # cavalry is no division of infantry


@pytest.mark.rule("SLB 22.2h")
def test_everybody_is_free_on_turn_4() -> None:
    game = third(CONFEDERATE).remember(MET).remember(RELEASED, NEAR)
    assert not {"Wilcox"} & acting(third(CONFEDERATE).edit(turn=3))
    assert {"McLaws", "Jackson", "Hill"} <= acting(game.edit(turn=4))


# -- bots


@pytest.mark.rule("SLB 22.2c", "SLB 22.2e")
def test_recruit_hides_cavalry_at_the_fords_and_records_a_bridge() -> None:
    game, random, dice = secret(), Random(2), SeededDice(2)
    fords = [game.scene.hex(name) for name in game.scene.book.early.dice_hexes]
    distance = game.scene.board.grid.distance
    state = game.state
    for _ in range(200):
        if state.audience is None:
            break
        action = Recruit().choose(view(state, CONFEDERATE), random)
        state = play(state, action, dice).state
    assert state.audience is None
    units = [game.scene.index[unit] for unit in ("FLee", "WHFLee", "VA3")]
    before, after = [game.state.at[unit] for unit in units], [state.unseen[unit] - 1 for unit in units]
    far = [sum(min(distance(here, ford) for ford in fords) for here in hexes) for hexes in (before, after)]
    assert far[1] < far[0]
    game.state = state
    until(game, "RecordBridges")
    while game.frame == "RecordBridges":
        game.do(str(Recruit().choose(view(game.state, UNION), random)))
    assert game.state.secret_bridges


# -- positions, conformance


@pytest.mark.parametrize(("seed", "solitaire"), [(3, False), (31, False), (8, True)])
def test_the_first_three_turns_keep_the_contract(seed: int, solitaire: bool) -> None:
    kit = Kit(BATTLE, CAMPAIGN, {"solitaire": solitaire})
    journal, dice = kit.new(seed)
    random, sampling = Random(seed), Random(-seed)
    seen = []
    while journal.state.turn < 4 and len(journal) < 500:
        state = journal.state
        action = options(state).pick(random)
        if action.verb == "pass" and random.random() < 0.7:
            action = options(state).pick(random)
        if len(journal) % 9 == 0 or state.covered:
            check_closely(kit, state, seen, sampling)
        seen.append(action)
        check_words(kit, play_both_ways(kit, journal, action, dice).events)
        BATTLE.check_position(journal.state)


def test_positions_with_impossible_secrets_are_refused() -> None:
    game = secret().do("pass")
    for bad in (
        {"covered": ()},
        {"unseen": (0,) * len(game.scene.pieces)},
        {"secret_bridges": (("Griffin", "3624", "3623"), ("Devin", "3624", "3525"))},
        {"turn": 5},
    ):
        with pytest.raises(BadPosition):
            BATTLE.check_position(game.state.changed(**bad))
    BATTLE.check_position(game.state)
