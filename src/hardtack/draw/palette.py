"""Colours by name: one light and one dark palette, and the style sheet that the drawings carry.

Every colour in a drawing is a CSS custom property with a default, ``var(--ht-woods,#cfd8a8)``.  A page changes the
theme by setting the properties (:func:`theme_css`); a picture that leaves the browser has them filled in
(:func:`fill_in`), because printers and picture makers know no custom properties.
"""

import re
from typing import Final

THEMES: Final = ("light", "dark")

_LIGHT: Final[dict[str, str]] = {
    "paper": "#f6eeda",
    "ground": "#f1e7cb",
    "field": "#efdfb4",
    "furrow": "#cdb583",
    "woods": "#d3dbac",
    "deep": "#b4c48b",
    "tree-edge": "#53693a",
    "tree": "#86a05f",
    "tree-light": "#b3c489",
    "tree-shade": "#6b7446",
    "deep-edge": "#35502c",
    "deep-tree": "#557a45",
    "deep-light": "#82a264",
    "swamp": "#cfdcc9",
    "tuft": "#50775f",
    "hill": "#e3cd9c",
    "hill-high": "#d6b981",
    "hachure": "#80603a",
    "rough": "#d3b88c",
    "crag": "#715233",
    "water": "#a9cbdc",
    "water-deep": "#8fb8d0",
    "water-line": "#6f9fbd",
    "bank": "#3a6d90",
    "road": "#fbf3dc",
    "road-edge": "#6a4b2c",
    "pike": "#e0a35f",
    "pike-edge": "#6b3f1f",
    "trail": "#7a5632",
    "rail": "#2d2823",
    "rail-tie": "#2d2823",
    "works": "#7d2e1d",
    "boundary": "#8c4a66",
    "town": "#ecd0b2",
    "building": "#7b2f22",
    "building-edge": "#3a1710",
    "symbol": "#33291c",
    "bridge": "#4a3a28",
    "ink": "#2b2318",
    "ink-soft": "#5b4a32",
    "ink-water": "#1f4f75",
    "ink-hill": "#6a4520",
    "ink-woods": "#32502a",
    "halo": "#f8f1df",
    "grid": "#4c3d26",
    "id": "#564630",
    "frame": "#3b2d1a",
    "union": "#26487f",
    "confederate": "#7d3328",
    "counter-blue": "#3d63ab",
    "counter-blue-band": "#243f78",
    "counter-navy": "#2c447c",
    "counter-navy-band": "#182a52",
    "counter-sky": "#6d94cf",
    "counter-sky-band": "#38598f",
    "counter-grey": "#b3b4ae",
    "counter-grey-band": "#6c6e6a",
    "counter-slate": "#93989b",
    "counter-slate-band": "#565c60",
    "counter-butternut": "#c6a06a",
    "counter-butternut-band": "#80602f",
    "counter-ink-union": "#ffffff",
    "counter-ink-confederate": "#17140f",
    "counter-letter": "#ffffff",
    "counter-card": "#fbf6e9",
    "counter-line": "#17140f",
    "counter-border": "#15120d",
    "counter-active": "#ffd23f",
    "counter-pip": "#ffcf33",
    "counter-works": "#5e3c1c",
    "counter-flag": "#ffffff",
    "counter-warn": "#c5281c",
    "counter-spent": "#3c3a36",
    "counter-badge": "#211b12",
    "counter-badge-ink": "#fff7e2",
    "chart-head": "#e4d5b0",
    "chart-stripe": "#f1e7cf",
    "chart-now": "#f2c14e",
}

_DARK: Final[dict[str, str]] = {
    "paper": "#17191a",
    "ground": "#2a2b26",
    "field": "#37342a",
    "furrow": "#4f4836",
    "woods": "#28352a",
    "deep": "#213126",
    "tree-edge": "#16211a",
    "tree": "#41603f",
    "tree-light": "#5c7d53",
    "tree-shade": "#151c17",
    "deep-edge": "#0f1a13",
    "deep-tree": "#2e4b34",
    "deep-light": "#456848",
    "swamp": "#263a39",
    "tuft": "#6f9a86",
    "hill": "#3d3627",
    "hill-high": "#4b412c",
    "hachure": "#9b8058",
    "rough": "#453b2c",
    "crag": "#a48a63",
    "water": "#23465e",
    "water-deep": "#1c3b52",
    "water-line": "#41708f",
    "bank": "#6fa3c4",
    "road": "#b8a988",
    "road-edge": "#14120e",
    "pike": "#c98a4b",
    "pike-edge": "#1c120a",
    "trail": "#a98a5f",
    "rail": "#d2c8b4",
    "rail-tie": "#d2c8b4",
    "works": "#e08568",
    "boundary": "#c48aa6",
    "town": "#4f3d33",
    "building": "#c9806c",
    "building-edge": "#1a0f0b",
    "symbol": "#e9dfc7",
    "bridge": "#e2d3b4",
    "ink": "#f0e7d2",
    "ink-soft": "#c9bb9d",
    "ink-water": "#a5cfea",
    "ink-hill": "#e0bf8c",
    "ink-woods": "#a9cc9c",
    "halo": "#191b1a",
    "grid": "#cfc3a6",
    "id": "#b5a98d",
    "frame": "#b9a57e",
    "union": "#8db4f0",
    "confederate": "#e3a292",
    "counter-blue": "#3d63ab",
    "counter-blue-band": "#243f78",
    "counter-navy": "#2c447c",
    "counter-navy-band": "#182a52",
    "counter-sky": "#6d94cf",
    "counter-sky-band": "#38598f",
    "counter-grey": "#a5a7a2",
    "counter-grey-band": "#6c6e6a",
    "counter-slate": "#93989b",
    "counter-slate-band": "#565c60",
    "counter-butternut": "#b8925c",
    "counter-butternut-band": "#80602f",
    "counter-ink-union": "#ffffff",
    "counter-ink-confederate": "#17140f",
    "counter-letter": "#ffffff",
    "counter-card": "#fbf6e9",
    "counter-line": "#17140f",
    "counter-border": "#000000",
    "counter-active": "#ffd23f",
    "counter-pip": "#ffcf33",
    "counter-works": "#5e3c1c",
    "counter-flag": "#ffffff",
    "counter-warn": "#c5281c",
    "counter-spent": "#3c3a36",
    "counter-badge": "#f0e7d2",
    "counter-badge-ink": "#1d1a14",
    "chart-head": "#3b372c",
    "chart-stripe": "#26282a",
    "chart-now": "#8a6a1d",
}

_PALETTES: Final[dict[str, dict[str, str]]] = {"light": _LIGHT, "dark": _DARK}

_PROPERTY = re.compile(r"var\(--ht-([a-z0-9-]+)(?:,([^()]*))?\)")


def palette(theme: str) -> dict[str, str]:
    """The colours of a theme by name."""
    if theme not in _PALETTES:
        raise ValueError(f"theme must be one of {', '.join(THEMES)}, not {theme!r}")
    return dict(_PALETTES[theme])


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
