"""Give UUIDs a hash that nobody can predict, as Python gives strings.

Clients choose ids. Python's hash of a UUID is its number modulo 2**61 - 1, so anyone can choose thousands with the same hash.
Each set and each dict of them would take a time that grows with the square of their number.
"""

from uuid import UUID


def install() -> None:
    """Do it for all UUIDs of this process, before any set or dict has one."""
    UUID.__hash__ = unpredictable_hash  # type: ignore[method-assign, assignment]


def unpredictable_hash(uuid: UUID) -> int:
    return hash(uuid.int.to_bytes(16, "big"))
