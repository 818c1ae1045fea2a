"""Turns 1 to 3 of the campaign: who may act, where to, and who waits to be released (SLB 22.2b, 22.2d, 22.2h)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.gcacw.counters import INFANTRY
from hardtack.battles.gcacw.state import CampaignState, fact, note, units_at
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, UNION, Reason, Text, reason, text

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.advanced import AdvancedScene
    from hardtack.battles.chancellorsville.advanced_book import EarlyTurns
    from hardtack.battles.chancellorsville.campaign_scene import CampaignScene
    from hardtack.battles.chancellorsville.state import AdvancedState
    from hardtack.referee.umpire import Umpire

FIRST, SECOND, THIRD = 1, 2, 3
WEST = "west"  # Confederate pieces that stood west of the line when turn 3 began, as a mask
RELEASED = "released"  # how far the others are
NEAR, FULLY = 1, 2  # within their own columns; everywhere
MET = "met"  # a Union division has been met south of the river, so that a message can be sent
SOUTH = "south_of_rappahannock"


@dataclass(frozen=True, slots=True)
class SendMessage(Action):
    """SLB 22.2h: spend the initiative to tell those in the east; nothing moves."""

    verb: ClassVar[str] = "message"


def in_force(scene: CampaignScene, state: CampaignState) -> EarlyTurns | None:
    """The rules of the first three turns, on these turns."""
    return scene.book.early if state.turn <= THIRD else None


def no_dice(scene: CampaignScene, state: CampaignState) -> bool:
    """SLB 22.2b, 22.2d: whether this cycle is without initiative rolls and ends with a pass."""
    return scene.book.early is not None and state.turn <= SECOND


def forced_side(scene: CampaignScene, state: CampaignState) -> str | None:
    """The side that acts alone: the Confederate while it moves hidden, else the Union."""
    if not no_dice(scene, state):
        return None
    return CONFEDERATE if state.veil == (CONFEDERATE,) else UNION


def cycle_clause(state: CampaignState) -> str:
    """The clause of a cycle without dice."""
    if state.turn == FIRST:
        return "SLB 22.2b"
    return "SLB 22.2c" if state.veil is not None else "SLB 22.2d"


def purpose(scene: CampaignScene, state: CampaignState) -> Text | None:
    """What a cycle without dice is for, as the prompt says it."""
    if not no_dice(scene, state):
        return None
    if forced_side(scene, state) == CONFEDERATE:
        return text("prompt.hidden_movement")
    return text("prompt.first_turn" if state.turn == FIRST else "prompt.second_turn")


# -- who may act


def column_of(scene: AdvancedScene, state: CampaignState, piece: int) -> int:
    """The column a piece stands in; 0 off the map."""
    return scene.board.grid.column(state.at[piece]) if state.at[piece] >= 0 else 0


def is_free(scene: CampaignScene, state: CampaignState, piece: int) -> bool:
    """SLB 22.2h: whether a Confederate piece may act anywhere on turn 3; a substitute is as free as its parent."""
    return bool(fact(state, WEST) >> state.parent[piece] & 1) or fact(state, RELEASED) == FULLY


def piece_bans(scene: CampaignScene, state: CampaignState, piece: int) -> Iterator[Reason]:
    """Why a unit or leader may not act yet."""
    rule = in_force(scene, state)
    return iter(()) if rule is None else bans_by(rule, scene, state, piece)


def bans_by(rule: EarlyTurns, scene: CampaignScene, state: CampaignState, piece: int) -> Iterator[Reason]:
    counter = scene.pieces[piece]
    if state.turn == FIRST:
        if scene.pieces[state.parent[piece]].id not in rule.first_units:
            yield reason("SLB 22.2b", "reason.first_turn", unit=counter.id)
    elif state.turn == SECOND:
        yield from _second_turn_bans(scene, state, rule, piece)
    elif counter.side == CONFEDERATE and column_of(scene, state, piece) > rule.last_column:
        waits = not fact(state, RELEASED) and not is_free(scene, state, piece)
        if waits:
            yield reason("SLB 22.2h", "reason.east_not_released", unit=counter.id, column=rule.last_column + 1)


def _second_turn_bans(scene: CampaignScene, state: Any, rule: EarlyTurns, piece: int) -> Iterator[Reason]:
    """SLB 22.2c, 22.2d, 22.2f: Confederates only hidden, and some of the Union's cavalry once."""
    counter = scene.pieces[piece]
    if counter.side == CONFEDERATE:
        covered = is_covered(state, piece) if state.covered else column_of(scene, state, piece) <= rule.last_column
        if scene.by_dice:
            yield reason("SLB 22.2f", "reason.placed_by_dice")
        elif not covered:
            yield reason("SLB 22.2c", "reason.east_waits", unit=counter.id, column=rule.last_column)
    elif counter.id in rule.once_units and state.fatigue[piece]:  # nothing else can have tired it so early
        yield reason("SLB 22.2d", "reason.only_once", unit=counter.id)


def is_covered(state: AdvancedState, piece: int) -> bool:
    """SLB 22.2c: whether a piece is one of those that move hidden."""
    return any(entry[0] == piece for entry in state.covered[1:])


def leader_bans(scene: CampaignScene, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
    """SLB 22.2b, 22.2c, 22.2h, R15: whoever may not act may not transfer either; no assault in the hidden phase."""
    if what == "move":
        return
    yield from piece_bans(scene, state, leader)
    if what == "assault" and state.veil is not None:
        yield reason("SLB 22.2c", "reason.hidden_attack")


# -- where to


def step_bans(scene: CampaignScene, state: CampaignState, unit: int, here: int, there: int) -> Iterator[Reason]:
    """SLB 22.2b-d: nobody crosses the Rappahannock on turns 1 and 2; SLB 22.2h: the released stay east."""
    rule = in_force(scene, state)
    if rule is None or not barred_steps(scene, state, unit, here) >> there & 1:
        return
    if state.turn <= SECOND:
        hidden = scene.pieces[unit].side == CONFEDERATE
        clause = "SLB 22.2b" if state.turn == FIRST else "SLB 22.2c" if hidden else "SLB 22.2d"
        yield reason(clause, "reason.closed_river", term_river="Rappahannock River")
    else:
        yield reason("SLB 22.2h", "reason.stays_east", unit=scene.pieces[unit].id, column=rule.last_column + 1)


def barred_steps(scene: CampaignScene, state: CampaignState, unit: int, here: int) -> int:
    """Where a unit may not step from a hex on these turns, as a mask."""
    if in_force(scene, state) is None:
        return 0
    if state.turn <= SECOND:
        return scene.over_rappahannock[here]
    waits = scene.side_of[unit] == CONFEDERATE and not scene.west >> here & 1 and not is_free(scene, state, unit)
    return scene.west if waits else 0


def attack_bans(scene: CampaignScene, state: CampaignState, unit: int, here: int, target: int) -> Iterator[Reason]:
    """R14: no attacks in the hidden phase; over the river or out of one's columns as little as marching there."""
    if state.veil is not None:
        yield reason("SLB 22.2c", "reason.hidden_attack")
    yield from step_bans(scene, state, unit, here, target)


# -- the release (SLB 22.2h)


def turn_begins(scene: CampaignScene, draft: CampaignState) -> None:
    """Turn 3: remember who stands in the west; turn 4: everybody is free, and nothing of it need be remembered."""
    rule = scene.book.early
    if rule is None:
        return
    if draft.turn == THIRD:
        own = scene.of_side[CONFEDERATE]
        west = [n for n in own if 0 < column_of(scene, draft, n) <= rule.last_column]
        note(draft, WEST, mask_of(west))
    elif draft.turn == THIRD + 1:
        draft.facts = tuple(known for known in draft.facts if known[0] not in (WEST, RELEASED, MET))


def entered(scene: CampaignScene, draft: CampaignState, umpire: Umpire, unit: int, hex_: int, how: str) -> None:
    """A unit has come into a hex: does that release anybody, or is there a meeting to tell of?"""
    rule = scene.book.early
    if rule is None or draft.turn != THIRD or fact(draft, RELEASED) == FULLY:
        return
    piece, column = scene.pieces[unit], scene.board.grid.column
    comes_near = column(hex_) > rule.last_column and scene.board.within(SOUTH, hex_)
    if piece.side == UNION and comes_near and not fact(draft, RELEASED):
        note(draft, RELEASED, NEAR)
        umpire.tell("SLB 22.2h", "event.released_near", unit=piece.id, hex=scene.name(hex_))
    if how != "retreat" and not fact(draft, MET) and meets(scene, draft, rule, unit, hex_):
        note(draft, MET)
        umpire.tell("SLB 22.2h", "event.met", unit=piece.id, hex=scene.name(hex_))


def meets(scene: CampaignScene, state: CampaignState, rule: EarlyTurns, unit: int, hex_: int) -> bool:
    """Whether moving there is a meeting of a Confederate in the west and a Union division south of the river."""
    piece, grid = scene.pieces[unit], scene.board.grid
    if piece.side == UNION:
        if not is_division(scene, unit) or not scene.board.within(SOUTH, hex_):
            return False
        normal = scene.ground_with(state.bridges).normal
        near = [there for there in grid.around[hex_] if grid.column(there) <= rule.last_column]
        held = state.occupied(CONFEDERATE)
        return any(held >> there & 1 and normal[there] >> hex_ & 1 for there in near)
    if grid.column(hex_) > rule.last_column:
        return False
    near = [there for there in grid.around[hex_] if scene.board.within(SOUTH, there)]
    return any(scene.side_of[n] == UNION and is_division(scene, n) for there in near for n in units_at(state, there))


def is_division(scene: CampaignScene, unit: int) -> bool:
    return scene.pieces[unit].type == INFANTRY and scene.pieces[unit].size == "division"


def messages(scene: CampaignScene, state: CampaignState, side: str) -> list[Action]:
    possible = side == CONFEDERATE and not any(message_reasons(scene, state, side))
    return [SendMessage()] if possible else []


def message_reasons(scene: CampaignScene, state: CampaignState, side: str) -> Iterator[Reason]:
    """Why no message can be sent now."""
    if side != CONFEDERATE or state.turn != THIRD or scene.book.early is None:
        yield reason("SLB 22.2h", "reason.no_message")
    elif fact(state, RELEASED) == FULLY:
        yield reason("SLB 22.2h", "reason.message_sent")
    elif not fact(state, MET):
        yield reason("SLB 22.2h", "reason.not_met")


def send_message(draft: CampaignState, umpire: Umpire) -> None:
    note(draft, RELEASED, FULLY)
    umpire.tell("SLB 22.2h", "event.message")
