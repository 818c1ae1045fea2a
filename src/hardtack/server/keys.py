"""Seats are secret links. The store keeps only a hash of each key, so nobody can read a seat out of it."""

from __future__ import annotations

import hashlib
import re
import secrets

GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,16}")
GAME_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no letters that are mistaken for digits


def new_key() -> str:
    return secrets.token_urlsafe(24)


def hash_key(key: str) -> str:
    """Keys are long and random, so a plain hash cannot be guessed back."""
    return hashlib.sha256(b"hardtack seat " + key.encode()).hexdigest()


def new_game_id() -> str:
    return "".join(secrets.choice(GAME_LETTERS) for _ in range(10))
