"""What a server counts, in the text format that Prometheus reads, told at an address of its own.

Written out plainly: the format is a line for each number. The client library would take a lock for each of them on
the way of every request; these are counted in the event loop, where nobody else writes.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from hardtack.server.hosting import Bound

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)
TYPE = "text/plain; version=0.0.4; charset=utf-8"
Labels = tuple[tuple[str, str], ...]
Value = tuple[Labels, float]


class Histogram:
    """How long something takes."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, labels: Labels) -> Iterable[str]:
        so_far = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self.counts, strict=True):
            so_far += count
            yield f"{name}_bucket{write_labels((*labels, ('le', str(bound))))} {so_far}"
        yield f"{name}_sum{write_labels(labels)} {self.total:.6f}"
        yield f"{name}_count{write_labels(labels)} {so_far}"


def write_labels(labels: Labels) -> str:
    def safe(text: str) -> str:
        return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")

    return "{" + ",".join(f'{name}="{safe(value)}"' for name, value in labels) + "}" if labels else ""


class Metrics:
    """The numbers of one process. Requests are noted in the event loop, the bots' thoughts by their threads."""

    def __init__(self) -> None:
        self.requests: dict[tuple[str, str, int], int] = {}  # by route, method and status
        self.seconds: dict[str, Histogram] = {}  # by route
        self.thinking = Histogram()
        self._lock = threading.Lock()
        self.faults: Counter[str] = Counter()  # of bots, by kind
        self._asked: list[tuple[str, str, str, Callable[[], Iterable[Value]]]] = []
        self.begun = time.time()

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        what = (route, method, status)
        self.requests[what] = self.requests.get(what, 0) + 1
        found = self.seconds.get(route)
        if found is None:
            found = self.seconds[route] = Histogram()
        found.note(seconds)

    def thought(self, seconds: float, fault: str) -> None:
        """A bot has decided, or failed to."""
        with self._lock:
            self.thinking.note(seconds)
            if fault:
                self.faults[fault] += 1

    def ask(self, name: str, kind: str, about: str, find: Callable[[], float]) -> None:
        """A number that is looked up when somebody wants to know."""
        self._asked.append((name, kind, about, lambda: [((), find())]))

    def ask_each(self, name: str, kind: str, about: str, label: str, find: Callable[[], Mapping[str, float]]) -> None:
        self._asked.append((name, kind, about, lambda: [(((label, one),), n) for one, n in sorted(find().items())]))

    def text(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterable[str]:
        yield from head("hardtack_requests_total", "counter", "Requests by route, method and status.")
        for (route, method, status), count in sorted(self.requests.copy().items()):
            told = write_labels((("route", route), ("method", method), ("status", str(status))))
            yield f"hardtack_requests_total{told} {count}"
        yield from head("hardtack_request_seconds", "histogram", "From request to answer; a stream: to its first word.")
        for route, histogram in sorted(self.seconds.copy().items()):
            yield from histogram.lines("hardtack_request_seconds", (("route", route),))
        yield from head("hardtack_bot_decision_seconds", "histogram", "How long bots think about an action.")
        yield from self.thinking.lines("hardtack_bot_decision_seconds", ())
        for name, kind, about, find in self._asked:
            yield from head(name, kind, about)
            for labels, value in find():
                yield f"{name}{write_labels(labels)} {value:g}"


def head(name: str, kind: str, about: str) -> tuple[str, str]:
    return f"# HELP {name} {about}", f"# TYPE {name} {kind}"


def resident_bytes() -> float:
    """The memory of this process, where the system tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return 0.0
    import resource

    return float(pages * resource.getpagesize())


class MetricsServer:
    """Tells the numbers to whoever asks at an address that is no part of the game's."""

    def __init__(self, metrics: Metrics, place: Bound) -> None:
        class Handler(BaseHTTPRequestHandler):
            timeout = 5.0

            def do_GET(self) -> None:
                known = self.path.partition("?")[0] == "/metrics"
                body = metrics.text().encode() if known else b"/metrics is all there is\n"
                self.send_response(200 if known else 404)
                self.send_header("Content-Type", TYPE)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Nobody need know who looked."""

        class Listener(ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

        self._listener = Listener((place.host, place.port), Handler)
        self.port = int(self._listener.server_address[1])
        self._thread = threading.Thread(target=self._listener.serve_forever, name="metrics", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._listener.shutdown()
        self._listener.server_close()
