"""Chapters 5 to 7: the turn, the initiative die, arrivals."""

from __future__ import annotations

from hardtack.battles.bull_run.combat import FIRST_HALF, SECOND_HALF, Combat
from hardtack.battles.bull_run.movement import Movement, check_farm_ford, note_contact, scout_flank
from hardtack.battles.bull_run.solitaire import roll_order
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.victory import check_objectives, count_holds, count_losses
from hardtack.board.native import dataclass
from hardtack.referee.events import CONFEDERATE, UNION, enemy_of
from hardtack.referee.frames import Step
from hardtack.referee.state import WAITING, put
from hardtack.referee.umpire import Umpire

LETTER = {UNION: "U", CONFEDERATE: "C"}


@dataclass(frozen=True, slots=True)
class RollInitiatives(Step):
    """The permitted variant: all initiatives are rolled before play and written on the track (6.0a)."""

    def run(self, draft: BullRunState, umpire: Umpire) -> None:
        letters = ""
        for turn in range(1, draft.scenario.turns + 1):
            side = roll_initiative(draft, umpire)
            letters += LETTER[side]
            umpire.tell("BR 6.0a", "event.initiative_written", side=side, turn=turn)
        draft.initiatives = letters


@dataclass(frozen=True, slots=True)
class StartTurn(Step):
    """Initiative, arrivals, then the phases in the book's order (5.1a)."""

    def run(self, draft: BullRunState, umpire: Umpire) -> None:
        reset(draft)
        umpire.tell("BR 5.1", "event.turn", turn=draft.turn, time=draft.scenario.battle.page.clock(draft))
        take_initiative(draft, umpire)
        place_arrivals(draft, umpire)
        first = draft.initiative
        second = enemy_of(first)
        umpire.push(
            StartMovement(first), Movement(first), StartMovement(second), Movement(second),
            Combat(first, FIRST_HALF), Combat(second, SECOND_HALF), EndTurn(),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class StartMovement(Step):
    """The die rolls that open a movement phase: Farm Ford (8.4c), orders (9.0), awareness (8.4b)."""

    side: str

    def run(self, draft: BullRunState, umpire: Umpire) -> None:
        if self.side == UNION:
            check_farm_ford(draft, umpire)
            return
        order_first = draft.scenario.settings["action_roll"] == "before_awareness"
        if draft.scenario.solitaire and order_first:
            roll_order(draft, umpire)
        scout_flank(draft, umpire)
        if draft.scenario.solitaire and not order_first:
            roll_order(draft, umpire)


@dataclass(frozen=True, slots=True)
class EndTurn(Step):
    """The victory check that closes a turn (3.1, 3.2, 3.5)."""

    def run(self, draft: BullRunState, umpire: Umpire) -> None:
        if nobody_could_attack(draft):
            umpire.tell("BR 10.1", "event.no_combat")
        count_holds(draft, umpire)
        check_objectives(draft, umpire)
        if draft.outcome is not None:
            return
        if draft.turn == draft.scenario.turns:
            count_losses(draft, umpire)
            return
        draft.turn += 1
        umpire.push(StartTurn())


def nobody_could_attack(draft: BullRunState) -> bool:
    """Whether neither half of the combat phase had anything to decide: then nobody was asked, and the log says why."""
    if any(draft.attacked) or any(draft.hesitated):
        return False
    first = draft.initiative
    return Combat(first, FIRST_HALF).idle(draft) and Combat(enemy_of(first), SECOND_HALF).idle(draft)


def reset(draft: BullRunState) -> None:
    """Points and combat marks are per turn; a unit fires with what it has now (8.1a, 10.4b)."""
    none = (0,) * len(draft.at)
    draft.fresh = draft.strength
    draft.spent = draft.balked = draft.attacked = draft.defended = none
    draft.answered = draft.hesitated = draft.settled = none


def roll_initiative(draft: BullRunState, umpire: Umpire) -> str:
    """1-3 Union, 4-6 Confederate (6.0)."""
    return UNION if umpire.check(draft.scenario.checks["initiative"]) else CONFEDERATE


def take_initiative(draft: BullRunState, umpire: Umpire) -> None:
    if draft.initiatives:
        draft.initiative = UNION if draft.initiatives[draft.turn - 1] == LETTER[UNION] else CONFEDERATE
        umpire.tell("BR 6.0a", "event.initiative", side=draft.initiative)
    else:
        draft.initiative = roll_initiative(draft, umpire)
        umpire.tell("BR 6.0", "event.initiative", side=draft.initiative)


def place_arrivals(draft: BullRunState, umpire: Umpire) -> None:
    """Every unit that is due appears on its hex; one whose hex is closed waits (7.0, C3)."""
    names = draft.scenario.board.grid.names
    for unit, brigade in enumerate(draft.scenario.pieces):
        if draft.at[unit] != WAITING or brigade.turn > draft.turn:
            continue
        hex_ = entry_hex(draft, unit)
        if hex_ is None:
            umpire.tell("BR C3", "event.arrival_waits", unit=brigade.id, hex=brigade.hex)
        else:
            draft.at = put(draft.at, unit, hex_)
            umpire.tell("BR 7.0", "event.arrival", unit=brigade.id, hex=names[hex_])
    note_contact(draft, umpire)


def entry_hex(draft: BullRunState, unit: int) -> int | None:
    """Where a due unit can appear: its own hex, or with the other reading an open hex next to it on its bank."""
    scenario = draft.scenario
    home = scenario.homes[unit]
    side = scenario.side_of[unit]
    closed = draft.occupied(enemy_of(side)) | draft.full(side)
    if not closed >> home & 1:
        return home
    if scenario.settings["blocked_entry"] == "wait":
        return None
    same_bank = scenario.ground.south if scenario.ground.on_south(home) else scenario.ground.north
    near = [h for h in scenario.board.grid.around[home] if same_bank >> h & 1 and not closed >> h & 1]
    return min(near, default=None)
