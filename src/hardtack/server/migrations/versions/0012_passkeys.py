"""Passkeys of people with a name of their own, and the challenges that wait for an answer."""

import sqlalchemy as sa
from alembic import op

from hardtack.server.migrations.columns import identity, of_person, required

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "passkeys",
        *identity(id=sa.String(16)),
        of_person(),
        sa.Column("credential", sa.Text, nullable=False, unique=True),
        *required(host=sa.String(255), public_key=sa.Text, count=sa.BigInteger, device=sa.String(60), made=sa.Double),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person"])
    op.create_table(
        "passkey_challenges",
        *identity(challenge=sa.String(128)),
        *required(purpose=sa.String(8)),
        sa.Column("person", sa.String(16)),
        *required(expires=sa.Double),
    )


def downgrade() -> None:
    op.drop_table("passkey_challenges")
    op.drop_table("passkeys")
