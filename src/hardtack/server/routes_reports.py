"""Reports of battles that are over: a page anybody may read who has its address, and the same as PDF."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from hardtack.draw.folio import Folio, folio_html, folio_pdf
from hardtack.server.answers import Language
from hardtack.server.heavy import desk_of
from hardtack.server.reports import report_folio, report_words
from hardtack.server.routes_games import PROBLEMS, GameId, service_of

router = APIRouter(prefix="/report", tags=["games"], responses=PROBLEMS)

FONTS = "@font-face{font-family:'Hardtack Serif';src:url(/assets/fonts/Alegreya-Regular.woff2)}" + (
    "@font-face{font-family:'Hardtack Serif';font-weight:700;src:url(/assets/fonts/Alegreya-Bold.woff2)}"
    "@font-face{font-family:'Hardtack Sans';font-weight:700;src:url(/assets/fonts/BarlowSemiCondensed-Bold.woff2)}"
    "@font-face{font-family:'Hardtack Mincho';src:url(/assets/fonts/NotoSerifJP-SemiBold.woff2);"
    "unicode-range:U+3000-30FF,U+4E00-9FFF,U+FF00-FFEF}"
)
KEPT = 16  # documents: a report that is passed around is asked for again and again


@router.get("/{game}.pdf", response_class=Response, responses={200: {"content": {"application/pdf": {}}}})
async def report_pdf(request: Request, game: GameId, lang: Language) -> Response:
    """The report as a PDF file."""
    data = await desk_of(request).do(request, lambda: kept(request, game, lang, "pdf"))
    name = f"report-{game}-{lang}.pdf"
    headers = {"Cache-Control": "no-cache", "Content-Disposition": f'inline; filename="{name}"'}
    return Response(data, media_type="application/pdf", headers=headers)


@router.get("/{game}", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def report_page(request: Request, game: GameId, lang: Language) -> Response:
    """The report as a page."""
    data = await desk_of(request).do(request, lambda: kept(request, game, lang, "html"))
    return Response(data, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})


def kept(request: Request, game: str, lang: str, kind: str) -> bytes:
    """The document, made once: what is over does not change."""
    shelf: dict[tuple[str, str, str], bytes] = request.app.state.reports
    wanted = (game, lang, kind)
    if wanted not in shelf:
        folio = folio_of(request, game, lang)
        made = folio_pdf(folio) if kind == "pdf" else folio_html(folio, FONTS).encode()
        while len(shelf) >= KEPT:
            shelf.pop(next(iter(shelf)), None)
        shelf[wanted] = made
    return shelf[wanted]


def folio_of(request: Request, game: str, lang: str) -> Folio:
    word, other = report_words().word, "en" if lang == "ja" else "ja"
    links = [
        (word("pdf", lang), f"/report/{game}.pdf?lang={lang}"), (word("other", lang), f"/report/{game}?lang={other}"),
        (word("replay", lang), f"/replay/{game}"),
    ]  # fmt: skip
    with service_of(request).game(game) as live:
        match = live.match
        return report_folio(match, lang, links)
