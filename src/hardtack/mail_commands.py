"""The commands of a game by mail: new, join, show, check, act, undo, answer, resign, rematch, record, play."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from hardtack.bot_commands import read_settings
from hardtack.mail import BadLetter, Desk, MailGame, Sitting
from hardtack.mail.errors import mail_words
from hardtack.mail.lines import BOTH, DICE
from hardtack.referee.errors import BadOption
from hardtack.referee.events import SIDES, Value, enemy_of, pack
from hardtack.referee.register import LANGUAGES
from hardtack.referee.umpire import deciding
from hardtack.table.saves import write_atomically
from hardtack.terminal import Add, Parser, add_parser, show

LATEST = 12  # lines of the log that `show` ends with


def add(command: Add) -> None:
    """Put them among the others."""
    mail = command("mail", run_mail, "play by mail: one file that goes to and fro, without a server")
    parts = mail.add_subparsers(title="what to do", metavar="WHAT", required=True)

    def part(name: str, do: Callable[[argparse.Namespace], int | None], about: str, *usual: str) -> Parser:
        return add_parser(parts, name, about, "lang", "json", *usual, do=do)

    new = part("new", run_new, "begin a game: write the file to be sent to the other player")
    new.add_argument("scenario")
    new.add_argument("--side", choices=SIDES, required=True, help="the side you play")
    new.add_argument("--name", required=True, help="who you are")
    new.add_argument(
        "--dice", choices=DICE, default=BOTH,
        help="both (the default): nobody can look ahead or roll again; own: fewer letters, for players who trust "
        "each other",
    )  # fmt: skip
    new.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario")
    join = part("join", run_join, "join the game of a file; then send it back")
    join.add_argument("--name", required=True, help="who you are")
    showing = part("show", run_show, "say how a game stands and what is wanted of you")
    showing.add_argument("--legal", action="store_true", help="list every action you may play now")
    showing.add_argument("--position", action="store_true", help="print the position as text, too")
    check = part("check", run_check, "verify a file: every line, action and die, and against the copy you keep")
    act = part("act", run_act, "play actions; what follows one that rolls dice is declared ahead of them")
    undo = part("undo", run_undo, "take your last action back, as long as it is not sealed and rolled no dice")
    answer = part("answer", run_answer, "open your part of the dice the other player waits for")
    resign = part("resign", run_resign, "give the game up")
    rematch = part("rematch", run_rematch, "when a game is over: begin the next one, with the sides swapped")
    record = part("record", run_record, "write the game as an ordinary record")
    record.add_argument("-o", "--output", type=Path, help="a file; the terminal without it")
    about = "open the page on this machine and play your turn there"
    play = part("play", run_play, about, "port", "database", "no-open")
    for sub in (new, join, showing, check, act, undo, answer, resign, rematch, record, play):
        sub.add_argument("file", type=Path, metavar="FILE", help="the file of the game")
    rematch.add_argument("next", type=Path, metavar="NEXT", help="the file of the next game, to be written")
    act.add_argument("actions", nargs="+", metavar="ACTION", help='in the notation, such as "move SHE 0804"')


def run_mail(options: argparse.Namespace) -> int | None:
    try:
        return int(options.do(options) or 0)
    except BadLetter as error:
        print(f"hardtack: {error.say(options.lang)}", file=sys.stderr)
        return 2


def desk() -> Desk:
    from hardtack.server.config import home_folder  # where everything of the user's is

    return Desk(home_folder())


# -- the commands


def run_new(options: argparse.Namespace) -> None:
    if options.file.exists():
        raise BadOption(f"{options.file} is there already")
    settings = read_settings(options.set)
    sitting = desk().begin(options.scenario, options.side, options.name, options.dice, settings)
    write(options, sitting)


def run_join(options: argparse.Namespace) -> None:
    write(options, desk().join(read(options), options.name))


def run_show(options: argparse.Namespace) -> None:
    game, side = open_game(options)
    match = game.match
    more = log_lines(game, max(0, game.moves + 1 - LATEST), options.lang) if match is not None else []
    if options.legal and match is not None and side is not None and game.wanted(side) == "act":
        more += ["", *map(str, match.legal())]
    if options.position and match is not None:
        more += ["", match.position().rstrip("\n")]
    report(options, game, side, more)


def run_check(options: argparse.Namespace) -> None:
    report(options, *open_game(options))


def run_act(options: argparse.Namespace) -> None:
    sitting = sit(options)
    before = sitting.game.moves
    sitting.answer()
    sitting.act(*options.actions)
    sitting.seal()
    write(options, sitting, before)


def run_undo(options: argparse.Namespace) -> None:
    sitting = sit(options)
    sitting.undo()
    write(options, sitting)


def run_answer(options: argparse.Namespace) -> None:
    sitting = sit(options)
    before = sitting.game.moves if sitting.game.match is not None else -1
    sitting.answer()
    sitting.seal()
    write(options, sitting, before)


def run_resign(options: argparse.Namespace) -> None:
    sitting = sit(options)
    sitting.answer()
    sitting.resign()
    sitting.seal()
    write(options, sitting)


def run_rematch(options: argparse.Namespace) -> None:
    following = desk().rematch(sit(options))
    if options.next.exists() and options.next.read_text(encoding="utf-8") != following.text:
        raise BadOption(f"{options.next} is there already")
    write_atomically(options.next, following.text)
    report(options, following.game, following.side)


def run_record(options: argparse.Namespace) -> None:
    match = open_game(options)[0].match
    if match is None:
        raise BadOption("the game has not begun: there is nothing to record")
    if options.output is None:
        print(match.record(), end="")
    else:
        options.output.write_text(match.record(), encoding="utf-8", newline="\n")


def run_play(options: argparse.Namespace) -> int:
    from hardtack.server import serve  # the web stack is loaded only to serve

    sitting = sit(options)
    sitting.answer()
    write_atomically(options.file, sitting.text)
    start = f"mail#open={sitting.own.commitment}.{sitting.own.key}"
    return serve(port=options.port, database=options.database, open_browser=not options.no_open, page=start)


# -- what they share


def read(options: argparse.Namespace) -> str:
    text: str = options.file.read_text(encoding="utf-8-sig", errors="replace")
    return text


def open_game(options: argparse.Namespace) -> tuple[MailGame, str | None]:
    """The game of a file, verified; and the side of whoever looks, if they are one of its players."""
    here, text = desk(), read(options)
    try:
        sitting = here.sit(text)
    except BadLetter as error:
        if error.key not in ("not_yours", "not_joined"):
            raise
        return here.read(text), None
    return sitting.game, sitting.side


def sit(options: argparse.Namespace) -> Sitting:
    return desk().sit(read(options))


def write(options: argparse.Namespace, sitting: Sitting, before: int | None = None) -> None:
    """Write the file, and say what happened since so many actions and what is to be done now."""
    write_atomically(options.file, sitting.text)
    lines = [] if before is None else log_lines(sitting.game, before + 1, options.lang)
    report(options, sitting.game, sitting.side, lines)


def say(key: str, lang: str, **args: Value) -> str:
    return mail_words().say(f"said.{key}", pack(args), lang)


def report(options: argparse.Namespace, game: MailGame, side: str | None, more: list[str] | None = None) -> None:
    lang = options.lang
    letter, match = game.letter, game.match
    names = {one: game.names.get(one, say("nobody", lang)) for one in SIDES}
    turn = match.state.turn if match is not None else 0
    battle = game.find(letter.heading.scenario)
    title = battle.scenarios[letter.heading.scenario].titles[LANGUAGES.index(lang)]
    lines = [
        say("players", lang, title=title, union=names["union"], confederate=names["confederate"]),
        say(f"dice_{letter.heading.dice}", lang),
        say("checked", lang, lines=len(letter.lines), moves=game.moves, turn=turn),
        *(more or []),
        wanted(game, side, lang),
    ]
    data = {
        "scenario": letter.heading.scenario, "names": game.names, "dice": letter.heading.dice, "verified": True,
        "lines": len(letter.lines), "actions": game.moves, "turn": turn, "side": side, "writes": game.pen,
        "wanted": None if side is None else game.wanted(side), "sealed": game.sealed,
        "result": None if match is None else match.result or None,
    }  # fmt: skip
    show(options, data, lines)


def wanted(game: MailGame, side: str | None, lang: str) -> str:
    """What is to be done now, in a sentence."""
    founder = game.letter.heading
    if game.match is not None and game.over and game.sealed:
        return say("over", lang, result=game.match.result)
    if not game.letter.lines:
        if side is None:
            return say("join", lang, name=founder.name)
        return say("invite", lang, term=enemy_of(side))
    if side is None:
        return say("look", lang, name=game.names[game.pen])
    kind = game.wanted(side)
    if kind == "act" and game.match is not None:
        asked = deciding(game.match.state).prompt(game.match.state)
        return say(kind, lang, prompt=game.match.battle.words.say(asked.key, asked.args, lang))
    return say(kind, lang) if kind == "seal" else say(kind, lang, name=game.names[enemy_of(side)])


def log_lines(game: MailGame, first: int, lang: str) -> list[str]:
    """The log from an action on."""
    if game.match is None:
        return []
    words = game.match.battle.words
    return [
        f"{number:5}  {words.say(event.key, event.args, lang)}  [{event.clause}]"
        for number, entry in enumerate(game.match.journal.entries[first:], first)
        for event in entry.events
    ]
