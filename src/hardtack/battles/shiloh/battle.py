"""Shiloh, put together for the referee: the hooks of the series with what this book changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from hardtack.battles.musket.book import FRAMES, MusketBattle
from hardtack.battles.musket.checks import Check
from hardtack.battles.musket.folio import day_of, scenario_info
from hardtack.battles.musket.hints import odds
from hardtack.battles.musket.mind import Mind, terms
from hardtack.battles.musket.reaching import MOVE, Moved
from hardtack.battles.musket.state import Fight, MusketState
from hardtack.battles.shiloh import camps, fatigue, objectives, soundness, surprise
from hardtack.battles.shiloh.arrivals import earliest, roll_arrivals
from hardtack.battles.shiloh.gunboats import boats_in_support
from hardtack.battles.shiloh.knowledge import ShilohAims
from hardtack.battles.shiloh.scenario import DATA, ShilohScenario, shiloh
from hardtack.battles.shiloh.state import ShilohState
from hardtack.referee.events import UNION, Text, text
from hardtack.referee.frames import Frame
from hardtack.referee.showing import Goal, Objective, Standing
from hardtack.referee.umpire import Umpire

Draft = Any


class Shiloh(MusketBattle):
    id: ClassVar[str] = "shiloh"
    rules_version: ClassVar[str] = "3"
    sound = soundness.SOUNDNESS
    purposes = (camps.ALARM, surprise.SURPRISE, fatigue.FATIGUE)
    halting_clause = "SL 17.32"
    folder = DATA
    state_type = ShilohState
    frame_types: ClassVar[tuple[type[Frame], ...]] = (
        *FRAMES, camps.TurnOut, camps.Muster, surprise.Shock, surprise.Rush,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.scenarios = {self.id: scenario_info(self, length_minutes=150)}

    def check_position(self, state: Any) -> None:
        super().check_position(state)
        soundness.check(state)

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> ShilohScenario:
        scenario = ShilohScenario(self, scenario_id, self.folder, settings)
        scenario.mind = Mind(ShilohAims(scenario))
        return scenario

    def fresh_fields(self, scenario: Any) -> dict[str, Any]:
        """The marker waits Fresh side up in the turn 6 space (SL 17.1)."""
        first = scenario.data["fatigue"]["first_turn"]
        return {"surprised": (0,) * len(scenario.pieces), "fatigued": False, "marker": first}

    def start_rolls(self, draft: Draft, umpire: Umpire, side: str) -> None:
        if side == UNION:
            roll_arrivals(draft, umpire)
            camps.open_cup(draft, umpire)
        else:
            fatigue.roll_fatigue(draft, umpire)

    def halves_movement_roll(self, state: MusketState, side: str) -> str:
        """SL 19.22: in the Union Movement Phase of turn 1."""
        surprised = side == UNION and state.turn == shiloh(state).data["surprise"]["turn"]
        return "SL 19.22" if surprised else ""

    def halting_hexes(self, state: Any, side: str) -> int:
        """SL 17.32: next to a sleeping camp a Confederate move ends."""
        if side == UNION or not shiloh(state).params.alarm_stops_move:
            return 0
        return camps.alarm_hexes(state)

    def wary_of(self, state: Any, side: str) -> int:
        """A Confederate march keeps away from camps that sleep (MS 4.65a)."""
        return 0 if side == UNION else camps.sleeping_hexes(state)

    def entry_risk(self, state: Any, group: tuple[int, ...], goal: int) -> Text | None:
        """SL 19.32: a Fatigued unit may be disordered on entering an enemy ZOC."""
        side = shiloh(state).counters[group[0]].side
        if side == UNION:
            return None
        chance = fatigue.entry_odds(state, Moved(side, group, state.at[group[0]], goal, MOVE))
        return None if chance is None else odds(chance, "risk.fatigue")

    def after_move(self, draft: Draft, umpire: Umpire, move: Moved) -> None:
        scenario = shiloh(draft)
        if move.side == UNION or not any(scenario.weight[piece] for piece in move.units):
            return
        if draft.fatigued:
            fatigue.check_tired(draft, umpire, move)
        if surprise.surprise_reigns(draft):
            surprise.surprise(draft, umpire, move)
        camps.raise_alarms(draft, umpire, move)

    def after_check(self, draft: Draft, umpire: Umpire, check: Check, passed: bool) -> None:
        if passed:
            return
        if check.purpose == camps.ALARM:
            camps.roused_in_disorder(draft, umpire, check.piece)
        elif check.purpose == surprise.SURPRISE:
            surprise.surprised(draft, umpire, check.piece)
        else:
            fatigue.tired_out(draft, umpire, check.piece)

    def combat_support(
        self, state: Any, side: str, hexes: set[int], fighting: tuple[int, ...], attacking: bool
    ) -> list[tuple[int, int]]:
        return boats_in_support(state, hexes, fighting, attacking) if side == UNION else []

    def after_combat(self, draft: Draft, umpire: Umpire, fight: Fight) -> None:
        if draft.fatigued:
            fatigue.fatigue_fow(draft, umpire, fight)

    def end_of_combat(self, draft: Draft, umpire: Umpire, side: str) -> None:
        if side == UNION:
            objectives.corinth_road_taken(draft, umpire)

    def end_of_turn(self, draft: Draft, umpire: Umpire) -> None:
        fatigue.end_fatigue(draft, umpire)
        objectives.landing_taken(draft, umpire)

    # -- what a screen shows

    def ways_to_win(self, scenario: Any) -> tuple[Goal, ...]:
        return objectives.conditions(scenario)

    def objectives(self, state: Any) -> Sequence[Objective]:
        return objectives.marked(state)

    def terrain_card(self, scenario: Any, hex_number: int) -> Sequence[Text]:
        """The series' lines, then the camp and the objective of the hex."""
        ids = scenario.ids
        camps_here = [
            text("card.camp", units=tuple(ids[piece] for piece in camp.units))
            for camp in scenario.camps
            if camp.hex == hex_number
        ]
        flags = objectives.flags(scenario)
        won_here = [text(f"card.{flag.name}") for flag in flags if flag.hexes >> hex_number & 1]
        return [*super().terrain_card(scenario, hex_number), *camps_here, *won_here]

    def clock(self, state: Any) -> str:
        return day_of(state)

    def standing(self, state: Any) -> Standing:
        """The objectives that end the battle, the series' lines, then the cup and the marker."""
        shown = super().standing(state)
        if state.outcome is not None:
            return shown
        lines = [*objectives.chances(state), *shown.lines]
        sleeping = len(camps.in_cup(state))
        if sleeping:
            lines.append(text("standing.cup", n=sleeping))
        if state.fatigued:
            lines.append(text("standing.fatigued"))
        elif state.marker:
            lines.append(text("standing.fresh", n=state.marker))
        return replace(shown, lines=tuple(lines))

    def arrivals(self, state: Any) -> Sequence[tuple[int, str]]:
        """The series' list, and those who come by die at the earliest turn they may (SL 17.35)."""
        return [*super().arrivals(state), *earliest(state)]

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        return TERMS

    def motives(self, state: Any, side: str) -> Mapping[Text, float]:
        return shiloh(state).mind.motives(state, side)


TERMS = terms(lambda state: shiloh(state).mind)
BATTLE = Shiloh()
