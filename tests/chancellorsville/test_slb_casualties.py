"""Confederate leader casualties (SLB 18.0) and Jackson's end (SLB 13.2h, 13.3e)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville import casualties
from hardtack.battles.gcacw.activation import NextMarch
from hardtack.battles.gcacw.combat import Attack
from hardtack.battles.gcacw.sequence import TurnEnds
from hardtack.referee.dice import LoadedDice
from hardtack.referee.state import freeze
from hardtack.referee.umpire import Umpire


@pytest.fixture
def game() -> Game:
    return Game("great-flank-march").begin()


def fight(game: Game, attacker: str, target: str, dice: tuple[int, int], *more: int) -> Game:
    """What two combat dice do to the leaders in a fight."""
    unit = game.scene.index[attacker]
    attack = Attack(game.scene.side_of[unit], (unit,), game.scene.hex(target), "normal")
    draft, loaded = game.state.draft(), LoadedDice(more)
    umpire = Umpire(draft, loaded)
    casualties.check(game.scene, draft, umpire, attack, dice)
    loaded.finish()
    game.state, game.events = freeze(draft), tuple(umpire.events)
    return game


@pytest.mark.rule("SLB 18.0a")
def test_jackson_falls_without_a_roll_when_both_dice_are_one(game: Game) -> None:
    fight(game, "Rodes", "3127", (1, 1))
    assert (game.at("Jackson"), game.at("StuartInf"), game.at("Stuart")) == ("x", "3026", "x")


@pytest.mark.rule("SLB 18.0a")
@pytest.mark.parametrize("dice", [(1, 2), (2, 1), (6, 6)])
def test_other_dice_harm_nobody(game: Game, dice: tuple[int, int]) -> None:
    assert fight(game, "Rodes", "3127", dice).events == ()


@pytest.mark.rule("SLB 18.0a")
def test_jackson_defending_is_in_danger_too(game: Game) -> None:
    assert fight(game, "Devens", "3026", (1, 1)).at("Jackson") == "x"


@pytest.mark.rule("SLB 18.0a")
def test_a_leader_is_in_danger_only_where_his_own_units_attack_from(game: Game) -> None:
    game.put("McLaws", "3026")
    fight(game, "McLaws", "3127", (1, 1))  # McLaws is not Jackson's
    assert game.at("Jackson") == "3026"
    fight(game, "Hill", "3127", (1, 1))  # Hill is, but stands at 2926
    assert game.at("Jackson") == "3026"


@pytest.mark.rule("SLB 18.0a")
@pytest.mark.parametrize(("die", "falls"), [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0), (6, 1)])
def test_another_leader_falls_on_an_even_die(game: Game, die: int, falls: int) -> None:
    fight(game, "FLee", "3127", (1, 1), die)
    assert game.row("reversed", "Stuart") == falls


@pytest.mark.rule("SLB 18.0a")
def test_of_several_the_one_with_the_highest_tactical_value_falls() -> None:
    game = Game("sedgwick-to-the-rescue").begin()
    game.put("McLawsLdr", "3627").put("Stuart", "3627").put("FLee", "3627").put("AndersonLdr", "3627")
    game.put("AndersonLdr", reversed=1)  # a substitute: 2 instead of 3, and he cannot fall
    fight(game, "Hancock", "3627", (1, 1), 2)
    assert [game.row("reversed", name) for name in ("Stuart", "McLawsLdr", "AndersonLdr")] in ([1, 0, 1], [0, 1, 1])


@pytest.mark.rule("SLB 18.0a")
def test_lee_never_falls(game: Game) -> None:
    assert fight(game, "Hancock", "3528", (1, 1)).events == ()  # no roll: nobody but Lee is there


@pytest.mark.rule("SLB 18.0b")
def test_a_substitute_serves_with_lower_values_and_cannot_fall(game: Game) -> None:
    stuart = game.scene.index["Stuart"]
    assert (game.scene.tactical(game.state, stuart, True), game.scene.command_value(game.state, stuart)) == (3, 6)
    fight(game, "FLee", "3127", (1, 1), 2)
    assert (game.scene.tactical(game.state, stuart, True), game.scene.command_value(game.state, stuart)) == (2, 5)
    assert game.at("Stuart") == "3027"
    assert fight(game, "FLee", "3127", (1, 1)).events == ()


@pytest.mark.rule("SLB 18.0b")
def test_stuart_of_the_infantry_leads_jacksons_corps_and_the_cavalry_has_no_leader(game: Game) -> None:
    scene = game.scene
    fight(game, "Rodes", "3127", (1, 1))
    new = scene.index["StuartInf"]
    assert scene.commands(game.state, new, scene.index["Rodes"])
    assert not scene.commands(game.state, new, scene.index["FLee"])
    assert fight(game, "Rodes", "3127", (1, 1)).events == ()  # he is a substitute and cannot fall


@pytest.mark.rule("SLB 18.0b")
def test_the_cavalry_keeps_its_substitute_if_stuart_fell_first(game: Game) -> None:
    fight(game, "FLee", "3127", (1, 1), 4)
    fight(game, "Rodes", "3127", (1, 1))
    assert (game.at("Stuart"), game.row("reversed", "Stuart"), game.at("StuartInf")) == ("3027", 1, "3026")


@pytest.mark.rule("SLB 18.0b")
def test_the_fall_does_not_change_the_fight_or_stop_the_march(game: Game) -> None:
    """Rodes marches with Jackson at his side: the tactical modifier of the fight still counts Jackson's 4."""
    game.put("Colston", "2926").marching("Rodes", 6, phase=5, with_leaders=("Jackson",))
    game.do("attack Rodes prepared 3127", 1, 1)
    modifiers = next(event for event in game.events if event.key == "event.combat").get("modifiers")
    assert game.at("Jackson") == "x"
    leaders = {name for frame in game.state.agenda for name in getattr(frame, "with_leaders", ())}
    assert leaders == {"StuartInf"}
    later = Game("great-flank-march").begin().put("Colston", "2926")
    later.put("Jackson", "2926").marching("Rodes", 6, phase=5).do("attack Rodes prepared 3127", 1, 1)
    without = next(event for event in later.events if event.key == "event.combat").get("modifiers")
    assert int(str(modifiers)) == int(str(without)) + 1  # Jackson attacks with 4, Rodes alone with 3


@pytest.mark.rule("SLB 18.0b", "GC 5.2.4")
def test_who_takes_over_in_the_middle_of_an_activation_has_moved_as_the_fallen_had(game: Game) -> None:
    """Jackson has marched with Rodes and falls beside him: Stuart goes with no further unit of this activation."""
    game.put("Colston", "2926").marching("Rodes", 6, phase=5, with_leaders=("Jackson",), leader="Jackson", moved=1)
    led = NextMarch("confederate", "Jackson", ("Colston",), 6, 0, (("Jackson", "Rodes"),), ("Rodes",))
    game.edit(agenda=(*game.state.agenda[:-1], led, game.state.agenda[-1]))
    game.do("attack Rodes prepared 3127", 1, 1)
    assert (game.at("Jackson"), game.at("StuartInf")) == ("x", "3026")
    while "halt Colston" not in game.offers():  # the defenders retreat, Rodes stays and ends his march
        game.do(game.offers()[-1])
    assert game.why_not("bring StuartInf") == {"GC 5.2.4"}
    assert game.why_not("bring Jackson") == {"GC 2.2.6"}


@pytest.mark.rule("SLB 13.2h", "SLB 13.3e")
@pytest.mark.parametrize("scenario_id", ["great-flank-march", "sedgwick-to-the-rescue"])
def test_jackson_is_replaced_at_the_end_of_turn_one_at_the_latest(scenario_id: str) -> None:
    game = Game(scenario_id).begin().edit(agenda=(TurnEnds(),)).begin()
    assert game.state.turn == 2
    assert (game.at("Jackson"), game.at("StuartInf"), game.at("Stuart")) == ("x", "3026", "x")
    fall = next(event for event in game.events if event.key == "event.leader_replaced")
    assert fall.clause == {"great-flank-march": "SLB 13.2h", "sedgwick-to-the-rescue": "SLB 13.3e"}[scenario_id]


@pytest.mark.rule("SLB 13.2h")
def test_a_leader_already_fallen_is_not_replaced_twice(game: Game) -> None:
    fight(game, "Rodes", "3127", (1, 1))
    game.put("StuartInf", "2926").edit(agenda=(TurnEnds(),)).begin()
    assert game.at("StuartInf") == "2926"


def test_no_casualties_in_the_other_scenarios() -> None:
    game = Game("salem-church").begin()
    assert fight(game, "Newton", "4330", (1, 1)).events == ()
