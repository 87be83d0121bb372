"""Hashes of the keys of devices. They reveal no key to a reader of the database."""

import hashlib


def digest(key: str) -> str:
    """Return the stored hash of a key. A key has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()
