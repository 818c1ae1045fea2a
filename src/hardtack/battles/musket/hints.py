"""How a page presents an action of the series: its words, the numbers in them, and what hangs on it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hardtack.battles.musket import actions
from hardtack.battles.musket.bombard import Battery
from hardtack.battles.musket.checks import (
    MOVEMENT,
    RETURN,
    Check,
    chance_to_pass,
    morale,
    rolled_points,
)
from hardtack.battles.musket.fog import Straying
from hardtack.battles.musket.joining import Preparation
from hardtack.battles.musket.movement import Gathering, Moving, allowance, rolling_unit
from hardtack.battles.musket.reaching import FOG, MARCH, destinations, ending_hexes, paths
from hardtack.battles.musket.state import MusketState, fight_of
from hardtack.referee.actions import Action, HexAction
from hardtack.referee.events import Text, text
from hardtack.referee.showing import Hint
from hardtack.referee.umpire import deciding


def hint(state: MusketState, action: Action) -> Hint:
    """How a page presents an action."""
    special = HINTS.get(type(action))
    if special is not None:
        return special(state, action)
    if isinstance(action, HexAction):
        label = text(f"action.{action.verb}", unit=action.unit, hex=action.hex)
        return Hint("choose", label, action.unit, action.hex)
    if action.actor:
        return Hint("choose", text(f"action.{action.verb}", unit=action.actor), action.actor)
    return Hint("choose", text(f"action.{action.verb}"))


def end_hint(state: MusketState, action: Action) -> Hint:
    return Hint("end", text(f"action.end_{type(deciding(state)).__name__.lower()}"))


def stay_hint(state: MusketState, action: Action) -> Hint:
    """What staying means depends on what is asked: the end of a move, no charge, no leader along."""
    return Hint("choose", text(f"action.stay_{type(deciding(state)).__name__.lower()}"))


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
        rolls, _ = rolled_points(state, rolling_unit(state, group), group)
        return Hint("choose", text("action.roll", unit=movers, a=rolls[0], b=rolls[-1]), action.unit, risk=risk)
    points = allowance(state, group, action.verb)
    if isinstance(action, actions.Walk):
        return Hint("choose", text("action.walk", unit=movers, n=points), action.unit, risk=risk)
    if risk is None and any(state.scenario.weight[piece] for piece in group):
        risk = text("risk.march")  # MS 4.64-4.66
    return Hint("choose", text("action.march", unit=movers, n=points // 2), action.unit, risk=risk)


def move_risk(state: MusketState, group: tuple[int, ...]) -> Text | None:
    """MS 12.32, 12.52: an active HQ or train that moves turns inactive."""
    kind = state.scenario.kind[group[0]]
    return text(f"risk.{kind}_moves") if kind in ("hq", "train") and state.active[group[0]] else None


def move_hint(state: MusketState, action: actions.To) -> Hint:
    return move_hints(state)(action)


def move_hints(state: MusketState) -> Callable[[actions.To], Hint]:
    """The hints of the destinations of a move, one after another."""
    scenario = state.scenario
    frame = deciding(state)
    assert isinstance(frame, Moving | Straying)  # no other frame offers a destination
    group, points, mode = frame.move(state)
    costs, index, names = destinations(state, group, points, mode).hexes, scenario.board.grid.index, scenario.names
    way_to, ending, unit = paths(state, group, points, mode), ending_hexes(state, group, mode), scenario.ids[group[0]]
    entry_risk = scenario.battle.page.entry_risk

    def show(action: actions.To) -> Hint:
        goal = index(action.hex)
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
    if isinstance(frame, Check) and frame.purpose == MOVEMENT:
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
    chance = chance_to_pass(Check(counter.side, piece, RETURN).limit(state))
    risk = odds(chance, "risk.odds" if counter.battalion else "risk.recall")
    return Hint("choose", text("action.recall", unit=action.unit), action.unit, risk=risk)


def odds(chance: Fraction, key: str = "risk.odds") -> Text:
    return text(key, n=int(chance * 6), percent=round(float(chance) * 100))


HINTS: dict[type[Action], Callable[[MusketState, Any], Hint]] = {
    actions.To: move_hint,
    actions.Walk: way_hint,
    actions.Roll: way_hint,
    actions.March: way_hint,
    actions.Exit: exit_hint,
    actions.Stay: stay_hint,
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
