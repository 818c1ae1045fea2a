"""The attacks of a unit on the march, by kind (GC 7.1.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from hardtack.battles.gcacw.actions import AttackHex, ChargeHex
from hardtack.battles.gcacw.state import CampaignState
from hardtack.battles.gcacw.tables import attack_types
from hardtack.referee.actions import Action
from hardtack.referee.bans import Asked
from hardtack.referee.events import Reason, reason

if TYPE_CHECKING:
    from hardtack.battles.gcacw.march import March


def attacks_of(asked: Asked[CampaignState, March], unit: int) -> Mapping[str, int]:
    """GC 7.1.4: the kinds of attack of the unit, with their points."""
    campaign = asked.state.scenario
    return attack_types(campaign.params.attack_mp, not campaign.is_foot[unit])


def affordable(asked: Asked[CampaignState, March], unit: int) -> Sequence[str]:
    """The kinds of attack the unit has the points for."""
    campaign = asked.state.scenario
    return kinds_within(campaign.params.attack_mp, not campaign.is_foot[unit], asked.frame.mp)


@cache
def kinds_within(attack_mp: str, cavalry: bool, points: int) -> Sequence[str]:
    return tuple([kind for kind, cost in attack_types(attack_mp, cavalry).items() if cost <= points])


@lru_cache(maxsize=1 << 12)
def attacks_on(unit: str, target: str, kinds: Sequence[str], charge: bool) -> Sequence[Action]:
    """The attacks of a unit on a hex, by kind, each with the charge of that kind if it may charge."""
    verbs = (AttackHex, ChargeHex) if charge else (AttackHex,)
    return tuple([verb(unit, kind, target) for kind in kinds for verb in verbs])


def why_not_so(asked: Asked[CampaignState, March], unit: int, kind: str) -> Reason:
    cost = attacks_of(asked, unit).get(kind)
    if cost is None:
        return reason("GC 7.1.4", "reason.no_such_attack")
    return reason("GC 7.1.4", "reason.attack_points", cost=cost, mp=asked.frame.mp)
