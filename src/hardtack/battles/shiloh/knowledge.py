"""What a bot is after at Shiloh: the landing, the Corinth road, and time for Buell to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

from hardtack.battles.musket.intent import FAR, Intent, Posts, nearness
from hardtack.battles.musket.knowledge import MusketKnowledge
from hardtack.battles.musket.outlook import Outlook
from hardtack.battles.musket.posts import Guarded
from hardtack.battles.musket.state import MusketState
from hardtack.battles.shiloh.scenario import ShilohScenario
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.events import CONFEDERATE, UNION, enemy_of, text
from hardtack.referee.knowledge import Aim, Field

DRIVE = 0.35  # what a point of movement nearer the landing is worth to an attacker
HOLD = 0.3  # what a point farther from the landing than the line costs a defender
RETURN = 0.2  # what a point nearer Corinth is worth to Grant's counterattack
SEEK = 0.1  # what a hex nearer the enemy is worth to whoever attacks
LINE = 7  # points from the landing within which the Union forms its line on the first day
GUARD, ENOUGH = 0.8, 12  # a factor that guards the landing, up to so many in a hex
RISK, MARGIN = 15.0, 6  # what an attack that far above the guard threatens
FORWARD = 11  # the same for a bot that plans: as far forward as the Sunken Road
# The Hornets' Nest, the Sunken Road and the ridge behind Shiloh Church.
STRONG_POINTS = ("1314", "1313", "1413", "1514", "1614", "0713")
KEEP = 2.5  # what each of them is worth on the first day
ALARM, TOKEN = 24.0, 0.35  # strength near the landing that calls for its whole guard; the share that is always there
POSTED, EARLY = 9, 2  # factors that are enough on the Corinth road; turns before the counterattack they should be there
COVER = 0.7  # what a factor costs that the enemy has more near an objective than its defender
CLOSE_BY, DISTANT = 5.0, 13.0  # points of movement from an objective within which a unit counts whole, and not at all
STAKE = 24.0  # what it costs that the guard of an objective is sure to be driven out
SPEARHEAD, INSIDE = 10, 4  # enemy factors that are the head of an advance; points the line should be nearer than that
NEAREST = 2  # points from the landing within which a line is never too far forward
BERTH = 2.0  # what each hex of the landing is worth to a gunboat that can support it
EXPOSED = -2.0  # Grant or an HQ with troops that have the enemy before them
LANDING, ROAD_END = "1809", "0125"
OBJECTIVE, POST = 30.0, 9.0  # standing on the enemy's objective; keeping him off one's own


class ShilohIntent(Intent):
    """The Confederate drives for the landing; the Union covers it, and from turn 9 goes for the Corinth road."""

    def __init__(self, scenario: ShilohScenario) -> None:
        self.scenario = scenario
        self.counterattack: int = scenario.data["rolled"][1]["rolls"][-1]["turn"]  # Nelson is there at the latest
        self.drive = [DRIVE * near for near in nearness(scenario, scenario.landing)]
        self.hold = [HOLD * near for near in nearness(scenario, scenario.landing, LINE)]
        self.strike = [RETURN * near for near in nearness(scenario, scenario.corinth_road)]

        landing, corinth = tuple(hexes_in(scenario.landing)), tuple(hexes_in(scenario.corinth_road))
        self.objectives = {
            CONFEDERATE: dict.fromkeys(landing, OBJECTIVE) | dict.fromkeys(corinth, POST),
            UNION: dict.fromkeys(landing, POST) | dict.fromkeys(corinth, OBJECTIVE),
        }

    def striking(self, state: MusketState) -> bool:
        return state.turn >= self.counterattack

    def ground(self, state: MusketState, side: str) -> Field:
        if side == CONFEDERATE:
            return self.drive
        return self.strike if self.striking(state) else self.hold

    def purpose(self, state: MusketState, side: str) -> str:
        if side == CONFEDERATE:
            return "landing"
        return "corinth_road" if self.striking(state) else "cover_landing"

    def zeal(self, state: MusketState, side: str) -> float:
        return SEEK if side == CONFEDERATE or self.striking(state) else 0.0

    def garrisons(self, state: MusketState, side: str) -> Mapping[int, float]:
        return self.objectives[side]

    def other(self, view: Outlook, side: str) -> float:
        """How safe the landing is: the factors in its two hexes, and the risk of what the enemy can bring there."""
        return 0.0 if side == CONFEDERATE else self.landing_held(view, ENOUGH)

    def landing_held(self, view: Outlook, enough: float) -> float:
        """What the guard of the landing is worth, up to so many factors in a hex."""
        worth = 0.0
        for hex_ in hexes_in(self.scenario.landing):
            guard, blow = view.counts[UNION].defence.get(hex_, 0), view.threat(hex_, UNION)
            worth += GUARD * min(guard, enough)
            if blow:
                worth -= RISK * min(max(blow - guard + MARGIN, 0) / (2 * MARGIN), 1.0)
        return worth


class ShilohPlan(ShilohIntent):
    """For a bot that plans: the Union fights for the ground in front of the landing, Grant and the HQs stay back."""

    wary = True
    wait = 4.0  # room for those who land is made by going forward, and not by keeping them on the boats

    def __init__(self, scenario: ShilohScenario) -> None:
        super().__init__(scenario)
        self.to_landing = [FAR - near for near in nearness(scenario, scenario.landing)]
        self.lines = {
            line: [HOLD * max(FAR - FORWARD - max(way - line, 0.0), 0.0) for way in self.to_landing]
            for line in range(NEAREST, FORWARD + 1)
        }
        grid = scenario.board.grid
        strong = {grid.index(name) for name in STRONG_POINTS}
        self.first_day = {
            CONFEDERATE: self.objectives[CONFEDERATE],
            UNION: self.objectives[UNION] | dict.fromkeys(sorted(strong), KEEP),
        }
        self.approach = {
            UNION: closeness(scenario, scenario.landing),
            CONFEDERATE: closeness(scenario, scenario.corinth_road),
        }
        self.pressing = [max(2 * share - 1, 0.0) for share in self.approach[UNION]]
        self.back = frozenset(scenario.index[name] for name in ("grant",))

    def berth(self, here: int) -> float:
        """Beside the landing a boat adds its factor to whoever defends it (SL 19.12); in it, it takes their room."""
        around = self.scenario.board.grid.around_mask[here]
        return BERTH * (around & self.scenario.landing).bit_count()

    def ground(self, state: MusketState, side: str) -> Field:
        """On the first day the Union's line is as far forward as the enemy's advance leaves it, and not beside that.

        In the enemy's turn it is as far forward as the Sunken Road: two brigades sent far ahead do not move an army.
        """
        if side == CONFEDERATE or self.striking(state):
            return super().ground(state, side)
        if state.phasing != UNION:
            return self.lines[FORWARD]
        return self.lines[int(min(max(self.spearhead(state) - INSIDE, NEAREST), FORWARD))]

    def spearhead(self, state: MusketState) -> float:
        """How far from the landing the head of the Confederate advance is."""
        scenario, at, so_far = self.scenario, state.at, 0
        ways = [(self.to_landing[at[piece]], piece) for piece in scenario.fighters[CONFEDERATE] if at[piece] >= 0]
        for way, piece in sorted(ways):
            so_far += scenario.counters[piece].cf[state.reduced[piece]]
            if so_far >= SPEARHEAD:
                return way
        return float(FAR)

    def other(self, view: Outlook, side: str) -> float:
        """How safe the objective is that the enemy wins by: who is on it, who is near, who could come."""
        enemy = self.near(view, enemy_of(side), self.approach[side])
        worth = -COVER * max(enemy - self.near(view, side, self.approach[side]), 0.0)
        return worth + view.posts(side).total()

    def posts(self, view: Outlook, side: str) -> Posts:
        return Guarded(view, side, self.vital(side), self.enough(view, side), STAKE)

    def vital(self, side: str) -> int:
        return self.scenario.landing if side == UNION else self.scenario.corinth_road

    def enough(self, view: Outlook, side: str) -> float:
        """The factors wanted on an objective whoever is near."""
        if side == UNION:
            # While the enemy is far, brigades are of more use in the line than at the landing.
            alarm = self.near(view, CONFEDERATE, self.pressing) / ALARM
            return ENOUGH * min(max(alarm, TOKEN), 1.0)
        return POSTED if view.state.turn >= self.counterattack - EARLY else 0.0

    def near(self, view: Outlook, whose: str, share: Field) -> float:
        """The strength a side has near an objective."""
        strengths, at = view.counts[whose].strengths, view.state.at
        return fsum(strengths[piece] * share[at[piece]] for piece in self.scenario.fighters[whose] if at[piece] >= 0)

    def garrisons(self, state: MusketState, side: str) -> Mapping[int, float]:
        return (self.objectives if self.striking(state) else self.first_day)[side]

    def at_front(self, piece: int, kind: str) -> float:
        return EXPOSED if kind != "leader" or piece in self.back else super().at_front(piece, kind)

    def aims(self, state: MusketState, side: str) -> Sequence[Aim]:
        """The landing, for whoever needs it; on the first day the Union's line; later the Corinth road."""
        scenario = self.scenario
        grid = scenario.board.grid
        if side == CONFEDERATE:
            return (Aim(text("plan.take", hex=LANDING), scenario.landing, 30.0, 20.0),)
        line = mask_of(grid.index(name) for name in STRONG_POINTS)
        return (
            Aim(text("plan.hold", hex=LANDING), scenario.landing, 20.0, 12.0),
            Aim(text("plan.hold", hex=STRONG_POINTS[0]), line, 30.0, 20.0),
            Aim(text("plan.take", hex=ROAD_END), scenario.corinth_road, 30.0, 20.0),
        )


def closeness(scenario: ShilohScenario, goals: int) -> Field:
    """How much a unit on each hex counts for or against an objective."""
    span = DISTANT - CLOSE_BY
    return [min(max((DISTANT - FAR + near) / span, 0.0), 1.0) for near in nearness(scenario, goals)]


class ShilohKnowledge(MusketKnowledge):
    intent = ShilohIntent
    plan_intent = ShilohPlan
