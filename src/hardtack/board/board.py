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


@dataclass(frozen=True, slots=True)
class Crossing:
    """A ford, bridge or ferry on a hexside."""

    kind: str
    sides: Side
    name_en: str
    name_ja: str
    label: tuple[float, float] | None
    tags: frozenset[str]
    provenance: str


@dataclass(frozen=True, slots=True)
class Path:
    """A road, trail or railway as the hexes it runs through, in order.

    ``label_at`` says how far along (0 to 1) its name is drawn; empty, that it need not be drawn.
    """

    kind: str
    name_en: str
    name_ja: str
    hexes: tuple[int, ...]
    label_at: tuple[float, ...]
    tags: frozenset[str]
    provenance: str


@dataclass(frozen=True, slots=True)
class Place:
    """A named place; the label says where its name is drawn, in hexes from the middle of its hex."""

    hex: int
    slug: str
    name_en: str
    name_ja: str
    kind: str
    label: tuple[float, float]
    tags: frozenset[str]
    provenance: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A hex by which pieces of a side (or of either, when ``side`` is "both") come onto or leave the map."""

    id: str
    hex: int
    side: str
    name_en: str
    name_ja: str
    tags: frozenset[str]
    provenance: str


@dataclass(frozen=True, slots=True)
class Box:
    """A holding box beside the map and the hexes that lead to it."""

    id: str
    name_en: str
    name_ja: str
    entry_hexes: tuple[int, ...]
    provenance: str


@dataclass(frozen=True, slots=True)
class Stream:
    """A named water: the hexsides it runs along, or the hexes it runs through; see Path for ``label_at``."""

    slug: str
    name_en: str
    name_ja: str
    kind: str
    sides: tuple[Side, ...]
    hexes: tuple[int, ...]
    label_at: tuple[float, ...]
    provenance: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a map file says, with hexes already numbered: the raw material of a board."""

    id: str
    title_en: str
    title_ja: str
    yards_per_hex: int
    grid: Grid
    terrain: tuple[str, ...]
    out_of_play: int
    overlays: Mapping[str, int]
    hexsides: Mapping[str, tuple[Side, ...]]
    slopes: Mapping[str, tuple[Side, ...]]
    crossings: tuple[Crossing, ...]
    paths: tuple[Path, ...]
    places: tuple[Place, ...]
    entries: tuple[Entry, ...]
    boxes: tuple[Box, ...]
    streams: tuple[Stream, ...]
    regions: Mapping[str, int]
    side_sets: Mapping[str, tuple[Side, ...]]
    default_provenance: str
    seed_hexes: int
    public_hexes: int
    seed_sets: frozenset[str]
    note: str


@final
class Board:
    """One map, immutable, with every question about it answered by a table."""

    __slots__ = (
        "_along", "_crossing", "_place", "_places_at", "_side", "_size", "_up", "boxes", "crossings",
        "entries", "grid", "hexsides", "id", "overlays", "paths", "places", "playable", "regions", "sheet",
        "side_sets", "slopes", "streams", "terrain", "title_en", "title_ja", "yards_per_hex",
    )  # fmt: skip

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.id = sheet.id
        self.title_en = sheet.title_en
        self.title_ja = sheet.title_ja
        self.yards_per_hex = sheet.yards_per_hex
        self.grid = sheet.grid
        self.terrain = sheet.terrain
        self.playable = ((1 << sheet.grid.size) - 1) & ~sheet.out_of_play
        self.overlays = MappingProxyType(dict(sheet.overlays))
        self.hexsides = MappingProxyType(dict(sheet.hexsides))
        self.slopes = MappingProxyType(dict(sheet.slopes))
        self.regions = MappingProxyType(dict(sheet.regions))
        self.crossings = sheet.crossings
        self.paths = sheet.paths
        self.places = sheet.places
        self.boxes = MappingProxyType({box.id: box for box in sheet.boxes})
        self.entries = MappingProxyType({entry.id: entry for entry in sheet.entries})
        self.streams = MappingProxyType({stream.slug: stream for stream in sheet.streams})
        self._size = sheet.grid.size
        self.side_sets = MappingProxyType(
            {name: frozenset(both_ways(sides)) for name, sides in sheet.side_sets.items()}
        )
        self._place = _index_places(sheet.places)
        self._places_at = {
            hex_: tuple(place for place in sheet.places if place.hex == hex_)
            for hex_ in {place.hex for place in sheet.places}
        }
        self._side = self._index_sides()
        self._crossing = {
            self._key(*side): crossing for crossing in sheet.crossings for side in both_ways([crossing.sides])
        }
        self._along = self._index_paths()
        self._up = frozenset(self._key(*side) for sides in sheet.slopes.values() for side in sides)

    def _key(self, a: int, b: int) -> int:
        return a * self._size + b

    def _index_sides(self) -> dict[int, frozenset[str]]:
        features: dict[int, set[str]] = {}
        for kind, sides in self.hexsides.items():
            for a, b in both_ways(sides):
                features.setdefault(self._key(a, b), set()).add(kind)
        for crossing in self.crossings:
            for a, b in both_ways([crossing.sides]):
                features.setdefault(self._key(a, b), set()).add(crossing.kind)
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

    def steps(self, kinds: Iterable[str]) -> frozenset[int]:
        """Every step along paths of the kinds, as `along` numbers them."""
        return frozenset().union(*(self._along.get(kind, ()) for kind in kinds))

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
        if self.sheet.seed_hexes >> hex_ & 1:
            return "seed"
        if self.sheet.public_hexes >> hex_ & 1:
            return "public"
        return self.sheet.default_provenance

    def set_provenance(self, name: str) -> str:
        """Where a named region or set of hexsides comes from."""
        return "seed" if name in self.sheet.seed_sets else self.sheet.default_provenance

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
    return board.steps(kinds)


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


def _index_places(places: Iterable[Place]) -> dict[str, Place]:
    table: dict[str, Place] = {}
    for place in places:
        table.setdefault(place.slug, place)
        table.setdefault(place.name_en, place)
    return table
