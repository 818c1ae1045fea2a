"""What players settle between themselves: resigning, draws, taking back past dice, giving a seat away.

What one side may do alone is done at once. What needs the other's consent is proposed and waits; if nobody else plays
(a hot seat, a seat nobody has taken) there is nobody to ask. Bots agree to nothing, and nobody asks them who takes the
place of their enemy.
"""

from __future__ import annotations

from typing import NamedTuple

from hardtack.referee.endings import ABANDONED, AGREEMENT, RESIGNATION, read_ending
from hardtack.referee.errors import BadOption, GameOver, HardtackError, NothingToUndo, WrongSeat
from hardtack.referee.events import DRAW as NOBODY
from hardtack.referee.events import enemy_of
from hardtack.server import seat_store, snapshots, talk_store
from hardtack.server.errors import NoSeat
from hardtack.server.game_service import GameService
from hardtack.server.live import END, MAIL, TAKE_BACK, LiveGame
from hardtack.server.notices import PROPOSED
from hardtack.server.talk_store import DRAW, TO_BOT, TO_PERSON, Proposal, UnknownProposal
from hardtack.table.seats import PERSON

TAKEBACK = talk_store.TAKE_BACK
AGREED, DECLINED, WITHDRAWN = "agreed", "declined", "withdrawn"


class NobodyToAsk(HardtackError):
    """It needs the consent of somebody who is not there, or is a bot."""


class Underway(HardtackError):
    """Both sides have acted: the game cannot be given up as if it had never been."""

    code = "under_way"


class Proposed(NamedTuple):
    """What came of a wish: it waits for the other side, or was done; and the token of a link, if it was for one."""

    proposal: Proposal | None
    token: str | None = None


def seat_of(live: LiveGame, sides: tuple[str, ...], named: str | None) -> str:
    """The seat that speaks: the one named, the only one, or at a hot seat the one to act."""
    own = [side for side in sides if live.match.seats[side].kind == PERSON]
    if not own:
        raise NoSeat("spectators settle nothing between players")
    if named is not None and named not in own:
        raise WrongSeat(f"you hold {' and '.join(own)}, not {named[:20]}")
    acting = live.match.to_act
    return named or (acting if acting in own else own[0])


def end_game(service: GameService, live: LiveGame, side: str, winner: str, how: str) -> None:
    """The players end the game; on disk when this returns."""
    ending = read_ending(f"{winner} {how}")
    if ending is None:
        raise BadOption(f"no game ends with {winner!r} by {how!r}")
    live.match.end(ending)
    service.note_change(live, END, side, f"{winner} {how}")


def resign(service: GameService, live: LiveGame, side: str) -> None:
    end_game(service, live, side, enemy_of(side), RESIGNATION)
    log(service, live, side, "resigned")


def abandon(service: GameService, live: LiveGame, side: str) -> None:
    """Give up a game that has not begun: one in which not both sides have acted."""
    check_at_table(live)
    acted = {entry.side for entry in live.match.journal.entries if entry.side is not None}
    if live.match.outcome is None and len(acted) > 1:
        raise Underway("both sides have acted; you can resign or offer a draw")
    end_game(service, live, side, NOBODY, ABANDONED)
    log(service, live, side, "abandoned")


def others(live: LiveGame, sides: tuple[str, ...]) -> list[str]:
    """The sides of other people who are there to be asked."""
    return [
        side
        for side, seat in live.match.seats.items()
        if seat.kind == PERSON and side not in sides and live.seating.held(side)
    ]


def propose(
    service: GameService, live: LiveGame, sides: tuple[str, ...], side: str, kind: str, what: str
) -> Proposed:  # fmt: skip
    """Ask the other side for something; done at once where it concerns nobody else."""
    match = live.match
    if match.outcome is not None:
        raise GameOver("the game is over")
    check_at_table(live)
    if kind == TAKEBACK:
        check_take_back(live, what)
    elif kind == TO_BOT:
        service.library.check_bot(match.scenario, side, what)
    asked = others(live, sides)
    token = None
    if kind == TO_PERSON:
        link = seat_store.offer_seat(service.store, live.id, side, at_once=not asked)
        what, token = link.id, link.token
        service.catch_up(live)
    if asked:
        made = talk_store.propose(service.store, live.id, side, kind, what, match.version, service.clock())
        service.catch_up(live)
        tell_others(service, live, sides, PROPOSED, made.id)
        return Proposed(made, token)
    alone = len(sides) == len(match.seats)  # a hot seat: both have said so
    if kind in (DRAW, TAKEBACK) and not alone:
        raise NobodyToAsk("nobody is there to agree")
    carry_out(service, live, Proposal("", side, kind, what, match.version, service.clock()), side)
    log(service, live, side, f"{kind}.{AGREED}", what)
    return Proposed(None, token)


def check_at_table(live: LiveGame) -> None:
    """Refuse what two players settle at a table in a game whose other player reads letters only."""
    if MAIL in live.match.headers:
        raise NobodyToAsk("the other player of a game by mail reads letters only")


def tell_others(service: GameService, live: LiveGame, sides: tuple[str, ...], kind: str, mark: str = "") -> None:
    """Announce something to the people on the other side."""
    for side in others(live, sides):
        service.tell(live, side, kind, mark)


def check_take_back(live: LiveGame, what: str) -> None:
    match = live.match
    if match.journal.veiled or match.state.audience is not None:
        raise NothingToUndo("where anything was decided in secret nothing is taken back by agreement")
    if not 1 <= int(what) <= match.number:
        raise NothingToUndo(f"the game has {match.number} actions")


def find(live: LiveGame, proposal_id: str) -> Proposal:
    found = next((one for one in live.open_proposals if one.id == proposal_id), None)
    if found is None:
        raise UnknownProposal("nothing of the kind is proposed now")
    return found


def decide(service: GameService, live: LiveGame, sides: tuple[str, ...], proposal_id: str, agree: bool) -> None:
    """The other side answers a proposal."""
    proposal = find(live, proposal_id)
    side = enemy_of(proposal.side)
    if proposal.side in sides or side not in sides:
        raise WrongSeat(f"it is {side}'s to answer")
    if agree:
        carry_out(service, live, proposal, side)
    elif proposal.kind == TO_PERSON:
        seat_store.settle_offer(service.store, live.id, proposal.what, agreed=False)
    talk_store.settle(service.store, live.id, proposal, side, AGREED if agree else DECLINED, service.clock())
    service.catch_up(live)


def withdraw(service: GameService, live: LiveGame, sides: tuple[str, ...], proposal_id: str) -> None:
    proposal = find(live, proposal_id)
    if proposal.side not in sides:
        raise WrongSeat(f"it is {proposal.side}'s proposal")
    if proposal.kind == TO_PERSON:
        seat_store.settle_offer(service.store, live.id, proposal.what, agreed=False)
    talk_store.settle(service.store, live.id, proposal, proposal.side, WITHDRAWN, service.clock())
    service.catch_up(live)


def carry_out(service: GameService, live: LiveGame, proposal: Proposal, by: str) -> None:
    """Do what was agreed. A change of the game is on disk, or refused, before the proposal is struck off."""
    if proposal.kind == DRAW:
        end_game(service, live, by, NOBODY, AGREEMENT)
    elif proposal.kind == TAKEBACK:
        match = live.match
        match.take_back(int(proposal.what))
        service.note_change(live, TAKE_BACK, proposal.side, proposal.what, seed=match.seed if match.sealed else None)
        snapshots.drop(service.store, live.id)
    elif proposal.kind == TO_BOT:
        seat_store.seat_bot(service.store, live.id, proposal.side, proposal.what)
        service.catch_up(live)
    elif proposal.kind == TO_PERSON and proposal.id:
        seat_store.settle_offer(service.store, live.id, proposal.what, agreed=True)
        service.catch_up(live)


def log(service: GameService, live: LiveGame, side: str, key: str, text: str = "") -> None:
    talk_store.note(service.store, live.id, side, key, text, service.clock())
    service.catch_up(live)
