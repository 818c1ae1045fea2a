"""Web push: a notice to a browser whose page is closed, encrypted for it alone (`pywebpush`, extra `host`)."""

from __future__ import annotations

import base64
import binascii
import json
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from hardtack.referee.errors import HardtackError
from hardtack.server.post.outward import post, read_target
from hardtack.server.post.post_store import secret
from hardtack.server.post.settings import PostSettings
from hardtack.server.store import Row, Store

KEPT_SECONDS = 12 * 3_600  # how long a push service keeps a notice for a browser that is away
GONE = (404, 410)  # the browser has unsubscribed
POINT, AUTH = 65, 16  # bytes of a browser's keys
VAPID = "vapid"


class BadSubscription(HardtackError):
    """What a browser said of itself is none that can be told anything."""


def is_installed() -> bool:
    return find_spec("pywebpush") is not None


def check_keys(endpoint: str, p256dh: str, auth: str, private: bool) -> dict[str, str]:
    """What a browser says of itself, as far as it can be right."""
    read_target(endpoint, private)
    try:
        point, shared = (base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)) for text in (p256dh, auth))
    except (binascii.Error, ValueError):
        raise BadSubscription("the keys are not base64") from None
    if len(point) != POINT or point[0] != 4 or len(shared) != AUTH:
        raise BadSubscription("the keys have another length")
    return {"endpoint": endpoint, "p256dh": p256dh.rstrip("="), "auth": auth.rstrip("=")}


class Pusher:
    """Sends to browsers in the name of this server, which its VAPID key proves."""

    def __init__(self, store: Store, settings: PostSettings, clock: Callable[[], float]) -> None:
        self.store, self.settings, self.clock = store, settings, clock
        self._vapid: Any = None

    @property
    def vapid(self) -> Any:
        if self._vapid is None:
            kind = import_module("py_vapid").Vapid02
            given = self.settings.push_key or secret(self.store, VAPID, self.clock(), new_private_key())
            self._vapid = kind.from_raw(given.encode())
        return self._vapid

    @property
    def public_key(self) -> str:
        """What a browser subscribes with."""
        numbers = self.vapid.public_key.public_numbers()
        return encode(b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big"))

    def send(self, subscription: Row, notice: Mapping[str, Any], topic: str) -> int:
        """The status with which the push service answers; OSError when nobody does."""
        keys = {"p256dh": subscription["p256dh"], "auth": subscription["auth"]}
        endpoint = subscription["endpoint"]
        pusher = import_module("pywebpush").WebPusher({"endpoint": endpoint, "keys": keys})
        body = pusher.encode(json.dumps(notice, ensure_ascii=False).encode(), "aes128gcm")["body"]
        origin = read_target(endpoint, self.settings.private_targets).origin
        claims = {"sub": self.settings.contact or "mailto:nobody@localhost.localdomain", "aud": origin}
        headers = dict(self.vapid.sign(claims | {"exp": int(time.time()) + KEPT_SECONDS}))
        headers |= {
            "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(KEPT_SECONDS),
            "Urgency": "normal", "Topic": topic,
        }  # fmt: skip
        return post(endpoint, body, headers, self.settings.private_targets)


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def new_private_key() -> str:
    """A private key on the curve all browsers know, as its number."""
    curve = import_module("cryptography.hazmat.primitives.asymmetric.ec")
    made = curve.generate_private_key(curve.SECP256R1())
    return encode(made.private_numbers().private_value.to_bytes(32, "big"))
