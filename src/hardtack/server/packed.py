"""What is sent as it is, again and again: packed once, with a tag by which browsers know it again."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from fastapi import Request, Response

SVG = "image/svg+xml"
PACKED_ALREADY = frozenset({"font/woff2"})


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
