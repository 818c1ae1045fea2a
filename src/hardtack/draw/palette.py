"""Colours by name: one light and one dark palette, and the style sheet that the drawings carry.

Every colour in a drawing is a CSS custom property with a default, ``var(--ht-woods,#cfd8a8)``.  A page changes the
theme by setting the properties (:func:`theme_css`); a picture that leaves the browser has them filled in
(:func:`fill_in`), because printers and picture makers know no custom properties.
"""

import re
from typing import Final

THEMES: Final = ("light", "dark")

_COLOURS: Final = {  # of each theme
    "paper": ("#f6eeda", "#17191a"),
    "ground": ("#f1e7cb", "#2a2b26"),
    "field": ("#efdfb4", "#37342a"),
    "furrow": ("#cdb583", "#4f4836"),
    "woods": ("#d3dbac", "#28352a"),
    "deep": ("#b4c48b", "#213126"),
    "tree-edge": ("#53693a", "#16211a"),
    "tree": ("#86a05f", "#41603f"),
    "tree-light": ("#b3c489", "#5c7d53"),
    "tree-shade": ("#6b7446", "#151c17"),
    "deep-edge": ("#35502c", "#0f1a13"),
    "deep-tree": ("#557a45", "#2e4b34"),
    "deep-light": ("#82a264", "#456848"),
    "swamp": ("#cfdcc9", "#263a39"),
    "tuft": ("#50775f", "#6f9a86"),
    "hill": ("#e3cd9c", "#3d3627"),
    "hill-high": ("#d6b981", "#4b412c"),
    "hachure": ("#80603a", "#9b8058"),
    "rough": ("#d3b88c", "#453b2c"),
    "crag": ("#715233", "#a48a63"),
    "water": ("#a9cbdc", "#23465e"),
    "water-deep": ("#8fb8d0", "#1c3b52"),
    "water-line": ("#6f9fbd", "#41708f"),
    "bank": ("#3a6d90", "#6fa3c4"),
    "road": ("#fbf3dc", "#b8a988"),
    "road-edge": ("#6a4b2c", "#14120e"),
    "pike": ("#e0a35f", "#c98a4b"),
    "pike-edge": ("#6b3f1f", "#1c120a"),
    "trail": ("#7a5632", "#a98a5f"),
    "rail": ("#2d2823", "#d2c8b4"),
    "rail-tie": ("#2d2823", "#d2c8b4"),
    "works": ("#7d2e1d", "#e08568"),
    "boundary": ("#8c4a66", "#c48aa6"),
    "town": ("#ecd0b2", "#4f3d33"),
    "building": ("#7b2f22", "#c9806c"),
    "building-edge": ("#3a1710", "#1a0f0b"),
    "symbol": ("#33291c", "#e9dfc7"),
    "bridge": ("#4a3a28", "#e2d3b4"),
    "ink": ("#2b2318", "#f0e7d2"),
    "ink-soft": ("#5b4a32", "#c9bb9d"),
    "ink-water": ("#1f4f75", "#a5cfea"),
    "ink-hill": ("#6a4520", "#e0bf8c"),
    "ink-woods": ("#32502a", "#a9cc9c"),
    "halo": ("#f8f1df", "#191b1a"),
    "grid": ("#4c3d26", "#cfc3a6"),
    "id": ("#564630", "#b5a98d"),
    "frame": ("#3b2d1a", "#b9a57e"),
    "union": ("#26487f", "#8db4f0"),
    "confederate": ("#7d3328", "#e3a292"),
    "counter-blue": ("#3d63ab", "#3d63ab"),
    "counter-blue-band": ("#243f78", "#243f78"),
    "counter-navy": ("#2c447c", "#2c447c"),
    "counter-navy-band": ("#182a52", "#182a52"),
    "counter-sky": ("#6d94cf", "#6d94cf"),
    "counter-sky-band": ("#38598f", "#38598f"),
    "counter-grey": ("#b3b4ae", "#a5a7a2"),
    "counter-grey-band": ("#6c6e6a", "#6c6e6a"),
    "counter-slate": ("#93989b", "#93989b"),
    "counter-slate-band": ("#565c60", "#565c60"),
    "counter-butternut": ("#c6a06a", "#b8925c"),
    "counter-butternut-band": ("#80602f", "#80602f"),
    "counter-ink-union": ("#ffffff", "#ffffff"),
    "counter-ink-confederate": ("#17140f", "#17140f"),
    "counter-letter": ("#ffffff", "#ffffff"),
    "counter-card": ("#fbf6e9", "#fbf6e9"),
    "counter-line": ("#17140f", "#17140f"),
    "counter-border": ("#15120d", "#000000"),
    "counter-active": ("#ffd23f", "#ffd23f"),
    "counter-pip": ("#ffcf33", "#ffcf33"),
    "counter-works": ("#5e3c1c", "#5e3c1c"),
    "counter-flag": ("#ffffff", "#ffffff"),
    "counter-warn": ("#c5281c", "#c5281c"),
    "counter-spent": ("#3c3a36", "#3c3a36"),
    "counter-badge": ("#211b12", "#f0e7d2"),
    "counter-badge-ink": ("#fff7e2", "#1d1a14"),
    "chart-head": ("#e4d5b0", "#3b372c"),
    "chart-stripe": ("#f1e7cf", "#26282a"),
    "chart-now": ("#f2c14e", "#8a6a1d"),
}

_PROPERTY = re.compile(r"var\(--ht-([a-z0-9-]+)(?:,([^()]*))?\)")


def palette(theme: str) -> dict[str, str]:
    """The colours of a theme by name."""
    if theme not in THEMES:
        raise ValueError(f"theme must be one of {', '.join(THEMES)}, not {theme!r}")
    place = THEMES.index(theme)
    return {name: colours[place] for name, colours in _COLOURS.items()}


def scoped(style: str) -> str:
    """A style sheet that applies only inside our own drawings, so that a page may hold one without harm."""

    def inside(found: re.Match[str]) -> str:
        return ",".join(f".ht {selector}" for selector in found[1].split(",")) + "{"

    return re.sub(r"([^{}]+)\{", inside, style)


def themed(style: str, theme: str) -> str:
    """A style sheet whose ``$name`` stand for colours, with custom properties and their defaults in place."""
    colours = palette(theme)
    return re.sub(r"\$([a-z][a-z0-9-]*)", lambda found: f"var(--ht-{found[1]},{colours[found[1]]})", style)


def theme_css(selector: str = ":root", dark_selector: str = "[data-theme=dark]") -> str:
    """The style sheet with which a page sets the colours of every drawing in it, for both themes."""
    blocks = []
    for chosen, theme in ((selector, "light"), (dark_selector, "dark")):
        body = "".join(f"--ht-{name}:{colour};" for name, colour in sorted(palette(theme).items()))
        blocks.append(f"{chosen}{{{body}}}")
    return "\n".join(blocks) + "\n"


def fill_in(svg: str, theme: str | None = None) -> str:
    """The drawing with plain colours instead of custom properties: its own, or those of a theme."""
    colours = palette(theme) if theme else {}

    def colour(found: re.Match[str]) -> str:
        return colours.get(found[1]) or (found[2] or "").strip() or palette("light")[found[1]]

    return _PROPERTY.sub(colour, svg)
