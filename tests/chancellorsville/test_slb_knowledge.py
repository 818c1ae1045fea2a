"""What bots weigh: goals and who will hold them, prizes, prospects of attacks, and play that makes sense."""

from __future__ import annotations

from random import Random

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.divisions import BreakUp
from hardtack.battles.chancellorsville.knowledge import control, promised, troops
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.prospects import attack_prospect, exposure, mean_gain
from hardtack.battles.chancellorsville.victory import prizes
from hardtack.battles.gcacw.actions import StepTo
from hardtack.battles.gcacw.activation import Muster
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.recovery import CycleEnds
from hardtack.battles.gcacw.sequence import PhaseEnds, TurnEnds
from hardtack.generals.recruit import Recruit
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.umpire import begin, options, play_trusted, to_act
from hardtack.referee.views import view
from hardtack.table import Match


@pytest.mark.parametrize("scenario_id", ["brandy-station", "great-flank-march"])
def test_presence_followed_move_by_move_is_that_of_a_fresh_look(scenario_id: str) -> None:
    random, dice = Random(2), SeededDice(2)
    state = begin(BATTLE.set_up(BATTLE.scenario(scenario_id)), dice).state
    for _ in range(150):
        if state.outcome is not None:
            break
        followed = Outlook(state).presence()
        state.forget()
        assert Outlook(state).presence() == followed
        state = play_trusted(state, options(state).pick(random), dice).state


def test_control_grows_with_every_step_toward_a_goal() -> None:
    game = Game("salem-church")
    worth = []
    for hex_ in ("4328", "4228", "4128", "4028"):
        game.put("Newton", hex_)
        worth.append(control(game.edit(agenda=(TurnEnds(), CycleEnds())).state, UNION))
    assert worth == sorted(worth)
    assert worth[0] < worth[-1]


@pytest.mark.rule("SLB 13.4d")
def test_a_division_that_must_wait_cannot_cross_yet() -> None:
    game = Game("brandy-station").begin()
    limits, unit = game.scene.limits, game.scene.index["Kilpatrick"]
    assert limits.next_ford(game.state, unit).between == ("", "")
    game.remember("crossed", 1 << game.scene.index["Gregg"] | 1 << game.scene.index["Cesnola"])
    assert limits.next_ford(game.state, unit).between == ("2718", "2618")


# -- prizes


def prizes_of(game: Game, side: str, unit: str, hex_: str) -> int:
    piece = game.scene.pieces[game.scene.index[unit]]
    halves = 2 * game.row("manpower", unit)
    offered = [prize for prize in prizes(game.scene, game.state, side) if prize.hex == game.scene.hex(hex_)]
    return sum(prize.points for prize in offered if prize.is_for(piece, halves))


@pytest.mark.rule("SLB 13.1h")
def test_a_hex_held_already_is_no_prize() -> None:
    game = Game("salem-church")
    assert prizes_of(game, UNION, "Newton", "4227") == 2
    assert prizes_of(game, CONFEDERATE, "Hays", "4227") == 0
    game.remember("held", 1 << game.scene.hex("4227"))
    assert prizes_of(game, UNION, "Newton", "4227") == 0
    assert prizes_of(game, CONFEDERATE, "Hays", "4227") == 2


@pytest.mark.rule("SLB 13.2i")
def test_only_the_right_unit_wins_a_prize() -> None:
    game = Game("great-flank-march")
    assert prizes_of(game, UNION, "Geary", "3427") == 8
    assert prizes_of(game, UNION, "Devin", "3427") == 0  # no infantry division
    assert prizes_of(game, CONFEDERATE, "McLaws", "4028") == 6
    assert prizes_of(game, CONFEDERATE, "Thomas", "4028") == 0  # not strong enough by itself


@pytest.mark.rule("SLB 13.4h")
def test_being_next_to_culpeper_is_a_prize_in_the_hexes_around_it() -> None:
    game = Game("brandy-station")
    assert prizes_of(game, UNION, "Gregg", "1518") == 2
    assert prizes_of(game, UNION, "Gregg", "1418") == 0
    game.remember("next_to_culpeper")
    assert prizes_of(game, UNION, "Gregg", "1518") == 0


# -- prospects


def test_better_odds_promise_more() -> None:
    gains = [mean_gain(net, 12, 4, 1.0) for net in range(-6, 9)]
    assert gains == sorted(gains)
    assert gains[0] < 0 < gains[-1]


@pytest.mark.rule("GC 7.1.3", "GC 7.1.4")
def test_a_prospect_knows_what_the_march_has_left() -> None:
    game = Game("salem-church")
    unit, here = game.scene.index["Newton"], game.scene.hex("4328")
    game.put("MS18", "4228", works="none", manpower=6).put("Hays", "x")
    rich = attack_prospect(game.state, unit, here, 6, moved=False)
    assert rich > attack_prospect(game.state, unit, here, 0, moved=False) >= 0
    woods = next(
        (a, b)
        for a, around in enumerate(game.scene.board.grid.around)
        for b in around
        if b in game.scene.ground.cost[a] and game.scene.ground.is_woods_side(a, b)
    )
    game.clear("Newton", "MS18")
    game.put("Newton", game.scene.name(woods[0])).put("MS18", game.scene.name(woods[1]), manpower=1)
    assert attack_prospect(game.state, unit, woods[0], 6, moved=False) > 0
    assert attack_prospect(game.state, unit, woods[0], 6, moved=True) == 0


def test_a_weak_unit_beside_a_strong_enemy_is_exposed() -> None:
    game = Game("salem-church").clear("Newton", "Wilcox")
    game.put("Wilcox", "4227", manpower=4).put("Newton", "4326", manpower=17)
    assert exposure(game.state, CONFEDERATE) == 0
    game.put("Newton", "4328")
    near = exposure(game.state, CONFEDERATE)
    assert near > 0
    game.put("Newton", fatigue=4)
    assert exposure(game.state, CONFEDERATE) == 0  # too tired to attack
    game.put("Newton", fatigue=0).marching("Wilcox", 4)
    assert exposure(game.state, CONFEDERATE) == 0  # on its way to somewhere else
    game.marching("Wilcox", 4, stopped=True)
    assert exposure(game.state, CONFEDERATE) == near


# -- marches ordered


@pytest.mark.rule("GC 5.2.2")
def test_naming_a_unit_promises_a_march_and_its_fatigue() -> None:
    game = Game("salem-church")
    frames = (TurnEnds(), CycleEnds(), PhaseEnds())
    named = game.edit(agenda=(*frames, Muster(UNION, "Sedgwick", ("Newton", "Howe"), ("Howe",)))).state
    assert [(march.unit, march.waits) for march in promised(named, UNION)] == [(game.scene.index["Howe"], True)]
    assert promised(named, CONFEDERATE) == []
    over = game.edit(agenda=(*frames, March(UNION, "Howe", 3, "4329", 0, over=True))).state
    assert promised(over, UNION) == []
    lost = game.put("Howe", "x").edit(agenda=(*frames, March(UNION, "Howe", 3, "4329", 0, stopped=True))).state
    assert promised(lost, UNION) == []


@pytest.mark.rule("SLB 21.4a")
def test_breaking_a_division_up_costs_from_the_first_word() -> None:
    game = Game("great-flank-march")
    frames = (TurnEnds(), CycleEnds(), PhaseEnds(), March(CONFEDERATE, "McLaws", 4, "3627", 0))
    whole = troops(game.edit(agenda=frames).state, CONFEDERATE)
    first = troops(game.edit(agenda=(*frames, BreakUp(CONFEDERATE, "McLaws"))).state, CONFEDERATE)
    then = troops(game.edit(agenda=(*frames, BreakUp(CONFEDERATE, "McLaws", ("Kershaw",), (5,)))).state, CONFEDERATE)
    assert whole > first > then


QUIET = ("pass", "done", "hold", "stand", "stop")


def test_recruit_holds_its_army_together_and_goes_for_the_churches() -> None:
    """The Union of Salem Church against an enemy who passes: it takes both churches and leaves at most a garrison."""
    random, dice = Random(1), SeededDice(1)
    state = begin(BATTLE.set_up(BATTLE.scenario("salem-church")), dice).state
    verbs: list[str] = []
    while state.outcome is None:
        if to_act(state) == UNION:
            action = Recruit().choose(view(state, UNION), random)
            verbs.append(action.verb)
        else:
            quiet = [choice for choice in options(state).general() if choice.verb in QUIET]
            action = quiet[0] if quiet else options(state).pick(random)
        state = play_trusted(state, action, dice).state
    assert verbs.count("detach") + verbs.count("split") <= 1
    points = {key: n for key, n, _ in state.scenario.score(state)}
    assert (points["score.salem_church"], points["score.tabernacle_church"]) == (5, 8)
    assert state.outcome.winner == UNION


def test_a_road_found_open_is_open() -> None:
    """Answers about roads are kept; they must be those of a new look."""
    game = Game("great-flank-march")
    start, goal = game.scene.hex("3525"), game.scene.hex("4028")
    assert game.scene.is_road_open(start, goal, 0)
    assert not game.scene.is_road_open(start, goal, 1 << start)
    assert not game.scene.is_road_open(start, goal, 1 << goal)
    around = sum(1 << hex_ for hex_ in game.scene.board.grid.around[goal])
    assert not game.scene.is_road_open(start, goal, around)


@pytest.mark.parametrize("scenario", ["kellys-ford", "brandy-station"])
def test_a_recruit_on_the_march_does_not_go_to_and_fro(scenario: str) -> None:
    """A hex its march has left is hardly ever entered again."""
    steps, returns = 0, 0
    for seed in (1, 2):
        match = Match.new(scenario, seed=seed, seats={UNION: Recruit(), CONFEDERATE: Recruit()})
        trails: dict[str, set[int]] = {}
        while match.outcome is None:
            before = match.state
            action = match.run_bots(step=True)[0].action
            if action.verb in ("march", "activate"):
                trails.clear()
            if not isinstance(action, StepTo):
                continue
            unit = match.scenario.index[action.unit]
            trail = trails.setdefault(action.unit, set())
            trail.add(before.at[unit])
            steps += 1
            returns += match.state.at[unit] in trail
    assert steps > 50
    assert returns <= steps * 0.04
