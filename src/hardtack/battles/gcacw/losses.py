"""Manpower losses and how an owner shares them out (GC 7.5.1)."""

from __future__ import annotations

from typing import ClassVar

from hardtack.battles.gcacw.actions import TakeLoss
from hardtack.battles.gcacw.state import CampaignState, lose_manpower
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action
from hardtack.referee.events import Text, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import Choice, Options
from hardtack.referee.umpire import Umpire


@dataclass(frozen=True, slots=True)
class Losses(Step):
    """A force loses manpower: what leaves no choice is taken at once, the odd points are asked for."""

    side: str
    units: tuple[str, ...]
    points: int
    cause: str
    clause: str

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        taken = (0,) * len(self.units)
        share_out(draft, umpire, ShareLosses(self.side, self.units, taken, self.points, self.cause, self.clause))


@dataclass(frozen=True, slots=True)
class ShareLosses(Decision):
    """GC 7.5.1: the owner chooses who takes the odd points."""

    follow_up: ClassVar[bool] = True
    units: tuple[str, ...]
    taken: tuple[int, ...]
    points: int
    cause: str
    clause: str

    def candidates(self, state: CampaignState) -> list[int]:
        """Places in `units` that may take the next point: those that have taken least, unless shared freely."""
        index = state.scenario.index
        able = [n for n, unit in enumerate(self.units) if state.at[index[unit]] >= 0]
        if state.scenario.params.loss_split == "free":
            return able
        least = min((self.taken[n] for n in able), default=0)
        return [n for n in able if self.taken[n] == least]

    def options(self, state: CampaignState) -> Options:
        return Choice([TakeLoss(self.units[n]) for n in self.candidates(state)], "GC 7.5.1", "reason.others_first")

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.losses", n=self.points)

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        umpire.pop()
        if isinstance(action, TakeLoss):
            share_out(draft, umpire, self.charged(draft, umpire, self.units.index(action.unit)))

    def charged(self, draft: CampaignState, umpire: Umpire, place: int) -> ShareLosses:
        """One point taken by one unit."""
        unit = draft.scenario.index[self.units[place]]
        lose_manpower(draft, umpire, unit, 1, self.cause, self.clause)
        taken = tuple(count + (n == place) for n, count in enumerate(self.taken))
        return replace(self, taken=taken, points=self.points - 1)


def share_out(draft: CampaignState, umpire: Umpire, frame: ShareLosses) -> None:
    """Take every point that leaves no choice, then ask for the rest; what nobody can take is ignored."""
    campaign = draft.scenario
    free = campaign.params.loss_split == "free"
    while frame.points:
        able = frame.candidates(draft)
        if not able:
            return
        if len(frame.units) == 1:  # a force of one takes all at once, in one line of the log
            lose_manpower(draft, umpire, campaign.index[frame.units[0]], frame.points, frame.cause, frame.clause)
            return
        if len(able) > frame.points or (free and len(able) > 1):
            umpire.push(frame)
            return
        for place in able:
            frame = frame.charged(draft, umpire, place)
