"""People who are kept, people who are not, and their browsers."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from games import models, services
from tests.pages.in_browser.games import EVENINGS
from tests.pages.in_browser.writers import Writer

EMAIL = "eleni@example.org"
PASSWORD = "violet-anchor-7"
BISCA = next(evening for evening in EVENINGS if evening.game == "bisca_tres")


@pytest.fixture(autouse=True)
def unhurried(db, settings):
    """Hashing is quick here, and nobody has guessed a password yet."""
    settings.THROTTLE = 0
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def posting(settings):
    """A server that sends mail."""
    settings.MAIL = type("Mail", (), {"is_sent": True})()
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"


def written(name, circle=""):
    """Somebody who has written a match, who is a guest until kept."""
    writer = Writer(*services.make_person(name, circle))
    writer.match = writer.start(BISCA, ())
    return writer


def kept(name, email=EMAIL, password=PASSWORD, circle=""):
    writer = written(name, circle)
    services.add_login(person=writer.person, email=email, password=password, confirm_by_mail=False)
    return writer


@pytest.fixture
def eleni():
    """Somebody with an account."""
    return kept("Eleni", circle="Fridays")


@pytest.fixture
def deniz():
    """A guest."""
    return written("Deniz")


class Browser(Client):
    def sign_in(self, email=EMAIL, password=PASSWORD, **more):
        return self.post("/you/sign-in/", {"login": email, "password": password, **more})

    @property
    def person(self):
        """Whom the cookie names."""
        found = self.session.get("_auth_user_id")
        return found and models.Person.objects.get(pk=found)

    def confirm(self, password=PASSWORD):
        assert self.post("/you/again/", {"password": password}).status_code == 302


@pytest.fixture
def visitor():
    return Browser()


@pytest.fixture
def guests(deniz, visitor):
    """The browser that Deniz has written in."""
    visitor.force_login(deniz.person)
    return visitor


def circles(person):
    return set(models.Circle.objects.filter(memberships__person=person))


def link_in(mail):
    return re.search(r"http://testserver(/\S+)", mail.body)[1]
