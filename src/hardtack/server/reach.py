"""Where a server can be reached: an address like 127.0.0.1 is every machine's own and of no use to a friend."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from typing import Any, NamedTuple

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
