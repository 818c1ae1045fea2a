"""Notices with the page closed: a browser subscribes, what is pushed is shown, and choosing it opens the game."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from player import eventually, settle
from playwright.sync_api import Page, expect
from served import Mortal, Served

from mailbox_server import Mailbox, text_of


def browser_keys() -> dict[str, str]:
    """What a browser that has subscribed says of itself."""
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    made = {"p256dh": public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint), "auth": b"sixteen bytes ok"}
    return {name: base64.urlsafe_b64encode(value).rstrip(b"=").decode() for name, value in made.items()}


# The push service of a browser's maker cannot be reached: what it would answer is put in its place.
SUBSCRIBE = """
PushManager.prototype.subscribe = async (options) => {
  if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error("a wrong key");
  return { toJSON: () => ({ endpoint: "https://push.example.org/x", expirationTime: null, keys: KEYS }) };
};
"""
# A Chromium without windows shows no notices and allows none to be shown: what the worker asks for is kept instead.
KEEP = """() => {
  self.shown = [];
  registration.showNotification = async (title, options) => void shown.push({ title, ...options });
}"""
CHOOSE = """() => {
  const notification = { data: shown[0].data, close: () => shown.shift() };
  dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} }));
}"""
WAIT_FOR_ONE = """async () => {
  for (let looks = 0; looks < 1200 && !shown.length; looks++) await new Promise((done) => setTimeout(done, 50));
  return shown;
}"""


def take_name(page: Page, server: Served, name: str) -> None:
    page.goto(f"{server.address}/you")
    page.fill("[data-you='name']", name)
    page.click("[data-you='take']")
    expect(page.locator("h1")).to_have_text(name)


def test_a_pushed_notice_is_shown_and_opens_its_game(server: Served, open_page) -> None:
    page = open_page(prefs='{"lang": "ja"}', permissions=["notifications"])
    page.context.add_init_script(SUBSCRIBE.replace("KEYS", json.dumps(browser_keys())))
    take_name(page, server, "Sherman")
    expect(page.locator("[data-notices='choice']")).to_have_value("turn")
    expect(page.locator("[data-notices='address']")).to_have_count(0)  # this host sends no mail
    # what to hear of
    page.select_option("[data-notices='choice']", "digest")
    expect(page.locator(".toast")).to_have_text("保存しました。")
    expect(page.locator("[data-notices='hour']")).to_be_visible()
    # this browser
    page.locator("[data-notices='push']").check()
    expect(page.locator("[data-notices='trial']")).to_be_visible()
    expect(page.locator("[data-notices='push']")).to_be_checked()
    # a feed
    page.click("[data-notices='feed']")
    feed = page.locator("[data-notices='secret']").input_value()
    assert page.request.get(feed).text().startswith("<?xml")
    page.keyboard.press("Escape")
    expect(page.locator("[data-notices='feed-remove']")).to_be_visible()
    # what is pushed is shown
    made = server.new_game(union="you", confederate="link")[1]
    game, key = made["id"], made["key"]
    player = page.evaluate("JSON.parse(localStorage.getItem('hardtack.player')).key")
    bound = page.request.put(
        f"{server.address}/api/me/games/{game}", headers={"X-Player-Key": player, "X-Seat-Key": key}
    )
    assert bound.ok, bound.text()
    known = page.context.service_workers
    worker = known[0] if known else page.context.wait_for_event("serviceworker")
    worker.evaluate(KEEP)
    notice = {"title": "第一次ブルラン", "body": "あなたの手番です。", "game": game, "lang": "ja"}
    push(page, notice | {"path": f"/you#game={game}"})
    [shown] = worker.evaluate(WAIT_FOR_ONE)
    assert {name: shown[name] for name in ("title", "body", "lang")} | {"game": shown["tag"]} == notice
    # choosing it brings the page to the game, at the seat that is one's own
    worker.evaluate(CHOOSE)
    page.wait_for_url(f"**/play/{game}")
    settle(page)
    expect(page.locator("[data-notices='push']")).to_have_count(0)
    assert worker.evaluate("shown.length") == 0
    # one game may be told of otherwise
    page.click(".head-buttons button[aria-label='メニュー']")
    page.click("[data-notices='game']")
    expect(page.locator("[data-notices='game-choice'] option").first).to_have_text("全体の設定どおり（1日1回まとめて）")
    page.select_option("[data-notices='game-choice']", "none")
    expect(page.locator(".toast")).to_have_text("保存しました。")
    told = page.request.get(f"{server.address}/api/games/{game}/notices", headers={"X-Player-Key": player}).json()
    assert told == {"choice": "none", "usual": "digest"}


def push(page: Page, notice: dict[str, str]) -> None:
    """Give a message to the service worker as the browser does when one was pushed."""
    protocol = page.context.new_cdp_session(page)
    found: list[str] = []
    protocol.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    protocol.send("ServiceWorker.enable")
    for _ in range(600):  # events come while something else is waited for
        if found:
            break
        page.wait_for_timeout(50)
    origin = page.evaluate("location.origin")
    data = json.dumps(notice)
    protocol.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[0], "data": data})


def test_a_link_in_a_mail_asks_before_it_does_anything(server: Served, page: Page, watch) -> None:
    watch.allowed.append("404")  # a token nobody was sent
    page.goto(f"{server.address}/letters#confirm=guess")
    page.click("[data-mailed='confirm']")
    expect(page.locator("[data-mailed='said']")).to_contain_text("There is no such link")
    page.goto(f"{server.address}/letters?again#stop=guess")
    page.click("[data-mailed='stop']")
    expect(page.locator("[data-mailed='said']")).to_have_text("Nothing more is sent to this address.")


class Posting(Mortal):
    """A server whose host sends mail."""

    def __init__(self, home: Path, pictures: Path) -> None:
        self.mailbox = Mailbox()
        super().__init__(home, pictures)

    @property
    def environment(self) -> dict[str, str]:
        smtp = {"HOST": "127.0.0.1", "PORT": str(self.mailbox.controller.port), "TLS": "none", "FROM": "us@example.org"}
        given = {f"HARDTACK_SMTP_{name}": value for name, value in smtp.items()}
        return super().environment | given | {"HARDTACK_PUBLIC": self.address}

    def letter(self, page: Page, to: str, number: int) -> str:
        """Where the link leads in a letter that somebody was sent, once it is there."""
        eventually(page, lambda: len(self.mailbox.to(to)), number)
        return re.search(rf"{self.address}/\S+#\S+", text_of(self.mailbox.to(to)[-1]))[0]

    def stop(self) -> None:
        super().stop()
        self.mailbox.controller.stop()


@pytest.fixture
def posting(server: Served, tmp_path: Path) -> Iterator[Posting]:
    served = Posting(tmp_path, server.pictures)
    yield served
    served.stop()


def test_a_name_comes_back_by_mail(posting: Posting, open_page, watch) -> None:
    """From the page by a real mail server into another browser."""
    watch.allowed.append("409")
    page, other = open_page(), open_page(prefs='{"lang": "ja"}')
    take_name(page, posting, "Meade")
    page.fill("[data-notices='address']", "meade@example.org")
    page.click("[data-notices='address-set']")
    expect(page.locator("[data-notices='mailed']")).to_contain_text("meade@example.org")
    page.goto(posting.letter(page, "meade@example.org", 1))
    page.click("[data-mailed='confirm']")
    expect(page.locator("[data-mailed='said']")).to_contain_text("confirmed")
    # a browser that knows nothing of it
    other.goto(f"{posting.address}/you")
    other.fill("[data-mailed='who']", "Meade@example.org")
    other.click("[data-mailed='ask']")
    expect(other.locator("[data-mailed='asked']")).not_to_be_empty()
    link = posting.letter(other, "meade@example.org", 2)
    other.goto(link)
    other.click("[data-you='use']")
    expect(other.locator("h1")).to_have_text("Meade")
    # it was good for one time
    third = open_page()
    third.goto(link)
    third.click("[data-you='use']")
    expect(third.locator(".toast")).to_contain_text("used")
