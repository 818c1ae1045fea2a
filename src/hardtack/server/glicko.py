"""Glicko-2, written out as in Mark Glickman's "Example of the Glicko-2 system" (glicko.net); step numbers are his.

A rating says how strong somebody is, a deviation how sure that is, a volatility how much it changes. Numbers are on the
scale people know (1500, 350); the paper's own scale is used inside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

SCALE = 173.7178
MIDDLE = 1500.0
TAU = 0.5  # how much a volatility may change
EXACT = 0.000001


class Rating(NamedTuple):
    rating: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


class Played(NamedTuple):
    """A game against somebody: 1 won, 0 lost, 0.5 drawn."""

    other: Rating
    score: float


def rate(own: Rating, games: Sequence[Played], tau: float = TAU) -> Rating:
    """The rating after a period with these games."""
    mu, phi = (own.rating - MIDDLE) / SCALE, own.deviation / SCALE  # step 2
    if not games:
        return own._replace(deviation=SCALE * math.hypot(phi, own.volatility))
    precision = gain = 0.0
    for other, score in games:  # steps 3 and 4
        weight = _weight(other.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - MIDDLE) / SCALE)))
        precision += weight * weight * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / precision
    volatility = _volatility(own.volatility, phi, variance, variance * gain, tau)  # step 5
    before = math.hypot(phi, volatility)  # step 6
    after = 1 / math.sqrt(1 / (before * before) + 1 / variance)  # step 7
    return Rating(SCALE * (mu + after * after * gain) + MIDDLE, SCALE * after, volatility)  # step 8


def _weight(phi: float) -> float:
    """How much a game counts against somebody whose rating is so sure: the paper's g."""
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _volatility(sigma: float, phi: float, variance: float, change: float, tau: float) -> float:
    """Step 5: the volatility that explains the results best, by the Illinois method."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        spread = phi * phi + variance + math.exp(x)
        return math.exp(x) * (change * change - spread) / (2 * spread * spread) - (x - start) / (tau * tau)

    low = start
    if change * change > phi * phi + variance:
        high = math.log(change * change - phi * phi - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
