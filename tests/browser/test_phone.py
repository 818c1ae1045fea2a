"""On a phone and a tablet: nothing hangs over the edge, a thumb finds everything, no letter is too small."""

from __future__ import annotations

import re

import pytest
from player import BOARD, settle
from playwright.sync_api import expect

from hardtack.generals import find_bot
from hardtack.table import Match

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TURNED = {"width": 844, "height": 390}
TABLET = PHONE | {"viewport": {"width": 820, "height": 1180}, "device_scale_factor": 1}
# The language of the page, and whether the machine has a Japanese font of its own: that must not matter.
MACHINES = [("en", False), ("ja", False), ("ja", True)]
BOTH = pytest.mark.parametrize("japanese_font", [False, True])

# Rule chips, move numbers and links within a line of text are as high as lines can be without tearing the text apart.
IN_THE_LINE = ".chip, .move-number, .link, .origin, .hint a, .joint *"
FAULTS = """(inline) => {
  const faults = [], wide = innerWidth, high = innerHeight;
  if (document.documentElement.scrollWidth > wide + 1) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const box = (element) => {
    const at = element.getBoundingClientRect(), style = getComputedStyle(element);
    const hidden = style.visibility === "hidden" || style.opacity === "0" || element.closest("[inert], .unseen, svg");
    return hidden || at.width < 2 || at.height < 2 || at.bottom < 0 || at.top > high ? null : at;
  };
  const name = (element) => `${element.className} ${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 30)}`;
  for (const element of document.querySelectorAll("button, a, select, input, summary, label.check")) {
    const at = element.matches("input[type=checkbox], input[type=radio], input[type=file]") ? null : box(element);
    if (!at) continue;
    if (!element.matches(inline) && (at.height < 43.5 || at.width < 43.5)) faults.push(`${at.width.toFixed()} x ${at.height.toFixed()}: ${name(element)}`);
    if (!element.closest(".track-frame, .table-frame") && (at.left < -1 || at.right > wide + 1)) faults.push(`over the edge: ${name(element)}`);
  }
  for (const element of document.querySelectorAll(".phase .now, .prompt-text, .button"))
    if (box(element) && element.scrollWidth > element.clientWidth + 1) faults.push(`cut: ${name(element)}`);
  for (const element of document.querySelectorAll("body *")) {
    const said = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (said && box(element) && parseFloat(getComputedStyle(element).fontSize) < 12) faults.push(`small letters: ${name(element)}`);
  }
  return faults;
}"""  # noqa: E501


AT_REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame(); await frame(); // a page that was turned has laid itself out anew
  const moving = document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity);
  await Promise.allSettled(moving.map((one) => one.finished));
}"""


def faults(page) -> list[str]:
    """What is wrong with the page once nothing moves any more."""
    page.evaluate(AT_REST)
    return page.evaluate(FAULTS, IN_THE_LINE)


def board(server, page, scenario="bull-run", mine="union"):
    other = "confederate" if mine == "union" else "union"
    game, made = server.new_game(scenario, **{mine: "you", other: "random"})
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    page.wait_for_selector(".piece.can-act, .tray .can-act")
    settle(page)


@pytest.mark.parametrize(("lang", "japanese_font"), MACHINES)
def test_home_and_a_new_game(server, open_page, lang, japanese_font):
    page = open_page(f'{{"lang": "{lang}"}}', japanese_font, **PHONE)
    page.goto(server.address)
    page.wait_for_selector(".battle-card")
    assert faults(page) == []
    page.tap("[data-play='bull-run']")
    page.wait_for_selector("[data-setup='start']")
    page.tap("dialog details summary")
    assert faults(page) == []


@pytest.mark.parametrize(("lang", "japanese_font"), MACHINES)
def test_the_board_its_sheet_and_its_books(server, open_page, lang, japanese_font):
    page = open_page(f'{{"lang": "{lang}"}}', japanese_font, **PHONE)
    board(server, page)
    assert faults(page) == []
    page.tap(".sheet-handle")
    page.wait_for_selector(".side.raised")
    assert faults(page) == []
    for key in "rcfe?":
        page.locator(BOARD).focus()
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        assert faults(page) == [], key
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")


@pytest.mark.parametrize(("scenario", "mine"), [("kellys-ford", "union"), ("shiloh", "confederate")])
@pytest.mark.parametrize(("lang", "japanese_font"), MACHINES)
def test_other_battles_upright_turned_and_on_a_tablet(server, open_page, lang, japanese_font, scenario, mine):
    page = open_page(f'{{"lang": "{lang}"}}', japanese_font, **PHONE)
    board(server, page, scenario, mine)
    assert faults(page) == []
    page.set_viewport_size(TURNED)
    settle(page)
    assert faults(page) == []
    assert page.locator("main.field").bounding_box()["height"] > 270  # a head and a foot of one line each
    tablet = open_page(f'{{"lang": "{lang}"}}', japanese_font, **TABLET)
    board(server, tablet, scenario, mine)
    assert faults(tablet) == []


@BOTH
def test_a_film_upright_and_turned(server, open_page, japanese_font):
    """At a line of the log with a name that Japanese does not break of itself."""
    match = Match.new("bull-run", seed=1, seats={side: find_bot("random") for side in ("union", "confederate")})
    match.run_bots()
    game = server.call("/games", {"record": match.record()})["id"]
    lines = server.call(f"/games/{game}/log?from=0&to=300&lang=ja")["lines"]
    long = next(line["number"] for line in lines if "がブラックバーンズ浅瀬の尾根" in line["text"])
    page = open_page('{"lang": "ja"}', japanese_font, **PHONE)
    page.goto(f"{server.address}/replay/{game}?move={long}")
    page.wait_for_selector(".film-slider")
    settle(page)
    assert faults(page) == []
    page.set_viewport_size(TURNED)
    settle(page)
    assert faults(page) == []
    assert page.locator("main.field").bounding_box()["height"] > 270


@pytest.mark.parametrize("way", ["play", "replay"])
def test_the_menu_has_what_the_head_has_no_room_for(server, open_page, way):
    game, made = server.new_game(union="you", confederate="random")
    page = open_page('{"lang": "en"}', **PHONE)
    page.goto(f"{server.address}/{way}/{game}#{made['key']}")
    page.tap(".head-buttons [aria-label='Menu']")
    expect(page.locator("dialog .theme")).to_be_visible()
    if way == "play":
        expect(page.locator("dialog .pace").get_by_role("slider")).to_be_visible()
    assert faults(page) == []
    page.tap("dialog [data-lang='ja']")
    page.wait_for_selector(".head-buttons [aria-label='メニュー']")


def test_the_first_look_shows_ones_own_units_large_enough_to_touch(server, open_page):
    page = open_page('{"lang": "en"}', **PHONE)
    board(server, page, "kellys-ford")
    own = page.locator(".piece.can-act .face").all()
    boxes = [box for box in (piece.bounding_box() for piece in own) if box and 0 <= box["x"] <= 390 - box["width"]]
    field = page.locator("main.field").bounding_box()
    seen = [box for box in boxes if field["y"] <= box["y"] <= field["y"] + field["height"] - box["height"]]
    assert seen
    assert min(box["width"] for box in seen) > 18


def test_a_phone_that_is_turned_keeps_the_middle_of_the_map(server, open_page):
    middle = """() => {
      const frame = document.querySelector(".board-frame").getBoundingClientRect();
      const [, x, y, scale] = document.querySelector(".world").style.transform.match(/translate\\((.+)px, (.+)px\\) scale\\((.+)\\)/).map(Number);
      return [(frame.width / 2 - x) / scale, (frame.height / 2 - y) / scale];
    }"""  # noqa: E501
    page = open_page('{"lang": "en"}', **PHONE)
    board(server, page)
    for _ in range(3):
        page.tap(".zooms .zoom >> nth=0")
    settle(page)
    before = page.evaluate(middle)
    for size in (TURNED, PHONE["viewport"]):
        page.set_viewport_size(size)
        page.wait_for_function("wide => innerWidth === wide", arg=size["width"])
        page.evaluate(AT_REST)  # the page hears of its new size with the next frame it draws
        assert page.evaluate(middle) == pytest.approx(before, abs=4)


@BOTH
def test_japanese_lines_break_where_japanese_may_break(server, open_page, japanese_font):
    """No line of the prompt begins with a small letter or a sign that belongs to what is before it."""
    page = open_page('{"lang": "ja"}', japanese_font, **PHONE)
    board(server, page)
    lines = page.evaluate("""() => {
      const node = [...document.querySelector(".prompt-text").childNodes].filter((one) => one.nodeType === 3).at(-1), range = document.createRange();
      const starts = [];
      for (let i = 0, last = null; i < node.length; i += 1) {
        range.setStart(node, i); range.setEnd(node, i + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        if (last !== null && top > last + 4) starts.push(node.data[i]);
        last = top;
      }
      return starts;
    }""")  # noqa: E501
    assert lines
    assert not any(re.match("[ぁぃぅぇぉっゃゅょァィゥェォッャュョー、。）]", start) for start in lines)
