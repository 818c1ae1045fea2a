"""A whole corps on the road: everybody named with one button, one route for all (GC 5.2.2, 5.2.3)."""

from __future__ import annotations

import json

import pytest
from player import Mouse, settle
from playwright.sync_api import expect
from test_campaign import command

from hardtack.table import Match


def union_to_act() -> str:
    """Scenario 5 when the Union has the initiative, as a position."""
    match = Match.new("certain-destruction", seed=7)
    while type(match.state.agenda[-1]).__name__ != "Activation" or match.to_act != "union":
        rest = [action for action in match.legal() if action.verb in ("done", "pass")]
        match.play(rest[0] if rest else match.legal()[0])
    return match.position()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_corps_marches_by_three_clicks(server, open_page, lang):
    page = open_page(json.dumps({"lang": lang}))
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": union_to_act(), "seats": seats, "pace_ms": 0})
    game, key = made["id"], made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    hands = Mouse(page)
    hands.wait_for_turn()
    settle(page)
    version = hands.version()
    command(page, "activate Sickles")
    hands.wait_for_change(version)
    page.keyboard.press("Escape")
    hands.wait_for_turn()
    page.click("[data-all]")
    page.wait_for_function("() => document.querySelector('.prompt-buttons [data-action=\"march Birney\"]')")
    mustered = server.view(game, key)["number"]
    page.click(".prompt-buttons [data-action='march Birney']")
    page.wait_for_selector("[data-column]")
    assert page.evaluate("document.documentElement.lang") == lang
    expect(page.locator(".prompt-buttons [data-action='bring Sickles']")).to_be_visible()  # a long row beside it or not
    page.click("[data-column]")
    expect(page.locator("[data-column]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-column] small")).to_have_count(1)  # what to do next
    expect(page.locator(".prompt-buttons > :first-child [data-column]")).to_have_count(1)  # never below a long list
    before = hands.version()
    way = next(way for way in server.call(f"/games/{game}/ways?unit=Birney", key=key)["ways"] if len(way["path"]) > 1)
    page.wait_for_selector(f"[data-ahead='{way['hex']}']")
    hands.click_middle(f"[data-ahead='{way['hex']}']")
    hands.wait_for_change(before)
    hands.wait_for_turn()
    places = {piece["id"]: piece["at"] for piece in server.view(game, key)["pieces"]}
    assert places["Birney"] == way["hex"]
    assert {places["Berry"], places["Whipple"]} <= set(way["path"])
    while server.view(game, key)["number"] > mustered:  # back to where all three wait for their march
        version = hands.version()
        page.keyboard.press("z")
        hands.wait_for_change(version)
        hands.wait_for_turn()
    page.click(".prompt-buttons [data-action='march Birney']")
    expect(page.locator("[data-column]")).to_have_attribute("aria-pressed", "false")  # it was for that march
