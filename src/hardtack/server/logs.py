"""What a server writes down: one line for each thing worth knowing, plain or as JSON, and never a secret.

Of a request only the pattern of its address is written, so nothing a client put into it. Whatever else is written goes
through `scrub`, since a message or an error may quote what was sent.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from hardtack.server.hosting import LogKind

# Keys and tokens are 32 characters, their hashes 64; game ids and notation are shorter than 24 without a blank.
SECRETS = re.compile(r"[A-Za-z0-9_-]{24,}")
MAIL = re.compile(r"[^\s@<>\"'=:,;()\[\]]+@[^\s@<>\"'=,;()\[\]]+")
MOST = 4_000  # characters of a message or a trace

log = logging.getLogger("hardtack.server")
write = msgspec.json.Encoder().encode
Line = dict[str, Any]


def scrub(text: str) -> str:
    """The text without what looks like a key, a token, a hash or somebody's mail address."""
    return MAIL.sub("(mail)", SECRETS.sub("(secret)", text))[:MOST]


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def trace(error: BaseException) -> str:
    """Where an error came from: names of functions and lines of ours, no values."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.name} ({frame.filename.rpartition('/')[2]}:{frame.lineno})" for frame in frames]
    return " > ".join(places)[-MOST:]


class PlainLines(logging.Formatter):
    """For whoever reads along in a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        text = f"{record.levelname.lower()}: {scrub(record.getMessage())}"
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return text
        return f"{text}\n  {type(error).__name__}: {scrub(str(error))}\n  Traceback: {trace(error)}"


class JsonLines(logging.Formatter):
    """For whoever collects them."""

    def format(self, record: logging.LogRecord) -> str:
        line: Line = {
            "time": moment(record.created), "level": record.levelname.lower(), "logger": record.name,
            "message": scrub(record.getMessage()),
        }  # fmt: skip
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line |= {"error": type(error).__name__, "detail": scrub(str(error)), "trace": trace(error)}
        return write(line).decode()


def set_up(kind: LogKind) -> None:
    """Everything that is logged goes to the standard error stream, in one way."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else PlainLines())
    for name in ("hardtack", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO if kind == "json" and name == "hardtack" else logging.WARNING)


def requests_writer() -> Callable[[Line], None]:
    """Writes the line of a request, at once: there are many of them, so nothing stands in between."""
    stream = sys.stderr

    def note(line: Line) -> None:
        stream.write(write(line).decode() + "\n")
        stream.flush()

    return note
