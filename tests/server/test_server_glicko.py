"""Glicko-2 as in Glickman's own example, and what follows from its rules."""

import pytest

from hardtack.server.standings import Played, Rating, rate


def test_the_worked_example_of_the_paper():
    """Mark Glickman, Example of the Glicko-2 system: 1500 (200) wins against 1400 and loses to 1550 and 1700."""
    games = [Played(Rating(1400, 30), 1), Played(Rating(1550, 100), 0), Played(Rating(1700, 300), 0)]
    after = rate(Rating(1500, 200, 0.06), games, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_whoever_does_not_play_grows_uncertain():
    assert rate(Rating(1500, 200, 0.06), []) == (1500, pytest.approx(200.2714, abs=0.0001), 0.06)


def test_a_surprise_makes_a_rating_more_volatile():
    surprised = rate(Rating(2200, 60, 0.06), [Played(Rating(1200, 60), 0)] * 5)
    assert surprised.volatility > 0.06
    assert surprised.rating < 2200


def test_equals_change_places_evenly():
    won, lost = (rate(Rating(), [Played(Rating(), score)]) for score in (1.0, 0.0))
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert rate(Rating(), [Played(Rating(), 0.5)]).rating == pytest.approx(1500)
