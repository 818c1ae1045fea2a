"""The threads behind notices: one notes what happens and weighs what is due, the others carry letters.

Moves never wait for any of this: what happens is put on a list in memory and noted by the thread a moment later. What
was on that list when a process died is found again in the games themselves. Where nobody is to hear of anything, as at
home, the thread sleeps until somebody wants to.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from hardtack.server import people_store
from hardtack.server.background import BackgroundThread
from hardtack.server.connections import StoreTrouble
from hardtack.server.library import Library
from hardtack.server.logs import log
from hardtack.server.notices import SIGN_IN as ASKED_TO_SIGN_IN
from hardtack.server.notices import Notice
from hardtack.server.post import letters, mailing, outward, post_store, push
from hardtack.server.post.letters import CONFIRM, DIGEST, MAIL, NOTICE, PUSH, SIGN_IN, TRIAL, WEBHOOK, Letter
from hardtack.server.post.outward import BadAddress
from hardtack.server.post.settings import PostSettings
from hardtack.server.post.weighing import Item, Said, for_digest, is_here, is_true, one_line, say, word
from hardtack.server.schema import people
from hardtack.server.store import Row, Store
from hardtack.server.viewing import iso

LOOK_SECONDS = 5.0
CATCH_UP_SECONDS = 300.0
MOST_HEARD = 10_000  # happenings not yet noted
CARRIERS = {PUSH: 2, MAIL: 1, WEBHOOK: 2}  # threads at most

Here = Callable[[], set[tuple[str, str]]]


class GiveUp(Exception):
    """A letter that need not be tried again."""


class Outbox(BackgroundThread):
    def __init__(
        self, store: Store, library: Library, settings: PostSettings, here: Here, clock: Callable[[], float]
    ) -> None:
        super().__init__("outbox")
        self.store, self.library, self.settings, self.here, self.clock = store, library, settings, here, clock
        self.pusher = push.Pusher(store, settings, clock)
        self._heard: queue.Queue[Notice | None] = queue.Queue(MOST_HEARD)
        self._carriers: dict[str, list[threading.Thread]] = {channel: [] for channel in CARRIERS}
        self._caught_up = float("-inf")
        self.busy = True  # somebody may be waiting to hear of something

    # -- hearing

    def hear(self, notice: Notice) -> None:
        """Somebody ought to hear of something. Called while a game is held: it takes no time."""
        if not notice.person and notice.kind != ASKED_TO_SIGN_IN:
            return  # nobody whom we could reach
        try:
            self._heard.put_nowait(notice)
        except queue.Full:
            log.error("too much happens at once: a notice of game %s is left out", notice.game)

    def wake(self) -> None:
        """Look at once: something is to be sent."""
        with suppress(queue.Full):  # then there is something to wake up for already
            self._heard.put_nowait(None)

    def close(self) -> None:
        self.stopping.set()
        self.wake()
        super().close()

    def run(self) -> None:
        first = None
        while not self.stopping.is_set():
            self._safely(self.work_off, first)
            try:
                first = self._heard.get(timeout=LOOK_SECONDS if self.busy else None)
            except queue.Empty:
                first = None

    def _safely(self, work: Callable[..., Any], *given: Any) -> None:
        try:
            work(*given)
        except (StoreTrouble, SQLAlchemyError):
            pass  # the store is away and has said so; what is noted there is done when it is back
        except Exception:  # the last stop of this thread
            if not self.stopping.is_set():
                log.exception("notices")

    def work_off(self, first: Notice | None = None) -> None:
        """Note what was heard, weigh what is due, and see to it that letters are carried."""
        heard = first
        while True:
            if heard is not None:
                self._safely(self.note, heard)
            try:
                heard = self._heard.get_nowait()
            except queue.Empty:
                break
        self.busy = self.settings.reaches and letters.is_anybody_reached(self.store)
        if not self.busy:
            return
        at = self.clock()
        if at - self._caught_up >= CATCH_UP_SECONDS:
            self._caught_up = at
            letters.catch_up(self.store, at)
            mailing.forget_counts(self.store, at)
        letters.write_due(self.store, self.settings, self.here(), at)
        letters.write_digests(self.store, self.settings, at)
        for channel in letters.due_channels(self.store, at):
            self._send_out(channel)

    def note(self, notice: Notice) -> None:
        if notice.kind == ASKED_TO_SIGN_IN:
            self.ask_sign_in(notice.text)
        else:
            letters.note(self.store, notice, self.clock())

    def ask_sign_in(self, asked: str) -> None:
        """A letter with a link to a name, for everybody who is meant and has an address."""
        for person in mailing.known_by(self.store, asked) if self.settings.mail else ():
            reader = post_store.settings_of(self.store, person)
            if reader is not None and mailing.may_ask(self.store, reader["address"], self.clock()):
                with self.store.writing() as connection:
                    letters.write(connection, person, MAIL, {"kind": SIGN_IN}, self.clock())

    # -- carrying

    def _send_out(self, channel: str) -> None:
        """Another thread for a channel, if not enough are on their way."""
        busy = self._carriers[channel] = [one for one in self._carriers[channel] if one.is_alive()]
        if len(busy) < CARRIERS[channel]:
            made = threading.Thread(target=self._safely, args=(self.carry, channel), name=channel, daemon=True)
            busy.append(made)
            made.start()

    def carry(self, channel: str) -> None:
        """Send what is due, one after the other."""
        while not self.stopping.is_set():
            letter = letters.take(self.store, channel, self.clock())
            if letter is None:
                return
            self.deliver(letter)

    def deliver(self, letter: Letter) -> None:
        try:
            reader = post_store.settings_of(self.store, letter.person)
            if reader is not None:
                {PUSH: self._push, MAIL: self._mail, WEBHOOK: self._call}[letter.channel](letter, reader)
        except GiveUp as error:
            log.info("a %s letter is not sent: %s", letter.channel, error)
        except (OSError, BadAddress) as error:
            kept = letters.failed(self.store, letter, self.clock())
            told = "is tried again" if kept else "is given up"
            log.warning("a %s letter %s: %s", letter.channel, told, type(error).__name__)
            return
        except (StoreTrouble, SQLAlchemyError):
            raise
        except Exception:  # of one letter, that must not keep the others
            log.exception("a %s letter", letter.channel)
        letters.done(self.store, letter)

    def _push(self, letter: Letter, reader: Row) -> None:
        found = post_store.subscription(self.store, letter.person, letter.target)
        if found is None or not self.settings.push:
            return
        title, said = self.contents(letter, reader, found["lang"])
        if not said:
            return
        one = said[0] if len(said) == 1 else None
        notice = {
            "title": one.title if one else title, "body": "\n".join(line_of(line, one is None) for line in said),
            "path": one.path if one else "/you", "game": one.game if one else "", "lang": found["lang"],
        }  # fmt: skip
        try:
            status = self.pusher.send(found, notice, notice["game"] or "games")
        except ValueError as error:  # keys that no browser has
            post_store.unsubscribe(self.store, letter.person, letter.target)
            raise GiveUp("the keys are wrong") from error
        if status in push.GONE:
            post_store.unsubscribe(self.store, letter.person, letter.target)
        elif not 200 <= status < 300:
            raise OSError(f"the push service answers {status}")

    def _call(self, letter: Letter, reader: Row) -> None:
        if reader["hook"] is None or not self.settings.webhooks:
            return
        _, said = self.contents(letter, reader, reader["lang"])
        if not said:
            return
        at, site = self.clock(), self.settings.address
        items = [
            {"game": line.game, "kind": line.kind, "title": line.title, "text": line.text, "url": site + line.path}
            for line in said
        ]
        content = {"kind": letter.content["kind"], "at": iso(at), "lang": reader["lang"], "items": items}
        status = outward.call(
            reader["hook"], reader["hook_secret"], content, letter.id, at, self.settings.private_targets
        )
        if status == outward.GONE:
            post_store.change(self.store, letter.person, {"hook": None, "hook_secret": None})
        elif not 200 <= status < 300:
            raise OSError(f"the webhook answers {status}")

    def _mail(self, letter: Letter, reader: Row) -> None:
        settings, lang, to, at = self.settings, reader["lang"], reader["address"], self.clock()
        kind = letter.content["kind"]
        if settings.smtp is None or to is None or (reader["confirmed"] is None) != (kind == CONFIRM):
            return
        if kind == CONFIRM and letter.content.get("to") != mailing.address_hash(to):
            return  # another address was given meanwhile: whether it may be written to was asked about the first
        stop = mailing.stop_token(self.store, letter.person, to, at)
        if kind in (CONFIRM, SIGN_IN):
            subject, paragraphs = self._link_mail(kind, letter.person, lang)
        else:
            subject, said = self.contents(letter, reader, lang)
            if not said:
                return
            paragraphs = [f"{line_of(line, True)}\n{settings.address}{line.path}" for line in said]
            if letter.content.get("more"):
                paragraphs.append(word("more", lang, n=letter.content["more"]))
        message = mailing.compose(settings, to, f"Hardtack: {subject}", paragraphs, stop, lang, kind not in (CONFIRM,))
        try:
            mailing.deliver(settings.smtp, message)
        except mailing.Refused as error:
            raise GiveUp("the address takes no mail") from error

    def _link_mail(self, kind: str, person: str, lang: str) -> tuple[str, list[str]]:
        """A mail with a one-time link, which is made now."""
        with self.store.reading() as connection:
            name = connection.execute(sa.select(people.c.name).where(people.c.id == person)).scalar_one()
        if kind == CONFIRM:
            token = mailing.new_token(self.store, person, self.clock())
            link, last = f"{self.settings.address}/letters#confirm={token}", "mail.not_you"
        else:
            _, token = people_store.new_link(self.store, person, self.clock(), alone=False)
            link, last = f"{self.settings.address}/you#name={token}", "mail.unasked"
        text = word(f"mail.{kind}_text", lang, name=one_line(name))
        return word(f"mail.{kind}", lang), [text, link, word(last, lang)]

    def contents(self, letter: Letter, reader: Row, lang: str) -> tuple[str, list[Said]]:
        """What a letter says now, under which heading; nothing when none of it is true any more."""
        at, person = self.clock(), letter.person
        if letter.content["kind"] == TRIAL:
            title = word("trial.title", lang)
            return title, [Said("", TRIAL, title, word("trial", lang), "/you")]
        with self.store.reading() as connection:
            if letter.content["kind"] == DIGEST:
                items = for_digest(connection, reader, letter.content["since"], at)
                heading = word("digest", lang)
            else:
                assert letter.content["kind"] == NOTICE
                here = self.here()
                found = [Item(*one) for one in letter.content["items"]]
                items = [
                    one
                    for one in found
                    if is_true(connection, one, person, at) and not is_here(connection, one, here, at)
                ]
                heading = word("many", lang, n=len(items))
            said = [say(connection, self.library, item, lang) for item in items[: letters.MOST_ITEMS]]
        if len(said) == 1 and letter.content["kind"] == NOTICE:
            heading = line_of(said[0], True)
        return heading, said


def line_of(line: Said, whole: bool) -> str:
    """A line of a letter; with its battle, where the heading does not name it."""
    return f"{line.title}: {line.text}" if whole and line.game else line.text
