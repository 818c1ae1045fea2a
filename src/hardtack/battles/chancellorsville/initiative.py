"""Initiatives that do not go by the dice alone (SLB 13.1b, 13.2c-e, 13.3c, 13.4b, 13.5a)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville.book import FixedPhase, ScenarioBook
from hardtack.battles.gcacw.actions import ActivateLeader, NameUnit, Pass
from hardtack.battles.gcacw.state import CampaignState, fact, note
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, UNION, Reason, Text, reason, text

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.referee.umpire import Umpire

NIGHT = "night"
STRUCK = "struck"  # the side with the automatic initiative has attacked or gone north


def fixed_phases(book: ScenarioBook) -> dict[tuple[int, int], FixedPhase]:
    """The fixed phases by turn and number."""
    return {(fixed.turn, number): fixed for fixed in book.initiative.fixed for number in fixed.phases}


def fixed_phase(scene: Scene, state: CampaignState) -> FixedPhase | None:
    """The fixed phase the game is in, if any."""
    return scene.fixed.get((state.turn, state.phase))


def first_side(book: ScenarioBook) -> str:
    """The side that has the first phase, as far as the book fixes it."""
    automatic = book.initiative.automatic
    if automatic is not None:
        return automatic.side
    return book.initiative.fixed[0].side if book.initiative.fixed else UNION


def forced_side(scene: Scene, state: CampaignState) -> str | None:
    """The side that has this phase without a roll."""
    fixed = fixed_phase(scene, state)
    if fixed is not None:
        return fixed.side
    automatic = scene.book.initiative.automatic
    if automatic is not None and not fact(state, STRUCK):
        return automatic.side
    return None


def tell_given(scene: Scene, draft: CampaignState, umpire: Umpire, side: str) -> None:
    """Tell who has the phase without a roll, and what the book gives it for."""
    fixed, automatic = fixed_phase(scene, draft), scene.book.initiative.automatic
    if fixed is None:
        umpire.tell(automatic.clause if automatic else "GC 4.1", "event.initiative_given", side=side)
        return
    umpire.tell(fixed.clause, "event.initiative_given", side=side)
    purpose = phase_purpose(scene, draft)
    if purpose is not None:
        umpire.tell(fixed.clause, purpose.key, seats=None, **dict(purpose.args))


def phase_purpose(scene: Scene, state: CampaignState) -> Text | None:
    """What the book gives a fixed phase for, where it names units or a leader; the log and the prompt say it."""
    fixed = fixed_phase(scene, state)
    if fixed is None:
        return None
    if fixed.leader in scene.index and state.at[scene.index[fixed.leader]] >= 0:
        if fixed.units:
            return text("purpose.units", unit_leader=fixed.leader, units=fixed.units)
        return text("purpose.leader", unit_leader=fixed.leader, modifier=f"{fixed.combat_bonus:+d}")
    if fixed.divisions:
        return text("purpose.division", term_division=fixed.divisions)
    if fixed.corps:
        return text("purpose.corps", term_corps=fixed.corps, column=fixed.lowest_column)
    return None


def modifier(book: ScenarioBook, state: CampaignState, side: str) -> int:
    """SLB 13.2e: what is added to a side's initiative die in this phase."""
    return sum(
        rule.modifier
        for rule in book.initiative.modifier
        if rule.turn == state.turn and state.phase in rule.phases and rule.side == side
    )


def tell_modifiers(book: ScenarioBook, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 13.2e: why a die of the initiative shows more than it rolled."""
    for rule in book.initiative.modifier:
        if rule.turn == draft.turn and draft.phase in rule.phases:
            umpire.tell(rule.clause, "event.initiative_modifier", side=rule.side, modifier=f"{rule.modifier:+d}")


def nightfall(book: ScenarioBook, draft: CampaignState, umpire: Umpire, union: int, confederate: int) -> None:
    """SLB 13.2e: the first tie from the seventh phase on brings night, for the action of that phase too."""
    night = book.initiative.night
    if night is None or draft.turn != night.turn or draft.phase < night.from_phase or union != confederate:
        return
    if not fact(draft, NIGHT):
        note(draft, NIGHT)
        umpire.tell(night.clause, "event.night", modifier=night.attacker_modifier)


def strike(book: ScenarioBook, draft: CampaignState, umpire: Umpire, side: str) -> None:
    """SLB 13.1b: the automatic initiatives end with this phase."""
    automatic = book.initiative.automatic
    if automatic is not None and side == automatic.side and not fact(draft, STRUCK):
        note(draft, STRUCK)
        umpire.tell(automatic.clause, "event.union_initiative_over")


def goes_north(scene: Scene, draft: CampaignState, umpire: Umpire, unit: int, here: int, there: int) -> None:
    """SLB 13.1b: a unit of the side crosses into the region that ends its automatic initiatives."""
    automatic = scene.book.initiative.automatic
    if automatic is None:
        return
    region = scene.board.regions[automatic.until_region]
    if region >> there & 1 and not region >> here & 1:
        strike(scene.book, draft, umpire, scene.pieces[unit].side)


def bars_unit(scene: Scene, state: CampaignState, unit: int) -> Iterator[Reason]:
    """Why a fixed phase is not for this unit."""
    fixed = fixed_phase(scene, state)
    if fixed is None or scene.pieces[unit].side != fixed.side:
        return
    if fixed.names_units and not belongs(scene, state, fixed, unit):
        yield _only_for(fixed)
    if fixed.each_once and state.fatigue[unit]:  # only its own activation can have tired it so early
        yield reason(fixed.clause, "reason.phase_used", unit=scene.pieces[unit].id)


def belongs(scene: Scene, state: CampaignState, fixed: FixedPhase, unit: int) -> bool:
    corps, division = scene.command_of(state, unit)
    return scene.pieces[unit].id in fixed.units or division in fixed.divisions or corps in fixed.corps


def bars_leader(scene: Scene, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
    """Why a fixed phase is not for this leader: it names another, or asks for an activation and no assault."""
    fixed = fixed_phase(scene, state)
    if fixed is None or scene.pieces[leader].side != fixed.side:
        return
    if fixed.leader and scene.pieces[leader].id != fixed.leader:
        yield reason(fixed.clause, "reason.phase_leader", unit_leader=fixed.leader)
        return
    if fixed.corps and scene.pieces[leader].corps not in fixed.corps:
        yield _only_for(fixed)
    if what == "assault" and (fixed.leader or fixed.names_units):
        yield reason(fixed.clause, "reason.phase_no_assault")


@cache
def _only_for(fixed: FixedPhase) -> Reason:
    """Why others are left out: whom the phase is for."""
    if fixed.units:
        return reason(fixed.clause, "reason.phase_units", units=fixed.units)
    return reason(fixed.clause, "reason.phase_commands", term=(*fixed.divisions, *fixed.corps))


def surprise(scene: Scene, state: CampaignState, unit: int) -> int:
    """SLB 13.2d: the bonus of the units under the leader of a surprise phase."""
    fixed = fixed_phase(scene, state)
    if fixed is None or not fixed.combat_bonus or scene.pieces[unit].side != CONFEDERATE:
        return 0
    return fixed.combat_bonus if belongs(scene, state, fixed, unit) else 0


def darkness(book: ScenarioBook, state: CampaignState) -> int:
    """SLB 13.2e: the attacker's modifier after nightfall."""
    night = book.initiative.night
    return night.attacker_modifier if night is not None and fact(state, NIGHT) else 0


# -- what a fixed phase is for


def bars_action(scene: Scene, state: CampaignState, side: str, action: Action) -> Reason | None:
    """SLB 13.2c, 13.2d: what a fixed phase asks for, and how many units it is for."""
    fixed = fixed_phase(scene, state)
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


def column_limit(scene: Scene, state: CampaignState, unit: int, hex_: int) -> Reason | None:
    """SLB 13.2c: the unit of the first phase goes and attacks no further west than column 33."""
    fixed = fixed_phase(scene, state)
    if fixed is None or scene.pieces[unit].side != fixed.side or scene.board.grid.column(hex_) >= fixed.lowest_column:
        return None
    return reason(fixed.clause, "reason.west_limit", column=fixed.lowest_column)
