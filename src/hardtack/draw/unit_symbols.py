"""The symbols in the middle of counters, each around the point (0, 0) and some 46 wide and 28 high."""

from typing import Final

_CARD: Final = '<path class="card" d="M-23-14H23V14H-23Z"/>'
_CROSS: Final = '<path class="mark" d="M-23-14L23 14M-23 14L23-14"/>'
_SLASH: Final = '<path class="mark" d="M-23 14L23-14"/>'
_DOT: Final = '<circle class="solid" r="6.4"/>'
_STAR: Final = (
    '<path class="pale" d="M0-17L4.5-5.6L16.8-5.1L7.2 2.6L10.5 14.5L0 7.6L-10.5 14.5L-7.2 2.6L-16.8-5.1L-4.5-5.6Z"/>'
)

SYMBOLS: Final[dict[str, str]] = {
    "infantry": _CARD + _CROSS,
    "cavalry": _CARD + _SLASH,
    "artillery": _CARD + _DOT,
    "horse_artillery": _CARD + _SLASH + _DOT,
    "leader": _STAR,
    "hq": (
        '<path class="mark" d="M-14-17V17"/><path class="pale" d="M-14-17H18L12-9L18-1H-14Z"/>'
        '<path class="mark" d="M-20 17H-8"/>'
    ),
    "depot": (
        '<path class="pale" d="M-17-13H17V14H-17Z"/>'
        '<path class="mark" d="M-17-5H17M-17 6H17M-17 14L17-13M-9-13V14M9-13V14"/>'
    ),
    "train": (
        '<path class="pale" d="M-22-2L-25-14Q0-21 25-14L22-2Z"/><path class="mark" d="M-9-3V-16M9-3V-16"/>'
        '<path class="solid" d="M-22-2H22V5H-22Z"/>'
        '<circle class="pale" cx="-13" cy="8" r="7"/><circle class="pale" cx="13" cy="8" r="7"/>'
        '<path class="mark" d="M-13 3V13M-18 8H-8M13 3V13M8 8H18"/>'
    ),
    "gunboat": (
        '<path class="solid" d="M-23 3H23L17 14H-17Z"/><path class="pale" d="M-15 2L-11-6H11L15 2Z"/>'
        '<path class="solid" d="M-7-7V-17H-2V-7ZM3-7V-17H8V-7Z"/>'
    ),
    "bridge": (
        '<path class="mark" d="M-23 8H23M-23 1H23"/><path class="mark" d="M-18 1Q-10-14 0 1Q10-14 18 1"/>'
        '<path class="solid" d="M-16 9H-8V14H-16ZM-4 9H4V14H-4ZM8 9H16V14H8Z"/>'
    ),
    "camp": (
        '<path class="pale" d="M-23 13L-11-13L1 13ZM-2 13L10-13L22 13Z"/><path class="mark" d="M-11 13V2M10 13V2"/>'
    ),
    "marker": '<path class="pale" d="M0-15L19 0L0 15L-19 0Z"/>',
    "hidden": (
        '<path class="card" d="M-23-14H23V14H-23Z"/>'
        '<path class="mark" d="M-6-6Q-6-10 0-10Q6-10 6-5.4Q6-2 2-.4Q0 .6 0 4"/><circle class="solid" cy="9" r="2"/>'
    ),
}

CARDS: Final = frozenset(name for name, drawing in SYMBOLS.items() if drawing.startswith(_CARD))
"""The symbols drawn on a card, which leaves room for a size mark above."""
