"""A battle whose data lies in one folder, in the usual files: the plainest way to make one.

The folder is `data` beside the module of the battle; the files are `clauses.csv`, `words.csv`, `scenario.toml`
(headlines, turns, first side), `settings.toml`, `map.toml` and `units.csv`. A setting named `turns` takes the place of
the scenario's. Places of the map, and counters that have them, bring their own names.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from hardtack.board.mapfile import load_board
from hardtack.referee.battle import BattleOf, C, Piece, S
from hardtack.referee.datafile import Defects, read_rows, read_toml
from hardtack.referee.register import Register, load_register
from hardtack.referee.settings import load_settings, scenario_info
from hardtack.referee.showing import Setting
from hardtack.referee.words import Words, load_battle_words


class FolderBattle(BattleOf[S, C]):
    """A battle of one scenario; its counters are of `piece_type`."""

    folder: ClassVar[Path]
    piece_type: ClassVar[type[Piece]]
    scenario_type: ClassVar[type[Any]]
    more: ClassVar[Mapping[str, Any]] = {}  # more about its scenario: the bots, a side that plays by itself

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        beside = Path(inspect.getfile(cls)).parent / "data"
        if "folder" not in vars(cls) and beside.is_dir():  # else it has the files of the battle it is made from
            cls.folder = beside

    def __init__(self) -> None:
        super().__init__()
        self.about = read_toml(self.folder / "scenario.toml")
        self.board = load_board(self.folder / "map.toml")
        self.pieces = self.read_pieces()
        self.register = self.read_register()
        self.words = self.read_words()
        info = scenario_info(self.id, self.about, self.count_turns(), self.read_settings(), **self.more)
        self.scenarios = {info.id: info}

    # A series has files of its own beside those of the battle.

    def count_turns(self) -> int:
        turns: int = self.about["turns"]
        return turns

    def read_pieces(self) -> Sequence[Any]:
        """The counters of the unit table, each of one of the sides and on a hex of the map, if it names one."""
        pieces = read_rows(self.piece_type, self.folder / "units.csv")
        defects, anywhere = Defects("units.csv"), self.board.grid.names[0]
        for piece in pieces:
            if piece.side not in self.sides:
                defects.add(piece.id, f"side is one of {', '.join(self.sides)}, not {piece.side!r}")
            if not self.board.grid.has(hex_ := getattr(piece, "hex", anywhere) or anywhere):
                defects.add(piece.id, f"no hex {hex_!r} on the map")
        defects.complain()
        return pieces

    def read_register(self) -> Register:
        return load_register(self.folder / "clauses.csv")

    def read_words(self) -> Words:
        return load_battle_words(self.folder) | Words(self.names())

    def names(self) -> dict[str, tuple[str, str]]:
        """The names of units and places, from the files that hold them, so that each is written once."""
        named = {f"unit.{piece.id}": piece.names for piece in self.pieces if hasattr(piece, "names")}
        places = {f"hex.{self.board.grid.name(one.hex)}": (one.name_en, one.name_ja) for one in self.board.places}
        return named | places

    def read_settings(self) -> tuple[Setting, ...]:
        return load_settings(self.folder / "settings.toml")

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> C:
        info = self.scenarios[scenario_id]
        made: C = self.scenario_type(
            self, scenario_id, self.board, self.pieces, settings,
            turns=settings.get("turns", info.turns), first_side=info.first_side,
        )  # fmt: skip
        return made
