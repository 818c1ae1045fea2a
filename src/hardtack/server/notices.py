"""The one place where something is announced to a player who may not be looking: whose turn it is, a challenge, time.

Whoever can reach people (a browser that was closed, a mailbox) adds a listener. Nothing here waits for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hardtack.server.logs import log

YOUR_TURN = "your_turn"
PROPOSED = "proposed"  # the other side asks for something
ENDED = "ended"
TIME_SHORT = "time_short"
TIME_UP = "time_up"
CHALLENGED = "challenged"
JOINED = "joined"  # somebody has sat down on the other side
REMATCH = "rematch"  # the other side wants to play again
SAID = "said"
SIGN_IN = "sign_in"  # somebody asks for a one-time link to a name by mail; `text` is the name, or the address


class Notice(NamedTuple):
    """Something a seat of a game, or a person, ought to hear of."""

    kind: str
    game: str = ""
    side: str = ""
    person: str = ""  # whose the seat is; empty: of nobody with a name
    text: str = ""
    mark: str = ""  # which one of its kind: the same is not announced twice, whichever process noticed it


class Notices:
    def __init__(self) -> None:
        self.listeners: list[Callable[[Notice], None]] = []

    def tell(self, notice: Notice) -> None:
        for listener in self.listeners:
            try:
                listener(notice)
            except Exception:  # who cannot be reached must not keep a move from being made
                log.exception("a notice of game %s was not passed on", notice.game)
