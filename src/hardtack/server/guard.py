"""The gate every request goes through: what is too large or no request of ours is turned away before it is read,
and whatever goes wrong behind it, the answer has the headers that keep a page safe."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hardtack.server.answers import problem
from hardtack.server.hosting import ASKED_HOST, Limits
from hardtack.server.logs import log

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
SAFETY = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
SMALL_BODY = 20_000  # bytes that are measured at once; it takes a moment for more
MAX_ADDRESS = 4_000  # bytes of path and query
# A request has a few lists and values; the most is two hundred counters with their numbers.
MAX_LISTS = 1_500
MAX_VALUES = 8_000
STRINGS = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
CONTROLS = re.compile("[\x00-\x1f\x7f]")
LOOKING = ("GET", "HEAD", "OPTIONS")  # methods that change nothing


class TooLarge(Exception):
    """A body that is longer, or holds more, than any request of ours."""


class Gone(Exception):
    """The client went before the body was here."""


class Guard:
    def __init__(self, app: ASGIApp, most: int = Limits.body) -> None:
        self.app = app
        self.most = most or Limits.body  # bytes of a body: there is always a limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def safe(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in SAFETY.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope)
        try:
            await self._let_in(request, scope, receive, safe)
        except asyncio.CancelledError:  # the server ends, and the line with it: nobody is left to tell
            return
        except Exception as error:  # the last stop: what is wrong with us is ours to know, and changes nothing
            log.error("an error of ours in %s", scope["path"][:200], exc_info=error)
            if not begun:
                await problem(request, 500, "error", type(error).__name__)(scope, receive, safe)

    async def _let_in(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        if len(scope["path"]) + len(scope["query_string"]) > MAX_ADDRESS:
            await problem(request, 400, "bad_request", "the address is too long")(scope, receive, send)
            return
        if CONTROLS.search(scope["path"]):  # no file, no game and no hex is called so
            await problem(request, 404, "not_found", "no such address")(scope, receive, send)
            return
        if scope["method"] not in LOOKING and is_foreign(request):
            await problem(request, 403, "other_site", "a page of another site asks")(scope, receive, send)
            return
        try:
            body = await read_body(receive, self.most)
            if len(body) > SMALL_BODY:
                await run_in_threadpool(measure, body)
            else:
                measure(body)
        except TooLarge as error:
            await problem(request, 413, "too_large", str(error), Connection="close")(scope, receive, send)
            return
        except Gone:
            return
        await self.app(scope, read_again(body, receive), send)


def is_foreign(request: Request) -> bool:
    """Whether a page of another site makes a browser ask. Keys are headers it cannot send, nor can it send JSON; but
    not all that changes something takes either, and whoever reads that page would do it here without knowing."""
    headers = request.headers
    site = headers.get("sec-fetch-site")  # browsers tell it themselves, but not over plain http
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    own = {headers.get("host", ""), request.scope.get(ASKED_HOST, b"").decode("latin-1")} - {""}
    return origin is not None and urlsplit(origin).netloc not in own


async def read_body(receive: Receive, most: int) -> bytes:
    """The whole body, however it is sent."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        if len(body) > most:
            raise TooLarge(f"more than {most} bytes")
        if not message.get("more_body", False):
            return bytes(body)


def read_again(body: bytes, receive: Receive) -> Receive:
    """Hands the body on; what comes afterwards is the client's leaving."""
    read = False

    async def again() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def measure(body: bytes) -> None:
    """Refuse a body with more lists and values than any request of ours, before it becomes thousands of objects."""
    bones = STRINGS.sub(b"", body)
    if bones.count(b"[") + bones.count(b"{") > MAX_LISTS or bones.count(b",") > MAX_VALUES:
        raise TooLarge("more lists or values than a request has")
