"""Mail by the host's own server: plain text, with the way to hear no more in every one. The addresses it goes to are in
the store: confirmed by a link that was mailed there, and forgotten on a word.

Whoever gives an address may not be its owner. Until it is confirmed nothing else goes there, and of the mails anybody
can ask for, an address gets a few a day, and none at all once its owner has said so.
"""

from __future__ import annotations

import hmac
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

import sqlalchemy as sa

from hardtack.referee.errors import HardtackError
from hardtack.server.keys import hash_of, new_key
from hardtack.server.people_store import LinkExpired, plain
from hardtack.server.post.post_store import change, sign
from hardtack.server.post.settings import STARTTLS, TLS, PostSettings, Smtp
from hardtack.server.post.weighing import word
from hardtack.server.schema import correspondents, mail_counts, people
from hardtack.server.seating import UnknownLink
from hardtack.server.store import Row, Store

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")
LONGEST = 254
CONFIRM_SECONDS = 86_400.0
ASKED_MAILS, WITHIN = 5, 86_400.0  # to one address: to confirm it, or to sign in
STOP_SECONDS = 30 * 86_400.0
SECONDS = 10.0


class BadMailAddress(HardtackError):
    """What was given is no address for mail."""


def address_key(address: str) -> str:
    """What makes two addresses the same; before the @, too, nobody tells case apart."""
    return address.strip().casefold()


def address_hash(address: str) -> str:
    """An address as it is counted: nobody can read it out of the store."""
    return hash_of("address", address_key(address))


def check_address(address: str) -> str:
    """An address as mail goes to it: no names, no comments, nothing that could become a header."""
    address = address.strip()
    if len(address) > LONGEST or not ADDRESS.fullmatch(address) or ".." in address:
        raise BadMailAddress("this is no mail address")
    return address


def give_address(store: Store, person: str, address: str, lang: str) -> None:
    """Note an address that is yet to be confirmed; the one before it is forgotten."""
    values = {"address": address, "address_key": address_key(address), "lang": lang}
    change(store, person, values | {"confirmed": None, "token_hash": None, "token_until": 0.0})


def forget_address(store: Store, person: str) -> None:
    nothing = {"address": None, "address_key": None, "confirmed": None, "token_hash": None, "token_until": 0.0}
    change(store, person, nothing)


def new_token(store: Store, person: str, at: float) -> str:
    """The token of the link that confirms an address; made when it is sent, so that it is kept nowhere."""
    token = new_key()
    change(store, person, {"token_hash": hash_of("mail", token), "token_until": at + CONFIRM_SECONDS})
    return token


def confirm(store: Store, token: str, at: float) -> None:
    """The link that was mailed has come back; it works once, for a day."""
    same = correspondents.c.token_hash == hash_of("mail", token)
    with store.writing() as connection:
        row = connection.execute(sa.select(correspondents).where(same)).mappings().first()
        if row is None:
            raise UnknownLink("no such link, or it was used")
        if at >= row["token_until"]:
            raise LinkExpired("the link is older than a day")
        values = {"confirmed": at, "token_hash": None, "token_until": 0.0}
        connection.execute(correspondents.update().where(same), values)


# -- the link in every mail by which it is the last


def stop_token(store: Store, person: str, address: str, at: float) -> str:
    return f"{person}.{_sign(store, person, address, at)}"


def _sign(store: Store, person: str, address: str, at: float) -> str:
    return sign(store, f"stop {person} {address_key(address)}", at)


def stop(store: Store, token: str, at: float) -> bool:
    """Whoever reads the mails of an address wants none: it is forgotten, and nobody makes us write there soon."""
    person, _, signed = token.partition(".")
    address = store.value(sa.select(correspondents.c.address).where(correspondents.c.person == person))
    if address is None or not hmac.compare_digest(_sign(store, person, address, at).encode(), signed.encode()):
        return False
    forget_address(store, person)
    hashed = address_hash(address)
    with store.writing() as connection:
        _count(connection, hashed, at)
        counted = mail_counts.c.address_hash == hashed
        connection.execute(mail_counts.update().where(counted), {"stopped": at + STOP_SECONDS})
    return True


def may_ask(store: Store, address: str, at: float) -> bool:
    """Whether another mail that anybody can ask for may go to an address; it is counted."""
    hashed = address_hash(address)
    with store.writing() as connection:
        row = _count(connection, hashed, at)
        return bool(row["count"] <= ASKED_MAILS and at >= row["stopped"])


def _count(connection: sa.Connection, hashed: str, at: float) -> Row:
    counted = mail_counts.c.address_hash == hashed
    new = mail_counts.c.since <= at - WITHIN
    values = {
        "since": sa.case((new, at), else_=mail_counts.c.since),
        "count": sa.case((new, 1), else_=mail_counts.c.count + 1),
    }
    if not connection.execute(mail_counts.update().where(counted).values(values)).rowcount:
        row = {"address_hash": hashed, "since": at, "count": 1, "stopped": 0.0}
        connection.execute(mail_counts.insert(), row)
    return connection.execute(sa.select(mail_counts).where(counted)).mappings().one()


def forget_counts(store: Store, at: float) -> None:
    """What was counted long ago."""
    old = (mail_counts.c.since < at - WITHIN) & (mail_counts.c.stopped < at)
    store.change(mail_counts.delete().where(old))


# -- signing in


def known_by(store: Store, asked: str) -> list[str]:
    """The people with a confirmed address who go by this name, or whose address it is."""
    query = sa.select(people.c.id).join_from(people, correspondents).where(correspondents.c.confirmed.is_not(None))
    same = (people.c.name_key == plain(asked)) | (correspondents.c.address_key == address_key(asked))
    return store.column(query.where(same).limit(10))


class Refused(Exception):
    """The mail server takes no mail to this address, now or later."""


def compose(
    settings: PostSettings, to: str, subject: str, paragraphs: list[str], stop: str, lang: str, footer: bool = True
) -> EmailMessage:
    """A mail. Whatever stands in the subject or the text was made one line before: see `weighing`."""
    assert settings.smtp is not None  # or nothing would be sent
    site = settings.address
    last = [word("mail.stop", lang, stop=f"{site}/letters#stop={stop}")]
    if footer:
        last.insert(0, word("mail.footer", lang, site=site, choose=f"{site}/you"))
    message = EmailMessage()
    message["From"] = f"Hardtack <{settings.smtp.sender}>"
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=settings.smtp.sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message["Content-Language"] = lang
    message["List-Unsubscribe"] = f"<{site}/api/letters/stop/{stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content("\n\n".join(paragraphs) + "\n\n-- \n" + "\n".join(last) + "\n", cte="base64")
    return message


def deliver(smtp: Smtp, message: EmailMessage) -> None:
    """Hand a mail to the host's server; OSError (or smtplib's own, which are such) when that fails."""
    try:
        with _connect(smtp) as line:
            if smtp.security == STARTTLS:
                line.starttls(context=ssl.create_default_context())
            if smtp.user:
                line.login(smtp.user, smtp.password)
            line.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        if all(500 <= code < 600 for code, _ in error.recipients.values()):
            raise Refused from error
        raise


def _connect(smtp: Smtp) -> smtplib.SMTP:
    if smtp.security == TLS:
        return smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=SECONDS, context=ssl.create_default_context())
    return smtplib.SMTP(smtp.host, smtp.port, timeout=SECONDS)
