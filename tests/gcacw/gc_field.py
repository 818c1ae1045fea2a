"""A field of battle for tests of the Great Campaigns rules: any ground, any counters, loaded dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.counters import Counter
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.parameters import series_settings
from hardtack.battles.gcacw.recovery import CycleEnds
from hardtack.battles.gcacw.sequence import Activation, PhaseEnds, TurnEnds
from hardtack.battles.gcacw.series import SERIES_DATA, Placement, SeriesBattle, series_register
from hardtack.battles.gcacw.state import CampaignState
from hardtack.board.board import Board
from hardtack.board.mapfile import load_board
from hardtack.referee.dice import LoadedDice
from hardtack.referee.frames import Frame
from hardtack.referee.showing import ScenarioInfo
from hardtack.referee.state import freeze, put
from hardtack.referee.umpire import begin, deciding, options, play, why_not
from hardtack.referee.words import load_battle_words

SIDE_OF = {"u": "union", "c": "confederate"}
TYPE_OF = {"inf": "infantry", "cav": "cavalry", "art": "artillery", "ldr": "leader", "mrk": "marker"}


def pairs(text: str) -> list[list[str]]:
    """ "0505-0605 0606-0706" as hexsides."""
    return [word.split("-") for word in text.split()]


@cache
def ground(
    *, woods: str = "", rolling: str = "", rough: str = "", hill: str = "", mountain: str = "", swamp: str = "",
    water: str = "", creek: str = "", minor: str = "", major: str = "", ridge: str = "", ford: str = "",
    bridge: str = "", ferry: str = "", dam: str = "", road: str = "", pike: str = "", railroad: str = "",
    trail: str = "",
) -> Board:  # fmt: skip
    """A board of 16 columns and 14 rows; hexes and hexsides are given as words."""
    terrain = {"woods": woods, "rolling": rolling, "rough": rough, "hill": hill, "mountain": mountain,
               "swamp": swamp, "water": water}  # fmt: skip
    lines = [
        'id = "field"',
        "yards_per_hex = 2000",
        'title_en = "Field"',
        'title_ja = "野"',
        'default = "clear"',
        "out_of_play = []",
    ]
    lines += ["[grid]", "columns = [1, 16]", "rows = [1, 14]", 'shift = "even-down"', "[terrain]"]
    lines += [f"{name} = {text.split()!r}" for name, text in terrain.items() if text]
    lines.append("[hexsides]")
    sides = {"creek": creek, "minor_river": minor, "major_river": major}
    lines += [f"{name} = {pairs(text)!r}" for name, text in sides.items() if text]
    if ridge:
        lines += ["[slopes]", f"ridge = {pairs(ridge)!r}"]
    for kind, text in {"ford": ford, "bridge": bridge, "ferry": ferry, "dam": dam}.items():
        for side in pairs(text):
            lines += ["[[crossings]]", f'kind = "{kind}"', f"between = {side!r}", f'name_en = "{kind}"',
                      f'name_ja = "{kind}"', 'provenance = "reconstructed"']  # fmt: skip
    for kind, text in {"road": road, "pike": pike, "railroad": railroad, "trail": trail}.items():
        for path in text.split():
            lines += ["[[paths]]", f'kind = "{kind}"', 'name_en = "way"', 'name_ja = "道"',
                      f"hexes = {path.split('-')!r}", 'provenance = "reconstructed"']  # fmt: skip
    lines += ["[provenance]", 'default = "reconstructed"', "seed = []", 'note = "test"']
    return load_board("\n".join(lines).replace("'", '"'))


PLAIN = ground()


@dataclass(frozen=True)
class Unit:
    """A counter in its place; `what` is like "u inf" or "c cav"."""

    id: str
    what: str
    hex: str
    mv: int = 4
    fatigue: int = 0
    art: int = 0
    tac: tuple[int, int] = (0, 0)
    corps: str = "X"
    division: str = ""
    command: int = 0
    rank: str = ""
    led_cavalry: int = 1
    exhausted: bool = False
    disorganised: bool = False
    demoralised: int = 0
    works: str = "none"
    refused: bool = False
    reverse: tuple[int, int] | None = None


def leader(id: str, side: str, hex: str, command: int = 5, rank: str = "corps", **rest: Any) -> Unit:
    return Unit(id, f"{side} ldr", hex, mv=0, command=command, rank=rank, **rest)


class FieldBattle(SeriesBattle):
    """A battle made up for one test."""

    id = "field"

    def __init__(self, board: Board, units: Sequence[Unit], campaign: type[Campaign], turns: int) -> None:
        super().__init__()
        self.board, self.units, self.campaign, self.turns = board, units, campaign, turns
        self.register = series_register()
        self.words = load_battle_words(SERIES_DATA)
        info = ScenarioInfo("field", "field", ("Field", "野"), ("", ""), "1863", turns, "union", series_settings())
        self.scenarios = {"field": info}

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> Campaign:
        counters = [
            Counter(
                unit.id, SIDE_OF[unit.what.split()[0]], TYPE_OF[unit.what.split()[1]], corps=unit.corps,
                division=unit.division, artillery=unit.art, tactical=unit.tac, command=unit.command, rank=unit.rank,
                led_cavalry=unit.led_cavalry, reverse=unit.reverse,
            )
            for unit in self.units
        ]  # fmt: skip
        return self.campaign(self, scenario_id, self.board, counters, settings, turns=self.turns, first_side="union")

    def set_up(self, scenario: Campaign) -> CampaignState:
        places = [
            Placement(n, scenario.hex(u.hex), u.mv, u.fatigue, u.exhausted, u.disorganised, u.works)
            for n, u in enumerate(self.units)
            if u.hex
        ]
        state = self.opening_state(scenario, places).draft()
        state.demoralised = tuple(unit.demoralised for unit in self.units)
        state.refused = tuple(int(unit.refused) for unit in self.units)
        return freeze(state)


class Game:
    """A game in a test: play notation with dice, look at what happened."""

    def __init__(self, state: CampaignState) -> None:
        self.state = state
        self.events: list[Any] = []

    def do(self, notation: str, *dice: int) -> Game:
        """Play one action; every die named must be rolled."""
        loaded = LoadedDice(dice)
        action = self.state.scenario.battle.parse(self.state.scenario, notation)
        ruling = play(self.state, action, loaded)
        loaded.finish()
        self.state, self.events = ruling.state, [*self.events, *ruling.events]
        return self

    def start(self, *dice: int) -> Game:
        """Run a set-up state to its first decision."""
        loaded = LoadedDice(dice)
        ruling = begin(self.state, loaded)
        loaded.finish()
        self.state, self.events = ruling.state, list(ruling.events)
        return self

    def edit(self, **values: Any) -> Game:
        draft = self.state.draft()
        for name, value in values.items():
            setattr(draft, name, value)
        self.state = freeze(draft)
        return self

    def set(self, row: str, unit: str, value: int) -> Game:
        return self.edit(**{row: put(getattr(self.state, row), self.number(unit), value)})

    def number(self, unit: str) -> int:
        return self.state.scenario.index[unit]

    def at(self, unit: str) -> str:
        return self.state.scenario.place_name(self.state.at[self.number(unit)])

    def get(self, row: str, unit: str) -> int:
        return getattr(self.state, row)[self.number(unit)]

    @property
    def frame(self) -> Any:
        """The decision the game waits for; None when it is over."""
        return None if self.state.outcome is not None else deciding(self.state)

    @property
    def legal(self) -> list[str]:
        return sorted(map(str, options(self.state).all()))

    def why(self, notation: str) -> list[str]:
        """The clauses that forbid an action."""
        return [reason.clause for reason in self.reasons(notation)]

    def reasons(self, notation: str) -> list[Any]:
        """The same with their words."""
        return list(why_not(self.state, self.state.scenario.battle.parse(self.state.scenario, notation)))

    @property
    def told(self) -> list[str]:
        """The events so far, by key."""
        return [event.key for event in self.events]


def game(
    *units: Unit, board: Board = PLAIN, campaign: type[Campaign] = Campaign, turns: int = 1, side: str = "union",
    agenda: Sequence[Frame] | None = None, **settings: Any,
) -> Game:  # fmt: skip
    """A game in its action cycle, with the side to choose an action."""
    battle = FieldBattle(board, units, campaign, turns)
    state = battle.set_up(battle.scenario("field", settings)).draft()
    state.agenda = tuple(agenda) if agenda is not None else (TurnEnds(), CycleEnds(), PhaseEnds(), Activation(side))
    state.phase = 1
    return Game(freeze(state))


def marching(*units: Unit, unit: str, mp: int, **rest: Any) -> Game:
    """A game in the middle of one unit's march, with so many points left; when the march ends, so does the game."""
    found = game(*units, **rest)
    march_rest = {"free": True}
    counter = found.state.scenario.pieces[found.number(unit)]
    frame = March(counter.side, unit, mp, found.at(unit), 0, **march_rest)
    return found.edit(agenda=(TurnEnds(), CycleEnds(), frame))


def with_march(found: Game, **changes: Any) -> Game:
    """The same game with the march frame changed."""
    return found.edit(agenda=(*found.state.agenda[:-1], replace(found.frame, **changes)))
