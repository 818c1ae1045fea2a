"""The page put together: modules as functions in the order they need each other, style sheets as one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from hardtack.server.app import create_app
from hardtack.server.bundle import CannotBundle, bundle
from hardtack.server.config import Config
from hardtack.server.pages import Pages

INDEX = """<!doctype html>
<html lang="en">
<head>
<script type="module" async src="/assets/early.js"></script>
<script type="module" src="/assets/app.js"></script>
<link rel="stylesheet" href="/assets/style/one.css">
<link rel="stylesheet" href="/assets/style/two.css">
</head>
<body></body>
</html>
"""
FILES = {
    "index.html": INDEX,
    "style/one.css": "p { color: red }\n",
    "style/two.css": "p { color: blue }\n",
    "early.js": 'import { say } from "./words.js";\nsay("early");\n',
    "words.js": "export const said = [];\nexport function say(text) {\n  said.push(text);\n}\n",
    "app.js": (
        'import { say, said as heard } from "./words.js";\n'
        'import {\n  Board,\n  size,\n} from "./board/board.js";\n'
        "say(new Board().name + size);\n"
        'globalThis.told = import("./late/guest.js").then(({ come }) => come(heard));\n'
    ),
    "board/board.js": (
        'export * from "./size.js";\nimport { say } from "../words.js";\n'
        'export class Board {\n  name = "board";\n}\nsay("made");\n'
    ),
    "board/size.js": "export const size = 7;\n",
    "late/guest.js": (
        'import { said } from "../words.js";\n'
        "export async function come(heard) {\n"
        '  const { bye } = await import("./last.js");\n  return [heard === said, ...heard, bye()];\n}\n'
    ),
    "late/last.js": 'export function bye() {\n  return "bye";\n}\n',
}


@pytest.fixture
def web(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "web"


@pytest.mark.skipif(not shutil.which("node"), reason="without node; the browser tests run the real page")
def test_what_is_put_together_does_what_the_modules_do(web, tmp_path):
    """Every module is run once, whoever needs it and however late."""
    for name, text in bundle(web).parts.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    script = 'import "./early.js"; import "./board.js"; console.log(JSON.stringify(await globalThis.told));'
    run = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [True, "early", "made", "board7", "bye"]


def test_each_part_has_its_modules_in_order(web):
    parts = bundle(web).parts
    put = {
        name: [line.split('"')[1] for line in text.splitlines() if line.startswith("put(")]
        for name, text in parts.items()
    }
    assert put["early.js"] == ["words.js", "early.js"]
    assert put["board.js"] == ["board/size.js", "board/board.js", "app.js"]
    assert sorted(put["late.js"]) == ["late/guest.js", "late/last.js"]
    assert parts["style.css"] == FILES["style/one.css"] + FILES["style/two.css"]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("words.js", "export let said = [];\n", "words.js: export let said"),
        ("words.js", 'import words from "./other.js";\n', "words.js: import words"),
        (
            "words.js",
            'import { x } from "./early.js";\nexport const say = x;\n',
            "early.js needs words.js needs early.js",
        ),
    ],
)
def test_what_is_not_provided_for_is_refused(web, name, text, told):
    """A value that changes after it was imported, other kinds of import, modules that need each other."""
    (web / name).write_text(text, "utf-8")
    with pytest.raises(CannotBundle, match=told):
        bundle(web)


def test_bundles_are_kept_for_good_until_a_source_changes(web, tmp_path):
    with TestClient(create_app(Config(str(tmp_path / "games.sqlite"), web_folder=web))) as client:
        page = client.get("/play/abc").text
        names = [line.split('"')[-2] for line in page.splitlines() if "/together/" in line]
        assert [name.rsplit("/", 1)[1] for name in names] == ["early.js", "board.js", "style.css"]
        for name in names:
            assert "immutable" in client.get(name).headers["cache-control"]
        assert "late.js" in client.get("/").text  # a page without a board needs it at once
        (web / "style" / "two.css").write_text("p { color: green }\n", "utf-8")
        os.utime(web / "style" / "two.css", (1, 1))
        old = client.get(names[2])  # by a page that was open before
        assert ("green" in old.text, old.headers["cache-control"]) == (True, "no-cache")
        assert names[0] not in client.get("/play/abc").text
        for name in ("nothing.js", "index.html"):
            assert client.get(f"{names[0].rpartition('/')[0]}/{name}").status_code == 404


def test_whoever_comes_while_the_page_is_put_together_gets_all_of_it(web):
    pages = Pages(web)
    with ThreadPoolExecutor(8) as many:
        found = list(many.map(lambda _: pages.current(), range(8)))
    assert all(one is found[0] for one in found)
    assert b"together" in found[0].board.data
    assert set(found[0].parts) == {"early.js", "board.js", "late.js", "style.css"}
