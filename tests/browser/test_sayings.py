"""How the page puts names and remarks together: with the signs of the viewer's language."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import hardtack

WEB = Path(hardtack.__file__).parent / "web"


def say(lang: str, expression: str) -> Any:
    """What an expression over the functions of strings.js is worth for a viewer of a language."""
    prefs = json.dumps(json.dumps({"lang": lang}))
    script = (
        f"globalThis.localStorage = {{getItem: () => {prefs}, setItem() {{}}}};"
        f"import('{WEB / 'strings.js'}').then(words => console.log(JSON.stringify({expression})))"
    )
    done = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", ["Evans, Bee", "Evans: 3-4", "0404. Woods. May not enter. BR 8.2."]),
        ("ja", ["Evans、Bee", "Evans：3-4", "0404。Woods。May not enter.BR 8.2。"]),
    ],
)
def test_names_and_remarks_are_put_together_with_the_signs_of_the_language(lang, expected):
    said = say(
        lang,
        '[words.listed(["Evans", "Bee"]), words.headed("Evans", "3-4"),'
        ' words.spoken(["0404", "", "Woods", "May not enter.", "BR 8.2"])]',
    )
    assert said == expected


@pytest.mark.parametrize(
    ("lang", "label", "other", "end"),
    [
        ("en", "3 VA attacks 2223: hasty attack", "3 VA attacks 2223: normal attack", "Hasty attack"),
        ("ja", "3 VAが2223を攻撃：応急攻撃", "3 VAが2223を攻撃：通常攻撃", "応急攻撃"),
        ("ja", "F Leeが2223を攻撃", "F Leeが2223へ前進", "F Leeが2223を攻撃"),  # the space belongs to the name
        ("en", "Attack", "Retreat", "Attack"),
    ],
)
def test_a_tab_bears_the_end_that_tells_it_from_the_others(lang, label, other, end):
    assert say(lang, f"words.ownEnd({json.dumps(label)}, [{json.dumps(other)}])") == end
