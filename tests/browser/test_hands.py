"""Counters under the hand: carried to a hex, fanned out of a stack; the curtain of a hot seat; the pace of bots."""

from __future__ import annotations

from player import BOARD, Mouse, eventually, settle
from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def sit_down(server, page, scenario="bull-run", **seats):
    game, made = server.new_game(scenario, **(seats or {"union": "you", "confederate": "you"}))
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt")
    settle(page)
    return game, made["key"]


def carry(page, unit: str, to: tuple[float, float]) -> tuple[str, str]:
    """Press on a counter and take it somewhere; where it was drawn before and while it is carried."""
    spot = f".piece[data-unit='{unit}']"
    x, y = Mouse(page).middle(spot)
    before = page.eval_on_selector(spot, "one => one.style.transform")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=3)
    page.mouse.move(*to, steps=3)
    page.wait_for_selector(f"{spot}.lifted")
    page.mouse.move(to[0] + 1, to[1])
    return before, page.eval_on_selector(spot, "one => one.style.transform")


def test_a_counter_is_carried_to_its_destination(server, page):
    game, key = sit_down(server, page)
    hands = Mouse(page)
    # one that stands alone: of a stack the one on top is carried
    places = [piece["at"] for piece in server.view(game, key)["pieces"]]
    unit = next(
        piece["id"]
        for piece in server.view(game, key)["pieces"]
        if piece["can_act"] and piece["at"].isdigit() and places.count(piece["at"]) == 1
    )
    hands.click_middle(f".piece[data-unit='{unit}']")
    page.wait_for_selector(".target.move")
    goal = hands.uncovered(hands.targets("move"))[0]
    there = hands.middle(f".target[data-hex='{goal}']")
    page.keyboard.press("Escape")
    before, carried = carry(page, unit, there)
    assert carried != before
    page.mouse.up()
    page.wait_for_function("() => document.querySelector('.table').dataset.version === '1'")
    move = server.view(game, key)["moves"][-1]
    assert (move["unit"], move["hex"]) == (unit, goal)
    expect(page.locator(".piece.lifted")).to_have_count(0)
    # carried where it must not go, it returns, and the reasons are told
    page.keyboard.press("z")
    page.wait_for_function("() => document.querySelector('.table').dataset.version === '2'")
    box = page.locator(BOARD).bounding_box()
    assert box is not None
    corner = (box["x"] + 40, box["y"] + box["height"] - 90)
    before, carried = carry(page, unit, corner)
    assert carried != before
    page.mouse.up()
    page.wait_for_function(
        "([unit, spot]) => document.querySelector(`.piece[data-unit='${unit}']`).style.transform === spot",
        arg=[unit, before],
    )
    assert server.view(game, key)["number"] == 0


def stack(server, game, key) -> tuple[str, list[dict]]:
    """A hex with two counters."""
    pieces = [piece for piece in server.view(game, key)["pieces"] if piece["at"].isdigit()]
    for piece in pieces:
        here = [other for other in pieces if other["at"] == piece["at"]]
        if len(here) > 1:
            return piece["at"], here
    raise AssertionError("no stack")


def test_a_stack_tells_its_number_and_strength_and_fans_out_for_the_pointer(server, page):
    game, key = sit_down(server, page)
    _, pieces = stack(server, game, key)
    total = sum(int(piece["numbers"][0]) for piece in pieces)
    expect(page.locator(".stack-badge text", has_text=f"{len(pieces)}·{total}").first).to_be_attached()
    top = next(piece["id"] for piece in reversed(pieces))
    page.mouse.move(*Mouse(page).middle(f".piece[data-unit='{top}']"))
    page.wait_for_selector(".fan:not([hidden])")
    fanned = "all => all.map(one => one.dataset.unit).sort()"
    wanted = sorted(piece["id"] for piece in pieces)
    eventually(page, lambda: page.eval_on_selector_all(".fan .counter-button", fanned), wanted)
    page.click(f".fan .counter-button[data-unit='{pieces[0]['id']}']")
    page.wait_for_selector(".fan", state="hidden")
    expect(page.locator(".panel.unit h3")).to_contain_text(pieces[0]["name"], use_inner_text=True)


def test_a_stack_fans_out_for_a_finger_and_for_the_cursor(server, open_page):
    page = open_page(**PHONE)
    game, key = sit_down(server, page)
    hex_, pieces = stack(server, game, key)
    view = server.view(game, key)
    if view["to_act"] == (side := pieces[0]["side"]):  # a tap would light the hexes round it, and no fan covers these
        server.call(f"/games/{game}/actions", {"action": "end", "expected": view["version"]}, key)
        page.wait_for_selector(f".now:not(.{side})")
    page.keyboard.press("/")
    page.locator(".command-input").fill(f"go {hex_}")
    page.keyboard.press("Enter")
    page.wait_for_selector(".fan:not([hidden])")
    page.keyboard.press("Escape")
    page.locator(BOARD).press("ArrowDown")
    page.wait_for_selector(".fan", state="hidden")
    page.touchscreen.tap(*Mouse(page).middle(f".piece[data-unit='{pieces[-1]['id']}']"))
    page.wait_for_selector(".fan:not([hidden])")
    expect(page.locator(".fan .counter-button")).to_have_count(len(pieces))


def test_a_curtain_falls_between_two_players_at_one_screen(server, open_page):
    page = open_page('{"curtain": true, "askEnd": false}')
    game, key = sit_down(server, page)
    first = server.view(game, key)["to_act"]
    hands = Mouse(page)
    for _ in range(6):
        hands.wait_for_turn()
        hands.decide(0)
        if server.view(game, key)["to_act"] != first:
            break
    page.wait_for_selector("dialog.curtain[open]")
    opaque = page.evaluate(
        "() => getComputedStyle(document.querySelector('dialog.curtain'), '::backdrop').backgroundColor"
    )
    assert opaque.startswith("rgb("), "no colour shines through"
    page.click("dialog.curtain .button.primary")
    page.wait_for_selector("dialog.curtain", state="detached")


def test_the_pace_of_bots_is_a_slider_and_can_be_skipped(server, page):
    game, key = sit_down(server, page, union="you", confederate="random")
    slider = page.locator(".side .pace input[type=range]")
    slider.fill("1000")
    server.wait_for(game, key, lambda view: view["bots"]["pace_ms"] == 1500)
    page.click(".side .pace button[aria-label='Pause the computer']")
    server.wait_for(game, key, lambda view: view["bots"]["paused"])
    page.click(".side .pace button[aria-label='Skip ahead']")
    bots = server.wait_for(game, key, lambda view: not view["bots"]["paused"])["bots"]
    assert bots["pace_ms"] == 0
    expect(slider).to_have_value("2500")


def test_on_a_phone_the_board_keeps_its_height_while_an_attack_is_weighed(server, open_page):
    game, made = server.new_game("sharpsburg", union="you", confederate="you")
    key = made["key"]
    for number, action in enumerate(("move I 0805", "move XII 0804", "end", "attack I 0705")):
        server.call(f"/games/{game}/actions", {"action": action, "expected": number}, key)
    page = open_page(**PHONE)
    page.goto(f"{server.address}/play/{game}#{key}")
    page.wait_for_selector(".planner [data-commit]")
    settle(page)

    def share() -> float:
        box = page.locator(BOARD).bounding_box()
        assert box is not None
        return box["height"] / PHONE["viewport"]["height"]

    kept = share()
    assert kept >= 0.6
    page.tap(".sheet-handle")
    page.wait_for_selector(".side.raised .planner .chance, .side.raised .planner .certain")
    assert share() == kept, "the sheet slides over the board"
    head = page.locator(".phase .now").bounding_box()
    buttons = page.locator(".head-buttons").bounding_box()
    assert head is not None
    assert buttons is not None
    assert head["x"] + head["width"] <= buttons["x"]


def test_the_board_does_not_slide_from_under_its_buttons(server, open_page):
    """A browser brings what has the focus into sight by scrolling, also where nobody can scroll back."""
    page = open_page(**PHONE)
    sit_down(server, page)
    page.tap(".zooms button:first-child")
    page.eval_on_selector_all(".piece", "all => all.forEach((one) => one.scrollIntoView())")
    slid = "all => all.map((one) => { one.scrollTo(120, 80); return [one.scrollLeft, one.scrollTop]; })"
    assert page.eval_on_selector_all(".board-frame, .field", slid) == [[0, 0], [0, 0]]


def test_everything_is_in_reach_of_a_finger(server, open_page):
    """A small head has no room for the books; the menu has."""
    page = open_page(**PHONE)
    sit_down(server, page)
    for label, content in (
        ("Rules", ".chapter"),
        ("Charts", "table.chart"),
        ("Forces", ".roster-unit"),
        ("How it stands", ".dialog-body li"),
    ):
        page.tap(".head-buttons button[aria-label='Menu']")
        page.tap(f"dialog .menu .button:has-text('{label}')")
        page.wait_for_selector(f"dialog[open] {content}")
        page.locator("dialog[open] .close").last.tap()
        page.wait_for_selector("dialog[open]", state="detached")
    page.tap(".head-buttons button[aria-label='Menu']")
    page.tap("dialog .menu .button:has-text('Command')")
    page.locator(".command-input").fill("where Jackson")
    page.keyboard.press("Enter")
    expect(page.locator(".command-answer")).to_contain_text("Jackson", use_inner_text=True)


def test_a_few_counters_far_off_do_not_make_the_others_small(server, page):
    page.goto(server.address)
    scales = page.evaluate("""async () => {
        const { Viewport } = await import("/assets/board/viewport.js");
        const frame = document.createElement("div");
        frame.style.cssText = "position: fixed; inset: 0; width: 900px; height: 700px";
        document.body.append(frame);
        const crowd = Array.from({ length: 30 }, (_, i) => ({ x: 1500 + (i % 6) * 80, y: 400 + (i % 5) * 70 }));
        const look = (points) => {
            const world = frame.appendChild(document.createElement("div"));
            const view = new Viewport(frame, world, 2000, 2600);
            view.fitTo(points);
            const seen = points.filter((point) => {
                const { x, y } = view.outside(point);
                return x > 0 && y > 0 && x < 900 && y < 700;
            }).length;
            view.close();
            return [view.scale, seen];
        };
        const away = crowd.map(({ x, y }) => ({ x: x - 1400, y: y + 2000 }));
        return [look(crowd), look([...crowd, { x: 60, y: 2500 }]), look([...crowd, ...away])];
    }""")
    (close, all_of_them), (with_one, most), (two_crowds, _) = scales
    assert (close, all_of_them) == (0.95, 30)
    assert (with_one, most) == (0.95, 30), "one far off is out of sight"
    assert two_crowds < 0.5, "two crowds far from each other are both shown"


def test_a_replay_shows_who_is_in_a_stack(server, page):
    game, made = server.new_game(union="you", confederate="you")
    _, pieces = stack(server, game, made["key"])
    page.goto(f"{server.address}/replay/{game}#{made['key']}")
    page.wait_for_selector(".film-slider")
    settle(page)
    page.mouse.move(*Mouse(page).middle(f".piece[data-unit='{pieces[-1]['id']}']"))
    page.wait_for_selector(".fan.peek:not([hidden])")
    expect(page.locator(".fan.peek .caption")).to_have_text([piece["name"] for piece in pieces], use_inner_text=True)
    page.mouse.move(5, 300)
    page.wait_for_selector(".fan.peek", state="hidden")


def test_a_headquarters_in_a_stack_does_not_hide_its_strength(server, page):
    page.goto(server.address)
    totals = page.evaluate("""async () => {
        const { strength } = await import("/assets/board/counters.js");
        const piece = (type, ...numbers) => ({ type, numbers });
        const guns = piece("artillery", "3", "4"), brigade = piece("infantry", "5", "3");
        const staff = [piece("hq"), piece("leader", "3", "6")];
        return [strength([guns, brigade, ...staff]), strength(staff), strength([guns, piece("infantry", "(½)", "4")])];
    }""")
    assert totals == [8, None, None]
