"""Real ends of the ways a notice takes: a mail server, a push service that decrypts, a webhook; all on the loopback."""

from __future__ import annotations

import base64
import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from helpers import Player, claim, error_of
from starlette.testclient import TestClient

from hardtack.server import Config, create_app
from hardtack.server.post.letters import QUIET
from hardtack.server.post.settings import PostSettings, Smtp
from mailbox_server import Mailbox, text_of
from toy.shelf import SHELF

SITE = "https://hardtack.example.org"


class Receiver(ThreadingHTTPServer):
    """A push service and a webhook: keeps what is posted to each path, and answers as it is told."""

    daemon_threads = True

    def __init__(self):
        self.got, self.answers = [], {}
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def at(self, path):
        return [one for one in self.got if one[0] == path]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, dict(self.headers), body))
        status = self.server.answers.get(self.path, 201)
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", f"{self.server.url}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *said):
        pass


class Browser:
    """The keys of a browser that has subscribed, as `PushManager` makes them."""

    def __init__(self, receiver, name):
        self.receiver, self.path = receiver, f"/push/{name}"
        self.private, self.auth = ec.generate_private_key(ec.SECP256R1()), name.encode().ljust(16, b"-")[:16]
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {
            "p256dh": base64.urlsafe_b64encode(point).decode(),
            "auth": base64.urlsafe_b64encode(self.auth).decode(),
        }
        self.body = {"endpoint": receiver.url + self.path, "keys": keys}

    def notices(self):
        """What only this browser can read."""
        return [
            json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"))
            for _, _, body in self.receiver.at(self.path)
        ]


class Reader:
    """Somebody with a name of their own."""

    def __init__(self, post, name, lang="en"):
        self.post, self.client, self.name, self.lang = post, post.client, name, lang
        answer = post.client.post("/api/people", json={"name": name, "device": "Firefox"})
        assert answer.status_code == 201, answer.text
        self.id, self.key = answer.json()["id"], answer.json()["key"]

    def ask(self, method, path, seat=None, **body):
        headers = {"X-Player-Key": self.key} | ({"X-Seat-Key": seat} if seat else {})
        return self.client.request(
            method, f"/api{path}", json=body or None, headers=headers, params={"lang": self.lang}
        )

    def get(self, path):
        return self.ask("GET", path).json()

    def browser(self):
        made = Browser(self.post.receiver, self.id)
        answer = self.ask("POST", "/me/push", **made.body)
        assert answer.status_code == 201, answer.text
        return made

    def offer(self, **more):
        body = {"scenario": "mill", "seats": {"confederate": {"who": "open"}}, "pace_ms": 0} | more
        answer = self.ask("POST", "/games", **body)
        assert answer.status_code == 201, answer.text
        return Player(self.client, answer.json()["id"], answer.json()["key"])

    def sit(self, game, side="confederate"):
        answer = self.ask("POST", f"/games/{game}/sit", side=side)
        assert answer.status_code == 200, answer.text
        return Player(self.client, game, answer.json()["key"])

    def confirm(self, address):
        """Give an address and open the link that is mailed there."""
        assert self.ask("PUT", "/me/mail", address=address).status_code == 202
        self.post.work()
        token = link_in(self.post.mailbox.to(address)[-1], "confirm")
        assert self.client.post("/api/letters/confirm", json={"token": token}).status_code == 204
        return address


def link_in(mail, what):
    return re.search(rf"{SITE}/\w+#{what}=(\S+)", text_of(mail)).group(1)


class Post:
    """A server whose notices are sent when a test says so, at the time it says."""

    def __init__(self, client, hand, mailbox, receiver):
        self.client, self.hand, self.mailbox, self.receiver = client, hand, mailbox, receiver
        self.outbox = client.app.state.outbox

    def stop(self):
        """From now on by hand only."""
        self.outbox.close()
        self.outbox.join()
        self.outbox.stopping.clear()

    def work(self, seconds=0.0):
        """Note what has happened, let time pass, and everything be sent that is due then."""
        while not self.outbox._heard.empty():
            heard = self.outbox._heard.get()
            if heard is not None:
                self.outbox.note(heard)
        self.hand.now += seconds
        self.outbox.work_off()
        for carriers in self.outbox._carriers.values():
            for carrier in carriers:
                carrier.join(60)
                assert not carrier.is_alive()

    def later(self):
        """When even somebody who was just told something may hear again."""
        self.work(QUIET)


@contextmanager
def open_post(database, hand, by_hand=True, receiver=None, **more):
    mailbox, receiver = Mailbox(), receiver or Receiver()
    smtp = Smtp("127.0.0.1", mailbox.controller.port, "games@hardtack.example.org", "none")
    settings = PostSettings(**{"address": SITE, "smtp": smtp, "private_targets": True} | more)
    config = Config(database=str(database), library=SHELF, bot_workers=1, clock=hand, post=settings)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        opened = Post(client, hand, mailbox, receiver)
        if by_hand:
            opened.stop()
        yield opened
    mailbox.controller.stop()
    receiver.shutdown()
    receiver.server_close()


__all__ = ["SITE", "Browser", "Mailbox", "Post", "Reader", "claim", "error_of", "link_in", "open_post", "text_of"]
