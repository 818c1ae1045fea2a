"""Combat values in a fight: what units attack and defend with, works included (GC 7.2).

Everywhere else (flanks, bridges, stations) a unit counts with its plain combat value, `combat_halves`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.state import CampaignState, combat_halves
from hardtack.battles.gcacw.tables import entrenchment_halves


def fighting_halves(state: CampaignState, units: Sequence[int]) -> int:
    """GC 7.2.1: what units attack or defend with, in halves; those that lack something fight at less."""
    lacking = state.scenario.lacking(state, units)
    if not lacking:
        return sum([combat_halves(state, unit) for unit in units])
    total = sum(combat_halves(state, unit) for unit in units if unit not in lacking)
    for hex_ in {state.at[unit] for unit in lacking}:
        weak = [combat_halves(state, unit) for unit in lacking if state.at[unit] == hex_]
        total += state.scenario.halved(weak)
    return total


def defence_quarters(state: CampaignState, hex_: int) -> int:
    """GC 7.2.1: defending combat value with entrenchments, in quarters."""
    units = state.deployment.stacks.get(hex_, ())
    lacking = state.scenario.lacking(state, units)
    if not lacking:
        return _entrenched(state, units)
    weak = [combat_halves(state, unit) for unit in lacking]
    # They are halved together and before works count; what is left is each one's in proportion.
    left = _entrenched(state, lacking) * state.scenario.halved(weak) // sum(weak)
    return left + _entrenched(state, [unit for unit in units if unit not in lacking])


def _entrenched(state: CampaignState, units: Collection[int]) -> int:
    """Combat values times works, in quarters."""
    params = state.scenario.params
    total = 0
    for unit in units:
        total += combat_halves(state, unit) * entrenchment_halves(params, WORKS[state.works[unit]])
    return total
