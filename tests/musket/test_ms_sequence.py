"""The sequence of play, the counters, the data files (MS 1, 2, 3)."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from musket_field import Field, FieldBattle

import hardtack
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.roster import load_counters
from hardtack.battles.musket.sequence import CombatPhase, GameTurn, PlayerTurn
from hardtack.battles.musket.setup import SetUp
from hardtack.battles.musket.state import MusketState
from hardtack.battles.musket.tables import DATA, SETTINGS, Parameters
from hardtack.referee.conformance import check_battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadData, BadPosition
from hardtack.referee.events import Outcome
from hardtack.referee.frames import Frame
from hardtack.referee.settings import chosen, load_settings
from hardtack.referee.umpire import Umpire, begin, deciding, options, play_trusted

BATTLES = Path(hardtack.__file__).parent / "battles"
SPARE = {"uq": "1008", "cq": "0101", "ua": "0808", "ca": "0202"}


def frames_seen(field: Field, state: MusketState, seed: int = 1) -> list[tuple[str, str]]:
    """The decisions of a turn in their order, everybody ending his phase at once."""
    dice = SeededDice(seed)
    state = begin(state, dice).state
    seen: list[tuple[str, str]] = []
    turn = state.turn
    while state.outcome is None and state.turn == turn:
        frame = deciding(state)
        entry = (type(frame).__name__, frame.side)
        if not seen or seen[-1] != entry:
            seen.append(entry)
        state = play_trusted(state, options(state).general()[-1], dice).state
    return seen


@pytest.mark.rule("MS 3.1", "MS 3.2", "MS 3.3", "MS 3.4")
def test_the_order_of_a_game_turn() -> None:
    field = Field()
    places = {**SPARE, "ub": "0706", "cb": "0705", "uc": "0101", "cg": "0703", "ug": "0804"}
    places |= {"uc": "0606", "ud": "depot"}
    state = field.state(GameTurn(), places, reduced="ud cb", inactive="uq cq")
    seen = frames_seen(field, state)
    assert [entry for entry in seen if entry[1] and entry[0] != "Pause"] == [
        ("FogOfWar", "confederate"), ("Replacements", "union"), ("Movement", "union"), ("Bombardments", "union"),
        ("Attacks", "union"), ("Counterattacks", "confederate"), ("FogOfWar", "union"),
        ("Movement", "confederate"), ("Bombardments", "confederate"), ("Attacks", "confederate"),
        ("Counterattacks", "union"),
    ]  # fmt: skip


@pytest.mark.rule("MS 3.3")
def test_steps_of_a_movement_phase_are_on_the_agenda_in_order() -> None:
    field = Field()
    draft = field.state(PlayerTurn("union"), SPARE).draft()
    umpire = Umpire(draft, SeededDice(1))
    umpire.pop()
    PlayerTurn("union").run(draft, umpire)
    names = [type(frame).__name__ for frame in reversed(draft.agenda)]
    assert names[:9] == [
        "StartRolls", "BeforeEnemyMoves", "CommandCheck", "CountSteps", "Recoveries", "Arrivals", "Movement",
        "EndMovement", "CombatPhase",
    ]  # fmt: skip


@pytest.mark.rule("MS 3.4", "MS 7.2")
def test_a_combat_phase_begins_with_a_clean_slate() -> None:
    field = Field()
    state = field.state(CombatPhase("union"), {"ua": "0504", "ca": "0505"}, fought="ua", struck="ca", attacked=(3,))
    after = field.run(state).state
    assert "attack ua 0505" in field.legal(after)


class Sudden(FieldBattle):
    def end_of_turn(self, draft: MusketState, umpire: Umpire) -> None:
        umpire.end(Outcome("union", "sudden", "MS 3.5", "outcome.test"))


@pytest.mark.rule("MS 3.5", "MS 11.4")
def test_victory_is_tested_after_both_player_turns_then_the_marker_moves() -> None:
    plain = Field()
    state = plain.play(plain.state((), SPARE, turn=2), "end").state
    assert state.turn == 3
    last = plain.play(plain.state((), SPARE, turn=6, points=(2, 12)), "end")
    assert last.state.outcome is not None
    assert last.state.outcome.winner == "confederate"
    sudden = Field(Sudden)
    ended = sudden.play(sudden.state((), SPARE, turn=2), "end").state
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.turn) == ("union", 2)


@pytest.mark.rule("MS 1.2")
def test_both_battles_are_daylight_turns_of_two_days() -> None:
    lengths = {}
    for name in ("shiloh", "chickamauga"):
        data = tomllib.loads((BATTLES / name / "data" / "scenario.toml").read_text(encoding="utf-8"))
        lengths[name] = [day["last_turn"] for day in data["days"]]
    assert lengths == {"shiloh": [10, 17], "chickamauga": [8, 16]}


@pytest.mark.rule("MS 1.3")
def test_everything_halved_is_rounded_up() -> None:
    from hardtack.battles.musket.checks import halved

    assert [halved(value) for value in range(7)] == [0, 1, 1, 2, 2, 3, 3]


@pytest.mark.rule("MS 2.1")
def test_boxes_and_the_track_are_places_but_not_hexes() -> None:
    field = Field()
    state = field.state((), {"ua": "0505", "ub": "depot", "uc": "track"})
    places = [state.at[field.piece(unit)] for unit in ("ua", "ub", "uc")]
    assert places[0] >= 0 > places[1]
    assert field.scenario.in_box(places[1])
    assert not field.scenario.in_box(places[2])
    assert field.scenario.place_name(places[0]) == "0505"


@pytest.mark.rule("MS 2.2", "MS 2.3", "MS 2.4", "MS 2.5", "MS 2.6")
@pytest.mark.parametrize("name", ["shiloh", "chickamauga"])
def test_what_the_counters_of_both_battles_are(name: str) -> None:
    counters = load_counters(BATTLES / name / "data" / "units.csv")
    assert {counter.type for counter in counters} <= {"infantry", "artillery", "gunboat", "leader", "hq", "train"}
    for counter in counters:
        if counter.combat:
            assert counter.steps == (1 if counter.battalion or counter.type == "gunboat" else 2), counter.id
            assert counter.cf[1] <= counter.cf[0]
            assert counter.morale[1] <= counter.morale[0]
        assert counter.battalion == (counter.formation == "A") or name == "shiloh", counter.id
    assert {counter.side for counter in counters if counter.type == "hq"} == {"union", "confederate"}


@pytest.mark.rule("MS 2.3")
def test_a_counter_shows_factor_and_morale_of_its_side() -> None:
    field = Field()
    state = field.state((), {"ua": "0505", "ul": "0505"}, reduced="ua", disordered="ua", inactive="ul")
    look = field.battle.page.look(state, field.piece("ua"))
    assert (look.numbers, look.markers) == (("2", "3"), ("reduced", "disordered"))
    assert field.battle.page.look(state, field.piece("ul")).markers == ("inactive",)


@pytest.mark.rule("MS 4.1", "MS 7.2")
def test_a_counter_that_has_moved_or_fought_shows_it_in_that_phase() -> None:
    field = Field()
    places = {"ua": "0504", "ub": "0505", "uc": "depot", "ca": "0506"}

    def seen(frame: Frame) -> list[tuple[bool, bool]]:
        state = field.state(frame, places, moved="ua", fought="ub")
        looks = [field.battle.page.look(state, field.piece(unit)) for unit in ("ua", "ub", "uc", "ca")]
        return [(look.can_act, look.spent) for look in looks]

    assert seen(Movement("union")) == [(False, True), (True, False), (True, False), (False, False)]
    assert seen(Attacks("union")) == [(False, False), (False, True), (False, False), (False, False)]


@pytest.mark.rule("MS 2.7")
def test_any_number_of_units_may_be_disordered() -> None:
    field = Field()
    fighters = [piece for side in ("union", "confederate") for piece in field.scenario.fighters[side]]
    every = " ".join(field.scenario.ids[piece] for piece in fighters)
    state = field.state((), SPARE, disordered=every)
    field.battle.check_position(state)
    assert sum(state.disordered) == len(every.split())


@pytest.mark.rule("MS 2.8")
def test_the_series_itself_hides_nothing() -> None:
    field = Field()
    state = field.state((), SPARE)
    assert field.battle.redact(state, "union") is state
    assert field.battle.imagine(state, "union", Random(1)) is state


@pytest.mark.rule("MS 2.5", "MS 5.2")
def test_counters_printed_within_n_hexes_are_placed_by_their_owner() -> None:
    field = Field()
    state = begin(field.battle.set_up(field.scenario), SeededDice(1)).state
    assert deciding(state) == SetUp("union")
    around = {field.grid.name(hex_) for hex_ in field.grid.around[field.hex("0707")]}
    assert field.legal(state) == {"place_rest", *(f"place up {hex_}" for hex_ in {"0707", *around})}
    assert field.why_not(state, "place up 0701") == {"MS 2.5"}
    assert field.why_not(state, "place cp 0202") == {"MS 2.5"}
    after = field.play(state, "place up 0708").state
    assert field.where(after, "up") == "0708"
    assert deciding(after) == SetUp("confederate")
    assert "place cp 0104" in field.legal(after)  # within two
    assert field.why_not(after, "walk up") == {"MS 2.5"}
    assert field.where(field.play(state, "place_rest").state, "up") == "0707"


@pytest.mark.rule("MS 5.4")
def test_one_unit_to_a_hex_is_what_shiloh_camps_ask() -> None:
    data = tomllib.loads((BATTLES / "shiloh" / "data" / "scenario.toml").read_text(encoding="utf-8"))
    for camp in data["camps"]:
        assert len(camp["units"]) <= 7  # a camp hex and its neighbours hold them unstacked


def test_every_parameter_is_named_once_and_carries_its_clause() -> None:
    field = Field()
    names = [setting.name for setting in SETTINGS]
    assert sorted(names) == sorted(field.name for field in fields(Parameters))
    known = set(field.battle.register) | {"SL 17.32", "SL 19.12"}
    assert {setting.clause for setting in SETTINGS} <= known
    assert all(all(setting.labels) for setting in SETTINGS)
    assert field.scenario.params.stack_limit == 2


def test_a_broken_parameter_file_is_refused(tmp_path: Path) -> None:
    text = (DATA / "settings.toml").read_text(encoding="utf-8")
    broken = tmp_path / "settings.toml"
    broken.write_text(text.replace('id = "stack_limit"', 'id = "stack_limits"'), encoding="utf-8")
    with pytest.raises(BadData, match="stack_limit"):
        chosen(Parameters, load_settings(broken), {})
    broken.write_text(text.replace("values = [2, 3]", "values = [2, 2]"), encoding="utf-8")
    with pytest.raises(BadData, match="twice"):
        load_settings(broken)


def test_a_broken_counter_is_named_with_its_line(tmp_path: Path) -> None:
    from musket_field import units_csv

    broken = tmp_path / "units.csv"
    broken.write_text(units_csv().replace("ua,union,ua,UA,UA,infantry", "ua,union,ua,UA,UA,elephant"), encoding="utf-8")
    with pytest.raises(BadData, match="line 2: ua"):
        load_counters(broken)


@pytest.mark.parametrize(
    "places", [{"ua": "0505", "ub": "0505", "uc": "0505"}, {"ua": "0505", "ca": "0505"}, {"ua": "0505", "cl": "0505"}]
)
def test_impossible_positions_are_refused(places: dict[str, str]) -> None:
    field = Field()
    with pytest.raises(BadPosition):
        field.battle.check_position(field.state((), places))


def test_the_series_passes_the_conformance_kit() -> None:
    woods = {"light_woods": ["0404", "0503"], "swamp": ["0306"]}
    field = Field(terrain=woods, paths={"road": ["0501", "0502", "0503", "0504"]})
    check_battle(field.battle, "field", games=2, seed=3)
