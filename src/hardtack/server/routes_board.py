"""The board of a game: hex cards, charts, overlays, marches ahead, the roster."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from hardtack.server import board_bodies, bodies, catalogue, scenario_bodies, survey
from hardtack.server.answers import Key, Language, answer
from hardtack.server.present import Presenter, Viewer
from hardtack.server.routes_games import PROBLEMS, QUESTION, GameId, Seen, seated, your_turn

router = APIRouter(prefix="/api/games", tags=["board"], responses=PROBLEMS)
HexId = Annotated[str, Path(max_length=10)]


@router.get("/{game}/hexes/{hex}", response_model=board_bodies.HexCard)
def hex_card(request: Request, game: GameId, hex: HexId, lang: Language, key: Key) -> Response:
    """What there is to know of a hex."""
    with seated(request, game, key) as (live, sides):
        state = Presenter(live.match, Viewer(sides, lang)).state
        return answer(catalogue.show_hex(live.match.scenario, hex, state, lang))


@router.get("/{game}/charts", response_model=scenario_bodies.Charts)
def charts(request: Request, game: GameId, lang: Language, key: Key) -> Response:
    """The charts with this game's settings."""
    with seated(request, game, key) as (live, _):
        return answer(catalogue.show_charts(live.match.scenario, lang))


@router.get("/{game}/overlays/{kind}", response_model=board_bodies.Overlay)
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


@router.get("/{game}/roster", response_model=board_bodies.Roster)
def roster(request: Request, game: GameId, lang: Language, key: Key) -> Response:
    """Both armies by formation, as you may know them."""
    with seated(request, game, key) as (live, sides):
        presenter = Presenter(live.match, Viewer(sides, lang))
        return answer({"version": presenter.match.version, "formations": survey.show_roster(presenter)})
