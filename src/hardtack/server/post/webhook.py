"""A call to an address of a person's own: JSON, signed with a secret that only the two of us know."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from hardtack import __version__
from hardtack.server.post.outward import post

GONE = 410  # whoever answers so wants to hear no more


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
