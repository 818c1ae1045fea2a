"""States of long games, kept now and then: to open one, only what came after is played again."""

import sqlalchemy as sa
from alembic import op

from hardtack.server.migrations.columns import required

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "snapshots",
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, nullable=False
        ),
        sa.Column("version", sa.Integer, primary_key=True, nullable=False),
        *required(number=sa.Integer, rolled=sa.Integer, program=sa.String(40), state=sa.Text, digest=sa.String(64)),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
