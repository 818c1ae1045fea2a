"""The dice of a game: every one that fell, whose it was, and the seals by which they can be checked."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from hardtack.server.answers import Key, answer
from hardtack.server.catalogue import Json
from hardtack.server.present import Viewer
from hardtack.server.routes_games import PROBLEMS, GameId, seated
from hardtack.table import Match

router = APIRouter(prefix="/api/games", tags=["board"], responses=PROBLEMS)


class Roll(BaseModel):
    number: int
    by: str | None
    face: int


class SealCard(BaseModel):
    first: int
    commitment: str
    seed: str | None


class Dice(BaseModel):
    rolls: list[Roll]
    seals: list[SealCard]
    over: bool


@router.get("/{game}/dice", response_model=Dice)
def dice(request: Request, game: GameId, key: Key) -> Response:
    """Every die that fell, and the seals they fell under."""
    with seated(request, game, key) as (live, sides):
        return answer(show_dice(Viewer(sides, "en").known(live.match)))


def show_dice(match: Match) -> Json:
    """Every die with the action it belongs to and whose it was; the seeds of the seals once the game is over."""
    rolls = [
        {"number": number, "by": roller or None, "face": face}
        for number, entry in enumerate(match.journal.entries)
        for roller, face in zip(entry.rollers, entry.dice, strict=True)
    ]
    over = match.outcome is not None
    seals = [
        {"first": seal.first, "commitment": seal.commitment, "seed": seal.seed if over else None}
        for seal in match.seals
    ]
    return {"rolls": rolls, "seals": seals, "over": over}
