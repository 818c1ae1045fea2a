"""Browser profiles that tests use one after the other, each as if it were new.

A new profile costs as much as half a page: a process is started for it, which knows no script, style sheet or font yet.
So a profile that nothing is left in is kept for the next test, with a page that keeps its process alive; what cannot
be wiped away for certain is closed. Each test has pages of its own in any case.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from player import UNPAINTED, WAIT_MS
from playwright.sync_api import Browser, Frame, Page

KEPT = 3  # at a time, each with a process of its own
USES = 30  # a process does not grow for ever

# What changes a profile for whoever comes after.
LASTING = (
    "add_cookies", "add_init_script", "clear_permissions", "expose_binding", "expose_function", "grant_permissions",
    "on", "once", "route", "route_from_har", "route_web_socket", "set_default_navigation_timeout",
    "set_default_timeout", "set_extra_http_headers", "set_geolocation", "set_offline",
)  # fmt: skip

# Empties the store that every page has, and tells what else there is: databases, caches, workers, a clock that is set.
WIPE = """async () => {
    localStorage.clear();
    const workers = await navigator.serviceWorker.getRegistrations();
    return [...(await indexedDB.databases()), ...(await caches.keys()), ...workers].length || "__pwClock" in globalThis;
}"""


class Profile:
    """A context of a browser, and a page of one of our servers that stays open in it."""

    def __init__(self, browser: Browser, address: str, options: dict[str, Any]) -> None:
        self.address = address
        self.options = options
        self.uses = 0
        self.spoilt = False
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(WAIT_MS)
        self.context.add_init_script(UNPAINTED)
        self.keeper = self.context.new_page()
        self.keeper.goto(f"{address}/assets/icon.svg")
        self.context.on("page", lambda page: page.on("framenavigated", self.follow))
        for name in LASTING:
            setattr(self.context, name, self.spoiling(getattr(self.context, name)))

    def spoiling(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def spoil(*args: Any, **options: Any) -> Any:
            self.spoilt = True
            return method(*args, **options)

        return spoil

    def follow(self, frame: Frame) -> None:
        """What a page of another server leaves behind is out of the keeper's reach."""
        if frame.url != "about:blank" and not frame.url.startswith(f"{self.address}/"):
            self.spoilt = True

    @property
    def pages(self) -> list[Page]:
        return [page for page in self.context.pages if page is not self.keeper]

    def wiped(self) -> bool:
        """Close the pages and throw away what they left behind; False if that is more than can be thrown away."""
        for page in self.pages:
            page.close()
        return not (self.spoilt or self.context.cookies() or self.keeper.evaluate(WIPE))


class Profiles:
    """The profiles of one browser that are free, the one used last at the end."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.free: list[Profile] = []

    def take(self, options: dict[str, Any]) -> Profile:
        profile = next((one for one in reversed(self.free) if one.options == options), None)
        if profile is None:
            profile = Profile(self.browser, self.address, options)
        else:
            self.free.remove(profile)
        profile.uses += 1
        return profile

    def give_back(self, profile: Profile, keep: bool = True) -> None:
        """Ready for the next test, or closed."""
        if keep and profile.uses < USES and profile.wiped():
            self.free.append(profile)
        else:
            profile.context.close()
        while len(self.free) > KEPT:
            self.free.pop(0).context.close()
