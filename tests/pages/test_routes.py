"""Every path is the one address it was made from, and nothing else is an address."""

import pytest

from games.pages.routes import CIRCLE, MATCH, ROUTES, resolve, reverse
from tests.match.logs import id_of

IDS = {"match": id_of("match"), "deal": id_of("deal")}


@pytest.mark.parametrize("name", [address.name for address in ROUTES])
def test_the_path_of_an_address_leads_back_to_it(name: str) -> None:
    found = resolve(reverse(name, IDS))
    assert found is not None
    address, args = found
    assert address.name == name
    assert args == {key: IDS[key] for key in args}
    assert (address.needs == MATCH) == ("match" in args)


def test_each_address_has_a_name_and_a_path_of_its_own() -> None:
    names = [address.name for address in ROUTES]
    paths = [address.path(IDS) for address in ROUTES]
    assert len(set(names)) == len(set(paths)) == len(ROUTES)
    assert all(path[0] == path[-1] == "/" for path in paths)
    assert [address.name for address in ROUTES if address.needs == CIRCLE] == ["home", "new"]


def test_the_addresses_are_those_that_links_of_years_ago_lead_to() -> None:
    match, deal = IDS["match"], IDS["deal"]
    assert [address.path(IDS) for address in ROUTES] == [
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
def test_another_path_is_no_address(path: str) -> None:
    assert resolve(path) is None


def test_a_name_that_is_none_has_no_path() -> None:
    with pytest.raises(KeyError):
        reverse("nowhere", IDS)
