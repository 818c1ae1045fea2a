"""What the `admin` commands do in the store: each gives what it found, as data and as lines for a terminal."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from typing import Any

from hardtack.host_commands import read_clean_up
from hardtack.referee.errors import BadOption
from hardtack.server import admin
from hardtack.server.housekeeping import clean_up, find_unwanted
from hardtack.server.store import Store, now

Told = tuple[Any, list[str]]


def games(store: Store, options: argparse.Namespace) -> Told:
    found = admin.list_games(store, options.state, options.limit)
    return found, [
        f"{one['id']}  {one['state']:8} {one['updated'][:16]}  {one['scenario']:24} {one['actions']:5} actions  "
        + " - ".join(seat["name"] or "?" for seat in one["seats"].values())
        for one in found
    ]


def told(found: dict[str, Any]) -> Told:
    return found, [f"{name}: {value}" for name, value in found.items()]


def game(store: Store, options: argparse.Namespace) -> Told:
    return told(admin.show_game(store, options.game))


def people(store: Store, options: argparse.Namespace) -> Told:
    found = admin.list_people(store, options.limit)
    return found, [
        f"{one['id']}  {one['since'][:16]}  {one['browsers']:3} browsers {one['seats']:4} seats  {one['name']}"
        for one in found
    ]


def person(store: Store, options: argparse.Namespace) -> Told:
    return told(admin.show_person(store, options.name))


def stats(store: Store, options: argparse.Namespace) -> Told:
    return told(admin.statistics(store, now()))


def remove(store: Store, options: argparse.Namespace) -> Told:
    admin.remove_game(store, options.game)
    return {"removed": options.game}, [f"{options.game} is gone"]


def block(store: Store, options: argparse.Namespace) -> Told:
    was = admin.block(store, options.name, now())
    return {"blocked": options.name, "was_somebodys": was}, [f"nobody can be called {options.name} any more"]


def rename(store: Store, options: argparse.Namespace) -> Told:
    admin.rename(store, options.name, options.new)
    return {"name": options.new}, [f"{options.name} is called {options.new} now"]


def revoke(store: Store, options: argparse.Namespace) -> Told:
    one_of(options)
    if options.game:
        keys, links = admin.revoke_game(store, options.game, options.keys)
    else:
        keys, links = admin.revoke_person(store, options.name)
    return {"keys": keys, "links": links}, [f"{keys} keys and {links} links open nothing any more"]


def link(store: Store, options: argparse.Namespace) -> Told:
    one_of(options)
    if options.game and not options.side:
        raise BadOption("a link to a game is to a seat of it: name it by --side")
    if options.game:
        made = admin.link_to_seat(store, options.game, options.side)
    else:
        made = admin.link_to_name(store, options.name, now())
    address = (options.public or "").rstrip("/") + made
    print("whoever has this link has what it opens; it works once", file=sys.stderr)
    return {"link": address}, [address]


def one_of(options: argparse.Namespace) -> None:
    if bool(options.name) == bool(options.game):
        raise BadOption("name somebody, or a game by --game")


def clean(store: Store, options: argparse.Namespace) -> Told:
    rules = read_clean_up(options)
    found = find_unwanted(store, rules, now()) if options.dry_run else clean_up(store, rules, now())
    done = "would be" if options.dry_run else "were"
    lines = [f"{name}: {' '.join(ids)}" for name, ids in asdict(found).items() if name != "links" and ids]
    lines.append(f"{len(found.games)} games and {found.links} links {done} thrown away")
    return asdict(found), lines


COMMANDS = {
    "games": games, "game": game, "people": people, "person": person, "stats": stats, "remove": remove,
    "block": block, "rename": rename, "revoke": revoke, "link": link, "clean": clean,
}  # fmt: skip
