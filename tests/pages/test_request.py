"""Every path belongs to the route that it was built from. A form has its names in the order of the page."""

import pytest

from games.pages.request import CIRCLE, MATCH, ROUTES, Form, PageRequest, resolve, reverse
from tests.match.logs import id_of

IDS = {"match": id_of("match"), "deal": id_of("deal")}


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


@pytest.mark.parametrize("name", [route.name for route in ROUTES])
def test_the_path_of_a_route_resolves_to_it(name: str) -> None:
    resolved = resolve(reverse(name, IDS))
    assert resolved is not None
    route, args = resolved
    assert route.name == name
    assert args == {key: IDS[key] for key in args}
    assert (route.scope == MATCH) == ("match" in args)


def test_each_route_has_its_own_name_and_path() -> None:
    names = [route.name for route in ROUTES]
    paths = [route.form % IDS for route in ROUTES]
    assert len(set(names)) == len(set(paths)) == len(ROUTES)
    assert all(path[0] == path[-1] == "/" for path in paths)
    assert [route.name for route in ROUTES if route.scope == CIRCLE] == ["home", "new", "walls"]


def test_old_links_still_have_routes() -> None:
    match, deal = IDS["match"], IDS["deal"]
    assert [route.form % IDS for route in ROUTES] == [
        "/",
        "/new/",
        "/wall/",
        f"/table/{match}/",
        f"/table/{match}/sheet/",
        f"/table/{match}/wall/",
        f"/table/{match}/rules/",
        f"/table/{match}/more/",
        f"/table/{match}/{deal}/",
        f"/table/{match}/{deal}/before/",
    ]


@pytest.mark.parametrize(
    "path",
    [
        "/new",
        "//",
        "/new//",
        "/nowhere/",
        "/table/",
        "/table//",
        "/table/x/",
        "/table/<match>/",
        f"/table/{IDS['match']}",
        f"/table/{IDS['match'].upper()[:-1]}A/",
        f"/table/{IDS['match'][:-1]}/",
        f"/table/{IDS['match']}0/",
        f"/table/{IDS['match'].replace('-', '')}/",
        f"/table/{IDS['match']}/sheets/",
        f"/table/{IDS['match']}/sheet",
        f"/table/{IDS['match']}/{IDS['deal']}/after/",
        f"/table/{IDS['match']}/{IDS['deal']}/before/x/",
        f"/table/{IDS['match']}/%3Cdeal%3E/",
        f"/tables/{IDS['match']}/",
        f"/table/{IDS['match']}\n/",
    ],
)
def test_another_path_has_no_route(path: str) -> None:
    assert resolve(path) is None


def test_an_unknown_name_has_no_path() -> None:
    with pytest.raises(KeyError):
        reverse("nowhere", IDS)
