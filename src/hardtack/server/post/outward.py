"""What leaves for an address that somebody gave us: only to public ones, never on by a redirect, never for long.

A call to an address of a person's own is JSON, signed with a secret that only the two of us know.

The name is looked up once, every address it stands for is checked, and the line goes to the one that was checked: a
name that stands for another address a moment later leads nowhere else.
"""

from __future__ import annotations

import hmac
import http.client
import ipaddress
import json
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from hardtack import __version__
from hardtack.referee.errors import HardtackError

SECONDS = 5.0  # for each step: to be connected, to be answered
AT_MOST = 12.0  # for all of it, however slowly the answer trickles in
LONGEST = 500  # characters of an address
PORT = 443
LOWEST = 1024  # other ports below it are those of services that are no web servers
GONE = 410  # whoever answers so wants to hear no more


class BadAddress(HardtackError):
    """An address nothing is sent to: not https, not public, or none at all."""


class Target(NamedTuple):
    """An address that was taken apart."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = {"https": 443, "http": 80}[self.scheme]
        return f"{self.scheme}://{host}" if self.port == usual else f"{self.scheme}://{host}:{self.port}"


def read_target(url: str, private: bool) -> Target:
    """Take an address apart; BadAddress for what nobody should be made to call."""
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise BadAddress("the address is too long or has odd characters")
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise BadAddress("this is no address") from None
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise BadAddress("the address begins with https://")
    if not host or "@" in parts.netloc or parts.fragment:
        raise BadAddress("the address names a host, and neither a user nor a place on a page")
    port = port or (PORT if parts.scheme == "https" else 80)
    if not private and port != PORT and port < LOWEST:
        raise BadAddress(f"port {port} is none of a web server")
    return Target(parts.scheme, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet, and hides no other in it."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found.sixtofour is not None or found.teredo is not None or found in NAT64:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def resolve(target: Target, private: bool) -> str:
    """The address to connect to; every one the name stands for must be public."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        found = []
    addresses = [str(place[0]) for *_, place in found]
    if not addresses or not (private or all(map(is_public, addresses))):
        # the same for a name that is unknown: nobody asks us which names our own network has
        raise BadAddress("nothing on the open internet is known under this name")
    return addresses[0]


class _Line(http.client.HTTPConnection):
    """A line to an address that was looked up before, under the name that was asked for."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self.target, self.address = target, address

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.target.port), SECONDS)
        if self.target.scheme == "https":
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.target.host)


def post(url: str, body: bytes, headers: Mapping[str, str], private: bool) -> int:
    """Send something; the status of the answer. OSError or BadAddress when nobody was reached."""
    target = read_target(url, private)
    line = _Line(target, resolve(target, private))
    try:
        line.connect()
        end = threading.Timer(AT_MOST, _cut, (line.sock,))
        end.daemon = True
        end.start()
        try:
            line.request("POST", target.path, body, dict(headers))
            return line.getresponse().status
        except (http.client.HTTPException, ValueError, OSError) as error:  # cut off at any step, or nonsense
            raise OSError(f"no proper answer: {type(error).__name__}") from error
        finally:
            end.cancel()
    finally:
        line.close()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):  # it has ended by itself
        line.shutdown(socket.SHUT_RDWR)


def signature(secret: str, stamp: str, body: bytes) -> str:
    return hmac.new(secret.encode(), stamp.encode() + b"." + body, sha256).hexdigest()


def call(url: str, secret: str, content: Mapping[str, Any], letter: str, at: float, private: bool) -> int:
    """The status of the answer. `letter` is the same when a call is repeated, so that it can be told from a new one."""
    body, stamp = json.dumps(content, ensure_ascii=False).encode(), f"{at:.0f}"
    headers = {
        "Content-Type": "application/json", "User-Agent": f"Hardtack/{__version__}",
        "X-Hardtack-Delivery": letter, "X-Hardtack-Signature": f"t={stamp},v1={signature(secret, stamp, body)}",
    }  # fmt: skip
    return post(url, body, headers, private)
