"""The knowledge the bots are given: enough for `recruit` to beat `random` from either side."""

from __future__ import annotations

from random import Random

import pytest
from sharpsburg_field import do, field, placed, set_up

from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.battles.sharpsburg.knowledge import attacks, danger, mean_worth, town
from hardtack.generals import find_bot
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, play, to_act
from hardtack.referee.views import view


def winner(union: str, confederate: str, seed: int) -> str:
    bots = {"union": find_bot(union), "confederate": find_bot(confederate)}
    random, dice = Random(seed), SeededDice(seed)
    state = begin(BATTLE.set_up(field()), dice).state
    while state.outcome is None:
        side = to_act(state)
        assert side is not None
        state = play(state, bots[side].choose(view(state, side), random), dice).state
    return str(state.outcome.winner)


@pytest.mark.parametrize("seed", [1, 2])
def test_recruit_beats_random_from_both_sides(seed: int) -> None:
    assert winner("recruit", "random", seed) == "union"
    assert winner("random", "recruit", seed) == "confederate"


def test_an_attack_is_worth_what_the_table_gives_on_average() -> None:
    odds = field().charts.odds
    assert mean_worth(odds, "6-1", 2, 12) == pytest.approx((5 * 2 + 0.15 * 2) / 6)  # DE five times, DR once
    assert mean_worth(odds, None, 9, 2) == -2
    assert mean_worth(odds, "1-3", 6, 2) < 0


def test_the_terms_see_chances_danger_and_the_town() -> None:
    strong = placed("union", "combat", {"IX": "1307", "HO": "1308"})
    assert attacks(strong, "union") > 1
    assert danger(strong, "confederate") < -1
    weak = placed("union", "combat", {"CV1": "1307", "DH": "1308", "EW": "1308"})
    assert attacks(weak, "union") == 0
    assert town(set_up(), "confederate") > 0 > town(set_up(), "union")


def test_a_forecast_presumes_the_cheapest_payment_and_a_retreat_out_of_reach() -> None:
    state = placed("union", "combat", {"XII": "1307", "CV1": "1207", "CV2": "1207", "EW": "1308", "JR": "0406"})
    exchange = do(state, "assault 1308", "fight", dice=[5])
    assert str(BATTLE.knowledge.presume(exchange)) == "lose CV1"  # the riders pay exactly, the corps would cost eight
    assert str(BATTLE.knowledge.presume(do(exchange, "lose CV1"))) == "lose CV2"
    retreat = do(state, "assault 1308", "fight", dice=[3])
    assert str(BATTLE.knowledge.presume(retreat)) == "retreat EW 1309"
