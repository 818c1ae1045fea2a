"""The attack planner of a battle with flanks: the six hexes around the target, drawn, tinted and told in words."""

from __future__ import annotations

import pytest
from player import BOARD, Mouse, eventually, settle
from playwright.sync_api import expect
from test_access import examine
from test_campaign import before_the_assault, command

from hardtack.battles import find_battle
from hardtack.battles.bull_run.combat import Combat
from hardtack.battles.bull_run.turns import EndTurn
from hardtack.referee.dice import LoadedDice
from hardtack.referee.position import write_position
from hardtack.referee.state import WAITING, freeze, put
from hardtack.referee.umpire import begin, play

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
    hexes = sorted(modifier["hex"] for modifier in around)
    gains = sorted(modifier["hex"] for modifier in around if modifier["value"].startswith("+"))
    assert gains
    for marked, wanted in ((".petal[data-hex]", hexes), ("[data-flank]", hexes), (".flank.plus", gains)):
        read = "all => all.map(one => one.dataset.flank ?? one.dataset.hex).sort()"
        eventually(page, lambda marked=marked, read=read: page.eval_on_selector_all(marked, read), wanted)
    one = around[0]
    page.hover(f".petal[data-hex='{one['hex']}']")
    expect(page.locator(".rosette figcaption")).to_contain_text(one["label"], use_inner_text=True)
    expect(page.locator(".flank.pointed")).to_have_attribute("data-flank", one["hex"])
    page.focus(f".petal[data-hex='{around[1]['hex']}']")
    expect(page.locator(".rosette figcaption")).to_contain_text(around[1]["label"], use_inner_text=True)
    listed = page.locator(".rosette details li span:not(.side-sign)")
    expect(listed).to_have_text([modifier["label"] for modifier in around])
    page.locator(BOARD).focus()
    page.keyboard.press("Escape")
    page.wait_for_selector(".flank", state="detached")


def test_the_planner_is_open_to_all(server, open_page):
    for theme in ("light", "dark"):
        page = open_page(f'{{"lang": "ja", "theme": "{theme}"}}', bypass_csp=True)
        plan(server, page)
        assert examine(page) == []


def before_the_charge() -> str:
    """Kelly's Ford with Gregg on the march, 12 points left, beside the Confederate cavalry, as a position."""
    battle = find_battle("kellys-ford")
    scenario = battle.scenario("kellys-ford")
    state = begin(battle.set_up(scenario), LoadedDice(())).state
    draft = play(state, battle.parse(scenario, "march Gregg"), LoadedDice((6, 6))).state.draft()
    draft.at = put(draft.at, scenario.index["Gregg"], scenario.hex("1419"))
    return write_position(freeze(draft))


def test_many_ways_to_attack_are_a_list_that_keeps_the_focus(server, page):
    seats = {"union": {"who": "you"}, "confederate": {"who": "link"}}
    made = server.call("/games", {"position": before_the_charge(), "seats": seats})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    hands = Mouse(page)
    hands.wait_for_turn()
    settle(page)
    hands.click_middle(".target.attack[data-hex='1418']")
    ways = page.locator(".planner .plan-ways")
    ways.wait_for()
    named = ways.locator("option")
    expect(named.first).to_have_text("Attacks Culpeper (1418): column attack (0 MP, -3)")
    expect(named.last).to_have_text("Charges Culpeper (1418): prepared attack (12 MP, +2)")
    ways.select_option(index=named.count() - 1)
    page.wait_for_selector(".planner [data-commit='charge Gregg prepared 1418']")
    expect(ways).to_be_focused()
    assert examine(page) == []
    expect(page.locator(".plan-head h3")).to_have_text(
        "Gregg charges Culpeper (1418): prepared attack (12 MP, +2)", use_inner_text=True
    )


def before_the_ridge() -> str:
    """Bull Run, the Union's combat: Davies beside Jones, with a friend behind him, as a position."""
    battle = find_battle("bull-run")
    scenario = battle.scenario("bull-run")
    draft = begin(battle.set_up(scenario), LoadedDice((2, 3))).state.draft()
    draft.at = tuple(WAITING for _ in scenario.pieces)
    for unit, hex_ in (("DAV", "1709"), ("RIC", "1608"), ("JON", "1710"), ("EVA", "0805")):
        place = scenario.board.grid.index(hex_)
        draft.at = put(draft.at, scenario.index[unit], place)
        draft.crossed = put(draft.crossed, scenario.index[unit], scenario.ground.north >> place & 1)
    draft.agenda = (EndTurn(), Combat("confederate", 2), Combat("union", 1))
    return write_position(freeze(draft))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_is_forecast_is_what_is_attacked(server, open_page, lang):
    """Every word and number of the planner is the server's forecast of the very action the button sends."""
    page = open_page(f'{{"lang": "{lang}"}}')
    seats = {"union": {"who": "you"}, "confederate": {"who": "link"}}
    made = server.call("/games", {"position": before_the_ridge(), "seats": seats})
    game, key = made["id"], made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    hands = Mouse(page)
    hands.wait_for_turn()
    settle(page)
    page.wait_for_selector(".target.attack")  # Davies is the only one that can attack, and is in hand
    hands.click_middle(".target.attack[data-hex='1710']")
    commit = page.locator(".planner [data-commit]")
    page.wait_for_selector(".planner .chances")
    action = commit.get_attribute("data-commit")
    forecast = server.call(f"/games/{game}/forecast?lang={lang}", {"action": action}, key)
    shown = page.locator(".planner .chances")
    results = {(one["name"], one["label"]) for chance in forecast["chances"] for one in chance["results"]}
    assert len(results) > 2
    for name, label in results:
        shares: dict[int | str, float] = {}
        for chance in forecast["chances"]:
            for one in chance["results"]:
                if one["name"] == name:
                    shares[one["value"]] = shares.get(one["value"], 0) + chance["chance"]
        if len(shares) > 1 or 0 not in shares:  # what never happens is not told
            expect(shown).to_contain_text(label)
    page.click(".planner details.joint-chances summary")
    rows = page.locator(".joint tr")
    expect(rows).to_have_count(len(forecast["chances"]))
    for chance, row in zip(forecast["chances"], rows.all_inner_texts(), strict=True):
        assert chance["fraction"] in row
        for one in chance["results"]:
            assert f"{one['label']} {one['value']}" in row
    named = page.locator(".plan-head .versus .row").first.locator("[data-unit]").all()
    version = hands.version()
    attackers = {one.get_attribute("data-unit") for one in named}
    commit.click()
    hands.wait_for_change(version)
    move = next(move for move in server.view(game, key)["moves"] if move["kind"] == "attack")
    assert move["action"] == action
    assert set(move["attackers"]) == attackers
