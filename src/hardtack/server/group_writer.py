"""Moves that arrive together are written in one transaction, by a thread of its own.

To wait for the disk takes longer than to write: while one transaction is on its way to the disk the moves of the next
one gather. Nobody's move is acknowledged before its own transaction is on disk.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from hardtack.server.connections import StoreTrouble
from hardtack.server.logs import log
from hardtack.server.snapshots import Taken, keep
from hardtack.server.store import Store, Write

MOST = 200  # moves in one transaction
GATHER_SECONDS = 0.003  # while moves come so close upon each other, they are gathered for one look at the disk

PLAYING_SECONDS = 1.0  # so long after a move people are taken to play
HELD_SECONDS = 0.1  # and so long a move for which nobody waits is held back then, to go with one of theirs

Told = Callable[[bool | BaseException], None]


class GroupWriter:
    """Writes for the event loop it was started in; `write` is called there and nowhere else."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._gathered: list[tuple[Write, Told]] = []  # in this turn of the event loop
        self._waiting: list[tuple[Write, Told]] = []
        self._threads: list[tuple[float, Write, Future[bool]]] = []  # moves of threads, and when they go at the latest
        self._played = -math.inf  # when somebody's move came last by way of the event loop
        self._snapshots: list[Taken] = []
        self._change = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """What has been handed in is still written."""
        self._hand_over()
        with self._change:
            self._stopping = True
            self._change.notify()
        if self._thread.is_alive():
            self._thread.join()

    async def write(self, write: Write) -> bool:
        """True when it is on disk, False when the game has moved on meanwhile; raises what is wrong with the store."""
        done: asyncio.Future[bool] = self._loop.create_future()

        def told(result: bool | BaseException) -> None:
            if done.done():
                return  # whoever waited has gone
            if isinstance(result, BaseException):
                done.set_exception(result)
            else:
                done.set_result(result)

        self.write_then(write, told)
        return await done

    def write_then(self, write: Write, told: Told) -> None:
        """The same for whoever wants to be told, in the event loop: of the result, or of what is wrong."""
        if not self._gathered:  # who comes in the same turn goes with it: the thread is woken once for all
            self._loop.call_soon(self._hand_over)
        self._gathered.append((write, told))

    def write_and_wait(self, write: Write, patient: bool = False) -> bool:
        """The same for a thread that is not the event loop's, and waits; a writer that does not run does it at once.

        `patient`: nobody waits for it. While people play it goes with a move of theirs, or a little later.
        """
        done: Future[bool] = Future()
        with self._change:
            running = self._thread.is_alive() and not self._stopping
            if running:
                now = time.monotonic()
                held = patient and now - self._played < PLAYING_SECONDS
                self._threads.append((now + HELD_SECONDS if held else now, write, done))
                self._change.notify()
        return done.result() if running else self.store.append_all([write])[0]

    def _hand_over(self) -> None:
        with self._change:
            self._waiting += self._gathered
            self._gathered = []
            self._played = time.monotonic()
            self._change.notify()

    @property
    def waiting(self) -> int:
        """Moves that are not yet on disk."""
        return len(self._waiting) + len(self._gathered) + len(self._threads)

    def keep(self, taken: Taken) -> None:
        """Write a snapshot when there is nothing else to do. May be called from any thread."""
        with self._change:
            self._snapshots.append(taken)
            del self._snapshots[:-MOST]
            self._change.notify()

    def _run(self) -> None:
        with self.store.lines.keeping():
            self._write_all()

    def _write_all(self) -> None:
        written = 0.0  # when the last moves were on disk
        while True:
            with self._change:
                while not (self._waiting or self._snapshots or self._stopping) and self._rest() > 0.0:
                    self._change.wait(self._rest() if self._threads else None)
                busy = bool(self._waiting) and time.monotonic() - written < GATHER_SECONDS and not self._stopping
            if busy:
                time.sleep(GATHER_SECONDS)
            batch, threads, taken = self._next()
            if taken is not None:
                self._keep(taken)
            elif batch or threads:
                results = self._append([write for write, _ in batch] + [write for _, write, _ in threads])
                if batch:
                    written = time.monotonic()
                    with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                        self._loop.call_soon_threadsafe(_tell, [told for _, told in batch], results[: len(batch)])
                for (_, _, done), result in zip(threads, results[len(batch) :], strict=True):
                    done.set_exception(result) if isinstance(result, BaseException) else done.set_result(result)
            elif self._stopping:
                return

    def _rest(self) -> float:
        """Seconds until a move of a thread must go."""
        return min((due for due, _, _ in self._threads), default=math.inf) - time.monotonic()

    def _next(self) -> tuple[list[tuple[Write, Told]], list[tuple[float, Write, Future[bool]]], Taken | None]:
        """What is to be written now: moves of people, with them those of threads, or a snapshot."""
        with self._change:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            threads: list[tuple[float, Write, Future[bool]]] = []
            if batch or self._stopping or self._rest() <= 0.0:
                threads, self._threads = self._threads[:MOST], self._threads[MOST:]
            taken = self._snapshots.pop(0) if self._snapshots and not (batch or threads) else None
            return batch, threads, taken

    def _append(self, writes: list[Write]) -> list[bool | BaseException]:
        try:
            return [*self.store.append_all(writes)]
        except BaseException as error:  # told to everybody whose move it was
            if len(writes) == 1 or isinstance(error, StoreTrouble):
                return [error] * len(writes)
            return [result for write in writes for result in self._append([write])]  # something is wrong with one

    def _keep(self, taken: Taken) -> None:
        try:
            keep(self.store, taken)
        except (StoreTrouble, SQLAlchemyError):
            pass  # the game is gone, or the store is: it does without
        except Exception:  # the last stop of this thread, which others' moves wait for
            log.exception("no snapshot of game %s", taken.game)


def _tell(waiting: list[Told], results: list[bool | BaseException]) -> None:
    for told, result in zip(waiting, results, strict=True):
        try:
            told(result)
        except Exception:  # nobody else's move is to wait for ever
            log.exception("cannot tell of a move that was written")
