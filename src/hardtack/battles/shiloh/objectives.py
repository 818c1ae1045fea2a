"""The two objectives that end the battle at once (SL 18.1, 18.2)."""

from __future__ import annotations

from typing import NamedTuple

from hardtack.battles.shiloh.scenario import ShilohScenario, ShilohState
from hardtack.board.masks import hexes_in
from hardtack.referee.events import CONFEDERATE, SIDES, UNION, Outcome, Text, text
from hardtack.referee.showing import Goal, Objective
from hardtack.referee.umpire import Umpire


class Flag(NamedTuple):
    """Hexes that end the battle when a side has a combat unit in one of them."""

    name: str
    side: str
    hexes: int
    clause: str


def flags(scenario: ShilohScenario) -> tuple[Flag, ...]:
    """What either side wins by at once."""
    return (
        Flag("landing", CONFEDERATE, scenario.landing, "SL 18.1"),
        Flag("corinth_road", UNION, scenario.corinth_road, "SL 18.2"),
    )


def check_flags(draft: ShilohState, umpire: Umpire, side: str) -> None:
    """A Confederate combat unit at the Landing when a turn ends wins (SL 18.1), a Union one on the Corinth road at the
    end of a Union Combat Phase (SL 18.2).
    """
    for flag in flags(draft.scenario):
        held = draft.troops(side) & flag.hexes if flag.side == side else 0
        if held:
            hex_ = draft.scenario.names[hexes_in(held)[0]]
            umpire.tell(flag.clause, f"event.over_{flag.name}", side=side, hex=hex_)
            points = (("union", draft.points[0]), ("confederate", draft.points[1]))
            umpire.end(Outcome(side, "objective", flag.clause, flag.name, points))


def conditions(scenario: ShilohScenario) -> tuple[Goal, ...]:
    return tuple(
        Goal(flag.clause, text(f"win.{flag.name}", hexes=_names(scenario, flag.hexes)), flag.side, sudden=True)
        for flag in flags(scenario)
    )


def marked(state: ShilohState) -> list[Objective]:
    """The hexes of either flag, with the side whose combat unit is there now."""
    scenario = state.scenario
    return [
        Objective(
            scenario.names[hex_], text(f"card.{flag.name}"), flag.clause, flag.side, sudden=True,
            holder=next((side for side in SIDES if state.troops(side) >> hex_ & 1), ""),
        )
        for flag in flags(scenario)
        for hex_ in hexes_in(flag.hexes)
    ]  # fmt: skip


def chances(state: ShilohState) -> list[Text]:
    """The conditions with the distance of the nearest combat unit."""
    scenario = state.scenario
    lines = []
    for flag in flags(scenario):
        army = hexes_in(state.troops(flag.side))
        far = [scenario.board.grid.distance(here, hex_) for here in army for hex_ in hexes_in(flag.hexes)]
        if far:
            lines.append(text(f"standing.{flag.name}", hexes=_names(scenario, flag.hexes), n=min(far)))
    return lines


def _names(scenario: ShilohScenario, hexes: int) -> tuple[str, ...]:
    return tuple(scenario.names[hex_] for hex_ in hexes_in(hexes))
