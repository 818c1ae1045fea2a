"""Who sits where: people and bots, and what happens when a bot misbehaves.

The policy for a bot that crashes, dawdles or answers with nonsense: the fault is kept with the match, a
random legal action is played in its stead, and after `PATIENCE` faults (at once, if it was too slow) the bot
is not asked again: chance plays the seat to the end. A match never stops because of a bot.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, runtime_checkable

from hardtack.referee.actions import Action
from hardtack.referee.errors import BadOption, HardtackError
from hardtack.referee.events import Text
from hardtack.referee.state import freeze
from hardtack.referee.umpire import why_not
from hardtack.referee.views import View

PERSON = "person"
BOT = "bot"
PATIENCE = 3  # faults of any kind before a bot is replaced by chance
CRASHED = "crashed"
SLOW = "slow"
ILLEGAL = "illegal"
NONSENSE = "nonsense"


class StaleMove(HardtackError):
    """The game has moved on since the player last looked: nothing was done."""

    def __init__(self, expected: int, actual: int) -> None:
        self.expected = expected
        self.actual = actual
        super().__init__(f"the game stands at {actual}, not at {expected}: look again before you act")


class BadSeat(HardtackError, ValueError):
    """A seat was named that the battle does not have, or filled with something that cannot play."""


class BadAnswer(BadOption):
    """A question that cannot be answered once for all, or not like that."""


@runtime_checkable
class Bot(Protocol):
    """A player that is a program: it sees what its seat may know and says what it does."""

    def choose(self, view: View, random: Random) -> Action: ...


@runtime_checkable
class Candid(Protocol):
    """A bot that also says what it is after."""

    def intention(self, state: Any, side: str, action: Action) -> Sequence[Text]: ...


@runtime_checkable
class Deliberate(Protocol):
    """A bot that also says what else there was to do, with the chance to win that each leaves, its own action first."""

    def weighed(self, state: Any, side: str, action: Action) -> Sequence[tuple[Action, float]]: ...


@dataclass(frozen=True, slots=True)
class Fault:
    """One misdeed of a bot, and the seat and move where it happened."""

    number: int
    side: str
    bot: str
    kind: str  # crashed | slow | illegal | nonsense
    detail: str


@dataclass(slots=True)
class Seat:
    """One side of the match and who plays it."""

    side: str
    kind: str = PERSON
    name: str = ""
    bot: Bot | None = None
    faults: list[Fault] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)  # given once for all: verbs by the names of decisions

    @property
    def dismissed(self) -> bool:
        """True when the bot is not asked any more and chance plays in its place."""
        return len(self.faults) >= PATIENCE or any(fault.kind == SLOW for fault in self.faults)


def bot_name(bot: Bot) -> str:
    return str(getattr(bot, "name", "") or type(bot).__name__.lower())


def bot_random(secret: str, side: str, number: int) -> Random:
    """The chance a bot may use at a move: repeatable, and no way back to the secret of the dice."""
    digest = hashlib.sha256(f"hardtack bot {secret} {side} {number}".encode()).digest()
    return Random(int.from_bytes(digest[:16], "big"))


def private_copy(view: View) -> View:
    """The view with a state of its own, so that a bot that scribbles on it harms nobody."""
    return View(view.seat, freeze(view.state.draft()))


def ask(bot: Bot, view: View, random: Random, time_limit: float | None) -> tuple[Any, str, str]:
    """The bot's answer, or the kind and detail of its fault. A bot past its time limit is left behind."""
    if time_limit is None:
        return _call(bot, view, random)
    answers: list[tuple[Any, str, str]] = []
    thread = threading.Thread(target=lambda: answers.append(_call(bot, view, random)), daemon=True)
    thread.start()
    thread.join(time_limit)
    if not answers:
        return None, SLOW, f"no answer within {time_limit:g} s"
    return answers[0]


def _call(bot: Bot, view: View, random: Random) -> tuple[Any, str, str]:
    try:
        return bot.choose(view, random), "", ""
    except Exception as error:  # a bot is a stranger's program: whatever it raises stays at its seat
        return None, CRASHED, f"{type(error).__name__}: {error}"


def read_answer(notation: str, state: Any) -> tuple[Action | None, str, str]:
    """The action a bot has written down; or the kind and detail of what is wrong with it."""
    try:
        action = state.scenario.battle.parse(state.scenario, notation)
    except HardtackError as error:
        return None, NONSENSE, str(error)
    kind, detail = check_answer(action, state)
    return None if kind else action, kind, detail


def check_answer(answer: Any, state: Any) -> tuple[str, str]:
    """The kind and detail of what is wrong with a bot's answer; empty when it is a legal action."""
    battle = state.scenario.battle
    if not isinstance(answer, Action) or type(answer) not in battle.action_types:
        return NONSENSE, f"answered {answer!r:.60}"
    try:
        action = battle.parse(state.scenario, str(answer))
    except ValueError as error:
        return NONSENSE, str(error)
    reasons = why_not(state, action)
    if reasons:
        return ILLEGAL, f"{action}: {', '.join(dict.fromkeys(reason.clause for reason in reasons))}"
    return "", ""
