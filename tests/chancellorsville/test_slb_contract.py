"""The contract every battle keeps: conformance, perft, random games, words, bots."""

from __future__ import annotations

from random import Random

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.scenarios import SCENARIO_IDS
from hardtack.battles.gcacw.recovery import CycleEnds
from hardtack.battles.gcacw.sequence import Activation, PhaseEnds, TurnEnds
from hardtack.battles.gcacw.state import CampaignState
from hardtack.generals.general import General, RandomBot
from hardtack.generals.recruit import Recruit
from hardtack.referee.chance import forecast, settled
from hardtack.referee.conformance import check_battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.playout import perft
from hardtack.referee.umpire import begin, options, play_trusted, to_act
from hardtack.referee.views import view
from machine import calls_of


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_conformance(scenario_id: str) -> None:
    """Two games by the kit, which are two of the dozen random ones that end well."""
    for journal in check_battle(BATTLE, scenario_id, games=2, seed=10, look_every=11):
        check_end(journal.state, len(journal))


def test_conformance_with_the_options() -> None:
    check_battle(BATTLE, "kellys-ford", games=2, seed=3, teaching=True)
    check_battle(BATTLE, "brandy-station", games=1, seed=3, **{"without-f-lee": True})


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_random_games_end_well(scenario_id: str) -> None:
    for seed in range(10):
        random, dice = Random(seed), SeededDice(seed)
        state = begin(BATTLE.set_up(BATTLE.scenario(scenario_id)), dice).state
        decisions = 0
        while state.outcome is None:
            state = play_trusted(state, options(state).pick(random), dice).state
            decisions += 1
        BATTLE.check_position(state)
        check_end(state, decisions)


def check_end(state: CampaignState, decisions: int) -> None:
    assert decisions < BATTLE.max_decisions / 5
    assert state.turn == state.scenario.turns


PERFT = {
    "kellys-ford": (5, 40, 245, 1420, 9306),
    "brandy-station": (4, 31, 150, 727, 3732),
    "salem-church": (4, 12, 92, 1102, 12324),
    "great-flank-march": (8, 57, 220, 738, 3203),
    "sedgwick-to-the-rescue": (8, 95, 1104, 10204),
    "certain-destruction": (20, 237, 1951, 15351),
    "chancellorsville-campaign": (2, 6, 84, 1041, 11997),
}


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_perft(scenario_id: str) -> None:
    state = begin(BATTLE.set_up(BATTLE.scenario(scenario_id)), SeededDice(0)).state
    counts = tuple(perft(state, depth, 1863) for depth in range(1, len(PERFT[scenario_id]) + 1))
    assert counts == PERFT[scenario_id]


def test_an_attack_can_be_forecast_exactly() -> None:
    game = Game("salem-church").begin()
    while game.frame == "LeaderTransfer":
        game.do("done")
    game.marching("Newton", 6)
    found = forecast(game.state, BATTLE.parse(game.scene, "attack Newton prepared 4228"))
    assert sum(share for _, share in found.chances) == 1
    assert {line.clause for line in found.modifiers} >= {"GC 7.4.2", "GC 7.4.3", "GC 7.1.4"}


def grand_column() -> Game:
    """Jackson with nine units of his corps before a hex of five divisions."""
    game = Game("sedgwick-to-the-rescue")
    for unit in ("Jackson", "Lee", "Rodes", "Colston", "Hill", "Thomas", "GA23", "Hoke", "Gordon", "Smith", "Hays"):
        game.put(unit, "3428")
    for unit in ("Berry", "Geary", "French", "Williams", "Birney"):
        game.put(unit, "3427")
    return game.edit(agenda=(TurnEnds(), CycleEnds(), PhaseEnds(), Activation(CONFEDERATE)), phase=9, turn=2)


@pytest.mark.rule("GC 5.3")
def test_the_largest_assault_is_forecast_exactly_and_quickly() -> None:
    game = grand_column()
    assault = BATTLE.parse(game.scene, "assault Jackson 3427")
    assert calls_of(lambda: forecast(game.state, assault)) < 1_000_000  # 260,000
    found = forecast(game.state, assault)
    assert sum(share for _, share in found.chances) == 1


@pytest.mark.rule("GC 4.4")
def test_a_forecast_ends_with_the_phase_it_looks_at() -> None:
    """The dice of the next initiative are no part of an assault."""
    game = grand_column()
    for after in settled(game.state, BATTLE.parse(game.scene, "assault Jackson 3427"), BATTLE.knowledge.presume):
        assert after.phase == game.state.phase
        assert isinstance(after.agenda[-1], PhaseEnds)


def play_out(scenario_id: str, union: General, confederate: General, seed: int) -> int:
    """The Union's victory points of a game between two bots."""
    random, dice = Random(seed), SeededDice(seed)
    seats = {UNION: union, CONFEDERATE: confederate}
    state = begin(BATTLE.set_up(BATTLE.scenario(scenario_id)), dice).state
    while state.outcome is None:
        side = to_act(state)
        assert side is not None
        state = play_trusted(state, seats[side].choose(view(state, side), random), dice).state
    return dict(state.outcome.points)[UNION]


@pytest.mark.parametrize(("scenario_id", "seeds", "least"), [
    ("kellys-ford", range(10), 9), ("brandy-station", range(20, 22), 2), ("salem-church", range(20, 22), 2),
    ("great-flank-march", range(20, 21), 1), ("sedgwick-to-the-rescue", range(20, 21), 1),
])  # fmt: skip
def test_recruit_beats_random_on_victory_points(scenario_id: str, seeds: range, least: int) -> None:
    """Pairs of games with the seats changed: recruit gains more as the Union than it lets random have."""
    won = 0
    for seed in seeds:
        gained = play_out(scenario_id, Recruit(), RandomBot(), seed)
        won += gained > play_out(scenario_id, RandomBot(), Recruit(), seed)
    assert won >= least
