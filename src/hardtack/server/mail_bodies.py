"""The shapes of requests and answers about games by mail, as docs/api.md describes them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, WithJsonSchema

from hardtack.mail.game import AHEAD
from hardtack.referee.limits import NAME, RECORD_TEXT
from hardtack.server.request_bodies import (
    NOT_BLANK,
    Body,
    Count,
    Device,
    Name,
    Notation,
    SettingName,
    SettingValue,
)

LetterText = Annotated[str, StringConstraints(min_length=1, max_length=RECORD_TEXT)]
Side = Literal["union", "confederate"]
# The other player reads it in the file: one that is left out is asked for in a sentence.
Writer = Annotated[
    Name, WithJsonSchema({"type": "string", "minLength": 1, "maxLength": NAME, "pattern": NOT_BLANK})
]  # fmt: skip


class NewMail(Body):
    """A game by mail that begins: what is played, and which side you take."""

    scenario: Annotated[str, StringConstraints(max_length=64)]
    side: Side
    name: Writer
    dice: Literal["both", "own"] = "both"
    settings: dict[SettingName, SettingValue] = Field(default_factory=dict, max_length=100)
    device: Device = ""


class LetterBody(Body):
    """A file that has come by mail, with whatever stands around it."""

    text: LetterText
    device: Device = ""


class JoinMail(LetterBody):
    name: Writer


class MailAction(Body):
    """An action that rolls dice, and what is declared ahead of them: played as long as it is allowed, else dropped."""

    action: Notation
    expected: Count
    then: list[Notation] = Field(default_factory=list, max_length=AHEAD)


class Mailed(BaseModel):
    """How a game by mail stands for whoever asks.

    `letter` is the file to be sent, when there is something to be sent; `game` and `game_key` lead to the board.
    """

    commitment: str | None
    key: str | None
    side: Side | None
    scenario: str
    title: str
    dice: Literal["both", "own"]
    names: dict[Side, str]
    wanted: Literal["join", "act", "seal", "wait", "over", "look"]
    rolling: bool
    lines: int
    actions: int
    turn: int
    result: str
    game: str | None
    game_key: str | None
    letter: str | None
    file: str
