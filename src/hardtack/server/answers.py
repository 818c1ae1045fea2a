"""How answers are written: JSON bytes, languages, errors, and the headers that keep a page safe."""

from __future__ import annotations

import logging
from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, Header, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic_core import to_json
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hardtack.referee.battle import Battle
from hardtack.referee.errors import HardtackError
from hardtack.referee.register import LANGUAGES
from hardtack.server.errors import describe, error_body, status_of

log = logging.getLogger("hardtack.server")

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
MAX_BODY = 6_000_000  # bytes; a long record is well under it

Lang = Literal["en", "ja"]


def answer(data: Any, status: int = 200, cache: str = "no-store", **headers: str) -> Response:
    body = to_json(data)
    return Response(body, status, {"Cache-Control": cache, **headers}, "application/json")


def passed() -> Response:
    """The answer to a question about a decision that is no more: none, and nobody did wrong to ask."""
    return Response(status_code=204, headers={"Cache-Control": "no-store"})


def pick_language(accepted: str) -> Lang:
    """The first language of an Accept-Language header we have; English otherwise."""
    ranked: list[tuple[float, str]] = []
    for part in accepted.split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            ranked.append((-float(quality or 1), tag.split("-")[0].lower()))
        except ValueError:
            continue
    for _, tag in sorted(ranked, key=lambda item: item[0]):
        if tag == "ja":
            return "ja"
        if tag == "en":
            return "en"
    return "en"


def language(
    request: Request,
    lang: Annotated[Lang | None, Query(description="Language of all texts; default: Accept-Language")] = None,
    accept_language: Annotated[str, Header(include_in_schema=False)] = "",
) -> Lang:
    chosen = lang or pick_language(accept_language)
    request.state.lang = chosen
    return chosen


Language = Annotated[Lang, Depends(language)]


def seat_key(
    key: Annotated[str | None, Query(max_length=100, description="Key of a seat")] = None,
    x_seat_key: Annotated[str | None, Header(max_length=100, description="Key of a seat")] = None,
) -> str | None:
    return x_seat_key if x_seat_key is not None else key


Key = Annotated[str | None, Depends(seat_key)]


def request_language(request: Request) -> Lang:
    """The language of a request that failed before it was read."""
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        return "ja" if asked == "ja" else "en"
    return pick_language(request.headers.get("accept-language", ""))


def install(app: FastAPI) -> None:
    """Error answers and safety headers for every route."""
    app.add_exception_handler(HardtackError, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _broken)
    app.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=1)
    app.add_middleware(Safety)


class Safety:
    """Puts the safety headers on every answer and turns away bodies that are too large, however they are sent."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        taken = 0

        async def measured() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MAX_BODY:
                raise HTTPException(413, f"more than {MAX_BODY} bytes")
            return message

        async def safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFETY.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, measured, safe)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HardtackError)  # registered for this class only
    status = status_of(error.code)
    if status >= 500 and error.code != "busy":
        log.error("refused with an unlisted code", exc_info=error)
    battle: Battle | None = getattr(request.state, "battle", None)
    headers = {"Retry-After": "1"} if error.code == "busy" else {}
    return answer(describe(error, request_language(request), battle), status, **headers)


async def _misread(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    places = [f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()[:5]]
    return answer(error_body("bad_request", request_language(request), "; ".join(places)), 400)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 413: "too_large"}.get(error.status_code, "bad_request")
    return answer(error_body(code, request_language(request), str(error.detail)), error.status_code)


async def _broken(request: Request, error: Exception) -> Response:
    log.error("an error of ours in %s", request.url.path, exc_info=error)
    return answer(error_body("error", request_language(request), type(error).__name__), 500)
