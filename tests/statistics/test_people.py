"""Somebody is one person, however often they were written down."""

from games.statistics.people import PlayerIndex, TablePerson

PEOPLE = PlayerIndex([("a", "Eleni", None), ("b", "Elena", "a"), ("c", "Lena", "b"), ("x", "X", "y"), ("y", "Y", "x")])


def test_a_player_has_the_name_of_today() -> None:
    assert PEOPLE.who({"id": "a", "name": "Elenitsa"}) == TablePerson("a", "Eleni")


def test_whoever_was_written_down_twice_is_one_person() -> None:
    assert {PEOPLE.who({"id": id, "name": "?"}) for id in "abc"} == {TablePerson("a", "Eleni")}
    assert PEOPLE.all_of("c") == PEOPLE.all_of("a") == {"a", "b", "c"}


def test_two_who_are_said_to_be_each_other_are_one() -> None:
    assert {PEOPLE.counting("x"), PEOPLE.counting("y")} == {"x"}
    assert PEOPLE.all_of("y") == {"x", "y"}


def test_who_is_not_among_the_players_keeps_the_name_of_the_match() -> None:
    assert PEOPLE.who({"id": "z", "name": "Rui"}) == TablePerson("z", "Rui")
    assert PEOPLE.who("Rui") == TablePerson("name:Rui", "Rui")
    assert PEOPLE.all_of("z") == {"z"}
