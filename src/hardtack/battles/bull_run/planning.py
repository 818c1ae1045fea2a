"""What a bot that plans knows of Bull Run: the terms it weighs a position by, its aims and its ways to fight.

A defender fires once a turn (10.1b), so a stack that is attacked by several answers only the first: whoever begins an
attack must see what the others can do after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from hardtack.battles.bull_run.combat import Combat
from hardtack.battles.bull_run.concentration import (
    RESOLUTE,
    assault,
    column,
    cornered,
    crown,
    fords,
    gathered,
    in_time,
    last_chance,
    left_open,
    outnumbered,
    ramparts,
    retake,
)
from hardtack.battles.bull_run.doctrine import doctrine, motive
from hardtack.battles.bull_run.ground import OPEN
from hardtack.battles.bull_run.knowledge import TERMS as PLAIN_TERMS
from hardtack.battles.bull_run.knowledge import (
    Term,
    edges_of,
    guard,
    mean_hits,
    modifier,
    nearness,
    prospects,
    way_field,
)
from hardtack.battles.bull_run.movement import Movement
from hardtack.battles.bull_run.reprisal import reprisals
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.thrust import advance, overmatch, raid
from hardtack.battles.bull_run.victory import losses
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action, Move
from hardtack.referee.events import UNION, Text, enemy_of, text
from hardtack.referee.knowledge import Aim, Effort, Field, Knowledge, Stance
from hardtack.referee.state import seal
from hardtack.referee.umpire import deciding, options

INSIDE = 8.0  # strength wanted on the objective itself, once as much is coming
HORIZON = 20.0  # movement points: who is farther away does not come in time
OPEN_DOOR = 10.0  # strength that nobody on the objective is as bad as, where the enemy can walk in
ODDS = 1.3  # strength wanted for what is coming


# -- terms


def brigades(state: BullRunState, side: str) -> float:
    """Brigades in the field, ours less theirs: a broken one is worth less than the same points in a whole one."""
    at, own = state.at, state.scenario.of_side
    return float(sum([at[unit] >= 0 for unit in own[side]]) - sum([at[unit] >= 0 for unit in own[enemy_of(side)]]))


def approach(state: BullRunState, side: str) -> float:
    """How near the enemy's strength is to his objective by the crossings we leave him; nearer is worse."""
    return -sum([force / (4.0 + far) for force, far in column(state, enemy_of(side))])


def garrison(state: BullRunState, side: str) -> float:
    """The strength that is missing on the enemy's objective and about it to meet what he can bring there.

    A lack, so that keeping his column away is worth as much as waiting for it there.
    """
    scenario, at, strength = state.scenario, state.at, state.strength
    foe = enemy_of(side)
    threat = column(state, foe)
    coming = sum([force * (1.0 - far / HORIZON) for force, far in threat if far < HORIZON])
    if not coming:
        return 0.0
    goal = scenario.objective[foe]
    field = way_field(scenario, OPEN, goal)
    units = [unit for unit in scenario.of_side[side] if at[unit] >= 0 and field[at[unit]] < HORIZON]
    about = sum([strength[unit] * (1.0 - field[at[unit]] / HORIZON) for unit in units])
    inside = sum([strength[unit] for unit in units if at[unit] == goal])
    lack = max(0.0, ODDS * coming - about) + min(1.0, coming / INSIDE) * (INSIDE - min(INSIDE, inside)) / 3.0
    nearest = min([far for _, far in threat])
    return -lack - (0.0 if inside or nearest > scenario.allowance else OPEN_DOOR)


def massed(state: BullRunState, side: str) -> float:
    """How much of the strength stands together."""
    points = state.points
    return float(sum([points[hex_] ** 2 for hex_ in hexes_in(state.occupied(side))]))


def volley(state: BullRunState, side: str) -> float:
    """In the middle of a side's combats: what is left to fire at stacks that will not answer any more.

    Other attacks are weighed when they are made; with this in sight the first attack on a stack is worth making.
    """
    phase = next((frame for frame in reversed(state.agenda) if isinstance(frame, Movement | Combat)), None)
    if not isinstance(phase, Combat):
        return 0.0
    return _free_fire(state, side) if phase.side == side else -_free_fire(state, phase.side)


def _free_fire(state: BullRunState, side: str) -> float:
    """What the stacks of a side that have not attacked could still bring against those that have answered."""
    scenario, points, stacks = state.scenario, state.points, state.deployment.stacks
    enemy = state.occupied(enemy_of(side))
    brought: dict[int, float] = {}
    for here in hexes_in(state.occupied(side) & state.deployment.zone(enemy_of(side))):
        if any(state.attacked[unit] or state.hesitated[unit] for unit in stacks[here]):
            continue
        best, target = 0.0, -1
        for there in scenario.ground.passable_sides[here]:
            if not enemy >> there & 1 or not any(state.answered[unit] for unit in stacks[there]):
                continue
            if not all(state.settled[unit] for unit in stacks[there]):
                given = mean_hits(scenario, modifier(scenario, here, there), points[here])
                if given > best:
                    best, target = given, there
        if target >= 0:
            brought[target] = brought.get(target, 0.0) + (
                best * RESOLUTE if side == UNION and scenario.ground.on_south(here) else best
            )
    return sum([min(given, float(points[there])) for there, given in brought.items()])


TERMS: Mapping[str, tuple[float, Term]] = {
    **PLAIN_TERMS,
    "guard": (3.0, guard),
    "brigades": (2.0, brigades),
    "volley": (9.0, volley),
    "fords": (1.0, fords),
    "garrison": (2.0, garrison),
    "approach": (14.0, approach),
}

TRAITS: Mapping[str, tuple[float, Term]] = {
    "spared": (5.0, lambda state, side: -float(losses(state, side))),
    "untouched": (2.0, lambda state, side: -prospects(state, enemy_of(side))),
    "kept_off": (9.0, lambda state, side: -nearness(state, enemy_of(side))),
    "drive": (7.0, lambda state, side: -approach(state, enemy_of(side))),
    "opening": (1.0, lambda state, side: -garrison(state, enemy_of(side))),
    "massed": (0.1, massed),
    "assault": (4.0, assault),
    "cornered": (1.0, cornered),
    "outnumbered": (1.0, outnumbered),
    "in_time": (1.5, in_time),
    "retake": (1.0, retake),
    "last_chance": (300.0, last_chance),
    "ramparts": (1.0, ramparts),
    "gathered": (10.0, gathered),
    "advance": (20.0, advance),
    "overmatch": (1.0, overmatch),
    "reprisals": (8.0, reprisals),
    "crown": (10.0, crown),
    "raid": (20.0, raid),
}

STANCES = (
    Stance(Text("plan.attack"), (("contact", 5.0), ("strength_lost", -2.0))),
    Stance(Text("plan.careful"), (("strength_lost", 5.0), ("good_ground", 1.5), ("nearness", -6.0))),
    Stance(Text("plan.cover"), (("guard", 8.0), ("garrison", 1.5), ("nearness", -12.0))),
    Stance(Text("plan.press"), (("nearness", 18.0), ("approach", -8.0))),
    Stance(Text("plan.stand"), (("fords", 4.0), ("approach", 10.0), ("nearness", -9.0))),
)


class BullRunKnowledge(Knowledge[BullRunState]):
    """All that the bots know of the battle."""

    effort = Effort(turns=2, work=12000)
    strike = 25.0

    def terms(self) -> Mapping[str, tuple[float, Term]]:
        return PLAIN_TERMS

    def onset(self, state: BullRunState, side: str) -> BullRunState | None:
        """Its movement, if it has yet to move this turn, and its half of the combat (BR 5.1a)."""
        if not isinstance(deciding(state), Movement):
            return None
        moves = [frame for frame in state.agenda if isinstance(frame, Movement) and frame.side == side]
        fights = [frame for frame in state.agenda if isinstance(frame, Combat) and frame.side == side]
        draft = state.draft()
        draft.agenda = (state.agenda[0], *fights, *moves)
        begun: BullRunState = seal(draft)
        return begun

    def doctrine(self) -> Callable[[BullRunState], Action]:
        return doctrine

    def doctrine_motive(self, state: BullRunState, action: Action) -> Text:
        return motive(state, action)

    def plan_terms(self) -> Mapping[str, tuple[float, Term]]:
        return TERMS

    def traits(self) -> Mapping[str, tuple[float, Term]]:
        return TRAITS

    def aims(self, state: BullRunState, side: str) -> Sequence[Aim]:
        """To take our objective, to hold the enemy's."""
        scenario = state.scenario
        ours, theirs = scenario.objective[side], scenario.objective[enemy_of(side)]
        name = scenario.board.grid.name
        return (
            Aim(text("plan.take", hex=name(ours)), 1 << ours, 14.0, 60.0),
            Aim(text("plan.hold", hex=name(theirs)), 1 << theirs, 8.0, 30.0),
        )

    def stances(self, state: BullRunState, side: str) -> Sequence[Stance]:
        return STANCES

    def ways(self, state: BullRunState, side: str, hexes: int) -> Field:
        """Movement points, over the fords the side may use."""
        edges = edges_of(state, side)
        fields = [way_field(state.scenario, edges, hex_) for hex_ in hexes_in(hexes)]
        return fields[0] if len(fields) == 1 else tuple(map(min, *fields))

    def left_alone(self, state: BullRunState, side: str) -> bool:
        """Nobody has come over the run."""
        ground = state.scenario.ground
        return not state.occupied(enemy_of(side)) & (ground.north if side == UNION else ground.south)

    def weighs_answers(self, state: BullRunState, side: str) -> bool:
        """Against an enemy who comes with all he has: then there is no choice but to fight from the heights."""
        return left_open(state, side)

    def together(self, state: BullRunState) -> Iterable[Sequence[Action]]:
        """Where both brigades of a stack could march, to stand together again."""
        frame = deciding(state)
        if not isinstance(frame, Movement):
            return
        scenario, offered = state.scenario, options(state)
        own = state.occupied(frame.side)
        for here in hexes_in(own):
            stack = state.deployment.stacks[here]
            if len(stack) < 2:
                continue
            first, second = (
                {action.hex: action for action in offered.of(scenario.pieces[unit].id) if isinstance(action, Move)}
                for unit in stack
            )
            for name, action in first.items():
                if name in second and not own >> scenario.board.grid.index(name) & 1:
                    yield action, second[name]

    def fronts(self, state: BullRunState, hex_: int) -> int:
        return state.scenario.ground.joined[hex_]

    def force(self, state: BullRunState, piece: int) -> float:
        return float(state.strength[piece])
