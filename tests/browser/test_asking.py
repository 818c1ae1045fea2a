"""Questions at the board: they are answered with numbers and rules, and never play anything."""

from __future__ import annotations

from player import BOARD, Mouse, settle
from playwright.sync_api import expect


def sit_down(server, page, scenario):
    game, made = server.new_game(scenario, union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    settle(page)
    return game, made["key"]


def ask(page, text: str) -> str:
    page.locator(BOARD).press("Escape")
    page.keyboard.press("/")
    page.evaluate("() => { document.querySelector('.command-answer').textContent = ''; }")  # that of the last question
    page.locator(".command-input").fill(text)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.command-answer').textContent !== ''")
    answer = page.locator(".command-answer").inner_text()
    page.keyboard.press("Escape")
    return answer


def test_a_question_or_a_click_does_not_begin_a_march(server, page):
    """Kelly's Ford: to begin a march rolls dice, so that only a labelled button begins one."""
    game, key = sit_down(server, page, "kellys-ford")
    assert "March with Gregg" in ask(page, "reach Gregg")
    page.keyboard.press("e")
    page.click("dialog[open] .counter-button[data-unit='Gregg']")
    hands = Mouse(page)
    hands.click_middle(".piece.can-act[data-unit='FlankGuard'], .piece.can-act")
    page.wait_for_selector(".popup.choice:not([hidden])")
    assert server.view(game, key)["number"] == 0
    version = hands.version()
    page.click(".popup.choice [data-action='march Gregg']")
    hands.wait_for_change(version)
    assert server.view(game, key)["moves"][-1]["action"] == "march Gregg"


def test_why_of_a_hex_alone_asks_for_the_units_nearest_to_it(server, page):
    game, key = sit_down(server, page, "sharpsburg")
    answer = ask(page, "why 0404")
    for unit, name in (("I", "Hooker"), ("XII", "Mansfield")):
        asked = server.call(f"/games/{game}/why-not", {"action": f"move {unit} 0404"}, key)
        assert name in answer
        assert all(f"{reason['text']} [{reason['clause']}]" in answer for reason in asked["reasons"])
    assert "Burnside" not in answer
    assert "Burnside" in ask(page, "why 1110"), "he can get there"


def test_why_of_a_unit_is_about_its_march(server, page):
    game, key = sit_down(server, page, "sharpsburg")
    asked = server.call(f"/games/{game}/why-not", {"action": "move IX 0404"}, key)["reasons"]
    assert asked
    assert all(reason["text"] in ask(page, "why Burnside 0404") for reason in asked)


def test_odds_of_an_attack_that_cannot_be_say_why(server, page):
    sit_down(server, page, "sharpsburg")
    answer = ask(page, "odds Burnside 0404")
    assert "No such attack" in answer
    assert "[SH " in answer


def test_names_may_be_borne_twice_or_missing(server, page):
    sit_down(server, page, "salem-church")
    both = ask(page, "where Early")
    assert "in 4330" in both
    assert "not arrived" in both
    assert ask(page, "where") == ask(page, "reach") != ""


def test_a_refusal_offers_what_can_be_done_instead(server, page):
    game, key = sit_down(server, page, "bull-run")
    unit = server.view(game, key)["options"]["actors"][0]["unit"]
    hands = Mouse(page)
    ask(page, f"reach {unit}")
    goals = {hex_: page.locator(f".target[data-hex='{hex_}']").count() for hex_ in ("0114", "2001")}
    assert not any(goals.values()), "both corners are far from everybody"
    page.keyboard.press("/")
    page.locator(".command-input").fill("go 0114")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector(".popup.why .suggestions [data-instead]")
    action = page.locator("[data-instead]").get_attribute("data-instead")
    version = hands.version()
    page.click("[data-instead]")
    hands.wait_for_change(version)
    assert server.view(game, key)["moves"][-1]["action"] == action


def test_a_unit_whose_move_is_declared_first_goes_by_a_click_on_a_hex(server, page):
    """Shiloh: the standard move of a brigade in two clicks."""
    game, key = sit_down(server, page, "shiloh")
    hands = Mouse(page)
    hands.click_middle(".piece[data-unit='shaver']")
    ways = {way["hex"]: way for way in server.call(f"/games/{game}/ways?unit=shaver", key=key)["ways"]}
    page.wait_for_function("n => document.querySelectorAll('[data-ahead]').length === n", arg=len(ways))
    goal = next(hex_ for hex_, way in ways.items() if way["cost"] == 4 and not way["stops"])
    version = hands.version()
    hands.click_middle(f"[data-ahead='{goal}']")
    hands.wait_for_change(version + 1)
    assert [move["action"] for move in server.view(game, key)["moves"][-2:]] == ["walk shaver", f"to {goal}"]
    expect(page.locator(".toast.warn")).to_have_count(0)


def test_a_counter_beside_the_board_enters_by_a_click_on_a_hex_brought_into_sight(server, page):
    """Shiloh: Russell waits to enter at the corner of the map, which is out of sight at first."""
    game, key = sit_down(server, page, "shiloh")
    for _ in range(3):
        page.click(".zooms button:first-child")
    page.click(".tray .counter-button[data-unit='russell']")
    page.wait_for_selector("[data-ahead]")
    hands = Mouse(page)
    board = page.locator(BOARD).bounding_box()
    world = page.locator(".world").bounding_box()
    assert board is not None
    assert world is not None
    x, y = hands.middle("[data-ahead]")
    assert board["x"] < x < board["x"] + board["width"]
    assert board["y"] < y < board["y"] + board["height"]
    assert world["x"] <= board["x"] + 1, "no empty table beside the map"
    goal = page.locator("[data-ahead]").first.get_attribute("data-ahead")
    page.mouse.click(x, y)
    hands.wait_for_change(1)
    assert [move["action"] for move in server.view(game, key)["moves"]] == ["walk russell", f"to {goal}"]


def test_n_leads_the_cursor_through_the_places_of_the_chosen_unit(server, page):
    """Chickamauga's set-up by keyboard: a counter beside the board is told and placed."""
    game, key = sit_down(server, page, "chickamauga")
    page.locator(BOARD).focus()
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.getElementById('announcer').textContent.includes('Thomas')")
    Mouse(page).wait_for_quiet()
    offered = server.call(f"/games/{game}/options?unit=thomas", key=key)["options"]
    places = {option["hex"] for option in offered if option["hex"]}
    seen: list[str] = []
    for _ in places:
        page.keyboard.press("n")
        page.wait_for_function(
            "last => (document.querySelector('.cursor')?.dataset.hex ?? last) !== last", arg=seen[-1] if seen else ""
        )
        seen.append(page.locator(".cursor").get_attribute("data-hex"))
    assert sorted(seen) == sorted(places)
    page.keyboard.press("Shift+N")
    expect(page.locator(".cursor")).to_have_attribute("data-hex", seen[-2])
    version = Mouse(page).version()
    page.keyboard.press("Enter")
    Mouse(page).wait_for_change(version)
    assert server.view(game, key)["moves"][-1]["action"] == f"place thomas {seen[-2]}"
