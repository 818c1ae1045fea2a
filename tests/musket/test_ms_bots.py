"""What bots keep from one position to the next is what they would find if they looked anew."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import find_battle
from hardtack.battles.musket.aims import Distances
from hardtack.battles.musket.designs import Designs
from hardtack.battles.musket.lay import ARMY, Lay, lay_of
from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.musket.outlook import Outlook
from hardtack.battles.musket.setup import SetUp
from hardtack.battles.musket.state import MusketState
from hardtack.generals import find_bot
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, deciding, options, play_trusted, to_act
from hardtack.referee.views import view

FOLIOS = ("shiloh", "chickamauga")


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
def test_a_changed_lay_is_the_lay_made_anew(name: str) -> None:
    for state in positions(name, 1, 300):
        fresh, kept = Lay(state.scenario, state.at), lay_of(state)
        for part in ("stacks", "load", "combat", "soft", "zone"):
            assert getattr(kept, part) == getattr(fresh, part), part


def judged(outlook: Outlook) -> list[object]:
    sums = [
        question(army)
        for army in ARMY.values()
        for question in (
            outlook.strength, outlook.footing, outlook.contact, outlook.held, outlook.eagerness, outlook.commanders,
        )
    ]  # fmt: skip
    return [*sums, outlook.defence, outlook.press, outlook.hopes]


@pytest.mark.parametrize("name", FOLIOS)
def test_a_changed_outlook_is_the_outlook_made_anew(name: str) -> None:
    mind = find_battle(name).scenario(name).mind  # type: ignore[attr-defined]
    changes = 0
    for state in positions(name, 2, 300):
        before = mind.last_view
        kept = mind.view(state)
        changes += before is not None and before.after(state) is not None
        assert judged(kept) == judged(Outlook(state, mind.aims, Distances()))
    assert changes > 200


@pytest.mark.parametrize("name", FOLIOS)
def test_designs_carried_over_are_the_designs_made_anew(name: str) -> None:
    """Ways to begin a move in the first Movement Phases of a recruit: the promise kept is the promise found."""
    battle, random, dice = find_battle(name), Random(3), SeededDice(3)
    state = begin(battle.set_up(battle.scenario(name)), dice).state
    mind, bot, kept = state.scenario.mind, find_bot("recruit"), Designs()
    asked = carried = 0
    while asked < 500:
        side = to_act(state)
        if isinstance(deciding(state), Movement) and random.random() < 0.5:
            outlook = Outlook(state, mind.aims, Distances())
            carried += len(kept.known(outlook))
            for action in options(state).all():
                frame = play_trusted(state, action, dice).state.agenda[-1] if action.verb in ("walk", "march") else None
                if isinstance(frame, Moving):
                    question = (outlook, frame.group, frame.points, frame.mode)
                    assert kept.best_move(*question) == pytest.approx(Designs().best_move(*question))
                    asked += 1
        fighting = not isinstance(deciding(state), SetUp)
        action = bot.choose(view(state, side), random) if fighting else options(state).pick(random)
        state = play_trusted(state, action, dice).state
    assert carried > 50
