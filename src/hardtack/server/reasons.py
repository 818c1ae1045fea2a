"""What a bot did something for, what else it might have done, and what it was about in a turn.

All of it is worked out from what the viewer may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from hardtack.referee.actions import Action
from hardtack.referee.limits import go_on
from hardtack.referee.umpire import options
from hardtack.server.catalogue import Json
from hardtack.server.present import Presenter
from hardtack.table.seats import BOT, Bot, Candid, Deliberate, bot_random
from hardtack.table.story import say

FindBot = Callable[[str], Bot]
PLAN = 2  # what a side did most for in a turn is its plan; no more than that


class Deed(NamedTuple):
    """An action of a bot: who it was, and the position as the viewer may imagine it to have been."""

    bot: Bot
    state: Any
    side: str
    action: Action


def deed_of(presenter: Presenter, number: int, find_bot: FindBot) -> Deed | None:
    """The action of that number, if a bot did it and the viewer may know it."""
    match, eye = presenter.match, presenter.eye
    entry = match.journal.entries[number]
    seat = None if entry.side is None else match.seats[entry.side]
    if seat is None or seat.kind != BOT or entry.action is None or presenter.show_move(number)["action"] is None:
        return None
    seen = match.seen(eye, number - 1).state
    state = presenter.battle.imagine(seen, eye or seat.side, bot_random("intention", seat.side, number))
    if entry.action not in options(state):
        return None
    return Deed(find_bot(seat.name), state, seat.side, entry.action)


def show_intention(presenter: Presenter, number: int, find_bot: FindBot, weighed: bool = False) -> Json:
    """What a bot did an action for; nothing for a person's. `weighed`: and what else it could have done."""
    told: Json = {"number": number, "side": presenter.match.journal.entries[number].side, "motives": [], "weighed": []}
    deed = deed_of(presenter, number, find_bot)
    if deed is not None and isinstance(deed.bot, Candid):
        motives = deed.bot.intention(deed.state, deed.side, deed.action)
        told["motives"] = [say(presenter.battle, motive, presenter.lang) for motive in motives]
    if weighed and deed is not None and isinstance(deed.bot, Deliberate):
        told["weighed"] = show_weighed(presenter, deed.state, deed.bot.weighed(deed.state, deed.side, deed.action))
    return told


def show_weighed(presenter: Presenter, state: Any, weighed: Iterable[tuple[Action, float]]) -> list[Json]:
    """An action and the best others in words, each with the chance to win it leaves."""
    battle, lang = presenter.battle, presenter.lang
    return [
        {"action": str(action), "label": say(battle, battle.page.hint(state, action).label, lang),
         "chance": round(chance, 4)}
        for action, chance in weighed
    ]  # fmt: skip


def show_intentions(presenter: Presenter, first: int, last: int, find_bot: FindBot) -> list[Json]:
    """What the bots did their actions for, from one number to another."""
    told = []
    for number in range(max(1, first), last + 1):
        go_on()
        shown = show_intention(presenter, number, find_bot)
        if shown["motives"]:
            told.append(shown)
    return told


def plan_told(reasons: Iterable[Sequence[str]]) -> list[str]:
    """What a side was about in a turn: what most of its actions were for; the first motive of each counts most."""
    weights: dict[str, float] = {}
    for motives in reasons:
        for place, motive in enumerate(motives):
            weights[motive] = weights.get(motive, 0.0) + 1.0 / (1 + place)
    return sorted(weights, key=lambda motive: -weights[motive])[:PLAN]
