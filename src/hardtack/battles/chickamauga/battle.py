"""Chickamauga, put together for the referee: the hooks of the series with what this book changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from hardtack.battles.chickamauga import plan, raids, support, victory
from hardtack.battles.chickamauga.knowledge import ChickamaugaAims
from hardtack.battles.chickamauga.scenario import DATA, ChickamaugaScenario, chickamauga
from hardtack.battles.chickamauga.state import HIDDEN, OPTION_A, OPTION_B, UNWRITTEN, ChickamaugaState
from hardtack.battles.musket.actions import ACTIONS
from hardtack.battles.musket.book import FRAMES, MusketBattle
from hardtack.battles.musket.folio import day_of, scenario_info
from hardtack.battles.musket.mind import Mind, terms
from hardtack.battles.musket.soundness import SERIES_SOUNDNESS
from hardtack.referee.actions import Action
from hardtack.referee.battle import Scenario
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import CONFEDERATE, UNION, Outcome, Reason, Text, text
from hardtack.referee.frames import Frame
from hardtack.referee.showing import Goal, Hint, Objective, Standing
from hardtack.referee.soundness import Soundness
from hardtack.referee.umpire import Umpire

Draft = Any


class Chickamauga(MusketBattle):
    id: ClassVar[str] = "chickamauga"
    rules_version: ClassVar[str] = "3"
    folder = DATA
    state_type = ChickamaugaState
    action_types: ClassVar[tuple[type[Action], ...]] = (*ACTIONS, plan.Plan, raids.SendTrainAway)
    frame_types: ClassVar[tuple[type[Frame], ...]] = (*FRAMES, plan.ChoosePlan)
    sound = SERIES_SOUNDNESS | Soundness(
        numbers={"step_die": (0, 6)}, beneath={"ChoosePlan": ("GameTurn",), "SetUp": ("ChoosePlan",)}
    )

    def __init__(self) -> None:
        super().__init__()
        self.scenarios = {self.id: scenario_info(self, length_minutes=180)}

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> ChickamaugaScenario:
        scenario = ChickamaugaScenario(self, scenario_id, self.folder, settings)
        scenario.mind = Mind(ChickamaugaAims(scenario))
        return scenario

    def unknown_word(self, scenario: Scenario, action: Action) -> str | None:
        if isinstance(action, plan.Plan) and action.option not in (OPTION_A, OPTION_B):
            return f"there is no option {action.option!r}"
        return super().unknown_word(scenario, action)

    def before_play(self, scenario: Any) -> tuple[Frame, ...]:
        return (plan.ChoosePlan(CONFEDERATE),)

    def fresh_fields(self, scenario: Any) -> dict[str, Any]:
        return {"plan": UNWRITTEN, "step_die": 0}

    def check_position(self, state: Any) -> None:
        super().check_position(state)
        if state.plan not in (UNWRITTEN, HIDDEN, OPTION_A, OPTION_B):
            raise BadPosition(f"there is no option {state.plan!r}")
        unwritten = any(isinstance(frame, plan.ChoosePlan) for frame in state.agenda)
        if (state.plan == UNWRITTEN) != unwritten:
            raise BadPosition("the plan is written before the first turn, and only once")

    def start_rolls(self, draft: Draft, umpire: Umpire, side: str) -> None:
        if side == UNION:
            raids.rossville_raided(draft, umpire)
        else:
            raids.wheeler_raids(draft, umpire)
            support.await_headquarters(draft, umpire)

    def replacement_steps(self, draft: Draft, umpire: Umpire, side: str) -> int:
        """CK 17.22, 17.33: one step a turn for either side, the Union's for the formations its die names."""
        if side == UNION:
            support.roll_for_formation(draft, umpire)
        return super().replacement_steps(draft, umpire, side)

    def step_bars(self, state: Any, piece: int) -> list[Reason]:
        return support.formation_bars(state, piece)

    def return_helpers(self, state: Any, piece: int) -> tuple[int, ...]:
        return support.battalion_helpers(state, piece)

    def return_places(self, state: Any, piece: int, helper: int) -> int:
        if helper >= 0:
            return support.beside_thomas(state, piece)
        return super().return_places(state, piece, helper)

    def extra_actions(self, state: Any, side: str) -> Sequence[Action]:
        return () if raids.train_bars(state, side) else (raids.SEND_TRAIN_AWAY,)

    def extra_reasons(self, state: Any, side: str, action: Action) -> list[Reason]:
        return raids.train_bars(state, side) if isinstance(action, raids.SendTrainAway) else []

    def do_extra(self, draft: Draft, action: Action, umpire: Umpire) -> None:
        raids.send_train_away(draft, umpire)

    def spares_step(self, state: Any, piece: int, code: str, defending: bool) -> str:
        """CK 19.32: an Ex costs the Lightning Brigade nothing in defence."""
        spared = defending and code == "Ex" and piece == chickamauga(state).lightning_brigade
        return "CK 19.32" if spared else ""

    def end_of_turn(self, draft: Draft, umpire: Umpire) -> None:
        if draft.turn == draft.scenario.turns:
            plan.reveal(draft, umpire)

    def verdict(self, state: Any) -> Outcome:
        return victory.decided(state) or super().verdict(state)

    # -- what a seat may know

    def redact(self, state: Any, seat: str | None) -> Any:
        return plan.conceal(super().redact(state, seat), seat)

    def imagine(self, state: Any, seat: str, random: Random) -> Any:
        return plan.guess(super().imagine(state, seat, random), random)

    # -- what a screen shows

    def ways_to_win(self, scenario: Any) -> tuple[Goal, ...]:
        return victory.conditions(scenario)

    def objectives(self, state: Any) -> Sequence[Objective]:
        return victory.marked(state)

    def terrain_card(self, scenario: Any, hex_number: int) -> Sequence[Text]:
        """The series' lines, then whether the hex is one that decides (CK 18.1)."""
        decides = [text("card.road_and_west")] if scenario.road_and_west >> hex_number & 1 else []
        return [*super().terrain_card(scenario, hex_number), *decides]

    def clock(self, state: Any) -> str:
        return day_of(state)

    def hint(self, state: Any, action: Any) -> Hint:
        if isinstance(action, plan.Plan):
            return Hint("choose", text("action.plan", term=f"plan_{action.option}"))
        return super().hint(state, action)

    def standing(self, state: Any) -> Standing:
        """The special conditions of either side, what the viewer may know of the plan, then the series' lines."""
        shown = super().standing(state)
        left = sum(1 for piece in state.scenario.fighters[UNION] if state.at[piece] >= 0)
        lines = [
            text("standing.road_safe" if victory.road_is_safe(state) else "standing.road_open"),
            text("standing.field", n=left),
            text("standing.removed", n=victory.union_removed(state), limit=chickamauga(state).removed_needed),
        ]
        if state.plan == HIDDEN:
            lines.append(text("standing.plan_hidden"))
        elif state.plan != UNWRITTEN:
            lines.append(text("standing.plan", term=f"plan_{state.plan}"))
        return replace(shown, lines=(*lines, *shown.lines))

    def arrivals(self, state: Any) -> Sequence[tuple[int, str]]:
        """The series' list, and the Confederate HQ at the next turn whose roll may bring it (CK 17.31)."""
        return [*super().arrivals(state), *support.hq_to_come(state)]

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        return TERMS

    def motives(self, state: Any, side: str) -> Mapping[Text, float]:
        return chickamauga(state).mind.motives(state, side)


TERMS = terms(lambda state: chickamauga(state).mind)
BATTLE = Chickamauga()
