"""The pages: the web folder as it is and put together, kept in memory and packed, with the right types and caching."""

from __future__ import annotations

import html
import mimetypes
import re
import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from hardtack.server.answers import Packed, pack
from hardtack.server.bundle import Bundles, bundle
from hardtack.server.connections import StoreTrouble

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")

CHECK_AGAIN = "no-cache"  # kept by the browser but asked about: an update shows at once, an unchanged file is not sent
FOR_GOOD = "public, max-age=31536000, immutable"  # under this name there will never be anything else
TOGETHER = re.compile(r"together/([0-9a-f]{16})/(\w+\.(?:js|css))")


class Assets:
    """The files of the web folder, each read and packed once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        # By the file itself, whatever it was asked for as; with its time and size.
        self.kept: dict[Path, tuple[tuple[int, int], Packed]] = {}

    def find(self, name: str) -> Packed:
        """The file as it is now: one that has changed on disk is read again."""
        try:
            path = (self.folder / name).resolve()
            if not path.is_relative_to(self.folder) or not path.is_file():
                raise HTTPException(404, name[:80])
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            if path not in self.kept or self.kept[path][0] != stamp:
                media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
                self.kept[path] = (stamp, pack(path.read_bytes(), media_type))
        except (OSError, ValueError):  # a name no file can have, or a file that may not be read
            raise HTTPException(404, name[:80]) from None
        return self.kept[path][1]


@dataclass(frozen=True)
class Ready:
    """The page and the bundles that it names, packed, as the sources were."""

    made: Bundles
    stamps: list[tuple[int, int]]
    board: Packed
    page: Packed  # of everything else
    parts: dict[str, Packed]


class Pages:
    """The page, and the bundles that it names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.ready: Ready | None = None
        self.making = threading.Lock()  # what is being put together is waited for

    def current(self) -> Ready:
        """As the sources are now: what has changed on disk is put together again."""
        with self.making:
            if self.ready is None or self.ready.stamps != stamps(self.ready.made.sources):
                self.ready = get_ready(bundle(self.folder))
            return self.ready

    def part(self, edition: str, name: str) -> tuple[Packed, str]:
        """A bundle, and how long it may be kept: a page from before an update gets what there is now."""
        ready = self.current()
        if name not in ready.parts:
            raise HTTPException(404, name)
        return ready.parts[name], FOR_GOOD if edition == ready.made.edition else CHECK_AGAIN


def get_ready(made: Bundles) -> Ready:
    # all but the board are loaded later: a page without one had better begin at once
    hint = f'<link rel="modulepreload" href="/assets/together/{made.edition}/late.js">\n</head>'
    return Ready(
        made,
        stamps(made.sources),
        pack(made.page.encode(), "text/html"),
        pack(made.page.replace("</head>", hint, 1).encode(), "text/html"),
        {name: pack(text.encode(), mimetypes.guess_type(name)[0] or "") for name, text in made.parts.items()},
    )


def stamps(files: list[Path]) -> list[tuple[int, int]]:
    return [(status.st_mtime_ns, status.st_size) for status in (path.stat() for path in files)]


@lru_cache(maxsize=64)
def with_scenario(page: Packed, scenario: str) -> Packed:
    """The page with the name of the scenario in it, so that the board can be asked for at once."""
    data = page.data.replace(b"<html ", f'<html data-scenario="{html.escape(scenario)}" '.encode(), 1)
    return pack(data, page.media_type)


def install(app: FastAPI, folder: Path) -> None:
    assets = Assets(folder)
    pages = Pages(folder)

    def asset(request: Request) -> Response:
        name = request.path_params["name"]
        if found := TOGETHER.fullmatch(name):
            part, keep = pages.part(found[1], found[2])
            return part.answer(request, keep)
        return assets.find(name).answer(request, CHECK_AGAIN)

    def page(request: Request) -> Response:
        return pages.current().page.answer(request, CHECK_AGAIN)

    def game_page(request: Request) -> Response:
        plain = pages.current().board
        try:
            row = request.app.state.service.store.game(request.path_params["game"])
        except StoreTrouble:  # the page itself tells what is wrong with the store
            row = None
        hidden = row is None or row["visibility"] == "private"
        return (plain if hidden else with_scenario(plain, row["scenario"])).answer(request, CHECK_AGAIN)

    def worker(request: Request) -> Response:
        return assets.find("worker.js").answer(request, CHECK_AGAIN)  # not under /assets: it serves the whole site

    paths = (
        "/", "/replay/{game}", "/learn", "/learn/{set}/{lesson}", "/puzzles", "/lobby", "/standings", "/you",
        "/mail", "/letters",
    )  # fmt: skip
    special = {"/assets/{name:path}": asset, "/play/{game}": game_page, "/worker.js": worker}
    for path, show in (special | dict.fromkeys(paths, page)).items():
        app.add_route(path, show, methods=["GET", "HEAD"], include_in_schema=False)
