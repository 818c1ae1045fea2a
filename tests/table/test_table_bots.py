"""Bots that crash, dawdle, cheat or scribble must not harm the match."""

import threading

import pytest
from test_table_match import new

from hardtack.referee.actions import Action
from toy.battle import Attack, End, GiveColours, Move


class Honest:
    name = "honest"

    def choose(self, view, random):
        return view.state.agenda[-1].options(view.state).pick(random)


class Crashing(Honest):
    def choose(self, view, random):
        raise RuntimeError("my map is upside down")


class Illegal(Honest):
    def choose(self, view, random):
        return Move("CA", "0101")


class Nonsense(Honest):
    def __init__(self, answer):
        self.answer = answer

    def choose(self, view, random):
        return self.answer


class Slow(Honest):
    """Thinks until it is told that nobody waits any more."""

    def __init__(self):
        self.left_behind = threading.Event()

    def choose(self, view, random):
        self.left_behind.wait()
        return End()


class Peeking(Honest):
    """Writes down the colours it is shown, and scribbles over everything it is given."""

    def __init__(self):
        self.seen = []

    def choose(self, view, random):
        self.seen.append(view.state.colours)
        view.state.__dict__["at"] = (0,) * 6
        view.state.__dict__["colours"] = ("CA", "CA")
        random.seed(0)
        return End()


class Stranger(Action):
    verb = "steal"


def watch(bot, **wanted):
    match = new(seed=4, seats={"union": bot, "confederate": Honest()}, **wanted)
    match.run_bots(time_limit=2 if isinstance(bot, Slow) else None)  # the honest one needs a thousandth of it
    assert match.outcome is not None
    return match


@pytest.mark.parametrize(
    ("bot", "kind", "detail"),
    [
        (Crashing(), "crashed", "RuntimeError: my map is upside down"),
        (Illegal(), "illegal", "TOY"),
        (Nonsense(None), "nonsense", "None"),
        (Nonsense("end"), "nonsense", "'end'"),
        (Nonsense(Stranger()), "nonsense", "Stranger"),
        (Nonsense(GiveColours("nobody")), "nonsense", "no counter 'nobody'"),
        (Nonsense(Attack("UA", 7)), "nonsense", "no counter"),
    ],
)
def test_a_bad_answer_is_reported_and_chance_plays(bot, kind, detail):
    match = watch(bot)
    assert [fault.kind for fault in match.faults] == [kind] * 3, "after three faults it is not asked again"
    assert all(detail in fault.detail and fault.side == "union" for fault in match.faults)
    assert match.seats["union"].dismissed


def test_a_slow_bot_is_left_behind_at_once():
    bot = Slow()
    match = watch(bot)
    bot.left_behind.set()
    assert [fault.kind for fault in match.faults] == ["slow"]


def test_a_peeking_bot_sees_only_its_own_and_cannot_scribble_on_the_game():
    bot = Peeking()
    match = new("colours UB", "colours CB", seed=4)
    before = match.state
    match.sit("union", bot)
    match.run_bots(step=True)
    assert bot.seen == [("UB", "?")]
    assert match.journal.entries[2].after is before
    assert before.at != (0,) * 6
    assert match.state.colours == ("UB", "CB")
    assert match.faults == []


def test_a_random_source_gives_no_way_to_the_dice():
    """A bot's random numbers do not depend on what it did with those of an earlier move."""
    one = new(seed=4, seats={"union": Honest(), "confederate": Honest()})
    two = new(seed=4, seats={"union": Honest(), "confederate": Honest()})
    one.run_bots()
    while two.bot_to_act:
        two.run_bots(step=True)
    assert one.record() == two.record()


def test_bots_stop_where_a_person_must_decide():
    match = new(seed=4, seats={"union": Honest()})
    played = match.run_bots()
    assert len(played) == 1
    assert match.to_act == "confederate"
    assert match.bot_to_act is None
