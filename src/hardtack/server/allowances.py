"""How much one client may ask for: token buckets by address and by the key of a name, in the memory of this process.

An address of IPv6 is its /64, since whoever has one has all of them. What is kept is bounded: the client that was
silent the longest is forgotten first, and its bucket had filled up again.

Lines from one address are counted before a word is read from them (`Crowd`): whoever opens too many, leaves too many
requests half-sent, or goes on asking though it was refused again and again, finds the line closed. Where a proxy stands
before the server all lines are the proxy's: then they are not counted.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import TypeVar

from starlette.types import Scope

from hardtack.referee.errors import HardtackError
from hardtack.server.hosting import Limits, Proxies, read_address

CLIENT = "hardtack.client"  # in the scope of a request: what its client counts as
MOST = 20_000  # clients that are remembered, of each kind
BURST_SECONDS = 10.0  # requests: so many seconds' worth may come at once
HOUR = 3_600.0
PATIENCE_SECONDS, FORGIVEN = 2.0, 0.1  # refusals that are borne: as many as it may ask in so long, and a part of that
SHUT_SECONDS = 2.0  # for who goes on nevertheless
FULL_TIMES, FULL_SECONDS = 3, 2.0  # who has as many games as it may, so often in a row: then nobody looks for so long
MAKES_A_GAME = re.compile(r"/api/(?:games|mail|mail/join|mail/[^/]+/rematch|games/[^/]+/rematch|lessons/[^/]+/[^/]+)")
TAKES_A_NAME = re.compile(r"/api/(?:people|passkeys/new|passkeys/enter/new)")
STREAM = re.compile(r"/api/.+/events")


T = TypeVar("T")


def remember(kept: OrderedDict[str, T], name: str, value: T) -> None:
    """Keep something about a client, or about a game of theirs, and forget who was silent the longest."""
    kept[name] = value
    kept.move_to_end(name)
    while len(kept) > MOST:
        kept.popitem(last=False)


class Refused(HardtackError):
    """A client has asked for too much; `after`: when it may ask again, in seconds."""

    def __init__(self, code: str, after: float) -> None:
        super().__init__(f"more than one client may ask for; try again in {max(1, math.ceil(after))} s")
        self.code, self.after = code, max(1, math.ceil(after))


class Buckets:
    """A bucket for each client, that fills at a rate and holds so many at most."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most, self.clock = rate, most, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what was left, and when

    def __len__(self) -> int:
        return len(self._left)

    def left(self, who: str) -> float:
        at = self.clock()
        left, when = self._left.get(who, (self.most, at))
        return min(self.most, left + (at - when) * self.rate)

    def keep(self, who: str, left: float) -> None:
        remember(self._left, who, (left, self.clock()))

    def take(self, who: str) -> float:
        """Nought when one was there to be taken; otherwise the seconds until there is."""
        left = self.left(who)
        taken = left >= 1.0
        self.keep(who, left - 1.0 if taken else left)
        return 0.0 if taken else (1.0 - left) / self.rate


@lru_cache(maxsize=8_192)
def address_name(host: str) -> str:
    """What an address counts as."""
    address = read_address(host)
    if address is None or ":" not in address:
        return address or "?"
    return str(ipaddress.ip_network(f"{address}/64", strict=False))


@lru_cache(maxsize=8_192)
def is_own(host: str) -> bool:
    address = read_address(host)
    return address is not None and ipaddress.ip_address(address).is_loopback


class Allowances:
    """What every client may still ask for. Used in the event loop only, but for the games of bots."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits

        def pair(rate: float, most: float) -> tuple[Buckets, Buckets] | None:
            share = limits.share
            return (Buckets(rate, most, clock), Buckets(rate * share, most * share, clock)) if rate else None

        self._requests = pair(limits.requests, limits.requests * BURST_SECONDS)
        self._games = pair(limits.games / HOUR, limits.games / 2)
        self._names = pair(limits.names / HOUR, limits.names / 2)
        borne = (limits.requests * FORGIVEN, limits.requests * PATIENCE_SECONDS)
        self._patience = Buckets(*borne, clock) if limits.requests else None
        self._shut: OrderedDict[str, float] = OrderedDict()  # until when
        self._makers: OrderedDict[str, str] = OrderedDict()  # of games
        self._streams: Counter[str] = Counter()
        # games of a kind of which a client may have only so many at once
        self.bot_games = AtOnce(limits.bot_games, limits.share, partial(self.refusal, "too_many_bot_games"), clock)
        self.offers = AtOnce(limits.offers, limits.share, partial(self.refusal, "too_many_games"), clock)
        self.refused: Counter[str] = Counter()  # by code, for the metrics

    def who(self, scope: Scope) -> tuple[str, ...]:
        """The client: its address, and the key of its name if it shows one. Nobody: it may do as it likes."""
        peer = scope["client"]
        host = "?" if peer is None else peer[0]
        if self.limits.spare_loopback and is_own(host):
            return ()
        for name, value in scope["headers"]:
            if name == b"x-player-key":
                return address_name(host), hashlib.sha256(value).hexdigest()[:32]
        return (address_name(host),)

    def admit(self, scope: Scope, who: tuple[str, ...]) -> None:
        """Refuse a request that is one too many, before any work is done for it."""
        self._take(self._requests, who, "too_many_requests")
        if scope["method"] == "POST" and MAKES_A_GAME.fullmatch(scope["path"]):
            self._take(self._games, who, "too_many_games")
        if scope["method"] == "POST" and TAKES_A_NAME.fullmatch(scope["path"]):
            self._take(self._names, who, "too_often")

    def _take(self, buckets: tuple[Buckets, Buckets] | None, who: tuple[str, ...], code: str) -> None:
        if buckets is not None:
            for bucket, name in zip(buckets, who, strict=False):
                after = bucket.take(name)
                if after:
                    raise self.refusal(code, after)

    def refusal(self, code: str, after: float) -> Refused:
        self.refused[code] += 1
        return Refused(code, after)

    def bear(self, who: tuple[str, ...]) -> None:
        """A client has been refused. Who goes on regardless is not even told any more, for a while."""
        if self._patience is not None and who and self._patience.take(who[0]):
            remember(self._shut, who[0], self._patience.clock() + SHUT_SECONDS)

    def is_trying(self, name: str) -> bool:
        """Whether a client has been refused again and again, and is about to be told nothing any more."""
        return self._patience is not None and self._patience.left(name) < self._patience.most / 2

    def is_shut(self, name: str) -> bool:
        until = self._shut.get(name)
        if until is None or self._patience is None:
            return False
        if self._patience.clock() < until:
            return True
        del self._shut[name]
        return False

    def note_made(self, who: tuple[str, ...], game_id: str) -> None:
        """Whose game it is, for those who serve one client after the other."""
        if who:
            remember(self._makers, game_id, who[0])

    def maker_of(self, game_id: str) -> str | None:
        return self._makers.get(game_id)

    @contextmanager
    def watching(self, who: tuple[str, ...]) -> Iterator[None]:
        """One stream more, for as long as it is open."""
        most = self.limits.streams
        for name, limit in zip(who, (most, most * self.limits.share), strict=False):
            if most and self._streams[name] >= limit:
                raise self.refusal("too_many_streams", BURST_SECONDS)
        self._streams.update(who)
        try:
            yield
        finally:
            for name in who:
                drop(self._streams, name)


Still = Callable[[Iterable[str]], list[str]]


class AtOnce:
    """The games of a kind that each client has at a time."""

    def __init__(
        self, most: int, share: float, refusal: Callable[[float], Refused], clock: Callable[[], float]
    ) -> None:
        self.most, self.share, self.refusal, self.clock = most, share, refusal, clock
        self._full: OrderedDict[str, tuple[int, float]] = OrderedDict()  # how often it had, and when that was seen
        self._known: OrderedDict[str, tuple[str, ...]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def admit(self, who: tuple[str, ...], still: Still) -> None:
        """Refuse another one to a client that has many already; `still`: which of some still count."""
        self.check(who)
        for name, limit in zip(who, (self.most, self.most * self.share), strict=False):
            known = self._known.get(name, ())
            if self.most and len(known) >= limit:
                known = self._known[name] = tuple(still(known))
                if len(known) >= limit:
                    remember(self._full, name, (self._full.get(name, (0, 0.0))[0] + 1, self.clock()))
                    raise self.refusal(60.0)

    def check(self, who: tuple[str, ...]) -> None:
        """Refuse a client that was refused just now, without looking."""
        for name in who:
            times, when = self._full.get(name, (0, 0.0))
            if times >= FULL_TIMES and self.clock() < when + FULL_SECONDS:
                raise self.refusal(60.0)

    def note(self, who: tuple[str, ...], game_id: str) -> None:
        for name in who if self.most else ():
            self._full.pop(name, None)
            remember(self._known, name, (*self._known.get(name, ()), game_id))


class Crowd:
    def __init__(self, allowances: Allowances, proxies: Proxies) -> None:
        self.allowances, self.proxies = allowances, proxies
        self._lines: Counter[str] = Counter()
        self._halves: Counter[str] = Counter()

    def name(self, host: str) -> str:
        """What an address counts as; nothing for one that does not count."""
        spared = self.allowances.limits.spare_loopback and is_own(host)
        return "" if spared or self.proxies.trusts(host) else address_name(host)

    def enter(self, who: str) -> bool:
        """False for one line too many."""
        if self.allowances.is_shut(who):
            self.allowances.refused["shut_out"] += 1
            return False
        return self._add(self._lines, who, self.allowances.limits.lines, "too_many_lines")

    def leave(self, who: str) -> None:
        drop(self._lines, who)

    def begin(self, who: str) -> bool:
        """A request of which only a part has come; False for one too many of them."""
        return self._add(self._halves, who, self.allowances.limits.halves, "half_sent")

    def end(self, who: str) -> None:
        drop(self._halves, who)

    def _add(self, counted: Counter[str], who: str, most: int, refusal: str) -> bool:
        """Count one more, or refuse it where there are as many as may be; 0: there is no limit."""
        if most and counted[who] >= most:
            self.allowances.refused[refusal] += 1
            self.allowances.bear((who,))
            return False
        counted[who] += 1
        return True


def drop(counted: Counter[str], who: str) -> None:
    """Count one less; whoever has none is forgotten."""
    counted[who] -= 1
    if counted[who] <= 0:
        del counted[who]
