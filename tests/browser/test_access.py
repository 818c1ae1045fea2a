"""axe finds no serious problem on any page, light or dark, in either language."""

from __future__ import annotations

from pathlib import Path

import pytest
from node_tools import axe_source
from player import BOARD, Mouse, settle, tab_to_another
from playwright.sync_api import expect

GRAVE = ("serious", "critical")

# Whatever it has to say of regions is no grave matter, and takes it the most time. Of letters in a drawing it cannot
# say whether they stand out, as it does not know what a drawing is filled with: it need not try for hundreds of them.
# The page stays under its veil (player.py), of which axe is not told: it would judge no colours below it.
EXAMINE = """async () => {
    const root = document.documentElement, styles = window.getComputedStyle;
    const unveiled = (style) => new Proxy(style, {
        get: (_, name) =>
            name === "opacity" ? "1"
            : name === "getPropertyValue" ? (wanted) => wanted === "opacity" ? "1" : style.getPropertyValue(wanted)
            : style[name],
    });
    window.getComputedStyle = (one, part) => one === root ? unveiled(styles(one, part)) : styles(one, part);
    try {
        axe.configure({rules: [{id: "color-contrast", selector: ":not(svg, svg *)"}]});
        const rules = {region: {enabled: false}};
        const {violations} = await axe.run(document, {resultTypes: ["violations"], rules});
        return violations;
    } finally {
        window.getComputedStyle = styles;
    }
}"""


def examine(page) -> list[str]:
    """What axe finds, the map being a picture: it judges colours too."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe_source())
    page.wait_for_function("() => !document.querySelector('.terrain') || document.querySelector('.terrain img')")
    return [
        f"{problem['id']}: {problem['help']}: {node['target']} {node.get('failureSummary', '')}"
        for problem in page.evaluate(EXAMINE)
        if problem["impact"] in GRAVE
        for node in problem["nodes"]
    ]


FAINT = """<html lang="en"><title>Faint</title><main style="background: #888"><h1 style="color: #fff">Plain</h1>
<p style="color: #999">Faint</p><svg role="img"><text>No name</text></svg></main></html>"""


def test_an_examination_finds_what_is_faint_and_what_has_no_name(server, open_page):
    page = open_page(bypass_csp=True)
    page.route("**/faint", lambda route: route.fulfill(body=FAINT, content_type="text/html"))
    page.goto(f"{server.address}/faint")
    expect(page.locator("html")).to_have_css("opacity", "0")
    found = [problem.split()[0] for problem in examine(page)]
    assert sorted(found) == ["color-contrast:", "svg-img-alt:"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_home_and_a_new_game(server, open_page, theme, lang):
    page = open_page(f'{{"theme": "{theme}", "lang": "{lang}"}}', bypass_csp=True)
    server.new_game(union="you", confederate="you")
    page.goto(server.address)
    page.wait_for_selector(".battle-card")
    page.wait_for_selector(".game-row")
    assert examine(page) == []
    page.click("[data-play='bull-run']")
    page.wait_for_selector("[data-setup='start']")
    assert examine(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_board_with_everything_open(server, open_page, theme):
    page = open_page(f'{{"theme": "{theme}", "lang": "en"}}', bypass_csp=True)
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".piece.can-act")
    settle(page)
    hands = Mouse(page)
    version = hands.version()
    assert hands.act_with_unit()
    hands.wait_for_change(version)
    page.locator(BOARD).focus()
    page.keyboard.press("Tab")
    page.wait_for_selector(".panel.unit:not([hidden])")
    assert examine(page) == []
    for key in ("e", "r", "c", "f", "?"):
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        assert examine(page) == []
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
    page.keyboard.press("o")
    for tint in (".terrain-woods", ".zone-union"):
        page.keyboard.press("o")
        page.wait_for_selector(f".tint{tint}")
        assert examine(page) == []
    page.click("[aria-label='Menu']")
    page.wait_for_selector("dialog[open] .menu")
    assert examine(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    page.keyboard.press("/")
    page.wait_for_selector(".command-input:focus")
    assert examine(page) == []


def test_the_replay(server, open_page):
    page = open_page(bypass_csp=True)
    game, made = server.new_game(union="you", confederate="you")
    action = server.view(game, made["key"])["options"]["actors"][0]["options"][0]["action"]
    server.call(f"/games/{game}/actions", {"action": action, "expected": 0}, made["key"])
    page.goto(f"{server.address}/replay/{game}#{made['key']}")
    page.wait_for_selector(".film-number")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".lines .entry")
    assert examine(page) == []
    page.click(".film-bar [data-branch]")
    page.click("dialog input[value=bot] + span >> nth=0")
    page.wait_for_selector("[data-setup=start]")
    assert examine(page) == []
    page.click("[data-setup=start]")
    page.wait_for_selector(".log .origin")
    settle(page)
    assert examine(page) == []


def test_a_fight_and_the_report_of_a_battle(server, open_page):
    page = open_page('{"theme": "dark", "lang": "en"}', bypass_csp=True)
    record = Path(__file__).parents[1] / "records" / "bull-run-recruit-recruit-1-0.hardtack"
    game = server.call("/games", {"record": record.read_text("utf-8"), "pace_ms": 0})["id"]
    page.goto(f"{server.address}/replay/{game}?move=152")
    page.wait_for_selector(".fight-toll")
    assert examine(page) == []
    page.goto(f"{server.address}/report/{game}")
    page.wait_for_selector("figure svg")
    assert examine(page) == []


def test_what_a_screen_reader_hears(server, page):
    """The cursor's hex, the choice of a unit and a march are announced in words."""
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".piece.can-act")
    settle(page)
    heard = page.locator("#announcer")
    page.locator(BOARD).focus()
    unit = tab_to_another(page)
    piece = next(one for one in server.view(game, made["key"])["pieces"] if one["id"] == unit)
    page.wait_for_function(
        "words => words.every(word => document.getElementById('announcer').textContent.includes(word))",
        arg=[piece["at"], piece["name"]],
    )
    hands = Mouse(page)
    version = hands.version()
    assert hands.act_with_unit()
    hands.wait_for_change(version)
    told = server.view(game, made["key"])["log"][-1]["text"]
    page.wait_for_function("word => document.getElementById('announcer').textContent.includes(word)", arg=told)
    expect(heard).to_have_attribute("aria-live", "polite")
