"""Which process plays the bots of a game, without trusting anybody's clock but one's own.

Whoever is in charge of a game counts its beat up every few seconds. Another process that has watched a beat stand
still for long enough, by its own steady clock, takes it that its keeper is gone and takes over, if the beat is still
the same. What the time of day is, or becomes, on any machine does not matter.
"""

from __future__ import annotations

import threading
import time

from hardtack.server.store import Charge, Store

CHARGE_SECONDS = 8.0  # how long a beat may stand still before its keeper is taken for gone
SWEEP_SECONDS = 2.0  # how often to beat, and to look for bots that wait: after another process, or a mishap


class Charges:
    """The games in charge of this process, and what it has heard of the others'."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self.name = store, name
        self._ours: dict[str, float] = {}  # until when, by our clock, nobody else can have taken it for given up
        self._heard: dict[str, tuple[Charge, float]] = {}  # of other keepers: the last change, and when we saw it
        self._lock = threading.Lock()

    def beat(self) -> None:
        """Tell the others that we are here."""
        begun = time.monotonic()
        with self._lock:
            ours = list(self._ours)
        if ours:
            self.store.renew_charges(self.name)
            with self._lock:
                self._ours.update((game_id, begun + CHARGE_SECONDS) for game_id in ours if game_id in self._ours)

    def free(self, game_id: str, charge: Charge) -> bool:
        """Whether we may play the bots of a game: in our charge already, in nobody's, or its keeper is silent."""
        if charge.keeper in (None, self.name):
            return True
        now = time.monotonic()
        with self._lock:
            heard, since = self._heard.get(game_id, (None, now))
            if heard != charge:
                since = now
            self._heard[game_id] = (charge, since)
        return now - since >= CHARGE_SECONDS

    def take(self, game_id: str) -> bool:
        """True when this process plays the bots of the game, now at the latest."""
        begun = time.monotonic()
        with self._lock:
            if self._ours.get(game_id, 0.0) > begun + SWEEP_SECONDS:
                return True
        charge = self.store.charge_of(game_id)
        if charge is None or not self.free(game_id, charge) or not self.store.take_charge(game_id, self.name, charge):
            return False
        with self._lock:
            self._ours[game_id] = begun + CHARGE_SECONDS
            self._heard.pop(game_id, None)
        return True

    def forget(self, game_id: str) -> None:
        """A game that needs no keeper any more."""
        with self._lock:
            self._ours.pop(game_id, None)

    def forget_others(self, still_waiting: set[str]) -> None:
        """What was heard of games where no bot waits any more."""
        with self._lock:
            for game_id in self._heard.keys() - still_waiting:
                del self._heard[game_id]

    def release(self) -> None:
        """Leave the bots of all games to whoever is there."""
        self.store.release_charges(self.name)
