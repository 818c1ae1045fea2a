"""Ammunition at the board: counters that show it, attempts with the mouse, the supply line as an overlay, forces."""

from __future__ import annotations

from player import BOARD, Mouse, eventually, settle
from playwright.sync_api import expect
from test_overlays import cycle_to, see_tinted, tinted

from hardtack.battles import find_battle
from hardtack.referee.dice import LoadedDice
from hardtack.referee.position import write_position
from hardtack.referee.state import freeze, put
from hardtack.referee.umpire import begin

MARKS = {"Hill": 4, "Early": 1, "Rodes": 2}


def an_ammunition_phase() -> str:
    """Certain Destruction Awaits, 30 April: rain, and three Confederate units have used ammunition."""
    battle = find_battle("certain-destruction")
    scenario = battle.scenario("certain-destruction")
    draft = battle.set_up(scenario).draft()
    for unit, marks in MARKS.items():
        draft.marks = put(draft.marks, scenario.index[unit], marks)
    return write_position(begin(freeze(draft), LoadedDice((1, 1))).state)


def test_resupply_at_the_board(server, page):
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": an_ammunition_phase(), "seats": seats, "pace_ms": 0})
    game, key = made["id"], made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    hands = Mouse(page)
    hands.wait_for_turn()
    settle(page)
    view = server.view(game, key)
    assert view["decision"] == "Resupplying"
    states = {piece["id"]: piece["states"] for piece in view["pieces"]}
    assert states["Hill"] == ["out of ammunition"]
    assert "ammunition level 2" in states["Rodes"]
    expect(page.locator(".prompt")).to_contain_text("4 resupply attempts", use_inner_text=True)
    why = server.call(f"/games/{game}/why-not", {"unit": "Colston", "expected": view["version"]}, key)
    assert [reason["clause"] for reason in why["reasons"]] == ["SLB 20.2d"]  # not of a rule of other scenarios
    expect(page.locator("[data-all]")).to_have_text("Choose all (3)")  # Hill, Early and Rodes
    version = hands.version()
    for order in ("resupply Hill", "resupply Hill", "resupply Rodes"):
        page.locator(BOARD).focus()
        page.keyboard.press("/")
        page.locator(".command-input").fill(order)
        page.keyboard.press("Enter")
        hands.wait_for_change(version)
        version = hands.version()
        page.keyboard.press("Escape")
    roll = page.get_by_role("button", name="Roll for 3 attempts").first
    roll.click()
    hands.wait_for_change(version)
    told = [entry["text"] for entry in server.view(game, key)["log"]]
    assert sum("is resupplied: die" in text for text in told) == 3  # no die fails so near the depot
    assert any("Hill has ammunition again." in text for text in told)


def test_a_supply_line_is_drawn_from_the_unit_looked_at(server, page):
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": an_ammunition_phase(), "seats": seats, "pace_ms": 0})
    game, key = made["id"], made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    cycle_to(page, "Supply lines")
    Mouse(page).click_middle('[data-unit="Hill"]')
    page.wait_for_selector(".tint.here")
    cells = {cell["hex"]: cell for cell in server.call(f"/games/{game}/overlays/supply?hex=4431", key=key)["cells"]}
    assert cells["4431"]["text"] == "1-6"
    eventually(page, lambda: tinted(page, "here"), {"4431"})
    see_tinted(page, "good", cells.values())
