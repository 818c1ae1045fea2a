"""A player faster than the server: keys pressed before an answer is there, and a store that is away for a while."""

from __future__ import annotations

import json

from player import BOARD, QUIET, Mouse, eventually, settle
from playwright.sync_api import expect


def sit_down(server, page) -> tuple[str, str]:
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(f"{QUIET} .prompt.yours")
    settle(page)
    return game, made["key"]


def test_of_books_asked_for_in_haste_only_the_last_opens(server, page):
    sit_down(server, page)
    held, opened = [], []
    page.route("**/charts?*", lambda route: held.append(route))
    page.route("**/roster?*", lambda route: held.append(route))
    page.on("requestfinished", lambda request: opened.append(request.url))
    for number, key in enumerate(("f", "c", "c"), 1):
        page.keyboard.press(key)
        eventually(page, lambda: len(held), number)
    for route in held:
        route.continue_()
    page.wait_for_selector("dialog[open] table.chart")
    eventually(page, lambda: sum("/charts?" in url or "/roster?" in url for url in opened), 3)
    page.wait_for_timeout(100)
    expect(page.locator("dialog")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_button_stays_under_the_pointer_that_presses_it(server, page):
    """What arrives meanwhile waits until the button has been let go: else the click would be lost."""
    game, made = server.new_game("kellys-ford", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    hands, held = Mouse(page), []
    page.route("**/ways?*", lambda route: held.append(route))
    with page.expect_request("**/ways?*"):  # where the unit that marches could get to beyond the next hex
        page.click(".prompt-buttons [data-action^='march']")
    seen = hands.look_in_turn()
    page.locator(".prompt-buttons [data-action]:not(.end)").first.hover()
    page.mouse.down()
    held[0].continue_()
    page.locator("[data-ahead]").first.wait_for(state="attached")
    page.mouse.up()
    hands.wait_for_change(seen["version"])


def test_a_book_that_is_not_there_yet_does_not_open_after_escape(server, page):
    sit_down(server, page)
    held = []
    page.route("**/roster?*", lambda route: held.append(route))
    page.keyboard.press("f")
    eventually(page, lambda: bool(held), True)
    page.keyboard.press("Escape")
    with page.expect_response("**/roster?*"):
        held[0].continue_()
    page.wait_for_timeout(100)
    expect(page.locator("dialog")).to_have_count(0)
    page.unroute("**/roster?*")
    page.keyboard.press("f")
    page.wait_for_selector("dialog.roster")


def test_a_store_that_stays_away_is_told_and_the_action_kept(server, page, watch):
    watch.allowed.append("503")
    game, key = sit_down(server, page)
    away = json.dumps({"error": {"code": "busy", "message": "The store is busy."}})
    patience = [2]

    def answer(route) -> None:
        if patience[0]:
            patience[0] -= 1
            route.fulfill(status=503, content_type="application/json", body=away)
        else:
            route.continue_()

    page.route("**/actions?*", answer)
    hands = Mouse(page)
    assert hands.act_with_unit()
    page.wait_for_selector(".link-lost:not([hidden])")
    hands.wait_for_change(0)
    page.wait_for_selector(".link-lost", state="hidden")
    assert server.view(game, key)["number"] == 1


def test_a_pause_right_behind_the_slider_keeps_the_pace_chosen(server, page):
    game, made = server.new_game(union="you", confederate="random")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    held = []
    page.route("**/pace?*", lambda route: held.append(route))
    page.locator(".side .pace input[type=range]").fill("1000")
    seen = server.wait_for(game, made["key"], lambda view: view["your_turn"])
    server.call(f"/games/{game}/actions", {"action": "end", "expected": seen["version"]}, made["key"])
    Mouse(page).wait_for_change(seen["version"])  # now a bot thinks, says a view that knows nothing of the pace chosen
    page.click(".side .pace button[aria-label='Pause the computer']")
    for number, sent in enumerate(({"pace_ms": 1500, "paused": False}, {"pace_ms": 1500, "paused": True}), 1):
        eventually(page, lambda: len(held), number)
        page.wait_for_timeout(100)
        assert len(held) == number, "one behind the other"
        assert held[-1].request.post_data_json == sent
        held[-1].continue_()
    server.wait_for(game, made["key"], lambda view: view["bots"]["paused"] and view["bots"]["pace_ms"] == 1500)


def test_keys_pressed_before_a_units_places_are_known_are_not_lost(server, page):
    """Chickamauga's set-up: the places of a counter are asked for when it is chosen."""
    game, made = server.new_game("chickamauga", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(f"{QUIET} .prompt.yours")
    settle(page)
    held = []
    page.route("**/options?*", lambda route: held.append(route))
    page.locator(BOARD).focus()
    for key in ("Tab", "n", "n", "Enter"):
        page.keyboard.press(key)
    eventually(page, lambda: bool(held), True)
    assert Mouse(page).version() == 0
    held[0].continue_()
    page.wait_for_selector(".cursor")
    page.unroute("**/options?*")
    Mouse(page).wait_for_change(0)
    placed = server.view(game, made["key"])["moves"][-1]
    assert placed["action"] == f"place {placed['unit']} {placed['hex']}"
