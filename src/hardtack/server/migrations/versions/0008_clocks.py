"""The time players have: what was chosen, how it stands, and when it is up."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("games", sa.Column("clock", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("clock_state", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("due", sa.Double))
    op.create_index("games_by_due", "games", ["due"])


def downgrade() -> None:
    op.drop_index("games_by_due", "games")
    for name in ("due", "clock_state", "clock"):
        op.drop_column("games", name)
