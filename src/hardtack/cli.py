"""The `hardtack` command. Every subcommand has --help; bad input gives one clear line and a non-zero exit."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hardtack import __version__, bot_commands, host_commands, mail_commands
from hardtack.battles import all_battles, find_battle
from hardtack.board.native import COMPILED
from hardtack.referee.battle import Battle
from hardtack.referee.errors import BadOption, HardtackError
from hardtack.referee.register import LANGUAGES
from hardtack.terminal import Parser, add_parser, names, positive, show

BUILD = "compiled" if COMPILED else "plain Python"
PROVENANCE_MARKS = {"public": ("from public sources", "公開資料による"), "reconstructed": ("reconstructed", "復元")}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = build_parser()
    options = parser.parse_args(arguments or ["play"])
    try:
        return int(options.run(options) or 0)
    except BrokenPipeError:  # the reader of our output has gone, as `| head` does: nothing is wrong
        sys.stdout = None  # nor is there anything left to flush at the end
        return 0
    except (HardtackError, OSError, UnicodeDecodeError) as error:
        print(f"hardtack: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hardtack", description="Referees battles of the American Civil War.")
    parser.add_argument("--version", action="version", version=f"hardtack {__version__} ({BUILD})")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int | None], about: str, *usual: str) -> Parser:
        return add_parser(commands, name, about, *usual, run=run)

    play = command("play", run_play, "serve the game and open it in the browser", "port", "database", "no-open")
    play.add_argument("scenario", nargs="?", help="open this scenario's page at once")
    play.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets others on your network play, too")

    command("list", run_list, "list the scenarios", "json")
    bot_commands.add(command)
    mail_commands.add(command)
    host_commands.add(command)

    replay = command("replay", run_replay, "replay a game record and verify every action and die", "lang", "json")
    replay.add_argument("file", type=Path)
    replay.add_argument("--verify", action="store_true", help="only say whether it holds")

    rules = command("rules", run_rules, "read the rule register", "lang", "json")
    rules.add_argument("battle", nargs="?")
    rules.add_argument("clause", nargs="*", help='a clause id, such as "BR 8.3" or just 8.3')
    rules.add_argument("--coverage", action="store_true", help="which clauses have a test")

    chart = command("map", run_map, "draw the board with its counters", "lang")
    chart.add_argument("scenario")
    chart.add_argument("-o", "--output", type=Path, required=True, help="a .svg, .png or .pdf file")

    report = command("report", run_report, "write the report of a finished game from its record", "lang")
    report.add_argument("file", type=Path)
    report.add_argument("-o", "--out", type=Path, required=True, help="a .pdf or .html file")

    check = command("check", run_check, "validate map, counter, scenario, record and position files", "json")
    check.add_argument("files", nargs="+", type=Path)

    puzzles = command("puzzles", run_puzzles, "mine puzzles from the records of played games and write them as a set")
    puzzles.add_argument("record", nargs="+", type=Path, help="files of `hardtack simulate --save`")
    puzzles.add_argument("--system", required=True, metavar="ID", help="the set of study/data/puzzles.toml it becomes")
    puzzles.add_argument("-o", "--output", type=Path, required=True, help="the .toml file to write")
    puzzles.add_argument("--most", type=positive, default=5, metavar="N", help="puzzles of each kind")
    puzzles.add_argument("--every", type=positive, default=8, metavar="N", help="moves of a phase, look at one")

    backup = command("backup", run_backup, "copy every game into a file, while servers run", "database", "json")
    backup.add_argument("file", type=Path)
    about = "put the games of such a copy in the place of those there are"
    bring_back = command("restore", run_restore, about, "database", "json")
    bring_back.add_argument("file", type=Path)

    perft = command("perft", run_perft, "count the legal action sequences of a length, dice fixed", "seed", "json")
    perft.add_argument("scenario")
    perft.add_argument("--depth", type=positive, default=2, metavar="N")

    bench = command("bench", run_bench, "run the benchmark suite", "json")
    bench.add_argument("scenario", nargs="*", help="scenarios to time; all without any")
    bench.add_argument("--rounds", type=positive, default=5)
    bench.add_argument("--seconds", type=float, default=2.0, help="of each round")
    parts = ("engine", "thinking", "server", "faults", "browser")
    bench.add_argument("--part", action="append", choices=parts, default=[])
    bench.add_argument("--bots", type=names, default=[], metavar="A,B,...", help="to time at thinking; all without it")
    bench.add_argument(
        "--figures", type=names, default=[], metavar="A,B,...", help="of server and faults, as they begin"
    )
    bench.add_argument("--games", type=positive, help="open at once at the server; a thousand without it")
    bench.add_argument("--against", type=Path, help="a folder with another build of the package, as `make fast` makes")
    return parser


# -- the commands


def run_play(options: argparse.Namespace) -> int | None:
    if options.scenario:
        find_battle(options.scenario)
    from hardtack.server import serve  # the web stack is loaded only to serve

    return serve(
        host=options.host, port=options.port, database=options.database,
        open_browser=not options.no_open, scenario=options.scenario,
    )  # fmt: skip


def run_list(options: argparse.Namespace) -> None:
    rows = [describe(battle, scenario_id) for battle in all_battles() for scenario_id in battle.scenarios]
    lines = [f"{row['id']:28} {row['turns']:3} turns {row['units']:4} units  {row['titles']['en']}" for row in rows]
    show(options, rows, lines)


def describe(battle: Battle, scenario_id: str) -> dict[str, Any]:
    info = battle.scenarios[scenario_id]
    scenario = battle.scenario(scenario_id)
    return {
        "id": info.id,
        "titles": dict(zip(LANGUAGES, info.titles, strict=True)),
        "battle": battle.id,
        "date": info.date,
        "turns": scenario.turns,
        "first_side": scenario.first_side,
        "units": len(scenario.pieces),
        "hexes": scenario.board.playable.bit_count(),
        "rules_version": battle.rules_version,
        "bots": list(info.bots),
        "settings": {setting.name: setting.default for setting in info.settings},
        "provenance": {
            "units": dict(Counter(piece.provenance for piece in scenario.pieces)),
            **scenario.board.provenance_counts(),
        },
    }


def run_replay(options: argparse.Namespace) -> None:
    from hardtack.table import Match

    match = Match.from_record(options.file.read_text(encoding="utf-8"))
    words = match.battle.words
    log = [
        {"action": number, "clause": event.clause, "text": words.say(event.key, event.args, options.lang)}
        for number, entry in enumerate(match.journal.entries)
        for event in entry.events
    ]
    data = {
        "scenario": match.scenario.id,
        "actions": match.number,
        "turn": match.state.turn,
        "result": match.result or None,
        "verified": True,
        "log": [] if options.verify else log,
    }
    lines = [] if options.verify else [f"{line['action']:5}  {line['text']}  [{line['clause']}]" for line in log]
    lines.append(f"{match.number} actions verified; result: {match.result or 'still running'}")
    show(options, data, lines)


def run_rules(options: argparse.Namespace) -> int | None:
    if options.coverage:
        return show_coverage(options)
    battles = [pick_battle(options.battle)] if options.battle else list(all_battles())
    wanted = " ".join(options.clause)
    rows = [
        {
            "battle": battle.id,
            "id": clause.id,
            "title": clause.title(options.lang),
            "summary": clause.summary(options.lang),
            "provenance": clause.provenance,
        }
        for battle in battles
        for clause in battle.register.values()
        if not wanted or clause.id == wanted or clause.id.split(maxsplit=1)[-1] == wanted
    ]
    if not rows:
        raise BadOption(f"no clause {wanted!r} in {', '.join(battle.id for battle in battles)}")
    show(options, rows, [clause_lines(row, options.lang) for row in rows])
    return None


def clause_lines(row: Mapping[str, str], lang: str) -> str:
    """A clause as text; one that is not the book's own says so."""
    marks = PROVENANCE_MARKS.get(row["provenance"])
    mark = f" [{marks[LANGUAGES.index(lang)]}]" if marks else ""
    return f"{row['id']:10} {row['title']}{mark}\n           {row['summary']}"


def pick_battle(name: str) -> Battle:
    """A battle by its own id or by one of its scenarios."""
    for battle in all_battles():
        if battle.id == name:
            return battle
    return find_battle(name)


def show_coverage(options: argparse.Namespace) -> int:
    from hardtack.study.coverage import coverage

    rows = coverage()
    lines = [f"{row['battle']:20} {row['tested']:4} of {row['clauses']:4} clauses  {row['percent']} %" for row in rows]
    lines += [f"  without a test: {clause}" for row in rows for clause in row["missing"]]
    show(options, rows, lines)
    return 1 if any(row["missing"] for row in rows) else 0


def run_map(options: argparse.Namespace) -> None:
    from hardtack.draw.picture import save_picture
    from hardtack.referee.dice import SeededDice
    from hardtack.referee.umpire import begin

    battle = find_battle(options.scenario)
    opening = battle.set_up(battle.scenario(options.scenario))
    save_picture(begin(opening, SeededDice(1)).state, options.output, options.lang)


def run_report(options: argparse.Namespace) -> None:
    from hardtack.draw.document import document_html, document_pdf
    from hardtack.server.reports import report_document
    from hardtack.table import Match

    kind = options.out.suffix.lower()
    if kind not in (".pdf", ".html"):
        raise BadOption(f"a report is a .pdf or .html file, not {options.out.name!r}")
    document = report_document(Match.from_record(options.file.read_text(encoding="utf-8")), options.lang)
    options.out.write_bytes(document_pdf(document) if kind == ".pdf" else document_html(document).encode())


def run_check(options: argparse.Namespace) -> int:
    from hardtack.study.check import check_file

    rows = [(path, check_file(path)) for path in options.files]
    data = [{"file": str(path), "defects": defects} for path, defects in rows]
    lines = [f"{path}: {defect}" for path, defects in rows for defect in defects]
    lines += [f"{path}: fine" for path, defects in rows if not defects]
    show(options, data, lines)
    return 1 if any(defects for _, defects in rows) else 0


def run_puzzles(options: argparse.Namespace) -> None:
    from hardtack.study.puzzle_sets import find_system, is_playable, write_set
    from hardtack.study.puzzles import mine_all

    find_system(options.system)  # before the long work
    finds = mine_all(options.record, options.most, options.every, lambda find: is_playable(options.system, find))
    options.output.write_text(write_set(options.system, finds), encoding="utf-8")
    print(f"{len(finds)} puzzles in {options.output}")


def run_backup(options: argparse.Namespace) -> None:
    from hardtack.server.backup import back_up
    from hardtack.server.config import chosen_database

    copied = back_up(chosen_database(options.database), options.file)
    data = {"file": str(options.file), **copied._asdict()}
    show(options, data, [f"{copied.games} games, {copied.changes} actions copied to {options.file}"])


def run_restore(options: argparse.Namespace) -> None:
    from hardtack.server.backup import restore
    from hardtack.server.config import chosen_database, home_folder

    copied, kept = restore(chosen_database(options.database), options.file, home_folder())
    data = {"file": str(options.file), **copied._asdict(), "kept": None if kept is None else str(kept)}
    lines = [f"{copied.games} games, {copied.changes} actions restored from {options.file}"]
    lines += [f"what was there before is in {kept}"] if kept else []
    show(options, data, lines)


def run_perft(options: argparse.Namespace) -> None:
    from hardtack.referee.dice import SeededDice
    from hardtack.referee.playout import perft
    from hardtack.referee.umpire import begin

    battle = find_battle(options.scenario)
    dice = SeededDice(options.seed)
    state = begin(battle.set_up(battle.scenario(options.scenario)), dice).state
    counts = [perft(state, depth, options.seed, dice.rolled) for depth in range(1, options.depth + 1)]
    data = {"scenario": options.scenario, "seed": options.seed, "counts": counts}
    show(options, data, [f"perft({depth}) = {count}" for depth, count in enumerate(counts, 1)])


def run_bench(options: argparse.Namespace) -> None:
    from hardtack.study.bench import run_suite, table

    data = run_suite(
        options.scenario, options.part, options.rounds, options.seconds, lambda line: print(line, file=sys.stderr),
        options.bots,
        options.against,
        options.figures,
        options.games,
    )  # fmt: skip
    show(options, data, table(data))


if __name__ == "__main__":
    sys.exit(main())
