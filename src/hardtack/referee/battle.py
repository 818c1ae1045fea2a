"""What a battle tells the referee about itself: scenarios, options, pieces, words, and how it looks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

from hardtack.board.board import Board
from hardtack.referee import soundness
from hardtack.referee.actions import Action, parse_action, verbs
from hardtack.referee.errors import BadNotation, BadOption
from hardtack.referee.events import Reason, Text
from hardtack.referee.frames import Frame
from hardtack.referee.register import Register
from hardtack.referee.showing import (
    Cell,
    Chart,
    Formation,
    Goal,
    Hint,
    Look,
    Modifier,
    Objective,
    ScenarioInfo,
    Standing,
    Way,
)
from hardtack.referee.soundness import Soundness
from hardtack.referee.state import FIRST_BOX, LOST, WAITING, State
from hardtack.referee.words import Words


@dataclass(frozen=True, slots=True)
class Piece:
    """What never changes about a counter. Battles extend it with their own printed values."""

    id: str
    side: str
    type: str  # infantry, cavalry, artillery, leader, hq, train, gunboat, depot
    size: str = ""  # corps, division, brigade, regiment, battalion
    colour: str = ""
    provenance: str = "reconstructed"


class Scenario:
    """A battle made ready to play: board, pieces and settings. Immutable once made."""

    def __init__(
        self, battle: Battle, scenario_id: str, board: Board, pieces: Sequence[Piece], settings: Mapping[str, Any],
        *, turns: int, first_side: str, boxes: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.battle = battle
        self.id = scenario_id
        self.board = board
        self.pieces = tuple(pieces)
        self.index = {piece.id: number for number, piece in enumerate(self.pieces)}
        self.settings = MappingProxyType(dict(settings))
        self.turns = turns
        self.first_side = first_side
        self.boxes = tuple(boxes)  # one word each, as the position format writes them
        self.key = (battle.id, scenario_id, tuple(sorted((k, str(v)) for k, v in settings.items())))
        self.of_side = {
            side: tuple(n for n, piece in enumerate(self.pieces) if piece.side == side) for side in battle.sides
        }

    def place_name(self, at: int) -> str:
        """The text form of where a piece is: a hex, a box, `-` (yet to come) or `x` (lost)."""
        if at >= 0:
            return self.board.grid.name(at)
        if at == WAITING:
            return "-"
        if at == LOST:
            return "x"
        return self.boxes[FIRST_BOX - at]

    def place_at(self, name: str) -> int:
        if name == "-":
            return WAITING
        if name == "x":
            return LOST
        if name in self.boxes:
            return FIRST_BOX - self.boxes.index(name)
        return self.board.grid.index(name)


SCENARIOS_KEPT = 64  # combinations of settings a battle keeps ready; a server must not grow with every game


class Battle(ABC):
    """One battle, or one series with several scenarios. A battle's package exposes one instance, `BATTLE`."""

    id: ClassVar[str]
    rules_version: ClassVar[str]
    sides: ClassVar[tuple[str, str]] = ("union", "confederate")
    state_type: ClassVar[type[State]]
    action_types: ClassVar[tuple[type[Action], ...]]
    frame_types: ClassVar[tuple[type[Frame], ...]]
    fallback_clause: ClassVar[str]  # the sequence of play: named when a refusal has no better clause
    max_decisions: ClassVar[int]  # no game, however played, takes more
    titles: ClassVar[tuple[str, str]] = ("", "")  # of several scenarios together; one scenario's title is enough
    introduction: ClassVar[tuple[str, str]] = ("", "")  # what the game is, where it has several scenarios
    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # words for the numbers of a `Look`, by type; "": the others
    overlays: ClassVar[tuple[str, ...]] = ()  # tints of the board this battle can show from a hex: sight, command

    sound: ClassVar[Soundness] = Soundness()  # what its positions can hold

    register: Register
    words: Words
    scenarios: Mapping[str, ScenarioInfo]

    def __init__(self) -> None:
        self.known_verbs = verbs(self.action_types)
        self.known_frames = {frame.__name__: frame for frame in self.frame_types}
        self._made: dict[tuple[Any, ...], Scenario] = {}

    # -- setting up

    def scenario(self, scenario_id: str, settings: Mapping[str, Any] | None = None) -> Scenario:
        """The scenario with these settings, checked against what it declares; made once and kept for a while."""
        chosen = self.check_settings(scenario_id, settings or {})
        key = (scenario_id, *sorted((name, str(value)) for name, value in chosen.items()))
        if key not in self._made:
            if len(self._made) >= SCENARIOS_KEPT:
                # The one made first goes. The usual ones stay: pictures are drawn of them, and kept by them.
                unusual = (old for old, made in list(self._made.items()) if not self._is_usual(made))
                self._made.pop(next(unusual), None)
            self._made[key] = self.make_scenario(scenario_id, chosen)
        return self._made[key]

    def _is_usual(self, made: Scenario) -> bool:
        """Whether a scenario has nothing but its default settings."""
        return all(made.settings[setting.name] == setting.default for setting in self.scenarios[made.id].settings)

    def check_settings(self, scenario_id: str, settings: Mapping[str, Any]) -> dict[str, Any]:
        declared = {setting.name: setting for setting in self.scenarios[scenario_id].settings}
        chosen = {name: setting.default for name, setting in declared.items()}
        for name, value in settings.items():
            setting = declared.get(name)
            if setting is None:
                raise BadOption(f"{scenario_id} has no option {name!r}; it has {', '.join(declared) or 'none'}")
            match = [known for known in setting.values if known == value or str(known).lower() == str(value).lower()]
            if not match:
                allowed = ", ".join(str(known) for known in setting.values)
                raise BadOption(f"option {name} of {scenario_id} is one of {allowed}, not {value!r}")
            chosen[name] = match[0]
        return chosen

    @abstractmethod
    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> Scenario: ...

    @abstractmethod
    def set_up(self, scenario: Any) -> State:
        """The state before the first die: pieces placed, the first step on the agenda."""

    def check_position(self, state: Any) -> None:
        """Raise BadPosition for a position no game of this battle can hold. Battles add their own checks."""
        soundness.check(state, self.sound)

    # -- notation

    def parse(self, scenario: Scenario, text: str) -> Action:
        """An action from its notation; pieces and hexes it names must exist in the scenario."""
        action = parse_action(text, self.known_verbs)
        problem = self.unknown_word(scenario, action)
        if problem:
            raise BadNotation(f"{text[:60]!r}: {problem}")
        return action

    def unknown_word(self, scenario: Scenario, action: Action) -> str | None:
        """What in the action does not exist here. Fields named unit/units, hex/hexes are checked."""
        for name in (part.name for part in fields(action)):
            value = getattr(action, name)
            values = value if isinstance(value, tuple) else (value,)
            if name.startswith("unit"):
                missing = [v for v in values if v not in scenario.index]
                if missing:
                    return f"no counter {missing[0]!r}"
            elif name.startswith("hex"):
                missing = [v for v in values if not scenario.board.grid.has(v)]
                if missing:
                    return f"no hex {missing[0]!r} on this map"
        return None

    def unused(self, scenario: Any, action: Any) -> Reason | None:
        """Why an action of this battle is never possible in a scenario: one of its chapters leaves the rule out."""
        return None

    # -- what a seat may know

    def redact(self, state: Any, seat: str | None) -> Any:
        """The state as a seat may see it (None: a spectator). Battles without secrets return it unchanged."""
        return state

    def imagine(self, state: Any, seat: str, random: Random) -> Any:
        """A full state consistent with a redacted one, for a bot that looks ahead."""
        return state

    # -- what a screen shows

    @abstractmethod
    def hint(self, state: Any, action: Any) -> Hint: ...

    def meant(self, state: Any, unit: str, hex_name: str) -> Action | None:
        """What a click on a hex with a unit in hand most likely means, so that a refusal answers the right question.

        None: every action with a unit and a hex is tried, and the first that says something is answered.
        """
        return None

    @abstractmethod
    def look(self, state: Any, piece: int) -> Look: ...

    @abstractmethod
    def standing(self, state: Any) -> Standing: ...

    def goals(self, scenario: Any) -> Sequence[Goal]:
        """Every way to win the scenario with its settings. A page lists the sudden ones first, else in this order."""
        return ()

    def objectives(self, state: Any) -> Sequence[Objective]:
        """The hexes that decide the game, as they stand now; marked on the map."""
        return ()

    def modifiers(self, state: Any, action: Any) -> Sequence[Modifier]:
        """Every number that goes into an attack, each with its clause; empty for other actions."""
        return ()

    def aftermath(self, before: Any, after: Any, action: Any) -> Sequence[tuple[str, int | str]]:
        """What an attack did, as named numbers a forecast can count: losses, retreats, an advance."""
        return ()

    def presume(self, state: Any) -> Action:
        """The choice a forecast takes for granted inside an attack (whom to hit, where to retreat)."""
        from hardtack.referee.umpire import options  # the umpire imports this module's types

        return next(iter(options(state)))

    def intend(self, state: Any) -> Action:
        """The same for a bot, which means to go on with what it begins; what a forecast presumes, as a rule."""
        return self.presume(state)

    def charts(self, scenario: Any) -> Sequence[Chart]:
        return ()

    def phase(self, state: Any) -> Text:
        """The name of the present phase, for the page's headline."""
        return Text("phase." + type(state.agenda[-1]).__name__ if state.agenda else "phase.over")

    def clock(self, state: Any) -> str:
        """The time of day or date of the present turn."""
        return ""

    def arrivals(self, state: Any) -> Sequence[tuple[int, str]]:
        """Turn and piece id of every piece still to come."""
        return ()

    def terrain_card(self, scenario: Any, hex_number: int) -> Sequence[Text]:
        """What a hex card says about a hex: terrain, cost, defence."""
        return ()

    def overlay(self, state: Any, kind: str, hex_number: int) -> Sequence[Cell]:
        """The hexes one of the battle's `overlays` tints, asked from a hex."""
        return ()

    def ways(self, state: Any, unit: str) -> Sequence[Way]:
        """Where a unit that goes hex by hex could get to with several actions; empty where one action is enough."""
        return ()

    def roster(self, state: Any) -> Sequence[Formation]:
        """Every formation of both sides; without formations, a side is one."""
        scenario = state.scenario
        return [
            Formation(
                Text(f"term.{side}"), side, tuple(scenario.pieces[number].id for number in scenario.of_side[side])
            )
            for side in self.sides
        ]

    # -- what the bots know

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        """Evaluation terms: name -> (weight, function of state and side). Higher is better for the side."""
        return {}

    def motives(self, state: Any, side: str) -> Mapping[Text, float]:
        """The worth of a state to a side, part by part, each part named by what a bot would do it for."""
        return {Text(f"motive.{name}"): weight * term(state, side) for name, (weight, term) in self.terms().items()}

    def ends_phase(self, state: Any, action: Action) -> bool:
        """Whether the action only ends a phase or passes: worth what the position is worth without it."""
        return action.verb in ("end", "pass")

    def goes_on(self, state: Any, action: Action) -> bool:
        """Whether the action only carries on what has been begun and can be left: not to be done for no gain."""
        return False

    def doctrine(self) -> Any:
        """The book's own solitaire player: a function from state to action, or None."""
        return None

    def doctrine_motive(self, state: Any, action: Action) -> Text:
        """What the book's own player does an action for."""
        return Text("motive.doctrine")
