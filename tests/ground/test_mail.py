"""EMAIL_URL, the address of the mail server."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from scorekeeper import mail


def test_without_an_address_no_email_is_sent():
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
def test_the_scheme_chooses_port_and_encryption(url, port, starttls, ssl):
    server = mail.settings(url)
    assert (server.host, server.port, server.starttls, server.ssl) == ("host", port, starttls, ssl)
    assert server.is_sent


def test_name_and_password_may_contain_any_character():
    server = mail.settings("smtps://eleni%40example.org:a%2Fb%3Ac@mail.example.org")
    assert (server.user, server.password, server.host) == ("eleni@example.org", "a/b:c", "mail.example.org")


def test_emails_can_be_printed_to_the_console():
    assert mail.settings("console:").backend.endswith("console.EmailBackend")


@pytest.mark.parametrize("url", ["mail.example.org", "http://host", "smtp://", "smtp://host:port", "smtp://["])
def test_an_invalid_address_is_refused(url):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        mail.settings(url)
