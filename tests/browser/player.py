"""A person at the board: looks at what is lit, and clicks it or presses keys. Knows nothing of any battle."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

BOARD = ".board-frame"
# Where the middle of a hex is on the screen.
HEX_MIDDLE = """async ([scenario, hex]) => {
    const {hexes, width} = await (await fetch(`/api/scenarios/${scenario}/geometry`)).json();
    const sheet = document.querySelector("svg.sheet").getBoundingClientRect(), scale = sheet.width / width;
    return [sheet.x + hexes[hex][0] * scale, sheet.y + hexes[hex][1] * scale];
}"""
# Something is to be decided here, everything it needs has arrived, and nothing of ours is on its way to the server.
QUIET = ".table[data-ready='true']:not([data-busy='true'])"
READY = f"{QUIET} .prompt.yours, {QUIET} .prompt.over"
QUESTION = ".popup.choice:not([hidden])"
CONFIRM = "dialog[open] [data-confirm]"
WAIT_MS = 40_000  # a machine may be slow; a test that fails may take its time to do so


# A page that nobody looks at is laid out, hit and heard as ever, but not painted: that is most of a browser's work.
UNPAINTED = """{
    const veil = new CSSStyleSheet();
    veil.replaceSync("html { opacity: 0 }");
    document.adoptedStyleSheets.push(veil);
}"""


def paint(page: Page) -> None:
    """From now on the page is painted, as for whoever takes a picture of it."""
    page.evaluate("() => { document.adoptedStyleSheets = []; }")


def settle(page: Page) -> None:
    """Wait until the board stands still: fonts loaded, every counter drawn."""
    page.wait_for_selector(".piece")
    page.wait_for_function("() => document.fonts.status === 'loaded' && !document.querySelector('.counter.blank')")
    read_event(page)


def eventually(page: Page, read: Callable[[], Any], wanted: Any) -> None:
    """Wait until something that is read from the page is as wanted: no page is to be judged by a moment of it."""
    end = time.monotonic() + WAIT_MS / 1000
    while (found := read()) != wanted and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert found == wanted


def tab_to_another(page: Page, last: str = "") -> str:
    """Press Tab on the board; the unit that is in hand then."""
    page.keyboard.press("Tab")
    page.wait_for_function(
        "last => (document.querySelector('.piece.selected')?.dataset.unit ?? last) !== last", arg=last
    )
    return str(page.locator(".piece.selected").get_attribute("data-unit"))


def read_event(page: Page) -> str:
    """What the card of a random event says, if one lies there; it is put away."""
    card = page.locator("dialog.event-card[open]")
    if not card.count():
        return ""
    told = str(card.locator(".events").inner_text())
    page.keyboard.press("Enter")
    card.wait_for(state="detached")
    return told


ON_TOP = """all => all.filter(one => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return top && top.closest(".board-frame") && !top.closest(".floating, .fan");
}).map(one => one.dataset.hex)"""


# All that a player looks at, in one look: every question to a browser takes its time, and a page that is asked twice
# may have changed in between. Taken when something is there, for which it waits.
LOOK = """async ([wanted, most]) => {
    const end = performance.now() + most;
    while (!document.querySelector(wanted)) {
        if (performance.now() > end) throw new Error(`waited in vain for ${wanted}`);
        await new Promise((done) => setTimeout(done, 20));
    }
    const all = (selector) => [...document.querySelectorAll(selector)], hex = (one) => one.dataset.hex;
    return {
        version: Number(document.querySelector(".table").dataset.version ?? -1),
        over: all(".prompt.over").length > 0,
        phase: document.querySelector(".phase")?.innerText ?? "",
        lit: all(".piece.can-act").map((one) => one.dataset.unit),
        attacks: all(".target.attack").map(hex),
        moves: [...all(".target.move"), ...all(".target.choose")].map(hex),
        asked: all(".popup.choice:not([hidden])").length > 0,
        event: all("dialog.event-card[open]").length > 0,
        buttons: all(".prompt-buttons [data-action]").filter((one) => one.checkVisibility())
            .map((one) => ({ action: one.dataset.action, end: one.classList.contains("end") })),
    };
}"""

Seen = dict[str, Any]


class Player:
    """What both kinds of hands share: reading the page."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.started = -1  # the version at the beginning of the present decision
        self.chance = random.Random(seed)

    def look(self, wanted: str = QUIET, timeout: int = WAIT_MS) -> Seen:
        """What the page shows, once it is not waiting for the server or whatever else is wanted."""
        return self.page.evaluate(LOOK, [wanted, timeout])

    def look_in_turn(self) -> Seen:
        """What it shows once something is to be decided here, or the game is over."""
        return self.look(READY, 2 * WAIT_MS)

    def wait_for_turn(self) -> bool:
        """Wait until something is to be decided here; False when the game is over."""
        return not self.look_in_turn()["over"]

    def wait_for_quiet(self) -> None:
        """Wait until the page is not waiting for the server."""
        self.look()

    def version(self) -> int:
        return int(self.page.locator(".table").get_attribute("data-version") or -1)

    def wait_for_change(self, version: int) -> None:
        self.page.wait_for_function(
            "before => Number(document.querySelector('.table')?.dataset.version) > before", arg=version
        )

    def meets(self, version: int, selector: str) -> bool:
        """Wait until something comes into sight, or an action is on its way without it; whether it did come."""
        self.page.wait_for_function(
            """([before, wanted]) => Number(document.querySelector('.table')?.dataset.version) > before
                || document.querySelector(".table[data-busy='true']")
                || [...document.querySelectorAll(wanted)].some((one) => one.checkVisibility())""",
            arg=[version, selector],
        )
        return self.page.locator(selector).locator("visible=true").count() > 0

    def lit_units(self) -> list[str]:
        return self.page.eval_on_selector_all(".piece.can-act", "all => all.map(one => one.dataset.unit)")

    def targets(self, kind: str) -> list[str]:
        return self.page.eval_on_selector_all(f".target.{kind}", "all => all.map(one => one.dataset.hex)")

    def buttons(self) -> list[dict[str, Any]]:
        """The buttons of the prompt that are in sight: what they do and whether they end the phase."""
        return self.look()["buttons"]


# The middle of the first of some elements, and whether it lies on the board. Not before the next frame: whoever is
# needed for a decision is brought into sight with it.
MIDDLE = """async ([selector, frame]) => {
    await new Promise(requestAnimationFrame);
    const found = document.querySelector(selector), over = document.querySelector(frame)?.getBoundingClientRect();
    if (!found) throw new Error(`there is no ${selector}`);
    const box = found.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    return [x, y, Boolean(over && over.left < x && x < over.right && over.top < y && y < over.bottom)];
}"""


class Mouse(Player):
    """Plays with the mouse alone."""

    def click_middle(self, selector: str) -> None:
        x, y, in_sight = self.look_for(selector)
        if not in_sight:
            self.page.click(".zooms button:last-child")  # show the whole map
            x, y, _ = self.look_for(selector)
        self.page.mouse.click(x, y)

    def look_for(self, selector: str) -> tuple[float, float, bool]:
        """Where the middle of an element is, and whether it is in sight on the board."""
        self.page.wait_for_selector(selector, state="attached")
        x, y, in_sight = self.page.evaluate(MIDDLE, [selector, BOARD])
        return x, y, in_sight

    def uncovered(self, hexes: list[str]) -> list[str]:
        """Those of the lit hexes that no fan or card lies upon; a person would not click through one either.

        The pointer leaves the board for it: the fan of a stack it rests on would open sooner or later.
        """
        self.page.mouse.move(5, 5)
        free = set(self.page.eval_on_selector_all(".target", ON_TOP))
        return [hex_ for hex_ in hexes if hex_ in free] or hexes

    def middle(self, selector: str) -> tuple[float, float]:
        return self.look_for(selector)[:2]

    def decide(self, marches: int) -> None:
        """Answer the present decision; `marches` units are moved before the phase is ended."""
        seen = self.look_in_turn()
        choices = [button for button in seen["buttons"] if not button["end"]]
        if choices:
            pick = self.chance.choice(choices)["action"]
            self.page.click(f".prompt-buttons [data-action='{pick}']")
        elif marches > 0 and self.act_with_unit():
            pass
        elif any(button["end"] for button in seen["buttons"]):
            self.page.click(".prompt-buttons .end")
            if self.meets(seen["version"], CONFIRM):
                self.page.click(CONFIRM)
        else:
            assert self.act_with_unit(most=1000), "nothing to click"
        self.wait_for_change(seen["version"])

    def act_with_unit(self, most: int = 4) -> bool:
        """Click a lit unit, on the map or beside it, then a lit hex. False when none of so many leads anywhere."""
        seen = self.look_in_turn()
        self.started = seen["version"]
        if self.go_on(seen):
            return True
        units = seen["lit"]
        self.chance.shuffle(units)
        for unit in units[:most]:
            self.click_middle(f".piece[data-unit='{unit}']")
            if self.go_on(self.look(), unit):
                return True
        for button in self.page.locator(".tray .counter-button.can-act").all()[:most]:
            button.click()
            if self.go_on(self.look(), button.get_attribute("data-unit") or ""):
                return True
        return False

    def go_on(self, seen: Seen, unit: str = "") -> bool:
        """What follows when a unit is chosen: a hex, an attack, a question; or the choice was all."""
        if seen["version"] != self.started:
            return True
        if seen["asked"]:
            return self.answer(unit)
        if seen["attacks"]:
            self.click_middle(f".target[data-hex='{self.uncovered(seen['attacks'])[0]}']")
            self.commit()
            return True
        if seen["moves"]:
            self.click_middle(f".target[data-hex='{self.chance.choice(self.uncovered(seen['moves']))}']")
            if self.meets(self.started, QUESTION):
                self.answer()
            return True
        buttons = [button["action"] for button in seen["buttons"] if not button["end"]]
        if unit and buttons:
            self.page.click(f".prompt-buttons [data-action='{self.chance.choice(buttons)}']")
            return True
        return False

    def answer(self, unit: str = "") -> bool:
        """A small question on the map: take the unit that was meant, else the first thing offered."""
        popup = self.page.locator(QUESTION)
        wanted = popup.locator(f"[data-choose='{unit}']")
        if unit and wanted.count():
            wanted.click()
            return self.go_on(self.look())
        popup.locator("[data-action]").first.click()
        if self.meets(self.started, ".planner [data-commit]"):  # it was an attack, which is weighed first
            self.commit()
        return True

    def commit(self) -> None:
        """Begin the attack in the planner, once its chances are told."""
        self.page.wait_for_selector(".planner .chance, .planner .certain")
        self.page.click(".planner [data-commit]")


class Keyboard(Player):
    """Plays with the keyboard alone."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 120) -> None:
        """Tab until the focus is on an element."""
        for _ in range(most):
            if self.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def decide(self, marches: int) -> None:
        seen = self.look_in_turn()
        choices = [number for number, button in enumerate(seen["buttons"], 1) if not button["end"]]
        if choices:
            self.press(str(self.chance.choice(choices[:9])))
        elif marches > 0 and self.act_with_unit():
            pass
        elif any(button["end"] for button in seen["buttons"]):
            self.press("Escape", "Escape", "e")
            if self.meets(seen["version"], CONFIRM):
                self.press("Enter")
        else:
            self.go_somewhere()
        self.wait_for_change(seen["version"])

    def act_with_unit(self) -> bool:
        """Tab to a unit, steer the cursor to a lit hex near it, Enter; Enter again commits an attack."""
        self.page.locator(BOARD).press("Escape")
        for _ in range(self.chance.randint(1, 4)):
            self.press("Tab")
        seen = self.look()
        if not self.page.locator(".piece.selected").count():
            return False
        goals = {*seen["moves"], *seen["attacks"]}
        if not goals:
            return False
        for _ in range(8):
            self.press(self.chance.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "q", "d", "w", "a"]))
            here = self.page.locator(".cursor").get_attribute("data-hex")
            if here in goals:
                self.enter(here)
                return True
        return False

    def enter(self, hex_: str) -> None:
        """Enter on a lit hex; again to commit an attack, or to confirm a risk on the button that has the focus."""
        attack = hex_ in self.targets("attack")
        self.press("Enter")
        if attack:
            self.page.wait_for_selector(".planner .chance, .planner .certain")
            self.press("Enter")
        elif self.page.locator(".popup:not([hidden])").count():
            self.press("Enter")

    def go_somewhere(self) -> None:
        """Where the phase cannot be ended: Tab until a unit leads somewhere, and go there by the command box."""
        self.page.locator(BOARD).press("Escape")
        for _ in range(60):
            seen = self.look()
            goals = seen["attacks"] + seen["moves"]
            if goals:
                self.press("/")
                self.page.keyboard.type(f"go {goals[0]}")
                self.press("Enter")
                return self.enter(goals[0])
            self.press("Tab")
        raise AssertionError("no unit leads anywhere")


def play_out(player: Mouse | Keyboard, marches: int = 1, most: int = 900) -> int:
    """Play until the game is over; returns the number of decisions made here."""
    left, phase = marches, ""
    for made in range(most):
        seen = player.look_in_turn()
        if seen["over"]:
            return made
        if seen["phase"] != phase:
            left, phase = marches, seen["phase"]
        player.decide(left)
        left -= 1
    raise AssertionError("the game does not end")
