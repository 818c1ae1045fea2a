"""A server process for the benchmarks, on a store of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CODE = "from hardtack.server import serve; serve(port=0, database={database!r}, open_browser=False)"


class Server:
    """A server process on a store of its own."""

    def __init__(self, folder: Path) -> None:
        code = CODE.format(database=str(folder / "bench.sqlite"))
        self.process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None  # asked for when it was started
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise RuntimeError(f"the server did not start: {line!r}")
        self.port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))

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
