"""The shapes of answers about films, hexes, overlays and armies, as docs/api.md describes them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hardtack.server.bodies import Bridge, Line, Move, Piece


class FilmFrame(BaseModel):
    move: Move
    lines: list[Line]
    turn: int
    clock: str
    phase: str
    to_act: str | None
    meter: float
    changed: list[Piece]
    bridges: list[Bridge]


class TurnMark(BaseModel):
    turn: int
    number: int


class BattleMark(BaseModel):
    number: int
    label: str


class Film(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    from_: int = Field(alias="from")
    to: int
    last_number: int
    opening: list[Piece]
    bridges: list[Bridge]
    frames: list[FilmFrame]
    turns: list[TurnMark]
    battles: list[BattleMark]


class HexCard(BaseModel):
    hex: str
    name: str
    terrain: str
    lines: list[str]
    provenance: str
    units: list[str]
    zones: dict[str, bool] | None


class Cell(BaseModel):
    hex: str
    kind: str = Field(pattern="^(good|fair|poor|bad|here|first|second|zone-(union|confederate|both)|terrain-[a-z_]+)$")
    text: str
    label: str | None


class Overlay(BaseModel):
    version: int
    kind: str
    name: str
    legend: dict[str, str]
    cells: list[Cell]


class Formation(BaseModel):
    label: str
    side: str
    lines: list[str]
    units: list[str]


class Roster(BaseModel):
    version: int
    formations: list[Formation]
