"""The reconstructed numbers of the series, each a named setting a player may change (data/settings.toml).

The standard rules of the series were not at hand: their low-confidence numbers live in one data file, so
that whoever owns the booklet can correct them without touching code.
"""

from __future__ import annotations

from pathlib import Path

from hardtack.board.native import dataclass
from hardtack.referee.settings import load_settings

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Parameters:
    """One value for each setting, as chosen for a game."""

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


SETTINGS = load_settings(DATA / "settings.toml")
