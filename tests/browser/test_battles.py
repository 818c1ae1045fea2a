"""Every battle is played on the same page from its own data: whatever its frames ask can be answered with the mouse."""

from __future__ import annotations

import pytest
from player import Mouse, settle

from hardtack.battles import all_battles

SCENARIOS = [name for battle in all_battles() for name in battle.scenarios]
DECISIONS = 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whatever_is_asked_can_be_answered(server, open_page, scenario):
    page = open_page('{"onlyChoice": false}')  # every question is put, also those with one answer
    game, made = server.new_game(scenario, union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    hands = Mouse(page, seed=6)
    for number in range(DECISIONS):
        if hands.look_in_turn()["over"]:
            break
        hands.decide(0 if number % 4 == 3 else 1)
    assert server.view(game)["version"] == hands.look_in_turn()["version"] > 0
