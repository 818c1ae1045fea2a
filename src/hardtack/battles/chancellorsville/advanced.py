"""The advanced game as the series plays it: each hook hands over to the module that holds the rule (SLB 14.0-22.2)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from hardtack.battles.chancellorsville import ammunition, events, exits, release, supply, wings
from hardtack.battles.chancellorsville.book import ScenarioBook
from hardtack.battles.chancellorsville.counters import SlbCounter
from hardtack.battles.chancellorsville.ground import columns_below
from hardtack.battles.chancellorsville.resupply import AmmunitionPhase
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.chancellorsville.scenarios import BOXES
from hardtack.battles.gcacw.combat import Attack, Line
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import CampaignState, fact, note
from hardtack.board.board import Board
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.events import CONFEDERATE, Reason, reason
from hardtack.referee.frames import Decision, Frame
from hardtack.referee.orders import Order
from hardtack.referee.umpire import Umpire


class AdvancedScene(Scene):
    """Scenario 5 or 6, with everything the basic scenarios leave out."""

    may_entrench = True
    retreat_orders: Sequence[Order[Any]] = (exits.FLIGHT,)

    def __init__(
        self, battle: Battle, book: ScenarioBook, board: Board, pieces: Sequence[SlbCounter],
        settings: Mapping[str, Any],
    ) -> None:  # fmt: skip
        super().__init__(battle, book, board, pieces, settings, boxes=BOXES)
        burnt = [name for line in book.victory.points if line.kind == "station" for name in line.hexes]
        self.stations = tuple(self.hex(name) for name in burnt)
        self._lay_out_events(book, board)

    def _lay_out_events(self, book: ScenarioBook, board: Board) -> None:
        """What the rules of wings, exits and guards look up on the map."""
        self.events = events.event_table()
        self.wing_hexes = (self.hex(self.events.left_wing), self.hex(self.events.right_wing))
        self.until_united = board.regions["wing_union_forbidden"]
        self.union_roads = self.road_hexes & board.regions[wings.SOUTH_BANK]
        self.south_edge, self.raid_exits = board.regions["south_edge"], board.regions["cavalry_raid_exits"]
        self.exit_roads = {
            entry.hex: kind
            for entry in board.entries.values()
            for kind in exits.ROADS
            if {"exit", "south", kind} <= entry.tags
        }
        raid = self.raid_line
        self.raid_until, self.raid_clause = (raid.until_turn, raid.clause) if raid is not None else (0, "")
        rule = book.release
        self.released = 0  # who may act from the first turn on
        self.west_of_release = 0  # where those who are let go may not go
        if rule is not None:
            named = [n for n, piece in enumerate(self.pieces) if piece.type in rule.arms or piece.id in rule.units]
            self.released = mask_of(named)
            self.west_of_release = columns_below(board.grid, rule.lowest_column)
        guard = book.rear_guard
        self.guards = frozenset(guard.units) if guard is not None else frozenset()
        self.guarded = board.regions[guard.region] if guard is not None else 0
        self.reserves = frozenset(self.index[name] for name in guard.one_of) if guard is not None else frozenset()

    def shut_roads(self, state: CampaignState) -> int:
        """The roads south of the river that are closed to a union of the wings, as a mask."""
        return wings.barred_hexes(state, self.union_roads)

    def barrier(self, closed: int) -> int:
        """Those of the closed hexes that keep the wings apart, as a mask (SLB 19.1b)."""
        return wings.barrier(self, closed)

    def opening_rows(self) -> dict[str, Any]:
        """SLB 20.2a: every unit with its ammunition boxes unmarked; nobody hidden, no wing told yet."""
        none = (0,) * len(self.pieces)
        boxes = tuple(piece.ammunition for piece in self.pieces)
        return {"boxes": boxes, "marks": none, "wing": none, "unseen": none, "secret_bridges": (), "covered": ()}

    def special_phase(self, state: CampaignState, name: str) -> Sequence[Frame]:
        if name == "ammunition":
            return (AmmunitionPhase(),)
        return super().special_phase(state, name)

    # -- the turn (SLB 14.0, 15.0, 16.0)

    def turn_begins(self, draft: CampaignState, umpire: Umpire) -> None:
        super().turn_begins(draft, umpire)
        for last_turns in (wings.PARALYSED, *events.LOGISTICS.values()):
            if fact(draft, last_turns):
                note(draft, last_turns, 0)
        wings.check_union(self, draft, umpire)
        wings.assign(self, draft)

    def random_events(self, draft: CampaignState, umpire: Umpire) -> None:
        events.roll(self, draft, umpire)

    def after_phase(self, draft: CampaignState, umpire: Umpire) -> None:
        super().after_phase(draft, umpire)
        wings.check_union(self, draft, umpire)

    # -- who may act (SLB 16.0c, 22.1b)

    def free_units(self, state: CampaignState, units: int) -> int:
        free = super().free_units(state, units)
        if release.in_force(self, state) is None:
            return free
        return free & ~mask_of(n for n in hexes_in(free & self.forces[CONFEDERATE]) if release.is_held(self, state, n))

    def unit_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        yield from super().unit_bans(state, unit)
        yield from release.unit_bans(self, state, unit)

    def leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        yield from super().leader_bans(state, leader, what)
        yield from self._own_leader_bans(state, leader, what)

    def _own_leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        yield from wings.leader_bans(self, state, leader, what)
        yield from release.leader_bans(self, state, leader, what)

    def free_leaders(self, state: CampaignState, leaders: int, what: str) -> int:
        free = super().free_leaders(state, leaders, what)
        if what != "assault" and release.in_force(self, state) is None:
            return free
        return mask_of(n for n in hexes_in(free) if next(self._own_leader_bans(state, n, what), None) is None)

    # -- marching (SLB 16.0c, 19.1a, 19.2, 22.1b-c)

    def march_points(self, draft: CampaignState, umpire: Umpire, unit: int, points: int) -> int:
        return wings.march_points(self, draft, umpire, unit, points)

    def bars_force_march(self, state: CampaignState, unit: int) -> Reason | None:
        return wings.bars_force_march(self, state, unit) or super().bars_force_march(state, unit)

    def step_bans(self, state: CampaignState, unit: int, here: int, there: int) -> Iterator[Reason]:
        yield from super().step_bans(state, unit, here, there)
        yield from wings.step_bans(self, state, unit, there)
        yield from release.column_bans(self, state, unit, there)
        yield from release.guard_bans(self, state, unit, there)

    def barred_steps(self, state: CampaignState, unit: int, here: int) -> int:
        own = wings.closed_to(self, state, unit) | release.west_of(self, state, unit)
        return super().barred_steps(state, unit, here) | own | release.guarded_from(self, state, unit)

    def attack_bans(self, state: CampaignState, unit: int, here: int, target: int) -> Iterator[Reason]:
        yield from super().attack_bans(state, unit, here, target)
        yield from release.column_bans(self, state, unit, target)
        if not ammunition.may_attack(ammunition.pouch_of(state, unit).is_out, bool(state.demoralised[unit])):
            yield reason("SLB 20.2c", "reason.out_and_demoralised", unit=self.pieces[unit].id)

    def retreat_bans(self, state: CampaignState, side: str, here: int, there: int) -> Iterator[Reason]:
        yield from super().retreat_bans(state, side, here, there)
        yield from release.retreat_bans(self, state, here, there)

    def entered(self, draft: CampaignState, umpire: Umpire, unit: int, hex_: int, how: str) -> None:
        supply.overrun(self, draft, umpire, unit, hex_)
        super().entered(draft, umpire, unit, hex_, how)
        release.crossed(self, draft, hex_)
        if how != "retreat":
            release.approached(self, draft, umpire, unit, hex_)
        wings.check_union(self, draft, umpire)

    def rescue_leaders(self, draft: CampaignState, umpire: Umpire, hex_: int) -> None:
        """A hex has lost a unit: its zone may be gone (SLB 19.1b)."""
        super().rescue_leaders(draft, umpire, hex_)
        wings.check_union(self, draft, umpire)

    def march_options(self, state: CampaignState, march: March) -> Sequence[Action]:
        return [*super().march_options(state, march), *exits.march_options(self, state, march)]

    def do_march_option(self, draft: CampaignState, umpire: Umpire, march: March, action: Action) -> Decision:
        if isinstance(action, exits.LeaveMap):
            return exits.march_off(self, draft, umpire, march)
        return super().do_march_option(draft, umpire, march, action)

    def march_option_reasons(self, state: CampaignState, march: March, action: Action) -> list[Reason]:
        if isinstance(action, exits.LeaveMap):
            return list(exits.march_refusals(self, state, march))
        return super().march_option_reasons(state, march, action)

    # -- combat (SLB 15.0c, 16.0e, 22.1b)

    def attack_lines(self, state: CampaignState, attack: Attack) -> Sequence[Line]:
        doubt, _ = wings.doubt(self, state, attack.side)
        lines = super().attack_lines(state, attack)
        return [*lines, Line("SLB 16.0e", "line.confidence", doubt)] if doubt else lines

    def assault_modifier(self, state: CampaignState, side: str) -> int:
        return super().assault_modifier(state, side) + wings.doubt(self, state, side)[1]

    def attack_ordered(self, draft: CampaignState, umpire: Umpire, by: int, target: int) -> None:
        super().attack_ordered(draft, umpire, by, target)
        release.attacked(self, draft, umpire, by)

    def took_losses(self, draft: CampaignState, umpire: Umpire, unit: int, cause: str) -> None:
        super().took_losses(draft, umpire, unit, cause)
        events.under_fire(self, draft, unit, cause)

    def join_bans(self, state: CampaignState, unit: int, to: int) -> Iterator[Reason]:
        yield from release.join_bans(self, state, unit, to)

    # -- what a bot looks at

    def goal_key(self, state: CampaignState) -> Hashable:
        """Stations and depots are won once, and the raid has its time."""
        depots = tuple(state.at[depot] for depot in self.depots)
        return state.facts, state.stations, depots, state.turn <= self.raid_until

    def no_go(self, state: CampaignState, unit: int) -> int:
        """SLB 19.1a, 22.1c: country closed to Union infantry until the wings are united, and a guard's far bank."""
        piece = self.pieces[unit]
        closed = wings.closed_to(self, state, unit)
        return closed | self.guarded if piece.id in self.guards else closed

    # -- recovery (SLB 22.2b, 22.2e)

    def dig_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        yield from release.dig_bans(self, state)

    def bridge_bans(self, state: CampaignState, here: int, there: int) -> Iterator[Reason]:
        yield from release.bridge_bans(self, state, here, there)

    # -- ammunition (SLB 20.1, 20.2)

    def lacking(self, state: CampaignState, units: Iterable[int]) -> Collection[int]:
        return ammunition.out_of_ammunition(state, units)

    def halved(self, halves: Sequence[int]) -> int:
        return ammunition.stack_halves((), halves)

    def strained(self, draft: CampaignState, umpire: Umpire, units: Sequence[int], result: str) -> None:
        if result == "D":
            ammunition.use_up(draft, umpire, units)

    def artillery_value(self, state: CampaignState, unit: int) -> int:
        is_out = ammunition.pouch_of(state, unit).is_out
        return ammunition.artillery_without(super().artillery_value(state, unit), is_out)

    def cavalry_retreat_modifier(self, state: CampaignState, units: Sequence[int]) -> int:
        return ammunition.cavalry_retreat_modifier(bool(ammunition.out_of_ammunition(state, units)))
