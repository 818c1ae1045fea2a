"""Two players, each with a folder of their own, and files that go to and fro between them."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

from hardtack.mail import Desk, read_letter
from hardtack.mail.lines import BOTH, SEAL

UNION, CONFEDERATE = "union", "confederate"


class Pair:
    """Ada of the Union begins, Bea of the Confederacy joins. `text` is the file as it was last sent.

    Their secrets follow from a number, so that the same dice fall each time.
    """

    def __init__(self, folder, scenario="bull-run", dice=BOTH, secret=1, **settings):
        self.desks = {UNION: Desk(folder / "ada"), CONFEDERATE: Desk(folder / "bea")}
        with patch("hardtack.mail.desk.new_secret", side_effect=[f"{2 * secret + n:032x}" for n in range(2)]):
            ada = self.desks[UNION].begin(scenario, UNION, "Ada", dice, settings)
            bea = self.desks[CONFEDERATE].join(ada.text, "Bea")
        self.seats = {UNION: ada, CONFEDERATE: bea}
        self.text = bea.text
        self.letters = 2
        self.random = Random(7)

    def sit(self, side, text=None):
        return self.desks[side].sit(self.text if text is None else text)

    def look(self):
        return self.desks[UNION].read(self.text)

    def play(self, choose, letters=1000):
        """Send so many letters, or play to the end."""
        for _ in range(letters):
            writer = self.next
            if writer is None:
                return
            self.turn(writer, choose)

    @property
    def next(self):
        """Who has to write a letter; None when the game is over."""
        if read_letter(self.text).lines[-1].verb != SEAL:
            return CONFEDERATE  # who joined has to act before there is anything to send
        return next((side for side, one in self.seats.items() if self.waits_for(side, one)), None)

    def waits_for(self, side, sitting):
        sitting.receive(self.text)
        return sitting.wanted not in ("wait", "over")

    def turn(self, side, choose):
        """One player opens the file, answers, acts until there is nothing more to write, and sends it."""
        sitting = self.seats[side]
        sitting.receive(self.text)
        sitting.answer()
        while sitting.wanted == "act":
            sitting.act(choose(sitting.game.match))
        assert sitting.seal()
        self.text = sitting.text
        self.letters += 1
        return sitting

    def to_act(self):
        """The seat of the first player who has something to decide, the letters until then written."""
        for _ in range(20):
            sitting = self.seats[self.next]
            sitting.receive(self.text)
            sitting.answer()
            if sitting.wanted == "act":
                return sitting
            self.turn(sitting.side, self.pick)
        raise AssertionError("nobody has anything to decide")

    def pick(self, match):
        """Any legal action."""
        return str(match.options.pick(self.random))

    def attack(self, match):
        """An attack, where there is one: many dice."""
        attacks = [str(action) for action in match.legal() if action.verb == "attack"]
        return self.random.choice(attacks) if attacks else self.pick(match)

    def rolling(self, side):
        """Play until a player has declared an action that rolls dice and sent it; his side of the table."""
        for _ in range(60):
            sitting = self.turn(self.next, self.pick)
            if sitting.side == side and sitting.game.pending is not None:
                return sitting
        raise AssertionError("nobody rolled")
