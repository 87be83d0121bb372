"""E-mails to the owner of an account about a new or changed way to sign in.

They go only to an address that the owner has confirmed, once the change is stored. A thread sends them, so that neither
a request nor the lock of the writers waits for the mail server. An e-mail that cannot be sent changes nothing else.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from functools import partial
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Any

from allauth.core import context
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, override

from games import models
from games.services.account_marks import mark_of, text_for_mail
from games.services.addresses import confirmed_address
from games.services.guesses import count_if_allowed
from scorekeeper import metrics

LOG = logging.getLogger(__name__)
SALT = "games.services.notices_to_owner"
MOST = 5  # e-mails about the same kind of change to one person in ten minutes
TEMPLATE = "account/email/notice_to_owner"
SENDER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="notices")


class Change(StrEnum):
    """A new or changed way to sign in to an account."""

    PHONE_ADDED = "phone_added"
    KEY_ADDED = "key_added"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    PASSWORD_CHANGED = "password_changed"
    ADDRESS_CHANGED = "address_changed"


def notify_owner(*, person: models.Person, change: Change, name: str = "") -> None:
    """Send the owner of the account an e-mail about this change once it is stored. `name` names the new phone or key.

    A guest has no confirmed address, so nobody gets an e-mail about the first phone of a guest.
    """
    email = confirmed_address(person) if settings.MAIL.is_sent else None
    if email is None:
        return
    place = salted_hmac(SALT, f"{person.pk} {change}", algorithm="sha256").hexdigest()
    if count_if_allowed(place, MOST):
        facts = {
            "host": "" if context.request is None else context.request.get_host(),
            "account": text_for_mail(person.name),
            "mark": mark_of(person),
            "change": change.value,
            "name": text_for_mail(name),
        }
        transaction.on_commit(partial(send_notice, person, email, facts), robust=True)


def send_notice(person: models.Person, email: str, facts: dict[str, str]) -> None:
    """Write the e-mail in the person's language, and hand it to the thread that sends it."""
    with override(person.language or get_language()):
        subject = " ".join(render_to_string(f"{TEMPLATE}_subject.txt", facts).split())
        body = render_to_string(f"{TEMPLATE}_message.txt", facts).strip()
    SENDER.submit(send, EmailMessage(subject, body, to=[email]))


def send(message: EmailMessage) -> None:
    try:
        message.send()
    except (OSError, SMTPException) as error:
        metrics.count_mail(is_sent=False)
        LOG.error("An e-mail about a change of an account could not be sent: %s", describe(error))
    else:
        metrics.count_mail(is_sent=True)


def describe(error: OSError | SMTPException) -> str:
    """Return the kind of the error and the codes of the mail server, but not its text, which names addresses."""
    if isinstance(error, SMTPRecipientsRefused):
        codes: set[Any] = {code for code, _text in error.recipients.values()}
    else:
        codes = {getattr(error, "smtp_code", None) or getattr(error, "errno", None)}
    return " ".join([type(error).__name__, *(str(code) for code in codes if code)])
