"""The processes that think for bots: at hand before they are needed."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.table import Match
from hardtack.table.seats import CRASHED
from hardtack.table.thinking import BotWorkers, Thinker

BULL_RUN = "bull-run"


@pytest.fixture
def workers():
    made = BotWorkers(1, find_bot, 30.0)
    yield made
    made.close()


def started(workers):
    """The process that would be asked next."""
    thinker = workers._idle.queue[-1]
    assert isinstance(thinker, Thinker)
    return thinker


def test_a_process_loads_what_it_will_be_asked_about(workers):
    """When the keeper of a game dies its bots go on within 2 s. To start a process and to load a battle took 39 s once,
    beside much other work."""
    workers.prepare(find_battle(BULL_RUN), BULL_RUN)
    thinker = started(workers)
    thinker.ready()  # nothing has been asked yet
    workers.prepare(find_battle(BULL_RUN), BULL_RUN)
    assert started(workers) is thinker
    assert thinker.prepared == {BULL_RUN}
    match = Match.new(BULL_RUN, seed=1)
    for seed in (1, 2):
        notation, fault, detail = workers.ask(match.seen(match.to_act), "random", seed)
        assert (fault, detail) == ("", "")
        assert match.why_not(notation) == []


def test_what_was_prepared_is_heard_by_whoever_asks_first_and_a_dead_process_is_replaced(workers):
    match = Match.new(BULL_RUN, seed=1)
    workers.prepare(find_battle(BULL_RUN), BULL_RUN)
    assert workers.ask(match.seen(match.to_act), "random", 1)[1] == ""  # who asks waits until it is loaded
    dead = started(workers)
    dead.process.kill()
    dead.process.wait()
    dead.prepare(find_battle("shiloh"), "shiloh", find_bot)  # nobody is troubled by it
    workers.prepare(find_battle(BULL_RUN), BULL_RUN)
    assert started(workers) is not dead
    for pipe in (dead.process.stdin, dead.process.stdout):
        pipe.close()
    assert workers.ask(match.seen(match.to_act), "random", 1)[1] == ""


def test_a_process_is_heard_however_many_files_are_open(workers):
    """Each stream to a viewer is one: a server with a thousand of them must still play its bots."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 1_100
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip("so many files may not be opened here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    held = []
    try:
        while not held or held[-1] < 1_030:
            held.append(os.open(os.devnull, os.O_RDONLY))
        match = Match.new(BULL_RUN, seed=1)
        assert workers.ask(match.seen(match.to_act), "random", 1)[1] == ""
    finally:
        for handle in held:
            os.close(handle)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_who_asks_when_all_is_over_is_told_and_waits_for_nobody():
    """A server that stops has threads that were about to ask: for ever at it, they would keep its process alive."""
    workers, match = BotWorkers(1, find_bot, 30.0), Match.new(BULL_RUN, seed=1)
    with ThreadPoolExecutor(3) as threads:
        thinker = workers._idle.get()  # somebody is at it
        waiting = [threads.submit(workers.ask, match.seen(match.to_act), "random", seed) for seed in range(2)]
        workers.close()
        late = threads.submit(workers.ask, match.seen(match.to_act), "random", 3)
        told = [one.result(60) for one in (*waiting, late)]
    assert thinker is None
    assert {fault for _, fault, _ in told} == {CRASHED}
