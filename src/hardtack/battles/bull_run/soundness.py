"""What positions of Bull Run can hold: numbers in range, frames in the book's order, and what they speak of."""

from __future__ import annotations

from hardtack.battles.bull_run.combat import AllotHits, Combat, Losses
from hardtack.battles.bull_run.retreat import ChooseRetreat, OfferAdvance, RetreatCheck
from hardtack.battles.bull_run.solitaire import AT, CENTREVILLE, COUNTER, FORD, GUARD, HOLD
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.turns import LETTER, RollInitiatives, StartTurn
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import enemy_of
from hardtack.referee.frames import Frame
from hardtack.referee.soundness import BOTTOM, FrameCheck, Soundness, check_frames, require, require_apart
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
    require_apart(state)
    for hex_, units in state.deployment.stacks.items():
        if len(units) > scenario.stacking:  # of what is asked at every check no message is made that nobody reads
            where = f"{len(units)} units stand in {scenario.board.grid.name(hex_)}"
            raise BadPosition(f"{where}, the limit is {scenario.stacking}")
    rows = zip(scenario.ids, state.at, state.strength, state.fresh, scenario.printed, state.spent, strict=True)
    for unit, at, strength, fresh, printed, spent in rows:
        if not 0 <= strength <= fresh <= printed:
            raise BadPosition(f"{unit} has a strength outside 0 to {printed}")
        if (at >= 0) != (strength > 0) and at != WAITING:
            raise BadPosition(f"{unit} is on the map exactly when it has strength left")
        if at == WAITING and strength != printed:
            raise BadPosition(f"{unit} has not come yet and is as strong as printed")
        if not 0 <= spent <= scenario.allowance:
            raise BadPosition(f"{unit} has spent points outside 0 to {scenario.allowance}")
    require(len(state.missions) == len(scenario.pieces), "there is one mission for each unit")
    sides = ("", *scenario.battle.sides)
    require(state.initiative in sides, f"no side {state.initiative!r} can have the initiative")
    rolled = state.initiatives
    lettered = len(rolled) == scenario.turns and set(rolled) <= set(LETTER.values())
    require(not rolled or lettered, "initiatives has a letter for each turn, or none")
    opening = all(isinstance(frame, StartTurn | RollInitiatives) for frame in state.agenda)
    require(bool(state.initiative) or opening, "a side has the initiative as soon as a turn has begun")
    require(state.order in ("", "A", "B", "C", "D", "E"), f"there is no order {state.order[:8]!r}")
    for mission in sorted({*state.missions}):
        kind, _, place = mission.partition(" ")
        known = mission in PLAIN or (kind in TO_A_HEX and scenario.board.grid.has(place))
        require(known, f"there is no mission {mission[:20]!r}")
    check_frames(state, CHECKS)


def _check_hits(state: BullRunState, frame: AllotHits, below: Frame | None) -> None:
    there = state.deployment.side_at(state.scenario.board.grid.index(frame.hex))
    require(there == enemy_of(frame.side), f"nobody in {frame.hex} can be hit by the {frame.side} side")


def _check_fight(state: BullRunState, frame: Losses | RetreatCheck | OfferAdvance, below: Frame | None) -> None:
    """Two adjacent hexes; whoever is hit stands in one of them."""
    grid, pieces = state.scenario.board.grid, state.scenario.index
    near = grid.adjacent(grid.index(frame.hex), grid.index(frame.hex_target))
    require(near, f"{frame.hex} and {frame.hex_target} are not adjacent")
    if isinstance(frame, Losses):
        for victim, hex_ in ((frame.victim, frame.hex_target), (frame.own_victim, frame.hex)):
            require(state.at[pieces[victim]] == grid.index(hex_), f"{victim} is not in {hex_} to be hit")


def _check_retreat(state: BullRunState, frame: ChooseRetreat, below: Frame | None) -> None:
    there = state.deployment.side_at(state.scenario.board.grid.index(frame.hex))
    may = there == frame.side and bool(frame.options(state).general())
    require(may, f"nobody in {frame.hex} can choose where to retreat")


def _check_combat(state: BullRunState, frame: Combat, below: Frame | None) -> None:
    known = not frame.target or state.scenario.board.grid.has(frame.target)
    require(known, f"{frame.target[:8]!r} cannot be attacked")


# Stacks that are hit, retreat or advance stand where the frame says.
CHECKS: dict[type[Frame], FrameCheck] = {
    AllotHits: _check_hits, Losses: _check_fight, RetreatCheck: _check_fight, OfferAdvance: _check_fight,
    ChooseRetreat: _check_retreat, Combat: _check_combat,
}  # fmt: skip
