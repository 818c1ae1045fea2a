"""A server process for the benchmarks, on a store of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

SETTLING, LOOK_SECONDS = 120, 0.5
IDLE = 0.02  # seconds of processor time between two looks, of a server that waits

CODE = """
from hardtack.server import memory, serve
memory.KEPT_BYTES = {kept!r} or memory.KEPT_BYTES
serve(port=0, database={database!r}, open_browser=False)
"""


class Server:
    """A server process on a store of its own."""

    def __init__(self, folder: Path, kept_bytes: int | None = None) -> None:
        """`kept_bytes`: how much of the games may stay in memory, if not as much as usual."""
        code = CODE.format(database=str(folder / "bench.sqlite"), kept=kept_bytes)
        self.process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None  # asked for when it was started
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise RuntimeError(f"the server did not start: {line!r}")
        self.port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))

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
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float | None:
        """The memory of the server process, where the system tells."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return None
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return round(int(line.split()[1]) / 1024, 1)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
