"""A long chain of merged players is followed once."""

from uuid import uuid4

import pytest

from games import models, services
from games.services.circles import make_person
from games.statistics.people import PlayerIndex


class Counted(dict[str, str | None]):
    """A dict that counts its reads."""

    looks = 0

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.looks += 1
        return super().get(key, default)


def test_each_step_of_a_long_way_is_taken_once() -> None:
    people = PlayerIndex((str(number), "Eleni", str(number - 1) if number else None) for number in range(500))
    people.same_as = looked = Counted(people.same_as)
    assert {people.main_id(id) for id in reversed(people.names)} == {"0"}
    assert looked.looks <= 3 * 500


def test_of_some_who_name_each_other_the_first_counts_however_one_comes_to_them() -> None:
    ways = {"a": "d", "b": "c", "c": "d", "d": "b", "e": None, "f": "gone"}
    people = PlayerIndex((id, "Eleni", same_as) for id, same_as in ways.items())
    assert [people.main_id(id) for id in (*"abcdef", *"fedcba")] == [*"bbbbe", "gone", "gone", *"ebbbb"]


def test_a_push_looks_at_the_people_of_a_circle_twice(
    db: None, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    person, circle = make_person()
    ids = [str(uuid4()) for _ in range(60)]
    events = [
        {
            "id": str(uuid4()),
            "match": None,
            "kind": "player",
            "data": {"player": id, "name": "Eleni", **same_as(ids, id)},
        }
        for id in ids
    ]
    with django_assert_max_num_queries(60 * 6 + 40):  # type: ignore[operator]
        assert services.push(by=person, circle=circle.pk, events=events).refused == []
    assert models.Player.objects.filter(circle=circle).count() == 60


def same_as(ids: list[str], id: str) -> dict[str, str]:
    return {} if id == ids[0] else {"same_as": ids[ids.index(id) - 1]}
