"""The Combat Phase: attacks, who joins, who leads, charges, counterattacks (MS 3.4, 7.1-7.3, 8.6, 9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hardtack.battles.musket.actions import END, STAY, Attack, Charge, End, Lead, Stay
from hardtack.battles.musket.joining import Preparation
from hardtack.battles.musket.results import RollCombat, SettleCharge
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MARCHED, Fight, MusketState, fight_of
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Frame
from hardtack.referee.options import NOT_ASKED, Choice, Options
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire


def assailable(scenario: MusketScenario, piece: int, here: int) -> int:
    """Neighbours a unit could attack as far as the ground goes: those it could move into (MS 7.1)."""
    return scenario.open_to(piece, here)


def able(state: MusketState, piece: int, counter: bool) -> bool:
    """Undisordered, on the map, not yet fought; did not march; a counterattacker was not attacked (MS 7.1, 8.6)."""
    if state.at[piece] < 0 or state.disordered[piece] or state.fought[piece]:
        return False
    if counter:
        return not state.struck[piece]
    return state.moved[piece] != MARCHED


def targets(state: MusketState, piece: int, side: str) -> int:
    """Adjacent enemy hexes the unit may attack, not yet attacked this phase (MS 7.1, 7.2)."""
    scenario = state.scenario
    here = state.at[piece]
    mask = assailable(scenario, piece, here) & state.troops(enemy_of(side))
    for hex_ in state.attacked:
        mask &= ~(1 << hex_)
    return mask


def attack_reasons(state: MusketState, side: str, piece: int, target: int, counter: bool) -> list[Reason]:
    """Every reason why a unit may not attack a hex (MS 4.66, 7.1, 7.2, 8.6, 10.2)."""
    scenario = state.scenario
    unit = scenario.ids[piece]
    if scenario.side_of[piece] != side or not scenario.weight[piece] or state.at[piece] < 0:
        return [reason("MS 7.1", "reason.cannot_fight", unit=unit)]
    found = []
    if state.disordered[piece]:
        found.append(reason("MS 10.2", "reason.disordered_attack", unit=unit))
    if state.fought[piece]:
        found.append(reason("MS 7.2", "reason.has_fought", unit=unit))
    if counter and state.struck[piece]:
        found.append(reason("MS 8.6", "reason.was_attacked", unit=unit))
    if not counter and state.moved[piece] == MARCHED:
        found.append(reason("MS 4.66", "reason.has_marched", unit=unit))
    name = scenario.names[target]
    if not state.troops(enemy_of(side)) >> target & 1:
        found.append(reason("MS 7.1", "reason.no_enemy", hex=name))
    if target in state.attacked:
        found.append(reason("MS 7.2", "reason.hex_attacked", hex=name))
    here = state.at[piece]
    if not scenario.board.grid.around_mask[here] >> target & 1:
        found.append(reason("MS 7.1", "reason.not_adjacent", hex=name))
    elif not assailable(scenario, piece, here) >> target & 1:
        found.append(reason("MS 7.1", "reason.cannot_assail", hex=name))
    return found


class AttackOptions(Options):
    def __init__(self, state: MusketState, side: str, counter: bool) -> None:
        self.state = state
        self.side = side
        self.counter = counter
        self.scenario = state.scenario

    def attackers(self) -> list[tuple[int, int]]:
        """Pieces that can attack with the hexes they can attack."""
        state, side, counter = self.state, self.side, self.counter
        near = self.scenario.ground.near(state.troops(enemy_of(side)), 1)
        found = []
        for piece in self.scenario.fighters[side]:
            here = state.at[piece]
            if here >= 0 and near >> here & 1 and able(state, piece, counter):
                mask = targets(state, piece, side)
                if mask:
                    found.append((piece, mask))
        return found

    def actors(self) -> Sequence[str]:
        return [self.scenario.ids[piece] for piece, _ in self.attackers()]

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.scenario.index.get(actor, -1)
        if piece < 0 or self.scenario.side_of[piece] != self.side or not self.scenario.weight[piece]:
            return ()
        if not able(self.state, piece, self.counter):
            return ()
        names = self.scenario.names
        mask = targets(self.state, piece, self.side)
        return [Attack(actor, names[hex_]) for hex_ in hexes_in(mask)]

    def all(self) -> list[Action]:
        ids, names = self.scenario.ids, self.scenario.names
        found: list[Action] = [END]
        for piece, mask in self.attackers():
            found += [Attack(ids[piece], names[hex_]) for hex_ in hexes_in(mask)]
        return found

    def general(self) -> Sequence[Action]:
        return [END]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, End):
            return []
        if isinstance(action, Attack):
            piece = self.scenario.index[action.unit]
            target = self.scenario.board.grid.index(action.hex)
            return attack_reasons(self.state, self.side, piece, target, self.counter)
        return [reason("MS 3.4", NOT_ASKED)]


@dataclass(frozen=True, slots=True)
class Attacks(Decision):
    """MS 3.4b: attacks one at a time, in the phasing player's order; none is compulsory (MS 6.6)."""

    def options(self, state: MusketState) -> Options:
        return AttackOptions(state, self.side, counter=False)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.attacks", side=self.side)

    def idle(self, draft: MusketState) -> bool:
        return not draft.attacked and not AttackOptions(draft, self.side, counter=False).attackers()

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, End):
            umpire.pop()
        else:
            begin_attack(draft, umpire, "attack", self.side, action)


@dataclass(frozen=True, slots=True)
class Counterattacks(Decision):
    """MS 3.4c, 8.6: units that were not attacked hit back with doubled factors."""

    def options(self, state: MusketState) -> Options:
        return AttackOptions(state, self.side, counter=True)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.counterattacks", side=self.side)

    def idle(self, draft: MusketState) -> bool:
        scenario = draft.scenario
        if not scenario.params.counterattacks:
            return True
        if any(draft.fought[piece] for piece in scenario.fighters[self.side]):
            return False
        return not AttackOptions(draft, self.side, counter=True).attackers()

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, End):
            umpire.pop()
        else:
            begin_attack(draft, umpire, "counter", self.side, action)


def begin_attack(draft: MusketState, umpire: Umpire, kind: str, side: str, action: Attack) -> None:
    scenario = draft.scenario
    piece = scenario.index[action.unit]
    umpire.push(Assault(side, kind, scenario.board.grid.index(action.hex), (piece,)))


@dataclass(frozen=True, slots=True)
class Assault(Preparation):
    """An attack or counterattack is being prepared (MS 7.2, 8.6)."""

    clause: ClassVar[str] = "MS 7.2"
    question: ClassVar[str] = "prompt.assault"

    def joiners(self, state: MusketState) -> list[int]:
        scenario = state.scenario
        counter = self.kind == "counter"
        around = scenario.board.grid.around_mask[self.target]
        return [
            piece
            for piece in scenario.fighters[self.side]
            if piece not in self.units
            and state.at[piece] >= 0
            and around >> state.at[piece] & 1
            and able(state, piece, counter)
            and targets(state, piece, self.side) >> self.target & 1
        ]

    def bars(self, state: MusketState, piece: int) -> list[Reason]:
        return attack_reasons(state, self.side, piece, self.target, self.kind == "counter")

    def begin(self, draft: MusketState, umpire: Umpire, fight: Fight) -> None:
        open_fight(draft, umpire, fight)


def open_fight(draft: MusketState, umpire: Umpire, fight: Fight) -> None:
    """Mark who fights, then name leads, attacker first, declare a charge, and roll (MS 7.2, 7.3, 9.3)."""
    scenario = draft.scenario
    for piece in fight.units:
        draft.fought = put(draft.fought, piece, 1)
    for piece in fight.defenders:
        draft.struck = put(draft.struck, piece, 1)
    draft.attacked = (*draft.attacked, fight.target)
    umpire.tell(
        "MS 8.6" if fight.kind == "counter" else "MS 7.1",
        "event.counterattack" if fight.kind == "counter" else "event.attack",
        units=tuple(scenario.ids[piece] for piece in fight.units),
        units2=tuple(scenario.ids[piece] for piece in fight.defenders),
        hex=scenario.names[fight.target],
    )
    name_leads(draft, umpire, fight, RollCombat())


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


@dataclass(frozen=True, slots=True)
class NameLead(Decision):
    """MS 7.3: one participating unit takes the checks and the first loss."""

    follow_up: ClassVar[bool] = True
    attacking: bool

    def candidates(self, state: MusketState) -> tuple[int, ...]:
        fight = fight_of(state)
        return fight.units if self.attacking else fight.defenders

    def options(self, state: MusketState) -> Options:
        ids = state.scenario.ids
        return Choice([Lead(ids[piece]) for piece in self.candidates(state)], "MS 7.3", "reason.lead")

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.lead", side=self.side, hex=state.scenario.names[fight_of(state).target])

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        umpire.pop()
        piece = draft.scenario.index[action.unit]
        fight = fight_of(draft)
        draft.fight = tuple(fight._replace(lead=piece) if self.attacking else fight._replace(foe_lead=piece))
        umpire.tell("MS 7.3", "event.leads", unit=action.unit)


def charge_reasons(state: MusketState, leader: int) -> list[Reason]:
    """Why a leader cannot make the attack a charge (MS 9.3, 12.12)."""
    scenario = state.scenario
    fight, unit = fight_of(state), scenario.ids[leader]
    if leader not in scenario.leaders[fight.side]:
        return [reason("MS 9.3", "reason.no_leader", unit=unit)]
    found = []
    if len(set(fight.origins)) != 1:
        found.append(reason("MS 9.3", "reason.charge_one_hex"))
    if not scenario.foot[fight.lead]:
        found.append(reason("MS 9.3", "reason.charge_lead", unit=scenario.ids[fight.lead]))
    here = state.at[fight.lead]
    bar = scenario.ground.charge_bar(here, fight.target)
    if bar:
        found.append(reason(bar, "reason.charge_ground", hex=scenario.names[fight.target]))
    if state.at[leader] != here:
        found.append(reason("MS 9.3", "reason.charge_apart", unit=unit))
    if not state.active[leader]:
        found.append(reason("MS 12.12", "reason.leader_inactive", unit=unit))
    return found


def charge_leaders(state: MusketState) -> list[int]:
    """Active leaders who can make the attack a charge (MS 9.3)."""
    return [leader for leader in state.scenario.leaders[fight_of(state).side] if not charge_reasons(state, leader)]


class ChargeOptions(Choice):
    """A charge by one of the leaders who can, or none; any other leader is told what he lacks."""

    def __init__(self, state: MusketState) -> None:
        ids = state.scenario.ids
        super().__init__([STAY, *(Charge(ids[leader]) for leader in charge_leaders(state))], "MS 9.3")
        self.state = state

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, Charge):
            return charge_reasons(self.state, self.state.scenario.index[action.unit])
        return super().reasons(action)


@dataclass(frozen=True, slots=True)
class CallCharge(Decision):
    """MS 9.3: an attack from one hex with an active leader may be a charge."""

    follow_up: ClassVar[bool] = True

    def options(self, state: MusketState) -> Options:
        return ChargeOptions(state)

    def prompt(self, state: MusketState) -> Text:
        fight = fight_of(state)
        return text("prompt.charge", unit=state.scenario.ids[fight.lead], hex=state.scenario.names[fight.target])

    def idle(self, draft: MusketState) -> bool:
        return not charge_leaders(draft)

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        umpire.pop()
        if isinstance(action, Stay):
            return
        draft.fight = tuple(fight_of(draft)._replace(charger=draft.scenario.index[action.unit]))
        umpire.tell("MS 9.3", "event.charge", unit=action.unit, hex=draft.scenario.names[fight_of(draft).target])
