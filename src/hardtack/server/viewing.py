"""The view of a live game, whole or as what has changed since the version a viewer has.

All of it happens under the game's lock. What is the same for several viewers is made once; so is what one viewer is
told of a version, however many devices listen.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from weakref import ref

from hardtack.referee.battle import Battle
from hardtack.server.answers import write_json
from hardtack.server.catalogue import Json
from hardtack.server.clocks import DAY, Clock
from hardtack.server.errors import UnknownMove, own_words
from hardtack.server.library import bot_words
from hardtack.server.present import RECENT, Presenter, Viewer
from hardtack.server.scenes import Scene, make_scene, no_secrets
from hardtack.server.seating import BOTS, Held, Seating
from hardtack.server.talk_store import TAKE_BACK, Proposal
from hardtack.table import Match, Seat
from hardtack.table.seats import BOT

if TYPE_CHECKING:
    from hardtack.server.live import LiveGame

ORIGIN = re.compile(r"([A-Za-z0-9_-]{1,16}) ([0-9]{1,9})")


class Shown:
    """A view without its log, as one viewer was told it."""

    __slots__ = ("body", "number", "version")

    def __init__(self, body: Json) -> None:
        self.body = body
        self.version: int = body["version"]
        self.number: int = body["number"]


class Views:
    """What has been made of a game for its viewers: of the present version, and of the last one to compare with."""

    def __init__(self, live: LiveGame) -> None:
        self._live = ref(live)  # whose views these are: a game that is put out of memory is gone at once
        self._scenes: dict[tuple[str, str | None, bool], Scene] = {}
        self._now: dict[Viewer, Shown] = {}
        self._before: dict[Viewer, Shown] = {}
        self._presenters: dict[Viewer, Presenter] = {}
        self._around: dict[Viewer, tuple[Any, Json]] = {}
        self._news: Json | None = None  # where all count alike
        self._written: dict[Viewer, tuple[Json, bytes]] = {}
        self._told: dict[tuple[str, Any, int], tuple[list[Json], list[Json]]] = {}

    @property
    def live(self) -> LiveGame:
        live = self._live()
        assert live is not None  # nobody has views but by their game
        return live

    def changed(self) -> None:
        """The game stands at another version, or others sit at it."""
        if self._now:
            self._before, self._now = self._now, {}
        self._news = None
        self._presenters.clear()
        self._written.clear()
        self._told.clear()

    @property
    def pieces(self) -> int:
        """How many pieces have been made ready: most of the memory that views take."""
        return sum(len(scene.pieces) for scene in self._scenes.values())

    def presenter(self, viewer: Viewer) -> Presenter:
        """A presenter of the present version that takes what others have had made."""
        found, match = self._presenters.get(viewer), self.live.match
        if found is not None and found.truth is match.state and found.to_act == match.to_act:
            return found
        presenter = self._presenters[viewer] = Presenter(match, viewer)
        secret = None if presenter.state is presenter.truth else presenter.eye or ""
        which = (viewer.lang, secret, match.journal.ended is not None)
        scene = self._scenes.get(which)
        if scene is None or scene.state is not presenter.state:
            scene = make_scene(presenter.state, presenter.to_act, True, viewer.lang, scene)
            self._scenes[which] = scene
        presenter.scene = scene
        return presenter

    # -- whole

    def whole(self, viewer: Viewer, since: int | None = None, number: int | None = None) -> Json:
        """The view, now or after an earlier action, with the log since an action or of the latest."""
        match = self.live.match
        if number is None:
            presenter = self.presenter(viewer)
        else:
            check_number(viewer.known(match), number)
            presenter = Presenter(match, viewer, number)
        return {**presenter.body(), **self.around(viewer), **log_since(presenter, since)}

    def around(self, viewer: Viewer) -> Json:
        """What is no matter of the board; most of it stays as it is for a whole game."""
        live, match = self.live, self.live.match
        faults = sum([len(seat.faults) for seat in match.seats.values()])
        behind = match.delay if not viewer.sides and match.outcome is None else 0
        thinking, proposals = live.bot_next and not live.paused and not behind, live.open_proposals
        rests_on = (
            live.seating_count, faults, live.veiled, live.pace_ms, live.paused, thinking, live.talk_count,
            live.rated, live.rematch, behind, proposals,
        )  # fmt: skip
        kept = self._around.get(viewer)
        if kept is None or kept[0] != rests_on or live.clock is not None:
            kept = self._around[viewer] = (
                rests_on,
                {
                    "id": live.id,
                    "seats": show_seats(live, viewer),
                    "origin": show_origin(match.headers.get("origin", "")),
                    "bots": {"pace_ms": live.pace_ms, "paused": live.paused, "thinking": thinking},
                    "seating": live.seating_count,
                    "hints": live.hints,
                    "talk": live.talk_count,
                    "clock": show_clock(live.clock, running=not behind),
                    "rated": live.rated != "no",
                    "rematch": live.rematch,
                    "behind": behind,
                    "proposals": [show_proposal(live, one, viewer) for one in proposals],
                },
            )
        return kept[1]

    def news(self, viewer: Viewer) -> Json:
        """How the game stands, as a viewer may count; the same for all where all count alike."""
        live = self.live
        if live.match.journal.veiled or live.match.delay:
            return news_of(live, viewer)
        if self._news is None or self._news["version"] != live.match.version:
            self._news = news_of(live, viewer)
        return self._news

    # -- changes

    def shown(self, viewer: Viewer) -> Shown:
        """The view without its log; long lists of options are left to be asked for.

        While others decide in secret a viewer's version stays, and the view with it.
        """
        found = self._now.get(viewer)
        if found is None:
            last = self._before.get(viewer)
            if last is not None and viewer.known(self.live.match).version == last.version:
                found = Shown(last.body | self.around(viewer))
            else:
                before = None if last is None else last.body
                found = Shown(self.presenter(viewer).body(few=True, last=before) | self.around(viewer))
            self._now[viewer] = found
        return found

    def opening(self, viewer: Viewer, since: int | None = None) -> bytes:
        """News with the whole view, for whoever begins to listen; from now on they can be told of changes.

        The log is that since an action, if they have what came before, or of the latest.
        """
        view = self.shown(viewer).body | log_since(self.presenter(viewer), since)
        return write_json(self.news(viewer) | {"view": view})

    def changes(self, viewer: Viewer) -> tuple[int, bytes] | None:
        """The version a viewer saw last, and news with what has changed since; None when that is not known.

        The news is empty where nothing has changed that the viewer may know of.
        """
        known, live = self._before.get(viewer), self.live
        if known is None or live.match.delay:
            return None
        written = self._written.get(viewer)
        if written is None:
            shown = self.shown(viewer)
            forward = shown.number - known.number == shown.version - known.version
            if not forward and shown.version - known.version > 1:
                return None  # taken back and played again: what the log says between is not known
            if live.match.journal.veiled and shown.body["over"] and not known.body["over"]:
                return None  # nothing is secret any more: from here on every action is counted
            since = min(known.number, shown.number)
            differs, news, text = difference(known.body, shown.body), self.news(viewer), b""
            if differs or shown.version != known.version or not live.veiled:
                lines, moves = self._latest(viewer, since)
                changed = differs | {"log": lines, "moves": moves, "since": since}
                text = write_json(news | {"from": known.version, "changes": changed})
            written = self._written[viewer] = news, text
        return known.version, written[1]

    def told(self, viewer: Viewer) -> Json:
        """How the game stands, as it was written in `changes`."""
        return self._written[viewer][0]

    def since(self, viewer: Viewer, version: int, number: int, options: bool = False) -> bytes:
        """News with what has changed since the version a viewer has, after `number` actions; with the whole view if
        that cannot be told.

        With `options`, a list of them that was too long to be told to everybody who listens is added.
        """
        found = self.changes(viewer)
        written = found[1] if found is not None and found[0] == version else b""
        # Once nothing is secret any more all actions are counted anew: then the log begins anew, too.
        written = written or self.opening(viewer, None if self.live.match.journal.veiled else number)
        offered = self.shown(viewer).body["options"]
        if not options or offered is None or offered["count"] is not None:
            return written
        return b'%b,"options":%b}' % (written[:-1], write_json(self.presenter(viewer).show_options()))

    def _latest(self, viewer: Viewer, since: int) -> tuple[list[Json], list[Json]]:
        """Lines and moves after an action, made once for all who may know the same of them."""
        presenter = self.presenter(viewer)
        entries = presenter.match.journal.entries[since + 1 :]
        open_to_all = no_secrets(presenter.scenario) and not any(
            entry.audience is not None
            or (entry.action is not None and entry.action.secret)
            or entry.standing
            or any(event.seats is not None for event in entry.events)
            for entry in entries
        )
        which = (viewer.lang, None if open_to_all else (presenter.eye, viewer.sides), since)
        if which not in self._told:
            self._told[which] = presenter.show_lines(since), presenter.show_moves(since)
        return self._told[which]


def log_since(presenter: Presenter, since: int | None) -> Json:
    """The log and the moves since an action, or of the latest."""
    start = max(-1, presenter.number - RECENT) if since is None else since
    return {
        "log": presenter.show_lines(start if since is not None or start > 0 else -1),
        "moves": presenter.show_moves(start),
        "since": max(0, start),
    }


def difference(old: Json, new: Json) -> Json:
    """The parts of a view that differ, whole; of the pieces only those that do."""
    changed = {}
    for name, value in new.items():
        before = old[name]
        if value is before or value == before:
            continue
        if name == "pieces":
            value = [piece for last, piece in zip(before, value, strict=True) if piece is not last and piece != last]
        changed[name] = value
    return changed


def news_of(live: LiveGame, viewer: Viewer) -> dict[str, Any]:
    """How a game stands, as a viewer may count."""
    match = viewer.known(live.match)
    return {
        "version": match.version,
        "number": match.number,
        "to_act": match.to_act,
        "over": match.outcome is not None,
        "thinking": live.bot_next and not live.paused,
        "paused": live.paused,
        "pace_ms": live.pace_ms,
        "seating": live.seating_count,
        "talk": live.talk_count,
    }


def check_number(match: Match, number: int) -> None:
    if number > match.number:
        raise UnknownMove(f"the game has {match.number} moves, not {number}")


def show_origin(noted: str) -> Json | None:
    """The moment a game branched off, as its headers note it; a record brought here may say anything."""
    found = ORIGIN.fullmatch(noted)
    return None if found is None else {"game": found[1], "number": int(found[2])}


def show_seats(live: LiveGame, viewer: Viewer) -> list[Json]:
    battle, seating = live.match.battle, live.seating
    return [
        show_seat(seat, battle, viewer, seating, live.bot_of.get(side), live.person_of.get(side))
        for side, seat in viewer.seats(live.match).items()
    ]


def show_seat(
    seat: Seat, battle: Battle, viewer: Viewer, seating: Seating, bot: str | None, person: str | None
) -> Json:
    """Who sits there, whether somebody holds the seat or is invited to it, and since when."""
    held = Held(BOTS, None) if seat.kind == BOT else seating.of_side(seat.side)
    return {
        "side": seat.side,
        "side_name": battle.words.word(f"term.{seat.side}", viewer.lang),
        "who": seat.kind,
        "name": "" if seat.kind == BOT else seat.name,
        "bot": bot,
        "bot_name": None if bot is None else bot_words(bot, viewer.lang)[0],
        "yours": seat.side in viewer.sides,
        "state": held.state,
        "since": None if held.since is None else iso(held.since),
        "named": person is not None,
        "faults": [{"number": f.number, "kind": f.kind, "detail": f.detail} for f in seat.faults],
    }


def show_clock(clock: Clock | None, running: bool = True) -> Json | None:
    """The time players have and how it stands; `left` as it was when the present side began to decide.

    Those who are shown a game late are not told for whom it is running.
    """
    if clock is None:
        return None
    terms = clock.terms
    side, due = (clock.side, clock.due) if running else (None, None)
    return {
        "kind": terms.kind, "seconds": terms.seconds, "increment": terms.increment, "late": terms.late,
        "bot": terms.bot or None, "side": side, "due": None if due is None else iso(due),
        "left": {side: round(left) for side, left in clock.left.items()},
        "away": {side: iso(ended) for side, (_, ended) in clock.away.items()},
        "vacation": {side: round(left / DAY, 1) for side, left in clock.vacation.items()},
    }  # fmt: skip


def show_proposal(live: LiveGame, proposal: Proposal, viewer: Viewer) -> Json:
    """What waits for an answer, in a sentence; bots and links are named to nobody but by that."""
    return {
        "id": proposal.id,
        "kind": proposal.kind,
        "side": proposal.side,
        "count": int(proposal.what) if proposal.kind == TAKE_BACK else None,
        "text": talk_line(live, f"{proposal.kind}.asked", proposal.side, proposal.what, viewer.lang),
        "yours": proposal.side in viewer.sides,
        "since": iso(proposal.made),
    }


def talk_line(live: LiveGame, key: str, side: str, what: str, lang: str) -> str:
    """A line of what players settled, in words."""
    named = live.match.battle.words.word(f"term.{side}", lang) if side else ""
    bot = bot_words(what, lang)[0] if key.startswith("bot.") else ""
    return own_words().word(f"talk.{key}", lang).format(side=named, n=what, bot=bot)


def iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
