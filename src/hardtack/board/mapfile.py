"""Map files: TOML in, a checked :class:`~hardtack.board.board.Board` out.

At the top: id, title_en, title_ja, yards_per_hex, default (the terrain of hexes not listed), out_of_play.  Then:

[grid]        columns, rows (first and last), shift ("even-down" or "odd-down"); short_columns with short_rows
[terrain]     base terrain = hexes, each hex at most once; [overlays] marks that may lie on any hex
[hexsides]    feature = hexsides; [slopes] kind = [low, high] hexsides
[[crossings]] kind, between; [[paths]] kind, hexes; [[places]] hex, kind; [[entries]] id, hex, side;
[[boxes]]     id, entry_hexes; [[streams]] kind, sides or hexes; with name_en, name_ja, provenance and, where they
              make sense, tags, label (offset in hexes) and label_at (0 to 1 along the line)
[regions]     name = hexes; [side_sets] name = hexsides
[provenance]  default; seed and public: hexes whose place is known; seed_sets: regions and side_sets; note

A file that cannot be used is refused with every defect it has, each with its place; see ``Code`` in
:mod:`hardtack.board.mapcheck` for the kinds of defect.
"""

import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath
from typing import Final, final

from hardtack.board.board import (
    PROVENANCES,
    Board,
    Box,
    Crossing,
    Entry,
    Path,
    Place,
    Side,
    Stream,
    both_ways,
    slug_of,
)
from hardtack.board.grid import PARITIES, SHIFTS, Grid
from hardtack.board.mapcheck import Defect, Findings, Table
from hardtack.board.masks import hexes_in, mask_of

WATER_SIDES: Final = frozenset({"creek", "river", "stream", "major_river", "minor_river"})
"""Kinds of hexside that a ford, bridge or ferry may cross."""

STREAM_KINDS: Final = ("creek", "river", "stream")
SIDES: Final = ("union", "confederate", "both")

_TOP: Final = (
    "id", "title_en", "title_ja", "yards_per_hex", "default", "out_of_play", "grid", "terrain", "overlays",
    "hexsides", "slopes", "crossings", "paths", "places", "entries", "boxes", "streams", "regions", "side_sets",
    "provenance",
)  # fmt: skip
_NAMED: Final = ("name_en", "name_ja", "provenance")
_NOWHERE: Final = Grid((0, 0), (0, 0))
"""In place of a grid that cannot be read: the rest of the file is read all the same, for its defects."""


class MapError(ValueError):
    """A map file that cannot be used; ``defects`` lists everything that is wrong with it."""

    def __init__(self, defects: list[Defect]) -> None:
        super().__init__("\n".join(str(defect) for defect in defects))
        self.defects = defects


def load_board(source: Traversable | str, filename: str = "map.toml") -> Board:
    """The board of a map file (a path) or of the text of one; MapError when anything is wrong with it."""
    if isinstance(source, str) and "\n" not in source and source.endswith(".toml"):
        source = FilePath(source)
    if not isinstance(source, str):
        filename = source.name
        try:
            source = source.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise MapError([Defect(filename, "file", "unreadable", str(error))]) from error
    board, defects = _read(source, filename)
    if board is None or defects:
        raise MapError(defects)
    return board


def check_map(text: str, filename: str = "map.toml") -> list[Defect]:
    """Every defect of a map file, in the order of the file's lines."""
    return _read(text, filename)[1]


def _read(text: str, filename: str) -> tuple[Board | None, list[Defect]]:
    findings = Findings(filename, text)
    try:
        data: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return None, [Defect(filename, "file", "unreadable", f"not a TOML file: {error}")]
    board = _Reader(findings, data).read()
    return board, sorted(findings.defects, key=lambda defect: defect.line)


@final
class _Reader:
    """Reads the tables of one file, in an order that lets later ones be checked against earlier ones."""

    def __init__(self, findings: Findings, data: Mapping[str, object]) -> None:
        self._findings = findings
        self._data = data
        self._grid: Grid | None = None
        self._top = Table(findings, None, data, "")
        self._default = "reconstructed"
        self._water: set[Side] = set()
        self._out_of_play = 0

    def read(self) -> Board:
        self._top.allow(_TOP)
        self._grid = self._read_grid()
        self._top = Table(self._findings, self._grid, self._data, "")
        provenance = self._table("provenance")
        provenance.allow(("default", "seed", "public", "seed_sets", "note"))
        self._default = provenance.choice("default", PROVENANCES, "reconstructed")
        self._out_of_play = mask_of(self._top.hexes("out_of_play"))
        hexsides = self._side_table("hexsides")
        for kind in WATER_SIDES & hexsides.keys():
            self._water.update(both_ways(hexsides[kind]))
        regions, side_sets = self._mask_table("regions"), self._side_table("side_sets")
        seed, public = mask_of(provenance.hexes("seed")), mask_of(provenance.hexes("public"))
        for both in hexes_in(seed & public):
            provenance.fault("overlap", "the hex has two origins", "public", self._names(both))
        grid = self._grid or _NOWHERE
        return Board(
            id=self._top.text("id"),
            title_en=self._top.text("title_en"),
            title_ja=self._top.text("title_ja"),
            yards_per_hex=self._top.whole("yards_per_hex"),
            grid=grid,
            terrain=self._terrain(),
            playable=grid.everywhere & ~self._out_of_play,
            overlays=self._mask_table("overlays"),
            hexsides=hexsides,
            slopes=self._side_table("slopes"),
            crossings=self._crossings(),
            paths=self._paths(),
            places=self._places(),
            entries=self._entries(),
            boxes=self._boxes(),
            streams=self._streams(),
            regions=regions,
            side_sets={name: frozenset(both_ways(sides)) for name, sides in side_sets.items()},
            default_provenance=self._default,
            seed_hexes=seed,
            public_hexes=public,
            seed_sets=self._seed_sets(provenance, {*regions, *side_sets}),
            note=provenance.text("note", ""),
        )

    def _names(self, *hexes: int) -> tuple[str, ...]:
        return () if self._grid is None else tuple(map(self._grid.name, hexes))

    def _table(self, name: str) -> Table:
        value = self._data.get(name, {})
        table = Table(self._findings, self._grid, value if isinstance(value, dict) else {}, name)
        if not isinstance(value, dict):
            table.fault("wrong-kind", f"must be a table, headed [{name}]")
        return table

    def _tables(self, name: str, keys: tuple[str, ...]) -> Iterator[Table]:
        value = self._data.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            fault = f"must be a row of tables, each headed [[{name}]]"
            Table(self._findings, self._grid, {}, name).fault("wrong-kind", fault)
            return
        for position, one in enumerate(value):
            table = Table(self._findings, self._grid, one, name, position)
            table.allow((*keys, *_NAMED))
            yield table

    def _read_grid(self) -> Grid | None:
        table = self._table("grid")
        if "grid" not in self._data:
            table.fault("missing", "a map needs a [grid]")
            return None
        table.allow(("columns", "rows", "shift", "short_columns", "short_rows"))
        before = len(self._findings.defects)
        columns, rows = table.whole_range("columns"), table.whole_range("rows")
        shift = table.choice("shift", SHIFTS)
        short_columns, short_rows = None, None
        if table.has("short_columns") or table.has("short_rows"):
            short_columns = table.choice("short_columns", PARITIES)
            short_rows = table.whole_range("short_rows")
        if columns is None or rows is None or len(self._findings.defects) > before:
            return None
        return Grid(columns, rows, shift, short_columns, short_rows)

    def _terrain(self) -> tuple[str, ...]:
        default = self._top.text("default")
        table = self._table("terrain")
        known: dict[int, str] = {}
        for kind in table.names():
            for hex_ in table.hexes(kind):
                if known.get(hex_, kind) != kind:
                    message = f"the hex is already {known[hex_]}; a hex has one base terrain"
                    table.fault("overlap", message, kind, self._names(hex_))
                known[hex_] = kind
        size = self._grid.size if self._grid is not None else 0
        return tuple(known.get(hex_, default) for hex_ in range(size))

    def _mask_table(self, name: str) -> dict[str, int]:
        table = self._table(name)
        return {key: mask_of(table.hexes(key)) for key in table.names()}

    def _side_table(self, name: str) -> dict[str, tuple[Side, ...]]:
        table = self._table(name)
        return {key: tuple(table.sides(key)) for key in table.names()}

    @staticmethod
    def _seed_sets(provenance: Table, known: set[str]) -> frozenset[str]:
        named = provenance.texts("seed_sets")
        for name in named:
            if name not in known:
                provenance.fault("bad-value", "no region or set of hexsides has this name", "seed_sets", (name,))
        return frozenset(named)

    def _in_play(self, table: Table, key: str, hexes: Iterable[int]) -> None:
        for hex_ in hexes:
            if self._out_of_play >> hex_ & 1:
                table.fault("out-of-play", "the hex is out of play", key, self._names(hex_))

    def _wet(self, table: Table, key: str, side: Side) -> None:
        if side not in self._water:
            table.fault("no-water", "no water runs along this hexside", key, self._names(*side))

    def _printed(self, table: Table, *, needed: bool = False) -> dict[str, str]:
        """The origin of a thing, and its names: both or, where a thing may go unnamed, neither."""
        named = needed or table.has("name_en") or table.has("name_ja")
        names = {key: table.text(key) if named else "" for key in ("name_en", "name_ja")}
        return {**names, "provenance": table.choice("provenance", PROVENANCES, self._default)}

    def _new_id(self, table: Table, what: str, known: Container[str]) -> str:
        id_ = table.text("id")
        if id_ in known:
            table.fault("duplicate", f"another {what} has this id", "id", (id_,))
        return id_

    def _crossings(self) -> tuple[Crossing, ...]:
        found: dict[Side, Crossing] = {}
        for table in self._tables("crossings", ("kind", "between", "label", "tags")):
            kind, label, tags = table.text("kind"), table.offset("label"), table.tags()
            printed, side = self._printed(table), table.side("between")
            if side is None:
                continue
            self._wet(table, "between", side)
            self._in_play(table, "between", side)
            if side in found or side[::-1] in found:
                table.fault("duplicate", "the hexside already has a crossing", "between", self._names(*side))
            found[side] = Crossing(kind, side, label, tags, **printed)
        return tuple(found.values())

    def _paths(self) -> tuple[Path, ...]:
        found: list[Path] = []
        for table in self._tables("paths", ("kind", "hexes", "label_at", "tags")):
            hexes = tuple(table.path("hexes"))
            self._in_play(table, "hexes", hexes)
            label_at, tags = table.shares("label_at"), table.tags()
            found.append(Path(table.text("kind"), hexes, label_at, tags, **self._printed(table)))
        return tuple(found)

    def _places(self) -> tuple[Place, ...]:
        found: dict[tuple[int, str], Place] = {}
        for table in self._tables("places", ("hex", "kind", "label", "tags")):
            hex_, kind, printed = table.hex("hex"), table.text("kind"), self._printed(table, needed=True)
            label, tags, slug = table.offset("label") or (0.0, 0.0), table.tags(), slug_of(printed["name_en"])
            if hex_ is None:
                continue
            if (hex_, slug) in found:
                table.fault("duplicate", "the hex already has a place of this name", "hex", self._names(hex_))
            found[hex_, slug] = Place(hex_, slug, kind, label, tags, **printed)
        return tuple(found.values())

    def _entries(self) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for table in self._tables("entries", ("id", "hex", "side", "tags")):
            id_, hex_, side = self._new_id(table, "entry", found), table.hex("hex"), table.choice("side", SIDES)
            printed, tags = self._printed(table), table.tags()
            if hex_ is not None:
                self._in_play(table, "hex", [hex_])
                found[id_] = Entry(id_, hex_, side, tags, **printed)
        return found

    def _boxes(self) -> dict[str, Box]:
        found: dict[str, Box] = {}
        for table in self._tables("boxes", ("id", "entry_hexes")):
            id_, hexes = self._new_id(table, "box", found), tuple(table.hexes("entry_hexes"))
            self._in_play(table, "entry_hexes", hexes)
            found[id_] = Box(id_, hexes, **self._printed(table, needed=True))
        return found

    def _streams(self) -> dict[str, Stream]:
        found: dict[str, Stream] = {}
        for table in self._tables("streams", ("kind", "sides", "hexes", "label_at")):
            printed, kind = self._printed(table, needed=True), table.choice("kind", STREAM_KINDS)
            sides, hexes = tuple(table.sides("sides")), tuple(table.hexes("hexes"))
            if not table.has("sides") and not table.has("hexes"):
                table.fault("missing", "a stream needs its sides or its hexes", "sides")
            for side in sides:
                self._wet(table, "sides", side)
            slug = slug_of(printed["name_en"])
            if slug in found:
                table.fault("duplicate", "another stream has this name", "name_en", (printed["name_en"],))
            found[slug] = Stream(slug, kind, sides, hexes, table.shares("label_at"), **printed)
        return found
