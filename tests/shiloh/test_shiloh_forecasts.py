"""Forecasts of Shiloh say what the rules' own events say, for every fall of the dice."""

from __future__ import annotations

import pytest
from forecast_kit import fights, hold_against_the_log
from shiloh_kit import BATTLE


@pytest.mark.rule("MS 7.5", "MS 8.2", "MS 7.64")
@pytest.mark.parametrize("seed", [5, 6])
def test_the_words_of_a_forecast_are_those_of_the_events(seed: int) -> None:
    for state, action in fights(BATTLE, "shiloh", seed, 12):
        assert hold_against_the_log(state, action) > 1
