"""The short way for actions and options: what it answers, and on the wire."""

import re
import socket
from urllib.parse import urlsplit

import pytest
from helpers import Player

from hardtack.server.guard import SAFETY


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
