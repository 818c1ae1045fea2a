"""A game of Stonewall's Last Battle in a test: loaded dice, notation, positions edited by hand."""

from __future__ import annotations

from typing import Any

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.sequence import ActionPhase, CycleEnds, PhaseEnds, TurnEnds
from hardtack.battles.gcacw.state import CampaignState, fact, note
from hardtack.referee.dice import LoadedDice
from hardtack.referee.events import Event
from hardtack.referee.state import LOST, WAITING, freeze, put
from hardtack.referee.umpire import begin, deciding, options, play, to_act, why_not


class Game:
    """One game, played by notation; every die a call names must be rolled by it, and no other."""

    def __init__(self, scenario_id: str, **settings: Any) -> None:
        known = {setting.name for setting in BATTLE.scenarios[scenario_id].settings}  # options have hyphens
        named = {name if name in known else name.replace("_", "-"): value for name, value in settings.items()}
        self.scene: Scene = BATTLE.scenario(scenario_id, named)  # type: ignore[assignment]
        self.state: CampaignState = BATTLE.set_up(self.scene)
        self.events: tuple[Event, ...] = ()

    def begin(self, *dice: int) -> Game:
        """Run the set-up to its first decision."""
        loaded = LoadedDice(dice)
        ruling = begin(self.state, loaded)
        loaded.finish()
        self.state, self.events = ruling.state, ruling.events
        return self

    def do(self, text: str, *dice: int) -> Game:
        loaded = LoadedDice(dice)
        ruling = play(self.state, BATTLE.parse(self.scene, text), loaded)
        loaded.finish()
        self.state, self.events = ruling.state, ruling.events
        BATTLE.check_position(self.state)
        return self

    # -- questions

    def why_not(self, text: str) -> set[str]:
        """The clauses that forbid an action; empty when it is allowed."""
        return {found.clause for found in why_not(self.state, BATTLE.parse(self.scene, text))}

    def refusal(self, text: str) -> list[str]:
        """The reasons that forbid an action, as an English player reads them."""
        found = why_not(self.state, BATTLE.parse(self.scene, text))
        return [BATTLE.words.say(reason.key, reason.args, "en") for reason in found]

    def offers(self, verb: str = "") -> list[str]:
        return [str(action) for action in options(self.state).all() if action.verb.startswith(verb)]

    @property
    def side(self) -> str | None:
        return to_act(self.state)

    @property
    def frame(self) -> str:
        return type(deciding(self.state)).__name__

    def told(self, key: str) -> bool:
        return any(event.key == key for event in self.events)

    def fact(self, name: str) -> int:
        return fact(self.state, name)

    def at(self, unit: str) -> str:
        return self.scene.place_name(self.state.at[self.scene.index[unit]])

    def row(self, name: str, unit: str) -> int:
        value: int = getattr(self.state, name)[self.scene.index[unit]]
        return value

    def points(self) -> dict[str, int]:
        """Victory points by line, without the lines worth nothing."""
        return {key.removeprefix("score."): n for key, n, _ in self.scene.score(self.state) if n}

    # -- positions by hand

    def edit(self, **facts: Any) -> Game:
        draft = self.state.draft()
        for name, value in facts.items():
            setattr(draft, name, value)
        self.state = freeze(draft)
        return self

    def remember(self, name: str, value: int = 1) -> Game:
        draft = self.state.draft()
        note(draft, name, value)
        self.state = freeze(draft)
        return self

    def put(self, unit: str, hex_: str = "", **rows: int | str) -> Game:
        """Move a counter (`x`: lost, `-`: waiting) and set its rows: manpower=3, fatigue=1, works="breastworks"."""
        draft, number = self.state.draft(), self.scene.index[unit]
        if hex_:
            where = {"x": LOST, "-": WAITING}.get(hex_)
            draft.at = put(draft.at, number, self.scene.hex(hex_) if where is None else where)
            if where is not None:  # off the map it has neither men nor works
                for row in ("manpower", "works", "refused"):
                    setattr(draft, row, put(getattr(draft, row), number, 0))
        for name, value in rows.items():
            whole = WORKS.index(value) if isinstance(value, str) else value
            setattr(draft, name, put(getattr(draft, name), number, whole))
        self.state = freeze(draft)
        return self

    def clear(self, *keep: str) -> Game:
        """Take every counter but these off the map; guns stay in their park."""
        for piece in self.scene.pieces:
            if piece.id not in keep and piece.type != "marker":
                self.put(piece.id, "-")
        return self

    def marching(self, unit: str, mp: int, phase: int = 10, **fields: Any) -> Game:
        """Put the unit in the middle of a march with this many points left, in a phase of this number."""
        piece = self.scene.pieces[self.scene.index[unit]]
        before = self.row("fatigue", unit)
        march = March(piece.side, unit, mp, self.at(unit), before, **fields)
        return self.edit(agenda=(TurnEnds(), CycleEnds(), PhaseEnds(), march), phase=phase)

    def next_phase(self, phase: int, *dice: int) -> Game:
        """Begin the action phase of this number."""
        self.edit(agenda=(TurnEnds(), CycleEnds(), ActionPhase()), phase=phase - 1)
        return self.begin(*dice)
