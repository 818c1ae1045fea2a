"""The game of a file: whose turn it is to write, what is wanted of whom, and every line checked by the referee.

Whoever acts writes the action down, opens a part of his own secret and seals. Only then does the other player open the
part that makes the dice fall. So nobody knows the dice before the action stands, and the action stands before they
are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from hardtack.battles import find_battle
from hardtack.mail.errors import BadLetter
from hardtack.mail.lines import ACT, JOIN, NAME, OPEN, OWN, RESIGN, SEAL, THEN, Heading, Letter, Line
from hardtack.mail.parts import PART, MailDice, step
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.dice import AbsentDice
from hardtack.referee.endings import RESIGNATION, read_ending
from hardtack.referee.errors import BadNotation, DiceWanted, GameOver, HardtackError, IllegalAction, WrongSeat
from hardtack.referee.events import SIDES, enemy_of
from hardtack.referee.limits import go_on
from hardtack.table import Match
from hardtack.table.match import FindBattle

AHEAD = 50  # actions declared ahead of one roll
Wanted = Literal["join", "answer", "act", "seal", "wait", "over"]


@dataclass
class Pending:
    """A roll that waits for the parts of its dice: the opening, or an action and what is to follow it."""

    side: str  # who opens first
    actions: list[Action] = field(default_factory=list)  # none: the opening
    opened: dict[str, str] = field(default_factory=dict)


class MailGame:
    """A game as far as a file tells it. `write` adds a line; the file is `letter`."""

    def __init__(self, heading: Heading, find: FindBattle = find_battle) -> None:
        self.letter = Letter(heading)
        self.find = find
        self.names = {heading.side: heading.name}
        self.pen = enemy_of(heading.side)  # who writes now
        self.match: Match | None = None  # none before the opening dice
        self.pending: Pending | None = None
        self._last = {heading.side: heading.commitment}  # the part each player opened last
        self.parts_opened = dict.fromkeys(SIDES, 0)  # and how many they have opened
        self._rolls = 0
        self._salt = ""  # parts of both that nobody could choose, for dice that follow one player's parts
        self._opening = _opening(heading, find)

    @classmethod
    def read(cls, letter: Letter, find: FindBattle = find_battle) -> MailGame:
        """Play a whole file again."""
        game = cls(letter.heading, find)
        game.follow(letter)
        return game

    def follow(self, letter: Letter) -> None:
        """Go on with a file that begins like ours."""
        for line in letter.lines[len(self.letter.lines) :]:
            go_on()
            self._take(line)
            self.letter = letter.until(line.number)

    def write(self, side: str, verb: str, rest: str = "") -> None:
        """Add a line, if it may stand there; BadLetter or a refusal of the rules otherwise."""
        longer = self.letter.add(side, verb, rest)
        self._take(longer.lines[-1])
        self.letter = longer

    # -- how it stands

    @property
    def own_dice(self) -> bool:
        """Whether whoever acts rolls alone: fewer letters, and trust."""
        return self.letter.heading.dice == OWN

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.outcome is not None

    @property
    def sealed(self) -> bool:
        """True when the file may be sent: whoever wrote last has finished."""
        return not self.letter.lines or self.letter.lines[-1].verb == SEAL

    @property
    def moves(self) -> int:
        """How many actions have been played."""
        return 0 if self.match is None else self.match.number

    def why_not(self, action: str) -> bool:
        """Whether the rules forbid an action now."""
        return self.match is None or bool(self.match.why_not(action))

    def wanted(self, side: str) -> Wanted:
        """What is wanted of a player now."""
        if not self.letter.lines:
            return "wait" if side == self.letter.heading.side else "join"
        if self.over and self.sealed:
            return "over"
        if self.pen != side:
            return "wait"
        if self.pending is not None:
            return "seal" if side in self.pending.opened else "answer"
        return "act" if self.match is not None and self.match.to_act == side else "seal"

    # -- lines

    def _take(self, line: Line) -> None:
        if (line.verb == JOIN) != (line.number == 1):
            raise BadLetter("join_first", line=line.number)
        if self.over and self.sealed:
            raise BadLetter("after_end", line=line.number)
        if line.side != self.pen:
            raise BadLetter("not_its_turn", line=line.number, term=line.side)
        take = {
            JOIN: self._join, ACT: self._act, THEN: self._then, OPEN: self._open, SEAL: self._seal,
            RESIGN: self._resign,
        }  # fmt: skip
        take[line.verb](line)

    def _join(self, line: Line) -> None:
        commitment, _, name = line.rest.partition(" ")
        if not PART.fullmatch(commitment) or not name or len(name) > NAME:
            raise BadLetter("no_line", line=line.number)
        if commitment == self.letter.heading.commitment:
            raise BadLetter("copied", line=line.number)
        self._last[line.side] = commitment
        self.names[line.side] = name
        try:
            match = Match.begin(self._opening, AbsentDice())
        except DiceWanted:
            match = None
        if match is None or self.own_dice:
            self.pending = Pending(line.side)
        else:
            self._sit_down(match)

    def _sit_down(self, match: Match) -> None:
        match.dice = AbsentDice()
        for side, name in self.names.items():
            match.sit(side, name)
        self.match = match

    def _act(self, line: Line) -> None:
        if self.match is None or self.pending is not None:
            raise BadLetter("roll_first", line=line.number)
        with _on_line(line):
            action = self.match.parse(line.rest)
            try:
                self.match.play(action, line.side)
            except DiceWanted:
                self.pending = Pending(line.side, [action])

    def _then(self, line: Line) -> None:
        waiting = self.pending
        if waiting is None or not waiting.actions or waiting.opened or len(waiting.actions) > AHEAD:
            raise BadLetter("not_ahead", line=line.number)
        assert self.match is not None  # it is an action of a game that waits
        with _on_line(line):
            waiting.actions.append(self.match.parse(line.rest))

    def _open(self, line: Line) -> None:
        waiting = self.pending
        if waiting is None or line.side in waiting.opened or (not waiting.opened and line.side != waiting.side):
            raise BadLetter("nothing_to_open", line=line.number)
        if not PART.fullmatch(line.rest) or step(line.rest) != self._last[line.side]:
            raise BadLetter("part", line=line.number, term=line.side)
        self._last[line.side] = line.rest
        self.parts_opened[line.side] += 1
        waiting.opened[line.side] = line.rest
        alone = self.own_dice and waiting.actions  # the opening needs both, so that nobody has chosen what follows
        if alone or len(waiting.opened) == len(SIDES):
            self._roll(waiting)

    def _roll(self, waiting: Pending) -> None:
        """All parts are open: the dice fall."""
        self.pending = None
        self._rolls += 1
        parts = [waiting.opened[side] for side in SIDES if side in waiting.opened]
        dice = MailDice(self.letter.lines[0].hash, self._rolls, *parts, *([self._salt] if self._salt else []))
        if not waiting.actions:
            self._salt = " ".join(parts) if self.own_dice else ""
            self._sit_down(Match.begin(self._opening, dice))
            return
        match = self.match
        assert match is not None  # only the opening has no actions
        match.dice = dice
        for place, action in enumerate(waiting.actions):
            if place and (match.to_act != waiting.side or match.why_not(action)):
                break  # what was declared ahead fits no longer, and all that would follow it is dropped
            match.play(action, waiting.side)
        match.dice = AbsentDice()

    def _seal(self, line: Line) -> None:
        if self.wanted(line.side) != "seal":
            raise BadLetter("not_done", line=line.number, term=line.side)
        self.pen = enemy_of(line.side)

    def _resign(self, line: Line) -> None:
        if self.match is None or self.pending is not None or self.over:
            raise BadLetter("no_resigning", line=line.number)
        ending = read_ending(f"{enemy_of(line.side)} {RESIGNATION}")
        assert ending is not None  # an ending there is
        self.match.end(ending)


def _opening(heading: Heading, find: FindBattle) -> object:
    """The state the game begins with; a file of other rules or of a scenario with secrets is refused."""
    try:
        battle = find(heading.scenario)
        check_open(battle, heading.scenario)
        if heading.rules != battle.rules_version:
            raise BadLetter("rules", found=heading.rules, known=battle.rules_version)
        return battle.set_up(battle.scenario(heading.scenario, heading.setting_values()))
    except BadLetter:
        raise
    except (HardtackError, ValueError):
        raise BadLetter("no_such_game", found=heading.scenario[:40]) from None


def check_open(battle: Battle, scenario: str) -> None:
    """Refuse a scenario in which a side knows what the other does not: both can read the file."""
    if battle.has_secrets(scenario):
        raise BadLetter("secrets", found=scenario)


@contextmanager
def _on_line(line: Line) -> Iterator[None]:
    """What the rules refuse is told with its line."""
    try:
        yield
    except BadNotation:
        raise BadLetter("no_action", line=line.number, found=line.rest[:60]) from None
    except IllegalAction as error:
        clauses = ", ".join(dict.fromkeys(reason.clause for reason in error.reasons))
        raise BadLetter("illegal", line=line.number, found=line.rest[:60], clauses=clauses) from error
    except (WrongSeat, GameOver):
        raise BadLetter("not_its_turn", line=line.number, term=line.side) from None
