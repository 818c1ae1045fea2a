"""The briefing before the first move, and the rules as a book."""

from __future__ import annotations

from player import BOARD, Mouse, eventually, settle
from playwright.sync_api import expect
from test_access import examine


def test_the_briefing_is_shown_once_and_is_one_key_away(server, open_page):
    page = open_page('{"lang": "en", "briefing": true}', bypass_csp=True)
    game, made = server.new_game(union="you", confederate="link")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    briefing = page.locator(".briefing")
    briefing.wait_for()
    settle(page)
    expect(briefing).to_contain_text("You are McDowell", use_inner_text=True)
    expect(briefing.locator("h3")).to_have_text(["What wins", "Do", "Fear"], use_inner_text=True)
    expect(briefing.locator("ul:not(.plain) li")).to_have_count(6)
    lit = "all => [...new Set(all.map(one => one.dataset.pointed))].sort()"
    # what decides, and where the flanking column comes on
    eventually(page, lambda: page.eval_on_selector_all("[data-pointed]", lit), ["0301", "1614"])
    assert examine(page) == []
    page.click("[data-briefing-close]")
    briefing.wait_for(state="hidden")
    expect(page.locator("[data-pointed]")).to_have_count(0)
    page.locator(BOARD).press("i")
    briefing.wait_for()
    page.keyboard.press("i")
    briefing.wait_for(state="hidden")
    page.reload()
    settle(page)
    Mouse(page).wait_for_quiet()
    expect(briefing).not_to_be_visible()  # it was read


def test_the_rules_are_a_book_with_pictures_and_a_list_that_can_be_searched(server, open_page):
    page = open_page('{"lang": "ja"}', bypass_csp=True)
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    page.locator(BOARD).press("r")
    page.wait_for_selector("dialog[open] .chapter")
    expect(page.locator(".chapter h3").first).to_have_text("ターンの流れ", use_inner_text=True)
    expect(page.locator(".chapter")).to_have_count(8)
    page.locator(".contents button", has_text="勝利").first.click()  # the last chapters are a long way down
    expect(page.locator(".chapter:focus h3")).to_contain_text("勝利")
    expect(page.locator(".chapter:focus h3")).to_be_in_viewport()
    picture = page.locator(".example-picture").first
    expect(picture.locator(".stack").first).to_be_attached()
    assert examine(page) == []
    page.locator(".chapter summary").first.click()
    expect(page.locator(".chapter .clause:visible").nth(5)).to_be_attached()
    page.fill("dialog [type=search]", "スタック")
    page.wait_for_selector("dialog .dialog-body > dl.clauses > .clause")
    expect(page.locator(".book-pages")).not_to_be_visible()
    page.click("[data-book='chapters']")
    page.locator(".examples a").first.click()
    page.wait_for_selector(".lesson h2")
