"""Games that the players end, not the rules: by resignation, by agreement, by time, or given up before they began.

Such an ending is a result like any other: final, written into the record, everything laid open. It has no clause.
"""

from __future__ import annotations

from hardtack.referee.events import DRAW, SIDES, Outcome

RESIGNATION = "resignation"  # a side gives the game up; the other wins
AGREEMENT = "agreement"  # both call it a draw
TIME = "time"  # a side let its time run out and the other claimed the game
ABANDONED = "abandoned"  # given up before both sides had acted: nobody wins
ENDINGS = (RESIGNATION, AGREEMENT, TIME, ABANDONED)
DRAWN = (AGREEMENT, ABANDONED)


def read_ending(result: str) -> Outcome | None:
    """The ending that `WINNER HOW` names, as an outcome; None for what is none, a result of the rules included."""
    winner, _, how = result.partition(" ")
    if how not in ENDINGS or winner not in (*SIDES, DRAW) or (winner == DRAW) != (how in DRAWN):
        return None
    return Outcome(winner, how, "", f"ended.{how}")


def write_result(outcome: Outcome | None) -> str:
    """The result as a record writes it; empty while the game goes on."""
    return "" if outcome is None else f"{outcome.winner} {outcome.level} {outcome.clause}".strip()
