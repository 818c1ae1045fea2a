"""Who may fight, and preparing a combat: units join an attack, guns a bombardment, until the attacker goes (MS 7.2)."""

from __future__ import annotations

from typing import ClassVar

from hardtack.battles.musket.actions import GO, Join
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MARCHED, Fight, MusketState, Question
from hardtack.board.masks import equal_to, hexes_in, marked, mask_of, standing
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, HexAction
from hardtack.referee.bans import Asked, Ban, Toward, not_adjacent, open_numbers
from hardtack.referee.decisions import Gather, OrderDecision
from hardtack.referee.events import Text, enemy_of, text
from hardtack.referee.orders import MarchOrder
from hardtack.referee.umpire import Umpire


def able(asked: Question) -> int:
    """The side's combat units on the map."""
    return asked.state.scenario.combat[asked.side] & asked.state.on_map


def has_marched(asked: Question) -> int:
    return able(asked) & equal_to(asked.state.moved, MARCHED)


IN_ORDER: tuple[Ban[Question], ...] = (
    Ban("MS 10.2", "reason.disordered_attack", lambda asked: able(asked) & marked(asked.state.disordered)),
    Ban("MS 7.2", "reason.has_fought", lambda asked: able(asked) & marked(asked.state.fought)),
)
NOT_MARCHED = Ban("MS 4.66", "reason.has_marched", has_marched)


def no_enemy(asked: Question) -> int:
    return ~asked.state.troops(enemy_of(asked.side))


class FightOrder(MarchOrder[Question]):
    """A unit begins a combat against a hex; it is listed when there is one it can fight."""

    def units(self, asked: Question) -> int:
        if asked.lifted:
            return self.who_can(asked)
        return asked.state.retain("fighters", asked.frame, lambda: self.who_can(asked))

    def who_can(self, asked: Question) -> int:
        """Those who have somebody to fight."""
        near = self.near(asked)
        ready = near and open_numbers(self.bans, asked, near)
        return mask_of([unit for unit in hexes_in(ready) if self.goals(asked, unit)]) if ready else 0

    def near(self, asked: Question) -> int:
        """Those worth a look at whom they can fight: whom of the others nobody asks about can fight nobody."""
        return asked.state.scenario.everybody


@dataclass(frozen=True, slots=True)
class Preparation(Gather):
    """A combat is being prepared: who takes part in it?"""

    follow_up: ClassVar[bool] = True
    field: ClassVar[str] = "units"
    by_number: ClassVar[bool] = True
    naming: ClassVar[type[Join]] = Join
    going: ClassVar[Action] = GO
    twice: ClassVar[str] = "reason.has_joined"
    kind: str  # as in Fight
    target: int
    units: tuple[int, ...]

    def joiners(self, state: MusketState) -> list[int]:
        """Who may still join."""
        return [*hexes_in(self.orders(state)[0].units(Asked(state, self)))]

    def prompt(self, state: MusketState) -> Text:
        scenario = state.scenario
        units = tuple(scenario.ids[piece] for piece in self.units)
        return text(f"prompt.{type(self).__name__.lower()}", units=units, hex=scenario.names[self.target])

    def planned_fight(self, state: MusketState) -> Fight:
        """The combat this would be. Guns that bombard are led by the first of them (MS 7.63)."""
        scenario = state.scenario
        stack = state.deployment.stacks[self.target]
        foes = scenario.combat[enemy_of(self.side)]
        defenders = tuple(piece for piece in stack if foes >> piece & 1)
        origins = tuple(state.at[piece] for piece in self.units)
        lead = self.units[0] if self.kind == "bombard" else -1
        return Fight(self.kind, self.side, self.target, self.units, origins, defenders, lead)


@dataclass(frozen=True, slots=True)
class FightPhase(OrderDecision):
    """A step of the Combat Phase: one combat after another is begun (MS 3.4)."""

    clause: ClassVar[str] = "MS 3.4"
    kind: ClassVar[str]  # as in Fight
    begins: ClassVar[type[Preparation]]

    def begun(self, scenario: MusketScenario, action: HexAction) -> Preparation:
        """The preparation of the combat an action begins."""
        return self.begins(self.side, self.kind, scenario.board.grid.index(action.hex), (scenario.index[action.unit],))


def begin_fight(frame: FightPhase, draft: MusketState, action: HexAction, umpire: Umpire) -> None:
    umpire.push(frame.begun(draft.scenario, action))


def target(asked: Question) -> int:
    hex_: int = asked.frame.target
    return hex_


class BesideTarget(Toward[Question]):
    """The ban on hexes that are not adjacent, asked of all units at once."""

    def narrow(self, asked: Question, open_: int) -> int:
        if asked.lifted:
            return super().narrow(asked, open_)
        on_map = open_ & asked.own
        beside = asked.state.scenario.board.grid.around_mask[target(asked)]
        return open_ & ~on_map | standing(asked.state.at, on_map, beside)


def toward_target(*bans: Ban[Question]) -> tuple[Ban[Question], ...]:
    """Bans on the hex of a combat, asked of those who would join it."""
    return tuple((BesideTarget if ban.forbids is not_adjacent else Toward)(ban, target) for ban in bans)
