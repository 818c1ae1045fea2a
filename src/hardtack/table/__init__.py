"""The table: a match with its seats, journal, undo, per-seat views, bots and records on disk. No HTTP.

match.py   a game with seats: everything a player, a script or the server asks of it
seats.py   who sits where; bots, and what happens when one misbehaves
story.py   the log as a viewer may read it, in the viewer's language
thinking.py, worker.py   bots in processes of their own, ended when they take too long
report.py  what a report of a finished game tells; luck set apart from decisions
saves.py   records on disk, written so that a crash leaves the old file or the new one
"""

from hardtack.table.match import EVERYTHING, Match
from hardtack.table.saves import load, save
from hardtack.table.seats import BadSeat, Bot, Fault, Seat, StaleMove
from hardtack.table.story import Line, story

__all__ = [
    "EVERYTHING", "BadSeat", "Bot", "Fault", "Line", "Match", "Seat", "StaleMove", "load", "save", "story",
]  # fmt: skip
