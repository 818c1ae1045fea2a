"""A server, a Chromium and pages in it. A page that writes an error to its console fails its test."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from chromium import start_chromium
from player import WAIT_MS, paint
from profiles import Profile, Profiles
from served import Served

from hardtack.draw import board_svg
from hardtack.server.library import Library
from hardtack.server.pictures import PictureCache, make_picture, wanted_boards
from machine import one_at_a_time

LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PLACE = {"locale": "en-GB", "timezone_id": "UTC", "color_scheme": "light", "reduced_motion": "reduce"}

ASK_MS = 20

OpenPage = Callable[..., Page]

expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """On a machine without a Japanese font."""
    opened = start_chromium(playwright, tmp_path_factory.mktemp("chromium"))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def japanese_browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """On a machine that has a Japanese font of its own."""
    opened = start_chromium(playwright, tmp_path_factory.mktemp("chromium"), japanese=True)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder for all workers of this session."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "shared"  # all workers have the parent in common
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def pictures(shared: Path) -> Path:
    """Every board, drawn by the first worker that comes here: the others wait for what they would draw themselves.

    Not by `warm_up`: its process gives way to all others, and on a busy machine everybody would wait for it.
    """
    folder = shared / "pictures"
    folder.mkdir(exist_ok=True)
    cache = PictureCache(folder)
    with one_at_a_time("pictures"):
        for (board, lang), triple in wanted_boards(Library()).items():
            if cache.find(".".join(triple)) is None:
                cache.keep(".".join(triple), make_picture(board_svg(board, lang=lang)))
    return folder


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, pictures: Path) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("home"), pictures)
    yield served
    served.stop()


class Watch:
    """Collects what a page complains of."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.allowed: list[str] = []  # words of complaints that a test expects

    def follow(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.complaints.append(f"{error} {error.stack}"))
        page.on(
            "console",
            lambda message: (
                message.type == "error" and self.complaints.append(f"{message.text} {message.location.get('url', '')}")
            ),
        )

    def verdict(self) -> list[str]:
        return [text for text in self.complaints if not any(word in text for word in self.allowed)]


@pytest.fixture
def watch() -> Iterator[Watch]:
    watching = Watch()
    yield watching
    assert watching.verdict() == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let fixtures know how their test went."""
    report = yield
    setattr(item, f"report_{report.when}", report)
    return report


@pytest.fixture(scope="session")
def profiles(browser: Browser, server: Served) -> Profiles:
    return Profiles(browser, server.address)


@pytest.fixture(scope="session")
def japanese_profiles(japanese_browser: Browser, server: Served) -> Profiles:
    return Profiles(japanese_browser, server.address)


@pytest.fixture
def open_page(watch: Watch, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenPage]:
    """Opens pages, each in a browser of its own that knows nothing of the others."""
    taken: list[tuple[Profiles, Profile]] = []

    def open_one(prefs: str = "", japanese_font: bool = False, **options: Any) -> Page:
        those: Profiles = request.getfixturevalue("japanese_profiles" if japanese_font else "profiles")
        profile = those.take(LAPTOP | PLACE | options)
        taken.append((those, profile))
        page = profile.context.new_page()
        wanted = json.dumps({"briefing": False} | json.loads(prefs or "{}"))  # it is for the tests that ask for it
        # The page of a server that is away has no store.
        page.add_init_script(
            "if (location.protocol === 'http:') localStorage.getItem('hardtack.prefs') "
            f"?? localStorage.setItem('hardtack.prefs', '{wanted}')"
        )
        # asked at every frame, a page that is at rest would draw sixty of them a second for as long as we wait
        page.wait_for_function = partial(page.wait_for_function, polling=ASK_MS)  # type: ignore[method-assign]
        watch.follow(page)
        return page

    yield open_one
    report = getattr(request.node, "report_call", None)
    passed = report is not None and report.passed
    for number, (those, profile) in enumerate(taken):
        for page in [] if passed else profile.pages:
            picture = tmp_path / f"page-{number}.png"
            paint(page)
            page.screenshot(path=picture)
            print(
                f"{page.url} as it stood: {picture}", page.locator(".toast, .link-lost:not([hidden])").all_inner_texts()
            )
        those.give_back(profile, keep=passed)


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page()
