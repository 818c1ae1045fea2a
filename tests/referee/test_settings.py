"""Files of settings, and the loader of data files: whatever is wrong is named with its file and place."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from hardtack.battles import all_battles
from hardtack.referee.datafile import Defects, read_record, read_records, read_rows, read_table, read_toml
from hardtack.referee.errors import BadData
from hardtack.referee.settings import chosen, load_settings, scenario_info

GOOD: dict[str, str] = {
    "id": '"woods"', "values": '["stop", "go"]', "clause": '"SH C4"', "label_en": '"Woods"', "label_ja": '"森"',
    "kind": '"reading"', "provenance": '"reconstructed"',
    "choices_en": '["Stop", "Go"]', "choices_ja": '["停止", "前進"]',
}  # fmt: skip


def setting(**changed: str | None) -> str:
    """A good setting with some of its lines changed, or left out."""
    lines = {name: value for name, value in {**GOOD, **changed}.items() if value is not None}
    return "\n".join(["[[setting]]", *(f"{name} = {value}" for name, value in lines.items())]) + "\n"


@pytest.fixture
def write(tmp_path: Path):
    def writing(text: str, name: str = "settings.toml") -> Path:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return writing


def complaint(read: Any, *args: Any) -> str:
    with pytest.raises(BadData) as raised:
        read(*args)
    return str(raised.value)


# -- settings


def test_settings_are_read_in_their_order(write):
    file = write(setting() + setting(id='"stack"', values="[2, 3]", kind='"number"', choices_en=None, choices_ja=None))
    woods, stack = load_settings(file)
    assert (woods.name, woods.default, woods.values, woods.clause) == ("woods", "stop", ("stop", "go"), "SH C4")
    assert (woods.labels, woods.kind) == (("Woods", "森"), "reading")
    assert woods.choices == (("Stop", "停止"), ("Go", "前進"))
    assert (stack.default, stack.choices) == (2, ())
    assert load_settings(write("")) == ()


@pytest.mark.parametrize(
    ("changed", "place", "defect"),
    [
        ({"values": "[]", "choices_en": None, "choices_ja": None}, "setting woods", "it has no values"),
        ({"values": '["go", "go"]'}, "setting woods", "a value appears twice"),
        ({"kind": '"guess"'}, "setting woods", "kind is one of option, reading, number, not 'guess'"),
        ({"provenance": '"hearsay"'}, "setting woods", "provenance is one of seed, public, reconstructed"),
        ({"confidence": '"none"'}, "setting woods", "confidence is high, medium or low, not 'none'"),
        ({"choices_en": '["Stop"]'}, "setting woods", "1 names for 2 values"),
        ({"choices_ja": '["停止"]'}, "setting woods", "the two languages name a different number of values"),
        ({"choices_en": None}, "setting woods", "the two languages name a different number of values"),
        ({"clause": None}, "setting 1", "'clause' is missing"),
        ({"colour": '"red"'}, "setting 1", "unknown key 'colour'"),
        ({"label_ja": "7"}, "setting 1.label_ja", "7 is not of type str"),
        ({"values": '"stop"'}, "setting 1.values", "a list of the right length is wanted here"),
        ({"choices_en": '["Stop", 2]'}, "setting 1.choices_en[2]", "2 is not of type str"),
    ],
)
def test_a_defect_of_a_setting_is_named_with_its_place(write, changed, place, defect):
    said = complaint(load_settings, write(setting(**changed)))
    assert said.startswith(f"settings.toml: {place}: {defect}")


def test_every_defect_of_a_file_is_named_at_once(write):
    text = setting(kind='"guess"') + setting(clause=None) + setting(id='"other"', values="[]", confidence='"x"')
    said = complaint(load_settings, write(text + setting(id='"other"') + "[extra]\nx = 1\n"))
    assert said.split("; ") == [
        "settings.toml: extra: only [[setting]] is wanted here",
        "settings.toml: setting 2: 'clause' is missing",
        "settings.toml: setting woods: kind is one of option, reading, number, not 'guess'",
        "settings.toml: setting other: it has no values",
        "settings.toml: setting other: it appears twice",
    ]


def test_what_was_chosen_is_a_record_with_a_field_for_each_setting(write):
    @dataclass(frozen=True)
    class Chosen:
        woods: str
        stack: int

    declared = load_settings(
        write(setting() + setting(id='"stack"', values="[2, 3]", choices_en=None, choices_ja=None))
    )
    assert chosen(Chosen, declared, {}) == Chosen("stop", 2)
    assert chosen(Chosen, declared, {"stack": 3}) == Chosen("stop", 3)
    assert "differ in stack" in complaint(chosen, Chosen, declared[:1], {})


def test_a_scenario_file_without_a_headline_is_refused():
    about = {
        "id": "mill",
        "title_en": "The Mill",
        "title_ja": "水車場",
        "summary_en": "",
        "summary_ja": "",
        "date": "1861",
    }
    said = complaint(scenario_info, "toy", about, 4, ())
    assert "first_side" in said
    info = scenario_info("toy", about | {"first_side": "union", "length_minutes": 5}, 4, ())
    assert (info.id, info.battle, info.titles, info.turns) == ("mill", "toy", ("The Mill", "水車場"), 4)


@pytest.mark.parametrize("battle", all_battles(), ids=lambda battle: battle.id)
def test_the_settings_of_every_battle_cite_clauses_of_its_own(battle):
    for info in battle.scenarios.values():
        for one in info.settings:
            assert one.clause in battle.register, (info.id, one.name)


# -- the loader


@dataclass(frozen=True, slots=True)
class Hours:
    first: int
    last: int = 12


@dataclass(frozen=True, slots=True)
class Sheet:
    title: str
    day: date
    for_: tuple[str, ...] = ()
    between: tuple[str, str] = ("", "")
    hours: Hours | None = None
    rows: dict[str, Hours] = field(default_factory=dict)
    anything: Any = None


SHEET = 'title = "x"\nday = 1863-05-01\n'


def test_a_record_is_read_with_its_lists_and_tables(write):
    text = (
        SHEET + 'for = ["a", "b"]\nbetween = ["c", "d"]\nanything = [1]\n[hours]\nfirst = 6\n[rows.dawn]\nfirst = 1\n'
    )
    assert read_table(Sheet, write(text)) == Sheet(
        "x", date(1863, 5, 1), ("a", "b"), ("c", "d"), Hours(6), {"dawn": Hours(1)}, [1]
    )
    assert read_table(Sheet, write(SHEET)).hours is None


@pytest.mark.parametrize(
    ("text", "defect"),
    [
        ("day = 1863-05-01\n", "table: 'title' is missing"),
        (SHEET + "x = 1\n", "table: unknown key 'x'"),
        ("title = 1\nday = 1863-05-01\n", "table.title: 1 is not of type str"),
        ('title = "x"\nday = "May"\n', "table.day: 'May' is not of type date"),
        (SHEET + 'for = "a"\n', "table.for: a list of the right length is wanted here"),
        (SHEET + 'for = ["a", 1]\n', "table.for[2]: 1 is not of type str"),
        (SHEET + 'between = ["a"]\n', "table.between: a list of the right length is wanted here"),
        (SHEET + "hours = 6\n", "table.hours: a table is wanted here"),
        (SHEET + "[hours]\nfirst = true\n", "table.hours.first: True is not of type int"),
        (SHEET + "[hours]\nlast = 1\n", "table.hours: 'first' is missing"),
        (SHEET + "rows = []\n", "table.rows: a table is wanted here"),
        (SHEET + "[rows.dawn]\nfirst = 1.5\n", "table.rows.dawn.first: 1.5 is not of type int"),
    ],
)
def test_a_defect_of_a_record_is_named_with_its_place(write, text, defect):
    assert complaint(read_table, Sheet, write(text, "sheet.toml")) == f"sheet.toml: {defect}"


def test_a_file_that_is_no_table_at_all_is_named_with_its_line(write, tmp_path):
    assert complaint(read_toml, write("a = 1\nb = = 2\n", "broken.toml")).startswith("broken.toml: ")
    assert "line 2" in complaint(read_toml, write("a = 1\nb = = 2\n", "broken.toml"))
    (tmp_path / "latin.toml").write_bytes(b'a = "\xe9"\n')
    assert complaint(read_toml, tmp_path / "latin.toml").startswith("latin.toml: ")


def test_records_that_do_not_fit_are_left_out_and_told(write):
    defects = Defects("hours.toml")
    file = write("[[hours]]\nfirst = 1\n[[hours]]\nlast = 2\n[[hours]]\nfirst = 3\n", "hours.toml")
    assert read_records(Hours, file, "hours", defects) == [Hours(1), Hours(3)]
    assert defects.found == ["hours.toml: hours 2: 'first' is missing"]
    assert read_records(Hours, write("hours = 3\n", "hours.toml"), "hours", defects) == []
    assert defects.found[-1] == "hours.toml: hours: [[hours]] is wanted here"
    assert read_record(Hours, {"first": 1}, "here", Defects("x")) == Hours(1)
    Defects("fine.toml").complain()


@dataclass(frozen=True, slots=True)
class Gun:
    id: str
    range: int
    crew: int = 6


def test_the_lines_of_a_csv_file_are_records(write):
    file = write("id,range,crew,source\na,3,8,guessed\nb,-1,4,\n", "guns.csv")
    assert read_rows(Gun, file) == [Gun("a", 3, 8), Gun("b", -1, 4)]
    assert read_rows(Gun, write("id,range\na,3\n", "guns.csv")) == [Gun("a", 3)]


def test_every_defect_of_a_csv_file_is_named_with_its_line(write):
    file = write("id,range,crew\na,far,8\nb,2,\na,1,1\n", "guns.csv")
    assert complaint(read_rows, Gun, file).split("; ") == [
        "guns.csv: line 2.range: 'far' is not of type int",
        "guns.csv: line 3.crew: '' is not of type int",
        "guns.csv: line 4: a appears twice",
    ]
    assert complaint(read_rows, Gun, write("id\na\n", "guns.csv")) == "guns.csv: the header lacks range"
