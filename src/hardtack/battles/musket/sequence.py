"""The sequence of play (MS 3): game turns, player turns, and the order inside each phase."""

from __future__ import annotations

from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.combat import Attacks, Counterattacks
from hardtack.battles.musket.command import CommandCheck, EndMovement, Recoveries
from hardtack.battles.musket.fog import BeforeEnemyMoves
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.reaching import hq_active, open_entries
from hardtack.battles.musket.replacement import CountSteps
from hardtack.battles.musket.state import MusketState
from hardtack.board.native import dataclass
from hardtack.referee.events import enemy_of
from hardtack.referee.frames import Step
from hardtack.referee.state import WAITING, put
from hardtack.referee.umpire import Umpire


@dataclass(frozen=True, slots=True)
class GameTurn(Step):
    """MS 3.1: the first player's turn, then the second's, then the victory test (MS 3.5)."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        first = draft.scenario.first_side
        umpire.tell("MS 3.1", "event.turn_begins", n=draft.turn)
        umpire.push(PlayerTurn(first), PlayerTurn(enemy_of(first)), EndOfTurn())


@dataclass(frozen=True, slots=True)
class PlayerTurn(Step):
    """MS 3.2-3.4: a Movement Phase, then a Combat Phase, each in its own order."""

    side: str

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        blank = (0,) * len(draft.at)
        draft.phasing = self.side
        draft.moved = draft.helped = draft.fogged = blank
        umpire.push(
            StartRolls(self.side),
            BeforeEnemyMoves(self.side),
            CommandCheck(self.side),
            CountSteps(self.side, hq_active(draft, self.side)),
            Recoveries(self.side),
            Arrivals(self.side),
            Movement(self.side),
            EndMovement(self.side),
            CombatPhase(self.side),
        )


@dataclass(frozen=True, slots=True)
class StartRolls(Step):
    """MS 3.3a: rolls the battle's own rules put at the start of the phase."""

    side: str

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        draft.scenario.battle.start_rolls(draft, umpire, self.side)


@dataclass(frozen=True, slots=True)
class Arrivals(Step):
    """MS 3.3f, 4.7: reinforcements whose turn it is reach their box or stand ready at their entry hex.

    A piece in a box whose way out is blocked begins to wait: `due` keeps the first turn that found it so.
    """

    side: str

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        scenario = draft.scenario
        for piece in scenario.of_side[self.side]:
            if draft.at[piece] == WAITING and draft.due[piece] == draft.turn:
                arrive(draft, umpire, piece)
            if scenario.in_box(draft.at[piece]):
                waits = 0 if open_entries(draft, piece) else draft.due[piece] or draft.turn
                if waits != draft.due[piece]:
                    draft.due = put(draft.due, piece, waits)


def arrive(draft: MusketState, umpire: Umpire, piece: int) -> None:
    """A reinforcement is available: in its box, or off the map at its entry hex."""
    scenario = draft.scenario
    box = scenario.counters[piece].place
    bring_in(draft, umpire, piece, scenario.box_place(box) if box in scenario.board.boxes else WAITING, "MS 4.7")


def bring_in(draft: MusketState, umpire: Umpire, piece: int, place: int, clause: str) -> None:
    """Put a piece in a box, or (place WAITING) make it available at its entry hex from now on."""
    scenario = draft.scenario
    unit = scenario.ids[piece]
    if place != WAITING:
        draft.at = put(draft.at, piece, place)
        umpire.tell(clause, "event.arrives_in_box", unit=unit, term=f"box.{scenario.place_name(place)}")
        return
    draft.due = put(draft.due, piece, draft.turn)
    if scenario.entry[piece] >= 0:
        umpire.tell(clause, "event.arrives", unit=unit, hex=scenario.names[scenario.entry[piece]])
    else:
        umpire.tell(clause, "event.available", unit=unit)


@dataclass(frozen=True, slots=True)
class CombatPhase(Step):
    """MS 3.4: bombardments, attacks, counterattacks by the other side."""

    side: str

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        blank = (0,) * len(draft.at)
        draft.fought = draft.struck = draft.helped = draft.fogged = blank
        draft.attacked = ()
        umpire.push(
            Bombardments(self.side),
            Attacks(self.side),
            Counterattacks(enemy_of(self.side)),
            EndOfCombat(self.side),
        )


@dataclass(frozen=True, slots=True)
class EndOfCombat(Step):
    side: str

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        draft.scenario.battle.end_of_combat(draft, umpire, self.side)


@dataclass(frozen=True, slots=True)
class EndOfTurn(Step):
    """MS 3.5: the victories tested each turn; then the next turn, or the verdict after the last."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        battle = draft.scenario.battle
        battle.end_of_turn(draft, umpire)
        if draft.outcome is not None:
            return
        if draft.turn == draft.scenario.turns:
            outcome = battle.verdict(draft)
            union, confederate = draft.points
            why = outcome.level if outcome.reason == "outcome.points" else outcome.reason
            umpire.tell(outcome.clause, f"event.over_{why}", side=outcome.winner, a=union, b=confederate)
            umpire.end(outcome)
        else:
            draft.turn += 1
            umpire.push(GameTurn())
