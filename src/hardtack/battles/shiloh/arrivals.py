"""Arrivals that depend on a die: Lew Wallace and Nelson (SL 17.35)."""

from __future__ import annotations

from hardtack.battles.shiloh.scenario import LateComers
from hardtack.battles.shiloh.state import ShilohState
from hardtack.referee.events import UNION
from hardtack.referee.state import WAITING, put
from hardtack.referee.umpire import Umpire

CERTAIN = 6


def roll_arrivals(draft: ShilohState, umpire: Umpire) -> None:
    """At the start of the Union Movement Phase; once for Lew Wallace's division, for each of Nelson's brigades."""
    for group in draft.scenario.late_comers:
        if draft.turn not in group.at_most:
            continue
        missing = [piece for piece in group.units if draft.at[piece] == WAITING and not draft.due[piece]]
        parties = [[piece] for piece in missing] if group.each else [missing]
        for party in parties:
            if party:
                roll_party(draft, umpire, group, party)


def earliest(state: ShilohState) -> list[tuple[int, str]]:
    """The next turn in which each unit that waits for a die may come; this turn's die is rolled as the Union begins."""
    scenario = state.scenario
    soonest = state.turn + (state.phasing == UNION)
    found = []
    for group in scenario.late_comers:
        turns = [turn for turn in group.at_most if turn >= soonest]
        waiting = [piece for piece in group.units if state.at[piece] == WAITING and not state.due[piece]]
        found += [(min(turns), scenario.ids[piece]) for piece in waiting if turns]
    return found


def roll_party(draft: ShilohState, umpire: Umpire, group: LateComers, party: list[int]) -> None:
    """One roll, or none when the turn is the last; those who fail wait for the next turn of the table."""
    scenario = draft.scenario
    limit = group.at_most[draft.turn]
    if limit < CERTAIN and umpire.roll() > limit:
        umpire.tell("SL 17.35", "event.arrival_delayed", units=tuple(scenario.ids[piece] for piece in party))
        return
    if limit < CERTAIN:
        umpire.tell("SL 17.35", "event.arrival_rolled", units=tuple(scenario.ids[piece] for piece in party))
    for piece in party:  # they stand ready with the turn's other arrivals (MS 3.3f), which are told there
        draft.due = put(draft.due, piece, draft.turn)
