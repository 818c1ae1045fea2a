"""What goes on beside the requests: threads that look at something now and then until the server stops."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol


class Part(Protocol):
    """A part of the server that is started with it and closed with it."""

    def start(self) -> None: ...

    def close(self) -> None: ...


class BackgroundThread(threading.Thread):
    """A thread that ends soon after it has been told to stop."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.stopping = threading.Event()

    def close(self) -> None:
        """Have it stop, and wait until it has."""
        self.stopping.set()
        if self.is_alive():
            self.join()


@contextmanager
def running(parts: Iterable[Part]) -> Iterator[None]:
    """Start the parts in their order; close those that were started in the opposite one, whatever happens."""
    with ExitStack() as started:
        for part in parts:
            part.start()
            started.callback(part.close)
        yield
