"""Schemathesis over the whole API: whatever its own description allows or forbids, nothing breaks, every answer is one
that is described, and every refusal is explained. Requests know of a real game, its keys and links, so that they get
somewhere."""

from contextlib import suppress
from urllib.parse import quote

import pytest
import schemathesis
from helpers import Player, claim, two_keys
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.testclient import TestClient

from hardtack.server import Config, create_app
from hardtack.server.errors import STATUS
from hardtack.server.guard import SAFETY
from toy.shelf import SHELF

# Streams do not end by themselves; they have tests of their own.
ENDLESS = ("/events",)
# Tried last: they end the game, or the name, that all the others are about.
ENDING = ("/resign", "/abandon", "/proposals", "/proposals/{proposal}", "/api/me", "/me/devices/{device}")
ALLOWED, FORBIDDEN = 3, 2  # requests of each operation that keep to its description, and that do not
# What no description can promise, by operation; whatever else keeps to its own is never refused for how it looks.
RULES = ("illegal_action", "bad_notation")  # what a battle's rules allow, and how its actions are written
ACTING = ("actions", "forecast", "why-not", "column", "all", "lesson")
BEYOND = {
    **{f"POST /api/games/{{game}}/{what}": RULES for what in ACTING},
    # the settings and bots of a scenario; records and positions have a grammar of their own
    "POST /api/games": ("bad_option", "bad_record", "bad_position"),
    "POST /api/games/{game}/proposals": ("bad_option",),  # the bots of the scenario
    "POST /api/games/{game}/hint": ("bad_option",),
    "PUT /api/games/{game}/answers": ("bad_answer",),  # the questions of the battle
    "POST /api/mail": ("bad_option",),  # the settings of a scenario
    "POST /api/mail/join": ("bad_letter",),  # a file ties every line to the one before
    "POST /api/mail/open": ("bad_letter",),
    "POST /api/mail/{commitment}/roll": ("bad_letter", *RULES),
    "POST /api/mail/{commitment}/letter": ("bad_letter",),  # the turn is not over
    "POST /api/mail/{commitment}/rematch": ("bad_letter",),  # nor the game
    "POST /api/people": ("bad_name",),  # which signs are letters, and of which alphabet
    "PUT /api/me/webhook": ("bad_address",),  # whether a name stands for a public address others say
}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    config = Config(database=str(tmp_path_factory.mktemp("schema") / "games.sqlite"), library=SHELF, bot_workers=1)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        yield client


class Table:
    """A game between two people with a name, and all that opens something at it."""

    def __init__(self, client):
        self.client = client
        people = [client.post("/api/people", json={"name": name}).json() for name in ("Grant", "Lee")]
        body = {"scenario": "mill", "seats": {"confederate": {"who": "link"}}}
        made = client.post("/api/games", json=body).json()
        self.game, keys = made["id"], two_keys(client, made)
        self.union = Player(client, self.game, keys[0])
        links = [self.union.post("/devices").json() for _ in range(4)]
        for _ in range(2):
            claim(client, self.game, self.union.post("/devices").json()["token"])
        held = [one["id"] for one in self.union.get("/seats").json()["devices"] if not one["this"]]
        posted = client.post("/api/mail", json={"scenario": "mill", "side": "union", "name": "Grant"}).json()
        self.words = {
            "text": [posted["letter"]], "commitment": [posted["commitment"]],
            "token": [link["token"] for link in links], "X-Seat-Link": [link["token"] for link in links],
            "link": [link["id"] for link in links], "device": held, "side": ["union", "confederate"],
            "game": [self.game], "scenario": ["mill"], "hex": ["0303", "0101"], "unit": ["UA", "CB"],
            "kind": ["zones"], "x-seat-key": keys, "x-player-key": [one["key"] for one in people],
            "action": ["colours UA", "end", "colours CB", "move UB 0303", "attack UB CB"], "bot": ["random"],
        }  # fmt: skip

    def fill(self, case, random):
        """Put what there is in the place of what was made up, where the description leaves it open."""
        if isinstance(case.body, dict) and "expected" in case.body:
            self.words["expected"] = [self.union.see()["version"]]
        for name in list(case.path_parameters or {}):
            if name in self.words and random.random() < 0.9:
                case.path_parameters[name] = quote(str(random.choice(self.words[name])), safe="")
        for part in (case.headers, case.query):
            for name in list(part or {}):
                if name in self.words:
                    part[name] = str(random.choice(self.words[name]))
        if random.random() < 0.8:
            wanted = case.operation.headers
            for name in ("x-seat-key", "x-player-key"):
                if name in wanted:
                    case.headers[name] = random.choice(self.words[name])
        if case.operation.label == "POST /api/games" and isinstance(case.body, dict):
            for name in ("record", "position", "branch"):  # a game begins with one of them, or a scenario
                case.body.pop(name, None)
            case.body["scenario"] = "mill"
        mean_others = {"kind"} if case.path.startswith("/api/mail") else {"kind", "text"}  # the same words
        self.fill_body(case.body, random, self.words.keys() - mean_others)

    def fill_body(self, body, random, known):
        for name, value in body.items() if isinstance(body, dict) else ():
            if name in known and isinstance(value, type(self.words[name][0])) and random.random() < 0.8:
                body[name] = random.choice(self.words[name])
            else:
                self.fill_body(value, random, known)


@pytest.fixture(scope="module")
def table(client):
    return Table(client)


def operations(client):
    """Every operation of the API; those that end something at the end."""
    described = schemathesis.openapi.from_asgi("/api/openapi.json", client.app, config=SchemathesisConfig())
    found = [one.ok() for one in described.get_all_operations()]
    found = [one for one in found if not one.path.endswith(ENDLESS)]
    return sorted(found, key=lambda one: one.path.endswith(ENDING))


def ask_all(operation, mode, count, ask):
    """So many requests of one operation, always the same ones."""

    @settings(
        max_examples=count, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode), random=st.randoms(use_true_random=False))
    def one(case, random):
        ask(case, random)

    one()


def test_no_request_breaks_the_server(client, table):
    """All operations in turn, so that those that end something come last."""
    wrong, fine = [], set()

    def ask(case, random):
        allowed = case.meta.generation.mode is GenerationMode.POSITIVE
        if allowed:
            table.fill(case, random)
        response = case.call(session=client)
        if response.status_code < 300:
            fine.add(case.operation.label)
        try:
            check(case, response, allowed)
        except (AssertionError, FailureGroup) as error:
            wrong.append(f"{response.status_code} {case.as_curl_command()}\n{error!r}\n{response.text[:300]}")

    found = operations(client)
    for operation in found:
        for mode, count in ((GenerationMode.POSITIVE, ALLOWED), (GenerationMode.NEGATIVE, FORBIDDEN)):
            with suppress(Unsatisfiable):  # nothing to forbid: the operation takes nothing
                ask_all(operation, mode, count, ask)
    assert not wrong, f"{len(wrong)} answers\n" + "\n\n".join(wrong[:5])
    assert len(found) > 100
    assert len(fine) > len(found) // 2, "most operations did something for somebody"
    assert client.get(f"/api/games/{table.game}").json()["id"] == table.game


def check(case, response, allowed):
    """All that schemathesis knows to check, and what every answer of ours has."""
    refused = response.json()["error"]["code"] if response.status_code >= 400 else ""
    known = refused in BEYOND.get(case.operation.label, ())
    case.validate_response(response, excluded_checks=[positive_data_acceptance] if known else [])
    assert all(name.lower() in response.headers for name in SAFETY)
    if response.status_code >= 400:
        error = response.json()["error"]
        assert STATUS.get(error["code"], 500) == response.status_code
        assert error["message"]
        assert not allowed or error["code"] not in ("bad_request", "too_large"), "the description promises more"
