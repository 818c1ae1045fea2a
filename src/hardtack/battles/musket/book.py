"""The battle class of the series: what every Musket & Saber battle is, with the hooks its own book may change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from hardtack.battles.musket import actions, ahead, charts, formations, hints, losses, overlays, showing, soundness
from hardtack.battles.musket.actions import ACTIONS
from hardtack.battles.musket.advance import Advancing, Escorting
from hardtack.battles.musket.bombard import Battery, Bombardments, CeaseFire, FireGuns, bombard_checked
from hardtack.battles.musket.checks import AMMO, BOMBARD, CHARGE, COMBAT, HANDLERS, RECOVERY, RETURN, Assistance, Check
from hardtack.battles.musket.combat import Assault, Attacks, CallCharge, Counterattacks, NameLead
from hardtack.battles.musket.command import CommandCheck, EndMovement, Recoveries, recovered
from hardtack.battles.musket.fog import BeforeEnemyMoves, FogOfWar, Straying, UseGained
from hardtack.battles.musket.lay import SIDE, lay_of
from hardtack.battles.musket.movement import Gathering, Movement, Moving
from hardtack.battles.musket.parameters import DATA, series_settings
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.musket.replacement import CountSteps, Replacements, Returning, return_places, returned
from hardtack.battles.musket.results import (
    Aftermath,
    AmmoCheck,
    CarryOut,
    RollCombat,
    SettleCharge,
    ammo_checked,
    charged,
    combat_checked,
)  # fmt: skip
from hardtack.battles.musket.retreat import FallBack, Retreating
from hardtack.battles.musket.roster import load_counters, unit_words
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.sequence import (
    Arrivals,
    CombatPhase,
    EndOfCombat,
    EndOfTurn,
    GameTurn,
    PlayerTurn,
    StartRolls,
    bring_in,
)  # fmt: skip
from hardtack.battles.musket.setup import TO_PLACE, SetUp
from hardtack.battles.musket.state import Fight, MusketState
from hardtack.board.mapfile import load_board
from hardtack.referee.actions import Action
from hardtack.referee.battle import Scenario, WholeBattle
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import DRAW, Outcome, Reason, Text, enemy_of, text
from hardtack.referee.frames import Frame
from hardtack.referee.register import load_register
from hardtack.referee.showing import Cell, Chart, Formation, Goal, Hint, Look, Modifier, Setting, Standing, Way
from hardtack.referee.soundness import Soundness
from hardtack.referee.state import LOST, WAITING
from hardtack.referee.umpire import Umpire
from hardtack.referee.words import Words, load_battle_words, load_words

Draft = Any

FRAMES: tuple[type[Frame], ...] = (
    GameTurn, PlayerTurn, StartRolls, BeforeEnemyMoves, CommandCheck, CountSteps, Recoveries, Arrivals, Movement,
    EndMovement, CombatPhase, Bombardments, Attacks, Counterattacks, EndOfCombat, EndOfTurn, SetUp, FogOfWar, Straying,
    UseGained, Replacements, Returning, Gathering, Moving, Check, Assistance, Assault, Battery, NameLead, CallCharge,
    SettleCharge, RollCombat, CarryOut, AmmoCheck, Aftermath, FireGuns, CeaseFire, FallBack, Retreating, Advancing,
    Escorting,
)  # fmt: skip

HANDLERS.update(
    {
        COMBAT: combat_checked,
        CHARGE: charged,
        BOMBARD: bombard_checked,
        AMMO: ammo_checked,
        RECOVERY: recovered,
        RETURN: returned,
    }
)

__all__ = ["ACTIONS", "FRAMES", "MusketBattle", "bring_in"]


class MusketBattle(WholeBattle):
    """One battle of the series; `folder` holds its data files."""

    folder: Path
    state_type: ClassVar[type[MusketState]] = MusketState
    action_types = ACTIONS
    frame_types = FRAMES
    sound: ClassVar[Soundness] = soundness.SERIES_SOUNDNESS
    purposes: ClassVar[tuple[str, ...]] = ()  # of checks the battle's own rules ask for
    fallback_clause = "MS 3.2"
    halting_clause: ClassVar[str] = "MS 6.3"  # under which `halting_hexes` ends a move
    max_decisions = 60_000
    overlays = (overlays.SIGHT, overlays.COMMAND)
    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {"": ("number.combat", "number.morale")}

    def __init__(self) -> None:
        super().__init__()
        self.register = load_register(DATA / "clauses.csv") | load_register(self.folder / "clauses.csv")
        self.words = self.load_words()

    def load_words(self) -> Words:
        """The series' words, names of counters, boxes and places from the data files, then the battle's own."""
        board = load_board(self.folder / "map.toml")
        boxes = {f"box.{box.id}": (box.name_en, box.name_ja) for box in board.boxes.values()}
        names = boxes | {f"term.{key}": name for key, name in boxes.items()}
        names |= {f"hex.{board.grid.name(place.hex)}": (place.name_en, place.name_ja) for place in board.places}
        units = unit_words(load_counters(self.folder / "units.csv"))
        return load_battle_words(DATA) | units | Words(names) | load_words([self.folder / "words.csv"])

    def series_settings(self) -> tuple[Setting, ...]:
        """The parameters a player may change, for `ScenarioInfo`: those whose clause this battle has."""
        return tuple(setting for setting in series_settings() if setting.clause in self.register)

    # -- setting up

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> MusketScenario:
        return MusketScenario(self, scenario_id, self.folder, settings)

    def set_up(self, scenario: MusketScenario) -> MusketState:
        at, due = zip(*(self.first_place(scenario, piece) for piece in range(len(scenario.pieces))), strict=True)
        blank = (0,) * len(at)
        first = scenario.first_side
        frames = (SetUp(first), SetUp(enemy_of(first)), *self.before_play(scenario), GameTurn())
        return self.state_type(
            scenario=scenario, agenda=tuple(reversed(frames)), turn=1, at=at, outcome=None, reduced=blank,
            disordered=blank, active=tuple(int(counter.active) for counter in scenario.counters), moved=blank,
            fought=blank, struck=blank, helped=blank, fogged=blank, due=due, fate=blank, phasing=first, points=(0, 0),
            fow=(0, 0), steps=0, attacked=(), fight=(), **self.fresh_fields(scenario),
        )  # fmt: skip

    def first_place(self, scenario: MusketScenario, piece: int) -> tuple[int, int]:
        """Where a counter begins, and the turn it is due."""
        counter = scenario.counters[piece]
        grid = scenario.board.grid
        if counter.place == "aside":
            return scenario.aside, 0
        if counter.turn != 1 or counter.place.startswith("entry:") or counter.place in ("cup", "river"):
            return WAITING, counter.turn if counter.place != "cup" else 0
        if counter.within:
            return WAITING, TO_PLACE
        return (grid.index(counter.place) if grid.has(counter.place) else scenario.box_place(counter.place)), 0

    def check_position(self, state: Any) -> None:
        """Stacking, enemies apart, rows that fit their counters."""
        super().check_position(state)
        scenario: MusketScenario = state.scenario
        lay = lay_of(state)
        if lay.combat[0] & (lay.combat[1] | lay.soft[1]) or lay.combat[1] & lay.soft[0]:
            raise BadPosition("a combat unit shares a hex with the enemy")
        for hex_, load in lay.load.items():
            if load > scenario.stack_limit:
                raise BadPosition(f"too many combat units in {scenario.names[hex_]}")
        for piece, counter in enumerate(scenario.counters):
            if state.reduced[piece] and counter.steps != 2:
                raise BadPosition(f"{counter.id} has no reduced side")
            if bool(state.fate[piece]) != (state.at[piece] == LOST):
                raise BadPosition(f"{counter.id}: place and fate do not agree")
        soundness.check(state, self.purposes)

    def unknown_word(self, scenario: Scenario, action: Action) -> str | None:
        if isinstance(action, actions.Exit) and action.box not in scenario.board.boxes:
            return f"no box {action.box!r} on this map"
        return super().unknown_word(scenario, action)

    # -- hooks: what the book of a battle may change (see the package's docstring)

    def before_play(self, scenario: MusketScenario) -> tuple[Frame, ...]:
        return ()

    def fresh_fields(self, scenario: MusketScenario) -> dict[str, Any]:
        return {}

    def start_rolls(self, draft: Draft, umpire: Umpire, side: str) -> None:
        """MS 3.3a."""

    def replacement_steps(self, draft: Draft, umpire: Umpire, side: str) -> int:
        """MS 13.1: by the [[replacements]] table; not asked if that wants an HQ active as the phase begins."""
        return int(draft.scenario.supply.get(side, {"steps": 0})["steps"])

    def step_bars(self, state: MusketState, piece: int) -> list[Reason]:
        return []

    def loc_hexes(self, state: MusketState, side: str) -> int:
        """MS 12.41: the [[loc]] tables; one with `while_train` holds only while that train is in its box (MS 12.54)."""
        scenario: MusketScenario = state.scenario  # type: ignore[assignment]
        mask = 0
        for hexes, train, box in scenario.loc[side]:
            if train < 0 or state.at[train] == box:
                mask |= hexes
        return mask

    def halves_movement_roll(self, state: MusketState, side: str) -> str:
        return ""

    def halting_hexes(self, state: MusketState, side: str) -> int:
        return 0

    def wary_of(self, state: MusketState, side: str) -> int:
        """Hexes that a march of a side keeps away from as it does from enemy combat units (MS 4.65a)."""
        return 0

    def entry_risk(self, state: MusketState, group: tuple[int, ...], goal: int) -> Text | None:
        """A roll that awaits a group in a hex it may move to."""
        return None

    def after_move(self, draft: Draft, umpire: Umpire, move: Moved) -> None:
        """Pieces have come to a hex."""

    def extra_actions(self, state: MusketState, side: str) -> Sequence[Action]:
        return ()

    def extra_reasons(self, state: MusketState, side: str, action: Action) -> list[Reason]:
        """Why a further action of the battle's own is not among `extra_actions` now."""
        return []

    def do_extra(self, draft: Draft, action: Action, umpire: Umpire) -> None:
        """Carry out an action of `extra_actions`."""

    def combat_support(
        self, state: MusketState, side: str, hexes: set[int], fighting: tuple[int, ...], attacking: bool
    ) -> list[tuple[int, int]]:
        return []

    def spares_step(self, state: MusketState, piece: int, code: str, defending: bool) -> str:
        return ""

    def after_combat(self, draft: Draft, umpire: Umpire, fight: Fight) -> None:
        """A combat has its final result."""

    def after_check(self, draft: Draft, umpire: Umpire, check: Check, passed: bool) -> None:
        """A check whose purpose is the battle's own."""

    def return_helpers(self, state: MusketState, piece: int) -> tuple[int, ...]:
        return ()

    def return_places(self, state: MusketState, piece: int, helper: int) -> int:
        return return_places(state, piece)

    def end_of_combat(self, draft: Draft, umpire: Umpire, side: str) -> None:
        """Sudden death at the end of a Combat Phase."""

    def end_of_turn(self, draft: Draft, umpire: Umpire) -> None:
        """Sudden death at the end of a game turn."""

    def verdict(self, state: MusketState) -> Outcome:
        """MS 11.4: the higher total wins if it is at least 10, else the game is drawn."""
        scores = tuple(zip(SIDE, state.points, strict=True))
        best = max(state.points)
        if best < losses.VP_TO_WIN or state.points[0] == state.points[1]:
            return Outcome(DRAW, "draw", "MS 11.4", "outcome.points", scores)
        return Outcome(SIDE[state.points.index(best)], "points", "MS 11.4", "outcome.points", scores)

    def ways_to_win(self, scenario: MusketScenario) -> tuple[Goal, ...]:
        """The battle's own conditions of victory, sudden ones first."""
        return ()

    # -- what a screen shows (modules hints, showing, charts, overlays)

    def hint(self, state: Any, action: Any) -> Hint:
        return hints.hint(state, action)

    def look(self, state: Any, piece: int) -> Look:
        return showing.look(state, piece)

    def standing(self, state: Any) -> Standing:
        return showing.standing(state)

    def goals(self, scenario: Any) -> Sequence[Goal]:
        return (*self.ways_to_win(scenario), Goal("MS 11.4", text("chart.note_points", n=losses.VP_TO_WIN)))

    def modifiers(self, state: Any, action: Any) -> Sequence[Modifier]:
        return showing.modifiers(state, action)

    def aftermath(self, before: Any, after: Any, action: Any) -> Sequence[tuple[str, int | str]]:
        return showing.aftermath(before, after, action)

    def presume(self, state: Any) -> Action:
        return showing.presume(state)

    def intend(self, state: Any) -> Action:
        return showing.intend(state)

    def charts(self, scenario: Any) -> Sequence[Chart]:
        return charts.charts(scenario)

    def phase(self, state: Any) -> Text:
        return showing.phase(state)

    def arrivals(self, state: Any) -> Sequence[tuple[int, str]]:
        return showing.arrivals(state)

    def terrain_card(self, scenario: Any, hex_number: int) -> Sequence[Text]:
        return charts.terrain_card(scenario, hex_number)

    def overlay(self, state: Any, kind: str, hex_number: int) -> Sequence[Cell]:
        return overlays.overlay(state, kind, hex_number)

    def ways(self, state: Any, unit: str) -> Sequence[Way]:
        return ahead.ways(state, unit)

    def roster(self, state: Any) -> Sequence[Formation]:
        return formations.roster(state)
