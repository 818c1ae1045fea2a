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
