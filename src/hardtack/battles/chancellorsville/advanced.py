"""The advanced game as the series plays it (SLB 14.0-22.2). Who may act on the first turn of scenario 5 and what frees
the others (SLB 22.1b), and who guards the Union's bank (SLB 22.1c, 22.2a), stands here; for the rest each hook hands
over to the module that holds the rule."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from hardtack.battles.chancellorsville import ammunition, events, exits, supply, wings
from hardtack.battles.chancellorsville.advanced_book import Release
from hardtack.battles.chancellorsville.book import ScenarioBook
from hardtack.battles.chancellorsville.casualties import CAVALRY_LEADER
from hardtack.battles.chancellorsville.counters import SlbCounter
from hardtack.battles.chancellorsville.ground import columns_below
from hardtack.battles.chancellorsville.resupply import AmmunitionPhase
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.chancellorsville.scenarios import BOXES
from hardtack.battles.chancellorsville.state import CROSSED_OVER, EAST_FREED, FREED, LEFT_WING, RIGHT_WING
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.combat import Attack, Line
from hardtack.battles.gcacw.counters import INFANTRY
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import SCORING, CampaignState, fact, note, units_at
from hardtack.board.board import Board
from hardtack.board.grid import disc
from hardtack.board.masks import hexes_in, mask_of, standing
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.events import CONFEDERATE, UNION, Reason, reason
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
        self.first_turn = rule = book.release
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
        free, rule = super().free_units(state, units), self.release(state)
        if rule is None:
            return free
        return free & ~mask_of(n for n in hexes_in(free & self.forces[CONFEDERATE]) if self.is_held(state, rule, n))

    def unit_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        yield from super().unit_bans(state, unit)
        rule = self.release(state)
        if rule is not None and self.is_held(state, rule, unit):
            yield self.not_released(rule, unit)

    def release(self, state: CampaignState) -> Release | None:
        """SLB 22.1b: the rule of the first turn, on that turn."""
        rule = self.first_turn
        return rule if rule is not None and state.turn < rule.until_turn else None

    def is_free(self, state: CampaignState, unit: int) -> bool:
        """Whether a unit may act anywhere: it is named, or freed, or comes from one that is.

        It may have been detached from that one, or be a brigade made in play when its division broke up.
        """
        free = self.released | fact(state, FREED)
        if free >> unit & 1 or free >> state.parent[unit] & 1:
            return True
        division = self.pieces[unit].brigade_of
        return bool(division) and not self.strength_at_start[unit] and bool(free >> self.index[division] & 1)

    def is_let_go(self, state: CampaignState, rule: Release, piece: int) -> bool:
        """SLB 22.1b: after an attack of the left wing, everybody in the eastern columns."""
        return bool(fact(state, EAST_FREED)) and self.board.grid.column(state.at[piece]) >= rule.lowest_column

    def is_held(self, state: CampaignState, rule: Release, unit: int) -> bool:
        """Whether a unit on the map still waits."""
        if self.side_of[unit] != CONFEDERATE or state.at[unit] < 0:
            return False
        return not self.is_free(state, unit) and not self.is_let_go(state, rule, unit)

    def not_released(self, rule: Release, piece: int) -> Reason:
        return reason(
            rule.clause, "reason.not_released",
            unit=self.pieces[piece].id, n=rule.within, column=rule.lowest_column, turn=rule.until_turn,
        )  # fmt: skip

    def leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        yield from super().leader_bans(state, leader, what)
        yield from self._own_leader_bans(state, leader, what)

    def _own_leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        """SLB 16.0c; R1, R2: a leader is free with a unit of his command in his hex; Stuart by the game's reading."""
        held = wings.paralysed(state, leader) if what == "assault" else None
        if held is not None:
            yield held
        rule, piece = self.release(state), self.pieces[leader]
        if rule is None or piece.side != CONFEDERATE or what not in ("activate", "assault"):
            return
        if piece.id in rule.units or state.at[leader] < 0 or self.is_let_go(state, rule, leader):
            return
        own = self.own_units(state, leader, units_at(state, state.at[leader]))
        waits = piece.id == CAVALRY_LEADER and not self.settings.get("stuart_free", True)
        if waits or not any(self.is_free(state, unit) for unit in own):
            yield self.not_released(rule, leader)

    def free_leaders(self, state: CampaignState, leaders: int, what: str) -> int:
        free = super().free_leaders(state, leaders, what)
        kept = free & self.forces[UNION] if what == "assault" and fact(state, wings.PARALYSED) else 0
        if what in ("activate", "assault") and self.release(state) is not None:
            kept |= free & self.forces[CONFEDERATE]
        barred = [n for n in hexes_in(kept) if next(self._own_leader_bans(state, n, what), None) is not None]
        return free & ~mask_of(barred) if barred else free

    # -- marching (SLB 16.0c, 19.1a, 19.2, 22.1b-c)

    def march_points(self, draft: CampaignState, umpire: Umpire, unit: int, points: int) -> int:
        """SLB 16.0c: infantry of the paralysed wing marches with fewer points."""
        if self.pieces[unit].type != INFANTRY or wings.paralysed(draft, unit) is None:
            return points
        left = min(points, max(self.events.least_march, points - self.events.march_penalty))
        if left < points:
            umpire.tell("SLB 16.0c", "event.paralysed_march", unit=self.ids[unit], n=points - left)
        return left

    def bars_force_march(self, state: CampaignState, unit: int) -> Reason | None:
        held = wings.paralysed(state, unit) if self.pieces[unit].type == INFANTRY else None
        return held or super().bars_force_march(state, unit)

    def step_bans(self, state: CampaignState, unit: int, here: int, there: int) -> Iterator[Reason]:
        yield from super().step_bans(state, unit, here, there)
        if wings.closed_to(self, state, unit) >> there & 1:
            yield reason("SLB 19.1a", "reason.until_united")
        yield from self._column_bans(state, unit, there)
        yield from self._guard_bans(state, unit, there)

    def _column_bans(self, state: CampaignState, unit: int, there: int) -> Iterator[Reason]:
        """SLB 22.1b: whoever is free only because the left wing attacked keeps to the eastern columns."""
        rule = self.release(state)
        if rule is not None and self._kept_east(state, unit) >> there & 1:
            yield reason(rule.clause, "reason.west_limit", column=rule.lowest_column)

    def _kept_east(self, state: CampaignState, unit: int) -> int:
        """The columns such a unit keeps out of, as a mask."""
        if self.release(state) is None or self.side_of[unit] != CONFEDERATE or self.is_free(state, unit):
            return 0
        return self.west_of_release

    def _guard_bans(self, state: CampaignState, unit: int, there: int) -> Iterator[Reason]:
        """SLB 22.1c, 22.2a: the Provost Guard and one of the two Artillery Reserves stay on their bank."""
        rule = self.book.rear_guard
        if rule is not None and self._guarded_from(state, unit) >> there & 1:
            yield reason(rule.clause, "reason.rear_guard", unit=self.pieces[unit].id)

    def _guarded_from(self, state: CampaignState, unit: int) -> int:
        """The far bank, where it is closed to a unit, as a mask."""
        origin = state.parent[unit]
        stays = self.pieces[origin].id in self.guards
        if not stays and origin in self.reserves:
            stays = bool(fact(state, CROSSED_OVER) & ~(1 << unit))
        return self.guarded if stays else 0

    def barred_steps(self, state: CampaignState, unit: int, here: int) -> int:
        own = wings.closed_to(self, state, unit) | self._kept_east(state, unit) | self._guarded_from(state, unit)
        return super().barred_steps(state, unit, here) | own

    def attack_bans(self, state: CampaignState, unit: int, here: int, target: int) -> Iterator[Reason]:
        yield from super().attack_bans(state, unit, here, target)
        yield from self._column_bans(state, unit, target)
        if not ammunition.may_attack(ammunition.pouch_of(state, unit).is_out, bool(state.demoralised[unit])):
            yield reason("SLB 20.2c", "reason.out_and_demoralised", unit=self.pieces[unit].id)

    def bars_attack(self, state: CampaignState, unit: int, here: int, target: int) -> bool:
        """Here more is against it than a hexside."""
        return Campaign.bars_attack(self, state, unit, here, target)

    def bars_retreat(self, state: CampaignState, side: str, here: int, there: int) -> bool:
        if self.guarded >> there & 1 and not self.guarded >> here & 1:
            return next(self.retreat_bans(state, side, here, there), None) is not None
        return super().bars_retreat(state, side, here, there)

    def retreat_bans(self, state: CampaignState, side: str, here: int, there: int) -> Iterator[Reason]:
        """Nor does a stack with one of the guards retreat over the river."""
        yield from super().retreat_bans(state, side, here, there)
        if self.guarded >> there & 1 and not self.guarded >> here & 1:
            for unit in units_at(state, here):
                yield from self._guard_bans(state, unit, there)

    def entered(self, draft: CampaignState, umpire: Umpire, unit: int, hex_: int, how: str) -> None:
        supply.overrun(self, draft, umpire, unit, hex_)
        super().entered(draft, umpire, unit, hex_, how)
        for crossed in units_at(draft, hex_) if self.guarded >> hex_ & 1 else ():
            if crossed in self.reserves:  # remembered: the other one stays
                note(draft, CROSSED_OVER, fact(draft, CROSSED_OVER) | 1 << crossed)
        if how != "retreat":
            self._approached(draft, umpire, unit, hex_)
        wings.check_union(self, draft, umpire)

    def _approached(self, draft: CampaignState, umpire: Umpire, unit: int, hex_: int) -> None:
        """SLB 22.1b: a unit of the right wing that has moved near others frees them."""
        rule = self.release(draft)
        if rule is None or self.side_of[unit] != UNION or wings.wing_of(draft, unit) != RIGHT_WING:
            return
        near = disc(self.board.grid, hex_, rule.within)
        waiting = standing(draft.at, self.combat_mask & self.forces[CONFEDERATE], near)
        freed = [n for n in hexes_in(waiting) if not self.is_free(draft, n)]
        if freed:
            note(draft, FREED, fact(draft, FREED) | mask_of(freed))
            umpire.tell(rule.clause, "event.released", units=tuple(self.ids[n] for n in freed))

    def rescue_leaders(self, draft: CampaignState, umpire: Umpire, hex_: int) -> None:
        """A hex has lost a unit: its zone may be gone (SLB 19.1b)."""
        super().rescue_leaders(draft, umpire, hex_)
        wings.check_union(self, draft, umpire)

    def march_options(self, state: CampaignState, march: March) -> Sequence[Action]:
        found, here = super().march_options(state, march), state.at[self.index[march.unit]]
        if here < 0 or not self.south_edge >> here & 1:
            return found
        return [*found, *exits.march_options(self, state, march)]

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
        """SLB 22.1b: an attack of the left wing, even an assault that fails, lets the east go."""
        super().attack_ordered(draft, umpire, by, target)
        rule = self.release(draft)
        if rule is None or self.side_of[by] != UNION or wings.wing_of(draft, by) != LEFT_WING:
            return
        if not fact(draft, EAST_FREED):
            note(draft, EAST_FREED)
            umpire.tell(rule.clause, "event.east_released", column=rule.lowest_column)

    def took_losses(self, draft: CampaignState, umpire: Umpire, unit: int, cause: str) -> None:
        """SLB 15.0c: remember that a Union unit took combat losses in the hex Hooker was in."""
        super().took_losses(draft, umpire, unit, cause)
        with_hooker = draft.at[unit] >= 0 and draft.at[unit] == draft.at[self.index[wings.HOOKER]]
        if cause in SCORING and self.side_of[unit] == UNION and with_hooker and not fact(draft, events.BLED):
            note(draft, events.BLED)

    def join_bans(self, state: CampaignState, unit: int, to: int) -> Iterator[Reason]:
        """Nor do the men of a guard go over as part of another unit."""
        rule, origin = self.book.rear_guard, state.parent[unit]
        if rule is not None and self.pieces[origin].id in rule.units and state.parent[to] != origin:
            yield reason(rule.clause, "reason.rear_guard", unit=self.pieces[unit].id)

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

    def diggers(self, state: CampaignState, units: int) -> int:
        rule = self.book.advanced
        return 0 if rule is not None and state.turn < rule.entrench_from_turn else units

    def dig_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        """SLB 22.2b: nobody entrenches on the first turn of the campaign."""
        rule = self.book.advanced
        if rule is not None and state.turn < rule.entrench_from_turn:
            yield reason(rule.entrench_clause, "reason.not_before", turn=rule.entrench_from_turn)

    def bridge_bans(self, state: CampaignState, here: int, there: int) -> Iterator[Reason]:
        """SLB 22.2e, R13: no bridge over the Rappahannock before the secret ones."""
        rule = self.book.advanced
        if rule is not None and state.turn < rule.bridge_major_from_turn and (here, there) in self.rappahannock:
            yield reason(rule.bridge_clause, "reason.not_before", turn=rule.bridge_major_from_turn)

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
