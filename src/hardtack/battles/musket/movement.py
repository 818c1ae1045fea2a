"""The Movement Phase: who moves, how, and where to (MS 3.3g, 4, 5, 6, 12.11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hardtack.battles.musket import losses
from hardtack.battles.musket.actions import END, STAY, Exit, Gather, March, Roll, Stay, To, Walk, With
from hardtack.battles.musket.checks import Check, halved
from hardtack.battles.musket.obstacles import exit_refusals, move_refusals
from hardtack.battles.musket.reaching import (
    FOG,
    MARCH,
    MOVE,
    Moved,
    exit_box,
    hq_active,
    in_zone,
    too_near,
    waiting_to_enter,
    with_room,
    within_reach,
)  # fmt: skip
from hardtack.battles.musket.scenario import IN_COMPANY, MARCHES
from hardtack.battles.musket.state import MARCHED, MOVED, NOT_MOVED, STAYED, MusketState
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

MODES = {"walk": MOVE, "roll": MOVE, "march": MARCH}


def ready(state: MusketState, piece: int) -> bool:
    """On the map or waiting to enter, and not yet moved this phase (MS 4.1)."""
    return state.moved[piece] == NOT_MOVED and (state.at[piece] >= 0 or waiting_to_enter(state, piece))


def may_walk(state: MusketState, group: tuple[int, ...]) -> bool:
    """The standard allowance needs an active HQ; leaders and gunboats never roll (MS 4.3, 12.11)."""
    scenario = state.scenario
    if all(scenario.kind[piece] in ("leader", "gunboat") for piece in group):
        return True
    return hq_active(state, scenario.side_of[group[0]])


def may_roll(state: MusketState, group: tuple[int, ...]) -> bool:
    return any(state.scenario.kind[piece] not in ("leader", "gunboat") for piece in group)


def march_bars(state: MusketState, group: tuple[int, ...]) -> list[Reason]:
    """Who may not march at all (MS 4.65, 4.65a, 10.2)."""
    scenario = state.scenario
    here = state.at[group[0]]
    found = []
    if any(state.disordered[piece] for piece in group):
        found.append(reason("MS 4.65", "reason.march_disordered"))
    if any(scenario.weight[piece] and in_zone(state, piece) for piece in group):
        found.append(reason("MS 4.65", "reason.march_starts_in_zone"))
    if here >= 0 and scenario.weight_of(group) and too_near(state, scenario.side_of[group[0]]) >> here & 1:
        found.append(reason("MS 4.65a", "reason.march_starts_near", n=scenario.params.march_clearance))
    if any(scenario.kind[piece] == "gunboat" for piece in group):
        found.append(reason("MS 4.2", "reason.gunboat_sails"))
    return found


def companions(state: MusketState, group: tuple[int, ...]) -> list[int]:
    """Unmoved combat units and leaders of the hex that may join a moving stack (MS 4.1, 12.11)."""
    scenario = state.scenario
    here = state.at[group[0]]
    if here < 0 or not scenario.profile(group):
        return []
    stack = state.deployment.stacks.get(here, ())
    return [piece for piece in stack if piece not in group and not company_reasons(state, group, piece)]


def gather_reasons(state: MusketState, piece: int) -> list[Reason]:
    """Why a piece cannot begin a stack (MS 4.1)."""
    scenario = state.scenario
    if not scenario.weight[piece] or not scenario.profile((piece,)):
        return [reason("MS 4.1", "reason.heads_no_stack", unit=scenario.ids[piece])]
    return [] if companions(state, (piece,)) else [reason("MS 4.1", "reason.no_company")]


def company_reasons(state: MusketState, group: tuple[int, ...], piece: int) -> list[Reason]:
    """Why a piece cannot go with a stack: those who can are its `companions` (MS 4.1)."""
    scenario = state.scenario
    unit = scenario.ids[piece]
    if piece in group:
        return [reason("MS 4.1", "reason.in_company", unit=unit)]
    if scenario.side_of[piece] != scenario.side_of[group[0]]:
        return [reason("MS 4.1", "reason.not_yours", unit=unit)]
    found = []
    if state.at[piece] != state.at[group[0]]:
        found.append(reason("MS 4.1", "reason.not_in_hex", unit=unit))
    if scenario.kind[piece] in ("hq", "train", "gunboat"):
        found.append(reason("MS 4.1", "reason.goes_alone", unit=unit))
    if state.moved[piece] != NOT_MOVED:
        found.append(reason("MS 4.1", "reason.has_moved", unit=unit))
    return found


def allowance(state: MusketState, group: tuple[int, ...], verb: str) -> int:
    """Points of a standard move, or half points of a March: the slowest member's (MS 4.1, 4.2, 4.63)."""
    scenario = state.scenario
    if verb == "march":
        return 2 * min(scenario.march[piece] for piece in group)
    return min(halved(scenario.walk[piece]) if state.disordered[piece] else scenario.walk[piece] for piece in group)


def mode_reasons(state: MusketState, group: tuple[int, ...], verb: str) -> list[Reason]:
    """Why a group may not move in this way (MS 4.3, 4.65)."""
    if verb == "walk":
        return [] if may_walk(state, group) else [reason("MS 4.3", "reason.hq_inactive")]
    if verb == "roll":
        return [] if may_roll(state, group) else [reason("MS 12.11", "reason.never_rolls")]
    return march_bars(state, group)


class MovementOptions(Options):
    """Pieces that may still move, with the ways they may do it."""

    def __init__(self, state: MusketState, side: str) -> None:
        self.state = state
        self.side = side
        self.scenario = state.scenario
        self.ways = self.scenario.ways_to_begin[hq_active(state, side)]
        self.no_march = state.zone(enemy_of(side)) | too_near(state, side)  # where none may begin (MS 4.65, 4.65a)

    def actors(self) -> Sequence[str]:
        ids = self.scenario.ids
        return [ids[piece] for piece in self.scenario.of_side[self.side] if ready(self.state, piece)]

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.scenario.index.get(actor, -1)
        if piece < 0 or self.scenario.side_of[piece] != self.side:
            return ()
        return self.ways_of((piece,))

    def ways_of(self, pieces: Iterable[int]) -> list[Action]:
        """How those of the pieces that are ready may begin to move; all of them at once, as it is asked so often."""
        state, scenario, table, stacks = self.state, self.scenario, self.ways, self.state.deployment.stacks
        barred = self.no_march
        at, moved, disordered, weight = state.at, state.moved, state.disordered, scenario.weight
        found: list[Action] = []
        for piece in pieces:
            here = at[piece]
            if moved[piece] != NOT_MOVED or (here < 0 and not waiting_to_enter(state, piece)):
                continue
            known = MARCHES
            if weight[piece]:
                if disordered[piece] or (here >= 0 and barred >> here & 1):
                    known = 0
                if here >= 0 and len(stacks[here]) > 1 and companions(state, (piece,)):
                    known |= IN_COMPANY
            found += table[piece][known]
        return found

    def general(self) -> Sequence[Action]:
        return [*self.scenario.battle.extra_actions(self.state, self.side), END]

    def all(self) -> list[Action]:
        return [*self.general(), *self.ways_of(self.scenario.of_side[self.side])]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, Walk | Roll | March | Gather):
            return self.unit_reasons(action)
        if action in self.general():
            return []
        return self.scenario.battle.extra_reasons(self.state, self.side, action) or [reason("MS 4.1", NOT_ASKED)]

    def unit_reasons(self, action: Walk | Roll | March | Gather) -> list[Reason]:
        state, scenario = self.state, self.scenario
        piece = scenario.index[action.unit]
        if scenario.side_of[piece] != self.side:
            return [reason("MS 4.1", "reason.not_yours", unit=action.unit)]
        found = []
        if state.at[piece] < 0 and not waiting_to_enter(state, piece):
            found.append(reason("MS 4.7", "reason.not_available", unit=action.unit))
        if state.moved[piece] != NOT_MOVED:
            found.append(reason("MS 4.1", "reason.has_moved", unit=action.unit))
        if isinstance(action, Gather):
            return found + gather_reasons(state, piece)
        return found + mode_reasons(state, (piece,), action.verb)


@dataclass(frozen=True, slots=True)
class Movement(Decision):
    """MS 3.3g: the phasing player moves any, all or none of his pieces."""

    def options(self, state: MusketState) -> Options:
        return MovementOptions(state, self.side)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.movement", side=self.side)

    def idle(self, draft: MusketState) -> bool:
        """Nobody can move and nobody has: a phase that was used is ended by its player."""
        scenario = draft.scenario
        pieces = scenario.of_side[self.side]
        if scenario.battle.extra_actions(draft, self.side) or any(draft.moved[piece] for piece in pieces):
            return False
        return not any(ready(draft, piece) for piece in pieces)

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if action == END:
            umpire.pop()
        elif isinstance(action, Walk | Roll | March):
            begin_move(draft, umpire, self.side, (draft.scenario.index[action.unit],), action.verb)
        elif isinstance(action, Gather):
            umpire.push(Gathering(self.side, (draft.scenario.index[action.unit],)))
        else:
            draft.scenario.battle.do_extra(draft, action, umpire)


def begin_move(draft: MusketState, umpire: Umpire, side: str, group: tuple[int, ...], verb: str) -> None:
    """A declared move: ask where to, after the roll if there is one."""
    if verb == "roll":
        umpire.push(Check(side, rolling_unit(draft, group), "movement"), Moving(side, group, 0, MOVE))
    else:
        umpire.push(Moving(side, group, allowance(draft, group, verb), MODES[verb]))


def rolling_unit(state: MusketState, group: tuple[int, ...]) -> int:
    """The member the roll is made for: one die for the stack, cavalry's bonus only if all are cavalry (MS 4.1)."""
    scenario = state.scenario
    return min(group, key=lambda piece: (scenario.kind[piece] == "leader", scenario.kind[piece] == "cavalry", piece))


class GatheringOptions(Options):
    def __init__(self, state: MusketState, group: tuple[int, ...]) -> None:
        self.state = state
        self.group = group
        self.scenario = state.scenario
        self.head = self.scenario.ids[group[0]]

    def actors(self) -> Sequence[str]:
        return [self.head, *(self.scenario.ids[piece] for piece in companions(self.state, self.group))]

    def of(self, actor: str) -> Sequence[Action]:
        found: list[Action] = []
        if actor == self.head:
            for way in (Walk(actor), Roll(actor), March(actor)):
                if not mode_reasons(self.state, self.group, way.verb):
                    found.append(way)
        elif actor in self.actors():
            found.append(With(actor))
        return found

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, Walk | Roll | March) and action.unit == self.head:
            return mode_reasons(self.state, self.group, action.verb)
        if isinstance(action, With):
            return company_reasons(self.state, self.group, self.scenario.index[action.unit])
        return [reason("MS 4.1", NOT_ASKED)]


@dataclass(frozen=True, slots=True)
class Gathering(Decision):
    """MS 4.1: pieces of one hex that will move together."""

    group: tuple[int, ...]

    def options(self, state: MusketState) -> Options:
        return GatheringOptions(state, self.group)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.gathering", units=tuple(state.scenario.ids[piece] for piece in self.group))

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, With):
            umpire.replace(Gathering(self.side, (*self.group, draft.scenario.index[action.unit])))
            return
        umpire.pop()
        begin_move(draft, umpire, self.side, self.group, action.verb)


class MovingOptions(Options):
    """Where a group may go. `holder` is who moves it: the owner, or the enemy by FOW."""

    def __init__(self, state: MusketState, group: tuple[int, ...], points: int, mode: str) -> None:
        self.state = state
        self.group = group
        self.points = points
        self.mode = mode
        self.scenario = state.scenario
        memo = state.memo
        if "reach" not in memo:
            found = within_reach(state, group, points, mode)
            box = exit_box(state, group, points, mode, found)  # first, for a full hex may be passed through
            memo["reach"] = (with_room(state, group, found), box)
        self.found, self.box = memo["reach"]

    def general(self) -> list[Action]:
        go = self.scenario.go
        actions: list[Action] = list(map(go.__getitem__, self.found))
        if self.box is not None:
            actions.append(Exit(self.scenario.place_name(self.box[0])))
        actions.append(STAY)
        return actions

    def all(self) -> list[Action]:
        return self.general()

    def __contains__(self, action: object) -> bool:
        if isinstance(action, To):
            return self.scenario.board.grid.index(action.hex) in self.found
        if isinstance(action, Exit):
            return self.box is not None and action.box == self.scenario.place_name(self.box[0])
        return isinstance(action, Stay)

    def reasons(self, action: Action) -> list[Reason]:
        if action in self:
            return []
        move = (self.state, self.group, self.points, self.mode)
        if isinstance(action, To):
            return move_refusals(*move, self.scenario.board.grid.index(action.hex))
        if isinstance(action, Exit):
            return exit_refusals(*move, self.scenario.place_at(action.box))
        return [reason("MS 4.1", NOT_ASKED)]


@dataclass(frozen=True, slots=True)
class Moving(Decision):
    """A declared move waits for its destination; `points` are half points in a March."""

    group: tuple[int, ...]
    points: int
    mode: str

    def options(self, state: MusketState) -> Options:
        return MovingOptions(state, self.group, self.points, self.mode)

    def prompt(self, state: MusketState) -> Text:
        units = tuple(state.scenario.ids[piece] for piece in self.group)
        if self.mode == MARCH:
            return text("prompt.marching", units=units, n=self.points // 2)
        return text("prompt.moving", units=units, n=self.points)

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        umpire.pop()
        scenario = draft.scenario
        if isinstance(action, To):
            end = scenario.board.grid.index(action.hex)
        elif isinstance(action, Exit):
            end = scenario.place_at(action.box)
        else:
            mark_moved(draft, self.group, STAYED)
            return
        mark_moved(draft, self.group, MARCHED if self.mode == MARCH else MOVED)
        carry(draft, umpire, Moved(self.side, self.group, draft.at[self.group[0]], end, self.mode))


def mark_moved(draft: MusketState, group: tuple[int, ...], mark: int) -> None:
    """The pieces have had their move; an HQ or train that spent points turns inactive (MS 12.32, 12.52)."""
    scenario = draft.scenario
    for piece in group:
        draft.moved = put(draft.moved, piece, mark)
        if mark != STAYED and scenario.kind[piece] in ("hq", "train"):
            draft.active = put(draft.active, piece, 0)


def carry(draft: MusketState, umpire: Umpire, move: Moved) -> None:
    """Put pieces in their new place, take what stands there alone, and tell (MS 4.5, 11.3)."""
    scenario = draft.scenario
    for piece in move.units:
        draft.at = put(draft.at, piece, move.end)
        if move.start < 0:
            draft.due = put(draft.due, piece, 0)  # it waits for nothing any more
    names = tuple(scenario.ids[piece] for piece in move.units)
    if move.end < 0:
        umpire.tell("MS 4.8", "event.exits", units=names, term=f"box.{scenario.place_name(move.end)}")
        return
    clause, key = TOLD[move.how]
    umpire.tell(clause, key, units=names, hex=scenario.names[move.end])
    if scenario.weight_of(move.units):
        losses.take_what_is_alone(draft, umpire, move.side, move.end)
    scenario.battle.after_move(draft, umpire, move)


TOLD = {
    MOVE: ("MS 4.1", "event.moves"),
    MARCH: ("MS 4.63", "event.marches"),
    FOG: ("MS 14.2", "event.strays"),
    "advance": ("MS 8.5", "event.advances"),
    "retreat": ("MS 8.4", "event.retreats"),
}
