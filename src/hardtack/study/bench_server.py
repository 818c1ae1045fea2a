"""Server processes for the benchmarks, and HTTP to them over plain sockets: what is measured is the server and not a
client library."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

REUSE_SECONDS = 20.0  # a connection idle for longer may have been closed by the server
SETTLING, LOOK_SECONDS = 120, 0.5
IDLE = 0.02  # seconds of processor time between two looks, of a server that waits


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


# However the benchmark ends, its servers end with it: their input is closed, or they have another parent.
CODE = """
import os, sys, threading
from hardtack.server import memory, serve
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
memory.KEPT_BYTES = {kept!r} or memory.KEPT_BYTES
serve(port=0, database={database!r}, open_browser=False)
"""
NURSERY = """
import json, os, signal, sys, threading, time
from hardtack.battles import all_battles
from hardtack.server import pictures, serve
from hardtack.server.hosting import Hosting, Limits
all_battles()
pictures.warm_up = lambda *_: None  # nobody looks at a board here
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
def stay(parent):
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
here = os.getpid()
for line in sys.stdin:
    child = os.fork()
    if not child:
        threading.Thread(target=stay, args=(here,), daemon=True).start()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        print(os.getpid(), flush=True)
        limits, database = json.loads(line)
        hosting = None if limits is None else Hosting(limits=Limits(**limits))
        serve(port=0, database=database, open_browser=False, hosting=hosting)
        os._exit(0)
"""


def start(code: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None  # asked for when it was started
        pipe.close()


def processor_seconds(pid: int) -> float:
    """What a process has used so far, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Child(NamedTuple):
    """A server that was started by a nursery."""

    pid: int
    port: int

    def kill(self) -> None:
        """SIGKILL: no goodbye, no flushing."""
        os.kill(self.pid, signal.SIGKILL)

    @property
    def alive(self) -> bool:
        """Whether it can still do something: one that was killed in the middle of a write takes a moment to die."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def processor_seconds(self) -> float:
        return processor_seconds(self.pid)


class Nursery:
    """Starts servers in a moment: it has loaded the program once and forks."""

    def __enter__(self) -> Nursery:
        self.process = start(NURSERY)
        return self

    def server(self, database: str, limits: Mapping[str, int] | None = None) -> Child:
        """A new server on a store. `limits`: as one that strangers may reach, with these and otherwise the usual."""
        assert self.process.stdin is not None  # both were asked for when it was started
        assert self.process.stdout is not None
        self.process.stdin.write(f"{json.dumps([limits, database])}\n")
        self.process.stdin.flush()
        pid = int(self.process.stdout.readline())
        return Child(pid, read_port(self.process.stdout.readline()))

    def __exit__(self, *_: object) -> None:
        end(self.process)


def read_port(line: str) -> int:
    """The port of a server, from what it says when it is ready."""
    if "http://" not in line:
        raise RuntimeError(f"the server did not start: {line!r}")
    return int(line.rsplit(":", 1)[1].strip().rstrip("/"))


class Server:
    """A server process."""

    def __init__(self, database: str, kept_bytes: int | None = None) -> None:
        """`kept_bytes`: how much of the games may stay in memory, if not as much as usual."""
        self.process = start(CODE.format(database=database, kept=kept_bytes))
        assert self.process.stdout is not None  # asked for when it was started
        self.port = read_port(self.process.stdout.readline())

    def settle(self) -> None:
        """Wait until the server has nothing left to do of what it does once, when it starts."""
        before = -1.0
        for _ in range(SETTLING):
            spent = self.processor_seconds()
            if spent - before <= IDLE:
                return
            before = spent
            time.sleep(LOOK_SECONDS)

    def processor_seconds(self) -> float:
        """What the process has used so far, all its threads together."""
        return processor_seconds(self.process.pid)

    def megabytes(self) -> float | None:
        """The memory of the server process, where the system tells."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return None
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return round(int(line.split()[1]) / 1024, 1)

    def kill(self) -> None:
        end(self.process)
