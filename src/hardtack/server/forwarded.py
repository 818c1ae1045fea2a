"""Who really asks, where a proxy stands before the server: its word is taken only if the host named it.

Anybody can write `X-Forwarded-For` into a request. What is there counts as far as those who passed the request on are
proxies of ours, counted from the last; the first address that is none is the client's.
"""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.types import Scope

from hardtack.server.hosting import Network

log = logging.getLogger("hardtack.server")

HOST = re.compile(rb"(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?")
PORT_BEHIND = re.compile(r"\[(.*)\](?::\d+)?|([0-9.]+):\d+")
REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-request-id")
ASKED_HOST = "hardtack.host"  # in the scope of a request: the host it named, where another was put in its place


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
