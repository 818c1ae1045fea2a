"""Chapter 10: combat, stack against stack.

The side with the initiative attacks first, then the other (10.1e, 10.1f). One attack runs through these
frames: `Combat` (announce; hesitation; both sides fire) -> `AllotHits` for each side that may choose ->
`Losses` (hits come off, then chapter 11's retreat check and advance).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from hardtack.battles.bull_run.actions import END, Attack, End, Hit
from hardtack.battles.bull_run.retreat import RetreatCheck
from hardtack.battles.bull_run.state import FOUGHT, BullRunState, Question
from hardtack.battles.bull_run.victory import check_destruction
from hardtack.board.grid import Grid
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.actions import Action
from hardtack.referee.bans import Asked, Ban, against, open_numbers
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.dice import FACES
from hardtack.referee.events import UNION, Reason, Text, Value, enemy_of, text
from hardtack.referee.frames import Step
from hardtack.referee.orders import Order, Row, SideOrder, UnitOrder, listed
from hardtack.referee.state import LOST, put
from hardtack.referee.state import Row as Marks
from hardtack.referee.umpire import Umpire

FIRST_HALF, SECOND_HALF = 1, 2


@dataclass(frozen=True, slots=True)
class Combat(OrderDecision):
    """One side's half of the combat phase. `target` is the defender now being dealt with (10.1d)."""

    clause: ClassVar[str] = "BR 5.1a"
    half: int = FIRST_HALF
    target: str = ""

    def orders(self, state: BullRunState) -> Sequence[Order[Question]]:
        return COMBAT

    def idle(self, draft: BullRunState) -> bool:
        in_touch = draft.occupied(self.side) & draft.deployment.zone(enemy_of(self.side))
        return not in_touch or not ATTACK.general(Asked(draft, self))

    def prompt(self, state: BullRunState) -> Text:
        return text("prompt.combat", side=self.side)


def attack(frame: Combat, draft: BullRunState, action: Attack, umpire: Umpire) -> None:
    grid = draft.scenario.board.grid
    here, there = grid.index(action.hex), grid.index(action.hex_target)
    if hesitates(draft, frame.side, here, umpire):
        return  # it attacks nobody: no defender is turned to, and none is left behind (C16)
    if action.hex_target != frame.target:
        settle_defender(draft, frame)
        umpire.replace(Combat(frame.side, frame.half, action.hex_target))
    umpire.tell("BR 10.1d", "event.attack", side=frame.side, hex=action.hex, hex_target=action.hex_target)
    fire_both(draft, frame.side, here, there, umpire)


def end_combat(frame: Combat, draft: BullRunState, action: End, umpire: Umpire) -> None:
    umpire.tell("BR 5.1a", "event.end_combat", side=frame.side)
    umpire.pop()


# -- which stacks may not attack


class AttackOrder(Order[Question]):
    """An action that names two hexes: the bans on the attacking stack, then those on its target.

    What is asked of a target is about the hex it is attacked from, in the place of a counter.
    """

    def __init__(self, bans: Sequence[Ban[Question]], target_bans: Sequence[Ban[Question]]) -> None:
        super().__init__(Attack, bans, attack)
        self.target_bans = tuple(target_bans)

    def general(self, asked: Question) -> Sequence[Action]:
        scenario, at = asked.state.scenario, asked.state.at
        everywhere = scenario.board.grid.everywhere
        able = open_numbers(self.bans, asked, everywhere)
        found: list[Action] = []
        for here in dict.fromkeys([at[unit] for unit in scenario.of_side[asked.side]]):
            if here >= 0 and able >> here & 1:
                targets = open_numbers(self.target_bans, asked.about(here), everywhere)
                if targets:
                    found += listed(attack_row(scenario.board.grid, here), targets)
        return found

    def reasons(self, asked: Question, action: Attack) -> Iterator[Reason]:
        index = asked.state.scenario.board.grid.index
        here, there = index(action.hex), index(action.hex_target)
        named = {"hex": action.hex, "hex_target": action.hex_target}
        yield from against(self.target_bans, asked.about(here), there, named)
        yield from against(self.bans, asked, here, named)


@lru_cache(maxsize=1024)
def attack_row(grid: Grid, here: int) -> Row:
    return Row(lambda there: Attack(grid.names[here], grid.names[there]))


def no_own_stack(asked: Question) -> int:
    return ~asked.state.occupied(asked.side)


def hexes_marked(asked: Question, row: Marks) -> int:
    """A stack fights as one body (8.2c): what one of its units has done this turn, the stack has done."""
    at = asked.state.at
    own = asked.state.scenario.of_side[asked.side] if any(row) else ()
    return mask_of(at[unit] for unit in own if row[unit] and at[unit] >= 0)


def have_attacked(asked: Question) -> int:
    return hexes_marked(asked, asked.state.attacked)


def have_hesitated(asked: Question) -> int:
    return hexes_marked(asked, asked.state.hesitated)


def involved(asked: Question) -> int:
    """In the second half only stacks attack that have taken no part in combat (C14)."""
    uninvolved = asked.state.scenario.settings["second_half"] == "uninvolved"
    return hexes_marked(asked, asked.state.defended) if asked.frame.half == SECOND_HALF and uninvolved else 0


# -- whom a stack may not attack


def no_enemy_stack(asked: Question) -> int:
    return ~asked.state.occupied(enemy_of(asked.side))


def not_adjacent(asked: Question) -> int:
    return ~asked.state.scenario.board.grid.around_mask[asked.unit]


def creek_between(asked: Question) -> int:
    scenario = asked.state.scenario
    return scenario.board.grid.around_mask[asked.unit] & ~scenario.ground.joined[asked.unit]


def ford_unknown(asked: Question) -> int:
    """The Union does not fight over a ford it has not found (C15)."""
    known = asked.side != UNION or asked.state.farm_ford_found
    return 0 if known else asked.state.scenario.ground.over_farm_ford(asked.unit)


def settled(asked: Question) -> int:
    """A stack is finished with only when every unit of it has been a defender (10.1d).

    A beaten brigade that falls back on friends does not shield them.
    """
    state, side = asked.state, enemy_of(asked.side)
    if not any(state.settled):
        return 0
    stacks = state.deployment.stacks
    return mask_of(hex_ for hex_ in hexes_in(state.occupied(side)) if all(state.settled[u] for u in stacks[hex_]))


def the_target(asked: Question, there: int) -> dict[str, Value]:
    return {"hex": asked.state.scenario.board.grid.name(there)}


ATTACK = AttackOrder(
    (
        Ban("BR 10.1", "reason.no_own_stack", no_own_stack),
        Ban("BR 10.1a", "reason.has_attacked", have_attacked),
        Ban("BR C16", "reason.hesitated", have_hesitated),
        Ban("BR C14", "reason.involved", involved),
    ),
    (
        Ban("BR 10.1", "reason.no_enemy_stack", no_enemy_stack, the_target),
        Ban("BR 10.1", "reason.not_adjacent", not_adjacent),
        Ban("BR C15", "reason.creek_between", creek_between),
        Ban("BR C15", "reason.ford_unknown", ford_unknown),
        Ban("BR 10.1d", "reason.settled", settled, the_target),
    ),
)
COMBAT: Sequence[Order[Question]] = (ATTACK, SideOrder(END, (), end_combat))


# -- the attack


def settle_defender(draft: BullRunState, frame: Combat) -> None:
    """The attacker turns to another defender: the last one cannot be attacked again in this half (10.1d).

    Each side attacks in one half only, so a mark on its enemies holds for that half and never for the other.
    """
    if not frame.target:
        return
    hex_ = draft.scenario.board.grid.index(frame.target)
    if draft.deployment.side_at(hex_) == enemy_of(frame.side):  # the attacker may have advanced into it
        for unit in draft.deployment.stacks[hex_]:
            draft.settled = put(draft.settled, unit, 1)


def hesitates(draft: BullRunState, side: str, here: int, umpire: Umpire) -> bool:
    """McDowell's hesitation: a Union stack south of Bull Run attacks only on 5-6 (10.1h, C16)."""
    scenario = draft.scenario
    if side != UNION or not scenario.ground.on_south(here):
        return False
    name = scenario.board.grid.name(here)
    if umpire.check(scenario.checks["hesitation"]):
        umpire.tell("BR 10.1h", "event.resolute", hex=name)
        return False
    umpire.tell("BR 10.1h", "event.hesitates", hex=name)
    for unit in draft.deployment.stacks[here]:
        draft.hesitated = put(draft.hesitated, unit, 1)
    return True


def attack_modifiers(state: BullRunState, here: int, there: int) -> list[tuple[str, str, int]]:
    """Clause, words and value of each modifier to the attacker's die (10.5, 10.5a, C19)."""
    ground = state.scenario.ground
    found = []
    if ground.defensive >> there & 1:
        found.append(("BR 10.5", "modifier.defensive_terrain", -1))
    crossing = state.scenario.board.crossing(here, there)
    if crossing is not None:
        if crossing.kind == "ford":
            found.append(("BR 10.5a", "modifier.across_ford", -2))
        elif state.scenario.settings["bridge_modifier"]:
            found.append(("BR C19", "modifier.across_bridge", state.scenario.settings["bridge_modifier"]))
    return found


def fire_strength(state: BullRunState, hex_: int) -> int:
    """The strength a stack fires with: what its units had when the turn began (10.4b, C18)."""
    row = state.fresh if state.scenario.settings["fire_strength"] == "turn_start" else state.strength
    return sum(row[unit] for unit in state.deployment.stacks[hex_])


def hits(state: BullRunState, modifier: int, strength: int) -> list[int]:
    """The column of the combat table for a stack that fires (10.4); a modified die below 1 never hits."""
    return [state.scenario.hits[max(die + modifier, 0)][strength] for die in range(1, FACES + 1)]


def fire_both(draft: BullRunState, side: str, here: int, there: int, umpire: Umpire) -> None:
    """Both stacks fire at once (10.1); a defender that has rolled this turn does not fire again (10.1b)."""
    names = draft.scenario.board.grid.names
    mine, theirs = draft.deployment.stacks[here], draft.deployment.stacks[there]
    modifier = sum(value for _, _, value in attack_modifiers(draft, here, there))
    strength = fire_strength(draft, here)
    scored = umpire.read(hits(draft, modifier, strength))
    umpire.tell("BR 10.4", "event.fire", hex=names[here], n=strength, modifier=modifier, hits=scored)
    suffered = 0
    if any(draft.answered[unit] for unit in theirs):
        umpire.tell("BR 10.1b", "event.no_answer", hex=names[there])
    else:
        strength = fire_strength(draft, there)
        suffered = umpire.read(hits(draft, 0, strength), by=enemy_of(side))
        umpire.tell("BR 10.4", "event.fire", hex=names[there], n=strength, modifier=0, hits=suffered)
    for unit in mine:
        draft.attacked = put(draft.attacked, unit, FOUGHT)
    for unit in theirs:
        draft.defended = put(draft.defended, unit, FOUGHT)
        draft.answered = put(draft.answered, unit, 1)
    pieces = draft.scenario.pieces
    umpire.push(Losses(side, names[here], names[there], scored, suffered, pieces[theirs[0]].id, pieces[mine[0]].id))
    if suffered and len(mine) > 1:
        umpire.push(AllotHits(enemy_of(side), names[here], suffered))
    if scored and len(theirs) > 1:
        umpire.push(AllotHits(side, names[there], scored))


@dataclass(frozen=True, slots=True)
class AllotHits(OrderDecision):
    """The side that scored hits on a stack of two names the unit that takes them (10.3, C17)."""

    clause: ClassVar[str] = "BR 5.1a"
    follow_up: ClassVar[bool] = True
    hex: str
    hits: int

    def orders(self, state: BullRunState) -> Sequence[Order[Question]]:
        return ALLOT_HITS

    def prompt(self, state: BullRunState) -> Text:
        return text("prompt.hits", side=self.side, hex=self.hex, n=self.hits)


def not_hit(asked: Question) -> int:
    """Whoever does not stand in the hex that was hit."""
    return ~mask_of(asked.state.deployment.stacks[asked.state.scenario.board.grid.index(asked.frame.hex)])


def aim(frame: AllotHits, draft: BullRunState, action: Hit, umpire: Umpire) -> None:
    """Write the chosen unit into the losses that wait on the agenda: both sides lose at the same moment (10.1)."""
    umpire.tell("BR 10.3", "event.aimed", side=frame.side, unit=action.unit, n=frame.hits)
    umpire.amend(Losses, lambda losses: losses.with_victim(frame.hex, action.unit))
    umpire.pop()


ALLOT_HITS: Sequence[Order[Question]] = (
    UnitOrder(Hit, (Ban("BR 10.3", "reason.not_hit", not_hit, lambda asked, unit: {"hex": asked.frame.hex}),), aim),
)


@dataclass(frozen=True, slots=True)
class Losses(Step):
    """The hits of one combat come off, then the stacks check for retreat (10.4a, 11.1b)."""

    side: str
    hex: str
    hex_target: str
    scored: int
    suffered: int
    victim: str
    own_victim: str

    def with_victim(self, hex_: str, unit: str) -> Losses:
        return replace(self, victim=unit) if hex_ == self.hex_target else replace(self, own_victim=unit)

    def run(self, draft: BullRunState, umpire: Umpire) -> None:
        index = draft.scenario.index
        given = take_hits(draft, index[self.victim], self.scored, umpire) if self.scored else 0
        taken = take_hits(draft, index[self.own_victim], self.suffered, umpire) if self.suffered else 0
        check_destruction(draft, umpire)
        if draft.outcome is None:
            if draft.scenario.settings["compared_hits"] == "rolled":  # the table calls them hits received (11.1)
                given, taken = self.scored, self.suffered
            umpire.push(RetreatCheck(self.side, self.hex, self.hex_target, given, taken))


def take_hits(draft: BullRunState, unit: int, count: int, umpire: Umpire) -> int:
    """Strike off strength points; at zero the unit leaves the game; what is left over is lost (10.3a, 10.4c, C17).

    Returns the points that came off.
    """
    lost = min(count, draft.strength[unit])
    mates = [mate for mate in draft.deployment.stacks[draft.at[unit]] if mate != unit]
    draft.strength = put(draft.strength, unit, draft.strength[unit] - lost)
    name = draft.scenario.pieces[unit].id
    umpire.tell("BR 10.4a", "event.losses", unit=name, n=lost, left=draft.strength[unit])
    if not draft.strength[unit]:
        draft.at = put(draft.at, unit, LOST)
        umpire.tell("BR 10.4c", "event.destroyed", unit=name)
    surplus = count - lost
    if surplus and mates and draft.scenario.settings["surplus_hits"] == "stackmate":
        return lost + take_hits(draft, mates[0], surplus, umpire)
    if surplus:
        umpire.tell("BR 10.3a", "event.surplus", n=surplus)
    return lost
