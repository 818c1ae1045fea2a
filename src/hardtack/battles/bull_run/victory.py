"""Chapters 3 and 12: holding the objectives, destroying the enemy, and the points after turn fifteen."""

from __future__ import annotations

from hardtack.battles.bull_run.scenario import tables
from hardtack.battles.bull_run.state import BullRunState
from hardtack.referee.events import CONFEDERATE, DRAW, SIDES, UNION, Outcome, enemy_of
from hardtack.referee.state import WAITING
from hardtack.referee.umpire import Umpire


def held(state: BullRunState, side: str) -> int:
    return state.held_manassas if side == UNION else state.held_centreville


def count_holds(draft: BullRunState, umpire: Umpire) -> None:
    """A turn end with a unit standing on the objective counts; an empty or enemy hex starts over (C1)."""
    counts = {}
    for side in SIDES:
        hex_ = draft.scenario.objective[side]
        stands = draft.deployment.side_at(hex_) == side
        counts[side] = held(draft, side) + 1 if stands else 0
        if stands:
            name = draft.scenario.board.grid.name(hex_)
            umpire.tell(draft.scenario.objective_clause[side], "event.held", side=side, hex=name, n=counts[side])
    draft.held_manassas, draft.held_centreville = counts[UNION], counts[CONFEDERATE]


def check_destruction(draft: BullRunState, umpire: Umpire) -> None:
    """A side with nothing on the map and nothing due is destroyed (3.4, C2)."""
    gone = [
        side for side in SIDES if all(draft.at[u] < 0 and draft.at[u] != WAITING for u in draft.scenario.of_side[side])
    ]
    if len(gone) == 1:
        end_game(draft, umpire, enemy_of(gone[0]), "victory", "BR 3.4", "destruction")
    elif gone:
        both_win(draft, umpire, "BR C2")


def check_objectives(draft: BullRunState, umpire: Umpire) -> None:
    """A side that has held its objective for a turn wins (3.1, 3.2, C1)."""
    won = [side for side in SIDES if held(draft, side) > draft.scenario.settings["hold_turns"]]
    if len(won) == 1:
        end_game(draft, umpire, won[0], "victory", draft.scenario.objective_clause[won[0]], "objective")
    elif won:
        both_win(draft, umpire, "BR C1")


def both_win(draft: BullRunState, umpire: Umpire, clause: str) -> None:
    """Both sides win at one moment: neither victory counts and the losses decide, or the game is drawn (C1, C2)."""
    if draft.scenario.settings["both_win"] == "draw":
        end_game(draft, umpire, DRAW, "draw", clause, "both")
    else:
        umpire.tell(clause, "event.both_win")
        count_losses(draft, umpire)


def losses(state: BullRunState, side: str) -> int:
    """Strength points lost by the units that have arrived (C21)."""
    printed, strength, at = state.scenario.printed, state.strength, state.at
    return sum([printed[u] - strength[u] for u in state.scenario.of_side[side] if at[u] != WAITING])


def read_victory_table(difference: int) -> tuple[str, str]:
    """Winner and grade for Union losses minus Confederate losses (12.0)."""
    for row in tables()["victory"]["rows"]:
        if row.get("low", difference) <= difference <= row.get("high", difference):
            return row.get("winner", DRAW), row["grade"]
    raise ValueError(f"the victory table has no row for {difference}")  # a gap in the data file


def result_term(winner: str, grade: str) -> str:
    """The word for a result: who wins and how clearly, or that nobody does (12.0)."""
    return "result_draw" if winner == DRAW else f"result_{winner}_{grade}"


def count_losses(draft: BullRunState, umpire: Umpire) -> None:
    winner, grade = read_victory_table(losses(draft, UNION) - losses(draft, CONFEDERATE))
    end_game(draft, umpire, winner, grade, "BR 12.0", "losses")


def end_game(draft: BullRunState, umpire: Umpire, winner: str, level: str, clause: str, why: str) -> None:
    points = (("union_lost", losses(draft, UNION)), ("confederate_lost", losses(draft, CONFEDERATE)))
    umpire.tell(clause, f"event.over_{why}", term=result_term(winner, level), a=points[0][1], b=points[1][1])
    umpire.end(Outcome(winner, level, clause, why, points))
