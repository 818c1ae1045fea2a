"""The sequence of play: turns, phases, the action cycle (GC 3.0, 4.0)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

from hardtack.battles.gcacw.actions import MarchUnit, Pass
from hardtack.battles.gcacw.activation import Meant, order_march
from hardtack.battles.gcacw.initiative import WORTH_HAVING, Initiative, InitiativeOrders
from hardtack.battles.gcacw.leaders import LeaderTransfer
from hardtack.battles.gcacw.recovery import CycleEnds, Recover, Works
from hardtack.battles.gcacw.state import CampaignState
from hardtack.battles.gcacw.tables import FACES
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import CONFEDERATE, UNION, Text, enemy_of
from hardtack.referee.frames import Frame, Step
from hardtack.referee.orders import Order, SideOrder
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
    side, _ = umpire.read(initiative_row(union - bonus), by=CONFEDERATE)
    confederate = umpire.rolled[-1] + bonus
    key = "event.initiative_tie" if union == confederate else "event.initiative"
    umpire.tell("GC 4.1", key, side=side, union=union, confederate=confederate)
    campaign.initiative_rolled(draft, umpire, union, confederate)
    return side


@cache
def initiative_row(lead: int) -> Sequence[tuple[str, bool]]:
    """GC 4.1: by the Confederate's die, who wins and whether it was a tie: nothing else can matter to anybody."""
    return [(UNION if lead > face else CONFEDERATE, lead == face) for face in FACES]


def offer(draft: CampaignState, umpire: Umpire, side: str, second: bool) -> None:
    """GC 4.2, 4.3: offer the initiative to a side; one that cannot act passes by itself."""
    frame = Activation(side, second)
    if frame.options(draft).can_act():
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
class Activation(OrderDecision):
    """GC 4.2, 5.0: take the initiative with one action, or pass."""

    second: bool = False  # the other side has passed already

    clause: ClassVar[str] = "GC 5.0"

    def orders(self, state: CampaignState) -> Sequence[Order[Any]]:
        return SPENDING

    def options(self, state: CampaignState) -> InitiativeOrders:
        return InitiativeOrders(Initiative(state, self), SPENDING, self.clause)

    def prompt(self, state: CampaignState) -> Text:
        return state.scenario.activation_prompt(state, self.second)

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        """As every decision between orders does it; for a march, which is ordered most, nothing need be looked for."""
        if isinstance(action, MarchUnit):
            umpire.pop()
            order_march(draft, umpire, draft.scenario.index[action.unit])
        else:
            OrderDecision.apply(self, draft, action, umpire)

    def give_up(self, draft: CampaignState, action: Pass, umpire: Umpire) -> None:
        umpire.pop()
        umpire.tell("GC 4.2", "event.passes", side=self.side)
        passed(draft, umpire, self.side, self.second)


PASS = Pass()
SPENDING: tuple[Order[Any], ...] = (
    *WORTH_HAVING,
    SideOrder(PASS, (Meant(lambda asked, number: PASS),), Activation.give_up),
)
