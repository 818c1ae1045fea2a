"""The one drawing code of Hardtack: boards and counters as SVG, and pictures of them.

- ``board_svg(board, lang="ja")``: the map
- ``poster_svg(board, {"0507": [look, ...]})``: the map in a frame, with counters, title and legend
- ``legend_svg(board)``: the legend by itself
- ``counter_svg(look)``: one counter
- ``geometry(board)``: where the hexes are, as plain data
- ``document``: documents of text, tables and pictures as page and PDF; ``sketch``: quick maps and graphs for them
- ``svg_to_png(svg, scale)``, ``svg_to_pdf(svg)``: pictures that need no browser
"""

from hardtack.draw.counters import CounterLook, counter_group, counter_style, counter_svg
from hardtack.draw.export import svg_to_pdf, svg_to_png
from hardtack.draw.layout import geometry
from hardtack.draw.palette import THEMES, fill_in, theme_css
from hardtack.draw.poster import legend_svg, poster_svg
from hardtack.draw.sheet import board_svg

__all__ = [
    "THEMES",
    "CounterLook",
    "board_svg",
    "counter_group",
    "counter_style",
    "counter_svg",
    "fill_in",
    "geometry",
    "legend_svg",
    "poster_svg",
    "svg_to_pdf",
    "svg_to_png",
    "theme_css",
]
