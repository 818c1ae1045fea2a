"""States are values, drafts are not, derived facts follow."""

from __future__ import annotations

import pytest

from hardtack.battles.bull_run.battle import BATTLE
from hardtack.referee.state import derived, freeze, put


@pytest.fixture
def state():
    return BATTLE.set_up(BATTLE.scenario("bull-run"))


def test_a_state_cannot_be_edited(state):
    with pytest.raises(AttributeError, match="draft"):
        state.turn = 2
    with pytest.raises(AttributeError):
        del state.turn


def test_a_draft_leaves_its_state_alone(state):
    draft = state.draft()
    draft.turn = 9
    draft.at = put(draft.at, 0, 5)
    later = freeze(draft)
    assert (state.turn, later.turn) == (1, 9)
    assert state.at[0] != later.at[0] == 5
    assert draft.before is state


def test_equal_states_are_equal_and_hash_alike(state):
    again = freeze(state.draft())
    assert again == state
    assert hash(again) == hash(state)
    other = state.draft()
    other.turn = 2
    assert freeze(other) != state
    assert state != "a state"


def test_states_of_other_settings_differ():
    one = BATTLE.set_up(BATTLE.scenario("bull-run"))
    two = BATTLE.set_up(BATTLE.scenario("bull-run", {"hold_turns": 2}))
    assert one != two


def test_derived_facts_are_kept_on_states_and_fresh_on_drafts(state):
    assert state.stacks is state.stacks
    draft = state.draft()
    before = draft.stacks
    draft.at = put(draft.at, 0, -1)
    assert draft.stacks != before


def test_a_missing_or_unknown_field_is_refused(state):
    with pytest.raises(TypeError, match="missing"):
        type(state)(turn=1)
    with pytest.raises(TypeError, match="unknown"):
        type(state)(**dict(state.values()), scenario=state.scenario, nonsense=1)


def test_derived_explains_itself(state):
    assert isinstance(type(state).stacks, derived)
    assert "brigades" in type(state).stacks.__doc__
