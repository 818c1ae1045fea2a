"""Marches at Shiloh: past no sleeping camp, and no rush to the Corinth road on the first turns (MS 4.65a)."""

from __future__ import annotations

from typing import Any

import pytest
from folio_kit import offered, play
from shiloh_kit import BATTLE, CONFEDERATE, UNION, field, opening

from hardtack.battles.musket.actions import END, STAY
from hardtack.battles.musket.closing import too_near
from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.shiloh.camps import Muster
from hardtack.battles.shiloh.scenario import ShilohState
from hardtack.board.reach import reach, turned_round
from hardtack.referee.actions import Action
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, deciding, options, to_act, why_not
from hardtack.referee.umpire import play as referee_play

GOAL, FAR = "0125", 400


@pytest.mark.rule("MS 4.65a", "SL 17.33")
def test_gladden_does_not_march_past_a_sleeping_camp() -> None:
    """With the old numbers he came from 1021 to 1613, next to the camp in 1612, on the first turn."""
    state, _ = play(opening(), "march gladden")
    grid, scenario = state.scenario.board.grid, state.scenario
    goals = {notation.split()[-1] for notation in offered(state)} - {"stay"}
    kept_from = [state.at[piece] for piece in scenario.fighters[UNION] if state.at[piece] >= 0]
    kept_from += [camp.hex for camp in scenario.camps]  # type: ignore[attr-defined]
    assert min(grid.distance(grid.index(goal), hex_) for goal in goals for hex_ in kept_from) == 4
    refused = why_not(state, BATTLE.parse(scenario, "to 1613"))
    assert "MS 4.65a" in {reason.clause for reason in refused}
    alone = field({"gladden": "1021"}, Movement(CONFEDERATE), cup=["u4b1"])
    marching, _ = play(alone, "march gladden")
    goals = {notation.split()[-1] for notation in offered(marching)} - {"stay"}
    assert min(grid.distance(grid.index(goal), grid.index("1612")) for goal in goals) == 4
    awake, _ = play(field({"gladden": "1021"}, Movement(CONFEDERATE)), "march gladden")
    assert goals < {notation.split()[-1] for notation in offered(awake)}
    union = field({"u1b1": "1615"}, Movement(UNION), cup=["u4b1"])
    assert "march u1b1" in offered(union)  # his own camp keeps nobody away


class Rusher:
    """The Union does nothing but go for 0125: every unit marches where it can, and rolls where it cannot."""

    def choose(self, state: ShilohState) -> Action:
        frame: Any = deciding(state)
        if isinstance(frame, Movement):
            return self.begin(state)
        if isinstance(frame, Moving):
            goals = [action for action in options(state).all() if action.verb == "to"]
            here, left = state.at[frame.group[0]], self.left(state)
            grid = state.scenario.board.grid
            best = min(goals, key=lambda action: left[grid.index(action.hex)], default=STAY)  # type: ignore[attr-defined]
            gains = best != STAY and (here < 0 or left[grid.index(best.hex)] < left[here])  # type: ignore[attr-defined]
            return best if gains else STAY
        if isinstance(frame, Muster):
            left = self.left(state)
            return min(options(state).all(), key=lambda action: left[state.scenario.board.grid.index(action.hex)])  # type: ignore[attr-defined]
        general = options(state).general()
        return END if END in general else BATTLE.knowledge.presume(state)

    def begin(self, state: ShilohState) -> Action:
        scenario, offer = state.scenario, options(state)
        for way in ("march", "walk", "roll"):
            for piece in scenario.fighters[UNION]:
                for action in offer.of(scenario.ids[piece]) if scenario.kind[piece] != "gunboat" else ():
                    if action.verb == way:
                        return action
        return END

    def left(self, state: ShilohState) -> list[int]:
        """What is left of the way to 0125 from each hex, by march where no enemy is near, else on foot."""
        scenario = state.scenario
        goal = scenario.board.grid.index(GOAL)
        ground = scenario.ground
        march = reach(turned_round(ground.ways(("infantry",), True).flow), goal, FAR, too_near(state, UNION))
        foot = reach(turned_round(ground.ways(("infantry",)).flow), goal, FAR)
        found = [march.get(hex_, FAR + foot.get(hex_, FAR)) for hex_ in range(ground.size)]
        found[goal] = 0
        return found


def rush(seed: int, turns: int, **settings: int) -> ShilohState:
    """The Confederate stands where the book puts him and lets his reinforcements wait."""
    dice, rusher = SeededDice(seed), Rusher()
    state: Any = begin(BATTLE.set_up(BATTLE.scenario("shiloh", settings)), dice).state
    while state.outcome is None and state.turn <= turns:
        passes = END if END in options(state).general() else BATTLE.knowledge.presume(state)
        action = rusher.choose(state) if to_act(state) == UNION else passes
        state = referee_play(state, action, dice).state
    return state  # type: ignore[no-any-return]


@pytest.mark.rule("MS 4.65a", "MS 4.2", "SL 18.2")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_rush_for_the_corinth_road_does_not_win_by_the_second_turn(seed: int) -> None:
    assert rush(seed, 2).outcome is None
    free = rush(seed, 2, march_infantry=10, march_clearance=0)  # as it was: the test would find it out
    assert free.outcome is not None
    assert (free.outcome.winner, free.turn) == (UNION, 2)
