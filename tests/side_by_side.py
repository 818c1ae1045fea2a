"""Runs targets of the Makefile side by side. What failed is told last, where nobody overlooks it.

python tests/side_by_side.py page rules types

The first has the cores whenever it wants them, and the others have what it leaves: name first what mostly waits. A
browser that is kept waiting does not rest meanwhile, it looks again and again, and so do those who look at its page.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import IO

LOOK_S = 0.2
GIVE_WAY = ("nice", "-n", "3")  # not far: other work on the machine would leave them nothing
FAULTS = ("FAILED ", "ERROR ")  # what pytest's summary begins its lines with

signals: list[int] = []
"""Who wants it to end, noted and looked at later: in the middle of a start a session would be lost, and go on."""


class Session:
    """One target, and what it says."""

    def __init__(self, target: str, output: IO[bytes], before: Sequence[str] = ()) -> None:
        self.target = target
        self.output = output
        self.began = time.monotonic()
        command = [*before, "make", "--no-print-directory", target]
        self.process = subprocess.Popen(command, stdout=self.output, stderr=subprocess.STDOUT)

    def read(self) -> str:
        self.output.seek(0)
        return self.output.read().decode("utf-8", errors="replace")

    def verdict(self) -> str:
        """How it went, in a line."""
        last = "failed" if self.process.returncode else self.read().strip().rpartition("\n")[2]
        return f"{self.target}: {last} [{time.monotonic() - self.began:.0f} s]"


def run(targets: list[str]) -> int:
    """Run them all to their ends, whatever becomes of one; 1 if any failed."""
    with ExitStack() as files:
        outputs = [files.enter_context(tempfile.TemporaryFile()) for _ in targets]
        ways = [(), *(GIVE_WAY for _ in targets[1:])]
        return follow([Session(*each) for each in zip(targets, outputs, ways, strict=True)])


def follow(running: list[Session]) -> int:
    failed: list[Session] = []
    while running and not signals:
        time.sleep(LOOK_S)
        for session in [one for one in running if one.process.poll() is not None]:
            running.remove(session)
            print(session.verdict(), flush=True)
            if session.process.returncode:
                failed.append(session)
    for session in running:  # somebody has lost patience: so far they have come
        session.process.terminate()
    tell([*running, *failed])
    return 1 if running or failed else 0


def tell(sessions: list[Session]) -> None:
    """All that some sessions said, then their faults by themselves."""
    for session in sessions:
        print(f"\n===== {session.target} =====\n{session.read()}", flush=True)
    if len(sessions) > 1:
        faults = [line for session in sessions for line in session.read().splitlines() if line.startswith(FAULTS)]
        print("\n".join([f"\n===== {', '.join(session.target for session in sessions)} =====", *faults]), flush=True)


if __name__ == "__main__":
    for wish in (signal.SIGTERM, signal.SIGINT):
        signal.signal(wish, lambda number, _: signals.append(number))
    sys.exit(run(sys.argv[1:]))
