"""The fights of a game, found in its journal: who against whom, every die with its owner, what came of it.

A battle says in `Page.fight_lines` what its events mean; where a fight ends the agenda knows: with the first decision
that is no follow-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any

from hardtack.board.native import dataclass
from hardtack.referee.chance import Aftermath, Forecast, forecast, is_open
from hardtack.referee.errors import HardtackError
from hardtack.referee.events import SIDES, Event, enemy_of
from hardtack.referee.journal import Entry, Journal
from hardtack.referee.showing import FightLine
from hardtack.referee.views import may_know

NEW_TURN = "event.turn"  # what such an event begins is no part of a fight any more
BACK = 12  # actions between the order to attack and the fight: answers, leads, who joins


@dataclass(frozen=True, slots=True)
class Told:
    """One event of a fight, with each of its dice and whose that was."""

    number: int
    event: Event
    meaning: FightLine
    dice: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class Fight:
    """One fight. `number` is the action it opened with, `last` the latest that belongs to it."""

    number: int
    last: int
    turn: int
    side: str
    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    lines: list[Told] = field(default_factory=list)
    over: bool = False

    def units(self, part: str) -> tuple[str, ...]:
        """The counters that a part of the story is about, each once."""
        found: dict[str, None] = {}
        for line in self.lines:
            if line.meaning.part == part:
                found |= dict.fromkeys(named_units(line.event))
        return tuple(found)


def named_units(event: Event) -> Iterator[str]:
    for name, value in event.args:
        if name.startswith("unit") and not name.endswith("_new"):  # that one takes somebody's place
            yield from (str(part) for part in value) if isinstance(value, tuple) else (str(value),)


def fights(journal: Journal, first: int = 0, seat: str | None = None) -> Iterator[Fight]:
    """Every fight that opened with action `first` or later, as far as a seat may know; the latest may still go on."""
    state = journal.state
    lines: Mapping[str, FightLine] = state.scenario.battle.page.fight_lines
    over = state.outcome is not None
    eve: list[Told] = []
    fight: Fight | None = None
    for number in range(first, len(journal.entries)):
        entry = journal.entries[number]
        for told in _told(number, entry, lines):
            if not over and not may_know(told.event, seat):
                continue
            if told.meaning.part == "begins":
                if fight is not None:
                    fight.over = True
                    yield fight
                before = journal.state_after(number - 1) if number else entry.after
                fight = _open(told, before, entry.side, eve)
                eve = []
            elif told.meaning.part == "eve":
                eve.append(told)
            elif fight is not None:
                fight.lines.append(told)
                fight.last = number
        going_on = is_open(entry.after)
        if not going_on:
            eve = []
        if fight is not None and not going_on:
            fight.over = True
            fight.last = number
            yield fight
            fight = None
    if fight is not None:
        fight.last = len(journal.entries) - 1
        yield fight


def fight_at(journal: Journal, number: int, seat: str | None = None) -> Fight | None:
    """The fight an action belongs to, if any; where one action opens several, the last of them."""
    first = number
    while first > 1 and number - first < 40 and is_open(journal.entries[first - 1].after):
        first -= 1
    found = None
    for fight in fights(journal, first, seat):
        if fight.number > number:
            break
        if fight.number <= number <= fight.last:
            found = fight
    return found


def _told(number: int, entry: Entry, lines: Mapping[str, FightLine]) -> Iterator[Told]:
    place = 0
    for event in entry.events:
        if event.key.startswith(NEW_TURN):
            return
        rollers = entry.rollers[place : place + len(event.dice)]
        place += len(event.dice)
        if event.key in lines:
            yield Told(number, event, lines[event.key], tuple(zip(event.dice, rollers, strict=True)))


def _open(told: Told, before: Any, acting: str | None, eve: list[Told]) -> Fight:
    named, meaning = dict(told.event.args), told.meaning
    attackers, defenders = _units(named.get(meaning.attackers)), _units(named.get(meaning.defenders))
    scenario = before.scenario
    side = scenario.pieces[scenario.index[attackers[0]]].side if attackers else str(acting)
    hex_ = str(named.get(meaning.hex, ""))
    return Fight(told.number, told.number, before.turn, side, hex_, attackers, defenders, [*eve, told])


def _units(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


# -- what could be expected of it


def ordered_at(journal: Journal, fight: Fight) -> int | None:
    """The action that ordered the fight: the last at or before its opening whose aftermath the battle can count."""
    page = journal.state.scenario.battle.page
    for number in range(fight.number, max(0, fight.number - BACK), -1):
        entry, before = journal.entries[number], journal.state_after(number - 1)
        if entry.action is not None and entry.side == fight.side and page.aftermath(before, entry.after, entry.action):
            return number
        if not is_open(before):
            break
    return None


@dataclass(frozen=True, slots=True)
class Weighed:
    """A fight against what could be expected: the loss of each side on average and as it fell."""

    forecast: Forecast
    fell: Aftermath
    losses: dict[str, tuple[float, int]]  # side: expected, fell
    spread: dict[int, Fraction]  # what the Confederates lost more than the Union: its chances
    margin: int  # the same as it fell

    def luck(self, side: str) -> float:
        """How much better than on average it fell for a side, in strength."""
        mean = float(sum(value * share for value, share in self.spread.items()))
        return (self.margin - mean) * (1 if side == SIDES[0] else -1)

    def as_good_for(self, side: str) -> Fraction:
        """The chance that it falls as well as this for a side, or better."""
        sign = 1 if side == SIDES[0] else -1
        return sum((share for one, share in self.spread.items() if sign * one >= sign * self.margin), Fraction(0))


def weigh(before: Any, after: Any, action: Any, side: str) -> Weighed | None:
    """A fight of `side` that is over, weighed; None where nothing can be counted."""
    page = before.scenario.battle.page
    try:
        known = forecast(before, action)
    except HardtackError:
        return None  # seen by somebody who may not know enough for it
    fell = tuple(page.aftermath(before, after, action))
    spread: dict[int, Fraction] = {}
    means = dict.fromkeys(SIDES, Fraction(0))
    for results, share in known.chances:
        lost = losses_in(results, side, page.toll)
        for name in SIDES:
            means[name] += share * lost[name]
        margin = lost[SIDES[1]] - lost[SIDES[0]]
        spread[margin] = spread.get(margin, Fraction(0)) + share
    if not any(isinstance(value, int) for _, value in fell):
        return None
    real = losses_in(fell, side, page.toll)
    losses = {name: (float(means[name]), real[name]) for name in SIDES}
    return Weighed(known, fell, losses, spread, real[SIDES[1]] - real[SIDES[0]])


def losses_in(results: Aftermath, side: str, toll: Mapping[str, int]) -> dict[str, int]:
    """What an aftermath says each side lost: results named `union_...`, or `attacker...` and `defender...`."""
    roles = {"attacker": side, "defender": enemy_of(side)}
    lost = dict.fromkeys(SIDES, 0)
    for name, value in results:
        who = name.partition("_")[0]
        owner = roles.get(who, who)
        if owner in lost:
            lost[owner] += value if isinstance(value, int) else toll.get(value, 0)
    return lost
