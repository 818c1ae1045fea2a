"""All pairs of bots against each other, each game twice with the sides swapped and the same dice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

from hardtack.battles import all_battles, find_battle
from hardtack.generals import find_bot
from hardtack.referee.errors import BadOption
from hardtack.referee.events import SIDES
from hardtack.study.results import (
    BadResults,
    LinesFile,
    Pairing,
    Played,
    check_versions,
    played,
    read_results,
    write_line,
)
from hardtack.study.simulate import Result, make_plan, play_game
from hardtack.study.spread import spread


@dataclass(frozen=True, slots=True)
class Ladder:
    """Which bots meet where, and how often: `games` a pair and scenario, half of them with the sides swapped."""

    scenarios: tuple[str, ...]
    bots: tuple[str, ...]
    games: int
    seed: str = "1"
    against: tuple[str, ...] = ()  # where any are named, only these are met, and not the bots each other

    def pairs(self) -> Iterable[tuple[str, str]]:
        return product(self.bots, self.against) if self.against else combinations(self.bots, 2)

    def pairings(self) -> Iterator[Pairing]:
        """Every game there is to play; the pairs take turns, so that a ladder stopped early is even."""
        for number in range((self.games + 1) // 2):
            for scenario in self.scenarios:
                for a, b in self.pairs():
                    yield Pairing(scenario, a, b, self.seed, number)
                    yield Pairing(scenario, b, a, self.seed, number)


def make_ladder(
    scenarios: Sequence[str], bots: Sequence[str], games: int, seed: str, against: Sequence[str] = ()
) -> Ladder:
    """Check everything before the first game. Without scenarios, all of them."""
    names = tuple(dict.fromkeys(scenarios)) or tuple(name for battle in all_battles() for name in battle.scenarios)
    everybody = (*bots, *against)
    if len(set(everybody)) < 2 or len(set(everybody)) < len(everybody):
        raise BadOption("a ladder takes two or more different bots: --bots recruit,random")
    for name in names:
        for bot in everybody:
            for side in SIDES:
                find_bot(bot).check_seat(find_battle(name), name, side)
    return Ladder(names, tuple(bots), games, seed, tuple(against))


def play_pairing(pairing: Pairing) -> tuple[Result, float]:
    """One game, with the seconds it took. It depends on nothing but the pairing."""
    started = time.perf_counter()
    bots = {"union": pairing.union, "confederate": pairing.confederate}
    result = play_game(make_plan(pairing.scenario, bots, pairing.seed, {}), pairing.number)
    return result, time.perf_counter() - started


def climb(
    ladder: Ladder,
    file: Path | None = None,
    jobs: int | None = None,
    cluster: str = "",
    progress: Callable[[int], None] | None = None,
) -> list[Played]:
    """Play what of a ladder has not been played yet, and return all its games in their order.

    `progress` hears how many games there are.
    """
    wanted = list(ladder.pairings())
    known = {} if file is None else {game.pairing: game for game in read_results(file)}
    mine = {pairing: known[pairing] for pairing in wanted if pairing in known}
    missing = [pairing for pairing in wanted if pairing not in mine]
    if file is not None:
        check_versions(file, mine.values())
        if missing:
            check_play(file, list(mine.values()))
    with nullcontext() if file is None else closing(LinesFile(file)) as keep:
        for pairing, (result, seconds) in spread(play_pairing, missing, jobs, cluster):
            game = mine[pairing] = played(pairing, result, seconds)
            if keep is not None:
                keep.add(write_line(game))
            if progress is not None:
                progress(len(mine))
    return [mine[pairing] for pairing in wanted]


def check_play(file: Path, games: Sequence[Played]) -> None:
    """Play the quickest game of each pair again: versions are raised by hand, and this is what they must tell apart."""
    quickest: dict[tuple[str, ...], Played] = {}
    for game in games:
        key = tuple(sorted((game.union, game.confederate)))
        if key not in quickest or game.seconds < quickest[key].seconds:
            quickest[key] = game
    for game in quickest.values():
        if play_pairing(game.pairing)[0].moves != game.moves:
            raise BadResults(
                f"{file} was made by other rules or other bots: {game.union} against {game.confederate} play game "
                f"{game.number} of {game.scenario} otherwise now; name another file with --out"
            )
