"""Alembic runs this: the migrations, on the connection the store hands over, inside its transaction."""

from alembic import context

from hardtack.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
