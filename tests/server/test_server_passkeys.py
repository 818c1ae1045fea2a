"""Passkeys: made and used by an authenticator of the tests' own, which signs what it is told to sign, true or not."""

import base64
import hashlib
import json

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from helpers import error_of
from starlette.testclient import TestClient

from hardtack.server import Config, create_app, passkeys
from hardtack.server.passkeys import CHALLENGE_SECONDS, MOST_PASSKEYS
from toy.shelf import SHELF

SITE = "https://battles.example"


@pytest.fixture
def client(tmp_path, hand):
    config = Config(database=str(tmp_path / "games.sqlite"), library=SHELF, bot_workers=1, clock=hand)
    with TestClient(create_app(config), base_url=SITE, raise_server_exceptions=False) as client:
        yield client


def coded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """One passkey on one device."""

    def __init__(self, origin=SITE, host=None, name=b"passkey one"):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.origin, self.host, self.name, self.count = origin, host or origin.partition("//")[2], name, 0

    def told(self, kind, options):
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def head(self, flags):
        self.count += 1
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def make(self, options):
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self.head(0x45) + bytes(16) + len(self.name).to_bytes(2, "big") + self.name + cbor2.dumps(public)
        seen = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"clientDataJSON": coded(self.told("webauthn.create", options)), "attestationObject": coded(seen)}
        return {"id": coded(self.name), "rawId": coded(self.name), "type": "public-key", "response": response}

    def sign(self, options):
        told, data = self.told("webauthn.get", options), self.head(0x05)
        signature = self.key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": coded(told), "authenticatorData": coded(data), "signature": coded(signature),
        }  # fmt: skip
        return {"id": coded(self.name), "rawId": coded(self.name), "type": "public-key", "response": response}


def named(client, name="Grant"):
    return {"X-Player-Key": client.post("/api/people", json={"name": name}).json()["key"]}


def add(client, me, device):
    options = client.post("/api/passkeys/new", headers=me).json()["options"]
    return client.post("/api/passkeys", headers=me, json={"credential": device.make(options), "device": "a phone"})


def options_to_enter(client):
    return client.post("/api/passkeys/enter/new").json()["options"]


def enter(client, credential):
    return client.post("/api/passkeys/enter", json={"credential": credential, "device": "a laptop"})


def test_a_passkey_brings_the_name_to_another_browser(client):
    me, phone = named(client), Authenticator()
    made = add(client, me, phone)
    assert made.status_code == 201, made.text
    assert client.get("/api/passkeys", headers=me).json() == {"offered": True, "passkeys": [made.json()]}
    for _ in range(2):
        came = enter(client, phone.sign(options_to_enter(client)))
        assert came.status_code == 200, came.text
        assert came.json()["name"] == "Grant"
    other = {"X-Player-Key": came.json()["key"]}
    assert [one["device"] for one in client.get("/api/me", headers=other).json()["devices"]] == ["", *["a laptop"] * 2]
    assert client.delete(f"/api/passkeys/{made.json()['id']}", headers=other).status_code == 204
    assert error_of(enter(client, phone.sign(options_to_enter(client)))) == (403, "bad_passkey")
    assert client.get("/api/me", headers=other).status_code == 200  # what came in stays until it is revoked itself


def test_who_has_no_name_makes_no_passkey_and_removes_nobodys(client):
    assert error_of(client.post("/api/passkeys/new")) == (403, "name_needed")
    me = named(client)
    made = add(client, me, Authenticator()).json()
    stranger = named(client, "Lee")
    assert client.get("/api/passkeys", headers=stranger).json()["passkeys"] == []
    assert error_of(client.delete(f"/api/passkeys/{made['id']}", headers=stranger)) == (404, "unknown_link")


def test_a_challenge_is_answered_once_in_time_and_by_whom_it_was_made_for(client, hand):
    me, phone = named(client), Authenticator()
    options = client.post("/api/passkeys/new", headers=me).json()["options"]
    credential = {"credential": phone.make(options)}
    assert error_of(client.post("/api/passkeys", headers=named(client, "Lee"), json=credential)) == (
        409,
        "passkey_late",
    )
    assert client.post("/api/passkeys", headers=me, json=credential).status_code == 201
    assert error_of(client.post("/api/passkeys", headers=me, json=credential)) == (409, "passkey_late")
    signed = phone.sign(options_to_enter(client))
    assert enter(client, signed).status_code == 200
    assert error_of(enter(client, signed)) == (409, "passkey_late")  # a replay
    late = phone.sign(options_to_enter(client))
    hand.now += CHALLENGE_SECONDS + 1
    assert error_of(enter(client, late)) == (409, "passkey_late")
    made_up = phone.sign({"challenge": coded(b"x" * 64)})
    assert error_of(enter(client, made_up)) == (409, "passkey_late")
    for_adding = client.post("/api/passkeys/new", headers=me).json()["options"]
    assert error_of(enter(client, phone.sign(for_adding))) == (409, "passkey_late")


def test_what_is_signed_elsewhere_or_by_another_or_by_a_copy_opens_nothing(client):
    me, phone = named(client), Authenticator()
    assert add(client, me, phone).status_code == 201
    forged = Authenticator()  # the same name, another key
    assert error_of(enter(client, forged.sign(options_to_enter(client)))) == (403, "bad_passkey")
    unknown = Authenticator(name=b"nobody's")
    assert error_of(enter(client, unknown.sign(options_to_enter(client)))) == (403, "bad_passkey")
    phone.origin = "https://evil.example"
    assert error_of(enter(client, phone.sign(options_to_enter(client)))) == (403, "bad_passkey")
    phone.origin, phone.host = SITE, "evil.example"
    assert error_of(enter(client, phone.sign(options_to_enter(client)))) == (403, "bad_passkey")
    phone.host = "battles.example"
    assert enter(client, phone.sign(options_to_enter(client))).status_code == 200
    phone.count = 1  # as a copy that was made before
    assert error_of(enter(client, phone.sign(options_to_enter(client)))) == (403, "bad_passkey")
    crooked = phone.sign(options_to_enter(client))
    crooked["response"]["authenticatorData"] = coded(b"short")
    assert error_of(enter(client, crooked)) == (403, "bad_passkey")
    crooked["response"]["clientDataJSON"] = coded(b"[]")
    assert error_of(enter(client, crooked)) == (403, "bad_passkey")
    crooked["rawId"] = "no base64!"
    assert error_of(enter(client, crooked)) == (400, "bad_request")


def test_a_passkey_is_one_persons_and_there_are_not_too_many(client):
    me = named(client)
    assert add(client, me, Authenticator()).status_code == 201
    assert error_of(add(client, named(client, "Lee"), Authenticator())) == (403, "bad_passkey")
    for number in range(MOST_PASSKEYS - 1):
        assert add(client, me, Authenticator(name=b"passkey %d" % number)).status_code == 201
    assert error_of(client.post("/api/passkeys/new", headers=me)) == (409, "too_many_passkeys")


def test_a_name_that_is_given_up_takes_its_passkeys_with_it(client):
    me, phone = named(client), Authenticator()
    assert add(client, me, phone).status_code == 201
    assert client.delete("/api/me", headers=me).status_code == 204
    assert error_of(enter(client, phone.sign(options_to_enter(client)))) == (403, "bad_passkey")


def test_challenges_do_not_pile_up(client, hand, monkeypatch):
    monkeypatch.setattr(passkeys, "MOST_CHALLENGES", 3)
    for _ in range(3):
        assert options_to_enter(client)["challenge"]
    assert error_of(client.post("/api/passkeys/enter/new")) == (429, "too_often")
    hand.now += CHALLENGE_SECONDS + 1
    assert options_to_enter(client)["challenge"]


def test_no_passkeys_at_a_number_or_without_the_package(client, monkeypatch):
    for host in ("192.0.2.7:8642", "[::1]:8642"):
        assert client.get("/api/passkeys", headers={"Host": host}).json()["offered"] is False
        assert error_of(client.post("/api/passkeys/enter/new", headers={"Host": host})) == (404, "no_passkeys")
    monkeypatch.setattr(passkeys, "at_hand", lambda: False)
    assert client.get("/api/passkeys").json()["offered"] is False
    assert error_of(client.post("/api/passkeys/new", headers=named(client))) == (404, "no_passkeys")
