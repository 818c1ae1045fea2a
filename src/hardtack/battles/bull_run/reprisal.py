"""What the enemy can strike back with in his half of a turn's combat.

Whoever has been attacked attacks nobody that turn (C14). So the side with the initiative attacks not only to shoot: a
stack that is attacked, however weakly, leaves Centreville in peace.
"""

from __future__ import annotations

from hardtack.battles.bull_run.combat import FIRST_HALF, Combat
from hardtack.battles.bull_run.concentration import RESOLUTE
from hardtack.battles.bull_run.knowledge import mean_hits, modifier
from hardtack.battles.bull_run.movement import Movement
from hardtack.battles.bull_run.state import BullRunState
from hardtack.board.masks import hexes_in
from hardtack.referee.events import UNION, enemy_of

SHAKEN = 0.3  # hits that being attacked is as bad as, whatever is shot: a stack may have to give way
DRIVEN_OUT = 1.5  # the same for a stack on the enemy's objective


def reprisals(state: BullRunState, side: str) -> float:
    """In our half, the first: what the enemy stacks that have not been attacked may do to us in theirs."""
    phase = next((frame for frame in reversed(state.agenda) if isinstance(frame, Movement | Combat)), None)
    if not isinstance(phase, Combat) or phase.half != FIRST_HALF or phase.side != side:
        return 0.0
    bound = state.defended if state.scenario.settings["second_half"] == "uninvolved" else state.attacked
    stacks = state.deployment.stacks
    free = [
        here
        for here in hexes_in(state.occupied(enemy_of(side)) & state.deployment.zone(side))
        if not any(bound[unit] for unit in stacks[here])
    ]
    return -sum([worst_blow(state, side, here) for here in free])


def worst_blow(state: BullRunState, side: str, here: int) -> float:
    """The most that an attack of an enemy stack does to us, in hits."""
    scenario, points, foe = state.scenario, state.points, enemy_of(side)
    own, goal = state.occupied(side), scenario.objective[foe]
    worst = 0.0
    for there in scenario.ground.passable_sides[here]:
        if own >> there & 1:
            blow = min(mean_hits(scenario, modifier(scenario, here, there), points[here]), points[there])
            if not any(state.answered[unit] for unit in state.deployment.stacks[there]):
                blow -= mean_hits(scenario, 0, points[there])
            worst = max(worst, blow + (DRIVEN_OUT if there == goal else SHAKEN))
    return worst * RESOLUTE if foe == UNION and scenario.ground.southern[here] else worst
