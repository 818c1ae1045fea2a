"""A game that follows another, sides swapped: whoever asks first sets it up, the other takes the seat kept for them."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from hardtack.referee.dice import choose_dice
from hardtack.referee.errors import HardtackError
from hardtack.referee.events import enemy_of
from hardtack.server import between, seat_store, talk_store
from hardtack.server.clocks import read_clock
from hardtack.server.errors import NoSeat
from hardtack.server.game_service import GameService
from hardtack.server.live import HINTS, LiveGame
from hardtack.server.new_games import NOT_RATED, YOU, Conditions, SeatPlan
from hardtack.server.notices import JOINED, REMATCH
from hardtack.server.schema import games
from hardtack.server.store import Row
from hardtack.table import Match
from hardtack.table.seats import BOT

KEPT = "kept"  # a seat that waits for whoever held the other one before


class StillOn(HardtackError):
    """There is a rematch only when a game is over."""


class Rematch(NamedTuple):
    id: str
    key: str


def rematch(service: GameService, live: LiveGame, sides: tuple[str, ...], device: str) -> Rematch:
    """Sit down at the game that follows, which is set up if it is not there yet. The caller holds the old game."""
    if live.match.outcome is None:
        raise StillOn("the game is still on")
    between.check_at_table(live)
    own = tuple(side for side in sides if live.bot_of.get(side) is None)
    if not own:
        raise NoSeat("whoever watched plays no rematch")
    row = service.store.known_game(live.id)
    if row["rematch"] is None:
        made = _set_up(service, live, row, own, device)
        if made is not None:
            return made
    return _join(service, live, own[0], device)


def _set_up(service: GameService, live: LiveGame, row: Row, own: tuple[str, ...], device: str) -> Rematch | None:
    """None when somebody else was quicker."""
    old = live.match
    scenario = old.battle.scenario(old.scenario.id, dict(old.scenario.settings))
    match = Match.begin(old.battle.set_up(scenario), choose_dice(None, None))
    match.headers[HINTS] = "on" if live.hints else "off"
    plans = {side: _plan(live, enemy_of(side), own) for side in match.seats}
    try:
        for side, plan in plans.items():
            if plan.bot is not None:
                service.library.check_bot(match.scenario, side, plan.bot)
    except HardtackError:  # a bot that knows one side only: all stay where they were
        plans = {side: _plan(live, side, own) for side in match.seats}
    clock = read_clock(row["clock"], row["clock_state"])
    conditions = Conditions(
        None if clock is None else clock.terms, row["visibility"], row["delay"], row["level"], row["rated"] != NOT_RATED
    )
    made = service.create(match, plans, live.pace_ms, device, conditions)
    free = (games.c.id == live.id) & games.c.rematch.is_(None)
    if service.store.change(games.update().where(free), {"rematch": made.id}) != 1:
        service.store.delete(made.id)
        return None
    between.log(service, live, own[0], "rematch.asked")
    between.tell_others(service, live, own, REMATCH, made.id)
    return Rematch(made.id, made.key)


def _plan(live: LiveGame, side: str, own: tuple[str, ...]) -> SeatPlan:
    """What becomes of whoever sat there."""
    bot, seat = live.bot_of.get(side), live.match.seats[side]
    if bot is not None:
        return SeatPlan(BOT, bot=bot)
    return SeatPlan(YOU if side in own else KEPT, seat.name, person=live.person_of.get(side))


def _join(service: GameService, live: LiveGame, side: str, device: str) -> Rematch:
    new = service.store.value(sa.select(games.c.rematch).where(games.c.id == live.id))
    name, person = live.match.seats[side].name, live.person_of.get(side)
    key = seat_store.sit(service.store, new, enemy_of(side), name, device, person, kept=True)
    talk_store.note(service.store, live.id, side, "rematch.agreed", "", service.clock())
    service.catch_up(live)
    with service.game(new) as next_one:
        between.tell_others(service, next_one, (enemy_of(side),), JOINED)
    return Rematch(new, key)
