"""Adapters, by which allauth asks the project how to behave."""

from __future__ import annotations

import logging
from ipaddress import ip_address
from smtplib import SMTPException
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.signals import user_login_failed
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _

from games import models, services
from games.http import cookie, known_browsers
from games.services.notices_to_owner import Change, describe, notify_owner
from games.web.account.confirmation import describe_in_mail
from games.web.account.entrance import enter, signed_in_person
from scorekeeper import metrics, security_log
from scorekeeper.proxies import client_network

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

LOG = logging.getLogger(__name__)
UNKNOWN = models.Person(password=UNUSABLE_PASSWORD_PREFIX)  # its password is never right, and takes as long to check

# The e-mails to the owner that replace allauth's own. services.set_password sends the one about a password.
NOTICES = {
    "mfa/email/webauthn_added": Change.PASSKEY_ADDED,
    "mfa/email/webauthn_removed": Change.PASSKEY_REMOVED,
}

# allauth's other messages are dropped: the next page shows the same facts itself.
MESSAGES = {
    "account/messages/password_changed.txt": _(
        "Password changed. All your other phones, browsers and programs are signed out."
    ),
    "account/messages/email_confirmed.txt": _("Address confirmed."),
    "account/messages/email_confirmation_failed.txt": _("This address already belongs to another account."),
    "mfa/messages/webauthn_added.txt": _("You can now sign in with your passkey."),
    "mfa/messages/webauthn_removed.txt": _("The passkey no longer works here. Delete it on your phone too."),
}


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {  # noqa: RUF012
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _("Wrong e-mail or password."),
        "enter_current_password": _("Wrong password."),
        "incorrect_password": _("Wrong password."),
        "too_many_login_attempts": _("Too many wrong passwords. Wait five minutes and try again."),
        "too_many_for_address": _(
            "Too many wrong passwords for this address. Wait an hour, use a passkey, or sign in from a browser where "
            "you have signed in before."
        ),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False  # every person begins as a guest

    def is_safe_url(self, url: str) -> bool:
        """Return whether a sign-in may go on to `url`, which must be a path of this site.

        allauth would also accept other allowed hosts, and raises on some of them.
        """
        return url_has_allowed_host_and_scheme(url, allowed_hosts=None)

    def get_login_stages(self) -> list[str]:
        # A password or a passkey, not one after the other.
        return ["games.web.account.confirmation.ConfirmationStage"]

    def authenticate(self, request: HttpRequest, **credentials: Any) -> models.Person | None:
        """Return the person whom this address signs in, if the password is right.

        One password is checked, whether nobody, one person or many people use the address. So neither the answer nor
        its time reveals who does.
        """
        person = services.person_at(credentials["email"])
        self.pre_authenticate(request, email=credentials["email"], person=person)
        if not (person or UNKNOWN).check_password(credentials["password"]):
            user_login_failed.send(sender=__name__, credentials={"email": credentials["email"]}, request=request)
            return None
        self._rollback_login_failed_rl_usage()
        return person

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Apply the limits, and log what they refuse."""
        try:
            self.count_attempt(request, **credentials)
        except ValidationError:
            security_log.log_refused_proof(request)
            raise

    def count_attempt(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt for its place, then for its account: from this known browser, or from all unknown ones."""
        super().pre_authenticate(request, **credentials)
        person = credentials.get("person")
        known = person and known_browsers.number_of(request, person)
        usage = ratelimit.consume(
            request, app="allauth.account", action="login_failed_anywhere", key=known or credentials["email"].lower()
        )
        if usage is None:
            raise self.validation_error("too_many_for_address")
        self._login_failed_rl_usage.usage += usage.usage

    def pre_login(self, request: HttpRequest, user: models.Person, **more: Any) -> HttpResponse | None:
        """Let people in who deleted their account: a sign-in within 30 days undoes the deletion."""
        if services.can_be_restored(user):
            return None
        response: HttpResponse | None = super().pre_login(request, user, **more)
        return response

    def login(self, request: HttpRequest, user: models.Person) -> None:
        is_restored = services.can_be_restored(user)
        enter(request, user)
        if is_restored:
            messages.info(request, gettext("Welcome back. Everything has been restored."))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Give the address to the first person who confirms it, and remove it from those who never did."""
        person = email_address.user
        try:
            with transaction.atomic():
                if email_address.can_set_verified():
                    notify_owner(person=person, change=Change.ADDRESS_CHANGED)
                    services.drop_unconfirmed(email=email_address.email, by_another_than=person)
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:  # another person confirmed it in this very moment
            self.add_message(request, messages.ERROR, "account/messages/email_confirmation_failed.txt")
            return False

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return a key per account and address, so that someone who guesses passwords locks out only themselves."""
        return f"{client_network(self.get_client_ip(request))} {credentials.get('email', '').lower()}"

    def reauthenticate(self, user: models.Person, password: str) -> bool:
        """Check the password of `user`. The limit counts by id: the person's address may not be confirmed yet."""
        self.pre_authenticate(self.request, email=user.pk.hex, person=user)
        if not user.check_password(password):
            security_log.log_refused_proof(self.request)
            return False
        self._rollback_login_failed_rl_usage()
        return True

    def set_password(self, user: models.Person, password: str) -> None:
        """Set the password and end all keys. Only this phone's key stays, if the browser is signed in as `user`."""
        is_own = signed_in_person(self.request) == user
        current = cookie.current_phone(self.request) if is_own else None
        services.set_password(person=user, password=password, current=current)
        if is_own:
            cookie.note_entry(self.request)

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *values: Any, message: Any = None
    ) -> None:
        text = message or MESSAGES.get(message_template or "")
        if text:
            messages.add_message(request, level, text)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        person = context.get("user") or services.confirmed_person(email)
        facts = {**context, "account": person and describe_in_mail(person)}
        try:
            with override((person and person.language) or get_language()):
                super().send_mail(template_prefix, email, facts)
        except (OSError, SMTPException) as error:
            metrics.count_mail(is_sent=False)
            LOG.error("A mail could not be sent: %s", describe(error))
            raise ImmediateHttpResponse(render(self.request, "you/not_sent.html", status=503)) from error
        metrics.count_mail(is_sent=True)

    def send_notification_mail(self, template_prefix: str, user: models.Person, *values: Any, **more: Any) -> None:
        if template_prefix in NOTICES:
            notify_owner(person=user, change=NOTICES[template_prefix])

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("you")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("you" if signed_in_person(self.request) else "account_login")


class PasskeyAdapter(DefaultMFAAdapter):
    error_messages = {  # noqa: RUF012
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This passkey is not known here, or the request timed out. Try again."),
    }

    def generate_authenticator_name(self, user: models.Person, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey") if number == 1 else gettext("Passkey %(number)s") % {"number": number}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": "Scorekeeper"}

    def get_public_key_credential_user_entity(self, user: models.Person) -> dict[str, Any]:
        """Return the names that a phone lists when it has several passkeys for this site."""
        display_name = user.name or user.email or gettext("Your scores")
        return {"id": user.pk.hex.encode(), "display_name": display_name, "name": user.email or display_name}


def has_passkeys(request: HttpRequest) -> bool:
    """Return whether browsers offer passkeys here: for host names only, and without https only for localhost."""
    name = split_domain_port(request.get_host())[0].strip("[]")
    try:
        ip_address(name)
    except ValueError:
        return request.is_secure() or name == "localhost"
    return False
