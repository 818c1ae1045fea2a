"""What the page shows of a battle of the series: hints, counters, the standing, the planner, the charts."""

from __future__ import annotations

from collections.abc import Sequence

from hardtack.battles.gcacw.actions import (
    ActivateLeader,
    AdvanceUnit,
    AttackHex,
    ChargeHex,
    Done,
    EndMarch,
    Entrench,
    ForceMarch,
    GrandAssault,
    MarchUnit,
    NameUnit,
    NoAdvance,
    OrderAssault,
    Pass,
    Ready,
    RetireCavalry,
    RetreatTo,
    StepTo,
    StopRetreat,
    TransferLeader,
    Withdraw,
)
from hardtack.battles.gcacw.activation import Muster, subordinates
from hardtack.battles.gcacw.ahead import step_risk
from hardtack.battles.gcacw.assault import GrandCall
from hardtack.battles.gcacw.combat import ASSAULT, Appraisal, Attack, appraise
from hardtack.battles.gcacw.engagement import Advance
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.participants import assault_units
from hardtack.battles.gcacw.recovery import next_works
from hardtack.battles.gcacw.retreat import Retreat, Withdrawal, next_loss
from hardtack.battles.gcacw.sequence import Activation
from hardtack.battles.gcacw.state import CampaignState, in_enemy_zone, units_at
from hardtack.battles.gcacw.steps import step_cost
from hardtack.battles.gcacw.tables import attack_type_modifier, attack_types, needs_extended_march, raw_tables
from hardtack.board.native import replace
from hardtack.referee.actions import Action
from hardtack.referee.events import Text, enemy_of, pack, text
from hardtack.referee.showing import Hint, Modifier
from hardtack.referee.umpire import deciding
from hardtack.referee.views import frame_data

ENDS = (Pass, EndMarch, StopRetreat, NoAdvance, Done)


# -- actions


def label(action: Action) -> Text:
    """The sentence of an action: its verb's words with its own fields."""
    return Text(f"action.{action.verb}", pack(frame_data(action)))


def hint(state: CampaignState, action: Action) -> Hint:
    """How a page presents an action."""
    campaign = state.scenario
    if isinstance(action, Pass):
        return Hint("end", _pass_label(state))
    if isinstance(action, Ready):
        named = getattr(deciding(state), "named", ())
        return Hint("choose", text("action.ready_with", units=named) if named else label(action))
    if isinstance(action, ForceMarch):
        return Hint("choose", _force_label(state, action), action.unit, risk=text("risk.force_march"))
    if isinstance(action, StepTo):
        return _step_hint(state, action)
    if isinstance(action, AttackHex | ChargeHex):
        return Hint(
            "attack", _attack_label(state, action), action.unit, action.hex, _attack_cost(state, action),
            attackers=(action.unit,), target=action.hex,
        )  # fmt: skip
    if isinstance(action, OrderAssault):
        units = assault_units(state, campaign.index[action.unit], campaign.hex(action.hex))
        names = tuple(campaign.ids[unit] for unit in units)
        return Hint("attack", label(action), action.unit, action.hex, attackers=names, target=action.hex)
    if isinstance(action, TransferLeader):
        # On a march only the marching unit goes anywhere: a leader's transfer is a button, not a hex to click.
        marching = isinstance(deciding(state), March)
        hex_ = "" if marching else campaign.name(state.at[campaign.index[action.unit_to]])
        return Hint("choose", label(action), action.unit, hex_)
    if isinstance(action, ActivateLeader):
        units = tuple(subordinates(state, campaign.index[action.unit]))
        names = tuple(campaign.pieces[unit].id for unit in units)
        worded = text("action.activate", unit=action.unit, units=names)
        return Hint("choose", worded, action.unit, attackers=names, risk=_tiring(state, units))
    if isinstance(action, AdvanceUnit):
        frame = deciding(state)
        assert isinstance(frame, Advance)  # the only decision that offers it
        return Hint("choose", label(action), action.unit, frame.hex)
    if isinstance(action, RetireCavalry):
        cavalry = tuple(campaign.pieces[unit].id for unit in units_at(state, campaign.hex(action.hex)))
        worded = text("action.retire", units=cavalry, hex=action.hex)
        return Hint("choose", worded, hex=action.hex, risk=text("risk.retire", n=1))
    kind = "end" if isinstance(action, ENDS) else "choose"
    hex_ = getattr(action, "hex", "")
    return Hint(kind, label(action), action.actor, hex_, risk=_risk(state, action), apart=_apart(state, action))


def _pass_label(state: CampaignState) -> Text:
    """GC 4.2: a second pass ends the action cycle, and perhaps the game; so does one where no dice are rolled."""
    frame = deciding(state)
    if not isinstance(frame, Activation) or not (frame.second or state.scenario.pass_ends_cycle(state)):
        return text("action.pass")
    return state.scenario.last_pass(state)


def _force_label(state: CampaignState, action: ForceMarch) -> Text:
    """GC 5.1.4: the points a force march brings."""
    campaign = state.scenario
    if campaign.params.force_march_mp == "half_die":
        return text("action.force_die", unit=action.unit)
    points = raw_tables()["force_march"]["points"][campaign.pieces[campaign.index[action.unit]].type]
    return text("action.force", unit=action.unit, mp=int(points))


def _attack_label(state: CampaignState, action: AttackHex | ChargeHex) -> Text:
    """GC 7.1.4: the type of an attack with its points and what it does to the die."""
    modifier = attack_type_modifier(action.type)
    if isinstance(action, ChargeHex):
        modifier += int(raw_tables()["attack"]["charge"])
    cost = _attack_cost(state, action) or 0
    key = f"action.{action.verb}"
    return text(key, unit=action.unit, hex=action.hex, term=action.type, mp=cost, modifier=f"{modifier:+d}")


def _attack_cost(state: CampaignState, action: AttackHex | ChargeHex) -> int | None:
    """GC 7.1.4: the points of an attack; a charge takes all that are left (SLB 13.4f)."""
    march = deciding(state)
    if isinstance(action, ChargeHex) and isinstance(march, March):
        return march.mp
    campaign = state.scenario
    foot = campaign.is_foot[campaign.index[action.unit]]
    return attack_types(campaign.params.attack_mp, not foot).get(action.type)


def _step_hint(state: CampaignState, action: StepTo) -> Hint:
    campaign = state.scenario
    unit, there = campaign.index[action.unit], campaign.hex(action.hex)
    cost = step_cost(state, unit, state.at[unit], there)
    stops = in_enemy_zone(state, unit, there)
    risk = step_risk(state, unit, state.at[unit], there)
    return Hint("move", label(action), action.unit, action.hex, cost, (action.hex,), stops=stops, risk=risk)


def _apart(state: CampaignState, action: Action) -> bool:
    """GC 9.2, 9.3: who begins a fort gives up the breastworks that covered it, which nobody does along with others."""
    return isinstance(action, Entrench) and next_works(state, action.unit) == "fort_build"


def _risk(state: CampaignState, action: Action) -> Text | None:
    """The roll an order brings before anything moves, what works give, or the manpower a step of a retreat costs."""
    if isinstance(action, GrandAssault):
        frame = deciding(state)
        return frame.risk(state) if isinstance(frame, GrandCall) else None
    if isinstance(action, Entrench):
        return text(f"risk.{next_works(state, action.unit)}")
    if isinstance(action, MarchUnit) or (isinstance(action, NameUnit) and isinstance(deciding(state), Muster)):
        return _tiring(state, [state.scenario.index[action.unit]])
    if isinstance(action, RetreatTo | Withdraw):
        frame = deciding(state)
        retreat = frame.retreat(state) if isinstance(frame, Withdrawal) else frame
        loss = next_loss(state, retreat) if isinstance(retreat, Retreat) else 0
        return text("risk.retreat_loss", n=loss) if loss else None
    return None


def _tiring(state: CampaignState, units: Sequence[int]) -> Text | None:
    """GC 5.1.3: the check that waits for these units or, where there are others, for those of them who are named."""
    tired = [unit for unit in units if needs_extended_march(state.fatigue[unit] + 1, bool(state.exhausted[unit]))]
    if not tired or len(tired) == len(units):
        return text("risk.extended_march") if tired else None
    return text("risk.extended_some", units=tuple(state.scenario.pieces[unit].id for unit in tired))


# -- the planner


def planned_attack(state: CampaignState, action: Action) -> Attack | None:
    """The attack an action would make, or None."""
    campaign = state.scenario
    if isinstance(action, AttackHex | ChargeHex):
        unit = campaign.index[action.unit]
        charge = isinstance(action, ChargeHex)
        return Attack(campaign.side_of[unit], (unit,), campaign.hex(action.hex), action.type, charge)
    if isinstance(action, OrderAssault):
        leader, target = campaign.index[action.unit], campaign.hex(action.hex)
        units = assault_units(state, leader, target)
        if units:
            return Attack(campaign.side_of[leader], units, target, ASSAULT)
    return None


def modifiers(state: CampaignState, action: Action, attackers: Sequence[str] = ()) -> Sequence[Modifier]:
    """Everything that goes into an attack: strengths, die modifiers, and the six hexes of the flank diagram.

    `attackers` are those who made it: of an assault the dice decide how many take part (GC 5.3.3, 5.3.5).
    """
    attack = planned_attack(state, action)
    if attack is None or not units_at(state, attack.target):
        return ()
    if attackers:
        attack = replace(attack, attackers=tuple(state.scenario.index[name] for name in attackers))
    side, enemy = attack.side, enemy_of(attack.side)
    appraisal = appraise(state, attack)
    found = [
        Modifier("GC 7.2.1", text("line.attack_value"), _halves(appraisal.attack_halves), side),
        Modifier("GC 7.2.1", _defence_label(appraisal), f"{appraisal.defence_quarters / 4:g}", enemy),
        Modifier("GC 7.3", text("line.artillery_difference"), f"{appraisal.artillery:+d}", side),
    ]
    for line in appraisal.lines:
        key = f"{line.key}_even" if line.on_even_die else line.key
        found.append(Modifier(line.clause, text(key), f"{line.value:+d}", enemy if line.defender else side))
    command = _command_line(state, action) if isinstance(action, OrderAssault) else []
    return [*command, *found, *_totals(appraisal), *_flank_lines(state, appraisal, side)]


def _defence_label(appraisal: Appraisal) -> Text:
    entrenched = appraisal.defence_quarters != 2 * appraisal.defence_halves
    return text("line.defence_works" if entrenched else "line.defence_value")


def _command_line(state: CampaignState, action: OrderAssault) -> list[Modifier]:
    """GC 5.3.3: how many of the units get to attack is up to a die; with none the assault fails."""
    campaign = state.scenario
    leader = campaign.index[action.unit]
    side = campaign.pieces[leader].side
    value = campaign.command_value(state, leader) + campaign.assault_modifier(state, side)
    return [Modifier("GC 5.3.3", text("line.command"), f"{value} - D6", side)]


def _totals(appraisal: Appraisal) -> list[Modifier]:
    """GC 7.4: what is added to the attacker's die less the defender's; twice where the artillery waits for its die."""
    if not appraisal.needs_artillery_die:
        return [Modifier("GC 7.4", text("line.total"), f"{appraisal.total(True):+d}")]
    odd, even = text("line.total_odd"), text("line.total_even")
    return [Modifier("GC 7.4", key, f"{appraisal.total(key is even):+d}") for key in (odd, even)]


def _flank_lines(state: CampaignState, appraisal: Appraisal, side: str) -> list[Modifier]:
    """The flank diagram: each hex round the defender, whether it counts and why."""
    found = []
    for entry in appraisal.flank.hexes:
        key = f"flank.{entry.blocked or 'open'}" + (f"_{entry.lessened}" if entry.lessened else "")
        value = "-" if not entry.blocked else ("-1" if entry.lessened else "+")
        hex_ = state.scenario.name(entry.hex)
        found.append(Modifier("GC 7.4.6", text(key, hex=hex_), value, side, hex_))
    return found


def _halves(value: int) -> str:
    whole = str(value // 2) if value > 1 else ""
    return whole + ("½" if value % 2 else "")


def aftermath(before: CampaignState, after: CampaignState, action: Action) -> list[tuple[str, int | str]]:
    """What an attack did: manpower lost, disorder and fatigue, where the defender went, an advance."""
    attack = planned_attack(before, action)
    if attack is None:
        return []
    defenders = units_at(before, attack.target)
    return [
        ("attacker_lost", sum(before.manpower[unit] - after.manpower[unit] for unit in attack.attackers)),
        ("defender_lost", sum(before.manpower[unit] - after.manpower[unit] for unit in defenders)),
        ("attacker", _condition(after, attack.attackers)),
        ("defender", _fate(before, after, defenders, attack.target)),
        ("advance", "advances" if any(after.at[unit] == attack.target for unit in attack.attackers) else "stays"),
    ]


def _condition(after: CampaignState, units: tuple[int, ...]) -> str:
    left = [unit for unit in units if after.at[unit] >= 0]
    if not left:
        return "destroyed"
    return "disorganised" if any(after.disorganised[unit] for unit in left) else "unshaken"


def _fate(before: CampaignState, after: CampaignState, units: tuple[int, ...], target: int) -> str:
    places = [after.at[unit] for unit in units if after.at[unit] >= 0]
    if not places:
        return "destroyed"
    distance = before.scenario.board.grid.distance(places[0], target)
    if distance == 0:
        disorder = any(after.disorganised[unit] and not before.disorganised[unit] for unit in units)
        return "holds_disorganised" if disorder else "holds"
    demoralised = any(after.demoralised[unit] > before.demoralised[unit] for unit in units)
    return "demoralised" if demoralised else "retreats"
