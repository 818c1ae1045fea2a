"""States of long games, kept now and then: to open one, only what came after is played again."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "snapshots",
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, nullable=False
        ),
        sa.Column("version", sa.Integer, primary_key=True, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("rolled", sa.Integer, nullable=False),
        sa.Column("program", sa.String(40), nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
