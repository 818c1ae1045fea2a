"""The shapes of answers about games, as docs/api.md describes them; OpenAPI is made from these.

What only one address answers with stands beside it (`routes_*.py`). Requests: see `request_bodies`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from hardtack.server.answers import Sentence


class Option(BaseModel):
    action: str
    kind: Literal["move", "attack", "choose", "end"]
    label: str
    unit: str
    hex: str
    cost: int | None
    path: list[str]
    attackers: list[str]
    target: str
    stops: bool
    risk: str | None
    apart: bool


class Actor(BaseModel):
    unit: str
    count: int | None
    options: list[Option] | None


class OptionList(BaseModel):
    count: int | None
    general: list[Option]
    actors: list[Actor]


class OptionsAnswer(BaseModel):
    version: int
    options: list[Option]


class Way(Option):
    actions: list[str]


class WaysAnswer(BaseModel):
    version: int
    ways: list[Way]


class Line(Sentence):
    number: int
    turn: int
    side: str | None
    key: str
    part: str  # its part in the story of a fight, "" for everything else
    dice: list[int]
    rollers: list[str]  # whose each die was; "" for one that decides for both
    seats: list[str] | None


class Move(BaseModel):
    number: int
    turn: int
    side: str | None
    action: str | None
    label: str | None
    dice: list[int]
    kind: str
    unit: str
    hex: str
    path: list[str]
    attackers: list[str]
    target: str
    cost: int | None
    by: Literal["person", "bot"]
    standing: bool  # by a standing answer, as far as you may know


class Piece(BaseModel):
    id: str
    name: str
    side: str
    type: str
    size: str
    colour: str
    at: str
    numbers: list[str]
    markers: list[str]
    states: list[str]
    can_act: bool
    spent: bool
    unseen_at: str  # the hex where it stands hidden, for a seat that may know


class Fault(BaseModel):
    number: int
    kind: Literal["crashed", "slow", "illegal", "nonsense"]
    detail: str


class Seat(BaseModel):
    side: str
    side_name: str
    who: Literal["person", "bot"]
    name: str
    bot: str | None
    bot_name: str | None
    yours: bool
    state: Literal["bot", "taken", "invited", "open"]
    since: str | None
    named: bool  # the name is a person's own
    faults: list[Fault]


class Headline(BaseModel):
    turn: int
    turns: int
    clock: str
    phase: str
    side: str | None
    side_name: str


class Arrival(BaseModel):
    turn: int
    units: list[str]


class Track(BaseModel):
    turn: int
    turns: int
    arrivals: list[Arrival]


class Goal(Sentence):
    """One way to win; the sudden ones, which can end the game at any time, come first."""

    side: str
    sudden: bool


class Objective(Goal):
    hex: str
    points: int
    holder: str


class Standing(BaseModel):
    meter: float
    lines: list[str]
    losses: dict[str, int]
    points: dict[str, int]
    objectives: list[Objective]


class Point(BaseModel):
    name: str
    value: int


class Outcome(Sentence):
    winner: str
    winner_name: str
    level: str
    level_name: str
    points: list[Point]


class Called(BaseModel):
    """Something by its id, and its name in the viewer's language."""

    id: str
    name: str


class OverlayName(BaseModel):
    kind: str
    name: str


class Bots(BaseModel):
    pace_ms: int
    paused: bool
    thinking: bool


class Origin(BaseModel):
    """The game and the move this game branched off."""

    game: str
    number: int


class Bridge(BaseModel):
    """A bridge that has been built; a secret one is only planned, and shown to its owner."""

    hex: str
    hex2: str
    side: str
    secret: bool


class Proposal(BaseModel):
    """What a side asks of the other."""

    id: str
    kind: Literal["draw", "takeback", "bot", "person"]
    side: str
    count: int | None  # actions to take back
    text: str
    yours: bool
    since: str


class Clock(BaseModel):
    """The time players have; `side`: whose runs, until `due`."""

    kind: Literal["turn", "bank"]
    seconds: float
    increment: float
    late: Literal["claim", "bot"]
    bot: str | None
    side: str | None
    due: str | None
    left: dict[str, int]
    away: dict[str, str]
    vacation: dict[str, float]


class View(BaseModel):
    id: str
    scenario: str
    title: str
    settings: dict[str, Any]
    lang: Literal["en", "ja"]
    version: int
    number: int
    last_number: int
    yours: list[str]
    to_act: str | None
    your_turn: bool
    over: bool
    headline: Headline
    prompt: str
    decision: str | None
    naming: bool
    room: int | None
    begun: bool
    private: bool  # others may not know what is decided now, or shown: a hot seat draws its curtain
    sides: dict[str, str]
    seats: list[Seat]
    origin: Origin | None
    pieces: list[Piece]
    bridges: list[Bridge]
    numbers: dict[str, list[str]]
    boxes: list[Called]
    overlays: list[OverlayName]
    ways: bool
    reactions: dict[str, list[str]]
    options: OptionList | None
    log: list[Line]
    moves: list[Move]
    since: int
    track: Track
    standing: Standing
    undo: int
    outcome: Outcome | None
    bots: Bots
    seating: int
    hints: bool
    talk: int
    proposals: list[Proposal]
    clock: Clock | None
    rated: bool
    rematch: str | None
    behind: int  # turns by which you are shown the game late, watching it
    commitment: str | None
    sealed_from: int
    seed: str | None


class News(BaseModel):
    """How a game stands after a change: with the whole view, or with the parts of it that differ from a version."""

    model_config = ConfigDict(populate_by_name=True)

    version: int
    number: int
    to_act: str | None
    over: bool
    thinking: bool
    paused: bool
    pace_ms: int
    seating: int
    talk: int
    view: View | None = None
    from_: int | None = Field(None, alias="from")
    changes: dict[str, Any] | None = None
    options: OptionList | None = None


class Created(BaseModel):
    id: str
    key: str
    invitations: dict[str, str]
    commitment: str | None
    game: View


class Card(BaseModel):
    id: str
    scenario: str
    title: str
    state: Literal["running", "finished"]
    turn: int
    turns: int
    number: int
    to_act: str | None
    seats: list[Seat]
    created: str
    updated: str
    result: str
    clock: Clock | None


class Cards(BaseModel):
    games: list[Card]


class WhyNot(BaseModel):
    legal: bool
    action: str | None
    reasons: list[Sentence]


class Modifier(BaseModel):
    clause: str
    title: str
    label: str
    value: str
    side: str
    hex: str


class Result(BaseModel):
    name: str
    label: str
    value: int | str


class Chance(BaseModel):
    chance: float
    fraction: str
    results: list[Result]


class Expected(BaseModel):
    name: str
    label: str
    value: float


class Forecast(BaseModel):
    action: str
    label: str
    modifiers: list[Modifier]
    chances: list[Chance]
    expected: list[Expected]


class Lines(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    lines: list[Line]
    from_: int = Field(alias="from")
    to: int
    last_number: int


class Pace(BaseModel):
    pace_ms: int
    paused: bool
