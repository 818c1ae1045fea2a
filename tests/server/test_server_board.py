"""Overlays, marches ahead, the roster: what a battle declares, on what the viewer may know."""

from collections.abc import Sequence

import pytest
from helpers import Player, error_of, two_keys
from starlette.testclient import TestClient

from hardtack.referee.battle import Battle
from hardtack.referee.events import Text, text
from hardtack.referee.showing import Cell, Formation, Modifier, Way
from hardtack.server import Config, bodies, create_app, routes_board
from hardtack.server.library import Library
from hardtack.server.survey import short_signs
from toy.battle import Attack, MillBattle, MillState, Move
from toy.page import MillPage
from toy.shelf import find_bot


class Survey(MillPage):
    """Everything a page can ask of a whole board."""

    overlays = ("sight",)

    def overlay(self, state: MillState, kind: str, hex_number: int) -> Sequence[Cell]:
        names, around = state.scenario.board.grid.names, state.scenario.board.grid.around
        here = Cell(names[hex_number], "here")
        return [
            here,
            *(Cell(names[near], "good", "1", text("card.terrain", term="clear")) for near in around[hex_number]),
        ]

    def ways(self, state: MillState, unit: str) -> Sequence[Way]:
        return [Way("0301", 4, ("0302", "0301"), (Move(unit, "0302"), Move(unit, "0301")), risk=text("planner.clear"))]

    def roster(self, state: MillState) -> Sequence[Formation]:
        known = Text("event.colours", (("unit", state.colours[0]),))
        return [Formation(text("term.union"), "union", ("UB", "UA", "UC"), (known,))]

    def modifiers(self, state: MillState, action: object) -> Sequence[Modifier]:
        found = super().modifiers(state, action)
        return (
            [*found, Modifier("TOY 3", text("term.woods"), "+1", hex="0303")] if isinstance(action, Attack) else found
        )


class SurveyedMill(MillBattle):
    page = Survey()


@pytest.fixture
def survey(tmp_path):
    """A game of the surveyed Mill: union, confederate and a spectator."""
    battle = SurveyedMill()

    def find(_: str) -> Battle:
        return battle

    library = Library(lambda: (battle,), find, find_bot)
    config = Config(database=str(tmp_path / "games.sqlite"), library=library, bot_workers=1)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        made = client.post("/api/games", json={"scenario": "mill", "seats": {"confederate": {"who": "link"}}}).json()
        yield tuple(Player(client, made["id"], key) for key in (*two_keys(client, made), None))


def test_a_view_names_the_overlays_of_the_battle_in_the_viewers_language(survey, players):
    terrain, zones, sight = survey[0].see()["overlays"]
    assert terrain == {"kind": "terrain", "name": "Terrain"}
    assert zones == {"kind": "zones", "name": "Zones of control"}
    assert sight == {"kind": "sight", "name": "Line of sight"}
    assert survey[2].see(lang="ja")["overlays"][2] == {"kind": "sight", "name": "LOS"}
    assert survey[0].see()["ways"] is True
    assert [overlay["kind"] for overlay in players[0].see()["overlays"]] == ["terrain", "zones"]
    assert players[0].see()["ways"] is False


def test_an_overlay_tints_hexes_from_a_hex(survey):
    for player in survey:
        shown = routes_board.Overlay.model_validate(player.get("/overlays/sight", hex="0303").json())
        assert (shown.kind, shown.name, shown.legend) == ("sight", "Line of sight", {})
        assert [cell.hex for cell in shown.cells if cell.kind == "here"] == ["0303"]
        assert {cell.hex for cell in shown.cells if cell.kind == "good"} == {
            "0302", "0402", "0403", "0304", "0203", "0202",
        }  # fmt: skip
        assert shown.cells[1].label == "Clear"
    japanese = survey[2].get("/overlays/sight", hex="0303", lang="ja").json()
    assert japanese["cells"][1]["label"] == "平地"


def test_terrain_is_told_for_the_whole_board_by_tint_and_sign(players):
    cells = {cell["hex"]: cell for cell in players[2].get("/overlays/terrain").json()["cells"]}
    assert cells["0303"] == {"hex": "0303", "kind": "terrain-clear", "text": "C", "label": "Clear"}
    assert {cell["kind"] for cell in cells.values()} == {"terrain-clear", "terrain-woods"}
    japanese = players[2].get("/overlays/terrain", lang="ja").json()["cells"]
    assert {cell["text"] for cell in japanese} == {"平", "森"}


def test_signs_are_as_short_as_they_may_be():
    names = {"a": "rolling ground", "b": "rough ground", "c": "swamp", "d": "swamp and stream", "e": "woods"}
    assert short_signs(names) == {"a": "Rol", "b": "Rou", "c": "Swamp", "d": "Swamp a", "e": "W"}


def test_zones_of_control_are_shown_by_side_for_the_whole_board(players):
    union, confederate, spectator = players
    union.play("colours UA")
    confederate.play("colours CB")
    union.play("move UB 0303")
    cells = routes_board.Overlay.model_validate(spectator.get("/overlays/zones").json()).cells
    by_kind = {kind: {cell.hex for cell in cells if cell.kind == kind} for kind in {cell.kind for cell in cells}}
    assert by_kind["zone-both"] == {"0302"}  # between UB on the mill and CB
    assert {"0203", "0403", "0304"} <= by_kind["zone-union"]
    assert "0201" in by_kind["zone-confederate"]
    assert "0303" not in {cell.hex for cell in cells}


def test_an_overlay_that_does_not_exist_is_refused(survey, players):
    assert error_of(survey[0].get("/overlays/smoke", hex="0303")) == (404, "unknown_overlay")
    assert error_of(survey[0].get("/overlays/sight", hex="9999")) == (404, "unknown_hex")
    assert error_of(survey[0].get("/overlays/sight")) == (404, "unknown_hex")
    refused = players[0].get("/overlays/sight", hex="0303")  # the plain Mill has none of its own
    assert error_of(refused) == (404, "unknown_overlay")
    assert refused.json()["error"]["message"] == "This battle has no such overlay."


def test_marches_ahead_are_options_with_all_their_actions(survey):
    union, confederate, spectator = survey
    answer = bodies.WaysAnswer.model_validate(union.get("/ways", unit="UB").json())
    (way,) = answer.ways
    assert (way.kind, way.unit, way.hex, way.cost, way.path) == ("move", "UB", "0301", 4, ["0302", "0301"])
    assert way.actions == ["move UB 0302", "move UB 0301"]
    assert way.action == "move UB 0302"
    assert way.label == "Move Second Ohio to 0301"
    assert way.risk == "The target stands in the clear"
    assert error_of(confederate.get("/ways", unit="UB")) == (403, "wrong_seat")
    assert error_of(spectator.get("/ways", unit="UB")) == (403, "no_seat")
    assert error_of(union.get("/ways", unit="ZZ")) == (404, "unknown_unit")


def test_the_roster_holds_no_more_than_the_viewer_may_know(survey):
    union, confederate, spectator = survey
    union.play("colours UA")
    shown = routes_board.Roster.model_validate(union.get("/roster").json())
    assert [(one.label, one.side, one.units) for one in shown.formations] == [("Union", "union", ["UB", "UA", "UC"])]
    assert shown.formations[0].lines == ["First Maine carries the colours."]
    for other in (confederate, spectator):
        assert "Maine" not in other.get("/roster").text


def test_without_formations_a_side_is_one(players):
    shown = routes_board.Roster.model_validate(players[2].get("/roster", lang="ja").json())
    assert [(one.label, one.units) for one in shown.formations] == [
        ("北軍", ["UA", "UB", "UC"]), ("南軍", ["CA", "CB", "CC"]),
    ]  # fmt: skip


def test_a_modifier_about_a_hex_names_it(survey):
    union, confederate, _ = survey
    union.play("colours UA")
    confederate.play("colours CB")
    union.play("move UB 0303", "end")
    confederate.play("move CB 0302", "end")
    forecast = bodies.Forecast.model_validate(confederate.post("/forecast", action="attack CB UB").json())
    assert [modifier.hex for modifier in forecast.modifiers] == ["", "0303"]
