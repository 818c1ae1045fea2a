"""The client's sources: types hold, every word is there in both languages, generated files are current."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from node_tools import tsc

import hardtack
from hardtack.draw import theme_css
from hardtack.server.bundle import SCRIPT, STYLE, Sources

WEB = Path(hardtack.__file__).parent / "web"
SOURCES = sorted(WEB.rglob("*.js"))


def test_types_hold():
    checked = subprocess.run([tsc(), "-p", str(WEB)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def strings() -> dict[str, list[str]]:
    """The words of strings.js and of those files that are loaded with the pages they are for, read by node."""
    files = json.dumps([str(path) for path in sorted(WEB.glob("strings*.js"))])
    script = (
        "globalThis.localStorage = {getItem: () => null, setItem() {}};"
        f"Promise.all({files}.map(file => import(file))).then(modules => console.log(JSON.stringify(Object.assign({{}},"
        " ...modules.flatMap(Object.values).filter(value => typeof value === 'object')))))"
    )
    done = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_every_word_is_in_both_languages_with_the_same_values():
    for key, (english, japanese) in strings().items():
        assert english.strip(), key
        assert japanese.strip(), key
        values = [set(re.findall(r"\{(\w+)\}", text)) for text in (english, japanese)]
        assert values[0] == values[1], key


def test_every_word_that_is_used_exists_and_every_word_is_used():
    known = set(strings())
    text = "\n".join(path.read_text("utf-8") for path in SOURCES if not path.name.startswith("strings"))
    used = set(re.findall(r"""\bt\(\s*"([\w.]+)\"""", text)) | set(re.findall(r'"(keys\.\w+)"', text))
    used |= set(re.findall(r'\? "([a-z]+\.[a-z_]+)" : "', text)) | set(re.findall(r'" : "([a-z]+\.[a-z_]+)"', text))
    assert used - known == set()
    made = tuple(stem for stem in re.findall(r"\bt\(`([\w]+\.)\$", text))  # keys put together: t(`marker.${stem}`)
    assert [key for key in known - used if not key.startswith((*made, "type.", "size."))] == []


def test_no_source_holds_words_of_its_own():
    """Text between tags comes from strings.js or the server; a few signs and names are no words."""
    for path in SOURCES:
        if path.name.startswith("strings") or path.name == "types.d.ts":
            continue
        for line in path.read_text("utf-8").splitlines():
            code = re.sub(r"//.*|/\*\*.*?\*/", "", line)
            assert not re.search("[ぁ-んァ-ン一-龥]", code) or "日本語" in code or path.name == "command.js", (
                f"{path.name}: {line}"
            )


def test_the_colours_of_the_map_are_those_of_the_drawings():
    assert (WEB / "style" / "map_colours.css").read_text("utf-8").split("\n", 1)[1] == theme_css()


def test_the_page_has_the_fonts_of_the_drawings():
    drawn = {path.stem for path in (Path(hardtack.__file__).parent / "draw" / "fonts").glob("*.ttf")}
    web = drawn | {"NotoSerifJP-SemiBold-nihongo"}  # three signs of it by themselves
    assert {path.stem for path in (WEB / "fonts").glob("*.woff2")} == web
    css = (WEB / "style" / "base.css").read_text("utf-8")
    assert set(re.findall(r"/assets/fonts/([\w-]+)\.woff2", css)) == web


def test_a_board_comes_with_all_it_needs_and_nothing_else():
    """What it needs comes in two files at once; whatever a first look does without is fetched when it is wanted."""
    page = (WEB / "index.html").read_text("utf-8")
    first, second = (name for _, name in SCRIPT.findall(page))
    sources = Sources(WEB)
    at_once = {*sources.in_order([first]), *sources.in_order([second])}
    later = {"home.js", "games.js", "setup.js", "seats.js", "seal.js", "branch.js", "table/roster.js", "table/luck.js"}
    late = ("replay", "film", "peek", "transport", "seating", "fight", "account", "deeds")
    later |= {"claim.js", *(f"table/{module}.js" for module in late)}
    later |= {"sound.js", "learn.js", "lesson.js", "ticks.js", "lobby.js", "standings.js", "you.js", "hall.js"}
    later |= {"conditions.js", "passkeys.js", "notices.js", "letters.js", "api_notices.js", "strings_notices.js"}
    later |= {"mail.js", "mail_box.js", "mail_table.js", "strings_mail.js", "settings.js"}
    everything = {path.relative_to(WEB).as_posix() for path in SOURCES} - {"worker.js"}  # it is no part of the page
    assert at_once == everything - later
    assert set(sources.loaded_later(list(at_once))) == later
    assert set(STYLE.findall(page)) == {path.relative_to(WEB).as_posix() for path in WEB.rglob("*.css")}


def test_the_early_part_of_the_page_is_small():
    """It asks for the game and its board, and is all that has to arrive before they are asked for."""
    assert set(Sources(WEB).in_order(["early.js"])) == {"api.js", "early.js", "prefs.js", "stream.js", "ways.js"}


def test_modules_stay_short():
    for path in SOURCES:
        assert len(path.read_text("utf-8").splitlines()) <= 500, path.name  # 120 columns, one thing a line


def test_no_module_knows_a_battle():
    names = re.compile(r"bull.?run|sharpsburg|shiloh|chickamauga|chancellorsville|BR \d|GC \d|MS \d", re.IGNORECASE)
    for path in SOURCES:
        assert not names.search(path.read_text("utf-8")), path.name
