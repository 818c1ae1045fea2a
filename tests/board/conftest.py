"""The five boards, each loaded once."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from board_field import Field

import hardtack.battles
from hardtack.board.mapfile import load_board


@cache
def _field(name: str) -> Field:
    return Field(load_board(Path(hardtack.battles.__file__).parent / name / "data" / "map.toml"))


@pytest.fixture(scope="session")
def field_of() -> Callable[[str], Field]:
    return _field
