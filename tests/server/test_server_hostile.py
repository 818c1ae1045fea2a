"""Requests nobody honest sends, to real servers on SQLite and PostgreSQL: refused, explained, leaving no trace."""

import json
import socket
import stat
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from helpers import Player, error_of

from hardtack.server import archive
from hardtack.server.errors import STATUS
from hardtack.server.guard import SAFETY
from hardtack.table import Match
from toy.shelf import find

DEEP, DIGITS = "[" * 100_000, "9" * 5_000
NAMES = ["\x00", "a\x00b", "n" * 81, "n" * 3_000, "\ud800", "é" * 61, 5, None, ["x"], {"a": 1}, "\x1b[2J"]
PATHS = [
    "%00", "a%00b", "%ff%fe", "%ed%a0%80", "x" * 300, "x" * 3_000, "%2e%2e%2f" * 20, "%25%30%30", "%0a%0d", "../../etc",
    "%F0%9F%98%80", "a/b/c", "%3Cscript%3E", "~", "%5c..%5c", "con", "..;/", "%c0%ae%c0%ae/", "\u202e".encode().hex(),
]  # fmt: skip
MOMENTS = [
    "0001-01-01T00:00:00", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59",
    "9999-12-31T23:59:59-14:00", "1969-12-31T23:59:59Z", "1e300", "-1e300", "99999999999999999999", "now", "",
    "2026-02-30T00:00:00", "2026-01-01T00:00:00+99:99",
]  # fmt: skip
NUMBERS = [-1, 2**31, 2**63, 10**30, int("9" * 4_000), 1.5, "1", True, None, [], "NaN"]


@pytest.fixture(params=["sqlite", "postgres"])
def server(request, serve):
    return serve(request.getfixturevalue("postgres").url if request.param == "postgres" else None)


def records():
    """Records of a game, spoilt in one place each."""
    match = Match.new("mill", seed=1, find=find)
    match.play(match.legal()[0])
    sound = match.record()
    for line in (
        f"set turns: {DEEP}", f"set turns: {DIGITS}", f"set turns: {'[' * 500}", f"position: {DEEP}",
        f"position: {DIGITS}", f"position: {json.dumps('hardtack position 1' + chr(10) + 'x ' + DEEP[:50_000])}",
        f"union: {'n' * 2_900_000}", f"union: {'n' * 81}", "union: a\x00b", f"{'h' * 100_000}: 1", "origin: \x00",
        "\n".join(f"h{n}: {n}" for n in range(500)), "seed: \x00", f"commitment: {'c' * 90_000}",
    ):  # fmt: skip
        yield sound.replace("\n\n", f"\n{line}\n\n")
    yield sound.replace("\n0", f"\n0 : {'6 ' * 100_000}")
    yield sound + "2 union \x00\n"
    yield sound + "\n" * 500_000
    yield "\x00"


def positions():
    text = Match.new("mill", seed=1, find=find).position()
    frame = next(line for line in text.splitlines() if line.startswith("frame"))
    for number in (61, 1_500, 40_000):
        yield text.replace(frame, f"{frame}\n" * number)
    for value in (DEEP, DIGITS, "NaN", r'"\u0000"', r'"\ud800"', "1e999", "null", '"x"', "{}", "-1", "[]"):
        yield text.replace("turn 1", f"turn {value}")
        yield text + f"set turns {value}\n"
        yield text.replace(frame, frame.partition("{")[0] + value)
    yield text.replace("piece UA", "piece U\x00A")
    yield text + "x" * 2_400_000


def bodies():
    """JSON that is none, or too much of it, for any route that takes some."""
    yield from (DEEP.encode(), b'{"a":' * 50_000, DIGITS.encode(), b"\xff\xfe{}", b"", b"null", b"[]", b'"x"', b"{")
    yield b"[" + b"[]," * 100_000 + b"[]]"
    yield b"{" + b",".join(b'"k%d":1' % n for n in range(100_000)) + b"}"
    yield b'{"' + b"k" * 1_000_000 + b'":1}'
    yield b'{"\\ud800": 1, "action": "\\ud800", "expected": 1}'
    yield b'{"action": "\\u0000", "expected": 0}'
    yield b"x" * 3_100_000


def hostile(game, key):
    """Method, address, body and headers of every request."""
    seat = {"X-Seat-Key": key}
    for name in NAMES:
        for body in (
            {"scenario": "mill", "seats": {"union": {"who": "you", "name": name}}},
            {"scenario": name}, {"scenario": "mill", "settings": {"turns": name}}, {"branch": {"game": name}},
            {"scenario": "mill", "settings": {str(name): 2}}, {"scenario": "mill", "seats": {str(name): {}}},
            {"scenario": "mill", "seats": {"union": {"who": "bot", "bot": name}}},
        ):  # fmt: skip
            yield "POST", "/api/games", json.dumps(body), {}
        for path in ("actions", "forecast", "why-not"):
            yield "POST", f"/api/games/{game}/{path}", json.dumps({"action": name, "expected": 0, "unit": name}), seat
        counter = {"unit": "UA", "numbers": [name], "markers": [name] * 12}
        yield "POST", "/api/scenarios/mill/counters", json.dumps({"counters": [counter] * 200}), {}
    for number in NUMBERS:
        yield "POST", "/api/games", json.dumps({"scenario": "mill", "pace_ms": number}), {}
        yield "POST", "/api/games", json.dumps({"branch": {"game": game, "number": number}}), seat
        yield "POST", f"/api/games/{game}/undo", json.dumps({"count": number, "expected": number}), seat
        yield "PUT", f"/api/games/{game}/pace", json.dumps({"pace_ms": number, "paused": number}), seat
        for query in ("?since=", "?number=", "/log?from=", "/replay?from=", "/intention?number="):
            yield "GET", f"/api/games/{game}{query}{quote(str(number)[:500])}", None, seat
    for path in PATHS:
        for before, after in (
            ("/assets/", ""), ("/assets/board/", ".js"), ("/api/games/", ""), ("/api/games/", "/record"),
            ("/play/", ""), ("/replay/", ""), ("/api/scenarios/", ""), ("/", ""),
            ("/api/scenarios/mill/counters/", ".svg"),
            (f"/api/games/{game}/hexes/", ""), (f"/api/games/{game}/overlays/", ""),
            (f"/api/games/{game}/options?unit=", ""), (f"/api/games/{game}/ways?unit=", ""),
            ("/api/scenarios/mill/board.svg?lang=", ""), ("/api/scenarios/mill/counters/UA.svg?markers=", ""),
        ):  # fmt: skip
            yield "GET", before + path + after, None, seat
        yield "GET", f"/api/games/{game}", None, {"X-Seat-Key": path, "Accept-Language": path * 3}
    for moment in MOMENTS:
        yield "GET", f"/api/games?before={quote(moment)}", None, {}
    for body in bodies():
        for address in ("/api/games", f"/api/games/{game}/actions", "/api/scenarios/mill/counters"):
            yield "POST", address, body, seat
    for text in records():
        yield "POST", "/api/games", json.dumps({"record": text}), {}
    for text in positions():
        yield "POST", "/api/games", json.dumps({"position": text}), {}


class Described:
    """What the server's own description says of an address."""

    def __init__(self, spec):
        self.routes = [
            (path.split("/")[1:], method.upper(), operation)
            for path, methods in spec["paths"].items()
            for method, operation in methods.items()
        ]

    def statuses(self, method, address):
        parts = address.partition("?")[0].split("/")[1:]
        for template, verb, operation in self.routes:
            if verb == method and len(template) == len(parts) and all(
                wanted == given or "{" in wanted for wanted, given in zip(template, parts, strict=True)
            ):  # fmt: skip
                return {int(status) for status in operation["responses"]}
        return None


def check(answer, where):
    assert answer.status_code < 500, where
    missing = [name for name in SAFETY if name not in answer.headers]
    assert not missing, (missing, where)
    if answer.status_code >= 400:
        assert answer.json()["error"]["code"] in STATUS, where
        assert len(answer.content) < 5_000, where


def memory(process):
    """The resident memory of a server, in MB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def test_no_hostile_request_breaks_the_server_or_stays_in_its_memory(server):
    made = server.new_game(seats={"confederate": {"who": "link"}})
    described = Described(server.client.get("/api/openapi.json").json())
    requests = list(hostile(made["id"], made["key"]))
    assert len(requests) > 600
    grown = []
    for _ in range(2):
        Random(1).shuffle(requests)
        for method, address, body, headers in requests:
            where = f"{method} {address[:200]} {str(body)[:200]} {str(headers)[:100]}"
            sent = {"content-type": "application/json"} | {k: v.encode() for k, v in headers.items()}
            answer = server.client.request(method, address, content=body, headers=sent)
            check(answer, f"{where} -> {answer.status_code} {answer.text[:300]}")
            allowed = described.statuses(method, address)
            assert allowed is None or answer.status_code in allowed, (where, answer.status_code, allowed)
        grown.append(memory(server.process))
    assert grown[1] - grown[0] < 60, f"the second round of the same must leave nothing: {grown} MB"
    assert grown[1] < 500
    assert Player(server.client, made["id"], made["key"]).play("colours UA")["version"] == 1


def test_every_spelling_of_an_asset_is_one_file(serve):
    server = serve()
    before = memory(server.process)
    for number in range(400):
        spelling = "/".join(["."] * (number % 20) + ["board/.."] * (number // 20) + ["strings.js"])
        answer = server.client.get("/assets/" + quote(spelling, safe="").replace("%2F", "/").replace(".", "%2e"))
        assert answer.status_code == 200, spelling
    assert memory(server.process) - before < 40


def test_answers_to_wrong_methods_say_what_is_allowed(client):
    for method, path, allowed in (
        ("PATCH", "/api/games", "GET, POST"), ("PUT", "/api/games/abc", "DELETE, GET"),
        ("GET", "/api/games/abc/actions", "POST"), ("DELETE", "/api/health", "GET"),
        ("PUT", "/api/mail/join", "POST"), ("POST", "/", "GET, HEAD"),
        ("POST", "/assets/strings.js", "GET, HEAD"), ("DELETE", "/api/scenarios/mill/counters", "POST"),
    ):  # fmt: skip
        answer = client.request(method, path)
        assert error_of(answer) == (405, "bad_method")
        assert answer.headers["allow"] == allowed
        assert "content-security-policy" in answer.headers


def test_a_fault_of_ours_is_answered_with_the_safety_headers(client, monkeypatch, caplog):
    monkeypatch.setattr(archive, "latest", lambda *asked: 1 / 0)
    answer = client.get("/api/games?lang=ja")
    assert error_of(answer) == (500, "error")
    assert all(answer.headers[name] == value for name, value in SAFETY.items())
    assert "ZeroDivisionError" in caplog.text


def test_the_description_says_what_is_answered(client):
    spec = client.get("/api/openapi.json").json()
    assert "HTTPValidationError" not in json.dumps(spec)
    described = Described(spec)
    for path in ("/api/scenarios?lang=xx", "/api/scenarios/x/rules?lang=xx", "/api/scenarios/nowhere", "/api/health"):
        assert client.get(path).status_code in described.statuses("GET", path)
    board = client.get("/api/scenarios/mill/board.svg")
    again = client.get("/api/scenarios/mill/board.svg", headers={"If-None-Match": board.headers["etag"]})
    assert again.status_code == 304
    assert 304 in described.statuses("GET", "/api/scenarios/mill/board.svg")


def test_a_key_in_an_address_is_refused_and_not_taken_for_a_spectator(client, players):
    union = players[0]
    for path in ("", "/events", "/record"):
        assert error_of(client.get(f"/api/games/{union.game}{path}?key={union.key}")) == (400, "bad_request")


def test_the_files_of_a_store_are_their_owners_alone(serve, tmp_path):
    path = tmp_path / "own" / "games.sqlite"
    path.parent.mkdir()
    path.touch(mode=0o644)  # as an older program made it
    server = serve(str(path))
    server.new_game()
    files = sorted(path.parent.iterdir())
    assert path in files
    assert len(files) > 1
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    fresh = tmp_path / "new" / "folder" / "games.sqlite"
    serve(str(fresh))
    assert stat.S_IMODE(fresh.parent.stat().st_mode) == 0o700


# -- what is only half a request, or none


def knock(server, data):
    line = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), timeout=120)
    line.sendall(data)
    return line


HEAD = b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
HALVES = [
    b"G", b"GET / HTTP/1.1\r\nHost: x\r\n", HEAD + b"Content-Length: 500\r\n\r\n{",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
]  # fmt: skip


def test_half_a_request_is_dropped_in_seconds(serve):
    """However long the line would be kept open; how many seconds, a busy machine decides."""
    server = serve()
    lines = [knock(server, half) for half in HALVES]
    for line in lines:
        with line, suppress(ConnectionResetError):
            assert line.recv(1_000) == b""
    assert server.client.get("/api/health").status_code == 200


def test_a_drop_at_a_time_does_not_keep_the_line(serve):
    server = serve()
    dropped = False
    with knock(server, b"GET / HTTP/1.1\r\nHost: x\r\n") as line:
        for _ in range(500):
            try:
                line.sendall(b"X-Drop: 1\r\n")
            except OSError:  # broken, or reset
                dropped = True
                break
            time.sleep(0.3)
    assert dropped


def test_what_is_no_request_is_refused_with_the_safety_headers(serve):
    server = serve()
    with knock(server, b"\x16\x03\x01 nonsense\r\n\r\n") as line:
        told = b""
        while part := line.recv(10_000):
            told += part
    head, _, body = told.decode().partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 400")
    assert all(f"{name}: {value}".lower() in head.lower() for name, value in SAFETY.items())
    assert json.loads(body)["error"]["code"] == "bad_request"
