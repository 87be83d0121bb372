"""A form has its names in the order of the page, and one may come several times."""

import pytest

from games.pages.request import Form, PageRequest


def form(*pairs: tuple[str, str]) -> Form:
    return Form(pairs)


def test_the_last_value_of_a_name_is_the_one_that_holds() -> None:
    assert form(("a", "1"), ("b", "2"), ("a", "3")).get("a") == "3"


def test_a_name_that_is_not_there_is_empty_or_the_default() -> None:
    assert form(("a", "1")).get("b") == ""
    assert form(("a", "1")).get("b", "x") == "x"
    assert form(("a", "")).get("a", "x") == ""


def test_all_values_keep_their_order() -> None:
    assert form(("a", "1"), ("b", "2"), ("a", ""), ("a", "1")).all("a") == ["1", "", "1"]
    assert form().all("a") == []


def test_an_empty_value_is_there() -> None:
    assert form(("a", "")).has("a")
    assert not form(("a", "")).has("")


def test_what_is_put_stands_instead_of_all_that_stood_there() -> None:
    found = form(("a", "1"), ("b", "2"), ("a", "3"))
    found.put("a", "4")
    assert found.all("a") == ["4"]
    assert found.get("b") == "2"
    found.put("c", "5")
    assert found.pairs == [("b", "2"), ("a", "4"), ("c", "5")]


def test_a_form_is_its_own_and_takes_lists_as_json_has_them() -> None:
    pairs = [["a", "1"]]
    found = Form(pairs)  # type: ignore[arg-type]
    found.put("a", "2")
    assert pairs == [["a", "1"]]
    assert found.pairs == [("a", "2")]


def test_a_page_that_is_looked_at_has_no_form_and_an_empty_one_is_a_form() -> None:
    assert PageRequest("home", {}).form is None
    assert PageRequest("home", {}, form=[]).form is not None


def test_every_id_is_given_out_once() -> None:
    asked = PageRequest("home", {}, ids=["a", "b"])
    assert {asked.fresh(), asked.fresh()} == {"a", "b"}
    with pytest.raises(IndexError):
        asked.fresh()
