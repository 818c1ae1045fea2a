"""Replays: step, slide, play, jump, share, download a record and open it again."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from player import eventually
from playwright.sync_api import Page, expect
from served import Served

from hardtack.generals import find_bot
from hardtack.table import Match


@pytest.fixture(scope="module")
def finished(server):
    """A whole game of two bots, always the same: secret dice can end one before it is worth a film."""
    seats = {"union": find_bot("random"), "confederate": find_bot("doctrine")}
    match = Match.new("bull-run", seed="reel", seats=seats, solitaire=True)
    match.run_bots()
    made = server.call("/games", {"record": match.record()})
    return made["id"], made["game"]


def number(page: Page) -> int:
    return int(page.locator(".film-number").inner_text().split("/")[0])


def board(page: Page) -> dict[str, str]:
    """Where the page shows each unit, by the hex under its middle."""
    return page.evaluate(
        """async (scenario) => {
        const geometry = await (await fetch(`/api/scenarios/${scenario}/geometry`)).json();
        const hexes = Object.entries(geometry.hexes), shown = {};
        for (const piece of document.querySelectorAll('.piece[data-unit]')) {
            const [, x, y] = /translate\\(([-\\d.]+)px, ([-\\d.]+)px\\)/.exec(piece.style.transform).map(Number);
            const far = ([, [cx, cy]]) => (cx - x - 23) ** 2 + (cy - y - 23) ** 2;
            shown[piece.dataset.unit] = hexes.reduce((a, b) => far(a) < far(b) ? a : b)[0];
        }
        return shown;
    }""",
        "bull-run",
    )


def stood(server, game: str, move: int) -> dict[str, str]:
    view = server.call(f"/games/{game}?number={move}")
    return {piece["id"]: piece["at"] for piece in view["pieces"] if piece["at"] not in ("-", "x")}


def go_to(page: Page, move: int) -> None:
    page.wait_for_function("n => document.querySelector('.film-number')?.textContent.startsWith(`${n} /`)", arg=move)


def test_every_way_through_the_film_shows_the_board_as_it_stood(server, page, finished):
    game, view = finished
    last = view["number"]
    page.goto(f"{server.address}/replay/{game}")
    go_to(page, 0)
    eventually(page, lambda: board(page), stood(server, game, 0))
    page.keyboard.press("ArrowRight")
    go_to(page, 1)
    page.click("[aria-label='One on']")
    go_to(page, 2)
    eventually(page, lambda: board(page), stood(server, game, 2))
    page.keyboard.press("ArrowLeft")
    go_to(page, 1)
    middle = last // 2
    page.locator(".film-slider").fill(str(middle))
    go_to(page, middle)
    eventually(page, lambda: board(page), stood(server, game, middle))
    page.keyboard.press("End")
    go_to(page, last)
    eventually(page, lambda: board(page), stood(server, game, last))


def test_a_fight_is_headed_by_who_fights_not_only_by_where(server, page, finished):
    game, view = finished
    opening = next(line for line in view["log"] if line["part"] == "begins")
    page.goto(f"{server.address}/replay/{game}?move={opening['number']}")
    go_to(page, opening["number"])
    expect(page.locator(".now-panel h3")).to_contain_text(opening["text"])


def test_the_film_plays_by_itself(server, page, finished):
    game, view = finished
    page.goto(f"{server.address}/replay/{game}")
    go_to(page, 0)
    page.locator(".film-buttons select").select_option("60")
    page.click("[aria-label='Play']")
    page.wait_for_function("() => parseInt(document.querySelector('.film-number').textContent) >= 5")
    page.click("[aria-label='Play']")

    def stands() -> bool:
        """For two steps and more: where nothing shall move, one takes 400 ms."""
        before = number(page)
        page.wait_for_timeout(900)
        return number(page) == before

    eventually(page, stands, True)  # once a step that had begun is done, however long that takes
    assert 5 <= number(page) < view["number"], "and stops when it is told to"


def test_jumps_to_turns_and_battles(server, page, finished):
    game, _ = finished
    film = server.call(f"/games/{game}/replay")
    page.goto(f"{server.address}/replay/{game}")
    turn = film["turns"][3]
    page.locator("[data-jump='turn']").select_option(str(turn["number"]))
    go_to(page, turn["number"])
    expect(page.locator(".phase")).to_contain_text(f"Turn {turn['turn']} of", use_inner_text=True)
    battle = film["battles"][0]
    page.locator("[data-jump='battle']").select_option(str(battle["number"]))
    go_to(page, battle["number"])
    fight = server.call(f"/games/{game}/fights/{battle['number']}")
    expect(page.locator(".now-panel h3")).to_contain_text(fight["label"], use_inner_text=True)


def test_a_shared_link_opens_at_its_move(server, open_page, finished):
    game, _ = finished
    page = open_page()
    page.goto(f"{server.address}/replay/{game}?move=7")
    go_to(page, 7)
    eventually(page, lambda: board(page), stood(server, game, 7))
    page.click("text=Share this moment")
    link = page.locator("dialog input[readonly]").input_value()
    other = open_page()
    other.goto(link)
    go_to(other, 7)


def test_a_record_is_saved_and_opened_again(server, page, finished, tmp_path):
    game, view = finished
    page.goto(f"{server.address}/replay/{game}")
    go_to(page, 0)
    with page.expect_download() as waiting:
        page.click(".film-bar >> text=Save the record")
    file = tmp_path / Path(waiting.value.suggested_filename).name
    waiting.value.save_as(file)
    page.goto(server.address)
    page.locator("#record-file").set_input_files(file)
    page.wait_for_url("**/replay/**")
    go_to(page, 0)
    page.keyboard.press("End")
    go_to(page, view["number"])
    eventually(page, lambda: board(page), stood(server, game, view["number"]))


def test_a_broken_record_is_refused_with_a_sentence(server, page, watch, tmp_path):
    watch.allowed.append("422")
    file = tmp_path / "broken.hardtack"
    file.write_text("this is no record")
    page.goto(server.address)
    page.locator("#record-file").set_input_files(file)
    page.locator(".toast", has_text="record").wait_for()


def grown_old(server: Served, game: str) -> str:
    """A game made one of older rules, under another name: the server remembers it as it was."""
    old = game[::-1]
    with sqlite3.connect(server.home / "hardtack.sqlite", timeout=30) as store:
        store.execute("update games set id = ?, rules = 'older' where id = ?", (old, game))
        for table in ("seats", "seat_keys", "changes", "snapshots"):
            store.execute(f"update {table} set game = ? where game = ?", (old, game))
    store.close()
    return old


def test_the_record_of_a_game_of_older_rules_can_still_be_saved(server, page, watch):
    watch.allowed.append("409")
    game, made = server.new_game(union="you", confederate="you")
    view = server.view(game, made["key"])
    side, action = view["to_act"], view["options"]["actors"][0]["options"][0]["action"]
    server.call(f"/games/{game}/actions", {"action": action, "expected": 0}, made["key"])
    old = grown_old(server, game)
    for place in ("play", "replay"):
        page.goto(f"{server.address}/{place}/{old}#{made['key']}")
        with page.expect_download() as download:
            page.click(f"[data-save='{old}']")
        assert f"1 {side} {action}\n" in Path(download.value.path()).read_text("utf-8")


def test_before_the_first_move_the_head_names_the_turn_and_nothing_else(server, page, finished):
    game, _ = finished
    page.goto(f"{server.address}/replay/{game}?move=0")
    page.wait_for_selector(".film-number")
    go_to(page, 0)
    expect(page.locator(".phase .now")).to_have_text("", use_inner_text=True)
    expect(page.locator(".phase")).to_have_text(re.compile(r"15\s*$"))
