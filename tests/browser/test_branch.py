"""Playing on from a moment of another game, which stays as it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hardtack.generals import find_bot
from hardtack.table import Match


@pytest.fixture(scope="module")
def finished(server):
    """A whole game of two bots, as a record brought here."""
    match = Match.new("bull-run", seed="branch", seats={side: find_bot("random") for side in ("union", "confederate")})
    match.run_bots()
    return server.call("/games", {"record": match.record()})["id"]


def test_another_ending_is_played_from_the_middle_of_a_film(server, page, finished):
    before = server.call(f"/games/{finished}")
    page.goto(f"{server.address}/replay/{finished}?move=30")
    expect(page.locator(".film-number")).to_have_text(f"30 / {before['number']}")
    page.click(".film-bar [data-branch]")
    page.check("input[name=seat-confederate][value=bot] + span")
    page.select_option("[data-setup=bot-confederate]", "random")
    expect(page.locator("[data-setup=bot-confederate] option[value=doctrine]"), "only with its settings").to_have_count(
        0
    )
    page.click("[data-setup=start]")
    page.wait_for_url("**/play/**")
    expect(page.locator(".log .origin")).to_contain_text("after move 30")
    game = page.url.split("/play/")[1]
    key = page.evaluate("game => JSON.parse(localStorage.getItem('hardtack.games'))[game].key", game)
    view = server.view(game, key)
    assert view["origin"] == {"game": finished, "number": 30}
    assert [seat["who"] for seat in view["seats"]] == ["person", "bot"]
    assert server.call(f"/games/{finished}") == before
    page.click(".log .origin")
    page.wait_for_url(lambda url: url.endswith(f"/replay/{finished}?move=30"))


def test_something_is_tried_out_and_the_game_waits(server, page):
    game, made = server.new_game("bull-run", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    server.call(f"/games/{game}/actions", {"action": move(made["game"]), "expected": 0}, made["key"])
    expect(page.locator(".lines .move-number").first).to_have_text("1")
    page.get_by_role("button", name="Menu").click()
    page.click("[data-branch]")
    expect(page.locator("[data-setup=start]")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/play/" in url and game not in url)
    expect(page.locator(".log .origin")).to_contain_text("after move 1")
    page.click(".log .origin")
    page.wait_for_url(lambda url: game in url)
    page.wait_for_selector(".prompt.yours")
    assert server.view(game, made["key"])["number"] == 1


def move(view) -> str:
    """The first step any unit may take."""
    options = (option for actor in view["options"]["actors"] for option in actor["options"])
    return next(option["action"] for option in options if option["kind"] == "move")
