"""Quicker ways to an answer, held against the plain one: what is asked of one unit, of a phase, of a whole move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hardtack.battles import find_battle
from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.closing import (
    FOG,
    MARCH,
    MOVE,
    bans,
    closed_and_ends,
    endings,
    union_of,
)
from hardtack.battles.musket.combat import Assault, Attacks
from hardtack.battles.musket.joining import BesideTarget, FightOrder
from hardtack.battles.musket.movement import (
    MOVEMENT,
    BeginOrder,
    Movement,
)
from hardtack.battles.musket.movers import UNIT_BANS, ready_units
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.bans import Asked, Toward, open_numbers
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import SIDES
from hardtack.referee.playout import Playout
from hardtack.referee.umpire import begin

ACTIONS, APART = 1500, 7
BATTLES = ("shiloh", "chickamauga")


def states(battle_id: str, apart: int = APART) -> Iterator[MusketState]:
    """Some of the states of a random game."""
    battle, random, dice = find_battle(battle_id), Random(3), SeededDice("shortcuts")
    line = Playout(begin(battle.set_up(battle.scenario(battle_id)), dice).state, undoable=False)
    for number in range(ACTIONS):
        if line.outcome is not None:
            return
        if number % apart == 0:
            yield line.state
        line.apply(line.options().pick(random), dice)


@pytest.mark.parametrize("battle_id", BATTLES)
def test_one_unit_is_told_what_a_set_of_them_is_told(battle_id: str) -> None:
    for state in states(battle_id):
        for side in SIDES:
            asked = Asked(state, Movement(side))
            ready = open_numbers(UNIT_BANS, asked, state.scenario.everybody)
            assert ready_units(asked) == ready
            for order in MOVEMENT:
                if isinstance(order, BeginOrder):
                    assert order.at_a_glance(asked, ready) == open_numbers(order.own_bans, asked, ready), order.verb
                    alone = mask_of(unit for unit in hexes_in(ready) if order.is_open_to(asked, unit))
                    assert alone == open_numbers(order.own_bans, asked, ready), order.verb


@pytest.mark.parametrize("battle_id", BATTLES)
def test_what_closes_hexes_is_the_union_of_all_clauses(battle_id: str) -> None:
    for state in states(battle_id):
        scenario = state.scenario
        for side in SIDES:
            leader = scenario.leaders[side][0]
            for group in ((scenario.fighters[side][0],), (leader,), (scenario.fighters[side][-1], leader)):
                for mode in (MOVE, MARCH, FOG):
                    closed = union_of(bans(state, group, mode))
                    ends = union_of(endings(state, group, mode)) & ~closed
                    assert closed_and_ends(state, group, mode) == (closed, ends)


@pytest.mark.parametrize("battle_id", BATTLES)
def test_whoever_is_not_looked_at_can_fight_nobody(battle_id: str) -> None:
    for state in states(battle_id):
        for frame in (*map(Attacks, SIDES), *map(Bombardments, SIDES)):
            asked = Asked(state, frame)
            order = next(order for order in frame.orders(state) if isinstance(order, FightOrder))
            ready = open_numbers(order.bans, asked, state.scenario.everybody)
            fighters = mask_of(unit for unit in hexes_in(ready) if order.goals(asked, unit))
            assert order.who_can(asked) == fighters


@pytest.mark.parametrize("battle_id", BATTLES)
def test_who_may_join_is_told_of_all_what_it_is_told_of_each(battle_id: str) -> None:
    looked_at = 0
    for state in states(battle_id, apart=1):
        frame = state.agenda[-1] if state.outcome is None else None
        if isinstance(frame, Assault):
            asked = Asked(state, frame)
            beside = next(ban for ban in frame.bans(state) if isinstance(ban, BesideTarget))
            assert beside.narrow(asked, state.scenario.everybody) == Toward.narrow(
                beside, asked, state.scenario.everybody
            )
            looked_at += 1
    assert looked_at
