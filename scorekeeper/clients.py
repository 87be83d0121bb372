"""Find the client of a request before Django handles it: the person of a known key or session, or an address.

A key or a session is known after Django has accepted it once. Invented ones count for their address, so a client gains
nothing by inventing them.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import get_bytes_from_wsgi, get_str_from_wsgi
from django.http import parse_cookie

from scorekeeper.proxies import wide_network

CLIENT = "scorekeeper.client"  # in the environ: the name of the person that Django has found
GUEST = "guest "  # begins the name of a client without an account
REGULAR = "regular "  # is in the name of a client who began more than a day ago
A_DAY = timedelta(days=1)
SCHEMES = (b"token", b"bearer")  # before a key in `Authorization`
WITH_KEY = ("/api/", "/phone/")  # the beginnings of the paths that read keys
MOST = 20_000  # keys and sessions; then the one that was accepted longest ago is forgotten
MEDIA_TYPES, MOST_OF_MEDIA_TYPES = ("CONTENT_TYPE", "HTTP_ACCEPT"), 1_000  # headers, and characters of each

Environ = dict[str, Any]


def name_client(person: Any, has_account: bool, created: datetime | None = None) -> str:
    """Return the name of a person as a client. All keys of a person are one client, as anyone may create many keys."""
    return f"{'' if has_account else GUEST}{REGULAR if is_regular(created) else ''}person {person}"


def is_regular(created: datetime | None) -> bool:
    """Return whether a person who began at this time has shares of their own of the daily limits.

    New guests share those of their address, because anyone may begin many guests.
    """
    return created is not None and datetime.now(UTC) - created > A_DAY


def payer(client: str, environ: Environ) -> str:
    """Return whose budget a request uses. All guests of an address have one budget, as anyone may begin many guests.

    Without mail anyone may invent e-mail addresses, so a new account counts for its network address, too.
    """
    is_invented = REGULAR not in client and not settings.MAIL.is_sent
    return address(environ) if client.startswith(GUEST) or is_invented else client


def address(environ: Environ) -> str:
    return f"address {environ.get('REMOTE_ADDR', '')}"


def line(environ: Environ) -> str:
    """Return the name under which clients take turns: an address, or all networks that one IPv6 line may have."""
    return f"line {wide_network(str(environ.get('REMOTE_ADDR', '')))}"


class Clients:
    """The keys and sessions that Django has accepted in this process."""

    def __init__(self) -> None:
        self.known: OrderedDict[bytes, str] = OrderedDict()
        self.changing = Lock()

    def find(self, environ: Environ) -> str:
        """Return the name under which limits count the request: its person or its address."""
        secret = secret_digest(environ)
        with self.changing:
            client = self.known.get(secret) if secret else None
        return client or address(environ)

    def find_here(self, environ: Environ) -> str:
        """Return the name of the client, and of the line on which it asks if it is a person.

        A thief with a copy of a cookie uses up only what the person has on the thief's line.
        """
        client = self.find(environ)
        return client if client == address(environ) else f"{client} on {line(environ)}"

    def learn(self, environ: Environ) -> None:
        """Remember the person that Django has found for the secret of this request."""
        secret, client = secret_digest(environ), environ.get(CLIENT)
        if not secret or not client:
            return
        with self.changing:
            self.known[secret] = client
            self.known.move_to_end(secret)
            if len(self.known) > MOST:
                self.known.popitem(last=False)


def drop_costly_headers(environ: Environ) -> None:
    """Remove long media types, encoded parameters, other charsets than ours, and cookies with a backslash from a request.

    No browser and no program of ours sends them. The time to parse them, or to decode some charsets, grows with the square of
    their length. So one request could take some seconds. Python keeps the name of each charset that it does not know.
    """
    for name in MEDIA_TYPES:
        if len(environ.get(name, "")) > MOST_OF_MEDIA_TYPES:
            del environ[name]
    if "CONTENT_TYPE" in environ:
        parts = environ["CONTENT_TYPE"].split(";")
        environ["CONTENT_TYPE"] = ";".join(part for part in parts if not is_costly(part))
    cookies = environ.get("HTTP_COOKIE", "")
    if "\\" in cookies:
        environ["HTTP_COOKIE"] = ";".join(cookie for cookie in cookies.split(";") if "\\" not in cookie)


def is_costly(parameter: str) -> bool:
    """Return whether a parameter of a media type names a charset: for the body, or for its own value as in `name*=`."""
    name = parameter.partition("=")[0].strip().lower()
    return name.startswith("charset") or "*" in name


def secret_digest(environ: Environ) -> bytes:
    """Return a digest of the key in a request, or of the session if there is no key. Return b"" without either."""
    secret = key_in(environ)
    if not secret:
        session = session_in(environ)
        secret = f"session {session}" if session else ""
    return sha256(secret.encode("utf-8", "replace")).digest() if secret else b""


# Both are read as Django and its REST framework read them, however they are spelled.


def key_in(environ: Environ) -> str:
    """Return the key in a request, or "". Only the API and the pages of phones read a key.

    Elsewhere an invented one would hide the session.
    """
    is_read = str(environ.get("PATH_INFO", "")).startswith(WITH_KEY)
    words = get_bytes_from_wsgi(environ, "HTTP_AUTHORIZATION", "").split() if is_read else []
    return words[1].decode("latin-1") if len(words) == 2 and words[0].lower() in SCHEMES else ""


def session_in(environ: Environ) -> str:
    """Return the session's key in the cookies of a request, or ""."""
    cookies = parse_cookie(get_str_from_wsgi(environ, "HTTP_COOKIE", ""))
    return cookies.get(settings.SESSION_COOKIE_NAME) or ""
