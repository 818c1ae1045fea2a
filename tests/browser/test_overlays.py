"""Overlays on the board: zones of control at once, and what a battle shows from a unit or a hex."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from player import BOARD, eventually, settle
from playwright.sync_api import expect

TINTED = "all => all.map(one => one.dataset.tint)"


def tinted(page, kind: str) -> set[str]:
    return set(page.eval_on_selector_all(f".tint.{kind}", TINTED))


def see_tinted(page, kind: str, cells: Iterable[dict[str, Any]]) -> None:
    """The hexes of one kind, as the server has them."""
    eventually(page, lambda: tinted(page, kind), {cell["hex"] for cell in cells if cell["kind"] == kind})


def cycle_to(page, name: str) -> None:
    """Press O until the overlay is announced; the legend follows when its cells are there."""
    page.locator(BOARD).focus()
    for _ in range(20):
        page.keyboard.press("o")
        if name in (page.locator("#announcer").text_content() or ""):
            return page.locator(".legend:not([hidden]) b", has_text=name).wait_for()
    raise AssertionError(f"no overlay {name}")


def test_zones_of_control_of_the_whole_board(server, page):
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    cycle_to(page, "Zones of control")
    page.wait_for_selector(".tint.zone-union")
    cells = server.call(f"/games/{game}/overlays/zones")["cells"]
    for kind in ("zone-union", "zone-confederate", "zone-both"):
        see_tinted(page, kind, cells)
    assert sum("/overlays/zones" in url for url in asked) == 1
    assert not any("/hexes/" in url for url in asked)
    page.click(".legend .close")
    page.wait_for_selector(".tint", state="detached")
    expect(page.locator(".legend")).to_be_hidden()


def test_what_each_hex_counts_as(server, page):
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    cycle_to(page, "Terrain")
    page.wait_for_selector(".tint.terrain-woods")
    cells = server.call(f"/games/{game}/overlays/terrain")["cells"]
    see_tinted(page, "terrain-woods", cells)
    for word in ("W: Woods", "H: Hill", "T: Town"):
        expect(page.locator(".legend")).to_contain_text(word, use_inner_text=True)
    expect(page.locator(".tint-text", has_text="W")).to_have_count(len(tinted(page, "terrain-woods")))


def test_a_battles_own_overlay_from_the_hex_pointed_at_and_from_a_unit(server, page):
    game, made = server.new_game("chickamauga", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    page.keyboard.press("Escape")
    cycle_to(page, "Line of sight")
    page.locator(BOARD).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(".tint.here")
    page.wait_for_function(
        "() => document.querySelector('.tint.here')?.dataset.tint === document.querySelector('.cursor')?.dataset.hex"
    )
    here = page.locator(".cursor").get_attribute("data-hex")
    cells = {cell["hex"]: cell for cell in server.call(f"/games/{game}/overlays/sight?hex={here}")["cells"]}
    see_tinted(page, "good", cells.values())
    label = cells[here]["label"]
    page.locator(".hex-card", has_text=label).wait_for()
    expect(page.locator(".legend")).to_contain_text(here, use_inner_text=True)
    expect(page.locator(".legend")).to_contain_text("out of sight", use_inner_text=True)
    page.wait_for_function("label => document.getElementById('announcer').textContent.includes(label)", arg=label)


def test_the_menu_lays_an_overlay_on_a_phone(server, open_page):
    page = open_page('{"lang": "ja"}', viewport={"width": 390, "height": 800}, has_touch=True)
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    page.click("[aria-label='メニュー']")
    page.select_option("[data-menu='overlay']", "zones")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tint.zone-confederate")
    legend = page.locator(".legend")
    expect(legend).to_contain_text("ZOC", use_inner_text=True)
    expect(legend).to_contain_text("南軍", use_inner_text=True)
    box = legend.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
