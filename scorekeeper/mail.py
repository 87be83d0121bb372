"""The settings of the mail server, from one URL: smtp+tls://user:password@host:587"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

BACKENDS = "django.core.mail.backends"
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


@dataclass(frozen=True)
class Mail:
    """Django's settings for e-mail."""

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
    """Return the settings for this URL. Without one nothing is sent; `console:` prints messages to the log."""
    if not url:
        return Mail()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"EMAIL_URL is not an address of a mail server: {error}") from None
    if parts.scheme == "console":
        return Mail(backend=f"{BACKENDS}.console.EmailBackend")
    if parts.scheme not in PORTS or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be like smtp+tls://user:password@host:587, or smtps://, or smtp://.")
    return Mail(
        backend=f"{BACKENDS}.smtp.EmailBackend",
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=parts.scheme == "smtp+tls",
        ssl=parts.scheme == "smtps",
    )
