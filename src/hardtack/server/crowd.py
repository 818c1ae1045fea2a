"""Lines from one address, counted before a word is read from them: whoever opens too many, leaves too many requests
half-sent, or goes on asking though it was refused again and again, finds the line closed.

Where a proxy stands before the server all lines are the proxy's: then they are not counted here.
"""

from __future__ import annotations

from collections import Counter

from hardtack.server.allowances import Allowances, address_name, is_own
from hardtack.server.forwarded import Proxies


class Crowd:
    def __init__(self, allowances: Allowances, proxies: Proxies) -> None:
        self.allowances, self.proxies = allowances, proxies
        self._lines: Counter[str] = Counter()
        self._halves: Counter[str] = Counter()

    def name(self, host: str) -> str:
        """What an address counts as; nothing for one that does not count."""
        spared = self.allowances.limits.spare_loopback and is_own(host)
        return "" if spared or self.proxies.trusts(host) else address_name(host)

    def enter(self, who: str) -> bool:
        """False for one line too many."""
        if self.allowances.is_shut(who):
            self.allowances.refused["shut_out"] += 1
            return False
        return self._add(self._lines, who, self.allowances.limits.lines, "too_many_lines")

    def leave(self, who: str) -> None:
        drop(self._lines, who)

    def begin(self, who: str) -> bool:
        """A request of which only a part has come; False for one too many of them."""
        return self._add(self._halves, who, self.allowances.limits.halves, "half_sent")

    def end(self, who: str) -> None:
        drop(self._halves, who)

    def _add(self, counted: Counter[str], who: str, most: int, refusal: str) -> bool:
        """Count one more, or refuse it where there are as many as may be; 0: there is no limit."""
        if most and counted[who] >= most:
            self.allowances.refused[refusal] += 1
            self.allowances.bear((who,))
            return False
        counted[who] += 1
        return True


def drop(counted: Counter[str], who: str) -> None:
    counted[who] -= 1
    if counted[who] <= 0:
        del counted[who]
