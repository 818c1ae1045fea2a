"""The commands of whoever runs a server for others: serve, admin."""

from __future__ import annotations

import argparse
import os
from contextlib import closing
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from hardtack.referee.events import SIDES
from hardtack.terminal import Add, Parser, add_parser, positive, show

if TYPE_CHECKING:
    from hardtack.server.hosting import CleanUp, Hosting

PUBLIC = os.environ.get("HARDTACK_PUBLIC") or None
DAYS = {
    "unbegun": "games in which nobody has made a move", "abandoned": "games that were left in the middle",
    "finished": "games that are over", "links": "links that were used, withdrawn or have expired",
}  # fmt: skip
LIMITS = {
    "requests": "a second", "games": "made in an hour", "streams": "open at once",
    "lines": "connections at once", "halves": "requests half sent at once",
    "work": "hundredths of a processor, beyond which it waits",
    "bot_games": "of bots only, running at once", "offers": "games in the lobby at once",
    "names": "taken in an hour, and passkeys asked for", "body": "bytes of one request",
}  # fmt: skip


def add(command: Add) -> None:
    """Put them among the others."""
    serve = command("serve", run_serve, "serve the game to others: docs/hosting.md", "port", "database")
    serve.add_argument("--host", default="127.0.0.1", help="0.0.0.0: all addresses of this machine")
    serve.add_argument("--public", metavar="URL", default=PUBLIC, help="the address people know: https://example.org")
    serve.add_argument(
        "--proxy", action="append", default=[], metavar="ADDRESS/NET",
        help="believe what this proxy says about who asks; may be given several times",
    )  # fmt: skip
    serve.add_argument("--log", choices=("plain", "json"), default="plain", help="json: one object a line and request")
    serve.add_argument("--metrics", metavar="ADDRESS:PORT", help="tell Prometheus there how the server fares")
    serve.add_argument("--drain", type=float, default=0.0, metavar="SECONDS", help="from not being ready to stopping")
    for name, about in LIMITS.items():
        serve.add_argument(f"--most-{name.replace('_', '-')}", type=count, metavar="N", help=f"one address: {about}")
    add_days(serve)
    add_admin(command("admin", run_admin, "look after the games and names of a server"))


def add_days(parser: argparse.ArgumentParser) -> None:
    for name, about in DAYS.items():
        parser.add_argument(
            f"--clean-{name}", type=days, metavar="DAYS", help=f"throw away {about}, after so long; 0: never"
        )
    parser.add_argument("--clean-rated", action="store_true", help="rated games, too")


def count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("must be 0 (no limit) or more")
    return number


def days(text: str) -> float:
    number = float(text)
    if not 0 <= number < 100_000:
        raise argparse.ArgumentTypeError("must be 0 (never) or more")
    return number


def chosen(options: argparse.Namespace, prefix: str, names: tuple[str, ...]) -> dict[str, Any]:
    """The settings that were given; the others keep their defaults."""
    found = {name: getattr(options, f"{prefix}_{name}") for name in names}
    return {name: value for name, value in found.items() if value is not None}


def read_clean_up(options: argparse.Namespace) -> CleanUp:
    from hardtack.server.hosting import CleanUp

    return CleanUp(**chosen(options, "clean", tuple(one.name for one in fields(CleanUp))))


def read_hosting(options: argparse.Namespace) -> Hosting:
    from hardtack.server.hosting import Hosting, Limits, read_network, read_place, read_public

    return Hosting(
        proxies=tuple(read_network(one) for one in options.proxy),
        public=None if options.public is None else read_public(options.public),
        log=options.log,
        metrics=None if options.metrics is None else read_place(options.metrics),
        drain=max(0.0, options.drain),
        limits=Limits(**chosen(options, "most", tuple(LIMITS))),
        clean_up=read_clean_up(options),
    )


def run_serve(options: argparse.Namespace) -> int:
    hosting = read_hosting(options)
    from hardtack.server import serve  # the web stack is loaded only to serve

    return serve(host=options.host, port=options.port, database=options.database, open_browser=False, hosting=hosting)


# -- admin


def add_admin(admin: argparse.ArgumentParser) -> None:
    kinds = admin.add_subparsers(title="what to do", metavar="WHAT", required=True)

    def what(name: str, about: str) -> Parser:
        return add_parser(kinds, name, about, "database", "json", do=name)

    listing = what("games", "list games, the latest first")
    listing.add_argument("--state", choices=("running", "finished", "all"), default="all")
    what("game", "show one game").add_argument("game")
    listed = what("people", "list the names that are somebody's, the newest first")
    for sub in (listing, listed):
        sub.add_argument("--limit", type=positive, default=50, metavar="N")
    what("person", "show one of them").add_argument("name")
    what("stats", "show numbers about the whole store")
    what("remove", "throw a game away for good").add_argument("game")
    what("block", "take a name from everybody, for good").add_argument("name")
    renaming = what("rename", "call somebody otherwise")
    renaming.add_argument("name")
    renaming.add_argument("new")
    revoking = what("revoke", "withdraw every link to a name or a game, and a name from every browser")
    revoking.add_argument("name", nargs="?")
    revoking.add_argument("--game", metavar="ID", help="the links to this game instead")
    revoking.add_argument("--keys", action="store_true", help="with --game: nobody holds its seats any more, either")
    linking = what("link", "make a one-time link for somebody who lost theirs")
    linking.add_argument("name", nargs="?", help="to this name")
    linking.add_argument("--game", metavar="ID", help="to a seat of this game instead")
    linking.add_argument("--side", choices=SIDES)
    linking.add_argument("--public", metavar="URL", default=PUBLIC, help="the address of the server")
    cleaning = what("clean", "throw away what nobody came back to")
    add_days(cleaning)
    cleaning.add_argument("--dry-run", action="store_true", help="only say what would go")


def run_admin(options: argparse.Namespace) -> None:
    from hardtack.admin_commands import COMMANDS  # the web stack is loaded only here
    from hardtack.server.config import chosen_database
    from hardtack.server.store import open_store

    with closing(open_store(chosen_database(options.database))) as store:
        show(options, *COMMANDS[options.do](store, options))
