"""A server, a Chromium and pages in it. A page that writes an error to its console fails its test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from chromium import ARGUMENTS, find_chromium
from player import WAIT_MS
from served import Served

LAPTOP = {"width": 1280, "height": 800}

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=find_chromium(playwright), args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("home"))
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


@pytest.fixture
def open_page(browser: Browser, watch: Watch, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenPage]:
    """Opens pages, each in a browser of its own that knows nothing of the others."""
    contexts: list[BrowserContext] = []

    def open_one(prefs: str = "", **options: Any) -> Page:
        context = browser.new_context(**{"viewport": LAPTOP, "locale": "en-GB", "reduced_motion": "reduce"} | options)
        context.set_default_timeout(WAIT_MS)
        contexts.append(context)
        if prefs:
            context.add_init_script(
                f"localStorage.getItem('hardtack.prefs') ?? localStorage.setItem('hardtack.prefs', '{prefs}')"
            )
        page = context.new_page()
        watch.follow(page)
        return page

    yield open_one
    failed = getattr(request.node, "report_call", None) is not None and request.node.report_call.failed
    for number, context in enumerate(contexts):
        for page in context.pages if failed else []:
            picture = tmp_path / f"page-{number}.png"
            page.screenshot(path=picture)
            print(
                f"{page.url} as it stood: {picture}", page.locator(".toast, .link-lost:not([hidden])").all_inner_texts()
            )
        context.close()


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page()
