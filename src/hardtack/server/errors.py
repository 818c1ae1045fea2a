"""What the server refuses, and how an error becomes an answer: a status, a stable code, a sentence for the player."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from hardtack.mail import BadLetter
from hardtack.referee.battle import Battle
from hardtack.referee.errors import HardtackError, IllegalAction
from hardtack.referee.events import Reason
from hardtack.referee.words import Words, load_words
from hardtack.table import StaleMove


class BadKey(HardtackError):
    """The key is no seat of this game."""


class NoSeat(HardtackError):
    """A spectator tried what only a seat may do."""


class NameNeeded(HardtackError):
    """Only somebody with a name of their own may do this."""


class AgainstOneself(HardtackError):
    """A rated game needs two."""


class PrivateGame(HardtackError):
    """Only its players may look at the game."""


class UnknownGame(HardtackError):
    """There is no such game."""


class UnknownHex(HardtackError):
    """The map has no such hex."""


class UnknownUnit(HardtackError):
    """The scenario has no such counter."""


class UnknownMove(HardtackError):
    """The game has no such action, or no fight belongs to it."""


class UnknownOverlay(HardtackError):
    """No tint of the board is called so."""


class HintsOff(HardtackError):
    """The game was made without hints."""


class NoHint(HardtackError):
    """The bot had no answer, or none in time."""


class OldRules(HardtackError):
    """The stored game does not replay with the rules of this program; its record is still there."""


DETAIL = 500  # characters
STATUS = {
    "bad_request": 400, "bad_seat": 400,
    "bad_method": 405, "too_large": 413,
    "bad_key": 403, "wrong_seat": 403, "no_seat": 403, "hints_off": 403,
    "unknown_game": 404, "unknown_scenario": 404, "unknown_hex": 404, "unknown_unit": 404, "unknown_move": 404,
    "unknown_overlay": 404, "unknown_lesson": 404, "unknown_mail": 404, "not_found": 404,
    "stale_move": 409, "game_over": 409, "nothing_to_undo": 409, "old_rules": 409,
    "not_over": 409,
    "illegal_action": 422, "bad_notation": 422, "bad_option": 422, "bad_record": 422, "bad_position": 422, "dice": 422,
    "bad_answer": 422, "bad_letter": 422, "dice_wanted": 409,
    "unknown_link": 404, "link_taken": 409, "link_withdrawn": 409, "seat_taken": 409, "too_many_keys": 409,
    "too_long": 422,
    "link_asked": 409, "nobody_to_ask": 409, "under_way": 409, "unknown_proposal": 404, "too_often": 429,
    "name_taken": 409, "bad_name": 422, "bad_player_key": 403, "unknown_person": 404, "link_expired": 409,
    "name_needed": 403, "private_game": 403, "other_site": 403, "not_offered": 409,
    "against_oneself": 409, "still_on": 409,
    "no_passkeys": 404, "bad_passkey": 403, "passkey_late": 409, "too_many_passkeys": 409,
    "time_left": 409, "no_vacation": 409,
    "bad_address": 422, "bad_mail_address": 422, "bad_subscription": 422, "subscription_taken": 409,
    "unknown_feed": 404, "not_here": 409,
    "too_many_requests": 429, "too_many_games": 429, "too_many_streams": 429, "too_many_bot_games": 429,
    "busy": 503, "no_hint": 503, "broken_store": 503, "leaving": 503, "other_tables": 503, "loading": 503,
}  # fmt: skip


@cache
def own_words() -> Words:
    """The sentences the server itself says, in both languages."""
    return load_words([Path(__file__).parent / "data" / "words.csv"])


def status_of(code: str) -> int:
    return STATUS.get(code, 500)


def error_body(code: str, lang: str, detail: str, **more: Any) -> dict[str, Any]:
    """The detail may quote what was sent: it is cut, and what cannot be written becomes a question mark."""
    message = own_words().word(f"error.{code}", lang)
    readable = detail[:DETAIL].encode("utf-8", "replace").decode()
    return {"error": {"code": code, "message": message, "detail": readable, **more}}


def describe(error: HardtackError, lang: str, battle: Battle | None = None) -> dict[str, Any]:
    """The body of the answer to a refused request."""
    more: dict[str, Any] = {}
    if isinstance(error, StaleMove):
        more = {"expected": error.expected, "actual": error.actual}
    elif isinstance(error, IllegalAction) and battle is not None:
        more = {"reasons": [show_reason(battle, reason, lang) for reason in error.reasons]}
    body = error_body(error.code, lang, str(error), **more)
    if isinstance(error, BadLetter):  # it says itself what is wrong with the file, and in which line
        body["error"]["message"] = error.say(lang)
    return body


def show_reason(battle: Battle, reason: Reason, lang: str) -> dict[str, str]:
    return {
        "clause": reason.clause,
        "title": clause_title(battle, reason.clause, lang),
        "text": battle.words.say(reason.key, reason.args, lang),
    }


def clause_title(battle: Battle, clause: str, lang: str) -> str:
    found = battle.register.get(clause)
    return "" if found is None else found.title(lang)
