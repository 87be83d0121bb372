"""Every path belongs to the route that it was built from, and no other path has a route."""

import pytest

from games.pages.routes import CIRCLE, MATCH, ROUTES, resolve, reverse
from tests.match.logs import id_of

IDS = {"match": id_of("match"), "deal": id_of("deal")}


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
    assert [route.name for route in ROUTES if route.scope == CIRCLE] == ["home", "new"]


def test_old_links_still_have_routes() -> None:
    match, deal = IDS["match"], IDS["deal"]
    assert [route.form % IDS for route in ROUTES] == [
        "/",
        "/new/",
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
