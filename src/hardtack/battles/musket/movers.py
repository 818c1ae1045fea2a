"""Who may move, and in which ways one may begin (MS 4.1-4.3, 4.65, 4.7)."""

from __future__ import annotations

from hardtack.battles.musket.closing import too_near
from hardtack.battles.musket.reaching import hq_active
from hardtack.battles.musket.state import Question
from hardtack.board.masks import accompanied, marked, standing
from hardtack.referee.bans import Among, Ban
from hardtack.referee.events import enemy_of


def not_available(asked: Question, units: int) -> int:
    """Off the map and not waiting to enter (MS 4.7)."""
    state = asked.state
    off_map = units & state.scenario.forces[asked.side] & ~state.on_map
    return off_map and off_map & ~state.entering.pieces


def own(asked: Question, units: int) -> int:
    """Those of some counters that are the side's."""
    return asked.state.scenario.forces[asked.side] & units


def needs_hq(asked: Question, units: int) -> int:
    """The standard allowance needs an active HQ; leaders and gunboats never roll (MS 4.3, 12.11)."""
    return 0 if hq_active(asked.state, asked.side) else own(asked, units & ~asked.state.scenario.never_roll)


def standing_in(asked: Question, units: int, hexes: int) -> int:
    """Those of some units that are the side's combat units and stand in some hexes."""
    if not hexes & asked.state.troops(asked.side):
        return 0
    return standing(asked.state.at, units & asked.state.scenario.combat[asked.side], hexes)


def heads_no_stack(asked: Question, units: int) -> int:
    """Only combat units on land head a stack (MS 4.1)."""
    return units & asked.state.scenario.head_none[asked.side]


def without_company(asked: Question, units: int) -> int:
    """Nobody in the hex could come along: no unmoved combat unit or leader (MS 4.1, 12.11)."""
    state = asked.state
    lead = units & ~state.scenario.head_none[asked.side]  # of those who head none, that is all there is to say
    company = asked.own & ~(marked(state.moved) | state.scenario.go_alone)
    return lead & ~accompanied(state.at, lead & asked.own, company)


NOT_YOURS: Ban[Question] = Ban("MS 4.1", "reason.not_yours", lambda asked: ~asked.state.scenario.forces[asked.side])
HAS_MOVED: Ban[Question] = Ban("MS 4.1", "reason.has_moved", lambda asked: own(asked, marked(asked.state.moved)))
UNIT_BANS = (NOT_YOURS, Among("MS 4.7", "reason.not_available", not_available), HAS_MOVED)
WALK_BANS: tuple[Ban[Question], ...] = (Among("MS 4.3", "reason.hq_inactive", needs_hq),)
ROLL_BANS: tuple[Ban[Question], ...] = (
    Ban("MS 12.11", "reason.never_rolls", lambda asked: own(asked, asked.state.scenario.never_roll)),
)
MARCH_BANS: tuple[Ban[Question], ...] = (
    Ban("MS 4.65", "reason.march_disordered", lambda asked: own(asked, marked(asked.state.disordered))),
    Among(
        "MS 4.65", "reason.march_starts_in_zone",
        lambda asked, units: standing_in(asked, units, asked.state.zone(enemy_of(asked.side))),
    ),
    Among(
        "MS 4.65a", "reason.march_starts_near",
        lambda asked, units: standing_in(asked, units, too_near(asked.state, asked.side)),
        lambda asked, unit: {"n": asked.state.scenario.params.march_clearance},
    ),
    Ban("MS 4.2", "reason.gunboat_sails", lambda asked: asked.state.scenario.boats[asked.side]),
)  # fmt: skip
GATHER_BANS: tuple[Ban[Question], ...] = (
    Among("MS 4.1", "reason.heads_no_stack", heads_no_stack),
    Among("MS 4.1", "reason.no_company", without_company),
)


# The same at a glance: what the bans leave of those who may move at all.


def walkers(asked: Question, ready: int) -> int:
    return ready if hq_active(asked.state, asked.side) else ready & asked.state.scenario.never_roll


def rollers(asked: Question, ready: int) -> int:
    return ready & ~asked.state.scenario.never_roll


def marchers(asked: Question, ready: int) -> int:
    state, scenario = asked.state, asked.state.scenario
    found = ready & ~(marked(state.disordered) | scenario.boats[asked.side])
    return found & ~standing(state.at, found & scenario.combat[asked.side], closed_to_starts(asked))


def gatherers(asked: Question, ready: int) -> int:
    state, scenario = asked.state, asked.state.scenario
    own = asked.own
    company = own & ~(marked(state.moved) | scenario.go_alone)
    return accompanied(state.at, ready & own & ~scenario.head_none[asked.side], company)


def closed_to_starts(asked: Question) -> int:
    """Where no march begins; where marches keep clear of the enemy at all, they do of his zones."""
    state = asked.state
    if state.scenario.params.march_clearance:
        return too_near(state, asked.side)
    return state.zone(enemy_of(asked.side))


# And of one unit of those, for whoever asks about no other.


def may_walk(asked: Question, unit: int) -> bool:
    state = asked.state
    return bool(state.scenario.never_roll >> unit & 1) or hq_active(state, asked.side)


def may_roll(asked: Question, unit: int) -> bool:
    return not asked.state.scenario.never_roll >> unit & 1


def may_march(asked: Question, unit: int) -> bool:
    state, scenario = asked.state, asked.state.scenario
    here = state.at[unit]
    if state.disordered[unit] or scenario.boats[asked.side] >> unit & 1:
        return False
    if here < 0 or not scenario.combat[asked.side] >> unit & 1:
        return True
    closed = closed_to_starts(asked)
    return not closed >> here & 1


def may_gather(asked: Question, unit: int) -> bool:
    state, scenario = asked.state, asked.state.scenario
    here, forces = state.at[unit], scenario.forces[asked.side]
    if here < 0 or scenario.head_none[asked.side] >> unit & 1:
        return False
    stack = state.deployment.stacks[here]
    return len(stack) > 1 and any(
        other != unit and not (state.moved[other] or scenario.go_alone >> other & 1) and forces >> other & 1
        for other in stack
    )


def ready_units(asked: Question) -> int:
    """Who may move at all: whom none of the `UNIT_BANS` forbids, in one pass for all the ways to do it."""
    state = asked.state
    ready = state.scenario.forces[asked.side] & ~marked(state.moved)
    on_map = ready & state.on_map
    return on_map if on_map == ready else on_map | ready & state.entering.pieces
