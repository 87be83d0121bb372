"""Which players of a circle the people of a document are."""

from uuid import UUID, uuid4, uuid5

import pytest

from games import models
from games.imports.seating import ImportSeating
from games.services.circles import make_person

ANA, OTHER = str(UUID(int=1)), str(UUID(int=2))


@pytest.fixture
def seating(db: None) -> ImportSeating:
    """A circle that knows Ana."""
    _person, circle = make_person()
    models.Player.objects.create(circle=circle, id=ANA, name="Ana")
    return ImportSeating(circle.pk)


def ids(seating: ImportSeating, *players: object) -> list[str]:
    return [seat["id"] for seat in seating.assign_players(list(players))]


def test_a_known_id_decides_before_a_name(seating: ImportSeating) -> None:
    assert ids(seating, {"id": ANA, "name": "Anna"}) == [ANA]
    assert ids(seating, {"id": OTHER, "name": "Ana"}) == [ANA]
    assert ids(seating, "Ana") == [ANA]


@pytest.mark.parametrize("turned", [False, True])
def test_a_name_does_not_take_the_seat_of_a_known_id(seating: ImportSeating, turned: bool) -> None:
    """Two people in a match have the same name. The one whose id is known keeps it, wherever they sit."""
    players = [{"id": OTHER, "name": "Ana"}, {"id": ANA, "name": "Ana"}]
    expected = [OTHER, ANA]
    assert ids(seating, *(players[::-1] if turned else players)) == (expected[::-1] if turned else expected)


def test_everyone_has_another_id(seating: ImportSeating) -> None:
    players = [{"id": str(uuid4()), "name": "Ana"}, "Ana", "Ana", {"id": ANA, "name": "Ana"}]
    assert len(set(ids(seating, *players))) == 4


@pytest.mark.parametrize("taken", [1, 2, 3, 5])
def test_a_name_gets_an_id_that_nobody_else_in_the_match_states(seating: ImportSeating, taken: int) -> None:
    """A document may state the ids that an import would give to the name."""
    usual = seating.candidates("X", "X", taken)
    others = [{"id": next(usual), "name": f"Other {number}"} for number in range(taken)]
    assigned = ids(seating, *others, "X")
    assert assigned[:-1] == [other["id"] for other in others]
    assert assigned[-1] == next(usual)  # the same at the next import
    assert next(seating.candidates("X", "X", taken)) == str(uuid5(seating.circle, "player X"))
