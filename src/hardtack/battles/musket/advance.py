"""Advance after combat (MS 8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hardtack.battles.musket import barriers
from hardtack.battles.musket.actions import END, STAY, Advance, Escort
from hardtack.battles.musket.barriers import NOTHING, Lifted
from hardtack.battles.musket.obstacles import ROOM, ClauseWay, own_hex
from hardtack.battles.musket.placing import OUT_OF_PLAY
from hardtack.battles.musket.reaching import WIDEST, Moved
from hardtack.battles.musket.state import Fight, MusketState, Question
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import dataclass, replace
from hardtack.referee.bans import Ban
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Text, enemy_of, text
from hardtack.referee.frames import Frame
from hardtack.referee.orders import MarchOrder, Order, SideOrder, UnitOrder
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

ENEMY_HEX, ADVANCE = "MS 4.5", "MS 8.5"


def open_advances(draft: MusketState, fight: Fight) -> list[Frame]:
    """Who may advance where: attackers into the emptied hex, defenders into hexes the attackers left."""
    scenario = draft.scenario
    params = scenario.params
    foe_side = enemy_of(fight.side)
    if not draft.troops(foe_side) >> fight.target & 1:
        units = tuple(
            piece
            for piece, origin in zip(fight.units, fight.origins, strict=True)
            if scenario.foot[piece] and draft.at[piece] == origin and piece not in fight.halted
        )
        fled = fight.outcome == "Dm" or set(fight.defenders) <= set(fight.routed)
        length = params.pursuit_hexes if fled else params.advance_hexes
        return [Advancing(fight.side, units, (fight.target,), length)]
    emptied = tuple(hex_ for hex_ in sorted(set(fight.origins)) if not draft.troops(fight.side) >> hex_ & 1)
    if not emptied or not fight.outcome.startswith(("A", "E")) or scenario.ground.no_advance >> fight.target & 1:
        return []
    units = tuple(piece for piece in fight.defenders if scenario.foot[piece] and draft.at[piece] == fight.target)
    fled = set(fight.units) <= set(fight.routed)
    return [Advancing(foe_side, units, emptied, params.pursuit_hexes if fled else params.advance_hexes)]


def goals(state: MusketState, frame: Advancing, piece: int, lifted: Lifted = NOTHING) -> int:
    """Hexes a unit may advance to: an emptied hex next to it, and beyond it while no EZOC stops it.

    With clauses `lifted` those it might advance to if they did not hold, for an explanation.
    """
    scenario = state.scenario
    battle, foe, here = scenario.battle, enemy_of(scenario.side_of[piece]), state.at[piece]
    profile = scenario.profile((piece,))
    ways = barriers.ways_without(scenario.ground, profile, False, lifted) if lifted else scenario.ground.ways(profile)
    enemy = state.troops(foe) if ENEMY_HEX not in lifted else 0
    ends = state.zone(foe) if ADVANCE not in lifted else 0
    if battle.halting_clause not in lifted:
        ends |= state.halting_hexes(frame.side)
    found = front = ways.enterable[here] & mask_of(frame.hexes) & ~enemy
    for _ in range(frame.length - 1 if ADVANCE not in lifted else WIDEST):
        onward = 0
        for hex_ in hexes_in(front & ~ends):
            onward |= ways.enterable[hex_]
        front = onward & ~(enemy | found | 1 << here)
        found |= front
    return found if ROOM in lifted else found & ~state.full(scenario.weight[piece])


class AdvanceWay(ClauseWay):
    """The hexes a unit may advance to (MS 8.5, 5.1)."""

    def clauses(self, asked: Question, place: int) -> Sequence[str]:
        scenario = asked.state.scenario
        lines = barriers.lines(scenario.ground, scenario.profile((asked.unit,)), False)
        return [*dict.fromkeys((*lines, scenario.battle.halting_clause, ENEMY_HEX, ROOM, ADVANCE))]

    def reached(self, asked: Question, place: int, lifted: Lifted) -> bool:
        return bool(goals(asked.state, asked.frame, asked.unit, lifted) >> place & 1)

    def goals_now(self, asked: Question) -> int:
        found = goals(asked.state, asked.frame, asked.unit)
        return found | ~asked.state.scenario.board.playable | own_hex(asked)

    def wording(self, asked: Question, place: int, clause: str) -> str:
        named = {ENEMY_HEX: "reason.enemy_hex", ROOM: "reason.full", ADVANCE: "reason.advance"}
        named[asked.state.scenario.battle.halting_clause] = "reason.halted"
        return named.get(clause, "reason.prohibited_way")


def guns(asked: Question) -> int:
    """Guns do not follow, unless the frame lets them."""
    return asked.state.scenario.artillery & ~mask_of(asked.frame.units)


class AdvanceOrder(MarchOrder[Question]):
    def units(self, asked: Question) -> int:
        ready = hexes_in(super().units(asked) & asked.state.on_map)
        return sum(1 << unit for unit in ready if self.goals(asked, unit))

    def stands(self, asked: Question, unit: int) -> bool:
        return unit in asked.frame.units and asked.on_map(unit)


def advance(frame: Advancing, draft: MusketState, action: Advance, umpire: Umpire) -> None:
    from hardtack.battles.musket.movement import carry  # movement captures, captures rout, routs advance

    scenario = draft.scenario
    piece = scenario.index[action.unit]
    start, goal = draft.at[piece], scenario.board.grid.index(action.hex)
    umpire.replace(replace(frame, units=tuple(unit for unit in frame.units if unit != piece)))
    umpire.push(Escorting(frame.side, start, goal))
    carry(draft, umpire, Moved(frame.side, (piece,), start, goal, "advance"))


ADVANCE_BANS = (OUT_OF_PLAY, Ban("MS 8.5", "reason.already_there", own_hex), AdvanceWay())
UNIT_BANS: Sequence[Ban[Question]] = (
    Ban("MS 8.5", "reason.guns_stay", guns),
    Ban("MS 8.5", "reason.advance_unit", lambda asked: ~(mask_of(asked.frame.units) | guns(asked))),
)


@dataclass(frozen=True, slots=True)
class Advancing(OrderDecision):
    """MS 8.5: victorious infantry and cavalry may follow, up to stacking, ignoring EZOC on the first hex."""

    follow_up: ClassVar[bool] = True
    clause: ClassVar[str] = "MS 8.5"
    needs_actor: ClassVar[bool] = True
    standing_orders: ClassVar[Sequence[Order[Question]]] = (
        SideOrder(END),
        AdvanceOrder(Advance, UNIT_BANS, ADVANCE_BANS, advance),
    )
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    length: int

    def prompt(self, state: MusketState) -> Text:
        names = state.scenario.names
        return text("prompt.advance", side=self.side, hexes=tuple(names[hex_] for hex_ in self.hexes))


def no_escort(asked: Question) -> int:
    leaders = asked.state.scenario.leaders[asked.side]
    return ~mask_of(piece for piece in leaders if asked.state.at[piece] == asked.frame.start)


def escort(frame: Escorting, draft: MusketState, action: Escort, umpire: Umpire) -> None:
    draft.at = put(draft.at, draft.scenario.index[action.unit], frame.goal)
    umpire.tell("MS 8.5", "event.escorts", unit=action.unit, hex=draft.scenario.names[frame.goal])


@dataclass(frozen=True, slots=True)
class Escorting(OrderDecision):
    """MS 8.5: leaders of the hex may go with the unit that advanced."""

    follow_up: ClassVar[bool] = True
    clause: ClassVar[str] = "MS 8.5"
    needs_actor: ClassVar[bool] = True
    standing_orders: ClassVar[Sequence[Order[Question]]] = (
        SideOrder(STAY),
        UnitOrder(Escort, (Ban("MS 8.5", "reason.escort", no_escort),), escort),
    )
    start: int
    goal: int

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.escort", hex=state.scenario.names[self.goal])
