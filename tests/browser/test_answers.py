"""Standing answers at the board: settled in the menu or with the question itself, and then not asked (GC 5.1.2)."""

from __future__ import annotations

import pytest
from player import Mouse, settle
from playwright.sync_api import expect
from test_access import examine

ANSWERED = {"en": "Standing answer: Finish.", "ja": "自動応答：終了。"}
ALWAYS = {"en": "Always answer so", "ja": "以後も同じ応答をする"}
MENU = {"en": "Menu", "ja": "メニュー"}
DONE = ".prompt-buttons [data-action='done']"


@pytest.fixture
def seated(server, open_page):
    """Scenario 5 at a hot seat, where each side may first transfer leaders."""

    def sit(lang: str):
        seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
        made = server.call("/games", {"scenario": "certain-destruction", "seats": seats, "pace_ms": 0})
        page = open_page(f'{{"lang": "{lang}", "curtain": false, "askEnd": false, "events": false}}', bypass_csp=True)
        page.goto(f"{server.address}/play/{made['id']}#{made['key']}")
        hands = Mouse(page)
        hands.wait_for_turn()
        settle(page)
        return page, hands, made["id"], made["key"]

    return sit


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_question_settled_in_the_menu_is_not_asked(server, seated, lang):
    page, hands, game, key = seated(lang)
    page.get_by_role("button", name=MENU[lang], exact=True).click()
    page.click("[data-answers]")
    choice = page.locator("select[data-answer='union LeaderTransfer']")
    choice.focus()
    page.keyboard.press("ArrowDown")  # from "ask me" to the one answer there is
    expect(choice).to_have_value("done")
    assert examine(page) == []
    page.keyboard.press("Escape")
    version = hands.version()
    page.click(DONE)
    hands.wait_for_change(version)
    page.wait_for_selector(f".log >> text={ANSWERED[lang]}")
    assert server.view(game, key)["decision"] != "LeaderTransfer"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_question_is_answered_for_good_where_it_is_asked(server, seated, lang):
    page, hands, game, key = seated(lang)
    box = page.get_by_role("checkbox", name=ALWAYS[lang])
    box.focus()
    page.keyboard.press("Space")
    assert box.is_checked()
    assert examine(page) == []
    version = hands.version()
    page.click(DONE)
    hands.wait_for_change(version)
    page.wait_for_selector(".toast")
    told = server.call(f"/games/{game}/answers", key=key)
    answers = {seat["side"]: seat["answers"] for seat in told["seats"]}
    assert answers == {"union": {}, "confederate": {"LeaderTransfer": "done"}}
    assert not page.get_by_role("checkbox", name=ALWAYS[lang]).is_checked()  # the other side is asked for itself
