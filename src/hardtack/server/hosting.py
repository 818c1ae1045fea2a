"""What whoever hosts a server may set: how it is reached, what it tells about itself, how much one client may ask.

And where it can be reached: an address like 127.0.0.1 is every machine's own and of no use to a friend.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from hardtack.referee.errors import HardtackError

ANYWHERE = ("0.0.0.0", "::", "")
# Documentation addresses (RFC 5737, RFC 3849) and one of each private net: asking the system for its own address on
# the way to them sends nothing.
FAR = (
    "192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "2001:db8::1",
)  # fmt: skip


class Bound(NamedTuple):
    """Where the server listens."""

    host: str
    port: int


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """The addresses of this machine that others may reach, those of IPv4 first."""
    found: dict[str, None] = {}
    for far in FAR:
        family = socket.AF_INET6 if ":" in far else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found[str(probe.getsockname()[0])] = None
    with suppress(OSError):
        for _, _, _, _, place in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            found[str(place[0])] = None
    return sorted(filter(may_be_reached, found), key=lambda address: ":" in address)


def may_be_reached(address: str) -> bool:
    try:
        known = ipaddress.ip_address(address)
    except ValueError:  # with a scope, as fe80::1%eth0
        return False
    return not (known.is_loopback or known.is_link_local or known.is_unspecified or known.is_multicast)


def links_to(bound: Bound) -> list[str]:
    """The addresses under which others can open the server's page; none when it listens to its own machine only."""
    if is_loopback(bound.host):
        return []
    if bound.host not in ANYWHERE:
        return [address_of(bound.host, bound.port)]
    both = bound.host == "::"
    return [address_of(host, bound.port) for host in own_addresses() if both or ":" not in host]


def address_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def addresses_for(bound: Bound | None, caller: str, asked: str) -> dict[str, Any]:
    """What to tell a page that wants to invite somebody.

    Only a page opened at the machine itself is told of other addresses: nobody else need know them, and whoever came
    by another address has one that works.
    """
    here = asked.rpartition(":")[0] if asked.rpartition(":")[2].isdigit() else asked
    local = is_loopback(here)
    if bound is None or not local or not is_loopback(caller):
        return {"local": local, "open": False, "addresses": []}
    return {"local": True, "open": not is_loopback(bound.host), "addresses": links_to(bound)}


Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LogKind = Literal["plain", "json"]
DAY = 86_400.0


class BadSetting(HardtackError):
    """A setting of the host's that cannot be; the message says why."""


@dataclass(frozen=True)
class Limits:
    """How much one client may ask for, by address and by the key of a name; 0: as much as it likes.

    An address counts for all who share it, so it may do more than a name. Each process counts for itself.
    """

    requests: int = 100  # a second, an address; ten seconds' worth may come at once
    games: int = 240  # made in an hour, an address
    streams: int = 100  # open at once, an address
    lines: int = 250  # connections at once, an address; not counted behind a proxy
    halves: int = 30  # requests of which only a part has come, an address; nor are they
    work: int = 15  # hundredths of a processor, an address; who has had more waits
    bot_games: int = 12  # bots against bots running at once, an address
    offers: int = 20  # games in the lobby at once, an address
    names: int = 60  # taken in an hour, and passkeys asked for, an address
    body: int = 3_000_000  # bytes of one request; the longest record is well under it
    share: float = 0.5  # of all that for one name
    spare_loopback: bool = False  # whoever sits at the machine itself may do as they like


@dataclass(frozen=True)
class CleanUp:
    """What is thrown away when nobody has come back to it: days; 0: never."""

    unbegun: float = 0.0  # games in which nobody has made a move
    abandoned: float = 0.0  # games that were left in the middle
    finished: float = 0.0  # games that are over
    rated: bool = False  # rated ones, too
    links: float = 30.0  # links that were used, withdrawn or have expired


@dataclass(frozen=True)
class Hosting:
    proxies: tuple[Network, ...] = ()  # whose forwarded headers are believed
    public: str | None = None  # the address people know, as https://example.org
    log: LogKind = "plain"
    metrics: Bound | None = None  # where metrics are told; None: nowhere
    drain: float = 0.0  # seconds from leaving the balancer to leaving
    limits: Limits | None = None
    clean_up: CleanUp | None = None  # None: nothing is thrown away by itself

    @property
    def attended(self) -> bool:
        """Whether requests are looked at before anything else does; at home nothing is spent on it."""
        return bool(self.proxies or self.public or self.log == "json" or self.metrics or self.limits)


AT_HOME = Hosting()
ON_THE_NETWORK = Hosting(limits=Limits(spare_loopback=True))  # `hardtack play` that others may reach


def read_network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise BadSetting(f"{text!r} is no address or network, such as 10.0.0.2 or 172.16.0.0/12") from None


def read_public(text: str) -> str:
    """An address people know: scheme and host, nothing behind them."""
    parts = urlsplit(text)
    plain = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username or parts.password)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise BadSetting(f"{text!r} is no address of a server, such as https://example.org")
    return f"{parts.scheme}://{parts.netloc}".lower()


PLACE = re.compile(r"(?:\[([0-9a-fA-F:]+)\]|([\w.-]+)):(\d{1,5})")


def read_place(text: str) -> Bound:
    """A host and a port to listen on."""
    found = PLACE.fullmatch(text)
    if found is None or int(found[3]) > 65_535:
        raise BadSetting(f"{text!r} is no place to listen, such as 127.0.0.1:9100")
    return Bound(found[1] or found[2], int(found[3]))
