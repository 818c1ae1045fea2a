"""What a player keeps of each game by mail, readable by nobody else: the secret, and the file as far as it binds.

The kept file is what catches a changed past. A new file must begin with it; where it does not, somebody has changed
what was played, or wants dice to fall a second time.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from hardtack.mail.errors import BadLetter
from hardtack.mail.lines import BINDING, OPEN, Letter, read_letter
from hardtack.mail.parts import PART, commitment, part
from hardtack.table.saves import write_atomically

FOLDER = "mail"  # within the user's own


@dataclass(frozen=True)
class Own:
    """One seat of one game by mail."""

    secret: str
    side: str
    text: str  # the file, as far as it is never taken back
    key: str = ""  # whoever has it may use the secret: the browser in which the game is played
    game: str = ""  # the game on one's own server, if it was played there, and the key of the seat
    game_key: str = ""
    rematch: str = ""  # the commitment of the next game, if its letter was written here

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    @property
    def letter(self) -> Letter:
        return read_letter(self.text)

    def part(self, number: int) -> str:
        """The part that is opened as number `number`, counted from 1."""
        return part(self.secret, number)


class Folder:
    """The games by mail of one player."""

    def __init__(self, path: Path) -> None:
        self.path = path / FOLDER
        self._lock = threading.Lock()

    def find(self, commitment: str) -> Own | None:
        if not PART.fullmatch(commitment):
            return None
        try:
            return Own(**json.loads((self.path / f"{commitment}.json").read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None

    def mine(self, letter: Letter) -> dict[str, Own]:
        """The seats of a game that are played with secrets of this folder; usually one or none."""
        found = {side: self.find(published) for side, published in letter.commitments.items()}
        return {side: own for side, own in found.items() if own is not None and own.side == side}

    def keep(self, own: Own, letter: Letter) -> Own:
        """Note how far a file goes now, before anybody else sees it; what was noted before must be its beginning."""
        with self._lock:
            noted = self.find(own.commitment)
            bound = letter.bound
            if noted is not None and longer(noted, bound) != bound:
                raise BadLetter("moved_on", line=len(noted.letter.lines))
            if noted is not None and noted.text == bound.text:
                return noted
            return self._write(replace(noted or own, text=bound.text))

    def note(self, own: Own, **more: str) -> Own:
        """Remember more about a game: under which id and key it is on one's own server, or which follows it."""
        with self._lock:
            return self._write(replace(self.find(own.commitment) or own, **more))

    def forget(self, unbegun: float, left: float) -> int:
        """Throw away what nobody came back to since these moments: games that nobody has joined, and games that were
        left. How many there were."""
        gone = 0
        for path in sorted(self.path.glob("*.json")):
            touched, own = path.stat().st_mtime, self.find(path.stem)
            if own is not None and touched < (left if own.letter.lines else unbegun):
                path.unlink(missing_ok=True)  # of several servers one is first
                gone += 1
        return gone

    def _write(self, own: Own) -> Own:
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(self.path / f"{own.commitment}.json", json.dumps(asdict(own), ensure_ascii=False))
        return own


def reconcile(own: Own, letter: Letter) -> Letter:
    """The longer of a file that has come and of what its player has kept of it; BadLetter where they do not agree."""
    for line in letter.lines[len(own.letter.lines) :]:
        if line.side == own.side and line.verb in BINDING:
            raise BadLetter("forged", line=line.number)
    return longer(own, letter)


def longer(own: Own, letter: Letter) -> Letter:
    """The longer of two files of which one must be the other's beginning."""
    kept = own.letter
    if letter.heading != kept.heading:
        raise BadLetter("past_heading")
    for ours, theirs in zip(kept.lines, letter.lines, strict=False):
        if ours != theirs:
            number = ours.number
            if any(line.side == own.side and line.verb == OPEN for line in kept.lines[number - 1 :]):
                raise BadLetter("answered_other", line=number, before=number - 1)  # somebody wants to roll again
            raise BadLetter("past_changed", line=number)
    return letter if len(letter.lines) >= len(kept.lines) else kept
