"""Answers given once for all: the same as if the player had been asked (GC 7.6.7, 7.7.1)."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import find_battle
from hardtack.referee.errors import BadOption
from hardtack.table.errors import BadSeat
from hardtack.table.match import Match
from hardtack.table.orders import answer_always, react


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
