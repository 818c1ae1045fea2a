"""What wins and where: ways to win with sudden death first, objectives on the map, points in the meter, entry hexes."""

from __future__ import annotations

import re

import pytest
from player import BOARD, Mouse, eventually, settle
from playwright.sync_api import Locator, expect
from test_access import examine

VIEW = re.compile(r"/api/games/[^/?]+(\?|$)")
CHARTS = re.compile(r"/api/games/[^/]+/charts")
LANGUAGES = {
    "en": ("Hold it for two turns.", "Kill them all.", "Lose less."),
    "ja": ("2ターンの間保持する。", "全滅させる。", "損失を抑える。"),
}


def objectives(lang: str) -> list[dict[str, object]]:
    """Every kind of objective a battle may name: sudden or counted, of one side or of either, held or not."""
    text = LANGUAGES[lang][0]
    shared = {"text": text, "clause": "BR 3.1", "title": "", "points": 0, "holder": "", "sudden": True}
    return [
        {**shared, "hex": "1714", "side": "union"},
        {**shared, "hex": "1802", "side": "confederate", "holder": "confederate"},
        {**shared, "hex": "0805", "side": "", "sudden": False, "points": 10},
        {**shared, "hex": "0907", "side": "", "sudden": False, "holder": "union"},
        {**shared, "hex": "0907", "side": "confederate", "sudden": False, "points": 5},
    ]


def goals(lang: str) -> list[dict[str, object]]:
    """In the order of the server: sudden death first."""
    _, sudden, later = LANGUAGES[lang]
    return [
        {"clause": "BR 3.4", "title": "", "text": sudden, "side": "union", "sudden": True},
        {"clause": "BR 12.0", "title": "", "text": later, "side": "", "sudden": False},
    ]


def play_for_places(server, page, lang="en", points=None):
    """A game whose battle has objectives, ways to win and, if asked, points."""

    def add_to_view(route):
        view = route.fetch().json()
        view["standing"] |= {"objectives": objectives(lang), "points": points or {}}
        route.fulfill(json=view)

    page.route(VIEW, lambda route: add_to_view(route) if route.request.method == "GET" else route.fallback())
    page.route(CHARTS, lambda route: route.fulfill(json=route.fetch().json() | {"goals": goals(lang)}))
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    settle(page)


def spot(server, page, hex_: str) -> tuple[float, float]:
    geometry = server.call("/scenarios/bull-run/geometry")
    box = page.locator(".world").bounding_box()
    scale = box["width"] / geometry["width"]
    x, y = geometry["hexes"][hex_]
    return box["x"] + x * scale, box["y"] + y * scale


def point_at(server, page, hex_: str) -> Locator:
    """The card of a hex."""
    page.mouse.move(*spot(server, page, hex_))
    page.wait_for_function(
        "hex => document.querySelector('.hex-card:not([hidden]) .hex-id')?.textContent === hex", arg=hex_
    )
    return page.locator(".hex-card")


def test_objectives_are_marked_by_shape_and_sign(server, page):
    play_for_places(server, page)
    rings = "all => all.map(one => one.dataset.objective).sort()"
    marked = ["0805", "0907", "0907", "1714", "1802"]
    eventually(page, lambda: page.eval_on_selector_all("[data-objective]", rings), marked)
    plates = page.eval_on_selector_all(
        ".objective-signs [data-hex='1714'] .plate, .objective-signs [data-hex='1802'] .plate,"
        ".objective-signs [data-hex='0805'] .plate",
        "all => new Set(all.map(one => one.getAttribute('d'))).size",
    )
    assert plates == 3, "the sides are told apart without colour"
    sudden, counted = (
        page.locator(f".objective-signs [data-hex='{hex_}'] .objective-sign > :last-child") for hex_ in ("1714", "0805")
    )
    expect(sudden).to_have_attribute("class", "sign")
    expect(counted).to_have_text("10")
    expect(page.locator(".objective-signs [data-hex='1802'] .held")).to_have_count(1)
    expect(page.locator(".objective-signs [data-hex='1714'] .held")).to_have_count(0)
    two = [one.bounding_box()["x"] for one in page.locator(".objective-signs [data-hex='0907'] .plate").all()]
    assert abs(two[0] - two[1]) > 20, "neither hides the other"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_hex_card_says_what_an_objective_means(server, open_page, lang):
    page = open_page(f'{{"lang": "{lang}"}}')
    play_for_places(server, page, lang)
    card = point_at(server, page, "1802")
    sides = server.call(f"/scenarios/bull-run?lang={lang}")["sides"]
    name = next(side["name"] for side in sides if side["id"] == "confederate")
    expect(card, "and who holds it").to_contain_text(re.compile(f"{re.escape(LANGUAGES[lang][0])}.*{name}", re.DOTALL))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_key_of_the_map_explains_every_sign(server, open_page, lang, theme):
    page = open_page(f'{{"lang": "{lang}", "theme": "{theme}"}}', bypass_csp=True)
    play_for_places(server, page, lang)
    page.click(".map-key")
    page.wait_for_selector("dialog[open] .key-signs svg")
    expect(page.locator("dialog[open] .ways .objective-sign")).to_have_count(5)
    expect(page.locator("dialog[open]")).to_contain_text(LANGUAGES[lang][0], use_inner_text=True)
    entry = re.compile({"en": "^Entry hex$", "ja": "^進入ヘクス$"}[lang])
    expect(page.locator("dialog[open] .legend-word", has_text=entry)).to_be_attached()
    expect(
        page.locator("dialog[open] .key-signs .entry.union, dialog[open] .key-signs .entry.confederate")
    ).to_have_count(2)
    assert examine(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    page.wait_for_selector("dialog[open] .key-signs svg")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_sudden_death_comes_first_in_what_wins(server, open_page, lang):
    page = open_page(f'{{"lang": "{lang}"}}', bypass_csp=True)
    play_for_places(server, page, lang)
    page.click(".prompt [data-goals]")
    page.wait_for_selector("dialog .goals .ways")
    expect(page.locator("dialog .dialog-body > *").first, "what was asked comes first").to_have_attribute(
        "class", "goals"
    )
    hold, kill, lose = LANGUAGES[lang]
    told = page.locator("dialog .goals").inner_text()
    table = page.locator("dialog .goals table.chart").first.inner_text()
    assert told.index(kill) < told.index(lose) < told.index(hold) < told.index(table)
    eventually(page, lambda: page.locator("dialog .goals .chip").all_inner_texts()[:2], ["BR 3.4", "BR 12.0"])
    assert examine(page) == []


def losses(page) -> list[str]:
    """What the meter says of each side."""
    return [text.replace("\n", "") for text in page.locator(".meter .loss").all_inner_texts()]


@pytest.mark.parametrize(("lang", "wanted"), [("en", ["7 VP", "12 VP"]), ("ja", ["7VP", "12VP"])])
def test_the_meter_shows_victory_points_where_there_are_any(server, open_page, lang, wanted):
    page = open_page(f'{{"lang": "{lang}"}}')
    play_for_places(server, page, lang, {"union": 12, "confederate": 7})
    eventually(page, lambda: [text.strip("CU") for text in losses(page)], wanted)


def test_a_side_that_scores_nothing_has_no_number(server, page):
    play_for_places(server, page, points={"union": 4})
    eventually(page, lambda: losses(page), ["C", "4 VPU"])


def test_without_points_the_meter_shows_the_losses(server, page):
    play_for_places(server, page)
    eventually(page, lambda: losses(page), ["C0 lost", "0 lostU"])


@pytest.mark.parametrize(
    ("lang", "north", "south"),
    [
        ("en", "Entry A: Union units are set up or come on here.", "Entry 11: Confederate units"),
        ("ja", "進入ヘクスA：北軍のユニットがここに配置または登場。", "進入ヘクス11：南軍のユニット"),
    ],
)
def test_entry_circles_are_explained_where_one_points(server, open_page, lang, north, south):
    page = open_page(f'{{"lang": "{lang}"}}')
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    settle(page)
    expect(point_at(server, page, "0301")).to_contain_text(north)
    expect(point_at(server, page, "1014")).to_contain_text(south)


def test_marks_and_key_are_in_the_replay_too(server, page):
    play_for_places(server, page)
    Mouse(page).decide(0)
    page.locator(BOARD).press("p")
    page.wait_for_selector(".replay .piece")
    expect(page.locator(".objective-signs .objective-sign")).to_have_count(5)
    expect(page.locator(".objective-signs .held"), "who held what when is not known there").to_have_count(0)
    page.keyboard.press("k")
    page.wait_for_selector("dialog[open] .key-signs svg")
