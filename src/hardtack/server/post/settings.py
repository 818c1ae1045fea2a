"""What the host has set up for notices, read from the environment. Nothing set: push and webhooks, no mail."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hardtack.server.hosting import BadSetting, read_public
from hardtack.server.logs import log

STARTTLS, TLS, PLAIN = "starttls", "tls", "none"
PORTS = {STARTTLS: 587, TLS: 465, PLAIN: 25}
NO = ("0", "no", "off", "false")


@dataclass(frozen=True)
class Smtp:
    """The host's mail server."""

    host: str
    port: int
    sender: str
    security: str = STARTTLS
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class PostSettings:
    address: str = ""  # of this server as others see it, without a slash at its end; links in mails begin with it
    smtp: Smtp | None = None
    push: bool = True
    push_key: str = field(default="", repr=False)  # the private VAPID key; empty: one is made and kept in the store
    contact: str = ""  # whom a push service may turn to: mailto: or https:
    webhooks: bool = True
    private_targets: bool = False  # whether notices may go to addresses of this machine and its own network

    @property
    def mail(self) -> bool:
        """Mail needs a server to send it and an address for the links in it."""
        return self.smtp is not None and bool(self.address)

    @property
    def reaches(self) -> bool:
        """Whether there is any way to people at all."""
        return self.mail or self.push or self.webhooks


def read_settings(given: Mapping[str, str], public: str | None = None) -> PostSettings:
    """The settings of an environment; what makes no sense is told in the log and left out."""
    address = public or ""
    if not address and given.get("HARDTACK_PUBLIC"):
        try:
            address = read_public(given["HARDTACK_PUBLIC"])
        except BadSetting as error:
            log.error("HARDTACK_PUBLIC: %s", error)
    smtp = read_smtp(given)
    if smtp is not None and not address:
        log.error("there is a mail server, but nothing says which address people know: no mail is sent")
    contact = given.get("HARDTACK_PUSH_CONTACT", "").strip()
    if not contact:
        contact = f"mailto:{smtp.sender}" if smtp is not None else address
    key = given.get("HARDTACK_PUSH_KEY", "").strip()
    if key and not re.fullmatch(r"[A-Za-z0-9_-]{43}=?", key):
        log.error("HARDTACK_PUSH_KEY is no key of 32 bytes in base64url: nothing is pushed")
        given = {**given, "HARDTACK_PUSH": "off"}
    return PostSettings(
        address,
        smtp,
        is_on(given.get("HARDTACK_PUSH", "")),
        key,
        contact,
        is_on(given.get("HARDTACK_WEBHOOKS", "")),
        is_on(given.get("HARDTACK_PRIVATE_TARGETS", "no")),
    )


def is_on(said: str) -> bool:
    return said.strip().lower() not in NO


def read_smtp(given: Mapping[str, str]) -> Smtp | None:
    host, sender = given.get("HARDTACK_SMTP_HOST", "").strip(), given.get("HARDTACK_SMTP_FROM", "").strip()
    if not host:
        return None
    security = given.get("HARDTACK_SMTP_TLS", STARTTLS).strip().lower()
    port = given.get("HARDTACK_SMTP_PORT", "").strip()
    if security not in PORTS or (port and not port.isdecimal()) or not re.fullmatch(r"[^\s@<>]+@[^\s@<>]+", sender):
        log.error("no mail is sent: HARDTACK_SMTP_TLS is starttls, tls or none, _PORT a number, _FROM an address")
        return None
    password, file = given.get("HARDTACK_SMTP_PASSWORD", ""), given.get("HARDTACK_SMTP_PASSWORD_FILE", "")
    if file:
        try:
            password = Path(file).read_text("utf-8").strip()
        except OSError as error:
            log.error("no mail is sent: the password cannot be read: %s", error.strerror)
            return None
    return Smtp(
        host, int(port) if port else PORTS[security], sender, security, given.get("HARDTACK_SMTP_USER", ""), password
    )
