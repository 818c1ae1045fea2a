"""Engaged attackers: after EN they stay and attack the same hex again in their next turn (SH 9g, SH C12)."""

from __future__ import annotations

from collections.abc import Sequence

from hardtack.battles.sharpsburg.state import SharpsburgState, ids


def bound(state: SharpsburgState) -> dict[int, int]:
    """The counters that owe an attack this turn, each with the hex it owes it to (SH C12).

    The debt lapses when all the defenders of that day are gone, when the attacker is no longer
    adjacent, and for a gun that is not deployed.
    """
    owed: dict[int, int] = {}
    field = state.scenario
    for turn, name, attackers, defenders in state.engaged:
        if turn != state.turn - 1:
            continue
        hex_ = field.board.grid.index(name)
        if all(state.at[field.index[unit]] != hex_ for unit in defenders):
            continue
        for unit in attackers:
            piece = field.index[unit]
            at = state.at[piece]
            if at >= 0 and field.terrain.joined[hex_] >> at & 1 and state.deployed(piece):
                owed[piece] = hex_
    return owed


def engage(draft: SharpsburgState, hex_: int, attackers: Sequence[int], defenders: Sequence[int]) -> None:
    """Write down who has to attack which hex again next turn (SH 9g)."""
    name = draft.scenario.board.grid.name(hex_)
    entry = (draft.turn, name, ids(draft, attackers), ids(draft, defenders))
    draft.engaged = (*draft.engaged, entry)


def forget(draft: SharpsburgState, side: str) -> None:
    """At the end of a side's turn its debts of the turn before are settled or lapsed (SH C12)."""
    units = draft.scenario.counters_in
    army = draft.scenario.forces[side]
    draft.engaged = tuple(entry for entry in draft.engaged if not (entry[0] < draft.turn and units(entry[2]) & army))
