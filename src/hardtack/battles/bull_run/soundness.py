"""What positions of Bull Run can hold: numbers in range, frames in the book's order, and what they speak of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hardtack.battles.bull_run.combat import AllotHits, Combat, Losses
from hardtack.battles.bull_run.retreat import ChooseRetreat, OfferAdvance, RetreatCheck
from hardtack.battles.bull_run.solitaire import AT, CENTREVILLE, COUNTER, FORD, GUARD, HOLD
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.turns import LETTER, RollInitiatives, StartTurn
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import enemy_of
from hardtack.referee.frames import Frame
from hardtack.referee.soundness import BOTTOM, Soundness
from hardtack.referee.state import WAITING

MARK = (0, 1)
SOUNDNESS = Soundness(
    rows={
        "crossed": MARK, "balked": MARK, "flanking": MARK, "attacked": (0, 2), "defended": (0, 2), "answered": MARK,
        "hesitated": MARK, "settled": MARK, "active": MARK,
    },
    numbers={
        "held_manassas": (0, 99), "held_centreville": (0, 99), "half": (1, 2), "hits": (1, 99), "scored": (0, 99),
        "suffered": (0, 99),
    },
    pieces=frozenset({"victim", "own_victim"}),
    hexes=frozenset({"hex", "hex_target", "victor", "target"}),
    maybe=frozenset({"target"}),
    beneath={
        "StartTurn": (BOTTOM,), "EndTurn": (BOTTOM,), "RollInitiatives": ("StartTurn",),
        "Combat": ("EndTurn", "Combat"), "Movement": ("Combat", "StartMovement"), "StartMovement": ("Movement",),
        "Losses": ("Combat",),
        "AllotHits": ("Losses", "AllotHits"), "RetreatCheck": ("Combat",), "OfferAdvance": ("Combat",),
        "ChooseRetreat": ("OfferAdvance", "Combat"),
    },
    several=frozenset({"Combat", "Movement", "StartMovement", "AllotHits"}),
    phases=frozenset({"Combat", "EndTurn", "Movement", "StartMovement", "StartTurn"}),
)  # fmt: skip
PLAIN, TO_A_HEX = (HOLD, CENTREVILLE, COUNTER), (AT, GUARD, FORD)


def check(state: BullRunState) -> None:
    """Raise BadPosition at the first thing this battle could never hold."""
    scenario = state.scenario
    rows = zip(state.at, state.strength, scenario.printed, strict=True)
    for unit, (at, strength, printed) in enumerate(rows):
        if at == WAITING and strength != printed:
            raise BadPosition(f"{scenario.pieces[unit].id} has not come yet and is as strong as printed")
    rolled = state.initiatives
    if rolled and (len(rolled) != scenario.turns or not set(rolled) <= set(LETTER.values())):
        raise BadPosition("initiatives has a letter for each turn, or none")
    if not state.initiative and not all(isinstance(frame, StartTurn | RollInitiatives) for frame in state.agenda):
        raise BadPosition("a side has the initiative as soon as a turn has begun")
    if state.order not in ("", "A", "B", "C", "D", "E"):
        raise BadPosition(f"there is no order {state.order[:8]!r}")
    for mission in sorted({*state.missions}):
        kind, _, place = mission.partition(" ")
        if not (mission in PLAIN or (kind in TO_A_HEX and scenario.board.grid.has(place))):
            raise BadPosition(f"there is no mission {mission[:20]!r}")
    for frame in state.agenda:
        if type(frame) in CHECKS:
            CHECKS[type(frame)](state, frame)


def _check_hits(state: BullRunState, frame: AllotHits) -> None:
    if state.deployment.side_at(state.scenario.board.grid.index(frame.hex)) != enemy_of(frame.side):
        raise BadPosition(f"nobody in {frame.hex} can be hit by the {frame.side} side")


def _check_fight(state: BullRunState, frame: Losses | RetreatCheck | OfferAdvance) -> None:
    """Two adjacent hexes; whoever is hit stands in one of them."""
    grid, pieces = state.scenario.board.grid, state.scenario.index
    if not grid.adjacent(grid.index(frame.hex), grid.index(frame.hex_target)):
        raise BadPosition(f"{frame.hex} and {frame.hex_target} are not adjacent")
    if isinstance(frame, Losses):
        for victim, hex_ in ((frame.victim, frame.hex_target), (frame.own_victim, frame.hex)):
            if state.at[pieces[victim]] != grid.index(hex_):
                raise BadPosition(f"{victim} is not in {hex_} to be hit")


def _check_retreat(state: BullRunState, frame: ChooseRetreat) -> None:
    side = state.deployment.side_at(state.scenario.board.grid.index(frame.hex))
    if side != frame.side or not frame.options(state).general():
        raise BadPosition(f"nobody in {frame.hex} can choose where to retreat")


def _check_combat(state: BullRunState, frame: Combat) -> None:
    if frame.target and not state.scenario.board.grid.has(frame.target):
        raise BadPosition(f"{frame.target[:8]!r} cannot be attacked")


# Stacks that are hit, retreat or advance stand where the frame says.
CHECKS: Mapping[type[Frame], Callable[[BullRunState, Any], None]] = {
    AllotHits: _check_hits,
    Losses: _check_fight,
    RetreatCheck: _check_fight,
    OfferAdvance: _check_fight,
    ChooseRetreat: _check_retreat,
    Combat: _check_combat,
}
