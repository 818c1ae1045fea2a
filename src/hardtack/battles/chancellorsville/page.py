"""What a page shows of Stonewall's Last Battle beyond the series: goals, charts, and what the advanced game adds."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from hardtack.battles.chancellorsville import ammunition_page, command_page, goals, hidden
from hardtack.battles.chancellorsville.book import LEVELS, Points
from hardtack.battles.chancellorsville.crossing import crossing_table
from hardtack.battles.chancellorsville.exits import LeaveMap, RetreatOff
from hardtack.battles.chancellorsville.orders import GUNS
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.chancellorsville.state import AdvancedState, SceneState
from hardtack.battles.gcacw.charts import strain_note
from hardtack.battles.gcacw.page import SeriesPage
from hardtack.battles.gcacw.state import fact
from hardtack.referee.actions import Action
from hardtack.referee.events import Text, text
from hardtack.referee.showing import (
    Bridge,
    Cell,
    Chart,
    FightLine,
    Formation,
    Goal,
    Hint,
    Look,
    Modifier,
    Objective,
    Reaction,
    Standing,
)


class ChancellorsvillePage(SeriesPage[SceneState]):
    chronicle: ClassVar[frozenset[str]] = SeriesPage.chronicle | frozenset(
        {
            "event.crossing",
            "event.crossing_open",
            "event.night",
            "event.union_initiative_over",
            "event.warned",
            "event.alarm",
            "event.guns_taken",
            "event.roused",
            "event.objective",
            "event.near_objective",
            "event.random_rain",
            "event.random_hooker_removed",
            "event.new_commander",
            "event.random_paralysis",
            "event.wing_paralysed",
            "event.confidence_lost",
            "event.reinforcements_arrive",
            "event.wings_united",
            "event.leaves_map",
            "event.raids",
            "event.released",
            "event.east_released",
            "event.revealed",
            "event.lost_hidden",
            "event.bridge_laid",
            "event.released_near",
            "event.met",
            "event.message",
            "event.depot_destroyed",
        }
    )
    fight_lines: ClassVar[Mapping[str, FightLine]] = {
        **SeriesPage.fight_lines,
        "event.leader_hit": FightLine("roll", "leader"),
        "event.leader_unhurt": FightLine("roll", "leader"),
        "event.leader_falls": FightLine("destroyed"),
        "event.leader_replaced": FightLine("destroyed"),
        "event.uses_ammunition": FightLine("roll"),
        "event.out_of_ammunition": FightLine("shaken"),
    }
    reactions: ClassVar[tuple[Reaction, ...]] = (
        *SeriesPage.reactions,
        Reaction("Attachment", ("done",)),
        Reaction("Resupplying", ("done",)),
    )
    phase_of: ClassVar[Mapping[str, str]] = {
        **SeriesPage.phase_of, "Attachment": "attachment", "Resupplying": "ammunition",
    }  # fmt: skip

    def goals(self, scenario: Scene) -> Sequence[Goal]:
        return goals.goals(scenario)

    # -- what only its owner sees, where there are hidden moves and secret bridges (SLB 22.2)

    def bridges(self, state: SceneState) -> Sequence[Bridge]:
        return (*super().bridges(state), *hidden.planned_bridges(state))

    def keeps_secret(self, state: SceneState) -> bool:
        return isinstance(state, AdvancedState) and any(hidden.own_secrets(state))

    def objectives(self, state: SceneState) -> Sequence[Objective]:
        scene = state.scenario
        return goals.objectives(scene, state)

    # -- events and command, where a scenario is advanced (SLB 15.0-19.2)

    def overlays_of(self, scenario: Any) -> tuple[str, ...]:
        if scenario.book.advanced is None:
            return self.overlays
        return (*self.overlays, command_page.WINGS, ammunition_page.SUPPLY)

    def overlay(self, state: SceneState, kind: str, hex_number: int) -> Sequence[Cell]:
        if kind == command_page.WINGS:
            return command_page.wing_overlay(state, hex_number)
        if kind == ammunition_page.SUPPLY:
            return ammunition_page.overlay(state, hex_number)
        return super().overlay(state, kind, hex_number)

    def standing(self, state: SceneState) -> Standing:
        found = super().standing(state)
        if not isinstance(state, AdvancedState):
            return found
        return replace(found, lines=(*found.lines, *command_page.day_lines(state), *hidden.own_secrets(state)))

    # -- ammunition, where a scenario keeps a pad (SLB 20.0)

    def look(self, state: SceneState, piece: int) -> Look:
        return hidden.look(state, piece, ammunition_page.look(state, piece, super().look(state, piece)))

    def looks_rest_on(self, state: SceneState) -> Hashable:
        """Cavalry has its guns once they are issued."""
        return fact(state, GUNS)

    def roster(self, state: SceneState) -> Sequence[Formation]:
        found = super().roster(state)
        return ammunition_page.roster(state, found) if isinstance(state, AdvancedState) else found

    def hint(self, state: SceneState, action: Action) -> Hint:
        plain = ammunition_page.hint(state, action, super().hint(state, action))
        return command_page.leave_hint(state, action, plain) if isinstance(action, LeaveMap | RetreatOff) else plain

    def modifiers(self, state: SceneState, action: Action) -> Sequence[Modifier]:
        return ammunition_page.modifiers(state, action) or super().modifiers(state, action)

    def aftermath(self, before: SceneState, after: SceneState, action: Action) -> Sequence[tuple[str, int | str]]:
        return ammunition_page.aftermath(before, after, action) or super().aftermath(before, after, action)

    def charts(self, scenario: Any) -> Sequence[Chart]:
        found = [*super().charts(scenario), _victory_chart(scenario), _level_chart(scenario)]
        if scenario.book.advanced is not None:
            found += [*command_page.charts(scenario), ammunition_page.chart()]
        return [*found, _crossing_chart(scenario)] if scenario.book.crossing is not None else found

    def phase(self, state: SceneState) -> Text:
        """SLB 22.2c: the hidden movement is made of action phases and marches, but is one phase to the players."""
        if hidden.known_agenda(state.agenda)[1]:
            return text("phase.HiddenMovement")
        return super().phase(state)

    def clock(self, state: SceneState) -> str:
        """SLB 1.0c: the date of the turn."""
        scene = state.scenario
        return str(scene.book.day(state.turn))


def _crossing_chart(scene: Scene) -> Chart:
    table = crossing_table()
    rows = tuple(
        (
            f"{row.die}" if row.die < len(table.row) else f"≥ {row.die}",
            f"term.crossing_{row.key}",
            f"term.effect_{row.key}",
        )
        for row in table.row
    )
    columns = ("chart.die", "chart.crossing_result", "chart.crossing_effect")
    return Chart("chart.crossing", table.clause, columns, rows, table.provenance, (strain_note(scene),))


def _victory_chart(scene: Scene) -> Chart:
    rows = tuple((_worth(line), f"term.{line.key}") for line in scene.book.victory.points)
    clause = scene.book.victory.points[0].clause
    return Chart("chart.victory_points", clause, ("chart.vp", "chart.vp_reason"), rows)


def _worth(line: Points) -> str:
    less = line.points_if_enemy_division_adjacent
    return f"{line.points:+d} / {less:+d}" if less else f"{line.points:+d}"


def _level_chart(scene: Scene) -> Chart:
    levels = scene.book.victory.levels
    rows = [(f"≥ {getattr(levels, level)}", f"term.{level}") for level in LEVELS[:-1]]
    rows.append((f"≤ {levels.confederate_substantive - 1}", f"term.{LEVELS[-1]}"))
    return Chart("chart.levels", levels.clause, ("chart.union_vp", "chart.level"), tuple(rows))
