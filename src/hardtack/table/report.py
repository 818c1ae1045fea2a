"""What a report of a battle tells, as plain data: turn by turn, by formation, fight by fight, and how the dice fell.

Only a game that is over has a report: nothing of it is secret any more. Luck is set apart from decisions: what the same
attacks bring on average, what they brought, and how usual that is. Everything is exact. The chances of each fight are
those of its forecast; those of all fights together are added up result by result, so that a game with three fights is
judged as a game with three fights.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any

from hardtack.referee.battle import Battle, Scenario
from hardtack.referee.cautions import IDLE_TYPES, strength
from hardtack.referee.dice import FACES
from hardtack.referee.errors import HardtackError
from hardtack.referee.events import SIDES, Event, Outcome, Text
from hardtack.referee.fights import NEW_TURN, Fight, Weighed, fights, ordered_at, weigh
from hardtack.referee.history import History, history_of
from hardtack.referee.journal import Journal
from hardtack.referee.limits import go_on
from hardtack.referee.state import LOST
from hardtack.table.match import Match

Chances = Mapping[int, float]
SURE = 0.95  # an interval holds so much of all games
LEAST = 1e-12  # what is rarer is left out
TURNING_POINTS = 3
MOMENTS = 24  # of a battle of one turn
NEWS = 10  # lines a turn, besides its fights
UNIT = "unit"  # the parameter that names whom a line is about


@dataclass(frozen=True, slots=True)
class FightLuck:
    """The fights of a game together, seen by the first side: enemy losses less its own."""

    expected: float  # what these attacks bring on average: the decisions
    fell: int  # what they brought
    low: int  # nineteen of twenty games with the same attacks end between these two
    high: int
    at_least: float  # the chance of so good a result for the first side, or a better one
    at_most: float  # the same for the other side

    @property
    def luck(self) -> float:
        return self.fell - self.expected


def fight_luck(weighed: Iterable[Weighed]) -> FightLuck:
    chances: dict[int, float] = {0: 1.0}
    expected, fell = 0.0, 0
    for fight in weighed:
        spread = {margin: float(share) for margin, share in fight.spread.items()}
        chances = added(chances, spread)
        expected += sum(margin * share for margin, share in spread.items())
        fell += fight.margin
    low, high = interval(chances)
    at_least = sum(share for margin, share in chances.items() if margin >= fell)
    at_most = sum(share for margin, share in chances.items() if margin <= fell)
    return FightLuck(expected, fell, low, high, min(1.0, at_least), min(1.0, at_most))


def added(one: Chances, other: Chances) -> dict[int, float]:
    """The chances of a sum."""
    found: dict[int, float] = {}
    for first, share in one.items():
        for second, part in other.items():
            if share * part > LEAST:
                found[first + second] = found.get(first + second, 0.0) + share * part
    return found


def interval(chances: Chances) -> tuple[int, int]:
    """The middle that holds nineteen of twenty."""
    tail = (1 - SURE) / 2
    values = sorted(chances)
    below, above = (accumulate(chances[value] for value in way) for way in (values, reversed(values)))
    low = next((value for value, share in zip(values, below, strict=True) if share > tail), values[0])
    high = next((value for value, share in zip(reversed(values), above, strict=True) if share > tail), values[-1])
    return low, high


@dataclass(frozen=True, slots=True)
class DiceLuck:
    """The dice of a side: how many of each face, their mean, and how often fair dice stray as far from 3.5."""

    side: str
    faces: tuple[int, ...]

    @property
    def count(self) -> int:
        return sum(self.faces)

    @property
    def total(self) -> int:
        return sum(face * number for face, number in enumerate(self.faces, 1))

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def oddity(self) -> float:
        """Exact, however few they are."""
        if not self.count:
            return 1.0
        middle = self.count * (FACES + 1) / 2
        away = abs(self.total - middle)
        return min(1.0, sum(share for total, share in sums(self.count).items() if abs(total - middle) >= away - 1e-9))


@lru_cache(maxsize=64)
def sums(count: int) -> Mapping[int, float]:
    """The chances of each total of so many dice."""
    found: dict[int, float] = {0: 1.0}
    for _ in range(count):
        following: dict[int, float] = {}
        for total, share in found.items():
            for face in range(1, FACES + 1):
                following[total + face] = following.get(total + face, 0.0) + share / FACES
        found = following
    return found


def dice_luck(rolls: Iterable[tuple[int, str]]) -> list[DiceLuck]:
    """The dice of each side, from faces and their owners; a die for both belongs to neither."""
    counted = {side: [0] * FACES for side in SIDES}
    for face, side in rolls:
        if side in counted:
            counted[side][face - 1] += 1
    return [DiceLuck(side, tuple(faces)) for side, faces in counted.items()]


# -- the report


class NotOver(HardtackError):
    """A report was asked for while the game goes on: it would tell secrets."""


@dataclass(frozen=True, slots=True)
class FightAccount:
    """A fight, where its attackers stood, and how it compares with what was to be expected."""

    fight: Fight
    origins: tuple[str, ...]
    weighed: Weighed | None


@dataclass(slots=True)
class TurnAccount:
    """One turn: what happened in it, and how the game stood at its end."""

    turn: int
    clock: str
    last: int  # its last action
    marches: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    fights: list[FightAccount] = field(default_factory=list)
    news: list[Text] = field(default_factory=list)
    worn: dict[str, int] = field(default_factory=dict)  # what units lost outside the fights, on forced marches say
    meter: float = 0.0
    points: dict[str, int] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)
    swing: float = 0.0  # by how much the meter moved


@dataclass(frozen=True, slots=True)
class Moment:
    """How the game stood after an action."""

    number: int
    points: Mapping[str, int]
    losses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class FormationLosses:
    """A formation: its strength when the game began and at the end, and the counters it lost for good."""

    label: Text
    side: str
    before: int
    after: int
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    match: Match
    outcome: Outcome
    turns: Sequence[TurnAccount]
    turning: Sequence[TurnAccount]  # the turns in which the game was decided, in their order
    formations: Sequence[FormationLosses]
    luck: FightLuck
    dice: Sequence[DiceLuck]
    history: History | None

    @property
    def battle(self) -> Battle:
        return self.match.battle

    @property
    def scenario(self) -> Scenario:
        return self.match.scenario

    @property
    def fights(self) -> list[FightAccount]:
        return [fight for turn in self.turns for fight in turn.fights]

    @property
    def moments(self) -> list[Moment]:
        """How it stood at the ends of the turns; in a battle of one turn, in the course of it."""
        if len(self.turns) > 1:
            return [Moment(turn.last, turn.points, turn.losses) for turn in self.turns]
        journal, page = self.match.journal, self.battle.page
        last = len(journal.entries) - 1
        numbers = sorted({round(last * part / MOMENTS) for part in range(MOMENTS + 1)})
        found = [(number, page.standing(journal.state_after(number))) for number in numbers]
        return [Moment(number, dict(standing.points), dict(standing.losses)) for number, standing in found]


def make_report(match: Match) -> Report:
    if match.outcome is None:
        raise NotOver("the battle is not over yet: its report would tell secrets")
    journal = match.journal
    turns = turn_accounts(journal)
    told: set[tuple[int, Event]] = set()
    for fight in fights(journal):
        go_on()
        by_turn = next((one for one in turns if one.last >= fight.number), turns[-1])
        by_turn.fights.append(account_of(journal, fight))
        told |= {(line.number, line.event) for line in fight.lines}
    wear_out(journal, turns, told)
    turning = turning_points(turns) if len(turns) > 1 else []
    rolls = [die for entry in journal.entries for die in zip(entry.dice, entry.rollers, strict=True)]
    weighed = [one.weighed for turn in turns for one in turn.fights if one.weighed is not None]
    return Report(
        match, match.outcome, turns, turning, formation_losses(journal), fight_luck(weighed), dice_luck(rolls),
        history_of(match.battle, match.scenario.id),
    )  # fmt: skip


def turning_points(turns: Sequence[TurnAccount]) -> list[TurnAccount]:
    decided = sorted(turns, key=lambda turn: (-abs(turn.swing), -len(turn.fights), turn.turn))[:TURNING_POINTS]
    return sorted((turn for turn in decided if turn.swing or turn.fights), key=lambda turn: turn.turn)


def account_of(journal: Journal, fight: Fight) -> FightAccount:
    ordered = ordered_at(journal, fight)
    before = journal.state_after(max(0, (ordered or fight.number) - 1))
    scenario: Scenario = before.scenario
    places = {scenario.place_name(before.at[scenario.index[unit]]) for unit in fight.attackers}
    origins = tuple(sorted(place for place in places - {fight.hex} if scenario.board.grid.has(place)))
    weighed = None
    if ordered is not None:
        weighed = weigh(before, journal.state_after(fight.last), journal.entries[ordered].action, fight.side)
    return FightAccount(fight, origins, weighed)


def turn_accounts(journal: Journal) -> list[TurnAccount]:
    """Every turn with its marches and its news, and how the game stood at its end."""
    page = journal.state.scenario.battle.page
    turns: list[TurnAccount] = []
    coming: list[Text] = []  # told with the last action of a turn, when the next one had begun
    now: Any = journal.opening
    marching: tuple[str, str] | None = None  # whose move the last action was: the next hex of a march is no other one
    for number, entry in enumerate(journal.entries):
        before, now = now, entry.after
        turn = before.turn if number else now.turn
        if not turns or turns[-1].turn != turn:
            turns.append(TurnAccount(turn, page.clock(before if number else now), number, news=coming))
            coming = []
        turns[-1].last = number
        if entry.side is not None and entry.action is not None:
            hint, last = page.hint(before, entry.action), marching
            marching = (entry.side, hint.unit) if hint.kind == "move" else None
            turns[-1].marches[entry.side] += marching not in (None, last)
        news = turns[-1].news
        for event in entry.events:
            if number and event.key.startswith(NEW_TURN):
                news = coming
            if event.key in page.chronicle:
                news.append(Text(event.key, event.args))
    meter = page.standing(journal.entries[0].after).meter
    for account in turns:
        account.news = together(account.news, page.listed)[:NEWS]
        standing = page.standing(journal.state_after(account.last))
        account.swing, meter = standing.meter - meter, standing.meter
        account.meter, account.points, account.losses = meter, dict(standing.points), dict(standing.losses)
    return turns


def together(news: Sequence[Text], listed: Collection[str]) -> list[Text]:
    """Lines that say the same of several units one after the other become one, where its words can name several."""
    found: list[Text] = []
    for line in news:
        unit, rest = _unit_and_rest(line)
        before, same = _unit_and_rest(found[-1]) if found else ((), None)
        if line.key in listed and found and found[-1].key == line.key and rest == same:
            args = tuple((name, (*before, *unit) if name == UNIT else value) for name, value in line.args)
            found[-1] = Text(line.key, args)
        else:
            found.append(line)
    return found


def _unit_and_rest(line: Text) -> tuple[tuple[Any, ...], Any]:
    named = dict(line.args)
    unit = named.pop(UNIT, ())
    return unit if isinstance(unit, tuple) else (unit,), named


def wear_out(journal: Journal, turns: Sequence[TurnAccount], told: Collection[tuple[int, Event]]) -> None:
    """Losses that no fight tells of: forced marches, stragglers."""
    lines = journal.state.scenario.battle.page.fight_lines
    for number, entry in enumerate(journal.entries):
        for event in entry.events:
            known = dict(event.args)
            unit, lost = str(known.get(UNIT, "")), known.get("n")
            is_loss = event.key in lines and lines[event.key].part == "loss"
            if is_loss and (number, event) not in told and unit and isinstance(lost, int):
                worn = next(one for one in turns if one.last >= number).worn
                worn[unit] = worn.get(unit, 0) + lost


def formation_losses(journal: Journal) -> list[FormationLosses]:
    """Strength before and after, by the formations of the roster; leaders and the like have none."""
    first, last = journal.entries[0].after, journal.state
    scenario: Scenario = last.scenario
    page = scenario.battle.page
    found = []
    for formation in page.roster(last):
        numbers = [scenario.index[unit] for unit in formation.units]
        troops = [number for number in numbers if scenario.pieces[number].type not in IDLE_TYPES]
        gone = tuple(scenario.pieces[number].id for number in numbers if last.at[number] == LOST != first.at[number])
        before = sum(strength(page.look(first, number).numbers) for number in troops)
        left = [number for number in troops if last.at[number] != LOST]
        after = sum(strength(page.look(last, number).numbers) for number in left)
        if before or gone:
            found.append(FormationLosses(formation.label, formation.side, before, after, gone))
    return found
