"""The reconstructed numbers of the series, each a named setting a player may change (data/series.toml).

The standard rules of the series were not at hand: their low-confidence numbers live in one data file, so
that whoever owns the booklet can correct them without touching code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.referee.errors import BadData
from hardtack.referee.showing import Setting, read_choices

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Parameters:
    """One value per table of data/series.toml, as chosen for a game."""

    ma_infantry: int
    ma_artillery: int
    ma_cavalry: int
    ma_leader: int
    ma_train: int
    roll_cavalry_bonus: int
    march_infantry: int
    march_leader: int
    march_clearance: int
    stack_limit: int
    retreat_hexes: int
    advance_hexes: int
    pursuit_hexes: int
    counterattack_factor: int
    counterattacks: bool
    artillery_range: int
    cumulative_halving: bool
    leader_assist: int
    leader_inactive_from: int
    leader_lost_from: int
    leader_recovers_to: int
    ammo_supplied: int
    ammo_unsupplied: int
    rout_delay: int
    charge_shift: int
    fow_no_hq: int
    fow_per_rout: int
    fow_move: int
    alarm_stops_move: bool
    gunboat_support: str
    c_code: str


@cache
def series_settings(path: Path = DATA / "series.toml") -> tuple[Setting, ...]:
    """Every parameter as a setting; a file that lacks one or holds a stranger is refused."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    wanted = {field.name for field in fields(Parameters)}
    if set(tables) != wanted:
        raise BadData(f"{path.name}: missing {sorted(wanted - set(tables))}, unknown {sorted(set(tables) - wanted)}")
    return tuple(_setting(path.name, name, table) for name, table in tables.items())


def _setting(filename: str, name: str, table: Mapping[str, Any]) -> Setting:
    try:
        setting = Setting(
            name, table["value"], tuple(table["alternatives"]), table["clause"],
            (table["label_en"], table["label_ja"]), table["kind"], read_choices(table),
        )  # fmt: skip
        sources = (table["confidence"], table["provenance"])
    except KeyError as missing:
        raise BadData(f"{filename}: [{name}] lacks {missing.args[0]}") from None
    if setting.default not in setting.values:
        raise BadData(f"{filename}: [{name}] value {setting.default!r} is not among its alternatives")
    if sources[0] not in ("high", "medium", "low"):
        raise BadData(f"{filename}: [{name}] confidence {sources[0]!r} is not high, medium or low")
    return setting


def chosen_parameters(settings: Mapping[str, Any]) -> Parameters:
    """The parameters of a game: what was chosen, else the data file's value; other settings are passed over."""
    values = {setting.name: setting.default for setting in series_settings()} | dict(settings)
    return Parameters(**{field.name: values[field.name] for field in fields(Parameters)})
