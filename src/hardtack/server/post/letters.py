"""What has happened that a person ought to hear of, and what is to be sent of it, in the store.

What has happened is one line for each person, game and kind. The same again before it was sent makes no second line, so
that many turns within minutes are one notice. Whoever cannot be reached has no lines.

There is a letter for each way to a person, and one process at a time has it in hand. Whoever takes a letter moves the
time at which it is due ahead, if it is still the time that was seen: of several processes one succeeds. If that one
dies the letter is due again a minute later. What a letter says is worked out when it is sent, so that it says how
things stand then, and no secret lies in the store.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hardtack.server.connections import count
from hardtack.server.keys import new_id
from hardtack.server.notices import ENDED, SAID, TIME_SHORT, YOUR_TURN, Notice
from hardtack.server.post.post_store import find
from hardtack.server.post.settings import PostSettings
from hardtack.server.post.weighing import DROP, GATHER, LATER, SEND, Item, judge, next_digest
from hardtack.server.schema import changes, correspondents, games, happenings, seats, subscriptions
from hardtack.server.schema import letters as letter_table
from hardtack.server.store import Row, Store

WAIT = {YOUR_TURN: 30.0, SAID: 60.0}  # seconds in which it may become untrue, or its player come by
SOON = 10.0  # for everything else
LATELY = 6 * 3_600.0  # how far back to look for what was never noted
MOST = 200  # games looked at in one go

REACHABLE = (
    correspondents.c.confirmed.is_not(None)
    | correspondents.c.hook.is_not(None)
    | sa.exists().where(subscriptions.c.person == correspondents.c.person)
)
PUSH, MAIL, WEBHOOK = "push", "mail", "webhook"
NOTICE, DIGEST, CONFIRM, SIGN_IN, TRIAL = "notice", "digest", "confirm", "sign_in", "trial"
QUIET = 300.0  # seconds from one notice to a person to the next
URGENT_QUIET = 60.0  # and to one that time is short
AGAIN = 60.0  # a notice that has to wait is looked at again
HELD = 60.0  # seconds a process has a letter in hand
BACK_OFF = (60.0, 300.0, 1_800.0)  # after each failure; then it is given up
OLDEST = 6 * 3_600.0  # a letter that could not be sent for so long is not sent any more
MOST_LETTERS = 60  # of one person that wait; more are not written
MOST_ITEMS = 20  # in one letter
PEOPLE = 100  # weighed in one go


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


class Letter(NamedTuple):
    id: str
    person: str
    channel: str
    target: str
    content: dict[str, Any]
    made: float
    due: float
    tries: int


# -- writing them


def is_anybody_reached(store: Store) -> bool:
    """Whether anybody is to hear of anything, or a letter waits."""
    people = sa.select(correspondents.c.person).where(REACHABLE).limit(1)
    with store.reading() as connection:
        found = connection.execute(people).first() or connection.execute(sa.select(letter_table.c.id).limit(1)).first()
    return found is not None


def write_due(store: Store, settings: PostSettings, here: Iterable[tuple[str, str]], at: float) -> int:
    """Make letters of what has happened and is due, one for each person however much it is; how many people."""
    urgent = (happenings.c.kind == TIME_SHORT) & (correspondents.c.told <= at - URGENT_QUIET)
    calm = correspondents.c.told <= at - QUIET
    query = (
        sa.select(happenings.c.person)
        .join(correspondents, correspondents.c.person == happenings.c.person)
        .where(happenings.c.waiting, happenings.c.due <= at, urgent | calm)
        .distinct()
        .limit(PEOPLE)
    )
    people = store.column(query)
    for person in people:
        with store.writing() as connection:
            _write(connection, settings, person, here, at)
    return len(people)


def _write(
    connection: sa.Connection, settings: PostSettings, person: str, here: Iterable[tuple[str, str]], at: float
) -> None:
    theirs = (happenings.c.person == person) & happenings.c.waiting & (happenings.c.due <= at)
    rows = connection.execute(sa.select(happenings).where(theirs).order_by(happenings.c.at)).mappings().all()
    reader = find(connection, person)
    if reader is None:
        return
    fates: dict[str, list[Item]] = {SEND: [], DROP: [], LATER: [], GATHER: []}
    for row in rows:
        one = theirs & (happenings.c.game == row["game"]) & (happenings.c.kind == row["kind"])
        if connection.execute(happenings.update().where(one), {"waiting": False}).rowcount != 1:
            continue  # another process was quicker
        item = Item(row["game"], row["kind"], row["side"])
        fate = judge(connection, item, reader, here, at)
        fates[fate].append(item)
        if fate == LATER:
            same = of(person, item.game, item.kind)
            connection.execute(happenings.update().where(same), {"waiting": True, "due": at + AGAIN})
    values: dict[str, Any] = {}
    if fates[SEND]:
        values["told"] = at
        content = {"kind": NOTICE, "items": fates[SEND][:MOST_ITEMS], "more": max(0, len(fates[SEND]) - MOST_ITEMS)}
        post_everywhere(connection, settings, reader, content, at)
    if fates[GATHER] and reader["digest_due"] is None:
        values["digest_due"] = next_digest(reader["hour"], reader["digest_told"], at)
    if values:
        connection.execute(correspondents.update().where(correspondents.c.person == person), values)


def write_digests(store: Store, settings: PostSettings, at: float) -> None:
    """The daily digests that are due."""
    query = sa.select(correspondents.c.person, correspondents.c.digest_due, correspondents.c.digest_told)
    for row in store.rows(query.where(correspondents.c.digest_due <= at).limit(PEOPLE)):
        with store.writing() as connection:
            same = (correspondents.c.person == row["person"]) & (correspondents.c.digest_due == row["digest_due"])
            values = {"digest_due": None, "digest_told": at, "told": at}
            if connection.execute(correspondents.update().where(same), values).rowcount == 1:
                reader = find(connection, row["person"])
                assert reader is not None  # it was changed a moment ago, and we hold it
                since = max(row["digest_told"], at - 86_400.0)
                post_everywhere(connection, settings, reader, {"kind": DIGEST, "since": since}, at)


def post_everywhere(
    connection: sa.Connection, settings: PostSettings, reader: Row, content: dict[str, Any], at: float
) -> None:
    """A letter for each way there is to a person."""
    ways: list[tuple[str, str]] = []
    if settings.push:
        query = sa.select(subscriptions.c.id).where(subscriptions.c.person == reader["person"])
        ways += [(PUSH, one) for one in connection.execute(query).scalars()]
    if settings.mail and reader["confirmed"] is not None:
        ways.append((MAIL, ""))
    if settings.webhooks and reader["hook"] is not None:
        ways.append((WEBHOOK, ""))
    for channel, target in ways:
        write(connection, reader["person"], channel, content, at, target)


def write(
    connection: sa.Connection, person: str, channel: str, content: dict[str, Any], at: float, target: str = ""
) -> None:
    if count(connection, letter_table, letter_table.c.person == person) >= MOST_LETTERS:
        return
    row = {"id": new_id(), "person": person, "channel": channel, "target": target, "content": json.dumps(content)}
    connection.execute(letter_table.insert(), row | {"made": at, "due": at, "tries": 0})


# -- sending them


def due_channels(store: Store, at: float) -> list[str]:
    return store.column(sa.select(letter_table.c.channel).where(letter_table.c.due <= at).distinct())


def take(store: Store, channel: str, at: float) -> Letter | None:
    """A letter that is due, in hand of this process for a minute; None when there is none."""
    query = sa.select(letter_table).where(letter_table.c.channel == channel, letter_table.c.due <= at)
    while True:
        with store.writing() as connection:
            row = connection.execute(query.order_by(letter_table.c.due).limit(1)).mappings().first()
            if row is None:
                return None
            same = (letter_table.c.id == row["id"]) & (letter_table.c.due == row["due"])
            taken = connection.execute(letter_table.update().where(same), {"due": at + HELD}).rowcount == 1
        if taken:
            return Letter(**{**row, "content": json.loads(row["content"]), "due": at + HELD})


def done(store: Store, letter: Letter) -> None:
    """It was sent, or need not be."""
    store.change(letter_table.delete().where(letter_table.c.id == letter.id))


def failed(store: Store, letter: Letter, at: float) -> bool:
    """It could not be sent: later, a few times. False when it is given up."""
    if letter.tries >= len(BACK_OFF) or letter.made < at - OLDEST:
        done(store, letter)
        return False
    same = (letter_table.c.id == letter.id) & (letter_table.c.due == letter.due)
    store.change(letter_table.update().where(same), {"due": at + BACK_OFF[letter.tries], "tries": letter.tries + 1})
    return True
