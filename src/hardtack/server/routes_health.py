"""For whoever starts servers and shares out requests among them: alive, and ready."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from hardtack import __version__
from hardtack.server import bodies, scenario_bodies
from hardtack.server.answers import answer

router = APIRouter(tags=["health"], responses=bodies.problems(400, 413, 429, 500))


@router.get("/healthz", response_model=scenario_bodies.Health)
async def alive() -> Response:
    """The process answers. Nothing else is asked: a store that is away is no reason to start it anew."""
    return answer({"status": "ok", "version": __version__})


@router.get("/readyz", response_model=scenario_bodies.Health, responses=bodies.problems(503))
def ready(request: Request) -> Response:
    """Requests may be sent here: games can be read and written, the tables fit, and it is not about to stop."""
    request.app.state.health.check_ready()
    return answer({"status": "ok", "version": __version__})
