"""A battle of the series, put together for the referee; a battle's own package subclasses `SeriesBattle`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from hardtack.battles.gcacw import (
    activation,
    assault,
    engagement,
    leaders,
    losses,
    march,
    recovery,
    retreat,
    screen,
    sequence,
    soundness,
)
from hardtack.battles.gcacw.actions import ACTIONS
from hardtack.battles.gcacw.campaign import Campaign, out_of_force
from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.knowledge import SeriesKnowledge
from hardtack.battles.gcacw.page import SeriesPage
from hardtack.battles.gcacw.parameters import DATA
from hardtack.battles.gcacw.soundness import SERIES_SOUNDNESS
from hardtack.battles.gcacw.state import CAUSES, CampaignState, S
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.battle import BattleOf, frames_in
from hardtack.referee.events import SIDES, Reason
from hardtack.referee.frames import Frame
from hardtack.referee.knowledge import Knowledge
from hardtack.referee.page import Page
from hardtack.referee.register import Register, load_register
from hardtack.referee.soundness import Soundness
from hardtack.referee.state import WAITING

SERIES_DATA = DATA
SERIES_FRAMES = frames_in(
    activation, assault, engagement, leaders, losses, march, recovery, retreat, screen, sequence
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Placement:
    """One line of a set-up: who starts where, in what state."""

    unit: int
    hex: int
    manpower: int = 0
    fatigue: int = 0
    exhausted: bool = False
    disorganised: bool = False
    works: str = "none"


def series_register() -> Register:
    return load_register(DATA / "clauses.csv")


class SeriesBattle(BattleOf[S, Any]):
    """What every battle of the series shares."""

    rules_version: ClassVar[str] = "3"
    state_type: ClassVar[type[CampaignState]] = CampaignState
    action_types: ClassVar[tuple[type[Action], ...]] = ACTIONS
    frame_types: ClassVar[tuple[type[Frame], ...]] = SERIES_FRAMES
    sound: ClassVar[Soundness] = SERIES_SOUNDNESS
    fallback_clause: ClassVar[str] = "GC 4.2"
    max_decisions: ClassVar[int] = 20000
    page: Page[S] = SeriesPage()
    knowledge: Knowledge[S] = SeriesKnowledge()

    def opening_state(
        self, scenario: Campaign, placements: Sequence[Placement], bridges: Sequence[tuple[str, str, str]] = (),
        **more: Any,
    ) -> S:  # fmt: skip
        """The state before the first die: counters placed, and fields of the book's own (`more`)."""
        none = [0] * len(scenario.pieces)
        at = [WAITING] * len(scenario.pieces)
        manpower, fatigue, exhausted, disorganised, works = none[:], none[:], none[:], none[:], none[:]
        for entry in placements:
            at[entry.unit] = entry.hex
            manpower[entry.unit], fatigue[entry.unit] = entry.manpower, entry.fatigue
            exhausted[entry.unit], disorganised[entry.unit] = int(entry.exhausted), int(entry.disorganised)
            works[entry.unit] = WORKS.index(entry.works)
        state: S = self.state_of(scenario)(
            scenario=scenario, agenda=(sequence.TurnBegins(),), turn=1, at=tuple(at), outcome=None,
            manpower=tuple(manpower), fatigue=tuple(fatigue), disorganised=tuple(disorganised),
            exhausted=tuple(exhausted), demoralised=tuple(none), works=tuple(works), refused=tuple(none),
            parent=tuple(range(len(none))), reversed=tuple(none), phase=0, rain=0, bridges=tuple(bridges),
            bridges_down=0, stations=(0,) * len(scenario.stations), losses=(0,) * (len(SIDES) * len(CAUSES)), facts=(),
            **more,
        )  # fmt: skip
        return state

    def check_position(self, state: S) -> None:
        super().check_position(state)
        soundness.check(state)

    def unused(self, scenario: Campaign, action: Action) -> Reason | None:
        return out_of_force(scenario).get(action.verb)
