"""The pages: the web folder as it is, kept in memory and packed, with the right types and caching."""

from __future__ import annotations

import gzip
import hashlib
import html
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from hardtack.server.store import StoreBusy

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")

CHECK_AGAIN = "no-cache"  # kept by the browser but asked about: an update shows at once, an unchanged file is not sent
PACKED_ALREADY = frozenset({"font/woff2"})


@dataclass(frozen=True)
class Asset:
    """One file, ready to be sent."""

    stamp: tuple[int, int]  # time and size of the file it was read from
    data: bytes
    packed: bytes | None
    tag: str
    media_type: str

    def answer(self, request: Request) -> Response:
        headers = {"Cache-Control": CHECK_AGAIN, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.media_type)
        return Response(self.data, headers=headers, media_type=self.media_type)


class Assets:
    """The files of the web folder. A page asks for some fifty of them, so each is read and packed once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.kept: dict[str, Asset] = {}

    def find(self, name: str) -> Asset:
        """The file as it is now: one that has changed on disk is read again."""
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder) or not path.is_file():
            raise HTTPException(404, name[:80])
        status = path.stat()
        stamp = (status.st_mtime_ns, status.st_size)
        known = self.kept.get(name)
        if known is None or known.stamp != stamp:
            known = self.kept[name] = read_asset(path, stamp)
        return known


def read_asset(path: Path, stamp: tuple[int, int]) -> Asset:
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return make_asset(path.read_bytes(), media_type, stamp)


def make_asset(data: bytes, media_type: str, stamp: tuple[int, int]) -> Asset:
    packed = None if media_type in PACKED_ALREADY else gzip.compress(data, 6)
    return Asset(stamp, data, packed, f'"{hashlib.sha256(data).hexdigest()[:20]}"', media_type)


def with_scenario(page: Asset, scenario: str) -> Asset:
    """The page with the name of the scenario in it, so that the board can be asked for at once."""
    data = page.data.replace(b"<html ", f'<html data-scenario="{html.escape(scenario)}" '.encode(), 1)
    return make_asset(data, page.media_type, page.stamp)


def install(app: FastAPI, folder: Path) -> None:
    assets = Assets(folder)

    async def asset(request: Request) -> Response:
        return assets.find(request.path_params["name"]).answer(request)

    async def page(request: Request) -> Response:
        return assets.find("index.html").answer(request)

    def game_page(request: Request) -> Response:
        plain = assets.find("index.html")
        try:
            row = request.app.state.house.store.game(request.path_params["game"])
        except StoreBusy:  # the page itself tells what is wrong with the store
            row = None
        return (plain if row is None else with_scenario(plain, row["scenario"])).answer(request)

    app.add_route("/assets/{name:path}", asset, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_route("/play/{game}", game_page, methods=["GET", "HEAD"], include_in_schema=False)
    for path in ("/", "/replay/{game}"):
        app.add_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
