"""Read settings from environment variables. A wrong value raises ImproperlyConfigured with its name."""

import os
from ipaddress import IPv4Network, IPv6Network, ip_network

from django.core.exceptions import ImproperlyConfigured

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def text(name: str, default: str) -> str:
    """Return a variable or the default. An empty variable counts as unset, as compose files and shells pass it so."""
    return os.environ.get(name) or default


def flag(name: str, default: bool = False) -> bool:
    value = text(name, "1" if default else "0").lower()
    if value not in YES + NO:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value in YES


def names(name: str, default: str) -> list[str]:
    """Return a list that is separated by commas."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def networks(name: str, default: str) -> list[IPv4Network | IPv6Network]:
    """Return a list of addresses and networks, such as 10.0.0.0/8."""
    try:
        return [ip_network(part) for part in names(name, default)]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be addresses or networks with commas: {error}.") from None


def key(name: str, least: int = 20) -> str:
    """Return a key that cannot be guessed, or nothing if the variable is unset. The error does not repeat it."""
    value = text(name, "")
    if value and (len(value) < least or not value.isascii() or not value.isprintable() or " " in value):
        raise ImproperlyConfigured(f"{name} must have at least {least} letters and digits, and no spaces.")
    return value


def number(name: str, default: int, least: int = 0) -> int:
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit() and int(value) >= least):
        expected = f"a whole number from {least} on" if least else "a whole number"
        raise ImproperlyConfigured(f"{name} must be {expected}, not {value!r}.")
    return int(value)


def choice(name: str, values: tuple[str, ...]) -> str:
    """Return one of these words; the first is the default."""
    value = text(name, values[0]).lower()
    if value not in values:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(values)}, not {value!r}.")
    return value
