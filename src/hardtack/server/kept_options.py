"""What counters may do, as it was put into words before: the same marches are asked for again and again, in all games.

A battle says what all that follows from (`Page.offer_rests_on`); where nothing of it is different, nor is the answer.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

Json = dict[str, Any]
MOST = 600  # some 6 MB


class KeptOptions:
    """Lists of options; whoever gets one does not change it. May be asked from any thread."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._lists: OrderedDict[Hashable, list[Json]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._lists)

    def get(self, which: Hashable, make: Callable[[], list[Json]]) -> list[Json]:
        """The list that goes by these grounds; made where it is not known."""
        with self._lock:
            found = self._lists.get(which)
            if found is not None:
                self._lists.move_to_end(which)
                return found
        made = make()
        with self._lock:
            self._lists[which] = made
            if len(self._lists) > self.most:
                self._lists.popitem(last=False)
        return made


KEPT = KeptOptions()
