"""Games, seats and changes."""

import sqlalchemy as sa
from alembic import op

from hardtack.server.migrations.columns import identity, of_game, required

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        *identity(id=sa.String(16)),
        *required(scenario=sa.String(64), rules=sa.String(16), settings=sa.Text, headers=sa.Text),
        *required(opening_dice=sa.Text),
        sa.Column("seed", sa.Text),
        *required(version=sa.Integer, number=sa.Integer, turn=sa.Integer),
        sa.Column("to_act", sa.String(16)),
        *required(bot_next=sa.Boolean, over=sa.Boolean, outcome=sa.Text, created=sa.Double, updated=sa.Double),
        *required(pace_ms=sa.Integer, paused=sa.Boolean),
        sa.Column("keeper", sa.String(40)),
        *required(keeper_until=sa.Double),
    )
    op.create_index("games_by_update", "games", ["over", "updated"])
    op.create_table(
        "seats",
        of_game(primary_key=True),
        *identity(side=sa.String(16)),
        *required(kind=sa.String(8), name=sa.String(80)),
        sa.Column("bot", sa.String(40)),
        sa.Column("key_hash", sa.String(64)),
    )
    op.create_table(
        "changes",
        of_game(primary_key=True),
        *identity(version=sa.Integer),
        *required(kind=sa.String(8), side=sa.String(16), action=sa.Text, dice=sa.Text),
        sa.Column("fault", sa.Text),
        *required(at=sa.Double),
    )


def downgrade() -> None:
    op.drop_table("changes")
    op.drop_table("seats")
    op.drop_index("games_by_update", "games")
    op.drop_table("games")
