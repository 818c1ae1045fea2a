"""Views sent as changes: put together they are the view, nobody is told what they may not know, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import threading
from random import Random

import pytest
from helpers import Player, error_of, two_keys, wait
from starlette.testclient import TestClient

from hardtack.server import Config, create_app
from hardtack.server.present import Viewer
from hardtack.server.store import Store, Write
from hardtack.server.viewing import news_of
from hardtack.server.watching import Told
from hardtack.study.bench_actions import apply


def options_of(view):
    offered = view["options"]
    return offered["general"] + [option for actor in offered["actors"] for option in actor["options"] or ()]


def same_game(view):
    """What the whole view and the one put together must agree in: all but the log, and options left to be asked for."""
    shown = {name: value for name, value in view.items() if name not in ("log", "moves", "since", "options")}
    able = {piece["id"] for piece in view["pieces"] if piece["can_act"]}
    return shown | {"pieces": [piece | {"can_act": None} for piece in view["pieces"]]}, able


@pytest.fixture
def real_client(tmp_path):
    """A server with the real battles."""
    config = Config(database=str(tmp_path / "games.sqlite"), bot_workers=1)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize(("scenario", "lang"), [("bull-run", "en"), ("chickamauga", "ja")])
def test_changes_put_together_are_the_view_in_a_battle(real_client, scenario, lang):
    play_and_compare(real_client, scenario, lang, 8)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_changes_put_together_are_the_view(client, lang):
    play_and_compare(client, "mill", lang, 12)


def play_and_compare(client, scenario, lang, actions):
    body = {"scenario": scenario, "seats": {"confederate": {"who": "link"}}}
    made = client.post("/api/games", json=body).json()
    keys = dict(zip(("union", "confederate"), two_keys(client, made), strict=True))
    players = {side: Player(client, made["id"], key) for side, key in keys.items()}
    service, views, random = client.app.state.service, {}, Random(5)
    viewers = {side: Viewer((side,), lang) for side in players} | {"": Viewer((), lang)}

    def whole(side):
        with service.game(made["id"]) as live:
            return json.loads(live.views.opening(viewers[side]))["view"]

    views = {side: whole(side) for side in viewers}
    log = {side: list(view["log"]) for side, view in views.items()}
    for _ in range(actions):
        side = next(side for side in players if views[side]["your_turn"])
        seen = players[side].see(lang=lang)
        action = random.choice(options_of(seen) or seen["options"]["general"])["action"]
        answer = client.post(
            f"/api/games/{made['id']}/actions?changes=true&lang={lang}", headers=players[side].headers,
            json={"action": action, "expected": seen["version"]},
        ).json()  # fmt: skip
        assert "changes" in answer
        for eye, viewer in viewers.items():
            with service.game(made["id"]) as live:
                since, data = live.views.changes(viewer)
                live.views.shown(viewer)
            assert since == seen["version"]
            if eye == side:
                assert json.loads(data) == answer
            views[eye] = apply(views[eye], json.loads(data))
            log[eye] += views[eye]["log"]
            now = (players[eye] if eye else Player(client, made["id"], None)).see(lang=lang)
            assert same_game(views[eye])[0] == same_game(now)[0]
            assert same_game(now)[1] <= same_game(views[eye])[1] or not now["your_turn"]
            assert [line["text"] for line in log[eye]][-len(now["log"]) :] == [line["text"] for line in now["log"]]
        if views[side]["over"]:
            break


def test_whoever_acts_can_have_all_options_with_the_answer(real_client):
    made = real_client.post("/api/games", json={"scenario": "bull-run"}).json()
    player = Player(real_client, made["id"], made["key"])
    path = f"/api/games/{made['id']}/actions?changes=true"
    action = options_of(made["game"])[0]["action"]
    sent = {"action": action, "expected": 0}
    answer = real_client.post(f"{path}&options=true", json=sent, headers=player.headers).json()
    told = answer.get("view") or answer["changes"]
    assert told["options"]["count"] is None, "they are too many to be told to all"
    assert answer["options"] == player.see()["options"]
    sent = {"action": options_of(answer)[0]["action"], "expected": 1}
    assert "options" not in real_client.post(path, json=sent, headers=player.headers).json()


def test_an_undo_is_a_change_too(client):
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    player, viewer = Player(client, made["id"], made["key"]), Viewer(("union", "confederate"), "en")
    player.play("colours UA", "colours CB")
    service = client.app.state.service
    with service.game(made["id"]) as live:
        before = json.loads(live.views.opening(viewer))["view"]
    player.play("move UB 0303")
    with service.game(made["id"]) as live:
        after = apply(before, json.loads(live.views.changes(viewer)[1]))
        live.views.shown(viewer)
    player.post("/undo", count=1, expected=3)
    with service.game(made["id"]) as live:
        again = apply(after, json.loads(live.views.changes(viewer)[1]))
    assert (again["version"], again["number"], again["since"], again["log"]) == (4, 2, 2, [])
    assert again["pieces"] == before["pieces"]
    assert again["pieces"] != after["pieces"]


def test_what_was_taken_back_and_played_again_is_sent_whole(client):
    """Between the two the log is another: nobody can tell from versions alone."""
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    player, viewer = Player(client, made["id"], made["key"]), Viewer(("union", "confederate"), "en")
    player.play("colours UA", "colours CB", "move UB 0303")
    service = client.app.state.service
    with service.game(made["id"]) as live:
        live.views.shown(viewer)
    player.post("/undo", count=1, expected=3)
    assert player.act("end", expected=4).status_code == 200
    with service.game(made["id"]) as live:
        found = live.views.changes(viewer)
        assert found is None or found[0] == 4


def watch(client, game, viewer, heard, ready, until):
    """Listen as a page does, in the server's own loop."""
    service, broadcaster = client.app.state.service, client.app.state.broadcaster

    def ask():
        with service.game(game) as live:
            return Told(news_of(live, viewer), live.views.opening(viewer), live.match.version)

    async def listen():
        watcher = await broadcaster.watch(game, ask, viewer)
        ready.set()
        while not until(heard):
            event = await asyncio.wait_for(anext(watcher), 60)
            heard.extend(json.loads(line[6:]) for line in event.split(b"\n") if line.startswith(b"data: "))
        watcher.leave()

    return asyncio.run_coroutine_threadsafe(listen(), broadcaster._loop)


def test_a_watcher_hears_changes_one_after_the_other(client):
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    player, viewer = Player(client, made["id"], made["key"]), Viewer(("union", "confederate"), "en")
    heard, ready = [], threading.Event()
    listening = watch(client, made["id"], viewer, heard, ready, lambda heard: heard and heard[-1]["version"] == 4)
    assert ready.wait(90)
    player.play("colours UA", "colours CB", "move UB 0303", "end")
    listening.result(60)
    view = heard[0]["view"]
    for news in heard[1:]:
        view = apply(view, news)
    assert view["version"] == 4
    assert [news["version"] for news in heard] == sorted({news["version"] for news in heard})
    assert sum("view" in news for news in heard) == 1, "only the first was whole"


def test_a_watcher_never_hears_the_others_secrets(client):
    """The colours of the toy battle are secret: their owner hears of them, the enemy and a spectator do not."""
    made = client.post("/api/games", json={"scenario": "mill", "seats": {"confederate": {"who": "link"}}}).json()
    union = Player(client, made["id"], two_keys(client, made)[0])
    service, told = client.app.state.service, {}
    viewers = [Viewer((side,), "en") for side in ("union", "confederate")] + [Viewer((), "en")]
    with service.game(made["id"]) as live:
        for viewer in viewers:
            live.views.opening(viewer)
    union.play("colours UA")
    with service.game(made["id"]) as live:
        for viewer in viewers:
            told[viewer.sides] = live.views.changes(viewer)[1].decode()
    assert "colours UA" in told["union",]
    for others in (("confederate",), ()):
        assert "colours UA" not in told[others]
        assert json.loads(told[others])["changes"]["moves"][0]["action"] is None


# -- the short way


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"action": "colours ZZ", "expected": 0}, (422, "bad_notation")),
        ({"action": "move UA 0303", "expected": 0}, (422, "illegal_action")),
        ({"action": "colours UA", "expected": 7}, (409, "stale_move")),
        ({"action": "colours UA", "expected": -1}, (400, "bad_request")),
        ({"action": "", "expected": 0}, (400, "bad_request")),
        ({"action": "colours UA", "expected": 0, "more": 1}, (400, "bad_request")),
        ({"action": "colours UA"}, (400, "bad_request")),
        ([], (400, "bad_request")),
    ],
)
@pytest.mark.parametrize("query", ["", "?changes=true", "?lang=ja&changes=true"])
def test_refusals_are_the_same_on_both_ways(players, client, body, expected, query):
    union = players[0]
    answer = client.post(f"/api/games/{union.game}/actions{query}", json=body, headers=union.headers)
    assert error_of(answer) == expected
    assert union.see()["version"] == 0


def test_spectators_strangers_and_the_other_side_cannot_act(players, client):
    union, confederate, nobody = players
    for headers, code in (
        (confederate.headers, "wrong_seat"),
        (nobody.headers, "no_seat"),
        ({"X-Seat-Key": "x"}, "bad_key"),
    ):
        sent = {"action": "colours UA", "expected": 0}
        answer = client.post(f"/api/games/{union.game}/actions?changes=true", json=sent, headers=headers)
        assert error_of(answer) == (403, code)


def test_a_key_revoked_by_another_process_plays_nothing(client, config, players):
    """The game in memory does not know of it yet: the write finds out."""
    union = players[0]
    union.see()
    other = Store(config.database)
    with other.writing() as connection:
        connection.exec_driver_sql("DELETE FROM seat_keys WHERE sides = 'union'")
        connection.exec_driver_sql("UPDATE games SET seating = seating + 1")
    other.close()
    assert error_of(union.act("colours UA", expected=0)) == (403, "bad_key")
    assert players[2].see()["version"] == 0


def test_a_game_that_moved_on_elsewhere_is_a_stale_move(client, config, players):
    union = players[0]
    union.see()
    other = Store(config.database)
    change = {"game": union.game, "version": 1, "kind": "play", "side": "union", "action": "colours UB", "dice": "",
              "fault": None, "at": 1.0}  # fmt: skip
    assert other.append_all([Write(change, {"number": 1})]) == [True]
    other.close()
    assert error_of(union.act("colours UA", expected=0)) == (409, "stale_move")
    assert union.see()["number"] == 1


def test_moves_that_arrive_together_are_written_in_one_transaction(client, monkeypatch):
    store = client.app.state.service.store
    made = [client.post("/api/games", json={"scenario": "mill"}).json() for _ in range(6)]
    players = [Player(client, game["id"], game["key"]) for game in made]
    for player in players:
        player.see()
    real, sizes = store.append_all, []

    def slow(writes):
        sizes.append(len(writes))
        if len(sizes) == 1:
            wait(lambda: sizes[0] + len(client.app.state.service.writer._waiting), lambda all_: all_ == 6)
        return real(writes)

    monkeypatch.setattr(store, "append_all", slow)
    threads = [threading.Thread(target=player.act, args=("colours UA", 0)) for player in players]
    threads[0].start()
    wait(lambda: len(sizes), lambda begun: begun == 1)  # or all six might come before the first write begins
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(sizes) == 6
    assert len(sizes) == 2, "while one was written the others gathered"
    assert [player.see()["version"] for player in players] == [1] * 6


def test_one_write_that_comes_too_late_does_not_hold_up_the_others(client):
    store = client.app.state.service.store
    made = [client.post("/api/games", json={"scenario": "mill"}).json()["id"] for _ in range(3)]
    change = {"kind": "play", "side": "union", "action": "colours UA", "dice": "", "fault": None, "at": 1.0}
    writes = [
        Write(change | {"game": game, "version": version}, {"number": 1})
        for game, version in zip(made, (1, 5, 1), strict=True)
    ]
    assert store.append_all(writes) == [True, False, True]
    assert store.append_all(writes) == [False, False, False]
    assert [store.stands(game).version for game in made] == [1, 0, 1]
