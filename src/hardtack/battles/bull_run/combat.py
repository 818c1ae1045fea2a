"""Chapter 10: combat, stack against stack.

The side with the initiative attacks first, then the other (10.1e, 10.1f). One attack runs through these
frames: `Combat` (announce; hesitation; both sides fire) -> `AllotHits` for each side that may choose ->
`Losses` (hits come off, then chapter 11's retreat check and advance).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from hardtack.battles.bull_run.actions import END, Attack, Hit
from hardtack.battles.bull_run.movement import enemy_hexes
from hardtack.battles.bull_run.retreat import RetreatCheck, not_adjacent, over_creek, stack_hex, unfound_ford
from hardtack.battles.bull_run.scenario import BullRun
from hardtack.battles.bull_run.state import FOUGHT, BullRunState, Question, names_at
from hardtack.battles.bull_run.victory import check_destruction
from hardtack.board.masks import hexes_in, marked, mask_of, places
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import End
from hardtack.referee.bans import Asked, Ban, against, open_numbers
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.dice import FACES
from hardtack.referee.events import UNION, Reason, Value, enemy_of
from hardtack.referee.frames import Step
from hardtack.referee.orders import Order, SideOrder, UnitOrder
from hardtack.referee.state import LOST, Row, put
from hardtack.referee.umpire import Umpire

FIRST_HALF, SECOND_HALF = 1, 2


def attack(frame: Combat, draft: BullRunState, action: Attack, umpire: Umpire) -> None:
    grid = draft.scenario.board.grid
    here, there = grid.index(action.hex), grid.index(action.hex_target)
    if hesitates(draft, here, umpire):
        return  # it attacks nobody: no defender is turned to, and none is left behind (C16)
    if action.hex_target != frame.target:
        settle_defender(draft, frame)
        umpire.replace(Combat(frame.side, frame.half, action.hex_target))
    umpire.tell(
        "BR 10.1d", "event.attack", side=frame.side, hex=action.hex, hex_target=action.hex_target,
        units=names_at(draft, here), units_target=names_at(draft, there),
    )  # fmt: skip
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

    def general(self, asked: Question) -> Sequence[Attack]:
        """Who may attack whom, at a glance: only stacks in a zone of the enemy have one beside them that they could."""
        if asked.lifted:
            return self.asked_of_all(asked)
        state, ground = asked.state, asked.state.scenario.ground
        touched = state.occupied(asked.side) & state.deployment.zone(enemy_of(asked.side))
        if not touched:
            return ()
        touched &= ~(hexes_marked(asked, state.attacked) | hexes_marked(asked, state.hesitated) | involved(asked))
        foes, name, found = enemy_hexes(asked) & ~settled(asked), ground.board.grid.name, list[Attack]()
        for here in hexes_in(touched) if foes else ():
            for there in hexes_in(ground.joined[here] & foes & ~unfound_ford(asked.about(here))):
                found.append(Attack(name(here), name(there)))
        return found

    def asked_of_all(self, asked: Question) -> Sequence[Attack]:
        """What the bans leave open."""
        grid = asked.state.scenario.board.grid
        return [
            Attack(grid.name(here), grid.name(there))
            for here in hexes_in(open_numbers(self.bans, asked, grid.everywhere))
            for there in hexes_in(open_numbers(self.target_bans, asked.about(here), grid.everywhere))
        ]

    def reasons(self, asked: Question, action: Attack) -> Iterator[Reason]:
        index = asked.state.scenario.board.grid.index
        here, there = index(action.hex), index(action.hex_target)
        named = {"hex": action.hex, "hex_target": action.hex_target}
        yield from against(self.target_bans, asked.about(here), there, named)
        yield from against(self.bans, asked, here, named)


def hexes_marked(asked: Question, row: Row) -> int:
    """A stack fights as one body (8.2c): what one of its units has done this turn, the stack has done."""
    return places(asked.state.at, marked(row) & asked.own)


def involved(asked: Question) -> int:
    """In the second half only stacks attack that have taken no part in combat (C14)."""
    uninvolved = asked.state.scenario.settings["second_half"] == "uninvolved"
    return hexes_marked(asked, asked.state.defended) if asked.frame.half == SECOND_HALF and uninvolved else 0


# -- whom a stack may not attack


def settled(asked: Question) -> int:
    """A stack is finished with only when every unit of it has been a defender (10.1d).

    A beaten brigade that falls back on friends does not shield them.
    """
    state = asked.state
    enemies = state.deployment.present & state.scenario.forces[enemy_of(asked.side)]
    return enemy_hexes(asked) & ~places(state.at, enemies & ~marked(state.settled))


def the_hex(asked: Question, there: int) -> dict[str, Value]:
    return {"hex": asked.state.scenario.board.grid.name(there)}


ATTACK = AttackOrder(
    (
        Ban("BR 10.1", "reason.no_own_stack", lambda asked: ~asked.state.occupied(asked.side)),
        Ban("BR 10.1a", "reason.has_attacked", lambda asked: hexes_marked(asked, asked.state.attacked)),
        Ban("BR C16", "reason.hesitated", lambda asked: hexes_marked(asked, asked.state.hesitated)),
        Ban("BR C14", "reason.involved", involved),
    ),
    (
        Ban("BR 10.1", "reason.no_enemy_stack", lambda asked: ~enemy_hexes(asked), the_hex),
        Ban("BR 10.1", "reason.not_adjacent", not_adjacent),
        Ban("BR C15", "reason.creek_between", over_creek),
        Ban("BR C15", "reason.ford_unknown", unfound_ford),
        Ban("BR 10.1d", "reason.settled", settled, the_hex),
    ),
)


@dataclass(frozen=True, slots=True)
class Combat(OrderDecision):
    """One side's half of the combat phase. `target` is the defender now being dealt with (10.1d)."""

    standing_orders: ClassVar[Sequence[Order[Question]]] = (ATTACK, SideOrder(END, (), end_combat))
    half: int = FIRST_HALF
    target: str = ""

    def idle(self, draft: BullRunState) -> bool:
        return not ATTACK.general(Asked(draft, self))


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


def may_hesitate(state: BullRunState, here: int) -> bool:
    """McDowell's hesitation: a Union stack south of Bull Run attacks only on 5-6 (10.1h, C16)."""
    return state.deployment.side_at(here) == UNION and state.scenario.ground.on_south(here)


def hesitates(draft: BullRunState, here: int, umpire: Umpire) -> bool:
    if not may_hesitate(draft, here):
        return False
    name, resolute = draft.scenario.board.grid.name(here), umpire.check(draft.scenario.checks["hesitation"])
    key = "event.resolute" if resolute else "event.hesitates"
    umpire.tell("BR 10.1h", key, hex=name, units=names_at(draft, here))
    for unit in () if resolute else draft.deployment.stacks[here]:
        draft.hesitated = put(draft.hesitated, unit, 1)
    return not resolute


def ground_modifiers(scenario: BullRun, here: int, there: int) -> list[tuple[str, str, int]]:
    """Clause, words and value of each modifier to the attacker's die: only the ground has any (10.5, 10.5a, C19)."""
    found = []
    if scenario.ground.defensive >> there & 1:
        found.append(("BR 10.5", "modifier.defensive_terrain", -1))
    crossing = scenario.board.crossing(here, there)
    if crossing is not None:
        if crossing.kind == "ford":
            found.append(("BR 10.5a", "modifier.across_ford", -2))
        elif scenario.settings["bridge_modifier"]:
            found.append(("BR C19", "modifier.across_bridge", scenario.settings["bridge_modifier"]))
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
    modifier = sum(value for _, _, value in ground_modifiers(draft.scenario, here, there))
    strength = fire_strength(draft, here)
    scored = umpire.read(hits(draft, modifier, strength))
    own, foes = names_at(draft, here), names_at(draft, there)
    umpire.tell("BR 10.4", "event.fire", units=own, hex=names[here], n=strength, modifier=modifier, hits=scored)
    suffered = 0
    if any(draft.answered[unit] for unit in theirs):
        umpire.tell("BR 10.1b", "event.no_answer", hex=names[there], units=foes)
    else:
        strength = fire_strength(draft, there)
        suffered = umpire.read(hits(draft, 0, strength), by=enemy_of(side))
        umpire.tell("BR 10.4", "event.fire", units=foes, hex=names[there], n=strength, modifier=0, hits=suffered)
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


def aim(frame: AllotHits, draft: BullRunState, action: Hit, umpire: Umpire) -> None:
    """Write the chosen unit into the losses that wait on the agenda: both sides lose at the same moment (10.1)."""
    umpire.tell("BR 10.3", "event.aimed", side=frame.side, unit=action.unit, n=frame.hits)
    umpire.amend(Losses, lambda losses: losses.with_victim(frame.hex, action.unit))
    umpire.pop()


NOT_HIT: Ban[Question] = Ban(
    "BR 10.3", "reason.not_hit", lambda asked: ~mask_of(asked.state.deployment.stacks[stack_hex(asked)]),
    lambda asked, unit: {"hex": asked.frame.hex},
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AllotHits(OrderDecision):
    """The side that scored hits on a stack of two names the unit that takes them (10.3, C17)."""

    standing_orders: ClassVar[Sequence[Order[Question]]] = (UnitOrder(Hit, (NOT_HIT,), aim),)
    follow_up: ClassVar[bool] = True
    hex: str
    hits: int


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
