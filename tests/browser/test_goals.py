"""A newcomer at the board of a campaign: what wins, what a refused click should have been, why it ended so."""

from __future__ import annotations

import pytest
from player import BOARD, Mouse, eventually, settle
from playwright.sync_api import expect
from test_access import examine

from hardtack.draw import CounterLook, counter_svg


@pytest.fixture
def ford(server, page):
    """Kelly's Ford, both sides at one seat."""
    game, made = server.new_game("kellys-ford", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    settle(page)
    return Mouse(page)


def test_the_first_prompt_leads_to_what_wins(ford):
    page = ford.page
    page.click(".prompt .hint [data-goals]")
    page.wait_for_selector("dialog .goals table.chart")
    told = page.locator("dialog[open]")
    expect(told).to_contain_text("Union victory points: 0", use_inner_text=True)
    cell = page.locator("dialog .goals td", has_text="Elkwood")
    assert cell.evaluate("one => getComputedStyle(one).textAlign") == "left", "a sentence is not set like a number"
    expect(told).to_contain_text("Elkwood entered by a Union unit at any time", use_inner_text=True)
    expect(told).to_contain_text("Confederate substantive victory", use_inner_text=True)
    expect(told, "the scenario in short").to_contain_text("river crossing table", use_inner_text=True)
    assert examine(page) == []


def test_counters_that_stand_in_for_others_are_not_called_arrivals(server, page):
    """The Great Flank March has no reinforcements, but brigades and substitutes beside the map."""
    game, made = server.new_game("great-flank-march", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    page.click(".bar .meter")
    page.wait_for_selector("dialog .goals table.chart")
    heads = page.locator("dialog[open] .dialog-body h3")
    expect(heads).to_have_text(["What wins", "The scenario", "Not on the map"], use_inner_text=True)


def test_a_player_who_comes_second_is_told_what_to_do_as_well(server, page):
    """Kelly's Ford: the Union has the first two initiatives, and may move often before the Confederate does."""
    game, made = server.new_game("kellys-ford", union="you", confederate="link")
    there_and_back = ["march", "step 2513", "halt", "march", "step 2612", "halt"]
    for order in there_and_back:
        verb, _, hex_ = order.partition(" ")
        action = f"{verb} FlankGd {hex_}".strip()
        server.call(f"/games/{game}/actions", {"action": action, "expected": server.view(game)["version"]}, made["key"])
    if server.view(game)["to_act"] == "union":  # by the dice
        server.call(f"/games/{game}/actions", {"action": "pass", "expected": server.view(game)["version"]}, made["key"])
    assert server.view(game)["number"] > 5
    page.goto(f"{server.address}/play/{game}#{server.claim(game, made['invitations']['confederate'])}")
    Mouse(page).wait_for_turn()
    page.wait_for_selector(".prompt .hint [data-goals]")


def test_the_key_of_the_terrain_opens_the_table_of_movement_points(ford):
    page = ford.page
    page.locator(BOARD).press("t")
    caption = page.locator("dialog[open] table.chart caption")
    caption.wait_for()
    expect(caption).to_contain_text("Movement points", use_inner_text=True)


def test_the_letters_of_the_combat_chart_are_explained(ford):
    page = ford.page
    page.locator(BOARD).press("c")
    page.wait_for_selector("dialog[open] table.chart")
    expect(page.locator("dialog[open] .chart-notes")).to_contain_text("r: retreat. R: rout.", use_inner_text=True)


def test_a_click_on_the_enemy_before_a_march_offers_the_march(ford):
    page = ford.page
    ford.click_middle(".piece.can-act[data-unit='FlankGd']")
    page.wait_for_selector(".popup.choice:not([hidden])")
    page.locator(BOARD).press("Escape")
    ford.click_middle(".piece[data-unit='FLee']")
    page.wait_for_selector(".popup.why:not([hidden]) [data-instead]")
    told = page.locator(".popup.why")
    expect(told).to_contain_text("Flank Guard moves and attacks on a march: order the march first.")
    expect(told).to_contain_text("GC 5.1.1")
    version = ford.version()
    page.click(".popup.why [data-instead='march FlankGd']")
    ford.wait_for_change(version)
    expect(page.locator(".prompt-text")).to_contain_text("Flank Guard marches", use_inner_text=True)


def test_two_passes_are_told_to_end_the_game_and_the_end_tells_why(ford):
    page = ford.page
    for label in ("Pass", "Pass and end the game"):
        version = ford.version()
        page.wait_for_function(
            "label => document.querySelector('.prompt .end')?.textContent.endsWith(label)", arg=label
        )
        page.click(".prompt .end")
        expect(page.locator("dialog[open] h2")).to_have_text(f"{label}?", use_inner_text=True)
        page.click("dialog [data-confirm]")
        ford.wait_for_change(version)
        ford.wait_for_turn()
    expect(page.locator(".prompt .result")).to_contain_text("Confederate · marginal victory", use_inner_text=True)
    expect(page.locator(".prompt .result-lines")).to_have_text("Union victory points: 0", use_inner_text=True)
    page.click(".prompt [data-goals]")
    page.wait_for_selector("dialog .goals table.chart")


def test_the_numbers_of_a_counter_are_named(ford):
    page = ford.page
    ford.click_middle(".piece.can-act[data-unit='FlankGd']")
    names = page.locator(".unit .numbers-named")
    names.wait_for()
    eventually(
        page,
        lambda: names.inner_text().split("\n"),
        ["Manpower (combat value) 2", "Artillery value 0", "Tactical value 1"],
    )


def test_a_march_that_cannot_get_nearer_is_not_told_to_do_something_else_first(server, page):
    """Salem Church: Howe stands before the heights; refusing his flanks would not bring him behind them."""
    game, made = server.new_game("salem-church", union="you", confederate="you")
    for action in ("done", "done", "march Howe"):
        view = server.view(game, made["key"])
        server.call(f"/games/{game}/actions", {"action": action, "expected": view["version"]}, made["key"])
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    settle(page)
    hands = Mouse(page)
    hands.wait_for_turn()
    page.locator(BOARD).press("/")
    page.keyboard.type("go 4129")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector(".popup.why:not([hidden])")
    expect(page.locator(".popup.why")).to_contain_text("MP left the march does not get there.")
    expect(page.locator(".popup.why [data-instead]")).to_have_count(0)


NEAREST = """async () => {
    const { Cards } = await import("/assets/table/cards.js");
    const centres = { from: [0, 300], goal: [0, 0], dear: [62.3, -36.0], cheap: [62.4, 36.0], far: [0, 150] };
    const hexes = { pitch: 72, has: () => true, centre: (hex) => ({ x: centres[hex][0], y: centres[hex][1] }) };
    const way = (hex, cost) => [hex, { kind: "move", hex, cost, risk: null }];
    const ahead = new Map([way("far", 1), way("dear", 5), way("cheap", 2)]);
    const hand = { targets: new Map(), ahead, from: "from", scene: { hexes } };
    return Cards.prototype.nearest.call({ hand }, "goal").hex;
}"""


def test_of_places_equally_near_the_cheapest_is_suggested(ford):
    """The middles of neighbouring hexes differ by a hair: that must not decide."""
    assert ford.page.evaluate(NEAREST) == "cheap"


MEASURE = """async (svg) => {
    await document.fonts.load("700 35px 'Hardtack Sans'", "1½");
    const frame = document.createElement("div");
    frame.innerHTML = svg;
    document.body.append(frame);
    return frame.querySelector("text.numbers").getBBox().width;
}"""


@pytest.mark.parametrize("numbers", [("1(½)", "0", "1"), ("13(9)", "3", "2"), ("8(6)", "2", "2")])
def test_the_numbers_of_a_disorganised_counter_stay_within_its_border(server, page, numbers):
    page.goto(server.address)
    look = CounterLook("confederate", "infantry", "23 GA", "III", numbers, markers=("disorganised",))
    border = 8  # on either side of the 100 a counter is wide
    assert page.evaluate(MEASURE, counter_svg(look)) < 100 - 2 * border
