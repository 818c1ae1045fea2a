"""A battle whose data lies in one folder, in the usual files: the plainest way to make one.

The folder is `data` beside the module of the battle; the files are `clauses.csv`, `words.csv`, `scenario.toml`
(headlines, turns, first side), `settings.toml`, `map.toml` and `units.csv`. A setting named `turns` takes the place of
the scenario's.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from hardtack.board.mapfile import load_board
from hardtack.referee.battle import BattleOf, C, Piece, S
from hardtack.referee.datafile import read_rows, read_toml
from hardtack.referee.register import Register, load_register
from hardtack.referee.settings import load_settings, scenario_info
from hardtack.referee.showing import Setting
from hardtack.referee.words import Words, load_battle_words


class FolderBattle(BattleOf[S, C]):
    """A battle of one scenario; its counters are of `piece_type`."""

    folder: ClassVar[Path]
    piece_type: ClassVar[type[Piece]]
    scenario_type: ClassVar[type[Any]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "folder" not in vars(cls):
            cls.folder = Path(inspect.getfile(cls)).parent / "data"

    def __init__(self) -> None:
        super().__init__()
        self.about = read_toml(self.folder / "scenario.toml")
        self.board = load_board(self.folder / "map.toml")
        self.pieces = self.read_pieces()
        self.register = self.read_register()
        self.words = self.read_words()
        info = scenario_info(self.id, self.about, self.about["turns"], self.read_settings())
        self.scenarios = {info.id: info}

    # A series has files of its own beside those of the battle.

    def read_pieces(self) -> Sequence[Any]:
        return read_rows(self.piece_type, self.folder / "units.csv")

    def read_register(self) -> Register:
        return load_register(self.folder / "clauses.csv")

    def read_words(self) -> Words:
        return load_battle_words(self.folder)

    def read_settings(self) -> tuple[Setting, ...]:
        return load_settings(self.folder / "settings.toml")

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> C:
        info = self.scenarios[scenario_id]
        made: C = self.scenario_type(
            self, scenario_id, self.board, self.pieces, settings,
            turns=settings.get("turns", info.turns), first_side=info.first_side,
        )  # fmt: skip
        return made
