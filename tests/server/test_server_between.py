"""Between players: resigning, draws, taking back past dice, talk, notes, seats that are handed over."""

from random import Random

import pytest
from helpers import Player, all_options, claim, error_of, wait
from starlette.testclient import TestClient

from hardtack.server import create_app
from hardtack.server.talk_store import OFTEN
from hardtack.table import Match
from toy.shelf import find


def deed(player, path, **body):
    return player.post(path, expected=player.see()["version"], **body)


def propose(player, kind, **more):
    answer = deed(player, "/proposals", kind=kind, **more)
    assert answer.status_code == 201, answer.text
    return answer.json()


def talk(player):
    return [line["text"] for line in player.get("/talk").json()["lines"]]


def rolled(union, confederate):
    """Play until a die has fallen; the number of actions then."""
    random = Random(3)
    for _ in range(200):
        for player in (union, confederate):
            view = player.see()
            while view["your_turn"]:
                attacks = [one for one in all_options(view) if one["kind"] == "attack"]
                view = player.play(random.choice(attacks or all_options(view))["action"])
                if view["moves"][-1]["dice"]:
                    return view["number"]
    raise AssertionError("no attack in all this time")


def test_whoever_resigns_has_lost_and_everybody_hears_of_it(players):
    union, confederate, spectator = players
    union.play("colours UA")
    version = union.see()["version"]
    assert error_of(spectator.post("/resign", expected=version)) == (403, "no_seat")
    assert error_of(Player(union.client, union.game, "guess").post("/resign", expected=version)) == (403, "bad_key")
    assert error_of(confederate.post("/resign", expected=version - 1)) == (409, "stale_move")
    assert error_of(confederate.post("/resign", expected=version, side="union")) == (403, "wrong_seat")
    view = confederate.post("/resign", expected=version).json()
    assert (view["over"], view["to_act"], view["options"], view["undo"]) == (True, None, None, 0)
    assert (view["outcome"]["winner"], view["outcome"]["level"], view["outcome"]["clause"]) == (
        "union", "resignation", "",
    )  # fmt: skip
    assert view["log"][-1]["text"] == view["outcome"]["text"] == "The Confederate side resigns."
    assert "投了" in spectator.see(lang="ja")["outcome"]["text"]
    assert view["seed"], "the secret of the dice is out"
    assert talk(spectator) == ["The Confederate side resigned."]
    assert error_of(confederate.post("/resign", expected=version)) == (409, "stale_move"), "a second time"
    assert error_of(deed(confederate, "/resign")) == (409, "game_over")
    assert error_of(deed(union, "/undo")) == (409, "game_over")
    [card] = union.client.get("/api/games").json()["games"]
    assert (card["state"], card["result"]) == ("finished", "Union · victory by resignation")
    record = spectator.get("/record").text
    assert record.endswith("result: union resignation\n")
    assert Match.from_record(record, find=find).result == "union resignation"


def test_an_end_of_the_players_is_read_from_the_store(client, config, players):
    union, confederate, _ = players
    union.play("colours UA")
    deed(union, "/resign")
    with TestClient(create_app(config)) as later:
        view = Player(later, union.game, confederate.key).see()
    assert (view["over"], view["outcome"]["winner"], view["version"]) == (True, "confederate", 2)


def test_a_draw_needs_both(players):
    union, confederate, spectator = players
    offer = propose(union, "draw")["proposal"]
    assert (offer["kind"], offer["yours"]) == ("draw", True)
    [seen] = confederate.see()["proposals"]
    assert (seen["id"], seen["yours"], seen["text"]) == (offer["id"], False, "The Union side offers a draw.")
    path = f"/proposals/{offer['id']}"
    for player in (union, spectator):
        assert deed(player, path, agree=True).status_code == 403, "nobody agrees with himself"
    assert not deed(confederate, path, agree=False).json()["proposals"]
    assert error_of(deed(confederate, path, agree=True)) == (404, "unknown_proposal"), "it was answered"
    second = propose(union, "draw")["proposal"]
    assert (
        union.client.delete(
            f"/api/games/{union.game}/proposals/{second['id']}", headers=confederate.headers
        ).status_code
        == 403
    )
    union.play("colours UA")
    view = deed(confederate, f"/proposals/{second['id']}", agree=True).json()
    assert (view["outcome"]["winner"], view["outcome"]["level"]) == ("draw", "agreement")
    assert talk(confederate) == [
        "The Union side offers a draw.", "The Confederate side declined the draw.", "The Union side offers a draw.",
        "The Confederate side agreed to a draw.",
    ]  # fmt: skip
    assert error_of(deed(union, "/proposals", kind="draw")) == (409, "game_over")


def test_past_dice_is_taken_back_only_by_consent_and_other_dice_fall(client, config, players):
    union, confederate, spectator = players
    number = rolled(union, confederate)
    before = union.see()
    mover = union if before["moves"][-1]["side"] == "union" else confederate
    other = confederate if mover is union else union
    assert error_of(deed(mover, "/undo")) == (409, "nothing_to_undo")
    assert error_of(deed(mover, "/proposals", kind="takeback", count=number + 1)) == (409, "nothing_to_undo")
    asked = propose(mover, "takeback", count=1)["proposal"]
    assert asked["count"] == 1
    path = f"/proposals/{asked['id']}"
    version = other.see()["version"]
    view = other.post(path, agree=True, expected=version).json()
    assert view["number"] == number - 1
    assert error_of(other.post(path, agree=True, expected=version)) == (409, "stale_move"), "a replayed request"
    assert error_of(deed(other, path, agree=True)) == (404, "unknown_proposal")
    assert view["commitment"] != before["commitment"]
    said = talk(spectator)
    assert "asks to take back" in said[0]
    assert "agreed" in said[1]
    for _ in range(2):  # another die, and once more
        retry = next(one for one in all_options(mover.see()) if one["kind"] == "attack")
        mover.play(retry["action"])
        if _ == 0:
            asked = propose(mover, "takeback", count=1)["proposal"]
            assert deed(other, f"/proposals/{asked['id']}", agree=True).status_code == 200
    stands = union.see()
    with TestClient(create_app(config)) as later:
        again = Player(later, union.game, union.key)
        assert again.see()["pieces"] == stands["pieces"]
        assert again.see()["version"] == stands["version"]
        deed(again, "/resign")
        assert Match.from_record(again.get("/record").text, find=find).number == number


def test_a_wish_to_take_back_lapses_when_somebody_acts(players):
    union, confederate, _ = players
    union.play("colours UA")
    asked = propose(union, "takeback", count=1)["proposal"]
    confederate.play("colours CA")
    assert union.see()["proposals"] == []
    assert error_of(deed(confederate, f"/proposals/{asked['id']}", agree=True)) == (404, "unknown_proposal")


def test_bots_agree_to_nothing_and_a_hot_seat_agrees_with_itself(client):
    seats = {"confederate": {"who": "bot", "bot": "random"}}
    made = client.post("/api/games", json={"scenario": "mill", "seats": seats, "pace_ms": 10_000}).json()
    alone = Player(client, made["id"], made["key"])
    for kind, more in (("draw", {}), ("takeback", {"count": 1})):
        alone.play("colours UA") if kind == "takeback" else None
        assert error_of(deed(alone, "/proposals", kind=kind, **more)) == (409, "nobody_to_ask")
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    both = Player(client, made["id"], made["key"])
    both.play("colours UA", "colours CA")
    assert propose(both, "takeback", count=2)["game"]["number"] == 0
    assert propose(both, "draw", side="union")["game"]["outcome"]["level"] == "agreement"


def test_a_game_that_has_not_begun_can_be_abandoned(players):
    union, _, spectator = players
    assert error_of(deed(spectator, "/abandon")) == (403, "no_seat")
    union.play(
        "colours UA",
    )
    view = deed(union, "/abandon").json()
    assert (view["outcome"]["winner"], view["outcome"]["level"]) == ("draw", "abandoned")


def test_a_game_under_way_is_not_abandoned(players):
    union, confederate, _ = players
    union.play("colours UA")
    confederate.play("colours CA")
    assert error_of(deed(union, "/abandon")) == (409, "under_way")


def test_players_talk_among_themselves(players):
    union, confederate, spectator = players
    assert error_of(spectator.post("/talk", text="take the bridge!")) == (403, "no_seat")
    assert error_of(Player(union.client, union.game, "guess").post("/talk", text="x")) == (403, "bad_key")
    counted = confederate.see()["talk"]
    assert union.post("/talk", text=" Good luck <b>you</b> ").status_code == 201
    assert confederate.see()["talk"] > counted
    assert talk(confederate) == ["Good luck <b>you</b>"]
    assert talk(spectator) == [], "not before the end"
    for wrong in ("", " ", "x" * 501, "a\x00b", "a\nb"):
        assert error_of(union.post("/talk", text=wrong)) == (400, "bad_request")
    answers = [union.post("/talk", text=str(n)).status_code for n in range(OFTEN)]
    assert answers == [201] * (OFTEN - 1) + [429]
    assert confederate.post("/talk", text="quite").status_code == 201, "the others may speak on"
    last = confederate.get("/talk").json()["lines"][-1]["number"]
    assert confederate.get("/talk", after=last).json()["lines"] == []
    deed(union, "/resign")
    assert "quite" in talk(spectator)


def test_notes_are_ones_own(players):
    union, confederate, spectator = players
    saved = union.client.put(f"/api/games/{union.game}/notes", json={"text": "hold\nthe mill"}, headers=union.headers)
    assert saved.json() == {"side": "union", "text": "hold\nthe mill"}
    assert union.get("/notes").json()["text"] == "hold\nthe mill"
    assert confederate.get("/notes").json() == {"side": "confederate", "text": ""}
    assert error_of(confederate.get("/notes", side="union")) == (403, "wrong_seat")
    assert error_of(spectator.get("/notes")) == (403, "no_seat")


def test_a_seat_is_handed_to_a_bot_by_consent(players):
    union, confederate, _ = players
    union.client.put(f"/api/games/{union.game}/pace", json={"pace_ms": 0}, headers=union.headers)
    assert error_of(deed(union, "/proposals", kind="bot", bot="nobody")) == (422, "bad_option")
    wish = propose(union, "bot", bot="random")
    assert wish["game"]["seats"][0]["who"] == "person", "not before the other side agrees"
    view = deed(confederate, f"/proposals/{wish['proposal']['id']}", agree=True).json()
    assert [seat["who"] for seat in view["seats"]] == ["bot", "person"]
    assert error_of(union.get()) == (403, "bad_key"), "whoever gave it away has it no more"
    wait(confederate.see, lambda view: view["your_turn"])


def test_a_seat_is_handed_to_somebody_else_by_consent(players):
    union, confederate, _ = players
    token = propose(union, "person")["token"]
    take = {"token": token, "name": "Meade"}
    assert error_of(union.client.post(f"/api/games/{union.game}/claim", json=take)) == (409, "link_asked")
    [wish] = confederate.see()["proposals"]
    deed(confederate, f"/proposals/{wish['id']}", agree=True)
    assert union.see()["yours"] == ["union"], "until somebody takes it over"
    heir = Player(union.client, union.game, claim(union.client, union.game, token, name="Meade"))
    assert heir.see()["seats"][0]["name"] == "Meade"
    assert error_of(union.get()) == (403, "bad_key")
    assert error_of(union.client.post(f"/api/games/{union.game}/claim", json=take)) == (409, "link_taken")
    token = propose(heir, "person")["token"]
    [wish] = confederate.see()["proposals"]
    deed(confederate, f"/proposals/{wish['id']}", agree=False)
    refused = union.client.post(f"/api/games/{union.game}/claim", json={"token": token})
    assert error_of(refused) == (409, "link_withdrawn")


@pytest.mark.parametrize("kind", ["draw", "bot", "person"])
def test_only_a_takeback_counts_and_only_a_bot_is_named(players, kind):
    assert error_of(deed(players[0], "/proposals", kind=kind, count=1)) == (422, "bad_option")
