"""Games as a list shows them: what is stored of each, without opening it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from hardtack.server import seat_store
from hardtack.server.keys import GAME_ID
from hardtack.server.schema import games
from hardtack.server.seating import Seating
from hardtack.server.store import Row, Store

Card = tuple[Row, list[Row], Seating]  # the game, its seats, who holds them


def latest(store: Store, over: bool | None, limit: int, before: float | None) -> list[Card]:
    """Games that anybody may see listed, the latest first."""
    query = sa.select(games).order_by(games.c.updated.desc(), games.c.id).limit(limit)
    query = query.where(games.c.visibility == "open", games.c.lesson.is_(None))
    if over is not None:
        query = query.where(games.c.over == over)
    if before is not None:
        query = query.where(games.c.updated < before)
    with store.reading():  # one look at the store for all of it
        return _with_seats(store, store.rows(query))


def these(store: Store, game_ids: Iterable[str]) -> list[Card]:
    """These games, in this order, as far as there are such games."""
    wanted = [game_id for game_id in game_ids if GAME_ID.fullmatch(game_id)]
    with store.reading():
        rows = {row["id"]: row for row in store.games(wanted)}
        return _with_seats(store, [rows[game_id] for game_id in wanted if game_id in rows])


def _with_seats(store: Store, rows: Sequence[Row]) -> list[Card]:
    seatings = seat_store.seatings(store, [row["id"] for row in rows])
    by_game: dict[str, list[Row]] = {row["id"]: [] for row in rows}
    for seat in store.seats_of(by_game):
        by_game[seat["game"]].append(seat)
    return [(row, by_game[row["id"]], seatings[row["id"]]) for row in rows]
