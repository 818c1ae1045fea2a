"""A declared attack at the board: units are put in and taken out, and nothing begins by accident."""

from __future__ import annotations

import re

import pytest
from player import Mouse, eventually, settle
from playwright.sync_api import expect


@pytest.fixture
def declared(server, page):
    """Sharpsburg: Hooker declares an attack on the Dunker Church; Mansfield and the guns could join him."""
    game, made = server.new_game("sharpsburg", union="you", confederate="you")
    key = made["key"]
    for number, action in enumerate(("move I 0805", "move XII 0804", "end", "attack I 0705")):
        server.call(f"/games/{game}/actions", {"action": action, "expected": number}, key)
    page.goto(f"{server.address}/play/{game}#{key}")
    page.wait_for_selector(".planner .chance, .planner .certain")
    settle(page)
    return game, key


def shown(page, kind: str) -> set[str]:
    return set(page.eval_on_selector_all(f".planner .toggle.{kind}", "all => all.map(one => one.dataset.unit)"))


def actions(server, game, key) -> list[str]:
    return [move["action"] for move in server.call(f"/games/{game}?since=3", key=key)["moves"]]


def press(page, unit: str, kind: str) -> None:
    """Press a counter of the planner and wait until it is on the other side."""
    page.click(f".planner .toggle[data-unit='{unit}']")
    page.wait_for_selector(f".planner .toggle.{kind}[data-unit='{unit}']")
    page.wait_for_selector(".planner .plan-body:not([aria-busy])")


def test_attackers_are_put_in_and_taken_out_in_the_planner(server, page, declared):
    game, key = declared
    eventually(page, lambda: (shown(page, "within"), shown(page, "without")), ({"I"}, {"XII", "RA1"}))
    alone = page.locator(".planner .modifiers").inner_text()
    press(page, "XII", "within")
    press(page, "RA1", "within")
    assert actions(server, game, key) == ["attack I 0705", "join XII", "join RA1"]
    expect(page.locator(".planner .modifiers")).not_to_have_text(alone, use_inner_text=True)
    press(page, "XII", "without")
    assert actions(server, game, key) == ["attack I 0705", "join RA1"]
    assert server.view(game, key)["options"]["general"][0]["attackers"] == ["I", "RA1"]


def test_the_unit_that_declared_the_attack_can_be_taken_out_too(server, page, declared):
    game, key = declared
    press(page, "XII", "within")
    press(page, "I", "without")
    assert actions(server, game, key) == ["attack XII 0705"]
    page.click(".planner [data-cancel]")
    page.wait_for_selector(".planner", state="hidden")
    assert actions(server, game, key) == []


def test_the_board_puts_units_in_but_does_not_begin_the_attack(server, page, declared):
    game, key = declared
    hands = Mouse(page)
    version = hands.version()
    hands.click_middle(".target.attack[data-hex='0705']")
    hands.click_middle(".piece[data-unit='XII']")
    hands.wait_for_change(version)
    assert actions(server, game, key) == ["attack I 0705", "join XII"]
    version = hands.version()
    page.click(".planner [data-commit]")
    hands.wait_for_change(version)
    assert actions(server, game, key)[-1] == "fight"


def test_attacks_of_several_kinds_are_told_apart_by_what_differs(server, page):
    game, made = server.new_game("sharpsburg", union="you", confederate="you")
    key = made["key"]
    for number, action in enumerate(("move I 0805", "move XII 0804", "end")):
        server.call(f"/games/{game}/actions", {"action": action, "expected": number}, key)
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    hands = Mouse(page)
    hands.click_middle(".piece[data-unit='I']")
    hands.click_middle(".target.attack[data-hex='0705']")
    page.wait_for_selector(".planner .tab")
    tabs = [re.compile(r"^Hooker \(I Corps\)$"), re.compile(r"^Hooker \(I Corps\), Mansfield \(XII Corps\)")]
    expect(page.locator(".planner .tab")).to_have_text(tabs)
