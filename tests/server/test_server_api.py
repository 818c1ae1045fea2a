"""The API: scenarios, games, views, actions, questions, replays; each answer as OpenAPI describes it."""

import hashlib

import pytest
from helpers import Player, all_options, error_of, play_out

from hardtack.server import bodies, routes_board, routes_scenarios
from hardtack.server.survey import Film
from hardtack.table import Match
from toy.battle import MillBattle
from toy.shelf import find

OPENING = ("colours UA",)


def to_contact(union, confederate):
    """UB stands on the mill, CB comes next to it; the Confederates may attack."""
    union.play("colours UA")
    confederate.play("colours CB")
    union.play("move UB 0303", "end")
    confederate.play("move CB 0302", "end")


def test_scenarios_are_described_in_the_language_asked_for(client):
    english = client.get("/api/scenarios", headers={"Accept-Language": "en-GB,en;q=0.9"}).json()
    japanese = client.get("/api/scenarios", headers={"Accept-Language": "ja,en;q=0.5"}).json()
    asked = client.get("/api/scenarios?lang=ja").json()
    assert english["scenarios"][0]["title"] == "The Mill"
    assert english["scenarios"][0]["battle_title"] == "The Mill"
    assert japanese == asked
    assert asked["scenarios"][0]["title"] == "水車場"
    scenario = routes_scenarios.Scenario.model_validate(english["scenarios"][0])
    assert (scenario.units, scenario.hexes, scenario.turns) == (6, 25, 4)
    assert scenario.settings[0].values == [4, 2, 8]


@pytest.mark.parametrize(
    ("path", "model"),
    [("", routes_scenarios.Scenario), ("/rules", routes_scenarios.Rules), ("/charts", routes_scenarios.Charts)],
)
def test_a_scenario_can_be_read(client, path, model):
    answer = client.get(f"/api/scenarios/mill{path}")
    model.model_validate(answer.json())
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert error_of(client.get(f"/api/scenarios/agincourt{path}")) == (404, "unknown_scenario")


def test_the_geometry_and_the_pictures_fit_the_board(client):
    geometry = client.get("/api/scenarios/mill/geometry").json()
    assert len(geometry["hexes"]) == 25
    assert geometry["toward"]["0303"] == ["0302", "0402", "0403", "0304", "0203", "0202"]
    assert geometry["toward"]["0101"][0] is None
    for path in ("board.svg", "map.svg", "counters/UA.svg?numbers=2,2&markers=moved,disordered"):
        picture = client.get(f"/api/scenarios/mill/{path}")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<svg")
        tag = picture.headers["etag"]
        assert client.get(f"/api/scenarios/mill/{path}", headers={"If-None-Match": tag}).status_code == 304
    board, card = (client.get(f"/api/scenarios/mill/{path}").text for path in ("board.svg", "map.svg"))
    for lettering in (">0303</text>", 'class="names"'):  # a picture for cards has none: it could not be read there
        assert lettering in board
        assert lettering not in card
    assert "First Maine" in client.get("/api/scenarios/mill/counters/UA.svg").text
    assert "disorganised" in client.get("/api/scenarios/mill/counters/UA.svg?markers=disordered").text
    assert error_of(client.get("/api/scenarios/mill/counters/ZZ.svg")) == (404, "unknown_unit")


def test_many_counters_come_in_one_answer(client):
    wanted = [{"unit": "UB", "numbers": ["2", "2"]}, {"unit": "UA", "numbers": ["3", "1"], "markers": ["disordered"]}]
    drawn = client.post("/api/scenarios/mill/counters?lang=ja", json={"counters": wanted}).json()["counters"]
    alone = client.get("/api/scenarios/mill/counters/UA.svg?lang=ja&numbers=3,1&markers=disordered").text
    assert len(drawn) == 2
    assert drawn[1] == alone
    wanted.append({"unit": "ZZ"})
    assert error_of(client.post("/api/scenarios/mill/counters", json={"counters": wanted})) == (404, "unknown_unit")
    crowd = {"counters": [{"unit": "UA"}] * 201}
    assert error_of(client.post("/api/scenarios/mill/counters", json=crowd)) == (400, "bad_request")


def test_a_new_game_gives_each_seat_its_key(client):
    made = client.post(
        "/api/games",
        json={"scenario": "mill", "settings": {"turns": 2}, "seats": {
            "union": {"who": "you", "name": "Ann"}, "confederate": {"who": "link", "name": "Bob"}}},
    )  # fmt: skip
    assert made.status_code == 201
    data = bodies.Created.model_validate(made.json())
    assert data.key
    assert set(data.invitations) == {"confederate"}
    assert data.key != data.invitations["confederate"]
    assert data.game.yours == ["union"]
    assert data.game.settings == {"turns": 2}
    assert [seat.name for seat in data.game.seats] == ["Ann", "Bob"]
    assert len(data.commitment) == 64


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (422, "bad_option")),
        ({"scenario": "agincourt"}, (404, "unknown_scenario")),
        ({"scenario": "mill", "settings": {"turns": 3}}, (422, "bad_option")),
        ({"scenario": "mill", "settings": {"seed": 3}}, (422, "bad_option")),
        ({"scenario": "mill", "seats": {"french": {}}}, (400, "bad_seat")),
        ({"scenario": "mill", "seats": {"union": {"who": "bot"}}}, (400, "bad_seat")),
        ({"scenario": "mill", "seats": {"union": {"who": "bot", "bot": "napoleon"}}}, (422, "bad_option")),
        ({"scenario": "mill", "seats": {"union": {"who": "cat"}}}, (400, "bad_request")),
        ({"scenario": "mill", "surprise": 1}, (400, "bad_request")),
        ({"record": "hardtack record 9"}, (422, "bad_record")),
        ({"position": "nothing"}, (422, "bad_position")),
    ],
)
def test_a_game_that_cannot_be_made_is_refused(client, body, expected):
    assert error_of(client.post("/api/games", json=body)) == expected
    assert client.get("/api/games").json() == {"games": []}


def test_a_view_is_what_openapi_says_in_both_languages(players):
    for player in players:
        for lang in ("en", "ja"):
            view = bodies.View.model_validate(player.see(lang=lang))
            assert view.lang == lang
    union, confederate, spectator = (player.see(lang="ja") for player in players)
    assert union["prompt"] == "軍旗を持つユニットを選んでください。"
    assert confederate["prompt"] == "北軍の決定を待っています。"
    assert confederate["options"] is None
    assert spectator["yours"] == []
    assert [option["action"] for option in all_options(union)] == ["colours UA", "colours UB", "colours UC"]


def test_an_action_is_played_and_answered_with_the_new_view(players):
    union, confederate, _ = players
    view = union.play("colours UA")
    assert (view["version"], view["number"], view["to_act"], view["your_turn"]) == (1, 1, "confederate", False)
    assert [line["text"] for line in view["log"]] == ["First Maine carries the colours."]
    assert view["moves"][0]["action"] == "colours UA"
    seen = confederate.see(since=0)
    assert seen["log"] == []
    assert (seen["moves"][0]["action"], seen["moves"][0]["label"]) == (None, None)


def test_options_tell_cost_path_and_stops(players):
    union, confederate, _ = players
    union.play("colours UA")
    confederate.play("colours CB")
    union.play("move UB 0303", "end")
    view = confederate.see()
    found = {option["action"]: option for option in confederate.get("/options", unit="CB").json()["options"]}
    assert found["move CB 0302"] == {
        "action": "move CB 0302", "kind": "move", "label": "Move Second Georgia to 0302", "unit": "CB", "hex": "0302",
        "cost": 1, "path": ["0302"], "attackers": [], "target": "", "stops": True, "risk": None,
        "apart": False,
    }  # fmt: skip
    assert not found["move CB 0201"]["stops"]
    assert [piece["id"] for piece in view["pieces"] if piece["can_act"]] == ["CA", "CB", "CC"]
    at_hex = confederate.get("/options", hex="0302").json()["options"]
    assert {option["action"] for option in at_hex} == {
        option["action"] for option in all_options(view) if option["hex"] == "0302"
    }
    assert error_of(union.get("/options", unit="UB")) == (403, "wrong_seat")
    assert error_of(confederate.get("/options", unit="ZZ")) == (404, "unknown_unit")
    assert error_of(confederate.get("/options", hex="9999")) == (404, "unknown_hex")


def test_a_refused_action_names_every_clause_and_changes_nothing(players):
    union, confederate, _ = players
    union.play("colours UA")
    confederate.play("colours CB")
    answer = union.post("/actions?lang=ja", action="move UB 0301", expected=2)
    assert error_of(answer) == (422, "illegal_action")
    assert answer.json()["error"]["reasons"] == [
        {"clause": "TOY 2", "title": "移動", "text": "オハイオ第2連隊は0301に到達できない。"},
        {"clause": "TOY 3", "title": "スタック", "text": "0301には既にユニットがいる。"},
    ]
    assert error_of(union.act("dance UB")) == (422, "bad_notation")
    assert error_of(union.act("move UB 9999")) == (422, "bad_notation")
    assert union.see()["version"] == 2


def test_stale_and_doubled_actions_change_nothing(players):
    union, confederate, _ = players
    assert union.act("colours UA", expected=0).status_code == 200
    doubled = union.act("colours UA", expected=0)
    assert error_of(doubled) == (409, "stale_move")
    assert (doubled.json()["error"]["expected"], doubled.json()["error"]["actual"]) == (0, 1)
    assert error_of(confederate.act("colours CA", expected=7)) == (409, "stale_move")
    assert confederate.see()["number"] == 1


def test_undo_takes_back_your_own_actions_only(players):
    union, confederate, spectator = players
    union.play("colours UA")
    confederate.play("colours CB")
    assert union.play("move UA 0103", "move UB 0303")["undo"] == 2
    assert error_of(confederate.post("/undo", count=1, expected=4)) == (409, "nothing_to_undo")
    assert error_of(spectator.post("/undo", count=1, expected=4)) == (403, "no_seat")
    assert error_of(union.post("/undo", count=3, expected=4)) == (409, "nothing_to_undo")
    assert error_of(union.post("/undo", count=1, expected=3)) == (409, "stale_move")
    view = union.post("/undo", count=2, expected=4).json()
    assert (view["number"], view["version"], view["undo"]) == (2, 5, 0)
    assert next(piece for piece in view["pieces"] if piece["id"] == "UB")["at"] == "0305"


def test_a_question_about_a_decision_that_has_passed_has_no_answer_and_is_no_error(players):
    """With the version it is about; the action is legal now, was legal once, or belongs to the other side."""
    union, confederate, spectator = players
    to_contact(union, confederate)
    version = confederate.see()["version"]
    questions = [
        lambda player, seen: player.get("/options", unit="CB", expected=seen),
        lambda player, seen: player.get("/options", hex="0302", expected=seen),
        lambda player, seen: player.get("/ways", unit="CB", expected=seen),
        lambda player, seen: player.post("/why-not", action="attack CB UB", expected=seen),
        lambda player, seen: player.post("/forecast", action="attack CB UB", expected=seen),
    ]
    for ask in questions:
        assert ask(confederate, version).status_code == 200
        assert error_of(ask(spectator, version)) == (403, "no_seat")
        assert error_of(ask(union, version)) == (403, "wrong_seat")
        for player, seen in ((confederate, version - 1), (union, version - 1), (confederate, version + 1)):
            answer = ask(player, seen)
            assert (answer.status_code, answer.content) == (204, b"")
    confederate.play("attack CB UB")
    for ask in questions:
        assert ask(confederate, version).status_code == 204
    assert confederate.post("/forecast", action="attack CB UB", expected=-1).status_code == 400


def test_nobody_takes_back_dice(players):
    union, confederate, _ = players
    to_contact(union, confederate)
    view = confederate.play("attack CB UB")
    assert len(view["moves"][-1]["dice"]) == 1
    assert view["undo"] == 0
    assert error_of(confederate.post("/undo", count=1, expected=view["version"])) == (409, "nothing_to_undo")


def test_why_not_explains_actions_and_clicks(players):
    union, confederate, spectator = players
    union.play("colours UA")
    confederate.play("colours CB")
    asked = union.post("/why-not", action="move UB 0301").json()
    assert (asked["legal"], [reason["clause"] for reason in asked["reasons"]]) == (False, ["TOY 2", "TOY 3"])
    click = union.post("/why-not", unit="UB", hex="0301").json()
    assert click == asked
    assert union.post("/why-not", unit="UB", hex="0304").json() == {
        "legal": True, "action": "move UB 0304", "reasons": [],
    }  # fmt: skip
    assert error_of(union.post("/why-not", hex="0301")) == (422, "bad_option")
    assert error_of(union.post("/why-not", unit="ZZ")) == (404, "unknown_unit")
    assert error_of(union.post("/why-not", unit="ZZ", hex="0301")) == (404, "unknown_unit")
    assert error_of(union.post("/why-not", unit="UB", hex="zz")) == (404, "unknown_hex")
    assert error_of(spectator.post("/why-not", action="end")) == (403, "no_seat")


def test_a_click_on_an_enemy_means_an_attack(players):
    union, confederate, _ = players
    to_contact(union, confederate)
    click = confederate.post("/why-not", unit="CB", hex="0303").json()
    assert (click["legal"], click["action"]) == (True, "attack CB UB")
    far = confederate.post("/why-not", unit="CA", hex="0303").json()
    assert far["action"] == "attack CA UB"
    assert "TOY 4" in [reason["clause"] for reason in far["reasons"]]


def test_the_forecast_is_exact_and_explained(players):
    union, confederate, _ = players
    to_contact(union, confederate)
    answer = confederate.post("/forecast", action="attack CB UB")
    forecast = bodies.Forecast.model_validate(answer.json())
    assert [(chance.chance, chance.fraction) for chance in forecast.chances] == [(0.5, "1/2"), (0.5, "1/2")]
    assert [(m.clause, m.value) for m in forecast.modifiers] == [("TOY 4", "4+")]
    assert forecast.expected[0].value == 0.5
    assert error_of(confederate.post("/forecast", action="attack CA UB")) == (422, "illegal_action")
    assert confederate.see()["moves"][-1]["action"] == "end", "asking rolls nothing"


def test_hex_cards_and_charts(players):
    union, _, spectator = players
    card = routes_board.HexCard.model_validate(spectator.get("/hexes/0303").json())
    assert (card.name, card.terrain, card.lines) == ("the mill", "clear", ["Clear"])
    assert union.get("/hexes/0305").json()["units"] == ["UB"]
    assert error_of(union.get("/hexes/9999")) == (404, "unknown_hex")
    chart = routes_scenarios.Charts.model_validate(union.get("/charts", lang="ja").json()).charts[0]
    assert chart.columns == ["平地", "森"]


def test_what_can_end_the_game_at_once_is_told_first(players):
    """The battle names it last; a page and a script get it first."""
    union, *_ = players
    goals = routes_scenarios.Charts.model_validate(union.get("/charts", lang="en").json()).goals
    assert [(goal.clause, goal.sudden, goal.text) for goal in goals] == [
        ("TOY 6", True, "Taking the enemy colours wins at once."),
        ("TOY 6", False, "After turn 4 the side with more steps left wins."),
    ]
    assert union.see()["standing"]["objectives"] == [], "a battle without marked hexes has none"


def test_a_finished_game_publishes_the_seed_it_was_committed_to(players):
    union, confederate, spectator = players
    assert spectator.see()["seed"] is None
    view = play_out(union, confederate)
    assert view["outcome"]["winner"] in ("union", "confederate", "draw")
    seen = spectator.see()
    assert hashlib.sha256(b"hardtack seed " + seen["seed"].encode()).hexdigest() == seen["commitment"]
    assert error_of(union.act("end")) == (409, "game_over")
    record = spectator.get("/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert "attachment" in record.headers["content-disposition"]
    assert Match.from_record(record.text, find).seed == seen["seed"]


def test_a_replay_is_the_whole_film(players):
    union, confederate, spectator = players
    last = play_out(union, confederate)
    film = Film.model_validate(spectator.get("/replay").json())
    assert len(film.frames) == last["number"] == film.last_number
    pieces = {piece.id: piece for piece in film.opening}
    for frame in film.frames:
        pieces |= {piece.id: piece for piece in frame.changed}
    assert {unit: piece.at for unit, piece in pieces.items()} == {p["id"]: p["at"] for p in last["pieces"]}
    assert [mark.turn for mark in film.turns] == list(range(1, film.frames[-1].turn + 1))
    attacks = [frame.move.number for frame in film.frames if frame.move.kind == "attack"]
    assert [mark.number for mark in film.battles] == attacks
    part = Film.model_validate(spectator.get("/replay", **{"from": 3, "to": 5}).json())
    assert [frame.move.number for frame in part.frames] == [4, 5]
    assert error_of(spectator.get("/replay", **{"from": 999})) == (404, "unknown_move")


def test_an_earlier_moment_can_be_seen(players):
    union, confederate, _ = players
    union.play("colours UA")
    confederate.play("colours CB")
    union.play("move UB 0303")
    before = bodies.View.model_validate(union.see(number=2))
    assert (before.number, before.last_number, before.options, before.undo) == (2, 3, None, 0)
    assert next(piece for piece in before.pieces if piece.id == "UB").at == "0305"
    assert error_of(union.get(number=4)) == (404, "unknown_move")
    lines = bodies.Lines.model_validate(union.get("/log", **{"from": 3, "to": 3}).json())
    assert [line.text for line in lines.lines] == ["Second Ohio moves to the mill (0303)."]


def test_a_record_can_be_uploaded_and_goes_on(client, players):
    union, confederate, _ = players
    union.play("colours UA")
    confederate.play("colours CB")
    text = union.get("/record").text
    assert error_of(client.post("/api/games", json={"record": text})) == (422, "bad_record"), "it hides a choice"
    full = text.replace("2 confederate ?", "2 confederate colours CB")
    made = client.post("/api/games", json={"record": full})
    assert made.status_code == 201
    both = Player(client, made.json()["id"], made.json()["key"])
    assert both.see()["yours"] == ["union", "confederate"]
    assert both.play("move UB 0303")["number"] == 3
    last = play_out(both)
    again = client.post("/api/games", json={"record": both.get("/record").text}).json()
    assert again["game"]["outcome"] == last["outcome"]


def test_a_position_can_be_uploaded(client):
    match = Match.new("mill", find=find, seed=1)
    for action in ("colours UA", "colours CB", "move UB 0303"):
        match.play(action)
    made = client.post("/api/games", json={"position": match.position()}).json()
    both = Player(client, made["id"], made["key"])
    both.play("end")
    assert Match.from_record(both.get("/record").text, find).number == 1


def test_a_draw_has_no_degrees(client):
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    both = Player(client, made["id"], made["key"])
    view = both.see()
    while not view["over"]:  # nobody does more than he must
        actions = [option["action"] for option in all_options(view)]
        view = both.play("end" if "end" in actions else actions[0])
    assert view["outcome"]["winner"] == "draw"
    [card] = client.get("/api/games?lang=ja").json()["games"]
    assert card["result"] == "引き分け"


def test_the_index_lists_games_latest_first(client):
    ids = [client.post("/api/games", json={"scenario": "mill"}).json() for _ in range(3)]
    both = Player(client, ids[0]["id"], ids[0]["key"])
    play_out(both)
    cards = bodies.Cards.model_validate(client.get("/api/games?lang=ja").json()).games
    assert [card.id for card in cards] == [ids[0]["id"], ids[2]["id"], ids[1]["id"]]
    assert (cards[0].state, cards[0].title, cards[0].turns) == ("finished", "水車場", 4)
    assert cards[0].result
    running = client.get("/api/games?state=running&limit=1").json()["games"]
    assert [card["id"] for card in running] == [ids[2]["id"]]
    more = client.get("/api/games", params={"state": "running", "before": running[0]["updated"]}).json()["games"]
    assert [card["id"] for card in more] == [ids[1]["id"]]


def test_answers_carry_safety_headers_and_errors_are_json(client):
    for path in ("/api/health", "/api/nothing", "/api/games/nobody"):
        answer = client.get(path)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert error_of(client.get("/api/nothing")) == (404, "not_found")
    assert error_of(client.get("/api/games/nobody")) == (404, "unknown_game")
    assert error_of(client.post("/api/games", content="{", headers={"content-type": "application/json"})) == (
        400, "bad_request",
    )  # fmt: skip
    assert error_of(client.post("/api/games", json={"record": "x" * 7_000_000})) == (413, "too_large")
    message = client.get("/api/games/nobody?lang=ja").json()["error"]["message"]
    assert message == "そのゲームはありません。"


def test_a_list_of_games_makes_no_scenario_twice(client, monkeypatch):
    """Each with settings of its own: to make their scenarios takes longer than anybody waits for a list."""
    for turns in (2, 4, 8):
        client.post("/api/games", json={"scenario": "mill", "settings": {"turns": turns}})
    first = client.get("/api/games").json()["games"]
    assert [game["turns"] for game in first] == [8, 4, 2]
    monkeypatch.setattr(MillBattle, "scenario", lambda *asked: pytest.fail("made again"))
    assert client.get("/api/games").json()["games"] == first
