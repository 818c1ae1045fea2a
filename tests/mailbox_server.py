"""A real mail server on the loopback, that keeps what it is sent."""

from __future__ import annotations

import email
import email.policy

from aiosmtpd.controller import Controller

from machine import free_port


class Mailbox:
    """What arrives at a real SMTP server."""

    def __init__(self):
        self.mails, self.refuse = [], None
        for _ in range(5):  # somebody may take the port in the meantime
            self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
            try:
                self.controller.start()
            except OSError:
                continue
            return
        raise AssertionError("no mail server")

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.refuse:
            return self.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"

    def to(self, address):
        return [mail for mail in self.mails if mail["To"] == address]


def text_of(mail):
    return mail.get_content()
