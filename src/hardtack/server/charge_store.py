"""Which process plays the bots of which game, in the store, and a number that each counts up while it lives."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from hardtack.server.schema import games, processes
from hardtack.server.store import Store


class Charge(NamedTuple):
    """The process that plays the bots of a game, if any, and its beat; None: it has not beaten yet."""

    keeper: str | None
    beat: int | None


class Waiting(NamedTuple):
    """A game where a bot is next."""

    game: str
    pace_ms: int
    charge: Charge
    scenario: str


KEPT = games.outerjoin(processes, processes.c.name == games.c.keeper)


def waiting(store: Store) -> list[Waiting]:
    """Games where a bot is next; their pace, and who is in charge of them."""
    query = sa.select(games.c.id, games.c.pace_ms, games.c.keeper, processes.c.beat, games.c.scenario).select_from(KEPT)
    with store.reading() as connection:
        found = connection.execute(query.where(games.c.bot_next, ~games.c.over, ~games.c.paused))
        return [Waiting(row.id, row.pace_ms, Charge(row.keeper, row.beat), row.scenario) for row in found]


def last_of_others(store: Store, process: str) -> list[str]:
    """The scenario that another process has played bots of last, if any has."""
    query = sa.select(games.c.scenario).where(games.c.keeper != process).order_by(games.c.updated.desc()).limit(1)
    return store.column(query)


def charge_of(store: Store, game_id: str) -> Charge | None:
    query = sa.select(games.c.keeper, processes.c.beat).select_from(KEPT).where(games.c.id == game_id)
    row = store.row(query)
    return None if row is None else Charge(row["keeper"], row["beat"])


def take(store: Store, game_id: str, keeper: str, seen: Charge) -> bool:
    """Become the process that plays the bots of a game; False when its charge is no longer as it was seen."""
    beat = sa.select(processes.c.beat).where(processes.c.name == seen.keeper).scalar_subquery()
    same = (games.c.id == game_id) & games.c.keeper.is_not_distinct_from(seen.keeper)
    same &= beat.is_not_distinct_from(seen.beat)
    return store.change(games.update().where(same), {"keeper": keeper}, fleeting=True) == 1


def beat(store: Store, keeper: str) -> set[str]:
    """Show the others that a process lives; returns the games that are in its charge."""
    with store.writing(fleeting=True) as connection:
        own = processes.c.name == keeper
        if connection.execute(processes.update().where(own).values(beat=processes.c.beat + 1)).rowcount == 0:
            _clear(connection)
            connection.execute(processes.insert(), {"name": keeper, "beat": 1})
        kept = sa.select(games.c.id).where(games.c.keeper == keeper, ~games.c.over)
        return set(connection.execute(kept).scalars())


def release(store: Store, keeper: str) -> None:
    """Leave the bots of all games to whoever is there."""
    with store.writing(fleeting=True) as connection:
        connection.execute(games.update().where(games.c.keeper == keeper), {"keeper": None})
        _clear(connection)


def _clear(connection: sa.Connection) -> None:
    """Forget processes that have no game in their charge; one that lives counts on from one."""
    kept = sa.select(games.c.keeper).where(games.c.keeper.is_not(None), ~games.c.over)
    connection.execute(processes.delete().where(processes.c.name.not_in(kept)))
