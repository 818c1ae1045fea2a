"""The file of a ladder: a line of JSON for each game, only ever added to, so that a ladder can go on where it stopped.

A line says all that made its game (scenario, rules version, seed, number, bots and their versions) and how it ended.
Files of several machines can be laid together line by line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.referee.errors import HardtackError
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.study.simulate import Result

SIGN = {UNION: 1, CONFEDERATE: -1}
LOST = "_lost"  # points of this kind count against their side


class BadResults(HardtackError):
    """A results file that cannot be gone on with."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a ladder, before it is played: who commands which side, and which dice."""

    scenario: str
    union: str
    confederate: str
    seed: str
    number: int


@dataclass(frozen=True, slots=True)
class Played(Pairing):
    """One game of a ladder and its result."""

    rules: str
    versions: tuple[str, str]  # of the two bots, the Union's first
    winner: str
    level: str
    reason: str
    turn: int
    decisions: int
    points: tuple[tuple[str, int], ...]
    moves: str
    seconds: float = 0.0

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.scenario, self.union, self.confederate, self.seed, self.number)

    @property
    def margin(self) -> tuple[int, int]:
        """How well the Union did: who won, then by how many points. Only games of one scenario compare."""
        return SIGN.get(self.winner, 0), union_points(self.points)


def union_points(points: Iterable[tuple[str, int]]) -> int:
    """By how many points the Union is ahead, however a battle counts them."""
    ahead = 0
    for name, number in points:
        side = name.removesuffix(LOST)
        ahead += SIGN.get(side, 0) * (-number if name.endswith(LOST) else number)
    return ahead


def played(pairing: Pairing, result: Result, seconds: float) -> Played:
    versions = (find_bot(pairing.union).version, find_bot(pairing.confederate).version)
    rules = find_battle(pairing.scenario).rules_version
    return Played(**asdict(pairing), rules=rules, versions=versions, **asdict(result), seconds=round(seconds, 2))


def write_line(game: Played) -> str:
    return json.dumps(asdict(game) | {"points": dict(game.points)}, separators=(",", ":"))


def read_line(line: str) -> Played:
    data: dict[str, Any] = json.loads(line)
    wanted = {field.name for field in fields(Played)}
    if not isinstance(data, dict) or data.keys() != wanted:
        raise ValueError("not a game of a ladder")
    return Played(**data | {"points": tuple(data["points"].items()), "versions": tuple(data["versions"])})


def read_results(path: Path) -> list[Played]:
    """The games of a file; none if it is not there yet. A last line that was cut off is no game."""
    if not path.exists():
        return []
    games = []
    for number, line in enumerate(whole_lines(path.read_text(encoding="utf-8")), 1):
        try:
            games.append(read_line(line))
        except (ValueError, TypeError, AttributeError):
            raise BadResults(f"{path}, line {number}: not a game of a ladder; name another file with --out") from None
    return games


def whole_lines(text: str) -> Iterator[str]:
    return (line for line in text[: text.rfind("\n") + 1].splitlines() if line)


def check_versions(path: Path, games: Iterable[Played]) -> None:
    """Refuse games by other rules or other versions of the bots: they must not be counted with today's."""
    for game in games:
        rules = find_battle(game.scenario).rules_version
        if game.rules != rules:
            raise BadResults(
                f"{path} has games of {game.scenario} by rules version {game.rules}, and these are version {rules}: "
                "name another file with --out"
            )
        for bot, version in zip((game.union, game.confederate), game.versions, strict=True):
            if find_bot(bot).version != version:
                raise BadResults(
                    f"{path} has games of {bot} version {version}, and this is version {find_bot(bot).version}: "
                    "name another file with --out"
                )


class LinesFile:
    """A file of lines to add to. What a crash left of a last line is cut off first."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a+b")
        self._file.seek(0)
        whole = self._file.read().rfind(b"\n") + 1
        self._file.truncate(whole)

    def add(self, *lines: str) -> None:
        self._file.write("".join(f"{line}\n" for line in lines).encode())
        self._file.flush()

    def close(self) -> None:
        self._file.close()
