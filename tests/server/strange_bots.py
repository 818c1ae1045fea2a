"""Bots that are none of ours. Their own processes find them by name: this module loads no more than they need."""

from __future__ import annotations

import os
import time
from pathlib import Path

from toy.battle import End
from toy.shelf import SHELF


class Misbehaving:
    def __init__(self, deed):
        self.deed = deed

    def choose(self, view, random):
        print("a bot may print what it likes")
        return self.deed()


def find_illegal(name):
    return Misbehaving(End)


def find_nonsense(name):
    return Misbehaving(lambda: "retreat at once")


def find_raising(name):
    return Misbehaving(lambda: 1 / 0)


def find_dying(name):
    return Misbehaving(lambda: os._exit(1))


def find_sleeping(name):
    return Misbehaving(lambda: time.sleep(60))


class Dawdling:
    def choose(self, view, random):
        while True:
            random.random()


class Peeper:
    """Fails, and tells what it saw of the colours, the secret of the toy battle."""

    def choose(self, view, random):
        raise LookupError(f"{view.seat} sees {view.state.colours}")


def find_dawdling(name):
    return Dawdling()


def find_peeper(name):
    return Peeper()


class Spinning:
    """Writes its process id into a file, then thinks for ever, or until the file is gone."""

    def choose(self, view, random):
        sign = Path(os.environ["HARDTACK_TEST_SIGN"])
        sign.with_suffix(".new").write_text(str(os.getpid()))
        sign.with_suffix(".new").rename(sign)
        while sign.exists():
            time.sleep(0.01)
        return SHELF.find_bot("random").choose(view, random)


def find_spinning(name):
    return Spinning()
