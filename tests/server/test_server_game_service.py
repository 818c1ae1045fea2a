"""Games in memory and the pages: games leave and come back, tables match their migrations, files have their types."""

import gc
import threading

import alembic.autogenerate
import alembic.migration
import pytest
from helpers import Player, error_of, play_out, two_keys
from starlette.testclient import TestClient

from hardtack.server import Config, create_app, memory
from hardtack.server.answers import pick_language
from hardtack.server.connections import StoreBusy
from hardtack.server.database import normal_url
from hardtack.server.game_service import GameService
from hardtack.server.library import Library, bot_words
from hardtack.server.present import Presenter, Viewer
from hardtack.server.schema import metadata
from hardtack.server.store import Store
from hardtack.table import Match, StaleMove
from toy.battle import MillBattle
from toy.shelf import SHELF


def test_games_that_left_the_memory_come_back_as_they_were(client, monkeypatch):
    monkeypatch.setattr(memory, "KEPT_BYTES", 1)
    made = [client.post("/api/games", json={"scenario": "mill"}).json() for _ in range(3)]
    players = [Player(client, game["id"], game["key"]) for game in made]
    for action in ("colours UA", "colours CB", "move UB 0303"):
        for player in players:
            player.play(action)
    assert len(client.app.state.service._live) == 1
    players[0].post("/undo", count=1, expected=3)
    views = [player.see() for player in players]
    assert [(view["number"], view["version"]) for view in views] == [(2, 4), (3, 3), (3, 3)]


def test_the_collector_need_not_look_through_the_pieces_of_kept_views():
    """Hundreds of views are kept; every list in them would make everybody's requests wait now and then."""
    body = Presenter(Match.new("sedgwick-to-the-rescue", seed=1), Viewer(("union", "confederate"), "en")).body()
    gc.collect()
    listed = [*body["options"]["general"], *(option for a in body["options"]["actors"] for option in a["options"])]
    assert len(body["pieces"]) > 50
    assert len(listed) > 1
    assert not any(gc.is_tracked(shown) for shown in (*body["pieces"], *listed))


def test_games_leave_the_memory_first_come_first_served(client, monkeypatch):
    monkeypatch.setattr(memory, "KEPT_BYTES", 100_000)
    for _ in range(3):
        made = client.post("/api/games", json={"scenario": "mill"}).json()
        play_out(Player(client, made["id"], made["key"]))
    assert len(client.app.state.service._live) == 1


def test_a_lost_race_leaves_nothing_behind_in_memory(client, config):
    """Another process writes first, in the moment between our look and our write; a reader waits meanwhile."""
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    ours = client.app.state.service
    other = GameService(Store(config.database), SHELF)
    real_append = ours.store.append_all

    def late_append(writes):
        with other.game(made["id"]) as live:
            other.play(live, "colours UB", "union", 0)
        return real_append(writes)

    seen = []

    def look():
        with ours.game(made["id"]) as live:
            seen.append(live.match.state.colours)

    reader = threading.Thread(target=look)
    ours.store.append_all = late_append
    with ours.game(made["id"]) as live:
        reader.start()
        with pytest.raises(StaleMove):
            ours.play(live, "colours UA", "union", 0)
    reader.join()
    other.store.close()
    assert seen == [("UB", "")]
    assert Player(client, made["id"], made["key"]).see()["number"] == 1


def test_the_record_names_the_bots(client):
    seats = {"confederate": {"who": "bot", "bot": "random"}, "union": {"name": "Ann"}}
    made = client.post("/api/games", json={"scenario": "mill", "seats": seats}).json()
    record = Player(client, made["id"], made["key"]).get("/record").text
    assert "union: Ann\nconfederate: random\n" in record


def test_a_restart_resumes_every_game(config):
    with TestClient(create_app(config)) as client:
        made = client.post("/api/games", json={"scenario": "mill"}).json()
        before = Player(client, made["id"], made["key"]).play("colours UA", "colours CB", "move UB 0303", "end")
    with TestClient(create_app(config)) as client:
        again = Player(client, made["id"], made["key"])
        view = again.see(since=before["since"])
        assert {**view, "moves": 0, "log": 0} == {**before, "moves": 0, "log": 0}
        play_out(again)


def changed_rules(config):
    """The same store under a program with newer rules."""

    class NewRules(MillBattle):
        rules_version = "2"

    changed = NewRules()
    library = Library(lambda: (changed,), lambda scenario_id: changed, SHELF.find_bot)
    return TestClient(create_app(Config(config.database, library)))


def test_a_game_of_other_rules_is_refused_and_kept(config):
    with TestClient(create_app(config)) as client:
        made = client.post("/api/games", json={"scenario": "mill"}).json()
    with changed_rules(config) as client:
        assert error_of(client.get(f"/api/games/{made['id']}")) == (409, "old_rules")
        assert client.get("/api/games").json()["games"][0]["id"] == made["id"]
        assert client.post("/api/games", json={"scenario": "mill"}).status_code == 201, "others are not disturbed"
    with TestClient(create_app(config)) as client:
        assert client.get(f"/api/games/{made['id']}").status_code == 200


def records_of(client, made, keys):
    """The record each seat gets, and a spectator's."""
    answers = [Player(client, made["id"], key).get("/record") for key in (*keys, None)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert answers[0].headers["content-disposition"] == f'attachment; filename="mill-{made["id"]}.hardtack"'
    return [answer.text for answer in answers]


def test_the_record_of_a_game_of_other_rules_is_the_same_as_ever(config):
    """With its secrets kept while it goes on, with the seed and the result once it is over."""
    link = {"scenario": "mill", "settings": {"turns": 2}, "seats": {
        "union": {"name": "Ann"}, "confederate": {"who": "link"}}}  # fmt: skip
    with TestClient(create_app(config)) as client:
        made, ended = (client.post("/api/games", json=link).json() for _ in range(2))
        keys = [two_keys(client, game) for game in (made, ended)]
        union, confederate = (Player(client, made["id"], key) for key in keys[0])
        union.play("colours UA")
        confederate.play("colours CB")
        union.play("move UB 0303", "move UA 0104")
        union.post("/undo", count=1, expected=4)
        union.play("end")
        play_out(*(Player(client, ended["id"], key) for key in keys[1]))
        before = [records_of(client, game, held) for game, held in zip((made, ended), keys, strict=True)]
    with changed_rules(config) as client:
        again = [records_of(client, game, held) for game, held in zip((made, ended), keys, strict=True)]
        assert again == before
        refused = client.get(f"/api/games/{made['id']}/record", headers={"X-Seat-Key": "nonsense"})
        assert error_of(refused) == (403, "bad_key")
    assert "1 union ?" in before[0][1]
    assert "seed: " in before[1][2]


def test_the_migrations_make_the_tables_the_code_uses(tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    store.migrate()
    with store.reading() as connection:
        context = alembic.migration.MigrationContext.configure(connection, opts={"compare_type": True})
        assert alembic.autogenerate.compare_metadata(context, metadata) == []
    store.close()


@pytest.mark.parametrize(
    ("given", "drivername"),
    [
        ("/tmp/x.sqlite", "sqlite"),
        ("sqlite:////tmp/x.sqlite", "sqlite"),
        ("postgres://u@h/d", "postgresql+psycopg"),
        ("postgresql://u@h/d", "postgresql+psycopg"),
    ],
)
def test_stores_are_named_by_path_or_url(given, drivername):
    assert normal_url(given).drivername == drivername


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("de, ja;q=0.7, en;q=0.3", "ja"),
        ("en-US,ja;q=0.9", "en"),
        ("fr", "en"),
        (";q=x", "en"),
    ],
)
def test_the_browsers_language_is_understood(accepted, lang):
    assert pick_language(accepted) == lang


def test_every_bot_a_scenario_offers_has_a_name_in_both_languages():
    for bot in {bot for _, info in Library().scenarios() for bot in info.bots}:
        assert all(all(bot_words(bot, lang)) for lang in ("en", "ja")), bot


def test_doctrine_commands_only_what_the_book_lets_it(client):
    real = Library()
    battle, info = real.info("bull-run")
    other = next(side for side in battle.sides if side != info.solitaire_side)
    real.check_bot(battle.scenario("bull-run", dict(info.doctrine_settings)), info.solitaire_side, "doctrine")
    for side, settings in ((other, dict(info.doctrine_settings)), (info.solitaire_side, {})):
        with pytest.raises(ValueError, match="doctrine commands"):
            real.check_bot(battle.scenario("bull-run", settings), side, "doctrine")


@pytest.fixture
def pages(tmp_path):
    web = tmp_path / "web"
    (web / "board").mkdir(parents=True)
    (web / "index.html").write_text('<!doctype html>\n<html lang="en"><title>Hardtack</title>')
    (web / "board" / "scene.js").write_text("export const scene = 1;")
    (web / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "secret.txt").write_text("secret")
    config = Config(str(tmp_path / "games.sqlite"), SHELF, web)
    with TestClient(create_app(config)) as client:
        yield client


def test_pages_and_assets_are_served_as_they_are(pages):
    for path in ("/", "/play/abc", "/replay/abc"):
        page = pages.get(path)
        assert page.text.startswith("<!doctype html>")
        assert "script-src 'self'" in page.headers["content-security-policy"]
    script = pages.get("/assets/board/scene.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-cache"
    assert pages.get("/assets/icon.svg").headers["content-type"].startswith("image/svg+xml")
    again = pages.get("/assets/board/scene.js", headers={"If-None-Match": script.headers["etag"]})
    assert again.status_code == 304
    for path in ("/assets/../secret.txt", "/assets/%2e%2e/secret.txt", "/assets/nothing.js", "/elsewhere"):
        assert error_of(pages.get(path)) == (404, "not_found")


def test_the_page_of_a_game_names_its_scenario(pages):
    made = pages.post("/api/games", json={"scenario": "mill"}).json()
    page = pages.get(f"/play/{made['id']}")
    assert '<html data-scenario="mill" lang="en">' in page.text
    assert made["key"] not in page.text
    assert pages.get(f"/play/{made['id']}", headers={"If-None-Match": page.headers["etag"]}).status_code == 304
    assert "data-scenario" not in pages.get("/play/nosuchgame").text


def test_the_page_comes_though_the_store_is_away(pages, monkeypatch):
    def away(game):
        raise StoreBusy("no store")

    monkeypatch.setattr(pages.app.state.service.store, "game", away)
    assert pages.get("/play/abc").text.startswith("<!doctype html>")
