"""Acceptance checks of the series: odds of every column, forecasts, and what both battles must show."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from musket_field import Field, FieldBattle

from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.combat import Assault, Attacks
from hardtack.battles.musket.joining import Preparation
from hardtack.battles.musket.movement import Moving
from hardtack.battles.musket.state import Fight, MusketState
from hardtack.battles.musket.tables import MAIN_CODES
from hardtack.referee.actions import Action
from hardtack.referee.chance import forecast, settled
from hardtack.referee.umpire import deciding


class Noting(FieldBattle):
    """Writes the final result of a combat where a test can read it."""

    def after_combat(self, draft: Any, umpire: object, fight: Fight) -> None:
        draft.steps = MAIN_CODES.index(fight.outcome)

    def presume(self, state: Any) -> Action:
        if isinstance(deciding(state), Assault):
            return self.parse(state.scenario, "go")
        return super().presume(state)


# Attackers and defenders, lead units first; every lead unit has morale 4.
SIDES = [
    ({"ua": "0504"}, {"cc": "0505", "ca": "0505"}),  # 4 - 10
    ({"ua": "0504"}, {"cc": "0505", "cd": "0505"}),  # 4 - 8
    ({"ua": "0504"}, {"cc": "0505"}),  # 4 - 6
    ({"ua": "0504"}, {"ca": "0505"}),  # 4 - 4
    ({"ua": "0504"}, {"cd": "0505"}),  # 4 - 2
    ({"ua": "0504", "ub": "0504"}, {"ca": "0505"}),  # 8 - 4
    ({"ua": "0504", "ub": "0504"}, {"cd": "0505"}),  # 8 - 2
    ({"ua": "0504", "ub": "0504", "ud": "0404"}, {"cd": "0505"}),  # 11 - 2
    ({"ua": "0504", "ub": "0504", "uc": "0404"}, {"cd": "0505"}),  # 13 - 2
]
# In 36ths: Ax, Ar, A retreat and disorder, NE, Ex, D retreat and disorder, Dr, Dx, D rout.
ODDS = [
    (18, 18, 0, 0, 0, 0, 0, 0, 0),
    (12, 12, 2, 8, 0, 2, 0, 0, 0),
    (6, 12, 2, 4, 4, 4, 4, 0, 0),
    (0, 12, 2, 0, 8, 2, 12, 0, 0),
    (0, 0, 2, 4, 8, 4, 16, 0, 2),
    (0, 0, 0, 0, 8, 4, 20, 0, 4),
    (0, 0, 0, 0, 0, 0, 20, 10, 6),
    (0, 0, 0, 0, 0, 0, 14, 14, 8),
    (0, 0, 0, 0, 0, 0, 8, 18, 10),
]
ORDER = ("Ax", "Ar", "Ac", "NE", "Ex", "Dc", "Dr", "Dx", "Dm")


def prepared(field: Field, attackers: dict[str, str], defenders: dict[str, str]) -> MusketState:
    state = field.state(Attacks("union"), {**attackers, **defenders, "ut": "1008"})
    units = list(attackers)
    return field.after(state, f"attack {units[0]} 0505", *(f"join {unit}" for unit in units[1:]))


@pytest.mark.rule("MS 8.2", "MS CR1", "MS 10.1")
@pytest.mark.parametrize("column", range(9))
def test_odds_of_every_column_with_morale_four(column: int) -> None:
    """Acceptance check 5.3."""
    field = Field(Noting)
    attackers, defenders = SIDES[column]
    state = prepared(field, attackers, defenders)
    chances = dict.fromkeys(ORDER, Fraction(0))
    for after, chance in settled(
        state, field.battle.parse(field.scenario, "go"), field.battle.knowledge.presume
    ).items():
        chances[MAIN_CODES[after.steps]] += chance
    assert tuple(chances[code] * 36 for code in ORDER) == ODDS[column]


@pytest.mark.rule("MS 8.2", "MS 7.5")
def test_an_even_attack_fails_and_succeeds_alike_and_two_on_one_clears_the_hex() -> None:
    """Acceptance check 5.3."""
    field = Field()
    even = prepared(field, *SIDES[3])
    go = field.battle.parse(field.scenario, "go")
    told = forecast(even, go)
    cleared = sum(share for aftermath, share in told.chances if _cleared(dict(aftermath)))
    assert cleared == Fraction(14, 36)
    assert told.chance(attacker="falls_back") == Fraction(12, 36)
    assert told.chance(attacker="falls_back_disordered") == Fraction(2, 36)
    assert told.chance(union_steps=1, confederate_steps=1) == Fraction(8, 36)  # the exchange
    double = forecast(prepared(field, *SIDES[5]), go)
    assert sum(share for aftermath, share in double.chances if _cleared(dict(aftermath))) == Fraction(28, 36)


def _cleared(aftermath: dict[str, Any]) -> bool:
    return aftermath["defender"] in ("falls_back", "falls_back_disordered", "routs", "captured", "destroyed")


@pytest.mark.rule("MS 7.4", "MS 7.5", "MS 10.1")
def test_the_planner_lists_every_factor_with_its_clause_and_the_morale_odds() -> None:
    field = Field(slopes=[("0504", "0505")])
    state = field.after(field.state(Attacks("union"), {"ua": "0504", "ca": "0505"}), "attack ua 0505")
    lines = field.battle.page.modifiers(state, field.battle.parse(field.scenario, "go"))
    assert [(line.clause, line.value) for line in lines] == [
        ("MS TE13", "2"), ("MS 7.4", "4"), ("MS 7.5", "-2"), ("MS 7.5", "-2, -1"),
        ("MS 10.1", "67%"), ("MS 10.1", "67%"),
    ]  # fmt: skip


@pytest.mark.rule("MS 7.2", "MS 7.5", "MS 7.63")
@pytest.mark.parametrize(
    ("places", "declared", "joins"),
    [({"ua": "0504", "ub": "0404", "ug": "0504", "cc": "0505"}, "attack ua 0505", ("join ug", "join ub")),
     ({"ug": "0502", "uh": "0402", "ca": "0504"}, "bombard ug 0504", ("join uh",))],
)  # fmt: skip
def test_a_forecast_and_the_planner_speak_of_the_same_combat(
    places: dict[str, str], declared: str, joins: tuple[str, ...]
) -> None:
    """What is forecast is what is attacked: of exactly those who take part if it begins; who could join is named."""
    field = Field()
    phase = Attacks("union") if declared.startswith("attack") else Bombardments("union")
    state = field.state(phase, {**places, "ut": "1008"})
    action = field.battle.parse(field.scenario, declared)
    early, hint = forecast(state, action), field.battle.page.hint(state, action)
    alone = field.play(state, declared).state
    opened = deciding(alone)
    assert isinstance(opened, Preparation)
    assert tuple(field.scenario.ids[piece] for piece in opened.units) == hint.attackers
    lone = forecast(alone, field.battle.parse(field.scenario, "go"))
    assert (early.chances, early.modifiers) == (lone.chances, lone.modifiers)
    assert early.modifiers[0].label.key == "modifier.may_join"
    assert dict(early.modifiers[0].label.args)["units"] == tuple(word.split()[1] for word in sorted(joins))
    assert [line.label.key for line in lone.modifiers].count("modifier.factor") == 2
    for join in joins:  # with each that joins the forecast of joining is that of going then
        more = forecast(alone, field.battle.parse(field.scenario, join))
        alone = field.play(alone, join).state
        ready = forecast(alone, field.battle.parse(field.scenario, "go"))
        assert (more.chances, more.modifiers) == (ready.chances, ready.modifiers)
        assert more.chances != lone.chances
    assert "modifier.may_join" not in {line.label.key for line in ready.modifiers}


@pytest.mark.rule("MS 11.2", "MS 11.3", "MS 8.2")
def test_a_forecast_knows_that_a_battalion_is_gone() -> None:
    """Its counter goes back to the pool, which is no retreat: six on one, no way out, and nobody stands in the end."""
    field = Field()
    state = prepared(field, {"ua": "0504", "uc": "0404"}, {"cx": "0505"})
    told = forecast(state, field.battle.parse(field.scenario, "go"))  # 9 - 1: Dr, Dx or Dm
    assert told.chance(defender="falls_back") == Fraction(2, 6)  # Dr, also out of a Dm that is passed
    assert told.chance(defender="destroyed") == Fraction(4, 6)
    assert told.chance(confederate_steps=1) == Fraction(4, 6)
    ring = {"ua": "0504", "uc": "0404", "ub": "0605", "ud": "0506"}
    state = field.state(Attacks("union"), {**ring, "cx": "0505", "ut": "1008"})
    state = field.after(state, "attack ua 0505", "join ub", "join uc", "join ud")
    told = forecast(state, field.battle.parse(field.scenario, "go"))
    assert told.chance(defender="captured") + told.chance(defender="destroyed") == 1
    assert told.chance(defender="captured") > 0


@pytest.mark.rule("MS 7.2")
def test_an_attack_being_prepared_shows_who_has_joined() -> None:
    field = Field()
    state = prepared(field, {"ua": "0504", "ub": "0404"}, {"ca": "0505"})
    hint = field.battle.page.hint(state, field.battle.parse(field.scenario, "go"))
    assert (hint.kind, hint.attackers, hint.target) == ("attack", ("ua", "ub"), "0505")


@pytest.mark.rule("MS 10.1", "MS 12.13")
def test_hints_carry_the_odds_of_a_check() -> None:
    field = Field()
    places = {"ua": "0504", "ca": "0505", "cl": "0505"}
    asked = field.after(field.state(Attacks("union"), places), "attack ua 0505", "go", dice=[4, 1])
    risks = {}
    for word in field.legal(asked):
        risk = field.battle.page.hint(asked, field.battle.parse(field.scenario, word)).risk
        assert risk is not None
        risks[word] = dict(risk.args)["n"]
    assert risks == {"alone": 4, "assist cl": 5}


@pytest.mark.rule("MS 4.1", "MS 6.3")
def test_move_hints_show_path_cost_and_stop() -> None:
    field = Field(paths={"road": ["0501", "0502", "0503"]})
    state = field.state(Moving("union", (field.piece("ua"),), 4, "move"), {"ua": "0501", "ca": "0506"})
    hint = field.battle.page.hint(state, field.battle.parse(field.scenario, "to 0505"))
    assert (hint.kind, hint.cost, hint.path, hint.stops) == ("move", 4, ("0501", "0502", "0503", "0504", "0505"), True)
    road = field.state(Moving("union", (field.piece("ua"),), 20, "march"), {"ua": "0501"})
    assert (
        field.battle.page.hint(road, field.battle.parse(field.scenario, "to 0502")).cost == 1
    )  # half a point, shown up


@pytest.mark.rule("MS TE3", "MS 6.2", "MS 7.62")
def test_deep_woods_are_a_world_of_their_own() -> None:
    """Acceptance check 5.1-16."""
    field = Field(terrain={"deep_woods": ["0505"]})
    ground, sight = field.scenario.ground, field.scenario.sight
    woods, near = field.hex("0505"), field.hex("0504")
    assert not ground.zones[woods]
    assert not any(zone >> woods & 1 for zone in ground.zones)
    assert ground.terrain_rate("artillery", near, woods) is None
    assert ground.terrain_rate("cavalry", near, woods) is None
    assert sight.wooded(field.hex("0503"), woods)


@pytest.mark.rule("MS CR1", "MS TE1", "MS 4.4", "MS TE11", "MS TE13", "MS TE14", "MS TE18", "MS 4.2", "MS 4.64")
@pytest.mark.rule("MS 8.2", "MS 11.4")
def test_the_charts_of_the_page_show_the_tables() -> None:
    field = Field(settings={"ma_infantry": 5})
    crt, terrain, sides, allowances, victory = field.battle.page.charts(field.scenario)
    assert crt.rows[3] == ("4", "Ar Leader", "Ar Leader", "Ac(Ex) Leader", "Dc(Ex) Leader", "Dr Leader", "Dr Leader",
                           "Dm(Dr) Leader", "Dm(Dr) Leader", "Dm(Dx) Leader")  # fmt: skip
    told = {tuple(field.battle.words.word(cell, "en") for cell in row) for row in (*terrain.rows, *sides.rows)}
    assert told >= {
        ("deep woods", "2", "closed", "closed", "none", "blocks, also into it", "1/2 from open ground", "MS TE3"),
        ("town", "1", "1", "1", "none into it", "-", "1/2, cavalry 1", "MS TE6"),
        ("stream", "+1", "stops", "+1", "-", "-", "1/2, all in and against it", "MS TE11"),
        ("road in a March", "1/2", "1/2", "1/2", "-", "-", "-", "MS 4.64"),
        ("slope", "+1 going up", "+1 going up", "+1 going up", "-", "blocks from below", "1/2 going up", "MS TE13"),
        ("treeline", "+0", "+1", "+0", "-", "blocks at its height", "-", "MS TE14"),
        ("creek", "closed", "closed", "closed", "none", "-", "only by a crossing", "MS TE15"),
        ("ford", "+1", "+1", "+1", "-", "-", "1/2 across it", "MS TE17"),
        ("protected hexside", "+1", "+1", "+1", "-", "blocks into its hex", "1/2, cavalry 1", "MS TE18"),
    }
    assert allowances.rows == (
        ("term.infantry", "5", "1d6", "6"), ("term.artillery", "4", "1d6", "6"), ("term.cavalry", "6", "1d6+2", "15"),
        ("term.leader", "10", "-", "15"), ("term.hq", "4", "1d6", "6"), ("term.train", "4", "1d6", "6"),
    )  # fmt: skip
    assert victory.rows == (
        ("term.points.destroyed", "1"), ("term.points.casualty", "1"), ("term.points.captured_unit", "2"),
        ("term.points.captured_hq", "4"),
    )  # fmt: skip
    notes = [field.battle.words.say(note.key, note.args, "en") for note in crt.notes]
    assert "Dx: the defender loses a step and retreats" in notes
    for chart in (crt, terrain, sides, allowances, victory):
        assert {len(row) for row in chart.rows} == {len(chart.columns)}


@pytest.mark.rule("MS TE3", "MS TE6", "MS TE13", "MS TE15", "MS TE16", "MS TE18")
def test_a_hex_card_tells_what_the_ground_and_its_sides_do() -> None:
    field = Field(
        terrain={"deep_woods": ["0505"], "town": ["0303"], "river": ["1001"]}, slopes=[("0505", "0506")],
        hexsides={"creek": [("0505", "0404"), ("0505", "0405")], "protected": [("0303", "0304")]},
        crossings=[("bridge", "0505", "0404")],
    )  # fmt: skip
    words = field.battle.words

    def card(hex_: str) -> list[str]:
        return [
            words.say(line.key, line.args, "en")
            for line in field.battle.page.terrain_card(field.scenario, field.hex(hex_))
        ]

    assert card("0505") == [
        "Deep woods: infantry 2 MP, closed to artillery and cavalry off the road",
        "Attacks into it from open ground are halved.",
        "No ZOC reaches into it or out of it.",
        "Blocks the view through it and into it; no bombardment into it.",
        "No charge into it or out of it.",
        "Who defends here does not advance after combat.",
        "Creek towards 0404, 0405: crossed only by bridge or ford, no ZOC over it.",
        "Bridge to 0404: attacks across it are halved.",
        "Slope up to 0506: +1 MP, attacks that way are halved.",
    ]
    assert card("0506") == ["Clear: infantry 1, artillery 1 MP", "Slope down to 0505: attacks from there are halved."]
    assert "No ZOC reaches into it." in card("0303")
    assert card("0303")[-1].startswith("Protected side towards 0304: ")
    assert card("0801") == ["Clear: infantry 1, artillery 1 MP"]
    assert card("1001") == ["River: closed to land units off the road"]


@pytest.mark.rule("MS 2.1", "MS 6.1")
def test_boxes_have_names_and_zones_are_there_to_show() -> None:
    field = Field()
    for box in field.scenario.boxes:
        assert {f"box.{box}", f"term.box.{box}"} <= set(field.battle.words)
    state = field.state((), {"ua": "0404", "ul": "0808"})
    assert state.zones == {"union": field.grid.around_mask[field.hex("0404")], "confederate": 0}
