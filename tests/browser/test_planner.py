"""The attack planner of a battle with flanks: the six hexes around the target, drawn, tinted and told in words."""

from __future__ import annotations

from player import BOARD, Mouse, settle
from test_access import examine
from test_campaign import before_the_assault, command

TARGET = "4330"


def plan(server, page) -> list[dict[str, str]]:
    """Weigh the assault on Hoke; the modifiers of the hexes around him."""
    seats = {"union": {"who": "you"}, "confederate": {"who": "link"}}
    made = server.call("/games", {"position": before_the_assault(), "seats": seats})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    Mouse(page).wait_for_turn()
    settle(page)
    command(page, f"odds Sedgwick {TARGET}")
    page.wait_for_selector(".rosette")
    page.keyboard.press("Escape")  # the command box
    forecast = server.call(f"/games/{made['id']}/forecast", {"action": f"assault Sedgwick {TARGET}"}, made["key"])
    return [modifier for modifier in forecast["modifiers"] if modifier["hex"]]


def test_the_hexes_around_the_target_are_drawn_and_tinted(server, page):
    around = plan(server, page)
    assert len(around) == 6
    petals = page.eval_on_selector_all(".petal[data-hex]", "all => all.map(one => one.dataset.hex)")
    assert sorted(petals) == sorted(modifier["hex"] for modifier in around)
    tinted = page.eval_on_selector_all("[data-flank]", "all => all.map(one => one.dataset.flank)")
    assert sorted(tinted) == sorted(petals)
    gains = {modifier["hex"] for modifier in around if modifier["value"].startswith("+")}
    assert gains
    assert set(page.eval_on_selector_all(".flank.plus", "all => all.map(one => one.dataset.flank)")) == gains
    one = around[0]
    page.hover(f".petal[data-hex='{one['hex']}']")
    assert one["label"] in page.locator(".rosette figcaption").inner_text()
    assert page.locator(".flank.pointed").get_attribute("data-flank") == one["hex"]
    page.focus(f".petal[data-hex='{around[1]['hex']}']")
    assert around[1]["label"] in page.locator(".rosette figcaption").inner_text()
    listed = page.locator(".rosette details li span:not(.side-sign)").all_text_contents()
    assert listed == [modifier["label"] for modifier in around]
    page.locator(BOARD).focus()
    page.keyboard.press("Escape")
    page.wait_for_selector(".flank", state="detached")


def test_the_planner_is_open_to_all(server, open_page):
    for theme in ("light", "dark"):
        page = open_page(f'{{"lang": "ja", "theme": "{theme}"}}', bypass_csp=True)
        plan(server, page)
        assert examine(page) == []
