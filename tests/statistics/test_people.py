"""Merged players are one person."""

from games.statistics.people import PlayerIndex, TablePerson

PEOPLE = PlayerIndex([("a", "Eleni", None), ("b", "Elena", "a"), ("c", "Lena", "b"), ("x", "X", "y"), ("y", "Y", "x")])


def test_a_player_has_the_name_of_today() -> None:
    assert PEOPLE.person({"id": "a", "name": "Elenitsa"}) == TablePerson("a", "Eleni")


def test_merged_players_are_one_person() -> None:
    assert {PEOPLE.person({"id": id, "name": "?"}) for id in "abc"} == {TablePerson("a", "Eleni")}
    assert PEOPLE.all_of("c") == PEOPLE.all_of("a") == {"a", "b", "c"}


def test_two_players_merged_into_each_other_are_one() -> None:
    assert {PEOPLE.main_id("x"), PEOPLE.main_id("y")} == {"x"}
    assert PEOPLE.all_of("y") == {"x", "y"}


def test_a_person_who_is_no_player_has_the_name_in_the_match() -> None:
    assert PEOPLE.person({"id": "z", "name": "Rui"}) == TablePerson("z", "Rui")
    assert PEOPLE.person("Rui") == TablePerson("name:Rui", "Rui")
    assert PEOPLE.all_of("z") == {"z"}
