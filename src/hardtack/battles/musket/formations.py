"""The order of battle as it stands now: armies and divisions with their strength left, for the page's roster."""

from __future__ import annotations

from hardtack.battles.musket.reaching import of
from hardtack.battles.musket.state import MusketState
from hardtack.referee.events import Text, text
from hardtack.referee.showing import Formation

COMMANDERS = ("hq", "leader", "train")  # in the order in which they head their army


def roster(state: MusketState) -> list[Formation]:
    """Every formation in the order of the unit list, commanders first: an army's own are one formation (MS 2.2)."""
    scenario = of(state)
    groups: dict[tuple[str, tuple[str, str]], list[int]] = {}
    for piece, counter in enumerate(scenario.counters):
        groups.setdefault((counter.side, counter.formation_names), []).append(piece)
    found = []
    for (side, _), pieces in groups.items():
        pieces.sort(key=lambda piece: rank(scenario.kind[piece]))  # stable: units stay in the order of the list
        label = text(f"formation.{side}.{scenario.counters[pieces[0]].formation}")
        found.append(Formation(label, side, tuple(scenario.ids[piece] for piece in pieces), lines(state, pieces)))
    return found


def rank(kind: str) -> int:
    return COMMANDERS.index(kind) if kind in COMMANDERS else len(COMMANDERS)


def lines(state: MusketState, pieces: list[int]) -> tuple[Text, ...]:
    """Combat factors left of those it began with, units routed and out of the game; commanders at work."""
    scenario = of(state)
    units = [piece for piece in pieces if scenario.weight[piece]]
    found = []
    if units:
        printed = sum(scenario.counters[piece].cf[0] for piece in units)
        standing = [piece for piece in units if not state.fate[piece] and state.at[piece] != scenario.track]
        left = sum(scenario.counters[piece].cf[state.reduced[piece]] for piece in standing)
        found.append(text("roster.strength", n=left, full=printed))
        routed = sum(state.at[piece] == scenario.track for piece in units)
        gone = sum(bool(state.fate[piece]) for piece in units)
        if routed or gone:
            found.append(text("roster.losses", routed=routed, n=gone))
    heads = [piece for piece in pieces if not scenario.weight[piece]]
    if heads:
        active = sum(state.active[piece] for piece in heads if not state.fate[piece])
        found.append(text("roster.commanders", n=active, full=len(heads)))
    return tuple(found)
