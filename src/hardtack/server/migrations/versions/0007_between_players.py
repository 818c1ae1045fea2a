"""What players settle between themselves: talk, proposals, notes."""

import sqlalchemy as sa
from alembic import op

from hardtack.server.migrations.columns import identity, of_game, required

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("games", sa.Column("talk", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("notes", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "talk",
        of_game(primary_key=True),
        *identity(number=sa.Integer),
        *required(room=sa.String(10), side=sa.String(16), name=sa.String(80), key=sa.String(40), text=sa.Text),
        *required(at=sa.Double),
    )
    op.create_table(
        "proposals",
        *identity(id=sa.String(16)),
        of_game(),
        *required(side=sa.String(16), kind=sa.String(12), what=sa.String(40), version=sa.Integer, made=sa.Double),
    )
    op.create_index("proposals_by_game", "proposals", ["game"])


def downgrade() -> None:
    op.drop_table("proposals")
    op.drop_table("talk")
    op.drop_column("seats", "notes")
    op.drop_column("games", "talk")
