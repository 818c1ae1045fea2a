"""What a position may hold of the hidden movement, the secret bridges and the release (SLB 22.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville.early import FULLY, MET, RELEASED, SECOND, SOUTH, THIRD, WEST
from hardtack.battles.chancellorsville.hidden import HiddenMovement, HiddenOver, HiddenWorks, PlaceByDice, Reveal
from hardtack.battles.chancellorsville.secret_bridges import RecordBridges
from hardtack.battles.gcacw.counters import INFANTRY
from hardtack.battles.gcacw.ground import NEVER
from hardtack.battles.gcacw.state import CAUSES
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.soundness import require
from hardtack.referee.state import FIRST_BOX, LOST
from hardtack.referee.umpire import waiting

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.battles.chancellorsville.state import AdvancedState

HIDDEN_BENEATH = {  # frames of turn 2, and what may lie directly under them; see `Soundness`
    "Reveal": ("TurnEnds",), "HiddenWorks": ("Works",), "PlaceByDice": ("Works",), "HiddenOver": ("ActionPhase",),
    "RecordBridges": ("HiddenWorks", "PlaceByDice", "Works"), "HiddenMovement": ("ActionPhase",),
}  # fmt: skip
OWN_TURN = (HiddenMovement, HiddenOver, HiddenWorks, PlaceByDice, RecordBridges, Reveal)


def highest_early_fact(scene: Scene, name: str) -> int | None:
    if scene.book.early is None:
        return None
    return {WEST: (1 << len(scene.pieces)) - 1, RELEASED: FULLY, MET: 1}.get(name)


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
