"""What the bots know of Stonewall's Last Battle, for the referee; `knowledge` has what all of them weigh positions by.

A bot that plans knows besides: works worth keeping, warnings worth sending.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardtack.battles.chancellorsville.instinct import Instinct, leads
from hardtack.battles.chancellorsville.knowledge import TERMS, Term, expectations, hopes, leads_nowhere
from hardtack.battles.chancellorsville.manners import at_a_glance
from hardtack.battles.chancellorsville.orders import WARNED
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.prospects import exposure
from hardtack.battles.chancellorsville.raiders import raid
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.chancellorsville.weights import DISORDER, WEARINESS, spared
from hardtack.battles.gcacw.actions import Done, Pass, StepTo
from hardtack.battles.gcacw.knowledge import SeriesKnowledge
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import fact
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, Text, enemy_of, text
from hardtack.referee.knowledge import Effort, hex_distances

NEAR = 4  # hexes within which an enemy makes works worth standing in


def in_works(state: SceneState, side: str) -> float:
    """Manpower behind works, by their level, with the enemy near."""
    return state.situation.recall(("in works", side), lambda: _in_works(state, side))


def _in_works(state: SceneState, side: str) -> float:
    scene = state.scenario
    enemy = state.occupied(enemy_of(side))
    if not enemy:
        return 0.0
    way = hex_distances(scene.board.grid, enemy)
    at, works, manpower = state.at, state.works, state.manpower
    return float(
        sum([works[unit] * manpower[unit] for unit in scene.units_of[side] if works[unit] and way[at[unit]] <= NEAR])
    )


def warned(state: SceneState, side: str) -> float:
    """The reserve that marches only once it has been warned, as a share of an army (SLB 13.1c)."""
    scene = state.scenario
    rule = scene.book.warning
    return float(rule is not None and side == CONFEDERATE and bool(fact(state, WARNED)))


PLAN_TERMS: Mapping[str, tuple[float, Term]] = {**TERMS, "in_works": (0.25, in_works), "warned": (12.0, warned)}


def rested(state: SceneState, side: str) -> float:
    """How little the side's own troops are tired."""
    return state.situation.recall(("rested", side), lambda: -_summed(state, side, WEARINESS, state.fatigue))


def in_order(state: SceneState, side: str) -> float:
    """How few of the side's own troops are in disorder."""
    return state.situation.recall(
        ("in order", side), lambda: -_summed(state, side, (0.0, DISORDER), state.disorganised)
    )


def _summed(state: SceneState, side: str, worth: Sequence[float], level: Sequence[int]) -> float:
    at, manpower = state.at, state.manpower
    return float(
        sum([worth[level[unit]] * manpower[unit] for unit in state.scenario.units_of[side] if at[unit] >= 0])
    ) * spared(state.turn, state.scenario.turns)


def host(state: SceneState, side: str) -> float:
    """The manpower the side has in the field."""
    at, manpower = state.at, state.manpower
    return float(sum([manpower[unit] for unit in state.scenario.units_of[side] if at[unit] >= 0]))


def hope(state: SceneState, side: str) -> float:
    """What the marches under way promise."""
    outlook = Outlook(state)
    if not outlook.goals.hexes:
        return 0.0
    return sum([gain for _, _, gain in hopes(outlook, side, outlook.standing(side))])


TRAITS: Mapping[str, tuple[float, Term]] = {
    "rested": (0.5, rested),
    "in_order": (0.5, in_order),
    "host": (1.0, host),
    "strikes": (0.1, lambda state, side: exposure(state, enemy_of(side))),  # our best attacks from where we stand
    "hope": (0.3, hope),
}


class ChancellorsvilleKnowledge(SeriesKnowledge[SceneState]):
    effort = Effort(turns=2, work=3000, decisions=160, unrest=2)

    def plan_terms(self) -> Mapping[str, tuple[float, Term]]:
        return PLAN_TERMS

    def traits(self) -> Mapping[str, tuple[float, Term]]:
        return TRAITS

    def ends_phase(self, state: SceneState, action: Action) -> bool:
        """Halting is not among them: it gives up what the march could still reach, which `terms` counts."""
        return isinstance(action, Pass | Done)

    def goes_on(self, state: SceneState, action: Action) -> bool:
        """A step of a march that is on no way is one too many."""
        frame = state.agenda[-1]
        if not isinstance(action, StepTo) or not isinstance(frame, March):
            return False
        return leads_nowhere(state, frame, state.scenario.board.grid.index(action.hex))

    def leads(self, state: SceneState, side: str) -> bool:
        return leads(state, side)

    def instinct(self, state: SceneState, ahead: bool = False) -> Instinct | None:
        """With the cavalry alone; larger armies are beyond a glance."""
        return Instinct() if at_a_glance(state.scenario.id, ahead) else None

    def terms(self) -> Mapping[str, tuple[float, Term]]:
        return TERMS

    def motives(self, state: SceneState, side: str) -> Mapping[Text, float]:
        """The terms of the evaluation; the hexes that score and the marches under way each by themselves."""
        plain = [(name, *term) for name, term in TERMS.items() if name != "control"]
        found = {text(f"motive.{name}"): weight * term(state, side) for name, weight, term in plain}
        outlook = Outlook(state)
        if not outlook.goals.hexes:
            return found
        riding = raid(state, side)
        if riding:
            found[text("motive.raid")] = riding
        standing = outlook.standing(side)
        grid, pieces = state.scenario.board.grid, state.scenario.pieces
        for goal, worth in zip(outlook.goals.hexes, expectations(standing), strict=True):
            motive = text("motive.goal", hex=grid.name(goal))
            found[motive] = found.get(motive, 0.0) + worth  # a hex may score in more ways than one
        for unit, hex_, hope in hopes(outlook, side, standing):
            found[text("motive.march", unit=pieces[unit].id, hex=grid.name(hex_))] = hope
        return found
