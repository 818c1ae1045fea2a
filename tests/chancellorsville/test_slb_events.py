"""The advanced sequence, random events, reinforcements and leader casualties (SLB 14.0, 15.0, 17.0, 18.0)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.events import event_table
from hardtack.battles.chancellorsville.exits import OUT
from hardtack.battles.gcacw.sequence import ActionPhase, CycleEnds, RandomEvents, TurnEnds
from hardtack.battles.gcacw.state import CAUSES
from hardtack.referee.dice import LoadedDice
from hardtack.referee.events import SIDES
from hardtack.referee.umpire import Umpire

FIVE, SIX = "certain-destruction", "chancellorsville-campaign"
INITIATIVE = (6, 1)  # the Union wins the phase that follows


def event(game: Game, turn: int, *dice: int) -> Game:
    """Roll the random event of a turn, with whatever dice it asks for."""
    game.edit(agenda=(TurnEnds(), CycleEnds(), ActionPhase(), RandomEvents()), turn=turn)
    return game.begin(*dice, *INITIATIVE)


def losses(game: Game, union: int, confederate: int = 0, cause: str = "combat") -> Game:
    row = [0] * (len(SIDES) * len(CAUSES))
    row[SIDES.index("union") * len(CAUSES) + CAUSES.index(cause)] = union
    row[SIDES.index("confederate") * len(CAUSES) + CAUSES.index(cause)] = confederate
    return game.edit(losses=tuple(row))


@pytest.mark.rule("SLB 14.0")
def test_the_phases_of_an_advanced_turn() -> None:
    for scenario_id in (FIVE, SIX):
        scene = Game(scenario_id).scene
        wanted = ("random_events", "ammunition", "leader_transfer", "attachment", "action_cycle", "recovery")
        assert scene.phases(4) == wanted
    basic = Game("salem-church").scene
    assert not hasattr(basic, "events")  # no basic scenario has them


@pytest.mark.rule("SLB 14.0")
def test_a_tied_initiative_is_the_confederates_and_two_passes_end_the_cycle() -> None:
    game = Game(FIVE).edit(agenda=(TurnEnds(), CycleEnds(), ActionPhase()), turn=7)
    game.begin(3, 3)
    assert game.side == "confederate"
    game.do("pass")
    assert game.side == "union"
    game.do("pass")
    assert game.state.outcome is not None


SUMS = {
    2: "rain", 3: "hooker_stays", 4: "improved", 5: "paralysis", 6: "delayed", 7: "rain", 8: "paralysis",
    9: "delayed", 10: "reinforcements", 11: "improved", 12: "improved",
}  # fmt: skip
MORE = {"paralysis": (1, 6), "reinforcements": (6,)}


@pytest.mark.rule("SLB 15.0a", "SLB 15.0d")
@pytest.mark.parametrize(("total", "key"), SUMS.items())
def test_each_sum_has_its_event(total: int, key: str) -> None:
    first = min(6, total - 1)
    game = event(opened(), 2, first, total - first, *MORE.get(key, ()))
    assert game.told(f"event.random_{key}")
    told = next(line for line in game.events if line.key.startswith("event.random_"))
    assert told.dice[:2] == (first, total - first)
    side = {4: "union", 6: "union", 9: "confederate", 11: "confederate", 12: "confederate"}.get(total)
    if side is not None:
        assert told.get("side") == side
        assert game.fact(f"logistics_{side}") == (2 if total in (6, 9) else 1)
    for lang in ("en", "ja"):
        said = BATTLE.words.say(told.key, told.args, lang)
        assert said.startswith("Random event" if lang == "en" else "ランダムイベント")


def opened() -> Game:
    """A game whose first turn has begun with rain, so that the wings are told."""
    return Game(FIVE).begin(1, 1)


@pytest.mark.rule("SLB 15.0a", "SLB 22.1a", "SLB 22.2a")
def test_when_events_are_rolled() -> None:
    assert Game(FIVE).begin(1, 1).told("event.random_rain")  # on every turn of scenario 5
    game = Game(SIX)
    for turn in (1, 2):
        draft = game.edit(turn=turn).state.draft()
        game.scene.random_events(draft, Umpire(draft, LoadedDice(())))  # no die is thrown
    assert event(game, 3, 2, 2).told("event.random_improved")


@pytest.mark.rule("SLB 15.0b")
def test_rain_lasts_for_the_turn_and_not_on_29_april() -> None:
    game = event(opened(), 2, 1, 1)
    assert game.state.rain == 1
    game.edit(agenda=(TurnEnds(),)).begin(2, 2)
    assert (game.state.turn, game.state.rain) == (3, 0)
    third = event(Game(SIX), 3, 1, 1)
    assert third.told("event.random_rain_none")
    assert third.state.rain == 0
    assert event(Game(SIX), 4, 3, 4).state.rain == 1


# -- Hooker's removal


def bled(losses_of_union: int = 10) -> Game:
    game = opened().remember("hooker_bled")
    return losses(game, losses_of_union)


@pytest.mark.rule("SLB 15.0c")
@pytest.mark.parametrize(("die", "army", "corps"), [
    (1, "MeadeArmy", "Meade"), (3, "MeadeArmy", "Meade"), (4, "CouchArmy", "Couch"), (6, "CouchArmy", "Couch"),
])  # fmt: skip
def test_hooker_is_removed_and_a_corps_leader_promoted(die: int, army: str, corps: str) -> None:
    game = bled().remember("confidence_lost")
    where = game.at("Hooker")
    event(game, 3, 1, 2, die)
    assert (game.at("Hooker"), game.at(army), game.row("reversed", corps)) == ("x", where, 1)
    other = {"MeadeArmy": "CouchArmy", "CouchArmy": "MeadeArmy"}[army]
    assert game.at(other) == "-"
    number = game.scene.index[corps]
    assert (game.scene.tactical(game.state, number, True), game.scene.command_value(game.state, number)) == (2, 5)
    BATTLE.check_position(game.state)
    # Paralysis and lost confidence end for good.
    assert game.scene.assault_modifier(game.state, "union") == 0
    event(game, 4, 4, 4)
    assert game.told("event.random_paralysis_none")
    assert game.fact("paralysed") == 0
    event(game, 5, 1, 2)
    assert game.told("event.random_hooker_gone")


@pytest.mark.rule("SLB 15.0c")
def test_hooker_stays_without_fire_or_losses() -> None:
    assert event(losses(opened(), 30), 3, 1, 2).told("event.random_hooker_stays")
    assert event(bled(9), 3, 1, 2).told("event.random_hooker_stays")
    marched = losses(opened().remember("hooker_bled"), 10, cause="extended_march")  # no combat losses
    assert event(marched, 3, 1, 2).told("event.random_hooker_stays")
    fled = losses(opened().remember("hooker_bled"), 10, cause="cavalry_retreat")
    assert event(fled, 3, 1, 2, 1).told("event.new_commander")


@pytest.mark.rule("SLB 15.0c")
@pytest.mark.parametrize(("hex_", "known"), [("4428", 1), ("4426", 0)])
def test_it_is_remembered_that_hooker_stood_with_a_unit_that_bled(hex_: str, known: int) -> None:
    """Brooks at 4428 attacks Barksdale at 4328 and loses; Hooker is with him or is not."""
    game = opened().put("Hooker", hex_).put("Gibbon", "4426")
    game.marching("Brooks", 6).do("attack Brooks normal 4328", 1, 6)
    assert game.row("manpower", "Brooks") < 14
    assert game.fact("hooker_bled") == known


# -- reinforcements


@pytest.mark.rule("SLB 17.0")
def test_the_die_grows_easier_by_the_day() -> None:
    game = Game(SIX)
    days = {turn: event_table().reinforcements.limit(game.scene.book.day(turn)) for turn in range(3, 11)}
    assert days == {3: 1, 4: 1, 5: 1, 6: 2, 7: 3, 8: 4, 9: 5, 10: 6}
    five = Game(FIVE)
    assert [event_table().reinforcements.limit(five.scene.book.day(turn)) for turn in range(1, 8)] == [
        1,
        1,
        2,
        3,
        4,
        5,
        6,
    ]


@pytest.mark.rule("SLB 17.0")
def test_hood_comes_with_longstreet_and_pickett_after_him() -> None:
    game = opened()
    event(game, 3, 4, 6, 3)
    assert game.told("event.reinforcements_late")
    assert game.at("Hood") == "suffolk"
    event(game, 3, 4, 6, 2)
    assert [game.at(name) for name in ("Hood", "Longstreet", "Pickett")] == ["4534", "4534", "suffolk"]
    assert game.row("manpower", "Hood") == 16
    BATTLE.check_position(game.state)
    event(game, 7, 5, 5, 6)
    assert (game.at("Pickett"), game.row("manpower", "Pickett")) == ("4534", 14)
    event(game, 7, 5, 5)
    assert game.told("event.random_no_reinforcements")


@pytest.mark.rule("SLB 17.0")
def test_nobody_arrives_where_the_union_stands() -> None:
    game = opened().put("Devin", "4534")
    event(game, 7, 4, 6)
    assert game.told("event.random_reinforcements_blocked")
    assert game.at("Hood") == "suffolk"


# -- leaders who fall, in the advanced game


@pytest.mark.rule("SLB 18.0a", "SLB 18.0b")
def test_jackson_falls_in_the_advanced_game_too() -> None:
    game = opened().put("Rodes", "4529").put("Wadsworth", "4628").put("Jackson", "4529")
    game.marching("Robinson", 6).put("Doubleday", "4629")
    game.do("attack Robinson normal 4529", 1, 1)
    assert (game.at("Jackson"), game.at("StuartInf"), game.at("Stuart")) == ("x", "4529", "x")


@pytest.mark.rule("SLB 18.0a")
def test_longstreet_falls_on_an_even_die() -> None:
    for die, falls in ((2, 1), (3, 0)):
        game = opened().put("Hood", "4529").put("Longstreet", "4529").put("Wadsworth", "4628")
        game.marching("Robinson", 6).do("attack Robinson normal 4529", 1, 1, die)
        assert game.row("reversed", "Longstreet") == falls


def test_the_boxes_have_names_in_both_languages() -> None:
    for scenario_id in (FIVE, SIX):
        boxes = Game(scenario_id).scene.boxes
        assert OUT in boxes
        assert all(f"box.{box}" in BATTLE.words for box in boxes)
