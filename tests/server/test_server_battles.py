"""Every scenario through the API: what a battle shows must be what the page is promised."""

from random import Random

import pytest
from helpers import Player, error_of
from starlette.testclient import TestClient

from hardtack.battles import all_battles, find_battle
from hardtack.referee.dice import SeededDice
from hardtack.server import Config, bodies, create_app, routes_board, routes_scenarios
from hardtack.server.survey import Film
from hardtack.table import Match

SCENARIOS = sorted(name for battle in all_battles() for name in battle.scenarios)


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    config = Config(database=str(tmp_path_factory.mktemp("store") / "games.sqlite"))
    with TestClient(create_app(config)) as client:
        yield client


def test_the_scenarios_of_one_battle_share_its_title(real):
    titles = {}
    for scenario in real.get("/api/scenarios", params={"lang": "en"}).json()["scenarios"]:
        titles.setdefault(scenario["battle"], set()).add(scenario["battle_title"])
    assert titles["chancellorsville"] == {"Stonewall's Last Battle"}
    assert all(len(named) == 1 for named in titles.values())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_plays_through_the_api(real, scenario):
    made = real.post("/api/games", json={"scenario": scenario})
    assert made.status_code == 201, made.text
    both = Player(real, made.json()["id"], made.json()["key"])
    random = Random(scenario)
    asked = 0
    view = bodies.View.model_validate(both.see(lang="ja"))
    for number in range(60):
        if view.over:
            break
        option = pick(both, view, random)
        if option.kind == "attack" and asked < 3:
            asked += 1
            forecast = bodies.Forecast.model_validate(both.post("/forecast?lang=ja", action=option.action).json())
            assert sum(chance.chance for chance in forecast.chances) == pytest.approx(1, abs=1e-3)
            assert not [name for name in result_names(forecast) if name.isascii()], "results without words"
        if number % 10 == 0:
            click(both, view, random)
        lang = random.choice(["en", "ja"])
        answer = both.post(f"/actions?lang={lang}", action=option.action, expected=view.version)
        assert answer.status_code == 200, answer.text
        view = bodies.View.model_validate(answer.json())
        no_raw_keys(view)
    survey(both, view, random)
    film = both.get("/replay", lang="ja")
    Film.model_validate(film.json())
    routes_scenarios.Charts.model_validate(both.get("/charts", lang="ja").json())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_wins_is_told_with_clauses_and_places_that_exist(real, scenario):
    """Of goals, objectives and points: clauses of the register, hexes of the map, sides, words in both languages."""
    battle = find_battle(scenario)
    made = real.post("/api/games", json={"scenario": scenario}).json()
    both = Player(real, made["id"], made["key"])
    for lang in ("en", "ja"):
        goals = both.get("/charts", lang=lang).json()["goals"]
        standing = both.see(lang=lang)["standing"]
        for one in (*goals, *standing["objectives"]):
            assert one["clause"] in battle.register
            assert one["side"] in ("", *battle.sides)
            assert one["text"]
            assert "{" not in one["text"]
            assert not one["text"].startswith(("goal.", "objective."))
            assert lang == "en" or not one["text"].isascii()
        assert {one["hex"] for one in standing["objectives"]} <= set(battle.scenario(scenario).board.grid.names)
        assert all(one["holder"] in ("", *battle.sides) for one in standing["objectives"])
        assert set(standing["points"]) <= set(battle.sides)
        assert [goal["sudden"] for goal in goals] == sorted((goal["sudden"] for goal in goals), reverse=True)


def test_entries_boxes_and_ways_off_the_map_are_told_on_the_cards_of_their_hexes(real):
    def lines(scenario: str, hex_: str, lang: str) -> list[str]:
        made = real.post("/api/games", json={"scenario": scenario}).json()
        return Player(real, made["id"], made["key"]).get(f"/hexes/{hex_}", lang=lang).json()["lines"]

    assert "Entry A (Pittsburg Landing, by steamer): Union units are set up or come on here." in lines(
        "shiloh", "1910", "en"
    )
    assert "進入ヘクスA（ピッツバーグ埠頭（汽船））：北軍のユニットがここに配置または登場。" in lines(
        "shiloh", "1910", "ja"
    )
    assert "Way to the Lafayette Box" in lines("chickamauga", "2128", "en")
    assert "Way off the map: Brock Road" in lines("kellys-ford", "3734", "en")
    assert not any("Entry" in line for line in lines("shiloh", "0810", "en")), "a camp is told by its battle"


def test_the_legend_of_a_board_names_its_signs(real):
    for lang, word in (("en", "Entry hex"), ("ja", "進入ヘクス")):
        answer = real.get("/api/scenarios/bull-run/legend.svg", params={"lang": lang})
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert f">{word}</text>" in answer.text


def test_a_click_never_means_an_action_that_does_not_name_the_hex(real):
    """Of a brigade that has yet to march, a click far off is not the order to march."""
    made = real.post("/api/games", json={"scenario": "kellys-ford"}).json()
    union = Player(real, made["id"], made["key"])
    assert any(
        option["action"] == "march Gregg" for actor in made["game"]["options"]["actors"] for option in actor["options"]
    )
    found = union.post("/why-not", unit="Gregg", hex="1617").json()
    assert not found["legal"]
    assert found["action"] is None or "1617" in found["action"]


def test_a_unit_that_can_do_nothing_is_asked_about_by_itself(real):
    """Shiloh: a brigade that has moved, one that is not due; with a hex the answer is the same."""
    made = real.post("/api/games", json={"scenario": "shiloh"}).json()
    both = Player(real, made["id"], made["key"])
    for action in ("walk gladden", "to 1120"):
        both.play(action)
    moved = both.post("/why-not", unit="gladden").json()
    assert [(reason["clause"], reason["text"]) for reason in moved["reasons"]] == [
        ("MS 4.1", "Gladden has already moved this phase.")
    ]
    assert both.post("/why-not", unit="gladden", hex="1118").json() == moved
    assert [reason["clause"] for reason in both.post("/why-not", unit="trabue").json()["reasons"]] == ["MS 4.7"]
    assert both.post("/why-not", unit="wood").json()["reasons"] == []


def test_a_rule_of_another_scenario_is_no_reason_why_a_unit_can_do_nothing(real):
    """The campaign while units are attached: that nobody is warned (SLB 13.1c) is not why Hood waits in Suffolk."""
    made = real.post("/api/games", json={"scenario": "chancellorsville-campaign"}).json()
    both = Player(real, made["id"], made["key"])
    while made["game"]["decision"] != "Attachment":
        both.play("done")
        made["game"] = both.get("").json()
    found = {reason["clause"] for reason in both.post("/why-not", unit="Hood").json()["reasons"]}
    assert found <= {"SLB 21.4b"}, "what is done now: units are attached, or broken up"


def test_a_click_asks_what_the_declared_move_would_be_told(real):
    """Shiloh: the standard move of a brigade is declared, then made. The click is about the second of the two."""
    made = real.post("/api/games", json={"scenario": "shiloh"}).json()
    both = Player(real, made["id"], made["key"])
    far = both.post("/why-not", unit="shaver", hex="0404").json()
    assert [reason["clause"] for reason in far["reasons"]] == ["MS 4.2"]
    near = both.get("/ways", unit="shaver").json()["ways"][0]["hex"]
    assert both.post("/why-not", unit="shaver", hex=near).json() == {
        "legal": True,
        "action": "walk shaver",
        "reasons": [],
    }


def pick(player, view, random):
    """A random option; long lists are fetched unit by unit."""
    actor = random.choice([None, *view.options.actors] if view.options.general else view.options.actors)
    choices = view.options.general if actor is None else actor.options
    if choices is None:
        answer = player.get("/options", unit=actor.unit).json()
        choices = bodies.OptionsAnswer.model_validate(answer).options
        assert len(choices) == actor.count
    return random.choice(choices)


def click(player, view, random):
    """Any unit, any hex: there is an answer, and it names clauses the register has."""
    unit = random.choice(view.pieces)
    placed = [piece.at for piece in view.pieces if piece.at.isdigit()]
    answer = player.post("/why-not", unit=unit.id, hex=random.choice(placed))
    assert answer.status_code == 200, answer.text
    found = bodies.WhyNot.model_validate(answer.json())
    assert found.legal or found.action is None or found.reasons
    assert all(reason.title for reason in found.reasons)
    card = player.get(f"/hexes/{random.choice(placed)}", lang="ja")
    routes_board.HexCard.model_validate(card.json())


def survey(player, view, random):
    """The overlays, marches ahead and roster the battle declares, from where its units stand."""
    board = set(real_hexes(player, view))
    placed = [piece for piece in view.pieces if piece.at in board]
    for overlay in view.overlays:
        assert not overlay.name.startswith("overlay.")
        for piece in random.sample(placed, 3):
            answer = player.get(f"/overlays/{overlay.kind}", hex=piece.at, lang="ja")
            assert answer.status_code == 200, answer.text
            cells = routes_board.Overlay.model_validate(answer.json()).cells
            assert {cell.hex for cell in cells} <= board
            assert len({cell.hex for cell in cells}) == len(cells)
    roster = routes_board.Roster.model_validate(player.get("/roster", lang="ja").json())
    listed = [unit for formation in roster.formations for unit in formation.units]
    assert set(listed) <= {piece.id for piece in view.pieces}
    assert len(listed) == len(set(listed))
    for actor in view.options.actors if view.options else []:
        for way in bodies.WaysAnswer.model_validate(player.get("/ways", unit=actor.unit).json()).ways:
            assert way.path[-1] == way.hex
            assert set(way.path) <= board
            assert player.post("/why-not", action=way.actions[0]).json()["legal"]


def real_hexes(player, view):
    return player.client.get(f"/api/scenarios/{view.scenario}/geometry").json()["hexes"]


PREFIXES = ("event.", "action.", "prompt.", "phase.", "term.", "unit.", "standing.", "reason.", "referee.", "risk.")


def no_raw_keys(view):
    """Every text is a sentence or a name, never the key of one."""
    texts = [view.prompt, view.headline.phase, view.title, *view.standing.lines, *(line.text for line in view.log)]
    texts += [move.label for move in view.moves if move.label] + [piece.name for piece in view.pieces]
    if view.options is not None:
        texts += [option.label for option in view.options.general]
    raw = [text for text in texts if text.startswith(PREFIXES)]
    assert not raw, raw


@pytest.mark.parametrize(
    ("scenario", "part", "nonsense"),
    [
        ("kellys-ford", "facts []", "facts -1"),  # no list
        ("sedgwick-to-the-rescue", "parent=51", "parent=999"),  # no such counter
        ("bull-run", "frame ", "frame Nowhere"),
    ],
)
def test_a_position_no_game_can_have_is_refused_before_it_begins(real, scenario, part, nonsense):
    battle = find_battle(scenario)
    position = Match.begin(battle.set_up(battle.scenario(scenario)), SeededDice("x")).position()
    assert real.post("/api/games", json={"position": position}).status_code == 201
    assert part in position
    refused = real.post("/api/games", json={"position": position.replace(part, nonsense, 1)})
    assert error_of(refused) == (422, "bad_position")


def test_a_position_that_runs_out_of_frames_refuses_the_action_that_ends_it(real):
    battle = find_battle("bull-run")
    position = Match.begin(battle.set_up(battle.scenario("bull-run")), SeededDice("x")).position()
    lines = [line for line in position.splitlines() if line.startswith("frame ")]
    for line in lines[:-1]:
        position = position.replace(line + "\n", "", 1)
    made = real.post("/api/games", json={"position": position}).json()
    both = Player(real, made["id"], made["key"])
    while True:
        before = both.see()
        answer = both.act("end")
        if answer.status_code != 200:
            break
    assert error_of(answer) == (422, "bad_position")
    assert both.see() == before


def result_names(forecast):
    """What a forecast calls the things that can happen, and the words it has for them."""
    results = [result for chance in forecast.chances for result in chance.results]
    return {result.label for result in results} | {r.value for r in results if isinstance(r.value, str)}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_number_on_a_counter_has_a_name(real, scenario):
    made = real.post("/api/games", json={"scenario": scenario})
    view = Player(real, made.json()["id"], made.json()["key"]).see(lang="ja")
    for piece in view["pieces"]:
        names = view["numbers"].get(piece["type"], view["numbers"][""])
        assert len(piece["numbers"]) in (0, len(names)), piece
    assert not [name for names in view["numbers"].values() for name in names if name.isascii()]
