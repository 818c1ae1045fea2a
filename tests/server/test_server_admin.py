"""Looking after a server: the admin command, clean-up, copies. On real stores, through the command itself."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from helpers import Player, play_out, two_keys
from starlette.testclient import TestClient

from hardtack.cli import main
from hardtack.mail.folder import Folder
from hardtack.server import Config, create_app
from hardtack.server.clocks import DAY
from hardtack.server.hosting import CleanUp
from hardtack.server.housekeeping import Housekeeper, claimed, clean_up, find_unwanted
from hardtack.server.schema import changes, games, person_links, seat_links, seats
from hardtack.server.store import now, open_store
from toy.shelf import SHELF

DOC = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A store with a server on it: `client.get`, and the address to give to commands."""
    database = str(tmp_path_factory.mktemp("admin") / "games.sqlite")
    with TestClient(create_app(Config(database=database, library=SHELF, bot_workers=1))) as client:
        yield client, database


@pytest.fixture
def client(place):
    return place[0]


@pytest.fixture
def admin(place, capsys):
    def run(*words, fails=False):
        status = main(["admin", *words, "--database", place[1], "--json"])
        told = capsys.readouterr()
        assert status == (2 if fails else 0), told.err
        return told.err if fails else json.loads(told.out)

    return run


def new_game(client, **more):
    body = {"scenario": "mill", "seats": {"confederate": {"who": "link"}}} | more
    made = client.post("/api/games", json=body)
    assert made.status_code == 201, made.text
    return made.json()


def named(client, name):
    made = client.post("/api/people", json={"name": name})
    assert made.status_code == 201, made.text
    return {"X-Player-Key": made.json()["key"]}


# -- admin


def test_games_and_people_are_shown_without_secrets(client, admin, place, capsys):
    grant = named(client, "Ulysses")
    made = client.post("/api/games", json={"scenario": "mill"}, headers=grant).json()
    hidden = new_game(client, visibility="private")
    shown = [
        admin("games"), admin("game", made["id"]), admin("people"), admin("person", "ulysses"), admin("stats"),
        admin("games", "--state", "running", "--limit", "1"), admin("game", hidden["id"]),
    ]  # fmt: skip
    assert {made["id"], hidden["id"]} <= {one["id"] for one in shown[0]}
    assert shown[1]["seats"]["union"]["name"] == "Ulysses"
    assert [one["name"] for one in shown[2]] == ["Ulysses"]
    assert shown[3]["browsers"] == 1
    assert shown[3]["games"] == [made["id"]]
    assert shown[4]["games"] >= 2
    assert shown[4]["scenarios"]["mill"] >= 2
    assert len(shown[5]) == 1
    assert main(["admin", "games", "--database", place[1]]) == 0
    text = json.dumps(shown) + capsys.readouterr().out
    with client.app.state.service.store.reading() as connection:
        hashes = connection.exec_driver_sql("SELECT key_hash FROM seat_keys UNION SELECT key_hash FROM person_keys")
        for secret in (*hashes.scalars(), made["key"], hidden["key"], *grant.values()):
            assert secret not in text


def test_who_lost_everything_gets_a_link(client, admin):
    named(client, "Jackson")
    link = admin("link", "jackson", "--public", "https://play.example/")["link"]
    token = re.fullmatch(r"https://play\.example/you#name=([\w-]{32})", link)[1]
    again = client.post("/api/people/link", json={"token": token})
    assert again.json()["name"] == "Jackson"
    made = new_game(client)
    union, _ = two_keys(client, made)
    link = admin("link", "--game", made["id"], "--side", "union")["link"]
    token = re.fullmatch(rf"/play/{made['id']}#take=([\w-]{{32}})", link)[1]
    taken = client.post(f"/api/games/{made['id']}/claim", json={"token": token})
    assert taken.status_code == 200
    assert Player(client, made["id"], taken.json()["key"]).see()["your_turn"]
    assert Player(client, made["id"], union).see()["your_turn"], "nobody else loses anything by it"
    assert client.post(f"/api/games/{made['id']}/claim", json={"token": token}).status_code == 409


def test_a_name_is_renamed_revoked_and_blocked(client, admin):
    key = named(client, "Rude Word")
    made = client.post("/api/games", json={"scenario": "mill"}, headers=key).json()
    named(client, "Sheridan")
    assert "is somebody's" in admin("rename", "Rude Word", "sheridan", fails=True)
    admin("rename", "rude word", "Polite Word")
    assert client.get("/api/me", headers=key).json()["name"] == "Polite Word"
    seen = Player(client, made["id"], made["key"]).see()
    assert {seat["name"] for seat in seen["seats"]} >= {"Polite Word"}, "a game in memory has heard of it"
    link = admin("link", "Polite Word")["link"].rpartition("=")[2]
    assert admin("revoke", "Polite Word") == {"keys": 1, "links": 1}
    assert client.get("/api/me", headers=key).status_code == 403
    assert client.post("/api/people/link", json={"token": link}).status_code == 409
    assert admin("block", "Polite Word")["was_somebodys"]
    assert not admin("block", "Nobody Yet")["was_somebodys"]
    for name in ("polite  word", "NOBODY YET"):
        assert client.post("/api/people", json={"name": name}).status_code == 409
    assert "nobody is called" in admin("link", "Stuart", fails=True)
    assert "two letters" in admin("block", "x", fails=True)


def test_a_game_loses_its_links_and_goes(client, admin):
    made = new_game(client)
    assert admin("revoke", "--game", made["id"]) == {"keys": 0, "links": 1}
    invited = client.post(f"/api/games/{made['id']}/claim", json={"token": made["invitations"]["confederate"]})
    assert invited.status_code == 409
    assert admin("revoke", "--game", made["id"], "--keys")["keys"] == 1
    assert client.get(f"/api/games/{made['id']}", headers={"X-Seat-Key": made["key"]}).status_code == 403
    admin("remove", made["id"])
    assert client.get(f"/api/games/{made['id']}").status_code == 404
    assert "no game" in admin("remove", made["id"], fails=True)
    assert "no game" in admin("game", "no/such", fails=True)
    assert "name somebody" in admin("link", fails=True)
    assert "--side" in admin("link", "--game", "x", fails=True)


# -- clean-up


def age(store, game_id, days):
    """As if all of it had been so long ago."""
    past = now() - days * DAY
    with store.writing() as connection:
        connection.execute(games.update().where(games.c.id == game_id), {"created": past - 60, "updated": past})
        connection.execute(changes.update().where(changes.c.game == game_id), {"at": past})
        connection.execute(seats.update().where(seats.c.game == game_id), {"seen": past})
        connection.execute(seat_links.update().where(seat_links.c.game == game_id), {"made": past})


def test_what_nobody_came_back_to_is_thrown_away(client, admin, place):
    store = client.app.state.service.store
    unbegun, left, over, rated, fresh, visited = (new_game(client) for _ in range(6))
    for made in (left, over, rated, visited):
        keys = two_keys(client, made)
        players = [Player(client, made["id"], key) for key in keys]
        if made is over:
            play_out(*players)
        else:
            players[0].play("colours UA")
    bots = {side: {"who": "bot", "bot": "random"} for side in ("union", "confederate")}
    watched = new_game(client, seats=bots, pace_ms=10_000)
    for made in (unbegun, left, over, rated, visited, watched):
        age(store, made["id"], 40)
    with store.writing() as connection:
        connection.execute(games.update().where(games.c.id == rated["id"]), {"rated": "agreed"})
        theirs = (seats.c.game == visited["id"]) & (seats.c.side == "union")
        connection.execute(seats.update().where(theirs), {"seen": now()})
    named(client, "Meade")
    admin("link", "Meade")
    with store.writing() as connection:
        connection.execute(person_links.update(), {"expires": now() - 31 * DAY})

    def found(**rules):
        shown = find_unwanted(store, CleanUp(**rules), now())
        return {"unbegun": shown.unbegun, "abandoned": shown.abandoned, "finished": shown.finished}

    nothing = {"unbegun": [], "abandoned": [], "finished": []}
    assert found() == found(unbegun=41, abandoned=41, finished=41) == nothing
    assert found(unbegun=39) == nothing | {"unbegun": [unbegun["id"]]}
    both = found(unbegun=39, abandoned=39)
    assert both["unbegun"] == [unbegun["id"]]
    assert sorted(both["abandoned"]) == sorted([left["id"], watched["id"]])
    assert found(finished=39)["finished"] == [over["id"]]
    assert rated["id"] in found(abandoned=39, rated=True)["abandoned"]
    words = ("clean", "--clean-unbegun", "39", "--clean-abandoned", "39", "--clean-finished", "39")
    dry = admin(*words, "--dry-run")
    assert dry["links"] >= 5, "the invitations that were taken, and the link to a name"
    assert client.get(f"/api/games/{left['id']}").status_code == 200, "nothing has happened yet"
    assert admin(*words) == dry
    for made in (unbegun, left, over, watched):
        assert client.get(f"/api/games/{made['id']}").status_code == 404
    for made in (rated, fresh, visited):
        assert client.get(f"/api/games/{made['id']}").status_code == 200
    assert admin(*words) == {"unbegun": [], "abandoned": [], "finished": [], "links": 0}


def test_a_server_cleans_up_by_itself(client, tmp_path):
    service = client.app.state.service
    made = new_game(client)
    Player(client, made["id"], made["key"]).see()
    age(service.store, made["id"], 40)
    found = Housekeeper(service, CleanUp(unbegun=30), Folder(tmp_path)).round()
    assert found is not None
    assert made["id"] in found.unbegun
    assert client.get(f"/api/games/{made['id']}").status_code == 404


# -- PostgreSQL


def test_of_several_servers_one_cleans_up(postgres):
    first, second = open_store(postgres.url), open_store(postgres.url)
    with claimed(first) as ours, claimed(second) as theirs:
        assert (ours, theirs) == (True, False)
    with claimed(second) as theirs:
        assert theirs, "the claim ends with whoever had it"
    assert clean_up(second, CleanUp(unbegun=1, abandoned=1, finished=1, rated=True), 0.0).games == []
    first.close()
    second.close()


def commands_of(program):
    """The lines of the page that call a program, as a shell reads them."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", DOC.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    found = [line for block in blocks for line in block.splitlines() if line.startswith(program)]
    assert len(found) == 1, f"{program}: {found}"
    return found[0]


def test_the_database_is_copied_and_restored_as_the_page_says(postgres, tmp_path):
    """A database of its own, with games in it, by the exact commands of docs/hosting.md."""
    base = open_store(postgres.url)
    with base.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("DROP DATABASE IF EXISTS copied")
        connection.exec_driver_sql("CREATE DATABASE copied")
    base.close()
    url = postgres.url.rpartition("/")[0] + "/copied"
    path = os.pathsep.join([str(postgres.programs), os.environ["PATH"]])
    if shutil.which("pg_dump", path=path) is None:
        pytest.skip("pg_dump is not installed")
    around = os.environ | {"HARDTACK_DATABASE": url, "PATH": path}

    def shell(line):
        done = subprocess.run(["bash", "-c", line.replace("FILE", "copy.dump")], cwd=tmp_path, env=around,
                              capture_output=True, text=True, timeout=300)  # fmt: skip
        assert done.returncode == 0, done.stderr

    with TestClient(create_app(Config(database=url, library=SHELF, bot_workers=1))) as client:
        made = new_game(client)
        union, _ = two_keys(client, made)
        player = Player(client, made["id"], union)
        view = player.play("colours UA")
        shell(commands_of("pg_dump"))
        player.client.delete(f"/api/games/{made['id']}", headers=player.headers)
        new_game(client)
    shell(commands_of("pg_restore"))
    with TestClient(create_app(Config(database=url, library=SHELF, bot_workers=1))) as client:
        again = Player(client, made["id"], union).see()
        assert (again["version"], again["number"]) == (view["version"], view["number"])
        assert [game["id"] for game in client.get("/api/games").json()["games"]] == [made["id"]]


def test_the_commands_of_the_page_are_those_there_are(client, admin):
    """Every `hardtack admin` line of docs/hosting.md, one after another, on a real store."""
    text = DOC.read_text(encoding="utf-8")
    lines = re.findall(r"^hardtack admin (.+)$", text, re.MULTILINE)
    assert len(lines) >= 14
    named(client, "Hooker")
    game = new_game(client)["id"]
    words = {"GAME": game, "NAME": "Hooker", "NEW-NAME": "Fighting Joe"}
    for line in lines:
        admin(*(words.get(word, word) for word in line.split()))


def test_the_tables_of_the_page_name_every_setting(capsys):
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    settings = set(re.findall(r"^\s+(--[a-z-]+)", capsys.readouterr().out, re.MULTILINE)) - {"--database", "--help"}
    text = DOC.read_text(encoding="utf-8")
    table = "\n".join(line for line in text.splitlines() if line.startswith("| `--"))
    assert settings == set(re.findall(r"--[a-z-]+", table))
