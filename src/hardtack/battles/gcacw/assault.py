"""Assaults and grand assaults: several units on one hex (GC 5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from hardtack.battles.gcacw.actions import (
    GrandAssault,
    NameUnit,
    NoGrandAssault,
    Ready,
    RetireCavalry,
    Stand,
)
from hardtack.battles.gcacw.combat import ASSAULT
from hardtack.battles.gcacw.engagement import Engagement, advance_after_assault
from hardtack.battles.gcacw.participants import (
    army_leader_near,
    assault_units,
    enough,
    extra_units,
    joining_refusals,
    naming_refusals,
)
from hardtack.battles.gcacw.screen import may_retire, retire
from hardtack.battles.gcacw.state import CampaignState, named, tire, unnamed
from hardtack.battles.gcacw.tables import FACES
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import EVERYTHING, Asked, Ban, Told
from hardtack.referee.decisions import Gather, OrderDecision
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import Choice, Options
from hardtack.referee.orders import Order, SideOrder, UnitOrder
from hardtack.referee.umpire import Umpire, waiting

# -- the order


def order_assault(draft: CampaignState, umpire: Umpire, leader: int, target: int) -> None:
    """GC 5.3.2: the leader orders an assault; a failed one counts as an attack too (GC 5.3.4)."""
    campaign = draft.scenario
    chief = campaign.pieces[leader]
    eligible = tuple(campaign.pieces[unit].id for unit in assault_units(draft, leader, target))
    umpire.tell("GC 5.3", "event.orders_assault", unit=chief.id, hex=campaign.name(target))
    campaign.attack_ordered(draft, umpire, leader, target)
    frame = AssaultMuster(chief.side, chief.id, campaign.name(target), eligible)
    if len(eligible) == 1:
        frame.named_all(draft, umpire, eligible)
    else:
        umpire.push(frame)


@dataclass(frozen=True, slots=True)
class AssaultMuster(Gather):
    """GC 5.3.2: which units are named for the assault?"""

    clause: ClassVar[str] = "GC 5.3.2"
    naming: ClassVar[type[UnitAction]] = NameUnit
    going: ClassVar[Action] = Ready()
    twice: ClassVar[str] = "reason.already_named"
    first: ClassVar[str] = "reason.name_first"
    at_once: ClassVar[bool] = True
    follow_up: ClassVar[bool] = True
    leader: str
    hex: str
    eligible: tuple[str, ...]
    named: tuple[str, ...] = ()

    def bans(self, state: CampaignState) -> Sequence[Ban[Any]]:
        return (FOLLOWERS,)

    def go_bans(self, state: CampaignState) -> Sequence[Ban[Any]]:
        return (GUNS_ALONE,)

    def prompt(self, state: CampaignState) -> Text:
        if self.named:
            return text("prompt.assault_muster_more", unit=self.leader, hex=self.hex, units=self.named)
        return text("prompt.assault_muster", unit=self.leader, hex=self.hex)

    def go(self, draft: CampaignState, umpire: Umpire) -> None:
        self.named_all(draft, umpire, self.named)

    def named_all(self, draft: CampaignState, umpire: Umpire, named: tuple[str, ...]) -> None:
        """Fatigue for the named units, then the cavalry's chance to slip away, then the roll."""
        if draft.scenario.params.assault_fatigue_on_declare:
            tire_all(draft, named)
        umpire.push(
            AssaultScreen(enemy_of(self.side), self.leader, self.hex, named),
            AssaultRoll(self.side, self.leader, self.hex, named),
        )


def why_no_follower(asked: Asked[CampaignState, Any], unit: int) -> Iterator[Reason]:
    campaign, frame = asked.state.scenario, asked.frame
    return naming_refusals(asked.state, campaign.index[frame.leader], unit, campaign.hex(frame.hex))


def guns_alone(asked: Asked[CampaignState, AssaultMuster]) -> int:
    index, named = asked.state.scenario.index, asked.frame.named
    return EVERYTHING if named and not enough(asked.state, [index[unit] for unit in named]) else 0


FOLLOWERS = Told("GC 5.3.2", "reason.not_his_command", unnamed("eligible"), why_no_follower)
GUNS_ALONE = Ban("GC 7.1.3a", "reason.artillery_alone", guns_alone)


def tire_all(draft: CampaignState, units: tuple[str, ...]) -> None:
    for unit in units:
        tire(draft, draft.scenario.index[unit], 1)


@dataclass(frozen=True, slots=True)
class AssaultScreen(Decision):
    """GC 7.7.5: cavalry that is the target of an assault may retreat before the roll."""

    follow_up: ClassVar[bool] = True
    leader: str
    hex: str
    named: tuple[str, ...]

    def idle(self, draft: CampaignState) -> bool:
        campaign = draft.scenario
        foot = any(campaign.is_foot[campaign.index[unit]] for unit in self.named)
        allowed = campaign.params.cavret_assault and foot
        origin = draft.at[campaign.index[self.leader]]
        return not allowed or not may_retire(draft, campaign.hex(self.hex), origin)

    def options(self, state: CampaignState) -> Options:
        return Choice([Stand(), RetireCavalry(self.hex)], "GC 7.7.5")

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.screen_assault", unit=self.leader, hex=self.hex)

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        umpire.pop()
        if not isinstance(action, RetireCavalry):
            return
        umpire.pop()  # the assault roll below: the assault is over
        campaign = draft.scenario
        umpire.push(advance_after_assault(draft, enemy_of(self.side), self.named, self.hex))
        retire(draft, umpire, campaign.hex(self.hex), draft.at[campaign.index[self.leader]], self.leader)


# -- the roll (GC 5.3.3)


@dataclass(frozen=True, slots=True)
class AssaultRoll(Step):
    """GC 5.3.3: command value minus one die is the number of units that attack."""

    side: str
    leader: str
    hex: str
    named: tuple[str, ...]

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        campaign = draft.scenario
        chief = campaign.index[self.leader]
        value = campaign.command_value(draft, chief) + campaign.assault_modifier(draft, self.side)
        number = umpire.read([max(0, min(value - face, len(self.named))) for face in FACES])
        if number <= 0:
            umpire.tell("GC 5.3.3", "event.assault_fails", unit=self.leader, n=umpire.rolled[-1])
            return
        umpire.tell("GC 5.3.3", "event.assault_roll", unit=self.leader, n=number)
        if number >= len(self.named):
            launch(draft, umpire, self.side, self.leader, self.hex, self.named)
        else:
            umpire.push(PickAttackers(self.side, self.leader, self.hex, self.named, number))


def pick(frame: PickAttackers | PickExtra, draft: CampaignState, action: NameUnit, umpire: Umpire) -> None:
    """One more is chosen; the last of them needs no word to go."""
    larger = replace(frame, chosen=(*frame.chosen, action.unit))
    if len(larger.chosen) < frame.number:
        umpire.replace(larger)
    else:
        go_in(larger, draft, action, umpire)


def go_in(frame: PickAttackers | PickExtra, draft: CampaignState, action: Action, umpire: Umpire) -> None:
    umpire.pop()
    frame.go(draft, umpire)


def why_not_named(asked: Asked[CampaignState, PickAttackers], unit: int) -> Iterator[Reason]:
    yield reason("GC 5.3.3", "reason.not_named")
    yield from why_no_follower(asked, unit)


def leaves_guns_alone(asked: Asked[CampaignState, PickAttackers]) -> int:
    """GC 7.1.3a: the last pick must not leave artillery alone, if any other does not."""
    frame, index = asked.frame, asked.state.scenario.index
    if len(frame.chosen) != frame.number - 1:
        return 0
    chosen = [index[unit] for unit in frame.chosen]
    left = [index[unit] for unit in frame.named if unit not in frame.chosen]
    sound = [unit for unit in left if enough(asked.state, [*chosen, unit])]
    return mask_of(left) & ~mask_of(sound) if sound else 0


PICKS = (
    Told("GC 5.3.3", "reason.not_named", unnamed("named"), why_not_named),
    Ban("GC 5.3.3", "reason.already_named", named("chosen")),
    Ban("GC 7.1.3a", "reason.artillery_alone", leaves_guns_alone),
)


@dataclass(frozen=True, slots=True)
class PickAttackers(OrderDecision):
    """GC 5.3.3: fewer may attack than were named; the owner picks."""

    clause: ClassVar[str] = "GC 5.3.3"
    follow_up: ClassVar[bool] = True
    standing_orders: ClassVar[Sequence[Order[Any]]] = (UnitOrder(NameUnit, PICKS, pick),)
    leader: str
    hex: str
    named: tuple[str, ...]
    number: int
    chosen: tuple[str, ...] = ()

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.pick_attackers", n=self.number, left=self.number - len(self.chosen))

    def go(self, draft: CampaignState, umpire: Umpire) -> None:
        launch(draft, umpire, self.side, self.leader, self.hex, self.chosen)


def launch(draft: CampaignState, umpire: Umpire, side: str, leader: str, hex_: str, attackers: tuple[str, ...]) -> None:
    """The assault goes in, after the chance of a grand assault."""
    if not draft.scenario.params.assault_fatigue_on_declare:
        tire_all(draft, attackers)
    umpire.push(GrandCall(side, leader, hex_, attackers), Engagement(side, attackers, hex_, ASSAULT))


# -- grand assault (GC 5.3.5)


@dataclass(frozen=True, slots=True)
class GrandCall(Decision):
    """GC 5.3.5: call on the army leader for more units?"""

    follow_up: ClassVar[bool] = True
    leader: str
    hex: str
    attackers: tuple[str, ...]

    def idle(self, draft: CampaignState) -> bool:
        campaign = draft.scenario
        if army_leader_near(draft, campaign.index[self.leader]) is None:
            return True
        return not extra_units(draft, self.side, campaign.hex(self.hex), self.attackers)

    def options(self, state: CampaignState) -> Options:
        return Choice([NoGrandAssault(), GrandAssault()], "GC 5.3.5")

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.grand_assault", unit=state.scenario.ids[self.chief(state)], hex=self.hex)

    def chief(self, state: CampaignState) -> int:
        """The army leader."""
        chief = army_leader_near(state, state.scenario.index[self.leader])
        assert chief is not None  # nobody is asked without him
        return chief

    def value(self, state: CampaignState) -> int:
        """What the die is held against: the army leader's command value as it counts now."""
        campaign = state.scenario
        return campaign.command_value(state, self.chief(state)) + campaign.assault_modifier(state, self.side)

    def risk(self, state: CampaignState) -> Text:
        every = state.scenario.params.grand_assault == "all"
        return text("risk.grand_all" if every else "risk.grand", n=self.value(state))

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        umpire.pop()
        campaign = draft.scenario
        if not isinstance(action, GrandAssault):
            return
        eligible = extra_units(draft, self.side, campaign.hex(self.hex), self.attackers)
        value = self.value(draft)
        row = [max(0, min(value - face, len(eligible))) for face in FACES]
        if campaign.params.grand_assault == "all":
            row = [len(eligible) if face <= value else 0 for face in FACES]
        number = umpire.read(row)
        umpire.tell("GC 5.3.5", "event.grand_roll", unit=campaign.ids[self.chief(draft)], n=number)
        if number > 0:
            umpire.push(PickExtra(self.side, self.hex, eligible, number))


def why_not_extra(asked: Asked[CampaignState, PickExtra], unit: int) -> Iterator[Reason]:
    assault, target = waiting(asked.state, Engagement), asked.state.scenario.hex(asked.frame.hex)
    attackers = assault.attackers if assault is not None else ()
    return joining_refusals(asked.state, asked.side, unit, target, attackers)


EXTRAS = (
    Ban("GC 5.3.5", "reason.already_named", named("chosen")),
    Told("GC 5.3.5", "reason.not_your_unit", unnamed("eligible"), why_not_extra),
)


@dataclass(frozen=True, slots=True)
class PickExtra(OrderDecision):
    """GC 5.3.5: the further units of a grand assault."""

    clause: ClassVar[str] = "GC 5.3.5"
    follow_up: ClassVar[bool] = True
    standing_orders: ClassVar[Sequence[Order[Any]]] = (UnitOrder(NameUnit, EXTRAS, pick), SideOrder(Ready(), (), go_in))
    hex: str
    eligible: tuple[str, ...]
    number: int
    chosen: tuple[str, ...] = ()

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.pick_extra", n=self.number - len(self.chosen))

    def go(self, draft: CampaignState, umpire: Umpire) -> None:
        tire_all(draft, self.chosen)
        if self.chosen:
            umpire.amend(Engagement, lambda assault: replace(assault, attackers=(*assault.attackers, *self.chosen)))
