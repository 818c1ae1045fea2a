"""How much of the processor one client may have: whoever has had more waits, and only for himself.

What threads do for a request is measured, and counted for its client. One that has used up its share is not refused:
its requests are taken one after the other, as its share grows again; only when too many wait already, more are refused.
The short way of actions and options (see `lean`) costs next to nothing and is not held up.

Work that may take long has threads of its own (`Desk`): few pieces of it at once, and only while somebody waits for it.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

import anyio
import anyio.to_thread
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from hardtack.referee.limits import Patience, patience
from hardtack.server.allowances import CLIENT, Allowances, Buckets, address_name, drop

P = ParamSpec("P")
T = TypeVar("T")

SAVED_SECONDS = 0.4  # of the processor, that a client may use at once
OWED_SECONDS = 1.0  # the most that is held against it: a single piece of work may take longer
RESERVED = 0.004  # what a request is taken to cost until it is known
IN_THE_LOOP = 0.001  # what it costs besides, before and after its thread; a part of the page costs next to nothing
FOR_ALL, MOST_FOR_ALL = "/api/scenarios", 0.01
MOST_WAITING = 30  # requests of one client
TRYING_TIMES = 3.0  # who is refused again and again and goes on pays so many times as much

# of long work
SECONDS = 20.0  # for one piece of work, waiting for its turn included
AT_ONCE = 4
FOR_ONE = 2  # of them for one client: whoever asks for much waits for himself, not the others for him
LOOK_SECONDS = 0.25  # how often to see whether the client is still there


class Meter:
    """The processor time spent on one request by threads."""

    __slots__ = ("seconds",)

    def __init__(self) -> None:
        self.seconds = 0.0


METER: ContextVar[Meter | None] = ContextVar("METER", default=None)


def measured(work: Callable[P, T]) -> Callable[P, T]:
    """The same work for a thread, with its processor time counted for the request it is done for."""

    @functools.wraps(work)
    def counted(*given: P.args, **named: P.kwargs) -> T:
        meter = METER.get()
        if meter is None:
            return work(*given, **named)
        begun = time.thread_time()
        try:
            return work(*given, **named)
        finally:
            meter.seconds += time.thread_time() - begun

    counted.__dict__["is_measured"] = True
    return counted


def measure_routes(routes: Iterable[BaseRoute]) -> None:
    """Have everything measured that the framework does in a thread. Routes are the same in every application."""
    for route in routes:
        work: Any = route.dependant.call if isinstance(route, APIRoute) else None
        if work is not None and not inspect.iscoroutinefunction(work) and not hasattr(work, "is_measured"):
            route.dependant.call = measured(work)  # type: ignore[attr-defined]  # it is one of the framework's


class Budgets(Buckets):
    """What each client has left, in seconds of the processor; below nought: what it owes."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`rate`: seconds in each second."""
        super().__init__(rate, SAVED_SECONDS, clock)

    def charge(self, who: str, seconds: float) -> None:
        self.keep(who, max(-OWED_SECONDS, self.left(who) - seconds))

    def wait(self, who: str) -> float:
        """Seconds until it owes nothing."""
        return max(0.0, -self.left(who) / self.rate)


def cost(path: str, seconds: float) -> float:
    """What a request counts for, whose threads have taken so long.

    A map that is drawn once and kept for all is not for the first to pay who asks for it.
    """
    if path.startswith(FOR_ALL):
        seconds = min(seconds, MOST_FOR_ALL)
    return seconds + (IN_THE_LOOP if path.startswith("/api/") else 0.0)


class Pace:
    """Stands before the long way. Used in the event loop only."""

    def __init__(self, app: ASGIApp, allowances: Allowances, clock: Callable[[], float] = time.monotonic) -> None:
        self.app, self.allowances = app, allowances
        self.budgets = Budgets(allowances.limits.work / 100, clock) if allowances.limits.work else None
        self._waiting: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        who = scope.get(CLIENT, ())[:1]  # an address: names are easily had
        if not who or self.budgets is None:
            await self.app(scope, receive, send)
            return
        times = TRYING_TIMES if self.allowances.is_trying(who[0]) else 1.0
        await self._turn(who[0], self.budgets, RESERVED * times)
        meter = Meter()
        before = METER.set(meter)
        try:
            await self.app(scope, receive, send)
        finally:
            METER.reset(before)
            self.budgets.charge(who[0], (cost(scope["path"], meter.seconds) - RESERVED) * times)

    async def _turn(self, who: str, budgets: Budgets, reserved: float) -> None:
        """Wait as long as the client owes for what it had before, which is counted for who comes after it."""
        wait = budgets.wait(who)
        if wait and self._waiting[who] >= MOST_WAITING:
            raise self.allowances.refusal("too_many_requests", wait)
        budgets.charge(who, reserved)
        if wait:
            self._waiting[who] += 1
            try:
                await asyncio.sleep(wait)
            finally:
                drop(self._waiting, who)


class Desk:
    """Where heavy work is done. Everybody else's requests have their own threads and do not wait for it."""

    def __init__(self) -> None:
        self._limiter = anyio.CapacityLimiter(AT_ONCE)
        self._under_way: set[Patience] = set()
        self._clients: dict[str, tuple[asyncio.Semaphore, int]] = {}  # and how many pieces each has asked for

    def close(self) -> None:
        """Give up all that is under way. May be called from any thread or signal handler."""
        for waiting in list(self._under_way):
            waiting.stop()

    @property
    def waiting(self) -> int:
        """Pieces of work under way or waiting for their turn."""
        return len(self._under_way)

    async def do(self, request: Request, work: Callable[[], T]) -> T:
        """What the work gives; TooLong when it takes longer than it may, or when the client goes away meanwhile."""
        waiting = Patience(SECONDS)
        self._under_way.add(waiting)

        @measured
        def patiently() -> T:
            with patience(waiting):
                waiting.check()  # the turn may have come too late
                return work()

        async def in_turn() -> T:
            async with self._turn(request):
                return await anyio.to_thread.run_sync(patiently, limiter=self._limiter)

        task = asyncio.ensure_future(in_turn())
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=LOOK_SECONDS)
                if not task.done() and await request.is_disconnected():
                    waiting.stop()
            return task.result()
        finally:
            waiting.stop()
            self._under_way.discard(waiting)

    @asynccontextmanager
    async def _turn(self, request: Request) -> AsyncIterator[None]:
        """One of the few turns a client has at a time; whoever has no address is not told from others."""
        if request.client is None:
            yield
            return
        who = address_name(request.client.host)
        turn, asked = self._clients.get(who, (asyncio.Semaphore(FOR_ONE), 0))
        self._clients[who] = turn, asked + 1
        try:
            async with turn:
                yield
        finally:
            asked = self._clients[who][1] - 1
            if asked:
                self._clients[who] = turn, asked
            else:
                del self._clients[who]


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk
