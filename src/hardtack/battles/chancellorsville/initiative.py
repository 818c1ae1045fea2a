"""Initiatives that do not go by the dice alone (SLB 13.1b, 13.2c-e, 13.3c, 13.4b, 13.5a)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from hardtack.battles.chancellorsville.book import Automatic, FixedPhase, InitiativeModifier, ScenarioBook
from hardtack.battles.gcacw.actions import ActivateLeader, NameUnit, Pass
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.combat import Attack, Line
from hardtack.battles.gcacw.state import CampaignState, fact, note
from hardtack.board.masks import hexes_in, marked, mask_of
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, UNION, Reason, Text, reason, text
from hardtack.referee.umpire import Umpire

NIGHT = "night"
STRUCK = "struck"  # the side with the automatic initiative has attacked or gone north


def fixed_phases(book: ScenarioBook) -> dict[tuple[int, int], FixedPhase]:
    """The fixed phases by turn and number."""
    return {(fixed.turn, number): fixed for fixed in book.initiative.fixed for number in fixed.phases}


def in_rows(phases: dict[tuple[int, int], FixedPhase]) -> tuple[tuple[FixedPhase | None, ...], ...]:
    """The fixed phases in rows: row n for turn n, up to the last phase that is fixed in it."""
    last = max((turn for turn, _ in phases), default=-1)
    numbers = [[number for turn, number in phases if turn == row] for row in range(last + 1)]
    return tuple(
        tuple(phases.get((turn, number)) for number in range(max(fixed, default=-1) + 1))
        for turn, fixed in enumerate(numbers)
    )


def first_side(book: ScenarioBook) -> str:
    """The side that has the first phase, as far as the book fixes it."""
    automatic = book.initiative.automatic
    if automatic is not None:
        return automatic.side
    return book.initiative.fixed[0].side if book.initiative.fixed else UNION


@cache
def _only_for(fixed: FixedPhase) -> Reason:
    """Why others are left out: whom the phase is for."""
    if fixed.units:
        return reason(fixed.clause, "reason.phase_units", units=fixed.units)
    return reason(fixed.clause, "reason.phase_commands", term=(*fixed.divisions, *fixed.corps))


class InitiativeScene(Campaign):
    """A scenario with the initiatives its book gives."""

    book: ScenarioBook
    fixed: dict[tuple[int, int], FixedPhase]
    fixed_rows: tuple[tuple[FixedPhase | None, ...], ...]  # the same by turn and by phase, as far as there are any
    west_of: dict[int, int]  # the hexes west of the columns that fixed phases name
    initiative_rules: Sequence[InitiativeModifier]  # what is added to the dice of some phases
    automatic: Automatic | None

    def fixed_phase(self, state: CampaignState) -> FixedPhase | None:
        """The fixed phase the game is in, if any."""
        rows, turn, phase = self.fixed_rows, state.turn, state.phase
        if turn >= len(rows) or phase >= len(rows[turn]):
            return None
        return rows[turn][phase]

    # -- who has the phase

    def forced_initiative(self, state: CampaignState) -> str | None:
        fixed, automatic = self.fixed_phase(state), self.automatic
        if fixed is not None:
            return fixed.side
        return automatic.side if automatic is not None and not fact(state, STRUCK) else None

    def initiative_given(self, draft: CampaignState, umpire: Umpire, side: str) -> None:
        """Tell who has the phase without a roll, and what the book gives it for."""
        fixed, automatic = self.fixed_phase(draft), self.automatic
        clause = fixed.clause if fixed else automatic.clause if automatic else "GC 4.1"
        umpire.tell(clause, "event.initiative_given", side=side)
        purpose = self.phase_purpose(draft)
        if purpose is not None:
            umpire.tell(clause, purpose.key, seats=None, **dict(purpose.args))

    def phase_purpose(self, state: CampaignState) -> Text | None:
        """What the book gives a fixed phase for, where it names units or a leader; the log and the prompt say it."""
        fixed = self.fixed_phase(state)
        if fixed is None:
            return None
        if fixed.leader in self.index and state.at[self.index[fixed.leader]] >= 0:
            if fixed.units:
                return text("purpose.units", unit_leader=fixed.leader, units=fixed.units)
            return text("purpose.leader", unit_leader=fixed.leader, modifier=f"{fixed.combat_bonus:+d}")
        if fixed.divisions:
            return text("purpose.division", term_division=fixed.divisions)
        if fixed.corps:
            return text("purpose.corps", term_corps=fixed.corps, column=fixed.lowest_column)
        return None

    def activation_prompt(self, state: CampaignState, second: bool) -> Text:
        return self.phase_purpose(state) or super().activation_prompt(state, second)

    def opponent_may_take(self, state: CampaignState) -> bool:
        """A fixed phase is its side's alone; an initiative won automatically is passed on as by the dice."""
        fixed = self.fixed_phase(state)
        return fixed is None or fixed.opponent_may_take

    def initiative_modifier(self, state: CampaignState, side: str) -> int:
        """SLB 13.2e: what is added to a side's initiative die in this phase."""
        if not self.initiative_rules:
            return 0
        total = 0
        for rule in self.initiative_rules:
            if rule.turn == state.turn and rule.side == side and state.phase in rule.phases:
                total += rule.modifier
        return total

    def initiative_rolled(self, draft: CampaignState, umpire: Umpire, union: int, confederate: int) -> None:
        """SLB 13.2e: why a die shows more than it rolled; the first tie from the seventh phase on brings night, for the
        action of that phase too."""
        for rule in self.initiative_rules:
            if rule.turn == draft.turn and draft.phase in rule.phases:
                umpire.tell(rule.clause, "event.initiative_modifier", side=rule.side, modifier=f"{rule.modifier:+d}")
        if union != confederate:
            return
        night = self.book.initiative.night
        if night is None or draft.turn != night.turn or draft.phase < night.from_phase:
            return
        if not fact(draft, NIGHT):
            note(draft, NIGHT)
            umpire.tell(night.clause, "event.night", modifier=night.attacker_modifier)

    def turn_begins(self, draft: CampaignState, umpire: Umpire) -> None:
        """SLB 13.2e: night ends with its turn."""
        if fact(draft, NIGHT):
            note(draft, NIGHT, 0)

    def attack_ordered(self, draft: CampaignState, umpire: Umpire, by: int, target: int) -> None:
        self.strike(draft, umpire, self.side_of[by])

    def strike(self, draft: CampaignState, umpire: Umpire, side: str) -> None:
        """SLB 13.1b: the automatic initiatives end with this phase."""
        automatic = self.automatic
        if automatic is not None and side == automatic.side and not fact(draft, STRUCK):
            note(draft, STRUCK)
            umpire.tell(automatic.clause, "event.union_initiative_over")

    def goes_north(self, draft: CampaignState, umpire: Umpire, unit: int, here: int, there: int) -> None:
        """SLB 13.1b: a unit of the side crosses into the region that ends its automatic initiatives."""
        automatic = self.automatic
        if automatic is None:
            return
        region = self.board.regions[automatic.until_region]
        if region >> there & 1 and not region >> here & 1:
            self.strike(draft, umpire, self.side_of[unit])

    # -- what a fixed phase is for

    def phase_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        """Why a fixed phase is not for this unit."""
        fixed = self.fixed_phase(state)
        if fixed is None or self.side_of[unit] != fixed.side:
            return
        if fixed.names_units and not self.belongs(state, fixed, unit):
            yield _only_for(fixed)
        if fixed.each_once and state.fatigue[unit]:  # only its own activation can have tired it so early
            yield reason(fixed.clause, "reason.phase_used", unit=self.pieces[unit].id)

    def kept_out(self, state: CampaignState, fixed: FixedPhase, units: int) -> int:
        """Those of a set of units against which `phase_bans` has something, all of them at once."""
        own = units & self.forces[fixed.side]
        kept = own & marked(state.fatigue) if fixed.each_once else 0
        if fixed.names_units:
            kept |= mask_of([unit for unit in hexes_in(own) if not self.belongs(state, fixed, unit)])
        return kept

    def belongs(self, state: CampaignState, fixed: FixedPhase, unit: int) -> bool:
        corps, division = self.command_of(state, unit)
        return self.ids[unit] in fixed.units or division in fixed.divisions or corps in fixed.corps

    def phase_leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        """Why a fixed phase is not for this leader: it names another, or asks for an activation and no assault."""
        fixed = self.fixed_phase(state)
        if fixed is None or self.side_of[leader] != fixed.side:
            return
        if fixed.leader and self.pieces[leader].id != fixed.leader:
            yield reason(fixed.clause, "reason.phase_leader", unit_leader=fixed.leader)
            return
        if fixed.corps and self.pieces[leader].corps not in fixed.corps:
            yield _only_for(fixed)
        if what == "assault" and (fixed.leader or fixed.names_units):
            yield reason(fixed.clause, "reason.phase_no_assault")

    def free_choice(self, state: CampaignState) -> bool:
        return self.fixed_phase(state) is None

    def bars_action(self, state: CampaignState, side: str, action: Action) -> Reason | None:
        """SLB 13.2c, 13.2d: what a fixed phase asks for, and how many units it is for."""
        fixed = self.fixed_phase(state)
        if fixed is None or fixed.side != side:
            return None
        if isinstance(action, NameUnit):
            named = len(getattr(state.agenda[-1], "named", ()))
            full = bool(fixed.units_at_most) and named >= fixed.units_at_most
            return reason(fixed.clause, "reason.one_unit_only") if full else None
        if isinstance(action, Pass) and not fixed.must:
            return None
        if fixed.must and not isinstance(action, ActivateLeader):
            return reason(fixed.clause, "reason.phase_leader", unit_leader=fixed.leader)
        return None

    def column_limit(self, state: CampaignState, unit: int, hex_: int) -> Reason | None:
        """SLB 13.2c: the unit of the first phase goes and attacks no further west than column 33."""
        fixed = self.fixed_phase(state)
        if fixed is None or not self.west_limit(fixed, unit) >> hex_ & 1:
            return None
        return reason(fixed.clause, "reason.west_limit", column=fixed.lowest_column)

    def west_limit(self, fixed: FixedPhase, unit: int) -> int:
        """The hexes too far west for a unit in such a phase, as a mask."""
        return self.west_of[fixed.lowest_column] if self.side_of[unit] == fixed.side else 0

    def attack_lines(self, state: CampaignState, attack: Attack) -> Sequence[Line]:
        """SLB 13.2d: the bonus of the units under the leader of a surprise phase; SLB 13.2e: darkness."""
        lines, fixed, night = [], self.fixed_phase(state), self.book.initiative.night
        if fixed is not None and attack.side == CONFEDERATE and self.belongs(state, fixed, attack.attackers[0]):
            lines.append(Line(fixed.clause, "line.surprise", fixed.combat_bonus))
        if night is not None and fact(state, NIGHT):
            lines.append(Line(night.clause, "line.darkness", night.attacker_modifier))
        return lines
