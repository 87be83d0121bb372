"""A form has its names in the order of the page, and a name may occur several times."""

import pytest

from games.pages.request import Form, PageRequest


def form(*pairs: tuple[str, str]) -> Form:
    return Form(pairs)


def test_the_last_value_of_a_name_counts() -> None:
    assert form(("a", "1"), ("b", "2"), ("a", "3")).get("a") == "3"


def test_a_missing_name_is_empty_or_the_default() -> None:
    assert form(("a", "1")).get("b") == ""
    assert form(("a", "1")).get("b", "x") == "x"
    assert form(("a", "")).get("a", "x") == ""


def test_all_values_keep_their_order() -> None:
    assert form(("a", "1"), ("b", "2"), ("a", ""), ("a", "1")).all("a") == ["1", "", "1"]
    assert form().all("a") == []


def test_a_form_has_names_with_empty_values() -> None:
    assert form(("a", "")).has("a")
    assert not form(("a", "")).has("")


def test_set_replaces_all_values_of_a_name() -> None:
    changed = form(("a", "1"), ("b", "2"), ("a", "3"))
    changed.set("a", "4")
    assert changed.all("a") == ["4"]
    assert changed.get("b") == "2"
    changed.set("c", "5")
    assert changed.pairs == [("b", "2"), ("a", "4"), ("c", "5")]


def test_a_form_copies_its_pairs_and_accepts_lists() -> None:
    pairs = [["a", "1"]]
    changed = Form(pairs)  # type: ignore[arg-type]
    changed.set("a", "2")
    assert pairs == [["a", "1"]]
    assert changed.pairs == [("a", "2")]


def test_a_get_has_no_form_and_a_post_may_have_an_empty_one() -> None:
    assert PageRequest("home", {}).form is None
    assert PageRequest("home", {}, form=[]).form is not None


def test_every_id_is_used_once() -> None:
    request = PageRequest("home", {}, ids=["a", "b"])
    assert {request.new_ids.pop(), request.new_ids.pop()} == {"a", "b"}
    with pytest.raises(IndexError):
        request.new_ids.pop()
