"""The planner and the forecasts of a combat: what speaks for and against it, and what it did (MS 7, 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hardtack.battles.musket import actions
from hardtack.battles.musket.actions import Join
from hardtack.battles.musket.bombard import Battery
from hardtack.battles.musket.checks import BOMBARD, COMBAT, Check, chance_to_pass
from hardtack.battles.musket.combat import Assault, Counterattacks
from hardtack.battles.musket.joining import Preparation
from hardtack.battles.musket.losses import VP_CAPTURED
from hardtack.battles.musket.state import CAPTURED, DESTROYED, LEFT, Fight, MusketState
from hardtack.battles.musket.strength import DISORDER, Factor, balance
from hardtack.referee.actions import Action
from hardtack.referee.events import SIDES, enemy_of, text
from hardtack.referee.showing import Modifier
from hardtack.referee.umpire import deciding


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


def modifiers(state: MusketState, action: Any) -> Sequence[Modifier]:
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


def aftermath(before: MusketState, after: MusketState, action: Any) -> Sequence[tuple[str, int | str]]:
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
    fought_over = {fight.target, *fight.origins}
    if any(before.at[p] in fought_over for p in leaders):
        found.append(("leaders", sum(after.fate[p] != before.fate[p] for p in leaders)))
    return found


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
