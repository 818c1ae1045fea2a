"""Lessons: short games from a position of their own, each about one idea, with a task the referee checks.

They are data: every `lessons/*.toml` in the data folder of a battle is a set of them and is found without being listed
anywhere. A lesson is played like any other game. Its dice fall as the file says: dice of a seed that begin with just
these faces are looked for, so that undo, records and the proof of the dice are those of every game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count
from pathlib import Path

import hardtack.battles
from hardtack.battles import find_battle, package_names
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.blows import chance_to_win
from hardtack.referee.datafile import read_table
from hardtack.referee.dice import FACES, SeededDice
from hardtack.referee.errors import BadData, HardtackError
from hardtack.referee.position import FIRST_LINE, write_position
from hardtack.referee.tasks import Attempt, Task, is_done, threat, wrong_words
from hardtack.referee.umpire import deciding
from hardtack.table.match import Match

Both = tuple[str, str]  # a text in English and Japanese
FOLDER = "lessons"
KINDS = ("lesson", "puzzle")
THEMES = ("attack", "withdraw", "hold")
MOST_DICE = 6  # to find a seed for more takes too long
MOST_REPLIES = 20  # of the other side in a row
TRY = "?"  # before a step of a solution: it is tried, and refused
GOING, DONE, FAILED = "going", "done", "failed"


class UnknownLesson(HardtackError):
    """There is no such lesson."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake that has a sentence of its own."""

    when: Task
    say: Both


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea: where it begins, what is to be done, and everything that is said about it."""

    id: str
    side: str
    title: Both
    idea: Both
    task: Both
    hint: Both
    wrong: Both
    done: Both
    position: str
    goals: tuple[Task, ...]
    solution: tuple[str, ...]
    dice: tuple[int, ...] = ()
    replies: tuple[str, ...] = ()  # what the other side does when it is asked, the first that is allowed
    slips: tuple[Slip, ...] = ()
    show: tuple[str, ...] = ()  # hexes the hint points at
    look: tuple[str, ...] = ()  # hexes at the corners of what is worth seeing; without any, all that is on the map
    most: int = 0  # actions it may take; 0: as many as one likes
    clauses: tuple[str, ...] = ()  # where to read more
    scored: bool = False  # how the game stands belongs to it, though its task does not end the game
    theme: str = ""  # of a puzzle: what it asks for
    trap: tuple[str, ...] = ()  # of a puzzle: what seems natural and is wrong
    percents: tuple[int, int] = (0, 0)  # of a puzzle: the chance its solution leaves, and the trap's
    weighed: Both | None = None  # of a wrong answer: what it is worth, with {hex} and {percent}
    through: Both | None = None  # the same where the enemy gets through without a fight
    source: str = ""  # where the position comes from

    @property
    def scenario(self) -> str:
        """The scenario its position belongs to."""
        return scenario_of(self.position)


@dataclass(frozen=True, slots=True)
class LessonSet:
    """The lessons of one game, in order."""

    id: str
    order: int
    title: Both
    about: Both
    lesson: tuple[Lesson, ...]
    kind: str = KINDS[0]

    def find(self, lesson_id: str) -> Lesson:
        for lesson in self.lesson:
            if lesson.id == lesson_id:
                return lesson
        raise UnknownLesson(f"{self.id} has no lesson {lesson_id[:40]!r}")


@dataclass(frozen=True, slots=True)
class Progress:
    """How an attempt stands, and the sentence that belongs to it."""

    state: str  # going | done | failed
    say: Both


# -- finding them


@cache
def all_sets() -> tuple[LessonSet, ...]:
    """Every set of every battle, in the order a newcomer should meet them."""
    battles = Path(hardtack.battles.__file__).parent
    files = [file for name in package_names() for file in sorted((battles / name / "data" / FOLDER).glob("*.toml"))]
    return tuple(sorted(map(read_set, files), key=lambda one: (one.kind, one.order, one.id)))


def find_lesson(set_id: str, lesson_id: str) -> tuple[LessonSet, Lesson]:
    for found in all_sets():
        if found.id == set_id:
            return found, found.find(lesson_id)
    raise UnknownLesson(f"no set of lessons is called {set_id[:40]!r}")


def read_set(file: Path) -> LessonSet:
    """A set as its file has it. What the words in it mean is checked by `defects_of`."""
    return read_table(LessonSet, file, "set")


def defects_of(file: Path) -> list[str]:
    """Everything that is wrong with a set: words that mean nothing, positions that no game has, wrong solutions."""
    try:
        found = read_set(file)
    except BadData as error:
        return str(error).split("; ")
    wrong = [] if found.kind in KINDS else [f"kind is one of {', '.join(KINDS)}, not {found.kind!r}"]
    seen: set[str] = set()
    for lesson in found.lesson:
        twice = [f"{lesson.id} appears twice"] if lesson.id in seen else []
        seen.add(lesson.id)
        if (found.kind == "puzzle") != bool(lesson.theme):
            twice.append(f"{lesson.id}: a puzzle has a theme, and nothing else has")
        wrong += twice + [f"{lesson.id}: {defect}" for defect in lesson_defects(lesson)]
    return [f"{file.name}: {defect}" for defect in wrong]


def lesson_defects(lesson: Lesson) -> list[str]:
    empty = [
        f"{name} has no text in both languages"
        for name in ("title", "idea", "task", "hint", "wrong", "done")
        if not all(part.strip() for part in getattr(lesson, name))
    ]
    if len(lesson.dice) > MOST_DICE or not all(1 <= face <= FACES for face in lesson.dice):
        return [*empty, f"at most {MOST_DICE} dice with faces from 1 to {FACES}"]
    try:
        match = begin(lesson)
    except HardtackError as error:
        return [*empty, f"position: {error}"]
    scenario = match.scenario
    tasks = (*lesson.goals, *(slip.when for slip in lesson.slips))
    wrong = [word for task in tasks for word in wrong_words(task, scenario)]
    wrong += [
        f"no hex {hex_!r} on this map" for hex_ in (*lesson.show, *lesson.look) if not scenario.board.grid.has(hex_)
    ]
    wrong += [f"no clause {clause!r}" for clause in lesson.clauses if clause not in match.battle.register]
    if lesson.side not in match.battle.sides:
        wrong.append(f"no side {lesson.side!r}")
    if wrong:
        return empty + wrong
    if match.to_act != lesson.side:
        return [*empty, f"it begins with {match.to_act} to act, not with {lesson.side}"]
    wrong = solution_defects(lesson, match)
    if lesson.theme:
        wrong += puzzle_defects(lesson, None if wrong else match)
    return empty + wrong


def puzzle_defects(lesson: Lesson, solved: Match | None) -> list[str]:
    """A puzzle's answer is worth what its file says, counted again, and its trap is one."""
    if lesson.theme not in THEMES or not lesson.trap or not lesson.source:
        return [f"a puzzle has a theme ({', '.join(THEMES)}), a trap and a source"]
    wrong = [] if solved is None else worth_defects(lesson, "solution", solved, DONE)
    match = begin(lesson)
    try:
        ended = [follow(lesson, match, step) for step in lesson.trap][-1]
    except HardtackError as error:
        return [*wrong, f"trap: {error}"]
    return wrong + worth_defects(lesson, "trap", match, ended.state)


def worth_defects(lesson: Lesson, name: str, match: Match, ended: str) -> list[str]:
    """Whether an answer that has been played ends as it should, and is worth what the file says."""
    state, said = (DONE, lesson.percents[0]) if name == "solution" else (FAILED, lesson.percents[1])
    found = weigh(lesson, Attempt(lesson.side, match.journal.entries))
    if found is not None and found.percent == said and ended == state:
        return []
    told = "nothing" if found is None else f"{found.percent} %"
    return [f"{name}: it is {ended} with {told}, not {state} with {said} %"]


def solution_defects(lesson: Lesson, match: Match) -> list[str]:
    """The solution must be playable and lead to the goal with its last step, not before."""
    if not lesson.goals or not lesson.solution:
        return ["it has no goal or no solution"]
    for number, step in enumerate(lesson.solution, 1):
        try:
            before = follow(lesson, match, step)
        except HardtackError as error:
            return [f"solution: {step!r}: {error}"]
        last = number == len(lesson.solution)
        if before.state != (DONE if last else GOING):
            return [f"solution: after {step!r} it is {before.state}, not {DONE if last else GOING}"]
    return []


def follow(lesson: Lesson, match: Match, step: str) -> Progress:
    """Do a step of a solution: play it, or try what the rules forbid."""
    if step.startswith(TRY):
        return judge(lesson, match, [reason.clause for reason in match.why_not(step.removeprefix(TRY))])
    match.play(step, lesson.side)
    answer(lesson, match, lambda action, side: match.play(action, side))
    return judge(lesson, match)


# -- playing them


def begin(lesson: Lesson, find: Callable[[str], Battle] = find_battle) -> Match:
    """The game of a lesson."""
    return Match.from_position(whole_position(lesson.position, find), seed=seed_for(lesson.dice), find=find)


def whole_position(text: str, find: Callable[[str], Battle]) -> str:
    """A position of which only what matters is written: the rest is as the scenario begins.

    A piece that is named without numbers has those it begins with. Where those are that are not named, a line
    `others` says: `-` yet to come (as without the line), `x` gone for good, `stay` where they begin; with numbers that
    all of them have, as in `others - due=0`.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    named = scenario_of(text)
    settings = {word[1]: word[2] for line in lines if (word := line.split())[0] == "set"}
    battle = find(named)
    opening = battle.set_up(battle.scenario(named, settings))
    given = {head(line): line for line in lines if not line.startswith("frame ")}
    others = given.pop("others", "others -")
    frames = [line for line in lines if line.startswith("frame ")]
    written = []
    for line in write_position(opening).splitlines():
        name = head(line)
        if name == "frame":
            continue
        if name.startswith("piece "):
            line = placed(line, given.pop(name, None), others)
        written.append(given.pop(name, line))
    return "\n".join([FIRST_LINE, *written[1:], *given.values(), *frames]) + "\n"


def scenario_of(text: str) -> str:
    words = (line.split() for line in text.splitlines())
    return next((line[1] for line in words if len(line) == 2 and line[0] == "scenario"), "")


def head(line: str) -> str:
    """What a line of a position is about."""
    words = line.split()
    return " ".join(words[: 2 if words[0] in ("piece", "set") else 1])


def placed(usual: str, given: str | None, others: str) -> str:
    """The line of a piece: as it is written, with the numbers it has at the beginning where none is given."""
    _, unit, start, *numbers = usual.split()
    *_, place, _ = [*(word for word in (given or others).split() if "=" not in word), ""]
    place = start if place == "stay" else place
    own = [word for word in (given or others).split() if "=" in word]
    values = dict(word.split("=", 1) for word in (*numbers, *own))
    return " ".join(["piece", unit, place, *(f"{name}={value}" for name, value in values.items())])


@cache
def seed_for(faces: tuple[int, ...]) -> str:
    """The first seed whose dice begin with these faces."""
    for number in count():
        dice = SeededDice(f"lesson {number}")
        if all(dice.face(place) == face for place, face in enumerate(faces)):
            return dice.seed
    raise AssertionError  # numbers do not end


def answer(lesson: Lesson, match: Match, play: Callable[[Action, str], object]) -> None:
    """Let the other side do what the lesson has it do, as long as it is asked.

    What the lesson does not foresee it does only where it can do nothing else, or has to settle an attack.
    """
    for _ in range(MOST_REPLIES):
        side = match.to_act
        if side is None or side == lesson.side:
            return
        allowed = match.options
        wanted = [action for action in map(match.parse, lesson.replies) if action in allowed]
        if not wanted:
            every = allowed.all()
            wanted = every if len(every) == 1 or deciding(match.state).follow_up else []
        if not wanted:
            return
        play(wanted[0], side)


def judge(lesson: Lesson, match: Match, refused_by: Collection[str] = ()) -> Progress:
    """How the attempt stands, after something was tried that these clauses forbid, if it was.

    It has failed by a known slip, by too many actions, or when the other side is to act or another turn has begun.
    """
    attempt = Attempt(lesson.side, match.journal.entries, refused_by)
    found = weigh(lesson, attempt)
    if all(is_done(task, attempt) for task in lesson.goals):
        return Progress(DONE, lesson.done)
    for slip in lesson.slips:
        if is_done(slip.when, attempt):
            return Progress(FAILED, slip.say)
    if found is not None:
        return Progress(FAILED, found.say(lesson))
    too_many = lesson.most and len(attempt.own) >= lesson.most
    over = match.to_act != lesson.side or match.state.turn != match.journal.entries[0].after.turn
    if too_many or over:
        return Progress(FAILED, lesson.wrong)
    if lesson.theme:
        return Progress(GOING, lesson.task)
    played = [str(entry.action) for entry in attempt.own]
    known = [step for step in lesson.solution if not step.startswith(TRY)]
    return Progress(GOING, lesson.task if played == known[: len(played)] else lesson.wrong)


@dataclass(frozen=True, slots=True)
class Weighed:
    """What an answer to a puzzle is worth: a chance, the hex it is about, and whether it comes without a fight."""

    chance: Fraction
    hex: str
    through: bool = False

    @property
    def percent(self) -> int:
        return round(self.chance * 100)

    def say(self, lesson: Lesson) -> Both:
        english, japanese = (lesson.through if self.through else lesson.weighed) or lesson.wrong
        words = {"hex": self.hex, "percent": self.percent}
        return english.format(**words), japanese.format(**words)


def weigh(lesson: Lesson, attempt: Attempt) -> Weighed | None:
    """The exact worth of the answer that was given to a puzzle; None before that, and of what cannot be weighed."""
    if not lesson.theme or not attempt.own:
        return None
    if lesson.theme == "attack":
        begun = attempt.entries[0].after
        won = chance_to_win(begun, attempt.own[0].action) if attempt.own[0].action is not None else None
        return None if won is None else Weighed(*won)
    blow = threat(lesson.goals[0], attempt)
    return None if blow is None else Weighed(blow.chance, blow.hex, bool(blow.unit))
