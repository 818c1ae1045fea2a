"""Games by mail on one's own server: the file in the player's folder, the board as a game of the store.

The stored game has no dice of its own. What rolls none is played on it as in any game and goes into the next letter;
what rolls is written into the file first (`roll`), and is played here when its dice are known. The file is always
right: where the stored game differs, it is brought back to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardtack.mail import BadLetter, Desk, MailGame, Sitting, UnknownMail, read_letter
from hardtack.referee.errors import GameOver, NothingToUndo
from hardtack.referee.journal import Entry
from hardtack.referee.register import LANGUAGES
from hardtack.server.archive import delete
from hardtack.server.between import end_game
from hardtack.server.catalogue import Json
from hardtack.server.errors import OldRules, UnknownGame
from hardtack.server.game_service import GameService
from hardtack.server.keys import is_same
from hardtack.server.live import HINTS, MAIL, LiveGame
from hardtack.server.new_games import NOBODY, PRIVATE, YOU, Conditions, SeatPlan
from hardtack.table import Match


class Mailbox:
    """The games by mail of everybody who plays on this server; each has the key of their own."""

    def __init__(self, desk: Desk, service: GameService) -> None:
        self.desk, self.service = desk, service

    # -- who asks

    def receive(self, text: str, key: str | None, device: str) -> Sitting | MailGame:
        """Open a file that has come: as its player, who answers what the other's dice wait for; else to look at it."""
        for own in self.desk.folder.mine(read_letter(text)).values():
            if key is not None and is_same(own.key, key):
                return self._go_on(self.desk.sit_with(own, text), device)
        return self.desk.read(text)

    def kept(self, commitment: str, key: str | None, device: str = "") -> Sitting:
        """The same with the file as it was kept."""
        own = self.desk.folder.find(commitment)
        if own is None or key is None or not is_same(own.key, key):
            raise UnknownMail
        return self._go_on(self.desk.sit_with(own, own.text), device)

    def _go_on(self, sitting: Sitting, device: str) -> Sitting:
        if sitting.answer():
            sitting.seal()  # if it is for the other player again to go on
        self.lay_out(sitting, device)
        return sitting

    # -- the board

    def lay_out(self, sitting: Sitting, device: str = "") -> None:
        """Bring the stored game up to the file; make it, if there is none."""
        match = sitting.game.match
        if match is None:
            return
        try:
            with self.service.game(sitting.own.game) as live:
                self._bring_up(live, match, sitting.side)
            return
        except (GameOver, NothingToUndo, OldRules):  # it went another way, which does not count
            delete(self.service, sitting.own.game, sitting.own.game_key)
        except UnknownGame:
            pass
        self._make(sitting, match, device)

    def _make(self, sitting: Sitting, match: Match, device: str) -> None:
        match.headers |= {MAIL: sitting.own.commitment, HINTS: "off"}
        plans = {
            side: SeatPlan(YOU if side == sitting.side else NOBODY, seat.name) for side, seat in match.seats.items()
        }
        made = self.service.create(match, plans, 0, device, Conditions(visibility=PRIVATE))
        sitting.own = self.desk.folder.note(sitting.own, game=made.id, game_key=made.key)

    def _bring_up(self, live: LiveGame, match: Match, side: str) -> None:
        """Play what the file has and the stored game has not; what contradicts the file is taken back first."""
        theirs, ours = live.match.journal.entries[1:], match.journal.entries[1:]
        alike = next(
            (n for n, pair in enumerate(zip(theirs, ours, strict=False)) if played(pair[0]) != played(pair[1])),
            min(len(theirs), len(ours)),
        )
        if alike < min(len(theirs), len(ours)):
            self.service.undo(live, len(theirs) - alike, (side,), None)
        before = len(live.match.journal)
        self.service.follow(live, map(played, ours[before:]))
        if len(live.match.journal) > before:  # what comes of the letter may be what its reader has answered for good
            self.service.react(live)
        ending = match.journal.ended
        if ending is not None and live.match.outcome is None:
            end_game(self.service, live, side, ending.winner, ending.level)

    def _gather(self, sitting: Sitting, live: LiveGame) -> None:
        """Write down what was played on the board since the last letter."""
        for entry in live.match.journal.entries[sitting.game.moves + 1 :]:
            sitting.act(str(entry.action))
        if live.match.journal.ended is not None and not sitting.game.over:
            sitting.resign()

    # -- what its player does

    def roll(
        self, commitment: str, key: str | None, action: str, expected: int, then: Sequence[str] = ()
    ) -> Sitting:  # fmt: skip
        """Declare an action that rolls dice, and what is to follow it. Where they take the other's part, the letter is
        sealed with it."""
        sitting = self.kept(commitment, key)
        if sitting.wanted != "act":
            raise BadLetter("not_now")
        with self.service.game(sitting.own.game) as live:
            live.match.check_version(expected)
            self._gather(sitting, live)
            if sitting.game.own_dice:  # they fall at once: what no longer fits is dropped, as it is with those of both
                sitting.act(action)
                for further in then:
                    if sitting.wanted != "act" or sitting.game.why_not(further):
                        break
                    sitting.act(further)
            else:
                sitting.act(action, *then)
            sitting.seal()
        self.lay_out(sitting)
        return sitting

    def rematch(self, commitment: str, key: str | None) -> Sitting:
        """The letter of the game that follows one that is over."""
        return self.desk.rematch(self.kept(commitment, key))

    def seal(self, commitment: str, key: str | None) -> Sitting:
        """End one's turn of writing: the letter that is to be sent."""
        sitting = self.kept(commitment, key)
        if sitting.wanted in ("act", "seal"):
            with self.service.game(sitting.own.game) as live:
                self._gather(sitting, live)
            if not sitting.seal():
                raise BadLetter("still_yours")
        return sitting


def played(entry: Entry) -> tuple[str, str, tuple[int, ...]]:
    return str(entry.side), str(entry.action), entry.dice


def show_mail(found: Sitting | MailGame, lang: str) -> Json:
    """How a game by mail stands for whoever asks."""
    sitting = found if isinstance(found, Sitting) else None
    game = found.game if isinstance(found, Sitting) else found
    heading, match, lines = game.letter.heading, game.match, game.letter.lines
    titles = game.find(heading.scenario).scenarios[heading.scenario].titles
    wanted = sitting.wanted if sitting is not None else "look" if lines else "join"
    mine = sitting is not None and game.sealed and (not lines or lines[-1].side == sitting.side)
    return {
        "commitment": None if sitting is None else sitting.own.commitment,
        "key": None if sitting is None else sitting.own.key,
        "side": None if sitting is None else sitting.side,
        "scenario": heading.scenario, "title": titles[LANGUAGES.index(lang)], "dice": heading.dice,
        "names": game.names, "wanted": wanted,
        "rolling": game.pending is not None and bool(game.pending.actions),
        "lines": len(lines), "actions": game.moves, "turn": 0 if match is None else match.state.turn,
        "result": "" if match is None else match.result,
        "game": (sitting.own.game or None) if sitting is not None and match is not None else None,
        "game_key": (sitting.own.game_key or None) if sitting is not None and match is not None else None,
        "letter": game.letter.text if mine else None,
        "file": f"{heading.scenario}-{len(lines)}.txt",
    }  # fmt: skip
