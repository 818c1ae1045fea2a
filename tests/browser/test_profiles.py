"""A profile of the browser that a test has used is as good as new for the next one, or it is not used again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page
from profiles import KEPT, USES, Profiles

LEAVE = """() => {
    localStorage.setItem("left", "behind");
    sessionStorage.setItem("left", "behind");
    window.left = "behind";
    window.name = "left";
}"""
FOUND = "() => [localStorage.length, sessionStorage.length, 'left' in window, window.name]"
DATABASE = "() => new Promise((done) => (indexedDB.open('left').onsuccess = ({target}) => done(target.result.close())))"

# What a test may do that the next one would notice.
SPOIL = {
    "cookie": lambda page: page.evaluate("() => { document.cookie = 'left=behind'; }"),
    "database": lambda page: page.evaluate(DATABASE),
    "cache": lambda page: page.evaluate("() => caches.open('left').then(() => null)"),
    "script": lambda page: page.context.add_init_script("window.left = 'behind'"),
    "route": lambda page: page.context.route("**/left", lambda route: route.abort()),
    "clock": lambda page: page.clock.install(),
    "server": lambda page: page.goto("data:text/html,elsewhere"),
}


@pytest.fixture
def profiles(browser, server) -> Iterator[Profiles]:
    made = Profiles(browser, server.address)
    yield made
    for profile in made.free:
        profile.context.close()


def a_page(profiles: Profiles, context) -> Page:
    page = context.new_page()
    page.goto(f"{profiles.address}/assets/icon.svg")
    return page


def test_nothing_is_left_of_what_the_last_test_did(profiles):
    first = profiles.take({})
    a_page(profiles, first.context).evaluate(LEAVE)
    profiles.give_back(first)
    second = profiles.take({})
    assert second is first
    assert a_page(profiles, second.context).evaluate(FOUND) == [0, 0, False, ""]
    third = profiles.take({})
    assert third is not first, "two pages of one test have a profile each"
    profiles.give_back(second)
    profiles.give_back(third)
    other = profiles.take({"locale": "ja-JP"})
    assert other not in (second, third)
    profiles.give_back(other)


@pytest.mark.parametrize("what", SPOIL)
def test_what_cannot_be_wiped_away_is_not_used_again(profiles, what):
    profile = profiles.take({})
    SPOIL[what](a_page(profiles, profile.context))
    profiles.give_back(profile)
    assert profiles.free == []


def test_a_profile_is_kept_neither_after_a_failure_nor_for_ever(profiles):
    profiles.give_back(profiles.take({}), keep=False)
    assert profiles.free == []
    taken = [profiles.take({}) for _ in range(KEPT + 1)]
    taken[-1].uses = USES
    for profile in taken:
        profiles.give_back(profile)
    assert profiles.free == taken[:-1]
    more = [profiles.take({}), profiles.take({"locale": "ja-JP"})]
    for profile in more:
        profiles.give_back(profile)
    assert len(profiles.free) == KEPT
