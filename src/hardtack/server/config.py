"""How a server is set up, and where games live when nothing else is said."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hardtack.server.hosting import AT_HOME, Bound, Hosting
from hardtack.server.library import Library
from hardtack.server.post.settings import PostSettings
from hardtack.server.store import now


def home_folder() -> Path:
    """`$HARDTACK_HOME`, or the folder where this system keeps a user's data."""
    chosen = os.environ.get("HARDTACK_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "hardtack"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hardtack"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "hardtack"


def default_database() -> str:
    return f"sqlite:///{home_folder() / 'hardtack.sqlite'}"


def chosen_database(given: str | None) -> str:
    """The store to use: as given, as `$HARDTACK_DATABASE` says, or the file in the user's folder."""
    return given or os.environ.get("HARDTACK_DATABASE") or default_database()


@dataclass(frozen=True)
class Config:
    database: str = field(default_factory=default_database)
    library: Library = field(default_factory=Library)
    web_folder: Path = Path(__file__).parents[1] / "web"
    bot_workers: int = 2
    picture_folder: Path | None = None  # where drawn boards are kept; with it, all are made ready at the start
    mail_home: Path = field(default_factory=home_folder)  # the secrets of games by mail are kept there
    bound: Bound | None = None  # where the server listens, if it knows
    clock: Callable[[], float] = now  # the time of day; tests turn it by hand
    bot_seconds: float = 30.0  # how long a bot may think about one action
    hint_seconds: float = 15.0  # and about a hint for a player, who waits for it
    hosting: Hosting = AT_HOME
    post: PostSettings = field(default_factory=PostSettings)  # how people hear of their games
