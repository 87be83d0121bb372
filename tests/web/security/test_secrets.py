"""Passwords, session keys, challenges and cookies are as long and as protected as docs/asvs.md says."""

import base64
import secrets

import pytest
from django.conf import settings as real
from django.contrib.auth.hashers import PBKDF2PasswordHasher, identify_hasher
from django.test import Client

from games import models
from tests.web.account.conftest import Browser, account_writer, guest_browser, unhurried

__all__ = ["guest_browser", "unhurried"]


def test_password_is_hashed_with_a_long_salt_and_many_iterations(db, settings):
    settings.PASSWORD_HASHERS = real.PASSWORD_HASHERS
    hashes = []
    for name in ("Eleni", "Rosa"):
        person = account_writer(name, f"{name}@example.org").person
        hashes.append(models.Person.objects.get(pk=person.pk).password)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    hasher = PBKDF2PasswordHasher()
    assert hasher.iterations >= 100_000
    encoded = hasher.encode("violet-anchor-7", hasher.salt(), iterations=1)
    assert identify_hasher(encoded).algorithm == "pbkdf2_sha256"
    assert len(hasher.decode(encoded)["salt"]) * 5 >= 32  # bits; a character has more than five
    assert hashes[0] != hashes[1]
    assert not any("violet-anchor-7" in text for text in hashes)


def test_session_key_is_long_and_from_the_secure_generator(db, monkeypatch):
    drawn = []
    choice = secrets.choice
    monkeypatch.setattr("django.utils.crypto.secrets.choice", lambda letters: drawn.append(1) or choice(letters))
    account_writer("Eleni")
    browser = Browser()
    browser.sign_in()
    key = browser.cookies[real.SESSION_COOKIE_NAME].value
    assert len(key) * 5 >= 64  # bits; one of 36 letters has more than five
    assert len(drawn) >= len(key)


def test_passkey_challenges_are_long_and_differ(db):
    challenges = set()
    for _ in range(3):
        answer = Client().post("/you/sign-in/passkey/", {"begin": "1"}).json()
        text = answer["publicKey"]["challenge"]
        challenges.add(text)
        assert len(base64.urlsafe_b64decode(text + "==")) >= 8
    assert len(challenges) == 3


@pytest.mark.parametrize("name", ["sessionid", "csrftoken"])
def test_cookies_are_httponly_and_samesite(db, name):
    account_writer("Eleni")
    browser = Browser()
    browser.get("/you/sign-in/")
    browser.sign_in()
    assert browser.cookies[name]["httponly"]
    assert browser.cookies[name]["samesite"] == "Lax"
