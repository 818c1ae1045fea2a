"""The server put together: store, service, watchers, bots, routes and pages."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from hardtack import __version__
from hardtack.mail import Desk as MailDesk
from hardtack.server import (
    answers,
    pages,
    pictures,
    routes_between,
    routes_board,
    routes_games,
    routes_lessons,
    routes_mail,
    routes_notices,
    routes_orders,
    routes_passkeys,
    routes_people,
    routes_reasons,
    routes_reports,
    routes_scenarios,
    routes_seats,
    standings,
)  # fmt: skip
from hardtack.server.allowances import Allowances, Crowd
from hardtack.server.background import Part, running
from hardtack.server.bot_runner import BotRunner, nobody
from hardtack.server.config import Config
from hardtack.server.doorway import Doorway
from hardtack.server.game_service import GameService
from hardtack.server.guard import Guard
from hardtack.server.health import Health
from hardtack.server.hearing import lookout
from hardtack.server.hosting import address_of
from hardtack.server.housekeeping import Housekeeper
from hardtack.server.lean import LeanPath
from hardtack.server.logs import log, requests_writer
from hardtack.server.mailing import Mailbox
from hardtack.server.metrics import Metrics, MetricsServer, resident_bytes
from hardtack.server.pacing import Desk, Pace, measure_routes
from hardtack.server.pictures import PictureCache
from hardtack.server.post import push
from hardtack.server.post.outbox import Outbox
from hardtack.server.store import Standing, Store, open_store
from hardtack.server.timekeeper import Presence, Timekeeper
from hardtack.server.watching import Broadcaster
from hardtack.server.wire import Call
from hardtack.table.thinking import BotWorkers

ROUTERS = (
    routes_scenarios.router, routes_games.router, routes_orders.router, routes_board.router,
    routes_reports.router, routes_reports.place, routes_seats.router, routes_seats.place,
    routes_between.router,
    routes_people.router, routes_passkeys.router, routes_people.place, routes_lessons.router, routes_lessons.place,
    routes_reasons.router, routes_scenarios.place, routes_mail.router, routes_notices.router, routes_notices.place,
)  # fmt: skip


class Application(FastAPI):
    """FastAPI's application, and in front of all its layers those who see every request: see `lean` and `doorway`."""

    front: LeanPath | Doorway
    crowd: Crowd | None = None  # who counts the lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["app"] = self
            await self.front(scope, receive, send)
        else:
            await self.long_way(scope, receive, send)

    def at_once(self, call: Call) -> bool:
        """Answer a request without a task; False when it must go the usual way. See `wire`."""
        service: GameService | None = getattr(self.state, "service", None)
        return service is not None and self.front.at_once(service, call)

    async def long_way(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().__call__(scope, receive, send)


def create_app(config: Config | None = None, opened: Store | None = None) -> FastAPI:
    """The application; the store is opened, unless it is already, and games go on when it starts."""
    config = config or Config()
    hosting, metrics = config.hosting, Metrics()
    limits = hosting.limits
    allowances = None if limits is None else Allowances(limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = opened or open_store(config.database)
        service, broadcaster = GameService(store, config.library, config.clock), Broadcaster()
        sparing = limits is not None  # one more for bots among themselves: they keep none that others wait for
        workers = BotWorkers(config.bot_workers + sparing, config.library.find_bot, config.bot_seconds)
        maker_of = nobody if allowances is None else allowances.maker_of
        runner = BotRunner(service, workers, config.bot_workers, metrics, maker_of, sparing)
        service.listeners += [
            broadcaster.tell,
            runner.notice,
            lambda live: standings.count(store, live, config.clock()),
        ]
        ears = lookout(store, broadcaster, partial(_tell, service, broadcaster), runner.hear)
        app.state.service, app.state.broadcaster, app.state.library = service, broadcaster, config.library
        app.state.bound, app.state.public, app.state.allowances = config.bound, hosting.public, allowances
        app.state.mailbox = Mailbox(MailDesk(config.mail_home, config.library.find, shared=True), service)
        hint_workers = app.state.hint_workers = BotWorkers(1, config.library.find_bot, config.hint_seconds)
        app.state.desk, app.state.health = Desk(), Health(store, lambda: runner.stands_by)
        app.state.reports = {}
        keeper = app.state.timekeeper = Timekeeper(service, Presence(store, broadcaster, config.clock))
        settings = replace(config.post, push=config.post.push and push.is_installed())
        outbox = app.state.outbox = Outbox(store, config.library, settings, broadcaster.present, config.clock)
        app.state.asking = routes_notices.Asking()
        service.notices.listeners.append(outbox.hear)
        parts: list[Part] = [service.writer, broadcaster, outbox, keeper, ears, runner]
        if hosting.clean_up is not None:
            parts.append(Housekeeper(service, hosting.clean_up, app.state.mailbox.desk.folder))
        if hosting.metrics is not None:
            count_all(metrics, app, runner)
            telling = MetricsServer(metrics, hosting.metrics)
            parts.append(telling)
            log.info("metrics at %s/metrics", address_of(hosting.metrics.host, telling.port))
        if config.picture_folder is not None:
            cache = PictureCache(config.picture_folder)
            threading.Thread(target=pictures.warm_up, args=(config.library, cache), daemon=True).start()
        with closing(store), running(parts), closing(hint_workers), closing(app.state.desk):
            yield

    app = Application(
        title="Hardtack", version=__version__, lifespan=lifespan, openapi_url="/api/openapi.json",
        docs_url=None, redoc_url=None, redirect_slashes=False,
        description="Plays, referees and replays hex-and-counter battles.",
    )  # fmt: skip
    answers.install(app)
    app.add_middleware(Guard, most=0 if limits is None else limits.body)
    lean = app.front = LeanPath(app.long_way if allowances is None else Pace(app.long_way, allowances))
    if hosting.attended:
        write = requests_writer() if hosting.log == "json" else None
        door = app.front = Doorway(lean, hosting, allowances, metrics, write, app)
        app.crowd = None if allowances is None else Crowd(allowances, door.proxies)
    for router in ROUTERS:  # their routes are whole: `include_router` would make all of them a second time
        app.router.routes += router.routes
    measure_routes(app.router.routes)
    pages.install(app, config.web_folder)
    describe = app.openapi
    app.openapi = lambda: as_answered(describe())  # type: ignore[method-assign]  # the way FastAPI documents
    return app


def as_answered(description: dict[str, Any]) -> dict[str, Any]:
    """The description without the answer FastAPI presumes to a request it cannot read: ours is 400; and with the one
    to a client that asks too much, which anybody may get anywhere."""
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    for operations in description["paths"].values():
        for operation in operations.values():
            too_much = {"description": "Too Many Requests", "content": {"application/json": problem}}
            operation["responses"].setdefault("429", too_much)
            presumed = operation["responses"].get("422", {}).get("content", {}).get("application/json", {})
            if presumed.get("schema", {}).get("$ref", "").endswith("/HTTPValidationError"):
                del operation["responses"]["422"]
    for name in ("HTTPValidationError", "ValidationError"):
        description["components"]["schemas"].pop(name, None)
    close_patterns(description["components"]["schemas"])
    return description


def close_patterns(schema: Any) -> None:
    """Where the names of an object follow a pattern, no others are taken: pydantic leaves that out."""
    if isinstance(schema, dict):
        if "patternProperties" in schema:
            schema["additionalProperties"] = False
        for part in schema.values():
            close_patterns(part)
    elif isinstance(schema, list):
        for part in schema:
            close_patterns(part)


def _tell(service: GameService, broadcaster: Broadcaster, game_id: str, heard: Standing | None) -> None:
    """Opening a game catches up with the store; its watchers are told how it stands in any case."""
    with service.game(game_id, heard) as live:
        broadcaster.tell(live)


def count_all(metrics: Metrics, app: FastAPI, runner: BotRunner) -> None:
    """Every number of the parts of a server; `app` has them in its state."""
    state = app.state
    service: GameService = state.service

    def waiting() -> Mapping[str, float]:
        return {"moves": service.writer.waiting, "bots": runner.waiting, "long_work": state.desk.waiting}

    metrics.ask("hardtack_open_streams", "gauge", "Live updates that are open.", lambda: state.doorway.streams)
    metrics.ask("hardtack_games_in_memory", "gauge", "Games kept in memory.", lambda: service.in_memory)
    metrics.ask("hardtack_changes_total", "counter", "Actions stored, and actions taken back.", lambda: service.changes)
    metrics.ask_each("hardtack_waiting", "gauge", "What waits for its turn.", "queue", waiting)
    refused = Counter[str]() if state.allowances is None else state.allowances.refused
    metrics.ask_each("hardtack_refused_total", "counter", "Requests beyond a client's limits.", "code", refused.copy)
    metrics.ask_each(
        "hardtack_bot_faults_total", "counter", "Bots that gave no answer, by kind.", "kind", metrics.faults.copy
    )
    metrics.ask(
        "hardtack_database_errors_total", "counter", "Times the database failed.", lambda: service.store.troubles
    )
    metrics.ask("hardtack_ready", "gauge", "0 when the server is about to stop.", lambda: not state.health.leaving)
    metrics.ask("process_resident_memory_bytes", "gauge", "Memory of the process.", resident_bytes)
    metrics.ask("process_cpu_seconds_total", "counter", "Processor time of the process.", time.process_time)
    metrics.ask("process_start_time_seconds", "gauge", "When the process began.", lambda: metrics.begun)
