"""A battle whose data lies in one folder, in the usual files: the plainest way to make one.

The folder is `data` beside the module of the battle; the files are `clauses.csv`, `words.csv`, `scenario.toml`
(headlines, turns, first side), `settings.toml`, `map.toml` and `units.csv`. A setting named `turns` takes the place of
the scenario's.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from hardtack.board.mapfile import load_board
from hardtack.referee.battle import BattleOf, C, Piece, S
from hardtack.referee.datafile import read_rows, read_toml
from hardtack.referee.register import load_register
from hardtack.referee.settings import load_settings, scenario_info
from hardtack.referee.words import load_battle_words


class FolderBattle(BattleOf[S, C]):
    """A battle of one scenario; its counters are of `piece_type`."""

    folder: ClassVar[Path]
    piece_type: ClassVar[type[Piece]]
    scenario_type: ClassVar[type[Any]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not hasattr(cls, "folder"):
            cls.folder = Path(inspect.getfile(cls)).parent / "data"

    def __init__(self) -> None:
        super().__init__()
        self.register = load_register(self.folder / "clauses.csv")
        self.words = load_battle_words(self.folder)
        self.board = load_board(self.folder / "map.toml")
        self.pieces = read_rows(self.piece_type, self.folder / "units.csv")
        about, settings = read_toml(self.folder / "scenario.toml"), load_settings(self.folder / "settings.toml")
        info = scenario_info(self.id, about, about["turns"], settings)
        self.scenarios = {info.id: info}

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> C:
        info = self.scenarios[scenario_id]
        made: C = self.scenario_type(
            self, scenario_id, self.board, self.pieces, settings,
            turns=settings.get("turns", info.turns), first_side=info.first_side,
        )  # fmt: skip
        return made
