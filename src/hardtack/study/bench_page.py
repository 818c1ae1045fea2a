"""How fast the page is: from opening a game to the board on the screen, and from an action to the repainted board."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from hardtack.battles import all_battles
from hardtack.study.bench_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAINTS = 7
ACTIONS = 40
SETTLE_MS = 1000  # between opening the page and the first action: a person looks first
VIEWPORT = {"width": 1440, "height": 900}

# A time is taken when the browser has put the picture on the screen: element timing tells it for a piece of text that
# comes with the same picture.  The page watches itself, for asking it from outside would be measured too.
WATCH = """
const shown = {};
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) shown[entry.identifier]?.(entry.renderTime);
}).observe({type: 'element'});
window.presented = name => new Promise(done => {
    shown[name] = done;
    const sign = document.createElement('p');
    sign.setAttribute('elementtiming', name);
    sign.textContent = '·';
    document.querySelector('.table .side').prepend(sign);
    setTimeout(() => sign.remove(), 5000);
});
window.painted = new Promise(done => new MutationObserver((_, watch) => {
    if (!document.querySelector('.table .board-frame .piece')) return;
    watch.disconnect();
    window.presented('board').then(done);
}).observe(document, {childList: true, subtree: true}))"""
ACT = """action => new Promise(done => {
    const frame = document.querySelector('.table'), form = document.querySelector('form.command');
    const before = frame.dataset.version, begun = performance.now();
    new MutationObserver((_, watch) => {
        if (frame.dataset.version === before) return;
        watch.disconnect();
        window.presented(frame.dataset.version).then(when => done(when - begun));
    }).observe(frame, {attributes: true, attributeFilter: ['data-version']});
    form.querySelector('input').value = action;
    form.requestSubmit();
})"""


def browser_figures(tell: Callable[[str], None]) -> dict[str, Any]:
    """Figures of a real Chromium on the largest map; says so where there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return {"skipped": "playwright is not installed"}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(str(Path(folder) / "bench.sqlite"))
        server.settle()
        found = [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
        path = os.environ.get("HARDTACK_CHROMIUM") or next(filter(None, found), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        try:
            return _measure(browser, f"http://127.0.0.1:{server.port}", tell)
        finally:
            browser.close()
            server.kill()


def _measure(browser: Browser, address: str, tell: Callable[[str], None]) -> dict[str, Any]:
    scenario = largest_map()
    tell(f"browser: {scenario}")
    urllib.request.urlopen(f"{address}/api/scenarios/{scenario}/board.svg?lang=en").read()  # as the home page does
    made = ask(f"{address}/api/games", {"scenario": scenario})
    game = f"{address}/play/{made['id']}#{made['key']}"
    page, first = open_game(browser, game)
    paints = [first]
    while len(paints) < PAINTS:
        page.context.close()  # or every page that is open would be repainted with each action
        page, paint = open_game(browser, game)
        paints.append(paint)
    page.wait_for_timeout(SETTLE_MS)
    repaints = [act(page, address, made["id"], made["key"], Random(n)) for n in range(ACTIONS)]
    return {
        "scenario": scenario,
        "first_paint_median_ms": round(statistics.median(paints)),
        "first_paint_worst_ms": round(max(paints)),
        "action_to_repaint_p50_ms": round(statistics.median(repaints), 1),
        "action_to_repaint_p95_ms": round(statistics.quantiles(repaints, n=20)[18], 1),
    }


def open_game(browser: Browser, game: str) -> tuple[Page, float]:
    """A browser that has never been here opens the game; the page, and milliseconds until the board was shown."""
    page = browser.new_context(viewport=VIEWPORT, locale="en").new_page()  # type: ignore[arg-type]
    page.add_init_script(WATCH)
    page.goto(game)
    return page, float(page.evaluate("window.painted"))


def largest_map() -> str:
    """Of the scenarios on the largest map the one with the most counters."""
    made = {name: battle.scenario(name) for battle in all_battles() for name in battle.scenarios}
    return max(sorted(made), key=lambda name: (made[name].board.playable.bit_count(), len(made[name].pieces)))


def act(page: Page, address: str, game: str, key: str, random: Random) -> float:
    """Play a random action through the page's command box; milliseconds until the board is painted again."""
    view = ask(f"{address}/api/games/{game}", key=key)
    offered = view["options"]
    actor = random.choice([None, *offered["actors"]] if offered["general"] else offered["actors"])
    options = offered["general"] if actor is None else actor["options"]
    if options is None:
        options = ask(f"{address}/api/games/{game}/options?unit={actor['unit']}", key=key)["options"]
    page.focus(".board-frame")
    page.keyboard.press("/")
    return float(page.evaluate(ACT, random.choice(options)["action"]))


def ask(url: str, body: Any = None, key: str | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({} if key is None else {"X-Seat-Key": key})
    request = urllib.request.Request(url, data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)
