"""A battle of the series, put together for the referee; a battle's own package subclasses `SeriesBattle`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hardtack.battles.gcacw import ahead, charts, showing, staff
from hardtack.battles.gcacw.actions import ACTIONS
from hardtack.battles.gcacw.activation import LedMarches, Muster, NextMarch
from hardtack.battles.gcacw.assault import (
    AssaultMuster,
    AssaultRoll,
    AssaultScreen,
    GrandCall,
    PickAttackers,
    PickExtra,
)
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.engagement import Advance, AfterCombat, Engagement, Strain
from hardtack.battles.gcacw.hex_card import terrain_card
from hardtack.battles.gcacw.leaders import FindUnit, LeaderTransfer
from hardtack.battles.gcacw.losses import Losses, ShareLosses
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.parameters import DATA
from hardtack.battles.gcacw.recovery import CycleEnds, Recover, Works
from hardtack.battles.gcacw.retreat import Flight, Retreat, RetreatOn, StartRetreat, Withdrawal
from hardtack.battles.gcacw.screen import Screen
from hardtack.battles.gcacw.sequence import ActionPhase, Activation, PhaseEnds, RandomEvents, TurnBegins, TurnEnds
from hardtack.battles.gcacw.state import CAUSES, MAX_DEMORALISED, MAX_FATIGUE, CampaignState, positions, units_at
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import SIDES, Reason, Text
from hardtack.referee.frames import Frame
from hardtack.referee.register import Register, load_register
from hardtack.referee.showing import Cell, Chart, Formation, Hint, Look, Modifier, Standing, Way
from hardtack.referee.state import WAITING

SERIES_DATA = DATA
SERIES_FRAMES: tuple[type[Frame], ...] = (
    TurnBegins,
    RandomEvents,
    TurnEnds,
    ActionPhase,
    PhaseEnds,
    Activation,
    LeaderTransfer,
    FindUnit,
    Muster,
    LedMarches,
    NextMarch,
    March,
    AssaultMuster,
    AssaultScreen,
    AssaultRoll,
    PickAttackers,
    GrandCall,
    PickExtra,
    Engagement,
    Losses,
    ShareLosses,
    Strain,
    Flight,
    StartRetreat,
    Retreat,
    RetreatOn,
    Withdrawal,
    Advance,
    AfterCombat,
    Screen,
    CycleEnds,
    Works,
    Recover,
)


@dataclass(frozen=True, slots=True)
class Placement:
    """One line of a set-up: who starts where, in what state."""

    unit: int
    hex: int
    manpower: int = 0
    fatigue: int = 0
    exhausted: bool = False
    disorganised: bool = False
    works: str = "none"


def series_register() -> Register:
    return load_register(DATA / "clauses.csv")


class SeriesBattle(Battle):
    """What every battle of the series shares."""

    rules_version: ClassVar[str] = "2"
    state_type: ClassVar[type[CampaignState]] = CampaignState
    action_types: ClassVar[tuple[type[Action], ...]] = ACTIONS
    frame_types: ClassVar[tuple[type[Frame], ...]] = SERIES_FRAMES
    fallback_clause: ClassVar[str] = "GC 4.2"
    max_decisions: ClassVar[int] = 20000
    overlays: ClassVar[tuple[str, ...]] = ("command",)
    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "": ("number.manpower", "number.artillery", "number.tactical"),
        "leader": ("number.tactical", "number.command"),
    }

    def opening_state(
        self, scenario: Campaign, placements: Sequence[Placement], bridges: Sequence[tuple[str, str, str]] = ()
    ) -> CampaignState:
        """The state before the first die: counters placed, the first turn about to begin."""
        none = [0] * len(scenario.pieces)
        at = [WAITING] * len(scenario.pieces)
        manpower, fatigue, exhausted, disorganised, works = none[:], none[:], none[:], none[:], none[:]
        for entry in placements:
            at[entry.unit] = entry.hex
            manpower[entry.unit], fatigue[entry.unit] = entry.manpower, entry.fatigue
            exhausted[entry.unit], disorganised[entry.unit] = int(entry.exhausted), int(entry.disorganised)
            works[entry.unit] = WORKS.index(entry.works)
        return CampaignState(
            scenario=scenario, agenda=(TurnBegins(),), turn=1, at=tuple(at), outcome=None,
            manpower=tuple(manpower), fatigue=tuple(fatigue), disorganised=tuple(disorganised),
            exhausted=tuple(exhausted), demoralised=tuple(none), works=tuple(works), refused=tuple(none),
            parent=tuple(range(len(none))), reversed=tuple(none), phase=0, rain=0, bridges=tuple(bridges),
            bridges_down=0, stations=(0,) * len(scenario.stations), losses=(0,) * (len(SIDES) * len(CAUSES)), facts=(),
        )  # fmt: skip

    def check_position(self, state: CampaignState) -> None:
        """No enemies in one hex, no unit without manpower, no leader alone, every number in its range."""
        super().check_position(state)
        campaign = state.scenario
        known = positions(state)
        for hex_, units in known.units.items():
            if len({campaign.side_number[unit] for unit in units}) > 1:
                raise BadPosition(f"both sides stand in {campaign.name(hex_)}")
        for unit in campaign.combat_units:
            name = campaign.pieces[unit].id
            if (state.at[unit] >= 0) != (state.manpower[unit] > 0):
                raise BadPosition(f"{name} is on the map exactly when it has manpower")
            if not 0 <= state.fatigue[unit] <= MAX_FATIGUE or not 0 <= state.demoralised[unit] <= MAX_DEMORALISED:
                raise BadPosition(f"{name} has a fatigue or demoralisation level that does not exist")
            if not 0 <= state.works[unit] < len(WORKS):
                raise BadPosition(f"{name} has an entrenchment that does not exist")
        if not any(isinstance(frame, FindUnit) for frame in state.agenda):
            self._check_leaders(state)
        if len(state.losses) != len(SIDES) * len(CAUSES) or len(state.stations) != len(campaign.stations):
            raise BadPosition("losses and stations do not fit the scenario")

    def _check_leaders(self, state: CampaignState) -> None:
        """GC 2.2.5: a leader is never alone."""
        campaign = state.scenario
        for leader in campaign.leader_counters:
            hex_ = state.at[leader]
            if hex_ >= 0 and not any(campaign.commands(state, leader, unit) for unit in units_at(state, hex_)):
                raise BadPosition(f"leader {campaign.pieces[leader].id} stands without a unit of his command")

    def unused(self, scenario: Campaign, action: Action) -> Reason | None:
        return scenario.unused(action)

    # -- what a screen shows

    def hint(self, state: CampaignState, action: Action) -> Hint:
        return showing.hint(state, action)

    def meant(self, state: CampaignState, unit: str, hex_name: str) -> Action | None:
        return showing.meant(state, unit, hex_name)

    def look(self, state: CampaignState, piece: int) -> Look:
        return showing.look(state, piece)

    def standing(self, state: CampaignState) -> Standing:
        return showing.standing(state)

    def modifiers(self, state: CampaignState, action: Action) -> Sequence[Modifier]:
        return showing.modifiers(state, action)

    def aftermath(self, before: CampaignState, after: CampaignState, action: Action) -> Sequence[tuple[str, int | str]]:
        return showing.aftermath(before, after, action)

    def presume(self, state: CampaignState) -> Action:
        return showing.presume(state)

    def charts(self, scenario: Campaign) -> Sequence[Chart]:
        return charts.charts(scenario)

    def terrain_card(self, scenario: Campaign, hex_number: int) -> Sequence[Text]:
        return terrain_card(scenario, hex_number)

    def overlay(self, state: CampaignState, kind: str, hex_number: int) -> Sequence[Cell]:
        return staff.command_overlay(state, hex_number) if kind == "command" else ()

    def ways(self, state: CampaignState, unit: str) -> Sequence[Way]:
        return ahead.ways(state, unit)

    def roster(self, state: CampaignState) -> Sequence[Formation]:
        return staff.roster(state)
