"""What the page shows and what bots make of events, wings and exits in the advanced game (SLB 15.0-19.2)."""

from __future__ import annotations

from random import Random

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.raiders import raid
from hardtack.battles.gcacw.retreat import Retreat
from hardtack.battles.gcacw.sequence import CycleEnds, TurnEnds
from hardtack.generals.recruit import Recruit
from hardtack.referee.events import CONFEDERATE, UNION, Outcome, Text
from hardtack.referee.views import view

FIVE = "certain-destruction"


@pytest.fixture
def game() -> Game:
    """Turn 1 with the right wing paralysed; the left one has Hooker."""
    return Game(FIVE).begin(4, 4, 1, 6)


def said(line: Text | None, lang: str = "en") -> str:
    assert line is not None
    return BATTLE.words.say(line.key, line.args, lang)


@pytest.mark.rule("SLB 16.0b")
def test_the_wing_overlay_tells_each_stack_and_how_it_is_traced(game: Game) -> None:
    cells = {cell.hex: cell for cell in BATTLE.page.overlay(game.state, "wings", game.scene.hex("3624"))}
    assert (cells["4426"].kind, cells["4426"].text) == ("first", "L")
    assert (cells["2724"].kind, cells["2724"].text) == ("second", "R!")  # paralysed
    assert cells["3624"].kind == "here"
    assert "right wing" in said(cells["3624"].label)
    assert "8 to Falmouth (4426), 8 to 3120" in said(cells["3624"].label)  # a tie is the right wing's
    assert (cells["3120"].kind, cells["3120"].text) == ("poor", "8")
    assert "4229" not in cells  # Confederates have no wing
    from_empty = BATTLE.page.overlay(game.state, "wings", game.scene.hex("1001"))
    assert {cell.kind for cell in from_empty} == {"first", "second"}


@pytest.mark.rule("SLB 16.0b")
def test_the_overlay_is_offered_only_where_there_are_wings(game: Game) -> None:
    assert "wings" in BATTLE.page.overlays_of(game.scene)
    assert "wings" not in BATTLE.page.overlays_of(Game("salem-church").scene)


def test_when_the_game_is_over_nothing_holds_for_the_day(game: Game) -> None:
    game.edit(outcome=Outcome(UNION, "marginal", "SLB 22.1e", "event.result"))
    keys = {line.key for line in BATTLE.page.standing(game.state).lines}
    assert not {"standing.paralysed", "standing.apart", "standing.raid"} & keys


@pytest.mark.rule("SLB 16.0c", "SLB 16.0e", "SLB 19.1b", "SLB 19.2b")
def test_the_card_of_the_day(game: Game) -> None:
    keys = [line.key for line in BATTLE.page.standing(game.state).lines]
    assert {"standing.paralysed", "standing.apart", "standing.raid"} <= set(keys)
    game.edit(rain=1, turn=3).remember("wings_united").remember("left_confederate", 8).remember("confidence_lost")
    lines = BATTLE.page.standing(game.state).lines
    wanted = {"standing.rain", "standing.united", "standing.pursuit", "standing.confidence_lost"}
    assert wanted <= {line.key for line in lines}
    assert not {"standing.apart", "standing.raid"} & {line.key for line in lines}
    assert "南端から追撃できる北軍の兵力：残り16。" in [said(line, "ja") for line in lines]
    basic = [line.key for line in BATTLE.page.standing(Game("salem-church").begin().state).lines]
    assert not any(key.startswith("standing.a") for key in basic)


@pytest.mark.rule("SLB 15.0a", "SLB 16.0a", "SLB 16.0d", "SLB 17.0")
def test_charts(game: Game) -> None:
    charts = {chart.key: chart for chart in BATTLE.page.charts(game.scene)}
    events = charts["chart.events"].rows
    assert [row[0] for row in events] == [str(total) for total in range(2, 13)]
    assert events[8] == ("10", "term.event_reinforcements")
    assert charts["chart.paralysis"].rows[0] == ("1-4", "term.wing_without_hooker")
    assert charts["chart.confidence"].rows[2] == ("19-27", "1-4", "1-3", "1-2", "1", "-", "-")
    assert charts["chart.reinforcements"].rows[-1] == ("1863-05-06", "1-6")
    for key in ("events", "paralysis", "confidence", "reinforcements"):
        chart = charts[f"chart.{key}"]
        cells = [cell for row in chart.rows for cell in row if cell.startswith("term.")]
        heads = [head for head in chart.columns if head.startswith("chart.")]
        for word in (chart.key, *cells, *heads):
            assert BATTLE.words.word(word, "ja") != word
    assert "chart.events" not in {chart.key for chart in BATTLE.page.charts(Game("salem-church").scene)}


@pytest.mark.rule("SLB 15.0a")
def test_every_event_has_a_card_that_stands_alone() -> None:
    cards = [key for key in BATTLE.words.entries if key.startswith("event.random_")]
    assert len(cards) == 13
    for key in cards:
        english, japanese = BATTLE.words.entries[key]
        assert english.startswith("Random event: ")
        assert japanese.startswith("ランダムイベント：")


# -- bots


def chosen(game: Game) -> str:
    side = game.side
    assert side is not None
    return str(Recruit().choose(view(game.state, side), Random(1)))


def test_a_raider_at_the_road_leaves_in_time_and_not_for_nothing(game: Game) -> None:
    game.edit(stations=(1, 1)).put("Davis", "1033").marching("Davis", 6, moved=2)
    assert chosen(game) == "leave Davis"
    game.remember("raiders", 5)
    assert chosen(game) != "leave Davis"


def test_a_raid_draws_the_cavalry_nearer(game: Game) -> None:
    worth = []
    for hex_ in ("2215", "1825", "1429", "1033"):
        worth.append(raid(game.put("Davis", hex_).state, UNION))
    assert worth == sorted(worth)
    assert raid(game.state, CONFEDERATE) == 0.0
    assert raid(game.edit(turn=3).state, UNION) == 0.0


def test_confederates_do_not_leave_without_need(game: Game) -> None:
    game.put("Colston", "4534").marching("Colston", 4, moved=1)
    assert "leave Colston" in game.offers("leave")
    assert chosen(game) != "leave Colston"


def test_a_station_in_reach_is_burnt(game: Game) -> None:
    game.clear("Davis", "McLaws").put("Davis", "1418").edit(turn=3).next_phase(3, 6, 1)
    assert chosen(game) == "burn Davis"


@pytest.mark.rule("SLB 22.1d", "SLB 19.1b")
def test_the_hexes_that_score_are_marked(game: Game) -> None:
    found = {(mark.hex, mark.points, mark.holder) for mark in BATTLE.page.objectives(game.state)}
    wanted = {("1418", 2, ""), ("0832", 2, ""), ("1033", 2, ""), ("1633", 2, ""), ("4230", 6, CONFEDERATE)}
    assert wanted | {("4329", 4, ""), ("3427", 3, CONFEDERATE)} <= found
    game.edit(stations=(1, 0)).remember("wings_united")
    found = {(mark.hex, mark.points, mark.holder) for mark in BATTLE.page.objectives(game.state)}
    assert {("1418", 2, UNION), ("4230", 6, UNION)} <= found


@pytest.mark.rule("SLB 22.1d")
def test_the_exits_of_the_raid_promise_nothing_once_it_is_over(game: Game) -> None:
    def promised() -> tuple[set[str], bool]:
        marks = {mark.hex for mark in BATTLE.page.objectives(game.state)}
        lines = [line.key for line in BATTLE.page.standing(game.state).lines]
        return marks & {"0334", "0734", "1033", "1633"}, "standing.raid" in lines

    assert promised() == ({"0334", "0734", "1033", "1633"}, True)
    game.edit(turn=2)
    assert promised()[1]
    game.remember("raiders", 5)  # as many as score
    assert promised() == (set(), False)
    game.remember("raiders", 0).edit(turn=3)
    assert promised() == (set(), False)


@pytest.mark.rule("SLB 22.1d")
def test_leaving_on_the_raid_says_what_it_is_worth(game: Game) -> None:
    def label(unit: str) -> str:
        game.put(unit, "1033").marching(unit, 4, moved=1)
        return said(BATTLE.page.hint(game.state, BATTLE.parse(game.scene, f"leave {unit}")).label)

    assert label("Davis") == "Leave the map with Davis on the cavalry raid: 2 VP"
    assert label("Colston") == "Leave the map with Colston"
    game.remember("raiders", 5)
    assert label("Davis") == "Leave the map with Davis"


@pytest.mark.rule("SLB 19.2a", "SLB 22.1d")
def test_confederates_who_could_leave_are_told_what_it_costs(game: Game) -> None:
    game.put("Colston", "4334").marching("Colston", 4, moved=1)
    frame = Retreat(CONFEDERATE, ("Colston",), (), ("4333",), 2, 4, "retreat", ("4334",))
    told = "It does not come back: every 5 Confederate manpower gone gives the Union 1 VP"
    for agenda, order in ((game.state.agenda, "leave Colston"), ((TurnEnds(), CycleEnds(), frame), "flee")):
        game.edit(agenda=agenda)
        assert order in game.offers()
        assert said(BATTLE.page.hint(game.state, BATTLE.parse(game.scene, order)).risk) == told
    game.put("Davis", "1033").marching("Davis", 4, moved=1)
    assert BATTLE.page.hint(game.state, BATTLE.parse(game.scene, "leave Davis")).risk is None, "the raid says its own"
