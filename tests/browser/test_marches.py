"""Marches ahead at the board: the whole cost is shown, a click plays step by step, and anything odd halts it."""

from __future__ import annotations

import json

import pytest
from player import BOARD, Mouse, eventually, settle
from playwright.sync_api import expect

from hardtack.battles import find_battle
from hardtack.referee.dice import LoadedDice
from hardtack.referee.position import write_position
from hardtack.referee.umpire import begin, play

GOAL, COST, STEPS = "4225", "3", 3  # along the turnpike from 4427, with one point left


def gibbon_marches() -> str:
    """Salem Church: Gibbon has rolled four movement points."""
    battle = find_battle("salem-church")
    scenario = battle.scenario("salem-church")
    state = begin(battle.set_up(scenario), LoadedDice(())).state
    for text, dice in (("transfer EarlyLdr Hays", ()), ("transfer Sedgwick Howe", ()), ("march Gibbon", (4,))):
        state = play(state, battle.parse(scenario, text), LoadedDice(dice)).state
    return write_position(state)


def open_march(server, page) -> tuple[str, str]:
    made = server.call(
        "/games", {"position": gibbon_marches(), "seats": {"confederate": {"who": "link"}}, "pace_ms": 0}
    )
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    Mouse(page).wait_for_turn()
    settle(page)
    page.wait_for_selector(f"[data-ahead='{GOAL}']")
    return made["id"], made["key"]


def place(server, game: str, key: str) -> str:
    return next(piece["at"] for piece in server.view(game, key)["pieces"] if piece["id"] == "Gibbon")


def test_a_click_far_ahead_marches_there_step_by_step(server, page):
    game, key = open_march(server, page)
    way = next(one for one in server.call(f"/games/{game}/ways?unit=Gibbon", key=key)["ways"] if one["hex"] == GOAL)
    assert (str(way["cost"]), len(way["actions"])) == (COST, STEPS)
    hands = Mouse(page)
    page.mouse.move(*hands.middle(f"[data-ahead='{GOAL}']"))
    page.wait_for_function("n => document.querySelectorAll('.way .step').length === n", arg=STEPS - 1)
    page.wait_for_function(f"() => document.querySelector('.hex-card').innerText.includes('cost {COST}')")
    hands.click_middle(f"[data-ahead='{GOAL}']")
    hands.wait_for_change(STEPS - 1)
    assert server.view(game, key)["number"] == STEPS
    assert place(server, game, key) == GOAL
    expect(page.locator(".prompt-text")).to_contain_text("1 MP left", use_inner_text=True)
    expect(page.locator(f"[data-ahead='{GOAL}']")).to_have_count(0)
    page.keyboard.press("z")  # every step can be taken back
    hands.wait_for_change(STEPS)
    assert place(server, game, key) == way["path"][-2]


HOLD = """() => {
    const real = window.setTimeout;
    window.held = [];
    window.setTimeout = (done, ms) => (ms === 160 ? window.held.push(done) : real(done, ms));
}"""


def after_one_step(server, page) -> tuple[str, str]:
    """On the way, with the time between two steps in our hands: `held` has what goes on with the march."""
    game, key = open_march(server, page)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(HOLD)
    Mouse(page).click_middle(f"[data-ahead='{GOAL}']")
    page.wait_for_function("() => window.held.length === 1")
    return game, key


@pytest.mark.parametrize("key", ["e", "3", "z"])
def test_a_key_between_two_steps_does_not_end_the_march(server, page, key):
    game, seat = after_one_step(server, page)
    page.keyboard.press(key)
    page.locator(".toast", has_text="under way").wait_for(state="attached")
    for step in range(1, STEPS):
        page.wait_for_function("n => window.held.length === n", arg=step)
        page.evaluate("() => window.held.at(-1)()")
    Mouse(page).wait_for_change(STEPS - 1)
    assert (server.view(game, seat)["number"], place(server, game, seat)) == (STEPS, GOAL)


def test_escape_stops_a_march_where_it_is(server, page):
    game, seat = after_one_step(server, page)
    page.keyboard.press("Escape")
    page.evaluate("() => window.held[0]()")
    page.locator(".toast", has_text="You stopped the march").wait_for(state="attached")
    assert server.view(game, seat)["number"] == 1
    page.keyboard.press("e")  # the player decides again
    Mouse(page).wait_for_change(1)


def test_long_rows_of_one_kind_of_choice_are_folded(server, page):
    """Eight ways to detach do not bury the two other choices and the end of the march."""
    game, key = open_march(server, page)
    shown = ["force", "refuse", "halt"]
    eventually(page, lambda: [button["action"].split()[0] for button in Mouse(page).buttons()], shown)
    page.click(".row-of-choices summary")
    page.click(".row-of-choices [data-action='detach Gibbon USub1 2']")
    Mouse(page).wait_for_change(0)
    assert server.view(game, key)["moves"][0]["action"] == "detach Gibbon USub1 2"


@pytest.mark.parametrize(
    ("lang", "heading"),
    [("en", "Detach Substitute infantry 1 with… manpower from Gibbon"), ("ja", "Gibbonから代用歩兵1を兵力…で分遣")],
)
def test_the_heading_of_a_folded_row_says_what_it_does_in_either_language(server, open_page, lang, heading):
    page = open_page(json.dumps({"lang": lang}))
    open_march(server, page)
    expect(page.locator(".row-of-choices summary")).to_have_text(heading, use_inner_text=True)


def test_a_row_that_somebody_has_unfolded_stays_so_when_more_becomes_known(server, page):
    """Where the unit could get to is told later than what it may do, and the panel is drawn anew."""
    held = []
    page.route("**/ways?*", lambda route: held.append(route))
    made = server.call(
        "/games", {"position": gibbon_marches(), "seats": {"confederate": {"who": "link"}}, "pace_ms": 0}
    )
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    row = page.locator(".row-of-choices")
    row.locator("summary").click()
    expect(row).to_have_attribute("open", "")
    row.evaluate("row => row.dataset.drawn = 'before'")
    eventually(page, lambda: bool(held), True)
    for route in held:
        route.continue_()
    page.wait_for_selector(".row-of-choices:not([data-drawn])")
    expect(row).to_have_attribute("open", "")
    row.locator("summary").click()
    expect(row).not_to_have_attribute("open", "")


def test_a_march_by_keyboard(server, page):
    game, key = open_march(server, page)
    page.locator(BOARD).focus()
    page.keyboard.press("/")
    page.locator(".command-input").fill("reach Gibbon")
    page.keyboard.press("Enter")
    page.locator(".command-answer", has_text=f"{GOAL} ({COST})").wait_for()
    page.locator(".command-input").fill(f"go {GOAL}")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.getElementById('announcer').textContent.includes('cost {COST}')")
    page.keyboard.press("Enter")
    Mouse(page).wait_for_change(STEPS - 1)
    assert place(server, game, key) == GOAL


def with_a_die(view) -> None:
    view["moves"][-1]["dice"] = [6]


def the_other_side_decides(view) -> None:
    view.update(your_turn=False, options=None, to_act="confederate")


def without_moves(view) -> None:
    for actor in view["options"]["actors"]:
        actor["options"] = [option for option in actor["options"] if option["kind"] != "move"]


def somewhere_else(view) -> None:
    next(piece for piece in view["pieces"] if piece["id"] == "Gibbon")["at"] = "4528"


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (with_a_die, "dice were rolled"),
        (the_other_side_decides, "the other side must decide"),
        (without_moves, "not go as foreseen"),
        (somewhere_else, "not go as foreseen"),
    ],
)
def test_a_march_halts_when_something_comes_between(server, page, event, told):
    """The answer to the first step is made to show it: the second step must not be taken."""
    game, key = open_march(server, page)

    def answer_with_it(route) -> None:
        answer = route.fetch()
        news = answer.json()
        event(news.get("view") or news["changes"])
        route.fulfill(response=answer, body=json.dumps(news))

    page.route("**/actions*", answer_with_it)
    Mouse(page).click_middle(f"[data-ahead='{GOAL}']")
    page.locator(".toast.warn", has_text=told).wait_for(state="attached")
    assert server.view(game, key)["number"] == 1


TRAIL = """async () => {
    const { Marks } = await import("/assets/board/marks.js");
    const layer = () => document.createElementNS("http://www.w3.org/2000/svg", "g"), under = layer();
    const hexes = { has: () => true, line: (all) => all.join(" "), centre: () => ({ x: 0, y: 0 }) };
    const marks = new Marks(hexes, under, layer());
    const ways = () => [...under.querySelectorAll(".last-way")].map((one) => one.getAttribute("points"));
    const step = (unit, hex) => ({ unit, hex, path: [hex], kind: "move", side: "union", attackers: [] });
    const shown = [];
    marks.last(["2", "3", "4", "5", "6"].map((hex) => step("A", hex)), new Map([["A", "1"]]));
    shown.push(ways());
    marks.last([step("A", "7")], new Map([["A", "6"]]));
    shown.push(ways());
    marks.last([step("B", "8"), step("A", "9")], new Map([["A", "7"], ["B", "0"]]));
    shown.push(ways());
    marks.last([], new Map());
    shown.push(ways());
    return shown;
}"""


def test_a_march_of_several_steps_leaves_one_trail(server, page):
    """A bot goes hex by hex: its way is drawn from where it set out, not from there to every hex."""
    page.goto(server.address)
    assert page.evaluate(TRAIL) == [["1 2 3 4 5 6"], ["1 2 3 4 5 6 7"], ["0 8", "7 9"], []]
