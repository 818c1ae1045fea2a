"""The event stream of the page: its key is a header, broken lines are taken up again where they were."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import hardtack

WEB = Path(hardtack.__file__).parent / "web"

SCRIPT = """
import { EventStream } from "%s/stream.js";
const lines = [ // what each line says, piece by piece, and how it ends
  { pieces: ["retry: 5\\nevent: change\\nid: 7\\nda", "ta: {\\"version\\": 7}\\n", "\\n: here\\n\\n"], end: "close" },
  { status: 503 },
  { pieces: ["event: change\\r\\nid: 8\\r\\ndata: {\\"version\\"\\r\\ndata: : 8}\\r\\n\\r\\nevent:"], end: "break" },
  { pieces: ["event: change\\nid: 9\\ndata: {\\"version\\": 9}\\n\\n"], end: "never" },
];
const asked = [], told = [];
let broken = 0, aborted = false;
globalThis.fetch = async (address, { headers, signal, cache }) => {
  asked.push({ address, headers, cache });
  const { status = 200, pieces = [], end } = lines.shift();
  signal.addEventListener("abort", () => { aborted = lines.length === 0; });
  const body = new ReadableStream({ start(control) {
    for (const piece of pieces) control.enqueue(new TextEncoder().encode(piece));
    if (end === "close") control.close();
    if (end === "break") setTimeout(() => control.error(new TypeError("network error")), 5);
    signal.addEventListener("abort", () => { try { control.error(signal.reason); } catch {} });
  } });
  return new Response(body, { status });
};
const stream = new EventStream("/api/games/abc/events", { "X-Seat-Key": "secret" }, {
  heard: (event) => { told.push(event); if (told.length === 3) setTimeout(() => stream.close(), 20); },
  broken: () => { broken += 1; },
});
const done = setInterval(() => {
  if (!stream.closed) return;
  clearInterval(done);
  setTimeout(() => console.log(JSON.stringify({ asked, told, broken, aborted })), 30);
}, 5);
"""


def test_the_stream_comes_back_says_what_it_heard_and_shows_its_key_to_nobody():
    script = SCRIPT % WEB.as_posix()
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60, check=True
    )
    found = json.loads(done.stdout)
    assert [(event["event"], json.loads(event["data"])["version"]) for event in found["told"]] == [
        ("change", 7), ("change", 8), ("change", 9),
    ]  # fmt: skip
    assert [line["headers"].get("Last-Event-ID") for line in found["asked"]] == [None, "7", "7", "8"]
    assert {line["headers"]["X-Seat-Key"] for line in found["asked"]} == {"secret"}
    assert {line["address"] for line in found["asked"]} == {"/api/games/abc/events"}
    assert found["broken"] == 3
    assert found["aborted"], "closing it ends the request"


def test_the_page_of_a_seat_writes_its_key_into_no_address(open_page, server):
    """Neither the first requests nor the event stream; and news still come."""
    asked = []
    page = open_page()
    page.on("request", lambda request: asked.append((request.url, request.headers)))
    game, made = server.new_game("bull-run")
    key = made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    page.wait_for_selector(".board-frame")
    action = made["game"]["options"]["general"][0]["action"]
    page.wait_for_selector(".table[data-ready='true']")
    asked_before = len(asked)
    said = server.call(f"/games/{game}/actions", {"action": action, "expected": 0}, key=key)["log"][0]["text"]
    page.locator(".log", has_text=said).first.wait_for(state="attached", timeout=60_000)
    assert not [url for url, _ in asked[asked_before:] if f"/api/games/{game}?" in url], "the news bring the view"
    streams = [headers for url, headers in asked if f"/{game}/events?" in url]
    assert streams
    assert all(headers.get("x-seat-key") == key for headers in streams)
    assert not [url for url, _ in asked if key in url.partition("#")[0]]
