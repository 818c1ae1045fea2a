"""The machine that commands the Confederates in solitaire: it carries out the missions (9.0g to 9.0l, C12).

`doctrine` maps a state in which the Confederates decide to the one action the book's system takes.
"""

from __future__ import annotations

from hardtack.battles.bull_run.actions import ADVANCE, END, STAY, Attack, Cross, Hit, Retreat
from hardtack.battles.bull_run.combat import ATTACK, AllotHits, Combat
from hardtack.battles.bull_run.ground import NO_NORTH, OPEN
from hardtack.battles.bull_run.movement import CROSS, MARCH, Movement, reach_of
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
    ways_south,
)
from hardtack.battles.bull_run.state import BullRunState
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action, Move
from hardtack.referee.bans import Asked
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
    for unit in hexes_in(state.front(CONFEDERATE).able):
        if may_stir(state, unit):
            action = step_of_mission(state, unit)
            if action is not None:
                return action
    return END


def may_stir(state: BullRunState, unit: int) -> bool:
    """Under order B only brigades already across the run move (9.0c)."""
    return state.order != "B" or bool(state.scenario.ground.north >> state.at[unit] & 1)


def step_of_mission(state: BullRunState, unit: int) -> Action | None:
    goal = goal_of_mission(state, unit)
    kind = mission_kind(state.missions[unit])
    if kind in (COUNTER, AT, GUARD) and not state.scenario.ground.on_south(state.at[unit]):
        return come_south(state, unit, goal)
    if goal is None:
        return None
    if kind in (CENTREVILLE, FORD):
        return None if is_barred(state, unit, goal) else go_toward(state, unit, goal)
    if kind == COUNTER:
        return None if in_contact(state, unit) else go_toward(state, unit, goal, allowed_posts(state, unit), NO_NORTH)
    return go_toward(state, unit, goal, state.scenario.ground.south, NO_NORTH)


def goal_of_mission(state: BullRunState, unit: int) -> int | None:
    """The hex a mission leads to: of a counterattack, that of the nearest Union stack south of the run (C12)."""
    scenario = state.scenario
    kind = mission_kind(state.missions[unit])
    if kind == CENTREVILLE:
        return scenario.objective[CONFEDERATE]
    if kind in (AT, GUARD, FORD):
        return scenario.board.grid.index(mission_hex(state.missions[unit]))
    if kind == COUNTER:
        edges, here = scenario.ground.edges[NO_NORTH], state.at[unit]
        return min(union_south(state), key=lambda h: (distances(edges, h).get(here, FAR), h), default=None)
    return None


def is_barred(state: BullRunState, unit: int, goal: int) -> bool:
    """Next to a Union stack it could attack that stands in its way: at the goal or nearer to it (9.0b)."""
    scenario = state.scenario
    here = state.at[unit]
    field = distances(scenario.ground.edges[OPEN], goal)
    ahead = [hex_ for hex_ in scenario.ground.passable_sides[here] if field.get(hex_, FAR) < field.get(here, FAR)]
    return any(state.occupied(UNION) >> hex_ & 1 for hex_ in ahead)


def in_contact(state: BullRunState, unit: int) -> bool:
    """Next to a Union stack south of the run that it could attack: those across are not what it is sent against."""
    union = state.occupied(UNION) & state.scenario.ground.south
    return any(union >> hex_ & 1 for hex_ in state.scenario.ground.passable_sides[state.at[unit]])


def come_south(state: BullRunState, unit: int, goal: int | None) -> Action | None:
    """Back over the run, whoever stands beside it (9.0f): to the south bank if it can, else nearer to a way there."""
    scenario = state.scenario
    south = scenario.ground.south
    costs = {hex_: cost for kind, hex_, cost in choices(state, unit) if kind is Move}
    home = ways_south(state, unit)
    here = state.at[unit]
    field = {} if goal is None else distances(scenario.ground.edges[OPEN], goal)
    posts = allowed_posts(state, unit)

    def rank(hex_: int) -> tuple[bool, bool, int, int, int]:
        """On the south bank and not under stronger guns, near the goal; on the north bank nearest to the way back."""
        if south >> hex_ & 1:
            return False, not posts >> hex_ & 1, field.get(hex_, FAR), costs[hex_], hex_
        return True, False, home.get(hex_, FAR), costs[hex_], hex_

    nearer = [hex_ for hex_ in costs if south >> hex_ & 1 or home.get(hex_, FAR) < home.get(here, FAR)]
    return Move(scenario.ids[unit], scenario.board.grid.name(min(nearer, key=rank))) if nearer else None


def go_toward(state: BullRunState, unit: int, goal: int, allowed: int = -1, steps: int = OPEN) -> Action | None:
    """The step or march that brings the brigade nearest to the goal, if any brings it nearer at all."""
    scenario = state.scenario
    field = distances(scenario.ground.edges[steps], goal)
    best: Action | None = None
    best_key = (field.get(state.at[unit], FAR), 0)
    for kind, hex_, cost in choices(state, unit):
        key = (field.get(hex_, FAR), cost)
        if allowed >> hex_ & 1 and (key[0] < best_key[0] or (best is not None and key < best_key)):
            best, best_key = kind(scenario.ids[unit], scenario.board.grid.name(hex_)), key
    return best


def choices(state: BullRunState, unit: int) -> list[tuple[type[Move | Cross], int, int]]:
    """What a brigade may do, marches first: the action, the hex it leads to, and what it weighs."""
    asked = Asked(state, Movement(CONFEDERATE))
    goals = MARCH.goals(asked, unit)
    found: list[tuple[type[Move | Cross], int, int]] = [
        (Move, hex_, cost) for hex_, cost in reach_of(state, unit).costs.items() if goals >> hex_ & 1
    ]
    if CROSS.units(asked) >> unit & 1:
        over = CROSS.goals(asked, unit)
        found += [(Cross, hex_, 0) for hex_ in state.scenario.ground.passable_sides[state.at[unit]] if over >> hex_ & 1]
    return found


def allowed_posts(state: BullRunState, unit: int) -> int:
    """Hexes on the south bank a counterattacking brigade may stop in: no contact, good ground, or superior numbers.

    Nobody is sent across the run against anything but Centreville (9.0e).
    """
    scenario = state.scenario
    around = scenario.board.grid.around_mask
    allowed = scenario.ground.south
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
    wanted = [attack for attack in ATTACK.general(Asked(state, frame)) if wants_attack(state, attack)]
    ranks = {attack: target_rank(state, attack) for attack in wanted}
    best = [one for one in wanted if ranks[one] == min(ranks[rival] for rival in wanted if rival.hex == one.hex)]
    return min(best, key=lambda attack: (attack.hex_target != frame.target, ranks[attack]), default=END)


def wants_attack(state: BullRunState, attack: Attack) -> bool:
    """With the initiative every stack attacks (9.0g); without it, one on the offensive and not weaker (9.0h)."""
    if state.initiative == CONFEDERATE:
        return True
    grid = state.scenario.board.grid
    here, there = grid.index(attack.hex), grid.index(attack.hex_target)
    return is_offensive(state, here) and state.stack_strength(here) >= state.stack_strength(there)


def is_offensive(state: BullRunState, hex_: int) -> bool:
    return any(mission_kind(state.missions[unit]) in OFFENSIVE for unit in state.deployment.stacks[hex_])


def target_rank(state: BullRunState, attack: Attack) -> tuple[int, bool, bool, str, str]:
    """Weakest first; among equals one that bars the way, then one without help from the ground (9.0i).

    The terrain table lists ford and bridge as terrain, so a stack behind one is helped whatever the die says.
    """
    scenario = state.scenario
    grid = scenario.board.grid
    here, there = grid.index(attack.hex), grid.index(attack.hex_target)
    sheltered = bool(scenario.ground.defensive >> there & 1) or scenario.board.crossing(here, there) is not None
    bars = bars_way(state, here, there)
    return state.stack_strength(there), not bars, sheltered, attack.hex_target, attack.hex


def bars_way(state: BullRunState, here: int, there: int) -> bool:
    """Whether the enemy stack stands nearer to the objective of a unit of this stack."""
    for unit in state.deployment.stacks[here]:
        goal = goal_of_mission(state, unit)
        if goal is None or mission_kind(state.missions[unit]) == COUNTER:
            continue
        field = distances(state.scenario.ground.edges[OPEN], goal)
        if field.get(there, FAR) < field.get(here, FAR):
            return True
    return False


def aim(state: BullRunState, frame: AllotHits) -> Hit:
    """Destroy a unit if the hits suffice, the largest that can be; else the one with the fewest points (9.0j)."""
    scenario = state.scenario
    victims = state.deployment.stacks[scenario.board.grid.index(frame.hex)]
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
    if not is_ordered_forward(state, here):
        return False
    own = state.stack_strength(here)
    for hex_ in grid.around[there]:
        fresh = not any(state.attacked[u] or state.defended[u] for u in state.deployment.stacks.get(hex_, ()))
        if state.deployment.side_at(hex_) == UNION and fresh and state.stack_strength(hex_) > own:
            return False
    return True


def is_ordered_forward(state: BullRunState, hex_: int) -> bool:
    """By its mission, or by the initiative, which orders every stack to attack (9.0g, 9.0k)."""
    all_stacks = state.scenario.settings["initiative_advance"] == "all"
    return is_offensive(state, hex_) or (all_stacks and state.initiative == CONFEDERATE)


def best_retreat(state: BullRunState, frame: ChooseRetreat) -> Retreat:
    """Away from the front to the hex that serves best: out of contact, good ground, toward Manassas (9.0l)."""
    scenario = state.scenario
    grid = scenario.board.grid
    hexes = retreat_hexes(Asked(state, frame))
    home = distances(scenario.ground.edges[OPEN], scenario.objective[UNION])
    union = state.occupied(UNION)

    def rank(hex_: int) -> tuple[bool, bool, int, int]:
        touched = bool(grid.around_mask[hex_] & union)
        sheltered = bool(scenario.ground.defensive >> hex_ & 1)
        return touched, not sheltered, home.get(hex_, FAR), hex_

    return Retreat(grid.name(min(hexes, key=rank)))
