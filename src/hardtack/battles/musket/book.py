"""The battle class of the series: what every Musket & Saber battle is, with the hooks its own book may change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from hardtack.battles.musket import (
    actions,
    advance,
    bombard,
    checks,
    combat,
    command,
    fog,
    losses,
    movement,
    replacement,
    results,
    retreat,
    sequence,
    setup,
    soundness,
)
from hardtack.battles.musket.actions import ACTIONS
from hardtack.battles.musket.checks import AMMO, BOMBARD, CHARGE, COMBAT, HANDLERS, RECOVERY, RETURN, Check
from hardtack.battles.musket.knowledge import MusketKnowledge
from hardtack.battles.musket.page import MusketPage
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.musket.roster import Counter, load_counters, unit_words
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import Fight, MusketState, S
from hardtack.battles.musket.tables import DATA, SETTINGS
from hardtack.referee.actions import Action
from hardtack.referee.bans import Ban
from hardtack.referee.battle import frames_in
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import DRAW, SIDES, Outcome, enemy_of
from hardtack.referee.folder import FolderBattle
from hardtack.referee.frames import Frame
from hardtack.referee.orders import Order
from hardtack.referee.register import Register, load_register
from hardtack.referee.showing import Setting
from hardtack.referee.soundness import Soundness
from hardtack.referee.state import LOST, WAITING
from hardtack.referee.umpire import Umpire
from hardtack.referee.words import Words, load_battle_words, load_words

FRAMES = frames_in(
    advance, bombard, checks, combat, command, fog, movement, replacement, results, retreat, sequence, setup
)  # fmt: skip

HANDLERS.update(
    {
        COMBAT: results.combat_checked,
        CHARGE: results.charged,
        BOMBARD: bombard.bombard_checked,
        AMMO: results.ammo_checked,
        RECOVERY: command.recovered,
        RETURN: replacement.returned,
    }
)

C = TypeVar("C", bound=MusketScenario)


class MusketBattleOf(FolderBattle[S, C]):
    """One battle of the series; its `folder` holds its data files, over those of the series."""

    state_type: ClassVar[type[MusketState]] = MusketState
    scenario_type = MusketScenario
    action_types = ACTIONS
    frame_types = FRAMES
    sound: ClassVar[Soundness] = soundness.SERIES_SOUNDNESS
    purposes: ClassVar[tuple[str, ...]] = ()  # of checks the battle's own rules ask for
    fallback_clause = "MS 3.2"
    halting_clause: ClassVar[str] = "MS 6.3"  # under which `halting_hexes` of a state end a move
    movement_orders: ClassVar[Sequence[Order[Any]]] = ()  # further orders of the Movement Phase
    step_bans: ClassVar[Sequence[Ban[Any]]] = ()  # who may not use a replacement step, by the battle's own rules
    max_decisions = 60_000
    page: MusketPage[S] = MusketPage()
    knowledge: MusketKnowledge = MusketKnowledge()

    # -- its files

    def read_pieces(self) -> Sequence[Counter]:
        return load_counters(self.folder / "units.csv")

    def read_register(self) -> Register:
        return load_register(DATA / "clauses.csv") | super().read_register()

    def read_words(self) -> Words:
        """The series' words, names of counters, boxes and places from the data files, then the battle's own."""
        boxes = {f"box.{box.id}": (box.name_en, box.name_ja) for box in self.board.boxes.values()}
        names = boxes | {f"term.{key}": name for key, name in boxes.items()}
        names |= {
            f"hex.{self.board.grid.name(place.hex)}": (place.name_en, place.name_ja) for place in self.board.places
        }
        return (
            load_battle_words(DATA) | unit_words(self.pieces) | Words(names) | load_words([self.folder / "words.csv"])
        )

    def read_settings(self) -> tuple[Setting, ...]:
        """The parameters a player may change: those whose clause this battle has."""
        return tuple(setting for setting in SETTINGS if setting.clause in self.register)

    # -- setting up

    def set_up(self, scenario: C) -> S:
        at, due = zip(*(self.first_place(scenario, piece) for piece in range(len(scenario.pieces))), strict=True)
        blank = (0,) * len(at)
        first = scenario.first_side
        frames = (setup.SetUp(first), setup.SetUp(enemy_of(first)), *self.before_play(scenario), sequence.GameTurn())
        made: S = self.state_of(scenario)(
            scenario=scenario, agenda=tuple(reversed(frames)), turn=1, at=at, outcome=None, reduced=blank,
            disordered=blank, active=tuple(int(counter.active) for counter in scenario.counters), moved=blank,
            fought=blank, struck=blank, helped=blank, fogged=blank, due=due, fate=blank, phasing=first, points=(0, 0),
            fow=(0, 0), steps=0, attacked=(), fight=(), **self.fresh_fields(scenario),
        )  # fmt: skip
        return made

    def first_place(self, scenario: C, piece: int) -> tuple[int, int]:
        """Where a counter begins, and the turn it is due."""
        counter = scenario.counters[piece]
        grid = scenario.board.grid
        if counter.place == "aside":
            return scenario.aside, 0
        if counter.turn != 1 or counter.place.startswith("entry:") or counter.place in ("cup", "river"):
            return WAITING, counter.turn if counter.place != "cup" else 0
        if counter.within:
            return WAITING, setup.TO_PLACE
        return (grid.index(counter.place) if grid.has(counter.place) else scenario.box_place(counter.place)), 0

    def check_position(self, state: S) -> None:
        """Stacking, enemies apart, rows that fit their counters."""
        super().check_position(state)
        scenario = state.scenario
        if any(state.troops(side) & state.enemies(side) for side in SIDES):
            raise BadPosition("a combat unit shares a hex with the enemy")
        for hex_, load in state.deployment.loads().items():
            if load > scenario.stack_limit:
                raise BadPosition(f"too many combat units in {scenario.names[hex_]}")
        for piece, counter in enumerate(scenario.counters):
            if state.reduced[piece] and counter.steps != 2:
                raise BadPosition(f"{counter.id} has no reduced side")
            if bool(state.fate[piece]) != (state.at[piece] == LOST):
                raise BadPosition(f"{counter.id}: place and fate do not agree")
        soundness.check(state)

    def unknown_word(self, scenario: C, action: Action) -> str | None:
        if isinstance(action, actions.Exit) and action.box not in scenario.board.boxes:
            return f"no box {action.box!r} on this map"
        return super().unknown_word(scenario, action)

    # -- hooks: what the book of a battle may change

    def before_play(self, scenario: C) -> tuple[Frame, ...]:
        """Frames after the set-up and before turn 1: a secret choice, say."""
        return ()

    def fresh_fields(self, scenario: C) -> dict[str, Any]:
        """First values of the fields the battle's state adds."""
        return {}

    def start_rolls(self, draft: S, umpire: Umpire, side: str) -> None:
        """MS 3.3a: whatever comes "at the start of the Movement Phase"; frames it pushes happen before 3.3b."""

    def replacement_steps(self, draft: S, umpire: Umpire, side: str) -> int:
        """MS 13.1: by the [[replacements]] table; not asked if that wants an HQ active as the phase begins."""
        return int(draft.scenario.supply.get(side, {"steps": 0})["steps"])

    def loc_hexes(self, state: S, side: str) -> int:
        """MS 12.41: the [[loc]] tables; one with `while_train` holds only while that train is in its box (MS 12.54)."""
        mask = 0
        for hexes, train, box in state.scenario.loc[side]:
            if train < 0 or state.at[train] == box:
                mask |= hexes
        return mask

    def halves_movement_roll(self, state: S, side: str) -> str:
        """The clause that halves all movement rolls of a side, if one does."""
        return ""

    def after_move(self, draft: S, umpire: Umpire, move: Moved) -> None:
        """Pieces have come to a hex, whether by a move, a march, FOW, an advance or a retreat."""

    def combat_support(
        self, state: S, side: str, hexes: set[int], fighting: tuple[int, ...], attacking: bool
    ) -> list[tuple[int, int]]:
        """Pieces that add a factor once to a side's total, with that factor."""
        return []

    def spares_step(self, state: S, piece: int, code: str, defending: bool) -> str:
        """The clause by which a unit ignores a loss, if one does."""
        return ""

    def after_combat(self, draft: S, umpire: Umpire, fight: Fight) -> None:
        """A combat has its outcome, after morale: Ac and Dc are failed checks, Dm is a rout."""

    def after_check(self, draft: S, umpire: Umpire, check: Check, passed: bool) -> None:
        """A check of the battle's own `purposes` was rolled; it asks for one by pushing a `Check`."""

    def return_helpers(self, state: S, piece: int) -> tuple[int, ...]:
        """Leaders that may assist a return roll."""
        return ()

    def return_places(self, state: S, piece: int, helper: int) -> int:
        """MS 13.2: hexes where a returning unit may be placed."""
        return replacement.return_places(state, piece)

    def end_of_combat(self, draft: S, umpire: Umpire, side: str) -> None:
        """Sudden death at the end of a Combat Phase."""

    def end_of_turn(self, draft: S, umpire: Umpire) -> None:
        """Sudden death at the end of a game turn."""

    def verdict(self, state: S) -> Outcome:
        """MS 11.4: the higher total wins if it is at least 10, else the game is drawn."""
        scores = tuple(zip(SIDES, state.points, strict=True))
        best = max(state.points)
        if best < losses.VP_TO_WIN or state.points[0] == state.points[1]:
            return Outcome(DRAW, "draw", "MS 11.4", "outcome.points", scores)
        return Outcome(SIDES[state.points.index(best)], "points", "MS 11.4", "outcome.points", scores)


MusketBattle = MusketBattleOf[Any, Any]
