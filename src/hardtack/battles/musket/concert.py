"""Attacks of several units, reckoned before the first of them moves.

Whoever comes up to a strong stack alone is struck back with doubled factors (MS 8.6), so that a bot which looks one
move ahead never sends the first. Here all who could come beside an enemy stack in this phase are brought up together
in thought: as many as drive it out for certain, from the hexes where the ground halves nobody, two brigades to a hex.
What that is worth as a whole is for the evaluation to say (see `Knowledge.together`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hardtack.battles.musket.actions import To, Walk
from hardtack.battles.musket.closing import MARCH, MOVE
from hardtack.battles.musket.movement import Moving, allowance
from hardtack.battles.musket.outlook import GAINS, Outlook, column_of
from hardtack.battles.musket.perils import STORM, prizes, repulse
from hardtack.battles.musket.reaching import hq_active, within_reach
from hardtack.battles.musket.state import NOT_MOVED
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import enemy_of
from hardtack.referee.frames import Frame

CERTAIN = 10  # factors more than the defenders': the last column of the CRT
FEWEST = 2  # below this differential nobody is brought up
CHOICES = 4  # enemy stacks that an advance may begin with, the most promising
LONGEST = 3  # enemy stacks that are attacked together

Marches = tuple[tuple[int, int], ...]
"""Units with the hexes they come to."""


class Onset(NamedTuple):
    """An attack on one enemy stack: who is brought up for it, and who takes part in it."""

    promise: float
    target: int
    marches: Marches
    taking_part: frozenset[int]


class Concert:
    """What the units of a side that can still move could attack together."""

    def __init__(self, view: Outlook, side: str, frame: Frame) -> None:
        self.view, self.side = view, side
        state, scenario = view.state, view.scenario
        self.enemy: int = state.troops(enemy_of(side))
        self.zone = scenario.ground.near(self.enemy, 1)
        self.prizes = prizes(view, side)
        self.moving = frame if isinstance(frame, Moving) else None
        self.reaches = {piece: self.reach(piece) for piece in self.free()}

    def free(self) -> list[int]:
        """Those who can be brought up: in order, not beside an enemy yet, and not the guard of what must not fall."""
        view, state, scenario = self.view, self.view.state, self.view.scenario
        if self.moving is not None and (len(self.moving.group) > 1 or self.moving.mode == MARCH):
            return []
        stay = self.zone | view.intent.vital(self.side)
        found = [] if self.moving is None else [self.moving.group[0]]
        if hq_active(state, self.side):
            found += [
                piece for piece in scenario.fighters[self.side]
                if state.at[piece] >= 0 and state.moved[piece] == NOT_MOVED and not stay >> state.at[piece] & 1
                and piece not in found
            ]  # fmt: skip
        kinds = scenario.kind
        return [piece for piece in found if not state.disordered[piece] and kinds[piece] != "gunboat"]

    def reach(self, piece: int) -> frozenset[int]:
        """The hexes beside the enemy that a unit can come to."""
        state, scenario = self.view.state, self.view.scenario
        group = (piece,)
        if self.moving is not None and piece == self.moving.group[0]:
            points = self.moving.points
        else:
            points = allowance(state, group, "walk")
            if not scenario.ground.disc(state.at[piece], points + 1) & self.enemy:
                return frozenset()
        return frozenset(hex_ for hex_ in within_reach(state, group, points, MOVE) if self.zone >> hex_ & 1)

    def onsets(self, used: frozenset[int], loads: dict[int, int]) -> list[Onset]:
        """The attacks that units not yet used could make, the most promising first."""
        found = [self.onset(target, used, loads) for target in hexes_in(self.enemy)]
        return sorted((each for each in found if each is not None), key=lambda each: (-each.promise, each.target))

    def onset(self, target: int, used: frozenset[int], loads: dict[int, int]) -> Onset | None:
        """The attack on a stack with those beside it and as many more as make it certain."""
        view, state, scenario = self.view, self.view.state, self.view.scenario
        around = scenario.board.grid.around_mask[target]
        room = {hex_: scenario.stack_limit - loads.get(hex_, 0) for hex_ in hexes_in(around & ~self.enemy)}
        coming = []
        for piece, reach in self.reaches.items():
            blows = {hex_: view.blow(piece, hex_, target) for hex_ in reach if hex_ in room}
            best = max(blows.values(), default=0)
            if best and piece not in used:
                coming.append((-best, len(blows), piece, blows))
        if not coming:
            return None
        beside = [
            piece for here in hexes_in(around & state.troops(self.side)) for piece in state.deployment.stacks[here]
            if scenario.weight[piece] and piece not in used
        ]  # fmt: skip
        force = sum(view.blow(piece, state.at[piece], target) for piece in beside)
        defence = view.counts[enemy_of(self.side)].defence.get(target, 0)
        marches: list[tuple[int, int]] = []
        for _, _, piece, blows in sorted(coming, key=lambda each: each[:3]):
            if force - defence >= CERTAIN:
                break
            weight = scenario.weight[piece]
            goals = [
                (-blow, self.exposure(hex_), hex_) for hex_, blow in blows.items() if blow and room[hex_] >= weight
            ]
            if goals:
                blow, _, goal = min(goals)
                room[goal] -= weight
                force -= blow
                marches.append((piece, goal))
        if not marches or force - defence < FEWEST:
            return None
        promise = GAINS[column_of(force - defence)] + STORM * self.prizes.get(target, 0.0) * repulse(force - defence)
        return Onset(promise, target, tuple(marches), frozenset((*beside, *(piece for piece, _ in marches))))

    def exposure(self, hex_: int) -> int:
        """How many enemy stacks are beside a hex."""
        return (self.view.scenario.board.grid.around_mask[hex_] & self.enemy).bit_count()

    def advances(self) -> Iterator[Marches]:
        """The best attacks, each alone and then with the others that those who are left could make."""
        if not any(self.reaches.values()):
            return
        loads = self.view.state.deployment.loads()
        for first in self.onsets(frozenset(), loads)[:CHOICES]:
            marches, used, crowd = first.marches, first.taking_part, self.crowded(loads, first)
            attacked = {first.target}
            yield marches
            while len(attacked) < LONGEST:
                more = [each for each in self.onsets(used, crowd) if each.target not in attacked]
                if not more:
                    break
                then = more[0]
                marches, used, crowd = (*marches, *then.marches), used | then.taking_part, self.crowded(crowd, then)
                attacked.add(then.target)
                yield marches

    def crowded(self, loads: dict[int, int], onset: Onset) -> dict[int, int]:
        """The room that is taken when the units of an attack have come up."""
        found, scenario, at = dict(loads), self.view.scenario, self.view.state.at
        for piece, goal in onset.marches:
            found[at[piece]] = found.get(at[piece], 0) - scenario.weight[piece]
            found[goal] = found.get(goal, 0) + scenario.weight[piece]
        return found

    def orders(self, marches: Marches) -> Sequence[Action] | None:
        """The actions that bring units up; a move that has been declared is finished first. None: it has no part."""
        ids, names = self.view.scenario.ids, self.view.scenario.names
        if self.moving is None:
            return [action for piece, goal in marches for action in (Walk(ids[piece]), To(names[goal]))]
        begun = self.moving.group[0]
        goals = dict(marches)
        if begun not in goals:
            return None
        rest = [(piece, goal) for piece, goal in marches if piece != begun]
        return [To(names[goals[begun]])] + [
            action for piece, goal in rest for action in (Walk(ids[piece]), To(names[goal]))
        ]  # fmt: skip


def joint_attacks(view: Outlook, side: str, frame: Frame) -> Iterator[Sequence[Action]]:
    """What several units may only want to do together: to come beside an enemy whom they would attack."""
    concert = Concert(view, side, frame)
    for marches in concert.advances():
        orders = concert.orders(marches)
        if orders is not None:
            yield orders
