"""Long games: they come back from a snapshot, not from their beginning, and nobody can tell."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from helpers import Player, play_out, wait

from hardtack.server import live, memory, snapshots
from hardtack.server.game_service import GameService
from hardtack.server.schema import snapshots as table
from hardtack.table.tail import TailJournal, in_memory


@pytest.fixture(autouse=True)
def _often(monkeypatch):
    monkeypatch.setattr(snapshots, "EVERY", 4)
    monkeypatch.setattr(live, "LATEST", 3)


def service_of(client):
    return client.app.state.service


def kept(client, game):
    with service_of(client).store.reading() as connection:
        query = sa.select(table.c.number).where(table.c.game == game).order_by(table.c.number)
        return list(connection.execute(query).scalars())


@pytest.fixture
def long_game(client):
    """A game of some twenty actions with its snapshots, and all that can be asked about it."""
    made = client.post("/api/games", json={"scenario": "mill", "seats": {}}).json()
    player = Player(client, made["id"], made["key"])
    view = made["game"]
    while view["number"] < 14 and not view["over"]:
        offered = view["options"]
        options = [option for actor in offered["actors"] for option in actor["options"]] + offered["general"]
        view = player.play(options[-1 if view["number"] % 3 else 0]["action"])
    assert view["number"] == 14
    wait(lambda: kept(client, made["id"]), lambda found: 12 in found)
    return player


def everything(player):
    paths = ("", "/log", "/dice", "/record", "/replay", "/seats")
    return [player.get(path).text for path in paths] + [player.get(number=number).text for number in (1, 7, 13)]


def put_out(client):
    """Out of memory with all games."""
    service_of(client)._live.clear()


def tidy(client):
    service = service_of(client)
    memory.tidy(service._live, service.writer.keep, service.lately)


def test_a_game_comes_back_from_its_snapshot_as_it_was(client, long_game):
    before = everything(long_game)
    put_out(client)
    with service_of(client).game(long_game.game) as game:
        assert isinstance(game.match.journal, TailJournal)
        assert in_memory(game.match.journal) < 8, "what came before the snapshot was not played again"
        assert game.match.number == 14
    first = long_game.get(since=12).text
    with service_of(client).game(long_game.game) as game:
        assert in_memory(game.match.journal) < 8, "nor is it for a look at the latest actions"
    assert everything(long_game) == before
    assert long_game.get(since=12).text == first


def test_the_game_goes_on_from_there_with_the_same_dice(client, long_game):
    put_out(client)
    view = play_out(long_game)
    assert view["over"]
    record = long_game.get("/record").text
    checked = client.post("/api/games", json={"record": record})
    assert checked.status_code == 201, "every die follows the seed"


def test_undo_reaches_behind_the_snapshot(client, monkeypatch):
    """It was taken of the very action that is taken back."""
    monkeypatch.setattr(snapshots, "EVERY", 1)
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    player = Player(client, made["id"], made["key"])
    player.play("colours UA", "colours CB")
    before = player.see()
    player.play("move UB 0303")
    wait(lambda: kept(client, made["id"]), lambda found: 3 in found)
    put_out(client)
    with service_of(client).game(made["id"]) as game:
        assert game.match.undo_limit() == 3
        assert game.match.undo_limit("union") == 1
        assert in_memory(game.match.journal) == 0, "what may be taken back is known without playing it again"
    view = player.post("/undo", count=1, expected=3).json()
    assert (view["number"], view["version"]) == (2, 4)
    assert view["pieces"] == before["pieces"]


def spoil(client, **values):
    with service_of(client).store.writing() as connection:
        connection.execute(table.update(), values)


@pytest.mark.parametrize(
    "values", [{"state": "hardtack position 1"}, {"digest": "0" * 64}, {"rolled": 0}, {"program": "0.0.0"}]
)
def test_a_snapshot_that_is_not_whole_or_of_another_program_is_not_used(client, long_game, values):
    before = everything(long_game)
    spoil(client, **values)
    put_out(client)
    assert everything(long_game) == before


def test_a_snapshot_from_which_the_game_does_not_go_on_is_thrown_away(client, long_game):
    before = everything(long_game)
    with service_of(client).store.writing() as connection:
        row = dict(connection.execute(sa.select(table).where(table.c.number == 12)).mappings().one())
        row["version"] -= 3
        row["digest"] = snapshots.digest(row)
        connection.execute(table.delete())
        connection.execute(table.insert(), row)
    put_out(client)
    assert everything(long_game) == before


def test_only_the_latest_snapshots_are_kept(client, long_game):
    assert kept(client, long_game.game) == [4, 8, 12]
    play_out(long_game)
    assert len(kept(client, long_game.game)) <= snapshots.KEPT + 1


def test_a_long_past_leaves_the_memory_before_the_game_does(client, long_game, monkeypatch):
    before = everything(long_game)
    other = client.post("/api/games", json={"scenario": "mill"}).json()
    with service_of(client).game(long_game.game) as game:
        whole = game.memory
    service_of(client)._live.move_to_end(other["id"])
    total = sum(game.memory for game in service_of(client)._live.values())
    monkeypatch.setattr(memory, "KEPT_BYTES", total - 1_000)
    tidy(client)
    game = service_of(client)._live[long_game.game]
    assert in_memory(game.match.journal) == 3
    assert game.memory < whole
    assert everything(long_game) == before


def test_a_game_that_leaves_the_memory_after_much_leaves_a_snapshot(client, monkeypatch):
    monkeypatch.setattr(snapshots, "EVERY", 50)
    monkeypatch.setattr(snapshots, "WORTH_KEEPING", 2)
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    player = Player(client, made["id"], made["key"])
    player.play("colours UA", "colours CB")
    before = everything(player)
    monkeypatch.setattr(memory, "KEPT_BYTES", 0)
    client.post("/api/games", json={"scenario": "mill"})
    client.get(f"/api/games/{client.post('/api/games', json={'scenario': 'mill'}).json()['id']}")
    wait(lambda: kept(client, made["id"]), lambda found: found == [2])
    assert everything(player) == before


def test_a_game_that_left_lately_comes_back_without_its_snapshot(client, long_game, monkeypatch):
    before, service = everything(long_game), service_of(client)
    with service.game(long_game.game) as game:
        left, opened_at = game.match.version, game.opened_at
    with monkeypatch.context() as short:
        short.setattr(memory, "KEPT_BYTES", 0)
        client.post("/api/games", json={"scenario": "mill"})
        assert long_game.game not in service._live
        short.setattr(snapshots, "find", lambda *_: pytest.fail("nobody need read a snapshot"))
        with service.game(long_game.game) as game:
            assert (game.match.version, in_memory(game.match.journal)) == (left, 0)
            assert game.opened_at == opened_at  # so that it is written down whole when much was played since
    assert everything(long_game) == before


def test_what_was_done_elsewhere_since_a_game_left_is_followed(client, monkeypatch):
    service = service_of(client)
    other = GameService(service.store, service.library)
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    Player(client, made["id"], made["key"]).play("colours UA", "colours CB")
    monkeypatch.setattr(memory, "KEPT_BYTES", 0)
    client.post("/api/games", json={"scenario": "mill"})
    assert made["id"] not in service._live
    with other.game(made["id"]) as game:
        other.play(game, game.match.legal()[0], game.match.to_act, None)
        stands, record = game.match.version, game.match.record()
    with service.game(made["id"]) as game:
        assert (game.match.version, game.match.record()) == (stands, record)


def test_of_games_that_left_only_so_many_are_known_and_none_of_another_day():
    lately = snapshots.LatelyLeft(most=2)
    for number, name in enumerate(("a", "b", "c")):
        lately.note(snapshots.Taken(name, number, number, 0, (), None), 0)
    assert lately.take("a", 9) is None
    assert lately.take("b", 0) is None  # the store was brought back to before it
    assert lately.take("c", 9)[0].version == 2
    assert lately.take("c", 9) is None


def test_a_deleted_game_takes_its_snapshots_with_it(client, long_game):
    assert client.delete(f"/api/games/{long_game.game}", headers=long_game.headers).status_code == 204
    assert kept(client, long_game.game) == []


def test_nobody_waits_for_the_disk_because_of_a_snapshot_or_of_who_is_here(client, long_game):
    """A game that is lost without them is none; others wait to write meanwhile."""
    service, presence = service_of(client), client.app.state.timekeeper.presence
    seen = []

    def note(connection):
        seen.append(connection.connection.driver_connection.execute("PRAGMA synchronous").fetchone()[0])

    sa.event.listen(service.store.engine, "commit", note)
    try:
        with service.game(long_game.game) as game:
            snapshots.keep(service.store, snapshots.take(game.id, game.match))
            presence._count({game.id: 3}, 1.0)
            assert seen == [1, 1], "NORMAL"
            service.set_pace(game, 100, False)
    finally:
        sa.event.remove(service.store.engine, "commit", note)
    assert seen[2:] == [2], "a change of the game is on disk"
