"""How a page presents an action of the series: its words and what hangs on it; of a combat also what speaks for and
against it, and what it did (MS 7, 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hardtack.battles.musket import actions
from hardtack.battles.musket import checks as rolls
from hardtack.battles.musket.bombard import Battery
from hardtack.battles.musket.checks import Check, chance_to_pass, morale
from hardtack.battles.musket.closing import FOG, MARCH, ending_hexes
from hardtack.battles.musket.fog import Straying
from hardtack.battles.musket.joining import FightPhase, Preparation
from hardtack.battles.musket.losses import VP_CAPTURED
from hardtack.battles.musket.movement import Gathering, Moving, allowance, rolling_unit
from hardtack.battles.musket.reaching import destinations, paths
from hardtack.battles.musket.state import CAPTURED, DESTROYED, LEFT, Fight, MusketState, fight_of
from hardtack.battles.musket.strength import DISORDER, Factor, balance
from hardtack.referee.actions import Action
from hardtack.referee.events import SIDES, Text, enemy_of, text
from hardtack.referee.showing import Hint, Modifier
from hardtack.referee.umpire import deciding


def end_hint(state: MusketState, action: Action) -> Hint:
    """What ending or staying means depends on what is asked: the end of a move, no charge, no leader along."""
    label = text(f"action.{action.verb}_{type(deciding(state)).__name__.lower()}")
    return Hint("end" if action == actions.END else "choose", label)


def exit_hint(state: MusketState, action: actions.Exit) -> Hint:
    return Hint("choose", text("action.exit", term=f"box.{action.box}"))


# -- moving


def way_hint(state: MusketState, action: actions.Walk | actions.Roll | actions.March) -> Hint:
    """A way to move with the points it brings (MS 4.2, 4.3, 4.63)."""
    frame = deciding(state)
    group = frame.group if isinstance(frame, Gathering) else (state.scenario.index[action.unit],)
    movers = tuple(state.scenario.ids[piece] for piece in group)
    risk = move_risk(state, group)
    if isinstance(action, actions.Roll):
        points, _ = rolls.rolled_points(state, rolling_unit(state, group), group)
        return Hint("choose", text("action.roll", unit=movers, a=points[0], b=points[-1]), action.unit, risk=risk)
    allowed = allowance(state, group, action.verb)
    if isinstance(action, actions.Walk):
        return Hint("choose", text("action.walk", unit=movers, n=allowed), action.unit, risk=risk)
    if risk is None and any(state.scenario.weight[piece] for piece in group):
        risk = text("risk.march")  # MS 4.64-4.66
    return Hint("choose", text("action.march", unit=movers, n=allowed // 2), action.unit, risk=risk)


def move_risk(state: MusketState, group: tuple[int, ...]) -> Text | None:
    """MS 12.32, 12.52: an active HQ or train that moves turns inactive."""
    kind = state.scenario.kind[group[0]]
    return text(f"risk.{kind}_moves") if kind in ("hq", "train") and state.active[group[0]] else None


def move_hints(state: MusketState) -> Callable[[actions.To], Hint]:
    """The hints of the destinations of a move, one after another."""
    scenario = state.scenario
    frame = deciding(state)
    assert isinstance(frame, Moving | Straying)  # no other frame offers a destination
    group, points, mode = frame.move(state)
    costs, names = destinations(state, group, points, mode).hexes.by_hex(), scenario.names
    way_to, ending, unit = paths(state, group, points, mode), ending_hexes(state, group, mode), scenario.ids[group[0]]
    entry_risk = scenario.battle.page.entry_risk

    def show(action: actions.To) -> Hint:
        goal = scenario.board.grid.index(action.hex)
        cost = costs.get(goal, points)
        whole = (cost + 1) // 2 if mode == MARCH else cost
        way = tuple([names[hex_] for hex_ in way_to(goal)])
        risk = None if mode == FOG else entry_risk(state, group, goal)
        label = Text("action.to", (("unit", unit), ("hex", action.hex), ("n", whole)))
        return Hint("move", label, unit, action.hex, whole, way, stops=bool(ending >> goal & 1), risk=risk)

    return show


# -- fighting


def attack_hint(state: MusketState, action: actions.Attack | actions.Bombard) -> Hint:
    foes = troops_in(state, state.scenario.board.grid.index(action.hex))
    label = text(f"action.{action.verb}", unit=action.unit, units_target=foes, hex=action.hex)
    return Hint("attack", label, action.unit, action.hex, attackers=(action.unit,), target=action.hex)


def troops_in(state: MusketState, hex_: int) -> tuple[str, ...]:
    """Who is attacked there: the ids of the combat units in a hex, or of whatever else is in it."""
    scenario = state.scenario
    here = [piece for piece, place in enumerate(state.at) if place == hex_]
    troops = [piece for piece in here if scenario.counters[piece].combat]
    return tuple(scenario.ids[piece] for piece in troops or here)


def go_hint(state: MusketState, action: Action) -> Hint:
    frame = deciding(state)
    assert isinstance(frame, Preparation)  # nothing else is begun
    units = tuple(state.scenario.ids[piece] for piece in frame.units)
    target = state.scenario.names[frame.target]
    words = "action.fire" if isinstance(frame, Battery) else "action.go"
    label = text(words, units=units, units_target=troops_in(state, frame.target), hex=target)
    return Hint("attack", label, units[0], target, attackers=units, target=target)


def lead_hint(state: MusketState, action: actions.Lead) -> Hint:
    """The lead unit takes the morale checks (MS 7.3)."""
    label = text("action.lead", unit=action.unit, n=morale(state, state.scenario.index[action.unit]))
    return Hint("choose", label, action.unit)


def charge_hint(state: MusketState, action: actions.Charge) -> Hint:
    """MS 9.4: the leader helps free; the check brings a column, an A result disorders."""
    lead = fight_of(state).lead
    chance = chance_to_pass(morale(state, lead), state.scenario.params.leader_assist)
    label = text("action.charge", unit=action.unit)
    return Hint("choose", label, action.unit, risk=odds(chance, "risk.charge"))


# -- rolls


def assist_hint(state: MusketState, action: Action) -> Hint:
    """Assisted or not, with the odds of the roll (MS 10.1, 12.13) and what it may cost (12.14)."""
    frame = deciding(state)
    bonus = state.scenario.params.leader_assist
    risk = None
    if isinstance(frame, Check) and frame.purpose == rolls.MOVEMENT:
        risk = text("risk.assist_movement", n=bonus) if action.actor else None
    elif isinstance(frame, Check):
        limit = frame.limit(state)
        risk = odds(chance_to_pass(limit, bonus), "risk.assist") if action.actor else odds(chance_to_pass(limit))
    if action.actor:
        return Hint("choose", text("action.assist", unit=action.actor), action.actor, risk=risk)
    return Hint("choose", text("action.alone"), risk=risk)


def recall_hint(state: MusketState, action: actions.Recall) -> Hint:
    """MS 13.2: a return roll that fails destroys the unit; a battalion merely stays aside (CK 19.63)."""
    scenario = state.scenario
    piece = scenario.index[action.unit]
    counter = scenario.counters[piece]
    chance = chance_to_pass(Check(counter.side, piece, rolls.RETURN).limit(state))
    risk = odds(chance, "risk.odds" if counter.battalion else "risk.recall")
    return Hint("choose", text("action.recall", unit=action.unit), action.unit, risk=risk)


def odds(chance: Fraction, key: str = "risk.odds") -> Text:
    return text(key, n=int(chance * 6), percent=round(float(chance) * 100))


# What is not named here is chosen, with the words of its verb.
HINTS: dict[type[Action], Callable[[MusketState, Any], Hint]] = {
    actions.To: lambda state, action: move_hints(state)(action),
    actions.Walk: way_hint,
    actions.Roll: way_hint,
    actions.March: way_hint,
    actions.Exit: exit_hint,
    actions.Stay: end_hint,
    actions.End: end_hint,
    actions.Attack: attack_hint,
    actions.Bombard: attack_hint,
    actions.Go: go_hint,
    actions.Lead: lead_hint,
    actions.Charge: charge_hint,
    actions.Assist: assist_hint,
    actions.Alone: assist_hint,
    actions.Recall: recall_hint,
}


# -- the planner and the forecasts of a combat


def prepared(state: MusketState, action: Action) -> Preparation | None:
    """The preparation of a combat that an action begins, adds to or ends."""
    scenario = state.scenario
    frame = deciding(state)
    if isinstance(frame, Preparation):
        more = (scenario.index[action.unit],) if isinstance(action, actions.Join) else ()
        return replace(frame, units=(*frame.units, *more))
    if isinstance(frame, FightPhase) and isinstance(action, actions.Attack | actions.Bombard):
        return frame.begun(scenario, action)
    return None


def planned(state: MusketState, action: Action) -> Fight | None:
    """The combat a forecast of an action is about: that of the units it has then, as it would begin at once."""
    combat = prepared(state, action)
    return None if combat is None else combat.planned_fight(state)


def morale_lines(state: MusketState, kind: str, piece: int) -> list[Modifier]:
    """The odds of a unit that leads when the result asks for a check, alone and assisted (MS 10.1, 12.13)."""
    scenario = state.scenario
    counter = scenario.counters[piece]
    check = Check(counter.side, piece, rolls.BOMBARD if kind == "bombard" else rolls.COMBAT)
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
