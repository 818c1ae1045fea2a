"""Orders that spare a player clicks: a column along a route, everybody named at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from hardtack.referee.actions import Action
from hardtack.referee.journal import Entry
from hardtack.server import bodies
from hardtack.server.answers import Key, Language, answer, passed
from hardtack.server.catalogue import find_unit
from hardtack.server.errors import NoSeat
from hardtack.server.live import LiveGame
from hardtack.server.present import Viewer
from hardtack.server.request_bodies import Body, Count, Mark, Word
from hardtack.server.routes_games import PROBLEMS, QUESTION, GameId, Seen, seated, service_of, your_turn
from hardtack.table import orders

router = APIRouter(prefix="/api/games", tags=["orders"], responses=PROBLEMS)


class ColumnBody(Body):
    """Counters and the hexes they are to pass, in order."""

    units: list[Word] = Field(min_length=1, max_length=100)
    route: list[Mark] = Field(min_length=1, max_length=200)
    expected: Count


class Column(BaseModel):
    version: int
    units: list[str]


class AllBody(Body):
    expected: Count


@router.get("/{game}/column", response_model=Column, responses=QUESTION)
def column(
    request: Request, game: GameId, lang: Language, key: Key, unit: Annotated[str, Query(max_length=40)],
    expected: Seen = None,
) -> Response:  # fmt: skip
    """The counters that one order could send along a route with a unit, itself first; none where it goes alone."""
    with seated(request, game, key) as (live, sides):
        presenter = your_turn(live, Viewer(sides, lang), expected)
        if presenter is None:
            return passed()
        find_unit(presenter.scenario, unit)
        units = presenter.battle.page.column(presenter.state, unit)
        return answer({"version": presenter.match.version, "units": list(units)})


@router.post("/{game}/column", response_model=bodies.View)
def march(request: Request, game: GameId, body: ColumnBody, lang: Language, key: Key) -> Response:
    """March a column: one action after the other until a die falls or something has to be decided."""

    def go(live: LiveGame, side: str, play: orders.Play) -> None:
        orders.march_column(live.match, body.units, body.route, side, play)

    return _ordered(request, game, lang, key, body.expected, go)


@router.post("/{game}/all", response_model=bodies.View)
def name_all(request: Request, game: GameId, body: AllBody, lang: Language, key: Key) -> Response:
    """Name everybody who can be named."""

    def go(live: LiveGame, side: str, play: orders.Play) -> None:
        orders.name_all(live.match, side, play)

    return _ordered(request, game, lang, key, body.expected, go)


def _ordered(
    request: Request, game: str, lang: Language, key: str | None, expected: int,
    go: Callable[[LiveGame, str, orders.Play], None],
) -> Response:  # fmt: skip
    """Carry an order out; each of its actions is stored as if it had been sent alone."""
    with seated(request, game, key) as (live, sides):
        if not sides:
            raise NoSeat("spectators cannot act")
        viewer = Viewer(sides, lang)
        known = viewer.known(live.match)
        before = known.number
        known.check_version(expected)
        service = service_of(request)

        def play(action: Action, side: str) -> Entry:
            service.play(live, str(action), side, live.match.version)
            return live.match.journal.entries[-1]

        go(live, live.match.legal_side(sides), play)
        return answer(live.views.whole(viewer, before))
