"""What somebody who knows nothing of the rules does first, and what the page must answer."""

from __future__ import annotations

import pytest
from player import HEX_MIDDLE, Mouse, settle
from playwright.sync_api import Page, expect
from taken_up import BULL_RUN, take_up

DONE = ".lesson[data-state='done']"


def open_lesson(server, page: Page, name: str) -> None:
    page.goto(f"{server.address}/learn/{name}")
    page.wait_for_selector(".lesson h2")
    settle(page)
    Mouse(page).wait_for_turn()


def click_hex(page: Page, hex_: str) -> None:
    page.mouse.click(*page.evaluate(HEX_MIDDLE, ["bull-run", hex_]))


def test_to_choose_the_only_brigade_chooses_it(server, page):
    """It is in hand from the beginning: whoever is told to choose it clicks it, and must not put it away by that."""
    open_lesson(server, page, "bull-run/march")
    lit = page.locator(".target[data-hex]")
    expect(lit.first).to_be_attached()
    shown = lit.count()
    click_hex(page, "1104")
    settle(page)
    expect(page.locator(".unit h3")).to_contain_text("Sherman")
    expect(lit).to_have_count(shown)
    click_hex(page, "1104")  # chosen by hand, he is put away by the next click, as ever
    expect(page.locator(".unit")).to_be_hidden()
    click_hex(page, "1104")
    click_hex(page, "0804")
    page.wait_for_selector(DONE)


def test_a_stack_that_may_not_attack_says_why(server, page):
    open_lesson(server, page, "bull-run/halves")
    click_hex(page, "1203")
    expect(page.locator(".unit h3")).to_contain_text("Jackson")
    expect(page.locator(".unit .idle")).to_contain_text("already been in combat")
    click_hex(page, "1304")  # whom he might have attacked
    card = page.locator(".popup", has_text="Not allowed")
    expect(card).to_contain_text("already been in combat")
    expect(card).to_contain_text("Can attack it: Bee")
    page.keyboard.press("Escape")
    click_hex(page, "1404")
    expect(page.locator(".unit h3")).to_contain_text("Bee")
    click_hex(page, "1203")  # a friend: looked at, not attacked
    expect(page.locator(".unit h3")).to_contain_text("Jackson")
    expect(card).to_be_hidden()


@pytest.mark.parametrize(("lang", "words"), [("en", "Attack it with"), ("ja", "攻撃に使うユニット")])
def test_an_enemy_says_who_can_attack_it(server, open_page, lang, words):
    page = open_page(f'{{"lang": "{lang}"}}')
    open_lesson(server, page, "bull-run/attack")
    click_hex(page, "1203")
    expect(page.locator(".unit .idle")).to_contain_text(words)
    page.locator(".unit .idle [data-unit='SHE']").click()
    expect(page.locator(".planner [data-commit]")).to_be_visible()
    expect(page.locator(".planner h3").first).to_contain_text("ジャクソン" if lang == "ja" else "Jackson")


def test_the_dice_of_a_fight_are_in_sight_when_its_card_comes(server, page):
    """Beside a prompt, the pace of the bots, a hint and a unit in hand, on the screen of a laptop."""
    game, key = take_up(server, BULL_RUN, 85, union="recruit", confederate="you")
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    server.call(
        f"/games/{game}/actions",
        {"action": "attack 1702 1802", "expected": server.view(game, key)["version"]},
        key=key,
    )
    expect(page.locator(".fight")).to_be_visible()
    settle(page)
    die, foot = (page.locator(name).first.bounding_box() for name in (".fight-die", ".fight-foot"))
    assert die["y"] + die["height"] <= foot["y"] + 8
    assert foot["y"] + foot["height"] <= page.viewport_size["height"]


def test_whoever_could_only_attack_is_not_taken_for_the_one_who_is_to_march(server, page):
    """Sedgwick can order an assault from here; the lesson is about Gibbon, and anybody may march."""
    open_lesson(server, page, "great-campaigns/march")
    expect(page.locator(".prompt [data-action='march Gibbon']")).to_be_visible()
    expect(page.locator(".unit")).to_be_hidden()
    expect(page.locator(".target[data-hex]")).to_have_count(0)


def test_a_table_is_as_high_as_the_window(server, page):
    open_lesson(server, page, "bull-run/march")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
