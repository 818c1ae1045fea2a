"""Seats in real browsers: an invitation is taken once, keys stay out of the address, devices come and go."""

from __future__ import annotations

import json
import re
from urllib.parse import urlparse

from player import settle
from playwright.sync_api import Locator, expect

from hardtack.table import Match

STORED = "game => JSON.parse(localStorage.getItem('hardtack.games') ?? '{}')[game] ?? null"


def invite(page, address: str, clock: str = "") -> str:
    """Begin a game with a friend from the home page; the link as the dialog shows it, for this machine."""
    page.goto(address)
    page.click("[data-play='bull-run']")
    page.locator("input[name='seat-confederate'][value='link']").check()
    if clock:
        page.fill(".setup .field-row input[type='text']", "Ann")
        page.click(".conditions summary")
        page.select_option("[data-setup='clock']", clock)
    page.click("[data-setup='start']")
    return local(address, link_in(page.locator("dialog .invitation input")))


def link_in(field: Locator) -> str:
    """The link a field shows, once it does."""
    expect(field).to_have_value(re.compile("/play/"))
    return field.input_value()


def local(address: str, link: str) -> str:
    """The link at the address of the tests: they speak to their own machine only."""
    return address + link[link.index("/play/") :]


def game_of(page) -> str:
    return urlparse(page.url).path.split("/")[2]


def open_seats(page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.click("[data-seats]")
    page.wait_for_selector(".seating .seat-row")


def new_link(page, button: str, address: str) -> str:
    page.click(button)
    link = local(address, link_in(page.locator("dialog .invitation input").last))
    page.keyboard.press("Escape")
    return link


def test_an_invitation_is_for_one_person(server, open_page, watch):
    watch.allowed += ["409"]
    ann, bob, eve = open_page(), open_page(), open_page()
    link = invite(ann, server.address, clock="day")
    for page in (bob, eve):  # opening the link takes nothing
        page.goto(link)
        expect(page.locator(".claim")).to_contain_text("Ann invites you.")
        expect(page.locator("[data-claim-terms]")).to_contain_text("14 days of vacation each")
        expect(page.locator("[data-claim]")).to_have_text("Take this seat")
    game = game_of(ann)
    assert [seat["state"] for seat in server.view(game)["seats"]] == ["taken", "invited"]
    bob.fill("main input[type=text]", "Bob")
    bob.click("[data-claim]")
    bob.wait_for_selector(".piece")
    expect(bob.locator(".seat.yours")).to_contain_text("Bob")
    eve.click("[data-claim]")
    expect(eve.locator("[role=alert]")).to_contain_text("already been used")
    eve.reload()
    expect(eve.locator("[role=alert]")).to_contain_text("already been used")
    expect(eve.locator("[data-claim]")).to_have_count(0)
    eve.get_by_text("Only watch").click()
    eve.wait_for_selector(".piece")
    expect(eve.locator(".seat.yours")).to_have_count(0)
    expect(ann.locator(".seat:not(.yours)")).to_contain_text("Bob")
    stored = ann.evaluate("() => localStorage.getItem('hardtack.games')")
    assert link.split("take=")[1] not in stored, "the inviter's browser does not keep the link"


def test_no_key_is_in_the_address_and_a_reload_finds_the_seat(server, open_page):
    ann, bob = open_page(), open_page()
    link = invite(ann, server.address)
    game = game_of(ann)
    bob.goto(link)
    bob.click("[data-claim]")
    bob.wait_for_selector(".seat.yours")
    for page, side in ((ann, "union"), (bob, "confederate")):
        expect(page).to_have_url(f"{server.address}/play/{game}")
        page.reload()
        page.wait_for_selector(".seat.yours")
        assert page.evaluate(STORED, game)["sides"] == [side]
        page.goto(server.address)
        page.click(f".own .game-row[href$='{game}']")
        page.wait_for_selector(".seat.yours")
        page.keyboard.press("p")
        page.wait_for_url(f"**/replay/{game}*")
        page.wait_for_selector(".film-number")
        expect(page).not_to_have_url(re.compile("#"))
        page.go_back()
        page.wait_for_selector(".seat.yours")
        key = page.evaluate(STORED, game)["key"]
        addresses = page.evaluate("() => performance.getEntriesByType('navigation').map(one => one.name)")
        assert not [one for one in addresses if key in one]


def test_an_old_link_with_a_key_still_opens_its_seat_and_leaves_the_address(server, page, watch):
    watch.allowed += ["403"]
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".seat.yours")
    expect(page).to_have_url(f"{server.address}/play/{game}")
    page.goto("about:blank")
    page.goto(f"{server.address}/play/{game}#wrong")
    expect(page.locator(".trouble")).to_contain_text("not a seat in this game")
    expect(page).not_to_have_url(re.compile("#"))
    page.reload()  # a wrong key does not throw out the right one
    page.wait_for_selector(".seat.yours")


def test_whoever_plays_already_does_not_take_the_friends_seat_by_mistake(server, page):
    link = invite(page, server.address)
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("main")).to_contain_text("already plays in this game")
    expect(page.locator("[data-claim]")).to_have_count(0)
    page.get_by_text("To your game").click()
    page.wait_for_selector(".seat.yours")
    assert [seat["state"] for seat in server.view(game_of(page))["seats"]] == ["taken", "invited"]


def test_an_invitation_is_withdrawn_and_made_anew(server, open_page, watch):
    watch.allowed += ["409"]
    ann, bob = open_page(), open_page()
    first = invite(ann, server.address)
    ann.keyboard.press("Escape")
    bob.goto(first)
    bob.wait_for_selector("[data-claim]")
    open_seats(ann)
    expect(ann.locator("[data-seat=confederate] .seat-state")).to_contain_text("nobody has come yet")
    ann.click("[data-withdraw]")
    expect(ann.locator("[data-seat=confederate] .seat-state")).to_contain_text("nobody sits here")
    bob.click("[data-claim]")
    expect(bob.locator("[role=alert]")).to_contain_text("withdrawn")
    second = new_link(ann, "[data-invite=confederate]", server.address)
    bob.goto("about:blank")
    bob.goto(second)
    bob.click("[data-claim]")
    bob.wait_for_selector(".seat.yours")
    expect(ann.locator("[data-seat=confederate] .seat-state")).to_contain_text("taken since")
    expect(ann.locator("[data-withdraw], [data-invite]")).to_have_count(0)


def test_a_seat_on_a_second_device_and_its_revocation(server, open_page, watch):
    """The other device loses the seat while it looks on, and goes on as a spectator."""
    watch.allowed += ["403"]
    game, made = server.new_game(union="you", confederate="you")
    desk, phone = open_page(), open_page()
    desk.goto(f"{server.address}/play/{game}#{made['key']}")
    settle(desk)
    open_seats(desk)
    link = new_link(desk, "[data-device-link]", server.address)
    phone.goto(link)
    expect(phone.locator("h1")).to_contain_text("Your seat on this device")
    phone.click("[data-claim]")
    phone.wait_for_selector(".prompt.yours")
    expect(phone).to_have_url(f"{server.address}/play/{game}")
    expect(desk.locator("[data-device]")).to_have_count(2)
    own = phone.evaluate(STORED, game)
    assert own["key"] != made["key"]
    assert own["sides"] == ["union", "confederate"]
    desk.click("[data-device]:not(:has-text('this one')) [data-revoke]")
    desk.click("[data-confirm=revoke]")
    expect(phone.locator(".toast")).to_contain_text("does not hold the seat any more")  # before it goes away by itself
    expect(desk.locator("[data-device]")).to_have_count(1)
    phone.wait_for_selector(".prompt.waiting")
    expect(phone.locator(".seat.yours")).to_have_count(0)
    assert phone.evaluate(STORED, game) is None
    phone.reload()
    phone.wait_for_selector(".prompt.waiting")
    expect(desk.locator(".seat.yours")).to_have_count(2)


def test_a_key_revoked_while_the_line_was_broken_is_found_out(server, page, watch):
    watch.allowed += ["403", "503"]
    page.route("**/events*", lambda route: route.fulfill(status=503))
    game, made = server.new_game(union="you", confederate="you")
    other = server.claim(game, server.call(f"/games/{game}/devices", {}, made["key"])["token"])
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    first = server.call(f"/games/{game}/seats", key=made["key"])["devices"][0]["id"]
    server.remove(f"/games/{game}/devices/{first}", other)
    expect(page.locator(".toast")).to_contain_text("does not hold the seat any more")
    page.wait_for_selector(".prompt.waiting")


def test_a_seat_is_given_up_where_one_sits(server, page):
    game, made = server.new_game(union="you", confederate="recruit", pace_ms=10_000)
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".seat.yours")
    open_seats(page)
    page.click("[data-device] [data-revoke]")
    expect(page.locator("dialog").last).to_contain_text("you cannot come back")
    page.click("[data-confirm=revoke]")
    expect(page.locator(".toast")).to_contain_text("watching now")
    page.wait_for_selector(".prompt.waiting")
    assert [seat["state"] for seat in server.view(game)["seats"]] == ["open", "bot"]


def test_a_link_to_ones_own_machine_is_told_from_one_that_leads_there(server, page):
    """The server of the tests listens to its own machine only: a friend would get nowhere."""
    page.goto(server.address)
    page.click("[data-play='bull-run']")
    page.locator("input[name='seat-confederate'][value='link']").check()
    page.click("[data-setup='start']")
    expect(page.locator("[data-local]")).to_contain_text("hardtack play --host 0.0.0.0")
    page.keyboard.press("Escape")
    told = {"local": True, "open": True, "addresses": ["http://192.168.7.9:8000", "http://10.0.0.4:8000"]}
    page.route("**/api/addresses?*", lambda route: route.fulfill(json=told))
    open_seats(page)
    page.click("[data-invite=confederate]")
    expect(page.locator("[data-local]")).to_contain_text("works on your network")
    shown = page.locator("dialog .invitation input")
    expect(shown).to_have_value(re.compile(rf"^http://192\.168\.7\.9:8000/play/{game_of(page)}#take="))
    page.select_option("[data-origin]", "http://10.0.0.4:8000")
    expect(shown).to_have_value(re.compile(r"^http://10\.0\.0\.4:8000/play/"))


def test_nothing_is_taken_back_once_the_game_is_over(server, page):
    """Neither by Z nor by the button, though the last action took no dice."""
    match = Match.new("sharpsburg", seed="final")
    while match.outcome is None:
        before = match.save_text()
        last = match.play(match.options.general()[0] if match.options.general() else match.legal()[0])
    assert last.undoable
    made = server.call("/games", {"record": before})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    page.wait_for_selector(".prompt.yours")
    server.call(
        f"/games/{made['id']}/actions", {"action": str(last.action), "expected": made["game"]["version"]}, made["key"]
    )
    page.wait_for_selector(".prompt.over")
    version = server.view(made["id"])["version"]
    expect(page.locator(".bar-buttons button").first).to_be_disabled()
    page.keyboard.press("z")
    expect(page.locator(".toast")).to_contain_text("The game is over")
    page.reload()
    page.wait_for_selector(".prompt.over")
    assert server.view(made["id"])["version"] == version
    assert server.view(made["id"])["seed"]


def test_any_game_leaves_the_list(server, open_page):
    """Thrown away where nobody else plays, as in a record or a game of two bots; else only out of the list."""
    page = open_page()
    page.goto(server.address)
    match = Match.new("bull-run", seed="list")
    record = {"name": "game.hardtack", "mimeType": "text/plain", "buffer": match.record().encode()}
    page.set_input_files("#record-file", record)
    page.wait_for_selector(".seat.yours")
    games = {"record": game_of(page)}
    link = invite(page, server.address)
    games["friend"] = game_of(page)
    page.goto(server.address)
    page.click("[data-play='bull-run']")
    for side in ("union", "confederate"):
        page.locator(f"input[name='seat-{side}'][value='bot']").check()
        page.select_option(f"[data-setup='bot-{side}']", "random")
    page.click("[data-setup='start']")
    page.wait_for_url("**/play/**")
    page.wait_for_selector(".piece")
    games["bots"] = game_of(page)
    page.goto(server.address)
    for name in ("record", "bots"):
        page.click(f"[data-delete='{games[name]}']")
        page.click("[data-confirm=delete]")
        expect(page.locator(f".game-row[href*='{games[name]}']")).to_have_count(0)
    left = [card["id"] for card in server.call("/games?limit=200")["games"]]
    assert not {games["record"], games["bots"]} & set(left)
    server.claim(games["friend"], link.split("take=")[1])
    page.reload()
    page.click(f"[data-hide='{games['friend']}']")
    expect(page.locator(f".own .game-row[href*='{games['friend']}']")).to_have_count(0)
    page.reload()
    page.click(".hidden-games summary")
    page.click(f"[data-show='{games['friend']}']")
    page.click(f".own .game-row[href*='{games['friend']}']")
    page.wait_for_selector(".seat.yours")
    assert server.view(games["friend"])["id"] == games["friend"]


def test_the_seats_are_told_in_japanese(server, open_page):
    game, made = server.new_game(union="you", confederate="link")
    page = open_page(prefs=json.dumps({"lang": "ja"}))
    page.goto(f"{server.address}/play/{game}#take={made['invitations']['confederate']}")
    expect(page.locator("[data-claim]")).to_have_text("この席に着く")
    page.click("[data-claim]")
    page.wait_for_selector(".seat.yours")
    page.get_by_role("button", name="メニュー").click()
    page.click("[data-seats]")
    expect(page.locator("[data-seat=union] .seat-state")).to_contain_text("着席済み")
