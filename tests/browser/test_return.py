"""Coming back to a game that went on without you."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


@pytest.fixture
def game(server):
    """A game of two people: its id, the key of the side to act, and that of the other."""
    game, made = server.new_game("bull-run", union="you", confederate="link")
    keys = {"union": made["key"], "confederate": made["invitations"]["confederate"]}
    mover = server.view(game)["to_act"]
    return game, keys.pop(mover), keys.popitem()[1]


def move(server, game, key):
    view = server.view(game, key)
    options = (option for actor in view["options"]["actors"] for option in actor["options"])
    action = next(option["action"] for option in options if option["kind"] == "move")
    server.call(f"/games/{game}/actions", {"action": action, "expected": view["version"]}, key)


def test_what_was_missed_is_offered_once_and_shown_as_a_film(server, page, game):
    game, mover, other = game
    table = f"{server.address}/play/{game}#{other}"
    page.goto(table)
    page.wait_for_selector(".table[data-ready=true]")
    expect(page.locator(".missed")).to_be_hidden()
    page.goto("about:blank")
    move(server, game, mover)
    move(server, game, mover)
    page.goto(table)
    expect(page.locator(".missed")).to_contain_text("2 moves since you were here")
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
