"""Ratings by rated games, one table for each series; bots are in it like people.

A game counts once: whoever finds it over takes the word `agreed` from it in the same transaction as it changes the
ratings. Each game is a rating period of its own. What nobody won or lost (a game never
begun, a seat that changed hands) does not count.

Ratings are those of Glicko-2, written out as in Mark Glickman's "Example of the Glicko-2 system" (glicko.net); step
numbers are his. A rating says how strong somebody is, a deviation how sure that is, a volatility how much it changes.
Numbers are on the scale people know (1500, 350); the paper's own scale is used inside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from hardtack.referee.battle import Battle
from hardtack.referee.endings import ABANDONED
from hardtack.referee.events import SIDES
from hardtack.referee.register import LANGUAGES
from hardtack.server.errors import own_words
from hardtack.server.library import Library
from hardtack.server.live import LiveGame
from hardtack.server.new_games import COUNTED, NOT_RATED
from hardtack.server.schema import games, people, ratings
from hardtack.server.seat_store import RATED
from hardtack.server.store import Store

SCALE = 173.7178
MIDDLE = 1500.0
TAU = 0.5  # how much a volatility may change
EXACT = 0.000001
MOST_ROWS = 200
BATTLES = "hardtack.battles."
BOT = "bot "  # before the name of one that is rated; a person is rated by their id


class Rating(NamedTuple):
    rating: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


class Played(NamedTuple):
    """A game against somebody: 1 won, 0 lost, 0.5 drawn."""

    other: Rating
    score: float


def rate(own: Rating, games: Sequence[Played], tau: float = TAU) -> Rating:
    """The rating after a period with these games."""
    mu, phi = (own.rating - MIDDLE) / SCALE, own.deviation / SCALE  # step 2
    if not games:
        return own._replace(deviation=SCALE * math.hypot(phi, own.volatility))
    precision = gain = 0.0
    for other, score in games:  # steps 3 and 4
        weight = _weight(other.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - MIDDLE) / SCALE)))
        precision += weight * weight * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / precision
    volatility = _volatility(own.volatility, phi, variance, variance * gain, tau)  # step 5
    before = math.hypot(phi, volatility)  # step 6
    after = 1 / math.sqrt(1 / (before * before) + 1 / variance)  # step 7
    return Rating(SCALE * (mu + after * after * gain) + MIDDLE, SCALE * after, volatility)  # step 8


def _weight(phi: float) -> float:
    """How much a game counts against somebody whose rating is so sure: the paper's g."""
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _volatility(sigma: float, phi: float, variance: float, change: float, tau: float) -> float:
    """Step 5: the volatility that explains the results best, by the Illinois method."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        spread = phi * phi + variance + math.exp(x)
        return math.exp(x) * (change * change - spread) / (2 * spread * spread) - (x - start) / (tau * tau)

    low = start
    if change * change > phi * phi + variance:
        high = math.log(change * change - phi * phi - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


# -- who is rated, in what


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
