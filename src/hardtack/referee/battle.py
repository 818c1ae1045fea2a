"""What a battle tells the referee about itself: scenarios, options, pieces, words, and how it looks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

from hardtack.referee import soundness
from hardtack.referee.actions import Action, parse_action, verbs
from hardtack.referee.errors import BadNotation, BadOption
from hardtack.referee.events import Reason
from hardtack.referee.frames import Frame
from hardtack.referee.knowledge import Knowledge
from hardtack.referee.page import Page
from hardtack.referee.register import Register
from hardtack.referee.scenario import Piece as Piece
from hardtack.referee.scenario import Scenario as Scenario
from hardtack.referee.showing import ScenarioInfo
from hardtack.referee.soundness import Soundness
from hardtack.referee.state import State
from hardtack.referee.views import frame_data
from hardtack.referee.words import Words

S = TypeVar("S", bound=State)
C = TypeVar("C", bound=Scenario)

SCENARIOS_KEPT = 64  # combinations of settings a battle keeps ready; a server must not grow with every game


def frames_in(*modules: ModuleType) -> tuple[type[Frame], ...]:
    """Every frame that modules of a battle define, for its `frame_types`."""
    return tuple(
        found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Frame) and found.__module__ == module.__name__
    )


class BattleOf(ABC, Generic[S, C]):
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

    sound: ClassVar[Soundness] = Soundness()  # what its positions can hold

    register: Register
    words: Words
    scenarios: Mapping[str, ScenarioInfo]
    page: Page[S]  # what a page shows
    knowledge: Knowledge[S]  # what a bot knows

    def __init__(self) -> None:
        self.known_verbs = verbs(self.action_types)
        self.known_frames = {frame.__name__: frame for frame in self.frame_types}
        self._made: dict[tuple[Any, ...], C] = {}

    # -- setting up

    def scenario(self, scenario_id: str, settings: Mapping[str, Any] | None = None) -> C:
        """The scenario with these settings, checked against what it declares; made once and kept for a while."""
        chosen = self.check_settings(scenario_id, settings or {})
        key = (scenario_id, *sorted((name, str(value)) for name, value in chosen.items()))
        if key not in self._made:
            if len(self._made) >= SCENARIOS_KEPT:
                # The one made first goes. The usual ones stay: pictures are drawn of them, and kept by them.
                unusual = (old for old, made in list(self._made.items()) if not self._is_usual(made))
                self._made.pop(next(unusual), None)
            self._made[key] = self.make_scenario(scenario_id, chosen)
            self._made[key].close()
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
    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> C: ...

    def state_of(self, scenario: C) -> type[Any]:
        """The type of the scenario's states; a chapter of the book may remember more than the others."""
        return self.state_type

    @abstractmethod
    def set_up(self, scenario: C) -> S:
        """The state before the first die: pieces placed, the first step on the agenda."""

    def check_position(self, state: S) -> None:
        """Raise BadPosition for a position no game of this battle can hold. Battles add their own checks."""
        soundness.check(state, self.sound)

    # -- notation

    def parse(self, scenario: C, text: str) -> Action:
        """An action from its notation; pieces and hexes it names must exist in the scenario."""
        action = parse_action(text, self.known_verbs)
        problem = self.unknown_word(scenario, action)
        if problem:
            raise BadNotation(f"{text[:60]!r}: {problem}")
        return action

    def unknown_word(self, scenario: C, action: Action) -> str | None:
        """What in the action does not exist here. Fields named unit/units, hex/hexes are checked."""
        for name, value in frame_data(action).items():
            for word in value if isinstance(value, tuple) else (value,):
                if name.startswith("unit") and word not in scenario.index:
                    return f"no counter {word!r}"
                if name.startswith("hex") and not scenario.board.grid.has(word):
                    return f"no hex {word!r} on this map"
        return None

    def unused(self, scenario: Any, action: Any) -> Reason | None:
        """Why an action of this battle is never possible in a scenario: one of its chapters leaves the rule out."""
        return None

    # -- what a seat may know

    def has_secret_phases(self, scenario_id: str) -> bool:
        """Whether a side decides anything in a scenario that others may not know of, by actions of the usual kinds."""
        return False

    def has_secrets(self, scenario_id: str) -> bool:
        """Whether a side ever knows anything in a scenario that the other does not."""
        return self.has_secret_phases(scenario_id)

    def redact(self, state: S, seat: str | None) -> S:
        """The state as a seat may see it (None: a spectator). Battles without secrets return it unchanged."""
        return state

    def imagine(self, state: S, seat: str, random: Random) -> S:
        """A full state consistent with a redacted one, for a bot that looks ahead."""
        return state


Battle = BattleOf[Any, Any]
