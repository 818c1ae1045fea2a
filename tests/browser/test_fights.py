"""Fights that can be followed, a board that answers: cards, a film that waits, marches, dice, sounds, warnings."""

from __future__ import annotations

import pytest
from player import Mouse, settle
from playwright.sync_api import expect
from taken_up import BULL_RUN, KELLYS_FORD, RECORDS, take_up
from test_campaign import TRIES, before_the_assault

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
# Every journey a counter is sent on; the browser forgets those that are over.
JOURNEYS = """
window.journeys = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const unit = this.dataset.unit;
  if (unit && frames[0].transform) window.journeys.push({ unit, ms: how.duration });
  return animate.call(this, frames, how);
};
"""


def play(server, game: str, key: str, action: str) -> None:
    server.call(f"/games/{game}/actions", {"action": action, "expected": server.view(game, key)["version"]}, key=key)


@pytest.fixture
def both():
    return {"union": "you", "confederate": "you"}


def fight_at_centreville(server, page, seats: dict[str, str]) -> tuple[str, str]:
    """Bonham and Bee attack Centreville while the page looks on: the game and its key."""
    game, key = take_up(server, BULL_RUN, 85, **seats)
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    play(server, game, key, "attack 1702 1802")
    return game, key


def test_the_card_of_a_fight_stays_until_it_is_read(server, page, both):
    fight_at_centreville(server, page, both)
    card = page.locator(".fight")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Keyes, Blenker in Centreville (1802)")
    for name in ("Bonham", "Bee", "Keyes", "Blenker"):
        expect(card.locator(".versus")).to_contain_text(name)
    expect(card.locator(".fight-die").first).to_contain_text("Confederate")
    expect(card.locator(".fight-die").first).to_contain_text("fire")
    expect(card.locator(".modifiers li").nth(1)).to_be_attached()
    expect(page.locator("[data-fray=target]")).to_have_attribute("data-hex", "1802")
    expect(page.locator("[data-fray=from]")).to_have_attribute("data-hex", "1702")
    expect(page.locator(".roll-die").first).to_contain_text("Confederate")
    card.locator("[data-read]").click()
    expect(card).to_be_hidden()
    expect(page.locator("[data-fray]")).to_have_count(0)


def ask_to_stay(server, page) -> tuple[str, str]:
    """An assault at Salem Church, watched by somebody without a seat, until the defender may stay (GC 7.6.7)."""
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    for _ in range(TRIES):
        made = server.call("/games", {"position": before_the_assault(), "seats": seats, "pace_ms": 0})
        game, key = made["id"], made["key"]
        page.goto(f"{server.address}/play/{game}")
        settle(page)
        play(server, game, key, "assault Sedgwick 4229")
        view = server.view(game, key)
        while view["decision"] not in ("Withdrawal", "Activation"):
            offered = view["options"]
            plain = [*offered["general"], *(one for actor in offered["actors"] for one in actor["options"] or [])]
            play(server, game, key, plain[0]["action"])
            view = server.view(game, key)
        if view["decision"] == "Withdrawal":
            return game, key
    raise AssertionError("no defender may stay")


def test_the_card_of_a_fight_is_settled_when_the_defender_stays(server, page):
    """To stay where one is adds no line to the fight."""
    game, key = ask_to_stay(server, page)
    card = page.locator(".fight")
    expect(card).to_contain_text("Not settled yet.")
    play(server, game, key, "hold")
    expect(card).to_contain_text("expected")
    expect(card).not_to_contain_text("Not settled yet.")


def test_a_fight_of_a_bot_stops_the_film_until_it_is_read(server, page):
    """Somebody watches; what happens meanwhile is shown when the card has been read."""
    game, key = take_up(server, BULL_RUN, 69, pace_ms=250, union="you", confederate="recruit")
    page.goto(f"{server.address}/play/{game}")
    settle(page)
    play(server, game, key, "end")
    read = page.locator(".fight [data-read]")
    expect(read).to_be_visible()
    expect(page.locator(".fight-foot")).to_contain_text("waits here")
    shown = page.locator(".log .entry").first.get_attribute("data-number")

    def gone_on(view):
        if view["your_turn"]:
            options = view["options"]
            first = [*options["general"], *(o for actor in options["actors"] for o in actor["options"] or [])][0]
            play(server, game, key, first["action"])
        return view["number"] > int(shown)

    server.wait_for(game, key, gone_on)
    expect(page.locator(".log .entry").first, "the film stands still").to_have_attribute("data-number", shown)
    read.click()
    page.wait_for_function("n => Number(document.querySelector('.log .entry').dataset.number) > n", arg=int(shown))


def test_no_card_and_no_halt_where_the_player_wants_none(server, open_page, both):
    page = open_page('{"fightStay":-1}')
    fight_at_centreville(server, page, both)
    expect(page.locator(".log .entry").first).to_have_attribute("data-number", "86")
    expect(page.locator(".fight")).to_be_hidden()


def test_the_replay_marks_a_fight_and_the_report_is_at_hand(server, open_page):
    page = open_page('{"lang":"ja"}')
    made = server.call("/games", {"record": (RECORDS / f"{BULL_RUN}.hardtack").read_text("utf-8"), "pace_ms": 0})
    page.goto(f"{server.address}/replay/{made['id']}?move=152")
    expect(page.locator("[data-fray=target]")).to_have_attribute("data-hex", "1903")
    expect(page.locator(".counter-button.gone")).to_contain_text("除去")
    expect(page.locator(".fight-toll")).to_contain_text("期待値")
    page.goto(f"{server.address}/play/{made['id']}")
    address = page.locator(".prompt a[data-report]").get_attribute("href")
    page.goto(f"{server.address}{address}")
    expect(page.locator("h1")).to_have_text("戦闘報告：ブルランの戦い")
    expect(page.locator("figure svg").nth(1)).to_be_visible()


def test_on_a_phone_the_end_of_a_game_has_a_line_of_its_own(server, open_page):
    page = open_page('{"lang":"en"}', **PHONE)
    made = server.call("/games", {"record": (RECORDS / f"{BULL_RUN}.hardtack").read_text("utf-8"), "pace_ms": 0})
    page.goto(f"{server.address}/play/{made['id']}")
    turn, over = page.locator(".phase b"), page.locator(".phase .now")
    expect(over).to_have_text("Game over")
    assert over.bounding_box()["y"] >= turn.bounding_box()["y"] + turn.bounding_box()["height"] - 2


def march_far(page) -> str:
    """Send a unit some hexes away; returns its name."""
    hands = Mouse(page)
    page.wait_for_selector(".piece.can-act")
    page.locator(".board-frame").focus()
    page.keyboard.press("Tab")
    page.wait_for_selector(".target.move")
    unit = page.locator(".piece.selected").get_attribute("data-unit")
    costs = page.eval_on_selector_all(
        ".target.move", "all => all.map(one => [one.dataset.hex, one.getBoundingClientRect().x])"
    )
    version = hands.version()
    page.evaluate("() => (window.journeys.length = 0)")
    spot = page.locator(f".target.move[data-hex='{max(costs, key=lambda cost: cost[1])[0]}']").bounding_box()
    page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    if page.locator(".popup .button").count():
        page.locator(".popup .button").first.click()
    hands.wait_for_change(version)
    return unit


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_march_is_seen_unless_nothing_is_to_move_and_its_sound_can_be_switched_off(server, open_page, both, motion):
    page = open_page(reduced_motion=motion)
    page.add_init_script(JOURNEYS)
    game, key = take_up(server, BULL_RUN, 4, **both)
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    unit = march_far(page)
    page.wait_for_function("() => document.documentElement.dataset.sound === 'march'")
    journeys = [one for one in page.evaluate("() => window.journeys") if one["unit"] == unit]
    if motion == "reduce":
        assert journeys == []
    else:
        assert journeys
        assert journeys[0]["ms"] <= 700
    page.keyboard.press("Escape")
    page.locator(".head-buttons > button").last.click()
    switch = page.locator("[data-menu=sound]")
    expect(switch).to_be_checked()
    switch.uncheck()
    page.wait_for_function("() => document.documentElement.dataset.sound === ''")


def test_on_a_phone_sounds_are_off_until_somebody_wants_them(server, open_page, both):
    page = open_page(**PHONE)
    game, key = take_up(server, BULL_RUN, 4, **both)
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    page.locator(".head-buttons > button").last.click()
    expect(page.locator("[data-menu=sound]")).not_to_be_checked()


def test_before_a_phase_ends_what_matters_is_said_and_led_to(server, page, both):
    game, key = take_up(server, BULL_RUN, 4, **both)
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    page.wait_for_selector(".table[data-ready='true']")
    page.keyboard.press("e")
    warning = page.locator("[data-caution]").first
    expect(warning).to_contain_text("waits on the road")
    unit = warning.get_attribute("data-caution")
    warning.click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".piece.selected")).to_have_attribute("data-unit", unit)


def test_all_ways_to_attack_are_compared_in_one_table(server, page, both):
    game, key = take_up(server, KELLYS_FORD, 54, **both)
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    page.wait_for_selector(".table[data-ready='true']")
    page.locator(".board-frame").focus()
    page.keyboard.press("/")
    page.keyboard.type("odds FLee 1518")
    page.keyboard.press("Enter")
    page.locator("[data-compare]").click()
    rows = page.locator(".compare tbody tr")
    expect(rows).to_have_count(4)
    expect(page.locator(".compare tr[aria-current=true]")).to_have_count(1)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    box, frame = page.locator(".compare").bounding_box(), page.locator("dialog[open]").bounding_box()
    assert box["x"] + box["width"] <= frame["x"] + frame["width"], "the table is not cut off"
    page.set_viewport_size({"width": 390, "height": 844})  # each way is a card there, with every number on it
    page.wait_for_function("""() => {
        const cells = [...document.querySelectorAll(".compare td")];
        return cells.length && cells.every((one) => one.getBoundingClientRect().right < innerWidth);
    }""")
    assert rows.nth(0).locator("td").evaluate_all("all => all.every((one) => one.dataset.label)")
    rows.nth(2).locator("button").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".plan-head h3")).to_contain_text("normal attack")


def test_whoever_attacks_again_sees_the_new_fight_and_not_the_one_before(server, page, both):
    """The card of the first fight lay there still, with the second behind it."""
    game, key = fight_at_centreville(server, page, both)
    card = page.locator(".fight")
    expect(card).to_contain_text("Centreville (1802)")
    attacks = []
    while not attacks:  # on to the next attack anybody can make
        view = server.view(game, key)
        found = [*view["options"]["general"], *(o for one in view["options"]["actors"] for o in one["options"] or [])]
        attacks = [one["action"] for one in found if one["kind"] == "attack"]
        play(server, game, key, (attacks or [one["action"] for one in found])[0])
    expect(card.locator(".fight-title")).to_be_visible()
    expect(card.locator("[data-read]")).to_have_text("Go on")
    expect(card).not_to_contain_text("Bonham, Bee")
