"""Many games at once: in this process, on all cores of the machine, or on a Ray cluster. The games are the same ones.

A task is a plain function of its item, so it does not matter where it runs; results come as they are ready, each with
its item.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from hardtack.referee.errors import BadOption

Item = TypeVar("Item")
Answer = TypeVar("Answer")

AHEAD = 2  # items given out for each process: nobody waits for the next, and little is lost when the work is stopped


def cores() -> int:
    """How many processes this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    task: Callable[[Item], Answer], items: Sequence[Item], jobs: int | None = None, cluster: str = ""
) -> Iterator[tuple[Item, Answer]]:
    """Every item with its answer, in the order they are ready. Without `jobs` all cores work."""
    if cluster:
        yield from _on_cluster(task, items, cluster)
        return
    number = min(jobs or cores(), len(items))
    if number <= 1:
        for item in items:
            yield item, task(item)
        return
    with ProcessPoolExecutor(number) as pool:
        yield from _as_ready(task, items, number, pool)


def in_order(
    task: Callable[[Item], Answer], items: Sequence[Item], jobs: int | None = None, cluster: str = ""
) -> list[Answer]:
    """The answers in the order of their items."""
    found = {
        number: answer
        for (number, _), answer in spread(partial(_of_numbered, task), list(enumerate(items)), jobs, cluster)
    }
    return [found[number] for number in range(len(items))]


def _of_numbered(task: Callable[[Item], Answer], item: tuple[int, Item]) -> Answer:
    return task(item[1])


def _as_ready(
    task: Callable[[Item], Answer], items: Sequence[Item], number: int, pool: ProcessPoolExecutor
) -> Iterator[tuple[Item, Answer]]:
    waiting = iter(items)
    running: dict[Future[Answer], Item] = {}
    try:
        while True:
            running.update({pool.submit(task, item): item for item in islice(waiting, AHEAD * number - len(running))})
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
    finally:
        for future in running:
            future.cancel()


def _on_cluster(
    task: Callable[[Item], Answer], items: Sequence[Item], address: str
) -> Iterator[tuple[Item, Answer]]:  # fmt: skip
    """On a Ray cluster, which is sent this very package: another version there would play other games."""
    ray: Any = _ray()
    ray.init(address=address, log_to_driver=False, runtime_env={"py_modules": [str(Path(__file__).parents[1])]})
    try:
        remote = ray.remote(num_cpus=1)(task)
        number = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = iter(items)
        running: dict[Any, Item] = {}
        while True:
            running.update({remote.remote(item): item for item in islice(waiting, AHEAD * number - len(running))})
            if not running:
                return
            for done in ray.wait(list(running), num_returns=1)[0]:
                yield running.pop(done), ray.get(done)
    finally:
        ray.shutdown()


def _ray() -> Any:
    try:
        return import_module("ray")  # an extra: only those who outgrow one machine need it
    except ImportError:
        raise BadOption("--on needs Ray: install hardtack[cluster]") from None
