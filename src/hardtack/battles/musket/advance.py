"""Advance after combat (MS 8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from hardtack.battles.musket.actions import END, STAY, Advance, End, Escort, Stay
from hardtack.battles.musket.barriers import NOTHING, Lifted
from hardtack.battles.musket.obstacles import ROOM, fewest
from hardtack.battles.musket.reaching import WIDEST, Moved
from hardtack.battles.musket.state import Fight, MusketState
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Frame
from hardtack.referee.options import NOT_ASKED, Choice, Options
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
    ways = scenario.barriers.ways_without(profile, False, lifted) if lifted else scenario.ground.ways(profile)
    enemy = state.troops(foe) if ENEMY_HEX not in lifted else 0
    ends = state.zone(foe) if ADVANCE not in lifted else 0
    if battle.halting_clause not in lifted:
        ends |= battle.halting_hexes(state, frame.side)
    found = front = ways.enterable[here] & mask_of(frame.hexes) & ~enemy
    for _ in range(frame.length - 1 if ADVANCE not in lifted else WIDEST):
        onward = 0
        for hex_ in hexes_in(front & ~ends):
            onward |= ways.enterable[hex_]
        front = onward & ~(enemy | found | 1 << here)
        found |= front
    return found if ROOM in lifted else found & ~state.full(scenario.weight[piece])


class AdvanceOptions(Options):
    def __init__(self, state: MusketState, frame: Advancing) -> None:
        self.state = state
        self.frame = frame
        self.scenario = state.scenario

    def actors(self) -> Sequence[str]:
        return [self.scenario.ids[piece] for piece in self.frame.units if goals(self.state, self.frame, piece)]

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.scenario.index.get(actor, -1)
        if piece not in self.frame.units:
            return ()
        names = self.scenario.names
        return [Advance(actor, names[hex_]) for hex_ in hexes_in(goals(self.state, self.frame, piece))]

    def general(self) -> Sequence[Action]:
        return [END]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, End) or (isinstance(action, Advance) and action in self.of(action.unit)):
            return []
        if isinstance(action, Advance):
            return self.refusals(self.scenario.index[action.unit], self.scenario.board.grid.index(action.hex))
        return [reason("MS 8.5", NOT_ASKED)]

    def refusals(self, piece: int, goal: int) -> list[Reason]:
        """Why a unit does not advance at all, or not to this hex (MS 8.5, 5.1)."""
        scenario = self.scenario
        unit, name, limit = scenario.ids[piece], scenario.names[goal], scenario.params.stack_limit
        if piece not in self.frame.units:
            stays = scenario.arm[piece] == "artillery"
            return [reason("MS 8.5", "reason.guns_stay" if stays else "reason.advance_unit", unit=unit)]
        if goal == self.state.at[piece]:
            return [reason("MS 8.5", "reason.already_there", hex=name)]
        words = dict.fromkeys(scenario.barriers.lines(scenario.profile((piece,)), False), "reason.prohibited_way")
        words |= {scenario.battle.halting_clause: "reason.halted", ENEMY_HEX: "reason.enemy_hex", ROOM: "reason.full"}
        words[ADVANCE] = "reason.advance"
        against = fewest(list(words), lambda lifted: bool(goals(self.state, self.frame, piece, lifted) >> goal & 1))
        found = [reason(clause, words[clause], unit=unit, hex=name, n=limit) for clause in against]
        return found or [reason("MS 4.8", "reason.out_of_play", hex=name)]


@dataclass(frozen=True, slots=True)
class Advancing(Decision):
    """MS 8.5: victorious infantry and cavalry may follow, up to stacking, ignoring EZOC on the first hex."""

    follow_up: ClassVar[bool] = True
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    length: int

    def options(self, state: MusketState) -> Options:
        return AdvanceOptions(state, self)

    def prompt(self, state: MusketState) -> Text:
        names = state.scenario.names
        return text("prompt.advance", side=self.side, hexes=tuple(names[hex_] for hex_ in self.hexes))

    def idle(self, draft: MusketState) -> bool:
        return not any(draft.at[piece] >= 0 and goals(draft, self, piece) for piece in self.units)

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, End):
            umpire.pop()
            return
        from hardtack.battles.musket.movement import carry  # movement captures, captures rout, routs advance

        scenario = draft.scenario
        piece = scenario.index[action.unit]
        start, goal = draft.at[piece], scenario.board.grid.index(action.hex)
        left = tuple(unit for unit in self.units if unit != piece)
        umpire.replace(replace(self, units=left))
        umpire.push(Escorting(self.side, start, goal))
        carry(draft, umpire, Moved(self.side, (piece,), start, goal, "advance"))


@dataclass(frozen=True, slots=True)
class Escorting(Decision):
    """MS 8.5: leaders of the hex may go with the unit that advanced."""

    follow_up: ClassVar[bool] = True
    start: int
    goal: int

    def leaders(self, state: MusketState) -> list[int]:
        own = state.scenario.leaders[self.side]
        return [piece for piece in state.deployment.stacks.get(self.start, ()) if piece in own]

    def options(self, state: MusketState) -> Options:
        ids = state.scenario.ids
        return Choice([STAY, *(Escort(ids[piece]) for piece in self.leaders(state))], "MS 8.5", "reason.escort")

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.escort", hex=state.scenario.names[self.goal])

    def idle(self, draft: MusketState) -> bool:
        return not self.leaders(draft)

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, Stay):
            umpire.pop()
            return
        draft.at = put(draft.at, draft.scenario.index[action.unit], self.goal)
        umpire.tell("MS 8.5", "event.escorts", unit=action.unit, hex=draft.scenario.names[self.goal])
