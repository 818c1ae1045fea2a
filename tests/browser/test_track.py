"""The turn track: who comes when, reinforcements and routed units alike, by pointer, focus and click."""

from __future__ import annotations

from player import settle

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
    shown = page.eval_on_selector_all(".turn.due button", "all => all.map(one => Number(one.dataset.turn))")
    assert shown == sorted(due)
    page.hover(f".turn [data-turn='{BACK}']")
    note = page.locator(".track-note")
    assert names[routed] in note.inner_text()
    assert "Routed" in note.inner_text()
    other = next(turn for turn in due if turn != BACK)
    page.focus(f".turn [data-turn='{other}']")
    assert all(names[unit] in note.inner_text() for unit in due[other])
    assert names[due[other][0]] in page.locator(f".turn [data-turn='{other}']").get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    listed = page.eval_on_selector_all("dialog .counter-button", "all => all.map(one => one.dataset.unit)")
    assert sorted(listed) == sorted(due[other])
    page.keyboard.press("Escape")
    page.click(".tray summary")
    assert page.locator(f".tray [data-unit='{routed}']").is_visible()


def test_on_a_phone_the_standing_tells_who_comes(server, open_page):
    page = open_page('{"lang": "ja"}', viewport={"width": 390, "height": 800})
    position, routed = with_a_routed_brigade()
    made = server.call("/games", {"position": position})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    settle(page)
    page.click(".meter")
    page.wait_for_selector("dialog[open]")
    assert f"第{BACK}ターン" in page.locator("dialog").inner_text()
    assert page.locator(f"dialog [data-unit='{routed}']").is_visible()
