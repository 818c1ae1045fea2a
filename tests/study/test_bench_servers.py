"""The servers of a benchmark end with it, however it ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

SERVER = "from hardtack.study.bench_server import Server; pid = Server({place!r}).process.pid"
NURSED = "from hardtack.study.bench_server import Nursery; pid = Nursery().__enter__().server({place!r}).pid"
WAIT_S = 60


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")  # one that has ended may still wait to be looked at
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("code", [SERVER, NURSED])
def test_a_benchmark_that_is_killed_leaves_no_server_behind(tmp_path: Path, code: str) -> None:
    begun = code.format(place=str(tmp_path / "games.sqlite")) + "; print(pid, flush=True); input()"
    bench = subprocess.Popen(
        [sys.executable, "-c", begun],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with bench:
        assert bench.stdout is not None
        pid = int(bench.stdout.readline())
        assert runs(pid)
        bench.kill()
    until = time.monotonic() + WAIT_S
    while runs(pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert not runs(pid)
