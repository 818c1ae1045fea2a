"""What has happened that a person ought to hear of, in the store: one line for each person, game and kind.

The same again before it was sent makes no second line, so that many turns within minutes are one notice. Whoever cannot
be reached has no lines.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hardtack.server.notices import ENDED, SAID, YOUR_TURN, Notice
from hardtack.server.schema import changes, correspondents, games, happenings, seats, subscriptions
from hardtack.server.store import Store

WAIT = {YOUR_TURN: 30.0, SAID: 60.0}  # seconds in which it may become untrue, or its player come by
SOON = 10.0  # for everything else
LATELY = 6 * 3_600.0  # how far back to look for what was never noted
MOST = 200  # games looked at in one go

REACHABLE = (
    correspondents.c.confirmed.is_not(None)
    | correspondents.c.hook.is_not(None)
    | sa.exists().where(subscriptions.c.person == correspondents.c.person)
)


def of(person: str, game: str, kind: str) -> sa.ColumnElement[bool]:
    """The one line there is of its kind."""
    return (happenings.c.person == person) & (happenings.c.game == game) & (happenings.c.kind == kind)


def note(store: Store, notice: Notice, at: float) -> None:
    """Note that something has happened, for the person it concerns, if they can be reached."""
    with store.reading() as connection:
        wanted = _is_reachable(connection, notice.person) and not _plays_alone(connection, notice)
    if wanted:
        with store.writing() as connection:
            _note(connection, notice, at)


def _is_reachable(connection: sa.Connection, person: str) -> bool:
    query = sa.select(correspondents.c.person).where(correspondents.c.person == person, REACHABLE)
    return connection.execute(query).first() is not None


def _plays_alone(connection: sa.Connection, notice: Notice) -> bool:
    """Whether one person holds every seat, and looks."""
    holders = connection.execute(sa.select(seats.c.person).where(seats.c.game == notice.game)).scalars().all()
    return len(holders) > 1 and all(one == notice.person for one in holders)


def _note(connection: sa.Connection, notice: Notice, at: float) -> None:
    person = notice.person
    same = of(person, notice.game, notice.kind)
    due = at + WAIT.get(notice.kind, SOON)
    known = connection.execute(sa.select(happenings.c.mark).where(same)).scalar()
    row = {"side": notice.side, "mark": notice.mark, "at": at}
    if known is None:
        if connection.execute(sa.select(games.c.id).where(games.c.id == notice.game)).first() is None:
            return  # it was thrown away meanwhile
        try:
            with connection.begin_nested():
                first = {"person": person, "game": notice.game, "kind": notice.kind, "due": due, "waiting": True}
                connection.execute(happenings.insert(), row | first)
        except IntegrityError:
            pass  # another process has noticed it, too
    elif not notice.mark or notice.mark != known:
        first_due = sa.case((happenings.c.waiting, happenings.c.due), else_=due)
        connection.execute(happenings.update().where(same).values(row | {"due": first_due, "waiting": True}))


def catch_up(store: Store, at: float) -> None:
    """Note what was played and never noted, as when a process ended in between.

    A turn was handed over with the last change that was the other side's.
    """
    theirs = seats.c.person.is_not(None) & sa.exists().where(correspondents.c.person == seats.c.person, REACHABLE)
    query = (
        sa.select(games.c.id, games.c.over, games.c.to_act, seats.c.side, seats.c.person)
        .join_from(games, seats)
        .where(games.c.updated > at - LATELY, games.c.lesson.is_(None), theirs)
        .where(games.c.over | (games.c.to_act == seats.c.side))
        .order_by(games.c.updated.desc())
        .limit(MOST)
    )
    with store.reading() as connection:
        found = connection.execute(query).all()
        missed = []
        for row in found:
            kind = ENDED if row.over else YOUR_TURN
            known = connection.execute(sa.select(happenings.c.mark).where(of(row.person, row.id, kind))).scalar()
            others = sa.select(sa.func.max(changes.c.version)).where(
                changes.c.game == row.id, changes.c.side != row.side
            )
            handed = connection.execute(others).scalar() or 0
            if (known is None and (row.over or handed)) or (kind == YOUR_TURN and int(known or 0) < handed):
                missed.append(Notice(kind, row.id, row.side, row.person, mark="" if row.over else str(handed)))
    for notice in missed:
        note(store, notice, at)
