"""The machine that commands the Confederates in solitaire: it carries out the missions (9.0g to 9.0l, C12).

`doctrine` maps a state in which the Confederates decide to the one action the book's system takes.
"""

from __future__ import annotations

from hardtack.battles.bull_run.actions import ADVANCE, END, STAY, Attack, Cross, Hit, Move, Retreat
from hardtack.battles.bull_run.combat import AllotHits, Combat, CombatOptions
from hardtack.battles.bull_run.ground import OPEN
from hardtack.battles.bull_run.movement import Movement, marches
from hardtack.battles.bull_run.retreat import ChooseRetreat, OfferAdvance, retreat_hexes
from hardtack.battles.bull_run.solitaire import (
    AT,
    CENTREVILLE,
    COUNTER,
    FAR,
    FORD,
    GUARD,
    OFFENSIVE,
    distances,
    mission_hex,
    mission_kind,
    union_south,
)
from hardtack.battles.bull_run.state import BullRunState
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, UNION, Text, text
from hardtack.referee.umpire import deciding


def doctrine(state: BullRunState) -> Action:
    """The Confederate action the solitaire system takes now."""
    frame = deciding(state)
    if isinstance(frame, Movement):
        return next_march(state)
    if isinstance(frame, Combat):
        return next_attack(state, frame)
    if isinstance(frame, AllotHits):
        return aim(state, frame)
    if isinstance(frame, ChooseRetreat):
        return best_retreat(state, frame)
    assert isinstance(frame, OfferAdvance)  # the frames of this battle end here
    return ADVANCE if should_advance(state, frame) else STAY


def motive(state: BullRunState, action: Action) -> Text:
    """What the system takes an action for: the mission of the brigade, or the rule it follows in combat."""
    frame = deciding(state)
    if isinstance(frame, Movement):
        if not isinstance(action, Move | Cross):
            return text("motive.missions_done")
        mission = state.missions[state.scenario.index[action.unit]]
        kind = mission_kind(mission)
        if kind in (AT, GUARD, FORD):
            return text(f"motive.mission_{kind}", hex=mission_hex(mission))
        return text(f"motive.mission_{kind}")
    if isinstance(frame, Combat):
        if action == END:
            return text("motive.no_attack")
        return text("motive.attack_all" if state.initiative == CONFEDERATE else "motive.attack_weakest")
    if isinstance(frame, OfferAdvance):
        return text("motive.advance" if action == ADVANCE else "motive.stay")
    return text("motive.aim" if isinstance(frame, AllotHits) else "motive.retreat")


# -- movement


def next_march(state: BullRunState) -> Action:
    """The first brigade, in the unit table's order, that its mission sends further on."""
    for unit in state.scenario.of_side[CONFEDERATE]:
        if state.at[unit] >= 0 and state.spent[unit] < state.scenario.allowance and may_stir(state, unit):
            action = step_of_mission(state, unit)
            if action is not None:
                return action
    return END


def may_stir(state: BullRunState, unit: int) -> bool:
    """Under order B only brigades already across the run move (9.0c)."""
    return state.order != "B" or bool(state.scenario.ground.north >> state.at[unit] & 1)


def step_of_mission(state: BullRunState, unit: int) -> Action | None:
    mission = state.missions[unit]
    kind = mission_kind(mission)
    scenario = state.scenario
    if kind == CENTREVILLE:
        return None if in_contact(state, unit) else go_toward(state, unit, scenario.objective[CONFEDERATE])
    if kind in (AT, GUARD):
        return go_toward(state, unit, scenario.board.grid.index(mission_hex(mission)))
    if kind == FORD:
        ford = scenario.board.grid.index(mission_hex(mission))
        return None if in_contact(state, unit) else go_toward(state, unit, ford)
    if kind == COUNTER:
        return counter_step(state, unit)
    return None


def in_contact(state: BullRunState, unit: int) -> bool:
    """Next to a Union stack it could attack."""
    union = state.held_by[UNION]
    return any(union >> hex_ & 1 for hex_ in state.scenario.ground.passable_sides[state.at[unit]])


def go_toward(state: BullRunState, unit: int, goal: int, allowed: int = -1) -> Action | None:
    """The step or march that brings the brigade nearest to the goal, if any brings it nearer at all."""
    scenario = state.scenario
    field = distances(scenario.ground.edges[OPEN], goal)
    grid = scenario.board.grid
    best: Action | None = None
    best_key = (field.get(state.at[unit], FAR), 0)
    actions, ways = marches(state, unit)
    for action in actions:
        assert isinstance(action, Move | Cross)
        hex_ = grid.index(action.hex)
        if not allowed >> hex_ & 1:
            continue
        key = (field.get(hex_, FAR), ways[hex_] if isinstance(action, Move) else 0)
        if key[0] < best_key[0] or (best is not None and key < best_key):
            best, best_key = action, key
    return best


def counter_step(state: BullRunState, unit: int) -> Action | None:
    """Toward the nearest Union stack south of the run, taking hills and woods beside it, or closing in (C12)."""
    if in_contact(state, unit):
        return None
    scenario = state.scenario
    edges = scenario.ground.edges[OPEN]
    targets = union_south(state)
    here = state.at[unit]
    goal = min(targets, key=lambda hex_: (distances(edges, hex_).get(here, FAR), hex_), default=None)
    if goal is None:
        return None
    return go_toward(state, unit, goal, allowed_posts(state, unit))


def allowed_posts(state: BullRunState, unit: int) -> int:
    """Hexes a counterattacking brigade may stop in: no contact, good ground, or superior numbers (9.0e)."""
    scenario = state.scenario
    around = scenario.board.grid.around_mask
    allowed = scenario.board.playable
    for union_hex in union_south(state):
        mass = state.strength[unit] + sum(
            state.strength[other]
            for other in scenario.of_side[CONFEDERATE]
            if other != unit and state.at[other] >= 0 and around[union_hex] >> state.at[other] & 1
        )
        if mass <= state.stack_strength(union_hex):
            allowed &= ~(around[union_hex] & ~scenario.ground.defensive)
    return allowed


# -- combat


def next_attack(state: BullRunState, frame: Combat) -> Action:
    """The weakest Union stack is attacked first; what was begun against a defender is finished (9.0i, 10.1d)."""
    wanted = [
        attack
        for attack in CombatOptions(state, frame).attacks()
        if isinstance(attack, Attack) and wants_attack(state, attack) and is_best_target(state, frame, attack)
    ]
    if not wanted:
        return END
    return min(wanted, key=lambda attack: (attack.hex_target != frame.target, target_rank(state, attack)))


def wants_attack(state: BullRunState, attack: Attack) -> bool:
    """With the initiative every stack attacks (9.0g); without it, one on the offensive and not weaker (9.0h)."""
    if state.initiative == CONFEDERATE:
        return True
    grid = state.scenario.board.grid
    here, there = grid.index(attack.hex), grid.index(attack.hex_target)
    return is_offensive(state, here) and state.stack_strength(here) >= state.stack_strength(there)


def is_offensive(state: BullRunState, hex_: int) -> bool:
    return any(mission_kind(state.missions[unit]) in OFFENSIVE for unit in state.stacks[hex_])


def is_best_target(state: BullRunState, frame: Combat, attack: Attack) -> bool:
    rivals = [
        other
        for other in CombatOptions(state, frame).attacks()
        if isinstance(other, Attack) and other.hex == attack.hex and wants_attack(state, other)
    ]
    return target_rank(state, attack) == min(target_rank(state, rival) for rival in rivals)


def target_rank(state: BullRunState, attack: Attack) -> tuple[int, bool, bool, str, str]:
    """Weakest first; among equals one that bars the way, then one without help from the ground (9.0i)."""
    scenario = state.scenario
    grid = scenario.board.grid
    here, there = grid.index(attack.hex), grid.index(attack.hex_target)
    sheltered = bool(scenario.ground.defensive >> there & 1)
    bars = bars_way(state, here, there)
    return state.stack_strength(there), not bars, sheltered, attack.hex_target, attack.hex


def bars_way(state: BullRunState, here: int, there: int) -> bool:
    """Whether the enemy stack stands nearer to the objective of a unit of this stack."""
    scenario = state.scenario
    for unit in state.stacks[here]:
        mission = state.missions[unit]
        kind = mission_kind(mission)
        if kind == CENTREVILLE:
            goal = scenario.objective[CONFEDERATE]
        elif kind in (AT, GUARD, FORD):
            goal = scenario.board.grid.index(mission_hex(mission))
        else:
            continue
        field = distances(scenario.ground.edges[OPEN], goal)
        if field.get(there, FAR) < field.get(here, FAR):
            return True
    return False


def aim(state: BullRunState, frame: AllotHits) -> Hit:
    """Destroy a unit if the hits suffice, the largest that can be; else the one with the fewest points (9.0j)."""
    scenario = state.scenario
    victims = state.stacks[scenario.board.grid.index(frame.hex)]
    doomed = [unit for unit in victims if state.strength[unit] <= frame.hits]
    if doomed:
        choice = max(doomed, key=lambda unit: (state.strength[unit], -unit))
    else:
        choice = min(victims, key=lambda unit: (state.strength[unit], unit))
    return Hit(scenario.pieces[choice].id)


# -- after combat


def should_advance(state: BullRunState, frame: OfferAdvance) -> bool:
    """Under offensive orders, unless it would stand next to a stronger Union stack not yet in combat (9.0k)."""
    scenario = state.scenario
    grid = scenario.board.grid
    here, there = grid.index(frame.hex), grid.index(frame.hex_target)
    if not is_offensive(state, here):
        return False
    own = state.stack_strength(here)
    for hex_ in grid.around[there]:
        fresh = not any(state.attacked[u] or state.defended[u] for u in state.stacks.get(hex_, ()))
        if state.side_at(hex_) == UNION and fresh and state.stack_strength(hex_) > own:
            return False
    return True


def best_retreat(state: BullRunState, frame: ChooseRetreat) -> Retreat:
    """Away from the front to the hex that serves best: out of contact, good ground, toward Manassas (9.0l)."""
    scenario = state.scenario
    grid = scenario.board.grid
    hexes = retreat_hexes(state, grid.index(frame.hex), grid.index(frame.victor))
    home = distances(scenario.ground.edges[OPEN], scenario.objective[UNION])
    union = state.held_by[UNION]

    def rank(hex_: int) -> tuple[bool, bool, int, int]:
        touched = bool(grid.around_mask[hex_] & union)
        sheltered = bool(scenario.ground.defensive >> hex_ & 1)
        return touched, not sheltered, home.get(hex_, FAR), hex_

    return Retreat(grid.name(min(hexes, key=rank)))
