"""Shiloh, put together for the referee: the hooks of the series with what this book changes."""

from __future__ import annotations

from typing import Any, ClassVar

from hardtack.battles.musket import losses
from hardtack.battles.musket.book import FRAMES, MusketBattleOf
from hardtack.battles.musket.checks import Check
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.musket.soundness import ANYWHERE, FLOATING, SERIES_SOUNDNESS
from hardtack.battles.musket.state import Fight
from hardtack.battles.shiloh import camps, objectives, surprise
from hardtack.battles.shiloh.gunboats import boats_in_support
from hardtack.battles.shiloh.knowledge import ShilohKnowledge
from hardtack.battles.shiloh.page import ShilohPage
from hardtack.battles.shiloh.scenario import ShilohScenario, ShilohState
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.frames import Frame
from hardtack.referee.soundness import Soundness, require
from hardtack.referee.umpire import Umpire

OWN = ("Muster", "Shock", "Rush")


class Shiloh(MusketBattleOf[ShilohState, ShilohScenario]):
    id: ClassVar[str] = "shiloh"
    rules_version: ClassVar[str] = "3"
    sound = SERIES_SOUNDNESS | Soundness(
        rows={"surprised": (0, 99)}, numbers={"marker": (0, 99)}, several=frozenset(OWN),
        beneath={**dict.fromkeys(OWN, (*ANYWHERE, *OWN)), **dict.fromkeys(FLOATING, OWN)},
    )  # fmt: skip
    purposes = (camps.ALARM, surprise.SURPRISE, surprise.FATIGUE)
    halting_clause = "SL 17.32"
    state_type = ShilohState
    scenario_type = ShilohScenario
    page = ShilohPage()
    knowledge = ShilohKnowledge()
    frame_types: ClassVar[tuple[type[Frame], ...]] = (
        *FRAMES, camps.Muster, surprise.Shock, surprise.Rush,
    )  # fmt: skip

    def check_position(self, state: ShilohState) -> None:
        """Units in the cup have a camp; those that muster have room; the surprised are Union units."""
        super().check_position(state)
        scenario = state.scenario
        for frame in state.agenda:
            if isinstance(frame, camps.Muster):
                camped = frame.piece in scenario.camp_of and frame.side == UNION
                require(camped, "a unit that turns out has a camp")
            if isinstance(frame, surprise.Shock):
                require(frame.piece in scenario.fighters[UNION], "Union units are surprised")
            if isinstance(frame, surprise.Rush):
                require(all(state.at[piece] >= 0 for piece in frame.units), "a rush is of units on the map")
                require(bool(frame.hexes), "a rush leads somewhere")

    def fresh_fields(self, scenario: ShilohScenario) -> dict[str, Any]:
        """The marker waits Fresh side up in the turn 6 space (SL 17.1)."""
        first = scenario.data["fatigue"]["first_turn"]
        return {"surprised": (0,) * len(scenario.pieces), "fatigued": False, "marker": first}

    def start_rolls(self, draft: ShilohState, umpire: Umpire, side: str) -> None:
        if side == UNION:
            camps.roll_arrivals(draft, umpire)
            camps.open_cup(draft, umpire)
        else:
            surprise.roll_fatigue(draft, umpire)

    def halves_movement_roll(self, state: ShilohState, side: str) -> str:
        """SL 19.22: in the Union Movement Phase of turn 1."""
        surprised = side == UNION and state.turn == state.scenario.data["surprise"]["turn"]
        return "SL 19.22" if surprised else ""

    def after_move(self, draft: ShilohState, umpire: Umpire, move: Moved) -> None:
        surprise.arrived(draft, umpire, move)

    def after_check(self, draft: ShilohState, umpire: Umpire, check: Check, passed: bool) -> None:
        if passed:
            return
        if check.purpose == camps.ALARM:
            losses.disorder(draft, umpire, check.piece, "SL 17.32")  # roused in disorder
        elif check.purpose == surprise.SURPRISE:
            surprise.surprised(draft, umpire, check.piece)
        else:
            surprise.tired_out(draft, umpire, check.piece)

    def combat_support(
        self, state: ShilohState, side: str, hexes: set[int], fighting: tuple[int, ...], attacking: bool
    ) -> list[tuple[int, int]]:
        return boats_in_support(state, hexes, fighting, attacking) if side == UNION else []

    def after_combat(self, draft: ShilohState, umpire: Umpire, fight: Fight) -> None:
        if draft.fatigued:
            surprise.fatigue_fow(draft, umpire, fight)

    def end_of_combat(self, draft: ShilohState, umpire: Umpire, side: str) -> None:
        if side == UNION:
            objectives.check_flags(draft, umpire, UNION)

    def end_of_turn(self, draft: ShilohState, umpire: Umpire) -> None:
        surprise.end_fatigue(draft, umpire)
        objectives.check_flags(draft, umpire, CONFEDERATE)


BATTLE = Shiloh()
