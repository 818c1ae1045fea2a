"""What positions of Stonewall's Last Battle can hold beyond those of the series."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville import events, release, victory, wings
from hardtack.battles.chancellorsville.attachment import Forming, MakeGood
from hardtack.battles.chancellorsville.crossing import ATTEMPTS, OPEN
from hardtack.battles.chancellorsville.divisions import BreakUp
from hardtack.battles.chancellorsville.hidden_soundness import HIDDEN_BENEATH, check_secrets, highest_early_fact
from hardtack.battles.chancellorsville.initiative import NIGHT, STRUCK
from hardtack.battles.chancellorsville.limits import CROSSED
from hardtack.battles.chancellorsville.orders import BREACHED, GUNS, PARKED, ROUSED, TAKEN, WARNED
from hardtack.battles.chancellorsville.resupply import Resupplying
from hardtack.battles.chancellorsville.state import RIGHT_WING, AdvancedState, SceneState
from hardtack.battles.chancellorsville.substitutes import most_manpower
from hardtack.battles.chancellorsville.victory import GUARDED
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.soundness import BEFORE_CYCLE, SERIES_SOUNDNESS
from hardtack.battles.gcacw.state import CampaignState, fact
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import SIDES
from hardtack.referee.soundness import Soundness, require
from hardtack.referee.state import LOST

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene

MOST_BOXES = 9  # more than any line of the ammunition pad has

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


def highest_fact(scene: Scene, name: str) -> int | None:
    """What a scenario may remember, and how much of it."""
    if name in (NIGHT, STRUCK, WARNED, BREACHED, ROUSED, OPEN):
        return 1
    if name == GUNS:
        return TAKEN
    if name == ATTEMPTS:
        return 999
    if name == CROSSED:
        return (1 << len(scene.pieces)) - 1
    if name == "held":
        return (1 << scene.board.grid.size) - 1
    if name in (events.BLED, wings.LOST_CONFIDENCE, wings.UNITED, release.EAST_FREED):
        return 1
    if name == wings.PARALYSED:
        return RIGHT_WING
    if name in events.LOGISTICS.values():
        return events.DELAYED
    if name in (release.FREED, release.CROSSED_OVER):
        return (1 << len(scene.pieces)) - 1
    if name == victory.RAIDERS or name in {f"{victory.LEFT}_{side}" for side in SIDES}:
        return 999
    if highest_early_fact(scene, name):
        return highest_early_fact(scene, name)
    return GUARDED if any(line.key == name for line in scene.book.victory.points) else None


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
