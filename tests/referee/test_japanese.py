"""The Japanese a player reads: one term for one thing, one politeness for one kind of sentence, one set of signs."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hardtack
from hardtack.battles import all_battles

ROOT = Path(hardtack.__file__).parent

# Words that were in use beside the fixed term, or that Japanese wargamers know under another name.
OTHER_WORDS = {
    "フェーズ": "フェイズ",
    "ヘックス": "ヘクス",
    "サイコロ": "ダイス",
    "プレーヤー": "プレイヤー",
    "勝利点": "勝利ポイント",
    "イニシアチブ": "イニシアティブ",
    "主導権": "イニシアティブ",
    "ソリティア": "ソリテア",
    "棋譜": "対戦記録",
    "敗走": "潰走",
    "側面屈曲": "側面防御",
    "隠密": "隠匿",
    "補給所": "集積所",
    "登場ヘクス": "進入ヘクス",
    "勝利の段階": "勝利の度合い",
    "駒": "カウンター",
    "再構成": "復元",
    "既に": "すでに",
    "全て": "すべて",
    "クリック": "選ぶ",  # the same words are read under a thumb
    "～": "〜",  # the one begins a line, the other never does
}
POLITE = ("です", "ます", "ません", "ました", "ましょう", "ください", "でしょうか")
PLAIN_END = re.compile(r"(?:ない|である|だ|[ぁ-ん一-龥][るうくすつぶむぐ])(?:（[^）]*）)?。")
LETTER = "[ぁ-んァ-ヶー一-龥]"


def tables() -> Iterator[tuple[str, str, str]]:
    """Every sentence of the tables of words as (file, key, Japanese)."""
    for path in sorted(ROOT.rglob("*words.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                yield path.parts[-3], row["key"], row["ja"]


def clauses() -> Iterator[tuple[str, str]]:
    for path in sorted(ROOT.rglob("clauses.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                yield row["id"], row["title_ja"]
                yield row["id"], row["summary_ja"]


def told_of_scenarios() -> Iterator[tuple[str, str]]:
    for battle in all_battles():
        for name, info in battle.scenarios.items():
            yield name, info.about[1]
    for path in sorted(ROOT.glob("battles/*/data/scenarios/*.toml")):
        for note in tomllib.loads(path.read_text(encoding="utf-8")).get("special", []):
            yield path.stem, note["ja"]
    lessons, more = ROOT.glob("battles/*/data/lessons/*.toml"), ROOT.glob("battles/*/data/b*.toml")
    for path in sorted([*lessons, *more]):
        yield from pairs_in(path.stem, tomllib.loads(path.read_text(encoding="utf-8")))


def pairs_in(where: str, data: Any) -> Iterator[tuple[str, str]]:
    """Everything a file of lessons, briefings or chapters says in both languages."""
    for value in data.values() if isinstance(data, dict) else data:
        if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str) and re.search(LETTER, value[1]):
            yield where, value[1]
        elif isinstance(value, dict | list):
            yield from pairs_in(where, value)


def page() -> Iterator[tuple[str, str]]:
    """The page's own words, out of its table of pairs."""
    files = ("strings.js", "strings_learn.js", "strings_notices.js")
    text = "".join((ROOT / "web" / name).read_text(encoding="utf-8") for name in files)
    pair = re.compile(r'"?([\w.]+)"?: \[\s*"(?:[^"\\]|\\.)*",\s*"((?:[^"\\]|\\.)*)"')
    yield from pair.findall(text)


def everything() -> Iterator[tuple[str, str]]:
    for file, key, text in tables():
        yield f"{file}:{key}", text
    yield from clauses()
    yield from told_of_scenarios()
    yield from page()


def test_one_word_for_one_thing():
    wrong = [(where, word, text) for where, text in everything() for word in OTHER_WORDS if word in text]
    assert wrong == []


def test_the_enemy_is_always_the_enemy_army():
    assert [(where, text) for where, text in everything() if re.search("敵(?![軍対])", text)] == []


def test_what_explains_is_polite():
    """Prompts, reasons, rules, errors and descriptions say です・ます; a sentence may also end on a noun."""
    explaining = [(key, text) for _, key, text in tables() if key.startswith(("prompt.", "reason.", "error."))]
    for where, text in [*explaining, *clauses(), *told_of_scenarios(), *page()]:
        for plain in PLAIN_END.finditer(text):
            before = text[: plain.end()].rstrip("。")
            before = re.sub("（[^）]*）$", "", before)
            assert before.endswith(POLITE), (where, text)


def test_what_ends_something_is_named_alike():
    """Buttons say を終了, in every battle."""
    for file, key, text in tables():
        assert not (key.startswith("action.") and re.search("を終える", text)), (file, key, text)


def test_the_log_is_plain():
    for file, key, text in tables():
        if key.startswith("event."):
            assert not re.search("(です|ます|ません|ました|ください)。", text), (file, key, text)


def test_a_question_ends_with_its_sign():
    for where, text in everything():
        assert not re.search("ますか(。|$)|ですか$", text), (where, text)


def test_signs_are_full_width_and_no_space_parts_the_scripts():
    for where, text in everything():
        if where in ("command.hint", "help.command"):  # what may be typed is shown as it is typed
            continue
        assert not re.search(f"{LETTER}[,.;:?!()]", text), (where, text)
        assert not re.search(f"{LETTER} [A-Za-z{{0-9]|[A-Za-z}}0-9] {LETTER}", text), (where, text)
