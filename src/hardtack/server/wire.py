"""The line to a browser: half a request is not waited for, and what is no request is refused like everything else. To
whoever watches a game it stays open: server-sent events for as long as they do.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from hardtack.server.errors import error_body
from hardtack.server.guard import SAFETY

if TYPE_CHECKING:
    from hardtack.server.watching import Watcher

IDLE_SECONDS = 30.0  # for a line on which nothing has come yet; browsers open some in advance
HEAD_SECONDS = 5.0  # for a request to be whole, once its first byte is here
BYTES_A_SECOND = 10_000  # slower than this nobody sends a body
HEAD_BYTES = 32_000  # address and headers of a request at most
PLAIN = re.compile(
    rb"(GET|POST) /api/games/([a-z0-9]{4,16})/(actions|options)(?:\?([!-~]*))? HTTP/1\.1\r\n"
    rb"((?:[A-Za-z0-9_-]+:[\t -~]*\r\n)*)\r\n"
)
SPECIAL = frozenset({b"expect", b"transfer-encoding", b"upgrade"})  # headers that are the parser's business
# In the scope of a request for a stream:
LINE = "hardtack.line"  # `send` without the layers in between, for when the head is out
STREAM = "hardtack.stream"  # what is to go on there


class Wire(HttpToolsProtocol):
    """HTTP/1.1 as uvicorn speaks it, with a limit on what comes in, and on how long it takes."""

    _limit: asyncio.TimerHandle | None = None
    _begun = 0.0  # when the request under way began to come in
    _taken = 0  # bytes of it
    _in_head = False  # its address and headers are not yet whole
    _half_sent = False
    _call: Call | None = None  # the request whose answer is still to come, of those that take no task
    _meanwhile = b""  # what has come in since
    _leaving = False  # the server stops: the line ends with that answer
    _answered = 0.0  # when the last one was given
    _instead: Any = None  # who answers the next request, if not the application
    _reading = False  # what has come is being read
    _found: tuple[RequestResponseCycle, Any] | None = None  # the request found in it, and who is to answer it
    _guest = ""  # the address the line is counted for, if it is
    _turned_away = False  # there are too many of it: nothing of the line is read
    _half_counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.client = place_of(transport, "peername")
        crowd = getattr(self.app, "crowd", None)
        if crowd is not None:
            self._guest = crowd.name(self.client[0]) if self.client else ""
            if self._guest and not crowd.enter(self._guest):
                self._turned_away = True
                transport.abort()
                return
        # As uvicorn does it, which asks the system for both places: in that moment threads at work take over from us.
        self.connections.add(self)
        self.transport, self.flow = transport, FlowControl(transport)
        self.server, self.scheme = place_of(transport, "sockname"), "http"
        self._limit = self.loop.call_later(IDLE_SECONDS, self._drop)

    def data_received(self, data: bytes) -> None:
        if self._turned_away:
            return
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
        if self._call is not None:
            self._meanwhile += data
            if len(self._meanwhile) > HEAD_BYTES:
                self.flow.pause_reading()
        elif not self._answer_at_once(data):
            self._read(data)

    def _answer_at_once(self, data: bytes) -> bool:
        """What the application answers by itself takes neither the parser nor a task."""
        if not hasattr(self.app, "at_once") or self._begun or self.flow.write_paused:
            return False
        if self.cycle is not None and not self.cycle.response_complete:
            return False
        request = read_plain(data)
        return request is not None and bool(self.app.at_once(Call(self, request, data)))

    def _read(self, data: bytes) -> None:
        if not self._begun:
            self._begun, self._taken = self.loop.time(), 0
        self._taken += len(data)
        self._reading = True
        super().data_received(data)
        self._reading = False
        half = self._half_sent and not self.transport.is_closing()
        if not self._count_half(half):
            self.transport.abort()  # nobody has begun to answer it
            return
        if self._found is not None:
            found, self._found = self._found, None
            super()._start_asgi_task(*found)
        if not half:
            self._begun = 0.0
            return
        if self._in_head and self._taken > HEAD_BYTES:
            self.send_400_response("the head of the request is too long")
            return
        until = self._begun + HEAD_SECONDS + self._taken / BYTES_A_SECOND
        self._limit = self.loop.call_at(until, self._drop)

    def _count_half(self, half: bool) -> bool:
        """Note whether a part of a request is here and the rest is not; False for one too many of that address."""
        if not self._guest or half == self._half_counted:
            return True
        crowd = self.app.crowd  # who has a guest has it
        if half and not crowd.begin(self._guest):
            return False
        if not half:
            crowd.end(self._guest)
        self._half_counted = half
        return True

    def on_message_begin(self) -> None:
        self._in_head = self._half_sent = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._half_sent = False
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        if self._instead is not None:
            app, self._instead = self._instead, None
        if self._reading:
            self._found = cycle, app
        else:
            super()._start_asgi_task(cycle, app)

    def hold(self, call: Call) -> None:
        """Nothing else is answered on this line before the call is."""
        self._call = call

    def answer(self, head: bytes, body: bytes) -> None:
        """Write a whole answer in one piece."""
        self._call = None
        if self.transport.is_closing():
            return
        self.server_state.total_requests += 1
        usual = b"".join([b"%b: %b\r\n" % header for header in self.server_state.default_headers])  # the date
        self.transport.write(b"HTTP/1.1 200 OK\r\n%b%bcontent-length: %d\r\n\r\n%b" % (usual, head, len(body), body))
        if self._leaving:
            self.transport.close()
            return
        self._answered = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        self._go_on_reading()

    def answer_with(self, app: Any, data: bytes) -> None:
        """Let an application answer a request after all."""
        self._call = None
        if not self.transport.is_closing():
            self._instead = app
            self._read(data)
            if self._leaving:
                super().shutdown()
            self._go_on_reading()

    def _go_on_reading(self) -> None:
        if self._meanwhile:
            data, self._meanwhile = self._meanwhile, b""
            self.flow.resume_reading()
            self.data_received(data)

    def timeout_keep_alive_handler(self) -> None:
        """An idle line is closed. Who answers at once does not set the time anew with every answer."""
        left = self._answered + self.timeout_keep_alive - self.loop.time()
        if left > 0 or self._call is not None:
            self.timeout_keep_alive_task = self.loop.call_later(max(left, 1.0), self.timeout_keep_alive_handler)
        else:
            super().timeout_keep_alive_handler()

    def shutdown(self) -> None:
        if self._call is not None:
            self._leaving = True
        else:
            super().shutdown()

    def _drop(self) -> None:
        self._limit = None
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._turned_away:
            return
        if self._guest:
            self._count_half(False)
            self.app.crowd.leave(self._guest)
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """What cannot be read as HTTP; in the middle of an answer there is nothing more to say."""
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.close()
            return
        body = json.dumps(error_body("bad_request", "en", msg)).encode()
        headers = {
            "Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close",
            "Cache-Control": "no-store", **SAFETY,
        }  # fmt: skip
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.transport.write(f"HTTP/1.1 400 Bad Request\r\n{head}\r\n".encode() + body)
        self.transport.close()


def place_of(transport: asyncio.Transport, end: str) -> tuple[str, int] | None:
    """Host and port of an end of a line, as the event loop knows them."""
    place = transport.get_extra_info(end)
    return (str(place[0]), int(place[1])) if isinstance(place, tuple) else None


class Plain(NamedTuple):
    """A request about a game: all of it came in one piece, and it is written as everybody writes them."""

    method: bytes
    game: str
    what: str
    query: bytes
    headers: dict[bytes, bytes]
    body: bytes


def read_plain(data: bytes) -> Plain | None:
    """A request that can be read at a glance; None: it takes a parser to say what it is."""
    found = PLAIN.match(data)
    if found is None:
        return None
    method, game, what, query, lines = found.groups()
    named = [line.split(b":", 1) for line in lines.split(b"\r\n")[:-1]]
    headers = {name.lower(): value.strip() for name, value in named}
    body = data[found.end() :]
    if len(headers) < len(named) or not SPECIAL.isdisjoint(headers):
        return None
    if headers.get(b"connection", b"keep-alive").lower() != b"keep-alive":
        return None
    if headers.get(b"content-length", b"0") != b"%d" % len(body):
        return None
    return Plain(method, game.decode(), what.decode(), query or b"", headers, body)


class Answering(Protocol):
    """What those need of a call who answer it."""

    @property
    def request(self) -> Plain: ...

    def hold(self) -> None: ...

    def reply(self, head: bytes, body: bytes) -> None: ...

    def go_on(self, app: Any) -> None: ...


class Call:
    """A request as those take it who answer without a task: at once, or when something they wait for is there."""

    __slots__ = ("_data", "_waiting", "_wire", "request")

    def __init__(self, wire: Wire, request: Plain, data: bytes) -> None:
        self._wire, self.request, self._data = wire, request, data
        self._waiting: asyncio.Future[None] | None = None

    @property
    def client(self) -> tuple[str, int] | None:
        return self._wire.client

    def go_on(self, app: Any) -> None:
        """The usual way, in a task; nothing has been answered yet."""
        self._let_go()
        self._wire.answer_with(app, self._data)

    def hold(self) -> None:
        """The answer is still to come: a server that stops waits for it a little, as for its tasks."""
        self._waiting = self._wire.loop.create_future()
        self._wire.tasks.add(self._waiting)  # type: ignore[arg-type]  # waited for like one
        self._wire.hold(self)

    def _let_go(self) -> None:
        if self._waiting is not None:
            self._wire.tasks.discard(self._waiting)
            if not self._waiting.done():  # nobody has given up waiting
                self._waiting.set_result(None)

    def reply(self, head: bytes, body: bytes) -> None:
        self._let_go()
        self._wire.answer(head, body)


def cycle_of(send: Callable[..., Any]) -> RequestResponseCycle | None:
    """The request behind uvicorn's `send`, if nobody stands in between and what is written goes out at once."""
    cycle = getattr(send, "__self__", None)
    if type(cycle) is not RequestResponseCycle or cycle.disconnected or cycle.flow.write_paused:
        return None
    return cycle


def answer_at_once(send: Callable[..., Any], head: bytes, body: bytes) -> bool:
    """Write a whole answer in one piece, as uvicorn would in two; False when that must go the usual way."""
    cycle = cycle_of(send)
    if cycle is None or cycle.response_started or not cycle.keep_alive or cycle.scope["method"] == "HEAD":
        return False
    cycle.response_started = cycle.response_complete = True
    usual = b"".join([b"%b: %b\r\n" % header for header in cycle.default_headers])  # the date
    cycle.transport.write(b"HTTP/1.1 200 OK\r\n%b%bcontent-length: %d\r\n\r\n%b" % (usual, head, len(body), body))
    cycle.message_event.set()
    cycle.on_response()
    return True


def write_chunk(send: Callable[..., Any], part: bytes) -> bool:
    """Write a part of an answer that has begun and goes on; False when that must go the usual way."""
    cycle = cycle_of(send)
    if cycle is None or not cycle.response_started or cycle.response_complete or not cycle.chunked_encoding:
        return False
    cycle.transport.write(b"%x\r\n%b\r\n" % (len(part), part))
    return True


class EventStream(Response):
    """The answer that goes on for as long as somebody watches."""

    media_type = "text/event-stream"

    def __init__(self, watcher: Watcher) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.watcher = watcher

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The head and the first event go through every layer. What follows does not, where somebody in front of them
        takes it on: else each stream would keep the whole stack of them in memory for as long as it lasts."""
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": await anext(self.watcher, b""), "more_body": True})
        except BaseException:
            self.watcher.leave()
            raise
        if LINE in scope:
            scope[STREAM] = self
        else:
            await self.go_on(receive, send)

    async def go_on(self, receive: Receive, send: Send) -> None:
        leaving = asyncio.ensure_future(self._see_off(receive))
        try:
            await self.watcher.go_out(send)
            with suppress(OSError):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leaving.cancel()
            self.watcher.leave()

    async def _see_off(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.watcher.leave()
