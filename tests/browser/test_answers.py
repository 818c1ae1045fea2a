"""Standing answers at the board: settled in the menu or with the question itself, and then not asked (GC 5.1.2)."""

from __future__ import annotations

from pathlib import Path

import pytest
from player import Mouse, eventually, settle
from playwright.sync_api import expect
from test_access import examine
from test_campaign import command
from test_columns import union_to_act

from hardtack.referee.position import write_position
from hardtack.referee.umpire import to_act
from hardtack.table import Match

ANSWERED = {"en": "Standing answer: Finish.", "ja": "自動応答：終了。"}
ALWAYS = {"en": "Give this answer from now on", "ja": "以後も同じ応答をする"}
MENU = {"en": "Menu", "ja": "メニュー"}
DONE = ".prompt-buttons [data-action='done']"
REST_MS = 900  # longer than a pointer rests until a card tells more, and than an answer of the server takes


@pytest.fixture
def seated(server, open_page):
    """Scenario 5, where each side may first transfer leaders; the page of the game's maker."""

    def sit(lang: str, confederate: str):
        seats = {"union": {"who": "you"}, "confederate": {"who": confederate}}
        made = server.call("/games", {"scenario": "certain-destruction", "seats": seats, "pace_ms": 0})
        page = open_page(f'{{"lang": "{lang}", "curtain": false, "askEnd": false, "events": false}}', bypass_csp=True)
        page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
        page.wait_for_selector(".piece")
        settle(page)
        return page, made

    return sit


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_question_settled_in_the_menu_is_not_asked(server, seated, lang):
    page, made = seated(lang, "link")
    game = made["id"]
    page.get_by_role("button", name=MENU[lang], exact=True).click()
    page.click("[data-answers]")
    choice = page.locator("select[data-answer='union LeaderTransfer']")
    choice.focus()
    with page.expect_response(f"**/api/games/{game}/answers*"):
        page.keyboard.press("ArrowDown")  # from "ask me" to the one answer there is
    expect(choice).to_have_value("done")
    assert examine(page) == []
    page.keyboard.press("Escape")
    other = server.call(f"/games/{game}/claim", {"token": made["invitations"]["confederate"]})["key"]
    view = server.call(f"/games/{game}/actions", {"action": "done", "expected": 0}, key=other)
    assert view["number"] == 2
    expect(page.locator(".log .line-text").get_by_text(ANSWERED[lang])).to_be_visible()
    assert not [line for line in view["log"] if line["key"] == "answered"]  # that is nobody else's business


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_question_is_answered_for_good_where_it_is_asked(server, seated, lang):
    page, made = seated(lang, "you")
    hands = Mouse(page)
    hands.wait_for_turn()
    box = page.get_by_role("checkbox", name=ALWAYS[lang])
    box.focus()
    page.keyboard.press("Space")
    expect(box).to_be_checked()
    assert examine(page) == []
    version = hands.version()
    page.click(DONE)
    page.wait_for_selector(".toast")  # it goes away by itself: whoever looks elsewhere first may miss it
    hands.wait_for_change(version)
    told = server.call(f"/games/{made['id']}/answers", key=made["key"])
    answers = {seat["side"]: seat["answers"] for seat in told["seats"]}
    assert answers == {"union": {}, "confederate": {"LeaderTransfer": "done"}}
    expect(page.get_by_role("checkbox", name=ALWAYS[lang])).not_to_be_checked()  # the other side is asked for itself


def asked_first(decision: str) -> tuple[str, str]:
    """A recorded game of the campaign when a question comes up for the first time: the position and who is asked."""
    record = Path(__file__).parents[1] / "records" / "chancellorsville-campaign-recruit-recruit-22-11.hardtack"
    match = Match.from_record(record.read_text(encoding="utf-8"))
    asked = next(entry.after for entry in match.journal.entries if type(entry.after.agenda[-1]).__name__ == decision)
    return write_position(asked), str(to_act(asked))


def sit_down_asked(server, page, decision):
    """Both seats of a game that stands where a decision is first asked: the game, who decides, the mouse."""
    position, side = asked_first(decision)
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": position, "seats": seats, "pace_ms": 0})
    page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
    hands = Mouse(page)
    hands.wait_for_turn()
    settle(page)
    return made, side, hands


@pytest.mark.parametrize("by", ["button", "hex"])
def test_an_advance_has_a_button_and_can_be_for_good(server, page, by):
    made, side, hands = sit_down_asked(server, page, "Advance")
    advance = page.locator(".prompt-buttons [data-action^='advance']").first
    expect(advance).to_be_visible()  # not only the answer that needs no hex
    page.locator("[data-always]").check()
    version = hands.version()
    if by == "button":
        advance.click()
    else:
        hands.click_middle(f".target[data-hex='{hands.look()['moves'][0]}']")
    page.wait_for_selector(".toast")
    hands.wait_for_change(version)
    told = server.call(f"/games/{made['id']}/answers", key=made["key"])
    assert {seat["side"]: seat["answers"] for seat in told["seats"]}[side] == {"Advance": "advance"}


def test_what_ends_a_question_half_answered_is_no_answer_for_good(server, page):
    """Attempts to resupply are assigned and rolled for: to do that always would be to make none on other turns."""
    made, _, hands = sit_down_asked(server, page, "Resupplying")
    expect(page.locator("[data-always]")).to_be_visible()
    version = hands.version()
    unit = server.view(made["id"], made["key"])["options"]["actors"][0]["unit"]
    command(page, f"resupply {unit}")
    hands.wait_for_change(version)
    expect(page.locator(".prompt-buttons [data-action='done']")).to_be_visible()
    expect(page.locator("[data-always]")).to_have_count(0)


def test_the_card_of_a_hex_does_not_say_that_whoever_is_supplied_there_can_get_there(server, page):
    made, _, hands = sit_down_asked(server, page, "Resupplying")
    unit = server.view(made["id"], made["key"])["options"]["actors"][0]["unit"]
    page.mouse.move(*hands.middle(f".piece[data-unit='{unit}']"))
    page.wait_for_selector(".hex-card:not([hidden])")
    page.wait_for_timeout(REST_MS)
    expect(page.locator(".hex-card .comers")).to_have_count(0)


def test_a_unit_looked_at_before_it_can_act_is_given_no_reason_against_it(server, open_page):
    page = open_page('{"curtain": false, "events": false}')
    game, made = server.new_game("certain-destruction", union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    hands = Mouse(page)
    hands.wait_for_turn()
    settle(page)
    hands.click_middle(".piece[data-unit='VA3']")
    expect(page.locator(".unit h3")).to_contain_text("3 VA")
    expect(page.locator(".unit .idle")).not_to_be_empty()
    view = server.view(game, made["key"])
    while (view["decision"], view["to_act"]) != ("Activation", "confederate"):
        rest = "pass" if view["decision"] == "Activation" else "done"
        server.call(f"/games/{game}/actions", {"action": rest, "expected": view["version"]}, key=made["key"])
        view = server.view(game, made["key"])
    expect(page.locator(".piece.can-act[data-unit='VA3']")).to_be_attached()
    expect(page.locator(".unit h3")).to_contain_text("3 VA")
    page.wait_for_timeout(REST_MS)
    expect(page.locator(".unit .idle")).to_be_empty()


def passing_union(server, open_page):
    """A hot seat at which the Union passes for the rest of the turn: page, game, key, a unit that can march."""
    position = union_to_act()
    unit = next(action.unit for action in Match.from_position(position).legal() if action.verb == "march")
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": position, "seats": seats, "pace_ms": 0})
    game, key = made["id"], made["key"]
    page = open_page('{"curtain": false, "events": false}')
    page.goto(f"{server.address}/play/{game}#{key}")
    Mouse(page).wait_for_turn()
    settle(page)
    page.check("[data-rest]")
    return page, game, key, unit


def test_a_side_that_has_done_enough_passes_by_itself_for_the_rest_of_the_turn(server, open_page):
    """It is asked again after every initiative roll (GC 4.2): here it marches once more, and then never says a word."""
    page, game, key, unit = passing_union(server, open_page)

    def play(action: str) -> None:
        server.call(
            f"/games/{game}/actions", {"action": action, "expected": server.view(game, key)["version"]}, key=key
        )

    def decision() -> str:
        view = server.view(game, key)
        if view["decision"] == "Activation" and view["to_act"] == "confederate":
            play("pass")
        return view["decision"]

    play(f"march {unit}")
    assert decision() == "March"  # that is not passed
    play(f"halt {unit}")
    eventually(page, decision, "Works")
    expect(page.locator("[data-rest]")).to_have_count(0)


def test_a_key_answers_for_good_as_the_button_does(server, seated):
    """The box was ticked and E pressed: the question came again every turn."""
    page, made = seated("en", "you")
    hands = Mouse(page)
    hands.wait_for_turn()
    page.check("[data-always]")
    version = hands.version()
    page.keyboard.press("e")
    hands.wait_for_change(version)
    page.wait_for_selector(".toast")
    told = server.call(f"/games/{made['id']}/answers", key=made["key"])
    assert {"LeaderTransfer": "done"} in [seat["answers"] for seat in told["seats"]]


def test_each_side_at_a_hot_seat_passes_for_itself(server, open_page):
    """What one of them had ticked was shown to the other as its own."""
    page, game, key, unit = passing_union(server, open_page)
    for action in (f"march {unit}", f"halt {unit}"):
        version = server.view(game, key)["version"]
        server.call(f"/games/{game}/actions", {"action": action, "expected": version}, key=key)
    # Whoever wins the initiative: the Union passes by itself, and then the Confederate is asked for itself.
    eventually(
        page, lambda: [server.view(game, key)[one] for one in ("to_act", "decision")], ["confederate", "Activation"]
    )
    expect(page.locator(".phase")).to_contain_text("Confederate")
    expect(page.locator("[data-rest]")).not_to_be_checked()
