"""The flank attack bonus and the six hexes it is judged by (GC 7.4.6, W2, 7.8)."""

from __future__ import annotations

from hardtack.battles.gcacw.ground import Ground
from hardtack.battles.gcacw.parameters import pair
from hardtack.battles.gcacw.state import CampaignState, combat_halves
from hardtack.battles.gcacw.strength import defence_quarters
from hardtack.board.grid import disc
from hardtack.board.masks import hexes_in
from hardtack.board.native import dataclass
from hardtack.referee.events import CONFEDERATE, enemy_of

ALL_SIX = 6


@dataclass(frozen=True, slots=True)
class FlankHex:
    """One of the six hexes round a defender: is it blocked, by what, and does it weaken the bonus?"""

    hex: int
    blocked: str  # "" open, "unit" attackers stand there, "zone" their zone reaches it, "ground" closed to the defender
    lessened: str  # "" or why it takes one off: "held", "limited", "river", "ground"
    strength: int  # attackers' combat value in halves that stands in or reaches into it


@dataclass(frozen=True, slots=True)
class Flank:
    """The bonus against a hex, with what it was judged by."""

    hexes: tuple[FlankHex, ...]
    basic: int
    reductions: int
    bonus: int
    refused: bool

    @property
    def blocked(self) -> int:
        return sum(1 for entry in self.hexes if entry.blocked)


def flank_hexes(state: CampaignState, target: int, side: str) -> tuple[FlankHex, ...]:
    """GC 7.4.6 steps 1 and 3 for an attack by `side` on a hex."""
    ground = state.ground
    need = defence_quarters(state, target)  # blocked if 4 x strength reaches it
    near = _attackers_near(state, target, side)
    enemies, confederate = state.occupied(enemy_of(side)), side == CONFEDERATE
    found = []
    for hex_ in ground.board.grid.around[target]:
        if not ground.board.playable >> hex_ & 1:
            continue
        strength, inside, normal = _reach(ground, near, hex_)
        closed = ground.is_closed(target, hex_)
        blocked = ""
        if strength and 8 * strength >= need:
            blocked = "unit" if inside else "zone"
        elif closed:
            blocked = "ground"
        lessened = ""
        if blocked:
            if enemies >> hex_ & 1:
                lessened = "held"
            elif blocked == "zone" and not normal and not confederate:
                lessened = "limited"
            elif ground.is_river(target, hex_):
                lessened = "river"
            elif closed:
                lessened = "ground"
        found.append(FlankHex(hex_, blocked, lessened, strength))
    return tuple(found)


def _attackers_near(state: CampaignState, target: int, side: str) -> list[tuple[int, int]]:
    """Hex and combat value of the attacker's units within two hexes of the target, by hex."""
    stacks, near, found = state.deployment.stacks, disc(state.scenario.board.grid, target, 2), []
    for hex_ in hexes_in(near & state.occupied(side)):
        strength = 0
        for unit in stacks[hex_]:
            strength += combat_halves(state, unit)
        found.append((hex_, strength))
    return found


def _reach(ground: Ground, near: list[tuple[int, int]], hex_: int) -> tuple[int, bool, bool]:
    """Attackers' strength in or reaching into a hex, whether they stand in it, whether by a normal zone."""
    strength, inside, normal = 0, False, False
    for where, value in near:
        if where == hex_:
            inside = True
        elif ground.normal[where] >> hex_ & 1:
            normal = True
        elif not ground.limited[where] >> hex_ & 1:
            continue
        strength += value
    return strength, inside, normal


def basic_bonus(table: str, blocked: int) -> int:
    """GC 7.4.6 step 2: the bonus for a number of blocked hexes."""
    return pair(table)[blocked - 4] if blocked >= 4 else 0


def judged(table: str, blocked: int, reductions: int) -> tuple[int, int]:
    """GC 7.4.6 steps 2-4: basic and final bonus."""
    basic = basic_bonus(table, blocked)
    least = 1 if blocked == ALL_SIX else 0
    return basic, max(least, basic - reductions)


def flank(state: CampaignState, target: int, side: str) -> Flank:
    """The flank bonus for an attack by `side`; refused flanks replace it (GC 7.8)."""
    params = state.scenario.params
    hexes = flank_hexes(state, target, side)
    blocked = sum(1 for entry in hexes if entry.blocked)
    reductions = sum(1 for entry in hexes if entry.lessened)
    basic, bonus = judged(params.flank_base, blocked, reductions)
    if flanks_refused(state, target):
        usual, surrounded = pair(params.refuse_effect)
        return Flank(hexes, basic, reductions, surrounded if blocked == ALL_SIX else usual, True)
    return Flank(hexes, basic, reductions, bonus, False)


def flanks_refused(state: CampaignState, hex_: int) -> bool:
    """GC 7.8: units with refused flanks hold at least half of the hex's combat value."""
    units = state.deployment.stacks.get(hex_, ())
    total = sum(combat_halves(state, unit) for unit in units)
    refused = sum(combat_halves(state, unit) for unit in units if state.refused[unit])
    return refused > 0 and 2 * refused >= total
