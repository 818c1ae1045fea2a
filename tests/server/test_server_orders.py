"""Orders over HTTP: a column along a route, everybody named at once (GC 5.2.2, 5.2.3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import Player, claim
from starlette.testclient import TestClient

from hardtack.referee.position import write_position
from hardtack.referee.umpire import to_act
from hardtack.server.app import create_app
from hardtack.server.config import Config
from hardtack.table import Match

CAMPAIGN = Path(__file__).parents[1] / "records" / "chancellorsville-campaign-recruit-recruit-22-11.hardtack"


@pytest.fixture
def seats(tmp_path):
    """Scenario 5 when the Union has the initiative: Union, Confederate, spectator."""
    match = Match.new("certain-destruction", seed=7)
    while type(match.state.agenda[-1]).__name__ != "Activation" or match.to_act != "union":
        rest = [action for action in match.legal() if action.verb in ("done", "pass")]
        match.play(rest[0] if rest else match.legal()[0])
    config = Config(database=str(tmp_path / "games.sqlite"), bot_workers=1)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        wanted = {"position": match.position(), "seats": {"union": {"who": "you"}, "confederate": {"who": "link"}}}
        made = client.post("/api/games", json=wanted).json()
        invited = claim(client, made["id"], made["invitations"]["confederate"])
        yield tuple(Player(client, made["id"], key) for key in (made["key"], invited, None))


@pytest.fixture
def quartermaster(tmp_path):
    """The Union in the ammunition phase of a campaign, where more units want an attempt than there are (SLB 20.2d)."""
    game = Match.from_record(CAMPAIGN.read_text(encoding="utf-8"))
    asked = next(
        entry.after
        for entry in game.journal.entries
        if type(entry.after.agenda[-1]).__name__ == "Resupplying" and to_act(entry.after) == "union"
    )
    with TestClient(create_app(Config(database=str(tmp_path / "games.sqlite"), bot_workers=1))) as client:
        wanted = {"position": write_position(asked), "seats": {"union": {"who": "you"}, "confederate": {"who": "you"}}}
        made = client.post("/api/games", json=wanted).json()
        yield Player(client, made["id"], made["key"])


def test_who_names_units_is_told_how_many_more_and_that_he_has_begun(quartermaster) -> None:
    """What ends it now answers no other turn's."""
    view = quartermaster.see()
    assert (view["naming"], view["begun"]) == (True, False)
    unit = view["options"]["actors"][0]["unit"]
    quartermaster.play(f"resupply {unit}")
    after = quartermaster.see()
    assert (after["room"], after["begun"]) == (view["room"] - 1, True)


def test_a_click_means_nothing_that_the_scenario_does_not_have(quartermaster) -> None:
    """With a unit in hand a click on other friends was answered: nobody is warned in this scenario (SLB 13.1c)."""
    view = quartermaster.see()
    unit = view["options"]["actors"][0]["unit"]
    for hex_ in sorted({piece["at"] for piece in view["pieces"] if piece["at"].isdigit()}):
        answer = quartermaster.post("/why-not", unit=unit, hex=hex_).json()
        assert "SLB 13.1c" not in [reason["clause"] for reason in answer["reasons"]]


def test_a_corps_is_named_and_marched_in_two_orders(seats) -> None:
    union, _, _ = seats
    union.play("activate Sickles")
    view = union.see()
    assert view["naming"]
    named = union.post("/all", expected=view["version"])
    assert named.status_code == 200, named.text
    assert named.json()["decision"] == "NextMarch"
    union.play("march Birney")
    version = union.see()["version"]
    column = union.get("/column", unit="Birney", expected=version).json()["units"]
    assert column == ["Birney", "Berry", "Whipple"]
    way = next(
        way for way in union.get("/ways", unit="Birney", expected=version).json()["ways"] if len(way["path"]) > 1
    )
    after = union.post("/column", units=column, route=way["path"], expected=version)
    assert after.status_code == 200, after.text
    places = {piece["id"]: piece["at"] for piece in after.json()["pieces"]}
    assert places["Birney"] == way["hex"]
    assert {places[unit] for unit in column} <= set(way["path"])
    assert after.json()["number"] > view["number"] + len(way["path"])  # every step is an action of its own
    assert "step Berry" in union.get("/record").text


def test_who_may_order_and_when(seats) -> None:
    union, confederate, spectator = seats
    union.play("activate Sickles", "name Birney")
    version = union.see()["version"]
    order = {"units": ["Birney"], "route": ["4627"], "expected": version}
    assert confederate.post("/column", **order).status_code == 403
    assert spectator.post("/column", **order).status_code == 403
    assert spectator.post("/all", expected=version).status_code == 403
    assert union.post("/column", **order | {"expected": version - 1}).status_code == 409
    assert union.post("/all", expected=version - 1).status_code == 409
    assert union.get("/column", unit="Birney", expected=version - 1).status_code == 204
    assert union.see()["version"] == version


@pytest.mark.parametrize(
    "order",
    [
        {"units": [], "route": ["4627"]},
        {"units": ["Nobody"], "route": ["4627"]},
        {"units": ["Birney"], "route": ["9999"]},
        {"units": ["Birney"], "route": ["46" * 40]},
        {"units": "Birney", "route": ["4627"]},
        {"units": ["Birney"], "route": ["4627"], "more": 1},
    ],
)
def test_orders_that_make_no_sense_lose_nothing(seats, order) -> None:
    union, _, _ = seats
    version = union.see()["version"]
    refused = union.post("/column", expected=version, **order)
    assert refused.status_code in (400, 404, 422), refused.text
    assert union.see()["version"] == version
