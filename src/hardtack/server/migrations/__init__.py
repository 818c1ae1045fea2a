"""Migrations of the store; see `hardtack.server.store.migrate`."""
