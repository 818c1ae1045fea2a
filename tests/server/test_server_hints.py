"""Hints: what a bot would do in a player's place, from that seat's own view, where the game gives them."""

from types import SimpleNamespace

import pytest
from helpers import Player, all_options, error_of, two_keys
from starlette.testclient import TestClient
from strange_bots import find_dawdling, find_peeper

from hardtack.server import Config, create_app
from hardtack.server.errors import HintsOff
from hardtack.server.library import Library, bot_strength, find_bot
from hardtack.server.routes_reasons import HintAnswer, choose_bot
from hardtack.table.thinking import BotWorkers
from toy.battle import BATTLE
from toy.shelf import find


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    config = Config(str(tmp_path_factory.mktemp("hints") / "games.sqlite"), bot_workers=1, hint_seconds=60.0)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        yield client


def new_game(client, confederate, **more):
    seats = {"union": {"who": "you"}, "confederate": confederate}
    made = client.post("/api/games", json={"scenario": "bull-run", "seats": seats, "pace_ms": 10_000} | more)
    assert made.status_code == 201, made.text
    return made.json()


BOT = {"who": "bot", "bot": "random"}
LINK = {"who": "link"}


def test_a_hint_is_a_legal_option_with_reasons_in_the_players_language(server):
    made = new_game(server, {"who": "you"})
    player = Player(server, made["id"], made["key"])
    version = player.see()["version"]
    told = HintAnswer.model_validate(player.post("/hint", expected=version, bot="recruit").json())
    assert (told.version, told.bot) == (version, "recruit")
    assert told.motives
    assert told.weighed[0].action == told.option.action
    again = server.post(
        f"/api/games/{made['id']}/hint?lang=ja", json={"expected": version, "bot": "recruit"}, headers=player.headers
    )
    assert again.json()["option"]["action"] == told.option.action  # asked twice, answered alike
    assert (again.json()["bot_name"], told.bot_name) == ("新兵", "Recruit")
    assert again.json()["motives"] != told.motives
    assert player.see()["version"] == version  # nothing was played
    assert player.act(told.option.action).status_code == 200
    assert player.post("/hint", expected=version).status_code == 204  # the game has gone on
    assert error_of(player.post("/hint", expected=version + 1, bot="random")) == (422, "bad_option")


def test_the_strongest_bot_of_the_scenario_is_asked():
    def offering(*bots):
        library = SimpleNamespace(info=lambda scenario: (None, SimpleNamespace(bots=bots)))
        return SimpleNamespace(library=library, match=SimpleNamespace(scenario=SimpleNamespace(id="any")))

    assert choose_bot(offering("random", "recruit", "veteran"), None) == "veteran"
    assert choose_bot(offering("random", "recruit", "veteran"), "recruit") == "recruit"
    with pytest.raises(HintsOff):
        choose_bot(offering("random"), None)


@pytest.mark.parametrize(
    ("confederate", "wanted", "given"),
    [(BOT, None, True), ({"who": "you"}, None, True), (LINK, None, False), (LINK, True, True), (BOT, False, False)],
)
def test_against_a_person_there_are_none_unless_they_are_wanted(server, confederate, wanted, given):
    made = new_game(server, confederate, **({} if wanted is None else {"hints": wanted}))
    assert made["game"]["hints"] is given
    player = Player(server, made["id"], made["key"])
    assert player.see()["hints"] is given
    if not given and player.see()["your_turn"]:
        assert error_of(player.post("/hint", expected=player.see()["version"])) == (403, "hints_off")


def test_no_hint_for_a_seat_that_is_not_yours(server):
    made = new_game(server, LINK, hints=True)
    own, other = two_keys(server, made)
    view = Player(server, made["id"], own).see()
    idle = other if view["your_turn"] else own
    assert error_of(Player(server, made["id"], idle).post("/hint", expected=view["version"])) == (403, "wrong_seat")
    assert error_of(Player(server, made["id"], None).post("/hint", expected=view["version"])) == (403, "no_seat")


def test_a_game_goes_on_from_its_record_without_the_choice_of_the_old_one(server):
    made = new_game(server, BOT, hints=False)
    record = Player(server, made["id"], made["key"]).get("/record").text
    assert "hints: off" in record
    again = server.post("/api/games", json={"record": record}).json()
    assert again["game"]["hints"] is True


def test_a_bot_that_dawdles_is_given_up_and_the_game_is_not_held_up(tmp_path):
    library = Library(lambda: (BATTLE,), find, find_dawdling)
    config = Config(str(tmp_path / "games.sqlite"), library, bot_workers=1, hint_seconds=0.3)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        made = client.post("/api/games", json={"scenario": "mill"}).json()
        player = Player(client, made["id"], made["key"])
        version = player.see()["version"]
        assert error_of(player.post("/hint", expected=version)) == (503, "no_hint")
        assert player.see()["version"] == version


def test_the_bot_sees_what_the_seat_may_know(tmp_path):
    library = Library(lambda: (BATTLE,), find, find_peeper)
    config = Config(str(tmp_path / "games.sqlite"), library, bot_workers=1, hint_seconds=60.0)
    with TestClient(create_app(config)) as client:
        made = client.post("/api/games", json={"scenario": "mill"}).json()
        player = Player(client, made["id"], made["key"])  # a hot seat: the same key, one side after the other
        seen = []
        for _ in range(2):
            view = player.see()
            answer = player.post("/hint", expected=view["version"])
            assert error_of(answer) == (503, "no_hint")
            seen.append(answer.json()["error"]["detail"])
            player.play(all_options(view)[0]["action"])
    assert "union sees ('', '')" in seen[0]
    assert "confederate sees ('?', '')" in seen[1]


def test_whoever_finds_all_workers_busy_is_told_so():
    workers = BotWorkers(0, find_bot, 0.05)
    thought = workers.consult(None, "recruit", 1)  # type: ignore[arg-type]
    assert (thought.fault, thought.notation) == ("slow", "")


def test_the_published_strength_is_said_in_both_languages(monkeypatch):
    from hardtack.generals import strength

    row = {"scenario": "bull-run", "bot": "recruit", "other": "random", "union": [5, 1, 4], "confederate": [9, 0, 1],
           "pairs": [8, 1, 1]}  # fmt: skip
    old = {**row, "union": [50, 0, 0]}
    tables = (
        {"versions": {"recruit": "10", "random": "1"}, "rows": [row]},
        {"versions": {"recruit": "9", "random": "1"}, "rows": [old]},
    )
    monkeypatch.setattr(strength, "tables", lambda: tables)
    strength.record_of.cache_clear()
    try:  # what an older version did, however often, is another bot's record
        assert "14 of 20 games won and 5 drawn against Chance" in bot_strength("recruit", "bull-run", "en")
        assert "20戦14勝5分け" in bot_strength("recruit", "bull-run", "ja")
        assert bot_strength("recruit", "sharpsburg", "en") == ""
        assert bot_strength("random", "bull-run", "en") == ""
    finally:
        strength.record_of.cache_clear()
