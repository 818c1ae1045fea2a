"""What a bot of this book marches and fights for, part by part (see `knowledge` for how it weighs a position)."""

from __future__ import annotations

from hardtack.battles.chancellorsville.knowledge import TERMS, expectations, hopes
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.raiders import raid
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.referee.events import Text, text

PLAIN = {name: term for name, term in TERMS.items() if name != "control"}


def motives(state: SceneState, side: str) -> dict[Text, float]:
    """The terms of the evaluation; the hexes that score and the marches under way each by themselves."""
    found = {text(f"motive.{name}"): weight * term(state, side) for name, (weight, term) in PLAIN.items()}
    outlook = Outlook(state)
    if not outlook.goals.hexes:
        return found
    riding = raid(state, side)
    if riding:
        found[text("motive.raid")] = riding
    standing = outlook.standing(side)
    grid, pieces = state.scenario.board.grid, state.scenario.pieces
    for goal, worth in zip(outlook.goals.hexes, expectations(standing), strict=True):
        motive = text("motive.goal", hex=grid.name(goal))
        found[motive] = found.get(motive, 0.0) + worth  # a hex may score in more ways than one
    for unit, hex_, hope in hopes(outlook, side, standing):
        found[text("motive.march", unit=pieces[unit].id, hex=grid.name(hex_))] = hope
    return found
