"""The e-mail that confirms an address, its limits, and the sign-in that waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import get_address_for_login
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.core import ratelimit
from django.conf import settings
from django.shortcuts import redirect

from games import models, services
from games.services.account_marks import mark_of, text_for_mail
from games.services.confirmation_links import ConfirmationLink
from games.web.dates import day_in_words

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


class ConfirmationStage(EmailVerificationStage):
    """A sign-in by an address that nobody has confirmed, on a server that sends mail: it waits for the confirmation.

    Such an address is from a time without mail. Passkeys sign in without any address.
    """

    def handle(self) -> tuple[HttpResponse | None, bool]:
        address = get_address_for_login(self.login) if settings.MAIL.is_sent and self.login.email else None
        if address is None or address.verified:
            return None, True
        person: Any = self.login.user
        if not may_send_confirmation(self.request, person, address.email):
            return ratelimit.respond_429(self.request), False
        send_confirmation(self.request, person, address.email)
        self.request.session.cycle_key()  # a guest may have lent the browser, or planted the cookie
        return redirect("account_email_verification_sent"), True


def may_send_confirmation(request: HttpRequest, person: models.Person, email: str) -> bool:
    """Count an e-mail to this address against its limits, and return whether it may be sent.

    A second e-mail within minutes, for the same account and address, is neither counted nor sent: the first is still good.
    """
    if is_sent_already(request, person, email, dry_run=True):
        return True
    near = f"{get_adapter().get_client_ip(request)} {email}"
    return (
        ratelimit.consume(request, action="confirm_for_person", key=person.pk.hex)
        and ratelimit.consume(request, action="confirm_from_place", key=near)
        and ratelimit.consume(request, action="confirm_address", key=email)
    )


def is_sent_already(request: HttpRequest, person: models.Person, email: str, *, dry_run: bool = False) -> bool:
    key = f"{person.pk.hex} {person.sign_outs} {email}"  # signing out everywhere ends the links in earlier e-mails
    return not ratelimit.consume(request, action="confirm_again", key=key, dry_run=dry_run)


def send_confirmation(request: HttpRequest, person: models.Person, email: str) -> None:
    """Send an e-mail to `email`. Only its owner learns from the text whether an account has that address."""
    if is_sent_already(request, person, email):
        return
    owner = services.confirmed_person(email)
    if owner is None or owner == person:
        ConfirmationLink(EmailAddress.objects.get_for_user(person, email)).send(request)
    else:
        get_adapter().send_account_already_exists_mail(email)


def describe_account(person: models.Person, *, is_owner: bool) -> dict[str, Any]:
    """Return what tells this account from others. Only its owner learns the names of its circles."""
    return {
        "name": person.name,
        "begun": day_in_words(person.created.date()),
        "mark": mark_of(person),
        "circles": [circle.name for circle in services.circles_of(person) if circle.name] if is_owner else [],
    }


def describe_in_mail(person: models.Person) -> dict[str, Any]:
    """Return the same for an e-mail. Its reader is not yet known to be the owner."""
    return {**describe_account(person, is_owner=False), "name": text_for_mail(person.name)}
