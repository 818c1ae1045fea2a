"""Ratings by rated games, one table for each series; bots are in it like people.

A game counts once: whoever finds it over takes the word `agreed` from it in the same transaction as it changes the
ratings. Each game is a rating period of its own. What nobody won or lost (a game never
begun, a seat that changed hands) does not count.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from hardtack.referee.battle import Battle
from hardtack.referee.endings import ABANDONED
from hardtack.referee.events import SIDES
from hardtack.referee.register import LANGUAGES
from hardtack.server.errors import own_words
from hardtack.server.glicko import Played, Rating, rate
from hardtack.server.library import Library
from hardtack.server.live import LiveGame
from hardtack.server.new_games import COUNTED, NOT_RATED
from hardtack.server.schema import games, people, ratings
from hardtack.server.seat_store import RATED
from hardtack.server.store import Store

MOST_ROWS = 200
BATTLES = "hardtack.battles."


BOT = "bot "  # before the name of one that is rated; a person is rated by their id


def series_of(battle: Battle) -> str:
    """The series a battle belongs to: the package of the most basic class its rules are made of."""
    homes = [kind.__module__ for kind in type(battle).__mro__ if kind.__module__.startswith(BATTLES)]
    return homes[-1].removeprefix(BATTLES).partition(".")[0].replace("_", "-") if homes else battle.id


def series_name(library: Library, series: str, lang: str) -> str:
    """What a series is called; one that is a single battle is called like it."""
    for battle in library.battles():
        if series_of(battle) == series:
            key = f"series.{series}"
            place = LANGUAGES.index(lang)
            titles = [battle.titles[place], *(info.titles[place] for info in battle.scenarios.values())]
            return own_words().word(key, lang) if key in own_words() else next(filter(None, titles), series)
    return series


def player_at(live: LiveGame, side: str) -> str | None:
    """Who is rated for a side: a person, or a bot by its name."""
    bot = live.bot_of.get(side)
    return live.person_of.get(side) if bot is None else BOT + bot


def count(store: Store, live: LiveGame, at: float) -> None:
    """Rate a game that is over, if it is rated and nobody has done so."""
    outcome = live.match.outcome
    if live.rated != RATED or outcome is None:
        return
    players = [found for side in SIDES if (found := player_at(live, side)) is not None]
    counts = len(set(players)) == len(SIDES) and outcome.level != ABANDONED
    live.rated = COUNTED if counts else NOT_RATED
    series = series_of(live.match.battle)
    with store.writing() as connection:
        mine = (games.c.id == live.id) & (games.c.rated == RATED)
        if connection.execute(games.update().where(mine), {"rated": live.rated}).rowcount != 1 or not counts:
            return
        one, two = (_rating(connection, player, series) for player in players)
        score = outcome.score(SIDES[0])
        _keep(connection, players[0], series, rate(one, [Played(two, score)]), at)
        _keep(connection, players[1], series, rate(two, [Played(one, 1 - score)]), at)


def _rating(connection: sa.Connection, who: str, series: str) -> Rating:
    same = (ratings.c.who == who) & (ratings.c.series == series)
    row = connection.execute(sa.select(ratings).where(same).with_for_update()).mappings().first()
    return Rating() if row is None else Rating(row["rating"], row["deviation"], row["volatility"])


def _keep(connection: sa.Connection, who: str, series: str, new: Rating, at: float) -> None:
    same = (ratings.c.who == who) & (ratings.c.series == series)
    kept = {**new._asdict(), "updated": at}
    changed = connection.execute(ratings.update().where(same).values(games=ratings.c.games + 1, **kept))
    if not changed.rowcount:
        connection.execute(ratings.insert(), {"who": who, "series": series, "games": 1, **kept})


def table(store: Store, series: str | None, who: str | None = None) -> list[dict[str, Any]]:
    """The ratings of a series (None: of all), the highest first, with the names of people."""
    query = sa.select(ratings, people.c.name).join(people, people.c.id == ratings.c.who, isouter=True)
    if series is not None:
        query = query.where(ratings.c.series == series)
    if who is not None:
        query = query.where(ratings.c.who == who)
    rows = store.rows(query.order_by(ratings.c.rating.desc(), ratings.c.who).limit(MOST_ROWS))
    return [dict(row) for row in rows if row["name"] is not None or row["who"].startswith(BOT)]


def uncounted(store: Store) -> list[str]:
    """Games that are over and not yet counted: whoever should have done it is gone."""
    return store.column(sa.select(games.c.id).where(games.c.over, games.c.rated == RATED).limit(50))
