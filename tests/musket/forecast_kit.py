"""Forecasts held against the log: the words of a forecast must be what the events of every fall of the dice tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

from hardtack.battles.musket.actions import Attack, Bombard
from hardtack.battles.musket.hints import planned
from hardtack.battles.musket.state import MusketState
from hardtack.referee.actions import Action
from hardtack.referee.chance import forecast, is_open, rulings
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import Event
from hardtack.referee.journal import Journal
from hardtack.referee.umpire import options

ROUTS = {"event.routs", "event.rout_removed", "event.rout_for_good"}
REMOVED = {"event.destroyed", "event.battalion_removed"}


def fights(battle: Any, scenario: str, seed: int, number: int) -> Iterator[tuple[MusketState, Action]]:
    """Attacks, counterattacks and bombardments out of a random game, each of another moment."""
    random, dice = Random(seed), SeededDice(seed)
    game = Journal(battle.set_up(battle.scenario(scenario)), dice)
    found = 0
    while game.state.outcome is None and found < number:
        state: Any = game.state
        offered = [action for action in options(state).all() if isinstance(action, Attack | Bombard)]
        if offered:
            found += 1
            yield state, random.choice(offered)
        game.play(options(state).pick(random), dice)


def falls(state: Any, action: Action, floor: int) -> Iterator[tuple[Fraction, tuple[Event, ...]]]:
    """Every way the dice can fall, with all it is told, follow-up decisions as a forecast presumes them."""
    battle = state.scenario.battle
    for chance, ruling in rulings(state, action, floor):
        if not is_open(ruling.state):
            yield chance, ruling.events
            continue
        for share, events in falls(ruling.state, battle.knowledge.presume(ruling.state), floor):
            yield chance * share, (*ruling.events, *events)


def word_for(units: Iterable[str], events: Iterable[Event]) -> str:
    """The word for what became of some units, from nothing but what was told of them."""
    told: dict[str, set[str]] = {unit: set() for unit in units}
    for event in events:
        args = dict(event.args)
        for unit in (args.get("unit"), *args.get("units", ())):  # type: ignore[misc]
            if unit in told:
                told[str(unit)].add(event.key)
    if any(keys & ROUTS for keys in told.values()):
        return "routs"
    left = [keys for keys in told.values() if "event.captured" not in keys and not keys & REMOVED]
    if not left:
        return "captured" if any("event.captured" in keys for keys in told.values()) else "destroyed"
    moved = any(keys & {"event.retreats", "event.exits"} for keys in left)
    if any("event.disordered" in keys for keys in left):
        return "falls_back_disordered" if moved else "disordered"
    return "falls_back" if moved else "stands"


def hold_against_the_log(state: MusketState, action: Action) -> int:
    """Compare a forecast with the events of every fall of the dice; returns how many there were."""
    fight = planned(state, action)
    assert fight is not None
    ids = state.scenario.ids
    units, defenders = ([ids[piece] for piece in side] for side in (fight.units, fight.defenders))
    chances: Counter[tuple[str, str]] = Counter()
    begun, count = set(), 0
    for chance, events in falls(state, action, len(state.agenda)):
        chances[word_for(units, events), word_for(defenders, events)] += chance  # type: ignore[assignment]
        opened = next(
            event for event in events if event.key in ("event.attack", "event.counterattack", "event.bombards")
        )
        begun.add(opened.get("units"))
        count += 1
    assert begun == {tuple(units)}, "what was forecast is what is attacked"
    told: Counter[tuple[str, str]] = Counter()
    for aftermath, share in forecast(state, action).chances:
        known = dict(aftermath)
        told[str(known["attacker"]), str(known["defender"])] += share  # type: ignore[assignment]
    assert told == chances, (str(action), told, chances)
    return count
