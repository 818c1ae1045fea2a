"""What a page shows of a battle of the series; a book's own page subclasses it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from hardtack.battles.gcacw import ahead, charts, showing, staff
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.state import S
from hardtack.referee.actions import Action
from hardtack.referee.events import Text
from hardtack.referee.page import Page
from hardtack.referee.showing import (
    Bridge,
    Cell,
    Chart,
    FightLine,
    Formation,
    Hint,
    Look,
    Modifier,
    Reaction,
    Standing,
    Way,
)

MOST_LOOKS = 4_000  # of a scenario: some 2 MB


@lru_cache(maxsize=32)
def looks_known(scenario: Campaign, rests_on: Hashable) -> dict[Hashable, Look]:
    """How counters have looked so far, by number, readiness and what is marked on them."""
    return {}


class SeriesPage(Page[S]):
    overlays: ClassVar[tuple[str, ...]] = ("command",)
    reactions: ClassVar[tuple[Reaction, ...]] = (
        Reaction("Screen", ("stand", "retire")),
        Reaction("AssaultScreen", ("stand", "retire")),
        Reaction("Withdrawal", ("hold", "withdraw")),
        Reaction("Advance", ("stay", "advance")),
        Reaction("GrandCall", ("alone", "grand")),
        Reaction("LeaderTransfer", ("done",)),
        Reaction("Works", ("done",)),
    )
    chronicle: ClassVar[frozenset[str]] = frozenset(
        {
            "event.station_damaged",
            "event.station_destroyed",
            "event.entrenches",
            "event.bridge_built",
            "event.bridge_destroyed",
            "event.assault_fails",
        }
    )
    listed: ClassVar[frozenset[str]] = frozenset({"event.entrenches"})
    fight_lines: ClassVar[Mapping[str, FightLine]] = {
        "event.orders_assault": FightLine("eve"),
        "event.assault_roll": FightLine("eve", "assault"),
        "event.grand_roll": FightLine("eve", "assault"),
        "event.attacks": FightLine("begins", defenders="units_defending"),
        "event.charges": FightLine("begins", defenders="units_defending"),
        "event.artillery_even": FightLine("roll", "artillery"),
        "event.artillery_odd": FightLine("roll", "artillery"),
        "event.combat": FightLine("roll", "combat"),
        "event.loses": FightLine("loss"),
        "event.eliminated": FightLine("destroyed"),
        "event.surrenders": FightLine("destroyed"),
        "event.strain_d": FightLine("shaken"),
        "event.strain_f": FightLine("shaken"),
        "event.disorganised": FightLine("shaken"),
        "event.demoralised": FightLine("shaken"),
        "event.rout": FightLine("retreat"),
        "event.must_retreat": FightLine("retreat"),
        "event.withdraws": FightLine("retreat"),
        "event.retreats": FightLine("retreat"),
        "event.advances": FightLine("advance"),
    }
    phase_of: ClassVar[Mapping[str, str]] = {"LeaderTransfer": "leader_transfer", "Works": "recovery"}
    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "": ("number.manpower", "number.artillery", "number.tactical"),
        "leader": ("number.tactical", "number.command"),
    }

    def hint(self, state: S, action: Action) -> Hint:
        return showing.hint(state, action)

    def meant(self, state: S, unit: str, hex_name: str) -> Action | None:
        return showing.meant(state, unit, hex_name)

    def look(self, state: S, piece: int) -> Look:
        return showing.look(state, piece)

    def looks(self, state: S) -> Sequence[Look]:
        """A counter that is marked and as ready as one was before, in any game, looks the same."""
        known = looks_known(state.scenario, self.looks_rest_on(state))
        if len(known) > MOST_LOOKS:
            known.clear()
        rows = [getattr(state, name) for name in state.piece_rows if name != "at"]
        marked = zip([place < 0 for place in state.at], showing.readiness(state), *rows, strict=True)
        found = []
        for which in enumerate(marked):
            look = known.get(which)
            if look is None:
                look = known[which] = self.look(state, which[0])
            found.append(look)
        return found

    def looks_rest_on(self, state: S) -> Hashable:
        """What a counter shows besides what is marked on it, whether it is on the map, and whether it is ready."""
        return None

    def bridges(self, state: S) -> Sequence[Bridge]:
        return [Bridge(*bridge) for bridge in state.bridges]

    def reactions_of(self, scenario: Campaign) -> Sequence[Reaction]:
        """Some questions belong to a phase, which a scenario may be without."""
        asked = {name for turn in range(1, scenario.turns + 1) for name in scenario.phases(turn)}
        if not (scenario.may_entrench or scenario.may_bridge):
            asked.discard(self.phase_of["Works"])
        return [one for one in self.reactions if self.phase_of.get(one.frame, "action_cycle") in asked]

    def standing(self, state: S) -> Standing:
        return showing.standing(state)

    def modifiers(self, state: S, action: Action) -> Sequence[Modifier]:
        return showing.modifiers(state, action)

    def fought(self, state: S, action: Action, attackers: Sequence[str]) -> Sequence[Modifier]:
        return showing.modifiers(state, action, attackers)

    def aftermath(self, before: S, after: S, action: Action) -> Sequence[tuple[str, int | str]]:
        return showing.aftermath(before, after, action)

    def charts(self, scenario: Campaign) -> Sequence[Chart]:
        return charts.charts(scenario)

    def terrain_card(self, scenario: Campaign, hex_number: int) -> Sequence[Text]:
        return charts.terrain_card(scenario, hex_number)

    def overlay(self, state: S, kind: str, hex_number: int) -> Sequence[Cell]:
        return staff.command_overlay(state, hex_number) if kind == "command" else ()

    def ways(self, state: S, unit: str) -> Sequence[Way]:
        return ahead.ways(state, unit)

    def column(self, state: S, unit: str) -> Sequence[str]:
        return ahead.column(state, unit)

    def follow(self, state: S, units: Sequence[str], route: Sequence[str]) -> Action | None:
        return ahead.follow(state, units, route)

    def rested(self, state: S, piece: int) -> bool:
        """A unit with fatigue has marched already (GC 6.5)."""
        return not state.fatigue[piece]

    def roster(self, state: S) -> Sequence[Formation]:
        return staff.roster(state)
