"""What players settle between themselves: talk, proposals, notes."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("games", sa.Column("talk", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("notes", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "talk",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("side", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "proposals",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("side", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
    )
    op.create_index("proposals_by_game", "proposals", ["game"])


def downgrade() -> None:
    op.drop_table("proposals")
    op.drop_table("talk")
    op.drop_column("seats", "notes")
    op.drop_column("games", "talk")
