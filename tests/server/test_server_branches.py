"""Branches: trying something out in a game of its own, without touching or learning anything of the other."""

import pytest
from helpers import Player, error_of, play_out, two_keys, wait

from hardtack.table import Match
from toy.shelf import find

MOVES = ("colours UA", "colours CB", "move UA 0103", "move UB 0303", "end")


def branch_off(client, game, key=None, **wanted):
    headers = {} if key is None else {"x-seat-key": key}
    number = {"number": wanted.pop("number")} if "number" in wanted else {}
    return client.post("/api/games", json={"branch": {"game": game, **number}, **wanted}, headers=headers)


@pytest.fixture
def played(client):
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    player = Player(client, made["id"], made["key"])
    player.play(*MOVES)
    return player


def test_a_game_goes_on_from_any_of_its_moves_without_being_touched(client, played):
    before = played.see()
    made = branch_off(client, played.game, played.key, number=3).json()
    branch = Player(client, made["id"], made["key"])
    view = branch.see()
    assert (view["number"], view["origin"]) == (3, {"game": played.game, "number": 3})
    assert [line["number"] for line in view["log"]][-1] == 3
    branch.play("move UB 0304", "end")
    assert played.see() == before
    assert before["origin"] is None
    stands = branch_off(client, played.game, played.key).json()["game"]
    assert (stands["number"], stands["pieces"]) == (5, before["pieces"])


def test_a_game_goes_on_after_dice_have_fallen(client):
    """They stay as they fell; those to come are sealed from there on."""
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    player = Player(client, made["id"], made["key"])
    last = play_out(player)["number"]
    rolled = max(move["number"] for move in player.see(since=0)["moves"] if move["dice"])
    answered = branch_off(client, player.game, player.key, number=min(rolled, last - 1))
    assert answered.status_code == 201
    branch = answered.json()["game"]
    assert branch["sealed_from"] == sum(len(move["dice"]) for move in branch["moves"]) > 0


def test_a_branch_is_there_after_a_restart(serve, tmp_path):
    store = str(tmp_path / "games.sqlite")
    server = serve(store)
    first = server.new_game()
    Player(server.client, first["id"], first["key"]).play(*MOVES)
    made = branch_off(server.client, first["id"], first["key"], number=4).json()
    Player(server.client, made["id"], made["key"]).play("end")
    server.kill()
    view = Player(serve(store).client, made["id"], made["key"]).see()
    assert (view["number"], view["origin"]["number"]) == (5, 4)


def test_a_bot_may_take_a_seat_of_a_branch(client, played):
    seats = {"confederate": {"who": "bot", "bot": "random"}}
    made = branch_off(client, played.game, played.key, seats=seats, pace_ms=0).json()
    wait(
        Player(client, made["id"], made["key"]).see,
        lambda view: (view["number"] > 5 and view["your_turn"]) or view["over"],
    )


def test_a_branch_tells_nothing_of_a_secret(client):
    """Two games that differ only in the other side's secret choice branch off alike."""
    seen = []
    for bearer in ("UA", "UB"):
        made = client.post("/api/games", json={"scenario": "mill", "seats": {"confederate": {"who": "link"}}}).json()
        Player(client, made["id"], made["key"]).play(f"colours {bearer}")
        for key in (two_keys(client, made)[1], None):
            branch = branch_off(client, made["id"], key).json()
            own = Player(client, branch["id"], branch["key"])
            answers = [own.get(path).text for path in ("/record", "/replay", "/log")]
            seen.append([text.replace(made["id"], "ORIGIN").replace(branch["commitment"], "HASH") for text in answers])
    assert seen[:2] == seen[2:]


def test_what_cannot_be_branched_off_is_told(client, played):
    assert error_of(branch_off(client, "nowhere")) == (404, "unknown_game")
    assert error_of(branch_off(client, played.game, played.key, number=6)) == (404, "unknown_move")
    assert error_of(branch_off(client, played.game, "guess")) == (403, "bad_key")
    assert error_of(branch_off(client, played.game, played.key, number=-1)) == (400, "bad_request")
    both = client.post("/api/games", json={"branch": {"game": played.game}, "scenario": "mill"})
    assert error_of(both) == (422, "bad_option")


@pytest.mark.parametrize("noted", ["", "nonsense", f"{'x' * 17} 1", f"abc {'9' * 1500}", "abc -1"])
def test_a_record_that_says_nonsense_of_its_origin_is_played_all_the_same(client, noted):
    record = Match.new("mill", find=find).record().replace("\n\n", f"\norigin: {noted}\n\n")
    assert client.post("/api/games", json={"record": record}).json()["game"]["origin"] is None
