"""Artillery (chapter 11): bombardment, and how Union guns limber, move and deploy."""

from __future__ import annotations

from collections.abc import Sequence

from hardtack.battles.sharpsburg.actions import Limber
from hardtack.battles.sharpsburg.state import Field, Question, SharpsburgState
from hardtack.board.masks import at_least, marked
from hardtack.referee.bans import Ban
from hardtack.referee.events import enemy_of
from hardtack.referee.frames import Decision
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

# -- limber, move, deploy


def unlimbered_guns(asked: Question) -> int:
    """Union guns that cannot move because they are not limbered (SH 11h)."""
    state, guns = asked.state, asked.state.scenario.limbering_set
    return guns & ~(marked(state.hitched) & ~at_least(state.ready, state.turn + 1))


def undeployed_guns(asked: Question) -> int:
    """Union guns that can neither attack nor bombard (SH 11h, SH C19)."""
    state, guns = asked.state, asked.state.scenario.limbering_set
    return guns & (marked(state.hitched) | at_least(state.ready, state.turn + 1))


LIMBER_BANS: Sequence[Ban[Question]] = (
    Ban("SH 11g", "reason.never_limbers", lambda asked: ~asked.state.scenario.limbering_set),
    Ban("SH 11h", "reason.not_deployed", undeployed_guns),
)


def limber(frame: Decision, draft: SharpsburgState, action: Limber, umpire: Umpire) -> None:
    """An order in turn t: t and t+1 limber, t+2 move (SH C19)."""
    gun, turn = draft.scenario.index[action.unit], draft.turn + draft.scenario.limits.limber_turns
    draft.hitched = put(draft.hitched, gun, 1)
    draft.ready = put(draft.ready, gun, turn)
    draft.moved = (*draft.moved, action.unit)
    umpire.tell("SH 11h", "event.limbers", unit=action.unit, turn=turn)


def begin_to_deploy(draft: SharpsburgState, gun: int) -> None:
    """After its move or a forced retreat in turn t a Union gun deploys in t+1 and t+2 (SH C19)."""
    draft.hitched = put(draft.hitched, gun, 0)
    draft.ready = put(draft.ready, gun, draft.turn + 1 + draft.scenario.limits.deploy_turns)


# -- bombardment


def has_adjacent_enemy(state: SharpsburgState, side: str, piece: int) -> bool:
    """An enemy next to the gun, not parted from it by a bare creek (SH 11d, SH C17)."""
    return bool(state.scenario.terrain.joined[state.at[piece]] & state.occupied(enemy_of(side)))


def is_bombardment(field: Field, at: int, hex_: int) -> bool:
    """Whether an attack from one hex on another is a bombardment: the two are not joined (SH 11)."""
    return not field.terrain.joined[hex_] >> at & 1


def targets(state: SharpsburgState, side: str, piece: int) -> int:
    """The enemy hexes a unit could attack, hand to hand or by bombardment, bans apart.

    A gun with an enemy adjacent attacks that enemy or nobody (SH 11d); otherwise it bombards within its
    range and line of fire (SH 11a, SH 11c). All others attack adjacent hexes only (SH 9, SH C7).
    """
    field = state.scenario
    at = state.at[piece]
    enemies = state.occupied(enemy_of(side))
    adjacent = field.terrain.joined[at] & enemies
    if adjacent or not field.is_gun[piece]:
        return adjacent
    return field.terrain.field_of_fire(side, at) & enemies
