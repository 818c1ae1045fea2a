"""Fuzzing from the server's own OpenAPI description: nothing breaks and every refusal is explained."""

import json
import sys
from importlib.util import find_spec
from random import Random
from urllib.parse import quote

import httpx2
import pytest
from helpers import Player, claim

from hardtack.server.errors import STATUS
from hardtack.server.guard import SAFETY

ODD_TEXTS = [
    "", " ", "0", "-1", "null", "\x00", "é", "水車場", "a" * 300, "../../etc/passwd", "{}", "%00", "end\nend", "'; --",
    "move", "move UA", "move UA 0103 0104", "attack UA UA", "colours UA", "1e999", "\U0001f600",
]  # fmt: skip
ENDING = ("/resign", "/abandon", "/proposals", "/proposals/{proposal}", "/api/me", "/me/devices/{device}")
# What takes a game that is over, a fight, a clock, a seat that is offered, a lesson (toy battles have none), or a token
# or secret of the fuzzer's own. Each has tests of its own; here it is asked as often as all, and must refuse properly.
OUT_OF_REACH = (
    "/rematch", "/report/{game}", "/report/{game}.pdf", "/fights/{number}", "/time", "/vacation", "/sit",
    "/lessons/{set_id}/{lesson_id}", "/lesson", "/people/link", "/me/links/{link}", "/me/games/{game}/key",
    "/me/mail", "/letters/confirm", "/me/webhook", "/me/push", "/me/push/{browser}", "/games/{game}/notices",
    "/feed/{token}", "/people/mail",
    "/mail/{commitment}", "/mail/{commitment}/roll", "/mail/{commitment}/letter",
)  # fmt: skip
ODD_VALUES = [None, True, [], {}, [[]], 0, -1, 2**31, 2**63, 10**30, 1.5, "", "x", "\ud800", {"a": {"b": []}}]


class Fuzzer:
    """Makes requests for each operation: mostly well formed, partly not."""

    def __init__(self, spec, random, words):
        self.spec, self.random, self.words = spec, random, words

    def resolve(self, schema):
        while "$ref" in schema:
            schema = self.spec["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def value(self, schema, name="", depth=0):
        random, schema = self.random, self.resolve(schema)
        if random.random() < 0.05:
            return random.choice(ODD_VALUES)
        if "anyOf" in schema:
            known = name in self.words and random.random() < 0.8  # or a key would be missing half the time
            return self.value(schema["anyOf"][0] if known else random.choice(schema["anyOf"]), name, depth)
        if "enum" in schema or "const" in schema:
            return random.choice(schema.get("enum", [schema.get("const")]))
        kind = schema.get("type")
        if kind == "object" or "properties" in schema:
            return self.thing(schema, depth)
        if kind == "array":
            return [self.value(schema.get("items", {}), name, depth + 1) for _ in range(random.randrange(3))]
        if kind in ("integer", "number"):
            limits = (schema.get("minimum", -5), schema.get("maximum", 10**12))
            return random.choice([*self.words.get(name, []), 0, 1, 2, 3, *limits, -1])
        if kind == "boolean":
            return random.random() < 0.5
        if kind == "null":
            return None
        return random.choice(self.words.get(name, []) + ODD_TEXTS)

    def thing(self, schema, depth):
        wanted = schema.get("properties", {})
        needed = schema.get("required", [])
        made = {
            name: self.value(part, name, depth + 1)
            for name, part in wanted.items()
            if (name in needed and self.random.random() < 0.95) or self.random.random() < 0.5
        }
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict) and depth < 4:
            for name in self.random.sample(["turns", "union", "confederate", "seed", "x"], 2):
                made[name] = self.value(extra, name, depth + 1)
        return made

    def request(self, path, method, operation):
        query, headers = {}, {}
        for part in operation.get("parameters", []):
            value = self.value(part["schema"], part["name"])
            text = value if isinstance(value, str) and value.isprintable() else json.dumps(value)
            if part["in"] == "path":
                path = path.replace("{" + part["name"] + "}", quote(text or "x", safe="", errors="replace"))
            elif self.random.random() < (0.6 if "key" in part["name"] else 0.3) or part.get("required"):
                if part["in"] == "query":
                    query[part["name"]] = text
                else:
                    headers[part["name"]] = text.encode("utf-8", "replace").replace(b"\x00", b"").replace(b"\n", b"")
        content = None
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            content = json.dumps(self.value(schema))
            if self.random.random() < 0.05:
                content = content[: len(content) // 2]
            headers["content-type"] = "application/json"
        return method.upper(), path, query, headers, content


def ask_all(client, requests):
    """The answers to one request after another, on the server's own event loop: thousands of them cross no thread."""

    async def ask():
        transport = httpx2.ASGITransport(client.app, raise_app_exceptions=False)
        async with httpx2.AsyncClient(transport=transport, base_url=client.base_url) as asking:
            return [
                await asking.request(verb, address, params=query, headers=headers, content=content)
                for verb, address, query, headers, content in requests
            ]

    return client.portal.call(ask)


@pytest.mark.parametrize("seed", range(4))
def test_no_request_breaks_the_server(client, players, seed, monkeypatch):
    if find_spec("sniffio") is None:  # or the HTTP client looks for it all over the disk before every request
        monkeypatch.setitem(sys.modules, "sniffio", None)
    spec = client.get("/api/openapi.json").json()
    union, confederate, _ = players
    links = [union.post("/devices").json() for _ in range(4)]
    for _ in range(2):
        claim(client, union.game, union.post("/devices").json()["token"])
    held = [one["id"] for one in union.get("/seats").json()["devices"] if not one["this"]]
    posted = client.post("/api/mail", json={"scenario": "mill", "side": "union", "name": "Grant"}).json()
    words = {
        "text": [posted["letter"]] * 30, "commitment": [posted["commitment"]] * 10,
        "token": [link["token"] for link in links] * 10, "X-Seat-Link": [link["token"] for link in links] * 10,
        "link": [link["id"] for link in links[2:]] * 20, "device": held * 20, "side": ["union", "confederate"] * 10,
        "game": [union.game] * 30, "scenario": ["mill"] * 30, "hex": ["0303", "0101", "0505"] * 8,
        "unit": ["UA", "CB"] * 10, "kind": ["zones"] * 10,
        "key": [union.key] * 90, "x-seat-key": [union.key, confederate.key] * 45,
        "x-player-key": [client.post("/api/people", json={"name": "Grant"}).json()["key"]] * 90,
        "action": ["colours UA"] * 60
        + ["end", "colours UA", "colours CB", "move UB 0303", "move CB 0302", "attack UB CB"] * 6,
        "bot": ["random"] * 20, "position": ["hardtack position 1\nscenario mill"], "record": ["hardtack record 1\n"],
    }  # fmt: skip
    fuzzer = Fuzzer(spec, Random(seed), words)
    operations = [
        (path, method, operation)
        for path, methods in spec["paths"].items()
        for method, operation in methods.items()
        if not path.endswith("/events")
    ]
    assert len(operations) >= 20
    ending = [one for one in operations if one[0].endswith(ENDING)]  # last, or nothing could be played any more
    answered = []
    for some in ([one for one in operations if one not in ending], ending):
        words["expected"] = [union.see()["version"] + ahead for ahead in (0, 0, 0, 0, 1, 1, 2, 3)] * 5
        made = [(path, operation, fuzzer.request(path, method, operation)) for path, method, operation in some * 60]
        answered += zip(made, ask_all(client, [asked for _, _, asked in made]), strict=True)
    seen = set()
    for (path, operation, asked), answer in answered:
        verb, address, query, headers, content = asked
        where = f"{verb} {address} {query} {headers} {content} -> {answer.status_code} {answer.text[:300]}"
        assert answer.status_code < 500, where
        assert answer.status_code == 405 or str(answer.status_code) in operation["responses"], where
        assert all(name in answer.headers for name in SAFETY), where
        seen.add((path, answer.status_code < 300))
        if answer.status_code >= 400:
            error = answer.json()["error"]
            assert error["code"] in STATUS, where
            assert error["message"], where
    refused = {path for path, _, _ in operations} - {path for path, fine in seen if fine}
    # both seats of this game are taken, and links made meanwhile displace those we know of
    refused -= {"/api/games/{game}/invitations", "/api/games/{game}/links/{link}"}
    ended = {path for path in refused if path.endswith(ENDING)}
    assert len(ended) < len(ENDING), "the first of these ends the game, and the others come too late"
    refused -= ended
    refused -= {path for path in refused if path.endswith(OUT_OF_REACH)}
    assert len(refused) <= 5, f"the fuzzer never got anywhere with {refused}"
    assert Player(client, union.game, union.key).see()["id"] == union.game
