"""What one has to see and click is in sight: the whole map, the units one comes to, lit hexes under no card."""

from __future__ import annotations

import pytest
from player import BOARD, Mouse, eventually, settle, tab_to_another
from playwright.sync_api import expect
from taken_up import RECORDS
from test_hands import PHONE, sit_down
from test_phone import AT_REST

from hardtack.battles import find_battle
from hardtack.draw import CounterLook, counter_svg
from hardtack.referee.dice import LoadedDice
from hardtack.referee.position import write_position
from hardtack.referee.umpire import begin
from hardtack.table import Match

BOXES = """() => Object.fromEntries([["frame", ".board-frame"], ["map", ".world"]].map(([name, found]) => {
    const { left, top, right, bottom } = document.querySelector(found).getBoundingClientRect();
    return [name, { left, top, right, bottom }];
}))"""

# How much of the frame lies beyond the map, in pixels, where the map is large enough to fill it.
BLANK = """() => {
    const box = (found) => document.querySelector(found).getBoundingClientRect();
    const frame = box(".board-frame"), map = box(".world");
    const beyond = (least, most, from, to) => to - from < most - least ? 0 : Math.max(0, from - least, most - to);
    return Math.max(beyond(frame.left, frame.right, map.left, map.right),
        beyond(frame.top, frame.bottom, map.top, map.bottom));
}"""
WATCH = """() => {
    window.blanks = [];
    new MutationObserver(() => window.blanks.push(window.blank()))
        .observe(document.querySelector(".world"), { attributes: true, attributeFilter: ["style"] });
}"""

# What lies on top at the middle of a counter: nothing but the board itself may.
COVERED = """unit => {
    const box = document.querySelector(`.piece[data-unit="${unit}"] .face`).getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !top?.closest(".board-frame") || Boolean(top.closest(".floating"));
}"""

# The lit hexes whose middle lies under a card.
HIDDEN = """card => {
    const cards = [...document.querySelectorAll(card)].filter((one) => one.checkVisibility());
    const shown = cards.map((one) => one.getBoundingClientRect());
    return [...document.querySelectorAll(".target")].filter((one) => {
        const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        return shown.some((over) => x > over.left && x < over.right && y > over.top && y < over.bottom);
    }).map((one) => one.dataset.hex);
}"""


def union_first(server, page) -> tuple[str, str]:
    """Bull Run with the Union to move, two of its stacks on the map."""
    battle = find_battle("bull-run")
    start = begin(battle.set_up(battle.scenario("bull-run")), LoadedDice((2, 3))).state
    assert start.initiative == "union"
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": write_position(start), "seats": seats})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    settle(page)
    return made["id"], made["key"]


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (1920, 1080), (1024, 768), (844, 390), (390, 844)])
def test_the_whole_of_the_largest_map_is_shown(server, open_page, size):
    page = open_page(viewport={"width": size[0], "height": size[1]})
    sit_down(server, page, "kellys-ford")
    for ask in (lambda: page.click(".zooms button:last-child"), lambda: page.locator("body").press("0")):
        page.locator("body").press("+")
        ask()
        page.evaluate("() => new Promise(requestAnimationFrame)")
        boxes = page.evaluate(BOXES)
        frame, board = boxes["frame"], boxes["map"]
        assert board["left"] >= frame["left"] - 1
        assert board["right"] <= frame["right"] + 1
        assert board["top"] >= frame["top"] - 1
        assert board["bottom"] <= frame["bottom"] + 1
        wide, high = board["right"] - board["left"], board["bottom"] - board["top"]
        assert wide > frame["right"] - frame["left"] - 2 or high > frame["bottom"] - frame["top"] - 2, (
            "as large as fits"
        )


def test_the_whole_map_gives_way_to_the_tray_where_there_is_room(server, open_page):
    page = open_page(viewport={"width": 1440, "height": 900})
    sit_down(server, page, "chickamauga")
    page.click(".zooms button:last-child")
    page.wait_for_function(f"() => ({BOXES})().map.right <= document.querySelector('.tray').getBoundingClientRect().x")


SCALE = "new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"


def scale(page) -> float:
    return page.evaluate(SCALE)


def test_the_zoom_keys_need_no_focus_on_the_board(server, page):
    sit_down(server, page)
    page.wait_for_function("() => document.activeElement === document.body")
    first = scale(page)
    page.keyboard.press("+")
    page.wait_for_function(f"first => {SCALE} > first", arg=first)
    page.locator(".bar .meter").focus()
    page.keyboard.press("-")
    page.keyboard.press("-")
    page.wait_for_function(f"first => {SCALE} < first", arg=first)
    page.keyboard.press("0")
    page.wait_for_function(f"first => Math.abs({SCALE} / first - 1) < .01", arg=first)


def test_the_zoom_keys_are_letters_in_a_field(server, page):
    sit_down(server, page)
    before = scale(page)
    page.keyboard.press("/")
    page.locator(".command-input").wait_for()
    page.keyboard.type("+-0")
    expect(page.locator(".command-input")).to_have_value("+-0")
    assert scale(page) == before


@pytest.mark.parametrize("scenario", ["bull-run", "great-flank-march"])
def test_tab_brings_units_into_sight_and_nothing_beyond_the_map(server, page, scenario):
    sit_down(server, page, scenario)
    for _ in range(5):
        page.click(".zooms button:first-child")
    page.locator(BOARD).focus()
    units = Mouse(page).lit_units()[:12]
    assert len(units) > 3
    unit = ""
    for _ in units:
        unit = tab_to_another(page, unit)
        page.wait_for_function("() => !document.querySelector('.world.moving')")
        page.wait_for_function(f"unit => !({COVERED})(unit)", arg=unit)
        page.wait_for_function(f"() => ({BLANK})() < 1")


def test_what_is_in_sight_is_not_moved(server, page):
    sit_down(server, page)
    page.locator(BOARD).focus()
    before = page.evaluate("() => document.querySelector('.world').style.transform")
    unit = ""
    for _ in Mouse(page).lit_units():
        unit = tab_to_another(page, unit)
        assert page.evaluate("() => document.querySelector('.world').style.transform") == before


def test_tab_keeps_units_off_the_tray_and_above_the_sheet_of_a_phone(server, open_page):
    page = open_page(**PHONE)
    sit_down(server, page)
    page.tap(".sheet-handle")
    page.wait_for_selector(".side.raised")
    page.evaluate(AT_REST)  # it rises
    page.locator(BOARD).focus()
    unit = ""
    for _ in Mouse(page).lit_units():
        unit = tab_to_another(page, unit)
        page.wait_for_function("() => !document.querySelector('.world.moving')")
        page.wait_for_function(f"unit => !({COVERED})(unit)", arg=unit)


def test_the_moves_of_a_bot_keep_the_map_in_the_frame(server, page):
    """Zoomed in on a corner of the map, one sees the computer's moves and nothing beyond the map."""
    game, key = sit_down(server, page, union="recruit", confederate="you")
    page.wait_for_selector(".prompt.yours")
    for _ in range(6):
        page.keyboard.press("+")
    page.evaluate(f"() => {{ window.blank = {BLANK}; }}")
    page.evaluate(WATCH)
    server.call(f"/games/{game}/pace", {"pace_ms": 250, "paused": False}, key, "PUT")
    hands = Mouse(page)
    number = server.view(game, key)["number"]
    for _ in range(6):
        hands.wait_for_turn()
        hands.decide(0)
        hands.wait_for_turn()
        if server.view(game, key)["number"] > number + 12:
            break
    told = page.evaluate("window.blanks")
    assert told, "the view followed a move"
    assert max(told) < 1


def test_the_fan_of_a_stack_takes_no_click_meant_for_a_lit_hex(server, page):
    game, key = union_first(server, page)
    hands = Mouse(page)
    pieces = [piece for piece in server.view(game, key)["pieces"] if piece["can_act"] and piece["at"].isdigit()]
    places = [piece["at"] for piece in pieces]
    unit = next(piece["id"] for piece in pieces if places.count(piece["at"]) > 1)
    x, y = hands.middle(f".piece[data-unit='{unit}']")
    page.mouse.move(x, y)
    page.wait_for_selector(".fan:not([hidden])")
    page.mouse.click(x, y)
    hands.wait_for_quiet()
    page.wait_for_selector(".target")
    page.mouse.move(x + 2, y + 1)
    page.wait_for_timeout(500)  # a fan would have come back by now
    lit = hands.targets("move")
    assert len(lit) > 5
    assert page.evaluate(HIDDEN, ".fan") == []
    goal = next(hex_ for hex_ in lit if page.locator(f".target.stops[data-hex='{hex_}']").count() == 0)
    version = hands.version()
    page.mouse.click(*hands.middle(f".target[data-hex='{goal}']"))
    hands.wait_for_change(version)
    assert server.view(game, key)["moves"][-1]["hex"] == goal


def test_a_fan_that_has_room_beside_lit_hexes_opens_there(server, page):
    """The fan of a stack out of reach of the unit in hand opens, beside the stack and over nothing lit."""
    game, key = union_first(server, page)
    hands = Mouse(page)
    pieces = [piece for piece in server.view(game, key)["pieces"] if piece["at"].isdigit()]
    places = [piece["at"] for piece in pieces]
    stacks = [piece for piece in pieces if places.count(piece["at"]) > 1 and piece["can_act"]]
    one = next(piece for piece in pieces if piece["can_act"] and places.count(piece["at"]) == 1)
    hands.click_middle(f".piece[data-unit='{one['id']}']")
    page.wait_for_selector(".target")
    page.mouse.move(*hands.middle(f".piece[data-unit='{stacks[-1]['id']}']"))
    page.wait_for_selector(".fan:not([hidden])")
    eventually(page, lambda: page.evaluate(HIDDEN, ".fan"), [])
    page.mouse.move(*hands.middle(".fan .counter-button"), steps=8)
    expect(page.locator(".fan:not([hidden])"), "a pointer gets there before it closes").to_have_count(1)


def test_the_hex_card_leaves_lit_hexes_in_sight(server, open_page):
    """On a board hardly larger than what is lit."""
    page = open_page(viewport={"width": 900, "height": 560})
    union_first(server, page)
    for _ in range(2):
        page.click(".zooms button:first-child")
    hands = Mouse(page)
    page.locator(BOARD).focus()
    unit = ""
    for _ in hands.lit_units():
        unit = tab_to_another(page, unit)
        page.wait_for_selector(".target")
        board = page.locator(BOARD).bounding_box()
        for hex_ in hands.targets("move")[::2]:
            x, y = hands.middle(f".target[data-hex='{hex_}']")
            if not (board["x"] < x < board["x"] + board["width"] and board["y"] < y < board["y"] + board["height"]):
                continue
            page.mouse.move(x, y)
            page.wait_for_function(
                "hex => document.querySelector('.hex-card:not([hidden]) .hex-id')?.textContent === hex", arg=hex_
            )
            eventually(page, lambda: page.evaluate(HIDDEN, ".hex-card"), [])


def is_new_game(request) -> bool:
    return request.url.split("?")[0].endswith("/api/games") and request.method == "POST"


def test_skipping_ahead_is_for_this_game_only(server, open_page):
    page = open_page()
    sit_down(server, page, union="you", confederate="recruit")
    page.click(".side .pace button[aria-label='Skip ahead']")
    page.wait_for_function("() => document.querySelector('.side .pace input').value === '2500'")
    page.click(".side .pace button[aria-label='Pause the computer']")  # a pause is no wish for that pace either
    page.goto(server.address)
    page.click("[data-play='bull-run']")
    with page.expect_request(is_new_game) as made:
        page.click("[data-setup='start']")
    assert made.value.post_data_json["pace_ms"] == 700
    page.wait_for_selector(".prompt")
    slider = page.locator(".side .pace input")
    slider.fill("2000")
    page.goto(server.address)
    page.click("[data-play='bull-run']")
    with page.expect_request(is_new_game) as made:
        page.click("[data-setup='start']")
    assert made.value.post_data_json["pace_ms"] == 500, "a pace set by hand is kept"


INSIDE = """async (svg) => {
    await document.fonts.load("700 35px 'Hardtack Sans'", "10-4");
    const frame = document.createElement("div");
    frame.innerHTML = svg;
    document.body.append(frame);
    const text = frame.querySelector("text.numbers"), ground = frame.querySelector("path.ground"), box = text.getBBox();
    const foot = Number(text.getAttribute("y"));
    return [box.x - 3, box.x + box.width + 3].every((x) => ground.isPointInFill(new DOMPoint(x, foot)));
}"""


@pytest.mark.parametrize("numbers", [("10", "4"), ("18", "4", "3"), ("16", "5", "3"), ("12", "10")])
def test_two_digits_stay_within_the_cut_corners(server, page, numbers):
    page.goto(server.address)
    assert page.evaluate(INSIDE, counter_svg(CounterLook("confederate", "infantry", "Rodes", "XX", numbers)))


# Whether the middle of some lit hex lies within the board.
LIT_IN_SIGHT = """() => {
    const frame = document.querySelector(".board-frame").getBoundingClientRect();
    return [...document.querySelectorAll(".target")].some((one) => {
        const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        return frame.left < x && x < frame.right && frame.top < y && y < frame.bottom;
    });
}"""
RETREATING, FIRST_STEP = 3, "retreat 4027"  # an action of the record after which a retreat has two hexes to go to


def test_where_a_retreat_goes_on_is_brought_into_sight(server, page):
    """Its hexes are nobody's: the board stayed where it was, and the next hex was to be chosen out of sight."""
    record = (RECORDS / "salem-church-recruit-recruit-1-0.hardtack").read_text("utf-8")
    position = write_position(Match.from_record(record).journal.entries[RETREATING].after)
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": position, "seats": seats, "pace_ms": 0})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    Mouse(page).wait_for_turn()
    settle(page)
    page.locator(".zooms button").last.click()  # the whole map, and then one corner of it
    corner = page.locator(BOARD).bounding_box()
    page.mouse.move(corner["x"] + 30, corner["y"] + corner["height"] / 2)
    while page.evaluate(LIT_IN_SIGHT):
        page.mouse.wheel(0, -300)
        page.wait_for_timeout(50)
    body = {"action": FIRST_STEP, "expected": server.view(made["id"], made["key"])["version"]}
    server.call(f"/games/{made['id']}/actions", body, key=made["key"])
    eventually(page, lambda: page.evaluate(LIT_IN_SIGHT), True)
