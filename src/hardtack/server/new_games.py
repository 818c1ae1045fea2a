"""A new game as the store takes it: who is to sit where, on which conditions, and the rows that say so."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hardtack.server.clocks import Clock, Terms, write_terms
from hardtack.server.keys import new_id, new_key
from hardtack.server.live import END, PLAY, change_row, write_dice, write_outcome
from hardtack.server.seat_store import RATED, key_row, link_row
from hardtack.server.seating import INVITATION
from hardtack.server.store import now
from hardtack.table import Match
from hardtack.table.seats import BOT, PERSON

YOU, LINK, ANYBODY, CHALLENGE, NOBODY = "you", "link", "open", "person", "nobody"
NOT_RATED, COUNTED = "no", "counted"  # or `seat_store.RATED`
LISTED, PRIVATE = "open", "private"  # or "unlisted"


@dataclass
class SeatPlan:
    """Who is to sit somewhere."""

    who: str = YOU  # you | link | bot | open: anybody | person: somebody who is challenged by name | nobody
    name: str = ""
    bot: str | None = None
    person: str | None = None  # whose name it is


@dataclass(frozen=True)
class Conditions:
    """What a game is played on, besides its rules."""

    terms: Terms | None = None  # of the clock
    visibility: str = LISTED
    delay: int = 0  # turns by which those who watch are behind
    level: str = "any"
    rated: bool = False
    lesson: str | None = None  # which one it is


PLAIN = Conditions()


@dataclass
class Invitation:
    """A new game, its maker's key and the tokens of the invitations; they are told once."""

    id: str
    key: str
    invitations: dict[str, str]


Rows = Sequence[Mapping[str, Any]]


def lay_out(
    match: Match, plans: Mapping[str, SeatPlan], pace_ms: int, device: str, conditions: Conditions
) -> tuple[Invitation, tuple[Mapping[str, Any], Rows, Rows, Rows, Rows]]:
    """A new game as `Store.create` takes it, and what its maker is told: the key holds all seats that are theirs."""
    own = [side for side, plan in plans.items() if plan.who == YOU]
    invited = {side: new_key() for side, plan in plans.items() if plan.who == LINK}
    made = Invitation(new_id(10), new_key(), invited)
    links = [link_row(made.id, (side,), INVITATION, token) for side, token in invited.items()]
    keys = [key_row(made.id, own, made.key, device)]
    row = _new_row(made.id, match, plans, pace_ms, conditions)
    return made, (row, _seat_rows(made.id, plans), _past_changes(made.id, match), keys, links)


def _seat_rows(game_id: str, plans: Mapping[str, SeatPlan]) -> Rows:
    return [
        {"game": game_id, "side": side, "kind": BOT if plan.who == BOT else PERSON, "bot": plan.bot,
         "name": "" if plan.who == CHALLENGE else plan.name,
         "person": plan.person if plan.who == YOU else None, "asked": plan.person if plan.who == CHALLENGE else None,
         "offered": plan.who == ANYBODY}
        for side, plan in plans.items()
    ]  # fmt: skip


def _new_row(
    game_id: str, match: Match, plans: Mapping[str, SeatPlan], pace_ms: int, conditions: Conditions
) -> dict[str, Any]:
    begun = now()
    outcome, terms = match.outcome, conditions.terms
    bot_next = match.to_act is not None and plans[match.to_act].who == BOT
    clock = Clock.begin(terms, match.seats, match.state.turn).write() if terms is not None else ""
    return {
        "id": game_id, "scenario": match.scenario.id, "rules": match.battle.rules_version,
        "settings": json.dumps(dict(match.scenario.settings)), "headers": json.dumps(match.headers),
        "opening_dice": write_dice(match.journal.entries[0].dice), "seed": match.seed if match.sealed else None,
        "version": match.version, "number": match.for_seat(None).number, "turn": match.state.turn,
        "to_act": match.to_act, "bot_next": bot_next, "over": outcome is not None,
        "outcome": write_outcome(outcome),
        "created": begun, "updated": begun, "pace_ms": pace_ms, "paused": False, "keeper": None,
        "seating": 0, "talk": 0, "clock": write_terms(terms), "clock_state": clock,
        "visibility": conditions.visibility, "delay": conditions.delay, "level": conditions.level,
        "rated": RATED if conditions.rated else NOT_RATED, "lesson": conditions.lesson,
    }  # fmt: skip


def _past_changes(game_id: str, match: Match) -> Rows:
    """The actions a match from a record already has."""
    rows = [
        change_row(game_id, number, PLAY, str(entry.side), str(entry.action), dice=write_dice(entry.dice))
        for number, entry in enumerate(match.journal.entries)
        if number
    ]
    if match.journal.ended is not None:
        rows.append(change_row(game_id, match.version, END, "", match.result))
    return rows
