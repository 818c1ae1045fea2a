"""Keys and tokens: long random texts, of which the store keeps only a hash, so nobody can read a seat out of it."""

from __future__ import annotations

import hashlib
import re
import secrets
from functools import partial

GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,16}")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no letters that are mistaken for digits


def new_key() -> str:
    """A key of a seat, or a token that is exchanged for one."""
    return secrets.token_urlsafe(24)


def hash_of(what: str, text: str) -> str:
    """Keys are long and random, so a plain hash cannot be guessed back. None opens what one of another kind opens."""
    return hashlib.sha256(f"hardtack {what} {text}".encode(errors="surrogatepass")).hexdigest()


hash_key, hash_token, hash_player = (partial(hash_of, what) for what in ("seat", "link", "player"))


def is_same(known: str, given: str) -> bool:
    """Whether a key is the one we know."""
    return secrets.compare_digest(hash_key(known), hash_key(given))


def new_id(letters: int = 12) -> str:
    """A name that is no secret."""
    return "".join(secrets.choice(LETTERS) for _ in range(letters))
