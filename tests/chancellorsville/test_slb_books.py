"""The scenario files against what the rule book says, line by line."""

from __future__ import annotations

import re

import pytest

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.book import LEVELS, ScenarioBook
from hardtack.battles.chancellorsville.scenarios import SCENARIO_IDS, load_book, read_book
from hardtack.referee.errors import BadData

FREEZE = {"Wilcox", "Hays", "MS18", "Barksdale", "EarlyLdr", "Hoke", "Gordon", "Smith"} | {
    "Sedgwick", "Newton", "Howe", "Gibbon", "Brooks",
}  # fmt: skip
FLANK_TIRED = {"Hill", "Thomas", "Rodes", "GA23", "Colston", "FLee", "Robinson", "Wadsworth", "Doubleday"}
ENTRENCHED = {"MS18", "Barksdale", "Hoke", "Gordon", "Smith"}


def units_with(book: ScenarioBook, test: object) -> set[str]:
    return {line.unit for line in book.setup.lines if test(line)}  # type: ignore[operator]


def plain(book: ScenarioBook) -> set[str]:
    """Units that start fresh, organised, on their normal side and without works."""
    return units_with(
        book,
        lambda line: not (line.fatigue or line.exhausted or line.disorganised or line.entrenchment != "none"),
    )


@pytest.mark.rule("SLB 1.0b")
@pytest.mark.parametrize("scenario_id", ["kellys-ford", "brandy-station"])
def test_units_start_fresh_unless_the_scenario_says_otherwise(scenario_id: str) -> None:
    book = load_book(scenario_id)
    assert plain(book) == {line.unit for line in book.setup.lines}


@pytest.mark.rule("SLB 1.0c")
def test_days_and_lengths_of_the_scenarios() -> None:
    days = {name: (str(load_book(name).first_day), load_book(name).turns) for name in SCENARIO_IDS}
    assert days == {
        "kellys-ford": ("1863-03-17", 1),
        "brandy-station": ("1863-06-09", 1),
        "salem-church": ("1863-05-03", 1),
        "great-flank-march": ("1863-05-02", 2),
        "sedgwick-to-the-rescue": ("1863-05-02", 2),
        "certain-destruction": ("1863-04-30", 7),
        "chancellorsville-campaign": ("1863-04-27", 10),
    }
    assert str(load_book("great-flank-march").day(2)) == "1863-05-03"


@pytest.mark.rule("SLB 13.1a")
def test_salem_church_starting_states() -> None:
    book = load_book("salem-church")
    assert units_with(book, lambda line: line.entrenchment == "breastworks") == ENTRENCHED
    assert {line.unit: line.fatigue for line in book.setup.lines if line.fatigue} == {"McLaws": 2}
    assert units_with(book, lambda line: line.exhausted or line.disorganised) == set()
    assert plain(book) == {line.unit for line in book.setup.lines} - ENTRENCHED - {"McLaws"}


def test_salem_church_strengths_of_the_published_replay() -> None:
    book = load_book("salem-church")
    assert sum(line.manpower for line in book.setup.union) == 53
    assert sum(line.manpower for line in book.setup.confederate) == 37
    assert {line.unit: line.manpower for line in book.setup.lines}["McLaws"] == 13


@pytest.mark.rule("SLB 13.1g", "SLB 13.3e")
@pytest.mark.parametrize("scenario_id", ["salem-church", "sedgwick-to-the-rescue"])
def test_two_union_bridges_stand_at_the_start(scenario_id: str) -> None:
    assert load_book(scenario_id).setup.bridges == (("4427", "4328"), ("4427", "4428"))


@pytest.mark.rule("SLB 13.2a")
def test_flank_march_starting_states() -> None:
    book = load_book("great-flank-march")
    fatigue = {line.unit: line.fatigue for line in book.setup.lines if line.fatigue}
    assert fatigue == dict.fromkeys(FLANK_TIRED | {"Sykes"}, 1)
    assert units_with(book, lambda line: line.disorganised) == {"Sykes"}
    assert units_with(book, lambda line: line.exhausted) == {"Sykes", "Davis", "Sargent", "McIntosh"}
    assert units_with(book, lambda line: line.entrenchment != "none") == set()


@pytest.mark.rule("SLB 13.3a")
def test_rescue_starting_states() -> None:
    book = load_book("sedgwick-to-the-rescue")
    assert units_with(book, lambda line: line.entrenchment == "breastworks") == ENTRENCHED
    manpower = {line.unit: line.manpower for line in book.setup.lines}
    assert [manpower[name] for name in ("Hoke", "Gordon", "Smith")] == [4, 4, 4]
    assert units_with(book, lambda line: line.fatigue == 1) == FLANK_TIRED | {"Sykes"}
    assert units_with(book, lambda line: line.exhausted) == {"Sykes", "Davis", "Sargent", "McIntosh"}
    assert units_with(book, lambda line: line.disorganised) == {"Sykes"}


@pytest.mark.rule("SLB 13.3a")
def test_rescue_is_the_two_other_scenarios_together() -> None:
    def places(name: str) -> dict[str, tuple[str, int]]:
        return {line.unit: (line.hex, line.manpower) for line in load_book(name).setup.lines}

    assert places("sedgwick-to-the-rescue") == places("salem-church") | places("great-flank-march")


@pytest.mark.rule("SLB 13.3b")
def test_rescue_freezes_every_salem_church_counter_but_mclaws() -> None:
    frozen = load_book("sedgwick-to-the-rescue").frozen
    assert frozen is not None
    assert frozen.until_turn == 2
    assert set(frozen.units) == FREEZE
    assert {line.unit for line in load_book("salem-church").setup.lines} - {"McLaws"} == FREEZE


TABLES = {  # the book's table: lowest Union total of each level, and one less for the last
    "salem-church": (19, 14, 9, 4, -1),
    "great-flank-march": (28, 18, 8, -2, -12),
    "sedgwick-to-the-rescue": (39, 29, 19, 9, -1),
    "brandy-station": (8, 5, 2, -1, -4),
    "kellys-ford": (3, 2, 1, 0, -1),
    "certain-destruction": (53, 38, 23, 8, -8),
    "chancellorsville-campaign": (48, 33, 18, 3, -13),
}


@pytest.mark.rule("SLB 13.1i", "SLB 13.2j", "SLB 13.3g", "SLB 13.4i", "SLB 13.5f", "SLB 22.1e", "SLB 22.2i")
@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_every_total_has_the_level_of_the_book(scenario_id: str) -> None:
    levels = load_book(scenario_id).victory.levels
    floors = TABLES[scenario_id]
    for points in range(-60, 61):
        rank = next((number for number, floor in enumerate(floors) if points >= floor), 5)
        assert levels.of(points) == LEVELS[rank]


LOSSES = {"confederate_losses": (1, ()), "union_losses": (-1, ())}
LINE = ("4227", "4530", "4531", "4328")  # Snowden, Smithfield, Hamilton's Crossing, Fredericksburg
ADVANCED = {
    "cavalry_raid": (2, ()), "culpeper_station": (2, ("1418",)), "orange_station": (2, ("0832",)),
    "union_pursuit": (1, ()), "confederates_gone": (1, ()), "wings_united": (6, ()), "fredericksburg": (4, ("4329",)),
    "chancellorsville_held": (3, ("3427",)), "hamiltons_crossing_depot": (3, ()), "corps_across": (2, ()),
    "union_depots": (-5, ()), **LOSSES,
}  # fmt: skip
POINTS = {  # the book's lines: points and hexes
    "salem-church": {
        "tabernacle_church": (8, ("3828",)), "salem_church": (5, ("4028",)), "fredericksburg_line": (2, LINE), **LOSSES,
    },
    "great-flank-march": {
        "chancellorsville": (8, ("3427",)), "road_to_salem_church": (6, ()), "corps_across": (2, ()),
        "salem_church_guard": (-6, ("4028",)), **LOSSES,
    },
    "sedgwick-to-the-rescue": {
        "chancellorsville": (8, ("3427",)), "road_to_salem_church": (10, ()), "fredericksburg_line": (2, LINE),
        "corps_across": (2, ()), **LOSSES,
    },
    "brandy-station": {
        "guns_taken": (1, ()), "stevensburg": (1, ("1920",)), "next_to_culpeper": (2, ("1418",)),
        "fleetwood_hill": (1, ("2015",)), "fleetwood_hill_held": (-1, ("2015",)), **LOSSES,
    },
    "kellys-ford": {
        "elkwood": (1, ("2215",)), "culpeper": (2, ("1418",)),
        "confederate_field_losses": (1, ()), "union_field_losses": (-1, ()),
    },
    "certain-destruction": ADVANCED,
    "chancellorsville-campaign": ADVANCED,
}  # fmt: skip


@pytest.mark.rule("SLB 13.1h", "SLB 13.2i", "SLB 13.3f", "SLB 13.4h", "SLB 13.5e", "SLB 22.1d", "SLB 22.2i")
@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_the_lines_of_the_victory_table_are_the_books(scenario_id: str) -> None:
    found = load_book(scenario_id).victory.points
    assert {line.key: (line.points, line.hexes) for line in found} == POINTS[scenario_id]
    screens = {"cavalry_retreat" in line.causes for line in found if line.kind == "losses"}
    assert screens == {scenario_id != "kellys-ford"}


@pytest.mark.rule("SLB 13.2i", "SLB 13.3f")
def test_the_victory_chart_shows_both_values_of_chancellorsville() -> None:
    for scenario_id in ("great-flank-march", "sedgwick-to-the-rescue"):
        charts = {chart.key: chart for chart in BATTLE.page.charts(BATTLE.scenario(scenario_id))}
        assert ("+8 / +5", "term.chancellorsville") in charts["chart.victory_points"].rows


def test_both_hexes_of_fredericksburg_are_called_so() -> None:
    for hex_ in ("4328", "4329"):
        assert BATTLE.words.show("hex", hex_, "en") == f"Fredericksburg ({hex_})"
        assert BATTLE.words.show("hex", hex_, "ja") == f"Fredericksburg（{hex_}）"


def test_log_sentences_read_well_for_one_unit_and_for_several() -> None:
    """A list of units is one unit as often as not, and an army's name is an adjective."""
    events = {key: english for key, (english, _) in BATTLE.words.entries.items() if key.startswith("event.")}
    plural = re.compile(r"\{units[a-z_]*\} (?!must |cannot )[a-z]+")
    lists = {key for key, english in events.items() if plural.match(english)}
    assert lists == {"event.division_forms"}  # always two brigades or more
    assert not [key for key, english in events.items() if re.search(r"[Tt]he \{side\} (?!player|initiative)", english)]


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_the_introduction_cites_the_scenarios_own_chapter(scenario_id: str) -> None:
    book = load_book(scenario_id)
    own = {line.clause for line in book.special}
    assert all(clause.startswith(book.chapter) for clause in own - {"SLB 13.4f"})  # charges: shared by two scenarios


@pytest.mark.rule("SLB 13.5f")
def test_what_if_options() -> None:
    book = load_book("kellys-ford")
    assert book.options["flank-guard-at-morrisville"].move == {"FlankGd": "3117"}
    for name in ("brandy-station", "great-flank-march", "sedgwick-to-the-rescue"):
        assert "FLee" in load_book(name).options["without-f-lee"].remove


@pytest.mark.rule("SLB 13.4j")
def test_charges_only_in_the_cavalry_scenarios() -> None:
    assert [name for name in SCENARIO_IDS if load_book(name).charge] == ["kellys-ford", "brandy-station"]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('id = "kellys-ford"', 'ident = "kellys-ford"', "scenario: unknown key 'ident'"),
        ("turns = 1", 'turns = "one"', "scenario.turns"),
        ("phases = [1, 2]", 'phases = ["first"]', "scenario.initiative.fixed[1].phases[1]"),
        ('unit = "Sargent", hex = "3117"', 'unit = "Sargent"', "scenario.setup.union[1]: 'hex' is missing"),
        ("points = 2", "points = true", "scenario.victory.points[2].points"),
        ("turns = 1", "turns = ", "kellys-ford.toml"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(
    tmp_path_factory: pytest.TempPathFactory, old: str, new: str, place: str
) -> None:
    from hardtack.battles.chancellorsville.scenarios import DATA

    text = (DATA / "scenarios" / "kellys-ford.toml").read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path_factory.mktemp("broken") / "kellys-ford.toml"
    broken.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=r"kellys-ford\.toml") as refusal:
        read_book(broken)
    assert place in str(refusal.value)
