"""The Combat Phase: attacks, who joins, who leads, charges, counterattacks (MS 3.4, 7.1-7.3, 8.6, 9.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from hardtack.battles.musket.actions import END, STAY, Attack, Charge, Lead
from hardtack.battles.musket.checks import LEADER_INACTIVE, no_leader
from hardtack.battles.musket.joining import (
    IN_ORDER,
    NOT_MARCHED,
    FightOrder,
    FightPhase,
    Preparation,
    able,
    begin_fight,
    no_enemy,
    toward_target,
)
from hardtack.battles.musket.placing import closed_sides
from hardtack.battles.musket.results import RollCombat, SettleCharge
from hardtack.battles.musket.state import Fight, MusketState, Question, fight_of
from hardtack.board.masks import marked, mask_of, standing
from hardtack.board.native import dataclass
from hardtack.referee.bans import EVERYTHING, Ban, Labelled, not_adjacent
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Text, enemy_of, text
from hardtack.referee.frames import Frame
from hardtack.referee.orders import Order, SideOrder, UnitOrder
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

UNABLE: Ban[Question] = Ban("MS 7.1", "reason.cannot_fight", lambda asked: ~able(asked))
WAS_ATTACKED: Ban[Question] = Ban(
    "MS 8.6", "reason.was_attacked", lambda asked: able(asked) & marked(asked.state.struck)
)
UNIT_BANS = {"attack": (UNABLE, *IN_ORDER, NOT_MARCHED), "counter": (UNABLE, *IN_ORDER, WAS_ATTACKED)}
TARGET_BANS: Sequence[Ban[Question]] = (
    Ban("MS 7.1", "reason.not_adjacent", not_adjacent),
    Ban("MS 7.1", "reason.no_enemy", no_enemy),
    Ban("MS 7.2", "reason.hex_attacked", lambda asked: mask_of(asked.state.attacked)),
    Ban("MS 7.1", "reason.cannot_assail", closed_sides),
)


class AttackOrder(FightOrder):
    def near(self, asked: Question) -> int:
        """Only those next to an enemy are worth a look at what they can attack."""
        state = asked.state
        beside = state.scenario.ground.near(state.troops(enemy_of(asked.side)), 1)
        return standing(state.at, state.scenario.combat[asked.side], beside)


ATTACKS: Mapping[str, Sequence[Order[Question]]] = {
    kind: (SideOrder(END), AttackOrder(Attack, bans, TARGET_BANS, begin_fight)) for kind, bans in UNIT_BANS.items()
}
JOIN_BANS = {kind: (*bans, *toward_target(*TARGET_BANS)) for kind, bans in UNIT_BANS.items()}


@dataclass(frozen=True, slots=True)
class Assault(Preparation):
    """An attack or counterattack is being prepared (MS 7.2, 8.6)."""

    clause: ClassVar[str] = "MS 7.2"

    def bans(self, state: MusketState) -> Sequence[Ban[Question]]:
        return JOIN_BANS[self.kind]

    def go(self, draft: MusketState, umpire: Umpire) -> None:
        open_fight(draft, umpire, self.planned_fight(draft), RollCombat())


@dataclass(frozen=True, slots=True)
class Attacks(FightPhase):
    """MS 3.4b: attacks one at a time, in the phasing player's order; none is compulsory (MS 6.6)."""

    kind: ClassVar[str] = "attack"
    begins: ClassVar[type[Assault]] = Assault

    def orders(self, state: MusketState) -> Sequence[Order[Question]]:
        return ATTACKS[self.kind]

    def idle(self, draft: MusketState) -> bool:
        return not draft.attacked and not self.options(draft).actors()


@dataclass(frozen=True, slots=True)
class Counterattacks(Attacks):
    """MS 3.4c, 8.6: units that were not attacked hit back with doubled factors."""

    kind: ClassVar[str] = "counter"

    def idle(self, draft: MusketState) -> bool:
        scenario = draft.scenario
        if not scenario.params.counterattacks:
            return True
        begun = scenario.combat[self.side] & marked(draft.fought)
        return not begun and not self.options(draft).actors()


TOLD = {
    "attack": ("MS 7.1", "event.attack"),
    "counter": ("MS 8.6", "event.counterattack"),
    "bombard": ("MS 7.61", "event.bombards"),
}


def open_fight(draft: MusketState, umpire: Umpire, fight: Fight, then: Frame) -> None:
    """Mark who fights, then name leads, attacker first, declare a charge, and roll (MS 7.2, 7.3, 9.3)."""
    scenario = draft.scenario
    for piece in fight.units:
        draft.fought = put(draft.fought, piece, 1)
    if fight.kind != "bombard":
        for piece in fight.defenders:
            draft.struck = put(draft.struck, piece, 1)
        draft.attacked = (*draft.attacked, fight.target)
    clause, key = TOLD[fight.kind]
    units, foes = (tuple(scenario.ids[piece] for piece in side) for side in (fight.units, fight.defenders))
    umpire.tell(clause, key, units=units, units2=foes, hex=scenario.names[fight.target])
    name_leads(draft, umpire, fight, then)


def name_leads(draft: MusketState, umpire: Umpire, fight: Fight, then: Frame) -> None:
    """Push what has to be decided before the die; a single unit leads without asking."""
    if len(fight.units) == 1:
        fight = fight._replace(lead=fight.units[0])
    if len(fight.defenders) == 1:
        fight = fight._replace(foe_lead=fight.defenders[0])
    draft.fight = tuple(fight)
    frames: list[Frame] = []
    if fight.lead < 0 and fight.kind != "bombard":
        frames.append(NameLead(fight.side, True))
    if fight.kind == "attack":
        frames.append(CallCharge(fight.side))
    if fight.foe_lead < 0:
        frames.append(NameLead(enemy_of(fight.side), False))
    if fight.kind == "attack":
        frames.append(SettleCharge())
    umpire.push(*frames, then)


def no_part(asked: Question) -> int:
    fight = fight_of(asked.state)
    return ~mask_of(fight.units if asked.frame.attacking else fight.defenders)


def name_lead(frame: NameLead, draft: MusketState, action: Lead, umpire: Umpire) -> None:
    umpire.pop()
    piece, fight = draft.scenario.index[action.unit], fight_of(draft)
    draft.fight = tuple(fight._replace(lead=piece) if frame.attacking else fight._replace(foe_lead=piece))
    umpire.tell("MS 7.3", "event.leads", unit=action.unit)


@dataclass(frozen=True, slots=True)
class NameLead(OrderDecision):
    """MS 7.3: one participating unit takes the checks and the first loss."""

    follow_up: ClassVar[bool] = True
    clause: ClassVar[str] = "MS 7.3"
    standing_orders: ClassVar[Sequence[Order[Question]]] = (
        UnitOrder(Lead, (Ban("MS 7.3", "reason.lead", no_part),), name_lead),
    )
    attacking: bool

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.lead", side=self.side, hex=state.scenario.names[fight_of(state).target])


# -- charges (MS 9.3)


def many_hexes(asked: Question) -> int:
    return EVERYTHING if len(set(fight_of(asked.state).origins)) != 1 else 0


def lead_on_wheels(asked: Question) -> int:
    """Infantry and cavalry charge; guns do not."""
    return 0 if asked.state.scenario.foot[fight_of(asked.state).lead] else EVERYTHING


def leader_apart(asked: Question) -> int:
    state = asked.state
    here = state.at[fight_of(state).lead]
    return mask_of(leader for leader in state.scenario.leaders[asked.side] if state.at[leader] != here)


def charge_line(asked: Question) -> str:
    """The line of the terrain chart that forbids a charge here, if one does: the ground says which."""
    fight = fight_of(asked.state)
    return asked.state.scenario.ground.charge_bar(asked.state.at[fight.lead], fight.target)


CHARGE_BANS: Sequence[Ban[Question]] = (
    Ban("MS 9.3", "reason.no_leader", no_leader),
    Ban("MS 9.3", "reason.charge_one_hex", many_hexes),
    Ban("MS 9.3", "reason.charge_lead", lead_on_wheels, lambda asked, number: {
        "unit": asked.state.scenario.ids[fight_of(asked.state).lead],
    }),
    Labelled(
        lambda asked, number: (charge_line(asked), "reason.charge_ground"),
        lambda asked: EVERYTHING if charge_line(asked) else 0,
        lambda asked, number: {"hex": asked.state.scenario.names[fight_of(asked.state).target]},
    ),
    Ban("MS 9.3", "reason.charge_apart", leader_apart),
    LEADER_INACTIVE,
)  # fmt: skip


def call_charge(frame: CallCharge, draft: MusketState, action: Charge, umpire: Umpire) -> None:
    umpire.pop()
    fight, scenario = fight_of(draft), draft.scenario
    draft.fight = tuple(fight._replace(charger=scenario.index[action.unit]))
    umpire.tell("MS 9.3", "event.charge", unit=action.unit, hex=scenario.names[fight.target])


@dataclass(frozen=True, slots=True)
class CallCharge(OrderDecision):
    """MS 9.3: an attack from one hex with an active leader may be a charge."""

    follow_up: ClassVar[bool] = True
    clause: ClassVar[str] = "MS 9.3"
    needs_actor: ClassVar[bool] = True
    standing_orders: ClassVar[Sequence[Order[Question]]] = (
        SideOrder(STAY),
        UnitOrder(Charge, CHARGE_BANS, call_charge),
    )

    def prompt(self, state: MusketState) -> Text:
        fight, scenario = fight_of(state), state.scenario
        return text("prompt.charge", unit=scenario.ids[fight.lead], hex=scenario.names[fight.target])
