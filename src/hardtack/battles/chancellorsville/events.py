"""The random events of the advanced game (SLB 15.0), and the reinforcements one of them brings (SLB 17.0)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville import wings
from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.battles.gcacw.state import SCORING, CampaignState, fact, losses_of, note, place
from hardtack.board.native import dataclass
from hardtack.referee.datafile import read_table
from hardtack.referee.dice import FACES
from hardtack.referee.errors import BadData
from hardtack.referee.events import CONFEDERATE, SIDES, UNION
from hardtack.referee.state import LOST, put

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.advanced import AdvancedScene
    from hardtack.referee.umpire import Umpire

BLED = "hooker_bled"  # Hooker stood with a Union unit that took combat losses (SLB 15.0c)
LOGISTICS = {side: f"logistics_{side}" for side in SIDES}
IMPROVED, DELAYED = 1, 2  # what logistics a side has in the ammunition phase that follows (SLB 15.0d)
SUFFOLK = "suffolk"


@dataclass(frozen=True, slots=True)
class Successor:
    """SLB 15.0c: who takes the army on a die up to this one, and the corps leader he was."""

    up_to: int
    unit: str
    leader: str


@dataclass(frozen=True, slots=True)
class Reinforcements:
    """SLB 17.0: who arrives where, and on what die of which day."""

    clause: str
    hex: str
    arrivals: tuple[tuple[str, ...], ...]
    first_day: date
    arrives_up_to: tuple[int, ...]

    def limit(self, day: date) -> int:
        """The highest die on which a division arrives."""
        later = max(0, (day - self.first_day).days)
        return self.arrives_up_to[min(later, len(self.arrives_up_to) - 1)]


@dataclass(frozen=True, slots=True)
class EventTable:
    clause: str
    provenance: str
    events: tuple[str, ...]
    rain_without_effect: date
    removal_losses: int
    paralysis_without_hooker: int
    march_penalty: int
    least_march: int
    left_wing: str
    right_wing: str
    successors: tuple[Successor, ...]
    reinforcements: Reinforcements

    def of(self, total: int) -> str:
        """The event of the sum of two dice."""
        return self.events[total - 2]


@cache
def event_table() -> EventTable:
    file = DATA / "events.toml"
    table = read_table(EventTable, file)
    if len(table.events) != 2 * FACES - 1 or not set(table.events) <= set(EVENTS):
        raise BadData(f"{file.name}: there is one known event for each sum of two dice")
    return table


def roll(scene: AdvancedScene, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 15.0a: two dice at the start of the turn, where the scenario has events already."""
    rule = scene.book.advanced
    if rule is None or draft.turn < rule.events_from_turn:
        return
    table = event_table()
    faces = range(1, FACES + 1)
    event = umpire.read_pair([[table.of(first + second) for second in faces] for first in faces])
    EVENTS[event](scene, draft, umpire)


# -- one function for each event; each tells a card that stands alone


def _rain(scene: AdvancedScene, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 15.0b: rain as in the basic rules, without effect on 29 April."""
    if scene.book.day(draft.turn) == event_table().rain_without_effect:
        umpire.tell("SLB 15.0b", "event.random_rain_none")
        return
    draft.rain = 1
    umpire.tell("SLB 15.0b", "event.random_rain")


def _hooker_removed(scene: AdvancedScene, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 15.0c: only after he was under fire, and after enough losses."""
    table, hooker = event_table(), scene.index[wings.HOOKER]
    lost = losses_of(draft, UNION, *SCORING)
    if not wings.hooker_commands(scene, draft):
        umpire.tell("SLB 15.0c", "event.random_hooker_gone")
        return
    if not fact(draft, BLED) or lost < table.removal_losses:
        umpire.tell("SLB 15.0c", "event.random_hooker_stays", n=lost, least=table.removal_losses)
        return
    umpire.tell("SLB 15.0c", "event.random_hooker_removed")
    row = [next(man for man in table.successors if face <= man.up_to) for face in range(1, FACES + 1)]
    man = umpire.read(row, by=UNION)
    where = draft.at[hooker]
    draft.at = put(put(draft.at, hooker, LOST), scene.index[man.unit], where)
    draft.reversed = put(draft.reversed, scene.index[man.leader], 1)
    umpire.tell("SLB 15.0c", "event.new_commander", unit_new=man.unit, unit_leader=man.leader)


def _logistics(side: str, how: int) -> Event:
    """SLB 15.0d: kept for the ammunition phase that follows at once."""

    def event(scene: AdvancedScene, draft: CampaignState, umpire: Umpire) -> None:
        note(draft, LOGISTICS[side], how)
        key = "event.random_improved" if how == IMPROVED else "event.random_delayed"
        umpire.tell("SLB 15.0d", key, side=side)

    return event


def _reinforcements(scene: AdvancedScene, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 17.0: the next division from Suffolk, on a die that grows easier by the day."""
    rule = event_table().reinforcements
    entry, suffolk = scene.hex(rule.hex), scene.place_at(SUFFOLK)
    waiting = [group for group in rule.arrivals if draft.at[scene.index[group[0]]] == suffolk]
    if not waiting or draft.occupied(UNION) >> entry & 1:
        key = "event.random_no_reinforcements" if not waiting else "event.random_reinforcements_blocked"
        umpire.tell(rule.clause, key, hex=rule.hex)
        return
    limit = rule.limit(scene.book.day(draft.turn))
    umpire.tell(rule.clause, "event.random_reinforcements", units=waiting[0], hex=rule.hex, n=limit)
    if not umpire.check(range(1, limit + 1), by=CONFEDERATE):
        umpire.tell(rule.clause, "event.reinforcements_late", units=waiting[0])
        return
    for name in waiting[0]:
        place(draft, scene.index[name], entry)
    umpire.tell(rule.clause, "event.reinforcements_arrive", units=waiting[0], hex=rule.hex)


Event = Callable[["AdvancedScene", CampaignState, "Umpire"], None]
EVENTS: dict[str, Event] = {
    "rain": _rain,
    "hooker_removed": _hooker_removed,
    "paralysis": wings.paralysis,
    "union_improved": _logistics(UNION, IMPROVED),
    "union_delayed": _logistics(UNION, DELAYED),
    "confederate_improved": _logistics(CONFEDERATE, IMPROVED),
    "confederate_delayed": _logistics(CONFEDERATE, DELAYED),
    "reinforcements": _reinforcements,
}
