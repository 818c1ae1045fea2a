"""Two servers on one store, one of them killed again and again at any moment; `hardtack bench --part faults` has more.

What was acknowledged is there, in order and once, whatever was sent again, and bots are played on by whoever is left.
"""

import asyncio
from random import Random

import pytest

from hardtack.study.bench_faults import deaths
from hardtack.study.bench_server import Nursery

KILLS = 6


@pytest.fixture(scope="module")
def nursery():
    with Nursery() as nursery:
        yield nursery


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_kills_at_random_moments_lose_and_double_nothing(request, tmp_path, nursery, kind):
    place = request.getfixturevalue("postgres").url if kind == "postgres" else str(tmp_path / "games.sqlite")
    found = asyncio.run(deaths(place, KILLS, Random(1862), nursery))
    assert found["kills"] == KILLS
    assert found["acknowledged_actions"] > KILLS
    wrong = ("games_not_as_they_were_left", "games_wrong_in_the_store", "bots_stood_still")
    assert {name: found[name] for name in wrong} == dict.fromkeys(wrong, 0)
