"""Orders that spare a player clicks: a whole column in one order, and questions answered once for all.

No rules: each plays the single actions the player could have chosen, and stops where there is something to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from hardtack.referee.actions import Action
from hardtack.referee.errors import BadNotation
from hardtack.referee.journal import Entry
from hardtack.referee.umpire import deciding
from hardtack.table.seats import BadAnswer, BadSeat

if TYPE_CHECKING:
    from hardtack.table.match import Match


Play = Callable[[Action, str], Entry]  # how a single action is played, for a side
MOST_ANSWERS = 100  # of standing answers in a row, before somebody is asked after all


def march_column(
    match: Match, units: Sequence[str], route: Sequence[str], seat: str | None = None, play: Play | None = None
) -> list[Entry]:
    """Several counters along a route, one after the other, until a die falls, somebody answers or there is a choice.

    The route begins where the first of them stands: those behind it come up at least to there.
    """
    side = match.legal_side(match.battle.sides if seat is None else (seat,))
    play = play or match.play
    missing = [unit for unit in units if unit not in match.scenario.index]
    missing += [hex_ for hex_ in route if not match.scenario.board.grid.has(hex_)]
    if missing:
        raise BadNotation(f"nothing here is called {missing[0][:20]!r}")
    route = (*(match.scenario.place_name(match.state.at[match.scenario.index[unit]]) for unit in units[:1]), *route)
    played: list[Entry] = []
    while match.to_act == side and not (played and (played[-1].dice or match.journal.entries[-1] is not played[-1])):
        action = match.battle.page.follow(match.seen(side).state, units, route)
        if action is None or action not in match.options:
            break
        played.append(play(action, side))
    return played


def name_all(match: Match, seat: str | None = None, play: Play | None = None) -> list[Entry]:
    """Name every counter that can be named, once, where several are named one by one; "go" is left to the player.

    Whoever is named apart from the others has to be chosen one by one.
    """
    play = play or match.play
    side = match.legal_side(match.battle.sides if seat is None else (seat,))
    asked = deciding(match.state)
    played: list[Entry] = []
    done: set[str] = set()
    while asked.naming is not None and match.to_act == side and type(deciding(match.state)) is type(asked):
        offered = (action for action in match.options if isinstance(action, asked.naming) and action.unit not in done)
        named = next((one for one in offered if not match.battle.page.hint(match.state, one).apart), None)
        if named is None:
            break
        done.add(named.unit)
        played.append(play(named, side))
    return played


def answerable(match: Match) -> dict[str, tuple[str, ...]]:
    """What may be answered once for all: verbs by the names of decisions."""
    return {reaction.frame: reaction.verbs for reaction in match.battle.page.reactions_of(match.scenario)}


def check_answer(match: Match, side: str, frame: str, verb: str | None) -> None:
    """Refuse what cannot be answered once for all."""
    known = answerable(match)
    if side not in match.seats:
        raise BadSeat(f"there is no seat {side!r}; the seats are {', '.join(match.seats)}")
    if frame not in known or (verb is not None and verb not in known[frame]):
        raise BadAnswer(f"{frame[:30]!r} cannot be answered once for all with {str(verb)[:20]!r}")


def react(match: Match, play: Play | None = None) -> list[Entry]:
    """Play what people have answered once for all, until somebody must decide."""
    play = play or partial(match.play, standing=True)
    played: list[Entry] = []
    while (side := match.to_act) is not None and (answers := match.seats[side].answers):
        action = match.battle.page.standing_answer(match.seen(side).state, answers)
        if action is None or action not in match.options or len(played) == MOST_ANSWERS:
            break
        played.append(play(action, side))
    return played
