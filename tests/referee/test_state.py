"""States are values, drafts are not, derived facts follow."""

from __future__ import annotations

import gc
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardtack.battles.bull_run.battle import BATTLE
from hardtack.battles.bull_run.turns import StartTurn
from hardtack.board.native import COMPILED
from hardtack.referee.events import Outcome
from hardtack.referee.state import Row, State, derived, freeze, put, tracked


@pytest.fixture
def state():
    return BATTLE.set_up(BATTLE.scenario("bull-run"))


def test_a_state_cannot_be_edited(state):
    with pytest.raises(AttributeError, match="draft"):
        state.turn = 2
    with pytest.raises(AttributeError):
        del state.turn


@pytest.mark.parametrize("name", ["battle", "pieces"])
def test_the_garbage_collector_is_shown_each_reference_once(state, name):
    """Otherwise it would take what is in use for garbage; mypyc shows a field that is declared twice twice."""
    kept = getattr(state.scenario, name)
    shown = sum(one is kept for holder in gc.get_referrers(kept) for one in gc.get_referents(holder))
    assert shown <= sys.getrefcount(kept) - 1  # less what is asked about; `kept` itself is one of the holders


def test_what_a_state_forgets_is_worked_out_again(state):
    twin, known = state.changed(), (state.deployment, state.points, state.answers)
    state.forget()
    assert state == twin
    assert state.deployment is not known[0]
    assert (state.points, state.deployment.stacks) == (known[1], known[0].stacks)


def test_a_draft_leaves_its_state_alone(state):
    draft = state.draft()
    draft.turn = 9
    draft.at = put(draft.at, 0, 5)
    later = freeze(draft)
    assert (state.turn, later.turn) == (1, 9)
    assert state.at[0] != later.at[0] == 5
    assert draft.before is state


def test_a_state_with_some_fields_changed(state):
    later = state.changed(turn=3)
    assert (state.turn, later.turn, later.is_draft) == (1, 3, False)
    assert later.changed(turn=1) == state


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
    assert state.points is state.points
    draft = state.draft()
    before = draft.points
    draft.at = put(draft.at, 0, -1)
    assert draft.points != before


def test_a_missing_or_unknown_field_is_refused(state):
    with pytest.raises(TypeError, match="missing"):
        type(state)(turn=1)
    with pytest.raises(TypeError, match="unknown"):
        type(state)(**dict(state.values()), scenario=state.scenario, nonsense=1)


@pytest.mark.skipif(COMPILED, reason="the compiler keeps no docstrings")
def test_derived_explains_itself(state):
    assert isinstance(type(state).points, derived)
    assert "strength" in type(state).points.__doc__


# -- what is remembered of a state


class WatchedState(State):
    """A state with a fact of each kind, all made of the same hook."""

    strength: Row
    fog: int

    @derived
    def kept(self) -> tuple[object, ...]:
        """What the hook says, kept on a state."""
        return hook(self)

    @tracked
    def followed(self, last: tuple[object, ...] | None) -> tuple[object, ...]:
        """What the hook says, the last answer itself while it still holds."""
        now = hook(self)
        return last if last == now else now

    def recalled(self) -> tuple[object, ...]:
        return self.recall("hook", lambda: hook(self))


def hook(state: WatchedState) -> tuple[object, ...]:
    """Reads every field there is, as a battle's hook may."""
    return (state.turn, state.at, state.agenda, state.outcome, state.strength, state.fog)


def watched() -> WatchedState:
    scenario = BATTLE.scenario("bull-run")
    none = (0,) * len(scenario.pieces)
    return WatchedState(scenario=scenario, agenda=(), turn=1, at=none, outcome=None, strength=none, fog=0)


CHANGES: dict[str, object] = {
    "turn": 2, "fog": 1, "agenda": (StartTurn(),), "outcome": Outcome("union", "victory", "BR 3.1", "event.over"),
}  # fmt: skip


@st.composite
def edits(draw: st.DrawFn) -> list[tuple[str, bool, bool]]:
    """A game: which field changes next, who asks before it does, and whether the draft is frozen after it."""
    names = st.sampled_from([*CHANGES, "at", "strength"])
    return draw(st.lists(st.tuples(names, st.booleans(), st.booleans()), min_size=1, max_size=8))


@given(edits())
def test_no_fact_is_ever_stale_whatever_field_it_reads(game):
    """`derived`, `tracked` and `recall` answer as if nothing were remembered, on states and on drafts."""
    here = watched()
    for number, (name, asked, frozen) in enumerate(game):
        if asked:
            assert (here.kept, here.followed, here.recalled()) == (hook(here),) * 3
        draft = here if here.is_draft else here.draft()
        if name in CHANGES:
            old = getattr(draft, name)
            setattr(draft, name, CHANGES[name] if old != CHANGES[name] else getattr(watched(), name))
        else:
            setattr(draft, name, put(getattr(draft, name), number, number + 1))
        assert (draft.kept, draft.followed, draft.recalled()) == (hook(draft),) * 3
        here = freeze(draft) if frozen else draft
    final = here if not here.is_draft else freeze(here)
    assert (final.kept, final.followed, final.recalled()) == (hook(final),) * 3


def test_an_answer_is_worked_out_once_for_a_state_and_for_a_draft_while_it_has_the_same_fields(state):
    asked = []

    def answer():
        asked.append(1)
        return len(asked)

    assert [state.recall("how often", answer) for _ in range(3)] == [1, 1, 1]
    assert state.recall("another question", answer) == 2
    draft = state.draft()
    assert [draft.recall("how often", answer) for _ in range(2)] == [3, 3]
    draft.turn = 2
    assert [draft.recall("how often", answer) for _ in range(2)] == [4, 4]
    assert state.draft().recall("how often", answer) == 3, "another draft of the same state that is as this one was"
    assert freeze(draft).recall("how often", answer) == 5, "a state begins without the answers of the one before"
    assert state.recall("how often", answer) == 1, "and a draft's answers are not the state's"


def test_a_tracked_fact_is_handed_on_while_it_holds():
    one = watched()
    first = one.followed
    draft = one.draft()
    assert draft.followed is first
    two = freeze(draft)
    assert two.followed is first
    later = two.draft()
    later.fog = 3
    assert later.followed is not first
    assert (one.followed, two.followed) == (first, first), "the states before keep theirs"


def test_what_is_remembered_does_not_tell_states_apart():
    one, two = watched(), watched()
    assert one.kept
    assert one.followed
    assert one.recalled()
    assert one == two
    assert hash(one) == hash(two)
    assert dict(one.values()) == dict(two.values())


def test_a_deployment_follows_the_state(state):
    here = state.deployment
    assert state.deployment is here
    draft = state.draft()
    assert draft.deployment is here
    draft.at = put(draft.at, 0, 5)
    assert 0 in draft.deployment.stacks[5]
    draft.at = put(draft.at, 0, 6)
    assert 0 in draft.deployment.stacks[6]
    assert 5 not in draft.deployment.stacks or 0 not in draft.deployment.stacks[5]
    after = freeze(draft)
    assert after.deployment is draft.deployment
    assert state.deployment is here
