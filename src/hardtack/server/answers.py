"""How answers are written: JSON bytes, languages, errors. What is sent as it is, again and again, is packed once, with
a tag by which browsers know it again."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from fastapi import Depends, FastAPI, Header, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match

from hardtack.referee.battle import Battle
from hardtack.referee.errors import HardtackError
from hardtack.referee.register import LANGUAGES
from hardtack.server.errors import describe, error_body, status_of
from hardtack.server.logs import log

Lang = Literal["en", "ja"]
METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
SVG = "image/svg+xml"
PACKED_ALREADY = frozenset({"font/woff2"})


class Sentence(BaseModel):
    """What is said, and the clause behind it."""

    clause: str
    title: str
    text: str


class ErrorDetail(BaseModel):
    code: str
    message: str
    detail: str
    expected: int | None = None
    actual: int | None = None
    reasons: list[Sentence] | None = None


class Problem(BaseModel):
    error: ErrorDetail


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For a route: the statuses it may answer with a problem."""
    return {status: {"model": Problem} for status in statuses}


def problem(request: Request, status: int, code: str, detail: str, **headers: str) -> Response:
    """The answer to a request that cannot be done."""
    return answer(error_body(code, request_language(request), detail), status, **headers)


write_json = msgspec.json.Encoder().encode


def answer(data: Any, status: int = 200, cache: str = "no-store", **headers: str) -> Response:
    body = data if isinstance(data, bytes) else write_json(data)
    return Response(body, status, {"Cache-Control": cache, **headers}, "application/json")


class Passed(Exception):
    """A question about a decision that is no more: the answer is none, and nobody did wrong to ask."""


def pick_language(accepted: str) -> Lang:
    """The first language of an Accept-Language header we have; English otherwise."""
    ranked: list[tuple[float, str]] = []
    for part in accepted[:500].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            ranked.append((-float(quality or 1), tag.split("-")[0].lower()))
        except ValueError:
            continue
    known = (tag for _, tag in sorted(ranked, key=lambda item: item[0]) if tag in LANGUAGES)
    return "ja" if next(known, "en") == "ja" else "en"


# Whoever asks has these read in the event loop: as plain functions the framework would send each to a thread.


async def language(
    lang: Annotated[Lang | None, Query(description="Language of all texts; default: Accept-Language")] = None,
    accept_language: Annotated[str, Header(include_in_schema=False)] = "",
) -> Lang:
    return lang or pick_language(accept_language)


Language = Annotated[Lang, Depends(language)]


async def seat_key(
    request: Request, x_seat_key: Annotated[str | None, Header(max_length=100, description="Key of a seat")] = None
) -> str | None:
    """Only ever a header: addresses are written down by browsers, proxies and logs."""
    if "key" in request.query_params:
        raise HTTPException(400, "the key of a seat goes into the header X-Seat-Key, never into the address")
    return x_seat_key


Key = Annotated[str | None, Depends(seat_key)]


async def player_key(
    x_player_key: Annotated[str | None, Header(max_length=100, description="Key of a name of one's own")] = None,
) -> str | None:
    return x_player_key


Me = Annotated[str | None, Depends(player_key)]


def request_language(request: Request) -> Lang:
    """The language of a request that failed before it was read."""
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        return "ja" if asked == "ja" else "en"
    return pick_language(request.headers.get("accept-language", ""))


def install(app: FastAPI) -> None:
    """Error answers for every route."""
    app.add_exception_handler(HardtackError, _refused)
    app.add_exception_handler(Passed, _passed)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=1)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HardtackError)  # registered for this class only
    status = status_of(error.code)
    if status == 500:
        log.error("_refused with an unlisted code", exc_info=error)
    battle: Battle | None = getattr(request.state, "battle", None)
    after = 1 if error.code == "busy" else getattr(error, "after", None)  # seconds
    headers = {} if after is None else {"Retry-After": str(after)}
    return answer(describe(error, request_language(request), battle), status, **headers)


async def _passed(request: Request, error: Exception) -> Response:
    return Response(status_code=204, headers={"Cache-Control": "no-store"})


async def _misread(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    places = [f"{'.'.join(map(str, item['loc']))}: {item['msg']}"[:200] for item in error.errors()[:5]]
    return problem(request, 400, "bad_request", "; ".join(places))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "bad_method", 413: "too_large"}.get(error.status_code, "bad_request")
    headers = {"Allow": ", ".join(allowed_methods(request))} if error.status_code == 405 else {}
    return problem(request, error.status_code, code, str(error.detail), **headers)


def allowed_methods(request: Request) -> list[str]:
    """All that this address takes, which may be the business of several routes.

    Where one is for this very address, others that would take it for a name of something do not count.
    """
    path = request.scope["path"]
    own = [route for route in request.app.routes if getattr(route, "path", None) == path]
    allowed = set()
    for method in METHODS:
        asked = {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}
        if any(route.matches(asked)[0] is Match.FULL for route in own or request.app.routes):
            allowed.add(method)
    return sorted(allowed)


@dataclass(frozen=True)
class Packed:
    """A file or a picture, ready to be sent."""

    data: bytes
    packed: bytes | None
    tag: str
    media_type: str

    @property
    def text(self) -> str:
        return self.data.decode()

    def answer(self, request: Request, cache: str, vary: str = "Accept-Encoding") -> Response:
        """Packed if the browser takes it so; nothing if the browser has it already."""
        headers = {"Cache-Control": cache, "ETag": self.tag, "Vary": vary}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.media_type)
        return Response(self.data, headers=headers, media_type=self.media_type)


def pack(data: bytes, media_type: str) -> Packed:
    return _tagged(data, None if media_type in PACKED_ALREADY else gzip.compress(data, 6), media_type)


def unpack(packed: bytes, media_type: str) -> Packed:
    """What was packed before; raises what `gzip` raises if it is spoilt."""
    return _tagged(gzip.decompress(packed), packed, media_type)


def _tagged(data: bytes, packed: bytes | None, media_type: str) -> Packed:
    return Packed(data, packed, f'"{hashlib.sha256(data).hexdigest()[:20]}"', media_type)
