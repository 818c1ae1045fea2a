"""Options put into words before: the same as if they were made anew, and only so many."""

from random import Random

import pytest

from hardtack.server.present import KEPT, KeptOptions, Presenter, Viewer
from hardtack.table import Match


def moments(scenario, actions, seed):
    """A game of random actions, before each of them."""
    match, random = Match.new(scenario, seed=seed), Random(seed)
    while match.number < actions and match.outcome is None:
        yield match
        match.play(match.options.pick(random), match.to_act)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_kept_is_what_would_be_made_anew(seed):
    before, asked = len(KEPT), 0
    for match in moments("bull-run", 120, seed):
        presenter = Presenter(match, Viewer(match.battle.sides, "en"))
        for unit in match.options.actors()[:6]:
            assert presenter.options_of(unit) == presenter.make_options(unit)
            asked += 1
    assert len(KEPT) - before < asked  # some were known


@pytest.mark.parametrize(("scenario", "actions"), [("bull-run", 80), ("chickamauga", 60), ("shiloh", 60)])
def test_hints_found_together_are_those_found_one_by_one(scenario, actions):
    together = 0
    for match in moments(scenario, actions, 3):
        page, offered = match.battle.page, match.options
        for listed in (offered.general(), *map(offered.of, offered.actors()[:4])):
            assert list(page.hints(match.state, listed)) == [page.hint(match.state, action) for action in listed]
            together += len(listed) > 1
        assert [page.look(match.state, 0), page.look(match.state, 1)] == list(page.looks(match.state))[:2]
    assert together


@pytest.mark.parametrize("scenario", ["bull-run", "kellys-ford", "certain-destruction", "chancellorsville-campaign"])
def test_a_counter_that_looks_as_one_did_before_looks_as_it_would_anew(scenario):
    for match in moments(scenario, 90, 4):
        for seat in (match.to_act, None):
            page, state = match.battle.page, match.seen(seat).state
            assert list(page.looks(state)) == [page.look(state, piece) for piece in range(len(state.at))]


def test_only_so_many_are_kept_and_the_oldest_goes_first():
    kept, made = KeptOptions(most=2), []

    def make(name):
        return kept.get(name, lambda: made.append(name) or [{"action": name}])

    for name in ("a", "b", "a", "c", "a", "b"):
        assert make(name) == [{"action": name}]
    assert made == ["a", "b", "c", "b"]
    assert len(kept) == 2
