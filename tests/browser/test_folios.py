"""Shiloh and Chickamauga at the board: the opening turn of each, set-up included, by mouse."""

from __future__ import annotations

import pytest
from player import ON_TOP, Mouse, settle

DECISIONS = 260  # more than an opening turn takes at one march a phase


LEADS_ON = ".target.move, .target.choose, .prompt-buttons [data-action]:not(.end)"


class Tray(Mouse):
    """Also brings counters on that wait beside the board."""

    def open_targets(self) -> list[str]:
        """The lit hexes that nothing lies upon."""
        return self.page.eval_on_selector_all(".target.move, .target.choose", ON_TOP)

    def act_with_unit(self) -> bool:
        waiting = self.page.locator(".tray .counter-button.can-act")
        if not waiting.count():
            return super().act_with_unit()
        if not self.open_targets():
            waiting.first.click()
            self.page.wait_for_selector(LEADS_ON)
        goals = self.open_targets()
        if goals:
            self.click_middle(f".target[data-hex='{self.chance.choice(goals)}']")
        else:
            self.page.locator(".prompt-buttons [data-action]:not(.end)").first.click()
        return True


@pytest.mark.parametrize("scenario", ["shiloh", "chickamauga"])
def test_the_opening_turn(server, page, scenario):
    game, made = server.new_game(scenario, union="you", confederate="you")
    key = made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    hands = Tray(page, seed=5)
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
