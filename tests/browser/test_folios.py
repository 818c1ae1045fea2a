"""Shiloh and Chickamauga at the board: the opening turn of each, set-up included, by mouse."""

from __future__ import annotations

import pytest
from player import Mouse, settle

DECISIONS = 260  # more than an opening turn takes at one march a phase


@pytest.mark.parametrize("scenario", ["shiloh", "chickamauga"])
def test_the_opening_turn(server, page, scenario):
    game, made = server.new_game(scenario, union="you", confederate="you")
    key = made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    hands = Mouse(page, seed=5)
    hands.wait_for_turn()
    settle(page)
    phases: set[str] = set()
    marches = 3
    for _ in range(DECISIONS):
        view = server.view(game, key)
        if view["headline"]["turn"] > 1 or view["outcome"] is not None:
            break
        if view["decision"] not in phases:
            marches = 3
        phases.add(view["decision"])
        hands.decide(marches)
        marches -= 1
        hands.wait_for_turn()
    assert server.view(game, key)["headline"]["turn"] == 2
    assert len(phases) >= 3
