"""Scenarios, rules, charts and pictures: what can be read without a game."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from hardtack import __version__
from hardtack.server import bodies, catalogue, pictures, reading, request_bodies, scenario_bodies
from hardtack.server.answers import Language, answer
from hardtack.server.library import Library
from hardtack.server.packed import Packed

router = APIRouter(prefix="/api", tags=["scenarios"], responses=bodies.problems(400, 404, 413, 500))
SAME_FOR_A_WHILE = "public, max-age=300"
ScenarioId = Annotated[str, Path(max_length=64)]


def library_of(request: Request) -> Library:
    library: Library = request.app.state.library
    return library


@router.get("/health", response_model=scenario_bodies.Health, responses=bodies.problems(503))
def health(request: Request) -> Response:
    """Whether games can be read and written, here and now."""
    request.app.state.health.check()
    return answer({"status": "ok", "version": __version__})


@router.get("/scenarios", response_model=scenario_bodies.Scenarios)
def scenarios(request: Request, lang: Language) -> Response:
    """Every scenario, in the order of the battles' dates."""
    shown = [catalogue.show_scenario(battle, info, lang) for battle, info in library_of(request).scenarios()]
    return answer({"scenarios": shown}, cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}", response_model=scenario_bodies.Scenario)
def scenario(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    battle, info = library_of(request).info(scenario)
    return answer(catalogue.show_scenario(battle, info, lang), cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}/rules", response_model=scenario_bodies.Rules)
def rules(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """The rule register of the battle."""
    return answer(catalogue.show_rules(library_of(request).find(scenario), lang), cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}/book", response_model=scenario_bodies.Book)
def book(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """The rules in chapters, each with the clauses it explains and examples."""
    battle = library_of(request).find(scenario)
    return answer({"chapters": reading.show_book(battle, lang)}, cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}/briefing", response_model=scenario_bodies.Briefings)
def briefing(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """What the commander of each side should know before the first move."""
    battle = library_of(request).find(scenario)
    return answer({"briefings": reading.show_briefings(battle, scenario, lang)}, cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}/charts", response_model=scenario_bodies.Charts)
def charts(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """The charts with the scenario's usual settings."""
    made = library_of(request).find(scenario).scenario(scenario)
    return answer(catalogue.show_charts(made, lang), cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}/geometry", response_model=dict[str, Any])
def geometry(request: Request, scenario: ScenarioId) -> Response:
    """Where the hexes are on the board's picture."""
    made = library_of(request).find(scenario).scenario(scenario)
    return answer(catalogue.show_geometry(made.board), cache=SAME_FOR_A_WHILE)


def send(request: Request, picture: Packed) -> Response:
    return picture.answer(request, SAME_FOR_A_WHILE, "Accept-Encoding, Accept-Language")


SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {}}},
    304: {"description": "You have it already (If-None-Match)"},
}


@router.get("/scenarios/{scenario}/board.svg", response_class=Response, responses=SVG)
def board(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """The terrain, without counters."""
    return send(request, pictures.board(library_of(request).find(scenario).scenario(scenario), lang))


@router.get("/scenarios/{scenario}/map.svg", response_class=Response, responses=SVG)
def opening_map(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """The board with the counters of the opening on it."""
    return send(request, pictures.opening(library_of(request).find(scenario).scenario(scenario), lang))


@router.get("/scenarios/{scenario}/legend.svg", response_class=Response, responses=SVG)
def legend(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """What the signs on the board mean."""
    return send(request, pictures.legend(library_of(request).find(scenario).scenario(scenario).board, lang))


@router.get("/scenarios/{scenario}/counters/{unit}.svg", response_class=Response, responses=SVG)
def counter(
    request: Request, scenario: ScenarioId, unit: Annotated[str, Path(max_length=40)], lang: Language,
    numbers: Annotated[str | None, Query(max_length=60)] = None,
    markers: Annotated[str | None, Query(max_length=200)] = None,
) -> Response:  # fmt: skip
    """One counter with these numbers and markers (separated by commas)."""
    made = library_of(request).find(scenario).scenario(scenario)
    drawn = pictures.counter(made, unit, lang, pictures.listed(numbers), pictures.listed(markers))
    return send(request, drawn)


@router.post("/scenarios/{scenario}/counters", response_model=scenario_bodies.Counters)
def counters(request: Request, scenario: ScenarioId, body: request_bodies.CountersBody, lang: Language) -> Response:
    """Many counters at once, in the order asked for: a board has a hundred, and a request for each takes its time."""
    made = library_of(request).find(scenario).scenario(scenario)
    drawn = [pictures.counter(made, one.unit, lang, tuple(one.numbers), tuple(one.markers)) for one in body.counters]
    return answer({"counters": [picture.text for picture in drawn]})
