"""The cast and the things of tests/api, for tests of what others must not access."""

from tests.api.conftest import guest, other_owner, owner, reader, scorer, stranger, unhurried
from tests.api.test_access import things

__all__ = ["guest", "other_owner", "owner", "reader", "scorer", "stranger", "things", "unhurried"]
