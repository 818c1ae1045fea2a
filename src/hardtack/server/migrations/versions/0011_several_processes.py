"""Several processes on one store: which of them live, who watches there, and word of every change (PostgreSQL)."""

import sqlalchemy as sa
from alembic import op

from hardtack.server.migrations.columns import identity, of_game, required

revision = "0011"
down_revision = "0010"

WORD = """
CREATE FUNCTION hardtack_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('hardtack', concat_ws(' ', NEW.id, NEW.version, NEW.pace_ms, NEW.paused::int, NEW.seating,
        NEW.talk, current_setting('application_name')));
    RETURN NULL;
END $$
"""
# Whatever writes, now or in times to come: what watchers count cannot change without word of it.
TRIGGER = """
CREATE TRIGGER hardtack_tell AFTER UPDATE OF version, pace_ms, paused, seating, talk ON games
FOR EACH ROW EXECUTE FUNCTION hardtack_tell()
"""


def upgrade() -> None:
    op.create_table(
        "processes",
        *identity(name=sa.String(40)),
        *required(beat=sa.Integer),
    )
    op.create_table(
        "onlookers",
        *identity(process=sa.String(40)),
        of_game(primary_key=True),
        *required(count=sa.Integer, seen=sa.Double),
    )
    op.create_index("onlookers_by_game", "onlookers", ["game"])
    op.drop_column("games", "keeper_until")
    op.create_index("games_by_keeper", "games", ["keeper"])
    op.create_index("games_by_bot", "games", ["bot_next", "over"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(WORD)
        op.execute(TRIGGER)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER hardtack_tell ON games")
        op.execute("DROP FUNCTION hardtack_tell()")
    op.drop_index("games_by_bot", "games")
    op.drop_index("games_by_keeper", "games")
    op.add_column("games", sa.Column("keeper_until", sa.Double, nullable=False, server_default="0"))
    op.drop_index("onlookers_by_game", "onlookers")
    op.drop_table("onlookers")
    op.drop_table("processes")
