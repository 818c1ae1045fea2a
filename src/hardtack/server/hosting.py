"""What whoever hosts a server may set: how it is reached, what it tells about itself, how much one client may ask.

Where it can be reached: an address like 127.0.0.1 is every machine's own and of no use to a friend. Who really asks,
where a proxy stands before it: its word is taken only if the host named it. Anybody can write `X-Forwarded-For` into a
request. What is there counts as far as those who passed the request on are proxies of ours, counted from the last; the
first address that is none is the client's.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from starlette.types import Scope

from hardtack.referee.errors import HardtackError
from hardtack.server.logs import log

ANYWHERE = ("0.0.0.0", "::", "")
# Documentation addresses (RFC 5737, RFC 3849) and one of each private net: asking the system for its own address on
# the way to them sends nothing.
FAR = (
    "192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "2001:db8::1",
)  # fmt: skip
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LogKind = Literal["plain", "json"]
PLACE = re.compile(r"(?:\[([0-9a-fA-F:]+)\]|([\w.-]+)):(\d{1,5})")
HOST = re.compile(rb"(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?")
PORT_BEHIND = re.compile(r"\[(.*)\](?::\d+)?|([0-9.]+):\d+")
REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-request-id")
ASKED_HOST = "hardtack.host"  # in the scope of a request: the host it named, where another was put in its place


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


def read_place(text: str) -> Bound:
    """A host and a port to listen on."""
    found = PLACE.fullmatch(text)
    if found is None or int(found[3]) > 65_535:
        raise BadSetting(f"{text!r} is no place to listen, such as 127.0.0.1:9100")
    return Bound(found[1] or found[2], int(found[3]))


# -- who really asks


def read_address(text: str) -> str | None:
    """An address as a proxy writes it, with or without a port; None: none."""
    behind = PORT_BEHIND.fullmatch(text.strip())
    bare = text.strip() if behind is None else behind[1] or behind[2]
    try:
        found = ipaddress.ip_address(bare)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return str(mapped or found)


class Proxies:
    """The proxies that are believed, and the address people know."""

    def __init__(self, networks: Sequence[Network], public: str | None) -> None:
        self.networks = tuple(networks)
        self.trusts = lru_cache(maxsize=4_096)(self._trusts)
        self.client = lru_cache(maxsize=4_096)(self._client)
        known = None if public is None else urlsplit(public)
        self._public = None if known is None else (known.scheme, known.netloc.encode())
        self._warned = False

    def _trusts(self, host: str) -> bool:
        address = read_address(host)
        return address is not None and any(ipaddress.ip_address(address) in network for network in self.networks)

    def believe(self, scope: Scope) -> bytes | None:
        """Put the client's address, the scheme and the host into the scope; the request's id, if a proxy gave one.

        Whatever anybody else says about forwarding is taken out, so that nothing behind can be misled by it.
        """
        said: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in FORWARDED:  # a header that is there twice is one list
                said[name] = said[name] + b"," + value if name in said else value
        if said:
            scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in FORWARDED]
        peer = scope["client"]
        trusted = peer is not None and bool(self.networks) and self.trusts(peer[0])
        if not trusted:
            if b"x-forwarded-for" in said:
                self._warn(peer)
            said = {}
        scheme, host = scope["scheme"], None
        if trusted:
            scope["client"] = (self.client(peer[0], said.get(b"x-forwarded-for", b"")), 0)
            proto = said.get(b"x-forwarded-proto", b"").rpartition(b",")[2].strip().lower()
            scheme = proto.decode() if proto in (b"http", b"https") else scheme
            named = said.get(b"x-forwarded-host", b"").rpartition(b",")[2].strip()
            host = named if HOST.fullmatch(named) else None
        if self._public is not None:
            scheme, host = self._public
        scope["scheme"] = scheme
        if host is not None:
            scope[ASKED_HOST] = next((value for name, value in scope["headers"] if name == b"host"), b"")
            scope["headers"] = [(b"host", host), *(pair for pair in scope["headers"] if pair[0] != b"host")]
        given = said.get(b"x-request-id", b"")
        return given if REQUEST_ID.fullmatch(given) else None

    def _client(self, peer: str, forwarded: bytes) -> str:
        """The last address of the chain that is no proxy of ours; what is no address ends it."""
        found = peer
        for text in reversed(forwarded.decode("latin-1").split(",")):
            address = read_address(text)
            if address is None:
                break
            found = address
            if not self.trusts(address):
                break
        return found

    def _warn(self, peer: tuple[str, int] | None) -> None:
        """A host who forgot to name the proxy hears of it, once."""
        if not self._warned:
            self._warned = True
            log.warning(
                "forwarded headers are not believed: no --proxy names %s", "a socket" if peer is None else peer[0]
            )
