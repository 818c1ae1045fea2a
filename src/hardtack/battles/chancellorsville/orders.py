"""Who may be activated, and what wakes, warns or arms them (SLB 13.1c, 13.3b, 13.4e, 13.4g)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from hardtack.battles.chancellorsville.book import HorseArtillery, LateRiser, Unwarned
from hardtack.battles.chancellorsville.initiative import InitiativeScene
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.state import CampaignState, Facts, fact, mark, note
from hardtack.board.masks import at_least
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, UNION, Reason, reason
from hardtack.referee.state import LOST
from hardtack.referee.umpire import Umpire

WARNED = "warned"
BREACHED = "breached"  # enough of the hexes near Fredericksburg have been empty
ROUSED = "roused"
GUNS = "guns"
PARKED, ISSUED, TAKEN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Warn(Action):
    """SLB 13.1c: spend the initiative on a warning. It is the side's doing, not the warned unit's."""

    verb: ClassVar[str] = "warn"
    unit: str


@dataclass(frozen=True, slots=True)
class IssueGuns(Action):
    """SLB 13.4g: spend the initiative to issue the horse artillery."""

    verb: ClassVar[str] = "issue"


class OrdersScene(InitiativeScene):
    """A scenario whose book holds units back."""

    held_back: frozenset[int]  # those who wait for a turn, a warning or a rousing
    frozen: int  # those of them who wait for a turn, as a mask
    frozen_until: int
    warned: int  # who waits for a warning
    roused: int  # who waits for a rousing
    warning: Unwarned | None
    late_riser: LateRiser | None
    horse_artillery: HorseArtillery | None
    all_tired_at: int  # the fatigue of everybody that ends the game; 0: none does

    def waiting_bans(self, turn: int, facts: Facts, piece: int) -> Iterator[Reason]:
        """Why a unit or leader may not be activated yet, whatever the phase."""
        book, name, known = self.book, self.pieces[piece].id, dict(facts)
        if book.frozen is not None and turn < book.frozen.until_turn and name in book.frozen.units:
            yield reason(book.frozen.clause, "reason.frozen", unit=name, turn=book.frozen.until_turn)
        if book.warning is not None and name == book.warning.unit and not known.get(WARNED):
            yield reason(book.warning.clause, "reason.not_warned", unit=name)
        if book.late_riser is not None and name == book.late_riser.unit and not known.get(ROUSED):
            rule = book.late_riser
            yield reason(
                rule.clause, "reason.not_roused", unit=name, hex=rule.near, n=rule.within, fatigue=rule.cavalry_fatigue
            )

    def waiting(self, state: CampaignState) -> int:
        """Those against whom `waiting_bans` has something, as a mask."""
        waiting = self.frozen if state.turn < self.frozen_until else 0
        if self.warned and not fact(state, WARNED):
            waiting |= self.warned
        if self.roused and not fact(state, ROUSED):
            waiting |= self.roused
        return waiting

    def cycle_over(self, state: CampaignState) -> bool:
        """SLB 13.4c, 13.5a: every unit on the map is at the fatigue that ends the game."""
        if not self.all_tired_at:
            return False
        return not state.deployment.present & self.combat_mask & ~at_least(state.fatigue, self.all_tired_at)

    def after_phase(self, draft: CampaignState, umpire: Umpire) -> None:
        self.check_breach(draft, umpire)
        self.tired_cavalry(draft, umpire)

    # -- McLaws' warning (SLB 13.1c) and the issue of guns, which spend an initiative

    def check_breach(self, draft: CampaignState, umpire: Umpire) -> None:
        """SLB 13.1c: once two of the hexes hold no Confederate unit, the warning can be sent ever after."""
        rule = self.warning
        if rule is None or fact(draft, BREACHED):
            return
        held = draft.occupied(CONFEDERATE)
        if sum(not held >> self.hex(name) & 1 for name in rule.hexes) >= rule.emptied:
            note(draft, BREACHED)
            umpire.tell(rule.clause, "event.alarm", unit=rule.unit)

    def special_actions(self, state: CampaignState, side: str) -> Sequence[Action]:
        rule, park = self.warning, self.horse_artillery
        if rule is None and park is None:
            return ()
        found: list[Action] = []
        if side == CONFEDERATE and rule is not None and fact(state, BREACHED) and not fact(state, WARNED):
            found += [Warn(rule.unit)] if state.at[self.index[rule.unit]] >= 0 else []
        if side == CONFEDERATE and park is not None and fact(state, GUNS) == PARKED:
            found.append(IssueGuns())
        return found

    def do_special(self, draft: CampaignState, umpire: Umpire, side: str, action: Action) -> None:
        rule, park = self.book.warning, self.book.horse_artillery
        if isinstance(action, Warn) and rule is not None:
            note(draft, WARNED)
            umpire.tell(rule.clause, "event.warned", unit=rule.unit)
        elif isinstance(action, IssueGuns) and park is not None:
            self._remove_park(draft, park.unit, ISSUED)
            umpire.tell(park.clause, "event.guns_issued")

    def special_reasons(self, state: CampaignState, side: str, action: Action) -> list[Reason]:
        """Why a warning or an issue of guns is not offered."""
        rule, park = self.book.warning, self.book.horse_artillery
        if isinstance(action, Warn) and rule is not None:
            found = []
            lost = state.at[self.index[rule.unit]] < 0
            if action.unit != rule.unit or side != CONFEDERATE or fact(state, WARNED) or lost:
                found.append(reason(rule.clause, "reason.no_warning"))
            if not fact(state, BREACHED):
                found.append(reason(rule.clause, "reason.no_alarm"))
            return found
        if isinstance(action, IssueGuns) and park is not None:
            return [reason(park.clause, "reason.no_guns")]
        return []

    # -- Rodes at Culpeper (SLB 13.4e)

    def rouse(self, draft: CampaignState, umpire: Umpire) -> None:
        rule = self.late_riser
        if rule is not None and not fact(draft, ROUSED):
            note(draft, ROUSED)
            umpire.tell(rule.clause, "event.roused", unit=rule.unit)

    def approached(self, draft: CampaignState, umpire: Umpire, unit: int, hex_: int) -> None:
        """A Union unit has moved; near enough to the place it rouses the sleeper."""
        rule = self.late_riser
        if rule is None or self.side_of[unit] != UNION or fact(draft, ROUSED):
            return
        if self.board.grid.distance(hex_, self.hex(rule.near)) <= rule.within:
            self.rouse(draft, umpire)

    def tired_cavalry(self, draft: CampaignState, umpire: Umpire) -> None:
        """Every Confederate cavalry unit on the map is tired enough."""
        rule = self.late_riser
        if rule is None or fact(draft, ROUSED):
            return
        cavalry = self.arms[CAVALRY] & self.combat_mask & self.forces[CONFEDERATE] & draft.deployment.present
        if not cavalry & ~at_least(draft.fatigue, rule.cavalry_fatigue):
            self.rouse(draft, umpire)

    def march_modifier(self, state: CampaignState, unit: int, leader: int | None) -> int:
        """SLB 13.4e: Rodes marches at -1 instead of the Confederate +1."""
        rule = self.late_riser
        if rule is not None and self.ids[unit] == rule.unit:
            return rule.march_modifier
        return super().march_modifier(state, unit, leader)

    # -- the horse artillery (SLB 13.4g)

    def take_guns(self, draft: CampaignState, umpire: Umpire, unit: int, hex_: int) -> None:
        """A Union unit enters the park before the guns are issued."""
        rule = self.horse_artillery
        if rule is None or self.side_of[unit] != UNION or fact(draft, GUNS) != PARKED:
            return
        if hex_ == self.hex(rule.hex):
            self._remove_park(draft, rule.unit, TAKEN)
            umpire.tell(rule.clause, "event.guns_taken", unit=self.pieces[unit].id, hex=rule.hex)

    def _remove_park(self, draft: CampaignState, counter: str, how: int) -> None:
        note(draft, GUNS, how)
        mark(draft, self.index[counter], at=LOST)

    def has_guns(self, state: CampaignState, unit: int) -> bool:
        """SLB 13.4g: Confederate cavalry has its printed artillery only once it is issued."""
        if self.horse_artillery is None or self.side_of[unit] != CONFEDERATE or self.types[unit] != CAVALRY:
            return True
        return fact(state, GUNS) == ISSUED
