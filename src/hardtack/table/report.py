"""What a report of a battle tells, as plain data: turn by turn, by formation, fight by fight, and how the dice fell.

Only a game that is over has a report: nothing of it is secret any more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hardtack.referee.battle import Battle, Scenario
from hardtack.referee.cautions import IDLE_TYPES, strength
from hardtack.referee.errors import HardtackError
from hardtack.referee.events import SIDES, Event, Outcome, Text
from hardtack.referee.fights import NEW_TURN, Fight, Weighed, fights, ordered_at, weigh
from hardtack.referee.history import History, history_of
from hardtack.referee.journal import Journal
from hardtack.referee.limits import go_on
from hardtack.referee.state import LOST
from hardtack.table.luck import DiceLuck, FightLuck, dice_luck, fight_luck
from hardtack.table.match import Match

TURNING_POINTS = 3
MOMENTS = 24  # of a battle of one turn
NEWS = 10  # lines a turn, besides its fights
UNIT = "unit"  # the parameter that names whom a line is about


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
