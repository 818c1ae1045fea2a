"""Play by mail: files that carry a game between two people, opened and written on this server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, StringConstraints, WithJsonSchema

from hardtack.mail import MailGame, Sitting
from hardtack.mail.game import AHEAD
from hardtack.referee.limits import NAME, RECORD_TEXT
from hardtack.server.answers import Key, Language, answer
from hardtack.server.mailing import Mailbox, show_mail
from hardtack.server.pacing import desk_of
from hardtack.server.request_bodies import (
    NOT_BLANK,
    ActionBody,
    DeviceBody,
    Name,
    Notation,
    SettingName,
    SettingValue,
)
from hardtack.server.routes_games import PROBLEMS

LetterText = Annotated[str, StringConstraints(min_length=1, max_length=RECORD_TEXT)]
Side = Literal["union", "confederate"]
# The other player reads it in the file: one that is left out is asked for in a sentence.
Writer = Annotated[
    Name, WithJsonSchema({"type": "string", "minLength": 1, "maxLength": NAME, "pattern": NOT_BLANK})
]  # fmt: skip


class NewMail(DeviceBody):
    """A game by mail that begins: what is played, and which side you take."""

    scenario: Annotated[str, StringConstraints(max_length=64)]
    side: Side
    name: Writer
    dice: Literal["both", "own"] = "both"
    settings: dict[SettingName, SettingValue] = Field(default_factory=dict, max_length=100)


class LetterBody(DeviceBody):
    """A file that has come by mail, with whatever stands around it."""

    text: LetterText


class JoinMail(LetterBody):
    name: Writer


class MailAction(ActionBody):
    """An action that rolls dice, and what is declared ahead of them: played as long as it is allowed, else dropped."""

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


router = APIRouter(prefix="/api/mail", tags=["mail"], responses=PROBLEMS)
Commitment = Annotated[str, Path(max_length=40, description="the commitment of your secret")]


def mailbox_of(request: Request) -> Mailbox:
    mailbox: Mailbox = request.app.state.mailbox
    return mailbox


async def told(request: Request, lang: str, work: Callable[[], Sitting | MailGame], status: int = 200) -> Response:
    """A whole game is played again: not where others wait."""
    return answer(show_mail(await desk_of(request).do(request, work), lang), status)


@router.post("", status_code=201, response_model=Mailed)
async def begin(request: Request, body: NewMail, lang: Language) -> Response:
    """A new game by mail: the file to be sent, and the key by which this server knows you."""
    desk = mailbox_of(request).desk
    return await told(
        request, lang, lambda: desk.begin(body.scenario, body.side, body.name, body.dice, body.settings), 201
    )


@router.post("/join", status_code=201, response_model=Mailed)
async def join(request: Request, body: JoinMail, lang: Language) -> Response:
    """Take the other side of a file that waits for somebody."""
    mailbox = mailbox_of(request)

    def take() -> Sitting:
        sitting = mailbox.desk.join(body.text, body.name)
        mailbox.lay_out(sitting, body.device)
        return sitting

    return await told(request, lang, take, 201)


@router.post("/open", response_model=Mailed)
async def receive(request: Request, body: LetterBody, lang: Language, key: Key) -> Response:
    """Verify a file that has come. For its player it is answered, as far as that takes no decision."""
    return await told(request, lang, lambda: mailbox_of(request).receive(body.text, key, body.device))


@router.get("/{commitment}", response_model=Mailed)
async def stand(request: Request, commitment: Commitment, lang: Language, key: Key) -> Response:
    """How your game stands, by the file as it was last opened or written here."""
    return await told(request, lang, lambda: mailbox_of(request).kept(commitment, key))


@router.post("/{commitment}/roll", response_model=Mailed)
async def roll(
    request: Request, commitment: Commitment, body: MailAction, lang: Language, key: Key
) -> Response:  # fmt: skip
    """Declare an action that rolls dice; it cannot be taken back."""
    mailbox = mailbox_of(request)
    return await told(request, lang, lambda: mailbox.roll(commitment, key, body.action, body.expected, body.then))


@router.post("/{commitment}/letter", response_model=Mailed)
async def seal(request: Request, commitment: Commitment, lang: Language, key: Key) -> Response:
    """The letter to be sent, once there is nothing more for you to do; what is in it cannot be taken back."""
    return await told(request, lang, lambda: mailbox_of(request).seal(commitment, key))


@router.post("/{commitment}/rematch", status_code=201, response_model=Mailed)
async def rematch(request: Request, commitment: Commitment, lang: Language, key: Key) -> Response:
    """When your game is over: the first letter of the next, sides swapped. Asked for again it is the same."""
    return await told(request, lang, lambda: mailbox_of(request).rematch(commitment, key), 201)
