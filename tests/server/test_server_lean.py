"""The short way for actions and options: what it answers, and on the wire."""

import json
import re
import socket
from urllib.parse import urlsplit

import pytest
from helpers import Player

from hardtack.server.guard import SAFETY
from hardtack.server.wire import read_plain


@pytest.fixture
def table(serve):
    server = serve()
    made = server.new_game()
    player = Player(server.client, made["id"], made["key"])
    player.play("colours UA")
    view = player.see()
    units = [actor["unit"] for actor in view["options"]["actors"]]
    assert len(units) > 1
    return player, view["version"], units, urlsplit(server.url)


def whole_heads(answers):
    """The head of each answer in a row of them, and its body, as long as it says."""
    found = []
    while answers:
        head, _, rest = answers.partition(b"\r\n\r\n")
        size = int(re.search(rb"content-length: (\d+)", head)[1])
        found.append((head, rest[:size]))
        answers = rest[size:]
    return found


def test_the_short_way_answers_as_the_long_one_does(table):
    player, version, units, _ = table
    for unit in units:
        short = player.get("/options", unit=unit, expected=version)
        long = player.get("/options", unit=unit)  # of whatever version it is: that has to be looked up
        assert (short.status_code, short.json()) == (long.status_code, long.json())
        assert short.json()["options"]
        for name in (*SAFETY, "Content-Type", "Cache-Control", "Date"):
            assert short.headers[name] == long.headers[name] or name == "Date"
    assert player.get("/options", unit=units[0], expected=version + 1).status_code == 204  # a decision that is no more
    assert player.get("/options", unit="nobody", expected=version).status_code == 404


def test_requests_sent_in_one_piece_are_answered_in_turn(table):
    """One that is answered at once does not overtake one that is not, and the last word closes the line."""
    player, version, units, at = table
    path = f"/api/games/{player.game}"
    asked = [f"{path}/options?unit={units[0]}&expected={version}", f"{path}/options?unit={units[1]}", f"{path}?lang=en"]
    asked += [f"{path}/options?unit={units[1]}&expected={version}"]
    sent = [f"GET {one} HTTP/1.1\r\nHost: table\r\nX-Seat-Key: {player.key}\r\n" for one in asked]
    sent[-1] += "Connection: close\r\n"
    with socket.create_connection((at.hostname, at.port), timeout=60) as line:
        line.sendall("".join(f"{one}\r\n" for one in sent).encode())
        came = b""
        while part := line.recv(65_536):
            came += part
    answers = whole_heads(came)
    assert [head.split(b" ")[1] for head, _ in answers] == [b"200"] * 4
    assert answers[1][1] == answers[3][1]
    assert answers[0][1] != answers[1][1]
    assert b'"headline"' in answers[2][1]
    assert b"connection: close" in answers[3][0].lower()


def test_what_comes_while_an_action_is_written_waits_its_turn(table):
    """The action takes no task; what is sent behind it, piece by piece, does not overtake it."""
    player, version, units, at = table
    path, key = f"/api/games/{player.game}", f"Host: table\r\nX-Seat-Key: {player.key}\r\n"
    [action, *_] = player.get("/options", unit=units[0], expected=version).json()["options"]
    body = json.dumps({"action": action["action"], "expected": version})
    post = f"POST {path}/actions?lang=en&changes=true HTTP/1.1\r\n{key}Content-Type: application/json\r\n"
    sent = [
        f"{post}Content-Length: {len(body)}\r\n\r\n{body}",
        f"GET {path}/options?lang=en&unit={units[0]}&expected={version} HTTP/1.1\r\n{key}\r\n",  # too late
        f"{post}Content-Length: {len(body)}\r\n\r\n{body}",  # refused: that was played
        f"GET {path}?lang=en HTTP/1.1\r\n{key}Connection: close\r\n\r\n",
    ]
    with socket.create_connection((at.hostname, at.port), timeout=60) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for one in sent:
            line.sendall(one.encode())
        came = b""
        while part := line.recv(65_536):
            came += part
    statuses = [int(status) for status in re.findall(rb"HTTP/1.1 (\d+)", came)]
    assert statuses == [200, 204, 409, 200]
    assert player.see()["version"] == version + 1


GET = b"GET /api/games/abcd2345/options?lang=en&unit=u&expected=3 HTTP/1.1\r\nHost: x\r\nX-Seat-Key:  k \r\n"
POST = b"POST /api/games/abcd2345/actions HTTP/1.1\r\nHost: x\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n"


def test_what_is_read_at_a_glance():
    found = read_plain(GET + b"\r\n")
    assert found is not None
    assert (found.method, found.game, found.what, found.body) == (b"GET", "abcd2345", "options", b"")
    assert found.query == b"lang=en&unit=u&expected=3"
    assert found.headers == {b"host": b"x", b"x-seat-key": b"k"}
    found = read_plain(POST + b"\r\n{}")
    assert found is not None
    assert (found.method, found.what, found.query, found.body) == (b"POST", "actions", b"", b"{}")


@pytest.mark.parametrize(
    "data",
    [
        GET,  # half of it
        GET + b"\r\nx",
        GET + b"\r\n" + GET + b"\r\n",
        POST + b"\r\n{",
        POST + b"\r\n{}}",
        POST + b"Content-Length: 2\r\n\r\n{}",
        POST + b"Transfer-Encoding: chunked\r\n\r\n{}",
        POST + b"Expect: 100-continue\r\n\r\n{}",
        GET + b"Connection: close\r\n\r\n",
        GET + b"Connection: upgrade\r\nUpgrade: websocket\r\n\r\n",
        GET + b" folded\r\n\r\n",
        GET + b"X : y\r\n\r\n",
        GET + b"X: \xff\r\n\r\n",
        GET + b"X: a\nY: b\r\n\r\n",
        GET.replace(b"1.1", b"1.0") + b"\r\n",
        GET.replace(b"options", b"log") + b"\r\n",
        GET.replace(b"abcd", b"../a") + b"\r\n",
        GET.replace(b"GET", b"PUT") + b"\r\n",
    ],
)
def test_everything_else_is_the_parsers_business(data):
    assert read_plain(data) is None
