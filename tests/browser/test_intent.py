"""What a bot is after, in a line beside its pace; shown or hidden as the player likes."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from served import Served


def bot_moves(server: Served, game: str, key: str | None = None) -> list[int]:
    view = server.call(f"/games/{game}?since=0", key=key)
    return [move["number"] for move in view["moves"] if move["by"] == "bot"]


def motive(server: Served, game: str, number: int, key: str | None = None, lang: str = "en") -> str:
    return server.call(f"/games/{game}/intention?number={number}&lang={lang}", key=key)["motives"][0]


def test_the_board_says_what_the_bot_is_after_and_stops_when_told_to(server, page):
    game, made = server.new_game(settings={"solitaire": True}, union="you", confederate="doctrine")
    key = made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    page.wait_for_selector(".prompt.yours")
    opened = server.view(game, key)["version"]  # what the bot did before somebody looked is not told
    while not any(move["kind"] == "move" for move in server.call(f"/games/{game}?since={opened}", key=key)["moves"]):
        version = server.wait_for(game, key, lambda view: view["your_turn"])["version"]
        server.call(f"/games/{game}/actions", {"action": "end", "expected": version}, key)
        server.wait_for(game, key, lambda view: view["your_turn"])
    page.wait_for_selector(".intent:visible")
    told = {motive(server, game, number, key) for number in bot_moves(server, game, key)}
    expect(page.locator(".intent")).to_contain_text(re.compile("|".join(map(re.escape, told))))
    page.click(".intent [data-account]")  # all it did in the turn, with its reasons
    expect(page.locator("dialog .deeds .deed-reason").first).to_be_visible()
    page.keyboard.press("Escape")
    page.click("[aria-label=Menu]")
    page.locator("dialog label", has_text="Say what bots are after").click()
    page.wait_for_selector(".intent", state="hidden")
    page.locator("dialog label", has_text="Say what bots are after").click()
    page.wait_for_selector(".intent:visible")


def test_a_replay_says_it_of_each_move_in_the_viewers_language(server, open_page):
    game, _ = server.new_game(settings={"solitaire": True}, union="random", confederate="doctrine")
    server.wait_for(game, None, lambda view: view["over"], seconds=120)
    number = bot_moves(server, game)[-2]
    page = open_page(locale="ja-JP")
    page.goto(f"{server.address}/replay/{game}?move={number}")
    page.wait_for_selector(".intent:visible")
    expect(page.locator(".intent")).to_contain_text(motive(server, game, number, lang="ja"), use_inner_text=True)


def test_reasons_are_kept_in_the_log_for_who_wants_them(server, page):
    """Off at first; once wanted every action of the bot has its reason, and what else there was to do on request."""
    game, made = server.new_game(union="you", confederate="recruit")
    key = made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    page.wait_for_selector(".prompt.yours")
    while not bot_moves(server, game, key):
        version = server.wait_for(game, key, lambda view: view["your_turn"])["version"]
        server.call(f"/games/{game}/actions", {"action": "end", "expected": version}, key)
    server.wait_for(game, key, lambda view: view["your_turn"])
    number = bot_moves(server, game, key)[0]
    entry = page.locator(f".log li.entry[data-number='{number}']").first
    expect(entry).to_be_attached()
    expect(page.locator(".log .because")).to_have_count(0)
    page.click("[aria-label=Menu]")
    page.locator("dialog label", has_text="Keep bots' reasons in the log").click()
    page.keyboard.press("Escape")
    expect(entry.locator(".because")).to_contain_text(motive(server, game, number, key))
    with page.expect_response(lambda answer: "weighed=true" in answer.url) as asked:
        entry.locator("[data-weighed]").click()
    weighed = asked.value.json()["weighed"]
    assert weighed, "the bot had a choice"
    rows = entry.locator(".weighed tr")
    expect(rows).to_have_count(len(weighed))
    expect(rows.first).to_contain_text(weighed[0]["label"])
    expect(rows.first).to_contain_text(f"{100 * weighed[0]['chance']:.1f} %")
    page.click("[aria-label=Menu]")
    page.locator("dialog label", has_text="Keep bots' reasons in the log").click()
    expect(page.locator(".log .because")).to_have_count(0)
