"""Notices: how each person hears of what awaits them, what has happened, and what is on its way."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

TABLES = (
    "mail_counts", "letters", "happenings", "subscriptions", "game_choices", "correspondents", "server_secrets",
)  # fmt: skip


def of_person(primary_key: bool = False) -> "sa.Column[str]":
    owner = sa.ForeignKey("people.id", ondelete="CASCADE")
    return sa.Column("person", sa.String(16), owner, nullable=False, primary_key=primary_key)


def of_game() -> "sa.Column[str]":
    return sa.Column("game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "server_secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
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
        of_game(),
        of_person(primary_key=True),
        sa.Column("choice", sa.String(8), nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(16), primary_key=True),
        of_person(),
        sa.Column("key", sa.String(16), sa.ForeignKey("person_keys.id", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("endpoint_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
    )
    op.create_index("subscriptions_by_person", "subscriptions", ["person"])
    op.create_table(
        "happenings",
        of_person(primary_key=True),
        of_game(),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("side", sa.String(16), nullable=False),
        sa.Column("mark", sa.String(40), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("waiting", sa.Boolean, nullable=False),
    )
    op.create_index("happenings_by_due", "happenings", ["waiting", "due"])
    op.create_table(
        "letters",
        sa.Column("id", sa.String(16), primary_key=True),
        of_person(),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("target", sa.String(16), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("letters_by_due", "letters", ["channel", "due"])
    op.create_index("letters_by_person", "letters", ["person"])
    op.create_table(
        "mail_counts",
        sa.Column("address_hash", sa.String(64), primary_key=True),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("stopped", sa.Double, nullable=False),
    )


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
