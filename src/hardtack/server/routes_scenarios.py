"""Scenarios, rules, charts and pictures: what can be read without a game."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel

from hardtack import __version__
from hardtack.server import catalogue, pictures, reading, request_bodies
from hardtack.server.answers import Language, Packed, answer, problems
from hardtack.server.bodies import Called, Goal
from hardtack.server.library import Library


class Counters(BaseModel):
    counters: list[str]


class Setting(BaseModel):
    name: str
    label: str
    kind: str
    default: Any
    values: list[Any]
    choices: list[str]
    clause: str


class Bot(Called):
    about: str
    strength: str
    proposed: bool


class Scenario(BaseModel):
    id: str
    battle: str
    battle_title: str
    battle_about: str
    title: str
    titles: dict[str, str]
    about: str
    date: str
    turns: int
    first_side: str
    minutes: int
    units: int
    hexes: int
    rules_version: str
    sides: list[Called]
    settings: list[Setting]
    bots: list[Bot]
    solitaire_side: str
    doctrine_settings: dict[str, Any]
    by_mail: bool
    provenance: dict[str, dict[str, int]]


class Scenarios(BaseModel):
    scenarios: list[Scenario]


class Clause(BaseModel):
    id: str
    title: str
    summary: str
    provenance: str


class Rules(BaseModel):
    battle: str
    clauses: list[Clause]


class Chart(BaseModel):
    key: str
    title: str
    clause: str
    columns: list[str]
    rows: list[list[str]]
    provenance: str
    notes: list[str]


class Charts(BaseModel):
    charts: list[Chart]
    goals: list[Goal]


class Briefing(BaseModel):
    side: str
    side_name: str
    who: str
    goals: list[Goal]
    do: list[str]
    fear: list[str]
    arrivals: list[str]  # hexes where units come on later


class Briefings(BaseModel):
    briefings: list[Briefing]


class Example(BaseModel):
    set: str
    lesson: str
    title: str
    text: str
    picture: str  # SVG to be put into a page: it shows the board's own drawing as an image


class Chapter(BaseModel):
    title: str
    text: str
    clauses: list[str]
    examples: list[Example]


class Book(BaseModel):
    chapters: list[Chapter]


class Health(BaseModel):
    status: str
    version: str


router = APIRouter(prefix="/api", tags=["scenarios"], responses=problems(400, 404, 413, 500))
SAME_FOR_A_WHILE = "public, max-age=300"
ScenarioId = Annotated[str, Path(max_length=64)]


def library_of(request: Request) -> Library:
    library: Library = request.app.state.library
    return library


@router.get("/health", response_model=Health, responses=problems(503))
def health(request: Request) -> Response:
    """Whether games can be read and written, here and now."""
    request.app.state.health.check()
    return answer({"status": "ok", "version": __version__})


@router.get("/scenarios", response_model=Scenarios)
def scenarios(request: Request, lang: Language) -> Response:
    """Every scenario, in the order of the battles' dates."""
    shown = [catalogue.show_scenario(battle, info, lang) for battle, info in library_of(request).scenarios()]
    return answer({"scenarios": shown}, cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}", response_model=Scenario)
def scenario(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    battle, info = library_of(request).info(scenario)
    return answer(catalogue.show_scenario(battle, info, lang), cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}/rules", response_model=Rules)
def rules(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """The rule register of the battle."""
    return answer(catalogue.show_rules(library_of(request).find(scenario), lang), cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}/book", response_model=Book)
def book(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """The rules in chapters, each with the clauses it explains and examples."""
    battle = library_of(request).find(scenario)
    return answer({"chapters": reading.show_book(battle, lang)}, cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}/briefing", response_model=Briefings)
def briefing(request: Request, scenario: ScenarioId, lang: Language) -> Response:
    """What the commander of each side should know before the first move."""
    battle = library_of(request).find(scenario)
    return answer({"briefings": reading.show_briefings(battle, scenario, lang)}, cache=SAME_FOR_A_WHILE)


@router.get("/scenarios/{scenario}/charts", response_model=Charts)
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


@router.post("/scenarios/{scenario}/counters", response_model=Counters)
def counters(request: Request, scenario: ScenarioId, body: request_bodies.CountersBody, lang: Language) -> Response:
    """Many counters at once, in the order asked for: a board has a hundred, and a request for each takes its time."""
    made = library_of(request).find(scenario).scenario(scenario)
    drawn = [pictures.counter(made, one.unit, lang, tuple(one.numbers), tuple(one.markers)) for one in body.counters]
    return answer({"counters": [picture.text for picture in drawn]})


place = APIRouter(tags=["health"], responses=problems(400, 413, 429, 500))


@place.get("/healthz", response_model=Health)
async def alive() -> Response:
    """The process answers. Nothing else is asked: a store that is away is no reason to start it anew."""
    return answer({"status": "ok", "version": __version__})


@place.get("/readyz", response_model=Health, responses=problems(503))
def ready(request: Request) -> Response:
    """Requests may be sent here: games can be read and written, the tables fit, and it is not about to stop."""
    request.app.state.health.check_ready()
    return answer({"status": "ok", "version": __version__})
