"""A game as a picture: the counters of a real battle on its board."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.draw.counters import counter_svg
from hardtack.draw.picture import counter_look, save_picture, stacks_of
from hardtack.referee.battle import Battle, Piece
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadOption
from hardtack.referee.showing import Look
from hardtack.referee.umpire import begin

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def opening() -> Any:
    battle = find_battle("bull-run")
    return begin(battle.set_up(battle.scenario("bull-run")), SeededDice(1)).state


def test_every_counter_on_the_board_is_in_the_picture(opening: Any) -> None:
    stacks = stacks_of(opening, "ja")
    placed = [number for number in range(len(opening.scenario.pieces)) if opening.at[number] >= 0]
    assert sum(map(len, stacks.values())) == len(placed) > 0
    grid = opening.scenario.board.grid
    for number in placed:
        piece = opening.scenario.pieces[number]
        names = [look.title for look in stacks[grid.name(opening.at[number])]]
        assert opening.scenario.battle.words.word(f"unit.{piece.id}", "ja") in names


def test_markers_with_numbers_and_other_names_find_their_shapes(opening: Any) -> None:
    scenario = opening.scenario
    piece = scenario.pieces[0]
    states = ("fatigue3", "demoralised2", "disordered", "reduced", "moved", "attacked")
    shown = Look(("4", "6"), states, can_act=True)
    look = counter_look(scenario, piece, "en", shown)
    assert look.fatigue == 3
    assert look.markers == {"demoralised", "disorganised", "exhausted"}
    assert look.badges == ("A",)  # attacked; that it has moved shows by its dimming
    assert counter_look(scenario, piece, "ja", shown).badges == ("攻",)
    assert look.numbers == ("4", "6")
    assert look.active
    assert not re.search("[()]", look.name)


@pytest.mark.parametrize("battle", all_battles(), ids=lambda battle: battle.id)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_counter_has_its_name_cut_short(battle: Battle, lang: str) -> None:
    for name in battle.scenarios:
        scenario = battle.scenario(name)
        for piece in scenario.pieces:
            assert "…" not in counter_svg(counter_look(scenario, piece, lang, Look())), piece.id


def test_a_counter_may_have_a_name_of_its_own() -> None:
    """The symbol shows that they are guns."""
    scenario = find_battle("sharpsburg").scenario("sharpsburg")
    piece = next(piece for piece in scenario.pieces if piece.id == "PE")
    look = counter_look(scenario, piece, "en", Look())
    assert (look.name, look.title) == ("Pelham", "Pelham horse artillery")


def test_a_piece_of_an_unknown_kind_is_a_plain_marker(opening: Any) -> None:
    scenario = opening.scenario
    odd = Piece(scenario.pieces[0].id, "union", "balloon", "squadron", "pink")
    look = counter_look(scenario, odd, "en", Look())
    assert (look.symbol, look.size, look.colour) == ("marker", "", "")


def test_pictures_are_saved_by_their_ending(opening: Any, tmp_path: Path) -> None:
    save_picture(opening, tmp_path / "map.svg", "ja")
    root = ET.fromstring((tmp_path / "map.svg").read_text("utf-8"))
    assert root.findtext(f"{SVG}title") == opening.scenario.board.title_ja
    save_picture(opening, tmp_path / "map.pdf")
    assert (tmp_path / "map.pdf").read_bytes().startswith(b"%PDF-")
    with pytest.raises(BadOption, match=r"map\.gif"):
        save_picture(opening, tmp_path / "map.gif")
