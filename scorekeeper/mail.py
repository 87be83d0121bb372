"""The server that sends mail, from one address: smtp+tls://user:password@host:587"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

BACKENDS = "django.core.mail.backends"
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


@dataclass(frozen=True)
class Mail:
    """What Django wants to know."""

    backend: str = f"{BACKENDS}.dummy.EmailBackend"
    host: str = "localhost"
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False
    ssl: bool = False

    @property
    def is_sent(self) -> bool:
        return self.backend != Mail.backend


def settings(url: str) -> Mail:
    """Without an address nothing is sent; `console:` shows mails where the server was started."""
    if not url:
        return Mail()
    try:
        found = urlsplit(url)
        port = found.port
    except ValueError as error:
        raise ImproperlyConfigured(f"EMAIL_URL is not an address of a mail server: {error}") from None
    if found.scheme == "console":
        return Mail(backend=f"{BACKENDS}.console.EmailBackend")
    if found.scheme not in PORTS or not found.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be like smtp+tls://user:password@host:587, or smtps://, or smtp://.")
    return Mail(
        backend=f"{BACKENDS}.smtp.EmailBackend",
        host=found.hostname,
        port=port or PORTS[found.scheme],
        user=unquote(found.username or ""),
        password=unquote(found.password or ""),
        starttls=found.scheme == "smtp+tls",
        ssl=found.scheme == "smtps",
    )
