"""The fonts of the machine as the tests' Chromium sees them: those this project ships, none that is installed.

The page brings its fonts along. What it would fall back to differs from machine to machine, so the tests choose it: a
system with Latin fonts only, or one that has a Japanese font too, wider than ours and under a name that style sheets
ask for. Behind them is a last resort that has one shape for every sign there is: a browser that finds a sign nowhere
would set it in the page's own font as a box, and nobody would notice. How letters are fitted to the pixels is settled
too, as it decides how wide they are.
"""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import hardtack

SHIPPED = Path(hardtack.__file__).parent / "draw" / "fonts"
JAPANESE = "NotoSerifJP-SemiBold.ttf"
ANY = "Inter-SemiBold.ttf"
LAST_RESORT = "last-resort.ttf"
WIDER = 0.92  # of the units in an em: every sign of the Japanese system font is that much wider than ours

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <match target="scan">
    <test name="family" compare="contains"><string>Hardtack Mincho</string></test>
    <edit name="family" mode="assign" binding="same"><string>Noto Sans JP</string></edit>
  </match>
  <match target="scan">
    <test name="file" compare="contains"><string>last-resort</string></test>
    <edit name="family" mode="assign" binding="same"><string>Last Resort</string></edit>
  </match>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
  <alias binding="same"><family>serif</family><prefer><family>Hardtack Serif</family></prefer></alias>
  <alias binding="same"><family>sans-serif</family><prefer><family>Hardtack Sans</family></prefer></alias>
</fontconfig>
"""


def system_fonts(folder: Path, japanese: bool) -> Path:
    """A font configuration in a folder of the tests; for `$FONTCONFIG_FILE`."""
    fonts = folder / "fonts"
    fonts.mkdir(parents=True)
    for path in SHIPPED.glob("*.ttf"):
        if path.name != JAPANESE:
            shutil.copy(path, fonts)
    (fonts / LAST_RESORT).write_bytes(with_one_shape((SHIPPED / ANY).read_bytes()))
    if japanese:
        (fonts / JAPANESE).write_bytes(wider((SHIPPED / JAPANESE).read_bytes()))
    file = folder / "fonts.conf"
    file.write_text(CONFIGURATION.format(fonts=fonts, cache=folder / "cache"), "utf-8")
    return file


def wider(font: bytes) -> bytes:
    """The same font set larger: its outlines are the same, but there are fewer units in an em."""
    made = bytearray(font)
    (head,) = struct.unpack_from(">I", font, entry(font, b"head") + 8)
    (units,) = struct.unpack_from(">H", font, head + 18)
    struct.pack_into(">H", made, head + 18, round(units * WIDER))
    return bytes(made)


def with_one_shape(font: bytes) -> bytes:
    """A font whose first glyph stands for every sign: a character table of many to one (format 13) at its end."""
    every, glyph = [(0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x1FFFD)], 1
    groups = b"".join(struct.pack(">III", first, last, glyph) for first, last in every)
    table = struct.pack(">HHHHI", 0, 1, 3, 10, 12)  # one table, for all of Unicode
    table += struct.pack(">HHIII", 13, 0, 16 + len(groups), 0, len(every)) + groups
    made = bytearray(font) + bytes(-len(font) % 4)
    struct.pack_into(">II", made, entry(font, b"cmap") + 8, len(made), len(table))
    return bytes(made) + table


def entry(font: bytes, table: bytes) -> int:
    """Where the font's directory speaks of a table: name, checksum, then offset and length."""
    places = range(12, 12 + 16 * int.from_bytes(font[4:6], "big"), 16)
    return next(at for at in places if font[at : at + 4] == table)
