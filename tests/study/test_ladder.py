"""The ladder: the same games wherever they are played, going on where it stopped, and what the games say."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardtack.generals import find_bot, strength
from hardtack.generals.recruit import Recruit
from hardtack.generals.strength import PUBLISHED, tables
from hardtack.referee.errors import BadOption
from hardtack.study.ladder import Ladder, climb, make_ladder
from hardtack.study.ratings import Row, Tally, ratings, rows_of, swapped_pairs
from hardtack.study.results import BadResults, Played, read_results, write_line
from hardtack.study.spread import spread
from hardtack.study.strength import lines, markdown, publish, read_table, table_of

LADDER = make_ladder(["kellys-ford"], ["random", "idler", "rusher"], 4, "7")


def game(union, confederate, winner, points=(), number=0, scenario="kellys-ford"):
    return Played(
        scenario, union, confederate, "1", number, "1", ("1", "1"), winner, "marginal", "", 3, 20, tuple(points), "x"
    )


@pytest.fixture(scope="module")
def games():
    return climb(LADDER, jobs=1)


def alike(games):
    return [replace(each, seconds=0.0) for each in games]


def test_all_pairs_meet_with_sides_swapped_and_the_same_dice(games):
    assert len(games) == 3 * 4
    met = {(each.union, each.confederate, each.number) for each in games}
    assert {(b, a, number) for a, b, number in met} == met
    assert {each.number for each in games} == {0, 1}


def test_the_same_games_in_several_processes(games):
    assert alike(climb(LADDER, jobs=2)) == alike(games)


class StandInRay(SimpleNamespace):
    """As much of Ray as the ladder uses, in this process, with answers in another order than they were asked."""

    def __init__(self) -> None:
        super().__init__(calls=[], tasks={})

    def init(self, **words):
        self.calls.append(words)

    def remote(self, num_cpus):
        def keep(item, task):
            self.tasks[len(self.tasks)] = (task, item)
            return len(self.tasks) - 1

        return lambda task: SimpleNamespace(remote=lambda item: keep(item, task))

    def cluster_resources(self):
        return {"CPU": 2.0}

    def wait(self, running, num_returns):
        return [running[-1]], running[:-1]

    def get(self, number):
        task, item = self.tasks[number]
        return task(item)

    def shutdown(self):
        self.calls.append("shutdown")


def test_the_same_games_on_a_cluster(games, monkeypatch):
    """A stand-in for Ray; on a machine that has it the next test takes the real one."""
    ray = StandInRay()
    monkeypatch.setitem(sys.modules, "ray", ray)
    assert alike(climb(LADDER, cluster="ray://somewhere:10001")) == alike(games)
    assert ray.calls[0]["address"] == "ray://somewhere:10001"
    assert ray.calls[-1] == "shutdown"


def test_the_same_games_on_a_local_ray_cluster(games):
    pytest.importorskip("ray", reason="Ray is an extra")
    assert alike(climb(LADDER, cluster="local")) == alike(games)


def test_without_ray_a_cluster_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"hardtack\[cluster\]"):
        list(spread(str, [1], cluster="auto"))


def test_it_goes_on_where_it_stopped(games, tmp_path):
    file = tmp_path / "games.jsonl"
    half = climb(replace(LADDER, games=2), file, jobs=1)
    kept = file.read_text()
    assert len(kept.splitlines()) == len(half) == 6
    file.write_text(kept + '{"scenario":"kellys-')  # the machine went down in the middle of a line
    heard = []
    assert alike(climb(LADDER, file, jobs=1, progress=heard.append)) == alike(games)
    assert heard == [7, 8, 9, 10, 11, 12]
    assert file.read_text().startswith(kept)
    assert len(read_results(file)) == 12
    assert climb(LADDER, file, progress=heard.append)
    assert len(heard) == 6  # nothing is played twice


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rules": "0"}, "by rules version 0, and these are version"),
        ({"versions": ("0", "1")}, "games of random version 0, and this is version"),
        ({"moves": "0"}, "other rules or other bots"),
    ],
)
def test_games_of_other_rules_or_bots_are_refused(games, tmp_path, change, says):
    file = tmp_path / "games.jsonl"
    file.write_text(write_line(replace(games[0], **change)) + "\n")
    with pytest.raises(BadResults, match=says) as refusal:
        climb(LADDER, file, jobs=1)
    assert "--out" in str(refusal.value)
    assert len(file.read_text().splitlines()) == 1


def test_a_file_of_something_else_is_refused(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear General\n")
    with pytest.raises(BadResults, match="line 1"):
        climb(LADDER, file)
    assert file.read_text() == "Dear General\n"


def test_bots_meet_only_the_named_ones():
    ladder = make_ladder(["kellys-ford"], ["recruit"], 2, "1", ["idler", "sitter"])
    assert {(each.union, each.confederate) for each in ladder.pairings()} == {
        ("recruit", "idler"), ("idler", "recruit"), ("recruit", "sitter"), ("sitter", "recruit"),
    }  # fmt: skip


def test_a_new_version_is_another_bot(monkeypatch):
    monkeypatch.setattr(Recruit, "version", "next")
    assert find_bot("recruit").version == "next"
    assert find_bot("random").version != "next"


# -- what the games say


def test_points_decide_a_swapped_pair_where_one_side_always_wins():
    """The Confederates win all four games; the first bot does better with each side in one pair, ties the other."""
    pair = [
        game("a", "b", "confederate", [("union", 3)]), game("b", "a", "confederate", [("union", 1)]),
        game("a", "b", "confederate", [("union", 2)], 1), game("b", "a", "confederate", [("union", 2)], 1),
    ]  # fmt: skip
    assert swapped_pairs(pair, "a", "b") == Tally(1, 0, 1)
    assert swapped_pairs(pair, "b", "a") == Tally(0, 1, 1)


def test_points_lost_count_against_their_side():
    one = game("a", "b", "union", [("union_lost", 2), ("confederate_lost", 11)])
    assert one.margin == (1, 9)
    assert game("a", "b", "draw", [("union", 4), ("confederate", 6)]).margin == (0, -2)


def test_a_victory_weighs_more_than_points():
    pair = [game("a", "b", "union", [("union", 1)]), game("b", "a", "confederate", [("union", 5)])]
    assert swapped_pairs(pair, "a", "b") == Tally(1, 0, 0)


def row(bot, other, wins, losses, draws=0):
    return Row("bull-run", bot, other, Tally(wins, losses, draws), Tally(0, 0, 0), Tally(0, 0, 0))


def test_three_of_four_games_are_191_points():
    strong, weak = ratings([row("a", "random", 3000, 1000)])
    assert (strong.bot, weak.bot, weak.elo, weak.spread) == ("a", "random", 0.0, 0.0)
    assert strong.elo == pytest.approx(190.8, abs=0.5)  # 400 times the decimal logarithm of three
    assert strong.spread == pytest.approx(1.96 * 173.7 / (4001 * 0.75 * 0.25) ** 0.5, rel=0.01)


def test_ratings_of_three_fit_together_and_draws_are_half_a_win():
    found = {each.bot: each.elo for each in ratings(
        [row("a", "b", 750, 250), row("b", "random", 500, 0, 500), row("a", "random", 900, 100)]
    )}  # fmt: skip
    assert found["b"] == pytest.approx(190.8, abs=2)
    assert found["a"] == pytest.approx(381.7, abs=2)


def test_a_bot_that_never_lost_has_a_cautious_rating():
    few, many = (ratings([row("a", "random", games, 0)])[0] for games in (10, 1000))
    assert 0 < few.elo < many.elo < 2000
    assert few.spread > few.elo / 2


def test_the_weakest_is_the_zero_where_chance_did_not_play():
    assert [(each.bot, each.elo) for each in ratings([row("a", "b", 1, 9)])][1] == ("a", 0.0)


def test_a_table_can_be_published_and_read_again(games, tmp_path):
    table = table_of(LADDER, games)
    file = tmp_path / "strength.json"
    publish(table, file)
    publish(table, file)  # the same command again takes the place of the old table
    (again,) = json.loads(file.read_text())["tables"]
    assert markdown(read_table(again)) == markdown(table)
    assert table.command == "hardtack ladder kellys-ford --bots random,idler,rusher --games 4 --seed 7"
    assert sum(each.both.games for each in rows_of(games)) == 12
    assert len(lines(table)) == 3 + 3


def test_the_published_tables_are_those_of_the_documentation():
    text = (Path(__file__).parents[2] / "docs" / "strength.md").read_text(encoding="utf-8")
    assert PUBLISHED.stat().st_size < 200_000
    for data in tables():
        assert markdown(read_table(data)) in text, data["command"]


def test_a_ladder_needs_two_different_bots():
    with pytest.raises(BadOption, match="two or more"):
        make_ladder([], ["random", "random"], 2, "1")
    assert isinstance(make_ladder([], ["random", "idler"], 2, "1"), Ladder)


def test_tables_with_games_in_common_are_not_added_up(monkeypatch):
    def row(bot, other, union, confederate, pairs):
        sides = {"union": union, "confederate": confederate, "pairs": pairs}
        return {"scenario": "bull-run", "bot": bot, "other": other, **sides}

    versions = {"recruit": "1", "random": "1"}
    few = row("recruit", "random", [1, 0, 0], [1, 0, 0], [1, 0, 0])
    many = row("random", "recruit", [1, 5, 2], [0, 8, 0], [1, 6, 1])
    monkeypatch.setattr(
        strength, "tables", lambda: tuple({"versions": versions, "rows": [each]} for each in (few, many))
    )
    strength.record_of.cache_clear()
    try:
        assert strength.record_of("recruit", "bull-run") == (strength.Record("random", 13, 1, 2, (6, 1)),)
        assert strength.record_of("random", "bull-run") == (strength.Record("recruit", 1, 13, 2, (1, 6)),)
        assert strength.record_of("recruit", "shiloh") == ()
    finally:
        strength.record_of.cache_clear()


def test_what_a_general_shows_with_less_thought_counts_for_him(monkeypatch):
    sides = {"union": [40, 10, 0], "confederate": [45, 5, 0], "pairs": [30, 5, 15]}
    rows = [{"scenario": "bull-run", "bot": "general-brief", "other": "veteran", **sides}]
    versions = {"general-brief": "3", "veteran": "10"}
    monkeypatch.setattr(strength, "tables", lambda: ({"versions": versions, "rows": rows},))
    strength.record_of.cache_clear()
    try:
        assert strength.record_of("general", "bull-run") == (strength.Record("veteran", 85, 15, 0, (30, 5)),)
        assert strength.record_of("veteran", "bull-run") == (strength.Record("general-brief", 15, 85, 0, (5, 30)),)
    finally:
        strength.record_of.cache_clear()


def test_a_bot_is_proposed_only_once_it_has_been_shown_to_beat_the_level_below(monkeypatch):
    able = ("random", "recruit", "veteran", "doctrine")
    cases = {
        (70, 30, (30, 20)): "veteran",
        (55, 45, (30, 20)): "recruit",
        (30, 70, (10, 40)): "recruit",
        (55, 45, (40, 10)): "veteran",  # where the side decides most games, the swapped pairs tell
        (45, 55, (40, 10)): "recruit",  # nobody is proposed who loses more than he wins
    }
    for (wins, losses, pairs), proposed in cases.items():
        met = strength.Record("recruit", wins, losses, 5, pairs)
        monkeypatch.setattr(strength, "record_of", lambda *_, met=met: (met,))
        assert strength.strongest("bull-run", able) == proposed
    monkeypatch.setattr(strength, "record_of", lambda *_: ())
    assert strength.strongest("bull-run", able) == "recruit"
    assert strength.strongest("bull-run", ("random",)) == "random"
