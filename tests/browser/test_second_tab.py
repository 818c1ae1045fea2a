"""A second tab: of the same player, who is in both at once, and of a site that wishes the player ill."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from player import Mouse, eventually, settle
from playwright.sync_api import Page, expect
from served import Served


def sit_down(server: Served, page: Page) -> tuple[str, str]:
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".piece.can-act")
    settle(page)
    return game, made["key"]


def test_of_two_tabs_at_one_seat_the_slower_is_refused_and_told(server: Served, page: Page, watch) -> None:
    watch.allowed.append("409")
    game, key = sit_down(server, page)
    other = page.context.new_page()
    watch.follow(other)
    other.goto(f"{server.address}/play/{game}")  # it finds the key where both keep it
    other.wait_for_selector(".seat.yours")
    settle(other)
    held = []
    page.route("**/actions?*", lambda route: held.append(route))
    assert Mouse(page).act_with_unit()
    eventually(page, lambda: len(held), 1)
    assert Mouse(other, seed=2).act_with_unit()
    Mouse(other).wait_for_change(0)
    done = server.view(game, key)["moves"]
    assert len(done) == 1
    held[0].continue_()
    expect(page.locator(".toast")).to_contain_text("The game has moved on since you last looked. Nothing was changed")
    Mouse(page).wait_for_change(0)
    # what one of them sent is no more use to anybody who has seen it
    sent = held[0].request
    again = page.request.post(sent.url, headers=sent.headers, data=sent.post_data_json)
    assert (again.status, again.json()["error"]["code"]) == (409, "stale_move")
    assert server.view(game, key)["moves"] == done


# All that a page can try with an address it was told: to show the game as its own, to read it, to act in it, to open
# it and reach into it. What it gets is written into its title.
HOSTILE = """<!doctype html><title></title>
<iframe src="{address}/play/{game}"></iframe>
<form method="post" enctype="text/plain" action="{address}/api/games"><input name='{{"scenario":"bull-run"}}'></form>
<script type="module">
const got = {{}}, game = "{address}/api/games/{game}";
const attempt = async (name, work) => {{
  got[name] = await Promise.resolve().then(work).catch((error) => error.name);
}};
const body = JSON.stringify({{ action: "end", expected: 0 }});
await attempt("read", async () => (await fetch(game)).status);
await attempt("act", async () => (await fetch(`${{game}}/actions`, {{
  method: "POST", body, headers: {{ "X-Seat-Key": "{key}", "Content-Type": "application/json" }} }})).status);
await attempt("act blindly", async () =>
  (await fetch(`${{game}}/actions`, {{ method: "POST", body, mode: "no-cors" }})).status);
const opened = open("{address}/play/{game}");
for (let looks = 0; looks < 200 && !opened.closed; looks++) await new Promise((done) => setTimeout(done, 50));
await attempt("reach", () => opened.closed ? "severed" : opened.localStorage.length);
document.title = JSON.stringify(got);
</script>"""


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder that another site shows, and its address: the same machine, by another name."""

    class Silent(SimpleHTTPRequestHandler):
        def log_message(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(tmp_path))) as site:
        threading.Thread(target=site.serve_forever, args=(0.05,), daemon=True).start()
        yield tmp_path, f"http://localhost:{site.server_port}"
        site.shutdown()


def test_a_tab_of_another_site_reads_nothing_and_does_nothing(server: Served, page: Page, hostile) -> None:
    game, key = sit_down(server, page)
    folder, address = hostile
    (folder / "prize.html").write_text(HOSTILE.format(address=server.address, game=game, key=key))
    evil = page.context.new_page()  # of which nobody expects that it has nothing to complain of
    answers: dict[str, int] = {}
    evil.on("response", lambda answer: answers.update({f"{answer.request.method} {answer.url}": answer.status}))
    evil.goto(f"{address}/prize.html")
    evil.wait_for_function("document.title")
    got = evil.evaluate("JSON.parse(document.title)")
    assert got == {"read": "TypeError", "act": "TypeError", "act blindly": "TypeError", "reach": "severed"}
    framed = evil.frames[1]
    assert framed.locator(".table, .piece").count() == 0, "it is shown in nobody's frame"
    games = len(server.call("/games?limit=200")["games"])
    evil.evaluate("document.querySelector('form').submit()")
    evil.wait_for_url(f"{server.address}/api/games")
    assert answers[f"POST {server.address}/api/games"] == 403
    assert len(server.call("/games?limit=200")["games"]) == games
    assert server.view(game, key)["number"] == 0
    # and the player goes on
    assert Mouse(page).act_with_unit()
    Mouse(page).wait_for_change(0)
