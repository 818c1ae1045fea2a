"""What a player does with a file: begin, join, open, answer, act, seal. Commands and server sit down here."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hardtack.battles import find_battle
from hardtack.mail.errors import BadLetter
from hardtack.mail.folder import Folder, Own, reconcile
from hardtack.mail.game import MailGame, Wanted, check_open
from hardtack.mail.lines import ACT, BOTH, DICE, JOIN, NAME, OPEN, RESIGN, SEAL, THEN, Heading, plain, read_letter
from hardtack.mail.parts import new_secret
from hardtack.referee.errors import BadOption
from hardtack.referee.events import enemy_of
from hardtack.table.match import FindBattle


class Sitting:
    """A player with a file before him. What binds is kept in his folder before it is in the text."""

    def __init__(self, folder: Folder, game: MailGame, own: Own) -> None:
        self.folder, self.game, self.own = folder, game, own

    @property
    def side(self) -> str:
        return self.own.side

    @property
    def wanted(self) -> Wanted:
        return self.game.wanted(self.side)

    @property
    def text(self) -> str:
        return self.game.letter.text

    def receive(self, text: str) -> None:
        """Go on with the file as it has come back; BadLetter if it is not the same game."""
        longest = reconcile(self.own, read_letter(text))
        known = self.game.letter
        if longest.heading != known.heading or longest.lines[: len(known.lines)] != known.lines:
            self.game = MailGame(longest.heading, self.game.find)
        self.game.follow(longest)
        if not self.game.sealed and self.game.pen != self.side:
            raise BadLetter("not_sealed", line=len(longest.lines))
        self._keep()

    def answer(self) -> bool:
        """Open the part the other player's roll waits for; False when none does."""
        if self.wanted != "answer":
            return False
        self._open()
        return True

    def act(self, action: str, *then: str) -> None:
        """Play an action. If it rolls dice, `then` is what follows as long as it is allowed, and the letter is sealed
        where the other player's part is needed; else each is an action of its own."""
        self._to_act()
        self.game.write(self.side, ACT, plain(action))
        if self.game.pending is None:
            if then:
                self.act(*then)
            return
        if not self.game.own_dice:
            for further in then:
                self.game.write(self.side, THEN, plain(further))
        self._open()
        if self.game.own_dice and then:
            self.act(*then)

    def _to_act(self) -> None:
        if self.wanted != "act":
            raise BadLetter("not_now" if self.wanted != "over" else "is_over")

    def _open(self) -> None:
        self.game.write(self.side, OPEN, self.own.part(self.game.parts_opened[self.side] + 1))
        self._keep()

    def undo(self) -> None:
        """Take the last action back, if it has not been sealed and no dice fell."""
        letter = self.game.letter
        if len(letter.lines) <= len(letter.bound.lines) or letter.lines[-1].verb != ACT:
            raise BadLetter("no_undo")
        self.game = MailGame.read(letter.until(len(letter.lines) - 1), self.game.find)

    def resign(self) -> None:
        self._to_act()
        self.game.write(self.side, RESIGN)
        self._keep()

    def seal(self) -> bool:
        """End what one writes, once there is nothing more to write; False while there is."""
        if self.wanted != "seal":
            return False
        self.game.write(self.side, SEAL)
        self._keep()
        return True

    def _keep(self) -> None:
        self.own = self.folder.keep(self.own, self.game.letter)


class Desk:
    """Where a player sits down with files: knows his folder and the battles.

    `shared`: several players have their secrets in the folder, as on a server.
    """

    def __init__(self, home: Path, find: FindBattle = find_battle, *, shared: bool = False) -> None:
        self.folder, self.find, self.shared = Folder(home), find, shared

    def begin(
        self, scenario: str, side: str, name: str, dice: str = BOTH, settings: Mapping[str, Any] | None = None
    ) -> Sitting:
        """A new file, to be sent to whoever is to join."""
        battle = self.find(scenario)
        check_open(battle, scenario)
        if side not in battle.sides or dice not in DICE:
            raise BadOption(f"sides are {', '.join(battle.sides)}; dice are {', '.join(DICE)}")
        made = battle.scenario(scenario, settings or {})
        values = tuple((key, json.dumps(value)) for key, value in made.settings.items())
        own = Own(new_secret(), side, "", new_key())
        heading = Heading(made.id, battle.rules_version, dice, values, side, own_name(name), own.commitment)
        return self._first(MailGame(heading, self.find), own)

    def join(self, text: str, name: str) -> Sitting:
        """Take the other side of a file that waits for somebody."""
        letter = read_letter(text)
        if letter.lines:
            raise BadLetter("joined")
        if self.folder.mine(letter) and not self.shared:
            raise BadLetter("your_own")
        game = MailGame.read(letter, self.find)
        side = enemy_of(letter.heading.side)
        own = Own(new_secret(), side, "", new_key())
        game.write(side, JOIN, f"{own.commitment} {own_name(name)}")
        if game.pending is not None:
            game.write(side, OPEN, own.part(1))
        sitting = self._first(game, own)
        sitting.seal()
        return sitting

    def rematch(self, sitting: Sitting) -> Sitting:
        """The file of the game that follows one that is over, sides swapped; asked for again it is the same."""
        if sitting.wanted != "over":
            raise BadLetter("still_on")
        own = self.folder.find(sitting.own.rematch)
        if own is not None:
            return self.sit_with(own, own.text)
        old = sitting.game.letter.heading
        name, side = sitting.game.names[sitting.side], enemy_of(sitting.side)
        made = self.begin(old.scenario, side, name, old.dice, old.setting_values())
        sitting.own = self.folder.note(sitting.own, rematch=made.own.commitment)
        return made

    def _first(self, game: MailGame, own: Own) -> Sitting:
        return Sitting(self.folder, game, self.folder.keep(own, game.letter))

    def read(self, text: str) -> MailGame:
        """The game of a file, verified, for anybody."""
        return MailGame.read(read_letter(text), self.find)

    def sit(self, text: str, side: str | None = None) -> Sitting:
        """Sit down to a file as one of its players, with what is kept of it; BadLetter if it is somebody else's."""
        letter = read_letter(text)
        mine = self.folder.mine(letter)
        if side is None and len(mine) > 1:  # both play at this machine
            side = self.read(text).pen
        own = mine.get(side) if side is not None else next(iter(mine.values()), None)
        if own is None:
            raise BadLetter("not_yours" if letter.lines else "not_joined")
        return self.sit_with(own, text)

    def sit_with(self, own: Own, text: str) -> Sitting:
        """The same as the player whose secret this is."""
        sitting = Sitting(self.folder, MailGame(own.letter.heading, self.find), own)
        sitting.receive(text)
        return sitting


def own_name(name: str) -> str:
    shown = plain(name)[:NAME].strip()
    if not shown:
        raise BadLetter("no_name")
    return shown


def new_key() -> str:
    return secrets.token_urlsafe(24)
