"""The pages: the web folder as it is, with the right types and caching."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")

CHECK_AGAIN = "no-cache"  # kept by the browser but asked about: an update shows at once, an unchanged file is not sent


class Assets(StaticFiles):
    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = CHECK_AGAIN
        return response

    async def check_config(self) -> None:
        """A server without the web folder still serves its API."""


def install(app: FastAPI, folder: Path) -> None:
    app.mount("/assets", Assets(directory=folder, check_dir=False), name="assets")

    async def page(request: Request) -> Response:
        return FileResponse(folder / "index.html", headers={"Cache-Control": CHECK_AGAIN})

    for path in ("/", "/play/{game}", "/replay/{game}"):
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
