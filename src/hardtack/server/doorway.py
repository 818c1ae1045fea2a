"""The first and the last to see a request on a hosted server: who asks, whether they may, and what became of it.

At home it is not there at all: see `Hosting.attended`. It is on the way of every action, so it looks at a request once
and writes down one line.
"""

from __future__ import annotations

import itertools
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import lru_cache, partial

from fastapi import FastAPI
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hardtack.server.allowances import CLIENT, STREAM, Allowances, Refused
from hardtack.server.answers import METHODS, answer, request_language
from hardtack.server.errors import describe, status_of
from hardtack.server.game_service import GameService
from hardtack.server.guard import SAFETY
from hardtack.server.hosting import Hosting, Proxies
from hardtack.server.keys import GAME_ID
from hardtack.server.lean import PATTERNS, ROUTE, LeanPath
from hardtack.server.logs import Line, moment
from hardtack.server.metrics import Metrics
from hardtack.server.wire import LINE, Call, Plain

WITHDRAWN = 499  # nobody was left to be answered
CREATED = 201
GAMES = "/api/games/"


def route_of(scope: Scope) -> str:
    """The pattern of an address: nothing of what a client wrote into it."""
    found = scope.get(ROUTE)
    if found is not None:
        return str(found)
    route = scope.get("route")
    if route is not None:
        return str(route.path)
    return "(page)" if "endpoint" in scope else "(nothing)"


class Doorway:
    def __init__(
        self, app: LeanPath, hosting: Hosting, allowances: Allowances | None, metrics: Metrics,
        write: Callable[[Line], None] | None, application: FastAPI,
    ) -> None:  # fmt: skip
        self.app, self.allowances, self.metrics, self.write = app, allowances, metrics, write
        self.proxies = Proxies(hosting.proxies, hosting.public)
        self.streams = 0
        self.application = application  # as it is in the scope of a request
        application.state.doorway = self  # for the metrics
        self._prefix, self._numbers = secrets.token_hex(4), itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        given = self.proxies.believe(scope)
        request_id = given or b"%s-%x" % (self._prefix.encode(), next(self._numbers))
        path: str = scope["path"]
        watching = path.endswith("/events") and scope["method"] == "GET" and STREAM.fullmatch(path) is not None
        visit = Visit(self, scope, send, begun, request_id, watching)
        scope[LINE] = send  # for a stream that has begun
        try:
            await self._let_in(scope, receive, visit.pass_on, watching)
        finally:
            visit.end()

    def at_once(self, service: GameService, call: Call) -> bool:
        """The same for what is answered without a task: see `wire`. Always true: it goes on from here in any case."""
        request, begun = call.request, time.perf_counter()
        scope: Scope = {
            "type": "http", "method": request.method.decode(), "path": f"{GAMES}{request.game}/{request.what}",
            "client": call.client, "scheme": "http", "headers": [*request.headers.items()],
            ROUTE: PATTERNS[request.what], "path_params": {"game": request.game},
        }  # fmt: skip
        given = self.proxies.believe(scope)
        passing = Passing(self, call, scope, begun, given or b"%s-%x" % (self._prefix.encode(), next(self._numbers)))
        try:
            who = scope[CLIENT] = () if self.allowances is None else self.allowances.who(scope)
            if self.allowances is not None and who:
                self.allowances.admit(scope, who)
        except Refused as refusal:
            passing.go_on(partial(self._refuse, refusal))
            return True
        if not self.app.at_once(service, passing):
            passing.go_on(self.app)
        return True

    async def _refuse(self, refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
        if self.allowances is not None:
            self.allowances.bear(scope[CLIENT])
        body, headers = refusal_of(refusal.code, refusal.after, request_language(Request(scope)))
        await send({"type": "http.response.start", "status": status_of(refusal.code), "headers": list(headers)})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _let_in(self, scope: Scope, receive: Receive, send: Send, watching: bool) -> None:
        allowances = self.allowances
        try:
            who = scope[CLIENT] = () if allowances is None else allowances.who(scope)
            if allowances is not None and who:
                allowances.admit(scope, who)
            if not watching:
                await self.app(scope, receive, send)
                return
            with nullcontext() if allowances is None else allowances.watching(who):
                self.streams += 1
                try:
                    await self.app(scope, receive, send)
                finally:
                    self.streams -= 1
        except Refused as refusal:  # raised before anything was begun: nothing but `Pace` raises it behind this
            await self._refuse(refusal, scope, receive, send)


class Passing:
    """A request that needs no task, on its way through: what `Call` is, and noted when it is answered."""

    __slots__ = ("begun", "call", "door", "request_id", "scope")

    def __init__(self, door: Doorway, call: Call, scope: Scope, begun: float, request_id: bytes) -> None:
        self.door, self.call, self.scope, self.begun, self.request_id = door, call, scope, begun, request_id

    @property
    def request(self) -> Plain:
        return self.call.request

    def hold(self) -> None:
        self.call.hold()

    def reply(self, head: bytes, body: bytes) -> None:
        visit = Visit(self.door, self.scope, nowhere, self.begun, self.request_id, watching=False)
        visit.status = 200
        self.call.reply(b"%bx-request-id: %b\r\n" % (head, self.request_id), body)
        visit.end()

    def go_on(self, app: ASGIApp) -> None:
        """The usual way, on which nobody is asked again whether it may."""

        async def visited(scope: Scope, receive: Receive, send: Send) -> None:
            self.door.proxies.believe(scope)
            scope[CLIENT], scope["app"], scope[LINE] = self.scope[CLIENT], self.door.application, send
            visit = Visit(self.door, scope, send, self.begun, self.request_id, watching=False)
            try:
                await app(scope, receive, visit.pass_on)
            except Refused as refusal:  # of `Pace`
                await self.door._refuse(refusal, scope, receive, visit.pass_on)
            finally:
                visit.end()

        self.call.go_on(visited)


async def nowhere(message: Message) -> None:
    """For an answer that is written in one piece."""


@lru_cache(maxsize=512)
def refusal_of(code: str, after: int, lang: str) -> tuple[bytes, tuple[tuple[bytes, bytes], ...]]:
    """The answer to who has asked too much: many may have to be told."""
    headers = SAFETY | {"Retry-After": str(after), "Connection": "close"}
    made = answer(describe(Refused(code, after), lang), status_of(code), **headers)
    return bytes(made.body), tuple(made.raw_headers)


class Visit:
    """One request on its way through."""

    __slots__ = ("begun", "door", "noted", "request_id", "scope", "send", "status", "watching")

    def __init__(
        self, door: Doorway, scope: Scope, send: Send, begun: float, request_id: bytes, watching: bool
    ) -> None:
        self.door, self.scope, self.send, self.begun, self.request_id = door, scope, send, begun, request_id
        self.watching, self.status, self.noted = watching, WITHDRAWN, False

    async def pass_on(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], (b"x-request-id", self.request_id)]
            if self.status == CREATED:
                self._note_made(message["headers"])
            if self.watching:
                self.end()  # it may stay open for hours: what counts is when it began
        await self.send(message)

    def _note_made(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        place = dict(headers).get(b"location", b"").decode("latin-1")
        if self.door.allowances is not None and place.startswith(GAMES):
            self.door.allowances.note_made(self.scope[CLIENT], place.removeprefix(GAMES))

    def end(self) -> None:
        if self.noted:
            return
        self.noted = True
        scope, seconds = self.scope, time.perf_counter() - self.begun
        route = route_of(scope)
        method = scope["method"] if scope["method"] in METHODS else "(other)"
        self.door.metrics.note(route, method, self.status, seconds)
        if self.door.write is not None:
            line: Line = {
                "time": moment(time.time()), "level": "error" if self.status >= 500 else "info",
                "request": self.request_id.decode(), "method": method, "route": route, "status": self.status,
                "ms": round(seconds * 1000, 2),
            }  # fmt: skip
            game = scope.get("path_params", {}).get("game")
            if game is not None and GAME_ID.fullmatch(game):
                line["game"] = game
            self.door.write(line)
