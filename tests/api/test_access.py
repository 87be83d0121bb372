"""Who may do what: every address and method there is, against everybody who might ask.

The rows are held against the addresses that Django knows, so a new one without its row fails here.
"""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.api.conftest import Caller, Json

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WHO = ("stranger", "guest", "other_owner", "reader", "scorer", "owner")

FREE = (200,) * 6  # for everybody
MINE = (401, 200, 200, 200, 200, 200)  # everybody's own
READ = (401, 404, 404, 200, 200, 200)  # those of the circle
WRITE = (401, 404, 404, 403, 200, 200)  # those of the circle who write
MAKE = (401, 404, 404, 403, 201, 201)
NOWHERE = (404,) * 6
SEEN = (404, 404, 404, 200, 200, 200)  # a page of the circle's; a cookie tells who looks at it
TYPED = (404, 404, 404, 403, 200, 200)
DONE = (404, 404, 404, 403, 303, 303)
READ_ONLY = (405,) * 6

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    # the table's pages
    ("GET", ""): FREE,
    ("POST", ""): READ_ONLY,
    ("GET", "new/"): (200, 200, 200, 403, 200, 200),
    ("POST", "new/"): (200, 200, 200, 403, 200, 200),
    ("GET", "table/<uuid:match>/"): SEEN,
    ("POST", "table/<uuid:match>/"): TYPED,
    ("GET", "table/<uuid:match>/sheet/"): SEEN,
    ("POST", "table/<uuid:match>/sheet/"): DONE,
    ("GET", "table/<uuid:match>/wall/"): SEEN,
    ("POST", "table/<uuid:match>/wall/"): (404, 404, 404, 405, 405, 405),
    ("GET", "table/<uuid:match>/rules/"): SEEN,
    ("POST", "table/<uuid:match>/rules/"): (404, 404, 404, 405, 405, 405),
    ("GET", "table/<uuid:match>/more/"): SEEN,
    ("POST", "table/<uuid:match>/more/"): DONE,
    ("GET", "table/<uuid:match>/<uuid:deal>/"): SEEN,
    ("POST", "table/<uuid:match>/<uuid:deal>/"): TYPED,
    ("GET", "table/<uuid:match>/<uuid:deal>/before/"): (404, 404, 404, 404, 200, 200),
    ("POST", "table/<uuid:match>/<uuid:deal>/before/"): TYPED,
    # pages
    ("GET", "games/"): FREE,
    ("GET", "healthz"): FREE,
    ("GET", "games/<slug:key>/"): FREE,
    ("GET", "api/"): FREE,
    # the phone's worker, for our own pages only: see tests/web/test_worker.py and test_device.py
    ("GET", "sw.js"): FREE,
    ("GET", "phone/<str:name>"): NOWHERE,
    ("GET", "phone/trust/"): NOWHERE,  # where the server has no authority of its own: see tests/web/test_trust.py
    ("GET", "phone/authority.crt"): NOWHERE,
    ("GET", "manifest.<str:language>.webmanifest"): FREE,
    ("POST", "phone/"): (403,) * 6,
    ("POST", "phone/session/"): (401, 403, 403, 403, 403, 403),
    # the API about games
    ("GET", "api/v1/schema/"): FREE,
    ("GET", "api/v1/games/"): FREE,
    ("GET", "api/v1/games/<slug:key>/"): FREE,
    ("POST", "api/v1/score/"): FREE,
    # a person's own
    ("GET", "api/v1/circles/"): MINE,
    ("POST", "api/v1/circles/"): (401, 201, 201, 201, 201, 201),
    ("GET", "api/v1/circles/<uuid:circle>/"): READ,
    ("GET", "api/v1/devices/"): MINE,
    ("POST", "api/v1/devices/"): (401, 409, 409, 409, 409, 409),  # they are known with other ids
    ("DELETE", "api/v1/devices/<uuid:device>/"): (401, 404, 404, 404, 404, 204),
    # a circle's
    ("GET", "api/v1/events/"): READ,
    ("POST", "api/v1/events/"): WRITE,
    ("GET", "api/v1/players/"): READ,
    ("POST", "api/v1/players/"): MAKE,
    ("GET", "api/v1/players/<uuid:player>/"): READ,
    ("PATCH", "api/v1/players/<uuid:player>/"): WRITE,
    ("GET", "api/v1/evenings/"): READ,
    ("GET", "api/v1/evenings/<uuid:evening>/"): READ,
    ("PUT", "api/v1/evenings/<uuid:evening>/"): WRITE,
    ("GET", "api/v1/matches/"): READ,
    ("POST", "api/v1/matches/"): MAKE,
    ("GET", "api/v1/matches/<uuid:match>/"): READ,
    ("DELETE", "api/v1/matches/<uuid:match>/"): WRITE,
    ("GET", "api/v1/matches/<uuid:match>/document/"): READ,
    ("GET", "api/v1/matches/<uuid:match>/sheet/"): READ,
    ("GET", "api/v1/matches/<uuid:match>/history/"): READ,
    ("POST", "api/v1/matches/<uuid:match>/deals/"): MAKE,
    ("PUT", "api/v1/matches/<uuid:match>/deals/<uuid:deal>/"): WRITE,
    ("DELETE", "api/v1/matches/<uuid:match>/deals/<uuid:deal>/"): WRITE,
    ("POST", "api/v1/matches/<uuid:match>/deals/<uuid:deal>/restore/"): WRITE,
    ("POST", "api/v1/matches/<uuid:match>/settle/"): WRITE,
    ("PUT", "api/v1/matches/<uuid:match>/options/"): WRITE,
    ("PUT", "api/v1/matches/<uuid:match>/seats/"): WRITE,
    ("POST", "api/v1/matches/<uuid:match>/finish/"): WRITE,
    ("POST", "api/v1/matches/<uuid:match>/reopen/"): WRITE,
    ("POST", "api/v1/matches/<uuid:match>/undelete/"): WRITE,
    # what is nowhere below api/
    **{(method, "^api/."): NOWHERE for method in METHODS},
}

NEW = {("PUT", "api/v1/evenings/<uuid:evening>/")}  # in another circle the same id is a new thing
PLAYERS = ["Eleni", "Deniz"]
ANSWERS = {"points": [71, 49]}
BODIES: dict[tuple[str, str], Any] = {
    ("POST", "api/v1/score/"): {"format": "scorekeeper.match/1", "game": "bisca_tres", "players": PLAYERS},
    ("POST", "api/v1/devices/"): {name: str(uuid4()) for name in ("device", "person", "circle")},
    ("POST", "api/v1/events/"): [],
    ("POST", "api/v1/players/"): {"name": "Rosa"},
    ("PATCH", "api/v1/players/<uuid:player>/"): {"hidden": True},
    ("POST", "api/v1/matches/"): {"game": "bisca_tres", "players": PLAYERS},
    ("POST", "api/v1/matches/<uuid:match>/deals/"): {"answers": ANSWERS},
    ("PUT", "api/v1/matches/<uuid:match>/deals/<uuid:deal>/"): {"answers": ANSWERS},
    ("PUT", "api/v1/matches/<uuid:match>/options/"): {"options": {}},
    ("PUT", "api/v1/matches/<uuid:match>/seats/"): {"players": PLAYERS},
}


def addresses(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in resolver.url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, address)
        elif isinstance(pattern, URLPattern):
            yield address, pattern.callback


def known() -> Iterator[tuple[str, str]]:
    """Every method that a view has; a plain function takes what it is asked, which here is GET only."""
    for address, view in addresses(get_resolver()):
        of = getattr(view, "cls", getattr(view, "view_class", None))
        is_nowhere = of is not None and of.__name__ == "Nowhere"
        for method in METHODS:
            if is_nowhere or (method == "GET" if of is None else hasattr(of, method.lower())):
                yield method, address


def test_every_address_has_its_row() -> None:
    assert set(ROWS) == set(known())


@pytest.fixture
def things(owner: Caller) -> dict[str, str]:
    """What stands in an address: everything is Eleni's circle's."""
    assert owner.circle
    match = owner.started()
    return {
        "^": "",
        "api/.": "api/nowhere/",
        "<slug:key>": "pisti",
        "<str:language>": "en",
        "<uuid:match>": match,
        "<uuid:evening>": match,
        "<uuid:deal>": owner.dealt(match),
        "<uuid:player>": owner.post("players/", {"name": "Rosa"}).json()["player"]["id"],
        "<uuid:circle>": str(owner.circle.pk),
        "<uuid:device>": str(owner.device),
    }


class SignedIn(Caller):
    """Somebody at a page: with a cookie, and with forms."""

    def ask(self, method: str, path: str, body: Json = None, **more: Any) -> Any:
        return super().ask(method, path, b"press=", content_type="application/x-www-form-urlencoded")


def signed_in(caller: Caller) -> SignedIn:
    found = SignedIn()
    if caller.person is not None:
        found.client.force_login(caller.person)
    return found


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_access(row: tuple[str, str], request: pytest.FixtureRequest, things: dict[str, str]) -> None:
    method, address = row
    path = f"/{address}"
    for pattern, thing in things.items():
        path = path.replace(pattern, thing)
    callers: list[Caller] = [request.getfixturevalue(who) for who in WHO]
    if not address.startswith(("api/", "phone/")):
        callers = [signed_in(caller) for caller in callers]
    named = f"{path}?circle={things['<uuid:circle>']}"
    assert tuple(caller.ask(method, named, BODIES.get(row)).status_code for caller in callers) == ROWS[row]
    if "<uuid:" in address and row not in NEW:  # nor does it help to leave the circle's name out
        found = tuple(caller.ask(method, path, BODIES.get(row)).status_code for caller in callers[:3])
        assert found == ROWS[row][:3]


def test_what_people_do_in_their_own_circle_is_not_seen_in_another(
    owner: Caller, guest: Caller, other_owner: Caller
) -> None:
    for caller in (guest, other_owner):
        match = caller.started()
        assert owner.get(f"matches/{match}/").status_code == 404
        assert owner.get("matches/").json()["matches"] == []


def test_who_has_left_the_circle_sees_nothing_of_it(scorer: Caller, owner: Caller) -> None:
    match = owner.started()
    assert scorer.get(f"matches/{match}/").status_code == 200
    scorer.person.memberships.all().delete()  # type: ignore[union-attr]
    assert scorer.get(f"matches/{match}/").status_code == 404
    assert scorer.get("circles/").json() == {"circles": []}


def test_a_person_who_is_not_active_is_nobody(owner: Caller) -> None:
    owner.person.is_active = False  # type: ignore[union-attr]
    owner.person.save()  # type: ignore[union-attr]
    assert owner.get("circles/").status_code == 401
