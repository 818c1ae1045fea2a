"""What bots keep from one position to the next is what they would find if they looked anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hardtack.battles import find_battle
from hardtack.battles.musket.move_values import best_move, known_values
from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.musket.outlook import Outlook
from hardtack.battles.musket.scenario import COMMAND
from hardtack.battles.musket.setup import SetUp
from hardtack.battles.musket.state import MusketState
from hardtack.board.deployment import UNIT, Deployment
from hardtack.generals import find_bot
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import SIDES, Outcome
from hardtack.referee.state import put
from hardtack.referee.umpire import begin, deciding, options, play_trusted, to_act
from hardtack.referee.views import view

FOLIOS = ("shiloh", "chickamauga")
OVER = Outcome(SIDES[0], "decisive", "MS 3.2", "objective")


def positions(name: str, seed: int, number: int) -> list[MusketState]:
    """States of a random game, a few decisions apart, well into the fighting."""
    battle, random, dice = find_battle(name), Random(seed), SeededDice(seed)
    state = begin(battle.set_up(battle.scenario(name)), dice).state
    found = []
    while state.outcome is None and len(found) < number:
        state = play_trusted(state, options(state).pick(random), dice).state
        if random.random() < 0.3:
            found.append(state)
    return found


@pytest.mark.parametrize("name", FOLIOS)
def test_a_deployment_that_follows_is_the_deployment_made_anew(name: str) -> None:
    for state in positions(name, 1, 300):
        fresh = Deployment(state.scenario.order_of_battle, state.at, state.scenario.zone_tables)
        kept = state.deployment
        assert (kept.stacks, kept.loads()) == (fresh.stacks, fresh.loads())
        for side in SIDES:
            for kind in (UNIT, COMMAND):
                assert kept.held(kind, side) == fresh.held(kind, side)
        assert [kept.zone(side) for side in SIDES] == [fresh.zone(side) for side in SIDES]


def judged(outlook: Outlook) -> list[object]:
    sums = [
        question(side)
        for side in SIDES
        for question in (
            outlook.strength, outlook.footing, outlook.contact, outlook.held, outlook.eagerness, outlook.commanders,
            outlook.lure,
        )
    ]  # fmt: skip
    return [*sums, *((count.defence, count.press, count.hopes) for count in outlook.counts.values())]


@pytest.mark.parametrize("name", FOLIOS)
def test_an_outlook_that_follows_is_the_outlook_made_anew(name: str) -> None:
    followed, last = 0, None
    for state in positions(name, 2, 300):
        fresh = Outlook(state, state.outlook.intent)
        kept = Outlook(state, state.outlook.intent, last)
        followed += last is not None and kept.changed_since(last) is not None
        assert judged(kept) == judged(fresh) == judged(state.outlook)
        last = kept
    assert followed > 200


@pytest.mark.parametrize("name", FOLIOS)
def test_an_outlook_holds_only_while_nothing_but_the_agenda_has_changed(name: str) -> None:
    """Whatever an intent may ask of a state is in it: there is no list of fields that could be too short."""
    state = positions(name, 4, 40)[-1]
    held = state.outlook
    assert state.changed(agenda=state.agenda[:-1]).outlook is held
    for field in (field for field in state.fields if field not in ("scenario", "agenda")):
        value = getattr(state, field)
        other: Any
        match value:
            case bool():
                other = not value
            case int():
                other = 99
            case str():
                other = "else"
            case tuple():
                other = (*value[:-1], 99)
            case _:
                other = OVER
        if field not in ("at", *state.piece_rows):
            assert state.changed(**{field: other}).outlook is not held, field
    for row in state.piece_rows:
        flipped = put(getattr(state, row), 0, 1 - min(1, max(0, getattr(state, row)[0])))
        assert state.changed(**{row: flipped}).outlook is not held, row


@pytest.mark.parametrize("name", FOLIOS)
@pytest.mark.parametrize("seen", ["outlook", "plan_outlook"])
def test_values_of_moves_carried_over_are_those_found_anew(name: str, seen: str) -> None:
    """Ways to begin a move in the first Movement Phases of a recruit: what is kept is what would be found."""
    battle, random, dice = find_battle(name), Random(3), SeededDice(3)
    state = begin(battle.set_up(battle.scenario(name)), dice).state
    bot, asked, carried, last = find_bot("recruit"), 0, 0, None
    while asked < 500:
        side = to_act(state)
        if isinstance(deciding(state), Movement) and random.random() < 0.5:
            intent = getattr(state, seen).intent
            last = kept = Outlook(state, intent, last)
            carried += len(known_values(kept))
            for action in options(state).all():
                frame = play_trusted(state, action, dice).state.agenda[-1] if action.verb in ("walk", "march") else None
                if isinstance(frame, Moving):
                    move = (frame.group, frame.points, frame.mode)
                    assert best_move(kept, *move) == pytest.approx(best_move(Outlook(state, intent), *move))
                    asked += 1
        fighting = not isinstance(deciding(state), SetUp)
        action = bot.choose(view(state, side), random) if fighting else options(state).pick(random)
        state = play_trusted(state, action, dice).state
    assert carried > 50
