"""Cavalry retreat: the opponent's horsemen slip away in the middle of a march or from an assault (GC 7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardtack.battles.gcacw.actions import RetireCavalry, Stand
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.losses import Losses
from hardtack.battles.gcacw.retreat import Retreat, has_way_back, setting_off
from hardtack.battles.gcacw.state import CampaignState, disorganise, tire, units_at
from hardtack.battles.gcacw.tables import cavalry_retreat_size, raw_tables
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action
from hardtack.referee.events import Text, enemy_of, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import Choice, Options
from hardtack.referee.umpire import Umpire, waiting

if TYPE_CHECKING:
    from hardtack.battles.gcacw.march import March

SLOWING_GROUND = ("hill", "rough", "woods")


def may_retire(state: CampaignState, hex_: int, origin: int) -> bool:
    """GC 7.7.1, 7.7.6: a stack of cavalry alone, whatever its fatigue, with a hex to go to."""
    campaign = state.scenario
    units = units_at(state, hex_)
    if not units or any(campaign.pieces[unit].type != CAVALRY for unit in units):
        return False
    side = campaign.pieces[units[0]].side
    return has_way_back(state, retirement(state, side, hex_, origin))


def retirement(state: CampaignState, side: str, hex_: int, origin: int) -> Retreat:
    """GC 7.7.4: the retreat of 2 to 4 hexes the cavalry would make."""
    campaign = state.scenario
    units = tuple(campaign.pieces[unit].id for unit in units_at(state, hex_))
    return setting_off(state, side, units, (campaign.name(origin),), "retreat", "cavalry_retreat")


def screens_against(state: CampaignState, unit: int, here: int) -> list[int]:
    """Hexes from which enemy cavalry may retreat before a marching unit that stands in a hex (GC 7.7.1): it is in
    their normal zone, and it is infantry or artillery."""
    campaign = state.scenario
    if not campaign.is_foot[unit]:
        return []
    ground = state.ground
    enemies = state.occupied(enemy_of(campaign.side_of[unit]))
    near = [hex_ for hex_ in campaign.board.grid.around[here] if enemies >> hex_ & 1]
    return [hex_ for hex_ in near if ground.normal[hex_] >> here & 1 and may_retire(state, hex_, here)]


def offer_screen(draft: CampaignState, umpire: Umpire, unit: int) -> None:
    """Ask the opponent, before the active unit's owner decides anything; who may not know of a march is not asked."""
    if draft.veil is None and screens_against(draft, unit, draft.at[unit]):
        counter = draft.scenario.pieces[unit]
        umpire.push(Screen(enemy_of(counter.side), counter.id))


@dataclass(frozen=True, slots=True)
class Screen(Decision):
    """GC 7.7.1: cavalry retreat before a marching unit; asked again until it stands or none is left."""

    unit: str  # the active enemy

    def choices(self, state: CampaignState) -> list[int]:
        unit = state.scenario.index[self.unit]
        return screens_against(state, unit, state.at[unit])

    def idle(self, draft: CampaignState) -> bool:
        """No cavalry left to ask, or nobody left to retreat from: the march is over."""
        march = interrupted(draft)
        return (
            (march is not None and march.over)
            or draft.at[draft.scenario.index[self.unit]] < 0
            or not self.choices(draft)
        )

    def options(self, state: CampaignState) -> Options:
        names = state.scenario.board.grid.names
        return Choice([Stand(), *(RetireCavalry(names[hex_]) for hex_ in self.choices(state))], "GC 7.7.1")

    def prompt(self, state: CampaignState) -> Text:
        campaign = state.scenario
        return text("prompt.screen", unit=self.unit, hex=campaign.name(state.at[campaign.index[self.unit]]))

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        if not isinstance(action, RetireCavalry):
            umpire.pop()
            return
        campaign = draft.scenario
        delay = retire(draft, umpire, campaign.hex(action.hex), draft.at[campaign.index[self.unit]], self.unit)
        slow_march(umpire, delay)


def interrupted(state: CampaignState) -> March | None:
    """The march the cavalry is asked about, further down the agenda."""
    from hardtack.battles.gcacw.march import March  # a march offers screens: the modules need each other

    return waiting(state, March)


def slow_march(umpire: Umpire, delay: int) -> None:
    """GC 7.7.2: the active unit loses points; with none left its march ends."""
    from hardtack.battles.gcacw.march import March

    def slowed(march: March) -> March:
        left = max(0, march.mp - delay)
        return replace(march, mp=left, over=march.over or left == 0)

    umpire.amend(March, slowed)


def delay_modifier(state: CampaignState, hex_: int, origin: int) -> int:
    """GC 7.7.2: terrain and size modifiers of the cavalry retreat die."""
    campaign = state.scenario
    ground, table = state.ground, raw_tables()["cavalry_retreat"]
    terrain = campaign.board.terrain[hex_]
    units = units_at(state, hex_)
    total = cavalry_retreat_size(sum(state.manpower[unit] for unit in units))
    total += campaign.cavalry_retreat_modifier(state, units)
    if terrain == "mountain":
        total += int(table["mountain"])
    if ground.is_river(origin, hex_) and ground.crossing(origin, hex_):
        total += int(table["crossing"])
    if campaign.params.cavret_terrain:
        creek = "creek" in campaign.board.side(origin, hex_)
        total += int(table["rough_ground"]) if creek or terrain in SLOWING_GROUND else 0
    return total


def retire(draft: CampaignState, umpire: Umpire, hex_: int, origin: int, active: str) -> int:
    """GC 7.7.2-7.7.4: roll, tire and disorganise the cavalry, send it off. Returns the points the enemy loses."""
    campaign = draft.scenario
    units = units_at(draft, hex_)
    side = campaign.pieces[units[0]].side
    modifier = delay_modifier(draft, hex_, origin)
    frame = retirement(draft, side, hex_, origin)
    die = umpire.roll(by=side)
    total = max(0, die + modifier)
    delay = total // 2 if campaign.params.cavret_round == "down" else -(-total // 2)
    umpire.tell(
        "GC 7.7.2", "event.cavalry_retreat",
        units=frame.units, unit=active, n=delay, die=die, modifiers=f"{modifier:+d}",
    )  # fmt: skip
    for unit in units:
        tire(draft, unit, 1)
        disorganise(draft, unit)
    if die == 1:
        umpire.push(Losses(side, frame.units, 1, "cavalry_retreat", "GC 7.7.3"), frame)
    else:
        umpire.push(frame)
    return delay
