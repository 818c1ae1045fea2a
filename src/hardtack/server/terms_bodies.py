"""The shapes of the clock of a game and of what one side asks of the other: parts of a view and of a card."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


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
