"""What a notice says, in the reader's language: the battle, who plays, and what awaits them; nothing that is hidden."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

import sqlalchemy as sa

from hardtack.referee.errors import HardtackError
from hardtack.referee.register import LANGUAGES
from hardtack.server.errors import own_words
from hardtack.server.library import Library, bot_words
from hardtack.server.notices import CHALLENGED, PROPOSED
from hardtack.server.post.weighing import Item, asked_of
from hardtack.server.schema import games, seats

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
