"""A small battle of an existing series: the second example of docs/add-a-battle.md."""
