"""Branches: games of their own that go on from a moment of another game."""

import pytest
from test_table_match import OPENING, find, new, to_contact

from hardtack.table import Match
from hardtack.table.match import EVERYTHING


def test_a_branch_goes_on_by_itself_and_leaves_the_game_alone():
    match = new(*OPENING)
    before, record = match.state, match.record()
    branch = match.branch(3)
    assert (branch.number, branch.state) == (3, match.journal.state_after(3))
    branch.play("end")
    branch.undo()
    branch.play("move UB 0304")
    assert match.state is before
    assert match.record() == record
    assert match.branch().state == before


def test_a_branch_has_dice_of_its_own():
    """Whoever tries an attack out learns nothing of the die that will fall in the game."""
    match = to_contact(dice=None)
    branches = [match.branch() for _ in range(60)]
    assert len({branch.play("attack CB UB").dice for branch in branches}) > 1
    branch = match.branch()
    assert branch.seed != match.seed
    assert branch.headers["commitment"] == branch.commitment != match.commitment


def test_the_dice_of_a_branch_are_sealed_from_there_on():
    match = to_contact(dice=[6, 6, 6, 6])
    match.play("attack CB UB")
    branch = match.branch()
    assert [seal.first for seal in branch.seals] == [match.rolled]
    while branch.outcome is None:
        branch.play(branch.legal()[-1])
    text = branch.record()
    assert Match.from_record(text, find).record() == text
    assert f"seed {match.rolled}: {branch.seed}" in text


def test_a_branch_is_a_game_like_any_other():
    match = new(*OPENING)
    branch = match.branch(4)
    branch.play("end")
    again = Match.from_record(branch.record(), find)
    assert again.state == branch.state
    further = again.branch(2)
    assert further.record().splitlines()[-2:] == ["1 union colours UA", "2 confederate colours CB"]


@pytest.mark.parametrize("seat", ["union", None])
def test_a_branch_tells_nothing_of_a_secret(seat):
    """It is the same whatever the other side has written down."""
    one, other = new("colours UA", "colours CB"), new("colours UA", "colours CC")
    branches = [match.branch(seat=seat) for match in (one, other)]
    assert branches[0].position() == branches[1].position()
    assert "colours" not in branches[0].record().split("\n\n")[1], "nor do the actions before"
    assert branches[0].legal()
    assert one.branch(seat=EVERYTHING).state.colours == ("UA", "CB")
    assert one.branch(seat="confederate").state.colours[1] == "CB"


def test_a_branch_of_a_branch_with_a_guess_still_knows_how_it_began():
    match = new("colours UA", "colours CB")
    branch = match.branch(seat="union")
    branch.play("end")
    further = branch.branch()
    assert further.state == branch.state
    assert Match.from_record(further.record(), find).state == branch.state


def test_nothing_is_guessed_once_the_game_is_over():
    match = new(*OPENING)
    while match.outcome is None:
        match.play(match.legal()[0])
    assert match.branch(2, seat=None).state == match.journal.state_after(2)
