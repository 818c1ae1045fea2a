"""What the bots know of Shiloh."""

from __future__ import annotations

from random import Random

import pytest
from folio_kit import play, where
from shiloh_kit import BATTLE, CONFEDERATE, UNION, field, opening

from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.shiloh.scenario import ShilohState
from hardtack.generals import find_bot
from hardtack.referee.dice import SeededDice
from hardtack.referee.journal import Journal
from hardtack.referee.umpire import to_act
from hardtack.referee.views import view


def recruit(state: ShilohState, side: str, seed: int = 1) -> str:
    """What the bot does now."""
    return str(find_bot("recruit").choose(view(state, side), Random(seed)))


def value(state: ShilohState, side: str) -> float:
    return sum(weight * term(state, side) for weight, term in BATTLE.knowledge.terms().values())


def test_the_confederate_drives_for_the_landing() -> None:
    """A brigade alone in the woods is worth more to him the nearer it is; and the landing itself is the game."""
    worths = [value(field({"wood": place, "u1b1": "0303"}, turn=3), CONFEDERATE) for place in ("0422", "1014", "1610")]
    assert worths == sorted(worths)
    taken = value(field({"wood": "1809", "u1b1": "0303"}, turn=3), CONFEDERATE)
    assert taken > worths[-1] + 20


def test_a_declared_move_is_worth_its_best_destination() -> None:
    state = field({"wood": "0915", "u1b1": "0303", "chq": "0422"}, Movement(CONFEDERATE), turn=3, active={"chq": 1})
    declared, _ = play(state, "march wood")
    assert isinstance(declared.agenda[-1], Moving)
    assert value(declared, CONFEDERATE) > value(state, CONFEDERATE) + 1
    chosen = recruit(declared, CONFEDERATE)
    there, _ = play(declared, chosen)
    assert where(there, "wood") in ("1809", "1910")  # the road is open: twenty hexes of it


def test_the_union_keeps_a_guard_at_the_landing_on_the_first_day() -> None:
    """Of two brigades at the landing and one up the road, nobody leaves the two hexes bare."""
    places = {"u2b1": "1809", "u2b2": "1910", "u2b3": "1610", "wood": "1412", "gladden": "1411"}
    state = field(places, Movement(UNION), turn=4)
    for seed in range(4):
        declared = recruit(state, UNION, seed)
        assert declared.split()[-1] not in ("u2b1", "u2b2") or declared == "end"


def test_the_union_strikes_for_corinth_on_the_second_day() -> None:
    for turn, better in ((4, False), (12, True)):
        near = value(field({"u2b1": "0620", "wood": "1610"}, turn=turn), UNION)
        far = value(field({"u2b1": "1213", "wood": "1610"}, turn=turn), UNION)
        assert (near > far) is better


def test_a_leader_alone_is_a_prize() -> None:
    state = field({"wood": "0915", "grant": "0813", "u1b1": "1610"}, Movement(CONFEDERATE), turn=5)
    declared, _ = play(state, "roll wood", [6])
    chosen = recruit(declared, CONFEDERATE)
    assert chosen in ("to 0813", "to 1809")
    alone = value(field({"bragg": "0914", "u1b1": "0911", "wood": "0422"}, turn=5), CONFEDERATE)
    escorted = value(field({"bragg": "0422", "u1b1": "0911", "wood": "0422"}, turn=5), CONFEDERATE)
    assert escorted > alone


def test_an_active_hq_stays_where_it_is() -> None:
    places = {"chq": "0422", "wood": "0422", "u1b1": "1610"}
    active = field(places, Movement(CONFEDERATE), turn=5, active={"chq": 1})
    moved = field(places | {"chq": "0421"}, Movement(CONFEDERATE), turn=5, active={"chq": 0})
    assert value(active, CONFEDERATE) > value(moved, CONFEDERATE)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_recruit_takes_the_landing_from_a_player_who_plays_at_random(seed: int) -> None:
    bots = {UNION: find_bot("random"), CONFEDERATE: find_bot("recruit")}
    random, dice = Random(seed), SeededDice(seed)
    game = Journal(BATTLE.set_up(BATTLE.scenario("shiloh")), dice)
    while game.state.outcome is None:
        side = to_act(game.state)
        assert side is not None
        game.play(bots[side].choose(view(game.state, side), random), dice)
    assert (game.state.outcome.winner, game.state.outcome.clause) == (CONFEDERATE, "SL 18.1")


def test_the_terms_see_no_more_than_the_seat() -> None:
    """The value of a position is the same from the view as from the state: nothing hidden is weighed."""
    state = opening()
    for side in (UNION, CONFEDERATE):
        assert value(view(state, side).state, side) == value(state, side)
