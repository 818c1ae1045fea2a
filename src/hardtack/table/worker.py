"""A process that thinks for bots: `python -m hardtack.table.worker`. It reads questions, writes answers.

A bot is asked here and not in the server, so that one that crashes, dawdles or eats the processor harms
nobody: the process is ended and another started. It is given what its seat may know and nothing else.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import IO, Any, NamedTuple

from hardtack.referee.actions import Action
from hardtack.referee.events import Text
from hardtack.referee.umpire import options
from hardtack.referee.views import View
from hardtack.table.seats import Candid, Deliberate

HEADER = struct.Struct(">I")
READY = "ready"
BOTS_KEPT = 64
LOOK_SECONDS = 1.0  # how often to see whether the server is still there


@dataclass(frozen=True)
class Question:
    """What a bot is asked: a state as its seat may know it, in plain data."""

    battle_module: str
    scenario: str
    settings: dict[str, Any]
    fields: dict[str, Any]
    side: str
    bot: str
    find_bot: Any
    random_seed: int
    table: str = ""  # the game: a bot that is asked again about it may remember what it had in mind
    explained: bool = False  # whether the bot is to say what it would do it for, too


@dataclass(frozen=True)
class Preparation:
    """What a bot will be asked about: to load it takes longer than most of them think."""

    battle_module: str
    scenario: str
    find_bot: Any


def write_message(stream: IO[bytes], message: Any) -> None:
    data = pickle.dumps(message)
    stream.write(HEADER.pack(len(data)) + data)
    stream.flush()


def read_message(stream: IO[bytes]) -> Any:
    return pickle.loads(_read(stream, HEADER.unpack(_read(stream, HEADER.size))[0]))


def _read(stream: IO[bytes], size: int) -> bytes:
    """Exactly so many bytes; a pipe may give them piecemeal."""
    data = b""
    while len(data) < size:
        part = stream.read(size - len(data))
        if not part:
            raise EOFError
        data += part
    return data


kept: OrderedDict[tuple[str, str, str], Any] = OrderedDict()
"""The bots asked last, by game, side and name."""


def bot_for(question: Question) -> Any:
    """The bot that was asked about this game before, or a fresh one; none remembers another's game."""
    if not question.table:
        return question.find_bot(question.bot)
    seat = (question.table, question.side, question.bot)
    bot = kept.pop(seat, None) or question.find_bot(question.bot)
    kept[seat] = bot
    while len(kept) > BOTS_KEPT:
        kept.popitem(last=False)
    return bot


def make_ready(coming: Preparation) -> None:
    """Load a battle and the bots that play it. What cannot be loaded is told when it is asked for."""
    with suppress(Exception):
        battle = import_module(coming.battle_module).BATTLE
        battle.scenario(coming.scenario)
        coming.find_bot(battle.scenarios[coming.scenario].bots[0])


def read_question(question: Question) -> tuple[Any, View, Random]:
    """The bot, what it may see, and its random numbers."""
    battle = import_module(question.battle_module).BATTLE
    scenario = battle.scenario(question.scenario, question.settings)
    state = battle.state_of(scenario)(scenario=scenario, **question.fields)
    return bot_for(question), View(question.side, state), Random(question.random_seed)


class Reasons(NamedTuple):
    """What a bot would do an action for, and what else there was to do: each action with the chance to win it leaves,
    as plain text and numbers that fit through a pipe; its own comes first."""

    motives: Sequence[Text] = ()
    weighed: Sequence[tuple[str, float]] = ()


UNSAID = Reasons()


def answer(bot: Any, view: View, random: Random, explained: bool = False) -> tuple[str, str, Reasons]:
    """The notation the bot chose, or an empty one and what went wrong; and what the choice is for, where asked."""
    try:
        action = bot.choose(view, random)
        return str(action), "", reasons(bot, view, action, random) if explained else UNSAID
    except Exception as error:  # a bot is a stranger's program: whatever it raises is its fault, told to the server
        return "", f"{type(error).__name__}: {error}", UNSAID


def reasons(bot: Any, view: View, action: Action, random: Random) -> Reasons:
    """Why a bot would do an action, as the seat of the view may know."""
    side = str(view.seat)
    state = view.state.scenario.battle.imagine(view.state, side, random)
    able = action in options(state)
    motives = bot.intention(state, side, action) if able and isinstance(bot, Candid) else ()
    plan: Sequence[Text] = getattr(bot, "plan_in_words", ())  # of a bot that has one
    weighed = bot.weighed(state, side, action) if able and isinstance(bot, Deliberate) else ()
    return Reasons(tuple(dict.fromkeys([*plan, *motives])), [(str(one), chance) for one, chance in weighed])


def follow_the_server(server: int) -> None:
    """End with the server, and not before it, whatever a bot is doing.

    A key or a signal that stops the server reaches this process, too: a bot that died of it would seem to have crashed.
    """
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(LOOK_SECONDS)
        os._exit(1)

    if hasattr(os, "fork"):  # elsewhere nobody else becomes the parent
        threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    """Answer until the server goes. What a bot prints must not get between the answers."""
    follow_the_server(os.getppid())
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while True:
        try:
            question = read_message(sys.stdin.buffer)
        except EOFError:
            return
        try:
            if isinstance(question, Preparation):
                make_ready(question)
                write_message(answers, READY)
                continue
            asked = read_question(question)
            write_message(answers, READY)  # from now on it is the bot that takes the time
            write_message(answers, answer(*asked, question.explained))
        except BrokenPipeError:
            os._exit(1)  # the server has died meanwhile


if __name__ == "__main__":
    from hardtack.table import worker  # what is read is of that module's classes, not of this one's

    worker.main()
