"""Play by mail: one text file that carries a game to and fro between two people. docs/play-by-mail.md describes it.

lines.py     the file as text: its heading, its lines, the hash that ties each to the one before
parts.py     what each player keeps secret and opens part by part, and the dice that two parts give
game.py      the game of a file: who writes, what is wanted, every line checked by the referee
folder.py    what a player keeps: the secret, and the file as last seen
desk.py      what a player does with a file: begin, join, open, answer, act, seal
errors.py    why a file is refused, in both languages
"""

from hardtack.mail.desk import Desk, Sitting
from hardtack.mail.errors import BadLetter, UnknownMail
from hardtack.mail.game import MailGame
from hardtack.mail.lines import Letter, read_letter

__all__ = ["BadLetter", "Desk", "Letter", "MailGame", "Sitting", "UnknownMail", "read_letter"]
