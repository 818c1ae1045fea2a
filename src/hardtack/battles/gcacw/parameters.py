"""The series' named parameters: every number and reading that no source settles (``data/series.toml``).

A player may override any of them for a game; the record carries the choice.  Rule code reads them as
attributes, so a misspelt name is a type error and not a silent default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.board.native import dataclass
from hardtack.referee.errors import BadData
from hardtack.referee.showing import Setting, read_choices

DATA = Path(__file__).parent / "data"
SERIES_FILE = DATA / "series.toml"


@dataclass(frozen=True, slots=True)
class Parameters:
    """One value for each parameter of the series."""

    ext_table: str
    ext_exhausted: str
    force_march_mp: str
    force_march_table: str
    min_ma_leader: int
    attack_mp: str
    leave_ezoc: int
    mp_rolling: int
    mp_rough: int
    mp_woods: int
    mp_creek: int
    mp_ford: int
    ferry: int
    rr_cost: int
    zoc_zoc_loss: int
    art_table: str
    art_round: str
    flank_base: str
    multi_hexside: str
    lee_condition: str
    loss_split: str
    d_fatigue: int
    big_f_fatigue: int
    small_f_fatigue: int
    rstar: str
    retreat_loss: str
    retreat_continue: bool
    voluntary_retreat: bool
    cavret_round: str
    cavret_terrain: bool
    cavret_assault: bool
    refuse_mp: str
    refuse_effect: str
    assault_fatigue_on_declare: bool
    grand_assault: str
    entrench_fl: int
    fort_factor: int
    demoralize_recover: str
    demoralize_effects: str
    bridge_remove: bool
    bridge_destroy: bool
    burn_station: str
    command_path: str
    transfer_path: str
    leader_orphan: str
    art_alone: str


@cache
def series_settings() -> tuple[Setting, ...]:
    """Every parameter as a setting a player may change, in the file's order."""
    with SERIES_FILE.open("rb") as file:
        entries = tomllib.load(file)["options"]
    settings = []
    for entry in entries:
        values = tuple(entry["choices"])
        if entry["default"] not in values:
            raise BadData(f"series.toml: {entry['id']}: the default {entry['default']!r} is not among its choices")
        kind = "number" if entry["type"] == "int" else "reading"
        labels = (entry["label_en"], entry["label_ja"])
        choices = read_choices(entry)
        settings.append(Setting(entry["id"], entry["default"], values, entry["clause"], labels, kind, choices))
    known = {part.name for part in fields(Parameters)}
    named = {setting.name for setting in settings}
    if known != named:
        raise BadData(f"series.toml: parameters and code differ in {', '.join(sorted(known ^ named))}")
    return tuple(settings)


def parameters(settings: Mapping[str, Any]) -> Parameters:
    """The parameters of a game; what the settings do not name keeps its default."""
    return Parameters(**{s.name: settings.get(s.name, s.default) for s in series_settings()})


@cache
def pair(text: str) -> tuple[int, ...]:
    """The numbers of a parameter written with strokes: "2/4" is (2, 4)."""
    return tuple(int(part) for part in text.split("/"))
