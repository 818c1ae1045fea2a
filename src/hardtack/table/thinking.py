"""The worker processes that think for bots, and how long they may."""

from __future__ import annotations

import os
import pickle
import queue
import selectors
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hardtack.referee.battle import Battle
from hardtack.referee.views import View
from hardtack.table.seats import CRASHED, SLOW, Bot
from hardtack.table.worker import HEADER, UNSAID, Preparation, Question, Reasons, write_message

READY_SECONDS = 60.0  # for a process to start and load the battle, on a busy machine


def start_python(*words: str, stdin: int) -> subprocess.Popen[bytes]:
    """A Python process that finds the modules this one finds, with its output to be read.

    In a group of its own: the key that stops the server in a terminal must not strike down a bot in its thoughts.
    """
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return subprocess.Popen(
        [sys.executable, *words],
        stdin=stdin,
        stdout=subprocess.PIPE,
        bufsize=0,
        process_group=0,
        env=os.environ | {"PYTHONPATH": path},
    )


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot would do and, where it was asked, what for; or the kind and detail of its fault."""

    notation: str = ""
    fault: str = ""
    detail: str = ""
    reasons: Reasons = UNSAID


class Thinker:
    """One worker process."""

    def __init__(self) -> None:
        self.process = start_python("-m", "hardtack.table.worker", stdin=subprocess.PIPE)
        self.prepared: set[str] = set()  # the scenarios it has loaded, or is about to
        self._unheard = 0  # that it has loaded them is yet to be heard

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def ask(self, question: Question, seconds: float) -> Thought:
        try:
            assert self.process.stdin is not None  # asked for when it was started
            write_message(self.process.stdin, question)
            self.prepared.add(question.scenario)
            self.ready()
            self._hear(READY_SECONDS)
            notation, fault, reasons = self._hear(seconds)
        except TimeoutError:
            self.end()
            return Thought("", SLOW, f"no answer within {seconds:g} s")
        except (OSError, EOFError, pickle.UnpicklingError):
            self.end()
            return Thought("", CRASHED, "the bot's process died")
        return Thought(notation, CRASHED if fault else "", fault, reasons)

    def prepare(self, battle: Battle, scenario: str, find_bot: Any) -> None:
        """Have it load what it will be asked about, and do not wait for it."""
        if scenario in self.prepared:
            return
        assert self.process.stdin is not None
        with suppress(OSError):  # it has just died: who asks finds out
            write_message(self.process.stdin, Preparation(type(battle).__module__, scenario, find_bot))
            self.prepared.add(scenario)
            self._unheard += 1

    @property
    def is_ready(self) -> bool:
        """Whether it has loaded all it was told to, as far as one can hear without waiting."""
        with suppress(TimeoutError, OSError, EOFError):  # it is at it; or it has died: who asks finds out
            while self._unheard and self._says_something():
                self._hear(READY_SECONDS)
                self._unheard -= 1
        return not self._unheard

    def _says_something(self) -> bool:
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.process.stdout or 0, selectors.EVENT_READ)
            return bool(waiting.select(0))

    def ready(self) -> None:
        """Wait until it has loaded what it was told to."""
        while self._unheard:
            self._hear(READY_SECONDS)
            self._unheard -= 1

    def _hear(self, seconds: float) -> Any:
        """The next message of the process, if it comes in time."""
        deadline = time.monotonic() + seconds
        size = HEADER.unpack(self._read(HEADER.size, deadline))[0]
        return pickle.loads(self._read(size, deadline))

    def _read(self, size: int, deadline: float) -> bytes:
        assert self.process.stdout is not None
        handle = self.process.stdout.fileno()
        data = b""
        with selectors.DefaultSelector() as waiting:  # `select` knows no file beyond the thousandth
            waiting.register(handle, selectors.EVENT_READ)
            while len(data) < size:
                if not waiting.select(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError
                part = os.read(handle, size - len(data))
                if not part:
                    raise EOFError
                data += part
        return data

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


class BotWorkers:
    """A few thinkers, started when first needed and kept."""

    def __init__(self, size: int, find_bot: Callable[[str], Bot], seconds: float) -> None:
        self.find_bot = find_bot
        self.seconds = seconds
        self._busy: set[Thinker] = set()
        self._closed = False
        self._idle: queue.LifoQueue[Thinker | None] = queue.LifoQueue()
        for _ in range(size):
            self._idle.put(None)

    def ask(self, view: View, bot: str, random_seed: int, table: str = "") -> tuple[str, str, str]:
        """What the bot would do on what its seat may know: notation, or the kind and detail of its fault."""
        thought = self._think(self._idle.get(), self._question(view, bot, random_seed, table))
        return thought.notation, thought.fault, thought.detail

    def consult(self, view: View, bot: str, random_seed: int, table: str = "") -> Thought:
        """The same for somebody who waits for it, with the bot's reasons: whoever waits too long is told so."""
        try:
            thinker = self._idle.get(timeout=self.seconds)
        except queue.Empty:
            return Thought("", SLOW, "others are being answered")
        return self._think(thinker, self._question(view, bot, random_seed, table, explained=True))

    def prepare(self, battle: Battle, scenario: str) -> bool:
        """Have a process at hand for the one who will ask first about a scenario: to start one takes half a second of
        processor time, and many times that on a machine that has much else to do. True when it is there."""
        try:
            thinker = self._idle.get_nowait()
        except queue.Empty:
            return True  # all of them are at work
        if thinker is None or not thinker.alive:
            thinker = Thinker()
        thinker.prepare(battle, scenario, self.find_bot)
        is_ready = thinker.is_ready
        self._idle.put(thinker)
        return is_ready

    def _question(self, view: View, bot: str, random_seed: int, table: str, *, explained: bool = False) -> Question:
        scenario = view.state.scenario
        return Question(
            battle_module=type(scenario.battle).__module__,
            scenario=scenario.id,
            settings=dict(scenario.settings),
            fields=dict(view.state.values()),
            side=str(view.seat),
            bot=bot,
            find_bot=self.find_bot,
            random_seed=random_seed,
            table=table,
            explained=explained,
        )

    def _think(self, thinker: Thinker | None, question: Question) -> Thought:
        try:
            if self._closed:
                return Thought("", CRASHED, "nobody thinks here any more")
            if thinker is None or not thinker.alive:
                thinker = Thinker()
            self._busy.add(thinker)
            return thinker.ask(question, self.seconds)
        finally:
            self._busy -= {thinker}
            self._idle.put(thinker if thinker is not None and thinker.alive else None)

    def close(self) -> None:
        """End them all; whoever waits for an answer, or asks later, hears that nobody is there."""
        self._closed = True
        for busy in list(self._busy):
            busy.process.kill()
        with suppress(queue.Empty):
            while True:
                thinker = self._idle.get_nowait()
                if thinker is not None:
                    thinker.end()
        self._idle.put(None)  # who waits for one, or comes late, is told; a thread that waits for ever keeps us alive
