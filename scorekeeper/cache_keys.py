"""Keys of the cache that counts attempts. They name addresses, so the database stores keyed hashes of them."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

SALT = "scorekeeper.cache_keys"


def hashed_key(key: str, prefix: str, version: int) -> str:
    """Return the key as it is stored."""
    return salted_hmac(SALT, f"{prefix}:{version}:{key}", algorithm="sha256").hexdigest()
