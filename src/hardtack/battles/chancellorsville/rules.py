"""The basic scenarios as the series plays them; most hooks hand over to the module that holds the book's rule."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from hardtack.battles.chancellorsville import casualties, divisions, soundness, substitutes, victory
from hardtack.battles.chancellorsville.attachment import Attachment
from hardtack.battles.chancellorsville.book import BookOption, ScenarioBook
from hardtack.battles.chancellorsville.counters import SlbCounter
from hardtack.battles.chancellorsville.crossing import ford_roll, must_roll
from hardtack.battles.chancellorsville.ground import columns_below, is_road_open, road_net
from hardtack.battles.chancellorsville.initiative import first_side, fixed_phases, in_rows
from hardtack.battles.chancellorsville.limits import CROSSED, Limits
from hardtack.battles.chancellorsville.orders import OrdersScene
from hardtack.battles.gcacw.combat import Attack
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import MAX_FATIGUE, CampaignState, fact, note, place
from hardtack.board.board import Board, both_ways
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import replace
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.events import CONFEDERATE, UNION, Reason, Text, reason, text
from hardtack.referee.frames import Decision, Frame
from hardtack.referee.umpire import Umpire

HELD = "held"  # hexes whose last occupant was Union, as a mask


class Scene(OrdersScene):
    """One scenario of the book, with the options chosen for this game."""

    pieces: tuple[SlbCounter, ...]
    inspiring = frozenset({"Lee", "Jackson"})
    charge_clause = "SLB 13.4f"
    has_charges: bool

    def __init__(
        self, battle: Battle, book: ScenarioBook, board: Board, pieces: Sequence[SlbCounter],
        settings: Mapping[str, Any], boxes: Sequence[str] = (),
    ) -> None:  # fmt: skip
        first = first_side(book)
        super().__init__(battle, book.id, board, pieces, settings, turns=book.turns, first_side=first, boxes=boxes)
        self.book = book
        self.has_charges = book.charge is not None
        self.chosen: tuple[BookOption, ...] = tuple(o for name, o in book.options.items() if settings.get(name))
        self.cycle_over_clause = book.sequence.ends_clause
        self.fixed = fixed_phases(book)
        self.fixed_rows = in_rows(self.fixed)
        columns = {fixed.lowest_column for fixed in self.fixed.values()}
        self.west_of = {column: columns_below(board.grid, column) for column in sorted(columns)}
        self.warning, self.late_riser, self.horse_artillery = book.warning, book.late_riser, book.horse_artillery
        self.automatic, self.first_crossing = book.initiative.automatic, book.first_crossing
        self.all_tired_at = min(book.sequence.ends_when_all_at_fatigue, MAX_FATIGUE)
        self.initiative_rules = book.initiative.modifier
        self.limits = Limits(book, board, self.pieces)
        self.successors = {number: piece.successor for number, piece in enumerate(self.pieces) if piece.successor}
        self.substitutes: dict[tuple[str, str], tuple[int, ...]] = {}  # by side and arm
        for number, piece in enumerate(self.pieces):
            if piece.substitute:
                kind = (piece.side, piece.type)
                self.substitutes[kind] = (*self.substitutes.get(kind, ()), number)
        rule = book.substitutes
        self.detaching = mask_of(
            n for n, piece in enumerate(self.pieces) if rule is not None and piece.side in rule.detach
        )
        self.substitutes_for = tuple(self.substitutes.get((piece.side, piece.type), ()) for piece in self.pieces)
        self.splinters = tuple(n for n, piece in enumerate(self.pieces) if piece.substitute or piece.brigade_of)
        self.led_divisions = frozenset(substitutes.substitute_table().leaders)
        self.brigades = {
            self.index[name]: tuple(number for number, piece in enumerate(self.pieces) if piece.brigade_of == name)
            for name in sorted(self.led_divisions & set(self.index))
        }
        self.roads = road_net(board)
        self.led_by_road = tuple(map(mask_of, self.roads))
        self.road_hexes = sum(1 << here for here, joined in enumerate(self.roads) if joined)
        self.rappahannock = frozenset(both_ways(board.streams["rappahannock_river"].sides))
        self.watched = sum(
            {1 << self.hex(name) for line in book.victory.points if line.kind == "held_at_end" for name in line.hexes}
        )
        noted = [self.hex(name) for line in book.victory.points if line.kind.startswith("ever") for name in line.hexes]
        self.noted = mask_of(near for hex_ in noted for near in (hex_, *board.grid.around[hex_]))  # see `objectives`
        # Depots whose loss scores (SLB 20.1a); no basic scenario has any.
        lost = [name for line in book.victory.points if line.kind == "depots_lost" for name in line.units]
        self.depots = tuple(self.index[name] for name in lost)
        self.raid_line = next((line for line in book.victory.points if line.kind == "raid"), None)
        raided = board.regions["cavalry_raid_exits"] if self.raid_line is not None else 0
        self.raid_hexes = frozenset(hexes_in(raided))
        self.raid_brigades = tuple(
            n for n in self.units_of[UNION] if self.pieces[n].type == CAVALRY and self.pieces[n].size == "brigade"
        )
        self.no_artillery = any(option.no_artillery for option in self.chosen)
        held_back = set(book.frozen.units) if book.frozen is not None else set()
        held_back |= {rule.unit for rule in (book.warning, book.late_riser) if rule is not None}
        self.held_back = frozenset(self.index[name] for name in held_back & set(self.index))
        self.frozen, self.frozen_until = self.mask_named(book.frozen.units if book.frozen is not None else ()), 0
        if book.frozen is not None:
            self.frozen_until = book.frozen.until_turn
        self.warned = self.mask_named((book.warning.unit,) if book.warning is not None else ())
        self.roused = self.mask_named((book.late_riser.unit,) if book.late_riser is not None else ())
        self.no_leader_actions = any(option.no_leader_actions for option in self.chosen)
        self.stays_with = {leader: unit for o in self.chosen for leader, unit in o.leader_stays_with.items()}

    def is_road_open(self, start: int, goal: int, closed: int) -> bool:
        """Whether roads and pikes lead from hex to hex past the closed ones."""
        return is_road_open(self.board, start, goal, closed)

    def mask_named(self, names: Iterable[str]) -> int:
        """Those of some pieces that are in the scenario, as a mask."""
        return mask_of([self.index[name] for name in names if name in self.index])

    def opening_rows(self) -> dict[str, Any]:
        """Fields of the state beyond those of the series, before the first die."""
        return {}

    # -- sequence and initiative

    def phases(self, turn: int) -> tuple[str, ...]:
        """SLB 13.1e, 13.2b, 13.4a, 13.5a."""
        return self.book.sequence.of_turn(turn)

    def special_phase(self, state: CampaignState, name: str) -> Sequence[Frame]:
        """SLB 13.1e, 13.2g, 13.3e: the attachment phase, for the sides that may attach on this turn; SLB 13.2i."""
        if name == "reckoning":
            return (victory.Reckoning(),)
        rule = self.book.substitutes
        if name != "attachment" or rule is None or rule.attach_turn not in (0, state.turn):
            return ()
        return [Attachment(side) for side in rule.attach]

    def turn_ends(self, draft: CampaignState, umpire: Umpire) -> None:
        casualties.end_of_turn(self, draft, umpire)

    # -- what an initiative may be spent on

    def free_units(self, state: CampaignState, units: int) -> int:
        """Some wait for a turn, a warning or a rousing; a fixed phase is for some alone."""
        fixed = self.fixed_phase(state)
        if fixed is not None:
            units &= ~self.kept_out(state, fixed, units)
        return units & ~self.waiting(state) if self.held_back else units

    def unit_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        if unit in self.held_back or self.fixed_phase(state) is not None:
            yield from self.waiting_bans(state.turn, state.facts, unit)
            yield from self.phase_bans(state, unit)

    def leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        if self.no_leader_actions:
            yield reason("SLB 13.5b", "reason.teaching")
        if what in ("move", "transfer"):
            return
        if leader in self.held_back or self.fixed_phase(state) is not None:
            yield from self.waiting_bans(state.turn, state.facts, leader)
            yield from self.phase_leader_bans(state, leader, what)

    def free_leaders(self, state: CampaignState, leaders: int, what: str) -> int:
        if self.no_leader_actions or what in ("move", "transfer"):
            return 0 if self.no_leader_actions else leaders
        if self.fixed_phase(state) is not None:
            barred = (n for n in hexes_in(leaders) if next(Scene.leader_bans(self, state, n, what), None) is not None)
            return leaders & ~mask_of(barred)
        return leaders & ~self.waiting(state) if self.held_back else leaders

    # -- marching

    def step_bans(self, state: CampaignState, unit: int, here: int, there: int) -> Iterator[Reason]:
        yield from self.limits.on_march(state, unit, here, there)
        limit = self.column_limit(state, unit, there)
        if limit is not None:
            yield limit

    def barred_steps(self, state: CampaignState, unit: int, here: int) -> int:
        """As `step_bans` has it, but most steps are known to be free of bans."""
        barred = self.limits.barred_steps(state, unit, here)
        fixed = self.fixed_phase(state)
        return barred if fixed is None else barred | self.west_limit(fixed, unit)

    def attack_bans(self, state: CampaignState, unit: int, here: int, target: int) -> Iterator[Reason]:
        if (here, target) in self.limits.touched:
            yield from self.limits.on_attack(state, unit, here, target)
        limit = self.column_limit(state, unit, target)
        if limit is not None:
            yield limit

    def bars_attack(self, state: CampaignState, unit: int, here: int, target: int) -> bool:
        """As `attack_bans` has it, but most hexsides are known to be free of bans."""
        limits = self.limits
        known = not (limits.touching >> here & 1 and (here, target) in limits.touched)
        return not (known and self.fixed_phase(state) is None) and super().bars_attack(state, unit, here, target)

    def may_bridge_major(self, state: CampaignState, side: str, here: int, there: int) -> bool:
        """GC 10.2: the Union may bridge the Rappahannock; nobody else bridges a major river."""
        return side == UNION and (here, there) in self.rappahannock

    def retreat_bans(self, state: CampaignState, side: str, here: int, there: int) -> Iterator[Reason]:
        if (here, there) in self.limits.touched:
            yield from self.limits.on_retreat(state, side, here, there)

    def bars_retreat(self, state: CampaignState, side: str, here: int, there: int) -> bool:
        """As `retreat_bans` has it, but most steps are known to be free of bans."""
        if not self.limits.touching >> here & 1 or (here, there) not in self.limits.touched:
            return False
        return super().bars_retreat(state, side, here, there)

    def crosses(self, draft: CampaignState, umpire: Umpire, march: March, here: int, there: int) -> March | None:
        unit = self.index[march.unit]
        self.goes_north(draft, umpire, unit, here, there)
        for leader, companion in self.stays_with.items():
            with_him = draft.at[self.index[leader]] == here and leader not in march.with_leaders
            if companion == march.unit and with_him:
                march = replace(march, with_leaders=(*march.with_leaders, leader))
        return ford_roll(self, draft, umpire, march, here, there)

    def step_risk(self, state: CampaignState, unit: int, here: int, there: int) -> Text | None:
        return text("risk.crossing") if must_roll(self, state, unit, here, there) else None

    def entered(self, draft: CampaignState, umpire: Umpire, unit: int, hex_: int, how: str) -> None:
        side, first = self.side_of[unit], self.first_crossing
        if self.noted >> hex_ & 1:
            victory.objectives(self, draft, umpire, unit, hex_, how)
        if self.watched >> hex_ & 1:
            held = fact(draft, HELD)
            note(draft, HELD, held | 1 << hex_ if side == UNION else held & ~(1 << hex_))
        if self.horse_artillery is not None:
            self.take_guns(draft, umpire, unit, hex_)
        if how != "retreat" and self.late_riser is not None:
            self.approached(draft, umpire, unit, hex_)
        if how == "advance":
            self._stay_together(draft, self.ids[unit], hex_)
        if side == CONFEDERATE:
            self.check_breach(draft, umpire)
        if first is not None and side == first.side and not self.board.within(first.east_bank, hex_):
            crossed = fact(draft, CROSSED)
            if not crossed >> unit & 1:
                note(draft, CROSSED, crossed | 1 << unit)

    def _stay_together(self, draft: CampaignState, unit: str, hex_: int) -> None:
        """SLB 13.5b: in the teaching game the leader is where his companion is, also after an advance."""
        for leader, companion in self.stays_with.items():
            if companion == unit and draft.at[self.index[leader]] >= 0:
                place(draft, self.index[leader], hex_)

    def diggers(self, state: CampaignState, units: int) -> int:
        """No basic scenario keeps anybody from digging who may dig at all."""
        return units

    # -- substitutes

    def march_options(self, state: CampaignState, march: March) -> Sequence[Action]:
        if not self.detaching or march.over:
            return ()
        unit = self.index[march.unit]
        found = substitutes.detachments(self, state, unit)
        return [*found, *divisions.splits(self, state, unit)] if unit in self.brigades else found

    def do_march_option(self, draft: CampaignState, umpire: Umpire, march: March, action: Action) -> Decision:
        if isinstance(action, substitutes.Detach):
            substitutes.detach(self, draft, umpire, march, self.index[action.unit_new], action.manpower)
        elif isinstance(action, divisions.SplitDivision):
            frame = divisions.BreakUp(march.side, march.unit)
            umpire.push(frame)
            return frame
        return march

    def join_bans(self, state: CampaignState, unit: int, to: int) -> Iterator[Reason]:
        """Every reason why a unit may not be attached to another, besides SLB 21.2."""
        yield from ()

    def rules(self) -> Sequence[tuple[object, str, str, tuple[str, ...]]]:
        """Warnings, guns, substitutes and attachments are for the scenarios whose chapters have them."""
        book, rule = self.book, self.book.substitutes
        return (
            *super().rules(),
            (book.warning, "SLB 13.1c", "reason.no_warnings_here", ("warn",)),
            (book.horse_artillery, "SLB 13.4g", "reason.no_guns_here", ("issue",)),
            (
                rule and rule.detach, rule.clause if rule else "SLB 21.0", "reason.no_detaching_here",
                ("detach", "split", "brigade", "rest"),
            ),
            (
                rule and rule.attach, rule.clause if rule else "SLB 21.2a", "reason.no_attaching_here",
                ("attach", "form", "swap"),
            ),
            (book.advanced, "SLB 14.0", "reason.no_ammunition_here", ("resupply",)),
            (book.advanced, "SLB 19.2a", "reason.no_leaving_here", ("leave", "flee")),
            (book.early, "SLB 22.2h", "reason.not_the_campaign", ("message",)),
            (book.early, "SLB 22.2e", "reason.not_the_campaign", ("record",)),
            (book.early, "SLB 22.2g", "reason.not_the_campaign", ("lay",)),
        )  # fmt: skip

    def march_option_reasons(self, state: CampaignState, march: March, action: Action) -> list[Reason]:
        if isinstance(action, substitutes.Detach):
            return substitutes.detach_reasons(self, state, action)
        if isinstance(action, divisions.SplitDivision):
            return divisions.split_reasons(self, state, self.index[action.unit])
        return []

    # -- combat

    def artillery_value(self, state: CampaignState, unit: int) -> int:
        """SLB 13.4g, 13.5b: no guns before they are issued, none at all in the teaching game."""
        if self.no_artillery or not self.has_guns(state, unit):
            return 0
        return super().artillery_value(state, unit)

    def combat_rolled(self, draft: CampaignState, umpire: Umpire, attack: Attack, dice: tuple[int, int]) -> None:
        casualties.check(self, draft, umpire, attack, dice)

    # -- the end

    def score(self, state: CampaignState) -> Sequence[tuple[str, int, str]]:
        points = self.book.victory.points
        return [(f"score.{line.key}", victory.worth_now(self, state, line), line.clause) for line in points]

    def level(self, points: int) -> tuple[str, str, str]:
        levels = self.book.victory.levels
        winner, _, level = levels.of(points).partition("_")
        return winner, level, levels.clause

    def meter(self, points: int) -> float:
        """Half way between the two decisive levels is even."""
        levels = self.book.victory.levels
        low, high = levels.confederate_substantive - 1, levels.union_decisive
        return max(-1.0, min(1.0, (2 * points - low - high) / (high - low)))

    def highest_fact(self, name: str) -> int | None:
        return soundness.highest_facts(self).get(name)

    def goals(self, state: CampaignState) -> Sequence[tuple[int, float]]:
        return victory.goals(self, state)

    def goal_key(self, state: CampaignState) -> Hashable:
        """What the goals of a state rest on, so that a bot need not look for them again."""
        return state.facts

    def no_go(self, state: CampaignState, unit: int) -> int:
        """Hexes a unit may not enter for now, beside what the limits of the ground say (for a look ahead)."""
        return 0
