"""Columns that many tables have, as the schema and the migrations write them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

Kind = type[sa.types.TypeEngine[Any]] | sa.types.TypeEngine[Any]


def required(**kinds: Kind) -> list[sa.Column[Any]]:
    """Columns that are never empty, by their names."""
    return [sa.Column(name, kind, nullable=False) for name, kind in kinds.items()]


def identity(**kinds: Kind) -> list[sa.Column[Any]]:
    """What tells the rows of a table apart."""
    return [sa.Column(name, kind, primary_key=True) for name, kind in kinds.items()]


def of_game(primary_key: bool = False) -> sa.Column[str]:
    """The game a row belongs to and goes with."""
    owner = sa.ForeignKey("games.id", ondelete="CASCADE")
    return sa.Column("game", sa.String(16), owner, nullable=False, primary_key=primary_key)


def of_person(primary_key: bool = False) -> sa.Column[str]:
    owner = sa.ForeignKey("people.id", ondelete="CASCADE")
    return sa.Column("person", sa.String(16), owner, nullable=False, primary_key=primary_key)
