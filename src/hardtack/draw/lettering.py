"""Lettering: the faces the drawings use, how wide a word runs, and names in either language."""

import json
from functools import cache
from importlib.resources import files
from typing import Final

from hardtack.board.board import Named

SERIF: Final = (
    "'Hardtack Serif','Hardtack Signs','Hardtack Mincho',"
    "Alegreya,'Hiragino Mincho ProN','Yu Mincho','Noto Serif JP',serif"
)
SANS: Final = (
    "'Hardtack Sans','Hardtack Signs',"
    "'Barlow Semi Condensed','Hiragino Sans','Yu Gothic','Noto Sans JP','Hardtack Mincho',sans-serif"
)

REGULAR: Final = "Alegreya-Regular"
ITALIC: Final = "Alegreya-MediumItalic"
BOLD: Final = "Alegreya-Bold"
BOLD_ITALIC: Final = "Alegreya-BoldItalic"
SANS_BOLD: Final = "BarlowSemiCondensed-Bold"
FONTS: Final = (
    REGULAR, ITALIC, BOLD, BOLD_ITALIC, SANS_BOLD,
    "BarlowSemiCondensed-Medium", "Inter-SemiBold", "NotoSerifJP-SemiBold",
)  # fmt: skip
FONT_FILES: Final = tuple(f"{face}.ttf" for face in FONTS)


def name_of(thing: Named, lang: str) -> str:
    """A name in the viewer's language, or in English where there is no other."""
    return (thing.name_ja if lang == "ja" else thing.name_en) or thing.name_en


@cache
def _widths() -> dict[str, list[int]]:
    """Advance widths of the characters from space to tilde, in thousandths of the type size."""
    text = (files("hardtack.draw") / "fonts" / "widths.json").read_text("utf-8")
    table: dict[str, list[int]] = json.loads(text)
    return table


@cache
def text_width(text: str, face: str, size: float, spacing: float = 0.0) -> float:
    """How wide a text runs; Japanese signs fill a square each."""
    widths = _widths()[face]
    total = 0
    for letter in text:
        code = ord(letter)
        if 32 <= code < 127:
            total += widths[code - 32]
        else:
            total += 1000 if code >= 0x1100 else 750 if letter == "½" else 560
    return total * size / 1000 + spacing * max(0, len(text) - 1)


def is_wide(text: str) -> bool:
    """Whether a text is set in Japanese signs."""
    return any(ord(letter) >= 0x1100 for letter in text)


def halves(text: str) -> tuple[str, str] | None:
    """A long name broken near its middle, or None where it should stay on one line."""
    if is_wide(text):
        return _japanese_halves(text)
    if len(text) < 12 or " " not in text:
        return None
    spots = [i for i, letter in enumerate(text) if letter == " "]
    best = min(spots, key=lambda i: (abs(len(text) / 2 - i), i))
    if min(best, len(text) - best - 1) < 3:
        return None
    return text[:best], text[best + 1 :]


_ENDINGS: Final = (
    "フィールド", "クリーク", "ブランチ", "リッジ", "ロード", "コートハウス", "ステーション", "チャーチ", "野営地",
    "教会", "農場", "農園", "道路", "鉄道", "街道", "浅瀬", "橋", "の", "川", "駅", "製粉所",
)  # fmt: skip


def _japanese_halves(text: str) -> tuple[str, str] | None:
    """Japanese has no spaces: break after a middle dot or before a word that ends many names."""
    if len(text) < 6:
        return None
    spots = {i + 1 for i, letter in enumerate(text) if letter in "・＝ の"}
    spots |= {len(text) - len(ending) for ending in _ENDINGS if text.endswith(ending)}
    good = [i for i in spots if 2 <= i <= len(text) - 2]
    if not good:
        return None
    best = min(good, key=lambda i: (abs(len(text) / 2 - i), i))
    return text[:best].strip(), text[best:].strip()
