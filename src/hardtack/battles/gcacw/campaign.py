"""A scenario of the series: its tables, and the hooks with which a book changes the basic rules.

Every hook has a harmless default. A scenario class overrides only what its own chapter says; what a hook
refuses, it refuses with the clause and the words of that chapter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from hardtack.battles.gcacw.actions import EndMarch, ForceMarch, RefuseFlanks
from hardtack.battles.gcacw.combat import Attack, Line
from hardtack.battles.gcacw.counters import CAVALRY, INFANTRY, Counter, under_command
from hardtack.battles.gcacw.ground import Ground, survey
from hardtack.battles.gcacw.leaders import rescue
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.parameters import pair, parameters
from hardtack.battles.gcacw.state import FOOT, LEADER, Bridges, CampaignState, Commands
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.board import Board
from hardtack.board.deployment import UNIT, OrderOfBattle
from hardtack.board.masks import differing, hexes_in, mask_of
from hardtack.board.native import mypyc_attr
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.battle import SCENARIOS_KEPT, Battle, Scenario
from hardtack.referee.events import CONFEDERATE, UNION, Outcome, Reason, Text, reason, text
from hardtack.referee.frames import Decision, Frame
from hardtack.referee.orders import Order
from hardtack.referee.state import Row
from hardtack.referee.umpire import Umpire

FOOT_SIDE: dict[str, int] = raw_tables()["movement_allowance"]["foot_side"]
LED = int(raw_tables()["movement_allowance"]["led"])
ALL_PHASES = ("random_events", "leader_transfer", "action_cycle", "recovery")


@lru_cache(maxsize=256)
def bridged_ground(campaign: Campaign, bridges: Bridges) -> Ground:
    """The ground with the bridges built so far, as a state names them."""
    return campaign.ground.with_bridges((campaign.hex(a), campaign.hex(b)) for a, b, _ in bridges)


@lru_cache(maxsize=SCENARIOS_KEPT)
def opening_strength(campaign: Campaign) -> Row:
    strength: Row = campaign.battle.set_up(campaign).manpower
    return strength


@lru_cache(maxsize=SCENARIOS_KEPT)
def out_of_force(campaign: Campaign) -> dict[str, Reason]:
    """The verbs that are never possible in a scenario, whatever happens in it: their rules are not in force."""
    return {verb: reason(clause, key) for has, clause, key, verbs in campaign.rules() if not has for verb in verbs}


@mypyc_attr(allow_interpreted_subclasses=True)
class Campaign(Scenario):
    """A scenario made ready to play. Subclass it for a scenario with rules of its own."""

    pieces: tuple[Counter, ...]
    stations: tuple[int, ...] = ()  # hexes of railroad stations that may be burnt (GC 5.4)
    may_entrench = False  # GC 9.2: no entrenching in basic scenarios
    may_bridge = True  # GC 10.1
    has_charges = False  # whether cavalry charges are in force (SLB 13.4f)
    charge_clause = "GC 5.3.7"  # the clause of the cavalry charge, where a scenario has it
    cycle_over_clause = "GC 4.3"  # the clause by which `cycle_over` ends a cycle
    inspiring: frozenset[str] = frozenset()  # leaders who strengthen assaults (GC 7.4.7)
    retreat_orders: Sequence[Order[Any]] = ()  # other ends of a retreat than a hex of the map (leaving by an edge)

    def __init__(
        self, battle: Battle, scenario_id: str, board: Board, pieces: Sequence[Counter], settings: Mapping[str, Any],
        *, turns: int, first_side: str, boxes: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(battle, scenario_id, board, pieces, settings, turns=turns, first_side=first_side, boxes=boxes)
        self.params = parameters(settings)
        self.ground = survey(board, self.params)
        self.is_foot = tuple(piece.is_foot for piece in pieces)
        self.types = tuple(piece.type for piece in pieces)
        self.combat_units = tuple(n for n, piece in enumerate(pieces) if piece.is_unit)
        self.combat_mask: int = mask_of(self.combat_units)
        self.arms: dict[str, int] = {
            arm: mask_of(n for n, piece in enumerate(pieces) if piece.type == arm)
            for arm in sorted({piece.type for piece in pieces} | {INFANTRY, CAVALRY})
        }
        self.units_of = {side: tuple(n for n in self.combat_units if self.side_of[n] == side) for side in battle.sides}
        self.leader_counters = tuple(n for n, piece in enumerate(pieces) if piece.is_leader)
        self.leader_mask = mask_of(self.leader_counters)
        self.army_leaders = mask_of(n for n in self.leader_counters if pieces[n].rank == "army")
        self.commanded = tuple(
            frozenset(n for n, piece in enumerate(pieces) if under_command(chief, piece)) for chief in pieces
        )
        self.sole: dict[type[UnitAction], tuple[tuple[Action, ...], ...]] = {
            verb: tuple((verb(piece.id),) for piece in pieces) for verb in (ForceMarch, RefuseFlanks, EndMarch)
        }  # what is offered to a unit on the march, where nothing else of the kind can be
        # How the list of what it is offered ends: a force march if 1 is in the number, refused flanks if 2 is, a halt.
        self.endings: tuple[tuple[tuple[Action, ...], ...], ...] = tuple(
            tuple((*(force if may & 1 else ()), *(refuse if may & 2 else ()), *halt) for force, refuse, halt in each)
            for may, each in enumerate([[*zip(*self.sole.values(), strict=True)]] * 4)
        )
        self.refuse_mp = pair(self.params.refuse_mp)
        self.printed_commands = Commands(tuple(range(len(pieces))), tuple(map(mask_of, self.commanded)))

    def draw_up(self) -> OrderOfBattle:
        """Combat units hold hexes and have zones; leaders go with them."""
        units = [n for n, piece in enumerate(self.pieces) if piece.is_unit]
        leaders = [n for n, piece in enumerate(self.pieces) if piece.is_leader]
        kinds = {UNIT: units, FOOT: [n for n in units if self.pieces[n].is_foot], LEADER: leaders}
        room = (0,) * len(self.pieces)  # any number may stand in a hex: nobody takes room that need be counted
        return OrderOfBattle(
            self.board.grid, self.battle.sides, self.side_of, kinds, room, zoned=UNIT, layers=(UNIT, LEADER)
        )

    def ground_with(self, bridges: Bridges) -> Ground:
        """The ground with the bridges built so far."""
        return bridged_ground(self, bridges) if bridges else self.ground

    @property
    def strength_at_start(self) -> Row:
        """The manpower every counter was set up with."""
        return opening_strength(self)

    def name(self, hex_: int) -> str:
        return self.board.grid.name(hex_)

    def hex(self, name: str) -> int:
        return self.board.grid.index(name)

    # -- command (GC 2.2.5, 5.2.5)

    def command_of(self, state: CampaignState, unit: int) -> tuple[str, str]:
        """Corps and division of a unit; a substitute has those of the unit it came from."""
        counter = self.pieces[state.parent[unit]]
        return counter.corps, counter.division

    def commands(self, state: CampaignState, leader: int, unit: int) -> bool:
        """Whether the unit is subordinate to the leader; an army leader commands his whole side."""
        return state.parent[unit] in self.commanded[leader]

    def own_units(self, state: CampaignState, leader: int, units: Iterable[int]) -> list[int]:
        """Those of the units that are subordinate to the leader."""
        parent, commanded = state.parent, self.commanded[leader]
        return [unit for unit in units if parent[unit] in commanded]

    def commands_with(self, parent: Row, last: Commands) -> Commands:
        """Who is subordinate to whom once some counters come from others than before."""
        followers = list(last.followers)
        for unit in differing(last.parent, parent):
            for leader in self.leader_counters:
                others = followers[leader] & ~(1 << unit)
                followers[leader] = others | 1 << unit if parent[unit] in self.commanded[leader] else others
        return Commands(parent, tuple(followers))

    def tactical(self, state: CampaignState, piece: int, attacking: bool) -> int:
        """GC 2.2.7: the tactical value of a unit or leader in attack or defence."""
        counter = self.pieces[piece]
        if state.reversed[piece] and counter.reverse is not None:
            return counter.reverse[0]
        return counter.tactical[0 if attacking else 1]

    def command_value(self, state: CampaignState, leader: int) -> int:
        counter = self.pieces[leader]
        if state.reversed[leader] and counter.reverse is not None:
            return counter.reverse[1]
        return counter.command

    def rescue_leaders(self, draft: CampaignState, umpire: Umpire, hex_: int) -> None:
        """GC 2.2.6: leaders left alone in a hex look for the nearest unit of their command."""
        rescue(draft, umpire, hex_)

    # -- sequence of play (GC 3.0, 4.0)

    def phases(self, turn: int) -> tuple[str, ...]:
        """The phases of a turn, in order; a name of the scenario's own is handed to `special_phase`."""
        return ALL_PHASES

    def special_phase(self, state: CampaignState, name: str) -> Sequence[Frame]:
        """The frames of a phase the series does not know (attachment)."""
        raise ValueError(f"{self.id} names a phase {name!r} that nobody plays")

    def forced_initiative(self, state: CampaignState) -> str | None:
        """The side that has this action phase without a roll."""
        return None

    def initiative_given(self, draft: CampaignState, umpire: Umpire, side: str) -> None:
        """Tell of a phase that a side has without a roll."""
        umpire.tell("GC 4.1", "event.initiative_given", side=side)

    def activation_prompt(self, state: CampaignState, second: bool) -> Text:
        """What the side with the initiative is asked; `second`: the other side has passed."""
        if not second:
            return text("prompt.activation")
        return text("prompt.activation_last" if self.ends_with_cycle(state) else "prompt.activation_second")

    def ends_with_cycle(self, state: CampaignState) -> bool:
        """Whether the game is over when this action cycle is (GC 3.5)."""
        return state.turn >= self.turns and self.phases(state.turn)[-1] == "action_cycle"

    def pass_ends_cycle(self, state: CampaignState) -> bool:
        """Whether the action cycle is over as soon as the side with a forced initiative passes."""
        return False

    def last_pass(self, state: CampaignState) -> Text:
        """What a pass is called that ends more than this phase (GC 4.2)."""
        return text("action.pass_game" if self.ends_with_cycle(state) else "action.pass_cycle")

    def opponent_may_take(self, state: CampaignState) -> bool:
        """Whether the other side may act when the one with a forced initiative passes."""
        return True

    def initiative_modifier(self, state: CampaignState, side: str) -> int:
        return 0

    def initiative_rolled(self, draft: CampaignState, umpire: Umpire, union: int, confederate: int) -> None:
        """After a rolled initiative, with the modified numbers (nightfall on a tie)."""

    def random_events(self, draft: CampaignState, umpire: Umpire) -> None:
        """GC 3.1, 12.1: only where the scenario uses them."""

    def turn_begins(self, draft: CampaignState, umpire: Umpire) -> None: ...

    def turn_ends(self, draft: CampaignState, umpire: Umpire) -> None: ...

    def cycle_over(self, state: CampaignState) -> bool:
        """Whether the action cycle ends by itself, before anybody passes."""
        return False

    def after_phase(self, draft: CampaignState, umpire: Umpire) -> None:
        """Between two action phases: triggers that look at the whole map."""

    # -- what an initiative may be spent on (GC 5.0)

    def unit_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        """Every reason why a unit may not be activated now, in any way."""
        yield from ()

    def free_units(self, state: CampaignState, units: int) -> int:
        """Those of a set of units on the map that `unit_bans` has nothing against, all of them at once."""
        return mask_of(unit for unit in hexes_in(units) if next(self.unit_bans(state, unit), None) is None)

    def free_choice(self, state: CampaignState) -> bool:
        """True when `bars_action` could refuse nothing now: saves asking one by one."""
        return False

    def leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        """Every reason why a leader may not act now; `what` is "activate", "assault", "move" (along) or "transfer"."""
        yield from ()

    def free_leaders(self, state: CampaignState, leaders: int, what: str) -> int:
        """Those of a set of leaders on the map that `leader_bans` has nothing against, all of them at once."""
        return mask_of(chief for chief in hexes_in(leaders) if next(self.leader_bans(state, chief, what), None) is None)

    def bars_action(self, state: CampaignState, side: str, action: Action) -> Reason | None:
        """Why the side may not do this with this initiative, passing included."""
        return None

    def special_actions(self, state: CampaignState, side: str) -> Sequence[Action]:
        """Actions of the scenario that spend an initiative (a warning, guns issued)."""
        return ()

    def unit_specials(self, state: CampaignState) -> Sequence[Action]:
        """Actions of the scenario that spend an initiative, each on one unit, if it could march (a bridge laid)."""
        return ()

    def do_special(self, draft: CampaignState, umpire: Umpire, side: str, action: Action) -> None:
        """Carry out a special action; the initiative is spent afterwards."""

    def special_reasons(self, state: CampaignState, side: str, action: Action) -> list[Reason]:
        """Why a special action cannot be done now; asked only for actions that are not offered."""
        return []

    # -- marching (GC 5.1, 6.0)

    def march_modifier(self, state: CampaignState, unit: int, leader: int | None) -> int:
        """GC 5.1.1: what is added to the movement dice."""
        if not self.is_foot[unit]:
            return self.pieces[leader].led_cavalry if leader is not None else 0
        return FOOT_SIDE[self.side_of[unit]] + (LED if leader is not None else 0)

    def step_bans(self, state: CampaignState, unit: int, here: int, there: int) -> Iterator[Reason]:
        """Every reason why a marching unit may not step from hex to hex, besides the ground and the enemy."""
        yield from ()

    def barred_steps(self, state: CampaignState, unit: int, here: int) -> int:
        """The hexes next to a hex that `step_bans` has something against, as a mask; asked often."""
        around = self.board.grid.around[here]
        return mask_of(there for there in around if next(self.step_bans(state, unit, here, there), None) is not None)

    def march_points(self, draft: CampaignState, umpire: Umpire, unit: int, points: int) -> int:
        """The points a unit sets out with, of those the dice gave it or its leader's activation."""
        return points

    def bars_force_march(self, state: CampaignState, unit: int) -> Reason | None:
        """Why a unit may not force march, besides GC 5.1.4 and 11.3."""
        return None

    def crosses(self, draft: CampaignState, umpire: Umpire, march: March, here: int, there: int) -> March | None:
        """A marching unit is about to step over a hexside: roll crossing tables here. None: it stays where it is
        and its march ends; otherwise the march goes on as returned."""
        return march

    def entered(self, draft: CampaignState, umpire: Umpire, unit: int, hex_: int, how: str) -> None:
        """A unit has come into a hex by "march", "advance" or "retreat": objectives, control, triggers."""

    def step_risk(self, state: CampaignState, unit: int, here: int, there: int) -> Text | None:
        """The words for a die on which a step depends, if there is one (a defended ford)."""
        return None

    def march_options(self, state: CampaignState, march: March) -> Sequence[Action]:
        """Further things a marching unit may do (detach a substitute)."""
        return ()

    def do_march_option(self, draft: CampaignState, umpire: Umpire, march: March, action: Action) -> Decision:
        """Carry one of them out; returns the frame that stands on top of the agenda afterwards, as it goes on."""
        return march

    def march_option_reasons(self, state: CampaignState, march: March, action: Action) -> list[Reason]:
        return []

    # -- combat (GC 7.0)

    def attack_bans(self, state: CampaignState, unit: int, here: int, target: int) -> Iterator[Reason]:
        """Every reason why a unit may not attack over this hexside, besides the series' own limits."""
        yield from ()

    def bars_attack(self, state: CampaignState, unit: int, here: int, target: int) -> bool:
        """Whether `attack_bans` has anything against it; asked often."""
        return next(self.attack_bans(state, unit, here, target), None) is not None

    def artillery_value(self, state: CampaignState, unit: int) -> int:
        return self.pieces[unit].artillery

    def lacking(self, state: CampaignState, units: Iterable[int]) -> Collection[int]:
        """Those of the units that fight at half their combat value (out of ammunition)."""
        return ()

    def halved(self, halves: Sequence[int]) -> int:
        """What the combat values of such units in one hex, in halves, come to together."""
        return sum(halves)

    def strained(self, draft: CampaignState, umpire: Umpire, units: Sequence[int], result: str) -> None:
        """Units have taken f, F or D in a combat (ammunition used up)."""

    def cavalry_retreat_modifier(self, state: CampaignState, units: Sequence[int]) -> int:
        """What the scenario adds to the die of a cavalry retreat."""
        return 0

    def attack_lines(self, state: CampaignState, attack: Attack) -> Sequence[Line]:
        """Further lines of the modifier list (darkness, surprise)."""
        return ()

    def attack_ordered(self, draft: CampaignState, umpire: Umpire, by: int, target: int) -> None:
        """A unit has been ordered to attack, or a leader has ordered an assault that may yet fail (GC 5.3.4)."""

    def took_losses(self, draft: CampaignState, umpire: Umpire, unit: int, cause: str) -> None:
        """A unit has lost manpower, perhaps all it had; it still stands where it lost it."""

    def combat_rolled(self, draft: CampaignState, umpire: Umpire, attack: Attack, dice: tuple[int, int]) -> None:
        """After both combat dice, before modifiers (leader casualties). Only a pair of ones is sure to be told apart
        from other dice with the same results."""

    def dig_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        """Every reason why a unit may not entrench, besides GC 9.2."""
        yield from ()

    def diggers(self, state: CampaignState, units: int) -> int:
        """Those of some units that `dig_bans` has nothing against, all of them at once."""
        return mask_of([unit for unit in hexes_in(units) if next(self.dig_bans(state, unit), None) is None])

    def bridge_bans(self, state: CampaignState, here: int, there: int) -> Iterator[Reason]:
        """Every reason why no bridge may be built from hex to hex, besides GC 10.2."""
        yield from ()

    def may_bridge_major(self, state: CampaignState, side: str, here: int, there: int) -> bool:
        """GC 10.2: whether a side may bridge this major river hexside."""
        return False

    def bridge_falls(self, state: CampaignState, bridge: tuple[str, str, str]) -> bool | None:
        """Whether the end of the cycle destroys a bridge, where the scenario has a rule of its own (None: GC 10.3)."""
        return None

    def assault_modifier(self, state: CampaignState, side: str) -> int:
        """Added to the number of units an assault or grand assault roll gives (GC 5.3.3: a penalty is -1)."""
        return 0

    def retreat_bans(self, state: CampaignState, side: str, here: int, there: int) -> Iterator[Reason]:
        """Every reason why a retreat may not take this step, besides GC 7.6.2."""
        yield from ()

    def bars_retreat(self, state: CampaignState, side: str, here: int, there: int) -> bool:
        return next(self.retreat_bans(state, side, here, there), None) is not None

    # -- verbs the scenario has no use for

    def rules(self) -> Sequence[tuple[object, str, str, tuple[str, ...]]]:
        """Rules a scenario may be without: whether it has them, the words to say so, and the verbs that are theirs."""
        return (
            (self.has_charges, self.charge_clause, "reason.no_charges", ("charge",)),
            (self.stations, "GC 5.4.1", "reason.no_stations", ("burn",)),
            (self.may_entrench, "GC 9.2", "reason.no_entrenching", ("dig",)),
            (self.may_bridge, "GC 10.1", "reason.no_bridging", ("bridge", "unbridge")),
        )

    def highest_fact(self, name: str) -> int | None:
        """The highest value of what the scenario remembers under a name; None: it remembers nothing of that name."""
        return None

    # -- the end

    def score(self, state: CampaignState) -> Sequence[tuple[str, int, str]]:
        """Victory points for the Union, one line each: words key, points, clause."""
        return ()

    def level(self, points: int) -> tuple[str, str, str]:
        """Winner, level of victory and clause for a total of victory points."""
        return (UNION if points > 0 else CONFEDERATE, "marginal", "GC 3.5")

    def goals(self, state: CampaignState) -> Sequence[tuple[int, float]]:
        """Hexes the sides want to hold, with their worth: what bots march for."""
        return ()

    def meter(self, points: int) -> float:
        """Where a total of victory points lies between a Confederate (-1) and a Union (+1) triumph."""
        return max(-1.0, min(1.0, points / 20))

    def outcome(self, state: CampaignState) -> Outcome:
        total = sum(points for _, points, _ in self.score(state))
        winner, level, clause = self.level(total)
        return Outcome(winner, level, clause, f"outcome.{winner}_{level}", ((UNION, total),))
