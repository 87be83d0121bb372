"""The address of a mail server, as it is written in EMAIL_URL."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from scorekeeper import mail


def test_without_an_address_nothing_is_sent():
    assert mail.settings("").is_sent is False


@pytest.mark.parametrize(
    ("url", "port", "starttls", "ssl"),
    [
        ("smtp://host", 25, False, False),
        ("smtp+tls://host", 587, True, False),
        ("smtps://host", 465, False, True),
        ("smtp+tls://host:2525", 2525, True, False),
    ],
)
def test_an_address_says_how_to_talk(url, port, starttls, ssl):
    found = mail.settings(url)
    assert (found.host, found.port, found.starttls, found.ssl) == ("host", port, starttls, ssl)
    assert found.is_sent


def test_name_and_password_may_hold_anything():
    found = mail.settings("smtps://eleni%40example.org:a%2Fb%3Ac@mail.example.org")
    assert (found.user, found.password, found.host) == ("eleni@example.org", "a/b:c", "mail.example.org")


def test_mails_can_be_looked_at():
    assert mail.settings("console:").backend.endswith("console.EmailBackend")


@pytest.mark.parametrize("url", ["mail.example.org", "http://host", "smtp://", "smtp://host:port", "smtp://["])
def test_what_is_no_address_is_told(url):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        mail.settings(url)
