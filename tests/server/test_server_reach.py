"""Where a server can be reached, told to whoever sits at its own machine and to nobody else."""

import ipaddress
import socket
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from hardtack.server import create_app, hosting
from hardtack.server.config import Config
from hardtack.server.hosting import Bound, Hosting, addresses_for, is_loopback, links_to, own_addresses
from hardtack.server.running import _announce
from toy.shelf import SHELF

HOME = ["192.168.7.9", "10.0.0.4", "2001:db8::7"]


@pytest.fixture
def at_home(monkeypatch):
    """A machine with two networks, whatever this one has."""
    monkeypatch.setattr(hosting, "own_addresses", lambda: HOME)


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1", True), ("127.8.8.8", True), ("localhost", True), ("::1", True), ("[::1]", True),
        ("192.168.7.9", False), ("example.org", False), ("", False), ("0.0.0.0", False),
    ],
)  # fmt: skip
def test_which_addresses_mean_every_machine_itself(host, own):
    assert is_loopback(host) is own


@pytest.mark.parametrize(
    ("host", "links"),
    [
        ("127.0.0.1", []),
        ("0.0.0.0", ["http://192.168.7.9:8000", "http://10.0.0.4:8000"]),
        ("::", ["http://192.168.7.9:8000", "http://10.0.0.4:8000", "http://[2001:db8::7]:8000"]),
        ("192.168.7.9", ["http://192.168.7.9:8000"]),
    ],
)
def test_what_a_friend_can_open(at_home, host, links):
    assert links_to(Bound(host, 8000)) == links


@pytest.mark.parametrize(
    ("bound", "caller", "asked", "told"),
    [
        ("0.0.0.0", "127.0.0.1", "127.0.0.1:8000", (True, True, 2)),
        ("0.0.0.0", "127.0.0.1", "localhost:8000", (True, True, 2)),
        ("127.0.0.1", "127.0.0.1", "127.0.0.1:8000", (True, False, 0)),
        ("0.0.0.0", "192.168.7.20", "192.168.7.9:8000", (False, False, 0)),
        ("0.0.0.0", "192.168.7.20", "127.0.0.1:8000", (True, False, 0)),  # a forged name
        ("0.0.0.0", "127.0.0.1", "play.example.org", (False, False, 0)),  # behind another server
    ],
)
def test_only_a_page_at_the_machine_itself_is_told(at_home, bound, caller, asked, told):
    found = addresses_for(Bound(bound, 8000), caller, asked)
    assert (found["local"], found["open"], len(found["addresses"])) == told


def test_the_page_can_ask(at_home, tmp_path):
    config = Config(str(tmp_path / "games.sqlite"), SHELF, bot_workers=1, bound=Bound("0.0.0.0", 8000))
    with TestClient(create_app(config), "http://127.0.0.1:8000", client=("127.0.0.1", 5)) as client:
        assert client.get("/api/addresses").json()["addresses"] == ["http://192.168.7.9:8000", "http://10.0.0.4:8000"]


def test_the_addresses_of_this_machine_are_such_as_others_may_use():
    for address in own_addresses():
        known = ipaddress.ip_address(address)
        assert not known.is_loopback
        assert not known.is_link_local


def test_a_machine_without_a_network_has_none(monkeypatch):
    def unplugged(*_, **__):
        raise OSError("no route")

    monkeypatch.setattr(socket, "getaddrinfo", unplugged)
    monkeypatch.setattr(socket, "socket", unplugged)
    assert own_addresses() == []
    assert links_to(Bound("0.0.0.0", 8000)) == []


@pytest.mark.parametrize(
    ("host", "lines"),
    [
        ("127.0.0.1", ["Hardtack is ready: http://127.0.0.1:8000/"]),
        (
            "0.0.0.0",
            [
                "Hardtack is ready: http://127.0.0.1:8000/",
                *(f"For others on your network: http://{one}:8000/" for one in HOME[:2]),
            ],
        ),
    ],
)
def test_a_server_open_to_the_network_prints_where(monkeypatch, capsys, host, lines):
    monkeypatch.setattr(hosting, "own_addresses", lambda: HOME)
    _announce(SimpleNamespace(started=True), "http://127.0.0.1:8000/", False, Bound(host, 8000), Hosting())
    assert capsys.readouterr().out.splitlines() == lines
