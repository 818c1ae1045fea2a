"""What the player of a seat has answered once for all."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("answers", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("seats") as table:
        table.drop_column("answers")
