"""The short way for what players do all the time: an action, and what a unit may do.

It answers exactly as the routes do that describe these addresses, without the layers in between, in the event loop
itself. It takes only the plain case: a well-made request about a game in memory that nobody holds, and that is
granted. Everything else, every refusal included, goes the long way, where nothing has happened yet.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Annotated, NamedTuple
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from hardtack.referee.errors import HardtackError
from hardtack.server.answers import Lang, pick_language, request_language, write_json
from hardtack.server.connections import StoreTrouble
from hardtack.server.errors import describe, error_body, status_of
from hardtack.server.game_service import GameService
from hardtack.server.guard import SAFETY, Gone, read_again, read_body
from hardtack.server.hosting import Limits
from hardtack.server.live import LiveGame
from hardtack.server.logs import log
from hardtack.server.present import Viewer
from hardtack.server.request_bodies import SHORT
from hardtack.server.store import Write
from hardtack.server.wire import LINE, STREAM, Answering, Plain, answer_at_once

ADDRESS = re.compile(r"/api/games/([a-z0-9]{4,16})/(actions|options)")
UNIT = re.compile(r"[A-Za-z0-9_.'-]{1,40}")
OPTIONS = re.compile(rb"lang=(en|ja)&unit=([A-Za-z0-9_.'-]{1,40})&expected=([0-9]{1,9})")  # as the page asks for them
SMALL_BODY = 1_000  # bytes; no action is longer
ROUTE = "hardtack.route"  # in the scope: the pattern of the address, for whoever counts requests
PATTERNS = {what: f"/api/games/{{game}}/{what}" for what in ("actions", "options")}
ANSWER_HEADERS = [
    (b"content-type", b"application/json"), (b"cache-control", b"no-store"),
    *((name.lower().encode(), value.encode()) for name, value in SAFETY.items()),
]  # fmt: skip
ANSWER_HEAD = b"".join(b"%b: %b\r\n" % header for header in ANSWER_HEADERS)


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """The body of an action; see `request_bodies.ActionBody`."""

    action: Annotated[str, msgspec.Meta(min_length=1, max_length=SHORT)]
    expected: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Asked(NamedTuple):
    lang: Lang | None = None
    changes: bool = False
    options: bool = False
    unit: str = ""
    expected: int = -1


read_move = msgspec.json.Decoder(Move).decode


def read_query(query: bytes) -> Asked | None:
    """What is asked for, if it is nothing out of the ordinary."""
    found = OPTIONS.fullmatch(query)  # hardly two of these are alike
    if found is None:
        return read_any_query(query)
    return Asked("ja" if found[1] == b"ja" else "en", unit=found[2].decode(), expected=int(found[3]))


@lru_cache(maxsize=1_024)
def read_any_query(query: bytes) -> Asked | None:
    asked = Asked()
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, strict_parsing=bool(query))
    except ValueError:
        return None
    if len(dict(pairs)) < len(pairs):
        return None
    for name, value in pairs:
        if name == "lang" and value in ("en", "ja"):
            asked = asked._replace(lang="ja" if value == "ja" else "en")
        elif name == "changes" and value in ("true", "false"):
            asked = asked._replace(changes=value == "true")
        elif name == "options" and value in ("true", "false"):
            asked = asked._replace(options=value == "true")
        elif name == "unit" and UNIT.fullmatch(value):
            asked = asked._replace(unit=value)
        elif name == "expected" and value.isascii() and value.isdigit() and len(value) < 10:
            asked = asked._replace(expected=int(value))
        else:
            return None
    return asked


class LeanPath:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ADDRESS.fullmatch(scope["path"])
        if found is None:
            await self._pass_on(scope, receive, send)
            return
        service: GameService | None = getattr(scope["app"].state, "service", None)
        asked = read_query(scope["query_string"])
        if service is not None and asked is not None:
            game_id, what = found.groups()
            scope[ROUTE], scope["path_params"] = PATTERNS[what], {"game": game_id}
            if what == "actions" and scope["method"] == "POST" and not asked.unit and asked.expected < 0:
                await self._act(service, game_id, asked, scope, receive, send)
                return
            if what == "options" and scope["method"] == "GET" and asked.unit and asked.expected >= 0:
                await self._tell_options(service, game_id, asked, scope, receive, send)
                return
        await self.app(scope, receive, send)

    def at_once(self, service: GameService, call: Answering) -> bool:
        """Answer without a task, if all that is asked is what a unit may do, or that an action be done."""
        request = call.request
        asked = read_query(request.query)
        if asked is None:
            return False
        if request.what == "actions":
            plain = (
                request.method == b"POST" and not asked.unit and asked.expected < 0 and is_small_json(request.headers)
            )
            return plain and self._act_at_once(service, request, asked, call)
        if request.method != b"GET" or request.body or not asked.unit or asked.expected < 0:
            return False
        try:
            answer = self._options(service, request.game, asked, request.headers)
        except Exception:  # happens again on the way on which it is told
            return False
        if answer is None:
            return False
        call.reply(ANSWER_HEAD, answer)
        return True

    def _act_at_once(self, service: GameService, request: Plain, asked: Asked, call: Answering) -> bool:
        """Begin an action, to be answered when it is on disk; False when it is none that is done here."""
        try:
            turn = begin_turn(service, request.game, asked, request.headers, request.body)
        except Exception as error:
            call.go_on(partial(excuse, error))
            return True
        if turn is None:
            call.go_on(self.app)
            return True

        def told(result: bool | BaseException) -> None:
            try:
                answer = turn.end(result)
            except Exception as error:
                call.go_on(partial(excuse, error))
            else:
                if answer is None:
                    call.go_on(self.app)
                else:
                    call.reply(ANSWER_HEAD, answer)

        call.hold()
        service.writer.write_then(turn.write, told)
        return True

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The long way; of a stream only its beginning takes it."""
        line = scope.setdefault(LINE, send)
        await self.app(scope, receive, send)
        stream = scope.pop(STREAM, None)
        if stream is not None:
            for name in [name for name in scope if name.startswith("fastapi")]:
                del scope[name]  # it is through with the request, and the stream may last for hours
            with suppress(asyncio.CancelledError):  # the server ends, and the line with it
                await stream.go_on(receive, line)

    async def _tell_options(
        self, service: GameService, game_id: str, asked: Asked, scope: Scope, receive: Receive, send: Send
    ) -> None:
        try:
            answer = self._options(service, game_id, asked, dict(scope["headers"]))
        except Exception as error:
            await excuse(error, scope, receive, send)
            return
        if answer is None:
            await self.app(scope, receive, send)
        else:
            await reply(send, answer)

    async def _act(
        self, service: GameService, game_id: str, asked: Asked, scope: Scope, receive: Receive, send: Send
    ) -> None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        if not is_small_json(headers):
            await self.app(scope, receive, send)
            return
        try:
            body = await read_body(receive, Limits.body)
        except Gone:
            return
        try:
            turn = begin_turn(service, game_id, asked, headers, body)
            answer = None if turn is None else await turn.finish()
        except Exception as error:
            await excuse(error, scope, receive, send)
            return
        if answer is None:
            await self.app(scope, read_again(body, receive), send)
        else:
            await reply(send, answer)

    def _options(self, service: GameService, game_id: str, asked: Asked, headers: dict[bytes, bytes]) -> bytes | None:
        """What a unit may do at the version asked for. That is so whether or not another process has gone on from it:
        nobody looks into the store. Whoever held the seat then may know it; seats and state are followed together."""
        live = service.at_hand(game_id)
        if live is None or not live.lock.acquire(blocking=False):
            return None
        try:
            viewer = viewer_of(live, asked.lang, headers)
            match = live.match
            if viewer is None or match.to_act not in viewer.sides or asked.expected != viewer.known(match).version:
                return None
            if asked.unit not in match.scenario.index:
                return None
            found = live.views.presenter(viewer).options_of(asked.unit)
            return write_json({"version": asked.expected, "options": found})
        finally:
            live.lock.release()


class Turn(NamedTuple):
    """An action that has been played and is to be written. The game is held until it ends."""

    service: GameService
    live: LiveGame
    viewer: Viewer
    asked: Asked
    version: int  # what the viewer had before it
    number: int
    write: Write

    async def finish(self) -> bytes | None:
        """Write it and wait for that; see `end`."""
        result: bool | BaseException
        try:
            result = await self.service.writer.write(self.write)
        except BaseException as error:
            result = error
        return self.end(result)

    def end(self, result: bool | BaseException) -> bytes | None:
        """The answer once it is on disk, None when nothing was done; raises what was wrong."""
        live = self.live
        try:
            if isinstance(result, BaseException):
                self.service.forget(live)
                raise result
            if not self.service.end_play(live, result):
                return None
            if self.asked.changes:
                return live.views.since(self.viewer, self.version, self.number, self.asked.options)
            return write_json(live.views.whole(self.viewer, self.number))
        finally:
            live.lock.release()


def begin_turn(
    service: GameService, game_id: str, asked: Asked, headers: dict[bytes, bytes], body: bytes
) -> Turn | None:
    """Play an action in memory; None when nothing was done."""
    try:
        move = read_move(body)
    except msgspec.MsgspecError:
        return None
    live = service.at_hand(game_id)
    if live is None or not live.lock.acquire(blocking=False):
        return None
    turn = None
    try:
        match, viewer = live.match, viewer_of(live, asked.lang, headers)
        side = match.to_act
        if viewer is None or side is None or side not in viewer.sides:
            return None
        known = viewer.known(match)  # where something was decided in secret not all count alike
        if move.expected != known.version:
            return None
        if any(seat.answers for seat in match.seats.values()):
            return None  # somebody's standing answer may follow
        version, number = known.version, known.number
        write = service.begin_play(live, move.action, side, match.version)
        turn = None if write is None else Turn(service, live, viewer, asked, version, number, write)
        return turn
    finally:
        if turn is None:
            live.lock.release()


def is_small_json(headers: dict[bytes, bytes]) -> bool:
    length = headers.get(b"content-length", b"")
    return (
        length.isdigit()
        and len(length) < 5
        and int(length) <= SMALL_BODY
        and b"transfer-encoding" not in headers
        and headers.get(b"content-type", b"").partition(b";")[0].strip() == b"application/json"
    )


def viewer_of(live: LiveGame, lang: Lang | None, headers: dict[bytes, bytes]) -> Viewer | None:
    """Who asks, if they hold a key of the game as it is known here."""
    key = headers.get(b"x-seat-key")
    if live.forgotten or key is None or len(key) > 100:
        return None
    try:
        sides = live.seating.sides_of(key.decode("latin-1"))
    except HardtackError:
        return None
    return Viewer(sides, lang or pick_language(headers.get(b"accept-language", b"").decode("latin-1")))


async def excuse(error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
    """Tell of what went wrong. It was tried: the long way would try again."""
    lang = request_language(Request(scope))
    if isinstance(error, StoreTrouble):
        again = [(b"retry-after", b"1")] if error.code == "busy" else []
        await reply(send, write_json(describe(error, lang)), status_of(error.code), again)
        return
    log.error("an error of ours in %s", scope["path"], exc_info=error)  # the last stop, as in `guard`
    await reply(send, write_json(error_body("error", lang, type(error).__name__)), 500)


async def reply(send: Send, body: bytes, status: int = 200, more: Sequence[tuple[bytes, bytes]] = ()) -> None:
    if status == 200 and answer_at_once(send, ANSWER_HEAD, body):
        return
    headers = [*ANSWER_HEADERS, (b"content-length", b"%d" % len(body)), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
