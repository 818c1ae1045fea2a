"""Play by mail through the API: two servers, each with a player and a folder of its own, and a file between them."""

from __future__ import annotations

from itertools import count
from shutil import rmtree

import pytest
from starlette.testclient import TestClient

import hardtack
from hardtack.server import Config, create_app
from hardtack.server.library import Library

UNION, CONFEDERATE = "union", "confederate"


class Correspondent:
    """A player on a server of their own."""

    def __init__(self, client):
        self.client, self.state = client, {}

    @property
    def headers(self):
        return {"X-Seat-Key": self.state.get("key") or ""}

    def ask(self, method, path, body=None, status=200, lang="en", **headers):
        found = self.client.request(
            method, f"/api/mail{path}?lang={lang}", json=body, headers=self.headers | headers
        )  # fmt: skip
        assert found.status_code == status, found.text
        return found.json()

    def note(self, state):
        self.state = state
        return state

    def begin(self, dice="both", scenario="bull-run", **more):
        body = {"scenario": scenario, "side": UNION, "name": "Ada", "dice": dice} | more
        return self.note(self.ask("POST", "", body, 201))

    def join(self, text):
        return self.note(self.ask("POST", "/join", {"text": text, "name": "Bea"}, 201))

    def open(self, text):
        return self.note(self.ask("POST", "/open", {"text": text}))

    def view(self):
        headers = {"X-Seat-Key": self.state["game_key"]}
        return self.client.get(f"/api/games/{self.state['game']}", headers=headers).json()

    def record(self):
        headers = {"X-Seat-Key": self.state["game_key"]}
        return self.client.get(f"/api/games/{self.state['game']}/record", headers=headers).text

    def kept(self):
        """The game of the file as the server has kept it."""
        desk = self.client.app.state.mailbox.desk
        return desk.read(desk.folder.find(self.state["commitment"]).text)

    def act(self, action):
        view = self.view()
        body = {"action": action, "expected": view["version"]}
        headers = {"X-Seat-Key": self.state["game_key"]}
        return self.client.post(f"/api/games/{self.state['game']}/actions", json=body, headers=headers)

    def resign(self):
        """On the board."""
        headers, body = {"X-Seat-Key": self.state["game_key"]}, {"expected": self.view()["version"]}
        done = self.client.post(f"/api/games/{self.state['game']}/resign", json=body, headers=headers)
        assert done.status_code == 200, done.text

    def roll(self, action, *then):
        body = {"action": action, "expected": self.view()["version"], "then": list(then)}
        return self.note(self.ask("POST", f"/{self.state['commitment']}/roll", body))

    def letter(self, status=200):
        return self.ask("POST", f"/{self.state['commitment']}/letter", status=status)

    def take_turn(self, roll=True):
        """End every phase; what rolls is declared. The letter to be sent; with `roll` off, None before a roll."""
        for _ in range(40):
            if self.state["wanted"] != "act":
                return self.state["letter"]
            played = self.act("end")
            if played.status_code == 409:
                assert played.json()["error"]["code"] == "dice_wanted"
                if not roll:
                    return None
                self.roll("end")
            else:
                assert played.status_code == 200, played.text
                if not played.json()["your_turn"]:
                    self.note(self.letter())
        raise AssertionError("no end of it")


@pytest.fixture(scope="module")
def clients(tmp_path_factory):
    made = []
    for name in ("ada", "bea"):
        home = tmp_path_factory.mktemp(name)
        client = TestClient(
            create_app(Config(str(home / "games.sqlite"), Library(), bot_workers=1, mail_home=home)),
            raise_server_exceptions=False,
        )
        made.append(client.__enter__())
    yield made
    for client in made:
        client.__exit__(None, None, None)


@pytest.fixture
def two(clients, monkeypatch):
    """Their secrets are the same each time, and so are the dice."""
    numbers = count(1)
    monkeypatch.setattr("hardtack.mail.desk.new_secret", lambda: f"{next(numbers):032x}")
    for client in clients:
        rmtree(client.app.state.mailbox.desk.folder.path, ignore_errors=True)
    return [Correspondent(client) for client in clients]


def begun(two, dice="both", scenario="bull-run"):
    """A game that both have joined, and that waits for whoever has to write."""
    ada, bea = two
    text = ada.begin(dice, scenario)["letter"]
    assert bea.open(text)["wanted"] == "join"
    text = bea.join(text)["letter"]
    return ada, bea, text


def exchange(ada, bea, text, letters):
    """Send so many letters, beginning with one to Ada."""
    reader, other = ada, bea
    for _ in range(letters):
        state = reader.open(text)
        text = state["letter"] or reader.take_turn()
        reader, other = other, reader
    return text


def until_roll(two):
    """Exchange letters until somebody is about to do what rolls dice: they, and the other."""
    *players, text = begun(two)
    for _ in range(30):
        state = players[0].open(text)
        text = state["letter"] or players[0].take_turn(roll=False)
        if text is None:
            return players
        players.reverse()
    raise AssertionError("nobody rolled")


@pytest.mark.parametrize("dice", ["both", "own"])
def test_a_game_by_mail_is_played_on_two_servers(two, dice):
    ada, bea, text = begun(two, dice)
    text = exchange(ada, bea, text, 8)
    assert ada.kept().moves > 3
    for player in (ada, bea):
        assert player.view()["number"] == player.kept().moves
        assert hardtack.replay(player.record()).state == player.kept().match.state


def test_an_action_that_rolls_waits_for_the_answer(two):
    """It is refused on the board, declared in the letter, and played on both boards once it is answered."""
    reader, other = until_roll(two)
    number = reader.view()["number"]
    declared = reader.roll("end")
    assert (declared["wanted"], declared["rolling"]) == ("wait", True)
    assert declared["letter"]
    assert reader.view()["number"] == number  # nothing has fallen
    assert reader.letter() == declared  # asked again, it is the same letter
    answered = other.open(declared["letter"])
    assert other.view()["number"] == number + 1
    assert answered["rolling"] is False
    assert other.open(declared["letter"]) == answered  # it may come twice


def test_what_is_declared_ahead_is_in_the_same_letter(two):
    """It is played with the dice of the answer, as long as it fits; what does not is dropped."""
    reader, other = until_roll(two)
    number = reader.view()["number"]
    declared = reader.roll("end", "end", "attack 0101 0102")
    assert " then end\n" in declared["letter"]
    assert " then attack 0101 0102\n" in declared["letter"]
    other.open(declared["letter"])
    assert other.view()["number"] > number
    assert other.view()["number"] == other.kept().moves <= number + 2
    wrong = {"action": "end", "expected": 0, "then": ["no such thing"]}
    reader.ask("POST", f"/{reader.state['commitment']}/roll", wrong, 422)


def test_dice_of_ones_own_drop_what_no_longer_fits(two):
    ada, bea, text = begun(two, "own")
    for player in (ada, bea) * 5:
        if player.open(text)["wanted"] == "act" and player.take_turn(roll=False) is None:
            break
        text = player.state["letter"]
    number = player.view()["number"]
    player.roll("end", *["attack 0101 0102"] * 3)
    assert number < player.view()["number"] <= number + 1


def test_what_was_answered_for_good_is_answered_when_the_letter_is_opened(two):
    ada, bea, text = begun(two, "own", "certain-destruction")
    text = ada.open(text)["letter"]  # her part of the opening; the Confederates transfer leaders first
    answer = {"side": UNION, "frame": "LeaderTransfer", "verb": "done"}
    path, headers = f"/api/games/{ada.state['game']}/answers", {"X-Seat-Key": ada.state["game_key"]}
    assert ada.client.put(path, json=answer, headers=headers).status_code == 200
    bea.open(text)
    assert bea.view()["decision"] == "LeaderTransfer"
    assert bea.act("done").status_code == 200
    ada.open(bea.note(bea.letter())["letter"])
    last = ada.view()["moves"][-1]
    assert (last["side"], last["action"], last["standing"]) == (UNION, "done", True)
    assert ada.kept().moves == ada.view()["number"] - 1, "it is in the next letter"


def test_settings_and_what_cannot_be_played_by_mail_are_told(two):
    ada, bea = two
    text = ada.begin(settings={"solitaire": True})["letter"]
    assert "set solitaire: true" in text
    assert bea.join(text)["lines"] > 0
    ada.ask("POST", "", {"scenario": "bull-run", "side": UNION, "name": "Ada", "settings": {"x": 1}}, 422)
    told = {one["id"]: one["by_mail"] for one in ada.client.get("/api/scenarios").json()["scenarios"]}
    assert {one for one, can in told.items() if not can} == {"chickamauga", "chancellorsville-campaign"}


def test_a_rematch_swaps_the_sides_and_keeps_the_rest(two):
    ada, bea = two
    text = bea.join(ada.begin("own", settings={"solitaire": True})["letter"])["letter"]
    players = [ada, bea]
    while players[0].open(text)["wanted"] != "act":
        text = players[0].state["letter"]
        players.reverse()
    reader = players[0]
    path = f"/{reader.state['commitment']}/rematch"
    assert "not over" in reader.ask("POST", path, status=422)["error"]["message"]
    view, seat = reader.view(), {"X-Seat-Key": reader.state["game_key"]}
    table = f"/api/games/{reader.state['game']}"
    given_up = reader.client.post(f"{table}/abandon", json={"expected": view["version"]}, headers=seat)
    assert given_up.json()["error"]["code"] == "nobody_to_ask", "it would be written down as resigning"
    reader.resign()
    refused = reader.client.post(f"{table}/rematch", json={}, headers=seat)
    assert refused.json()["error"]["code"] == "nobody_to_ask", "the other player is not at this server"
    reader.note(reader.letter())
    side = reader.state["side"]
    following = reader.ask("POST", path, status=201)
    assert reader.ask("POST", path, status=201) == following, "asked for twice it is one game"
    assert (following["side"], following["wanted"], following["dice"]) == (players[1].state["side"], "wait", "own")
    assert "set solitaire: true" in following["letter"]
    assert following["commitment"] != reader.state["commitment"]
    joined = players[1].join(following["letter"])
    assert joined["side"] == side


def test_strangers_are_shown_the_game_and_nothing_else(two):
    ada, _bea, text = begun(two)
    ada.open(text)
    eve = Correspondent(ada.client)
    looked = eve.open(text)
    assert (looked["wanted"], looked["key"], looked["game"], looked["letter"]) == ("look", None, None, None)
    for method, path, body in (
        ("GET", "", None), ("POST", "/letter", None), ("POST", "/roll", {"action": "end", "expected": 0}),
        ("POST", "/rematch", None),
    ):  # fmt: skip
        for commitment in (ada.state["commitment"], "0" * 32):  # whether it is known here is nobody's business
            refused = eve.ask(method, f"/{commitment}{path}", body, 404)["error"]
            assert refused["code"] == "unknown_mail"
            assert "another browser" in refused["message"]
    eve.ask("GET", "/..%2f..%2fetc", status=404)
    assert eve.ask("POST", "/join", {"text": text, "name": "Eve"}, 422)["error"]["message"].startswith("Somebody has")
    assert ada.client.get(f"/api/games/{ada.state['game']}").status_code == 403  # private


def test_refusals_are_sentences_in_both_languages(two):
    ada, _bea, text = begun(two)
    changed = text.replace("confederate seal", "confederate resign")
    english = ada.ask("POST", "/open", {"text": changed}, 422)["error"]
    japanese = ada.ask("POST", "/open", {"text": changed}, 422, "ja")["error"]
    assert english["message"].startswith("Line 3, the last, was changed")
    assert "3行目" in japanese["message"]
    secret = {"scenario": "chickamauga", "side": UNION, "name": "Ada"}
    assert "cannot be played by mail" in ada.ask("POST", "", secret, 422)["error"]["message"]
    ada.ask("POST", "/open", {"text": ""}, 400)
    ada.ask("POST", "", {"scenario": "bull-run", "side": UNION, "name": ""}, 422)


def test_a_turn_that_is_not_over_is_not_sent(two):
    ada, bea, text = begun(two)
    players = [ada, bea]
    for _ in range(10):
        reader = players[0]
        state = reader.open(text)
        if state["wanted"] == "act":
            break
        text = state["letter"]
        players.reverse()
    assert "not over" in reader.letter(422)["error"]["message"]
    reader.resign()
    last = reader.letter()
    assert (last["wanted"], last["result"].split()[1]) == ("over", "resignation")
    assert players[1].open(last["letter"])["wanted"] == "over"


@pytest.mark.parametrize("deed", ["move", "resign"])
def test_the_board_is_brought_back_to_the_file(two, deed):
    """What was done on the board after the letter was sealed counts for nothing."""
    reader, other = until_roll(two)
    declared = reader.roll("end")
    if deed == "resign":
        reader.resign()
    else:
        with reader.client.app.state.service.game(reader.state["game"]) as live:
            free = [str(action) for action in live.match.legal() if action.verb == "move"]
        done = reader.act(free[0])
        assert done.status_code == 200, done.text
    answered = other.open(declared["letter"])
    reader.open(answered["letter"] or other.take_turn())
    assert hardtack.replay(reader.record()).state == reader.kept().match.state
    assert not reader.view()["over"]
