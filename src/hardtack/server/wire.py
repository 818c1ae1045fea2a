"""The line to a browser: half a request is not waited for, and what is no request is refused like everything else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from hardtack.server.errors import error_body
from hardtack.server.guard import SAFETY

IDLE_SECONDS = 30.0  # for a line on which nothing has come yet; browsers open some in advance
HEAD_SECONDS = 5.0  # for a request to be whole, once its first byte is here
BYTES_A_SECOND = 10_000  # slower than this nobody sends a body
HEAD_BYTES = 32_000  # address and headers of a request at most
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
    _held: Call | None = None  # whose body is yet to come

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._limit = self.loop.call_later(IDLE_SECONDS, self._drop)

    def data_received(self, data: bytes) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
        if not self._begun:
            self._begun, self._taken = self.loop.time(), 0
        self._taken += len(data)
        super().data_received(data)
        if self.transport.is_closing() or not self._half_sent:
            self._begun = 0.0
            return
        if self._in_head and self._taken > HEAD_BYTES:
            self.send_400_response("the head of the request is too long")
            return
        until = self._begun + HEAD_SECONDS + self._taken / BYTES_A_SECOND
        self._limit = self.loop.call_at(until, self._drop)

    def on_message_begin(self) -> None:
        self._in_head = self._half_sent = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._half_sent = False
        super().on_message_complete()
        if self._held is not None:
            call, self._held = self._held, None
            call.answer()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """What the application answers by itself takes no task of its own."""
        if not hasattr(app, "at_once"):
            super()._start_asgi_task(cycle, app)
            return
        call = Call(self, cycle, app)
        if cycle.more_body and not cycle.waiting_for_100_continue and app.wants_whole(cycle.scope):
            self._held = call
        else:
            call.answer()

    def begin_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        super()._start_asgi_task(cycle, app)

    def _drop(self) -> None:
        self._limit = None
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
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


class Call:
    """A request as those take it who answer without a task: at once, or when something they wait for is there."""

    __slots__ = ("_app", "_cycle", "_waiting", "_wire")

    def __init__(self, wire: Wire, cycle: RequestResponseCycle, app: Any) -> None:
        self._wire, self._cycle, self._app = wire, cycle, app
        self._waiting: asyncio.Future[None] | None = None

    @property
    def scope(self) -> Any:
        return self._cycle.scope

    @property
    def body(self) -> bytes:
        return bytes(self._cycle.body)

    def answer(self) -> None:
        if not self._app.at_once(self):
            self.go_on(self._app)

    def go_on(self, app: Any) -> None:
        """The usual way, in a task; nothing has been answered yet."""
        self.let_go()
        self._wire.begin_task(self._cycle, app)

    def hold(self) -> None:
        """The answer is still to come: a server that stops waits for it a little, as for its tasks."""
        self._waiting = self._wire.loop.create_future()
        self._wire.tasks.add(self._waiting)  # type: ignore[arg-type]  # waited for like one

    def let_go(self) -> None:
        if self._waiting is not None:
            self._wire.tasks.discard(self._waiting)
            self._waiting.set_result(None)
            self._waiting = None

    def reply(self, head: bytes, body: bytes) -> bool:
        """Write a whole answer; False when that must go the usual way."""
        if not answer_at_once(self._cycle.send, head, body):
            return False
        self.let_go()
        return True


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
