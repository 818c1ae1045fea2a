"""Chapter 10: combat, stack against stack.

The side with the initiative attacks first, then the other (10.1e, 10.1f). One attack runs through these
frames: `Combat` (announce; hesitation; both sides fire) -> `AllotHits` for each side that may choose ->
`Losses` (hits come off, then chapter 11's retreat check and advance).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hardtack.battles.bull_run.actions import END, Attack, End, Hit
from hardtack.battles.bull_run.retreat import RetreatCheck
from hardtack.battles.bull_run.state import FOUGHT, BullRunState
from hardtack.battles.bull_run.victory import check_destruction
from hardtack.referee.actions import Action
from hardtack.referee.dice import FACES
from hardtack.referee.events import UNION, Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Frame, Step
from hardtack.referee.options import NOT_ASKED, Choice, Options
from hardtack.referee.state import LOST, freeze, put
from hardtack.referee.umpire import Umpire

FIRST_HALF, SECOND_HALF = 1, 2


@dataclass(frozen=True, slots=True)
class Combat(Decision):
    """One side's half of the combat phase. `target` is the defender now being dealt with (10.1d)."""

    half: int = FIRST_HALF
    target: str = ""

    def options(self, state: BullRunState) -> CombatOptions:
        return CombatOptions(state, self)

    def idle(self, draft: BullRunState) -> bool:
        in_touch = draft.occupied(self.side) & draft.deployment.zone(enemy_of(self.side))
        return not in_touch or not CombatOptions(freeze(draft), self).attacks()

    def apply(self, draft: BullRunState, action: Action, umpire: Umpire) -> None:
        if not isinstance(action, Attack):
            umpire.tell("BR 5.1a", "event.end_combat", side=self.side)
            umpire.pop()
            return
        grid = draft.scenario.board.grid
        here, there = grid.index(action.hex), grid.index(action.hex_target)
        if hesitates(draft, self.side, here, umpire):
            return  # it attacks nobody: no defender is turned to, and none is left behind (C16)
        if action.hex_target != self.target:
            settle_defender(draft, self)
            umpire.replace(Combat(self.side, self.half, action.hex_target))
        umpire.tell("BR 10.1d", "event.attack", side=self.side, hex=action.hex, hex_target=action.hex_target)
        fire_both(draft, self.side, here, there, umpire)

    def prompt(self, state: BullRunState) -> Text:
        return text("prompt.combat", side=self.side)


class CombatOptions(Options):
    def __init__(self, state: BullRunState, frame: Combat) -> None:
        self.state = state
        self.frame = frame

    def attacks(self) -> list[Action]:
        """Every attack allowed now: own stacks that may attack, enemies they touch, no check against them."""
        state, side = self.state, self.frame.side
        scenario = state.scenario
        attacks, passable = scenario.attacks, scenario.ground.passable_sides
        enemy = state.occupied(enemy_of(side))
        found: list[Action] = []
        for here in dict.fromkeys(state.at[unit] for unit in scenario.of_side[side] if state.at[unit] >= 0):
            if not scenario.board.grid.around_mask[here] & enemy:
                continue
            found += [
                attacks[here, there]
                for there in passable[here]
                if enemy >> there & 1 and not why_not_attack(state, self.frame, here, there)
            ]
        return found

    def general(self) -> Sequence[Action]:
        return [*self.attacks(), END]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, End):
            return []
        if isinstance(action, Attack):
            grid = self.state.scenario.board.grid
            return why_not_attack(self.state, self.frame, grid.index(action.hex), grid.index(action.hex_target))
        return [reason("BR 5.1a", NOT_ASKED)]


def why_not_attack(state: BullRunState, frame: Combat, here: int, there: int) -> list[Reason]:
    """Every clause that forbids the attack: the one list that enumeration, validation and explanation share."""
    scenario, side = state.scenario, frame.side
    names = scenario.board.grid.names
    args = {"hex": names[here], "hex_target": names[there]}
    ground = scenario.ground
    found = []
    mine = state.deployment.stacks[here] if state.deployment.side_at(here) == side else ()
    theirs = state.deployment.stacks[there] if state.deployment.side_at(there) == enemy_of(side) else ()
    if not mine:
        found.append(reason("BR 10.1", "reason.no_own_stack", hex=names[here]))
    if not theirs:
        found.append(reason("BR 10.1", "reason.no_enemy_stack", hex=names[there]))
    if not scenario.board.grid.adjacent(here, there):
        found.append(reason("BR 10.1", "reason.not_adjacent", **args))
    elif not ground.passable(here, there):
        found.append(reason("BR C15", "reason.creek_between", **args))
    elif side == UNION and (here, there) in ground.farm_ford and not state.farm_ford_found:
        found.append(reason("BR C15", "reason.ford_unknown", **args))
    # A stack fights as one body (8.2c): what one of its units has done this turn, the stack has done.
    if any(state.attacked[unit] for unit in mine):
        found.append(reason("BR 10.1a", "reason.has_attacked", hex=names[here]))
    if any(state.hesitated[unit] for unit in mine):
        found.append(reason("BR C16", "reason.hesitated", hex=names[here]))
    uninvolved = scenario.settings["second_half"] == "uninvolved"
    if frame.half == SECOND_HALF and uninvolved and any(state.defended[unit] for unit in mine):
        found.append(reason("BR C14", "reason.involved", hex=names[here]))
    # But a stack is finished with only when every unit of it has been a defender: a beaten brigade that falls
    # back on friends does not shield them.
    if theirs and all(state.settled[unit] for unit in theirs):
        found.append(reason("BR 10.1d", "reason.settled", hex=names[there]))
    return found


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
class AllotHits(Decision):
    """The side that scored hits on a stack of two names the unit that takes them (10.3, C17)."""

    hex: str
    hits: int
    follow_up: ClassVar[bool] = True

    def options(self, state: BullRunState) -> HitOptions:
        victims = state.deployment.stacks[state.scenario.board.grid.index(self.hex)]
        return HitOptions([Hit(state.scenario.pieces[unit].id) for unit in victims], self.hex)

    def apply(self, draft: BullRunState, action: Hit, umpire: Umpire) -> None:
        umpire.tell("BR 10.3", "event.aimed", side=self.side, unit=action.unit, n=self.hits)
        draft.agenda = mark_victim(draft.agenda, self.hex, action.unit)
        umpire.pop()

    def prompt(self, state: BullRunState) -> Text:
        return text("prompt.hits", side=self.side, hex=self.hex, n=self.hits)


class HitOptions(Choice):
    """The units of the stack that was hit."""

    def __init__(self, hits: Sequence[Action], hex_: str) -> None:
        super().__init__(hits, "BR 5.1a")
        self.hex = hex_

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, Hit) and action not in self.choices:
            return [reason("BR 10.3", "reason.not_hit", unit=action.unit, hex=self.hex)]
        return super().reasons(action)


def mark_victim(agenda: tuple[Frame, ...], hex_: str, unit: str) -> tuple[Frame, ...]:
    """Write the chosen unit into the losses that wait on the agenda: both sides lose at the same moment (10.1)."""
    for number, frame in enumerate(agenda):
        if isinstance(frame, Losses):
            return put(agenda, number, frame.with_victim(hex_, unit))
    raise LookupError("hits are allotted only while losses wait on the agenda")


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
        victim = unit if hex_ == self.hex_target else self.victim
        own = unit if hex_ == self.hex else self.own_victim
        return Losses(self.side, self.hex, self.hex_target, self.scored, self.suffered, victim, own)

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
