"""Two people who do not know each other: from the lobby to a rematch, through all that players settle between them."""

from __future__ import annotations

import json
import random
import sqlite3

from player import settle
from playwright.sync_api import Page, expect
from served import Served
from test_notices import take_name

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def key_of(page: Page, game: str) -> str:
    return str(page.evaluate("game => JSON.parse(localStorage.getItem('hardtack.games'))[game].key", game))


def game_of(page: Page) -> str:
    page.wait_for_url("**/play/*")
    return page.url.rsplit("/", 1)[1]


def roll_dice(server: Served, game: str, keys: dict[str, str]) -> str:
    """Play until dice fall, over the API; the side whose action it was."""
    chance = random.Random(5)
    for _ in range(400):
        view = server.view(game)
        side = view["to_act"]
        offered = server.view(game, keys[side])["options"]
        listed = [*offered["general"], *(one for actor in offered["actors"] for one in actor["options"] or [])]
        if not listed:
            unit = offered["actors"][0]["unit"]
            listed = server.call(f"/games/{game}/options?unit={unit}&expected={view['version']}", key=keys[side])[
                "options"
            ]
        chosen = next((one for one in listed if one["kind"] == "end"), None) or chance.choice(listed)
        after = server.call(
            f"/games/{game}/actions", {"action": chosen["action"], "expected": view["version"]}, keys[side]
        )
        if after["moves"] and after["moves"][-1]["dice"]:
            return str(side)
    raise AssertionError("no die fell")


def let_time_pass(server: Served, game: str, seconds: float) -> None:
    """As if the clock had begun to run so much earlier."""
    with sqlite3.connect(server.home / "hardtack.sqlite", timeout=30) as connection:
        [[noted]] = connection.execute("SELECT clock_state FROM games WHERE id = ?", (game,))
        state = json.loads(noted) | {"since": json.loads(noted)["since"] - seconds}
        change = "UPDATE games SET clock_state = ?, due = due - ?, talk = talk + 1 WHERE id = ?"
        connection.execute(change, (json.dumps(state), seconds, game))


def open_deeds(page: Page) -> None:
    page.click(".head-buttons button[aria-label='Menu'], .head-buttons button[aria-label='メニュー']")
    page.click("[data-deeds]")


def deed(page: Page, mark: str) -> None:
    open_deeds(page)
    page.click(f"button[data-deed='{mark}']")


def say(page: Page, text: str) -> None:
    page.fill("[data-talk='text']", text)
    page.click("[data-talk='send']")


def test_from_the_lobby_to_a_rematch(server: Served, open_page) -> None:
    grant, lee = open_page(), open_page(prefs='{"lang": "ja"}')
    take_name(grant, server, "Grant")
    # a seat is offered
    grant.click(".house")
    grant.click("[data-play='bull-run']")
    expect(grant.locator(".setup input[type='text']").first).to_have_value("Grant")
    grant.locator("input[name='seat-union'][value='you']").check()
    grant.locator("input[name='seat-confederate'][value='open']").check()
    grant.click(".conditions summary")
    grant.select_option("[data-setup='clock']", "day")
    grant.click("[data-setup='start']")
    game = game_of(grant)
    settle(grant)
    expect(grant.locator(".time-left")).to_contain_text("the clock waits")
    # and taken
    lee.goto(f"{server.address}/lobby")
    lee.fill(".lobby-name input", "Lee")
    expect(lee.locator(f"[data-game='{game}']")).to_contain_text("Grant")
    expect(lee.locator(f"[data-game='{game}']")).to_contain_text("相手が勝ちを宣言できる · 休暇は各14日")
    lee.click(f"[data-sit='{game}']")
    settle(lee)
    keys = {"union": key_of(grant, game), "confederate": key_of(lee, game)}
    pages = {"union": grant, "confederate": lee}
    expect(grant.locator(".time-left .running")).to_have_count(1)
    # they talk
    say(lee, "Good luck! <b>")
    expect(grant.locator(".said")).to_contain_text("Good luck! <b>")
    # one is on vacation, and back
    deed(lee, "vacation")
    expect(grant.locator(".time-left")).to_contain_text("away")
    deed(lee, "vacation")
    expect(grant.locator(".said.in-log").last).to_contain_text("is back")
    expect(grant.locator(".time-left")).not_to_contain_text("away")
    # dice are taken back by consent
    side = roll_dice(server, game, keys)
    mover, other = pages[side], pages["union" if side == "confederate" else "confederate"]
    number = server.view(game)["number"]
    mover.wait_for_function("n => Number(document.querySelector('.table').dataset.version) === n", arg=number)
    deed(mover, "takeback")
    other.click("[data-proposal='agree']")
    expect(mover.locator(".proposal")).to_have_count(0)
    assert server.view(game)["number"] == number - 1
    # a draw is declined
    deed(grant, "draw")
    expect(lee.locator(".proposal")).to_contain_text("引き分け")
    lee.click("[data-proposal='decline']")
    expect(grant.locator(".proposal")).to_have_count(0)
    expect(grant.locator(".said.in-log").last).to_contain_text("The Confederate side declined the draw.")
    # somebody vanishes
    let_time_pass(server, game, 86_400)
    waiting = server.view(game)["to_act"]
    there = pages["union" if waiting == "confederate" else "confederate"]
    there.click("[data-claim-game]")
    for page in (grant, lee):
        expect(page.locator(".prompt.over")).to_be_visible()
    expect(grant.locator(".prompt .result")).to_contain_text("on time")
    # and they play again, sides swapped
    grant.click("[data-rematch]")
    grant.wait_for_url(lambda url: "/play/" in url and game not in url)
    second = game_of(grant)
    expect(lee.locator("[data-rematch]")).to_have_text("再戦に応じる")
    lee.click("[data-rematch]")
    lee.wait_for_url(f"**/play/{second}")
    settle(lee)
    seated = {seat["side"]: seat["name"] for seat in server.view(second)["seats"]}
    assert seated == {"union": "Lee", "confederate": "Grant"}, seated
    deed(lee, "resign")
    lee.click("[data-confirm='deed']")
    expect(grant.locator(".prompt .result")).to_contain_text("resignation")
    # on another device the name brings the game along
    grant.goto(f"{server.address}/you")
    grant.click("[data-you='link']")
    address = grant.locator("[data-you='address']").input_value()
    phone = open_page(**PHONE)
    phone.goto(address)
    phone.click("[data-you='use']")
    phone.click(f"[data-open='{second}']")
    phone.wait_for_url(f"**/replay/{second}")
    assert key_of(phone, second)


def test_challenged_by_name_watched_rated_and_handed_over(server: Served, open_page) -> None:
    thomas, hood, guest = open_page(), open_page(prefs='{"lang": "ja"}'), open_page()
    for page, name in ((thomas, "Thomas"), (hood, "Hood"), (guest, "Guest")):
        take_name(page, server, name)
    # a challenge by name, for the standings
    thomas.click(".house")
    thomas.click("[data-play='bull-run']")
    thomas.locator("input[name='seat-union'][value='you']").check()
    thomas.locator("input[name='seat-confederate'][value='person']").check()
    thomas.fill("[data-setup='person-confederate']", "hood")
    thomas.click(".conditions summary")
    thomas.locator("[data-setup='rated']").check()
    thomas.click("[data-setup='start']")
    game = game_of(thomas)
    settle(thomas)
    hood.reload()
    hood.click(f"[data-open='{game}']")
    hood.wait_for_url(f"**/play/{game}")
    settle(hood)
    # somebody watches, and talks to others who do
    guest.goto(f"{server.address}/play/{game}")
    settle(guest)
    say(guest, "The left is open!")
    expect(guest.locator(".said.in-gallery")).to_contain_text("The left is open!")
    say(hood, "よろしく")
    expect(thomas.locator(".said.in-table")).to_contain_text("よろしく")
    expect(thomas.locator(".said.in-gallery")).to_have_count(0)
    expect(thomas.locator(".talk summary")).to_contain_text("Confederate is here")
    expect(thomas.locator(".talk summary")).to_contain_text("1 watching")
    # notes are one's own
    open_deeds(thomas)
    thomas.fill("[data-deed='notes']", "hold the hill")
    thomas.click("[data-deed='keep']")
    for page, noted in ((thomas, "hold the hill"), (hood, "")):
        with page.expect_response(f"**/api/games/{game}/notes*"):
            open_deeds(page)
        expect(page.locator("[data-deed='notes']")).to_have_value(noted)
        page.keyboard.press("Escape")
    # the end: what was said in the gallery comes out, and the standings know
    deed(thomas, "resign")
    thomas.click("[data-confirm='deed']")
    expect(hood.locator(".prompt.over")).to_be_visible()
    expect(hood.locator(".said.in-gallery")).to_contain_text("The left is open!")
    # the seat in the next one is handed to a bot, if the other agrees
    thomas.click("[data-rematch]")
    thomas.wait_for_url(lambda url: "/play/" in url and game not in url)
    second = game_of(thomas)
    settle(thomas)
    hood.click("[data-rematch]")
    hood.wait_for_url(f"**/play/{second}")
    settle(hood)
    open_deeds(thomas)
    thomas.select_option("select[data-deed='bot']", "random")
    asked: list[str] = []  # with the key of a seat that may be the bot's by then
    thomas.on("request", lambda one: "x-seat-key" in one.headers and one.method == "GET" and asked.append(one.url))
    thomas.click("button[data-deed='to-bot']")
    expect(thomas.locator(".toast").last).to_be_visible()
    assert [url for url in asked if f"/api/games/{second}?" in url] == []
    hood.click("[data-proposal='agree']")
    server.wait_for(second, None, lambda view: [seat["who"] for seat in view["seats"]] == ["person", "bot"])
    hood.goto(f"{server.address}/standings")
    rows = hood.locator(".standings tbody tr")
    expect(rows.filter(has_text="Hood")).to_contain_text("1662")
    expect(rows.filter(has_text="Thomas")).to_contain_text("1338")
    # a game that has not begun is given up
    third, made = server.new_game(union="you", confederate="link")
    guest.goto(f"{server.address}/play/{third}#{made['key']}")
    settle(guest)
    deed(guest, "abandon")
    expect(guest.locator(".prompt.over")).to_be_visible()


def test_a_passkey_brings_a_name_to_another_browser(server: Served, open_page) -> None:
    """The browser's own authenticator, as a telephone has one; it goes over to the other browser as synced ones do."""
    address = server.address.replace("127.0.0.1", "localhost")  # a passkey is kept for a name, never for a number
    pages = [open_page(), open_page(prefs='{"lang": "ja"}')]
    phones = []
    for page in pages:
        page.goto(f"{address}/you")
        phone = page.context.new_cdp_session(page)
        phone.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
        made = phone.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        phones.append((phone, made["authenticatorId"]))
    first, second = pages
    first.fill("[data-you='name']", "Hancock")
    first.click("[data-you='take']")
    first.click("[data-passkey='add']")
    expect(first.locator("[data-passkey-remove]")).to_have_count(1)
    (phone, its), (other, others) = phones
    [credential] = phone.send("WebAuthn.getCredentials", {"authenticatorId": its})["credentials"]
    other.send("WebAuthn.addCredential", {"authenticatorId": others, "credential": credential})
    second.click("[data-passkey='enter']")
    expect(second.locator("h1")).to_have_text("Hancock")
    expect(second.locator("[data-revoke]")).to_have_count(2)
    second.click("[data-passkey-remove]")
    expect(second.locator("[data-passkey-remove]")).to_have_count(0)
