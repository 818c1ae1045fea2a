"""What the page shows of a Musket & Saber battle: counters, standing, planner, forecasts, the order of battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from typing import Any, ClassVar

from hardtack.battles.musket import actions, charts, hints, overlays
from hardtack.battles.musket.actions import Join, To, Walk
from hardtack.battles.musket.bombard import Battery, Bombardments
from hardtack.battles.musket.checks import BOMBARD, COMBAT, Check, chance_to_pass
from hardtack.battles.musket.combat import Assault, Attacks, Counterattacks
from hardtack.battles.musket.joining import Preparation
from hardtack.battles.musket.losses import VP_CAPTURED, VP_TO_WIN
from hardtack.battles.musket.movement import Movement, allowance, ready
from hardtack.battles.musket.reaching import MOVE, ending_hexes, path, with_room, within_reach
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import CAPTURED, DESTROYED, LEFT, MARCHED, NOT_MOVED, Fight, MusketState, S
from hardtack.battles.musket.strength import DISORDER, Factor, balance
from hardtack.referee.actions import Action
from hardtack.referee.events import SIDES, Text, enemy_of, text
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
    overlays: ClassVar[tuple[str, ...]] = (overlays.SIGHT, overlays.COMMAND)
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
        return hints.hint(state, action)

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
        return overlays.overlay(state, kind, hex_number)

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
        meter = max(-1.0, min(1.0, (union - confederate) / VP_TO_WIN))
        if state.outcome is not None:
            meter = {"union": 1.0, "confederate": -1.0}.get(state.outcome.winner, 0.0)
        return Standing(meter, tuple(lines), tuple(losses), tuple(zip(SIDES, state.points, strict=True)))

    def modifiers(self, state: S, action: Any) -> Sequence[Modifier]:
        """Every factor of the combat with the clauses that change it, the difference, the column, morale odds."""
        fight, known = planned(state, action), prepared(state, action)
        if fight is None or known is None or not fight.defenders:
            return ()
        scenario = state.scenario
        more = tuple(scenario.ids[piece] for piece in known.joiners(state))
        sums = balance(state, fight)
        foe = enemy_of(fight.side)
        lines = [Modifier(known.clause, text("modifier.may_join", units=more), "", fight.side)] if more else []
        lines += [line for factor in sums.attack for line in factor_lines(state, factor, fight.side)]
        if sums.multiplier > 1:
            lines.append(Modifier("MS 8.6", text("modifier.doubled"), f"×{sums.multiplier}", fight.side))
        lines += [line for factor in sums.defence for line in factor_lines(state, factor, foe)]
        for side, piece, value in sums.support:
            lines.append(Modifier("MS 7.4", text("modifier.support", unit=scenario.ids[piece]), f"{value:+d}", side))
        column = scenario.tables.crt.column(sums.difference)
        lines.append(Modifier("MS 7.5", text("modifier.difference"), f"{sums.difference:+d}"))
        lines.append(Modifier("MS 7.5", text("modifier.column"), scenario.tables.crt.heads[column]))
        checked = fight.defenders if fight.kind == "bombard" else (*fight.units, *fight.defenders)
        return lines + [line for piece in checked for line in morale_lines(state, fight.kind, piece)]

    def aftermath(self, before: S, after: S, action: Any) -> Sequence[tuple[str, int | str]]:
        """What a combat did: how either side came out of it, steps lost, leaders lost."""
        fight = planned(before, action)
        if fight is None:
            return []
        scenario = before.scenario
        joined = [p for p in scenario.fighters[fight.side] if after.fought[p] > before.fought[p]]
        found: list[tuple[str, int | str]] = [
            ("attacker", fate(before, after, joined or fight.units)),
            ("defender", fate(before, after, fight.defenders)),
        ]
        for side in SIDES:
            found.append((f"{side}_steps", sum(steps_lost(before, after, p) for p in scenario.fighters[side])))
        leaders = [p for side in SIDES for p in scenario.leaders[side]]
        if any(before.at[p] in (fight.target, *fight.origins) for p in leaders):
            found.append(("leaders", sum(after.fate[p] != before.fate[p] for p in leaders)))
        return found

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


# -- planner and forecasts


def prepared(state: MusketState, action: Action) -> Preparation | None:
    """The preparation of a combat that an action begins, adds to or ends."""
    scenario = state.scenario
    frame = deciding(state)
    if isinstance(frame, Preparation):
        return frame.joined_by(scenario.index[action.unit]) if isinstance(action, Join) else frame
    if isinstance(action, actions.Attack):
        kind = "counter" if isinstance(frame, Counterattacks) else "attack"
        target = scenario.board.grid.index(action.hex)
        return Assault(frame.side, kind, target, (scenario.index[action.unit],))
    if isinstance(action, actions.Bombard):
        target = scenario.board.grid.index(action.hex)
        return Battery(frame.side, "bombard", target, (scenario.index[action.unit],))
    return None


def planned(state: MusketState, action: Action) -> Fight | None:
    """The combat a forecast of an action is about: that of the units it has then, as it would begin at once."""
    combat = prepared(state, action)
    return None if combat is None else combat.planned_fight(state)


def morale_lines(state: MusketState, kind: str, piece: int) -> list[Modifier]:
    """The odds of a unit that leads when the result asks for a check, alone and assisted (MS 10.1, 12.13)."""
    scenario = state.scenario
    counter = scenario.counters[piece]
    check = Check(counter.side, piece, BOMBARD if kind == "bombard" else COMBAT)
    chance = chance_to_pass(check.limit(state))
    label = text("modifier.morale", unit=counter.id, n=int(chance * 6))
    lines = [Modifier("MS 10.1", label, percent(chance), counter.side)]
    for leader in check.helpers(state):
        chance = chance_to_pass(check.limit(state), scenario.params.leader_assist)
        label = text("modifier.morale_assisted", unit=counter.id, unit2=scenario.ids[leader], n=int(chance * 6))
        lines.append(Modifier("MS 12.13", label, percent(chance), counter.side))
    return lines


def percent(chance: Fraction) -> str:
    return f"{round(float(chance) * 100)}%"


def factor_lines(state: MusketState, factor: Factor, side: str) -> list[Modifier]:
    """One line for a factor; what changes it is told, by one line for each clause, with the value in the last."""
    scenario = state.scenario
    unit = scenario.ids[factor.piece]
    if factor.value == factor.printed:
        return [Modifier("MS 7.4", text("modifier.factor", unit=unit), str(factor.value), side)]
    names = scenario.tables.names | {DISORDER: "disordered"}
    lines = [
        Modifier(clause, text("modifier.changed", unit=unit, n=factor.printed, term=names[clause]), "", side)
        for clause in factor.clauses
    ]
    return [*lines[:-1], replace(lines[-1], value=str(factor.value))]


def fate(before: MusketState, after: MusketState, units: Sequence[int]) -> str:
    """The word for what became of a side in a combat, the worst first."""
    track = before.scenario.track
    if any(after.at[p] == track or after.fate[p] == LEFT for p in units):
        return "routs"
    left = [p for p in units if after.fate[p] == before.fate[p] and not sent_aside(before, after, p)]
    if not left:
        return "captured" if any(captured(before, after, p) for p in units) else "destroyed"
    moved = any(after.at[p] != before.at[p] for p in left)
    if any(after.disordered[p] > before.disordered[p] for p in left):
        return "falls_back_disordered" if moved else "disordered"
    return "falls_back" if moved else "stands"


def sent_aside(before: MusketState, after: MusketState, piece: int) -> bool:
    """A battalion that is out of the fight: it goes back to the pool whatever befell it (MS 11.2)."""
    aside = before.scenario.aside
    return after.at[piece] == aside != before.at[piece]


def captured(before: MusketState, after: MusketState, piece: int) -> bool:
    """Of a battalion only the points tell, for its counter may be used again (MS 11.3)."""
    foe = SIDES.index(enemy_of(before.scenario.side_of[piece]))
    scored = after.points[foe] - before.points[foe] >= VP_CAPTURED
    return after.fate[piece] == CAPTURED or (sent_aside(before, after, piece) and scored)


def steps_lost(before: MusketState, after: MusketState, piece: int) -> int:
    """Steps a unit lost; one that routed to the track keeps what it has for the count."""
    if (after.fate[piece] in (DESTROYED, CAPTURED) and not before.fate[piece]) or sent_aside(before, after, piece):
        return before.scenario.counters[piece].steps - before.reduced[piece]
    if after.at[piece] == before.scenario.track or after.fate[piece]:
        return 0
    return after.reduced[piece] - before.reduced[piece]


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
