"""A person at the board: looks at what is lit, and clicks it or presses keys. Knows nothing of any battle."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page

BOARD = ".board-frame"
# Something is to be decided here, everything it needs has arrived, and nothing of ours is on its way to the server.
QUIET = ".table[data-ready='true']:not([data-busy='true'])"
READY = f"{QUIET} .prompt.yours, {QUIET} .prompt.over"
WAIT_MS = 40_000  # a machine may be slow; a test that fails may take its time to do so


# A page that nobody looks at is laid out, hit and heard as ever, but not painted: that is most of a browser's work.
UNPAINTED = """{
    const veil = new CSSStyleSheet();
    veil.replaceSync("html { opacity: 0 }");
    document.adoptedStyleSheets.push(veil);
}"""


def paint(page: Page) -> None:
    """From now on the page is painted, as for whoever judges its colours or takes a picture of it."""
    page.evaluate("() => { document.adoptedStyleSheets = []; }")


def settle(page: Page) -> None:
    """Wait until the board stands still: fonts loaded, every counter drawn."""
    page.wait_for_selector(".piece")
    page.wait_for_function("() => document.fonts.status === 'loaded' && !document.querySelector('.counter.blank')")
    read_event(page)


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


class Player:
    """What both kinds of hands share: reading the page."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.started = -1  # the version at the beginning of the present decision
        self.chance = random.Random(seed)

    def wait_for_turn(self, timeout: int = 2 * WAIT_MS) -> bool:
        """Wait until something is to be decided here; False when the game is over."""
        self.page.wait_for_selector(READY, timeout=timeout)
        return not self.is_over()

    def wait_for_quiet(self) -> None:
        """Wait until the page is not waiting for the server."""
        self.page.wait_for_selector(QUIET)

    def is_over(self) -> bool:
        return self.page.locator(".prompt.over").count() > 0

    def version(self) -> int:
        return int(self.page.locator(".table").get_attribute("data-version") or -1)

    def wait_for_change(self, version: int) -> None:
        self.page.wait_for_function(
            "before => Number(document.querySelector('.table')?.dataset.version) > before", arg=version
        )

    def lit_units(self) -> list[str]:
        return self.page.eval_on_selector_all(".piece.can-act", "all => all.map(one => one.dataset.unit)")

    def targets(self, kind: str) -> list[str]:
        return self.page.eval_on_selector_all(f".target.{kind}", "all => all.map(one => one.dataset.hex)")

    def buttons(self) -> list[dict[str, Any]]:
        """The buttons of the prompt that are in sight: what they do and whether they end the phase."""
        return self.page.eval_on_selector_all(
            ".prompt-buttons [data-action]",
            "all => all.filter(one => one.checkVisibility())"
            ".map(one => ({action: one.dataset.action, end: one.classList.contains('end')}))",
        )


class Mouse(Player):
    """Plays with the mouse alone."""

    def click_middle(self, selector: str) -> None:
        x, y = self.middle(selector)
        board = self.page.locator(BOARD).bounding_box()
        assert board is not None
        if not (board["x"] < x < board["x"] + board["width"] and board["y"] < y < board["y"] + board["height"]):
            self.page.click(".zooms button:last-child")  # out of sight: show the whole map
            x, y = self.middle(selector)
        self.page.mouse.click(x, y)

    def uncovered(self, hexes: list[str]) -> list[str]:
        """Those of the lit hexes that no fan or card lies upon; a person would not click through one either.

        The pointer leaves the board for it: the fan of a stack it rests on would open sooner or later.
        """
        self.page.mouse.move(5, 5)
        free = set(self.page.eval_on_selector_all(".target", ON_TOP))
        return [hex_ for hex_ in hexes if hex_ in free] or hexes

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def decide(self, marches: int) -> None:
        """Answer the present decision; `marches` units are moved before the phase is ended."""
        self.wait_for_turn()
        self.started = version = self.version()
        buttons = self.buttons()
        choices = [button for button in buttons if not button["end"]]
        if choices:
            pick = self.chance.choice(choices)["action"]
            self.page.click(f".prompt-buttons [data-action='{pick}']")
        elif marches > 0 and self.act_with_unit():
            pass
        elif any(button["end"] for button in buttons):
            self.page.click(".prompt-buttons .end")
            if self.page.locator("dialog[open] [data-confirm]").count():
                self.page.click("dialog [data-confirm]")
        else:
            assert self.act_with_unit(most=1000), "nothing to click"
        self.wait_for_change(version)

    def act_with_unit(self, most: int = 4) -> bool:
        """Click a lit unit, on the map or beside it, then a lit hex. False when none of so many leads anywhere."""
        self.wait_for_turn()
        self.started = self.version()
        if self.go_on():
            return True
        units = self.lit_units()
        self.chance.shuffle(units)
        for unit in units[:most]:
            self.click_middle(f".piece[data-unit='{unit}']")
            if self.go_on(unit):
                return True
        for button in self.page.locator(".tray .counter-button.can-act").all()[:most]:
            button.click()
            if self.go_on(button.get_attribute("data-unit") or ""):
                return True
        return False

    def go_on(self, unit: str = "") -> bool:
        """What follows when a unit is chosen: a hex, an attack, a question; or the choice was all."""
        self.wait_for_quiet()
        if self.version() != self.started:
            return True
        if self.answer(unit):
            return True
        attacks, moves = self.targets("attack"), self.targets("move") + self.targets("choose")
        if attacks:
            self.click_middle(f".target[data-hex='{self.uncovered(attacks)[0]}']")
            self.page.wait_for_selector(".planner .chance, .planner .certain")
            self.page.click(".planner [data-commit]")
            return True
        if moves:
            self.click_middle(f".target[data-hex='{self.chance.choice(self.uncovered(moves))}']")
            self.answer()
            return True
        buttons = [button["action"] for button in self.buttons() if not button["end"]]
        if unit and buttons:
            self.page.click(f".prompt-buttons [data-action='{self.chance.choice(buttons)}']")
            return True
        return False

    def answer(self, unit: str = "") -> bool:
        """A small question on the map: take the unit that was meant, else the first thing offered."""
        popup = self.page.locator(".popup.choice:not([hidden])")
        if not popup.count():
            return False
        wanted = popup.locator(f"[data-choose='{unit}']")
        if unit and wanted.count():
            wanted.click()
            return self.go_on()
        popup.locator("[data-action]").first.click()
        return True


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
        self.wait_for_turn()
        version = self.version()
        buttons = self.buttons()
        choices = [number for number, button in enumerate(buttons, 1) if not button["end"]]
        if choices:
            self.press(str(self.chance.choice(choices[:9])))
        elif marches > 0 and self.act_with_unit():
            pass
        elif any(button["end"] for button in buttons):
            self.press("Escape", "Escape", "e")
            if self.page.locator("dialog[open] [data-confirm]").count():
                self.press("Enter")
        else:
            self.go_somewhere()
        self.wait_for_change(version)

    def act_with_unit(self) -> bool:
        """Tab to a unit, steer the cursor to a lit hex near it, Enter; Enter again commits an attack."""
        self.page.locator(BOARD).press("Escape")
        for _ in range(self.chance.randint(1, 4)):
            self.press("Tab")
        self.wait_for_quiet()
        if not self.page.locator(".piece.selected").count():
            return False
        goals = set(self.targets("move")) | set(self.targets("attack"))
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
            goals = self.targets("attack") + self.targets("move") + self.targets("choose")
            if goals:
                self.press("/")
                self.page.keyboard.type(f"go {goals[0]}")
                self.press("Enter")
                return self.enter(goals[0])
            self.press("Tab")
            self.wait_for_quiet()
        raise AssertionError("no unit leads anywhere")


def play_out(player: Mouse | Keyboard, marches: int = 1, most: int = 900) -> int:
    """Play until the game is over; returns the number of decisions made here."""
    left = marches
    for made in range(most):
        if not player.wait_for_turn():
            return made
        phase = player.page.locator(".phase").inner_text()
        player.decide(left)
        left -= 1
        if player.page.locator(".phase").inner_text() != phase:
            left = marches
    raise AssertionError("the game does not end")
