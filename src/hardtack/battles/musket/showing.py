"""What the page shows of a Musket & Saber battle: counters, standing, planner, forecasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hardtack.battles.musket import actions
from hardtack.battles.musket.actions import ALONE, END, GO, STAY, Join
from hardtack.battles.musket.advance import Advancing
from hardtack.battles.musket.bombard import Battery, Bombardments
from hardtack.battles.musket.checks import BOMBARD, COMBAT, Assistance, Check, chance_to_pass, helpers
from hardtack.battles.musket.combat import Assault, Attacks, Counterattacks
from hardtack.battles.musket.joining import Preparation
from hardtack.battles.musket.lay import SIDE
from hardtack.battles.musket.losses import VP_CAPTURED, VP_TO_WIN
from hardtack.battles.musket.movement import Movement, ready
from hardtack.battles.musket.reaching import of
from hardtack.battles.musket.state import CAPTURED, DESTROYED, LEFT, MARCHED, NOT_MOVED, Fight, MusketState
from hardtack.battles.musket.strength import DISORDER, Factor, balance
from hardtack.referee.actions import Action
from hardtack.referee.events import Text, enemy_of, text
from hardtack.referee.showing import Look, Modifier, Standing
from hardtack.referee.state import WAITING
from hardtack.referee.umpire import deciding, options


def look(state: MusketState, piece: int) -> Look:
    """Combat factor and morale of the side showing; states by markers (MS 2.3)."""
    scenario = of(state)
    counter = scenario.counters[piece]
    markers = []
    if state.reduced[piece]:
        markers.append("reduced")
    if state.disordered[piece]:
        markers.append("disordered")
    if not counter.combat and not state.active[piece]:
        markers.append("inactive")
    if state.moved[piece] == MARCHED:
        markers.append("marched")
    if state.at[piece] == scenario.track:
        markers.append("routed")
    numbers: tuple[str, ...] = ()
    if counter.combat:
        reduced = state.reduced[piece]
        numbers = (str(counter.cf[reduced]), str(counter.morale[reduced]))
    frame = None if state.outcome else deciding(state)
    if frame is None or frame.side != counter.side:
        return Look(numbers, tuple(markers))
    if isinstance(frame, Movement):
        spent = state.moved[piece] != NOT_MOVED
        return Look(numbers, tuple(markers), can_act=ready(state, piece), spent=spent)
    fighting = isinstance(frame, Bombardments | Attacks | Counterattacks)
    return Look(numbers, tuple(markers), spent=fighting and bool(state.fought[piece]))


def standing(state: MusketState) -> Standing:
    """Victory points and what they count (MS 11.4)."""
    scenario = of(state)
    union, confederate = state.points
    lines = [text("standing.points", a=union, b=confederate, n=VP_TO_WIN)]
    losses = []
    for side in SIDE:
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
    return Standing(meter, tuple(lines), tuple(losses), tuple(zip(SIDE, state.points, strict=True)))


# -- planner and forecasts


def prepared(state: MusketState, action: Action) -> Preparation | None:
    """The preparation of a combat that an action begins, adds to or ends."""
    scenario = of(state)
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


def modifiers(state: MusketState, action: Action) -> Sequence[Modifier]:
    """Every factor of the combat with the clauses that change it, the difference, the column, morale odds."""
    fight, known = planned(state, action), prepared(state, action)
    if fight is None or known is None or not fight.defenders:
        return ()
    scenario = of(state)
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


def morale_lines(state: MusketState, kind: str, piece: int) -> list[Modifier]:
    """The odds of a unit that leads when the result asks for a check, alone and assisted (MS 10.1, 12.13)."""
    scenario = of(state)
    counter = scenario.counters[piece]
    check = Check(counter.side, piece, BOMBARD if kind == "bombard" else COMBAT)
    chance = chance_to_pass(check.limit(state))
    label = text("modifier.morale", unit=counter.id, n=int(chance * 6))
    lines = [Modifier("MS 10.1", label, percent(chance), counter.side)]
    for leader in helpers(state, check):
        chance = chance_to_pass(check.limit(state), scenario.params.leader_assist)
        label = text("modifier.morale_assisted", unit=counter.id, unit2=scenario.ids[leader], n=int(chance * 6))
        lines.append(Modifier("MS 12.13", label, percent(chance), counter.side))
    return lines


def percent(chance: Fraction) -> str:
    return f"{round(float(chance) * 100)}%"


def factor_lines(state: MusketState, factor: Factor, side: str) -> list[Modifier]:
    """One line for a factor; what changes it is told, by one line for each clause, with the value in the last."""
    scenario = of(state)
    unit = scenario.ids[factor.piece]
    if factor.value == factor.printed:
        return [Modifier("MS 7.4", text("modifier.factor", unit=unit), str(factor.value), side)]
    names = scenario.tables.names | {DISORDER: "disordered"}
    lines = [
        Modifier(clause, text("modifier.changed", unit=unit, n=factor.printed, term=names[clause]), "", side)
        for clause in factor.clauses
    ]
    return [*lines[:-1], replace(lines[-1], value=str(factor.value))]


def aftermath(before: MusketState, after: MusketState, action: Action) -> list[tuple[str, int | str]]:
    """What a combat did: how either side came out of it, steps lost, leaders lost."""
    fight = planned(before, action)
    if fight is None:
        return []
    scenario = of(before)
    joined = [p for p in scenario.fighters[fight.side] if after.fought[p] > before.fought[p]]
    found: list[tuple[str, int | str]] = [
        ("attacker", fate(before, after, joined or fight.units)),
        ("defender", fate(before, after, fight.defenders)),
    ]
    for side in SIDE:
        found.append((f"{side}_steps", sum(steps_lost(before, after, p) for p in scenario.fighters[side])))
    leaders = [p for side in SIDE for p in scenario.leaders[side]]
    if any(before.at[p] in (fight.target, *fight.origins) for p in leaders):
        found.append(("leaders", sum(after.fate[p] != before.fate[p] for p in leaders)))
    return found


def fate(before: MusketState, after: MusketState, units: Sequence[int]) -> str:
    """The word for what became of a side in a combat, the worst first."""
    track = of(before).track
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
    aside = of(before).aside
    return after.at[piece] == aside != before.at[piece]


def captured(before: MusketState, after: MusketState, piece: int) -> bool:
    """Of a battalion only the points tell, for its counter may be used again (MS 11.3)."""
    foe = 1 - of(before).army[piece]
    scored = after.points[foe] - before.points[foe] >= VP_CAPTURED
    return after.fate[piece] == CAPTURED or (sent_aside(before, after, piece) and scored)


def steps_lost(before: MusketState, after: MusketState, piece: int) -> int:
    """Steps a unit lost; one that routed to the track keeps what it has for the count."""
    if (after.fate[piece] in (DESTROYED, CAPTURED) and not before.fate[piece]) or sent_aside(before, after, piece):
        return of(before).counters[piece].steps - before.reduced[piece]
    if after.at[piece] == of(before).track or after.fate[piece]:
        return 0
    return after.reduced[piece] - before.reduced[piece]


def intend(state: MusketState) -> Action:
    """What a bot that begins an attack means to go on with: everybody who may joins; else as a forecast presumes."""
    frame = deciding(state)
    if isinstance(frame, Preparation):
        more = frame.joiners(state)
        return Join(of(state).ids[more[0]]) if more else GO
    return presume(state)


def presume(state: MusketState) -> Action:
    """What a forecast takes for granted: nobody else joins, nobody assists, the first way back, nobody follows."""
    frame = deciding(state)
    if isinstance(frame, Preparation):
        return GO
    if isinstance(frame, Assistance):
        return ALONE
    if isinstance(frame, Advancing):
        return END
    offered = options(state)
    if STAY in offered:
        return STAY
    actors = offered.actors()
    return offered.of(actors[0])[0] if actors else offered.general()[0]


# -- the phase and the turn track


def phase(state: Any) -> Text:
    if not state.agenda:
        return text("phase.over")
    return text(f"phase.{type(state.agenda[-1]).__name__}")


def arrivals(state: MusketState) -> list[tuple[int, str]]:
    """Reinforcements and routed units with the turn they come (back)."""
    scenario = of(state)
    return [
        (max(state.due[piece], state.turn), scenario.ids[piece])
        for piece in range(len(scenario.ids))
        if state.due[piece] > 0 and state.at[piece] in (WAITING, scenario.track)
    ]
