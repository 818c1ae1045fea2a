"""The board page: hot seat, undo, reload, languages, reasons, planner, command box, dialogs."""

from __future__ import annotations

import re

import pytest
from player import BOARD, Keyboard, Mouse, eventually, settle, tab_to_another
from playwright.sync_api import expect

from hardtack.draw.palette import palette


def sit_down(server, page, scenario="bull-run", **seats):
    """A fresh game with this page at its key; the first decision is waiting."""
    game, made = server.new_game(scenario, **(seats or {"union": "you", "confederate": "you"}))
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    page.wait_for_selector(".piece.can-act")
    settle(page)
    return game, made["key"]


def march(server, page, game, key) -> str:
    """Move some unit with the mouse; returns the action as the server has it."""
    hands = Mouse(page)
    version = hands.version()
    assert hands.act_with_unit()
    hands.wait_for_change(version)
    return server.view(game, key)["moves"][-1]["action"]


def places(page) -> list[str]:
    """Where every counter is drawn."""
    return page.eval_on_selector_all(".piece", "all => all.map(one => one.dataset.unit + one.style.transform).sort()")


def place_of(page, unit: str) -> str:
    return page.eval_on_selector(f".piece[data-unit='{unit}']", "one => one.style.transform")


def test_a_game_fills_the_window_and_nothing_scrolls(server, page):
    """A pixel too much, and a browser with scroll bars shows one beside the whole page."""
    sit_down(server, page)
    assert (
        page.evaluate("(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.scrollingElement)") == 0
    )


def test_a_hot_seat_passes_from_side_to_side(server, page):
    game, key = sit_down(server, page)
    hands, seen = Mouse(page), set()
    for _ in range(12):
        hands.wait_for_turn()
        seen.add(server.view(game, key)["to_act"])
        if len(seen) == 2:
            break
        hands.decide(0)
    assert seen == {"union", "confederate"}
    expect(page.locator(".seat.yours")).to_have_count(2)


def test_undo_takes_a_move_back(server, page):
    game, key = sit_down(server, page)
    expect(page.locator(".bar-buttons button").first).to_be_disabled()
    before = places(page)
    unit = march(server, page, game, key).split()[1]
    moved = place_of(page, unit)
    page.click(".bar-buttons button:has-text('Undo')")
    page.wait_for_function("() => document.querySelector('.table').dataset.version === '2'")
    eventually(page, lambda: places(page), before)
    assert place_of(page, unit) != moved
    assert server.view(game, key)["number"] == 0


def test_undo_by_key_and_what_it_says_when_nothing_is_left(server, page):
    game, key = sit_down(server, page)
    march(server, page, game, key)
    page.locator(BOARD).focus()
    page.keyboard.press("z")
    page.wait_for_function("() => document.querySelector('.table').dataset.version === '2'")
    page.keyboard.press("z")
    page.locator(".toast", has_text="taken back").wait_for()


def test_reload_in_mid_game_shows_the_same_game(server, page):
    game, key = sit_down(server, page)
    unit = march(server, page, game, key).split()[1]

    def look() -> tuple[str, str, str]:
        return place_of(page, unit), page.locator(".lines").inner_text(), page.locator(".phase").inner_text()

    shown = look()
    page.reload()
    settle(page)
    eventually(page, look, shown)
    expect(page.locator(".prompt.yours")).to_have_count(1)


def test_a_seat_is_remembered_without_its_key_in_the_address(server, page):
    game, _ = sit_down(server, page)
    page.goto(f"{server.address}/play/{game}")
    page.wait_for_selector(".prompt.yours")


def test_letters_and_trees_come_when_the_board_is_on_the_screen_and_the_ground_is_one_picture_then(server, page):
    """Most of a board's drawing is letters and trees, which must not keep the board waiting; and whatever is a part of
    the page is gone through with every change on the board."""
    page.add_init_script("""
        const all = (tag) => document.querySelectorAll(`.terrain svg ${tag}`);
        const count = () => ["text", "use", "path"].map((tag) => all(tag).length);
        window.first = new Promise((done) => new MutationObserver((_, watch) => {
            if (!document.querySelector(".terrain")) return;
            watch.disconnect();
            done(count());
        }).observe(document, { childList: true, subtree: true }));
        window.later = count;
    """)
    sit_down(server, page)
    letters, _, shapes = page.evaluate("window.first")
    assert letters == 0
    assert shapes > 30
    expect(page.locator(".terrain img")).to_have_count(1)
    page.wait_for_function("() => window.later()[0] > 300")
    _, uses, left = page.evaluate("window.later()")
    assert uses == 0
    assert left < shapes  # the courses along which rivers and roads are named, arrows where troops arrive
    page.wait_for_function("() => document.querySelector('.terrain img').naturalWidth > 500")


def test_the_ground_follows_the_theme_and_the_grid_can_be_switched_off(server, page):
    page.add_init_script("""
        window.grounds = [];
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => (void blob.text().then((text) => window.grounds.push(text)), make(blob));
    """)
    sit_down(server, page)
    ground = page.locator(".terrain img")
    expect(ground).to_have_attribute("data-look", "light true")
    page.click(".head .theme")
    expect(ground).to_have_attribute("data-look", "dark true")
    page.click(".head [aria-label=Menu]")
    page.get_by_label("Hex grid").uncheck()
    expect(ground).to_have_attribute("data-look", "dark false")
    expect(ground).to_have_count(1)
    page.wait_for_function("() => window.grounds.length === 3")
    light, dark, plain = page.evaluate("window.grounds")
    assert f"--ht-paper:{palette('light')['paper']};" in light
    assert f"--ht-paper:{palette('dark')['paper']};" in dark
    assert 'class="grid"' in dark
    assert 'class="grid"' not in plain


def test_the_language_changes_in_mid_game_log_and_map_included(server, page):
    game, key = sit_down(server, page)
    expect(page.locator(".lines > *")).not_to_have_count(0)
    page.evaluate("""() => {
        window.taken = 0;
        const watch = new MutationObserver((all) => all.forEach((one) => (window.taken += one.removedNodes.length)));
        watch.observe(document.querySelector(".lines"), { childList: true });
    }""")
    march(server, page, game, key)
    expect(page.locator(".lines .entry").nth(1)).to_be_attached()
    assert page.evaluate("window.taken") == 0  # what was said stays where it is: a log may be long
    english = page.locator(".lines").inner_text()
    page.click("[data-lang='ja']")
    expect(page.locator(".lines")).to_contain_text(re.compile("[ぁ-ん]"))
    eventually(page, lambda: len(page.locator(".lines").inner_text().splitlines()), len(english.splitlines()))
    expect(page.locator(".prompt")).to_contain_text(re.compile("[ぁ-ん]"))
    expect(page.locator(".terrain svg")).to_have_attribute("lang", "ja")
    unit = server.view(game, key)["pieces"][0]
    name = next(
        piece["name"] for piece in server.call(f"/games/{game}?lang=ja", key=key)["pieces"] if piece["id"] == unit["id"]
    )
    page.wait_for_function(
        "name => document.querySelector('.piece .name')?.ownerSVGElement.textContent.includes(name)", arg=name
    )
    page.click("[data-lang='en']")
    page.wait_for_function("() => document.documentElement.lang === 'en' && document.querySelector('.lines .entry')")
    expect(page.locator(".lines")).to_have_text(english, use_inner_text=True)


def test_a_hex_card_tells_who_can_get_there(server, page):
    game, key = sit_down(server, page)
    hands = Mouse(page)
    unit = hands.lit_units()[0]
    hands.click_middle(f".piece[data-unit='{unit}']")
    page.wait_for_selector(".target.move")
    goal = hands.uncovered(hands.targets("move"))[0]
    page.mouse.move(*hands.middle(f".target[data-hex='{goal}']"))
    page.wait_for_selector(".hex-card .comers")
    offered = server.call(f"/games/{game}/options?hex={goal}", key=key)["options"]
    pieces = {piece["id"]: piece["name"] for piece in server.view(game, key)["pieces"]}
    names = list(dict.fromkeys(pieces[option["unit"]] for option in offered))
    assert pieces[unit] in names
    for name in names[:8]:
        expect(page.locator(".hex-card .comers").first).to_contain_text(name)


def test_a_forbidden_click_names_every_reason_with_its_rule(server, page):
    game, key = sit_down(server, page)
    hands = Mouse(page)
    unit = hands.lit_units()[0]
    hands.click_middle(f".piece[data-unit='{unit}']")
    page.wait_for_selector(f".piece.selected[data-unit='{unit}']")
    hands.wait_for_quiet()
    far = page.evaluate("""() => {
        const box = document.querySelector('.world').getBoundingClientRect();
        const one = document.querySelector('.piece.selected').getBoundingClientRect();
        return {x: one.x < box.x + box.width / 2 ? box.right - 120 : box.x + 120, y: box.y + box.height / 2};
    }""")
    page.mouse.click(far["x"], far["y"])
    page.wait_for_selector(".popup.why:not([hidden])")
    hex_ = page.locator(".cursor").get_attribute("data-hex")
    asked = server.call(f"/games/{game}/why-not", {"action": f"move {unit} {hex_}"}, key)
    assert asked["reasons"]
    shown = page.locator(".popup .reasons li")
    expect(shown).to_have_count(len(asked["reasons"]))
    for number, reason in enumerate(asked["reasons"]):
        for part in (reason["text"], reason["clause"]):
            expect(shown.nth(number)).to_contain_text(part)
    page.click(".popup .chip >> nth=0")
    expect(page.locator("dialog .clause.wanted")).to_contain_text(asked["reasons"][0]["clause"], use_inner_text=True)


def test_the_end_of_a_phase_lists_who_could_still_act_and_leads_there(server, page):
    sit_down(server, page)
    lit = set(Mouse(page).lit_units())
    page.keyboard.press("e")
    page.wait_for_selector("dialog[open]")
    listed = page.eval_on_selector_all("dialog .counter-button", "all => all.map(one => one.dataset.unit)")
    assert set(listed) == lit
    page.click(f"dialog .counter-button[data-unit='{listed[1]}']")
    expect(page.locator(".piece.selected")).to_have_attribute("data-unit", listed[1])
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_letters_steer_in_six_directions_and_e_ends_the_phase_at_rest(server, page):
    sit_down(server, page)
    geometry = server.call("/scenarios/bull-run/geometry")["toward"]
    page.locator(BOARD).focus()
    page.keyboard.press("ArrowUp")
    here = page.locator(".cursor").get_attribute("data-hex")
    for key, direction in (("w", 0), ("e", 1), ("d", 2), ("s", 3), ("a", 4), ("q", 5)):
        here = geometry[here][direction]
        page.keyboard.press(key)
        expect(page.locator(".cursor")).to_have_attribute("data-hex", here)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("e")
    page.wait_for_selector("dialog[open] [data-confirm]")


def test_tab_leads_through_the_units_and_out_of_the_board(server, page):
    sit_down(server, page)
    units = Mouse(page).lit_units()
    page.locator(BOARD).focus()
    seen: list[str] = []
    for _ in units:
        seen.append(tab_to_another(page, *seen[-1:]))
    assert sorted(seen) == sorted(units)
    page.keyboard.press("Tab")
    expect(page.locator(BOARD)).not_to_be_focused()


def ask(page, text: str) -> str:
    page.keyboard.press("/")
    page.evaluate("() => { document.querySelector('.command-answer').textContent = ''; }")  # that of the last question
    page.locator(".command-input").fill(text)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.command-answer').textContent !== ''")
    return page.locator(".command-answer").inner_text()


def test_the_command_box_answers_questions_and_plays(server, page):
    game, key = sit_down(server, page)
    view = server.view(game, key)
    unit = next(piece for piece in view["pieces"] if piece["can_act"])
    assert unit["at"] in ask(page, f"where {unit['name']}")
    options = server.call(f"/games/{game}/options?unit={unit['id']}", key=key)["options"]
    page.keyboard.press("Escape")
    reach = ask(page, f"reach {unit['name'][:4]}")
    assert all(option["hex"] in reach for option in options)
    page.keyboard.press("Escape")
    why = ask(page, f"why move {unit['id']} {unit['at']}")
    assert (
        server.call(f"/games/{game}/why-not", {"action": f"move {unit['id']} {unit['at']}"}, key)["reasons"][0]["text"]
        in why
    )
    page.keyboard.press("Escape")
    assert "Nobody" in ask(page, "where Nobody")
    page.keyboard.press("Escape")
    move = next(option for option in options if option["kind"] == "move" and not option["risk"])
    version = Mouse(page).version()
    ask(page, move["action"])
    Mouse(page).wait_for_change(version)
    assert server.view(game, key)["moves"][-1]["action"] == move["action"]
    page.keyboard.press("Escape")
    assert "[" in ask(page, f"move {unit['id']} {move['hex']} "), "it stands there already"


def test_rules_charts_help_and_menu_are_one_key_away(server, page):
    sit_down(server, page)
    for key, content in (("r", ".chapter"), ("c", "table.chart"), ("t", "table.chart"), ("?", ".keys")):
        page.keyboard.press(key)
        page.wait_for_selector(f"dialog[open] {content}")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
    for _ in range(5):  # a key right behind Escape is not lost in the closing book's search field
        page.keyboard.press("r")
        page.wait_for_selector("dialog[open] .chapter")
        page.keyboard.press("Escape")
        page.keyboard.press("c")
        page.wait_for_selector("dialog[open] table.chart")
        page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.locator("dialog input[type=search]").fill("initiative")
    clauses = page.locator("dialog .dialog-body > .clauses .clause")
    expect(clauses.first).to_be_attached()
    expect(clauses.filter(has_not_text="nitiative")).to_have_count(0)


def test_a_spectator_sees_but_cannot_act(server, open_page):
    game, made = server.new_game(union="you", confederate="you")
    page = open_page()
    page.goto(f"{server.address}/play/{game}")
    page.wait_for_selector(".prompt.waiting")
    expect(page.locator(".piece").nth(10)).to_be_attached()
    expect(page.locator(".piece.can-act")).to_have_count(0)
    action = server.view(game, made["key"])["options"]["actors"][0]["options"][0]["action"]
    server.call(f"/games/{game}/actions", {"action": action, "expected": 0}, made["key"])
    page.wait_for_function("() => document.querySelector('.table').dataset.version === '1'")


def test_a_wrong_key_and_an_unknown_game_are_told_plainly(server, open_page, watch):
    watch.allowed += ["403", "404"]
    game, _ = server.new_game(union="you", confederate="you")
    for key in ("wrong", "%E0%A4%A"):  # the second is no text at all
        page = open_page()
        page.goto(f"{server.address}/play/{game}#{key}")
        expect(page.locator(".trouble")).to_contain_text("not a seat", use_inner_text=True)
    page.goto(f"{server.address}/play/nothing")
    expect(page.locator(".trouble")).to_contain_text("no such game", use_inner_text=True)


def test_the_planner_shows_the_exact_chances_and_commits(server, page):
    """An attack of Sharpsburg's first turn, reached by playing: the bars are the server's own numbers."""
    game, key = sit_down(server, page, "sharpsburg")
    hands = Keyboard(page, seed=5)
    for _ in range(60):
        view = server.view(game, key)
        attacks = [
            option
            for actor in view["options"]["actors"]
            for option in actor["options"] or []
            if option["kind"] == "attack"
        ]
        attacks += [option for option in view["options"]["general"] if option["kind"] == "attack"]
        if attacks:
            break
        hands.wait_for_turn()
        hands.decide(0)
    else:
        pytest.fail("no attack came up")
    attack = attacks[0]
    start = next(piece["at"] for piece in view["pieces"] if piece["id"] == (attack["attackers"] or [attack["unit"]])[0])
    ask(page, f"odds {start} {attack['hex']}")
    page.wait_for_selector(".planner .chance-bar, .planner .certain")
    forecast = server.call(f"/games/{game}/forecast", {"action": attack["action"]}, key)
    assert abs(sum(chance["chance"] for chance in forecast["chances"]) - 1) < 1e-4
    expect(page.locator(".modifiers li")).to_have_count(len(forecast["modifiers"]))
    for number, modifier in enumerate(forecast["modifiers"]):
        for part in (modifier["value"], modifier["clause"]):
            expect(page.locator(".modifiers li").nth(number)).to_contain_text(part)
    page.click(".planner details.joint-chances summary")
    expect(page.locator(".joint tr")).to_have_count(min(40, len(forecast["chances"])))
    expect(page.locator(".joint tr").first).to_contain_text(forecast["chances"][0]["fraction"], use_inner_text=True)
    version = hands.version()
    page.click(".planner [data-commit]")
    hands.wait_for_change(version)
    assert server.view(game, key)["moves"][-1]["kind"] in ("attack", "choose")
