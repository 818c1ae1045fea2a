"""Fog of war: the enemy moves one of your units (MS 14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hardtack.battles.musket.actions import END, Confuse, End, To
from hardtack.battles.musket.reaching import FOG, Moved, hq_active
from hardtack.battles.musket.state import MOVED, MusketState, added
from hardtack.referee.actions import Action
from hardtack.referee.events import SIDES, Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import NOT_ASKED, Choice, Options
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire


def gain_fow(draft: MusketState, umpire: Umpire, side: str, number: int, clause: str, cause: str) -> None:
    """A side gains FOW, to be used at the next chance and never saved (MS 14.1, 14.3); `cause` is a word for why."""
    if number <= 0:
        return
    draft.fow = added(draft.fow, side, number)
    umpire.tell(clause, "event.gains_fow", side=side, n=number, term=f"fow.{cause}")


@dataclass(frozen=True, slots=True)
class BeforeEnemyMoves(Step):
    """MS 3.3b: the opponent of the phasing side uses his FOW; one more when the army has no active HQ."""

    side: str  # the phasing side

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        holder = enemy_of(self.side)
        if not hq_active(draft, self.side):
            gain_fow(draft, umpire, holder, draft.scenario.params.fow_no_hq, "MS 14.1", "no_hq")
        use_fow(draft, umpire, holder, before=True)


@dataclass(frozen=True, slots=True)
class UseGained(Step):
    """MS 14.2: FOW gained in a combat are used at once."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        for side in SIDES:
            use_fow(draft, umpire, side, before=False)


def use_fow(draft: MusketState, umpire: Umpire, holder: str, *, before: bool) -> None:
    number = draft.fow[SIDES.index(holder)]
    if number:
        draft.fow = added(draft.fow, holder, -number)
        umpire.push(FogOfWar(holder, number, before))


def fog_reasons(state: MusketState, holder: str, piece: int) -> list[Reason]:
    """Whom a FOW may not touch (MS 14.2, 14.3)."""
    scenario = state.scenario
    counter = scenario.counters[piece]
    found = []
    if counter.side == holder or not counter.combat or counter.type == "gunboat":
        found.append(reason("MS 14.2", "reason.fow_enemy_unit", unit=counter.id))
    elif state.at[piece] < 0:
        found.append(reason("MS 14.3", "reason.fow_off_map", unit=counter.id))
    elif state.zone(holder) >> state.at[piece] & 1:
        found.append(reason("MS 14.2", "reason.fow_in_zone", unit=counter.id))
    if state.fogged[piece]:
        found.append(reason("MS 14.2", "reason.fow_once", unit=counter.id))
    return found


class FogOptions(Options):
    def __init__(self, state: MusketState, holder: str) -> None:
        self.state = state
        self.holder = holder
        self.scenario = state.scenario

    def targets(self) -> list[int]:
        state = self.state
        zone = state.zone(self.holder)
        return [
            piece
            for piece in self.scenario.fighters[enemy_of(self.holder)]
            if state.at[piece] >= 0
            and not state.fogged[piece]
            and not zone >> state.at[piece] & 1
            and self.scenario.kind[piece] != "gunboat"
        ]

    def actors(self) -> Sequence[str]:
        return [self.scenario.ids[piece] for piece in self.targets()]

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.scenario.index.get(actor, -1)
        return [Confuse(actor)] if piece >= 0 and not fog_reasons(self.state, self.holder, piece) else []

    def general(self) -> Sequence[Action]:
        return [END]

    def all(self) -> list[Action]:
        return [END, *(Confuse(actor) for actor in self.actors())]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, End):
            return []
        if isinstance(action, Confuse):
            return fog_reasons(self.state, self.holder, self.scenario.index[action.unit])
        return [reason("MS 14.2", NOT_ASKED)]


@dataclass(frozen=True, slots=True)
class FogOfWar(Decision):
    """The holder picks enemy units, one for each FOW, or lets them go."""

    number: int
    before: bool  # at 3.3b: a unit so moved has used its Movement Phase
    used: bool = False

    def options(self, state: MusketState) -> Options:
        return FogOptions(state, self.side) if self.number else Choice([END], "MS 14.2", "reason.fow_none")

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.fog", side=enemy_of(self.side), n=self.number)

    def idle(self, draft: MusketState) -> bool:
        return not self.used and not FogOptions(draft, self.side).targets()

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, End):
            umpire.pop()
            return
        scenario = draft.scenario
        piece = scenario.index[action.unit]
        points = scenario.params.fow_move or umpire.roll()
        draft.fogged = put(draft.fogged, piece, 1)
        umpire.tell("MS 14.2", "event.fow_roll", side=self.side, unit=action.unit, n=points)
        umpire.replace(FogOfWar(self.side, self.number - 1, self.before, used=True))
        umpire.push(Straying(self.side, piece, points, self.before))


@dataclass(frozen=True, slots=True)
class Straying(Decision):
    """The holder moves the enemy unit, with the leaders of its hex, up to the points rolled."""

    piece: int
    points: int
    before: bool

    def group(self, state: MusketState) -> tuple[int, ...]:
        scenario = state.scenario
        owner = scenario.side_of[self.piece]
        stack = state.deployment.stacks[state.at[self.piece]]
        return (self.piece, *(piece for piece in stack if piece in scenario.leaders[owner]))

    def options(self, state: MusketState) -> Options:
        from hardtack.battles.musket.movement import MovingOptions  # movement uses losses, which use FOW

        return MovingOptions(state, self.group(state), self.points, FOG)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.straying", unit=state.scenario.ids[self.piece], n=self.points)

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        from hardtack.battles.musket.movement import carry

        umpire.pop()
        scenario = draft.scenario
        if self.before:
            draft.moved = put(draft.moved, self.piece, MOVED)
        if isinstance(action, To):
            owner = scenario.side_of[self.piece]
            goal = scenario.board.grid.index(action.hex)
            carry(draft, umpire, Moved(owner, self.group(draft), draft.at[self.piece], goal, FOG))
