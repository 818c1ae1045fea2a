"""What a notice says, in the reader's language: the battle, who plays, and what awaits them; nothing that is hidden.

The same as an Atom feed: what awaits a person, and what has ended lately.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple
from xml.etree import ElementTree

import sqlalchemy as sa

from hardtack.referee.errors import HardtackError
from hardtack.referee.register import LANGUAGES
from hardtack.server.errors import own_words
from hardtack.server.library import Library, bot_words
from hardtack.server.notices import CHALLENGED, ENDED, PROPOSED, REMATCH, YOUR_TURN
from hardtack.server.post.weighing import Item, asked_of, awaiting
from hardtack.server.schema import changes, games, proposals, seats
from hardtack.server.store import Row, Store
from hardtack.server.viewing import iso

LONGEST = 60  # characters of somebody's name


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


ATOM = "http://www.w3.org/2005/Atom"
MOST = 50  # entries


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
