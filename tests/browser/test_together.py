"""Two people in two browsers, a phone, and servers that die in the middle."""

from __future__ import annotations

import re
import threading
import time

import pytest
from player import BOARD, WAIT_MS, Mouse, eventually, settle
from playwright.sync_api import expect
from served import Mortal
from test_seats import link_in
from test_table import places

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def move_one(page) -> int:
    hands = Mouse(page)
    version = hands.version()
    assert hands.act_with_unit()
    hands.wait_for_change(version)
    return hands.version()


def wait_for_version(page, version: int) -> None:
    page.wait_for_function("n => Number(document.querySelector('.table').dataset.version) === n", arg=version)


def test_two_browsers_see_each_others_moves(server, open_page):
    game, made = server.new_game(union="link", confederate="link")
    pages = {side: open_page() for side in ("union", "confederate")}
    for side, page in pages.items():
        page.goto(f"{server.address}/play/{game}#{server.claim(game, made['invitations'][side])}")
        settle(page)
    first = server.view(game)["to_act"]
    active, passive = pages[first], next(page for side, page in pages.items() if side != first)
    active.wait_for_selector(".prompt.yours")
    expect(passive.locator(".prompt.waiting")).to_have_count(1)
    expect(passive.locator(".piece.can-act")).to_have_count(0)
    version = move_one(active)
    wait_for_version(passive, version)
    eventually(passive, lambda: places(passive), places(active))
    expect(passive.locator(".lines")).to_have_text(active.locator(".lines").inner_text(), use_inner_text=True)
    active.click(".bar-buttons button:has-text('Undo')")
    wait_for_version(active, version + 1)
    wait_for_version(passive, version + 1)
    eventually(passive, lambda: places(passive), places(active))


def test_a_friend_is_invited_by_link_from_home(server, open_page):
    page = open_page()
    page.goto(server.address)
    page.click("[data-play='sharpsburg']")
    page.locator("input[name='seat-confederate'][value='link']").check()
    page.click("[data-setup='start']")
    link = link_in(page.locator("dialog .invitation input"))
    friend = open_page()
    friend.goto(link)
    friend.click("[data-claim]")
    friend.wait_for_selector(".piece")
    expect(friend.locator(".seat.yours .side-sign")).to_have_attribute("title", re.compile("Confederate"))


def in_sight(page, selector: str) -> tuple[float, float]:
    """The middle of one that lies on the open map, clear of the buttons on it."""
    return page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect())
        .filter(box => box.x > 20 && box.right < innerWidth - 80 && box.y > 150 && box.bottom < 480)
        .map(box => [box.x + box.width / 2, box.y + box.height / 2])
        .filter(([x, y]) => !document.elementFromPoint(x, y)?.closest(".floating"))[0]""",
        selector,
    )


def test_everything_fits_a_phone_and_a_finger_can_play(server, open_page):
    game, made = server.new_game(union="you", confederate="you")
    page = open_page(**PHONE)
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".piece.can-act")
    settle(page)
    board = page.locator(BOARD).bounding_box()
    assert board["height"] >= 0.6 * PHONE["viewport"]["height"]
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")  # nothing sticks out sideways
    for button in page.locator(".bar button:visible").all():
        box = button.bounding_box()
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
    page.touchscreen.tap(*in_sight(page, ".piece.can-act"))
    page.wait_for_selector(".target.move")
    page.touchscreen.tap(*in_sight(page, ".target.move"))
    page.wait_for_function("() => document.querySelector('.table').dataset.version === '1'")
    page.click(".sheet-handle")
    expect(page.locator(".side.raised .lines .entry").first).to_be_visible()


WORLD = "() => new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform)"
GROWN = f"scale => ({WORLD})().a > scale * 1.1"


def test_wheel_drag_and_keys_move_the_map(server, open_page):
    game, made = server.new_game(union="you", confederate="you")
    page = open_page()
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    first = page.evaluate(WORLD)
    page.mouse.move(500, 400)
    page.mouse.wheel(0, -400)
    page.wait_for_function(GROWN, arg=first["a"])
    zoomed = page.evaluate(WORLD)
    page.mouse.move(640, 620)
    page.mouse.down()
    page.mouse.move(560, 560, steps=4)
    page.mouse.up()
    page.wait_for_function(
        f"([x, y]) => Math.round(({WORLD})().e - x) === -80 && Math.round(({WORLD})().f - y) === -60",
        arg=[zoomed["e"], zoomed["f"]],
    )
    expect(page.locator(".table"), "a drag over empty ground is no click").to_have_attribute("data-version", "0")
    page.locator(BOARD).focus()
    page.keyboard.press("0")
    page.wait_for_function(f"scale => Math.abs(({WORLD})().a - scale) < .001", arg=first["a"])
    page.keyboard.press("+")
    page.wait_for_function(GROWN, arg=first["a"])


def test_two_fingers_zoom(server, open_page):
    game, made = server.new_game(union="you", confederate="you")
    page = open_page(**PHONE)
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(page)
    first = page.evaluate(WORLD)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, spread: int) -> None:
        points = (
            []
            if kind == "touchEnd"
            else [{"x": 195 - spread, "y": 300, "id": 1}, {"x": 195 + spread, "y": 300, "id": 2}]
        )
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 30)
    for spread in (40, 55, 70, 90):
        fingers("touchMove", spread)
    fingers("touchEnd", 90)
    page.wait_for_function(GROWN, arg=first["a"])
    expect(page.locator(".table")).to_have_attribute("data-version", "0")


@pytest.fixture(scope="module")
def reborn(server, tmp_path_factory):
    served = Mortal(tmp_path_factory.mktemp("mortal"), server.pictures)
    yield served
    served.stop()


@pytest.fixture
def mortal(reborn):
    """A server that is killed now and then."""
    if not reborn.alive:
        reborn.start()
    return reborn


def test_a_server_killed_between_moves_comes_back_with_everything(mortal, open_page, watch):
    watch.allowed += ["ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY", "Failed to load"]
    game, made = mortal.new_game(union="you", confederate="you")
    page = open_page()
    page.goto(f"{mortal.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".piece.can-act")
    settle(page)
    version = move_one(page)
    shown = page.locator(".lines").inner_text()
    mortal.kill()
    page.wait_for_selector(".link-lost:not([hidden])")
    mortal.start()
    page.wait_for_selector(".link-lost", state="hidden")
    assert mortal.view(game)["version"] == version
    expect(page.locator(".lines")).to_have_text(shown, use_inner_text=True)
    assert move_one(page) == version + 1
    assert mortal.view(game)["version"] == version + 1


def test_an_action_sent_while_the_server_is_dead_is_done_once_when_it_is_back(mortal, open_page, watch):
    """Killed during moves: the page keeps its action, sends it again, and it happens exactly once."""
    watch.allowed += ["ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY", "Failed to load"]
    game, made = mortal.new_game(union="you", confederate="you")
    page = open_page()
    page.goto(f"{mortal.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".piece.can-act")
    settle(page)
    for pause in (0.0, 0.004, 0.012):
        hands = Mouse(page)
        version = hands.version()
        killer = threading.Timer(pause, mortal.kill)
        killer.start()
        assert hands.act_with_unit()
        killer.join()
        time.sleep(0.3)
        mortal.start()
        hands.wait_for_change(version)
        assert hands.version() == version + 1
        view = mortal.view(game, made["key"])
        assert view["version"] == version + 1
        assert view["number"] == version + 1
        page.wait_for_selector(".link-lost", state="hidden")


def test_bots_go_on_after_a_crash(mortal, open_page, watch):
    watch.allowed += ["ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY", "Failed to load"]
    game, _ = mortal.new_game(settings={"solitaire": True}, union="random", confederate="doctrine", pace_ms=120)
    page = open_page()
    page.goto(f"{mortal.address}/play/{game}")
    page.wait_for_function("() => Number(document.querySelector('.table')?.dataset.version) > 5")
    mortal.kill()
    seen = Mouse(page).version()
    mortal.start()
    page.wait_for_function(
        "n => Number(document.querySelector('.table').dataset.version) > n + 5", arg=seen, timeout=2 * WAIT_MS
    )
