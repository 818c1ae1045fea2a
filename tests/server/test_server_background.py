"""The parts of a server are started in order and closed in the opposite one, also when one of them cannot start."""

import pytest

from hardtack.server.background import BackgroundThread, running


class Told:
    def __init__(self, name, log, fails=False):
        self.name, self.log, self.fails = name, log, fails

    def start(self):
        if self.fails:
            raise OSError("port taken")
        self.log.append(f"{self.name} starts")

    def close(self):
        self.log.append(f"{self.name} closes")


def test_parts_are_closed_in_the_opposite_order():
    log = []
    with running([Told("a", log), Told("b", log)]):
        log.append("serves")
    assert log == ["a starts", "b starts", "serves", "b closes", "a closes"]


def test_a_part_that_cannot_start_leaves_nothing_running():
    log = []
    with pytest.raises(OSError, match="port taken"), running([Told("a", log), Told("b", log, fails=True)]):
        log.append("serves")
    assert log == ["a starts", "a closes"]


def test_a_background_thread_is_over_when_it_is_closed_and_may_be_closed_twice():
    class Looks(BackgroundThread):
        def run(self):
            while not self.stopping.wait(0.001):
                pass

    thread = Looks("looks")
    thread.close()  # never started: nothing to wait for
    thread = Looks("looks")
    thread.start()
    thread.close()
    thread.close()
    assert not thread.is_alive()
