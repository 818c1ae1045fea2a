"""Keys and links of seats apart from the seats; a secret of their own for games that went on from records."""

import hashlib
import json
import secrets

import sqlalchemy as sa
from alembic import op

from hardtack.server.migrations.columns import identity, of_game, required

revision = "0002"
down_revision = "0001"

# As they are at this revision: the code may move on.
GAMES = sa.table("games", *map(sa.column, ("id", "headers", "opening_dice", "seed", "over", "created")))
SEATS = sa.table("seats", *map(sa.column, ("game", "side", "key_hash")))
CHANGES = sa.table("changes", *map(sa.column, ("game", "dice")))
KEYS = sa.table("seat_keys", *map(sa.column, ("id", "game", "sides", "key_hash", "device", "made")))


def upgrade() -> None:
    op.add_column("games", sa.Column("seating", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "seat_keys",
        *identity(id=sa.String(16)),
        of_game(),
        *required(sides=sa.String(40), key_hash=sa.String(64), device=sa.String(60), made=sa.Double),
    )
    op.create_index("seat_keys_by_game", "seat_keys", ["game"])
    op.create_table(
        "seat_links",
        *identity(id=sa.String(16)),
        of_game(),
        *required(sides=sa.String(40), kind=sa.String(12), token_hash=sa.String(64), state=sa.String(10)),
        *required(made=sa.Double),
    )
    op.create_index("seat_links_by_game", "seat_links", ["game"])
    connection = op.get_bind()
    _move_keys(connection)
    op.drop_column("seats", "key_hash")
    _seal_games(connection)


def _move_keys(connection: sa.Connection) -> None:
    """A seat's link was its key: it stays one, and opens what it opened. Both seats of a hot seat share one."""
    query = sa.select(SEATS.c.game, SEATS.c.side, SEATS.c.key_hash, GAMES.c.created)
    query = query.join(GAMES, GAMES.c.id == SEATS.c.game).where(SEATS.c.key_hash.is_not(None))
    found: dict[tuple[str, str], dict[str, object]] = {}
    sides: dict[tuple[str, str], list[str]] = {}
    for row in connection.execute(query.order_by(SEATS.c.game, SEATS.c.side.desc())):  # union first, as in a battle
        which = (row.game, row.key_hash)
        sides.setdefault(which, []).append(row.side)
        found[which] = {
            "id": secrets.token_hex(6), "game": row.game, "sides": " ".join(sides[which]), "key_hash": row.key_hash,
            "device": "", "made": row.created,
        }  # fmt: skip
    if found:
        connection.execute(KEYS.insert(), list(found.values()))


def _seal_games(connection: sa.Connection) -> None:
    """A game without a seed went on from a record with dice that nothing vouched for: seal those to come."""
    waiting = sa.select(GAMES).where(GAMES.c.seed.is_(None), GAMES.c.over.is_(sa.false()))
    for game in connection.execute(waiting).all():
        dice = connection.execute(sa.select(CHANGES.c.dice).where(CHANGES.c.game == game.id)).scalars()
        rolled = sum(len(faces.split()) for faces in [game.opening_dice, *dice])
        secret = secrets.token_hex(16)
        hashed = hashlib.sha256(b"hardtack seed " + secret.encode()).hexdigest()
        headers = json.loads(game.headers) | {f"commitment {rolled}" if rolled else "commitment": hashed}
        sealed = {"seed": secret, "headers": json.dumps(headers)}
        connection.execute(GAMES.update().where(GAMES.c.id == game.id), sealed)


def downgrade() -> None:
    """Keys of one side or of both go back to the seats; of several for one seat, the first."""
    op.add_column("seats", sa.Column("key_hash", sa.String(64)))
    connection = op.get_bind()
    for key in connection.execute(sa.select(KEYS).order_by(KEYS.c.made.desc())).all():
        for side in key.sides.split():
            seat = (SEATS.c.game == key.game) & (SEATS.c.side == side)
            connection.execute(SEATS.update().where(seat), {"key_hash": key.key_hash})
    op.drop_table("seat_links")
    op.drop_table("seat_keys")
    op.drop_column("games", "seating")
