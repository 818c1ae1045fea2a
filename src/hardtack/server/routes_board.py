"""The board of a game: hex cards, charts, overlays, marches ahead, the roster; every die that fell, with the seals by
which they can be checked; the card of a fight, and what a side did in a turn."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from hardtack.referee.events import SIDES
from hardtack.server import bodies, catalogue, survey
from hardtack.server.answers import Key, Language, Sentence, answer
from hardtack.server.asking import show_account, show_cautions, show_fight
from hardtack.server.bodies import Modifier
from hardtack.server.catalogue import Json
from hardtack.server.pacing import desk_of
from hardtack.server.present import Presenter, Viewer
from hardtack.server.routes_games import PROBLEMS, QUESTION, GameId, Seen, seated, service_of, your_turn
from hardtack.server.routes_scenarios import Charts
from hardtack.server.viewing import check_number
from hardtack.table import BadSeat, Match


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


router = APIRouter(prefix="/api/games", tags=["board"], responses=PROBLEMS)
HexId = Annotated[str, Path(max_length=10)]
MoveNumber = Annotated[int, Path(ge=0, le=10_000_000)]


@router.get("/{game}/hexes/{hex}", response_model=HexCard)
def hex_card(request: Request, game: GameId, hex: HexId, lang: Language, key: Key) -> Response:
    """What there is to know of a hex."""
    with seated(request, game, key) as (live, sides):
        state = Presenter(live.match, Viewer(sides, lang)).state
        return answer(catalogue.show_hex(live.match.scenario, hex, state, lang))


@router.get("/{game}/charts", response_model=Charts)
def charts(request: Request, game: GameId, lang: Language, key: Key) -> Response:
    """The charts with this game's settings."""
    with seated(request, game, key) as (live, _):
        return answer(catalogue.show_charts(live.match.scenario, lang))


@router.get("/{game}/overlays/{kind}", response_model=Overlay)
def overlay(
    request: Request, game: GameId, kind: Annotated[str, Path(max_length=20)], lang: Language, key: Key,
    hex: Annotated[str, Query(max_length=10, description="where it is asked from; zones need none")] = "",
) -> Response:  # fmt: skip
    """The hexes an overlay tints, on what you may know."""
    with seated(request, game, key) as (live, sides):
        return answer(survey.show_overlay(Presenter(live.match, Viewer(sides, lang)), kind, hex))


@router.get("/{game}/ways", response_model=bodies.WaysAnswer, responses=QUESTION)
def ways(
    request: Request, game: GameId, lang: Language, key: Key, unit: Annotated[str, Query(max_length=40)],
    expected: Seen = None,
) -> Response:  # fmt: skip
    """Where a unit that goes hex by hex could get to if nothing came between."""
    with your_turn(request, game, key, lang, expected) as (_, presenter):
        return answer({"version": presenter.match.version, "ways": survey.show_ways(presenter, unit)})


@router.get("/{game}/roster", response_model=Roster)
def roster(request: Request, game: GameId, lang: Language, key: Key) -> Response:
    """Both armies by formation, as you may know them."""
    with seated(request, game, key) as (live, sides):
        presenter = Presenter(live.match, Viewer(sides, lang))
        return answer({"version": presenter.match.version, "formations": survey.show_roster(presenter)})


# -- dice


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


# -- fights


class FightDie(BaseModel):
    face: int
    by: str
    purpose: str


class FightLine(Sentence):
    number: int
    part: str
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
    plan: list[str]  # what a bot was about
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
