"""Who could take back the actions just before a snapshot. Those taken before cannot tell and are thrown away."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.execute("DELETE FROM snapshots")
    op.add_column("snapshots", sa.Column("behind", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("snapshots", "behind")
