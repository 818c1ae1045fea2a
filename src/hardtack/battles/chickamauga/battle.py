"""Chickamauga, put together for the referee: the hooks of the series with what this book changes."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from hardtack.battles.chickamauga import support, victory
from hardtack.battles.chickamauga.knowledge import ChickamaugaKnowledge
from hardtack.battles.chickamauga.page import ChickamaugaPage
from hardtack.battles.chickamauga.scenario import (
    HIDDEN,
    OPTION_A,
    OPTION_B,
    UNWRITTEN,
    ChickamaugaScenario,
    ChickamaugaState,
)
from hardtack.battles.musket.actions import ACTIONS
from hardtack.battles.musket.book import FRAMES, MusketBattleOf
from hardtack.battles.musket.soundness import SERIES_SOUNDNESS
from hardtack.referee.actions import Action
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import CONFEDERATE, UNION, Outcome
from hardtack.referee.frames import Frame
from hardtack.referee.soundness import Soundness
from hardtack.referee.umpire import Umpire


class Chickamauga(MusketBattleOf[ChickamaugaState, ChickamaugaScenario]):
    id: ClassVar[str] = "chickamauga"
    rules_version: ClassVar[str] = "3"
    state_type = ChickamaugaState
    scenario_type = ChickamaugaScenario
    step_bans = (support.FORMATION_DIE,)
    movement_orders = (support.TRAIN_LEAVES,)
    page = ChickamaugaPage()
    knowledge = ChickamaugaKnowledge()
    action_types: ClassVar[tuple[type[Action], ...]] = (*ACTIONS, victory.Plan, support.SendTrainAway)
    frame_types: ClassVar[tuple[type[Frame], ...]] = (*FRAMES, victory.ChoosePlan)
    sound = SERIES_SOUNDNESS | Soundness(
        numbers={"step_die": (0, 6)}, beneath={"ChoosePlan": ("GameTurn",), "SetUp": ("ChoosePlan",)}
    )

    def unknown_word(self, scenario: ChickamaugaScenario, action: Action) -> str | None:
        if isinstance(action, victory.Plan) and action.option not in (OPTION_A, OPTION_B):
            return f"there is no option {action.option!r}"
        return super().unknown_word(scenario, action)

    def before_play(self, scenario: ChickamaugaScenario) -> tuple[Frame, ...]:
        return (victory.ChoosePlan(CONFEDERATE),)

    def fresh_fields(self, scenario: ChickamaugaScenario) -> dict[str, Any]:
        return {"plan": UNWRITTEN, "step_die": 0}

    def check_position(self, state: ChickamaugaState) -> None:
        super().check_position(state)
        if state.plan not in (UNWRITTEN, HIDDEN, OPTION_A, OPTION_B):
            raise BadPosition(f"there is no option {state.plan!r}")
        unwritten = any(isinstance(frame, victory.ChoosePlan) for frame in state.agenda)
        if (state.plan == UNWRITTEN) != unwritten:
            raise BadPosition("the plan is written before the first turn, and only once")

    def start_rolls(self, draft: ChickamaugaState, umpire: Umpire, side: str) -> None:
        if side == UNION:
            support.rossville_raided(draft, umpire)
        else:
            support.wheeler_raids(draft, umpire)
            support.await_headquarters(draft, umpire)

    def replacement_steps(self, draft: ChickamaugaState, umpire: Umpire, side: str) -> int:
        """CK 17.22, 17.33: one step a turn for either side, the Union's for the formations its die names."""
        if side == UNION:
            support.roll_for_formation(draft, umpire)
        return super().replacement_steps(draft, umpire, side)

    def return_helpers(self, state: ChickamaugaState, piece: int) -> tuple[int, ...]:
        return support.battalion_helpers(state, piece)

    def return_places(self, state: ChickamaugaState, piece: int, helper: int) -> int:
        if helper >= 0:
            return support.beside_thomas(state, piece)
        return super().return_places(state, piece, helper)

    def spares_step(self, state: ChickamaugaState, piece: int, code: str, defending: bool) -> str:
        """CK 19.32: an Ex costs the Lightning Brigade nothing in defence."""
        spared = defending and code == "Ex" and piece == state.scenario.lightning_brigade
        return "CK 19.32" if spared else ""

    def end_of_turn(self, draft: ChickamaugaState, umpire: Umpire) -> None:
        if draft.turn == draft.scenario.turns:
            victory.reveal(draft, umpire)

    def verdict(self, state: ChickamaugaState) -> Outcome:
        return victory.decided(state) or super().verdict(state)

    # -- what a seat may know

    def has_secrets(self, scenario_id: str) -> bool:
        """The plan (CK 18.2)."""
        return True

    def redact(self, state: ChickamaugaState, seat: str | None) -> ChickamaugaState:
        return victory.conceal(super().redact(state, seat), seat)

    def imagine(self, state: ChickamaugaState, seat: str, random: Random) -> ChickamaugaState:
        return victory.guess(super().imagine(state, seat, random), random)


BATTLE = Chickamauga()
