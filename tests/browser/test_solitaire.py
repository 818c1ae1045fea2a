"""A newcomer opens the page, clicks a battle and finishes a solitaire game: by mouse alone, and by keyboard alone."""

from __future__ import annotations

from player import Keyboard, Mouse, play_out, settle
from playwright.sync_api import expect

FAST = '{"pace": 0, "onlyChoice": false}'  # the computer moves without pauses, and every question is put

# The dice are secret, so games differ in length: Centreville can fall as early as turn 4 and be held on turn 5.
FEWEST = 8


def check_finished(server, page, kind: str) -> None:
    """The server agrees that the game is over, and the page says how it ended."""
    game = page.url.split("/play/")[1].split("#")[0]
    view = server.view(game)
    assert view["over"]
    expect(page.locator(".prompt .result")).to_contain_text(view["outcome"]["winner_name"], use_inner_text=True)
    assert {seat["side"]: seat["bot"] for seat in view["seats"]} == {"union": None, "confederate": "doctrine"}
    played = [move for move in server.call(f"/games/{game}/replay")["frames"] if move["move"]["by"] == "person"]
    assert {"move", "end"} <= {move["move"]["kind"] for move in played}, f"a real game by {kind}"


def test_a_solitaire_game_by_mouse(server, open_page):
    page = open_page(FAST)
    page.goto(server.address)
    page.click("[data-play='bull-run']")
    expect(page.locator("[data-setup='bot-confederate']")).to_have_value("doctrine")
    page.click("[data-setup='start']")
    settle(page)
    made = play_out(Mouse(page, seed=2), marches=2)
    assert made >= FEWEST
    check_finished(server, page, "mouse")


def test_a_solitaire_game_by_keyboard(server, open_page):
    page = open_page(FAST)
    page.goto(server.address)
    page.wait_for_selector("[data-play='bull-run']")
    hands = Keyboard(page, seed=3)
    hands.tab_to("[data-play='bull-run']")
    hands.press("Enter")
    hands.tab_to("[data-setup='start']")
    hands.press("Enter")
    settle(page)
    made = play_out(hands, marches=2)
    assert made >= FEWEST
    check_finished(server, page, "keyboard")
