"""What a page asks of the series: fields of fire, lines of communications, the roster, the track, morale odds."""

from __future__ import annotations

import re
from random import Random

import pytest
from musket_field import Field

from hardtack.battles import find_battle
from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.state import DESTROYED, MusketState
from hardtack.referee.dice import SeededDice
from hardtack.referee.showing import Cell
from hardtack.referee.state import LOST, freeze, put
from hardtack.referee.umpire import begin, options, play_trusted
from hardtack.referee.views import view


def tint(field: Field, state: MusketState, kind: str, hex_: str) -> dict[str, Cell]:
    cells = field.battle.page.overlay(state, kind, field.hex(hex_))
    assert len({cell.hex for cell in cells}) == len(cells)
    return {cell.hex: cell for cell in cells}


def says(field: Field, cell: Cell) -> tuple[str, str]:
    assert cell.label is not None
    words = field.battle.words
    return words.say(cell.label.key, cell.label.args, "en"), words.say(cell.label.key, cell.label.args, "ja")


@pytest.mark.rule("MS 7.61", "MS 7.62", "MS 7.65", "MS 7.7", "MS TE3")
def test_the_field_of_fire_shows_distance_and_what_stands_between() -> None:
    """Guns in 0505 see three hexes; deep woods in 0504 hide what is behind, and nobody fires into them."""
    field = Field(terrain={"deep_woods": ["0504"], "light_woods": ["0507"]})
    cells = tint(field, field.state(Movement("union"), {"ug": "0505"}), "sight", "0505")
    assert cells["0505"].kind == "here"
    assert (cells["0502"].kind, cells["0502"].text) == ("bad", "3")
    assert says(field, cells["0502"]) == ("Line of sight blocked: deep woods", "LOS妨害：深い森")
    assert cells["0504"].kind == "bad"
    assert (cells["0507"].kind, cells["0507"].text, cells["0507"].label) == ("good", "2", None)
    assert cells["0508"].kind == "bad"
    assert cells["0506"].kind == "fair"  # in sight, but adjacent: attack it
    assert {cell.text for cell in cells.values() if cell.kind != "here"} == {"1", "2", "3"}


@pytest.mark.rule("MS 7.61", "MS TE8")
def test_the_field_of_fire_is_what_bombardment_offers() -> None:
    """Every hex tinted good, and no other, may be bombarded from the hill, one hex farther than from the plain."""
    field = Field(terrain={"light_woods": ["0504"], "deep_woods": ["0405"]}, overlays={"hill": ["0505"]})
    cells = tint(field, field.state(Movement("union"), {}), "sight", "0505")  # nobody there yet: any guns
    assert max(int(cell.text) for cell in cells.values() if cell.text) == 4
    for name, cell in cells.items():
        if name == "0505":
            continue
        state = field.state(Bombardments("union"), {"ug": "0505", "ca": name})
        assert (f"bombard ug {name}" in field.legal(state)) == (cell.kind == "good"), name


@pytest.mark.rule("MS 12.41", "MS 12.13")
def test_command_shows_the_way_home_and_who_may_assist() -> None:
    """From 0808 to the LOC hex 1008 along row 8; the leader who has assisted this phase is spent."""
    field = Field()
    places = {"uq": "0808", "ua": "0808", "ul": "0606", "um": "0404", "ub": "0404", "ca": "0101"}
    cells = tint(field, field.state(Movement("union"), places, helped="um"), "command", "0808")
    assert [name for name, cell in cells.items() if cell.kind == "good"][-1] == "1008"
    assert cells["1008"].text == "LOC"
    assert says(field, cells["0808"])[0] == "The Union HQ is active: units may use their standard allowance."
    assert (cells["0606"].kind, cells["0606"].text) == ("fair", "+1")
    assert (cells["0404"].kind, says(field, cells["0404"])[1]) == ("poor", "今は援助できない：UM")


@pytest.mark.rule("MS 12.41", "MS 12.43")
def test_command_shows_a_line_that_is_cut() -> None:
    field = Field()
    cells = tint(field, field.state(Movement("union"), {"ua": "0808", "ca": "1008"}), "command", "0808")
    assert (cells["1008"].kind, cells["1008"].text) == ("bad", "LOC")
    assert not [cell for cell in cells.values() if cell.kind == "good"]


def test_an_unknown_tint_has_no_cells() -> None:
    field = Field()
    assert not field.battle.page.overlay(field.state(Movement("union"), {}), "weather", 0)


@pytest.mark.rule("MS 2.2", "MS 10.4", "MS 11.2")
def test_the_roster_counts_what_is_left_of_a_formation() -> None:
    """Of the Union factors 2 are lost in a reduced brigade, 4 have routed and 5 are destroyed."""
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505", "ub": "track"}, reduced="ua ub", due={"ub": 4})
    draft = state.draft()
    draft.at = put(draft.at, field.piece("uc"), LOST)
    draft.fate = put(draft.fate, field.piece("uc"), DESTROYED)
    union, confederate = field.battle.page.roster(freeze(draft))
    assert (union.side, confederate.side) == ("union", "confederate")
    assert union.units[:5] == ("uq", "ul", "um", "ut", "ua")
    words = field.battle.words
    assert words.say(union.label.key, union.label.args, "ja") == "師団"
    full = sum(field.scenario.counters[field.piece(unit)].cf[0] for unit in union.units)
    told = [words.say(line.key, line.args, "en") for line in union.lines]
    assert told == [
        f"Combat factors {full - 2 - 4 - 5} of {full}",
        "Routed 1, out of the game 1",
        "HQ and leaders active: 4 of 4",
    ]


@pytest.mark.rule("MS 10.4", "MS 13.2")
def test_routed_units_stand_on_the_track_at_the_turn_they_may_return() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ub": "track", "ua": "track"}, due={"ub": 4, "ua": 1}, turn=2)
    assert sorted(field.battle.page.arrivals(state)) == [(2, "ua"), (4, "ub")]


@pytest.mark.rule("MS 10.1", "MS 12.13")
def test_the_planner_gives_the_odds_of_every_morale_check_alone_and_assisted() -> None:
    field = Field()
    state = field.after(field.state(Attacks("union"), {"uc": "0504", "ul": "0504", "ca": "0505"}), "attack uc 0505")
    lines = field.battle.page.modifiers(state, field.battle.parse(field.scenario, "go"))
    told = [(field.battle.words.say(line.label.key, line.label.args, "en"), line.value) for line in lines]
    assert told[-3:] == [
        ("Morale check of UC, 2 or less", "33%"),
        ("Morale check of UC assisted by UL, 3 or less", "50%"),
        ("Morale check of CA, 4 or less", "67%"),
    ]


@pytest.mark.parametrize("name", ["shiloh", "chickamauga"])
def test_tints_and_roster_of_the_real_battles_have_their_words(name: str) -> None:
    """From every view, all over the board, some way into a game: no key is left without words."""
    battle, random, dice = find_battle(name), Random(4), SeededDice(4)
    state = begin(battle.set_up(battle.scenario(name)), dice).state
    for _ in range(300):
        state = play_trusted(state, options(state).pick(random), dice).state
    for seat in (*battle.sides, None):
        seen = view(state, seat).state
        hexes = range(0, state.scenario.board.grid.size, 29)
        page = battle.page
        cells = [cell for kind in page.overlays for hex_ in hexes for cell in page.overlay(seen, kind, hex_)]
        labels = [cell.label for cell in cells if cell.label is not None]
        labels += [line for formation in battle.page.roster(seen) for line in (formation.label, *formation.lines)]
        for lang in ("en", "ja"):
            said = [battle.words.say(label.key, label.args, lang) for label in labels]
            assert not [line for line in said if re.search(r"\b(overlay|roster|formation|term|unit)\.\w", line)]
    units = [unit for formation in battle.page.roster(state) for unit in formation.units]
    assert sorted(units) == sorted(state.scenario.index)
