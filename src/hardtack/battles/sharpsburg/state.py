"""The scenario made ready, and everything that can change during the battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from hardtack.battles.sharpsburg.actions import Attack, AttackAll, Limber, Move
from hardtack.battles.sharpsburg.charts import Charts
from hardtack.battles.sharpsburg.counters import Counter
from hardtack.battles.sharpsburg.ground import Terrain
from hardtack.board.board import Board
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.zones import zone_of
from hardtack.referee.actions import Action
from hardtack.referee.battle import Scenario
from hardtack.referee.events import UNION
from hardtack.referee.state import Row, State, derived, put

if TYPE_CHECKING:
    from hardtack.referee.battle import Battle

ARMY = {"union": 0, "confederate": 1}
ENEMY = {"union": 1, "confederate": 0}
MEMO_LIMIT = 3000  # a long simulation must not eat the memory
K = TypeVar("K")
V = TypeVar("V")

Engagement = tuple[int, str, tuple[str, ...], tuple[str, ...]]
"""After EN (SH 9g): the turn, the hex attacked, the attackers bound and the defenders they are bound to."""


class Memo(dict[K, V]):
    """Answers kept by question; it starts afresh when it grows too big."""

    def keep(self, question: K, answer: V) -> V:
        if len(self) >= MEMO_LIMIT:
            self.clear()
        self[question] = answer
        return answer


Area = tuple[int, tuple[tuple[int, Action], ...]]
"""The hexes that can matter to a unit's march from where it stands, and its moves to each of them."""


class Reach:
    """Where a unit can go: hexes by cost, all of them, and the moves to those that have room for it."""

    __slots__ = ("_moves", "_near", "_open", "goals", "layers")

    def __init__(self, layers: Sequence[int], near: Sequence[tuple[int, Action]] = ()) -> None:
        self.layers = tuple(layers)
        self._near = near
        self.goals = 0
        for layer in layers:
            self.goals |= layer
        self._open = -1  # the goals the list below was made for
        self._moves: list[Action] = []

    def cost(self, hex_: int) -> int | None:
        """What the cheapest way to a hex costs."""
        return next((cost for cost, layer in enumerate(self.layers) if layer >> hex_ & 1), None)

    def moves(self, full: int) -> list[Action]:
        """The moves that do not end in one of the full hexes."""
        goals = self.goals & ~full
        if goals != self._open:
            self._open = goals
            self._moves = [move for hex_, move in self._near if goals & hex_]
        return self._moves


class Field(Scenario):
    """The battlefield of Sharpsburg with its charts, counters and chosen readings."""

    def __init__(
        self, battle: Battle, scenario_id: str, board: Board, counters: Sequence[Counter], charts: Charts,
        settings: Mapping[str, Any],
    ) -> None:  # fmt: skip
        limits = charts.limits
        super().__init__(battle, scenario_id, board, counters, settings, turns=limits.turns, first_side=battle.sides[0])
        self.counters = tuple(counters)
        self.charts = charts
        self.limits = limits
        self.terrain = Terrain(board, charts, settings)
        self.ids = tuple(counter.id for counter in counters)
        self.strength = tuple(counter.strength for counter in counters)
        self.movement = tuple(counter.movement for counter in counters)
        self.is_union = tuple(counter.side == UNION for counter in counters)
        self.is_infantry = tuple(counter.type == "infantry" for counter in counters)
        self.is_gun = tuple(counter.type == "artillery" for counter in counters)
        self.armies = (self.of_side["union"], self.of_side["confederate"])
        self.foot = tuple(
            itemgetter(*(place for place, piece in enumerate(army) if self.is_infantry[piece])) for army in self.armies
        )
        self.places_of = (itemgetter(*self.armies[0]), itemgetter(*self.armies[1]))
        self.stack = (limits.stack["union"], limits.stack["confederate"])
        # Sets of counters, bit n for counter n.
        self.army = (mask_of(self.of_side["union"]), mask_of(self.of_side["confederate"]))
        self.infantry = mask_of(n for n, foot in enumerate(self.is_infantry) if foot)
        self.corps = self.infantry & self.army[0]
        self.one_of = mask_of(self.index[name] for name in limits.one_of)
        self.limbering_guns = tuple(n for n in self.of_side["union"] if self.is_gun[n])
        self.guns = mask_of(n for n, gun in enumerate(self.is_gun) if gun)
        self.limbering_set = mask_of(self.limbering_guns)
        towns = [board.grid.index(name) for name in limits.objective]
        self.objective = mask_of(towns)
        self.to_town = tuple(min(board.grid.distance(h, town) for town in towns) for h in range(board.grid.size))
        names = board.grid.names
        self.move_to = tuple(tuple(Move(unit, name) for name in names) for unit in self.ids)
        self.limber_order = tuple((Limber(unit),) for unit in self.ids)
        self.attack_on = tuple(tuple(Attack(unit, name) for name in names) for unit in self.ids)
        self.assault_on = tuple(AttackAll(name) for name in names)
        # What was worked out before is kept: the same ground and the same foes give the same answer.
        self.named: Memo[tuple[str, ...], int] = Memo()
        self.drawn_up: tuple[Memo[Row, Line], Memo[Row, Line]] = (Memo(), Memo())
        self.areas: dict[tuple[int, int], Area] = {}
        self.attackers: Memo[tuple[Any, ...], dict[int, int]] = Memo()
        self.reaches: tuple[Memo[tuple[int, ...], Reach], ...] = tuple(Memo() for _ in counters)

    def limbers(self, piece: int) -> bool:
        """Union guns have to limber before they move; Confederate guns act like other units (SH 11g, SH 11h)."""
        return self.is_gun[piece] and self.is_union[piece]

    def counters_in(self, names: tuple[str, ...]) -> int:
        """The set of the named counters."""
        known = self.named.get(names)
        return self.named.keep(names, mask_of(self.index[name] for name in names)) if known is None else known

    def with_counter(self, names: tuple[str, ...], piece: int) -> tuple[str, ...]:
        """The names and one more; their set is kept at hand."""
        more = (*names, self.ids[piece])
        self.named.keep(more, self.counters_in(names) | 1 << piece)
        return more

    def hexes_of(self, names: tuple[str, ...]) -> int:
        """The set of the named hexes."""
        return mask_of(self.board.grid.index(name) for name in names) if names else 0


class Line:
    """Where one army stands, as sets. What only combat asks for is worked out when it is first asked for."""

    def __init__(self, field: Field, army: int, at: Sequence[int]) -> None:
        self.field = field
        self.at = at
        self.reaches: dict[tuple[int, int], Reach] = {}  # of enemies, by counter and hex
        away = [piece for piece, hex_ in zip(field.armies[army], at, strict=True) if hex_ < 0]
        self.absent = ~field.army[army] | (mask_of(away) if away else 0)
        foot = [hex_ for hex_ in field.foot[army](at) if hex_ >= 0]
        stack = field.stack[army]
        if stack == 1:
            self.full = mask_of(foot)
        elif len(alone := set(foot)) < len(foot):
            self.full = mask_of([hex_ for hex_ in alone if foot.count(hex_) >= stack])
        else:
            self.full = 0

    absent: int  # every counter that is not one of the army on the map
    full: int  # the hexes that take no more infantry of the army (SH 8, SH 8a)

    @cached_property
    def occupied(self) -> int:
        """The hexes with units of the army."""
        return mask_of([hex_ for hex_ in self.at if hex_ >= 0])

    @cached_property
    def zone(self) -> int:
        """The hexes the army controls (SH 7)."""
        return zone_of(self.field.terrain.zone, hexes_in(self.occupied))

    @cached_property
    def contact(self) -> int:
        """The hexes its units could attack hand to hand (SH 9)."""
        return zone_of(self.field.terrain.joined, hexes_in(self.occupied))


class SharpsburgState(State):
    scenario: Field
    corps_left: int  # Union corps that may still move this phase
    moved: tuple[str, ...]  # units that have moved, or begun to limber, this phase
    fought: tuple[str, ...]  # units that have attacked or bombarded this phase
    struck: tuple[str, ...]  # hexes attacked this phase
    taken: tuple[str, ...]  # Sharpsburg hexes whose last occupant was Union
    engaged: tuple[Engagement, ...]
    hitched: Row  # 1: a Union gun that is limbering or limbered
    ready: Row  # the turn in which its limbering or deploying is done

    @derived
    def lines(self) -> tuple[Line, Line]:
        return self.draw_up(0), self.draw_up(1)

    def line(self, army: int) -> Line:
        """Where an army stands (0: Union, 1: Confederate)."""
        return self.draw_up(army) if self.is_draft else self.lines[army]

    def draw_up(self, army: int) -> Line:
        field = self.scenario
        at = field.places_of[army](self.at)
        memo = field.drawn_up[army]
        return memo.get(at) or memo.keep(at, Line(field, army, at))

    @derived
    def zones(self) -> dict[str, int]:
        """The hexes each side controls (SH 7), for the page."""
        return {side: self.line(army).zone for side, army in ARMY.items()}

    def in_hex(self, side: str, hex_: int) -> list[int]:
        """The side's counters in a hex."""
        return [piece for piece in self.scenario.of_side[side] if self.at[piece] == hex_]

    def deployed(self, piece: int) -> bool:
        """A Union gun ready to fire; everyone else always is (SH 11h)."""
        return not self.hitched[piece] and self.turn >= self.ready[piece]

    def limbered(self, piece: int) -> bool:
        """A Union gun ready to move (SH 11h)."""
        return bool(self.hitched[piece]) and self.turn >= self.ready[piece]


def ids(state: SharpsburgState, pieces: Iterable[int]) -> tuple[str, ...]:
    names = state.scenario.ids
    return tuple(names[piece] for piece in pieces)


def enter(draft: SharpsburgState, piece: int, hex_: int) -> None:
    """Put a counter into a hex; in Sharpsburg this also takes the hex (SH C20)."""
    draft.at = put(draft.at, piece, hex_)
    if draft.scenario.objective >> hex_ & 1:
        take(draft, hex_, by_union=draft.scenario.is_union[piece])


def take(draft: SharpsburgState, hex_: int, *, by_union: bool) -> None:
    """A Sharpsburg hex belongs to the side whose unit was last in it (SH C20)."""
    name = draft.scenario.board.grid.name(hex_)
    if by_union and name not in draft.taken:
        draft.taken = tuple(sorted((*draft.taken, name)))
    elif not by_union and name in draft.taken:
        draft.taken = tuple(held for held in draft.taken if held != name)
