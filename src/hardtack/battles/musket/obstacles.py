"""Why a move does not get somewhere: the clauses without which it would, and no others.

Every obstacle of a move has a clause, and any of them can be lifted: the search of `reaching` then goes on as if that
clause did not hold.  A refusal names the fewest clauses that have to be lifted to make the move legal.  Where several
ways would do, a thing that stands in the way is named before the length of the way round it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from hardtack.battles.musket.barriers import ROAD_RATE, Lifted
from hardtack.battles.musket.reaching import (
    BOATS_SAIL,
    FAR_AWAY,
    MARCH,
    WAIT_A_TURN,
    bans,
    endings,
    exit_box,
    with_room,
    within_reach,
)  # fmt: skip
from hardtack.battles.musket.state import MusketState
from hardtack.referee.events import Reason, enemy_of, reason

ALLOWANCE, ROOM, ZONES = "MS 4.2", "MS 5.1", "MS 6.3"
Group = tuple[int, ...]
Legal = Callable[[Lifted], bool]


def reachable(state: MusketState, group: Group, points: int, mode: str, goal: int, lifted: Lifted) -> bool:
    """Whether a group could end its move in a hex if these clauses did not hold."""
    found = within_reach(state, group, FAR_AWAY if ALLOWANCE in lifted else points, mode, lifted, goal)
    return goal in (found if ROOM in lifted else with_room(state, group, found))


def leaves(state: MusketState, group: Group, points: int, mode: str, box: int, lifted: Lifted) -> bool:
    """Whether a group could end its move in a box if these clauses did not hold (MS 4.8)."""
    allowed = FAR_AWAY if ALLOWANCE in lifted else points
    found = exit_box(state, group, allowed, mode, within_reach(state, group, allowed, mode, lifted), lifted)
    return found is not None and found[0] == box


def clauses_against(state: MusketState, group: Group, mode: str) -> list[str]:
    """Everything that could hold a group back, what stands in its way first and the length of the way last."""
    scenario = state.scenario
    profile = scenario.profile(group)
    found = [WAIT_A_TURN] if state.at[group[0]] < 0 else []
    found += [clause for clause, _, mask in (*endings(state, group, mode), *bans(state, group, mode)) if mask]
    if profile:
        found += [ROAD_RATE] if mode != MARCH else []
        found += scenario.barriers.lines(profile, mode == MARCH)
    found += [ROOM, ALLOWANCE] if profile else [BOATS_SAIL, ROOM]
    return list(dict.fromkeys(found))


def fewest(clauses: Sequence[str], legal: Legal) -> list[str]:
    """The fewest clauses that must be lifted, the first of them where several would do; [] where none helps."""
    for clause in clauses:
        if legal(frozenset((clause,))):
            return [clause]
    everything = frozenset(clauses)
    if not legal(everything):
        return []
    needed = [clause for clause in clauses if not legal(everything - {clause})]
    others = [clause for clause in clauses if clause not in needed]
    for number in range(len(others) + 1):
        for more in combinations(others, number):
            if legal(frozenset((*needed, *more))):
                return [clause for clause in clauses if clause in needed or clause in more]
    return []  # not come to: everything together was enough


def move_refusals(state: MusketState, group: Group, points: int, mode: str, goal: int) -> list[Reason]:
    """Why a group may not end its move in a hex."""
    scenario, start = state.scenario, state.at[group[0]]
    name = scenario.names[goal]
    if not scenario.board.playable >> goal & 1:
        return [reason("MS 4.8", "reason.out_of_play", hex=name)]
    if goal == start:
        return [reason("MS 4.1", "reason.already_there", hex=name)]
    clauses = clauses_against(state, group, mode)
    if start >= 0 and scenario.board.grid.distance(start, goal) > points and ALLOWANCE in clauses:
        clauses.insert(0, clauses.pop())  # no way is short enough: this one is among them whatever else is
    against = fewest(clauses, lambda lifted: reachable(state, group, points, mode, goal, lifted))
    return [refusal(state, group, mode, goal, clause) for clause in against]


def exit_refusals(state: MusketState, group: Group, points: int, mode: str, box: int) -> list[Reason]:
    """Why a group may not leave the map into a box by this move."""
    scenario = state.scenario
    ways_out = [hex_ for hex_, there in scenario.exits[scenario.side_of[group[0]]].items() if there == box]
    clauses = clauses_against(state, group, mode)
    against = fewest(clauses, lambda lifted: leaves(state, group, points, mode, box, lifted)) if ways_out else []
    if not against:
        return [reason("MS 4.8", "reason.no_exit")]
    return [refusal(state, group, mode, ways_out[0], clause) for clause in against]


def refusal(state: MusketState, group: Group, mode: str, goal: int, clause: str) -> Reason:
    """What a clause has against a move to a hex, with the number that some of the words ask for."""
    params = state.scenario.params
    limit = params.march_clearance if clause == "MS 4.65a" else params.stack_limit
    return reason(clause, words(state, group, mode, goal, clause), hex=state.scenario.names[goal], n=limit)


def words(state: MusketState, group: Group, mode: str, goal: int, clause: str) -> str:
    """What a refusal says of a clause: of the hex itself, or of something on the way to it."""
    for known, key, mask in bans(state, group, mode):
        if known == clause and mask >> goal & 1:
            return key
    scenario, start = state.scenario, state.at[group[0]]
    if clause == ZONES and start >= 0:
        zone = state.zone(enemy_of(scenario.side_of[group[0]]))
        straight = scenario.board.grid.around_mask[start] >> goal & 1
        return "reason.zone_to_zone" if straight and zone >> start & zone >> goal & 1 else "reason.zone_stops"
    for known, key, mask in endings(state, group, mode):
        if known == clause and mask:
            return key
    for known, key, mask in bans(state, group, mode):
        if known == clause and mask:
            return f"{key}_way"
    return PLAIN[clause] if clause in PLAIN else ground_words(state, group, mode, goal, clause)


PLAIN = {
    ALLOWANCE: "reason.too_far",
    ROOM: "reason.full",
    ROAD_RATE: "reason.road_zone",
    WAIT_A_TURN: "reason.entry_blocked",
    BOATS_SAIL: "reason.not_river",
}


def ground_words(state: MusketState, group: Group, mode: str, goal: int, clause: str) -> str:
    """A line of the terrain chart: it ends the move, closes the hex, or closes the way."""
    scenario = state.scenario
    barriers, profile = scenario.barriers, scenario.profile(group)
    if any(clause in step.clauses for step in barriers.halting(profile, mode == MARCH)):
        return "reason.guns_stop" if clause == scenario.ground.overlay("stream").clause else "reason.train_stops"
    if any(clause == line.clause for line in scenario.tables.sides.values()):
        return "reason.water_way"
    if scenario.ground.terrain[goal].clause == clause:
        return "reason.prohibited" if barriers.prohibited(profile, goal) else "reason.prohibited_march"
    return "reason.prohibited_march_way" if mode == MARCH else "reason.prohibited_way"
