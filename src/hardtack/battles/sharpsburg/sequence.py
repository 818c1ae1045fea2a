"""The sequence of play (chapters 3 to 5): ten turns, the Union first, movement before combat; arrivals."""

from __future__ import annotations

from hardtack.battles.sharpsburg.combat import Combat
from hardtack.battles.sharpsburg.engagement import forget
from hardtack.battles.sharpsburg.movement import Movement
from hardtack.battles.sharpsburg.state import Field, SharpsburgState, enter
from hardtack.battles.sharpsburg.victory import holder, outcome, points, town_points
from hardtack.board.masks import hexes_in
from hardtack.board.native import dataclass
from hardtack.referee.events import CONFEDERATE, UNION, enemy_of
from hardtack.referee.frames import Step
from hardtack.referee.state import WAITING
from hardtack.referee.umpire import Umpire


def opening(field: Field) -> SharpsburgState:
    """The state before the first turn: every unit placed by the set-up table (SH 3), both towns Confederate (SH 12)."""
    index = field.board.grid.index
    nobody = (0,) * len(field.counters)
    return SharpsburgState(
        scenario=field, agenda=(PlayerTurn(UNION),), turn=1, outcome=None,
        at=tuple(index(unit.hex) if unit.starts_on_map else WAITING for unit in field.counters),
        corps_left=0, moved=(), fought=(), struck=(), taken=(), engaged=(), hitched=nobody, ready=nobody,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlayerTurn(Step):
    """A side's turn: arrivals, the Union's die for a fourth corps, movement, combat (SH 4, SH 4a)."""

    side: str

    def run(self, draft: SharpsburgState, umpire: Umpire) -> None:
        if self.side == draft.scenario.first_side:
            umpire.tell("SH 4", "event.turn_begins", n=draft.turn)
        place_arrivals(draft, self.side, umpire)
        if self.side == UNION:
            draft.corps_left = corps_that_may_move(draft, umpire)
        umpire.push(Movement(self.side), Combat(self.side), EndOfPlayerTurn(self.side))


def place_arrivals(draft: SharpsburgState, side: str, umpire: Umpire) -> None:
    """Put units that are due on their entry hex; those that find it closed wait (SH 2, SH C1)."""
    field = draft.scenario
    for piece in field.of_side[side]:
        unit = field.counters[piece]
        if draft.at[piece] != WAITING or unit.turn > draft.turn:
            continue
        hex_ = open_entry(draft, side, piece)
        if hex_ is None:
            umpire.tell("SH C1", "event.waits", unit=unit.id, hex=unit.hex)
        else:
            enter(draft, piece, hex_)
            umpire.tell("SH 2", "event.arrives", unit=unit.id, hex=field.board.grid.name(hex_))


def open_entry(draft: SharpsburgState, side: str, piece: int) -> int | None:
    """The entry hex if no enemy holds it and stacking allows; where so chosen, else the first such hex beside it."""
    field = draft.scenario
    entry = field.board.grid.index(field.counters[piece].hex)
    closed = draft.occupied(enemy_of(side))
    if field.is_infantry[piece]:
        closed |= draft.full(side)
    if not closed >> entry & 1:
        return entry
    if field.settings["blocked_entry"] == "beside":
        return next(iter(hexes_in(field.terrain.joined[entry] & ~closed)), None)
    return None


def corps_that_may_move(draft: SharpsburgState, umpire: Umpire) -> int:
    """Three corps, four if a free die at the start of the phase is even (SH 5b, SH 5c, SH C3).

    Nobody rolls while the Union has no more corps on the map than may move anyway.
    """
    field = draft.scenario
    limits = field.limits
    if sum(draft.at[piece] >= 0 for piece in hexes_in(field.corps)) <= limits.union_corps:
        return limits.union_corps
    corps = limits.union_corps if umpire.roll() % 2 else limits.union_corps_even
    umpire.tell("SH 5c", "event.corps_roll", n=corps)
    return corps


@dataclass(frozen=True, slots=True)
class EndOfPlayerTurn(Step):
    """After both players' turns the marker moves on; after the last turn the points are counted (SH 4, SH 12)."""

    side: str

    def run(self, draft: SharpsburgState, umpire: Umpire) -> None:
        draft.moved = draft.fought = draft.struck = ()
        forget(draft, self.side)
        if self.side == UNION:
            umpire.push(PlayerTurn(CONFEDERATE))
        elif draft.turn < draft.scenario.turns:
            draft.turn += 1
            umpire.push(PlayerTurn(UNION))
        else:
            finish(draft, umpire)


def finish(draft: SharpsburgState, umpire: Umpire) -> None:
    """Count the points and name the winner (SH 12, SH 12b)."""
    side = holder(draft)
    if side is None:
        umpire.tell("SH C20", "event.town_split")
    else:
        umpire.tell("SH 12", "event.town_held", side=side, n=town_points(draft, side))
    result = outcome(draft)
    u, c = points(draft, UNION), points(draft, CONFEDERATE)
    umpire.tell(result.clause, f"event.over_{result.reason}", term_winner=result.winner, u=u, c=c)
    umpire.end(result)
