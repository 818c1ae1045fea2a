"""Who holds the seats of a game: keys, and the links by which a key is given out.

A *key* is what a browser holds; it opens one seat, both seats of a hot seat, or none (whoever set up a game for others
or for bots). A *link* carries a token of its own that is exchanged for a fresh key once: an invitation for a seat that
nobody holds, a device link for a seat of one's own, or one by which somebody else takes one's seat over (if the other
side agrees). Both are kept as hashes only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from hardtack.referee.errors import HardtackError
from hardtack.server.errors import BadKey
from hardtack.server.keys import hash_key
from hardtack.server.store import Row

INVITATION, DEVICE, HANDOVER = "invitation", "device", "handover"
OPEN, TAKEN, WITHDRAWN, ASKED = "open", "taken", "withdrawn", "asked"  # of a link
FREE, INVITED, HELD, BOTS = "open", "invited", "taken", "bot"  # of a seat
MOST_KEYS = 20  # of one seat
MOST_LINKS = 5  # of one seat that wait at the same time; the oldest gives way


class UnknownLink(HardtackError):
    """There is no such link in this game, or not for whoever asks."""


class LinkTaken(HardtackError):
    """Somebody has taken the seat by this link already."""


class LinkWithdrawn(HardtackError):
    """Whoever made the link has taken it back."""


class LinkAsked(HardtackError):
    """The other side has yet to agree that somebody takes the seat over."""


class SeatTaken(HardtackError):
    """Nobody is invited to a seat that is held by somebody or by a bot."""


class NotOffered(HardtackError):
    """A seat that is free, but not for whoever asks."""


class TooManyKeys(HardtackError):
    """As many devices hold the seat as may."""


@dataclass(frozen=True, slots=True)
class SeatKey:
    """A key that has been given out."""

    id: str
    sides: tuple[str, ...]
    hash: str
    device: str  # what the browser calls itself, for its owner's eyes
    made: float


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A link that waits to be taken."""

    id: str
    sides: tuple[str, ...]
    kind: str
    made: float


class Held(NamedTuple):
    """How a seat stands, and since when."""

    state: str
    since: float | None


class Seating:
    """The keys of a game and the links that wait, at one moment."""

    def __init__(self, keys: Iterable[SeatKey] = (), links: Iterable[SeatLink] = ()) -> None:
        self.keys = tuple(sorted(keys, key=lambda key: key.made))
        self.links = tuple(sorted(links, key=lambda link: link.made))
        self._by_hash = {key.hash: key for key in self.keys}
        self._shown: dict[str, SeatKey] = {}  # as they were shown to us: the same come again with every request

    def key(self, secret: str) -> SeatKey:
        """What a key is, if it is one of this game's."""
        found = self._shown.get(secret)
        if found is None:
            found = self._by_hash.get(hash_key(secret))
            if found is None:
                raise BadKey("the key is no seat of this game")
            self._shown[secret] = found
        return found

    def sides_if(self, secret: str) -> tuple[str, ...] | None:
        """The sides a key holds; None when it is none of this game's."""
        found = self._by_hash.get(hash_key(secret))
        return None if found is None else found.sides

    def sides_of(self, secret: str | None) -> tuple[str, ...]:
        """The sides a key holds; without a key, none."""
        return () if secret is None else self.key(secret).sides

    def held(self, side: str) -> bool:
        return any(side in key.sides for key in self.keys)

    def invitation(self, side: str) -> SeatLink | None:
        """The invitation that waits for somebody to take a seat."""
        return next((link for link in self.links if link.kind == INVITATION and side in link.sides), None)

    def of_side(self, side: str) -> Held:
        """How the seat of a person stands."""
        taken = [key.made for key in self.keys if side in key.sides]
        if taken:
            return Held(HELD, min(taken))
        invited = self.invitation(side)
        return Held(FREE, None) if invited is None else Held(INVITED, invited.made)


def read_seating(key_rows: Iterable[Row], link_rows: Iterable[Row]) -> Seating:
    keys = (
        SeatKey(row["id"], read_sides(row["sides"]), row["key_hash"], row["device"], row["made"]) for row in key_rows
    )
    links = (SeatLink(row["id"], read_sides(row["sides"]), row["kind"], row["made"]) for row in link_rows)
    return Seating(keys, links)


def read_sides(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def write_sides(sides: Iterable[str]) -> str:
    return " ".join(sides)
