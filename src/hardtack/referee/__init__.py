"""What a game is: states, actions, frames, options, dice, events, clauses, journals. Knows no battle."""
