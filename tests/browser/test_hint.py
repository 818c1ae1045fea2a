"""The hint: a button in a player's turn that says what a bot would do and why; settled when the game is made."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect


def test_a_hint_says_what_a_bot_would_do_and_does_it(server, page):
    game, made = server.new_game(union="you", confederate="you")
    key = made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    page.wait_for_selector(".prompt.yours")
    before = server.view(game, key)
    asked = {"expected": before["version"], "bot": "recruit"}
    page.route("**/hint*", lambda route: route.continue_(post_data=json.dumps(asked)))  # by the quickest bot
    page.click("[data-hint]")
    page.wait_for_selector("[data-hint-do]")
    told = server.call(f"/games/{game}/hint", asked, key)
    said = page.locator(".hint-text")
    expect(said).to_have_text(re.compile(f"^Recruit would choose: {re.escape(told['option']['label'])}"))
    expect(said).to_contain_text(told["motives"][0])
    expect(said.locator(".weighed tr")).to_have_count(len(told["weighed"]))
    expect(said.locator(".weighed .chosen")).to_contain_text(told["option"]["label"])
    page.click("[data-hint-do]")
    after = server.wait_for(game, key, lambda view: view["number"] > before["number"])
    assert after["moves"][-1]["action"] == told["option"]["action"]
    expect(page.locator(".hint-text")).to_be_hidden()  # it was about the moment before
    page.click("[aria-label=Menu]")
    page.locator("dialog label", has_text="Offer hints").click()
    page.keyboard.press("Escape")
    expect(page.locator("[data-hint]")).to_be_hidden()


def test_a_game_is_made_with_or_without_hints(server, page):
    page.goto(f"{server.address}/?scenario=bull-run")
    page.wait_for_selector("[data-setup=hints]")
    expect(page.locator("[data-setup=hints]")).to_be_checked()
    page.check("input[name=seat-confederate][value=link]", force=True)
    expect(page.locator("[data-setup=hints]")).not_to_be_checked()
    page.check("input[name=seat-confederate][value=you]", force=True)
    page.uncheck("[data-setup=hints]")
    page.click("[data-setup=start]")
    page.wait_for_selector(".prompt.yours")
    assert server.view(page.url.split("/play/")[1].split("#")[0])["hints"] is False
    expect(page.locator("[data-hint]")).to_be_hidden()
