"""Several processes on one store: what is done at one is known at the others at once, and bots are played by one."""

import json
import threading
import time
from contextlib import closing, suppress

import httpx2
import pytest
from helpers import Player, ServerProcess, two_keys, wait

from hardtack.server import charges, hearing
from hardtack.server import health as health_module
from hardtack.server.bot_runner import BotRunner
from hardtack.server.game_service import GameService
from hardtack.server.health import Health, Loading
from hardtack.server.hearing import StoreListener, StorePoller, Word, lookout, read_word
from hardtack.server.library import Library
from hardtack.server.store import Standing, Write, open_store
from hardtack.server.timekeeper import HERE, Presence

GAME = {
    "scenario": "mill", "rules": "1", "settings": "{}", "headers": "{}", "opening_dice": "", "seed": "x", "version": 0,
    "number": 0, "turn": 1, "to_act": "union", "bot_next": False, "over": False, "outcome": "", "created": 1.0,
    "updated": 1.0, "pace_ms": 0, "paused": False, "keeper": None, "seating": 0,
}  # fmt: skip


def new_game(store):
    game = f"share{time.monotonic_ns() % 10**9}"
    seat = {"game": game, "side": "union", "kind": "person", "name": "", "bot": None}
    store.create(GAME | {"id": game}, [seat], [], [], [])
    return game


def write(store, game, version):
    change = {"game": game, "version": version, "kind": "play", "side": "union", "action": "end", "dice": "",
              "fault": None, "at": 1.0}  # fmt: skip
    assert store.append_all([Write(change, {"number": version})]) == [True]


class Watched:
    """Some games that are watched, and what their watchers have been told."""

    def __init__(self, *games):
        self.watched = list(games)
        self.told = dict.fromkeys(games, Standing(0, 0, False))

    def behind(self, standing):
        return [game for game, stands in standing.items() if self.told.get(game, stands) != stands]


@pytest.fixture
def stores(postgres):
    both = open_store(postgres.url), open_store(postgres.url)
    yield both
    for store in both:
        store.close()


@pytest.fixture
def listening(stores):
    """A process that listens to a game of the other's."""
    here, there = stores
    game = new_game(there)
    watched, looked, heard = Watched(game), [], []
    ears = lookout(here, watched, lambda game, stands: looked.append(game), lambda *said: heard.append(said))
    ears.start()
    wait(lambda: listeners(there, here), bool)
    yield ears, game, looked, heard
    ears.stopping.set()
    ears.join(60)
    assert not ears.is_alive()


def listeners(store, listener):
    """The connections by which a process listens."""
    with store.reading() as connection:
        query = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%%' AND application_name = %s"
        return list(connection.exec_driver_sql(query, (listener.process,)).scalars())


def test_word_of_a_change_comes_with_it(stores, listening, monkeypatch):
    monkeypatch.setattr(hearing, "WHOLE_SECONDS", 1e9)  # nothing is found by looking
    _, there = stores
    ears, game, looked, heard = listening
    write(there, game, 1)
    wait(lambda: looked, bool)
    assert (game, Standing(1, 0, False)) in heard
    ears.broadcaster.told[game] = Standing(1, 0, False)
    looked.clear()
    there.set_pace(game, 7, True)
    wait(lambda: looked, bool)
    assert heard[-1] == (game, Standing(1, 7, True))


def test_what_a_process_wrote_itself_it_looks_at_only_if_nobody_was_told(stores, listening):
    here, _ = stores
    ears, game, looked, heard = listening
    write(here, game, 1)
    ears.broadcaster.told[game] = Standing(1, 0, False)  # as whoever writes does
    write(here, game, 2)
    wait(lambda: looked, bool)
    assert heard == [], "that is no news from others"


def test_a_lost_line_is_opened_again_and_nothing_that_was_said_meanwhile_is_missed(stores, listening):
    here, there = stores
    ears, game, looked, _ = listening
    [line] = listeners(there, here)
    with there.writing() as connection:
        connection.exec_driver_sql("SELECT pg_terminate_backend(%s)", (line,))
    write(there, game, 1)
    wait(lambda: looked, bool)
    wait(lambda: listeners(there, here), lambda found: found and found != [line])
    ears.broadcaster.told[game] = Standing(1, 0, False)
    looked.clear()
    write(there, game, 2)
    wait(lambda: looked, bool)


def test_a_line_that_is_kept_is_used_again_and_replaced_when_it_is_lost(stores):
    here, there = stores
    game = new_game(there)
    with here.lines.keeping():
        with here.lines.one() as line:
            first = line.info.backend_pid
        write(here, game, 1)
        with here.lines.one() as line:
            assert line.info.backend_pid == first
        with there.writing() as connection:
            connection.exec_driver_sql("SELECT pg_terminate_backend(%s, 10000)", (first,))
        write(here, game, 2)  # at once, and nobody hears of it
        with here.lines.one() as line:
            assert line.info.backend_pid != first
            assert line.autocommit
    assert here.stands(game) == Standing(2, 0, False)
    with here.lines.one() as one, here.lines.one() as other:
        assert one is not other, "nothing is kept any more"


def test_at_an_sqlite_file_one_looks(tmp_path):
    store = open_store(str(tmp_path / "games.sqlite"))
    ears = lookout(store, Watched(), lambda game: None, lambda game, stands: None)
    assert type(ears) is StorePoller
    store.close()


@pytest.mark.parametrize("said", ["", "game", "game 1 2 3", "game 1 0 0 x 0 me", "game 1 0 0 0 zero me"])
def test_what_is_no_word_of_ours_is_passed_over(said):
    assert read_word(said) is None


def test_a_word_says_how_a_game_stands_and_who_wrote():
    assert read_word("abcd 12 500 1 3 4 some one") == Word("abcd", Standing(12, 500, True, 3, 4), "some one")


def test_a_fault_of_ours_does_not_end_the_listening(stores, caplog):
    here, there = stores
    game = new_game(there)
    looked = []

    class Faulty(StoreListener):
        def hear(self, word):
            if word.stands.version == 1:
                raise KeyError("ours")
            super().hear(word)

    ears = Faulty(here, Watched(game), lambda game, stands: looked.append(game), lambda game, stands: None)
    ears.start()
    wait(lambda: listeners(there, here), bool)
    write(there, game, 1)
    wait(lambda: caplog.text, lambda text: "KeyError: 'ours'" in text)
    looked.clear()
    write(there, game, 2)
    wait(lambda: looked, bool)
    ears.stopping.set()
    ears.join(60)


# -- who is here


class Here:
    """Who listens at one process."""

    def __init__(self, seats, watching):
        self.seats, self.watching = seats, watching

    def present(self):
        return set(self.seats)

    def onlookers(self):
        return dict(self.watching)

    def spectators(self, game):
        return self.watching.get(game, 0)


def test_who_is_here_is_known_at_every_process(tmp_path, hand):
    stores = [open_store(str(tmp_path / "games.sqlite")) for _ in range(2)]
    game, other = new_game(stores[0]), new_game(stores[0])
    rooms = Here([(game, "union")], {game: 3}), Here([], {game: 2, other: 1, "gone": 9})
    one, two = (Presence(store, room, hand) for store, room in zip(stores, rooms, strict=True))
    one.note()
    two.note()
    assert one.of(game) == two.of(game) == (["union"], 5)
    assert one.of(other) == ([], 1)
    rooms[1].watching = {game: 1}
    hand.now += 1
    two.note()
    assert one.of(game) == (["union"], 4), "whoever goes is no longer counted"
    assert one.of(other) == ([], 0)
    hand.now += HERE + 1
    two.note()
    assert two.of(game) == ([], 1), "a process that is gone counts nobody any more"
    for store in stores:
        store.close()


# -- real processes


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def pair(request, tmp_path_factory):
    """Two servers on one store; the last test of a store may kill the first."""
    folder = tmp_path_factory.mktemp("pair")
    place = request.getfixturevalue("postgres").url if request.param == "postgres" else str(folder / "games.sqlite")
    servers = [ServerProcess(place, folder) for _ in range(2)]
    yield servers
    for server in servers:
        server.kill()


def follow(server, player):
    """What a seat is told by a server: the latest of every part of its view."""
    seen = {}

    def listen():
        place = f"{server.url}/api/games/{player.game}/events?view=true"
        with (
            suppress(httpx2.TransportError),  # the server is gone
            httpx2.stream("GET", place, headers=player.headers, timeout=None) as stream,
        ):
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    news = json.loads(line[6:])
                    seen.update(news.get("view") or news["changes"])

    threading.Thread(target=listen, daemon=True).start()
    wait(lambda: seen, bool)
    return seen


def test_everything_at_the_table_is_seen_at_the_other_process(pair):
    """Moves, talk, proposals, seats, clocks and the pace of bots, by whoever watches there and asks for nothing."""
    one, two = pair
    made = one.new_game(
        seats={"confederate": {"who": "link"}}, clock={"kind": "turn", "seconds": 86_400, "vacation_days": 5}
    )
    union_key, confederate_key = two_keys(one.client, made)
    here, there = Player(one.client, made["id"], union_key), Player(two.client, made["id"], confederate_key)
    seen = follow(two, there)
    here.play("colours UA")
    wait(lambda: seen["version"], lambda version: version == 1)
    talk = seen["talk"]
    assert here.post("/talk", text="good day").status_code == 201
    wait(lambda: seen["talk"], lambda count: count > talk)
    assert there.get("/talk").json()["lines"][-1]["text"] == "good day"
    assert here.post("/proposals", kind="draw", expected=1).status_code == 201
    wait(lambda: seen["proposals"], bool)
    seating = seen["seating"]
    assert here.post("/devices").status_code in (200, 201)
    wait(lambda: seen["seating"], lambda count: count > seating)
    away = one.client.put(f"/api/games/{made['id']}/vacation", json={"days": 2}, headers=here.headers)
    assert away.status_code == 200, away.text
    wait(lambda: seen["clock"]["away"], lambda away: "union" in away)
    assert set(there.get("/talk").json()["present"]) == {"confederate"}


def test_the_bots_of_a_killed_process_are_played_by_the_other(pair):
    one, _ = pair
    seats = {"confederate": {"who": "bot", "bot": "random"}}
    made = one.new_game(seats=seats, settings={"turns": 8})
    here, there = (Player(server.client, made["id"], made["key"]) for server in pair)
    here.play("colours UA")
    wait(here.see, lambda view: view["your_turn"])
    view = there.play("end")  # told to the one that plays the bot
    wait(there.see, lambda now: now["number"] > view["number"])
    one.kill()
    view = wait(there.see, lambda now: now["your_turn"])
    there.play("end")
    wait(there.see, lambda now: now["number"] > view["number"] + 1)


class Readied:
    """Workers that write down what they are to be ready for."""

    def __init__(self, loaded=True):
        self.seen, self.loaded = [], loaded

    def prepare(self, battle, scenario):
        assert scenario in battle.scenarios
        self.seen.append(scenario)
        return self.loaded


def bots_seat(row):
    return {"game": row["id"], "side": "union", "kind": "bot", "name": "", "bot": "random"}


def test_who_may_have_to_take_over_has_the_battle_of_the_bots_loaded(tmp_path):
    """Not for one's own games, whose bots are at work, nor for those of nobody."""
    with closing(open_store(str(tmp_path / "games.sqlite"))) as store:
        for number, (scenario, keeper) in enumerate(
            [("bull-run", "another"), ("shiloh", None), ("chickamauga", store.process), ("no-such-battle", "another")]
        ):
            row = GAME | {"id": f"bots{number}", "scenario": scenario, "bot_next": True, "keeper": keeper}
            store.create(row, [bots_seat(row)], [], [], [])
        readied = Readied()
        runner = BotRunner(GameService(store, Library()), readied, 1)
        runner.plan = lambda game_id, seconds: None
        runner._sweep()
        assert readied.seen == ["bull-run"]


def test_a_server_is_ready_when_it_could_take_over_or_has_waited_long_enough(tmp_path, monkeypatch):
    """Also for the next game of the battle that bots of others played last, should that be over."""
    with closing(open_store(str(tmp_path / "games.sqlite"))) as store:
        row = GAME | {"id": "bots", "scenario": "bull-run", "over": True, "keeper": "another"}
        store.create(row, [bots_seat(row)], [], [], [])
        readied = Readied(loaded=False)
        runner = BotRunner(GameService(store, Library()), readied, 1)
        health = Health(store, lambda: runner.stands_by)
        runner._sweep()
        assert readied.seen == ["bull-run"]
        with pytest.raises(Loading):
            health.check_ready()
        monkeypatch.setattr(health_module, "BOTS_SECONDS", 0.0)
        health.check_ready()
        monkeypatch.undo()
        readied.loaded = True
        runner._sweep()
        health.check_ready()
        runner._sweep()
        assert len(readied.seen) == 2, "it is loaded once"


def test_a_process_that_dies_is_noticed_in_time():
    """At worst its last beat is seen a sweep late, and its silence another one late; a bot is to go on within 2 s."""
    assert charges.CHARGE_SECONDS + 2 * charges.SWEEP_SECONDS <= 1.5
    assert charges.CHARGE_SECONDS >= 3 * charges.SWEEP_SECONDS, "a late beat is not taken for death"
