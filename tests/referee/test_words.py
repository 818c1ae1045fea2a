"""The register and the words: complete in both languages, sound, and defects are named with their line."""

from __future__ import annotations

import re

import pytest

from hardtack.battles import all_battles
from hardtack.referee.errors import BadData
from hardtack.referee.register import load_register
from hardtack.referee.showing import Setting
from hardtack.referee.words import Words, load_words

BATTLES = {battle.id: battle for battle in all_battles()}


@pytest.mark.parametrize("battle", BATTLES.values(), ids=list(BATTLES))
def test_every_unit_and_setting_has_words(battle):
    for scenario_id, info in battle.scenarios.items():
        scenario = battle.scenario(scenario_id)
        for piece in scenario.pieces:
            assert f"unit.{piece.id}" in battle.words, piece.id
        assert all(info.titles)
        assert all(info.about)
        for setting in info.settings:
            assert all(setting.labels)
            assert setting.default in setting.values
            coded = [value for value in setting.values if isinstance(value, str) and re.search("[a-z]{3}", value)]
            assert not coded or all(re.search("[ぁ-んァ-ヶ一-龥]", name) for name in setting.called(1)), setting.name
            assert not coded or not any("_" in name for name in setting.called(0)), setting.name


def test_the_names_of_a_settings_values_fit_the_values():
    names = (("Once", "1回"), ("Never", "なし"))
    setting = Setting("times", "once", ("once", "never"), "TOY 1", ("Times", "回数"), choices=names)
    assert (setting.called(0), setting.called(1)) == (["Once", "Never"], ["1回", "なし"])
    assert Setting("steps", 2, (2, 3), "TOY 1", ("Steps", "ステップ")).called(1) == ["2", "3"]
    assert Setting("rain", False, (False, True), "TOY 1", ("Rain", "雨")).called(1) == []
    with pytest.raises(BadData, match="setting times: 1 names for 2 values"):
        Setting("times", "once", ("once", "never"), "TOY 1", ("Times", "回数"), choices=names[:1])


@pytest.mark.parametrize("battle", BATTLES.values(), ids=list(BATTLES))
def test_japanese_is_japanese(battle):
    """Sentences a player reads must not be English left over: every event and reason has Japanese letters."""
    for key in battle.words:
        if key.startswith(("event.", "reason.", "prompt.")):
            english, text = battle.words.entries[key]
            wordless = not re.search(r"[a-z]{3}", re.sub(r"{\w+}", "", english))  # such as "{side}: {n} VP"
            assert wordless or any("぀" <= letter <= "鿿" for letter in text), key


def test_lists_and_places_are_shown_in_the_viewers_language():
    words = BATTLES["bull-run"].words
    assert (
        words.say("event.arrival", (("unit", "SHE"), ("hex", "1802")), "en") == "Sherman arrives at Centreville (1802)."
    )
    assert (
        words.say("event.arrival", (("unit", "SHE"), ("hex", "1802")), "ja")
        == "シャーマンがセンタービル（1802）に登場。"
    )
    assert words.show("units", ("SHE", "SCH"), "ja") == "シャーマン、シェンク"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("key,en\na,b\n", "lacks ja"),
        ("key,en,ja\nevent.a,Hello,\n", "line 2: event.a lacks a language"),
        ("key,en,ja\nevent.a,Hello {unit},こんにちは\n", "differs in its parameters"),
        ("key,en,ja\nevent.a,Hello\n", "wrong number of cells"),
    ],
)
def test_broken_words_are_named_with_their_line(tmp_path, text, says):
    path = tmp_path / "words.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=says):
        load_words([path])


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("BR 1,,題,Sum,要約,seed", "BR 1 has no title_en"),
        ("BR 1,T,題,Sum,要約,rumour", "provenance must be"),
        ("BR 1,T,題,Sum,要約,seed\nBR 1,T,題,Sum,要約,seed", "line 3: BR 1 appears twice"),
    ],
)
def test_broken_clauses_are_named_with_their_line(tmp_path, row, says):
    path = tmp_path / "clauses.csv"
    path.write_text(f"id,title_en,title_ja,summary_en,summary_ja,provenance\n{row}\n", encoding="utf-8")
    with pytest.raises(BadData, match=says):
        load_register(path)


@pytest.mark.parametrize(("hits", "told"), [(0, "0 hits"), (1, "1 hit"), (2, "2 hits")])
def test_a_template_chooses_between_one_and_many(hits, told):
    words = BATTLES["bull-run"].words
    said = words.say("event.no_check", (("n", hits),), "en")
    assert f"took {told}:" in said
    assert str(hits) in words.say("event.no_check", (("n", hits),), "ja")


def test_a_sentence_begins_with_a_capital_whatever_word_comes_first():
    entries = {"card": ("{term}: {n} MP", "{term}：{n}MP"), "aim": ("to hold {term}", "{term}を守る")}
    words = Words({**entries, "term.mill": ("the mill", "水車小屋")})
    assert words.say("card", (("term", "mill"), ("n", 2)), "en") == "The mill: 2 MP"
    assert words.say("aim", (("term", "mill"),), "en") == "to hold the mill"
    assert words.say("card", (("term", "mill"), ("n", 2)), "ja") == "水車小屋：2MP"
