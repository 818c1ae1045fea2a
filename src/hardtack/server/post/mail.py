"""Mail by the host's own server: plain text, with the way to hear no more in every one."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from hardtack.server.post.settings import STARTTLS, TLS, PostSettings, Smtp
from hardtack.server.post.wording import word

SECONDS = 10.0


class Refused(Exception):
    """The mail server takes no mail to this address, now or later."""


def compose(
    settings: PostSettings, to: str, subject: str, paragraphs: list[str], stop: str, lang: str, footer: bool = True
) -> EmailMessage:
    """A mail. Whatever stands in the subject or the text was made one line before: see `wording`."""
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
