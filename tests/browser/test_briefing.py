"""The briefing before the first move, and the rules as a book."""

from __future__ import annotations

from player import BOARD, Mouse, settle
from test_access import examine


def test_the_briefing_is_shown_once_and_is_one_key_away(server, open_page):
    page = open_page('{"lang": "en", "briefing": true}', bypass_csp=True)
    game, made = server.new_game(union="you", confederate="link")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    briefing = page.locator(".briefing")
    briefing.wait_for()
    settle(page)
    assert "You are McDowell" in briefing.inner_text()
    assert briefing.locator("h3").all_inner_texts() == ["What wins", "Do", "Fear"]
    assert briefing.locator("ul:not(.plain) li").count() == 6
    lit = page.eval_on_selector_all("[data-pointed]", "all => all.map(one => one.dataset.pointed)")
    assert set(lit) == {"1614", "0301"}  # what decides, and where the flanking column comes on
    assert examine(page) == []
    page.click("[data-briefing-close]")
    briefing.wait_for(state="hidden")
    assert page.locator("[data-pointed]").count() == 0
    page.locator(BOARD).press("i")
    briefing.wait_for()
    page.keyboard.press("i")
    briefing.wait_for(state="hidden")
    page.reload()
    settle(page)
    Mouse(page).wait_for_quiet()
    assert not briefing.is_visible()  # it was read


def test_the_rules_are_a_book_with_pictures_and_a_list_that_can_be_searched(server, open_page):
    page = open_page('{"lang": "ja"}', bypass_csp=True)
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    page.locator(BOARD).press("r")
    page.wait_for_selector("dialog[open] .chapter")
    assert page.locator(".chapter h3").first.inner_text() == "ターンの流れ"
    assert page.locator(".chapter").count() == 8
    picture = page.locator(".example-picture").first
    assert picture.locator(".stack").count() > 0
    assert examine(page) == []
    page.locator(".chapter summary").first.click()
    assert page.locator(".chapter .clause:visible").count() > 5
    page.fill("dialog [type=search]", "スタック")
    page.wait_for_selector("dialog .dialog-body > dl.clauses > .clause")
    assert not page.locator(".book-pages").is_visible()
    page.click("[data-book='chapters']")
    page.locator(".examples a").first.click()
    page.wait_for_selector(".lesson h2")
