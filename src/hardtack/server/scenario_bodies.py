"""The shapes of answers about scenarios and rules, as docs/api.md describes them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


class Side(BaseModel):
    id: str
    name: str


class Counters(BaseModel):
    counters: list[str]


class Setting(BaseModel):
    name: str
    label: str
    kind: str
    default: Any
    values: list[Any]
    choices: list[str]
    clause: str


class Bot(BaseModel):
    id: str
    name: str
    about: str
    strength: str
    proposed: bool


class Scenario(BaseModel):
    id: str
    battle: str
    battle_title: str
    battle_about: str
    title: str
    titles: dict[str, str]
    about: str
    date: str
    turns: int
    first_side: str
    minutes: int
    units: int
    hexes: int
    rules_version: str
    sides: list[Side]
    settings: list[Setting]
    bots: list[Bot]
    solitaire_side: str
    doctrine_settings: dict[str, Any]
    by_mail: bool
    provenance: dict[str, dict[str, int]]


class Scenarios(BaseModel):
    scenarios: list[Scenario]


class Clause(BaseModel):
    id: str
    title: str
    summary: str
    provenance: str


class Rules(BaseModel):
    battle: str
    clauses: list[Clause]


class Chart(BaseModel):
    key: str
    title: str
    clause: str
    columns: list[str]
    rows: list[list[str]]
    provenance: str
    notes: list[str]


class Goal(BaseModel):
    """One way to win; the sudden ones, which can end the game at any time, come first."""

    clause: str
    title: str
    text: str
    side: str
    sudden: bool


class Charts(BaseModel):
    charts: list[Chart]
    goals: list[Goal]


class Briefing(BaseModel):
    side: str
    side_name: str
    who: str
    goals: list[Goal]
    do: list[str]
    fear: list[str]
    arrivals: list[str]  # hexes where units come on later


class Briefings(BaseModel):
    briefings: list[Briefing]


class Example(BaseModel):
    set: str
    lesson: str
    title: str
    text: str
    picture: str  # SVG to be put into a page: it shows the board's own drawing as an image


class Chapter(BaseModel):
    title: str
    text: str
    clauses: list[str]
    examples: list[Example]


class Book(BaseModel):
    chapters: list[Chapter]


class Health(BaseModel):
    status: str
    version: str
