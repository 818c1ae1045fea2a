"""Retreat after combat (MS 8.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from hardtack.battles.musket import losses
from hardtack.battles.musket.actions import Exit, Retreat
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import NOT_ASKED, Choice, Options
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire


def refuges(state: MusketState, piece: int, causes: tuple[int, ...]) -> int:
    """Hexes a unit may retreat to: one hex, beyond a full friendly hex if need be, away from the enemy if it can."""
    scenario = state.scenario
    here = state.at[piece]
    crowded = state.full(scenario.weight[piece])
    free = losses.free_ground(state, piece)
    room = free & ~crowded
    if not room:
        for hex_ in hexes_in(free):
            room |= losses.free_ground_from(state, piece, hex_) & ~crowded
        room &= ~(1 << here)
    return room & ~next_to(state, causes) or room


def next_to(state: MusketState, causes: tuple[int, ...]) -> int:
    """Hexes next to the enemies who caused a retreat: only for want of others (MS 8.4)."""
    near = 0
    for cause in causes:
        near |= state.scenario.board.grid.around_mask[cause]
    return near


def box_refuge(state: MusketState, piece: int) -> int:
    """The box a retreating unit may leave into, 0 for none (CK 19.12)."""
    scenario = state.scenario
    if scenario.kind[piece] == "gunboat":
        return 0
    return scenario.exits[scenario.side_of[piece]].get(state.at[piece], 0)


@dataclass(frozen=True, slots=True)
class FallBack(Step):
    """A unit must retreat: rout or capture if it cannot, no question if there is one way only."""

    side: str
    piece: int
    length: int
    causes: tuple[int, ...]

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        if draft.at[self.piece] < 0:
            return
        mask = refuges(draft, self.piece, self.causes)
        box = box_refuge(draft, self.piece)
        if mask.bit_count() + bool(box) > 1:
            umpire.push(Retreating(self.side, self.piece, self.length, self.causes))
        elif mask:
            fall_back(draft, umpire, self, mask.bit_length() - 1)
        elif box:
            fall_back(draft, umpire, self, box)
        else:
            losses.rout(draft, umpire, self.piece)  # captured if surrounded (MS 10.4)


class RetreatOptions(Choice):
    """The refuges of a unit; any other hex is refused for what is wrong with it."""

    def __init__(self, choices: list[Action], state: MusketState, piece: int, causes: tuple[int, ...]) -> None:
        super().__init__(choices, "MS 8.4")
        self.state = state
        self.piece = piece
        self.causes = causes

    def reasons(self, action: Action) -> list[Reason]:
        if action in self.choices:
            return []
        scenario = self.state.scenario
        if isinstance(action, Exit):
            return [reason("MS 8.4", "reason.no_exit")]
        if not isinstance(action, Retreat) or action.unit != scenario.ids[self.piece]:
            return [reason("MS 8.4", NOT_ASKED)]
        return retreat_reasons(self.state, self.piece, scenario.board.grid.index(action.hex), self.causes)


def retreat_bans(state: MusketState, piece: int) -> list[tuple[str, str, int]]:
    """The hexes next to a unit that it may not retreat to: clause, words, hexes (MS 8.4, 5.1)."""
    scenario = state.scenario
    own, around = scenario.side_of[piece], scenario.board.grid.around_mask[state.at[piece]]
    return [
        ("MS 8.4", "reason.enemy_hex", state.enemies(own)),
        ("MS 8.4", "reason.zone_alone", state.uncovered(own)),
        ("MS 8.4", "reason.prohibited", around & ~scenario.open_to(piece, state.at[piece])),
        ("MS 5.1", "reason.full", state.full(scenario.weight[piece])),
    ]


def retreat_reasons(state: MusketState, piece: int, goal: int, causes: tuple[int, ...]) -> list[Reason]:
    """What is wrong with a hex for a retreating unit: too far, closed to it, or nearer the enemy than need be."""
    scenario = state.scenario
    name, limit = scenario.names[goal], scenario.params.stack_limit
    if not scenario.board.grid.around_mask[state.at[piece]] >> goal & 1:
        return [reason("MS 8.4", "reason.retreat_length", hex=name)]
    found = [
        reason(clause, key, hex=name, n=limit) for clause, key, mask in retreat_bans(state, piece) if mask >> goal & 1
    ]
    near = next_to(state, causes)
    if near >> goal & 1 and refuges(state, piece, causes) & ~near:
        found.append(reason("MS 8.4", "reason.retreat_away", hex=name))
    return found


@dataclass(frozen=True, slots=True)
class Retreating(Decision):
    """MS 8.4: the owner chooses where to."""

    follow_up: ClassVar[bool] = True
    piece: int
    length: int
    causes: tuple[int, ...]

    def options(self, state: MusketState) -> Options:
        scenario = state.scenario
        unit = scenario.ids[self.piece]
        mask = refuges(state, self.piece, self.causes)
        choices: list[Action] = [Retreat(unit, scenario.names[hex_]) for hex_ in hexes_in(mask)]
        box = box_refuge(state, self.piece)
        if box:
            choices.append(Exit(scenario.place_name(box)))
        return RetreatOptions(choices, state, self.piece, self.causes)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.retreat", unit=state.scenario.ids[self.piece])

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        umpire.pop()
        goal = draft.scenario.place_at(action.hex if isinstance(action, Retreat) else action.box)
        fall_back(draft, umpire, FallBack(self.side, self.piece, self.length, self.causes), goal)


def fall_back(draft: MusketState, umpire: Umpire, frame: FallBack, goal: int) -> None:
    """Move the unit; leaders, HQ and trains go with the last unit that leaves the hex."""
    from hardtack.battles.musket.movement import carry  # movement captures, captures rout, routs retreat

    start = draft.at[frame.piece]
    if goal >= 0 and frame.length > 1:
        umpire.push(FallBack(frame.side, frame.piece, frame.length - 1, frame.causes))
    carry(draft, umpire, Moved(frame.side, (frame.piece,), start, goal, "retreat"))
    if start >= 0 and not draft.troops(frame.side) >> start & 1:
        take_along(draft, umpire, frame, start, goal)


def take_along(draft: MusketState, umpire: Umpire, frame: FallBack, start: int, goal: int) -> None:
    scenario = draft.scenario
    for piece in tuple(draft.deployment.stacks.get(start, ())):
        if scenario.side_of[piece] != frame.side:
            continue
        ways = scenario.ground.ways(scenario.profile((piece,)))
        if goal < 0 or ways.enterable[start] >> goal & 1 or not scenario.board.grid.around_mask[start] >> goal & 1:
            draft.at = put(draft.at, piece, goal)
            if scenario.kind[piece] in ("hq", "train"):
                draft.active = put(draft.active, piece, 0)
    losses.leave_alone(draft, umpire, frame.side, start)
