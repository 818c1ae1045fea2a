"""Games, seats and changes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("headers", sa.Text, nullable=False),
        sa.Column("opening_dice", sa.Text, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("to_act", sa.String(16)),
        sa.Column("bot_next", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("pace_ms", sa.Integer, nullable=False),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("keeper", sa.String(40)),
        sa.Column("keeper_until", sa.Double, nullable=False),
    )
    op.create_index("games_by_update", "games", ["over", "updated"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("bot", sa.String(40)),
        sa.Column("key_hash", sa.String(64)),
    )
    op.create_table(
        "changes",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("side", sa.String(16), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("dice", sa.Text, nullable=False),
        sa.Column("fault", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("changes")
    op.drop_table("seats")
    op.drop_index("games_by_update", "games")
    op.drop_table("games")
