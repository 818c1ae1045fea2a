"""What the page shows of a Musket & Saber battle: counters, standing, the order of battle (`hints`: its combats)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from itertools import compress
from typing import Any, ClassVar

from hardtack.battles.musket import charts, hints
from hardtack.battles.musket.actions import To, Walk
from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.closing import MOVE, ending_hexes
from hardtack.battles.musket.combat import Attacks, Counterattacks
from hardtack.battles.musket.losses import VP_TO_WIN
from hardtack.battles.musket.movement import Movement, allowance, ready
from hardtack.battles.musket.reaching import path, with_room, within_reach
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MARCHED, NOT_MOVED, MusketState, S
from hardtack.referee.events import SIDES, Text, text
from hardtack.referee.page import Page
from hardtack.referee.showing import (
    Cell,
    Chart,
    FightLine,
    Formation,
    Goal,
    Hint,
    Look,
    Modifier,
    Reaction,
    Standing,
    Way,
    meter,
)
from hardtack.referee.state import WAITING
from hardtack.referee.umpire import deciding, options

COMMANDERS = ("hq", "leader", "train")  # in the order in which they head their army
MARKERS = ("reduced", "disordered", "inactive", "marched", "routed")


@lru_cache(maxsize=4_096)
def seen(numbers: tuple[int, int] | None, marked: tuple[bool, ...], can_act: bool, spent: bool) -> Look:
    """A counter as it shows; the same few looks come up again and again."""
    return Look(tuple(map(str, numbers or ())), tuple(compress(MARKERS, marked)), can_act, spent)


class MusketPage(Page[S]):
    """A battle adds what its own book has to show."""

    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {"": ("number.combat", "number.morale")}
    overlays: ClassVar[tuple[str, ...]] = (charts.SIGHT, charts.COMMAND)
    reactions: ClassVar[tuple[Reaction, ...]] = (
        Reaction("Check", ("assist", "alone")),
        Reaction("CallCharge", ("charge", "stay")),
        Reaction("Advancing", ("end",)),
        Reaction("Escorting", ("escort", "stay")),
    )
    toll: ClassVar[Mapping[str, int]] = {"routs": 1}
    chronicle: ClassVar[frozenset[str]] = frozenset(
        {
            "event.exits",
            "event.scores",
            "event.over_points",
            "event.over_draw",
            "event.restored",
            "event.returns",
            "event.cup_rolled",
            "event.cup_emptied",
            "event.alarm",
            "event.arrival_rolled",
            "event.fatigued",
            "event.fatigue_ends",
            "event.over_landing",
            "event.over_corinth_road",
            "event.plan_written",
            "event.plan_revealed",
            "event.over_plan_A",
            "event.over_plan_B",
            "event.over_road",
            "event.wheeler_captures",
            "event.wheeler_repelled",
            "event.train_leaves",
        }
    )
    fight_lines: ClassVar[Mapping[str, FightLine]] = {
        "event.attack": FightLine("begins", defenders="units2"),
        "event.counterattack": FightLine("begins", defenders="units2"),
        "event.bombards": FightLine("begins", defenders="units2"),
        "event.leads": FightLine("roll"),
        "event.charge": FightLine("roll"),
        "event.assists": FightLine("roll"),
        "event.result": FightLine("roll", "combat"),
        "event.fire_result": FightLine("roll", "bombardment"),
        "event.no_effect": FightLine("roll"),
        "event.check_passed": FightLine("roll", "term"),
        "event.check_failed": FightLine("roll", "term"),
        "event.leader_unhurt": FightLine("roll", "leader"),
        "event.leader_inactive": FightLine("shaken", "leader"),
        "event.leader_lost": FightLine("destroyed", "leader"),
        "event.step_loss": FightLine("loss"),
        "event.step_spared": FightLine("loss"),
        "event.battalion_removed": FightLine("loss"),
        "event.destroyed": FightLine("destroyed"),
        "event.captured": FightLine("destroyed"),
        "event.disordered": FightLine("shaken"),
        "event.rout_removed": FightLine("destroyed", "return"),
        "event.rout_for_good": FightLine("destroyed", "return"),
        "event.routs": FightLine("shaken", "return"),
        "event.retreats": FightLine("retreat"),
        "event.flees": FightLine("retreat"),
        "event.advances": FightLine("advance"),
        "event.escorts": FightLine("advance"),
    }

    def entry_risk(self, state: S, group: tuple[int, ...], goal: int) -> Text | None:
        """A roll that awaits a group in a hex it may move to."""
        return None

    def hint(self, state: S, action: Any) -> Hint:
        special = hints.HINTS.get(type(action))
        return replace(super().hint(state, action), kind="choose") if special is None else special(state, action)

    def hints(self, state: S, actions: Sequence[Any]) -> Sequence[Hint]:
        """The destinations of a move, which are most of what is asked for, are looked for together."""
        show_move = hints.move_hints(state) if any(type(action) is To for action in actions) else None
        return [
            show_move(action) if show_move is not None and type(action) is To else self.hint(state, action)
            for action in actions
        ]

    def charts(self, scenario: MusketScenario) -> Sequence[Chart]:
        return charts.charts(scenario)

    def terrain_card(self, scenario: Any, hex_number: int) -> Sequence[Text]:
        return charts.terrain_card(scenario, hex_number)

    def overlay(self, state: S, kind: str, hex_number: int) -> Sequence[Cell]:
        return charts.overlay(state, kind, hex_number)

    def goals(self, scenario: Any) -> Sequence[Goal]:
        """The points decide when nothing else has; the battle's own conditions come before."""
        return (Goal("MS 11.4", text("chart.note_points", n=VP_TO_WIN)),)

    def clock(self, state: S) -> str:
        """The date of the present turn (MS 1.2): the days of the scenario file follow one another."""
        about = state.scenario.data
        days = (number for number, day in enumerate(about["days"]) if state.turn <= day["last_turn"])
        return str(about["date"] + timedelta(days=next(days, 0)))

    def look(self, state: S, piece: int) -> Look:
        return self.looks(state)[piece]

    def looks(self, state: S) -> Sequence[Look]:
        """Combat factor and morale of the side showing; states by markers (MS 2.3)."""
        scenario, track = state.scenario, state.scenario.track
        frame = None if state.outcome else deciding(state)
        moving = isinstance(frame, Movement)
        fighting = isinstance(frame, Bombardments | Attacks | Counterattacks)
        rows = zip(
            scenario.counters, state.reduced, state.disordered, state.active, state.moved, state.at, state.fought,
            strict=True,
        )  # fmt: skip
        found = []
        for piece, (counter, reduced, disordered, active, moved, place, fought) in enumerate(rows):
            inactive, acts = not counter.combat and not active, frame is not None and frame.side == counter.side
            numbers = (counter.cf[reduced], counter.morale[reduced]) if counter.combat else None
            can_act = acts and moving and ready(state, piece)
            spent = acts and (moved != NOT_MOVED if moving else fighting and bool(fought))
            marked = (bool(reduced), bool(disordered), inactive, moved == MARCHED, place == track)
            found.append(seen(numbers, marked, can_act, spent))
        return found

    def standing(self, state: S) -> Standing:
        """Victory points and what they count (MS 11.4)."""
        scenario = state.scenario
        union, confederate = state.points
        lines = [text("standing.points", a=union, b=confederate, n=VP_TO_WIN)]
        losses = []
        for side in SIDES:
            gone = sum(1 for piece in scenario.fighters[side] if state.fate[piece])
            routed = sum(1 for piece in scenario.fighters[side] if state.at[piece] == scenario.track)
            lines.append(text("standing.losses", side=side, n=gone, routed=routed))
            hq = scenario.hq[side]
            if hq >= 0 and state.at[hq] != WAITING and state.outcome is None:
                active = state.at[hq] >= 0 and state.active[hq]
                lines.append(text("standing.hq_active" if active else "standing.hq_inactive", side=side))
            losses.append((side, gone))
        score = meter((union - confederate) / VP_TO_WIN, state.outcome.winner if state.outcome else None)
        return Standing(score, tuple(lines), tuple(losses), tuple(zip(SIDES, state.points, strict=True)))

    def modifiers(self, state: S, action: Any) -> Sequence[Modifier]:
        return hints.modifiers(state, action)

    def aftermath(self, before: S, after: S, action: Any) -> Sequence[tuple[str, int | str]]:
        return hints.aftermath(before, after, action)

    def arrivals(self, state: S) -> Sequence[tuple[int, str]]:
        """Reinforcements and routed units with the turn they come (back)."""
        scenario = state.scenario
        return [
            (max(state.due[piece], state.turn), scenario.ids[piece])
            for piece in range(len(scenario.ids))
            if state.due[piece] > 0 and state.at[piece] in (WAITING, scenario.track)
        ]

    def ways(self, state: S, unit: str) -> Sequence[Way]:
        """Every hex a piece may come to with its standard allowance, declared and ended in one click (MS 4.1, 4.3).

        A roll, a March and a move of several are declared: what they bring is unknown, or costs something.
        """
        movement = deciding(state) if state.outcome is None else None
        if not isinstance(movement, Movement) or Walk(unit) not in options(state).of(unit):
            return []
        scenario = state.scenario
        group = (scenario.index[unit],)
        points = allowance(state, group, "walk")
        found = with_room(state, group, within_reach(state, group, points, MOVE))
        ends, start, names = ending_hexes(state, group, MOVE), state.at[group[0]], scenario.names
        price = hints.move_risk(state, group)
        ahead = []
        for goal, cost in sorted(found.items(), key=lambda item: item[1]):
            way = tuple(names[hex_] for hex_ in path(state, group, points, MOVE, goal) if hex_ != start)
            moves = (Walk(unit), To(names[goal]))
            risk = price or self.entry_risk(state, group, goal)
            ahead.append(Way(names[goal], cost, way, moves, stops=bool(ends >> goal & 1), risk=risk))
        return ahead

    def roster(self, state: S) -> Sequence[Formation]:
        """Every formation in the order of the unit list, commanders first: an army's own are one formation (MS 2.2)."""
        scenario = state.scenario
        groups: dict[tuple[str, tuple[str, str]], list[int]] = {}
        for piece, counter in enumerate(scenario.counters):
            groups.setdefault((counter.side, counter.formation_names), []).append(piece)
        found = []
        for (side, _), pieces in groups.items():
            pieces.sort(key=lambda piece: rank(scenario.kind[piece]))  # stable: units stay in the order of the list
            label = text(f"formation.{side}.{scenario.counters[pieces[0]].formation}")
            found.append(
                Formation(label, side, tuple(scenario.ids[piece] for piece in pieces), formation_lines(state, pieces))
            )
        return found


def rank(kind: str) -> int:
    return COMMANDERS.index(kind) if kind in COMMANDERS else len(COMMANDERS)


def formation_lines(state: MusketState, pieces: list[int]) -> tuple[Text, ...]:
    """Combat factors left of those it began with, units routed and out of the game; commanders at work."""
    scenario = state.scenario
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
