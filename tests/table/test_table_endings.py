"""Games that their players end, and what both agree to take back: the match, its record and its dice."""

import pytest

from hardtack.referee.endings import read_ending
from hardtack.referee.errors import BadRecord, GameOver, NothingToUndo
from hardtack.referee.record import read_record, replay
from hardtack.table import Match, StaleMove
from toy.shelf import find


def begun(*actions):
    match = Match.new("mill", find=find)
    for action in actions:
        match.play(action)
    return match


@pytest.mark.parametrize("result", ["union resignation", "confederate time", "draw agreement", "draw abandoned"])
def test_players_end_a_game_for_good(result):
    match = begun("colours UA", "colours CA")
    match.end(read_ending(result), expected=match.version)
    assert (match.result, match.to_act, match.legal()) == (result, None, [])
    with pytest.raises(GameOver):
        match.play("end")
    with pytest.raises(GameOver):
        match.undo()
    with pytest.raises(GameOver):
        match.end(read_ending("draw agreement"))
    assert match.seen(None).state == match.state, "nothing is secret any more"
    text = match.record(None)
    assert text.endswith(f"result: {result}\n")
    assert "seed: " in text
    again = Match.from_record(text, find=find)
    assert (again.result, again.number, again.to_act) == (result, 2, None)
    assert replay(read_record(text), find).outcome == match.outcome


@pytest.mark.parametrize("result", ["union agreement", "draw resignation", "nobody time", "union", "union time BR 1"])
def test_no_game_ends_otherwise(result):
    assert read_ending(result) is None
    text = begun("colours UA").record() + f"result: {result}\n"
    with pytest.raises(BadRecord, match="result"):
        Match.from_record(text, find=find)


def test_an_ending_needs_the_version_it_was_seen_at():
    match = begun("colours UA")
    with pytest.raises(StaleMove):
        match.end(read_ending("union resignation"), expected=0)
    assert match.outcome is None


def dice_of(match):
    return [face for entry in match.journal.entries for face in entry.dice]


def rolled_on(match, wanted):
    """Play until so many dice have fallen."""
    while len(dice_of(match)) < wanted:
        attacks = [action for action in match.legal() if str(action).startswith("attack")]
        moves = [action for action in match.legal() if str(action).startswith("move")]
        match.play((attacks or moves or match.legal())[-1 if attacks else 0])
    return match


def test_what_is_taken_back_by_agreement_falls_anew_under_a_new_seal():
    match = rolled_on(begun("colours UA", "colours CA"), 2)
    before, number, seals = dice_of(match), match.number, match.seals
    seed = match.seed
    first = next(n for n, entry in enumerate(match.journal.entries) if entry.dice)
    match.take_back(number - first + 1)
    assert match.number == first - 1
    assert match.seed != seed, "whoever saw the dice knows what the old secret gives"
    assert match.commitment != seals[-1].commitment
    rolled_on(match, 2)
    match.take_back(match.number)  # and all of it once more, seals of later rolls included
    rolled_on(match, len(before))
    match.end(read_ending("draw agreement"))
    again = Match.from_record(match.record(), find=find)  # checks every die against its seal
    assert dice_of(again) == dice_of(match)


def test_no_more_is_taken_back_than_there_is():
    match = begun("colours UA")
    for count in (0, 2):
        with pytest.raises(NothingToUndo):
            match.take_back(count)
