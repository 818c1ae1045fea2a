"""Battle at Bull Run, put together for the referee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from hardtack.battles.bull_run import soundness
from hardtack.battles.bull_run.actions import ACTIONS
from hardtack.battles.bull_run.combat import AllotHits, Combat, Losses
from hardtack.battles.bull_run.movement import Movement
from hardtack.battles.bull_run.page import BullRunPage
from hardtack.battles.bull_run.planning import BullRunKnowledge
from hardtack.battles.bull_run.retreat import ChooseRetreat, OfferAdvance, RetreatCheck
from hardtack.battles.bull_run.scenario import Brigade, BullRun, tables
from hardtack.battles.bull_run.solitaire import HOLD
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.turns import EndTurn, RollInitiatives, StartMovement, StartTurn
from hardtack.referee.events import CONFEDERATE
from hardtack.referee.folder import FolderBattle
from hardtack.referee.frames import Frame
from hardtack.referee.state import WAITING


class BullRunBattle(FolderBattle[BullRunState, BullRun]):
    id = "bull-run"
    rules_version = "2"
    state_type = BullRunState
    scenario_type = BullRun
    piece_type = Brigade
    more: ClassVar[Mapping[str, Any]] = {
        "bots": ("random", "recruit", "veteran", "doctrine"), "solitaire_side": CONFEDERATE,
        "doctrine_settings": (("solitaire", True),),
    }  # fmt: skip
    action_types = ACTIONS
    frame_types = (
        RollInitiatives, StartTurn, StartMovement, Movement, Combat, AllotHits, Losses,
        RetreatCheck, ChooseRetreat, OfferAdvance, EndTurn,
    )  # fmt: skip
    fallback_clause = "BR 5.1a"
    sound = soundness.SOUNDNESS
    max_decisions = 3000
    page = BullRunPage()
    knowledge = BullRunKnowledge()

    def count_turns(self) -> int:
        return len(tables()["turns"]["starts"])

    def names(self) -> dict[str, tuple[str, str]]:
        """Terrain, orders and the headings of the action table are named in the tables."""
        data, orders = tables(), tables()["solitaire"]
        rows = {"": data["terrain"]["rows"], "order_": orders["orders"], "column_": orders["columns"]}
        terms = {f"term.{kind}{row['id']}": (row["name_en"], row["name_ja"]) for kind in rows for row in rows[kind]}
        return super().names() | terms

    def set_up(self, scenario: BullRun) -> BullRunState:
        """Units whose turn is 1 stand on their hexes (4.0); everybody else waits."""
        none = (0,) * len(scenario.pieces)
        north = scenario.ground.north
        posts = zip(scenario.pieces, scenario.homes, strict=True)
        at = tuple(home if brigade.turn == 1 else WAITING for brigade, home in posts)
        start: tuple[Frame, ...] = (StartTurn(),)
        if scenario.settings["initiative_beforehand"]:
            start = (StartTurn(), RollInitiatives())
        return BullRunState(
            scenario=scenario, agenda=start, turn=1, at=at, outcome=None,
            strength=scenario.printed, fresh=scenario.printed, spent=none,
            crossed=tuple(int(hex_ >= 0 and north >> hex_ & 1) for hex_ in at),
            balked=none, flanking=none, attacked=none, defended=none, answered=none, hesitated=none, settled=none,
            active=none, initiative="", initiatives="", farm_ford_found=False, flank_crossed=False,
            sudley_crossed=False, farm_crossed=False, flank_known=False, south_known=False,
            held_manassas=0, held_centreville=0, order="", missions=(HOLD,) * len(scenario.pieces),
        )  # fmt: skip

    def check_position(self, state: BullRunState) -> None:
        super().check_position(state)
        soundness.check(state)


BATTLE = BullRunBattle()
