"""Forecasts held against the log: their words must be what the events of every fall of the dice tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.scenarios import SCENARIO_IDS
from hardtack.battles.gcacw.actions import AttackHex, ChargeHex, OrderAssault
from hardtack.battles.gcacw.showing import planned_attack
from hardtack.battles.gcacw.state import CampaignState, units_at
from hardtack.referee.actions import Action
from hardtack.referee.chance import forecast, is_open, rulings
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import Event
from hardtack.referee.umpire import begin, options, play_trusted

Words = tuple[int, int, str, str, str]


def fights(scenario_id: str, seed: int, number: int) -> Iterator[tuple[CampaignState, Action]]:
    """Attacks, charges and assaults out of random games, each of another moment."""
    found = 0
    for game in range(seed, seed + 20):
        random, dice = Random(game), SeededDice(game)
        state: Any = begin(BATTLE.set_up(BATTLE.scenario(scenario_id)), dice).state
        while state.outcome is None:
            offered = [a for a in options(state).all() if isinstance(a, AttackHex | ChargeHex | OrderAssault)]
            if offered:
                yield state, random.choice(offered)
                found += 1
                if found == number:
                    return
            state = play_trusted(state, options(state).pick(random), dice).state


def falls(state: Any, action: Action, floor: int) -> Iterator[tuple[Fraction, tuple[Event, ...]]]:
    """Every way the dice can fall, with all it is told, follow-up decisions as a forecast presumes them."""
    for chance, ruling in rulings(state, action, floor):
        if not is_open(ruling.state):
            yield chance, ruling.events
            continue
        for share, events in falls(ruling.state, BATTLE.knowledge.presume(ruling.state), floor):
            yield chance * share, (*ruling.events, *events)


def told_of(events: tuple[Event, ...], units: list[str], *keys: str) -> set[str]:
    """The units of a list that events of these kinds speak of."""
    named = {
        str(unit)
        for event in events
        if event.key in keys
        for unit in (dict(event.args).get("unit"), *dict(event.args).get("units", ()))  # type: ignore[misc]
    }
    return named & set(units)


def lost(events: tuple[Event, ...], units: list[str]) -> int:
    return sum(
        int(str(event.get("n"))) for event in events if event.key == "event.loses" and event.get("unit") in units
    )


def words_for(state: CampaignState, units: list[str], defenders: list[str], events: tuple[Event, ...]) -> Words:
    """What a forecast should say of one fall of the dice, from nothing but what was told and who was shaken before."""
    index = state.scenario.index
    shaken = {unit for unit in (*units, *defenders) if state.disorganised[index[unit]]}
    dead = told_of(events, [*units, *defenders], "event.eliminated")
    disordered = told_of(events, [*units, *defenders], "event.strain_d") - dead
    left = set(units) - dead
    attacker = "destroyed" if not left else "disorganised" if left & (shaken | disordered) else "unshaken"
    if set(defenders) <= dead:
        defender = "destroyed"
    elif told_of(events, defenders, "event.must_retreat", "event.rout"):
        demoralised = told_of(events, defenders, "event.demoralised")
        defender = "demoralised" if demoralised else "retreats"
    else:
        newly = (disordered - shaken) & set(defenders)
        defender = "holds_disorganised" if newly else "holds"
    advance = "advances" if told_of(events, units, "event.advances") else "stays"
    return lost(events, units), lost(events, defenders), attacker, defender, advance


def hold_against_the_log(state: CampaignState, action: Action) -> int:
    attack = planned_attack(state, action)
    assert attack is not None
    pieces = state.scenario.pieces
    units = [pieces[unit].id for unit in attack.attackers]
    defenders = [pieces[unit].id for unit in units_at(state, attack.target)]
    chances: Counter[Words] = Counter()
    count = 0
    for chance, events in falls(state, action, len(state.agenda)):
        chances[words_for(state, units, defenders, events)] += chance  # type: ignore[assignment]
        count += 1
    told: Counter[Words] = Counter()
    for aftermath, share in forecast(state, action).chances:
        known: Any = dict(aftermath)
        key = tuple(known[name] for name in ("attacker_lost", "defender_lost", "attacker", "defender", "advance"))
        told[key] += share  # type: ignore[assignment,index]
    assert told == chances, (str(action), told, chances)
    return count


@pytest.mark.parametrize("scenario_id", [name for name in SCENARIO_IDS if name != "kellys-ford"])
def test_forecasts_of_a_random_game_tell_what_the_log_will(scenario_id: str) -> None:
    assert sum(hold_against_the_log(state, action) for state, action in fights(scenario_id, 5, 12)) > 50


def test_a_forecast_of_a_charge_tells_what_the_log_will() -> None:
    """At random nobody gets over Kelly's Ford to fight."""
    game = Game("kellys-ford").begin().put("Sargent", "1618").put("FLee", "1617").marching("Sargent", 9)
    for text in ("charge Sargent hasty 1617", "attack Sargent prepared 1617", "attack Sargent column 1617"):
        assert hold_against_the_log(game.state, BATTLE.parse(game.scene, text)) > 5


def test_a_forecast_of_an_assault_tells_what_the_log_will() -> None:
    game = Game("salem-church").begin()
    while game.frame == "LeaderTransfer":
        game.do("done")
    game.put("Sedgwick", "4328").put("Newton", "4328").put("Howe", "4328").put("Gibbon", "4328")
    game.put("Barksdale", "4228", manpower=4, disorganised=1).remember("struck").next_phase(6, 6, 1)
    assert hold_against_the_log(game.state, BATTLE.parse(game.scene, "assault Sedgwick 4228")) > 20


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_goals_and_objectives_tell_what_decides(scenario_id: str) -> None:
    """The numbers of the two goals meet, and every hex of the table of points is marked."""
    game = Game(scenario_id)
    union, confederate = BATTLE.page.goals(game.scene)
    assert (union.side, confederate.side) == ("union", "confederate")
    assert not union.sudden
    floor = int(str(dict(union.label.args)["n"]))
    assert dict(confederate.label.args)["n"] == floor - 1
    assert game.scene.level(floor)[:2] == ("union", "marginal")
    assert game.scene.level(floor - 1)[:2] == ("confederate", "marginal")
    for args, side, levels in ((union.label.args, "union", (0, 0)), (confederate.label.args, "confederate", (1, 1))):
        known = dict(args)
        for level in ("substantive", "decisive"):
            edge = int(str(known[level]))
            assert game.scene.level(edge)[:2] == (side, level)
            assert game.scene.level(edge + (1 if levels[0] else -1))[1] != level
    marked = {one.hex for one in BATTLE.page.objectives(game.state)}
    assert {name for line in game.scene.book.victory.points for name in line.hexes} <= marked
    assert all(one.points > 0 for one in BATTLE.page.objectives(game.state))


def test_an_objective_is_held_by_whoever_the_line_counts() -> None:
    game = Game("brandy-station").begin()

    def holders() -> dict[tuple[str, str], str]:
        return {(one.hex, one.side): one.holder for one in BATTLE.page.objectives(game.state)}

    assert holders()["2015", "confederate"] == "confederate"  # Robertson is on Fleetwood Hill
    assert holders()["1920", "union"] == ""
    game.remember("stevensburg").put("Robertson", "1815").put("Stuart", "1815").put("Davis", "2015")
    assert holders()["1920", "union"] == "union"
    assert holders()["2015", "union"] == "union"
    assert holders()["2115", "union"] == ""  # the guns are in their park
