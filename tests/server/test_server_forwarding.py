"""Who asks, behind a proxy: only proxies the host named are believed; and how much one client may ask for."""

from ipaddress import ip_network

import pytest

from hardtack.server import allowances
from hardtack.server.allowances import Allowances, Buckets, Refused, address_name
from hardtack.server.hosting import BadSetting, Limits, Proxies, read_network, read_place, read_public

PROXY, STRANGER = "10.0.0.2", "198.51.100.7"


def asked(peer=PROXY, **headers):
    """The scope of a request, as the server makes it."""
    pairs = [(b"host", b"inside:8000")]
    for name, values in headers.items():
        for value in [values] if isinstance(values, str) else values:
            pairs.append((name.replace("_", "-").encode(), value.encode()))
    client = None if peer is None else (peer, 40_000)
    return {"type": "http", "method": "GET", "path": "/", "scheme": "http", "client": client, "headers": pairs}


def seen(proxies, scope):
    number = proxies.believe(scope)
    host = [value.decode() for name, value in scope["headers"] if name == b"host"]
    left = [name for name, _ in scope["headers"] if name.startswith(b"x-")]
    return scope["client"] and scope["client"][0], scope["scheme"], host, left, number


ALL = {"x_forwarded_for": "203.0.113.9", "x_forwarded_proto": "https", "x_forwarded_host": "play.example"}


def test_a_named_proxy_says_who_asks():
    proxies = Proxies([ip_network("10.0.0.0/30")], None)
    scope = asked(**ALL, x_request_id="abcdef0123456789")
    assert seen(proxies, scope) == ("203.0.113.9", "https", ["play.example"], [], b"abcdef0123456789")


@pytest.mark.parametrize("peer", [STRANGER, "10.0.0.4", "127.0.0.1", "testclient", None])
def test_nobody_else_is_believed(peer):
    proxies = Proxies([ip_network("10.0.0.0/30")], None)
    scope = asked(peer, **ALL, x_request_id="abcdef0123456789")
    assert seen(proxies, scope) == (peer, "http", ["inside:8000"], [], None)
    assert seen(Proxies([], None), asked(PROXY, **ALL)) == (PROXY, "http", ["inside:8000"], [], None)


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("1.2.3.4, 203.0.113.9", "203.0.113.9"),  # what the client wrote itself stands to the left
        ("1.2.3.4, 203.0.113.9, 10.0.0.1", "203.0.113.9"),  # a second proxy of ours
        (["1.2.3.4", "203.0.113.9"], "203.0.113.9"),  # two headers are one list
        ("203.0.113.9:51234", "203.0.113.9"),
        ("[2001:db8::7]:51234", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("nonsense", PROXY),
        ("203.0.113.9, nonsense", PROXY),
        ("", PROXY),
    ],
)
def test_the_client_is_the_last_that_is_no_proxy(chain, client):
    assert seen(Proxies([ip_network("10.0.0.0/30")], None), asked(x_forwarded_for=chain))[0] == client


def test_odd_hosts_schemes_and_numbers_are_passed_over():
    proxies = Proxies([ip_network(PROXY)], None)
    odd = asked(x_forwarded_host="evil.example/x?", x_forwarded_proto="javascript", x_request_id="a b" * 9)
    assert seen(proxies, odd)[1:] == ("http", ["inside:8000"], [], None)


def test_the_public_address_is_the_server_s_own_whatever_a_request_says():
    proxies = Proxies([ip_network(PROXY)], "https://play.example")
    for peer in (PROXY, STRANGER):
        scope = asked(peer, x_forwarded_host="evil.example", x_forwarded_proto="http")
        assert seen(proxies, scope)[1:3] == ("https", ["play.example"])


def test_settings_are_read_strictly():
    assert read_public("https://Play.example/") == "https://play.example"
    assert read_place("[::1]:9100") == ("::1", 9100)
    assert str(read_network("10.1.2.3/8")) == "10.0.0.0/8"
    for read, wrong in (
        (read_public, "play.example"), (read_public, "https://a/b"), (read_public, "ftp://a"), (read_place, "9100"),
        (read_place, "a:99999"), (read_network, "everybody"),
    ):  # fmt: skip
        with pytest.raises(BadSetting):
            read(wrong)


# -- limits


def test_a_bucket_fills_up_again(hand):
    bucket = Buckets(2.0, 4.0, hand)
    assert [bucket.take("a") for _ in range(5)] == [0, 0, 0, 0, 0.5]
    assert bucket.take("b") == 0
    hand.now += 0.5
    assert [bucket.take("a"), bucket.take("a")] == [0, 0.5]
    hand.now += 1_000
    assert [bucket.take("a") for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_only_so_many_clients_are_remembered(hand, monkeypatch):
    monkeypatch.setattr(allowances, "MOST", 10)
    bucket = Buckets(1.0, 1.0, hand)
    for number in range(100):
        assert bucket.take(str(number)) == 0
    assert len(bucket) == 10
    assert bucket.take("99") > 0, "the latest are those that are remembered"
    allowed = Allowances(Limits())
    for number in range(100):
        allowed.bot_games.note((str(number),), "game")
    assert len(allowed.bot_games) == 10


def test_an_address_of_ipv6_counts_as_its_network():
    assert address_name("2001:db8:1:2:3::4") == address_name("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert address_name("2001:db8:1:3::4") != address_name("2001:db8:1:2::4")
    assert address_name("::ffff:192.0.2.1") == "192.0.2.1"


def test_a_name_may_do_half_of_what_its_address_may(hand):
    allowed = Allowances(Limits(requests=1, games=0), hand)

    def ask(peer, key=None):
        scope = asked(peer) if key is None else asked(peer, x_player_key=key)
        try:
            allowed.admit(scope, allowed.who(scope))
        except Refused as refusal:
            return refusal.code, refusal.after
        return None

    assert [ask(STRANGER, "mine") for _ in range(5)] == [None] * 5
    assert ask(STRANGER, "mine") == ("too_many_requests", 2)
    assert ask("203.0.113.5", "mine") == ("too_many_requests", 2), "wherever the name asks from"
    assert ask(STRANGER) is None, "others at that address may go on"
    assert allowed.refused == {"too_many_requests": 2}


def test_streams_and_games_of_bots_are_counted_while_they_last():
    allowed = Allowances(Limits(streams=2, bot_games=2, share=1.0))
    with allowed.watching(("a",)):
        with allowed.watching(("a",)):
            with pytest.raises(Refused, match="one client"), allowed.watching(("a",)):
                pass
            with allowed.watching(("b",)):
                pass
        with allowed.watching(("a",)):
            pass
    assert not allowed._streams
    for game in ("one", "two"):
        allowed.bot_games.admit(("a",), lambda ids: list(ids))
        allowed.bot_games.note(("a",), game)
    with pytest.raises(Refused):
        allowed.bot_games.admit(("a",), lambda ids: list(ids))
    allowed.bot_games.admit(("a",), lambda ids: ["two"])  # one of them is over


def test_nought_lifts_a_limit():
    allowed = Allowances(Limits(requests=0, games=0, streams=0, bot_games=0))
    scope = asked(STRANGER) | {"method": "POST", "path": "/api/games"}
    for number in range(3_000):
        allowed.admit(scope, ("a",))
        allowed.bot_games.admit(("a",), lambda ids: list(ids))
        allowed.bot_games.note(("a",), str(number))
    assert not allowed.bot_games, "nor is anything remembered for it"
    with allowed.watching(("a",)):
        pass
