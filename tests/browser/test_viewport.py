"""The middle of the map when a window changes, in whatever steps it does: the page's own module, run in node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import hardtack

VIEWPORT = Path(hardtack.__file__).parent / "web" / "board" / "viewport.js"
UPRIGHT, TURNED = (390, 560), (480, 290)
# A browser as far as a view knows one: its frames come when the test says so, and word of a new size comes when
# `heard` is called, which may be long after the frame has it.
BROWSER = """
let told = () => {}, frames = [], now = 0, still = false;
globalThis.matchMedia = () => ({ get matches() { return still; } });
globalThis.document = { addEventListener() {} };
globalThis.ResizeObserver = class { constructor(tell) { told = tell; } observe() {} disconnect() {} };
globalThis.requestAnimationFrame = (step) => frames.push(step);
globalThis.cancelAnimationFrame = (id) => { if (id) frames[id - 1] = null; };
globalThis.performance = { now: () => now };
const { Viewport } = await import(PATH);
const frame = { addEventListener() {}, clientWidth: 0, clientHeight: 0 };
const world = { style: {}, classList: { add() {}, remove() {} } };
const size = (width, height) => Object.assign(frame, { clientWidth: width, clientHeight: height });
const heard = () => told();
const sized = (width, height) => (size(width, height), heard());
const pass = (ms) => { now += ms; const due = frames; frames = []; for (const step of due) step?.(now); };
const middle = () => [(frame.clientWidth / 2 - view.x) / view.scale, (frame.clientHeight / 2 - view.y) / view.scale].map(Math.round);
const view = new Viewport(frame, world, 1700, 1100);
const calm = (wanted) => { still = wanted; };
calm(true);
sized(...UPRIGHT);
view.to(1, { x: 800, y: 500 });
view.home = false;
"""  # noqa: E501


def run(*lines: str) -> list[object]:
    """What the lines `show`, one after the other."""
    script = "\n".join(
        [
            BROWSER.replace("PATH", json.dumps(str(VIEWPORT))).replace("UPRIGHT", json.dumps(UPRIGHT)),
            "const shown = [], show = (what) => shown.push(what);",
            f"const [UPRIGHT, TURNED] = {json.dumps([UPRIGHT, TURNED])};",
            *lines,
            "process.stdout.write(JSON.stringify(shown)); process.exit(0);",
        ]
    )
    done = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "steps",
    [
        "sized(...TURNED);",
        "sized(TURNED[0], UPRIGHT[1]); sized(...TURNED);",  # the width first
        "sized(UPRIGHT[0], TURNED[1]); sized(...TURNED);",  # the height first
        "sized(430, 420); sized(470, 350); sized(...TURNED);",
        "sized(...TURNED); heard();",  # told twice
        "sized(0, 0); sized(...TURNED);",  # out of sight meanwhile
    ],
)
def test_a_frame_that_is_turned_keeps_its_middle_in_whatever_steps(steps):
    upright, turned, back = run("show(middle());", steps, "show(middle());", "sized(...UPRIGHT);", "show(middle());")
    assert upright == turned == back == [800, 500]


def test_a_map_that_is_moved_before_the_page_has_heard_of_the_new_frame_keeps_its_middle_too():
    zoomed, panned = run(
        "size(...TURNED); view.zoom(1.3); heard(); show(middle());",
        "size(...UPRIGHT); view.pan(-13, 26); heard(); show(middle());",
    )
    assert zoomed == [800, 500]
    assert panned == [810, 480]


def test_what_somebody_has_moved_to_is_the_new_middle():
    moved, back = run("sized(...TURNED); view.pan(-100, -50); show(middle());", "sized(...UPRIGHT); show(middle());")
    assert moved == back == [900, 550]


@pytest.mark.parametrize("frame", ["...TURNED", "UPRIGHT[0], 500"])
def test_a_map_that_glides_arrives_though_the_frame_changes_on_the_way(frame):
    halfway, arrived, later = run(
        "calm(false); view.to(1, { x: 1000, y: 600 }); pass(0); pass(60); show(middle());",
        f"sized({frame}); show(middle()); pass(300); show(middle());",
    )
    assert halfway not in ([800, 500], [1000, 600])
    assert arrived == later == [1000, 600]


def test_a_sheet_that_grows_leaves_the_map_where_it_is():
    """Nobody turns anything: only the lower edge of the frame moves."""
    before, after = run("show([view.x, view.y]);", "sized(UPRIGHT[0], 500); show([view.x, view.y]);")
    assert before == after


def test_a_view_of_the_whole_map_stays_one():
    (scale,) = run("view.fit(false); sized(...TURNED); show(view.scale);")
    assert scale == pytest.approx(TURNED[1] / 1100)
