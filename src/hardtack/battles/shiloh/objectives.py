"""The two objectives that end the battle at once (SL 18.1, 18.2)."""

from __future__ import annotations

from typing import Any

from hardtack.battles.musket.lay import ARMY, lay_of
from hardtack.battles.shiloh.scenario import ShilohScenario, shiloh
from hardtack.battles.shiloh.state import ShilohState
from hardtack.board.masks import hexes_in
from hardtack.referee.events import CONFEDERATE, UNION, Outcome, Text, text
from hardtack.referee.umpire import Umpire

Draft = Any


def landing_taken(draft: Draft, umpire: Umpire) -> None:
    """SL 18.1: a Confederate combat unit in 1809 or 1910 at the end of any turn."""
    _objective(draft, umpire, CONFEDERATE, shiloh(draft).landing, "SL 18.1", "landing")


def corinth_road_taken(draft: Draft, umpire: Umpire) -> None:
    """SL 18.2: a Union combat unit in 0125 at the end of a Union Combat Phase."""
    _objective(draft, umpire, UNION, shiloh(draft).corinth_road, "SL 18.2", "corinth_road")


def goals(scenario: ShilohScenario) -> tuple[tuple[str, str, int], ...]:
    """What either side wins by at once: name, side, hexes."""
    return (("landing", CONFEDERATE, scenario.landing), ("corinth_road", UNION, scenario.corinth_road))


def conditions(scenario: ShilohScenario) -> tuple[Text, ...]:
    return tuple(
        text(f"win.{why}", hexes=tuple(scenario.names[hex_] for hex_ in hexes_in(goal)))
        for why, _, goal in goals(scenario)
    )


def chances(state: ShilohState) -> list[Text]:
    """The conditions with the distance of the nearest combat unit."""
    scenario = shiloh(state)
    lines = []
    for condition, (why, side, goal) in zip(conditions(scenario), goals(scenario), strict=True):
        army = hexes_in(lay_of(state).combat[ARMY[side]])
        far = [scenario.board.grid.distance(here, hex_) for here in army for hex_ in hexes_in(goal)]
        if far:
            lines.append(Text(f"standing.{why}", (*condition.args, ("n", min(far)))))
    return lines


def _objective(draft: Draft, umpire: Umpire, side: str, goal: int, clause: str, why: str) -> None:
    held = lay_of(draft).combat[ARMY[side]] & goal
    if held:
        umpire.tell(clause, f"event.over_{why}", side=side, hex=shiloh(draft).names[next(hexes_in(held))])
        points = (("union", draft.points[0]), ("confederate", draft.points[1]))
        umpire.end(Outcome(side, "objective", clause, why, points))
