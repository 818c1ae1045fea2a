"""The Great Campaigns at the board: Kelly's Ford to its end against a bot, an assault at Salem Church."""

from __future__ import annotations

from player import BOARD, Mouse, play_out, settle
from playwright.sync_api import expect

from hardtack.battles import find_battle
from hardtack.referee.dice import LoadedDice
from hardtack.referee.position import write_position
from hardtack.referee.umpire import begin, play

TRIES = 14  # every second such assault ends with a retreat; fourteen in a row without one: once in 16,000 runs


def test_kellys_ford_to_its_end_against_a_bot(server, page):
    game, made = server.new_game("kellys-ford", union="you", confederate="random")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.wait_for_selector(".prompt")
    settle(page)
    expect(page.locator(".clock")).to_have_text("March 17, 1863", use_inner_text=True)
    play_out(Mouse(page, seed=3), marches=6)
    assert server.view(game, made["key"])["outcome"] is not None
    expect(page.locator(".prompt.over")).to_have_count(1)


def before_the_assault() -> str:
    """Salem Church after the leader transfers, the Union to act, as a position."""
    battle = find_battle("salem-church")
    scenario = battle.scenario("salem-church")
    state = begin(battle.set_up(scenario), LoadedDice(())).state
    for text in ("transfer EarlyLdr Hays", "transfer Sedgwick Howe"):
        state = play(state, battle.parse(scenario, text), LoadedDice(())).state
    return write_position(state)


def command(page, text: str) -> None:
    page.locator(BOARD).focus()
    page.keyboard.press("/")
    page.locator(".command-input").fill(text)
    page.keyboard.press("Enter")


def assault(server, page, position: str) -> set[str]:
    """Order the assault and settle whatever comes of it with the mouse; the log's keys of the whole affair."""
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": position, "seats": seats, "pace_ms": 0})
    game, key = made["id"], made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    hands = Mouse(page)
    hands.wait_for_turn()
    settle(page)
    version = hands.version()
    command(page, "assault Sedgwick 4229")
    hands.wait_for_change(version)
    page.keyboard.press("Escape")
    asked = set()
    for _ in range(40):
        hands.wait_for_turn()
        frame = server.view(game, key)["decision"]
        if frame == "Activation":
            break
        asked.add(frame)
        hands.decide(1)
    return asked


def test_an_assault_with_retreat_and_advance_at_salem_church(server, page):
    position = before_the_assault()
    asked: set[str] = set()
    for _ in range(TRIES):
        asked = assault(server, page, position)
        if {"Retreat", "Advance"} <= asked:
            break
    assert {"Retreat", "Advance"} <= asked
