"""What positions of Stonewall's Last Battle can hold beyond those of the series."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville import events, victory, wings
from hardtack.battles.chancellorsville.attachment import Forming, MakeGood
from hardtack.battles.chancellorsville.crossing import ATTEMPTS, OPEN
from hardtack.battles.chancellorsville.divisions import BreakUp
from hardtack.battles.chancellorsville.early import FULLY, MET, RELEASED, SECOND, SOUTH, THIRD, WEST
from hardtack.battles.chancellorsville.hidden import HiddenMovement, HiddenOver, HiddenWorks, PlaceByDice, Reveal
from hardtack.battles.chancellorsville.initiative import NIGHT, STRUCK
from hardtack.battles.chancellorsville.limits import CROSSED
from hardtack.battles.chancellorsville.orders import BREACHED, GUNS, PARKED, ROUSED, TAKEN, WARNED
from hardtack.battles.chancellorsville.resupply import Resupplying
from hardtack.battles.chancellorsville.secret_bridges import RecordBridges
from hardtack.battles.chancellorsville.state import (
    CROSSED_OVER,
    EAST_FREED,
    FREED,
    RIGHT_WING,
    AdvancedState,
    SceneState,
)
from hardtack.battles.chancellorsville.substitutes import most_manpower
from hardtack.battles.chancellorsville.victory import GUARDED
from hardtack.battles.gcacw.counters import INFANTRY
from hardtack.battles.gcacw.ground import NEVER
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.soundness import BEFORE_CYCLE, SERIES_SOUNDNESS
from hardtack.battles.gcacw.state import CAUSES, CampaignState, fact
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import CONFEDERATE, SIDES, UNION
from hardtack.referee.soundness import Soundness, require
from hardtack.referee.state import FIRST_BOX, LOST
from hardtack.referee.umpire import waiting

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene

HAPPENED = (  # facts that are so or not
    NIGHT, STRUCK, WARNED, BREACHED, ROUSED, OPEN, events.BLED, wings.LOST_CONFIDENCE, wings.UNITED, EAST_FREED,
)  # fmt: skip
COUNTED = (ATTEMPTS, victory.RAIDERS, *(f"{victory.LEFT}_{side}" for side in SIDES))
MOST_BOXES = 9  # more than any line of the ammunition pad has

HIDDEN_BENEATH = {  # frames of turn 2, and what may lie directly under them; see `Soundness`
    "Reveal": ("TurnEnds",), "HiddenWorks": ("Works",), "PlaceByDice": ("Works",), "HiddenOver": ("ActionPhase",),
    "RecordBridges": ("HiddenWorks", "PlaceByDice", "Works"), "HiddenMovement": ("ActionPhase",),
}  # fmt: skip
OWN_TURN = (HiddenMovement, HiddenOver, HiddenWorks, PlaceByDice, RecordBridges, Reveal)

SOUNDNESS = SERIES_SOUNDNESS | Soundness(
    rows={"boxes": (0, MOST_BOXES), "marks": (0, MOST_BOXES)},
    numbers={"attached": (0, 99), "gain": (1, 99), "manpower": (1, 99), "attempts": (0, 99)},
    pieces=frozenset({"brigades", "again"}),
    beneath={
        "Reckoning": ("Works", "TurnEnds"), "CycleEnds": ("Reckoning",), "Attachment": ("Attachment", *BEFORE_CYCLE),
        "LeaderTransfer": ("Attachment",), "RandomEvents": ("Attachment",), "BreakUp": ("March",),
        "Forming": ("Attachment",), "MakeGood": ("Attachment",), "FindUnit": ("Attachment",),
        "AmmunitionPhase": ("Attachment", *BEFORE_CYCLE), "Resupplying": ("Resupplying", "Attachment", *BEFORE_CYCLE),
        **HIDDEN_BENEATH,
    },
    several=frozenset({"Attachment", "Resupplying"}),
    phases=frozenset({"Attachment", "Reckoning", "AmmunitionPhase", "Resupplying", *HIDDEN_BENEATH}),
)  # fmt: skip


@lru_cache(maxsize=64)
def highest_facts(scene: Scene) -> dict[str, int]:
    """What a scenario may remember, and how much of it."""
    counters, hexes = (1 << len(scene.pieces)) - 1, (1 << scene.board.grid.size) - 1
    known = {line.key: GUARDED for line in scene.book.victory.points}
    known |= dict.fromkeys(HAPPENED, 1) | dict.fromkeys(COUNTED, 999)
    known |= dict.fromkeys(events.LOGISTICS.values(), events.DELAYED)
    known |= dict.fromkeys((CROSSED, FREED, CROSSED_OVER), counters)
    known |= {GUNS: TAKEN, "held": hexes, wings.PARALYSED: RIGHT_WING}
    if scene.book.early is not None:
        known |= {WEST: counters, RELEASED: FULLY, MET: 1}
    return known


def check(scene: Scene, state: SceneState) -> None:
    """Counters no larger than they can be, guns in their park, frames of the attachment rules."""
    _check_strengths(scene, state)
    if isinstance(state, AdvancedState):
        check_secrets(state)
    _check_pad(scene, state)
    require(not fact(state, "held") & ~scene.watched, "only hexes that score are held")
    park = scene.book.horse_artillery
    if park is not None:
        there = state.at[scene.index[park.unit]]
        parked = fact(state, GUNS) == PARKED
        wanted = scene.hex(park.hex) if parked else LOST
        require(there == wanted, f"{park.unit} is in its park until it is issued or taken")
    for below, frame in zip((None, *state.agenda), state.agenda, strict=False):
        if isinstance(frame, BreakUp):
            _check_break_up(scene, state, frame)
            require(isinstance(below, March) and below.unit == frame.unit, "a division breaks up on its march")
        elif isinstance(frame, Forming | MakeGood):
            division = scene.index[frame.unit]
            require(division in scene.brigades, f"{frame.unit} is no division of brigades")
            formed = state.at[division] >= 0
            require(formed == isinstance(frame, MakeGood), f"{frame.unit} is formed and then made good")
            if frame is state.agenda[-1] and not frame.idle(state):
                require(bool(frame.options(state).all()), f"{frame.unit} cannot be formed")


def _check_strengths(scene: Scene, state: CampaignState) -> None:
    """SLB 21.2a: no counter is larger than by its set-up or by attaching."""
    for number, most in zip(scene.combat_units, _most(scene), strict=True):
        held = state.manpower[number]
        if held > most:
            raise BadPosition(f"{scene.pieces[number].id} has at most {most} manpower, not {held}")


@lru_cache(maxsize=64)
def _most(scene: Scene) -> tuple[int, ...]:
    """What each unit can have at most."""
    units = [(scene.strength_at_start[number], scene.pieces[number]) for number in scene.combat_units]
    return tuple(max(start, most_manpower(piece.type, piece.size), piece.manpower_limit) for start, piece in units)


def _check_pad(scene: Scene, state: CampaignState) -> None:
    """SLB 20.2a: no more marks than boxes, and neither for leaders and depots; attempts as they may be assigned."""
    if not isinstance(state, AdvancedState):
        return
    for piece, boxes, marks in zip(scene.pieces, state.boxes, state.marks, strict=True):
        if marks > boxes:
            raise BadPosition(f"{piece.id} has more marks than ammunition boxes")
        if boxes and not piece.is_unit:
            raise BadPosition(f"{piece.id} has no ammunition")
    for frame in state.agenda:
        if isinstance(frame, Resupplying):
            require(set(frame.again) <= set(frame.units) and frame.left >= 0, "attempts are assigned twice at most")
            on_map = all(state.at[scene.index[unit]] >= 0 for unit in frame.units)
            require(on_map, "attempts are for units on the map")


def _check_break_up(scene: Scene, state: CampaignState, frame: BreakUp) -> None:
    """SLB 21.4b: brigades that are free, with manpower the division has; and it can still be finished."""
    division = scene.index[frame.unit]
    require(division in scene.brigades and state.at[division] >= 0, f"{frame.unit} cannot break up")
    require(len(frame.brigades) == len(frame.manpower), "each brigade has its manpower")
    require(frame.left(state) > 0, f"{frame.unit} has no more manpower to give")
    own = {*scene.brigades[division], *scene.substitutes.get((frame.side, scene.pieces[division].type), ())}
    taken = {scene.index[unit] for unit in frame.brigades}
    require(taken <= own and all(state.at[unit] < 0 for unit in taken), "brigades are made from counters not in use")
    offered = frame.options(state)
    require(any(offered.of(actor) for actor in offered.actors()), f"the breaking up of {frame.unit} cannot be finished")


# -- the hidden movement, the secret bridges and the release (SLB 22.2)


def check_secrets(state: AdvancedState) -> None:
    """Pieces off the map that will come back, and bridges that can be where they are recorded."""
    secret = state.covered or state.secret_bridges or any(state.unseen)
    frames = [frame for frame in state.agenda if isinstance(frame, OWN_TURN)]
    campaign = state.scenario.book.early is not None
    require(campaign or not (secret or frames), "nothing is hidden in this scenario")
    require(not frames or state.turn == SECOND, "the second turn has the hidden movement")
    _check_covered(state)
    _check_bridges(state)


def _check_covered(state: AdvancedState) -> None:
    scene, grid = state.scenario, state.scenario.board.grid
    box, moving = scene.place_at("hidden"), waiting(state, HiddenOver) is not None
    ids = scene.ids
    if state.covered or moving:
        require(bool(state.covered) and waiting(state, Reveal) is not None, "who moves hidden is covered and revealed")
        require(len(state.covered[0]) == len(CAUSES) and min(state.covered[0]) >= 0, "covered losses do not fit")
    pieces = [entry[0] for entry in state.covered[1:] if entry]
    require(all(0 <= piece < len(ids) and scene.side_of[piece] == CONFEDERATE for piece in pieces), "a foreign cover")
    require(len(set(pieces)) == len(state.covered[1:]), "a piece is covered twice")
    for entry in state.covered[1:]:
        require(len(entry) == 1 + len(state.piece_rows), "a cover has one entry for each row")
        stood = dict(zip(state.piece_rows, entry[1:], strict=True))
        there = stood["at"]
        known = FIRST_BOX - len(scene.boxes) < there < grid.size and there != LOST
        require(known and not stood["unseen"], f"{ids[entry[0]]} cannot have stood there")
        require(min(entry[2:]) >= min(0, there), f"{ids[entry[0]]} cannot have stood so")
    for piece, (at, seen) in enumerate(zip(state.at, state.unseen, strict=True)):
        if (at == box) != bool(seen):
            raise BadPosition(f"{ids[piece]} is hidden exactly when its hex is noted")
        if seen:
            require(piece in pieces and not moving, f"{ids[piece]} does not move hidden")
            playable = seen - 1 < grid.size and scene.board.playable >> (seen - 1) & 1
            require(bool(playable) and scene.board.terrain[seen - 1] != NEVER, f"{ids[piece]} is hidden in no hex")


def _check_bridges(state: AdvancedState) -> None:
    scene, board = state.scenario, state.scenario.board
    require(not state.secret_bridges or state.turn in (SECOND, THIRD), "secret bridges are of turns 2 and 3")
    require(len(state.secret_bridges) <= 2, "no more than two bridges are recorded")
    for builder, north, south in state.secret_bridges:
        known = builder in scene.index and board.grid.has(north) and board.grid.has(south)
        require(known, f"there can be no bridge from {north[:8]} to {south[:8]}")
        piece = scene.pieces[scene.index[builder]]
        require(piece.side == UNION and piece.type == INFANTRY, f"{builder} builds no bridge")
        sides = (board.grid.index(north), board.grid.index(south))
        across = sides in scene.rappahannock
        require(across and board.within(SOUTH, sides[1]), f"no bridge leads from {north} to {south}")
