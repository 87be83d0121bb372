"""The ids of what a form creates: the same form gets the same id, and nobody can occupy all of them."""

from typing import Any
from uuid import UUID, uuid4

from games.services.new_ids import TRIES, id_for


def test_a_form_that_comes_back_with_other_content_gets_an_id_of_its_own() -> None:
    id = uuid4()
    assert id_for(id, ["Thursday"], lambda _id: False) == id
    other = id_for(id, ["Friday"], lambda taken: taken == id)
    assert other not in (id, id_for(id, ["Sunday"], lambda taken: taken == id))
    assert other == id_for(id, ["Friday"], lambda taken: taken == id)


def test_the_search_for_an_id_ends_even_if_someone_occupies_all() -> None:
    asked: list[UUID] = []

    def is_other(id: UUID) -> bool:
        asked.append(id)
        return True

    assert id_for(uuid4(), ["Thursday"], is_other) not in asked
    assert len(asked) == TRIES


def test_the_next_id_depends_on_the_secret_of_the_server(settings: Any) -> None:
    id, ids = uuid4(), set()
    for secret in ("a" * 50, "b" * 50):
        settings.SECRET_KEY = secret
        ids.add(id_for(id, ["Thursday"], lambda taken: taken == id))
    assert len(ids) == 2
