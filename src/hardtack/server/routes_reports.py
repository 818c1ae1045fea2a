"""Reports of battles that are over: a page anybody may read who has its address, and the same as PDF."""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from hardtack.draw.document import Document, document_html, document_pdf
from hardtack.server.answers import Key, Language, answer
from hardtack.server.errors import PrivateGame
from hardtack.server.pacing import desk_of
from hardtack.server.post.post_store import sign
from hardtack.server.reports import report_document
from hardtack.server.routes_games import PROBLEMS, GameId, seated, service_of
from hardtack.server.telling import report_words

router = APIRouter(prefix="/report", tags=["games"], responses=PROBLEMS)
place = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS)
Pass = Annotated[
    str, Query(alias="pass", max_length=64, description="of a private game: as its players are told the address")
]

FONTS = "@font-face{font-family:'Hardtack Serif';src:url(/assets/fonts/Alegreya-Regular.woff2)}" + (
    "@font-face{font-family:'Hardtack Serif';font-weight:700;src:url(/assets/fonts/Alegreya-Bold.woff2)}"
    "@font-face{font-family:'Hardtack Sans';font-weight:700;src:url(/assets/fonts/BarlowSemiCondensed-Bold.woff2)}"
    "@font-face{font-family:'Hardtack Signs';src:url(/assets/fonts/Inter-SemiBold.woff2);unicode-range:U+2190-27BF}"
    "@font-face{font-family:'Hardtack Mincho';src:url(/assets/fonts/NotoSerifJP-SemiBold.woff2);"
    "unicode-range:U+3000-30FF,U+4E00-9FFF,U+FF00-FFEF}"
)
KEPT = 16  # documents: a report that is passed around is asked for again and again


class ReportPath(BaseModel):
    """Where the report of a game is; to be passed on to whom its reader likes."""

    page: str
    pdf: str


@place.get("/{game}/report", response_model=ReportPath)
def report_path(request: Request, game: GameId, lang: Language, key: Key) -> Response:
    """The addresses of the report. That of a private game is known to its players only."""
    with seated(request, game, key) as (live, _):
        private = live.private
    shown = f"&pass={pass_of(request, game)}" if private else ""
    return answer({"page": f"/report/{game}?lang={lang}{shown}", "pdf": f"/report/{game}.pdf?lang={lang}{shown}"})


def pass_of(request: Request, game: str) -> str:
    """What opens the report of a private game, and nothing else."""
    service = service_of(request)
    return sign(service.store, f"report {game}", service.clock())[:32]


@router.get("/{game}.pdf", response_class=Response, responses={200: {"content": {"application/pdf": {}}}})
async def report_pdf(request: Request, game: GameId, lang: Language, shown: Pass = "") -> Response:
    """The report as a PDF file."""
    data = await desk_of(request).do(request, lambda: kept(request, game, lang, "pdf", shown))
    name = f"report-{game}-{lang}.pdf"
    headers = {"Cache-Control": "no-cache", "Content-Disposition": f'inline; filename="{name}"'}
    return Response(data, media_type="application/pdf", headers=headers)


@router.get("/{game}", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def report_page(request: Request, game: GameId, lang: Language, shown: Pass = "") -> Response:
    """The report as a page."""
    data = await desk_of(request).do(request, lambda: kept(request, game, lang, "html", shown))
    return Response(data, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})


def kept(request: Request, game: str, lang: str, kind: str, shown: str) -> bytes:
    """The document, made once: what is over does not change."""
    shelf: dict[tuple[str, str, str], bytes] = request.app.state.reports
    wanted = (game, lang, kind)
    with service_of(request).game(game) as live:
        if live.private and not hmac.compare_digest(shown.encode(), pass_of(request, game).encode()):
            raise PrivateGame("the report of a private game has an address that its players know")
        shown = shown if live.private else ""
    if wanted not in shelf:
        document = document_of(request, game, lang, f"&pass={shown}" if shown else "")
        made = document_pdf(document) if kind == "pdf" else document_html(document, FONTS).encode()
        while len(shelf) >= KEPT:
            shelf.pop(next(iter(shelf)), None)
        shelf[wanted] = made
    return shelf[wanted]


def document_of(request: Request, game: str, lang: str, shown: str) -> Document:
    word, other = report_words().word, "en" if lang == "ja" else "ja"
    links = [
        (word("pdf", lang), f"/report/{game}.pdf?lang={lang}{shown}"),
        (word("other", lang), f"/report/{game}?lang={other}{shown}"), (word("replay", lang), f"/replay/{game}"),
    ]  # fmt: skip
    with service_of(request).game(game) as live:
        return report_document(live.match, lang, links)
