"""The advanced game at the board: the campaign from its first turn to its last, cards of events, what is hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest
from player import BOARD, Mouse, eventually, read_event, settle
from playwright.sync_api import expect
from test_access import examine
from test_campaign import command

from hardtack.battles import find_battle
from hardtack.battles.chancellorsville.hidden import HiddenWorks
from hardtack.referee.dice import SeededDice
from hardtack.referee.position import write_position
from hardtack.referee.umpire import begin, deciding, options, play

CAMPAIGN = "chancellorsville-campaign"
TURNS = 10
EVENTS_FROM = 3
HIDDEN_MARCH = "FLee"
BUILDER = "Hancock"
ACROSS = "4327"
ATTACKERS = ("Hancock", "Gibbon")
TURN = {"en": f"Turn {{}} of {TURNS}", "ja": f"第{{}}ターン（全{TURNS}ターン）"}
EVENT = {"en": "Random event", "ja": "ランダムイベント"}
IDLE = ("pass", "done", "hold", "halt")
CURTAIN = "dialog.curtain[open]"


class Campaigner:
    """Plays both seats of a campaign: what matters at the page, all else by the server, and the page follows."""

    def __init__(self, server: Any, page: Any, lang: str) -> None:
        self.server, self.page, self.lang = server, page, lang
        self.game, made = server.new_game(CAMPAIGN, union="you", confederate="you")
        self.key = made["key"]
        self.hands = Mouse(page)
        self.cards: list[str] = []  # what the events said, turn by turn
        self.curtains = 0
        self.done: set[str] = set()
        page.goto(f"{server.address}/play/{self.game}#{self.key}")
        self.hands.wait_for_turn()
        settle(page)

    @property
    def view(self) -> Any:
        return self.server.view(self.game, self.key)

    def actions(self, view: Any) -> list[str]:
        found = list(view["options"]["general"])
        for actor in view["options"]["actors"]:
            asked = f"/games/{self.game}/options?unit={actor['unit']}"
            found += actor["options"] or self.server.call(asked, key=self.key)["options"]
        return [option["action"] for option in found]

    def rest(self, view: Any) -> None:
        """Do nothing more here, by the server."""
        idle = [option["action"] for option in view["options"]["general"] if option["action"].split()[0] in IDLE]
        offered = idle or sorted(self.actions(view), key=lambda action: action.split()[0] not in IDLE)
        body = {"action": offered[0], "expected": view["version"]}
        self.server.call(f"/games/{self.game}/actions", body, self.key)

    def follow(self) -> None:
        """Wait until the page shows how the game stands, and put away what lies over the board."""
        self.page.wait_for_function(
            "version => Number(document.querySelector('.table')?.dataset.version) >= version", arg=self.view["version"]
        )
        if self.page.locator(CURTAIN).count():
            self.curtains += 1
            self.page.keyboard.press("Enter")
            self.page.locator(CURTAIN).wait_for(state="detached")
        told = read_event(self.page)
        if told:
            self.cards.append(told)

    def order(self, text: str) -> None:
        """Give an order at the page, by the command box."""
        self.follow()
        version = self.hands.version()
        command(self.page, text)
        self.hands.wait_for_change(version)
        self.page.keyboard.press("Escape")
        self.done.add(text.split()[0])
        self.follow()

    def march_hidden(self) -> None:
        """With the mouse, behind the curtain."""
        self.page.click(f".prompt-buttons [data-action='march {HIDDEN_MARCH}']")
        self.page.wait_for_selector(".target.move")
        version = self.hands.version()
        there = self.hands.uncovered(self.hands.targets("move"))[0]
        self.hands.click_middle(f".target[data-hex='{there}']")
        self.hands.wait_for_change(version)
        self.order(f"halt {HIDDEN_MARCH}")
        self.done.add("hidden march")

    def own_turn(self, view: Any) -> bool:
        """What this player means to do in a decision; False when that is nothing."""
        match view["decision"], view["to_act"]:
            case "Activation", "confederate" if view["private"] and "hidden march" not in self.done:
                self.follow()
                self.march_hidden()
            case "RecordBridges", _ if "record" not in self.done:
                self.look_for_hidden(False)
                self.order(f"record {BUILDER} {ACROSS}")
            case "HiddenWorks", _ if "seen" not in self.done:
                self.look_for_hidden(True)
                self.done.add("seen")
            case "Activation", "union" if "record" in self.done and "attack" not in self.done:
                return self.cross(view)
            case "Resupplying", "union" if "resupply" not in self.done:
                self.order(next(action for action in self.actions(view) if action.startswith("resupply")))
                self.order("done")
            case _:
                return False
        return True

    def look_for_hidden(self, shown: bool) -> None:
        """The cavalry is off the map, but its owner sees it."""
        self.follow()
        expect(self.page.locator(f".piece[data-unit='{HIDDEN_MARCH}']")).to_have_count(int(shown))
        expect(self.page.locator(f".piece.hidden-piece[data-unit='{HIDDEN_MARCH}']")).to_have_count(int(shown))

    def cross(self, view: Any) -> bool:
        """Lay the bridge, go over it and attack."""
        if "lay" not in self.done and f"lay {BUILDER}" in self.actions(view):
            self.order(f"lay {BUILDER}")
            return True
        for unit in ATTACKERS:
            if f"march {unit}" not in self.actions(view) or "lay" not in self.done:
                continue
            self.order(f"march {unit}")
            if f"step {unit} {ACROSS}" in self.actions(self.view):
                self.order(f"step {unit} {ACROSS}")
            attacks = [action for action in self.actions(self.view) if action.startswith(f"attack {unit}")]
            if attacks:
                self.order(attacks[0])
            return True
        return False

    def play_turn(self, turn: int) -> None:
        self.follow()
        expect(self.page.locator(".table > header")).to_contain_text(TURN[self.lang].format(turn), use_inner_text=True)
        view = self.view
        while not view["over"] and view["headline"]["turn"] == turn:
            if not self.own_turn(view):
                self.rest(view)
            view = self.view


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_campaign_from_its_first_turn_to_its_last(server, open_page, lang):
    page = open_page(json.dumps({"lang": lang, "askEnd": False}))
    person = Campaigner(server, page, lang)
    for turn in range(1, TURNS + 1):
        person.play_turn(turn)
    assert {"hidden march", "record", "seen", "lay", "step", "attack", "resupply"} <= person.done
    assert person.curtains >= 3  # the hidden movement, the bridges, the hidden works
    assert len(person.cards) == TURNS - EVENTS_FROM + 1
    assert all(EVENT[lang] in told for told in person.cards)
    page.wait_for_selector(".prompt.over")
    outcome = server.call(f"/games/{person.game}?lang={lang}", key=person.key)["outcome"]
    expect(page.locator(".prompt")).to_contain_text(outcome["level_name"], use_inner_text=True)
    expect(page.locator("dialog[open]")).to_have_count(0)


# -- the card of an event


def an_event(server) -> tuple[str, str]:
    """A game in which a random event has just been told: the advanced scenario begins with one."""
    game, made = server.new_game("certain-destruction", union="you", confederate="you")
    return game, made["key"]


def test_a_random_event_waits_to_be_read_once_in_each_browser(server, open_page):
    game, key = an_event(server)
    told = next(line for line in server.view(game, key)["log"] if line["key"].startswith("event.random_"))
    page, spectator = open_page(bypass_csp=True), open_page()
    page.goto(f"{server.address}/play/{game}#{key}")
    card = page.locator("dialog.event-card[open]")
    card.wait_for()
    expect(card).to_contain_text(told["text"], use_inner_text=True)
    expect(card).to_contain_text(told["clause"], use_inner_text=True)
    page.wait_for_selector(".piece")
    assert examine(page) == []
    page.reload()  # nobody has read it
    card.wait_for()
    page.keyboard.press("Escape")
    card.wait_for(state="detached")
    page.reload()
    settle_without_reading(page)
    expect(card).to_have_count(0)
    spectator.goto(f"{server.address}/play/{game}")  # another browser, without a seat
    spectator.locator("dialog.event-card[open]").wait_for()
    spectator.click(".event-card .primary")
    spectator.locator("dialog.event-card").wait_for(state="detached")


def test_the_card_can_be_switched_off(server, page):
    game, key = an_event(server)
    page.goto(f"{server.address}/play/{game}#{key}")
    settle(page)
    page.click("[aria-label='Menu']")
    page.get_by_label("Random events wait to be read").uncheck()
    page.keyboard.press("Escape")
    other, other_key = an_event(server)
    page.goto(f"{server.address}/play/{other}#{other_key}")
    settle_without_reading(page)
    expect(page.locator("dialog.event-card")).to_have_count(0)


def settle_without_reading(page) -> None:
    page.wait_for_selector(".piece")
    page.wait_for_selector(".table[data-ready='true']")


# -- the curtain


def test_the_curtain_is_drawn_over_a_secret_when_the_page_is_loaded(server, page):
    game, made = server.new_game(CAMPAIGN, union="you", confederate="you")
    key = made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    settle_without_reading(page)
    view = server.view(game, key)
    for _ in range(20):
        if view["private"]:
            break
        idle = next(one["action"] for one in view["options"]["general"] if one["action"] in IDLE)
        server.call(f"/games/{game}/actions", {"action": idle, "expected": view["version"]}, key)
        view = server.view(game, key)
    assert view["private"]
    page.wait_for_selector(CURTAIN)  # the same side had decided before
    page.keyboard.press("Enter")
    page.locator(CURTAIN).wait_for(state="detached")
    page.reload()
    page.wait_for_selector(CURTAIN)
    page.keyboard.press("Enter")
    page.locator(CURTAIN).wait_for(state="detached")
    page.locator(BOARD).focus()
    expect(page.locator("dialog")).to_have_count(0)  # a closed one leaves the page a moment later


def rest(server, game: str, key: str) -> str:
    """Do nothing more in a decision, by the server; who decides next."""
    view = server.view(game, key)
    idle = next(one["action"] for one in view["options"]["general"] if one["action"] in IDLE)
    server.call(f"/games/{game}/actions", {"action": idle, "expected": view["version"]}, key)
    return str(server.view(game, key)["to_act"])


def before_an_event() -> str:
    """The campaign at its first secret of the second turn, which an event follows, as a position."""
    battle = find_battle(CAMPAIGN)
    dice = SeededDice(1)
    state = begin(battle.set_up(battle.scenario(CAMPAIGN)), dice).state
    while state.turn < EVENTS_FROM - 1 or not isinstance(deciding(state), HiddenWorks):
        idle = next(action for action in options(state).general() if str(action) in IDLE)
        state = play(state, idle, dice).state
    return write_position(state)


def test_nothing_opens_over_a_curtain_that_is_drawn(server, page):
    """A page that was asleep while a secret was decided draws the curtain; an event is told before it is lifted."""
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": before_an_event(), "seats": seats, "pace_ms": 0})
    game, key = made["id"], made["key"]
    asleep: list[Any] = []
    page.route("**/events?*", lambda route: asleep.append(route))
    page.goto(f"{server.address}/play/{game}#{key}")
    page.wait_for_selector(CURTAIN)
    page.keyboard.press("Enter")
    page.locator(CURTAIN).wait_for(state="detached")
    assert [rest(server, game, key) for _ in range(2)] == ["confederate", "union"]
    eventually(page, lambda: bool(asleep), True)
    asleep[0].continue_()
    page.wait_for_selector(f"{CURTAIN}[aria-label^='Union']")
    assert rest(server, game, key) == "confederate"
    page.wait_for_selector(f"{CURTAIN}[aria-label^='Confederate']")
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.keyboard.press("Enter")
    page.locator(CURTAIN).wait_for(state="detached")
    expect(page.locator("dialog.event-card[open]")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)


def test_only_the_owner_of_hidden_units_sees_them_on_the_map(server, open_page):
    game, made = server.new_game(CAMPAIGN, union="you", confederate="link")
    keys = {"union": made["key"], "confederate": server.claim(game, made["invitations"]["confederate"])}
    view = server.view(game, keys["union"])
    for _ in range(20):
        if view["decision"] == "Activation" and view["to_act"] == "union" and view["headline"]["turn"] == 2:
            break
        key = keys[view["to_act"]]
        view = server.view(game, key)
        idle = next(one["action"] for one in view["options"]["general"] if one["action"] in IDLE)
        server.call(f"/games/{game}/actions", {"action": idle, "expected": view["version"]}, key)
        view = server.view(game, keys["union"])
    for side, key in keys.items():
        page = open_page()
        page.goto(f"{server.address}/play/{game}#{key}")
        settle_without_reading(page)
        expect(page.locator(CURTAIN)).to_have_count(0)
        expect(page.locator(f".tray [data-unit='{HIDDEN_MARCH}']")).to_have_count(int(side == "union"))
        hidden = page.locator(".piece.hidden-piece")
        if side == "union":
            expect(hidden).to_have_count(0)
        else:
            expect(hidden.and_(page.locator(f"[data-unit='{HIDDEN_MARCH}']"))).to_be_attached()
