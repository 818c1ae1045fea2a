"""A battle made ready to play: board, counters, parameters, and every table that never changes in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hardtack.battles.musket.ground import Ground, Profile
from hardtack.battles.musket.roster import Counter
from hardtack.battles.musket.sight import Sight
from hardtack.battles.musket.state import COMMAND
from hardtack.battles.musket.tables import SETTINGS, Parameters, load_tables
from hardtack.board.board import Board
from hardtack.board.deployment import UNIT, ZONE, OrderOfBattle
from hardtack.board.masks import mask_of
from hardtack.referee.battle import Scenario
from hardtack.referee.errors import BadData
from hardtack.referee.settings import chosen
from hardtack.referee.state import FIRST_BOX

if TYPE_CHECKING:
    from hardtack.battles.musket.book import MusketBattle

TRACK = "track"  # routed units, waiting for their turn
ASIDE = "aside"  # battalions waiting to be called in


class MusketScenario(Scenario):
    """Pieces as columns of plain values, so that rules ask a tuple and not an object."""

    battle: MusketBattle

    def __init__(
        self, battle: MusketBattle, scenario_id: str, board: Board, counters: Sequence[Counter],
        settings: Mapping[str, Any], *, turns: int, first_side: str,
    ) -> None:  # fmt: skip
        self.data = battle.about
        self.counters: tuple[Counter, ...] = tuple(counters)
        self.weight = tuple(_weight(counter) for counter in counters)
        super().__init__(
            battle, scenario_id, board, counters, settings, turns=turns, first_side=first_side,
            boxes=(*board.boxes, TRACK, ASIDE),
        )  # fmt: skip
        self.params: Parameters = chosen(Parameters, SETTINGS, settings)
        self.tables = load_tables()
        self.ground: Ground = Ground(board, self.tables)
        self.zone_tables = {ZONE: self.ground.zones}
        self.sight: Sight = Sight(self.ground)
        self.names: tuple[str, ...] = board.grid.names
        self.track = self.box_place(TRACK)
        self.aside = self.box_place(ASIDE)
        self.fill_columns()
        self.entry = tuple(self.entry_of(counter) for counter in self.counters)
        self.exits = {side: self.find_exits(board, side) for side in battle.sides}
        self.exit_hexes = {side: mask_of(exits) for side, exits in self.exits.items()}
        self.loc = {side: self.read_loc(side) for side in battle.sides}
        self.supply = {table["side"]: table for table in self.data.get("replacements", ())}
        self.make_ready()

    def make_ready(self) -> None:
        """What a battle of the series has besides."""

    def draw_up(self) -> OrderOfBattle:
        """Combat units take room in a hex and have zones; leaders, HQ and trains have neither (MS 5.1, 6.1)."""
        kinds = {
            UNIT: [n for n, weight in enumerate(self.weight) if weight],
            COMMAND: [n for n, weight in enumerate(self.weight) if not weight],
        }
        return OrderOfBattle(self.board.grid, self.battle.sides, self.side_of, kinds, self.weight, zoned=UNIT)

    def fill_columns(self) -> None:
        counters, params = self.counters, self.params
        self.allowances = {
            "infantry": params.ma_infantry, "artillery": params.ma_artillery, "cavalry": params.ma_cavalry,
            "leader": params.ma_leader,
        }  # fmt: skip
        self.kind = tuple(counter.type for counter in counters)
        self.profiles: tuple[Profile, ...] = tuple(() if kind == "gunboat" else (kind,) for kind in self.kind)
        self.arm = tuple("artillery" if c.type == "gunboat" else c.type for c in counters)
        self.artillery: int = mask_of(piece for piece, arm in enumerate(self.arm) if arm == "artillery")
        self.foot = tuple(counter.type in ("infantry", "cavalry") for counter in counters)
        self.march = tuple(self.march_allowance(counter) for counter in counters)
        self.walk = tuple(self.allowances.get(kind, params.ma_train) for kind in self.kind)  # MS 4.2
        self.range = tuple(counter.range or self.params.artillery_range for counter in counters)
        self.stack_limit = 2 * self.params.stack_limit
        numbers = range(len(counters))
        self.bits = tuple(1 << n for n in numbers)
        self.fighters = {
            side: tuple(n for n in numbers if counters[n].side == side and counters[n].combat)
            for side in self.battle.sides
        }
        self.combat = {side: mask_of(pieces) for side, pieces in self.fighters.items()}  # the same as sets
        self.go_alone: int = mask_of(n for n in numbers if self.kind[n] in ("hq", "train", "gunboat"))
        self.never_roll: int = mask_of(n for n in numbers if self.kind[n] in ("leader", "gunboat"))
        self.commanders = {
            side: tuple(n for n in self.of_side[side] if not counters[n].combat) for side in self.battle.sides
        }
        self.gunboats = {side: self.pieces_of(side, "gunboat") for side in self.battle.sides}
        self.boats: dict[str, int] = {side: mask_of(pieces) for side, pieces in self.gunboats.items()}  # as sets
        # Only combat units on land head a stack (MS 4.1).
        self.head_none = {side: self.forces[side] & ~self.combat[side] | self.boats[side] for side in self.battle.sides}
        self.leaders = {side: self.pieces_of(side, "leader") for side in self.battle.sides}
        self.hq = {side: next(iter(self.pieces_of(side, "hq")), -1) for side in self.battle.sides}
        self.train = {side: next(iter(self.pieces_of(side, "train")), -1) for side in self.battle.sides}
        self.staff = {side: tuple(n for n in (self.hq[side], self.train[side]) if n >= 0) for side in self.of_side}
        self.guns = {side: tuple(n for n in self.fighters[side] if self.arm[n] == "artillery") for side in self.of_side}

    def pieces_of(self, side: str, kind: str) -> tuple[int, ...]:
        return tuple(n for n, c in enumerate(self.counters) if c.side == side and c.type == kind)

    def march_allowance(self, counter: Counter) -> int:
        """MS 4.63: the counter's own figure, or its class's."""
        if counter.march:
            return counter.march
        if counter.type == "cavalry":
            return self.tables.march_cavalry
        return self.params.march_leader if counter.type == "leader" else self.params.march_infantry

    def profile(self, group: tuple[int, ...]) -> Profile:
        """The kind of thing a group is when it moves (MS 4.1: a stack is as slow as its slowest member)."""
        if len(group) == 1:
            return self.profiles[group[0]]
        return tuple(sorted({self.kind[piece] for piece in group} - {"gunboat"}))

    def weight_of(self, group: tuple[int, ...]) -> int:
        """What a group counts in a stack, in half units; 0 for leaders, headquarters and trains alone (MS 5.1)."""
        return self.weight[group[0]] if len(group) == 1 else sum(self.weight[piece] for piece in group)

    def open_to(self, piece: int, here: int) -> int:
        """The neighbours of a hex that a unit could move into as far as the ground goes; a gunboat needs water."""
        profile = self.profile((piece,))
        if profile:
            return self.ground.ways(profile).enterable[here]
        return self.board.grid.around_mask[here] & self.ground.sailable

    def box_place(self, box: str) -> int:
        return FIRST_BOX - self.boxes.index(box)

    def in_box(self, place: int) -> bool:
        """Whether a place is an off-map box of the map (the turn track and the pool are not, MS 2.1)."""
        return self.track < place <= FIRST_BOX

    def entry_of(self, counter: Counter) -> int:
        """The hex by which a reinforcement enters, -1 for none (boxes have their own, MS 4.7)."""
        place = counter.place
        if place.startswith("entry:"):
            entry = self.board.entries.get(place.removeprefix("entry:"))
            if entry is None:
                raise BadData(f"units.csv: {counter.id}: the map has no {place}")
            return entry.hex
        return self.board.grid.index(place) if self.board.grid.has(place) and counter.turn > 1 else -1

    def find_exits(self, board: Board, side: str) -> dict[int, int]:
        """Hexes by which a side may go into an off-map box: those the set-up gives its own units (CK 19.12)."""
        boxes = {counter.place for counter in self.counters if counter.side == side}
        return {
            hex_: self.box_place(box.id) for box in board.boxes.values() if box.id in boxes for hex_ in box.entry_hexes
        }

    def read_loc(self, side: str) -> tuple[tuple[int, int, int], ...]:
        """The LOC hexes of a side: a set, and a train with the box where it must be for them to count (-1: always)."""
        found = []
        for table in self.data.get("loc", ()):
            if table["side"] == side:
                train = table.get("while_train")
                depends = (-1, -1) if train is None else (self.index[train], self.box_place(table["in_box"]))
                found.append((self.hexes(table["hexes"]), *depends))
        return tuple(found)

    def hexes(self, names: list[str]) -> int:
        return mask_of(self.board.grid.index(name) for name in names)


def _weight(counter: Counter) -> int:
    """Stacking weight in half units: two battalions count as one (MS 5.1)."""
    if not counter.combat:
        return 0
    return 1 if counter.battalion else 2
