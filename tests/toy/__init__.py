"""A complete battle in one page: the example of docs/add-a-battle.md and the playground of the table's tests."""
