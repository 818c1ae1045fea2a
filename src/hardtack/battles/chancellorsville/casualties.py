"""Confederate leaders who fall (SLB 18.0a, 18.0b, 13.2h, 13.3e)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardtack.battles.gcacw.state import CampaignState, leaders_at
from hardtack.board.native import replace
from hardtack.referee.events import CONFEDERATE
from hardtack.referee.frames import Frame
from hardtack.referee.state import LOST, put

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.battles.gcacw.combat import Attack
    from hardtack.referee.umpire import Umpire

JACKSON = "Jackson"
CAVALRY_LEADER = "Stuart"
CLAUSE = "SLB 18.0a"
EFFECT = "SLB 18.0b"


def endangered(scene: Scene, state: CampaignState, attack: Attack) -> list[int]:
    """SLB 18.0a: corps and division leaders in the defending hex, or in a hex their own units attack from.

    Army leaders and substitutes cannot fall.
    """
    found = [leader for leader in leaders_at(state, attack.target) if _may_fall(scene, state, leader)]
    for unit in attack.attackers:
        for leader in leaders_at(state, state.at[unit]):
            if _may_fall(scene, state, leader) and scene.commands(state, leader, unit) and leader not in found:
                found.append(leader)
    return found


def _may_fall(scene: Scene, state: CampaignState, leader: int) -> bool:
    piece = scene.pieces[leader]
    if piece.side != CONFEDERATE or state.reversed[leader]:
        return False
    return piece.id == JACKSON or piece.reverse is not None  # Lee's counter has no substitute side


def check(scene: Scene, draft: CampaignState, umpire: Umpire, attack: Attack, dice: tuple[int, int]) -> None:
    """SLB 18.0a: two unmodified ones endanger a leader; Jackson falls at once, another on an even die."""
    if scene.book.leader_casualties is None or dice != (1, 1):
        return
    leaders = endangered(scene, draft, attack)
    if not leaders:
        return
    jackson = scene.index[JACKSON]
    if jackson in leaders:
        fall(scene, draft, umpire, jackson, EFFECT)
        return
    die = umpire.roll(by=CONFEDERATE)
    if die % 2:
        umpire.tell(CLAUSE, "event.leader_unhurt", die=die)
        return
    umpire.tell(CLAUSE, "event.leader_hit", die=die)
    attacking = attack.side == CONFEDERATE
    fall(scene, draft, umpire, max(leaders, key=lambda leader: scene.tactical(draft, leader, attacking)), CLAUSE)


def fall(scene: Scene, draft: CampaignState, umpire: Umpire, leader: int, clause: str) -> None:
    """SLB 18.0b: the leader's substitute side takes over; Jackson's place is taken by Stuart of the infantry."""
    piece = scene.pieces[leader]
    if piece.id != JACKSON:
        draft.reversed = put(draft.reversed, leader, 1)
        umpire.tell(clause, "event.leader_falls", unit_leader=piece.id)
        return
    where = draft.at[leader]
    draft.at = put(draft.at, leader, LOST)
    stuart, successor = scene.index.get(CAVALRY_LEADER), scene.index[scene.successors[leader]]
    if stuart is not None and not draft.reversed[stuart]:  # he leaves the cavalry without a corps leader
        draft.at = put(draft.at, stuart, LOST)
    draft.at = put(draft.at, successor, where)
    umpire.amend_all(lambda frame: _under_new_command(frame, piece.id, scene.successors[leader]))
    umpire.tell(clause, "event.leader_replaced", unit_leader=piece.id, unit_new=scene.successors[leader])


def _under_new_command(frame: Frame, old: str, new: str) -> Frame:
    """The frame with the new leader's name for the fallen one's, so that what he began goes on under the new."""
    changes: dict[str, object] = {}
    if getattr(frame, "leader", "") == old:
        changes["leader"] = new
    along: tuple[str, ...] = getattr(frame, "with_leaders", ())
    if old in along:
        changes["with_leaders"] = tuple(new if name == old else name for name in along)
    moved: tuple[tuple[str, str], ...] = getattr(frame, "guided", ())
    if old in dict(moved):
        changes["guided"] = tuple((new if name == old else name, unit) for name, unit in moved)
    return replace(frame, **changes) if changes else frame


def end_of_turn(scene: Scene, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 13.2h: who must have fallen by the end of this turn falls now."""
    rule = scene.book.leader_casualties
    if rule is None:
        return
    for name, turn in rule.falls_at_end_of_turn.items():
        leader = scene.index[name]
        if draft.turn == turn and draft.at[leader] >= 0:
            fall(scene, draft, umpire, leader, rule.clause)
