"""Lessons over HTTP: games in no list, judged by the server, thrown away when they are left."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from hardtack.server import Config, create_app
from hardtack.server.store import now


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A server with the shipped battles."""
    config = Config(database=str(tmp_path_factory.mktemp("school") / "games.sqlite"), bot_workers=1)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        yield client


class Pupil:
    def __init__(self, client: TestClient, name: str, lang: str = "en") -> None:
        self.client, self.lang = client, lang
        begun = client.post(f"/api/lessons/{name}?lang={lang}", json={"device": "test"})
        assert begun.status_code == 201, begun.text
        self.lesson, made = begun.json()["lesson"], begun.json()["created"]
        self.game, self.key, self.version = made["id"], made["key"], made["game"]["version"]
        self.view = made["game"]

    def ask(self, **tried):
        path = f"/api/games/{self.game}/lesson?lang={self.lang}"
        answer = self.client.post(path, json=tried, headers={"X-Seat-Key": self.key})
        assert answer.status_code == 200, answer.text
        self.version = answer.json()["version"]
        return answer.json()

    def act(self, action: str):
        body = {"action": action, "expected": self.version}
        done = self.client.post(f"/api/games/{self.game}/actions", json=body, headers={"X-Seat-Key": self.key})
        assert done.status_code == 200, done.text
        self.version = done.json()["version"]
        return self.ask()


def test_the_sets_are_listed_in_both_languages(school):
    english, japanese = (school.get(f"/api/lessons?lang={lang}").json()["sets"] for lang in ("en", "ja"))
    assert [one["id"] for one in english] == [one["id"] for one in japanese]
    assert english[0]["title"] == "First steps at Bull Run"
    assert english[0]["lessons"][0] == {"id": "march", "title": "March", "scenario": "bull-run", "theme": ""}
    assert japanese[0]["lessons"][0]["title"] == "移動する"


def test_a_lesson_is_a_game_that_nobody_else_sees(school):
    pupil = Pupil(school, "bull-run/march", "ja")
    assert (pupil.lesson["number"], pupil.lesson["of"], pupil.lesson["next"]) == (1, 8, "bull-run/zone")
    assert pupil.lesson["title"] == "移動する"
    assert pupil.view["yours"] == ["union"]
    assert pupil.game not in [game["id"] for game in school.get("/api/games").json()["games"]]
    assert school.get(f"/api/games/{pupil.game}").status_code == 200
    assert pupil.ask() == {"state": "going", "text": pupil.lesson["task"], "version": 0}
    assert pupil.act("move SHE 0804")["state"] == "done"


def test_a_click_that_is_refused_is_judged_like_the_action_it_means(school):
    pupil = Pupil(school, "bull-run/zone")
    assert pupil.ask()["state"] == "going"
    assert pupil.ask(unit="SHE", hex="1004")["state"] == "done"
    assert pupil.ask(action="move SHE 1004")["state"] == "done"
    tired = Pupil(school, "great-campaigns/fatigue")
    assert tired.ask(unit="Howe")["state"] == "done"


def test_the_other_side_answers_before_the_lesson_is_judged(school):
    pupil = Pupil(school, "bull-run/advance")
    assert pupil.act("attack 1104 1203")["state"] == "going"
    assert pupil.version == 2  # the retreat was played, too
    view = school.get(f"/api/games/{pupil.game}", headers={"X-Seat-Key": pupil.key}).json()
    assert next(piece for piece in view["pieces"] if piece["id"] == "JAC")["at"] == "1303"
    assert pupil.act("advance")["state"] == "done"


def test_who_may_ask(school):
    pupil = Pupil(school, "bull-run/march")
    path = f"/api/games/{pupil.game}/lesson"
    assert school.post(path, json={}).json()["error"]["code"] == "no_seat"
    assert school.post(path, json={"cheat": 1}, headers={"X-Seat-Key": pupil.key}).status_code == 400
    made = school.post("/api/games", json={"scenario": "bull-run"}).json()
    plain = school.post(f"/api/games/{made['id']}/lesson", json={}, headers={"X-Seat-Key": made["key"]})
    assert (plain.status_code, plain.json()["error"]["code"]) == (404, "unknown_lesson")
    assert school.post("/api/lessons/bull-run/swimming", json={}).json()["error"]["code"] == "unknown_lesson"


def test_lessons_that_were_left_go_when_another_begins(school):
    old, kept = Pupil(school, "bull-run/march"), Pupil(school, "bull-run/zone")
    made = school.post("/api/games", json={"scenario": "bull-run"}).json()
    service = school.app.state.service
    with service.store.writing() as connection:
        connection.exec_driver_sql(
            "UPDATE games SET updated = ? WHERE id IN (?, ?)", (now() - 90_000, old.game, made["id"])
        )
    Pupil(school, "bull-run/march")
    assert school.get(f"/api/games/{old.game}").status_code == 404
    assert school.get(f"/api/games/{kept.game}").status_code == 200
    assert school.get(f"/api/games/{made['id']}").status_code == 200  # a game like others stays, however old


def test_a_unit_that_may_not_move_hears_why_wherever_it_would_go(school):
    """The reason that forbids a fourth corps was lost, because it remembers the hex that was asked about."""
    pupil = Pupil(school, "sharpsburg/corps")
    pupil.act("move I 0702")
    path, seat = f"/api/games/{pupil.game}/why-not?lang=en", {"X-Seat-Key": pupil.key}
    why = school.post(path, json={"unit": "XII"}, headers=seat).json()
    assert [reason["clause"] for reason in why["reasons"]] == ["SH 5b"]
    assert pupil.ask(unit="XII")["state"] == "done"


def test_the_briefing_of_a_scenario(school):
    found = school.get("/api/scenarios/bull-run/briefing?lang=en").json()["briefings"]
    assert [one["side"] for one in found] == ["union", "confederate"]
    union = found[0]
    assert union["who"].startswith("You are McDowell")
    assert {goal["side"] for goal in union["goals"]} == {"union", ""}
    assert union["arrivals"] == ["0301"]
    japanese = school.get("/api/scenarios/bull-run/briefing?lang=ja").json()["briefings"]
    assert japanese[0]["who"].startswith("あなたはマクドウエル")


def test_the_book_has_pictures_of_positions(school):
    chapters = school.get("/api/scenarios/bull-run/book?lang=en").json()["chapters"]
    clauses = school.get("/api/scenarios/bull-run/rules?lang=en").json()["clauses"]
    assert sorted(clause for chapter in chapters for clause in chapter["clauses"]) == sorted(c["id"] for c in clauses)
    zone = next(example for chapter in chapters for example in chapter["examples"] if example["lesson"] == "zone")
    assert 'data-hex="1103"' in zone["picture"]  # Jackson
    assert 'href="/api/scenarios/bull-run/board.svg?lang=en"' in zone["picture"]
    assert 'class="pointed-out"' in zone["picture"]
