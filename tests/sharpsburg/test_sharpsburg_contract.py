"""What every battle must keep, held against Sharpsburg: the conformance kit, listing against explanation, perft."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from sharpsburg_field import field, placed, set_up

import hardtack.battles.sharpsburg.battle as package
from hardtack.battles.sharpsburg.actions import Attack, Join, Move, Retreat
from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.battles.sharpsburg.charts import load_charts
from hardtack.battles.sharpsburg.counters import load_counters
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.chance import forecast
from hardtack.referee.conformance import check_battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadData, BadPosition
from hardtack.referee.events import enemy_of
from hardtack.referee.playout import perft
from hardtack.referee.position import read_position, write_position
from hardtack.referee.umpire import begin, options, play_trusted, why_not

SETTINGS = BATTLE.scenarios["sharpsburg"].settings
SWITCHED = [(setting.name, value) for setting in SETTINGS for value in setting.values[1:]]


def test_the_conformance_kit() -> None:
    check_battle(BATTLE, "sharpsburg", games=3, seed=1)


@pytest.mark.parametrize(("name", "value"), SWITCHED)
def test_the_conformance_kit_with_every_reading_switched(name: str, value: object) -> None:
    check_battle(BATTLE, "sharpsburg", games=1, seed=11, look_every=11, **{name: value})


def random_states(seed: int, **settings: object) -> list[SharpsburgState]:
    random, dice = Random(seed), SeededDice(seed)
    state = begin(BATTLE.set_up(field(**settings)), dice).state
    states = []
    while state.outcome is None:
        states.append(state)
        state = play_trusted(state, options(state).pick(random), dice).state
    return states


@pytest.mark.parametrize("settings", [{}, {"woods_entry": "stop", "zone_to_zone": "other_unit"}])
def test_a_move_is_listed_exactly_when_nothing_forbids_it(settings: dict[str, object]) -> None:
    """Every unit to every hex, at moments all over a game."""
    for state in random_states(5, **settings)[::17]:
        listed = set(options(state).all())
        for unit in state.scenario.ids:
            for hex_ in state.scenario.board.grid.names[::3]:
                for action in (Move(unit, hex_), Attack(unit, hex_), Retreat(unit, hex_)):
                    assert (action in listed) == (not why_not(state, action)), f"{action} in {state}"
            assert (Join(unit) in listed) == (not why_not(state, Join(unit)))


def test_the_way_shown_is_as_long_as_its_cost_says_and_never_crosses_an_enemy() -> None:
    for state in random_states(8)[::9]:
        ground = state.scenario
        for action in options(state).all():
            if not isinstance(action, Move):
                continue
            hint = BATTLE.page.hint(state, action)
            hexes = [state.at[ground.index[action.unit]], *map(ground.board.grid.index, hint.path)]
            prices = [ground.terrain.price(a, b) for a, b in pairwise(hexes)]
            assert hint.path[-1] == action.hex
            assert sum(price.points for price in prices if price) >= (hint.cost or 0)
            assert sum(price.points for price in prices if price) <= ground.movement[ground.index[action.unit]]
            side = ground.pieces[ground.index[action.unit]].side
            enemy = enemy_of(side)
            assert not any(state.occupied(enemy) >> hex_ & 1 for hex_ in hexes)
            assert not any(state.deployment.zone(enemy) >> hex_ & 1 for hex_ in hexes[1:-1])


def test_forecasts_add_up_to_one() -> None:
    for state in random_states(3)[::5]:
        for action in options(state).all()[:4]:
            if not isinstance(action, Move):
                assert sum(chance for _, chance in forecast(state, action).chances) == 1


@pytest.mark.parametrize(("depth", "count"), [(1, 207), (2, 33348)])
def test_perft_of_the_opening(depth: int, count: int) -> None:
    assert perft(set_up(), depth, seed=1) == count


def test_perft_of_a_crowded_combat_phase() -> None:
    where = {
        "IX": "1307", "CV1": "1307", "RA1": "1306", "I": "1207", "EW": "1308", "HO": "1308", "PE": "1308",
        "JR": "1309", "DH": "1309", "AP": "1208", "MC": "1408",
    }  # fmt: skip
    state = placed("union", "combat", where)
    assert [perft(state, depth, seed=4) for depth in (1, 2, 3)] == [11, 198, 23328]


def walked(state: SharpsburgState, unit: str) -> set[str]:
    """Where a unit can go, worked out the slow way: every path, step by step, straight from the rules."""
    ground = state.scenario
    board, terrain = ground.board, ground.terrain
    piece = ground.index[unit]
    side = ground.counters[piece].side
    enemy = enemy_of(side)
    zone, enemies = state.deployment.zone(enemy), state.occupied(enemy)
    full = state.full(side) if ground.is_infantry[piece] else 0
    found: set[str] = set()

    def step(here: int, left: int, started: bool) -> None:
        for there in board.grid.around[here]:
            price = terrain.price(here, there) if board.playable >> there & 1 else None
            if price is None or price.points > left or enemies >> there & 1:
                continue
            if price.into_woods and started:  # SH C4: only as the whole move
                continue
            if not started and zone >> here & 1 and zone >> there & 1:  # SH 7b
                continue
            if not full >> there & 1 and there != state.at[piece]:
                found.add(board.grid.name(there))
            if not price.into_woods and not zone >> there & 1:  # SH 7a
                step(there, left - price.points, True)

    step(state.at[piece], ground.movement[piece], False)
    return found


def test_reach_agrees_with_walking_every_path_step_by_step() -> None:
    for state in random_states(2)[::19]:
        for unit in options(state).actors():
            moves = {action.hex for action in options(state).of(unit) if isinstance(action, Move)}
            if moves:
                assert moves == walked(state, unit), f"{unit} in {state}"


# -- data files and positions


def test_each_clause_has_words_in_both_languages_and_a_title_of_at_most_eight_words() -> None:
    assert len(BATTLE.register) == 66
    for clause in BATTLE.register.values():
        assert len(clause.title("en").split()) <= 8
        assert clause.summary("en").endswith(".")
        assert clause.summary("ja").endswith("。")


def test_charts_and_hex_cards_are_worded() -> None:
    ground = field()
    for chart in BATTLE.page.charts(ground):
        cells = [chart.key, *chart.columns, *(cell for row in chart.rows for cell in row)]
        named = [cell for cell in cells if "." in cell]
        assert named
        assert all(cell in BATTLE.words for cell in named)
        assert all(note.key in BATTLE.words for note in chart.notes)
    assert chart.rows == (("chart.town", "10"), ("chart.strength", "1"))  # what scores comes last
    for hex_ in range(ground.board.grid.size):
        assert all(line.key in BATTLE.words for line in BATTLE.page.terrain_card(ground, hex_))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("piece I 0703", "piece I 0705", "both sides"),
        ("piece XII 0801", "piece XII 0703", "too much union infantry"),
        ("piece I 0703", "piece I 0101", "out of play"),
        ("piece JR 0604", "piece JR -", "starts on the map"),
        ("piece II -", "piece II 1503", "arrives on turn 2"),
        ("moved []", 'moved ["XX"]', "not in this battle"),
        ("taken []", 'taken ["0101"]', "not in this battle"),
        ("corps_left 3", "corps_left 9", "corps_left"),
        ("piece I 0703 hitched=0", "piece I 0703 hitched=1", "never limbers"),
        ("engaged []", 'engaged [[1,"0705",["I"]]]', "engaged"),
    ],
)
def test_an_impossible_position_is_refused_with_a_clear_sentence(old: str, new: str, problem: str) -> None:
    text = write_position(set_up())
    assert old in text
    with pytest.raises(BadPosition, match=problem):
        read_position(text.replace(old, new), lambda _: BATTLE)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (",2,4,0604,", ",x,4,0604,", "line 2.*strength"),
        (",2,4,0604,", ",2,4,0101,", "line 2.*out of play"),
        ("0213,C1,2", "0213,C9,2", "entry C9"),
        ("JR,confederate", "JR,rebel", "line 2.*side"),
        ("EW,confederate", "JR,confederate", "line 3.*twice"),
    ],
)
def test_a_broken_counter_file_names_line_and_unit(tmp_path: Path, old: str, new: str, problem: str) -> None:
    text = (package.BATTLE.folder / "units.csv").read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "units.csv"
    broken.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=problem):
        load_counters(broken, field().board, 10)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('1 = ["AR", "EN"', '1 = ["AR", "ZZ"', "unknown result 'ZZ'"),
        ('6 = ["AE", "AE", ', '6 = ["AE", ', "has 7 cells"),
        ('place = "hexside"', 'place = "sky"', "place must be"),
        ("limber_turns = 2", "", "limber_turns"),
    ],
)
def test_a_broken_chart_file_names_the_table(tmp_path: Path, old: str, new: str, problem: str) -> None:
    text = (package.BATTLE.folder / "tables.toml").read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "tables.toml"
    broken.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=problem):
        load_charts(broken)


def test_markers_show_guns_and_engaged_units() -> None:
    ground = field()
    guns = {"hitched": (0,) * 23 + (1, 0), "ready": (0,) * 23 + (11, 0)}
    owed = ((8, "1207", ("CV1",), ("HO",)),)
    state = placed("union", "move", {"RA1": "1308", "CV1": "1307", "HO": "1207"}, engaged=owed, **guns)
    assert BATTLE.page.look(state, ground.index["RA1"]).markers == ("limbering",)
    assert BATTLE.page.look(state, ground.index["CV1"]).markers == ("engaged",)
    assert not BATTLE.page.look(state, ground.index["CV1"]).can_act
