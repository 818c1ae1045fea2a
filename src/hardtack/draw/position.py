"""A position: counters stacked on a board."""

from collections.abc import Mapping, Sequence
from typing import Final

from hardtack.board.board import Board
from hardtack.draw.counters import SIZE, CounterLook, counter_group, stack_badge
from hardtack.draw.curves import pair
from hardtack.draw.layout import Layout

COUNTER: Final = 46.0
"""How wide a counter stands on the board."""
_STEP: Final = 3.6
_SHOWN: Final = 4
"""Counters of a stack that are drawn; the badge tells how many there are."""


def counters_layer(
    board: Board, looks_by_hex: Mapping[str, Sequence[CounterLook]], strengths: Mapping[str, str] | None = None
) -> str:
    """The counters of a position as one group, in the coordinates of the board."""
    layout = Layout(board)
    stacks = []
    for name in sorted(looks_by_hex):
        looks = looks_by_hex[name]
        if looks:
            middle = layout.centres[board.grid.index(name)]
            stacks.append(
                f'<g class="stack" data-hex="{name}">{stack(looks, middle, (strengths or {}).get(name, ""))}</g>'
            )
    return f'<g id="{board.id}-counters" class="counters">{"".join(stacks)}</g>'


def stack(looks: Sequence[CounterLook], middle: tuple[float, float], strength: str = "") -> str:
    """The counters of one hex, each a little up and to the right of the one below it."""
    shown = looks[-_SHOWN:]
    back = _STEP * (len(shown) - 1) / 2
    scale = COUNTER / SIZE
    parts = []
    for i, look in enumerate(shown):
        x = middle[0] - COUNTER / 2 - back + _STEP * i
        y = middle[1] - COUNTER / 2 + back - _STEP * i + 2
        parts.append(counter_group(look, f"translate({pair(x, y)}) scale({scale:g})"))
    if len(looks) > 1:
        x, y = middle[0] + COUNTER / 2 + back - 3, middle[1] - COUNTER / 2 - back + 3
        parts.append(stack_badge(len(looks), strength, f"translate({pair(x, y)}) scale({scale:g})"))
    return "".join(parts)
