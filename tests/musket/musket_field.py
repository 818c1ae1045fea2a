"""A made-up field for the Musket & Saber rules: open ground, to which each test adds what it needs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.battles.musket.actions import END
from hardtack.battles.musket.book import FRAMES, MusketBattle
from hardtack.battles.musket.reaching import with_room, within_reach
from hardtack.battles.musket.sequence import EndOfTurn
from hardtack.battles.musket.state import MusketState
from hardtack.referee.dice import LoadedDice
from hardtack.referee.events import Text, text
from hardtack.referee.frames import Decision, Frame
from hardtack.referee.options import Choice, Options
from hardtack.referee.state import WAITING, freeze
from hardtack.referee.umpire import Ruling, Umpire, begin, options, play, why_not

HEADER = (
    "id,side,code,name,name_ja,type,size,formation,formation_name,formation_name_ja,steps,cf,cf_reduced,morale,"
    "morale_reduced,march,range,state,place,within,turn,ratings,setup_provenance,provenance,source"
)
# id, type, size, steps, cf, reduced, morale, reduced, march, state, place, within, turn
UNITS = """
union ua infantry brigade 2 4 2 4 3 - - cup 0 0
union ub infantry brigade 2 4 2 4 3 - - cup 0 0
union uc infantry brigade 2 5 3 2 1 - - cup 0 0
union ud infantry brigade 2 3 2 5 4 15 - cup 0 0
union ug artillery batteries 2 3 2 4 3 - - cup 0 0
union uh artillery batteries 2 3 2 4 3 - - cup 0 0
union uv cavalry brigade 2 5 3 4 3 - - cup 0 0
union ux infantry battalion 1 1 - 3 - - - aside 0 0
union uy infantry battalion 1 1 - 3 - - - aside 0 0
union uz infantry battalion 1 1 - 3 - - - cup 0 0
union uw gunboat vessel 1 3 - 4 - - - river 0 7
union ul leader - 1 - - - - - active cup 0 0
union um leader - 1 - - - - - active cup 0 0
union uq hq - 1 - - - - - active cup 0 0
union ut train - 1 - - - - - active cup 0 0
union ur infantry brigade 2 4 2 4 3 - - entry:A 0 2
union us infantry brigade 2 4 2 4 3 - - depot 0 3
union up infantry brigade 2 4 2 4 3 - - 0707 1 1
confederate ca infantry brigade 2 4 2 4 3 - - cup 0 0
confederate cb infantry brigade 2 4 2 4 3 - - cup 0 0
confederate cc infantry brigade 2 6 3 4 3 - - cup 0 0
confederate cd infantry brigade 2 2 1 4 3 - - cup 0 0
confederate cg artillery batteries 2 3 2 4 3 - - cup 0 0
confederate cv cavalry brigade 2 5 3 4 3 - - cup 0 0
confederate cx infantry battalion 1 1 - 3 - - - cup 0 0
confederate cl leader - 1 - - - - - active cup 0 0
confederate cm leader - 1 - - - - - active cup 0 0
confederate cq hq - 1 - - - - - active cup 0 0
confederate cp infantry brigade 2 4 2 4 3 - - 0202 2 1
"""
SCENARIO = """
id = "field"
title_en = "Field"
title_ja = "野原"
summary_en = ""
summary_ja = ""
date = "1862"
length_minutes = 0
turns = 6
first_side = "union"
[[loc]]
side = "union"
hexes = ["1008"]
[[loc]]
side = "union"
hexes = ["1001"]
while_train = "ut"
in_box = "depot"
[[loc]]
side = "confederate"
hexes = ["0101"]
[[replacements]]
side = "union"
kind = "each_turn"
steps = 1
[[replacements]]
side = "confederate"
kind = "active_hq"
steps = 1
"""


def units_csv() -> str:
    lines = [HEADER]
    for row in UNITS.strip().splitlines():
        words = ["" if word == "-" else word for word in row.split()]
        side, unit, kind, size, steps, cf, cf2, morale, morale2, march, state, place, within, turn = words
        cells = [unit, side, unit, unit.upper(), unit.upper(), kind, size, unit[0], "Division", "師団", steps,
                 cf, cf2, morale, morale2, march, "", state, place, within, turn, "", "seed", "reconstructed",
                 "test"]  # fmt: skip
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Pause(Decision):
    """Where a test's frames end: nothing runs on by itself."""

    def options(self, state: MusketState) -> Options:
        return Choice([END], "MS 3.2")

    def apply(self, draft: Any, action: Any, umpire: Umpire) -> None:
        umpire.pop()

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.movement", side=self.side)


class FieldBattle(MusketBattle):
    id = "field"
    rules_version = "1"
    frame_types = (*FRAMES, Pause)
    sound = replace(MusketBattle.sound, beneath={})  # the frames of a test lie on a Pause

    def __init__(self, folder: Path) -> None:
        self.folder = folder  # type: ignore[misc]
        super().__init__()


class Field:
    """A battle on open ground 10 x 8 with whatever the test adds; states and plays from it."""

    def __init__(self, battle_type: type[FieldBattle] = FieldBattle, **ground: Any) -> None:
        settings = ground.pop("settings", {})
        self.battle = _battle(battle_type, map_toml(**ground))
        self.scenario: Any = self.battle.scenario("field", settings)
        self.grid = self.scenario.board.grid

    def state(self, frame: Frame | Sequence[Frame], places: Mapping[str, str], **facts: Any) -> MusketState:
        """Pieces where the test puts them, everybody else off the map; `disordered="ua ub"` and so on."""
        draft: Any = self.battle.set_up(self.scenario).draft()
        scenario = self.scenario
        at = [WAITING] * len(scenario.pieces)
        due = [0] * len(scenario.pieces)
        for unit, place in places.items():
            at[scenario.index[unit]] = scenario.place_at(place)
        for unit, turn in facts.pop("due", {}).items():
            due[scenario.index[unit]] = turn
        draft.at, draft.due = tuple(at), tuple(due)
        for row in ("reduced", "disordered", "moved", "fought", "struck", "helped", "fogged"):
            setattr(draft, row, self.row(facts.pop(row, "")))
        inactive = facts.pop("inactive", "").split()
        draft.active = tuple(int(unit not in inactive) for unit in scenario.ids)
        frames = (frame,) if isinstance(frame, Frame) else tuple(frame)
        draft.agenda = (EndOfTurn(), Pause("union"), *reversed(frames))
        for name, value in facts.items():
            setattr(draft, name, value)
        state: MusketState = freeze(draft)
        return state

    def row(self, marks: str) -> tuple[int, ...]:
        """ "ua ub=2" marks ua with 1 and ub with 2."""
        values = dict((mark + "=1").split("=")[:2] for mark in marks.split())
        return tuple(int(values.get(unit, 0)) for unit in self.scenario.ids)

    def run(self, state: MusketState, dice: Iterable[int] = ()) -> Ruling:
        """Run the steps on the agenda up to the next decision, using exactly these dice."""
        loaded = LoadedDice(dice)
        ruling = begin(state, loaded)
        loaded.finish()
        return ruling

    def play(self, state: MusketState, action: str, dice: Iterable[int] = ()) -> Ruling:
        loaded = LoadedDice(dice)
        ruling = play(state, self.battle.parse(self.scenario, action), loaded)
        loaded.finish()
        return ruling

    def after(self, state: MusketState, *actions: str, dice: Iterable[int] = ()) -> MusketState:
        """Several actions in a row with one run of dice."""
        loaded = LoadedDice(dice)
        for action in actions:
            state = play(state, self.battle.parse(self.scenario, action), loaded).state
        loaded.finish()
        return state

    def legal(self, state: MusketState) -> set[str]:
        return {str(action) for action in options(state).all()}

    def why_not(self, state: MusketState, action: str) -> set[str]:
        """The clauses that forbid an action."""
        return {reason.clause for reason in why_not(state, self.battle.parse(self.scenario, action))}

    def goals(self, state: MusketState) -> set[str]:
        """Hexes a declared move may go to."""
        return {word.split()[1] for word in self.legal(state) if word.startswith("to ")}

    def where(self, state: MusketState, unit: str) -> str:
        return str(self.scenario.place_name(state.at[self.scenario.index[unit]]))

    def has(self, state: MusketState, row: str, unit: str) -> int:
        return int(getattr(state, row)[self.scenario.index[unit]])

    def hex(self, name: str) -> int:
        return int(self.grid.index(name))

    def piece(self, unit: str) -> int:
        return int(self.scenario.index[unit])


def destinations(state: MusketState, group: tuple[int, ...], points: int, mode: str) -> dict[int, int]:
    """Every hex a group may end in, with its cost."""
    return with_room(state, group, within_reach(state, group, points, mode))


def told(ruling: Ruling) -> list[str]:
    return [event.key for event in ruling.events]


def map_toml(
    terrain: Mapping[str, Sequence[str]] | None = None,
    overlays: Mapping[str, Sequence[str]] | None = None,
    hexsides: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    slopes: Sequence[tuple[str, str]] = (),
    crossings: Sequence[tuple[str, str, str]] = (),
    paths: Mapping[str, Sequence[str]] | None = None,
) -> str:
    lines = ['id = "field"', 'title_en = "Field"', 'title_ja = "野原"', 'default = "clear"', "yards_per_hex = 352"]
    lines += ["[grid]", "columns = [1, 10]", "rows = [1, 8]", 'shift = "even-down"']
    for table, content in (("terrain", terrain), ("overlays", overlays), ("hexsides", hexsides)):
        lines += [f"[{table}]", *(f"{name} = {_toml(value)}" for name, value in (content or {}).items())]
    lines += ["[slopes]", f"slope = {_toml(slopes)}"] if slopes else []
    for kind, a, b in crossings:
        lines += ["[[crossings]]", f'kind = "{kind}"', f'between = ["{a}", "{b}"]', 'name_en = "X"', 'name_ja = "渡"']
        lines += ['provenance = "reconstructed"']
    for kind, hexes in (paths or {}).items():
        lines += ["[[paths]]", f'kind = "{kind}"', 'name_en = "Way"', 'name_ja = "道"', f"hexes = {_toml(hexes)}"]
        lines += ['provenance = "reconstructed"']
    lines += ["[[entries]]", 'id = "A"', 'hex = "1005"', 'side = "union"', 'provenance = "reconstructed"']
    lines += ["[[boxes]]", 'id = "depot"', 'name_en = "Depot"', 'name_ja = "補給所"', 'entry_hexes = ["1001"]']
    lines += ["[provenance]", 'default = "reconstructed"']
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return "[" + ", ".join(_toml(part) for part in value) + "]"


FIELDS = tempfile.TemporaryDirectory(prefix="musket-fields-")  # goes with the process


@cache
def _battle(battle_type: type[FieldBattle], map_text: str) -> FieldBattle:
    folder = Path(tempfile.mkdtemp(dir=FIELDS.name))
    (folder / "map.toml").write_text(map_text, encoding="utf-8")
    (folder / "units.csv").write_text(units_csv(), encoding="utf-8")
    (folder / "scenario.toml").write_text(SCENARIO, encoding="utf-8")
    (folder / "clauses.csv").write_text("id,title_en,title_ja,summary_en,summary_ja,provenance\n", encoding="utf-8")
    (folder / "words.csv").write_text("key,en,ja\n", encoding="utf-8")
    return battle_type(folder)
