"""The cup, the camps and arrivals by die: draws, alarms, who turns out where and comes when (SL 17.31-17.35)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from hardtack.battles.musket.actions import Place
from hardtack.battles.musket.checks import Check
from hardtack.battles.musket.placing import CLOSED_GROUND, OUT_OF_PLAY, PieceOrder
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.shiloh.scenario import LateComers, ShilohState, around_camps
from hardtack.board.masks import hexes_in
from hardtack.board.native import dataclass
from hardtack.referee.bans import Asked, Ban
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.dice import FACES
from hardtack.referee.events import CONFEDERATE, UNION, Text, text
from hardtack.referee.orders import Order
from hardtack.referee.state import WAITING, put
from hardtack.referee.umpire import Umpire

CampQuestion = Asked[ShilohState, Any]

ALARM = "alarm"  # purpose of the morale check of a unit roused by the enemy
CERTAIN = 6  # a limit that needs no roll


def in_cup(state: ShilohState) -> list[int]:
    """Every counter still in the cup, in the order of the unit list: the cup itself has no order."""
    return hexes_in(state.asleep)


def occupied(state: ShilohState) -> int:
    """Hexes where nobody turns out: combat units of either side and enemy leaders stand there (SL 17.31)."""
    return state.troops(UNION) | state.enemies(UNION)


def muster_hexes(state: ShilohState, piece: int) -> int:
    """Where a unit may turn out: its camp or next to it, unstacked; failing that the nearest free hex (SL 17.31)."""
    scenario = state.scenario
    camp = scenario.camp_of[piece]
    free = scenario.standing_room[scenario.kind[piece]] & ~occupied(state)
    if camp.ring & free:
        return camp.ring & free
    free &= ~state.zone(CONFEDERATE)
    grid = scenario.board.grid
    distance = min((grid.distance(camp.hex, hex_) for hex_ in hexes_in(free)), default=0)
    return free & grid.within(camp.hex, distance)


def open_cup(draft: ShilohState, umpire: Umpire) -> None:
    """SL 17.31: at the start of the Union Movement Phase one die of counters, then two dice, then all the rest."""
    left = in_cup(draft)
    if not left:
        return
    dice = draft.scenario.data["cup"]["dice"]
    if draft.turn > len(dice):
        umpire.tell("SL 17.31", "event.cup_emptied", n=len(left))
        umpire.push(*(Muster(UNION, piece, alarm=False) for piece in left))
        return
    number = sum(umpire.roll() for _ in range(dice[draft.turn - 1]))
    umpire.tell("SL 17.31", "event.cup_rolled", n=number)
    drawn = []
    for _ in range(min(number, len(left))):
        piece = left.pop(draw_lot(umpire, len(left)))
        umpire.tell("SL 17.31", "event.cup_drawn", unit=draft.scenario.ids[piece])
        drawn.append(Muster(UNION, piece, alarm=False))
    umpire.push(*drawn)


def draw_lot(umpire: Umpire, number: int) -> int:
    """One of `number` equal lots by dice: a throw that falls outside a whole share is thrown again, however often."""
    if number == 1:
        return 0
    dice = 1 if number <= FACES else 2
    throws = FACES**dice
    while True:
        value = 0
        for _ in range(dice):
            value = value * FACES + umpire.roll() - 1
        if value < throws - throws % number:
            return value % number


def away_from_camp(asked: CampQuestion) -> int:
    """While there is room at the camp, everything else."""
    state = asked.state
    ring = state.scenario.camp_of[asked.unit].ring
    return ~ring if muster_hexes(state, asked.unit) & ring else 0


def farther(asked: CampQuestion) -> int:
    """Without room at the camp, what is free but not the nearest."""
    state = asked.state
    goals = muster_hexes(state, asked.unit)
    room = state.scenario.standing_room[state.scenario.kind[asked.unit]] & ~occupied(state)
    return 0 if goals & state.scenario.camp_of[asked.unit].ring else room & ~goals


MUSTER_BANS: Sequence[Ban[Any]] = (
    Ban("SL 17.31", "reason.muster_place", away_from_camp),
    Ban("SL 17.31", "reason.muster_stacked", lambda asked: occupied(asked.state)),
    CLOSED_GROUND,
    Ban("SL 17.31", "reason.muster_near", farther),
    OUT_OF_PLAY,
)


def turn_out(frame: Muster, draft: ShilohState, action: Place, umpire: Umpire) -> None:
    umpire.pop()
    draft.at = put(draft.at, frame.piece, draft.scenario.board.grid.index(action.hex))
    clause = "SL 17.32" if frame.alarm else "SL 17.31"
    umpire.tell(clause, "event.musters", unit=action.unit, hex=action.hex)
    if frame.alarm:
        umpire.push(Check(UNION, frame.piece, ALARM))


@dataclass(frozen=True, slots=True)
class Muster(OrderDecision):
    """The Union places a unit in its camp hex or next to it (SL 17.31, 17.32); without room it waits for a turn."""

    clause: ClassVar[str] = "SL 17.31"
    standing_orders: ClassVar[Sequence[Order[Any]]] = (PieceOrder(Place, "SL 17.31", MUSTER_BANS, turn_out),)
    piece: int
    alarm: bool

    def prompt(self, state: ShilohState) -> Text:
        scenario = state.scenario
        camp = scenario.camp_of[self.piece]
        key = "prompt.muster" if muster_hexes(state, self.piece) & camp.ring else "prompt.muster_near"
        return text(key, unit=scenario.ids[self.piece], hex=scenario.names[camp.hex])

    def settle(self, draft: ShilohState, umpire: Umpire) -> bool:
        if draft.at[self.piece] == WAITING and muster_hexes(draft, self.piece):
            return False
        umpire.pop()
        if draft.at[self.piece] == WAITING:
            umpire.tell("SL 17.31", "event.cup_waits", unit=draft.scenario.ids[self.piece])
        return True


def raise_alarms(draft: ShilohState, umpire: Umpire, move: Moved) -> None:
    """SL 17.32: a Confederate unit has come next to a camp; its sleepers turn out at once."""
    sleepers = draft.asleep
    if not sleepers or not around_camps(draft.scenario, sleepers)[1] >> move.end & 1:
        return
    for camp in draft.scenario.camps:
        roused = [piece for piece in camp.units if sleepers >> piece & 1]
        if roused and camp.ring >> move.end & 1:
            umpire.tell("SL 17.32", "event.alarm", hex=draft.scenario.names[camp.hex])
            umpire.push(*(Muster(UNION, piece, alarm=True) for piece in roused))


# -- arrivals that depend on a die: Lew Wallace and Nelson (SL 17.35)


def roll_arrivals(draft: ShilohState, umpire: Umpire) -> None:
    """At the start of the Union Movement Phase; once for Lew Wallace's division, for each of Nelson's brigades."""
    for group in draft.scenario.late_comers:
        if draft.turn not in group.at_most:
            continue
        missing = [piece for piece in group.units if draft.at[piece] == WAITING and not draft.due[piece]]
        parties = [[piece] for piece in missing] if group.each else [missing]
        for party in parties:
            if party:
                roll_party(draft, umpire, group, party)


def earliest(state: ShilohState) -> list[tuple[int, str]]:
    """The next turn in which each unit that waits for a die may come; this turn's die is rolled as the Union begins."""
    scenario = state.scenario
    soonest = state.turn + (state.phasing == UNION)
    found = []
    for group in scenario.late_comers:
        turns = [turn for turn in group.at_most if turn >= soonest]
        waiting = [piece for piece in group.units if state.at[piece] == WAITING and not state.due[piece]]
        found += [(min(turns), scenario.ids[piece]) for piece in waiting if turns]
    return found


def roll_party(draft: ShilohState, umpire: Umpire, group: LateComers, party: list[int]) -> None:
    """One roll, or none when the turn is the last; those who fail wait for the next turn of the table."""
    scenario = draft.scenario
    limit = group.at_most[draft.turn]
    if limit < CERTAIN and umpire.roll() > limit:
        umpire.tell("SL 17.35", "event.arrival_delayed", units=tuple(scenario.ids[piece] for piece in party))
        return
    if limit < CERTAIN:
        umpire.tell("SL 17.35", "event.arrival_rolled", units=tuple(scenario.ids[piece] for piece in party))
    for piece in party:  # they stand ready with the turn's other arrivals (MS 3.3f), which are told there
        draft.due = put(draft.due, piece, draft.turn)
