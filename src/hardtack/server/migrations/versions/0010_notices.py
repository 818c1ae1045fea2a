"""Notices: how each person hears of what awaits them, what has happened, and what is on its way."""

import sqlalchemy as sa
from alembic import op

from hardtack.server.migrations.columns import identity, of_game, of_person, required

revision = "0010"
down_revision = "0009"

TABLES = (
    "mail_counts", "letters", "happenings", "subscriptions", "game_choices", "correspondents", "server_secrets",
)  # fmt: skip


def upgrade() -> None:
    op.create_table(
        "server_secrets",
        *identity(name=sa.String(40)),
        *required(value=sa.Text, made=sa.Double),
    )
    op.create_table(
        "correspondents",
        of_person(primary_key=True),
        sa.Column("lang", sa.String(2), nullable=False, server_default="en"),
        sa.Column("choice", sa.String(8), nullable=False, server_default="turn"),
        sa.Column("talk", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("hour", sa.Integer, nullable=False, server_default="7"),
        sa.Column("address", sa.String(254)),
        sa.Column("address_key", sa.String(254)),
        sa.Column("confirmed", sa.Double),
        sa.Column("token_hash", sa.String(64)),
        sa.Column("token_until", sa.Double, nullable=False, server_default="0"),
        sa.Column("hook", sa.Text),
        sa.Column("hook_secret", sa.String(64)),
        sa.Column("feed_hash", sa.String(64)),
        sa.Column("told", sa.Double, nullable=False, server_default="0"),
        sa.Column("digest_due", sa.Double),
        sa.Column("digest_told", sa.Double, nullable=False, server_default="0"),
    )
    op.create_index("correspondents_by_address", "correspondents", ["address_key"])
    op.create_index("correspondents_by_feed", "correspondents", ["feed_hash"])
    op.create_index("correspondents_by_digest", "correspondents", ["digest_due"])
    op.create_table(
        "game_choices",
        of_game(primary_key=True),
        of_person(primary_key=True),
        *required(choice=sa.String(8)),
    )
    op.create_table(
        "subscriptions",
        *identity(id=sa.String(16)),
        of_person(),
        sa.Column("key", sa.String(16), sa.ForeignKey("person_keys.id", ondelete="CASCADE"), nullable=False),
        *required(endpoint=sa.Text),
        sa.Column("endpoint_hash", sa.String(64), nullable=False, unique=True),
        *required(p256dh=sa.String(100), auth=sa.String(40), lang=sa.String(2), made=sa.Double),
    )
    op.create_index("subscriptions_by_person", "subscriptions", ["person"])
    op.create_table(
        "happenings",
        of_person(primary_key=True),
        of_game(primary_key=True),
        *identity(kind=sa.String(12)),
        *required(side=sa.String(16), mark=sa.String(40), at=sa.Double, due=sa.Double, waiting=sa.Boolean),
    )
    op.create_index("happenings_by_due", "happenings", ["waiting", "due"])
    op.create_table(
        "letters",
        *identity(id=sa.String(16)),
        of_person(),
        *required(channel=sa.String(8), target=sa.String(16), content=sa.Text, made=sa.Double, due=sa.Double),
        *required(tries=sa.Integer),
    )
    op.create_index("letters_by_due", "letters", ["channel", "due"])
    op.create_index("letters_by_person", "letters", ["person"])
    op.create_table(
        "mail_counts",
        *identity(address_hash=sa.String(64)),
        *required(since=sa.Double, count=sa.Integer, stopped=sa.Double),
    )


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
