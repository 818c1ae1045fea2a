"""Combat results (SH 9c to SH 9h): elimination, retreat, engagement and exchange."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hardtack.battles.sharpsburg.actions import END, Advance, Lose
from hardtack.battles.sharpsburg.engagement import engage
from hardtack.battles.sharpsburg.odds import Assault
from hardtack.battles.sharpsburg.retreat import Retreating
from hardtack.battles.sharpsburg.state import SharpsburgState, enter, ids
from hardtack.battles.sharpsburg.victory import eliminate
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.decisions import TakeLosses
from hardtack.referee.events import Text, enemy_of, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import Choice
from hardtack.referee.umpire import Umpire

CLAUSES = {"AE": "SH 9c", "DE": "SH 9d", "AR": "SH 9e", "DR": "SH 9f", "EN": "SH 9g", "EX": "SH 9h"}


def apply_result(draft: SharpsburgState, side: str, assault: Assault, code: str, umpire: Umpire) -> None:
    """Apply a result at once. Bombarding guns never suffer one themselves (SH 11b, SH C18)."""
    clause = CLAUSES[code]
    if code in ("AE", "AR", "EN") and assault.bombardment_only:
        umpire.tell("SH C18", "event.no_effect", units=ids(draft, assault.guns))
        return
    advance = Advancing(side, draft.scenario.board.grid.name(assault.hex), ids(draft, assault.melee))
    if code == "AE":
        remove(draft, assault.melee, clause, umpire)
    elif code == "AR":
        umpire.push(Retreating(side, ids(draft, assault.melee)))
    elif code == "EN":
        engage(draft, assault.hex, assault.melee, assault.defenders)
        umpire.tell(clause, "event.engaged", units=ids(draft, assault.melee))
    elif code == "DR":
        umpire.push(Retreating(enemy_of(side), ids(draft, assault.defenders)), advance)
    else:
        remove(draft, assault.defenders, clause, umpire)
        umpire.push(advance)
        if code == "EX" and assault.melee:
            umpire.push(Exchange(side, ids(draft, assault.melee), assault.printed))


def remove(draft: SharpsburgState, pieces: Sequence[int], clause: str, umpire: Umpire) -> None:
    for piece in pieces:
        eliminate(draft, piece, umpire, clause=clause)


@dataclass(frozen=True, slots=True)
class Exchange(TakeLosses):
    """The attacker removes units until he has lost as much as the defender, at face value (SH 9h, SH C13)."""

    clause: ClassVar[str] = "SH C13"
    paying: ClassVar[type[Lose]] = Lose
    refusal: ClassVar[str] = "reason.not_in_exchange"
    units: tuple[str, ...]
    owed: int

    def payers(self, state: SharpsburgState) -> list[str]:
        """Units that can still be given up: any while something is owed, or such as do not exceed it."""
        strength = {unit: state.scenario.strength[state.scenario.index[unit]] for unit in self.units}
        if state.scenario.settings["exchange"] == "at_least":
            return list(self.units) if self.owed > 0 else []
        return [unit for unit in self.units if strength[unit] <= self.owed]

    def pay(self, draft: SharpsburgState, unit: str, umpire: Umpire) -> None:
        piece = draft.scenario.index[unit]
        left = tuple(other for other in self.units if other != unit)
        umpire.replace(Exchange(self.side, left, self.owed - draft.scenario.strength[piece]))
        eliminate(draft, piece, umpire, clause="SH C13")

    def prompt(self, state: SharpsburgState) -> Text:
        return text("prompt.exchange", n=self.owed)


@dataclass(frozen=True, slots=True)
class Advancing(Decision):
    """No advance after combat in the book (SH C14); where the players allow it, attackers enter the empty hex."""

    hex: str
    units: tuple[str, ...]
    follow_up: ClassVar[bool] = True

    def able(self, state: SharpsburgState) -> list[str]:
        """Adjacent attackers that are still there and find room; Union guns would have to limber first."""
        field = state.scenario
        hex_ = field.board.grid.index(self.hex)
        if not field.settings["advance_after_combat"] or state.occupied(enemy_of(self.side)) >> hex_ & 1:
            return []
        full = state.full(self.side) >> hex_ & 1
        pieces = [field.index[unit] for unit in self.units]
        return [
            field.ids[piece]
            for piece in pieces
            if state.at[piece] >= 0 and state.at[piece] != hex_ and not field.limbers(piece)
            and not (full and field.is_infantry[piece])
        ]  # fmt: skip

    def idle(self, draft: SharpsburgState) -> bool:
        return not self.able(draft)

    def options(self, state: SharpsburgState) -> Choice:
        able: list[Action] = [Advance(unit) for unit in self.able(state)]
        return Choice([*able, END], "SH C14", "reason.cannot_advance")

    def apply(self, draft: SharpsburgState, action: Action, umpire: Umpire) -> None:
        if not isinstance(action, Advance):
            umpire.pop()
            return
        enter(draft, draft.scenario.index[action.unit], draft.scenario.board.grid.index(self.hex))
        umpire.tell("SH C14", "event.advances", unit=action.unit, hex=self.hex)

    def prompt(self, state: SharpsburgState) -> Text:
        return text("prompt.advance", hex=self.hex)
