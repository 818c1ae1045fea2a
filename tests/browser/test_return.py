"""Coming back to a game that went on without you."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from test_access import examine


@pytest.fixture
def game(server):
    """A game of two people: its id, the key of the side to act, and that of the other."""
    game, made = server.new_game("bull-run", union="you", confederate="link")
    keys = {"union": made["key"], "confederate": server.claim(game, made["invitations"]["confederate"])}
    mover = server.view(game)["to_act"]
    return game, keys.pop(mover), keys.popitem()[1]


def move(server, game, key):
    view = server.view(game, key)
    options = (option for actor in view["options"]["actors"] for option in actor["options"])
    action = next(option["action"] for option in options if option["kind"] == "move")
    server.call(f"/games/{game}/actions", {"action": action, "expected": view["version"]}, key)


def test_what_was_missed_is_offered_once_and_shown_as_a_film(server, open_page, game):
    game, mover, other = game
    page = open_page(bypass_csp=True)
    table = f"{server.address}/play/{game}#{other}"
    page.goto(table)
    page.wait_for_selector(".table[data-ready=true]")
    expect(page.locator(".missed")).to_be_hidden()
    page.goto("about:blank")
    move(server, game, mover)
    move(server, game, mover)
    page.goto(table)
    expect(page.locator(".missed")).to_contain_text("2 moves since you were here")
    assert examine(page) == []
    page.click(".missed a")
    expect(page.locator(".film-number")).to_have_text("2 / 2")  # it plays by itself
    page.go_back()
    page.wait_for_selector(".table[data-ready=true] .prompt")
    expect(page.locator(".missed")).to_be_hidden()


def test_nobody_is_told_of_their_own_moves_or_of_what_they_saw(server, page, game):
    game, mover, other = game
    page.goto(f"{server.address}/play/{game}#{other}")
    page.wait_for_selector(".table[data-ready=true]")
    move(server, game, mover)
    expect(page.locator(".lines .move-number").first).to_have_text("1")
    page.reload()
    page.wait_for_selector(".table[data-ready=true]")
    expect(page.locator(".missed")).to_be_hidden()
    page.goto(f"{server.address}/play/{game}#{mover}")
    page.wait_for_selector(".table[data-ready=true]")
    move(server, game, mover)
    page.reload()
    page.wait_for_selector(".prompt.yours")
    expect(page.locator(".missed")).to_be_hidden()


def test_home_says_where_it_is_your_turn(server, page, game):
    game, mover, other = game
    for key in (other, mover):
        page.goto(f"{server.address}/play/{game}#{key}")
        page.wait_for_selector(".table[data-ready=true]")
    page.goto(server.address)
    row = page.locator(f".own .game-row[href*='{game}']")
    expect(row.locator(".your-turn")).to_have_text("Your turn")
    expect(page).to_have_title(re.compile(r"^\(\d+\) Hardtack$"))
    expect(page.locator(".own .game-list").first.locator(".game-row").first.locator(".your-turn")).to_have_count(1)


def test_a_game_of_ones_own_is_thrown_away(server, page, game):
    """After a question; one that somebody else plays in cannot be."""
    shared, mover, _ = game
    own, made = server.new_game("bull-run", union="you", confederate="recruit")
    for one, key in ((shared, mover), (own, made["key"])):
        page.goto(f"{server.address}/play/{one}#{key}")
        page.wait_for_selector(".table[data-ready=true]")
    page.goto(server.address)
    page.wait_for_selector(f".own .game-row[href*='{shared}']")
    expect(page.locator(f"[data-delete='{shared}']")).to_have_count(0)
    page.click(f"[data-delete='{own}']")
    page.keyboard.press("Escape")
    assert server.view(own)["id"] == own
    page.click(f"[data-delete='{own}']")
    page.click("dialog [data-confirm=delete]")
    expect(page.locator(f".game-row[href*='{own}']")).to_have_count(0)
    assert own not in [card["id"] for card in server.call("/games")["games"]]
    assert shared in [card["id"] for card in server.call("/games")["games"]]


STUB = """
window.noticed = [];
window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = window.allowed ? "granted" : "denied"); }
    constructor(title, { body }) { window.noticed.push([title, body]); }
};
"""


def test_somebody_looking_elsewhere_is_told_that_it_is_their_turn(server, open_page, game):
    """The browser's own notices need a desktop: here they are written down instead of shown."""
    game, mover, other = game
    page = open_page()
    page.add_init_script(STUB)
    page.goto(f"{server.address}/play/{game}#{other}")
    page.wait_for_selector(".table[data-ready=true]")
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-menu=notify]").click()
    expect(page.locator("[data-menu=notify]")).not_to_be_checked()  # the browser refused
    page.evaluate("window.allowed = true")
    page.locator("[data-menu=notify]").check()
    page.keyboard.press("Escape")
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    while not server.view(game, other)["your_turn"]:
        view = server.view(game, mover)
        end = next(option["action"] for option in view["options"]["general"] if option["kind"] == "end")
        server.call(f"/games/{game}/actions", {"action": end, "expected": view["version"]}, mover)
    page.wait_for_function("() => window.noticed.length")
    title, body = page.evaluate("window.noticed[0]")
    assert title == server.view(game, other)["title"]
    assert body
