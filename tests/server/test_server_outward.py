"""Where nothing is sent: this machine, its network, and whatever hides them; and what the host has to say to it."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

import pytest
from helpers import error_of, put_back
from starlette.testclient import TestClient

from hardtack.server import Config, create_app
from hardtack.server.post import outward
from hardtack.server.post.outward import BadAddress, is_public, post, read_target, resolve
from hardtack.server.post.settings import PLAIN, STARTTLS, PostSettings, Smtp, read_settings
from hardtack.server.store import open_store
from toy.shelf import SHELF


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1",
        "224.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "ff02::1",
    ],
)  # fmt: skip
def test_an_address_that_is_not_public(address):
    assert not is_public(address)


def test_an_address_that_is():
    assert all(map(is_public, ("1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1")))


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://", "https:///x", "https://user:pass@example.org/",
        "https://example.org/#x", "https://example.org:22/", "https://example.org:99999/", "https://ex ample.org/",
        "https://example.org/\r\nX: y", "https://[::1/", "//example.org", "javascript:alert(1)", "https://exämple.org/",
        f"https://example.org/{'a' * 500}", "",
    ],
)  # fmt: skip
def test_what_is_no_address_to_call(url):
    with pytest.raises(BadAddress):
        read_target(url, private=False)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]"]
)
def test_a_name_of_this_machine_however_it_is_written(host):
    with pytest.raises(BadAddress):
        resolve(read_target(f"https://{host}/", private=False), private=False)


def test_a_name_that_stands_for_this_machine(monkeypatch):
    """Also if it stands for a public address, too; and what was checked is what is connected to."""
    answers = {"both.example": ["93.184.216.34", "127.0.0.1"], "fine.example": ["93.184.216.34"]}
    asked = []

    def found(host, port, *rest, **more):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in answers[host]]

    connected = []

    def connect(place, timeout):
        connected.append(place)
        raise ConnectionRefusedError

    monkeypatch.setattr(outward.socket, "getaddrinfo", found)
    monkeypatch.setattr(outward.socket, "create_connection", connect)
    with pytest.raises(BadAddress):
        post("https://both.example/", b"", {}, private=False)
    assert connected == []
    with pytest.raises(ConnectionRefusedError):
        post("https://fine.example/", b"", {}, private=False)
    assert (asked, connected) == (["both.example", "fine.example"], [("93.184.216.34", 443)])


@pytest.mark.parametrize("seconds", [0.0, 0.2])  # before anything was asked, and in the middle of the answer
def test_an_answer_that_trickles_in_is_cut_off(monkeypatch, seconds):
    monkeypatch.setattr(outward, "AT_MOST", seconds)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        done = threading.Event()

        def trickle():
            line, _ = listening.accept()
            with line, suppress(OSError):
                while not done.wait(0.05):  # never of itself, however long a busy machine takes to cut it off
                    line.sendall(b"H")

        threading.Thread(target=trickle, daemon=True).start()
        with pytest.raises(OSError, match="no proper answer"):
            post(f"http://127.0.0.1:{listening.getsockname()[1]}/", b"x", {}, private=True)
        done.set()


def test_the_settings_of_the_host():
    assert read_settings({}) == PostSettings()
    given = {
        "HARDTACK_PUBLIC": "https://games.example.org/", "HARDTACK_SMTP_HOST": "mail.example.org",
        "HARDTACK_SMTP_FROM": "games@example.org", "HARDTACK_SMTP_USER": "games", "HARDTACK_SMTP_PASSWORD": "secret",
    }  # fmt: skip
    read = read_settings(given)
    assert read.mail
    assert read.smtp == Smtp("mail.example.org", 587, "games@example.org", STARTTLS, "games", "secret")
    assert (read.address, read.contact) == ("https://games.example.org", "mailto:games@example.org")
    assert "secret" not in repr(read)
    plain = read_settings(given | {"HARDTACK_SMTP_TLS": "none", "HARDTACK_PUSH": "off", "HARDTACK_WEBHOOKS": "0"})
    assert plain.smtp is not None
    assert (plain.smtp.security, plain.smtp.port, plain.push, plain.webhooks) == (PLAIN, 25, False, False)
    assert not read_settings({"HARDTACK_PUSH_KEY": "x"}).push
    for wrong in (
        {"HARDTACK_SMTP_TLS": "perhaps"}, {"HARDTACK_SMTP_PORT": "x"}, {"HARDTACK_SMTP_FROM": "nobody"},
        {"HARDTACK_PUBLIC": "games.example.org"}, {"HARDTACK_PUBLIC": ""},
        {"HARDTACK_SMTP_PASSWORD_FILE": "/no/such/file"},
    ):  # fmt: skip
        assert not read_settings(given | wrong).mail, wrong


def test_a_host_that_has_set_nothing_up(tmp_path, hand):
    """No mail and no push; a webhook only to public addresses; all the rest works. Old stores come along."""
    database = str(tmp_path / "games.sqlite")
    open_store(database).close()
    put_back(database, "0009")
    settings = PostSettings(push=False)
    config = Config(database=database, library=SHELF, bot_workers=1, clock=hand, post=settings)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        assert client.get("/api/notices").json() == {"mail": False, "push": None, "webhook": True}
        me = {"X-Player-Key": client.post("/api/people", json={"name": "Grant"}).json()["key"]}
        keys = {"p256dh": "A" * 87, "auth": "A" * 22}
        asked = {"endpoint": "https://push.example.org/x", "keys": keys}
        assert error_of(client.post("/api/me/push", json=asked, headers=me)) == (409, "not_here")
        assert error_of(client.put("/api/me/mail", json={"address": "a@b.org"}, headers=me)) == (409, "not_here")
        for url in ("https://127.0.0.1/", "https://localhost:8443/x", "http://93.184.216.34/", "https://10.1.2.3/"):
            answer = client.put("/api/me/webhook", json={"url": url}, headers=me)
            assert error_of(answer) == (422, "bad_address"), url
        assert client.post("/api/people/mail", json={"name": "Grant"}).status_code == 202
        assert client.delete("/api/me", headers=me).status_code == 204
        worker = client.get("/worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
