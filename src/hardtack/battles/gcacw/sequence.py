"""The sequence of play: turns, phases, the action cycle (GC 3.0, 4.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hardtack.battles.gcacw.actions import (
    ActivateLeader,
    AttackHex,
    BurnStation,
    ChargeHex,
    MarchUnit,
    OrderAssault,
    Pass,
    StepTo,
)
from hardtack.battles.gcacw.activation import (
    able_units,
    activation_options,
    activation_refusals,
    burn,
    burn_refusals,
    order_activation,
    order_march,
    unit_refusals,
)
from hardtack.battles.gcacw.assault import assault_options, order_assault
from hardtack.battles.gcacw.leaders import LeaderTransfer
from hardtack.battles.gcacw.participants import assault_refusals
from hardtack.battles.gcacw.recovery import CycleEnds, Recover, Works
from hardtack.battles.gcacw.tables import FACES
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, UNION, Reason, Text, enemy_of, reason
from hardtack.referee.frames import Decision, Frame, Step
from hardtack.referee.options import NOT_ASKED, Options

if TYPE_CHECKING:
    from hardtack.battles.gcacw.state import CampaignState
    from hardtack.referee.umpire import Umpire


@dataclass(frozen=True, slots=True)
class TurnBegins(Step):
    """GC 3.0: lay out the phases of the turn."""

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        draft.phase, draft.rain, draft.bridges_down = 0, 0, 0
        umpire.tell("GC 3.0", "event.turn_begins", n=draft.turn)
        draft.scenario.turn_begins(draft, umpire)
        frames: list[Frame] = []
        for name in draft.scenario.phases(draft.turn):
            frames += phase_frames(draft, name)
        umpire.push(*frames, TurnEnds())


def phase_frames(draft: CampaignState, name: str) -> Sequence[Frame]:
    """The frames of one phase; Confederates transfer leaders first (GC 6.3.4)."""
    if name == "random_events":
        return [RandomEvents()]
    if name == "leader_transfer":
        return [LeaderTransfer(CONFEDERATE), LeaderTransfer(UNION)]
    if name == "action_cycle":
        return [ActionPhase(), CycleEnds()]
    if name == "recovery":
        return [Works(CONFEDERATE), Works(UNION), Recover()]
    return draft.scenario.special_phase(draft, name)


@dataclass(frozen=True, slots=True)
class RandomEvents(Step):
    """GC 3.1, 12.1: the scenario's events, if it has any."""

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        draft.scenario.random_events(draft, umpire)


@dataclass(frozen=True, slots=True)
class TurnEnds(Step):
    """GC 3.5: the next turn, or the end of the game."""

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        campaign = draft.scenario
        campaign.turn_ends(draft, umpire)
        if draft.turn >= campaign.turns:
            for key, points, clause in campaign.score(draft):
                umpire.tell(clause, key, n=points)
            outcome = campaign.outcome(draft)
            umpire.tell(outcome.clause, outcome.reason, n=dict(outcome.points)[UNION])
            umpire.end(outcome)
            return
        draft.turn += 1
        umpire.push(TurnBegins())


# -- the action cycle (GC 4.0)


@dataclass(frozen=True, slots=True)
class ActionPhase(Step):
    """GC 4.1: who has the initiative? Runs again after every action (GC 4.4)."""

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        campaign = draft.scenario
        if campaign.cycle_over(draft):
            umpire.tell(campaign.cycle_over_clause, "event.cycle_over")
            return
        draft.phase += 1
        side = campaign.forced_initiative(draft)
        if side is None:
            side = roll_initiative(draft, umpire)
        else:
            campaign.initiative_given(draft, umpire, side)
        umpire.push(PhaseEnds())  # below whatever the initiative is spent on, so that a look ahead ends with the phase
        offer(draft, umpire, side, second=False)


def roll_initiative(draft: CampaignState, umpire: Umpire) -> str:
    """GC 4.1: the higher die wins, the Confederate wins ties."""
    campaign = draft.scenario
    union = umpire.roll(by=UNION) + campaign.initiative_modifier(draft, UNION)
    bonus = campaign.initiative_modifier(draft, CONFEDERATE)
    # Read off a row: only who wins, and whether it was a tie, can matter to anybody.
    rows = [(UNION if union > face + bonus else CONFEDERATE, union == face + bonus) for face in FACES]
    side, _ = umpire.read(rows, by=CONFEDERATE)
    confederate = umpire.rolled[-1] + bonus
    key = "event.initiative_tie" if union == confederate else "event.initiative"
    umpire.tell("GC 4.1", key, side=side, union=union, confederate=confederate)
    campaign.initiative_rolled(draft, umpire, union, confederate)
    return side


def offer(draft: CampaignState, umpire: Umpire, side: str, second: bool) -> None:
    """GC 4.2, 4.3: offer the initiative to a side; one that cannot act passes by itself."""
    frame = Activation(side, second)
    if ActivationOptions(draft, frame).can_act():
        umpire.push(frame)
    else:
        umpire.tell("GC 4.3", "event.cannot_act", side=side)
        passed(draft, umpire, side, second)


def passed(draft: CampaignState, umpire: Umpire, side: str, second: bool) -> None:
    """GC 4.2: the other side's chance, or the end of the cycle after two passes."""
    campaign = draft.scenario
    forced = campaign.forced_initiative(draft) is not None
    if second:
        umpire.tell("GC 4.2", "event.both_pass")
        umpire.pop()  # the end of this phase, after which another would begin
    elif campaign.pass_ends_cycle(draft):
        umpire.pop()
    elif not forced or campaign.opponent_may_take(draft):
        offer(draft, umpire, enemy_of(side), second=True)


@dataclass(frozen=True, slots=True)
class PhaseEnds(Step):
    """GC 4.4: after an action a new phase begins."""

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        draft.scenario.after_phase(draft, umpire)
        umpire.push(ActionPhase())


@dataclass(frozen=True, slots=True)
class Activation(Decision):
    """GC 4.2, 5.0: take the initiative with one action, or pass."""

    second: bool = False  # the other side has passed already

    def options(self, state: CampaignState) -> Options:
        return ActivationOptions(state, self)

    def prompt(self, state: CampaignState) -> Text:
        return state.scenario.activation_prompt(state, self.second)

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        umpire.pop()
        if isinstance(action, Pass):
            umpire.tell("GC 4.2", "event.passes", side=self.side)
            passed(draft, umpire, self.side, self.second)
            return
        index = draft.scenario.index
        if isinstance(action, MarchUnit):
            order_march(draft, umpire, index[action.unit])
        elif isinstance(action, ActivateLeader):
            order_activation(draft, umpire, index[action.unit])
        elif isinstance(action, OrderAssault):
            order_assault(draft, umpire, index[action.unit], draft.scenario.hex(action.hex))
        elif isinstance(action, BurnStation):
            burn(draft, umpire, index[action.unit])
        else:
            draft.scenario.do_special(draft, umpire, self.side, action)


class ActivationOptions(Options):
    """Everything the initiative may be spent on."""

    def __init__(self, state: CampaignState, frame: Activation) -> None:
        self.state = state
        self.frame = frame
        self._able: list[int] | None = None

    @property
    def able(self) -> list[int]:
        if self._able is None:
            self._able = able_units(self.state, self.frame.side)
        return self._able

    def actors(self) -> Sequence[str]:
        pieces = self.state.scenario.pieces
        return [pieces[number].id for number in (*self.able, *self.leaders())]

    def leaders(self) -> list[int]:
        campaign, side = self.state.scenario, self.frame.side
        at, side_of = self.state.at, campaign.side_of
        return [n for n in campaign.leader_counters if at[n] >= 0 and side_of[n] == side]

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.state.scenario.index.get(actor)
        if piece in self.able:
            return self.allowed(self.unit_orders(piece))
        return self.allowed(self.leader_orders(piece)) if piece in self.leaders() else []

    def all(self) -> list[Action]:
        """As listed actor by actor, without looking each of them up."""
        state, campaign = self.state, self.state.scenario
        at, special, stations = state.at, campaign.special_units(state), campaign.stations
        found: list[Action] = []
        for unit in self.able:
            found.append(campaign.march_orders[unit])
            if unit in special or at[unit] in stations:
                found += self.unit_extras(unit)
        for leader in self.leaders():
            found += self.leader_orders(leader)
        return [*self.general(), *self.allowed(found)]

    def unit_orders(self, unit: int) -> list[Action]:
        """GC 5.1, 5.4: what a fit unit could be ordered to do."""
        return [self.state.scenario.march_orders[unit], *self.unit_extras(unit)]

    def unit_extras(self, unit: int) -> list[Action]:
        """What it could be ordered to do besides marching: it is a special one, or stands at a station."""
        state, campaign = self.state, self.state.scenario
        found: list[Action] = [*campaign.unit_specials(state, unit)]
        if state.at[unit] in campaign.stations and next(burn_refusals(state, self.frame.side, unit), None) is None:
            found.append(BurnStation(campaign.pieces[unit].id))
        return found

    def leader_orders(self, leader: int) -> list[Action]:
        """GC 5.2, 5.3: what a leader could order."""
        state, side = self.state, self.frame.side
        if state.scenario.pieces[leader].rank == "army":
            return []
        return [*activation_options(state, side, leader, self.able), *assault_options(state, side, leader)]

    def allowed(self, found: list[Action]) -> list[Action]:
        """What the scenario lets this initiative be spent on."""
        state, campaign = self.state, self.state.scenario
        if campaign.free_choice(state):
            return found
        return [action for action in found if campaign.bars_action(state, self.frame.side, action) is None]

    def general(self) -> Sequence[Action]:
        state, side = self.state, self.frame.side
        return self.allowed([*state.scenario.special_actions(state, side), Pass()])

    def can_act(self) -> bool:
        """GC 4.3: whether there is anything but passing; one unit that can march settles it."""
        state, side = self.state, self.frame.side
        campaign = state.scenario
        if self.able and campaign.free_choice(state):
            return True
        if any(campaign.bars_action(state, side, campaign.march_orders[unit]) is None for unit in self.able):
            return True
        special = any(not isinstance(action, Pass) for action in self.general())
        return special or any(self.of(actor) for actor in self.actors())

    def reasons(self, action: Action) -> list[Reason]:
        state, side = self.state, self.frame.side
        campaign = state.scenario
        index = campaign.index
        found: list[Reason]
        if isinstance(action, Pass) or action in campaign.special_actions(state, side):
            found = []
        elif self.is_special(action):
            found = list(unit_refusals(state, side, index[action.actor]))
        elif isinstance(action, MarchUnit):
            found = list(unit_refusals(state, side, index[action.unit]))
        elif isinstance(action, BurnStation):
            found = list(burn_refusals(state, side, index[action.unit]))
        elif isinstance(action, ActivateLeader):
            found = list(activation_refusals(state, side, index[action.unit], self.able))
        elif isinstance(action, OrderAssault):
            found = list(assault_refusals(state, side, index[action.unit], campaign.hex(action.hex)))
        elif isinstance(action, StepTo | AttackHex | ChargeHex):
            return self.not_yet(action.unit)
        else:
            found = campaign.special_reasons(state, side, action)
            if not found:
                return [reason("GC 5.0", NOT_ASKED)]
        barred = campaign.bars_action(state, side, action)
        return found if barred is None else [*found, barred]

    def is_special(self, action: Action) -> bool:
        """Whether it is something the scenario lets one of the side's units do."""
        state, campaign = self.state, self.state.scenario
        unit = campaign.index.get(action.actor, -1)
        own = unit >= 0 and campaign.side_of[unit] == self.frame.side
        return own and action in campaign.unit_specials(state, unit)

    def not_yet(self, unit: str) -> list[Reason]:
        """GC 5.1.1, 6.3.1: a unit moves and attacks on a march, which is ordered first; a leader goes with a unit."""
        if self.state.scenario.pieces[self.state.scenario.index[unit]].is_leader:
            return [reason("GC 6.3.1", "reason.leader_moves")]
        return self.reasons(MarchUnit(unit)) or [reason("GC 5.1.1", "reason.march_first", unit=unit)]
