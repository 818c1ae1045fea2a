"""The roster: both armies by formation, by mouse, keyboard and on a phone."""

from __future__ import annotations

import pytest
from player import BOARD, Keyboard, Mouse, eventually, settle
from playwright.sync_api import expect
from test_access import examine


def open_game(server, page, scenario: str, **seats: str) -> tuple[str, str]:
    game, made = server.new_game(scenario, **(seats or {"union": "you", "confederate": "you"}))
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    return game, made["key"]


def test_every_formation_with_its_units_and_a_way_to_each(server, page):
    game, key = open_game(server, page, "shiloh")
    page.click(".to-roster")
    page.wait_for_selector("dialog.roster")
    formations = server.call(f"/games/{game}/roster", key=key)["formations"]
    view = server.view(game, key)
    for side in view["sides"]:
        page.click(f".roster [data-side='{side}']")
        shown = [one for one in formations if one["side"] == side]
        expect(page.locator(".formation h3")).to_have_text([one["label"] for one in shown], use_inner_text=True)
        listed = "all => all.map(one => one.dataset.unit)"
        wanted = [unit for one in shown for unit in one["units"]]
        eventually(page, lambda listed=listed: page.eval_on_selector_all(".roster-unit", listed), wanted)
    on_map = next(p for p in view["pieces"] if p["at"].isdigit() and p["side"] == "confederate")
    page.fill(".roster input", on_map["name"])
    page.click(f".roster-unit[data-unit='{on_map['id']}']")
    page.wait_for_selector("dialog[open]", state="detached")
    page.wait_for_selector(f".unit .counter-button[data-unit='{on_map['id']}']")
    assert server.view(game, key)["version"] == view["version"]  # looked at, not played
    eventually(page, lambda: Mouse(page).look_for(f".piece[data-unit='{on_map['id']}']")[2], True)


def test_the_roster_by_keyboard(server, page):
    game, key = open_game(server, page, "bull-run")
    page.keyboard.press("f")
    page.wait_for_selector("dialog.roster")
    page.wait_for_selector(".roster-unit")
    Keyboard(page).tab_to(".roster-unit", most=40)
    unit = page.evaluate("() => document.activeElement.dataset.unit")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]", state="detached")
    page.wait_for_selector(f".unit .counter-button[data-unit='{unit}']")
    expect(page.locator(BOARD)).to_be_focused()
    page.keyboard.press("f")
    page.wait_for_selector("dialog.roster")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert server.view(game, key)["number"] == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_roster_on_a_phone_is_open_to_all(server, open_page, theme):
    page = open_page(f'{{"lang": "ja", "theme": "{theme}"}}', viewport={"width": 390, "height": 800}, bypass_csp=True)
    open_game(server, page, "bull-run")
    page.click(".to-roster")
    page.wait_for_selector(".roster-unit")
    assert examine(page) == []
    assert page.locator("dialog.roster").evaluate("one => one.scrollWidth <= one.clientWidth")
