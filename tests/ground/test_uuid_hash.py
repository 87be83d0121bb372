"""Ids that a client has chosen do not collide in sets and dicts."""

from uuid import UUID

from games import models

PRIME = 2**61 - 1  # Python's own hash of a number is its rest


def test_ids_whose_numbers_have_the_same_rest_have_different_hashes() -> None:
    ids = [UUID(int=7 + PRIME * turn) for turn in range(1000)]
    assert len({hash(id) for id in ids}) == len(ids)
    assert len({hash(models.Circle(id=id)) for id in ids}) == len(ids)


def test_equal_ids_have_the_same_hash() -> None:
    assert {UUID(int=7): "here"}[UUID(str(UUID(int=7)))] == "here"
