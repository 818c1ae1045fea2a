"""The page needs no font of the machine: whatever it shows, in either language, is set in the fonts it brings along."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from player import BOARD, Mouse, settle

import hardtack

PACKAGE = Path(hardtack.__file__).parent
TEXTS = ("**/*.csv", "**/*.toml", "**/*.py", "web/**/*.js", "web/**/*.html")
STACKS = [f"{style} {weight} 16px var(--{stack})" for stack in ("sans", "serif")
          for style, weight in (("normal", 400), ("normal", 700), ("italic", 500))]  # fmt: skip

# What is in sight, by the way it is set.
SIGNS = """() => {
  const found = {}, add = (style, text) => { found[style] = (found[style] ?? "") + text; };
  for (const one of document.querySelectorAll("body *")) {
    if (one.matches("option, script, noscript, title") || !one.checkVisibility()) continue;
    const said = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("").trim();
    const set = (style) => `${style.fontStyle} ${style.fontWeight} 16px ${style.fontFamily}`;
    if (said || one.placeholder) add(set(getComputedStyle(one)), said + (one.placeholder ?? ""));
    for (const beside of ["::before", "::after", "::marker"]) {
      const style = getComputedStyle(one, beside);
      if (/^"./.test(style.content)) add(set(style), JSON.parse(style.content));
    }
  }
  return Object.entries(found).map(([style, text]) => [style, [...new Set(text.replace(/\\s/g, ""))].sort().join("")]);
}"""
PROBE = """([style, text]) => {
  document.querySelector("#probe")?.remove();
  const probe = document.createElement("p");
  probe.id = "probe"; probe.textContent = text;
  probe.style.cssText = "position: fixed; left: 0; top: 0; width: 4000px";
  probe.style.font = style;
  document.body.append(probe);
  return document.fonts.ready.then(() => true);
}"""


class Typesetter:
    """Asks the browser which fonts it really uses."""

    def __init__(self, page) -> None:
        self.page = page
        self.ask = page.context.new_cdp_session(page).send
        for domain in ("DOM", "CSS"):
            self.ask(f"{domain}.enable")

    def fonts(self, style: str, signs: str) -> list[dict[str, Any]]:
        self.page.evaluate(PROBE, [style, signs])
        self.page.wait_for_function("() => document.fonts.status === 'loaded'")
        root = self.ask("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        probe = self.ask("DOM.querySelector", {"nodeId": root, "selector": "#probe"})["nodeId"]
        return self.ask("CSS.getPlatformFontsForNode", {"nodeId": probe})["fonts"]

    def foreign(self, texts: Iterable[tuple[str, str]]) -> dict[str, str]:
        """The signs that are not set in fonts of the page, with the font they are set in."""
        found = {}
        for style, signs in texts:
            if not all(font["isCustomFont"] for font in self.fonts(style, signs)):
                for sign in signs:
                    for font in self.fonts(style, sign):
                        if not font["isCustomFont"]:
                            found[sign] = font["familyName"]
        self.page.evaluate("() => document.querySelector('#probe')?.remove()")
        return found

    def in_sight(self) -> dict[str, str]:
        texts = self.page.evaluate(SIGNS)
        assert texts
        return self.foreign(texts)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_home_a_new_game_and_a_board_with_all_its_books(server, open_page, lang):
    page = open_page(f'{{"lang": "{lang}"}}')
    setter = Typesetter(page)
    page.goto(server.address)
    page.wait_for_selector(".battle-card")
    assert setter.in_sight() == {}
    page.click("[data-play='bull-run']")
    page.click("dialog details summary")
    assert setter.in_sight() == {}
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    assert setter.in_sight() == {}
    for key in "rcfe?":
        page.locator(BOARD).focus()
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        assert setter.in_sight() == {}, key
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("scenario", ["kellys-ford", "shiloh"])
def test_boards_with_a_unit_chosen(server, open_page, lang, scenario):
    page = open_page(f'{{"lang": "{lang}"}}')
    game, made = server.new_game(scenario, union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    Mouse(page).wait_for_turn()
    page.locator(BOARD).focus()
    page.keyboard.press("Tab")
    page.wait_for_selector(".piece.selected")
    assert Typesetter(page).in_sight() == {}


def test_an_english_page_does_not_fetch_the_whole_japanese_font(server, page):
    """It is larger than all else together, and the page shows three signs of it: the name of the other language."""
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[1]))
    page.goto(server.address)
    page.wait_for_selector(".battle-card")
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    assert "BarlowSemiCondensed-Medium.woff2" in fetched
    assert "NotoSerifJP-SemiBold-nihongo.woff2" in fetched
    assert "NotoSerifJP-SemiBold.woff2" not in fetched


def test_every_sign_there_is_in_a_text_of_ours(server, page):
    """Words that no test comes to see: all that is written in the data, the code and the page, in every style."""
    written = set().union(*(path.read_text("utf-8") for pattern in TEXTS for path in PACKAGE.glob(pattern)))
    signs = "".join(sorted(sign for sign in written if sign.isprintable() and not sign.isspace()))
    assert "戦" in signs
    page.goto(server.address)
    page.wait_for_selector(".battle-card")
    assert Typesetter(page).foreign((style, signs) for style in STACKS) == {}
    assert set(Typesetter(page).foreign([(STACKS[0], "戦\u0e01a")])) == {"\u0e01"}  # Thai, which no battle needs


def test_a_japanese_font_of_the_machine_is_used_where_there_is_one(server, open_page):
    """So the tests that ask for such a machine have one."""
    page = open_page('{"lang": "ja"}', japanese_font=True)
    page.goto(server.address)
    page.wait_for_selector(".battle-card")
    assert set(Typesetter(page).foreign([(STACKS[0], "戦a"), (STACKS[-1], "闘b")])) == {"戦"}
