"""What a screen reader hears: every thing once, in the viewer's language, and enough to know what is meant."""

from __future__ import annotations

import re

from player import BOARD, eventually, settle
from playwright.sync_api import expect

# Everything any live region says, in order.
LISTEN = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert], output")) {
    new MutationObserver(() => region.textContent.trim() && window.heard.push(region.textContent.trim()))
      .observe(region, { childList: true, subtree: true, characterData: true });
  }
}"""


def hear(page, part: str) -> list[str]:
    """What has been said, once a part of it is heard; nothing is remembered."""
    page.wait_for_function("part => window.heard.some(text => text.includes(part))", arg=part)
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    return page.evaluate("() => window.heard.splice(0)")


def start(server, open_page):
    """The Union's first decision, whoever has the initiative."""
    page = open_page('{"lang": "ja"}')
    game, made = server.new_game(union="you", confederate="random")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".piece.can-act")
    settle(page)
    page.evaluate(LISTEN)
    return page, server.view(game, made["key"])["pieces"]


def test_of_two_units_in_a_hex_the_chosen_one_is_told(server, open_page):
    page, _ = start(server, open_page)
    page.locator(BOARD).focus()
    told = {}
    for _ in page.locator(".piece.can-act").all():
        page.keyboard.press("Tab")
        page.wait_for_function("() => window.heard.length")
        [text] = page.evaluate("() => window.heard.splice(0)")
        told[text.partition("、")[0]] = text
    for name in ("シャーマン", "シェンク"):
        assert told[name].startswith(f"{name}、"), told[name]
        assert told[name].partition("。")[0].endswith("を選択中"), told[name]
        assert "0905。" in told[name]


def test_an_answer_of_the_command_box_is_said_once(server, open_page):
    page, pieces = start(server, open_page)
    place = next(piece["at"] for piece in pieces if piece["id"] == "JAC")
    page.keyboard.press("/")
    page.fill(".command-input", "どこ ジャクソン")
    page.keyboard.press("Enter")
    told = hear(page, "ジャクソン")
    assert len(told) == 1
    assert re.fullmatch(f"ジャクソン、5-4.*：{place}", told[0])
    expect(page.locator(".command-answer")).to_have_text(told[0], use_inner_text=True)
    page.fill(".command-input", "移動先 キーズ")
    page.keyboard.press("Enter")
    assert re.match(r"キーズ：\d{4}（\d）、\d{4}", hear(page, "キーズ")[0])


def test_a_step_of_a_film_is_said_once(server, open_page):
    game, _ = server.new_game(union="random", confederate="random")
    server.wait_for(game, None, lambda view: view["number"] > 8)
    page = open_page('{"lang": "ja"}')
    page.goto(f"{server.address}/replay/{game}?move=3")
    page.wait_for_selector(".now-panel h3")
    settle(page)
    page.evaluate(LISTEN)
    page.click("[aria-label='1手進む']")
    page.wait_for_function("() => document.querySelector('.film-number').textContent.startsWith('4 ')")
    label = page.locator(".now-panel h3").inner_text()[1:].strip()  # without the sign of the side
    [text] = hear(page, label)
    assert text.startswith(("北軍：", "南軍："))


def test_signs_and_buttons_have_names_of_their_own(server, open_page):
    page, _ = start(server, open_page)
    eventually(page, lambda: page.locator(".seats").aria_snapshot().count("img"), 2)
    expect(page.get_by_role("img", name="南軍", exact=True).nth(1)).to_be_attached()  # a seat and the losses
    number = re.compile(r"^\d+：この場面をリプレイで見る$")
    expect(page.locator(".move-number").first).to_have_attribute("aria-label", number)
    expect(page.get_by_role("slider", name="速さ")).to_have_attribute("aria-valuetext", "1手0.0秒")
    page.goto(server.address)
    page.get_by_role("button", name="プレイ：シャイローの戦い").wait_for()
