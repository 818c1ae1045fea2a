"""HTTP over plain sockets for the benchmarks: what is measured is the server and not a client library."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

REUSE_SECONDS = 20.0  # a connection idle for longer may have been closed by the server


class Line:
    """One kept-open HTTP connection."""

    def __init__(self, port: int, source: str | None = None) -> None:
        """`source`: the address to come from, if not the usual one."""
        self.port, self.source = port, source
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._used = 0.0

    async def call(self, method: str, path: str, body: Any = None, key: str | None = None) -> tuple[int, Any]:
        reader = await self._send(method, path, body, key)
        status, length = await _read_head(reader)
        data = await reader.readexactly(length)
        return status, json.loads(data)

    async def listen(self, path: str, key: str | None = None) -> asyncio.StreamReader:
        """Open an event stream and hand over its reader."""
        reader = await self._send("GET", path, None, key)
        await _read_head(reader)
        return reader

    async def _send(self, method: str, path: str, body: Any, key: str | None) -> asyncio.StreamReader:
        if time.monotonic() - self._used > REUSE_SECONDS:
            self.close()
            self._reader = None
        self._used = time.monotonic()
        if self._reader is None or self._writer is None:
            own = None if self.source is None else (self.source, 0)
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self.port, limit=2**24, local_addr=own
            )
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Length: {len(data)}\r\n"
        head += "Content-Type: application/json\r\n" if data else ""
        head += f"X-Seat-Key: {key}\r\n" if key else ""
        self._writer.write(head.encode() + b"\r\n" + data)
        await self._writer.drain()
        return self._reader

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, int]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower().splitlines()
    lengths = [line.split(":")[1] for line in head if line.startswith("content-length")]
    return int(head[0].split()[1]), int(lengths[0]) if lengths else 0
