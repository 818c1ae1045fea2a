"""Why a file is refused: a plain sentence that names the line, in English and Japanese."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hardtack.referee.errors import HardtackError
from hardtack.referee.events import Value, pack
from hardtack.referee.words import Words, load_battle_words


@cache
def mail_words() -> Words:
    """What is said about games by mail."""
    return load_battle_words(Path(__file__).parent / "data")


class BadLetter(HardtackError, ValueError):
    """A file of a game by mail that is refused, or something its owner may not do with it now."""

    def __init__(self, key: str, **args: Value) -> None:
        self.key, self.args_said = key, pack(args)
        super().__init__(self.say("en"))

    def say(self, lang: str) -> str:
        return mail_words().say(f"letter.{self.key}", self.args_said, lang)


class UnknownMail(BadLetter):
    """No game by mail is kept here, or not for whoever asks: which of the two is nobody's business."""

    def __init__(self) -> None:
        super().__init__("no_key")
