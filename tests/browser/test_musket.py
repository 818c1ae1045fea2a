"""Shiloh at the board: an attack nobody can join is begun by one click, and the hex card keeps step with the game."""

from __future__ import annotations

import re

from player import BOARD, Mouse, eventually, settle
from playwright.sync_api import expect

from hardtack.table.match import Match

TO_THE_CAMP = ("walk gladden", "to 1119")
STEADY = (1, 1)  # whoever is surprised in his camp stands


def before_prentiss(*more: str) -> str:
    """Gladden alone has come up to Prentiss's camps."""
    match = Match.new("shiloh", dice=STEADY)
    for action in (*TO_THE_CAMP, *more):
        match.play(action)
    return match.position()


def sit_down(server, page, position: str) -> tuple[str, str]:
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": position, "seats": seats, "pace_ms": 0})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    settle(page)
    return made["id"], made["key"]


def attack_the_camp(page, hands: Mouse, unit: str) -> None:
    hands.wait_for_turn()
    if "1118" not in hands.targets("attack"):
        hands.click_middle(f".piece[data-unit='{unit}']")
    page.wait_for_selector(".target.attack[data-hex='1118']")
    hands.click_middle(".target[data-hex='1118']")
    page.wait_for_selector(".planner .chance, .planner .certain")
    version = hands.version()
    page.click(".planner [data-commit]")
    hands.wait_for_change(version)
    hands.wait_for_turn()


def test_an_attack_that_nobody_can_join_is_not_asked_about_twice(server, page):
    game, key = sit_down(server, page, before_prentiss("end"))
    attack_the_camp(page, Mouse(page), "gladden")
    played = [move["action"] for move in server.call(f"/games/{game}?since=0", key=key)["moves"]]
    assert played[:2] == ["attack gladden 1118", "go"]


def test_an_attack_that_others_can_join_waits_for_them(server, page):
    game, key = sit_down(server, page, before_prentiss("walk wood", "to 1018", "end"))
    attack_the_camp(page, Mouse(page), "gladden")
    expect(page.locator(".planner [data-commit]")).to_have_text(re.compile("^Begin the attack"))
    assert [move["action"] for move in server.call(f"/games/{game}?since=0", key=key)["moves"]] == [
        "attack gladden 1118"
    ]


def test_the_hex_card_tells_nothing_that_is_past(server, page):
    game, made = server.new_game("shiloh", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    hands = Mouse(page)
    hands.wait_for_turn()
    hands.click_middle(".piece[data-unit='gladden']")
    page.mouse.move(*hands.middle("[data-ahead='1120']"))
    page.wait_for_function("() => document.querySelector('.hex-card').innerText.includes('Move Gladden to 1120')")
    hands.click_middle("[data-ahead='1120']")
    page.wait_for_function(
        "() => ['1120', 'Gladden'].every(word => document.querySelector('.hex-card').innerText.includes(word))"
        " && !document.querySelector('.hex-card').innerText.includes('Move Gladden')"
    )
    page.mouse.move(1270, 300)
    page.wait_for_selector(".hex-card", state="hidden")


def test_a_unit_that_can_do_nothing_says_why(server, page):
    game, made = server.new_game("shiloh", union="you", confederate="you")
    for number, action in enumerate(("walk gladden", "to 1120")):
        server.call(f"/games/{game}/actions", {"action": action, "expected": number}, made["key"])
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    hands = Mouse(page)
    hands.wait_for_turn()
    hands.click_middle(".piece[data-unit='gladden']")
    page.locator(".unit .idle", has_text="Gladden has already moved this phase. MS 4.1").wait_for()


def in_sight(page, unit: str) -> bool:
    return Mouse(page).look_for(f".piece[data-unit='{unit}']")[2]


def test_whom_a_decision_is_about_comes_into_sight(server, page):
    """The board shows the east; then the attacks begin, and only Gladden in the west can make one."""
    game, key = sit_down(server, page, before_prentiss())
    hands = Mouse(page)
    hands.wait_for_turn()
    for _ in range(4):
        page.click(".zooms button:first-child")
    page.locator(BOARD).hover(position={"x": 300, "y": 300})
    page.keyboard.down("Shift")
    page.mouse.wheel(4000, 0)
    page.keyboard.up("Shift")
    page.wait_for_function(  # the wheel is heard when the page gets to it
        "() => document.querySelector(\".piece[data-unit='gladden']\").getBoundingClientRect().right < 0"
    )
    assert not in_sight(page, "gladden")
    version = hands.version()
    server.call(f"/games/{game}/actions", {"action": "end", "expected": 0}, key)
    hands.wait_for_change(version)
    hands.wait_for_turn()
    eventually(page, hands.lit_units, ["gladden"])
    eventually(page, lambda: in_sight(page, "gladden"), True)
