"""A question that the game overtakes: it is asked about one version, has no answer at the next; nobody complains."""

from __future__ import annotations

import re

import pytest
from player import BOARD, Mouse, settle
from playwright.sync_api import expect
from test_musket import before_prentiss

ATTACK = "attack gladden 1118"
QUESTION = re.compile(r"/(options|ways|why-not|forecast)\?")


def sit_down(server, page, union: str = "link") -> tuple[str, str]:
    """The Confederate attack on the camp, one person on each side or one for both."""
    seats = {"union": {"who": union}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": before_prentiss("end"), "seats": seats, "pace_ms": 0})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    settle(page)
    return made["id"], made["key"]


def weigh(page) -> None:
    hands = Mouse(page)
    hands.wait_for_turn()
    if "1118" not in hands.targets("attack"):
        hands.click_middle(".piece[data-unit='gladden']")
    page.wait_for_selector(".target.attack[data-hex='1118']")
    hands.click_middle(".target[data-hex='1118']")


@pytest.mark.parametrize("action", [ATTACK, "end"], ids=["another decision", "the other side's turn"])
def test_chances_of_an_attack_that_has_passed_are_no_fault(server, page, action):
    """Before, these were 422 and 403 in the console and an error in the planner."""
    game, key = sit_down(server, page)

    def overtake(route) -> None:
        server.call(f"/games/{game}/actions", {"action": action, "expected": 0}, key)
        route.continue_()

    page.route("**/forecast?*", overtake, times=1)
    with page.expect_response(
        lambda one: "/forecast?" in one.url and one.request.post_data_json["expected"] == 0
    ) as answer:
        weigh(page)
    assert answer.value.status == 204
    Mouse(page).wait_for_change(0)
    if action == ATTACK:
        page.wait_for_selector(".planner .chance, .planner .certain")
    else:
        page.wait_for_selector(".planner", state="hidden")
    expect(page.locator(".planner .warn, .toast")).to_have_count(0)


def test_every_question_names_the_version_it_is_about(server, page):
    asked: list[tuple[str, bool]] = []
    page.on("request", lambda one: (found := QUESTION.search(one.url)) and asked.append(
        (found[1], "expected=0" in one.url or (one.post_data_json or {}).get("expected") == 0)
    ))  # fmt: skip
    sit_down(server, page, union="you")
    weigh(page)
    page.wait_for_selector(".planner .chance, .planner .certain")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("why 0404")
    with page.expect_response("**/why-not?*"):
        page.keyboard.press("Enter")
    game, made = server.new_game("shiloh", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    hands = Mouse(page)
    hands.wait_for_turn()
    with page.expect_response("**/ways?*"):
        hands.click_middle(".piece[data-unit='gladden']")
    game, made = server.new_game("chickamauga", union="you", confederate="you")  # set up: places are asked for
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    hands.wait_for_turn()
    page.locator(BOARD).focus()
    with page.expect_response("**/options?*"):
        page.keyboard.press("Tab")
    assert {kind for kind, _ in asked} == {"options", "ways", "why-not", "forecast"}
    assert [kind for kind, named in asked if not named] == []
