"""How a game begins: from a scenario, a record, a position or a moment of another game; who sits down, and on what
conditions; and again, with the sides swapped."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa
from fastapi import Response

from hardtack.referee.dice import choose_dice
from hardtack.referee.errors import BadOption, BadPosition, BadRecord, HardtackError
from hardtack.referee.events import enemy_of
from hardtack.referee.limits import NAME
from hardtack.server import between, people_store, request_bodies, seat_store
from hardtack.server.answers import answer
from hardtack.server.catalogue import Json
from hardtack.server.clocks import DAY, Terms, read_clock
from hardtack.server.errors import AgainstOneself, NameNeeded, NoSeat
from hardtack.server.game_service import GameService
from hardtack.server.live import HINTS, MAIL, LiveGame
from hardtack.server.new_games import ANYBODY, CHALLENGE, LINK, NOT_RATED, YOU, Conditions, Invitation, SeatPlan
from hardtack.server.notices import JOINED, REMATCH
from hardtack.server.people_store import Person
from hardtack.server.present import Presenter, Viewer, shown_seal
from hardtack.server.schema import games
from hardtack.server.store import Row
from hardtack.server.viewing import check_number
from hardtack.table import BadSeat, Match
from hardtack.table.match import EVERYTHING, FindBattle
from hardtack.table.seats import BOT

KEPT = "kept"  # a seat that waits for whoever held the other one before


def new_game(
    service: GameService, body: request_bodies.NewGame, lang: str, key: str | None, player: str | None
) -> tuple[str, Response]:
    """The id of the game, and the answer to whoever made it."""
    match = begin(service, body, key)
    plans = seat_plans(service, match, body.seats, None if player is None else people_store.who(service.store, player))
    invited = any(plan.who in (LINK, ANYBODY, CHALLENGE) for plan in plans.values())
    match.headers[HINTS] = "on" if (not invited if body.hints is None else body.hints) else "off"
    made = service.create(match, plans, body.pace_ms, body.device, read_conditions(service, match, body, plans))
    sides = tuple(side for side, plan in plans.items() if plan.who == "you")
    with service.game(made.id) as live:
        shown = show_created(made, live, Viewer(sides, lang))
    return made.id, answer(shown, 201, Location=f"/api/games/{made.id}")


def read_terms(service: GameService, match: Match, clock: request_bodies.ClockBody | None) -> Terms | None:
    if clock is None:
        return None
    if (clock.late == "bot") != (clock.bot is not None):
        raise BadOption("a clock names the bot that stands in, and no other does")
    for side in match.seats if clock.bot is not None else ():
        service.library.check_bot(match.scenario, side, str(clock.bot))
    return Terms(
        clock.kind, clock.seconds, clock.increment, clock.late, clock.bot or "", clock.vacation_days * DAY
    )  # fmt: skip


def read_conditions(
    service: GameService, match: Match, body: request_bodies.NewGame, plans: Mapping[str, SeatPlan]
) -> Conditions:
    """What the game is played on. Rated is a game only of people with a name of their own, and of bots."""
    own = [plan.person for plan in plans.values() if plan.who == YOU]
    if body.rated and None in own:
        raise NameNeeded("a rated game needs a name of your own")
    if body.rated and len(set(own)) < len(own):
        raise AgainstOneself("nobody plays a rated game against himself")
    terms = read_terms(service, match, body.clock)
    return Conditions(terms, body.visibility, body.delay, body.level, body.rated)


def begin(service: GameService, body: request_bodies.NewGame, key: str | None) -> Match:
    chosen = [given for given in (body.scenario, body.record, body.position, body.branch) if given is not None]
    if len(chosen) != 1:
        raise BadOption("a game begins with one of: scenario, record, position, branch")
    find = service.library.find
    if body.branch is not None:
        return branch_off(service, body.branch, key)
    if body.record is not None:
        return take_up(body.record, find)
    if body.position is not None:
        return from_position(body.position, find)
    battle = find(str(body.scenario))
    return Match.begin(battle.set_up(battle.scenario(str(body.scenario), body.settings)), choose_dice(None, None))


def take_up(record: str, find: FindBattle) -> Match:
    """The game of a record. One that goes on does so with a secret of its own: the record may name the old one."""
    match = Match.from_record(record, find)
    if any(len(seat.name) > NAME for seat in match.seats.values()):
        raise BadRecord(f"a name of more than {NAME} characters")
    match.headers.pop(MAIL, None)  # the mail goes on elsewhere
    if match.outcome is None:
        match.renew_secret()
    return match


def branch_off(service: GameService, wanted: request_bodies.BranchBody, key: str | None) -> Match:
    """A game that goes on from a moment of another, as far as whoever asks may know it."""
    with service.game(wanted.game) as live:
        match, sides = live.match, live.seating.sides_of(key)
        live.check_looker(key)
        known = Viewer(sides, "en").known(match)
        number = known.number if wanted.number is None else wanted.number
        check_number(known, number)
        everybody = len(sides) == len(match.seats)  # a hot seat
        branch = match.branch(number, EVERYTHING if everybody else Viewer(sides, "en").eye(match.to_act))
    branch.headers["origin"] = f"{wanted.game} {number}"
    return branch


def from_position(text: str, find: FindBattle) -> Match:
    """A position anybody may have written: what the rules or the page stumble over is refused, not begun."""
    try:
        match = Match.from_position(text, find=find)
        for side in match.battle.sides:
            Presenter(match, Viewer((side,), "en")).body()
    except HardtackError:
        raise
    except Exception as error:  # a value no game can have; where it is noticed depends on the battle
        raise BadPosition(f"no game stands like this ({type(error).__name__}: {error})") from error
    return match


def seat_plans(
    service: GameService, match: Match, wanted: dict[str, request_bodies.SeatBody], me: Person | None
) -> dict[str, SeatPlan]:
    unknown = [side for side in wanted if side not in match.seats]
    if unknown:
        raise BadSeat(f"there is no seat {unknown[0][:20]!r}; the seats are {', '.join(match.seats)}")
    plans = {}
    for side in match.seats:
        seat = wanted.get(side, request_bodies.SeatBody())
        if (seat.who == "bot") != (seat.bot is not None):
            raise BadSeat(f"{side}: a bot's seat names its bot, any other does not")
        if seat.bot is not None:
            service.library.check_bot(match.scenario, side, seat.bot)
        plan = SeatPlan(seat.who, seat.name or match.seats[side].name, seat.bot)
        if seat.who == YOU and me is not None:
            plan.name, plan.person = me.name, me.id
        elif seat.who == CHALLENGE:
            plan.person = people_store.by_name(service.store, seat.name)["id"]
        plans[side] = plan
    return plans


def show_created(made: Invitation, live: LiveGame, viewer: Viewer) -> Json:
    return {
        "id": made.id,
        "key": made.key,
        "invitations": made.invitations,
        "commitment": shown_seal(live.match)["commitment"],
        "game": live.views.whole(viewer),
    }


class StillOn(HardtackError):
    """There is a rematch only when a game is over."""


def rematch(service: GameService, live: LiveGame, sides: tuple[str, ...], device: str) -> tuple[str, str]:
    """Sit down at the game that follows one, sides swapped; it is set up by whoever asks first. Its id, and the key.

    The caller holds the old game.
    """
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


def _set_up(
    service: GameService, live: LiveGame, row: Row, own: tuple[str, ...], device: str
) -> tuple[str, str] | None:
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
    return made.id, made.key


def _plan(live: LiveGame, side: str, own: tuple[str, ...]) -> SeatPlan:
    """What becomes of whoever sat there."""
    bot, seat = live.bot_of.get(side), live.match.seats[side]
    if bot is not None:
        return SeatPlan(BOT, bot=bot)
    return SeatPlan(YOU if side in own else KEPT, seat.name, person=live.person_of.get(side))


def _join(service: GameService, live: LiveGame, side: str, device: str) -> tuple[str, str]:
    new = service.store.value(sa.select(games.c.rematch).where(games.c.id == live.id))
    name, person = live.match.seats[side].name, live.person_of.get(side)
    key = seat_store.sit(service.store, new, enemy_of(side), name, person, device, kept=True)
    between.log(service, live, side, "rematch.agreed")
    with service.game(new) as next_one:
        between.tell_others(service, next_one, (enemy_of(side),), JOINED)
    return new, key
