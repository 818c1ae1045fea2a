"""Every lesson is completed in a real browser by mouse and by keyboard, in both languages.

In a set one hand does every other lesson in English, the rest in Japanese, and the other hand the other way round:
every lesson meets both hands and both languages, every set all four pairs. So do the puzzles, one of each system.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from player import BOARD, HEX_MIDDLE, Keyboard, Mouse, Player, eventually, read_event
from playwright.sync_api import Page, expect
from test_access import examine

from hardtack.referee.register import LANGUAGES
from hardtack.table import Match, lessons

SETS = [found for found in lessons.all_sets() if found.kind == "lesson"]
DONE = ".lesson[data-state='done']"


class Desk:
    """What both hands share: the lesson on the page, and the same lesson here, to know what a step means."""

    begins_at_once = False  # what the planner declares begins by itself, where nobody else can join
    hand_of: Callable[[Page], Any]
    choose_in: Callable[[Page, str], None]  # on a page of lists, the thing that is meant

    def __init__(self, hands: Player, lesson: lessons.Lesson) -> None:
        self.hands, self.page, self.lesson = hands, hands.page, lesson
        self.match: Match = lessons.begin(lesson)

    def solve(self) -> None:
        last = ""
        for step in self.lesson.solution:
            seen = self.hands.look_in_turn()
            if seen["event"]:
                read_event(self.page)
            if step.startswith(lessons.TRY):
                self.attempt(step.removeprefix(lessons.TRY))
            elif step == "go" and self.begins_at_once and len(self.match.legal()) == 1 and not last.startswith("join "):
                self.page.wait_for_selector("[data-commit='go']", state="detached")  # nobody could join: it has begun
            else:
                self.do(step)
                self.hands.wait_for_change(seen["version"])
            lessons.follow(self.lesson, self.match, step)
            last = step
        self.page.wait_for_selector(DONE)

    def words(self, action: str) -> Any:
        """How the page presents an action."""
        return self.match.battle.page.hint(self.match.state, self.match.parse(action))

    def attempt(self, action: str) -> None:
        raise NotImplementedError

    def do(self, action: str) -> None:
        raise NotImplementedError


def by_mouse(page: Page, selector: str) -> None:
    page.click(selector)


def by_keyboard(page: Page, selector: str) -> None:
    page.locator(selector).press("Enter")


class MouseDesk(Desk):
    hands: Mouse
    hand_of = Mouse
    choose_in = staticmethod(by_mouse)
    begins_at_once = True

    def choose(self, unit: str) -> None:
        """Take a unit up, if it is not in hand: out of a stack, the one that is meant."""
        for _ in range(4):
            if not unit or self.page.locator(f".piece.selected[data-unit='{unit}']").count():
                return
            self.hands.click_middle(f".piece[data-unit='{unit}']")
            self.hands.wait_for_quiet()
            popup = self.page.locator(f".popup.choice:not([hidden]) [data-choose='{unit}']")
            if popup.count():
                popup.click()
                self.hands.wait_for_quiet()

    def press(self, selector: str) -> bool:
        for button in self.page.locator(selector).all():
            row = button.locator("xpath=ancestor::details[not(@open)]/summary")
            if row.count():
                row.click()  # as a person does: the page keeps in mind what was unfolded by hand
            if button.is_visible():
                button.click()
                return True
        return False

    def confirm(self) -> None:
        if self.page.locator("dialog[open] [data-confirm]").count():
            self.page.click("dialog [data-confirm]")

    def do(self, action: str) -> None:
        hint = self.words(action)
        if action.startswith("join "):
            self.page.click(f".planner .toggle.without[data-unit='{hint.unit}']")
            return
        if action == "go":
            self.page.click(".planner [data-commit='go']")
            return
        button = f".prompt-buttons [data-action='{action}']"
        meaning = f".popup.choice:not([hidden]) [data-action='{action}']"
        if self.press(f".planner [data-commit='{action}']"):
            return
        if not self.press(button):
            self.choose(hint.unit or next(iter(hint.attackers), ""))
            if not self.press(meaning) and not self.press(button):
                self.hands.click_middle(f".target[data-hex='{hint.hex}'], .ahead[data-ahead='{hint.hex}']")
                if hint.kind == "attack":
                    self.commit(action)
                self.press(meaning)
        self.confirm()

    def commit(self, action: str) -> None:
        """Of the ways to attack that the planner offers, this one."""
        self.page.wait_for_selector(".planner [data-commit]")
        for tab in range(5):
            self.page.wait_for_selector(".planner .chance, .planner .certain")
            if self.press(f".planner [data-commit='{action}']"):
                return
            self.page.locator(".planner .tab").nth(tab).click()

    def attempt(self, action: str) -> None:
        """Choose the unit and a hex; of a unit that cannot act at all its panel says why."""
        parsed = self.match.parse(action)
        unit, hex_ = getattr(parsed, "unit", ""), getattr(parsed, "hex", "")
        if unit in self.match.options.actors():
            self.choose(unit)
            self.page.mouse.click(*self.page.evaluate(HEX_MIDDLE, [self.match.scenario.id, hex_]))
        else:
            self.hands.click_middle(f".piece[data-unit='{unit}']")


class KeyboardDesk(Desk):
    hands: Keyboard
    hand_of = Keyboard
    choose_in = staticmethod(by_keyboard)

    def command(self, text: str) -> None:
        self.page.locator(BOARD).focus()
        self.hands.press("/")
        self.page.keyboard.type(text)
        self.hands.press("Enter")

    def do(self, action: str) -> None:
        if action == "go":  # which the command box takes for a question
            self.page.wait_for_selector(".planner [data-commit='go']")
            self.page.locator(BOARD).press("Enter")
            return
        shown = [button["action"] for button in self.hands.buttons()]
        if action in shown[:9]:
            self.page.locator(BOARD).focus()
            self.hands.press(str(shown.index(action) + 1))
            if self.page.locator("dialog[open] [data-confirm]").count():
                self.hands.press("Enter")
        else:
            self.command(action)
            self.hands.press("Escape")

    def attempt(self, action: str) -> None:
        self.command(action)
        self.page.wait_for_selector(DONE)
        self.hands.press("Escape")


DESKS = pytest.mark.parametrize("desk", [MouseDesk, KeyboardDesk], ids=["mouse", "keyboard"])


def shared_out(desk: type[Desk], tasks: Sequence[Any]) -> list[tuple[str, Sequence[Any]]]:
    """Which of them this hand does in which language: the other hand does them the other way round."""
    first, other = ("en", "ja") if desk is MouseDesk else ("ja", "en")
    return [(first, tasks[::2]), (other, tasks[1::2])]


def speak(page: Page, desk: type[Desk], lang: str) -> None:
    desk.choose_in(page, f".languages [data-lang='{lang}']")
    page.wait_for_selector(f"html[lang='{lang}'] .lesson-row")


@DESKS
@pytest.mark.parametrize("found", SETS, ids=lambda one: one.id)
def test_every_lesson(server, open_page, found, desk):
    page = open_page(bypass_csp=True)
    page.goto(f"{server.address}/learn")
    for lang, half in shared_out(desk, found.lesson):
        speak(page, desk, lang)
        for lesson in half:
            desk.choose_in(page, f"[data-set='{found.id}'] [data-lesson='{lesson.id}']")
            title = lesson.title[LANGUAGES.index(lang)]
            page.wait_for_selector(f".lesson h2:text-is('{title}')")
            desk(desk.hand_of(page), lesson).solve()
            if lesson is found.lesson[0]:
                assert examine(page) == []
            desk.choose_in(page, ".lesson-number a")
            page.wait_for_selector(f"[data-set='{found.id}'] .ticked[data-lesson='{lesson.id}']")
    expect(page.locator(f"[data-set='{found.id}'] .lesson-row:not(.ticked)")).to_have_count(0)


@DESKS
def test_one_lesson_leads_to_the_next_and_the_last_to_all(server, open_page, desk):
    found = next(one for one in SETS if one.id == "advanced")
    page = open_page('{"lang": "en"}')
    page.goto(f"{server.address}/learn/{found.id}/{found.lesson[-2].id}")
    for lesson in found.lesson[-2:]:
        page.wait_for_selector(f".lesson h2:text-is('{lesson.title[0]}')")
        desk(desk.hand_of(page), lesson).solve()
        if desk is MouseDesk:
            page.click("[data-lesson-next]")
        else:
            page.locator(BOARD).press("g")
    page.wait_for_selector(".lesson-row.ticked")


def test_the_way_to_the_lessons_and_an_attempt_that_failed(server, open_page):
    page = open_page('{"lang": "en"}', bypass_csp=True)
    page.goto(server.address)
    page.click(".to-learn a >> nth=0")
    page.wait_for_selector(".lesson-row")
    assert examine(page) == []
    page.click(".first-lesson")
    hands = Mouse(page)
    hands.wait_for_turn()
    expect(page.locator("[data-pointed='0804']")).to_have_count(1)  # the hex that the task names
    page.locator(BOARD).press("h")
    expect(page.locator(".lesson-hint")).to_be_visible()
    expect(page.locator("[data-pointed='0804']")).to_have_count(1)
    page.click(".prompt-buttons .end")
    page.click("dialog [data-confirm]")
    page.wait_for_selector(".lesson[data-state='failed']")
    page.click("[data-lesson-again]")
    page.wait_for_selector(".lesson:not([data-state='failed'])")
    hands.wait_for_turn()
    eventually(page, hands.lit_units, ["SHE"])
    page.goto(server.address)
    page.wait_for_selector(".games:not(.own) > *")
    expect(page.locator(".games.own")).to_be_hidden()  # a lesson that was left is no game that waits


def test_the_fight_of_a_lesson_can_be_read_beside_its_tick(server, open_page):
    page = open_page('{"lang": "en"}')
    page.goto(f"{server.address}/learn/bull-run/attack")
    hands = Mouse(page)
    hands.wait_for_turn()
    MouseDesk(hands, lessons.find_lesson("bull-run", "attack")[1]).solve()
    page.wait_for_selector(".fight .fight-roll")
    assert page.locator(".fight").bounding_box()["height"] >= 300
    expect(page.locator("[data-lesson-next]")).to_be_in_viewport()
    expect(page.locator("[data-read]")).to_be_in_viewport()


def test_on_a_phone_a_hint_and_a_mistake_come_into_sight(server, open_page):
    page = open_page('{"lang": "ja"}', viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"{server.address}/learn/bull-run/march")
    hands = Mouse(page)
    hands.wait_for_turn()
    page.click("[data-lesson-hint]")
    expect(page.locator(".lesson-hint")).to_be_in_viewport(ratio=1)
    hands.click_middle(".target[data-hex='0904']")
    expect(page.locator(".lesson-say")).to_be_in_viewport(ratio=1)


def chosen_puzzles() -> list[tuple[str, lessons.Lesson]]:
    """One puzzle of each system, such that every kind is among them."""
    found = [one for one in lessons.all_sets() if one.kind == "puzzle"]
    wanted = [*lessons.THEMES[1:], *lessons.THEMES]
    return [
        (one.id, next((puzzle for puzzle in one.lesson if puzzle.theme == theme), one.lesson[0]))
        for one, theme in zip(found, wanted, strict=True)
    ]


PUZZLES = chosen_puzzles()


@DESKS
def test_a_puzzle_of_each_system(server, open_page, desk):
    assert {puzzle.theme for _, puzzle in PUZZLES} == set(lessons.THEMES)
    page = open_page(bypass_csp=True)
    page.goto(f"{server.address}/puzzles")
    for lang, half in shared_out(desk, PUZZLES):
        speak(page, desk, lang)
        assert examine(page) == []
        for found, puzzle in half:
            desk.choose_in(page, f"[data-set='{found}'] [data-lesson='{puzzle.id}']")
            title = json.dumps(puzzle.title[LANGUAGES.index(lang)], ensure_ascii=False)  # it may have an apostrophe
            page.wait_for_selector(f".lesson h2:text-is({title})")
            desk(desk.hand_of(page), puzzle).solve()
            desk.choose_in(page, ".lesson-number a")
            page.wait_for_selector(f"[data-set='{found}'] .ticked[data-lesson='{puzzle.id}']")


def test_the_list_of_puzzles_can_be_narrowed_and_a_wrong_answer_is_told_what_it_loses(server, open_page):
    page = open_page('{"lang": "en"}')
    page.goto(f"{server.address}/puzzles")
    page.wait_for_selector(".lesson-row")
    page.locator("[data-filter='set bull-run-puzzles']").press("Enter")
    page.wait_for_selector("[data-set='sharpsburg-puzzles']", state="detached")
    page.click("[data-filter='theme withdraw']")
    page.wait_for_selector("[data-lesson='attack-1']", state="detached")
    expect(page.locator("[data-filter='theme withdraw'][aria-pressed='true']:focus")).to_have_count(1)
    page.click("[data-lesson='withdraw-1']")
    hands, puzzle = Keyboard(page), lessons.find_lesson("bull-run-puzzles", "withdraw-1")[1]
    hands.wait_for_turn()
    desk = KeyboardDesk(hands, puzzle)
    for step in puzzle.trap:
        desk.do(step)
    page.wait_for_selector(".lesson[data-state='failed']")
    expect(page.locator(".lesson-say")).to_contain_text(f"{puzzle.percents[1]} %")
    page.click(".lesson-number a")
    page.wait_for_selector("[data-set='bull-run-puzzles'] [data-lesson='withdraw-1']:not(.ticked)")
    expect(page.locator("[data-set]")).to_have_count(1)  # the list is as it was left
