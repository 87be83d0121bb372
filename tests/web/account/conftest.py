"""Eleni with an account, Deniz as a guest, and their browsers."""

import json
import re
from base64 import urlsafe_b64encode

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import flows
from django.core.cache import cache
from django.test import Client

from games import models, services
from games.services import notices_to_owner
from tests.pages.in_browser.games import EVENINGS
from tests.pages.in_browser.writers import Writer

EMAIL = "eleni@example.org"
PASSWORD = "violet-anchor-7"
BISCA = next(evening for evening in EVENINGS if evening.game == "bisca_tres")


@pytest.fixture(autouse=True)
def unhurried(db, settings):
    """Use a quick password hash, and reset the counters of wrong passwords."""
    settings.THROTTLE = 0
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def mail_server(settings, monkeypatch):
    """A server that sends e-mail. Notices to owners are sent at once, as tests read them."""
    settings.MAIL = type("Mail", (), {"is_sent": True})()
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    monkeypatch.setattr(notices_to_owner.SENDER, "submit", lambda send, message: send(message))


@pytest.fixture
def confirmed(mail_server, eleni):
    """Eleni, who has confirmed her address."""
    EmailAddress.objects.filter(user=eleni.person).update(verified=True)
    return eleni


def guest_writer(name, circle=""):
    """Return the writer of a match, a guest without an account."""
    writer = Writer(*services.make_person(name, circle))
    writer.match = writer.start(BISCA, ())
    return writer


def account_writer(name, email=EMAIL, password=PASSWORD, circle=""):
    writer = guest_writer(name, circle)
    services.add_login(person=writer.person, email=email, password=password, confirm_by_mail=False)
    return writer


@pytest.fixture
def eleni():
    """A person with an account."""
    return account_writer("Eleni", circle="Fridays")


@pytest.fixture
def deniz():
    """A guest."""
    return guest_writer("Deniz")


class Browser(Client):
    def sign_in(self, email=EMAIL, password=PASSWORD, **more):
        return self.post("/you/sign-in/", {"login": email, "password": password, **more})

    @property
    def person(self):
        """Return the person of the session cookie, or None."""
        id = self.session.get("_auth_user_id")
        return id and models.Person.objects.get(pk=id)

    def confirm(self, password=PASSWORD):
        assert self.post("/you/again/", {"password": password}).status_code == 302


@pytest.fixture
def visitor():
    return Browser()


@pytest.fixture
def guest_browser(deniz, visitor):
    """The browser in which Deniz, a guest, is signed in."""
    visitor.force_login(deniz.person)
    return visitor


def circles(person):
    return set(models.Circle.objects.filter(memberships__person=person))


def link_in(mail):
    return re.search(r"http://[^/\s]+(/\S+)", mail.body)[1]


def credential(origin="http://testserver", **more):
    """Return what a browser sends for a passkey, as far as tests without an authenticator need it."""
    client_data = json.dumps({"origin": origin, **more}).encode()
    return json.dumps({"id": "x", "response": {"clientDataJSON": urlsafe_b64encode(client_data).decode()}})


@pytest.fixture
def accepted_passkeys(monkeypatch):
    """Let the library accept every passkey that is added."""

    def add(user, name, credential):
        row = Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": name})
        return type("Added", (), {"instance": row})()

    monkeypatch.setattr(flows.auth.WebAuthn, "add", add)
    for step in ("parse_registration_response", "complete_registration"):
        monkeypatch.setattr(f"allauth.mfa.webauthn.forms.auth.{step}", lambda credential: credential)
