"""An attack: whether it is allowed (GC 7.1), and the combat from the dice to the advance (GC 7.4-7.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.gcacw.actions import AdvanceUnit, NoAdvance
from hardtack.battles.gcacw.combat import ASSAULT, Appraisal, Attack, appraise
from hardtack.battles.gcacw.counters import ARTILLERY, CAVALRY, INFANTRY
from hardtack.battles.gcacw.leaders import left_alone
from hardtack.battles.gcacw.losses import Losses
from hardtack.battles.gcacw.retreat import Flight, Withdrawal
from hardtack.battles.gcacw.screen import offer_screen
from hardtack.battles.gcacw.state import CampaignState, disorganise, leaders_at, named, on_map, place, tire, units_at
from hardtack.battles.gcacw.tables import FACES, Result, attacker_chart, defender_chart
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import dataclass, replace
from hardtack.referee.bans import Asked, Ban, Told
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Reason, enemy_of, reason
from hardtack.referee.frames import Frame, Step
from hardtack.referee.orders import Order, SideOrder, UnitOrder
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

if TYPE_CHECKING:
    from hardtack.battles.gcacw.march import March


CHARGE_GROUND = ("clear", "rolling")
MARGINS = range(-5, 6)  # one die less another


# -- which attacks are allowed (GC 7.1.1-7.1.3), and which may be cavalry charges (SLB 13.4f)


def target_refusals(state: CampaignState, side: str, here: int, target: int) -> Iterator[Reason]:
    """GC 7.1.1, 7.1.3: an adjacent enemy hex over a hexside that can be crossed in this weather."""
    campaign = state.scenario
    ground = state.ground
    if not campaign.board.grid.around_mask[here] >> target & 1:
        yield reason("GC 7.1.1", "reason.target_not_adjacent")
    elif target not in ground.cost[here]:
        yield reason("GC 7.1.3", "reason.attack_hexside")
    elif state.rain and target not in ground.rain_cost[here]:
        yield reason("GC 7.1.3a", "reason.rain_ford")
    if not state.occupied(enemy_of(side)) >> target & 1:
        yield reason("GC 7.1.1", "reason.no_target")


def is_target(state: CampaignState, side: str, here: int, target: int) -> bool:
    """Whether nothing of that is said against an attack: what can be crossed now leads to adjacent hexes alone."""
    passable = state.ground.passable[bool(state.rain)][here]
    return bool((passable & state.occupied(enemy_of(side))) >> target & 1)


def is_weak(state: CampaignState, unit: int) -> bool:
    """GC 7.1.3, 11.3: Demoralised-2 units do not attack."""
    return state.demoralised[unit] == 2 and state.scenario.params.demoralize_effects == "full"


def weak_refusals(state: CampaignState, unit: int) -> Iterator[Reason]:
    if is_weak(state, unit):
        yield reason("GC 11.3", "reason.demoralised")


def may_attack(state: CampaignState, unit: int, target: int, march: March) -> bool:
    """Whether `attack_refusals` has nothing to say."""
    campaign, here = state.scenario, state.at[unit]
    if march.over or march.barred or not is_target(state, campaign.side_of[unit], here, target):
        return False
    if (march.moved and campaign.ground.is_woods_side(here, target)) or is_weak(state, unit):
        return False
    if campaign.types[unit] == ARTILLERY and campaign.params.art_alone == "barred":
        return False
    return not campaign.bars_attack(state, unit, here, target)


def attack_refusals(state: CampaignState, unit: int, target: int, march: March) -> Iterator[Reason]:
    """Every clause that forbids a marching unit to attack a hex, points apart."""
    campaign = state.scenario
    here = state.at[unit]
    yield from target_refusals(state, campaign.side_of[unit], here, target)
    if march.over:
        yield reason("GC 7.1.5", "reason.march_over")
    if march.barred:
        yield reason("GC 6.2.6", "reason.attack_after_zones")
    near = campaign.board.grid.around_mask[here]
    if march.moved and near >> target & 1 and campaign.ground.is_woods_side(here, target):
        yield reason("GC 7.1.3", "reason.attack_woods")
    yield from weak_refusals(state, unit)
    if campaign.pieces[unit].type == ARTILLERY and campaign.params.art_alone == "barred":
        yield reason("GC 7.1.3a", "reason.artillery_alone")
    yield from campaign.attack_bans(state, unit, here, target)


def charge_refusals(state: CampaignState, unit: int, target: int, march: March) -> Iterator[Reason]:
    """SLB 13.4f: who may charge, from where, at whom."""
    campaign = state.scenario
    clause = campaign.charge_clause
    if not campaign.has_charges:
        yield reason(clause, "reason.no_charges")
    if campaign.pieces[unit].type != CAVALRY:
        yield reason(clause, "reason.charge_cavalry")
    if not march.free:
        yield reason(clause, "reason.charge_began_in_zone")
    terrain = campaign.board.terrain
    if terrain[state.at[unit]] not in CHARGE_GROUND or terrain[target] not in CHARGE_GROUND:
        yield reason(clause, "reason.charge_ground")
    if any(campaign.pieces[n].type == INFANTRY and not state.demoralised[n] for n in units_at(state, target)):
        yield reason(clause, "reason.charge_infantry")


# -- the combat


@dataclass(frozen=True, slots=True)
class Engagement(Step):
    """An attack that has been ordered: roll it and lay out what follows (GC 7.5.2)."""

    side: str
    attackers: tuple[str, ...]
    hex: str
    kind: str
    charge: bool = False
    with_leaders: tuple[str, ...] = ()  # leaders who march with the attacker

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        campaign = draft.scenario
        attackers = tuple(campaign.index[unit] for unit in self.attackers)
        target = campaign.hex(self.hex)
        attack = Attack(self.side, attackers, target, self.kind, self.charge)
        appraisal = appraise(draft, attack)
        defenders = tuple(campaign.pieces[unit].id for unit in units_at(draft, target))
        clause, key = (campaign.charge_clause, "event.charges") if self.charge else ("GC 7.1.1", "event.attacks")
        umpire.tell(clause, key, units=self.attackers, hex=self.hex, units_defending=defenders, term=self.kind)
        theirs, ours, dice = roll_combat(umpire, appraisal, self.side)
        origins = tuple(sorted({campaign.name(draft.at[unit]) for unit in attackers}))
        shaken = tuple(unit for unit in defenders if draft.disorganised[campaign.index[unit]])
        for unit in attackers:  # GC 7.8: whoever attacks no longer refuses his flanks
            if draft.refused[unit]:
                draft.refused = put(draft.refused, unit, 0)
        umpire.push(*self._aftermath(draft, defenders, shaken, origins, theirs, ours))
        campaign.combat_rolled(draft, umpire, attack, dice)

    def _aftermath(
        self, draft: CampaignState, defenders: tuple[str, ...], shaken: tuple[str, ...], origins: tuple[str, ...],
        theirs: Result, ours: Result,
    ) -> list[Frame]:  # fmt: skip
        """GC 7.5.2: losses, then strain, then retreat, then advance, then the march goes on or ends."""
        enemy = enemy_of(self.side)
        frames: list[Frame] = []
        if theirs.loss:
            frames.append(Losses(enemy, defenders, theirs.loss, "combat", "GC 7.5.1"))
        if ours.loss:
            frames.append(Losses(self.side, self.attackers, ours.loss, "combat", "GC 7.5.1"))
        if theirs.strain:
            frames.append(Strain(defenders, theirs.strain))
        if ours.strain:
            frames.append(Strain(self.attackers, ours.strain))
        if theirs.flight:
            frames.append(Flight(enemy, defenders, theirs.flight, shaken, origins))
        elif draft.scenario.params.voluntary_retreat:
            frames.append(Withdrawal(enemy, defenders, origins))
        if ours.advance and self.kind == ASSAULT:
            frames.append(advance_after_assault(draft, self.side, self.attackers, self.hex))
        elif ours.advance:
            frames.append(Advance(self.side, self.attackers, self.hex, self.with_leaders))
        if self.kind != ASSAULT:
            frames.append(AfterCombat(self.hex, ours.lets_march_on and not self.charge))
        return frames


def roll_combat(umpire: Umpire, appraisal: Appraisal, side: str) -> tuple[Result, Result, tuple[int, int]]:
    """GC 7.4, 7.4.4, 7.5: the extra artillery die, both combat dice, and the two cells of the chart."""
    even = True
    if appraisal.needs_artillery_die:
        even = umpire.check((2, 4, 6))
        umpire.tell("GC 7.4.4", "event.artillery_even" if even else "event.artillery_odd", n=umpire.rolled[-1])
    modifiers = appraisal.total(even)
    # GC 7.5: a fraction of combat value is dropped.
    defence = defender_chart().column(appraisal.defence_halves // 2)
    table = combat_table(modifiers, defence, attacker_chart().column(appraisal.attack_halves // 2))
    umpire.read_pair(table, by=(side, enemy_of(side)))
    attacker, defender = umpire.rolled[-2:]
    theirs, ours = chart_cells(appraisal, attacker - defender + modifiers)
    umpire.tell(
        "GC 7.5", "event.combat",
        attacker=attacker, defender=defender, modifiers=f"{modifiers:+d}",
        difference=f"{attacker - defender + modifiers:+d}", result_attacker=ours.text, result_defender=theirs.text,
    )  # fmt: skip
    return theirs, ours, (attacker, defender)


@lru_cache(maxsize=4096)
def combat_table(modifiers: int, defence: int, attack: int) -> Sequence[Sequence[tuple[str, str, bool]]]:
    """The results of all pairs of dice in a column for each side: read off a table, so that a forecast need not tell
    equal ones apart. A pair of ones is kept apart because leaders may fall on it (GC 6.3.6)."""
    by_margin = []
    for margin in MARGINS:
        theirs = defender_chart().cell(margin + modifiers, defence)
        ours = attacker_chart().cell(margin + modifiers, attack)
        by_margin.append((theirs.text, ours.text, False))
    table = [[by_margin[first - second - MARGINS[0]] for second in FACES] for first in FACES]
    theirs_at_one, ours_at_one, _ = table[0][0]
    table[0][0] = theirs_at_one, ours_at_one, True
    return table


def chart_cells(appraisal: Appraisal, difference: int) -> tuple[Result, Result]:
    """GC 7.5: the defender's and the attacker's result for a difference; a fraction of combat value is dropped."""
    theirs = defender_chart().result(difference, appraisal.defence_halves // 2)
    return theirs, attacker_chart().result(difference, appraisal.attack_halves // 2)


@dataclass(frozen=True, slots=True)
class Strain(Step):
    """GC 6.5, 7.5: f, F or D for every unit of a side in the combat."""

    units: tuple[str, ...]
    result: str

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        campaign = draft.scenario
        params = campaign.params
        levels = {"f": params.small_f_fatigue, "F": params.big_f_fatigue, "D": params.d_fatigue}[self.result]
        alive = on_map(draft, self.units)
        numbers = [campaign.index[unit] for unit in alive]
        for number in numbers:
            tire(draft, number, levels)
            if self.result == "D":
                disorganise(draft, number)
        if alive:
            key = "event.strain_d" if self.result == "D" else "event.strain_f"
            umpire.tell("GC 6.5", key, units=alive, n=levels)
            campaign.strained(draft, umpire, numbers, self.result)


@dataclass(frozen=True, slots=True)
class Advance(OrderDecision):
    """GC 7.6.6: attackers may enter the emptied hex."""

    clause: ClassVar[str] = "GC 7.6.6"
    follow_up: ClassVar[bool] = True
    units: tuple[str, ...]
    hex: str
    with_leaders: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()  # after an assault: the hex each of the units stood in

    def orders(self, state: CampaignState) -> Sequence[Order[Any]]:
        return ADVANCES

    def idle(self, draft: CampaignState) -> bool:
        held = draft.occupied(enemy_of(self.side)) >> draft.scenario.hex(self.hex) & 1
        return bool(held) or not ADVANCES[0].units(Asked(draft, self))

    def go_in(self, draft: CampaignState, action: AdvanceUnit, umpire: Umpire) -> None:
        advance(draft, umpire, action.unit, self.hex, self.with_leaders)


Advancing = Asked["CampaignState", Advance]


def attackers(asked: Advancing) -> int:
    return named("units")(asked) & asked.state.deployment.present


def left_behind(asked: Advancing) -> int:
    """GC 6.3.5: the leaders of those who have gone in after an assault, in the hex they came from."""
    state, campaign, frame = asked.state, asked.state.scenario, asked.frame
    target, found = campaign.hex(frame.hex), 0
    for unit, start in zip(frame.units, frame.starts, strict=False):
        number = campaign.index[unit]
        if state.at[number] == target:
            leaders = leaders_at(state, campaign.hex(start))
            found |= mask_of(leader for leader in leaders if campaign.commands(state, leader, number))
    return found


def is_in(asked: Advancing) -> int:
    return mask_of(units_at(asked.state, asked.state.scenario.hex(asked.frame.hex)))


def barred_way(asked: Advancing) -> int:
    """Attackers whom the scenario lets not go there."""
    state, target = asked.state, asked.state.scenario.hex(asked.frame.hex)
    ways = ((unit, state.at[unit]) for unit in hexes_in(attackers(asked)))
    return mask_of(
        unit for unit, here in ways if here != target and state.scenario.barred_steps(state, unit, here) >> target & 1
    )


def why_barred(asked: Advancing, unit: int) -> Iterable[Reason]:
    state = asked.state
    return state.scenario.step_bans(state, unit, state.at[unit], state.scenario.hex(asked.frame.hex))


ADVANCE_BANS: tuple[Ban[Advancing], ...] = (
    Ban("GC 7.6.6", "reason.not_an_attacker", lambda asked: ~(attackers(asked) | left_behind(asked))),
    Ban("GC 7.6.6", "reason.in_already", is_in),
    Told("GC 7.6.6", "reason.not_an_attacker", barred_way, why_barred),
)
ADVANCES: Sequence[Order[Any]] = (UnitOrder(AdvanceUnit, ADVANCE_BANS, Advance.go_in), SideOrder(NoAdvance()))


def advance_after_assault(state: CampaignState, side: str, units: tuple[str, ...], hex_: str) -> Advance:
    """GC 7.6.6, 7.7.5: each of the units may go in, and the leaders it stood with."""
    campaign = state.scenario
    starts = tuple(campaign.name(state.at[campaign.index[unit]]) for unit in units)
    return Advance(side, units, hex_, starts=starts)


def advance(draft: CampaignState, umpire: Umpire, piece: str, hex_: str, with_leaders: tuple[str, ...]) -> None:
    """One piece goes in; leaders who marched with it, or would stand alone, go along (GC 6.3.5)."""
    campaign = draft.scenario
    number, target = campaign.index[piece], campaign.hex(hex_)
    if campaign.pieces[number].is_unit:
        for leader in {*(campaign.index[name] for name in with_leaders), *left_alone(draft, number)}:
            place(draft, leader, target)
    place(draft, number, target)
    umpire.tell("GC 7.6.6", "event.advances", unit=piece, hex=hex_)
    if campaign.pieces[number].is_unit:
        campaign.entered(draft, umpire, number, target, "advance")


@dataclass(frozen=True, slots=True)
class AfterCombat(Step):
    """GC 7.1.5: the march goes on only after a result without D, F, f or E."""

    hex: str
    goes_on: bool

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        from hardtack.battles.gcacw.march import March, record_guide  # a march orders engagements

        march = draft.agenda[-1]
        if not isinstance(march, March):
            return
        campaign = draft.scenario
        unit = campaign.index[march.unit]
        advanced = draft.at[unit] == campaign.hex(self.hex)
        if advanced and march.leader and march.with_leaders:  # GC 5.2.4: an advance is a move with this unit too
            record_guide(umpire, march)
        if not self.goes_on or draft.at[unit] < 0:
            umpire.tell("GC 7.1.5", "event.march_ends", unit=march.unit)
            umpire.pop()
            return
        if not advanced:
            return
        umpire.replace(replace(march, moved=march.moved + 1, stopped=False))
        offer_screen(draft, umpire, unit)  # GC 7.7.1: it has come into another hex on its march
