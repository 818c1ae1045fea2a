"""Answers given once for all: the same as if the player had been asked (GC 7.6.7, 7.7.1)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hardtack.battles import find_battle
from hardtack.referee.errors import BadOption
from hardtack.referee.umpire import options
from hardtack.table.match import Match
from hardtack.table.orders import answerable, check_answer, react
from hardtack.table.seats import BadSeat


def answer_always(match: Match, side: str, frame: str, verb: str | None) -> None:
    """As a server does it: the answer is checked, then noted with the seat."""
    check_answer(match, side, frame, verb)
    match.seats[side].answers.pop(frame, None)
    if verb is not None:
        match.seats[side].answers[frame] = verb


def play(match: Match, actions: int, random: Random) -> list[str]:
    """Random actions for both sides; the names of the decisions that were asked."""
    asked = []
    for _ in range(actions):
        react(match)
        if match.to_act is None:
            break
        asked.append(type(match.state.agenda[-1]).__name__)
        match.play(match.options.pick(random))
    return asked


def test_a_question_answered_once_for_all_is_not_asked_again() -> None:
    match = Match.new("brandy-station", seed=3)
    assert "Screen" in play(Match.new("brandy-station", seed=3), 250, Random(5))
    for side in match.battle.sides:
        answer_always(match, side, "Screen", "stand")
    assert "Screen" not in play(match, 250, Random(5))
    answered = [entry for entry in match.journal.entries if str(entry.action) == "stand"]
    assert answered
    assert Match.from_record(match.save_text()).state == match.state


def test_an_answer_holds_for_its_own_side_and_can_be_taken_back() -> None:
    match = Match.new("certain-destruction", seed=1)
    assert match.to_act == "confederate"
    answer_always(match, "union", "LeaderTransfer", "done")
    assert react(match) == []
    match.play("done")
    assert [entry.side for entry in react(match)] == ["union"]
    answer_always(match, "union", "LeaderTransfer", None)
    assert match.seats["union"].answers == {}


def test_what_cannot_be_answered_once_for_all_is_refused() -> None:
    match = Match.new("certain-destruction", seed=1)
    with pytest.raises(BadOption):
        answer_always(match, "union", "Activation", "pass")
    with pytest.raises(BadOption):
        answer_always(match, "union", "Withdrawal", "pass")
    with pytest.raises(BadSeat):
        answer_always(match, "nobody", "Withdrawal", "hold")


@pytest.mark.parametrize("scenario", ["bull-run", "sharpsburg", "shiloh", "chickamauga", "salem-church"])
def test_every_standing_answer_has_its_words_and_its_decision(scenario: str) -> None:
    battle = find_battle(scenario)
    for reaction in battle.page.reactions:
        assert reaction.frame in battle.known_frames
        assert f"reaction.{reaction.frame}" in battle.words
        for verb in reaction.verbs:
            assert verb in battle.known_verbs
            assert f"reaction.{reaction.frame}.{verb}" in battle.words


RECORDS = Path(__file__).parents[1] / "records"
# Finished games in which these questions were asked, and answers that were plain at least once.
ASKED = {
    "bull-run-recruit-recruit-1-0": {("OfferAdvance", "advance"), ("OfferAdvance", "stay")},
    "shiloh-random-random-4-2": {
        ("Check", "alone"),
        ("Check", "assist"),
        ("CallCharge", "charge"),
        ("Advancing", "end"),
    },
    "shiloh-recruit-recruit-1-0": {("Escorting", "escort"), ("Escorting", "stay"), ("CallCharge", "stay")},
    "chancellorsville-campaign-recruit-recruit-22-11": {
        ("Attachment", "done"),
        ("Resupplying", "done"),
        ("Advance", "stay"),
    },
}


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_is_the_one_action_that_fits(name: str) -> None:
    match = Match.from_record((RECORDS / f"{name}.hardtack").read_text(encoding="utf-8"))
    page, known, plain = match.battle.page, answerable(match), set()
    for entry in match.journal.entries:
        state = entry.after
        frame = type(state.agenda[-1]).__name__ if state.agenda else ""
        for verb in known.get(frame, ()):
            fitting = [action for action in options(state).all() if action.verb == verb]
            assert page.standing_answer(state, {frame: verb}) == (fitting[0] if len(fitting) == 1 else None)
            plain |= {(frame, verb)} if len(fitting) == 1 else set()
    assert plain >= ASKED[name]


def test_sharpsburg_never_advances_if_told_so() -> None:
    match = Match.new("sharpsburg", seed=1, advance_after_combat=True)
    assert until_asked(match, "Advancing", Random(7))
    side, before = str(match.to_act), match.number
    answer_always(match, side, "Advancing", "end")
    react(match)
    entry = match.journal.entries[before + 1]
    assert (entry.side, str(entry.action), entry.standing) == (side, "end", True)


def until_asked(match: Match, frame: str, random: Random) -> bool:
    for _ in range(3000):
        if match.to_act is None or type(match.state.agenda[-1]).__name__ == frame:
            break
        match.play(match.options.pick(random))
    return match.to_act is not None


@pytest.mark.rule("GC 7.7.1")
def test_cavalry_retires_by_itself_where_one_stack_can() -> None:
    match = Match.new("brandy-station", seed=3)
    assert until_asked(match, "Screen", Random(5))
    [stack] = [action for action in match.legal() if action.verb == "retire"]
    answer_always(match, str(match.to_act), "Screen", "retire")
    assert react(match)[0].action == stack


def test_a_row_of_answers_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new("certain-destruction", seed=1)
    monkeypatch.setattr("hardtack.table.orders.MOST_ANSWERS", 1)
    for side in match.battle.sides:
        answer_always(match, side, "LeaderTransfer", "done")
    assert len(react(match)) == 1
    assert match.to_act == "union"


@pytest.mark.parametrize(
    ("scenario", "missing"),
    [
        ("kellys-ford", {"LeaderTransfer", "Works", "Attachment", "Resupplying"}),
        ("sedgwick-to-the-rescue", {"Resupplying"}),
        ("certain-destruction", set()),
        ("chancellorsville-campaign", set()),
    ],
)
def test_only_what_a_scenario_can_ask_is_answered_once_for_all(scenario: str, missing: set[str]) -> None:
    match = Match.new(scenario, seed=1)
    page = match.battle.page
    assert {one.frame for one in page.reactions} - set(answerable(match)) == missing
    for frame in missing:
        with pytest.raises(BadOption):
            answer_always(match, "union", frame, "done")
