"""Colours and initials of players."""

from uuid import UUID

import pytest

from games.display.badges import COLOURS, own_colour, table_badges
from games.display.card import Card
from games.match.summary import summary
from tests.chance import random_for
from tests.pages.browser import start_match


def person(number: int, name: str) -> dict[str, str]:
    return {"id": str(UUID(int=number)), "name": name}


def test_a_colour_follows_from_the_id_and_not_from_the_name() -> None:
    assert own_colour(person(6, "Ana")) == own_colour(person(6, "Bia")) == 7
    assert own_colour(person(7, "Ana")) == 8
    assert 1 <= own_colour("Ana") <= COLOURS


def test_the_smallest_id_keeps_its_colour_whoever_sits_where() -> None:
    people = [person(7, "Ana"), person(15, "Bia"), person(0, "Rui"), person(23, "Tiago")]
    assert [badge.colour for badge in table_badges(people)] == [8, 2, 1, 3]
    assert [badge.colour for badge in table_badges(people[::-1])] == [3, 1, 2, 8]


def test_two_at_a_table_never_share_a_colour_or_initials() -> None:
    random = random_for("badges")
    for _ in range(200):
        names = [random.choice(("Ana", "Anna", "Andreas", "Bia", "ÉE", "山田", "山本")) for _ in range(8)]
        people = [person(random.randrange(2**128), f"{name}{seat}") for seat, name in enumerate(names)]
        badges = table_badges(people[: random.randint(2, 8)])
        assert len({badge.colour for badge in badges}) == len(badges)
        assert len({badge.initials for badge in badges}) == len(badges)
        assert all(1 <= len(badge.initials) <= 2 for badge in badges)


@pytest.mark.parametrize(
    ("names", "initials"),
    [
        (["Ana", "Andreas", "Bia"], ["A", "An", "B"]),
        (["ana", "(Rui)", "Özlem", "..."], ["A", "R", "Ö", "?"]),
        (["Ana Lima", "Ana Melo"], ["A", "An"]),
        (["A", "A"], ["A", "A"]),
    ],
)
def test_initials_differ_where_the_names_do(names: list[str], initials: list[str]) -> None:
    assert [badge.initials for badge in table_badges(names)] == initials


def test_a_match_has_the_same_badges_on_its_card_and_on_its_table() -> None:
    table = start_match("bisca_quatro", ("Eleni", "Deniz", "Andreas", "Zeynep"))
    assert [[badge.initials for badge in side.badges] for side in Card(summary(table.log)).sides] == [
        ["E", "A"],
        ["D", "Z"],
    ]
    drawn = [
        (element.get("class"), element.get("data-initials"))
        for element in table.get(table.path).html.find("totals").all("span")
        if element.get("class")[:3] == "av "
    ]
    assert [initials for _colour, initials in drawn] == ["E", "A", "D", "Z"]
    assert len({colour for colour, _initials in drawn}) == 4


def test_a_finished_match_says_who_won_and_not_how_much_is_missing() -> None:
    table = start_match("points", ("Eleni", "Deniz"), options={"target": 10})
    table.save(("points-0", "12"), ("points-1", "5"))
    totals = table.get(f"{table.path}wall/").html.find("totals").text
    assert "won" in totals
    assert "to go" not in totals
