"""The commands that let bots play without a screen: simulate, ladder, odds, train, tune."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from hardtack.battles import find_battle
from hardtack.referee.errors import BadOption
from hardtack.referee.events import SIDES
from hardtack.terminal import Add, names, positive, progress_bar, show

USUAL = ("seed", "jobs", "on", "json")


def add(command: Add) -> None:
    """Put them among the others."""
    sim = command("simulate", run_simulate, "play bots against each other without a screen", *USUAL)
    sim.add_argument("scenario")
    for side in SIDES:
        sim.add_argument(f"--{side}", default="random", metavar="BOT")
    sim.add_argument("--games", type=positive, default=100, metavar="N")
    sim.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario")
    sim.add_argument("--save", type=Path, metavar="DIR", help="write the record of every game into this folder")

    about = "measure bots: all pairs, sides swapped, with ratings; goes on where it stopped"
    ladder = command("ladder", run_ladder, about, *USUAL)
    ladder.add_argument("scenario", nargs="*", help="scenarios to play; all without any")
    ladder.add_argument("--bots", type=names, required=True, metavar="A,B,...", help="two or more, by their names")
    ladder.add_argument("--against", type=names, default=[], metavar="C,D,...", help="meet only these, not each other")
    ladder.add_argument("--games", type=positive, default=20, metavar="N", help="a pair and scenario, sides swapped")
    ladder.add_argument("--out", type=Path, metavar="FILE", help="keep the games here, and go on with those it has")
    ladder.add_argument("--publish", type=Path, metavar="FILE", help="put the tallies among those of this file")
    ladder.add_argument("--markdown", action="store_true", help="print the tables of docs/strength.md")

    odds = command("odds", run_odds, "measure what an advantage by a bot's evaluation is worth", "seed", "jobs", "json")
    odds.add_argument("scenario", nargs="+")
    odds.add_argument("--games", type=positive, default=40, metavar="N", help="of each scenario")
    odds.add_argument("--out", type=Path, metavar="FILE", help="put what is found among what this file has")

    train = command("train", run_train, "learn an evaluation from games a bot plays against itself", *USUAL)
    train.add_argument("scenario")
    train.add_argument("--bot", default="recruit", help="who plays")
    train.add_argument("--games", type=int, default=100, metavar="N", help="0: learn from --data only")
    train.add_argument(
        "--data", type=Path, required=True, metavar="FILE", help="keep the positions here, and add to it"
    )
    train.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file of weights")

    about = "find by play how much each term of an evaluation should count, for either side"
    tune = command("tune", run_tune, about, *USUAL)
    tune.add_argument("scenario")
    tune.add_argument("--rounds", type=positive, default=4, metavar="R")
    tune.add_argument("--games", type=positive, default=600, metavar="N", help="of each round")
    tune.add_argument(
        "--against", type=names, default=["recruit"], metavar="A,B,...", help="bots it meets beside itself"
    )
    tune.add_argument("--pairs", type=positive, default=50, metavar="P", help="games against recruit, sides swapped")
    tune.add_argument(
        "--start", type=Path, metavar="FILE", help="begin with these leanings, not with the given weights"
    )
    tune.add_argument("--sides", type=names, default=list(SIDES), metavar="A,B", help="whose terms are changed")
    tune.add_argument("--terms", type=names, default=[], metavar="A,B,...", help="which terms; all without it")
    tune.add_argument("--through", action="store_true", help="as the bot plays that carries actions through")
    tune.add_argument("--level", action="store_true", help="not how a term's weight changes in the course of the game")
    tune.add_argument("--manner", action="store_true", help="the numbers of a commander who plays at a glance")
    tune.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file of leanings")


def run_simulate(options: argparse.Namespace) -> None:
    from hardtack.study.simulate import make_plan, simulate

    bots = {side: getattr(options, side) for side in SIDES}
    save = "" if options.save is None else str(options.save)
    plan = make_plan(options.scenario, bots, options.seed, read_settings(options.set), save=save)
    if save:
        options.save.mkdir(parents=True, exist_ok=True)
    with progress_bar(options.games) as bar:
        report = simulate(plan, options.games, options.jobs, bar, options.on)
    data = report.data()
    lines = [f"{options.games} games of {options.scenario}: {data['mean_decisions']:.0f} decisions each"]
    for side in SIDES:
        low, high = data["win_rate_interval"][side]
        wins, rate = data["wins"][side], data["win_rate"][side]
        lines.append(f"  {side:12} {bots[side]:10} {wins:5} wins  {rate:6.1%}  (95 %: {low:.1%} to {high:.1%})")
    lines.append(f"  {data['draws']} draws; {data['decisions_per_second']:.0f} decisions a second")
    lines += [f"    {count:5}  {level}" for level, count in data["levels"].items()]
    show(options, data, lines)


def run_ladder(options: argparse.Namespace) -> None:
    from hardtack.study.ladder import climb, make_ladder
    from hardtack.study.strength import lines, markdown, publish, table_of

    ladder = make_ladder(options.scenario, options.bots, options.games, options.seed, options.against)
    with progress_bar(len(list(ladder.pairings()))) as bar:
        table = table_of(ladder, climb(ladder, options.out, options.jobs, options.on, bar))
    if options.publish is not None:
        publish(table, options.publish)
    show(options, table.report(), [markdown(table)] if options.markdown else lines(table))


def run_odds(options: argparse.Namespace) -> None:
    from hardtack.generals.learned import logistic, put_odds
    from hardtack.study.selfplay import measure_odds

    found = {}
    for scenario in options.scenario:
        found[scenario] = measure_odds(scenario, options.games, options.seed, options.jobs)
        if options.out is not None:
            command = f"hardtack odds {scenario} --games {options.games} --seed {options.seed}"
            put_odds(options.out, scenario, found[scenario], command)
    lines = [
        f"{scenario}: even, the Union wins {logistic(union):.0%}; {scale:.1f} ahead, {logistic(1 + union):.0%}"
        for scenario, (scale, union) in found.items()
    ]
    show(options, {name: {"scale": scale, "union": union} for name, (scale, union) in found.items()}, lines)


def run_train(options: argparse.Namespace) -> None:
    from hardtack.generals import find_bot
    from hardtack.study.selfplay import play_all, read_positions
    from hardtack.study.training import train

    for side in SIDES:
        find_bot(options.bot).check_seat(find_battle(options.scenario), options.scenario, side)
    where = (options.data, options.jobs, options.on)
    with progress_bar(max(1, options.games)) as bar:
        play_all(options.scenario, options.bot, options.games, options.seed, *where, bar)
    words = ["hardtack train", options.scenario, f"--bot {options.bot} --games {options.games} --seed {options.seed}"]
    wanted = [position for position in read_positions(options.data) if position.scenario == options.scenario]
    model = train(wanted, " ".join(words))
    options.out.write_text(model.text(), encoding="utf-8", newline="\n")
    lines = [f"{key}: {value}" for key, value in model.made.items()]
    show(options, {"scenario": model.scenario, **model.made}, lines)


def run_tune(options: argparse.Namespace) -> None:
    if not {*options.sides} <= {*SIDES}:
        raise BadOption(f"--sides takes {' and '.join(SIDES)}")
    if options.manner:
        run_manners(options)
        return
    from hardtack.study.tuning import compare, start_tuning, tune

    tuning = start_tuning(
        options.scenario, options.seed, options.start, options.against, options.sides, options.terms, options.through,
        options.level,
    )  # fmt: skip
    words = ["hardtack tune", options.scenario, f"--rounds {options.rounds} --games {options.games}"]
    words += [f"--against {','.join(options.against)}", *(["--through"] if options.through else [])]
    words += ["--level"] if options.level else []
    words += [f"--sides {','.join(options.sides)}"] if tuple(options.sides) != SIDES else []
    words += [f"--terms {','.join(options.terms)}"] if options.terms else []
    words += [f"--seed {options.seed}", *([f"--start {options.start.name}"] if options.start is not None else [])]

    def tell(line: str) -> None:
        """Keep every round: what was found is not lost with the next."""
        print(line, file=sys.stderr)
        options.out.write_text(tuning.text(" ".join(words)), encoding="utf-8", newline="\n")

    tune(tuning, options.rounds, options.games, options.jobs, options.on, tell)
    found = compare(tuning, options.pairs, options.jobs, options.on)
    lines = [
        f"{options.scenario}: {tuning.games} games of tuning, then {options.pairs} pairs against recruit",
        f"  of the games it won {found.union:.0%} as Union and {found.confederate:.0%} as Confederate",
        f"  swapped pairs: {found.better} better, {found.worse} worse, {found.level} level",
    ]
    show(options, {"scenario": options.scenario, "games": tuning.games, **asdict(found)}, lines)


def run_manners(options: argparse.Namespace) -> None:
    from hardtack.study.manners import check, search_on, start_search

    search = start_search(options.scenario, options.seed, options.against, options.start)
    words = ["hardtack tune", options.scenario, f"--manner --rounds {options.rounds} --games {options.games}"]
    words += [f"--against {','.join(options.against)} --seed {options.seed}"]
    words += [f"--start {options.start.name}"] if options.start is not None else []

    def tell(line: str) -> None:
        print(line, file=sys.stderr)
        options.out.write_text(search.text(" ".join(words)), encoding="utf-8", newline="\n")

    search_on(search, options.rounds, options.games, options.jobs, tell)
    check(search, options.pairs, options.jobs)
    tell(f"{options.scenario}: {search.games} games, then {options.pairs} before and after for each side and enemy")
    lines = [
        f"{options.scenario}, {side} against {enemy}: {before:.0%} before, {after:.0%} after"
        for side, enemies in search.found.items()
        for enemy, (before, after) in enemies.items()
    ]
    show(options, {"scenario": options.scenario, "games": search.games, "found": search.found}, lines)


def read_settings(pairs: Sequence[str]) -> dict[str, str]:
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"--set takes NAME=VALUE, not {pair!r}")
        settings[name] = value
    return settings
