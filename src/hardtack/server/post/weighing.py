"""Whether what has happened is still to be told: whether it is true, wanted so, and not before its reader's eyes. And
what is said of it in the reader's language: the battle, who plays, and what awaits them; nothing that is hidden.

The same as an Atom feed: what awaits a person, and what has ended lately.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from xml.etree import ElementTree

import sqlalchemy as sa

from hardtack.referee.errors import HardtackError
from hardtack.referee.events import enemy_of
from hardtack.referee.register import LANGUAGES
from hardtack.server import seat_store
from hardtack.server.clocks import read_clock
from hardtack.server.errors import own_words
from hardtack.server.library import Library, bot_words
from hardtack.server.notices import CHALLENGED, ENDED, JOINED, PROPOSED, REMATCH, SAID, TIME_SHORT, TIME_UP, YOUR_TURN
from hardtack.server.post.post_store import DIGEST, NONE, TIME, choices
from hardtack.server.schema import changes, games, proposals, seats
from hardtack.server.store import Row, Store
from hardtack.server.talk_store import TAKE_BACK
from hardtack.server.timekeeper import HERE, SHORT_SECONDS
from hardtack.server.viewing import iso

ABOUT_TIME = (TIME_SHORT, TIME_UP)
SEND, DROP, LATER, GATHER = "send", "drop", "later", "gather"
KEPT_DAYS = 30  # of games that are over, in a digest or a feed
LONGEST = 60  # characters of somebody's name
ATOM = "http://www.w3.org/2005/Atom"
MOST = 50  # entries of a feed


class Item(NamedTuple):
    """Something to tell: of which game, what, and to which side."""

    game: str
    kind: str
    side: str


def is_true(connection: sa.Connection, item: Item, person: str, at: float) -> bool:
    """Whether it is so now. What was true once and is no more is told to nobody."""
    game = connection.execute(sa.select(games).where(games.c.id == item.game)).mappings().first()
    held = sa.select(seats).where(seat_store.seat_of(item.game, item.side))
    seat = connection.execute(held).mappings().first()
    if game is None or seat is None:
        return False
    if item.kind == CHALLENGED:
        return bool(seat["asked"] == person and not game["over"])
    if seat["person"] != person:  # the seat has changed hands
        return False
    if item.kind == ENDED:
        return bool(game["over"])
    if item.kind == REMATCH:
        return _wants_rematch(connection, game, item.side)
    if game["over"]:
        return False
    if item.kind == PROPOSED:
        return bool(asked_of(connection, game, item.side))
    if item.kind in ABOUT_TIME:
        return _about_time(game, item, at)
    return item.kind in (JOINED, SAID) or game["to_act"] == item.side


def _about_time(game: Row, item: Item, at: float) -> bool:
    clock = read_clock(game["clock"], game["clock_state"])
    if clock is None or clock.side is None:
        return False
    if item.kind == TIME_UP:
        return clock.side == enemy_of(item.side) and clock.is_up(at)
    return clock.side == item.side and clock.is_short(at, SHORT_SECONDS) and not clock.is_up(at)


def _wants_rematch(connection: sa.Connection, game: Row, side: str) -> bool:
    if game["rematch"] is None:
        return False
    [seating] = seat_store.read_seatings(connection, [game["rematch"]]).values()
    return not seating.held(enemy_of(side))


def asked_of(connection: sa.Connection, game: Row, side: str) -> list[str]:
    """The kinds of what the other side asks of this one."""
    query = sa.select(proposals).where(proposals.c.game == game["id"], proposals.c.side != side)
    open_ones = connection.execute(query.order_by(proposals.c.made)).mappings()
    return [one["kind"] for one in open_ones if one["kind"] != TAKE_BACK or one["version"] == game["version"]]


def judge(connection: sa.Connection, item: Item, settings: Row, here: Iterable[tuple[str, str]], at: float) -> str:
    """What becomes of something that has happened."""
    person = settings["person"]
    if not is_true(connection, item, person, at):
        return DROP
    chosen, usual = choices(connection, item.game, person)
    choice = chosen or usual
    if choice == NONE or (item.kind == SAID and not settings["talk"]):
        return DROP
    if item.kind not in ABOUT_TIME and choice == TIME:
        return DROP
    if is_here(connection, item, here, at):
        return LATER if item.kind in ABOUT_TIME else DROP  # a page may stay open while nobody looks at it
    return GATHER if choice == DIGEST and item.kind not in ABOUT_TIME else SEND


def is_here(connection: sa.Connection, item: Item, here: Iterable[tuple[str, str]], at: float) -> bool:
    """Whether the player has the game open, in this process or in another."""
    if (item.game, item.side) in here:
        return True
    query = sa.select(seats.c.seen).where(seats.c.game == item.game, seats.c.side == item.side)
    return (connection.execute(query).scalar() or 0.0) > at - HERE


def awaiting(connection: sa.Connection, person: str, at: float) -> list[Item]:
    """All that a person is to do something about, and their games that ended lately; the latest first."""
    theirs = (seats.c.person == person) | (seats.c.asked == person)
    lately = ~games.c.over | (games.c.updated > at - KEPT_DAYS * 86_400.0)
    query = sa.select(games.c.id, games.c.over, seats.c.side, seats.c.asked).join_from(games, seats)
    query = query.where(theirs, lately, games.c.lesson.is_(None)).order_by(games.c.updated.desc()).limit(200)
    found = []
    for row in connection.execute(query).all():
        kinds = (ENDED, REMATCH) if row.over else (CHALLENGED,) if row.asked == person else (YOUR_TURN, PROPOSED)
        found += [Item(row.id, kind, row.side) for kind in kinds]
    return [item for item in found if is_true(connection, item, person, at)]


def for_digest(connection: sa.Connection, settings: Row, since: float, at: float) -> list[Item]:
    """What a daily digest tells: what awaits a person in the games they chose it for, and what ended since the last."""
    found = []
    for item in awaiting(connection, settings["person"], at):
        chosen, usual = choices(connection, item.game, settings["person"])
        if (chosen or usual) != DIGEST:
            continue
        if item.kind == ENDED:
            ended = connection.execute(sa.select(games.c.updated).where(games.c.id == item.game)).scalar_one()
            if ended <= since:
                continue
        found.append(item)
    return found


def next_digest(hour: int, last: float, at: float) -> float:
    """When the next digest goes: at the hour that was chosen, and no two within one day."""
    earliest = datetime.fromtimestamp(max(at, last + 20 * 3_600.0), UTC)
    day = earliest.replace(hour=hour, minute=0, second=0, microsecond=0)
    return (day if day >= earliest else day + timedelta(days=1)).timestamp()


# -- what it says


class Said(NamedTuple):
    """One thing told: of which game, what, and what it says."""

    game: str
    kind: str
    title: str  # of the battle
    text: str
    path: str  # the page that shows it


def one_line(text: str) -> str:
    """What somebody wrote, as part of a line of ours: no breaks, nothing that turns the line around."""
    plain = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    return " ".join(plain.split())[:LONGEST]


def word(key: str, lang: str, **values: str | int) -> str:
    return own_words().word(f"notice.{key}", lang).format(**values)


def say(connection: sa.Connection, library: Library, item: Item, lang: str) -> Said:
    """The sentence of an item that is true."""
    game = connection.execute(sa.select(games).where(games.c.id == item.game)).mappings().one()
    table = connection.execute(sa.select(seats).where(seats.c.game == item.game)).mappings().all()
    other = next((seat for seat in table if seat["side"] != item.side), None)
    name = word("somebody", lang)
    if other is not None and other["bot"] is not None:
        name = bot_words(other["bot"], lang)[0]
    elif other is not None and other["name"]:
        name = one_line(other["name"])
    try:
        battle, info = library.info(game["scenario"])
        title, side = info.titles[LANGUAGES.index(lang)], battle.words.word(f"term.{item.side}", lang)
    except HardtackError:  # a scenario this program does not have (any more)
        title, side = game["scenario"], item.side
    key = item.kind
    if item.kind == PROPOSED:
        asked = asked_of(connection, game, item.side)
        key = f"{PROPOSED}.{asked[0]}" if asked else PROPOSED
    path = "/you" if item.kind == CHALLENGED else f"/you#game={item.game}"
    return Said(item.game, item.kind, title, word(key, lang, name=name, side=side), path)


# -- one's games as a feed


class Entry(NamedTuple):
    said: Said
    id: str
    updated: float


def entries(store: Store, library: Library, person: str, lang: str, at: float) -> list[Entry]:
    """What awaits a person, the latest first; an entry is another one when it is their turn again."""
    with store.reading() as connection:
        return [_entry(connection, library, item, lang) for item in awaiting(connection, person, at)[:MOST]]


def _entry(connection: sa.Connection, library: Library, item: Item, lang: str) -> Entry:
    since = _since(connection, item)
    return Entry(say(connection, library, item, lang), f"urn:hardtack:{item.game}:{item.kind}:{since:.0f}", since)


def _since(connection: sa.Connection, item: Item) -> float:
    """Since when it is so. Nothing here counts what the other side did: it may have been in secret."""
    if item.kind == YOUR_TURN:
        query = sa.select(changes.c.at).where(changes.c.game == item.game, changes.c.side != item.side)
        found = connection.execute(query.order_by(changes.c.version.desc()).limit(1)).scalar()
    elif item.kind == PROPOSED:
        query = sa.select(proposals.c.made).where(proposals.c.game == item.game, proposals.c.side != item.side)
        found = connection.execute(query.order_by(proposals.c.made.desc()).limit(1)).scalar()
    elif item.kind in (ENDED, REMATCH):
        found = connection.execute(sa.select(games.c.updated).where(games.c.id == item.game)).scalar()
    else:
        found = None
    made = sa.select(games.c.created).where(games.c.id == item.game)
    return float(connection.execute(made).scalar_one() if found is None else found)


def write_atom(owner: Row, found: list[Entry], site: str, lang: str, at: float) -> bytes:
    ElementTree.register_namespace("", ATOM)
    feed = ElementTree.Element(f"{{{ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": lang})
    _add(feed, "id", f"urn:hardtack:feed:{owner['id']}")
    _add(feed, "title", f"Hardtack: {word('feed', lang, name=one_line(owner['name']))}")
    _add(feed, "updated", iso(max((one.updated for one in found), default=at)))
    ElementTree.SubElement(feed, f"{{{ATOM}}}link", {"rel": "alternate", "href": f"{site}/you"})
    _add(ElementTree.SubElement(feed, f"{{{ATOM}}}author"), "name", "Hardtack")
    for one in found:
        entry = ElementTree.SubElement(feed, f"{{{ATOM}}}entry")
        _add(entry, "id", one.id)
        _add(entry, "title", f"{one.said.title}: {one.said.text}")
        _add(entry, "updated", iso(one.updated))
        _add(entry, "summary", one.said.text)
        ElementTree.SubElement(entry, f"{{{ATOM}}}category", {"term": one.said.kind})
        ElementTree.SubElement(entry, f"{{{ATOM}}}link", {"rel": "alternate", "href": f"{site}{one.said.path}"})
    return bytes(ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True))


def _add(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, f"{{{ATOM}}}{name}").text = text
