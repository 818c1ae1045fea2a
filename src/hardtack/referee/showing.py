"""What a battle declares for the screen, as plain data: no page knows a particular battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.errors import BadData
from hardtack.referee.events import CONFEDERATE, UNION, Text


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing a player may set before the game: an option, a reading of the book, a reconstructed number."""

    name: str
    default: Any
    values: tuple[Any, ...]
    clause: str
    labels: tuple[str, str]
    kind: str = "reading"  # option | reading | number
    choices: tuple[tuple[str, str], ...] = ()  # what each value is called; none where the values speak for themselves

    def __post_init__(self) -> None:
        if self.choices and len(self.choices) != len(self.values):
            raise BadData(f"setting {self.name}: {len(self.choices)} names for {len(self.values)} values")

    def called(self, place: int) -> list[str]:
        """The values as a player reads them, in one of the two languages; a yes or no has no names of its own."""
        if self.choices or isinstance(self.default, bool):
            return [names[place] for names in self.choices]
        return [str(value) for value in self.values]


def read_choices(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The names of a setting's values as the data files list them: `choices_en` beside `choices_ja`."""
    return tuple(zip(row.get("choices_en", ()), row.get("choices_ja", ()), strict=True))


@dataclass(slots=True, unsafe_hash=True)  # a value; not frozen: so many are made, and a frozen one takes thrice as long
class Hint:
    """How a screen may present an action without knowing the battle.

    `kind` is one of: move, attack, choose, end. `hex` is where the click goes, `unit` whose click it is;
    `path` and `cost` belong to moves, `attackers` and `target` to attacks. A move that `stops` ends the
    unit's movement; `risk` names a roll the action depends on, or its price.
    Where several counters are named one by one, whoever is named `apart` is not among "all".
    """

    kind: str
    label: Text
    unit: str = ""
    hex: str = ""
    cost: int | None = None
    path: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()
    target: str = ""
    stops: bool = False
    risk: Text | None = None
    apart: bool = False


@dataclass(slots=True, unsafe_hash=True)  # a value, as `Hint` is
class Look:
    """How a counter shows now: printed numbers in the book's order and the states marked on it."""

    numbers: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()  # fatigue1..4, disordered, exhausted, demoralised, entrenched, no_ammo, moved
    can_act: bool = False
    spent: bool = False
    unseen_at: str = ""  # the hex where it stands hidden, for a seat that may know


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge that players have built over a hexside, drawn on the map."""

    hex: str
    hex2: str
    side: str
    secret: bool = False  # only planned, and only in the view of a seat that may know


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of an attack planner: a strength, a shift or a die modifier with its clause.

    A line about one hex (a hex that guards a flank, say) names it, and a page can draw the line on the board.
    """

    clause: str
    label: Text
    value: str
    side: str = ""
    hex: str = ""


@dataclass(frozen=True, slots=True)
class FightLine:
    """What an event means in the story of a fight.

    `part` is one of PARTS; `die` says what its dice were rolled for, with the words `die.<die>`, or `term` where the
    event's own `term` does. An event that begins a fight names the parameters that hold the two sides and the hex.
    """

    part: str
    die: str = ""
    attackers: str = "units"
    defenders: str = ""
    hex: str = "hex"

    def __post_init__(self) -> None:
        if self.part not in PARTS:
            raise BadData(f"a line of a fight is one of {', '.join(PARTS)}, not {self.part!r}")


PARTS = ("eve", "begins", "roll", "loss", "destroyed", "shaken", "retreat", "advance")
"""Before the fight, its opening, dice and what they mean, strength lost, a counter gone, order or nerve lost, moves."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex of an overlay.

    `kind` says how it is tinted: good, fair, poor, bad, here (where it is asked from), or first and second: two groups
    of which neither is better.
    """

    hex: str
    kind: str
    text: str = ""  # a number or two signs written into the hex
    label: Text | None = None  # what a hex card says of it


@dataclass(frozen=True, slots=True)
class Way:
    """A march of several actions to a hex further off, as it would go if nothing came between."""

    hex: str
    cost: int
    path: tuple[str, ...]  # the hexes in order, without the one it starts from
    actions: tuple[Action, ...]
    stops: bool = False
    risk: Text | None = None


@dataclass(frozen=True, slots=True)
class Reaction:
    """A question that comes up in the other side's turn, or again and again, and the answers that can be given once for
    all. Its words are `reaction.<frame>` and, for each answer, `reaction.<frame>.<verb>`."""

    frame: str  # the name of the decision's class
    verbs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Formation:
    """A corps or division and its pieces, for the roster: the leader first, then as the order of battle has them."""

    label: Text
    side: str
    units: tuple[str, ...]
    lines: tuple[Text, ...] = ()  # how it stands: strength left, points to demoralisation


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of the book: row heads, column heads, cells; drawn by the page and the PDF alike.

    `notes` below it say what its letters and signs mean.
    """

    key: str
    clause: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    provenance: str = "seed"
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """How the game stands: a score from -1 (Confederate) to +1 (Union) and the numbers behind it.

    `points` are the victory points of the sides that score them, where the battle counts any: a page shows them
    beside the meter, and the losses where there are none.
    """

    meter: float
    lines: tuple[Text, ...] = ()
    losses: tuple[tuple[str, int], ...] = ()
    points: tuple[tuple[str, int], ...] = ()


def meter(lead: float, winner: str | None = None) -> float:
    """The score of a Union lead, where 1 is all there is to win; a game that is over is won or drawn."""
    return max(-1.0, min(1.0, lead)) if winner is None else {UNION: 1.0, CONFEDERATE: -1.0}.get(winner, 0.0)


@dataclass(frozen=True, slots=True)
class Goal:
    """One way to win, in a sentence. A `sudden` one ends the game before its last turn; those are told first."""

    clause: str
    label: Text
    side: str = ""  # whose way to win it is; none where it is open to both
    sudden: bool = False


@dataclass(slots=True, unsafe_hash=True)  # a value, as `Hint` is
class Objective:
    """A hex that wins the game or scores, marked on the map. One that means something to each side is listed twice."""

    hex: str
    label: Text  # what it means and to whom, in a sentence: a hex card and the key of the map say it
    clause: str
    side: str = ""  # who wins or scores by it; none where either may
    sudden: bool = False  # it can end the game before its last turn
    points: int = 0  # the victory points it is worth, where it is worth any
    holder: str = ""  # the side that has it now, as the rule counts it


@dataclass(frozen=True, slots=True)
class Caution:
    """Something a player may regret when the phase ends now, and whom or what to look at."""

    label: Text
    unit: str = ""
    hex: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """What the home page and `hardtack list` show."""

    id: str
    battle: str
    titles: tuple[str, str]
    about: tuple[str, str]
    date: str
    turns: int
    first_side: str
    settings: tuple[Setting, ...] = ()
    bots: tuple[str, ...] = ("random", "recruit", "veteran")
    solitaire_side: str = ""  # the side the book's own system can command: the bot `doctrine`
    doctrine_settings: tuple[tuple[str, Any], ...] = ()  # what must be set for it
    length_minutes: int = 60
