"""The shapes of requests and answers about what players settle between themselves."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from hardtack.server.bodies import View
from hardtack.server.request_bodies import ABSENT, NOT_BLANK, Body, Count, Word, described, given
from hardtack.server.talk_store import LINE, NOTES
from hardtack.server.terms_bodies import Proposal

SEVERAL_LINES = r"^[^\x00-\x08\x0b-\x1f\x7f]*$"

Said = Annotated[str, StringConstraints(min_length=1, max_length=LINE, strip_whitespace=True, pattern=NOT_BLANK)]
Notes = Annotated[str, StringConstraints(max_length=NOTES, pattern=SEVERAL_LINES)]


class SayBody(Body):
    text: Said


class NotesBody(Body):
    text: Notes
    side: Word | None = None


class NotesAnswer(BaseModel):
    side: str
    text: str


class SideBody(Body):
    """At a hot seat the side that does it; otherwise one's own."""

    side: Word | None = None
    expected: Count


class VacationBody(Body):
    side: Word | None = None
    days: int = Field(ge=0, le=60)


class ProposalBody(Body):
    """What is asked of the other side: `count` actions to be taken back, a `bot` for the seat."""

    model_config = described(
        oneOf=[
            given("count", kind={"const": "takeback"}, bot=ABSENT),
            given("bot", kind={"const": "bot"}, count=ABSENT),
            given(kind={"enum": ["draw", "person"]}, count=ABSENT, bot=ABSENT),
        ]
    )
    kind: Literal["draw", "takeback", "bot", "person"]
    side: Word | None = None
    count: int | None = Field(None, ge=1, le=10_000)
    bot: Word | None = None
    expected: Count


class DecisionBody(Body):
    agree: bool
    expected: Count


class Proposed(BaseModel):
    """What waits for an answer (null: it was done), and for `person` the token of the link, told only now."""

    proposal: Proposal | None
    token: str | None
    game: View


class TalkLine(BaseModel):
    number: int
    room: Literal["table", "gallery", "log"]
    side: str | None
    name: str
    text: str
    at: str
    yours: bool


class Talk(BaseModel):
    """`count`: how much has been said and proposed; `room`: where you speak, if you do."""

    count: int
    room: Literal["table", "gallery"] | None
    lines: list[TalkLine]
    present: list[str]  # the sides whose players are here
    watching: int
