"""Changes on their way to the store."""

from __future__ import annotations

from typing import NamedTuple

from hardtack.referee.journal import Entry
from hardtack.server import snapshots
from hardtack.server.live import LiveGame, change_row, write_dice
from hardtack.server.store import Write


class Step(NamedTuple):
    """A change that is yet to be written, and the snapshot that is due with it."""

    write: Write
    taken: snapshots.Taken | None


def step(live: LiveGame, kind: str, entry: Entry, fault: str | None = None) -> Step:
    """The last action of a game as it is to be written."""
    dice = write_dice(entry.dice)
    change = change_row(
        live.id, live.match.version, kind, str(entry.side), str(entry.action), dice=dice, fault=fault
    )  # fmt: skip
    return Step(Write(change, live.summary()), snapshots.due(live.id, live.match))
