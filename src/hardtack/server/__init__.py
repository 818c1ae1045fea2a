"""The server: an HTTP API over `table`, live updates, storage, the pages. docs/api.md describes it.

app.py, config.py    the application put together
routes_*.py          what each address does; bodies.py, request_bodies.py: shapes that several share
lean.py              the short way for actions; group_writer.py: those that arrive together in one transaction
present.py, scenes.py, survey.py, asking.py, catalogue.py, pictures.py   a game or battle as a viewer may see it
reports.py, telling.py   the report of a battle that is over
viewing.py           the view of a game in memory, whole or as what has changed
snapshots.py         states of long games, kept now and then
memory.py            what stays in memory, and when it is looked through
game_service.py, live.py  games in memory; store.py, schema.py, migrations/: games on disk; backup.py: copies of them
database.py, connections.py   SQLite or PostgreSQL; archive.py: games straight from the store
beginning.py, new_games.py   how a game begins; and again
seating.py, seat_store.py, keys.py   who holds a seat: keys, invitations, links for other devices
people_store.py, standings.py   names of one's own, and how they fare in rated games
mailing.py           games by mail: the file in the player's folder, the board in the store
between.py, talk_store.py   what players settle and say; clocks.py, timekeeper.py: the time they have
notices.py, post/    what somebody ought to hear of, and how it gets to them
reading.py           the rules as a book, briefings
watching.py          live updates; bot_runner.py, charges.py: bots, at each game's pace, by one process of several
guard.py, wire.py    what may come in; pacing.py: how long it is worked on; health.py: whether all is well
hosting.py           what a host may set; doorway.py: who asks and what became of it (allowances.py)
logs.py, metrics.py   what is written down and counted; housekeeping.py: what is thrown away
admin.py             what whoever runs a server does to games and names
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hardtack.server.app import create_app
    from hardtack.server.config import Config
    from hardtack.server.running import serve

__all__ = ["Config", "create_app", "serve"]

HOMES = {"Config": "config", "create_app": "app", "serve": "running"}


def __getattr__(name: str) -> Any:
    """The web stack is loaded only to serve: a process that thinks for bots needs the library alone."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
