"""Mines puzzles from games the bots play: positions in which one attack is far better than every other.

"Better" is exact: the chance that the enemy is gone from the hex that was attacked, over every way the dice can fall,
with the answers the other side is presumed to give. A find is written as a lesson of the kind `puzzle`, with the
position as changes to the opening of its scenario.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.referee.actions import Action
from hardtack.referee.chance import settled
from hardtack.referee.datafile import read_table
from hardtack.referee.decisions import Gather
from hardtack.referee.errors import BadOption
from hardtack.referee.position import write_position
from hardtack.referee.showing import Hint
from hardtack.referee.state import State
from hardtack.referee.umpire import options, to_act
from hardtack.table import Match

Both = tuple[str, str]  # a text in English and Japanese
LEAST = Fraction(1, 4)  # a puzzle's answer works at least so often,
MARGIN = Fraction(1, 8)  # so much more often than the best attack on any other hex,
TIMES = Fraction(3, 2)  # and so many times as often
MOST = 60  # attacks to look at


@dataclass(frozen=True, slots=True)
class Find:
    """A position, whose turn it is, the attacks that are best, and the exact chance of the best one on each hex."""

    state: State
    side: str
    answers: tuple[str, ...]  # all on one hex, and equally good
    hex: str
    chances: Mapping[str, Fraction]

    @property
    def next_best(self) -> Fraction:
        return max(chance for hex_, chance in self.chances.items() if hex_ != self.hex)


def mine(scenario_id: str, bot: str, seed: str, most_decisions: int = 100_000) -> Iterator[Find]:
    """The puzzles of one game, in order, at most one a turn and side."""
    match = Match.new(scenario_id, seed=seed, seats=dict.fromkeys(find_battle(scenario_id).sides, find_bot(bot)))
    seen: set[tuple[int, str | None]] = set()
    while match.outcome is None and match.number < most_decisions:
        state, side = match.state, match.to_act
        if (state.turn, side) not in seen:
            found = examine(state)
            if found is not None:
                seen.add((state.turn, side))
                yield found
        match.run_bots(step=True)


def examine(state: State) -> Find | None:
    """The puzzle of a position, if it is one."""
    attacks = attacks_in(state)
    if len({hint.hex for hint in attacks.values()}) < 2 or len(attacks) > MOST:
        return None
    rated = {action: chance_of(state, action, hint) for action, hint in attacks.items()}
    best: dict[str, Fraction] = {}
    for action, chance in rated.items():
        best[attacks[action].hex] = max(best.get(attacks[action].hex, chance), chance)
    first, second = sorted(best.values(), reverse=True)[:2]
    if first < LEAST or first - second < MARGIN or first < TIMES * second:
        return None
    answers = tuple(str(action) for action, chance in rated.items() if chance == first)
    return Find(state, str(to_act(state)), answers, next(hex_ for hex_ in best if best[hex_] == first), best)


def attacks_in(state: State) -> dict[Action, Hint]:
    page = state.scenario.battle.page
    hints = {action: page.hint(state, action) for action in options(state).all()}
    return {action: hint for action, hint in hints.items() if hint.kind == "attack" and hint.hex}


def chance_of(state: State, action: Action, hint: Hint) -> Fraction:
    """The exact chance that an attack drives the enemy from the hex or destroys him.

    Where it has to be gathered for first, those who have been named so far go in.
    """
    place = state.scenario.place_at(hint.hex)
    enemies = [piece for piece, at in enumerate(state.at) if at == place]
    presume = state.scenario.battle.knowledge.presume
    total = Fraction(0)
    ends = list(settled(state, action, presume).items())
    while ends:
        after, share = ends.pop()
        top = after.agenda[-1] if after.agenda and len(after.agenda) > len(state.agenda) else None
        if isinstance(top, Gather) and top.going in options(after):
            ends += [(then, share * more) for then, more in settled(after, top.going, presume).items()]
        elif not any(after.at[piece] == place for piece in enemies):
            total += share
    return total


def short_position(state: State) -> str:
    """A position as a lesson writes it: what differs from the opening of the scenario."""
    scenario = state.scenario
    usual = dict(_lines(write_position(scenario.battle.set_up(scenario))))
    lines = [f"scenario {scenario.id}", "others stay"]
    for name, line in _lines(write_position(state)):
        if name == "frame":
            lines.append(line)
        elif name.startswith("piece ") and usual.get(name) != line:
            before, words = set(usual[name].split()), line.split()
            lines.append(" ".join([*words[:3], *(word for word in words[3:] if word not in before)]))
        elif usual.get(name) != line:
            lines.append(line)
    return "\n".join(lines)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines()[1:]:
        words = line.split()
        if words[0] != "scenario":
            yield " ".join(words[: 2 if words[0] in ("piece", "set") else 1]), line


@dataclass(frozen=True, slots=True)
class System:
    id: str
    order: int
    title: Both
    about: Both


@dataclass(frozen=True, slots=True)
class Sayings:
    """What puzzles say, in both languages, with the names of the numbers in braces."""

    name: Both
    idea: Both
    task: Both
    hint: Both
    wrong: Both
    done: Both
    system: tuple[System, ...]


def sayings() -> Sayings:
    return read_table(Sayings, Path(__file__).parent / "data" / "puzzles.toml")


def find_system(system_id: str) -> System:
    systems = {system.id: system for system in sayings().system}
    if system_id not in systems:
        raise BadOption(f"no system {system_id[:40]!r}; there are {', '.join(systems)}")
    return systems[system_id]


def write_set(system_id: str, found: Sequence[Find]) -> str:
    """A set of puzzles as a file."""
    said, system = sayings(), find_system(system_id)
    head = [
        "# Mined by `hardtack puzzles` from games of the bots; the chances are exact.",
        "",
        f"id = {_text(system.id)}",
        'kind = "puzzle"',
        f"order = {system.order}",
        f"title = {_text(system.title)}",
        f"about = {_text(system.about)}",
    ]
    return "\n".join([*head, *(_puzzle(number, find, said) for number, find in enumerate(found, 1))]) + "\n"


def _puzzle(number: int, find: Find, said: Sayings) -> str:
    words = {
        "turn": find.state.turn, "hex": find.hex, "count": len(find.chances),
        "best": _percent(find.chances[find.hex]), "next": _percent(find.next_best),
    }  # fmt: skip
    texts = {"title": said.name} | {key: getattr(said, key) for key in ("idea", "task", "hint", "wrong", "done")}
    return "\n".join(
        [
            "",
            "[[lesson]]",
            f'id = "{number}"',
            f"side = {_text(find.side)}",
            *(f"{key} = {_text([text.format(**words) for text in pair])}" for key, pair in texts.items()),
            "most = 1",
            f"look = {_text(sorted(find.chances))}",
            f"position = '''\n{short_position(find.state)}\n'''",
            f'goals = [{{ kind = "chose", actions = {_text(find.answers)} }}]',
            f"solution = [{_text(find.answers[0])}]",
        ]
    )


def _percent(chance: Fraction) -> int:
    return round(float(chance) * 100)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
