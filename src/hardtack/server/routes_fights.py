"""The fights of a game: the card of one, and what a side did in a turn."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel

from hardtack.referee.events import SIDES
from hardtack.server.answers import Key, Language, answer
from hardtack.server.bodies import Modifier
from hardtack.server.fighting import show_account, show_cautions, show_fight
from hardtack.server.heavy import desk_of
from hardtack.server.present import Presenter, Viewer
from hardtack.server.routes_games import PROBLEMS, QUESTION, GameId, Seen, seated, service_of, your_turn
from hardtack.server.viewing import check_number
from hardtack.table import BadSeat

router = APIRouter(prefix="/api/games", tags=["board"], responses=PROBLEMS)
MoveNumber = Annotated[int, Path(ge=0, le=10_000_000)]


class FightDie(BaseModel):
    face: int
    by: str
    purpose: str


class FightLine(BaseModel):
    number: int
    part: str
    clause: str
    title: str
    text: str
    dice: list[FightDie]


class TollSide(BaseModel):
    side: str
    expected: float
    fell: int


class Toll(BaseModel):
    name: str
    sides: list[TollSide]
    chance: float


class FightCard(BaseModel):
    number: int
    last: int
    turn: int
    side: str
    over: bool
    label: str
    hex: str
    place: str
    origins: list[str]
    attackers: list[str]
    defenders: list[str]
    destroyed: list[str]
    modifiers: list[Modifier]
    lines: list[FightLine]
    toll: Toll | None


class Caution(BaseModel):
    text: str
    unit: str
    hex: str


class Cautions(BaseModel):
    version: int
    cautions: list[Caution]


class Deed(BaseModel):
    number: int
    kind: Literal["move", "attack", "choose"]
    text: str
    count: int
    motives: list[str]


class Account(BaseModel):
    side: str
    side_name: str
    turn: int
    turns: list[int]
    complete: bool
    deeds: list[Deed]


@router.get("/{game}/fights/{number}", response_model=FightCard)
async def fight(request: Request, game: GameId, number: MoveNumber, lang: Language, key: Key) -> Response:
    """The fight an action belongs to, as you may know it: every number, every die, what came of it."""

    def show() -> Response:
        with seated(request, game, key) as (live, sides):
            viewer = Viewer(sides, lang)
            check_number(viewer.known(live.match), number)
            return answer(show_fight(Presenter(live.match, viewer), number))

    return await desk_of(request).do(request, show)


@router.get("/{game}/cautions", response_model=Cautions, responses=QUESTION)
def cautions(request: Request, game: GameId, lang: Language, key: Key, expected: Seen = None) -> Response:
    """What you may regret when you end the phase now."""
    with your_turn(request, game, key, lang, expected) as (_, presenter):
        return answer({"version": presenter.match.version, "cautions": show_cautions(presenter)})


@router.get("/{game}/account", response_model=Account)
async def account(
    request: Request, game: GameId, lang: Language, key: Key,
    side: Annotated[str, Query(max_length=20, json_schema_extra={"enum": list(SIDES)})],
    turn: Annotated[int | None, Query(ge=0, le=10_000)] = None,
) -> Response:  # fmt: skip
    """What a side did in a turn, as you may know it; a bot with its reasons. Without a turn: the latest."""

    def show() -> Response:
        with seated(request, game, key) as (live, sides):
            if side not in live.match.seats:
                raise BadSeat(f"there is no seat {side!r}; the seats are {', '.join(live.match.seats)}")
            presenter = Presenter(live.match, Viewer(sides, lang))
            return answer(show_account(presenter, side, turn, service_of(request).library.find_bot))

    return await desk_of(request).do(request, show)
