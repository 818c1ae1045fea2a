"""Games straight from the store, where they need not open any more: as a list shows them, the records of those that the
present rules no longer replay, nothing of which must be lost, and throwing them away."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa

from hardtack.referee.actions import Action
from hardtack.referee.errors import HardtackError, WrongSeat
from hardtack.referee.record import HIDDEN, compose_record
from hardtack.referee.seals import SEED, header, is_secret, read_seals
from hardtack.server import seat_store
from hardtack.server.errors import NoSeat, PrivateGame
from hardtack.server.game_service import GameService
from hardtack.server.keys import GAME_ID
from hardtack.server.live import END, TAKE_BACK, UNDO, read_dice
from hardtack.server.present import Viewer
from hardtack.server.schema import games
from hardtack.server.seating import Seating
from hardtack.server.store import Row, Store

Played = tuple[str, str, tuple[int, ...]]  # side, action, dice
Card = tuple[Row, list[Row], Seating]  # the game, its seats, who holds them


def delete(service: GameService, game_id: str, key: str | None) -> None:
    """Throw a game away. Only who has a key to it may, and nobody else has taken a seat."""
    service.store.known_game(game_id)
    seating = service.seating(game_id)
    held = seating.sides_of(key)
    if key is None:
        raise NoSeat("spectators cannot delete a game")
    sides = [seat["side"] for seat in service.store.seats_of([game_id])]
    others = [side for side in sides if side not in held and seating.held(side)]
    if others:
        raise WrongSeat(f"the game is also {' and '.join(others)}'s")
    service.remove(game_id)


def stored_record(service: GameService, game_id: str, key: str | None) -> tuple[str, str]:
    """The scenario and the record of a game as whoever holds the key may know it; nothing is replayed."""
    row, seats = service.store.known_game(game_id), service.store.seats_of([game_id])
    sides = service.seating(game_id).sides_of(key)
    if row["visibility"] == "private" and key is None:
        raise PrivateGame("the game is private")
    if row["delay"] and not sides and not row["over"]:  # how far they may see takes a game that can be played
        raise NoSeat("whoever watches this game sees it late")
    played = standing(service.store.changes_after(game_id, 0))
    if not row["over"]:
        eye, verbs = Viewer(sides, "en").eye(row["to_act"]), known_verbs(service, row["scenario"])
        played = [shown(move, eye, verbs) for move in played]
        if verbs and service.library.find(row["scenario"]).has_secret_phases(row["scenario"]):
            played = own_only(played, eye)
    opening = ("", "", read_dice(row["opening_dice"]))
    first = {"scenario": row["scenario"], "rules": row["rules"]}
    return row["scenario"], compose_record(
        first, json.loads(row["settings"]), record_headers(row, seats), [opening, *played], result_of(row)
    )


def standing(changes: Iterable[Row]) -> list[Played]:
    """The actions that stand, without those taken back."""
    played: list[Played] = []
    for change in changes:
        if change["kind"] in (UNDO, TAKE_BACK):
            del played[len(played) - int(change["action"]) :]
        elif change["kind"] != END:
            played.append((change["side"], change["action"], read_dice(change["dice"])))
    return played


def known_verbs(service: GameService, scenario_id: str) -> Mapping[str, type[Action]]:
    try:
        return service.library.find(scenario_id).known_verbs
    except HardtackError:
        return {}  # a scenario that has left the library


def shown(move: Played, eye: str | None, verbs: Mapping[str, type[Action]]) -> Played:
    """An action of another seat is hidden if it is secret, and if nobody knows any more whether it was."""
    side, action, dice = move
    kind = verbs.get(action.split()[0])
    open_to_all = kind is not None and not kind.secret
    return move if side == eye or open_to_all else (side, HIDDEN, dice)


def own_only(played: Iterable[Played], eye: str | None) -> list[Played]:
    """The moves of one seat; what others did between two of them is one that nobody knows, whatever it was."""
    found: list[Played] = []
    for side, action, dice in played:
        if side == eye:
            found.append((side, action, dice))
        elif not found or found[-1][1:] != (HIDDEN, ()):
            found.append((side, HIDDEN, ()))
    return found


def record_headers(row: Row, seats: Iterable[Row]) -> dict[str, str]:
    named = {seat["side"]: seat["bot"] or seat["name"] for seat in seats if seat["bot"] or seat["name"]}
    headers: dict[str, str] = json.loads(row["headers"])
    if not row["over"]:
        return named | {name: value for name, value in headers.items() if not is_secret(name)}
    seals = read_seals(headers)
    sealed = row["seed"] is not None and bool(seals)
    return named | headers | ({header(SEED, seals[-1].first): row["seed"]} if sealed else {})


def result_of(row: Row) -> str:
    """As a record has it; games of older servers did not note the clause."""
    if not row["outcome"]:
        return ""
    outcome = json.loads(row["outcome"])
    return " ".join(outcome[part] for part in ("winner", "level", "clause") if outcome.get(part))


def latest(store: Store, over: bool | None, limit: int, before: float | None) -> list[Card]:
    """Games that anybody may see listed, the latest first."""
    query = sa.select(games).order_by(games.c.updated.desc(), games.c.id).limit(limit)
    query = query.where(games.c.visibility == "open", games.c.lesson.is_(None))
    if over is not None:
        query = query.where(games.c.over == over)
    if before is not None:
        query = query.where(games.c.updated < before)
    with store.reading():  # one look at the store for all of it
        return _with_seats(store, store.rows(query))


def these(store: Store, game_ids: Iterable[str]) -> list[Card]:
    """These games, in this order, as far as there are such games."""
    wanted = [game_id for game_id in game_ids if GAME_ID.fullmatch(game_id)]
    with store.reading():
        rows = {row["id"]: row for row in store.games(wanted)}
        return _with_seats(store, [rows[game_id] for game_id in wanted if game_id in rows])


def _with_seats(store: Store, rows: Sequence[Row]) -> list[Card]:
    seatings = seat_store.seatings(store, [row["id"] for row in rows])
    by_game: dict[str, list[Row]] = {row["id"]: [] for row in rows}
    for seat in store.seats_of(by_game):
        by_game[seat["game"]].append(seat)
    return [(row, by_game[row["id"]], seatings[row["id"]]) for row in rows]
