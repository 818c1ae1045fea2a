"""Whose each die was: in random games of every battle, and in the cases where it is not the side that acted."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.referee.events import CONFEDERATE, ENEMY, UNION
from hardtack.table import Match

SCENARIOS = {"bull-run": 2000, "sharpsburg": 2000, "shiloh": 700, "chickamauga": 700, "great-flank-march": 250}
# Whose die it is, whatever happens, by the words of its event
ALWAYS = {
    "event.ford_found": UNION, "event.ford_not_found": UNION, "event.flank_seen": CONFEDERATE,
    "event.flank_unseen": CONFEDERATE, "event.order": CONFEDERATE, "event.corps_roll": UNION,
    "event.cup_rolled": UNION, "event.fatigued": CONFEDERATE, "event.still_fresh": CONFEDERATE,
    "event.step_die": UNION, "event.rossville_quiet": CONFEDERATE, "event.leader_hit": CONFEDERATE,
    "event.wheeler_captures": CONFEDERATE, "event.wheeler_repelled": CONFEDERATE,
}  # fmt: skip
BOTH = {"event.initiative", "event.initiative_tie"}  # GC 4.1: a die each
ATTACKS = {"event.attacks", "event.attack", "event.counterattack", "event.bombards"}
IN_A_HEX = {"event.fire", "event.gives_way", "event.stands", "event.hesitates", "event.resolute"}


def rolled_events(entry):
    """The events that took dice, each with its rollers."""
    place = 0
    for event in entry.events:
        if event.dice:
            yield event, entry.rollers[place : place + len(event.dice)]
            place += len(event.dice)
    assert place == len(entry.dice) == len(entry.rollers)


def expected(event, before, attacker):
    """Whose dice an event tells of, from its words alone: the unit, the hex or the side it is about."""
    told, scenario = dict(event.args), before.scenario
    if event.clause == "BR 6.0":
        return ("",)  # one die for both
    if event.key in BOTH:
        return UNION, CONFEDERATE
    if event.key == "event.combat":
        return attacker, ENEMY[attacker]
    if event.key in ALWAYS:
        side = ALWAYS[event.key]
    elif event.key in IN_A_HEX:
        side = before.deployment.side_at(scenario.board.grid.index(told["hex"]))
    elif "units" in told:
        side = scenario.pieces[scenario.index[told["units"][0]]].side
    elif "side" in told:
        side = told["side"]
    elif "unit" in told:
        side = scenario.pieces[scenario.index[told["unit"]]].side
    else:
        side = attacker
    return (side,) * len(event.dice)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_die_belongs_to_whoever_rolls_it(scenario):
    match = Match.new(scenario, seed=4)
    random = Random(4)
    while match.outcome is None and match.number < SCENARIOS[scenario]:
        match.play(match.options.pick(random))
    attacker, counted = "", 0
    for before, entry in zip(match.journal.entries, match.journal.entries[1:], strict=False):
        state = before.after
        for event in entry.events:
            if event.key in ATTACKS and "units" in dict(event.args):
                attacker = state.scenario.pieces[state.scenario.index[event.get("units")[0]]].side
        for event, rollers in rolled_events(entry):
            assert rollers == expected(event, state, attacker), f"{event} after {entry.action}"
            counted += len(rollers)
    assert counted > 15


def test_the_answer_to_a_fire_and_the_check_of_the_beaten_are_the_defenders():
    """Bull Run 10.1, 11.1: three dice of one attack, only the first of them the attacker's."""
    match = Match.new("bull-run", seed=4)
    random = Random(4)
    found = set()
    for _ in range(2000):
        entry = match.play(match.options.pick(random))
        fires = [rollers[0] == entry.side for event, rollers in rolled_events(entry) if event.key == "event.fire"]
        checks = [rollers[0] == entry.side for event, rollers in rolled_events(entry) if event.clause == "BR 11.1c"]
        if fires:
            assert fires in ([True], [True, False])
            found |= {(*fires, *checks)}
        if match.outcome is not None:
            match = Match.new("bull-run", seed=str(random.random()))
    assert {(True, False, True), (True, False, False)} <= found, "either side may be the beaten one"
