"""The turn track: who comes when, reinforcements and routed units alike, by pointer, focus and click."""

from __future__ import annotations

import re

from player import eventually, settle
from playwright.sync_api import expect

from hardtack.battles import find_battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.position import write_position
from hardtack.referee.state import freeze, put
from hardtack.referee.umpire import begin

BACK = 4


def with_a_routed_brigade() -> tuple[str, str]:
    """Shiloh's opening with one brigade routed until turn 4; the position and the brigade."""
    battle = find_battle("shiloh")
    state = begin(battle.set_up(battle.scenario("shiloh")), SeededDice("track")).state
    unit = next(
        number for number in state.scenario.of_side["confederate"]
        if state.at[number] >= 0 and state.scenario.pieces[number].type == "infantry"
    )  # fmt: skip
    draft = state.draft()
    draft.at = put(draft.at, unit, state.scenario.track)
    draft.due = put(draft.due, unit, BACK)
    return write_position(freeze(draft)), state.scenario.pieces[unit].id


def test_everybody_due_is_on_the_track(server, page):
    position, routed = with_a_routed_brigade()
    made = server.call("/games", {"position": position, "seats": {"confederate": {"who": "link"}}})
    game, key = made["id"], made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    view = server.view(game, key)
    names = {piece["id"]: piece["name"] for piece in view["pieces"]}
    due = {arrival["turn"]: arrival["units"] for arrival in view["track"]["arrivals"]}
    assert due[BACK] == [routed]
    turns = "all => all.map(one => Number(one.dataset.turn))"
    eventually(page, lambda: page.eval_on_selector_all(".turn.due button", turns), sorted(due))
    page.hover(f".turn [data-turn='{BACK}']")
    note = page.locator(".track-note")
    expect(note).to_contain_text(names[routed], use_inner_text=True)
    expect(note).to_contain_text("Routed", use_inner_text=True)
    other = next(turn for turn in due if turn != BACK)
    page.focus(f".turn [data-turn='{other}']")
    for unit in due[other]:
        expect(note).to_contain_text(names[unit])
    named = re.compile(re.escape(names[due[other][0]]))
    expect(page.locator(f".turn [data-turn='{other}']")).to_have_attribute("aria-label", named)
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    units = "all => all.map(one => one.dataset.unit).sort()"
    eventually(page, lambda: page.eval_on_selector_all("dialog .counter-button", units), sorted(due[other]))
    page.keyboard.press("Escape")
    page.click(".tray summary")
    expect(page.locator(f".tray [data-unit='{routed}']")).to_be_visible()


def test_on_a_phone_the_standing_tells_who_comes(server, open_page):
    page = open_page('{"lang": "ja"}', viewport={"width": 390, "height": 800})
    position, routed = with_a_routed_brigade()
    made = server.call("/games", {"position": position})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    settle(page)
    page.click(".meter")
    page.wait_for_selector("dialog[open]")
    expect(page.locator("dialog")).to_contain_text(f"第{BACK}ターン", use_inner_text=True)
    expect(page.locator(f"dialog [data-unit='{routed}']")).to_be_visible()
