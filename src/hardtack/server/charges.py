"""Which process plays the bots of a game, without trusting anybody's clock but one's own.

A process that has bots to play counts its beat up several times a second. Another one that has watched that beat stand
still for long enough, by its own steady clock, takes it that the keeper of a game is gone and takes over, if the beat
is still the same. What the time of day is, or becomes, on any machine does not matter. Who was taken for gone too soon
finds out with the next beat; what two play at once is written once.
"""

from __future__ import annotations

import threading
import time

from hardtack.server import charge_store
from hardtack.server.charge_store import Charge, Waiting
from hardtack.server.store import Store

CHARGE_SECONDS = 0.75  # how long a beat may stand still before its keeper is taken for gone
SWEEP_SECONDS = 0.2  # how often to beat, and to look for bots that wait: after another process, or a mishap


class Charges:
    """The games in charge of this process, and what it has heard of the others'."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self.name = store, name
        self._ours: dict[str, float] = {}  # until when, by our clock, nobody else can have taken it for given up
        self._heard: dict[str, tuple[Charge, float]] = {}  # of other keepers: the last change, and when we saw it
        self._lock = threading.Lock()

    def waiting(self) -> list[Waiting]:
        """The games where a bot is next. If any of them is ours, the others are told that we are here."""
        found = charge_store.waiting(self.store)
        if any(one.charge.keeper == self.name for one in found):
            self.beat()
        with self._lock:
            for game_id in self._heard.keys() - {one.game for one in found}:
                del self._heard[game_id]
        return found

    def beat(self) -> None:
        """Tell the others that we are here, and learn what is still ours."""
        begun = time.monotonic()
        kept = charge_store.beat(self.store, self.name)
        with self._lock:
            # One that was taken in this moment is looked up again before it is played.
            self._ours = dict.fromkeys(kept, begun + CHARGE_SECONDS)

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

    def is_ours(self, game_id: str) -> bool:
        """Whether a game was in our charge when we last looked."""
        return game_id in self._ours

    def take(self, game_id: str) -> bool:
        """True when this process plays the bots of the game, now at the latest."""
        begun = time.monotonic()
        with self._lock:
            if self._ours.get(game_id, 0.0) > begun + SWEEP_SECONDS:
                return True
        charge = charge_store.charge_of(self.store, game_id)
        if charge is None or not self.free(game_id, charge):
            return False
        if charge.keeper == self.name:
            self.beat()  # after a while without bots to play
            return self.is_ours(game_id)
        if not charge_store.take(self.store, game_id, self.name, charge):
            return False
        with self._lock:
            self._ours[game_id] = begun + CHARGE_SECONDS
            self._heard.pop(game_id, None)
        return True

    def forget(self, game_id: str) -> None:
        """A game that needs no keeper any more."""
        with self._lock:
            self._ours.pop(game_id, None)

    def release(self) -> None:
        """Leave the bots of all games to whoever is there."""
        charge_store.release(self.store, self.name)
