"""A match: playing, refusing, taking back, seats, views, forecasts."""

from fractions import Fraction
from random import Random

import pytest

from hardtack.referee.errors import BadNotation, BadOption, DiceError, GameOver, IllegalAction, NothingToUndo, WrongSeat
from hardtack.table import BadSeat, Match, StaleMove, story
from toy.battle import BATTLE, GiveColours

OPENING = ["colours UA", "colours CB", "move UA 0103", "move UB 0303", "end"]


def find(scenario_id):
    return BATTLE


def new(*actions, **wanted):
    match = Match.new("mill", find=find, **({"seed": 1} | wanted))
    for action in actions:
        match.play(action)
    return match


def to_contact(dice):
    """Union's UB stands in the mill hex, next to CB, and it is the Union's combat."""
    return new("colours UA", "colours CB", "move UB 0303", "end", "move CB 0302", "end", dice=dice)


def test_a_game_is_played_by_notation_or_action():
    match = new()
    assert match.to_act == "union"
    match.play(GiveColours("UA"))
    match.play("colours CB")
    assert match.state.colours == ("UA", "CB")
    assert [str(action) for action in match.legal()][:2] == ["end", "move UA 0103"]
    assert (match.number, match.version) == (2, 2)


def test_a_refusal_names_its_clauses_and_changes_nothing():
    match = new(*OPENING[:2])
    before = match.state
    with pytest.raises(IllegalAction) as refused:
        match.play("move UA 0301")
    assert [reason.clause for reason in refused.value.reasons] == ["TOY 2", "TOY 3"]
    assert [reason.clause for reason in match.why_not("move UA 0501")] == ["TOY 2", "TOY 3"]
    assert [reason.clause for reason in match.why_not("move UA 0102")] == ["TOY 2"]
    assert [reason.clause for reason in match.why_not("move UA 0105")] == ["TOY 3"]
    assert match.why_not("move UA 0103") == []
    with pytest.raises(BadNotation, match="no counter 'XX'"):
        match.play("move XX 0103")
    assert match.state is before
    assert match.version == 2


def test_an_action_that_breaks_off_uses_no_dice(monkeypatch):
    """Or the dice of the next would not be those the seed gives to the record."""
    match = new("colours UA", "colours CB", "move UB 0303", "end", "move CB 0302", "end")

    def break_off(action, dice, standing):
        dice.roll()
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(match.journal, "play", break_off)
        with pytest.raises(ZeroDivisionError):
            match.play("attack CB UB")
    assert len(match.play("attack CB UB").dice) == 1
    random = Random(1)
    while match.outcome is None:
        match.play(match.options.pick(random))
    assert Match.from_record(match.record(), find).result == match.result


def test_only_the_seat_to_act_may_act():
    match = new()
    with pytest.raises(WrongSeat):
        match.play("colours CB", seat="confederate")
    assert match.number == 0


def test_a_stale_or_doubled_action_is_refused():
    match = new()
    match.play("colours UA", expected=0)
    with pytest.raises(StaleMove) as stale:
        match.play("colours UA", expected=0)
    assert (stale.value.expected, stale.value.actual) == (0, 1)
    assert match.number == 1


def test_an_action_on_a_position_that_was_taken_back_is_stale():
    match = new(*OPENING[:3])
    seen = match.version
    match.undo()
    match.play("move UA 0104")
    assert match.number == seen
    with pytest.raises(StaleMove):
        match.play("move UB 0303", expected=seen)


def test_undo_restores_the_equal_state_but_only_your_own_actions():
    match = new(*OPENING)
    standing = [entry.after for entry in match.journal.entries]
    assert match.undo_limit("union") == 3
    assert match.undo_limit(("union", "confederate")) == 5
    assert match.undo_limit("confederate") == 0
    match.undo(2, "union")
    assert match.state == standing[3]
    with pytest.raises(NothingToUndo):
        match.undo(2, "union")


def test_nothing_is_taken_back_once_there_is_a_result():
    """Not by anybody: the secret of the dice is out."""
    match = new()
    match.play("colours UA")
    while match.outcome is None:
        match.play("end" if "end" in map(str, match.legal()) else match.legal()[0])
    assert match.journal.entries[-1].undoable, "the last action took no dice"
    for seat in (None, "union", "confederate", ("union", "confederate")):
        assert match.undo_limit(seat) == 0
        with pytest.raises(GameOver):
            match.undo(1, seat)
    with pytest.raises(GameOver):
        match.journal.undo()
    assert match.outcome is not None


def test_undo_never_crosses_dice():
    match = to_contact([2])
    assert match.to_act == "confederate"
    match.play("attack CB UB")
    assert match.undo_limit() == 0
    with pytest.raises(NothingToUndo):
        match.undo()


def test_loaded_dice_are_exactly_these_then_an_error():
    match = to_contact([6])
    match.play("attack CB UB")
    assert match.state.steps[1] == 1
    match.play("end")
    match.play("end")
    before = match.state
    with pytest.raises(DiceError):
        match.play("attack UB CB")
    assert match.state is before


def test_a_forecast_is_exact():
    forecast = to_contact([]).forecast("attack CB UB")
    assert forecast.chance(loss=1) == Fraction(1, 2)
    assert sum(share for _, share in forecast.chances) == 1


def test_a_forecast_for_a_seat_uses_only_what_the_seat_may_know():
    """The bearer of the Union colours is unknown to the Confederates, and so must be its fall."""
    ends = set()
    for bearer in ("UA", "UB", "UC"):
        match = new(f"colours {bearer}", "colours CB", "move UB 0303", "end", "move CB 0302", "end", dice=[6])
        ends.add(match.forecast("attack CB UB", "confederate").chances)
    assert len(ends) == 1


def test_settings_are_checked():
    assert new(turns=2).scenario.turns == 2
    with pytest.raises(BadOption):
        new(turns=3)


def test_a_view_hides_the_others_secret_until_the_end():
    match = new(*OPENING[:2])
    assert match.view("union")["colours"] == ("UA", "?")
    assert match.view("confederate")["colours"] == ("?", "CB")
    assert match.view(None)["colours"] == ("?", "?")
    assert match.seen("union", 1).state.colours == ("UA", "")
    play_out(match)
    assert match.view(None)["colours"] == ("UA", "CB")
    assert match.seen(None, 2).state.colours == ("UA", "CB")


def test_the_story_is_told_in_the_viewers_language_without_others_secrets():
    match = new(*OPENING[:3])
    assert [line.text for line in story(match.journal, "en", "union", since=0)] == [
        "First Maine carries the colours.", "Turn 1 begins.", "First Maine moves to 0103.",
    ]  # fmt: skip
    assert [line.key for line in story(match.journal, "ja", None)] == ["event.turn", "event.move"]
    assert next(story(match.journal, "ja", "union", since=2)).text == "メイン第1連隊が0103へ移動。"


def test_the_seed_is_in_no_view_and_no_record_before_the_end():
    match = new(seed="the secret word")
    while match.outcome is None:
        for seat in ("union", "confederate", None):
            assert "the secret word" not in str(match.view(seat)) + match.record(seat)
        match.play(match.options.pick(Random(match.number)))
    assert "seed: the secret word" in match.record(None)


def test_seats_take_bots_and_people():
    match = new()
    with pytest.raises(BadSeat, match="no seat 'north'"):
        match.sit("north", None)
    with pytest.raises(BadSeat, match="cannot play"):
        match.sit("union", object())
    match.sit("union", "Ann")
    assert match.seats["union"].name == "Ann"
    assert match.bot_to_act is None


def test_a_finished_game_takes_no_more_actions():
    match = new()
    play_out(match)
    assert match.to_act is None
    assert match.legal() == []
    with pytest.raises(GameOver):
        match.play("end")


def play_out(match, seed=2):
    random = Random(seed)  # with 2 dice fall in most games
    while match.outcome is None:
        match.play(match.options.pick(random))


def test_what_ends_a_turn_is_told_in_it_and_not_in_the_next():
    match = Match.new("bull-run", seed=4)
    while match.state.turn < 3:
        match.play("end")
    lines = list(story(match.journal, "en", None))
    begins = [place for place, line in enumerate(lines) if line.key == "event.turn"]
    assert [lines[place].turn for place in begins] == [1, 2, 3]
    for place in begins[1:]:
        ended, begun = lines[place - 1], lines[place]
        assert ended.number == begun.number, "one action ended the one turn and began the other"
        assert (ended.turn, begun.turn) == (begun.turn - 1, begun.turn)
    assert [line.turn for line in lines] == sorted(line.turn for line in lines)
