"""Disorder, rout, step losses, destruction and capture (MS 10.2, 10.4, 11, 12.16)."""

from __future__ import annotations

from hardtack.battles.musket import fog
from hardtack.battles.musket.state import CAPTURED, CASUALTY, DESTROYED, LEFT, MusketState, added, fight_of
from hardtack.board.trace import trace
from hardtack.referee.events import enemy_of
from hardtack.referee.state import LOST, put
from hardtack.referee.umpire import Umpire

VP_DESTROYED, VP_CASUALTY, VP_CAPTURED, VP_CAPTURED_HQ = 1, 1, 2, 4
VP_TO_WIN = 10
VALUES = {
    "destroyed": VP_DESTROYED,
    "casualty": VP_CASUALTY,
    "captured_unit": VP_CAPTURED,
    "captured_hq": VP_CAPTURED_HQ,
}
"""Victory points by what scores them, for the table of the page (MS 11.4, printed in both books)."""
FLIGHT = 3  # hexes a leader, HQ or train may flee to a friendly unit (MS 11.3)


def free_ground(state: MusketState, piece: int, here: int) -> int:
    """Neighbours of a hex that a unit could retreat to if stacking did not matter (MS 8.4)."""
    own = state.scenario.side_of[piece]
    return state.scenario.open_to(piece, here) & ~(state.enemies(own) | state.uncovered(own))


def surrounded(state: MusketState, piece: int) -> bool:
    """Every neighbour is an enemy, an uncovered EZOC or prohibited, and no box is open (MS 8.4); never a gunboat."""
    scenario = state.scenario
    if scenario.kind[piece] == "gunboat" or state.at[piece] in scenario.exits[scenario.side_of[piece]]:
        return False
    return not free_ground(state, piece, state.at[piece])


def score(draft: MusketState, umpire: Umpire, side: str, points: int, why: str) -> None:
    """Victory points (MS 11.4)."""
    draft.points = added(draft.points, side, points)
    umpire.tell("MS 11.4", "event.scores", side=side, n=points, term=f"points.{why}")


def remove(draft: MusketState, piece: int, fate: int) -> None:
    """Take a piece off the map for good, or put a battalion back in the pool (MS 11.2)."""
    scenario = draft.scenario
    draft.disordered = put(draft.disordered, piece, 0)
    if scenario.counters[piece].battalion:
        draft.at = put(draft.at, piece, scenario.aside)
        draft.reduced = put(draft.reduced, piece, 0)
        return
    draft.at = put(draft.at, piece, LOST)
    draft.active = put(draft.active, piece, 0)
    draft.fate = put(draft.fate, piece, fate)


def lose_step(draft: MusketState, umpire: Umpire, piece: int) -> None:
    """MS 11.1, 11.2: turn to the reduced side, or be destroyed."""
    scenario = draft.scenario
    counter = scenario.counters[piece]
    if counter.steps == 2 and not draft.reduced[piece]:
        draft.reduced = put(draft.reduced, piece, 1)
        umpire.tell("MS 11.1", "event.step_loss", unit=counter.id)
        return
    here = draft.at[piece]
    remove(draft, piece, DESTROYED)
    if counter.battalion:
        umpire.tell("MS 11.2", "event.battalion_removed", unit=counter.id)
    else:
        umpire.tell("MS 11.2", "event.destroyed", unit=counter.id)
        score(draft, umpire, enemy_of(counter.side), VP_DESTROYED, "destroyed")
    leave_alone(draft, umpire, counter.side, here)


def capture(draft: MusketState, umpire: Umpire, piece: int) -> None:
    """MS 11.3: 2 VP for a unit or leader, 4 for an HQ or train."""
    scenario = draft.scenario
    counter = scenario.counters[piece]
    here = draft.at[piece]
    remove(draft, piece, CAPTURED)
    umpire.tell("MS 11.3", "event.captured", unit=counter.id, side=enemy_of(counter.side))
    points = VP_CAPTURED_HQ if counter.type in ("hq", "train") else VP_CAPTURED
    score(draft, umpire, enemy_of(counter.side), points, "captured")
    if counter.combat:
        leave_alone(draft, umpire, counter.side, here)


def lose_leader(draft: MusketState, umpire: Umpire, piece: int) -> None:
    """MS 12.2: killed or wounded, gone for good (MS 13.3), 1 VP."""
    counter = draft.scenario.counters[piece]
    remove(draft, piece, CASUALTY)
    umpire.tell("MS 12.2", "event.leader_lost", unit=counter.id)
    score(draft, umpire, enemy_of(counter.side), VP_CASUALTY, "casualty")


def disorder(draft: MusketState, umpire: Umpire, piece: int, clause: str = "MS 10.2") -> None:
    """MS 10.2: a unit Disordered a second time routs."""
    if draft.at[piece] < 0 and not draft.scenario.in_box(draft.at[piece]):
        return
    if draft.disordered[piece]:
        rout(draft, umpire, piece)
        return
    draft.disordered = put(draft.disordered, piece, 1)
    umpire.tell(clause, "event.disordered", unit=draft.scenario.ids[piece])


def rout(draft: MusketState, umpire: Umpire, piece: int) -> None:
    """MS 10.4: to the turn track, one die of turns ahead, on the reduced side; captured when surrounded."""
    scenario = draft.scenario
    counter = scenario.counters[piece]
    here = draft.at[piece]
    if here >= 0 and surrounded(draft, piece):
        capture(draft, umpire, piece)
        return
    if draft.fight:
        fight = fight_of(draft)
        draft.fight = tuple(fight._replace(routed=(*fight.routed, piece)))
    if counter.battalion or counter.type == "gunboat":
        remove(draft, piece, LEFT)
        umpire.tell("MS 10.4", "event.rout_removed", unit=counter.id)
    else:
        back = draft.turn + (scenario.params.rout_delay or turns_away(draft, umpire, counter.side))
        draft.disordered = put(draft.disordered, piece, 0)
        draft.reduced = put(draft.reduced, piece, 1)
        if back > scenario.turns:
            remove(draft, piece, LEFT)
            umpire.tell("MS 10.4", "event.rout_for_good", unit=counter.id)
        else:
            draft.at = put(draft.at, piece, scenario.track)
            draft.due = put(draft.due, piece, back)
            umpire.tell("MS 10.4", "event.routs", unit=counter.id, n=back)
    if scenario.params.fow_per_rout:
        fog.gain_fow(draft, umpire, enemy_of(counter.side), scenario.params.fow_per_rout, "MS 14.1", "rout")
        if not draft.fight:  # a combat uses them when it is over; any other rout gives them at once (MS 14.2)
            umpire.push(fog.UseGained())
    if here >= 0:
        leave_alone(draft, umpire, counter.side, here)


def turns_away(draft: MusketState, umpire: Umpire, side: str) -> int:
    """The die of a rout; forecasts need not tell apart faces that bring the unit back before the game is over."""
    umpire.read([draft.turn + die > draft.scenario.turns for die in range(1, 7)], by=side)
    return umpire.rolled[-1]


def leave_alone(draft: MusketState, umpire: Umpire, side: str, here: int) -> None:
    """Leaders, HQ and trains whose escort is gone flee to a friend within 3 hexes or are captured (MS 11.3, 12.16)."""
    if here < 0 or draft.troops(side) >> here & 1 or not _threatened(draft, side, here):
        return
    for piece in [piece for piece in draft.deployment.stacks.get(here, ()) if draft.scenario.side_of[piece] == side]:
        goal = refuge(draft, piece)
        if goal < 0:
            capture(draft, umpire, piece)
        else:
            flee(draft, umpire, piece, goal)


def _threatened(draft: MusketState, side: str, here: int) -> bool:
    """Only an enemy next to the hex or with a zone over it makes an escort's loss matter."""
    foe = enemy_of(side)
    near = draft.scenario.board.grid.around_mask[here] & draft.troops(foe)
    return bool(near or draft.zone(foe) >> here & 1)


def refuge(draft: MusketState, piece: int) -> int:
    """The nearest friendly combat unit within 3 hexes by a path free of enemies and their zones, -1 for none."""
    scenario = draft.scenario
    own = scenario.side_of[piece]
    friends, closed = draft.troops(own), draft.enemies(own) | draft.uncovered(own)
    ways = scenario.ground.ways(scenario.profile((piece,)))
    way = trace(ways.neighbours, draft.at[piece], friends & ~(1 << draft.at[piece]), closed, FLIGHT)
    return way[-1] if way else -1


def flee(draft: MusketState, umpire: Umpire, piece: int, goal: int) -> None:
    scenario = draft.scenario
    draft.at = put(draft.at, piece, goal)
    if scenario.kind[piece] in ("hq", "train"):
        draft.active = put(draft.active, piece, 0)
    umpire.tell("MS 11.3", "event.flees", unit=scenario.ids[piece], hex=scenario.names[goal])


def take_what_is_alone(draft: MusketState, umpire: Umpire, side: str, hex_: int) -> None:
    """A combat unit has entered a hex: enemy leaders, HQ and trains alone there are captured (MS 4.5, 11.3)."""
    foe = enemy_of(side)
    if draft.alone(foe) >> hex_ & 1:
        for piece in tuple(draft.deployment.stacks[hex_]):
            if draft.scenario.side_of[piece] == foe:
                capture(draft, umpire, piece)
