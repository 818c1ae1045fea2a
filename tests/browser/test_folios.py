"""Shiloh and Chickamauga at the board: the opening turn of each, set-up included, by mouse."""

from __future__ import annotations

import pytest
from player import BOARD, Mouse, settle
from playwright.sync_api import expect

DECISIONS = 260  # more than an opening turn takes at one march a phase
BY_HAND = 8  # counters placed one by one before the button that places the rest is pressed


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
    placed = 0
    for _ in range(DECISIONS):
        hands.wait_for_turn()
        view = server.view(game, key)
        if view["headline"]["turn"] > 1 or view["outcome"] is not None:
            break
        if view["decision"] not in phases:
            marches = 3
        phases.add(view["decision"])
        if view["decision"] == "SetUp" and placed < BY_HAND:
            version = hands.version()
            assert hands.act_with_unit()
            hands.wait_for_change(version)
            placed += 1
        else:
            hands.decide(marches)
        marches -= 1
    assert server.view(game, key)["headline"]["turn"] == 2
    assert len(phases) >= 3


def test_tab_reaches_counters_beside_the_board(server, page):
    """There the cursor has no hex: the fan and the card of the hex before go."""
    game, made = server.new_game("shiloh", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    page.locator(BOARD).focus()
    Mouse(page).wait_for_turn()
    for _ in range(40):
        page.keyboard.press("Tab")
        Mouse(page).wait_for_quiet()
        if page.locator(".tray .counter-button.chosen").count():
            break
    expect(page.locator(".tray .counter-button.chosen")).to_have_count(1)
    expect(page.locator(".fan")).to_be_hidden()
    expect(page.locator(".hex-card")).to_be_hidden()
    expect(page.locator(".cursor")).to_have_count(0)


def test_a_counter_to_be_placed_shows_its_hexes_large_enough_to_click(server, page):
    """The map of Chickamauga fits the screen only small; whoever sets up must not aim at hexes like pinheads."""
    game, made = server.new_game("chickamauga", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    Mouse(page).wait_for_turn()
    page.click(".tray .counter-button.can-act[data-unit='u1b1']")
    page.wait_for_function("() => document.querySelector('.target')?.getBoundingClientRect().width > 45")


def test_at_a_hot_seat_the_log_keeps_the_secret_choice_from_the_other_side(server, page):
    game, made = server.new_game("chickamauga", union="you", confederate="you")
    key = made["key"]
    for number, action in enumerate(("place_rest", "place_rest")):
        server.call(f"/games/{game}/actions", {"action": action, "expected": number}, key)
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    Mouse(page).wait_for_turn()
    page.click(".prompt-buttons [data-action='plan B']")
    secret = page.locator(".lines .entry", has_text="for the Confederate alone to read: option B")
    secret.wait_for()  # the Confederate still has to decide: how to use his fog of war
    page.click(".prompt-buttons .end")
    if page.locator("dialog[open] [data-confirm]").count():
        page.click("dialog [data-confirm]")
    page.locator(".prompt.yours.union").wait_for()
    page.locator(".lines .entry", has_text="folds the paper").wait_for()
    expect(secret).to_have_count(0)


def test_set_up_armies_are_looked_at_and_boxes_of_no_account_stay_folded(server, page):
    """Chickamauga: the bare map is shown whole; once the armies stand on it, it is looked at where they are."""
    game, made = server.new_game("chickamauga", union="you", confederate="recruit")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    hands = Mouse(page)
    hands.wait_for_turn()
    scale = "Number(/scale\\(([\\d.]+)\\)/.exec(document.querySelector('.world').style.transform)[1])"
    whole = page.evaluate(scale)
    page.click(".prompt-buttons [data-action='place_rest']")
    page.wait_for_function(f"whole => {scale} > whole * 1.1", arg=whole)
    while server.wait_for(game, made["key"], lambda view: view["your_turn"])["decision"] != "Movement":
        hands.decide(marches=0)  # dice decide which phases come first
    own = page.locator(".tray .counter-button[data-unit='uhq']")  # in the Crawfish Springs Box, and able to move
    own.wait_for()
    enemy = page.locator(".tray details details", has_text="Lafayette Box")
    expect(enemy.locator(".counter-button").first).not_to_be_visible()
    enemy.locator("summary").click()
    enemy.locator(".counter-button").first.wait_for()


def test_a_long_phase_does_not_push_the_board_down(server, page):
    """Chickamauga: the title and `Movement Phase: choosing the way` do not fit side by side."""
    game, made = server.new_game("chickamauga", union="you", confederate="you")
    key = made["key"]
    for number, action in enumerate(("place_rest", "place_rest", "plan A")):
        server.call(f"/games/{game}/actions", {"action": action, "expected": number}, key)
    while (view := server.view(game, key))["decision"] != "Movement":  # dice decide which phases come first
        server.call(f"/games/{game}/actions", {"action": "end", "expected": view["version"]}, key)
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    hands = Mouse(page)
    hands.wait_for_turn()
    before = page.locator(BOARD).bounding_box()
    version = hands.version()
    server.call(f"/games/{game}/actions", {"action": "march u3b1", "expected": view["version"]}, key)
    hands.wait_for_change(version)
    hands.wait_for_turn()
    assert page.locator(BOARD).bounding_box()["y"] == before["y"]
    phase, seats = page.locator(".phase").bounding_box(), page.locator(".seats").bounding_box()
    assert phase["x"] + phase["width"] <= seats["x"]
