"""Perft: the number of legal action sequences of a length, dice fixed. It pins the rules like a fingerprint."""

from __future__ import annotations

from hardtack.referee.dice import SeededDice
from hardtack.referee.state import State
from hardtack.referee.umpire import options, play_trusted


def perft(state: State, depth: int, seed: int | str, rolled: int = 0) -> int:
    """Count the action sequences of `depth` from a state; each line of play rolls the same seeded dice on."""
    if depth == 0 or state.outcome is not None:
        return 1
    actions = options(state).all()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        dice = SeededDice(seed, rolled)
        total += perft(play_trusted(state, action, dice).state, depth - 1, seed, dice.rolled)
    return total
