"""Names that are somebody's own, seats offered to anybody or to one person, rated games."""

import sqlalchemy as sa
from alembic import op

from hardtack.server.migrations.columns import identity, of_person, required

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "people",
        *identity(id=sa.String(16)),
        *required(name=sa.String(80)),
        sa.Column("name_key", sa.String(80), nullable=False, unique=True),
        *required(made=sa.Double),
    )
    op.create_table(
        "person_keys",
        *identity(id=sa.String(16)),
        of_person(),
        *required(key_hash=sa.String(64), device=sa.String(60), made=sa.Double),
    )
    op.create_index("person_keys_by_hash", "person_keys", ["key_hash"])
    op.create_table(
        "person_links",
        *identity(id=sa.String(16)),
        of_person(),
        *required(token_hash=sa.String(64), state=sa.String(10), made=sa.Double, expires=sa.Double),
    )
    op.create_index("person_links_by_hash", "person_links", ["token_hash"])
    op.create_table(
        "ratings",
        *identity(who=sa.String(60), series=sa.String(40)),
        *required(rating=sa.Double, deviation=sa.Double, volatility=sa.Double, games=sa.Integer, updated=sa.Double),
    )
    op.add_column("games", sa.Column("visibility", sa.String(10), nullable=False, server_default="open"))
    op.add_column("games", sa.Column("delay", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("level", sa.String(12), nullable=False, server_default="any"))
    op.add_column("games", sa.Column("rated", sa.String(10), nullable=False, server_default="no"))
    op.add_column("games", sa.Column("rematch", sa.String(16)))
    op.add_column("seats", sa.Column("person", sa.String(16)))
    op.add_column("seats", sa.Column("asked", sa.String(16)))
    op.add_column("seats", sa.Column("offered", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("seen", sa.Double, nullable=False, server_default="0"))
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_index("seats_by_asked", "seats", ["asked"])


def downgrade() -> None:
    op.drop_index("seats_by_asked", "seats")
    op.drop_index("seats_by_person", "seats")
    for name in ("seen", "offered", "asked", "person"):
        op.drop_column("seats", name)
    for name in ("rematch", "rated", "level", "delay", "visibility"):
        op.drop_column("games", name)
    for table in ("ratings", "person_links", "person_keys", "people"):
        op.drop_table(table)
