"""Reports: what happened turn by turn, what was lost, and luck set apart from decisions, exactly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from hardtack.battles import all_battles
from hardtack.battles.bull_run.actions import END
from hardtack.referee.cautions import strength
from hardtack.referee.chance import Forecast
from hardtack.referee.events import SIDES, text
from hardtack.referee.fights import Weighed
from hardtack.referee.history import history_of
from hardtack.table import Match
from hardtack.table.report import (
    DiceLuck,
    NotOver,
    dice_luck,
    fight_luck,
    interval,
    make_report,
    sums,
    together,
    turn_accounts,
)

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def report():
    return make_report(Match.from_record((RECORDS / "bull-run-recruit-recruit-1-0.hardtack").read_text("utf-8")))


def fell(margin: int, **spread: Fraction) -> Weighed:
    chances = {int(name.removeprefix("n").replace("m", "-")): share for name, share in spread.items()}
    return Weighed(Forecast(END, (), ()), (), {}, chances, margin)


def test_a_game_that_goes_on_has_no_report():
    with pytest.raises(NotOver):
        make_report(Match.new("bull-run", seed=1))


def test_every_turn_is_told_and_every_fight_belongs_to_one(report):
    assert [turn.turn for turn in report.turns] == list(range(1, 16))
    assert all(fight.fight.turn == turn.turn for turn in report.turns for fight in turn.fights)
    assert len(report.fights) == 25
    assert sum(turn.marches["union"] for turn in report.turns) > 40
    assert report.turns[-1].losses == {"union": 12, "confederate": 18}
    assert 1 <= len(report.turning) <= 3
    swings = sorted((abs(turn.swing) for turn in report.turns), reverse=True)
    assert sorted((abs(turn.swing) for turn in report.turning), reverse=True) == swings[: len(report.turning)]


def test_points_over_time_are_those_at_the_ends_of_the_turns(report):
    assert [moment.losses for moment in report.moments] == [turn.losses for turn in report.turns]


def test_a_battle_of_one_turn_has_a_course_and_marches_of_many_hexes(day):
    assert len(day.turns) == 1
    numbers = [moment.number for moment in day.moments]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == len(day.match.journal.entries) - 1
    assert day.moments[-1].points == day.turns[0].points
    assert len({tuple(moment.points.items()) for moment in day.moments}) > 2
    steps = sum(str(entry.action).startswith("step ") for entry in day.match.journal.entries)
    assert 0 < sum(day.turns[0].marches.values()) < steps / 2


def test_the_event_of_a_turn_is_told_in_that_turn():
    """It is rolled by the action that ended the turn before."""
    match = Match.new("certain-destruction", seed=7)
    while match.state.turn < 3:
        rest = [action for action in match.legal() if action.verb in ("done", "pass")]
        match.play(rest[0] if rest else match.legal()[0])
    match.play(match.legal()[0])
    told = {
        turn.turn: [text.key.startswith("event.random_") for text in turn.news] for turn in turn_accounts(match.journal)
    }
    assert {turn: sum(news) for turn, news in told.items()} == {1: 0, 2: 1, 3: 1}
    assert told[2][0]
    assert told[3][0]


def test_a_unit_in_disorder_is_not_counted_as_lost():
    """The counters of Great Campaigns show "9(6)" then: nine men, of whom six fight."""
    assert [strength(numbers) for numbers in ((), ("-",), ("12", "3"), ("9(6)", "2", "2"))] == [0, 0, 12, 9]


@pytest.fixture(scope="module")
def day():
    """A battle of one day in the Great Campaigns."""
    return make_report(Match.from_record((RECORDS / "salem-church-recruit-recruit-1-1.hardtack").read_text("utf-8")))


def test_what_forced_marches_cost_is_told_apart_from_the_fights(day):
    """Howe lost six and Gibbon five without a fight; with the fights that is what the formations lost."""
    (turn,) = day.turns
    assert turn.worn == {"Howe": 6, "Gibbon": 5, "Gordon": 2, "McLaws": 2}
    fallen = sum(lost for one in turn.fights for _, lost in one.weighed.losses.values())
    assert fallen + sum(turn.worn.values()) == sum(one.before - one.after for one in day.formations)


def test_a_battle_of_one_turn_has_no_turning_point(day):
    assert day.turning == []


def test_news_that_say_the_same_of_several_units_are_one_line():
    news = [text("dig", unit=unit, term=term) for unit, term in (("A", "works"), ("B", "works"), ("C", "fort"))]
    assert together([*news, text("come", unit="D"), text("come", unit="E")], {"dig"}) == [
        text("dig", unit=("A", "B"), term="works"), news[2], text("come", unit="D"), text("come", unit="E"),
    ]  # fmt: skip


def test_losses_by_formation_add_up_to_those_of_the_army(report):
    for side, lost in report.turns[-1].losses.items():
        assert sum(one.before - one.after for one in report.formations if one.side == side) == lost
    gone = {unit for one in report.formations for unit in one.lost}
    state = report.match.state
    assert gone == {
        piece.id for n, piece in enumerate(state.scenario.pieces) if state.scenario.place_name(state.at[n]) == "x"
    }


def test_luck_is_what_fell_less_what_was_to_be_expected():
    """Two fights: +1 with a chance of 1/3; +2 or -1, evenly. All six sums by hand."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    luck = fight_luck([fell(1, n1=third, n0=1 - third), fell(2, n2=half, nm1=half)])
    assert luck.expected == pytest.approx(1 / 3 + 1 / 2)
    assert (luck.fell, luck.luck) == (3, pytest.approx(3 - 5 / 6))
    assert luck.at_least == pytest.approx(1 / 6)
    assert luck.at_most == pytest.approx(1)
    assert (luck.low, luck.high) == (-1, 3), "with two fights anything that can happen is usual"
    nothing = fight_luck([])
    assert (nothing.expected, nothing.fell, nothing.low, nothing.high) == (0, 0, 0, 0)


def test_the_interval_holds_nineteen_of_twenty():
    chances = {value: 0.02 if value in (0, 9) else 0.12 for value in range(10)}
    assert interval(chances) == (1, 8)
    assert interval({0: 0.03, 1: 0.94, 2: 0.03}) == (0, 2)


def test_few_dice_are_judged_as_few_dice():
    assert DiceLuck("union", (0, 0, 0, 0, 0, 1)).oddity == pytest.approx(1 / 3), "a one strays as far as a six"
    assert DiceLuck("union", (0, 0, 0, 0, 0, 2)).oddity == pytest.approx(2 / 36)
    assert DiceLuck("union", (0, 0, 1, 1, 0, 0)).oddity == pytest.approx(1)
    assert DiceLuck("union", (0,) * 6).oddity == 1
    assert sum(sums(3).values()) == pytest.approx(1)
    assert sums(2)[7] == pytest.approx(1 / 6)


def test_the_dice_are_counted_for_whoever_rolled_them(report):
    rolls = [(1, "union"), (6, "confederate"), (6, ""), (1, "union")]
    union, confederate = dice_luck(rolls)
    assert (union.faces, union.mean) == ((2, 0, 0, 0, 0, 0), 1)
    assert (confederate.count, confederate.total) == (1, 6)
    rolled = sum(1 for entry in report.match.journal.entries for by in entry.rollers if by in SIDES)
    assert sum(one.count for one in report.dice) == rolled


@pytest.mark.parametrize("battle", all_battles(), ids=lambda battle: battle.id)
def test_every_scenario_has_its_history(battle):
    for scenario in battle.scenarios:
        known = history_of(battle, scenario)
        assert known is not None, scenario
        assert len(known.text("en")) > 200
        assert len(known.text("ja")) > 100
        assert known.source
