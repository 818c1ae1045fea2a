"""Play by mail through the page: two browsers that share nothing but a text they copy to each other."""

from __future__ import annotations

import re

from player import settle
from playwright.sync_api import Page, expect
from served import Served

PREFS = '{"askEnd": false, "onlyChoice": false, "fightStop": false'


def letter(page: Page) -> str:
    """The text that is to be sent, wherever it is shown."""
    shown = page.locator("textarea.mail-text[readonly]").last
    expect(shown).to_have_value(re.compile(r"end [0-9a-f]{32}\s*$"))
    return str(shown.input_value())


def receive(page: Page, server: Served, text: str) -> str:
    """Paste what has come, and see what is wanted."""
    page.goto(f"{server.address}/mail")
    page.fill("[data-mail='text']", text)
    page.click("[data-mail='open']")
    now = page.locator(".mail-now[data-wanted]")
    expect(now).to_be_visible()
    return str(now.get_attribute("data-wanted"))


def take_turn(page: Page) -> bool:
    """End every phase on the board; the letter lies open afterwards. True when dice were declared."""
    page.click("[data-mail='board']")
    settle(page)
    for _ in range(12):
        page.wait_for_selector(
            ".mail-panel[data-wanted='write'], [data-mail='declare'], .table[data-ready='true'] .prompt.yours .end"
        )
        if page.locator("[data-mail='declare']").count():
            declare_more(page)
            expect(page.locator("dialog.mail-letter")).to_be_visible()
            expect(page.locator(".prompt.waiting")).to_be_visible()
            return True
        if page.locator(".mail-panel[data-wanted='write']").count():
            page.click("[data-mail='write']")
            expect(page.locator("dialog.mail-letter")).to_be_visible()
            return False
        before = page.locator(".table").get_attribute("data-version")
        page.locator(".prompt .end").click()
        page.wait_for_function(
            "before => document.querySelector('[data-mail=\"declare\"]') || "
            "document.querySelector('.table').dataset.version !== before || "
            "document.querySelector('.mail-panel').dataset.wanted === 'write'",
            arg=before,
        )
    raise AssertionError("the turn has no end")


def declare_more(page: Page) -> None:
    """Declare what follows the roll in the same letter, and think better of it."""
    listed = page.locator(".mail-ahead li")
    page.click("[data-mail='more']")
    expect(listed).to_have_count(1)
    page.locator(".prompt .end").click()
    expect(listed).to_have_count(2)
    page.click("[data-mail-drop='1']")
    expect(listed).to_have_count(1)
    page.click("[data-mail='all']")


def resign(page: Page) -> None:
    page.click("[data-mail='board']")
    settle(page)
    page.click(".head-buttons button[aria-label='Menu'], .head-buttons button[aria-label='メニュー']")
    page.click("[data-deeds]")
    expect(page.locator("[data-deed='draw']")).to_have_count(0)  # nobody is there to agree
    page.click("button[data-deed='resign']")
    page.click("[data-confirm='deed']")
    page.click("[data-mail='write']")


def test_a_file_goes_to_and_fro_between_two_browsers(server: Served, open_page, watch) -> None:
    watch.allowed += ["409", "422"]  # what rolls is refused on the board; what was changed on the way, too
    ada, bea = open_page(prefs=PREFS + "}"), open_page(prefs=PREFS + ', "lang": "ja"}')
    # Ada begins, by the way from home
    ada.goto(server.address)
    ada.click("[data-way='mail']")
    ada.fill("[data-mail='name']", "Ada")
    expect(ada.locator("[data-mail='scenario'] option[value='chickamauga']")).to_have_count(0)  # it has secrets
    ada.select_option("[data-mail='scenario']", "bull-run")
    expect(ada.locator(".mail-new [data-setting='solitaire']")).not_to_be_checked()
    ada.click("[data-mail='begin']")
    expect(ada.locator(".mail-now")).to_contain_text("Send this file")
    text = letter(ada)
    # Bea joins
    assert receive(bea, server, text) == "join"
    expect(bea.locator(".mail-now")).to_contain_text("Adaが相手を待っています")
    bea.fill("[data-mail='name']", "Bea")
    bea.click("[data-mail='join']")
    expect(bea.locator(".mail-now[data-wanted='wait']")).to_be_visible()
    text = letter(bea)
    # somebody declares a roll before long, and the other's answer brings the dice to both boards
    reader, other = ada, bea
    declared = False
    for _ in range(10):
        wanted = receive(reader, server, text)
        if declared:
            break
        if wanted == "act":
            declared = take_turn(reader)
        text = letter(reader)
        reader, other = other, reader
    assert declared
    reader.click("[data-mail='board']")
    settle(reader)
    expect(reader.locator(".log .die-face").first).to_be_visible()
    # `hardtack mail play` opens the page with the key of the game, which does not stay in the address
    held = ada.evaluate("() => Object.entries(JSON.parse(localStorage.getItem('hardtack.mail')))[0]")
    elsewhere = open_page()
    elsewhere.goto(f"{server.address}/mail#open={held[0]}.{held[1]['key']}")
    expect(elsewhere.locator(".mail-now")).to_be_visible()
    expect(elsewhere.locator("[data-mail='board']")).to_be_visible()
    elsewhere.wait_for_function("() => !location.hash")
    # what was changed on the way is refused, in the reader's own language
    for page, words in ((ada, "Line 2 "), (bea, "2行目")):
        page.goto(f"{server.address}/mail")
        page.fill("[data-mail='text']", text.replace("\n2 ", "\n22 "))
        page.click("[data-mail='open']")
        expect(page.locator("[data-mail='refused']")).to_contain_text(words)
    # somebody gives up, and the next game has the sides swapped
    for _ in range(4):
        if receive(reader, server, text) == "act":
            break
        text = letter(reader)
        reader, other = other, reader
    resign(reader)
    text = letter(reader)
    reader.keyboard.press("Escape")
    reader.click("[data-rematch]")
    following = letter(reader)
    assert following.startswith("hardtack mail 1\nscenario: bull-run")
    assert receive(other, server, text) == "over"
    expect(other.locator("[data-mail='rematch']")).to_be_visible()
    assert receive(other, server, following) == "join"
