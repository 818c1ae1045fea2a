"""Two processes on one store, servers killed at any moment, SQLite and PostgreSQL: nothing acknowledged is lost."""

import json
import threading
import time
from pathlib import Path
from random import Random

import httpx2
import pytest
from helpers import Player, all_options, error_of, play_out, two_keys, wait

from hardtack.server.charges import beat, charge_of, release, take
from hardtack.server.store import Conflict, Store, Write
from hardtack.table import Match
from toy.shelf import find


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path):
    return request.getfixturevalue("postgres").url if request.param == "postgres" else str(tmp_path / "games.sqlite")


def hear(url, heard, stop):
    """Follow an event stream and note the versions told."""
    try:
        with httpx2.stream("GET", url, timeout=30) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    heard.append((time.monotonic(), json.loads(line[6:])["version"]))
                if stop.is_set():
                    return
    except httpx2.TransportError:
        return  # the server is gone


def test_two_processes_see_each_others_moves(serve, database):
    one, two = serve(database), serve(database)
    made = one.new_game(seats={"confederate": {"who": "link"}})
    union = Player(one.client, made["id"], made["key"])
    confederate = Player(two.client, made["id"], two_keys(two.client, made)[1])
    heard, stop = [], threading.Event()
    watcher = threading.Thread(target=hear, args=(f"{two.url}/api/games/{made['id']}/events", heard, stop), daemon=True)
    watcher.start()
    union.play("colours UA")
    confederate.play("colours CB")
    assert union.see()["to_act"] == "union"
    union.play("move UB 0303")
    wait(lambda: [version for _, version in heard], lambda versions: 3 in versions)
    stop.set()
    assert heard[-1][1] == 3, "a watcher of the other process is told"
    assert error_of(Player(two.client, made["id"], made["key"]).act("move UA 0103", expected=2)) == (409, "stale_move")
    last = play_out(union, confederate)
    assert confederate.see()["outcome"] == last["outcome"]


def test_of_two_processes_that_act_at_once_one_wins(serve, database):
    one, two = serve(database), serve(database)
    made = one.new_game()
    players = [Player(server.client, made["id"], made["key"]) for server in (one, two)]
    players[0].play("colours UA", "colours CB")
    for _ in range(10):
        version = players[0].see()["version"]
        answers = [None, None]

        def act(number, version=version, answers=answers):
            answers[number] = players[number].act(["move UA 0103", "move UA 0104"][number], expected=version)

        threads = [threading.Thread(target=act, args=(number,)) for number in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        winner = next(answer for answer in answers if answer.status_code == 200).json()
        assert [player.see()["pieces"] for player in players] == [winner["pieces"]] * 2
        players[0].post("/undo", count=1, expected=version + 1)


def test_a_store_takes_a_version_once(database):
    store = Store(database)
    store.migrate()
    store.migrate()
    game = {
        "id": f"once{time.monotonic_ns() % 10**8}", "scenario": "mill", "rules": "1", "settings": "{}", "headers": "{}",
        "opening_dice": "", "seed": "x", "version": 0, "number": 0, "turn": 1, "to_act": "union", "bot_next": False,
        "over": False, "outcome": "", "created": 1.0, "updated": 1.0, "pace_ms": 0, "paused": False, "keeper": None,
    }  # fmt: skip
    seat = {"game": game["id"], "side": "union", "kind": "person", "name": "", "bot": None}
    store.create(game, [seat], [], [], [])
    change = {"game": game["id"], "version": 1, "kind": "play", "side": "union", "action": "end", "dice": "",
              "fault": None, "at": 1.0}  # fmt: skip
    assert store.append_all([Write(change, {"number": 1})]) == [True]
    assert store.append_all([Write(change, {"number": 7})]) == [False]
    with pytest.raises(Conflict):
        store.append_row([Write(change, {"number": 7})])
    assert (store.game(game["id"])["version"], store.game(game["id"])["number"]) == (1, 1)
    free = charge_of(store, game["id"])
    assert take(store, game["id"], "one", free)
    assert not take(store, game["id"], "two", free), "it is no longer as it was seen"
    taken = charge_of(store, game["id"])
    assert beat(store, "one") == {game["id"]}
    assert not take(store, game["id"], "two", taken), "its keeper lives"
    assert take(store, game["id"], "two", charge_of(store, game["id"]))
    assert beat(store, "one") == set()
    release(store, "two")
    assert charge_of(store, game["id"]) == (None, None)
    store.close()


class Hammer(threading.Thread):
    """Plays hot-seat games without pause and notes every acknowledged view, until the server dies."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.random = server, Random(seed)
        self.acknowledged = {}
        self.refused = None  # an answer that should not have come

    @property
    def played(self):
        return any(view["number"] for _, view in list(self.acknowledged.values()))

    def run(self):
        try:
            while True:
                made = self.server.new_game()
                player = Player(self.server.client, made["id"], made["key"])
                view = made["game"]
                while not view["over"]:
                    self.acknowledged[made["id"]] = (made["key"], view)
                    action = self.random.choice(all_options(view))["action"]
                    answer = player.act(action, expected=view["version"])
                    if answer.status_code != 200:
                        self.refused = answer.text
                        return
                    view = answer.json()
                self.acknowledged[made["id"]] = (made["key"], view)
        except (httpx2.TransportError, RuntimeError):
            return  # the server was killed; what was under way may or may not have been done


def check_survival(server, acknowledged):
    for game, (key, view) in acknowledged.items():
        player = Player(server.client, game, key)
        now = player.see()
        assert now["version"] in (view["version"], view["version"] + 1), "at most the unanswered action is new"
        then = player.see(number=view["number"])
        assert then["pieces"] == [piece | {"can_act": False} for piece in view["pieces"]]
        text = player.get("/record").text
        if now["over"]:
            assert Match.from_record(text, find).number == now["number"]


def test_kills_at_random_moments_lose_nothing_acknowledged(serve):
    """Several servers in a row on one store, each killed while three players play as fast as they can."""
    random = Random(11)
    server = serve()
    for _ in range(6):
        hammers = [Hammer(server, seed) for seed in range(3)]
        for hammer in hammers:
            hammer.start()
        wait(lambda hammers=hammers: any(hammer.played for hammer in hammers), bool)
        time.sleep(random.random() * 0.8)
        server.kill()
        for hammer in hammers:
            hammer.join(60)
        assert [(hammer.refused, hammer.is_alive()) for hammer in hammers] == [(None, False)] * 3
        server = serve()
        for hammer in hammers:
            check_survival(server, hammer.acknowledged)


def test_a_game_of_bots_goes_on_after_a_kill(serve, database):
    seats = {"union": {"who": "bot", "bot": "random"}, "confederate": {"who": "bot", "bot": "random"}}
    first = serve(database)
    made = first.new_game(seats=seats, pace_ms=20, settings={"turns": 8})
    watcher = Player(first.client, made["id"], None)
    seen = wait(watcher.see, lambda view: view["number"] >= 4)
    first.kill()
    second = serve(database)
    watcher = Player(second.client, made["id"], None)
    assert watcher.see()["number"] >= seen["number"]
    assert watcher.see(number=seen["number"])["pieces"] == [piece | {"can_act": False} for piece in seen["pieces"]]
    wait(watcher.see, lambda view: view["over"], seconds=180)


def test_a_server_told_to_stop_lets_its_watchers_go(serve):
    server = serve(fresh=True)
    made = server.new_game()
    heard, stop = [], threading.Event()
    watcher = threading.Thread(target=hear, args=(f"{server.url}/api/games/{made['id']}/events", heard, stop))
    watcher.start()
    wait(lambda: heard, bool)
    server.process.terminate()
    watcher.join(60)
    assert not watcher.is_alive()
    server.process.wait(60)
    told = Path(server.errors.name).read_text()
    assert "timeout graceful shutdown exceeded" not in told, "it waited for those who only watch"
