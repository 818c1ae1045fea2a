"""A board: everything printed on a map sheet, ready for rules to ask about it.

A board is immutable and knows no game.  Rules ask it what a hex or a hexside is; what that means is theirs
to say.  Boards come from map files (see :mod:`hardtack.board.mapfile`), which check every datum first.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Final, final

from hardtack.board.grid import Grid
from hardtack.board.native import dataclass

Side = tuple[int, int]
"""A hexside: the two hexes it parts, lower number first where the order means nothing."""

PLAIN_SIDE: Final[frozenset[str]] = frozenset()
PROVENANCES: Final = ("seed", "public", "reconstructed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Something printed on the map: its names, which may be empty, and where it comes from."""

    name_en: str
    name_ja: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Crossing(Named):
    """A ford, bridge or ferry on a hexside."""

    kind: str
    sides: Side
    label: tuple[float, float] | None
    tags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Path(Named):
    """A road, trail or railway as the hexes it runs through, in order.

    ``label_at`` says how far along (0 to 1) its name is drawn; empty, that it need not be drawn.
    """

    kind: str
    hexes: tuple[int, ...]
    label_at: tuple[float, ...]
    tags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Place(Named):
    """A named place; the label says where its name is drawn, in hexes from the middle of its hex."""

    hex: int
    slug: str
    kind: str
    label: tuple[float, float]
    tags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Entry(Named):
    """A hex by which pieces of a side (or of either, when ``side`` is "both") come onto or leave the map."""

    id: str
    hex: int
    side: str
    tags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Box(Named):
    """A holding box beside the map and the hexes that lead to it."""

    id: str
    entry_hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stream(Named):
    """A named water: the hexsides it runs along, or the hexes it runs through; see Path for ``label_at``."""

    slug: str
    kind: str
    sides: tuple[Side, ...]
    hexes: tuple[int, ...]
    label_at: tuple[float, ...]


@final
@dataclass(eq=False, repr=False)
class Board:
    """One map, immutable, with every question about it answered by a table."""

    id: str
    title_en: str
    title_ja: str
    yards_per_hex: int
    grid: Grid
    terrain: tuple[str, ...]
    playable: int
    overlays: Mapping[str, int]
    hexsides: Mapping[str, tuple[Side, ...]]
    slopes: Mapping[str, tuple[Side, ...]]
    crossings: tuple[Crossing, ...]
    paths: tuple[Path, ...]
    places: tuple[Place, ...]
    entries: Mapping[str, Entry]  # by id
    boxes: Mapping[str, Box]  # by id
    streams: Mapping[str, Stream]  # by slug
    regions: Mapping[str, int]
    side_sets: Mapping[str, frozenset[Side]]  # each hexside seen from either hex
    default_provenance: str
    seed_hexes: int
    public_hexes: int
    seed_sets: frozenset[str]
    note: str

    def __post_init__(self) -> None:
        for name in ("overlays", "hexsides", "slopes", "entries", "boxes", "streams", "regions", "side_sets"):
            setattr(self, name, MappingProxyType(dict(getattr(self, name))))
        self._size = self.grid.size
        self._place: dict[str, Place] = {}
        self._places_at: dict[int, tuple[Place, ...]] = {}
        for place in self.places:
            self._place.setdefault(place.slug, place)
            self._place.setdefault(place.name_en, place)
            self._places_at[place.hex] = (*self._places_at.get(place.hex, ()), place)
        self._side = self._index_sides()
        self._crossing = {self._key(*side): one for one in self.crossings for side in both_ways([one.sides])}
        self._along = self._index_paths()
        self._up = frozenset(self._key(*side) for sides in self.slopes.values() for side in sides)

    def _key(self, a: int, b: int) -> int:
        return a * self._size + b

    def _index_sides(self) -> dict[int, frozenset[str]]:
        features: dict[int, set[str]] = {}
        for kind, sides in (*self.hexsides.items(), *((one.kind, (one.sides,)) for one in self.crossings)):
            for a, b in both_ways(sides):
                features.setdefault(self._key(a, b), set()).add(kind)
        # Equal sets are kept once: a board has few kinds of hexside and many hexsides.
        shared: dict[frozenset[str], frozenset[str]] = {}
        return {key: shared.setdefault(frozenset(kinds), frozenset(kinds)) for key, kinds in features.items()}

    def _index_paths(self) -> dict[str, frozenset[int]]:
        steps: dict[str, set[int]] = {}
        for path in self.paths:
            keys = steps.setdefault(path.kind, set())
            keys.update(self._key(a, b) for a, b in both_ways(pairwise(path.hexes)))
        return {kind: frozenset(keys) for kind, keys in steps.items()}

    def has(self, overlay: str, hex_: int) -> bool:
        """Whether the hex bears the overlay; an overlay the board does not use is nowhere."""
        return bool(self.overlays.get(overlay, 0) >> hex_ & 1)

    def within(self, region: str, hex_: int) -> bool:
        """Whether the hex lies in a named region of the board (KeyError for a region it does not have)."""
        return bool(self.regions[region] >> hex_ & 1)

    def side(self, a: int, b: int) -> frozenset[str]:
        """The features of the hexside between neighbours: water, works, and the kind of crossing."""
        return self._side.get(a * self._size + b, PLAIN_SIDE)

    def crossing(self, a: int, b: int) -> Crossing | None:
        """The ford, bridge or ferry on a hexside."""
        return self._crossing.get(a * self._size + b)

    def along(self, kind: str | tuple[str, ...], a: int, b: int) -> bool:
        """Whether a path of the kind (or of one of the kinds) leads straight from a to its neighbour b."""
        key = a * self._size + b
        if isinstance(kind, str):
            return key in self._along.get(kind, ())
        return key in _steps(self, kind)

    def slope_up(self, a: int, b: int) -> bool:
        """Whether the step from a to b climbs a slope."""
        return a * self._size + b in self._up

    def place(self, name: str) -> int:
        """The hex of a place, by slug or English name (KeyError for an unknown place)."""
        return self._place[name].hex

    def places_at(self, hex_: int) -> tuple[Place, ...]:
        return self._places_at.get(hex_, ())

    def provenance(self, hex_: int) -> str:
        """Where the terrain of a hex comes from: "seed", "public" or "reconstructed"."""
        if self.seed_hexes >> hex_ & 1:
            return "seed"
        if self.public_hexes >> hex_ & 1:
            return "public"
        return self.default_provenance

    def set_provenance(self, name: str) -> str:
        """Where a named region or set of hexsides comes from."""
        return "seed" if name in self.seed_sets else self.default_provenance

    def provenance_counts(self) -> dict[str, dict[str, int]]:
        """How many data of each table come from where."""
        tables: dict[str, Iterable[str]] = {
            "hexes": (self.provenance(hex_) for hex_ in range(self._size)),
            "crossings": (crossing.provenance for crossing in self.crossings),
            "paths": (path.provenance for path in self.paths),
            "places": (place.provenance for place in self.places),
            "entries": (entry.provenance for entry in self.entries.values()),
            "boxes": (box.provenance for box in self.boxes.values()),
            "streams": (stream.provenance for stream in self.streams.values()),
            "sets": (self.set_provenance(name) for name in (*self.regions, *self.side_sets)),
        }
        return {table: dict(Counter(sources)) for table, sources in tables.items()}


@lru_cache(maxsize=64)
def _steps(board: Board, kinds: tuple[str, ...]) -> frozenset[int]:
    """Every step along paths of the kinds, as `along` numbers them."""
    return frozenset().union(*(board._along.get(kind, ()) for kind in kinds))


def both_ways(sides: Iterable[Side]) -> Iterable[Side]:
    """Each hexside seen from either hex."""
    for a, b in sides:
        yield a, b
        yield b, a


def slug_of(name_en: str) -> str:
    """The short form of an English name: "Ball's Ford" becomes "balls_ford"."""
    words = name_en.lower().replace("-", " ").split()
    kept = ("".join(letter for letter in word if letter.isascii() and letter.isalnum()) for word in words)
    return "_".join(word for word in kept if word)
