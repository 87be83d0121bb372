"""Access: every address and method, against every kind of caller.

The rows are held against the addresses that Django knows, so a new one without its row fails here.
"""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from allauth.mfa.models import Authenticator
from django.urls import URLPattern, URLResolver, get_resolver

from games import services
from tests.api.conftest import Caller, Json

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WHO = ("stranger", "guest", "other_owner", "reader", "scorer", "owner")

FREE = (200,) * 6  # for everyone
MINE = (401, 200, 200, 200, 200, 200)  # each caller's own
READ = (401, 404, 404, 200, 200, 200)  # those of the circle
WRITE = (401, 404, 404, 403, 200, 200)  # those of the circle who write
MAKE = (401, 404, 404, 403, 201, 201)
NOWHERE = (404,) * 6
SEEN = (404, 404, 404, 200, 200, 200)  # a page of the circle; the cookie identifies the reader
TYPED = (404, 404, 404, 403, 200, 200)
DONE = (404, 404, 404, 403, 303, 303)
READ_ONLY = (405,) * 6
LED_ON = (302,) * 6
OWN = (302, 200, 200, 200, 200, 200)  # strangers are asked to sign in
INSIDE = (302, 404, 404, 200, 200, 200)  # a page for those of the circle
DECIDED = (302, 404, 404, 403, 403, 200)  # by its owners
PROVED = (302, 200, 200, 200, 200, 302)  # and people with a passkey, like the owner, must use it again

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    # the table's pages
    ("GET", ""): FREE,
    ("POST", ""): READ_ONLY,
    ("GET", "new/"): (200, 404, 404, 403, 200, 200),  # the address names a circle
    ("GET", "wall/"): FREE,
    ("POST", "wall/"): READ_ONLY,
    ("POST", "new/"): (200, 404, 404, 403, 200, 200),
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
    # ways in; what comes of them is in tests/web/invitations
    ("GET", "invite/"): FREE,
    ("POST", "invite/"): (403, 422, 422, 403, 403, 422),
    ("GET", "invite/<uuid:invitation>/"): (403, 404, 404, 404, 404, 200),
    ("POST", "invite/<uuid:invitation>/code/"): (403, 404, 404, 404, 404, 303),
    ("POST", "invite/<uuid:invitation>/revoke/"): (403, 404, 404, 404, 404, 303),
    ("GET", "code/"): FREE,
    ("POST", "code/"): (422,) * 6,
    ("GET", "inside/"): (303, 200, 200, 200, 200, 200),
    ("GET", "i/<str:token>/"): FREE,
    ("POST", "i/<str:token>/"): READ_ONLY,
    ("GET", "i/<str:token>/card.png"): NOWHERE,  # where there are no fonts: see tests/web/sharing/test_card.py
    # evenings; what comes of it is in tests/web/evenings
    ("GET", "evenings/"): FREE,
    ("GET", "evenings/<uuid:evening>/"): SEEN,
    ("GET", "evenings/<uuid:evening>/stakes/"): NOWHERE,  # they are off: see tests/web/evenings/test_stakes.py
    ("GET", "evenings/of/<uuid:match>/"): (404, 404, 404, 302, 302, 302),
    **{
        (method, f"evenings/<uuid:evening>/{address}"): row
        for address, done in {"words/": 302, "split/": 200, "merge/": 200}.items()
        for method, row in {
            "GET": (302, 404, 404, 403, 200, 200),
            "POST": (302, 404, 404, 403, done, done),
            "PUT": (302, 404, 404, 403, done, done),
        }.items()
    },
    # statistics; what comes of it is in tests/web/statistics
    ("GET", "players/"): FREE,
    ("GET", "players/<uuid:player>/"): SEEN,
    ("GET", "statistics/"): FREE,
    # seasons; what comes of it is in tests/web/statistics
    ("GET", "seasons/"): FREE,
    ("GET", "seasons/<uuid:season>/"): SEEN,
    **{
        (method, f"seasons/{address}"): row
        for address, done in {"<uuid:season>/change/": 200, "<uuid:season>/delete/": 302}.items()
        for method, row in {
            "GET": (302, 404, 404, 403, 200, 200),
            "POST": (302, 404, 404, 403, done, done if done == 200 else 404),  # deleted by the scorer
            "PUT": (302, 404, 404, 403, done, done if done == 200 else 404),
        }.items()
    },
    **{(method, "seasons/new/"): (302, 200, 200, 403, 200, 200) for method in ("GET", "POST", "PUT")},
    **{
        (method, "seasons/<uuid:season>/restore/"): (302, 404, 404, 404, 404, 404)  # it is not deleted
        for method in ("GET", "POST", "PUT")
    },
    # games that a group has named itself; what comes of it is in tests/web/statistics/test_custom_games.py
    ("GET", "custom-games/"): FREE,
    **{
        (method, f"custom-games/<uuid:game>/{address}"): row
        for address, done in {"": 200, "matches/": 302, "delete/": 302}.items()
        for method, row in {
            "GET": (302, 404, 404, 403, 200, 200),
            "POST": (302, 404, 404, 403, done, 404 if address == "delete/" else done),  # deleted by the scorer
            "PUT": (302, 404, 404, 403, done, 404 if address == "delete/" else done),
        }.items()
    },
    **{(method, "custom-games/new/"): (302, 200, 200, 403, 200, 200) for method in ("GET", "POST", "PUT")},
    **{
        (method, "custom-games/<uuid:game>/restore/"): (302, 404, 404, 404, 404, 404)  # it is not deleted
        for method in ("GET", "POST", "PUT")
    },
    ("GET", "ratings/<uuid:match>/"): (404, 404, 404, 204, 204, 204),  # a match that is not over changes no rating
    # circles; what comes of it is in tests/web/circle
    ("GET", "circle/"): FREE,
    ("GET", "circle/players/"): OWN,
    ("POST", "circle/<uuid:circle>/choose/"): (302, 404, 404, 303, 303, 303),
    ("GET", "circle/<uuid:circle>/me/"): INSIDE,
    ("POST", "circle/<uuid:circle>/me/"): (302, 404, 404, 302, 302, 302),
    ("PUT", "circle/<uuid:circle>/me/"): (302, 404, 404, 302, 302, 302),
    ("GET", "circle/<uuid:circle>/leave/"): INSIDE,
    ("POST", "circle/<uuid:circle>/leave/"): (302, 404, 404, 302, 302, 422),  # the last owner stays
    ("PUT", "circle/<uuid:circle>/leave/"): (302, 404, 404, 302, 302, 422),
    ("GET", "circle/<uuid:circle>/members/<uuid:person>/remove/"): DECIDED,
    ("POST", "circle/<uuid:circle>/members/<uuid:person>/remove/"): (302, 404, 404, 403, 403, 302),
    ("PUT", "circle/<uuid:circle>/members/<uuid:person>/remove/"): (302, 404, 404, 403, 403, 302),
    **{
        (method, f"circle/{address}"): row
        for method in ("GET", "POST", "PUT")
        for address, row in {
            "new/": OWN,
            "<uuid:circle>/name/": DECIDED,
            "<uuid:circle>/stakes/": DECIDED,
            "<uuid:circle>/members/<uuid:person>/": DECIDED,
            "<uuid:circle>/players/<uuid:player>/": (302, 404, 404, 403, 200, 200),
        }.items()
    },
    # pages
    ("GET", "language/"): FREE,
    ("POST", "language/"): (403,) * 6,  # without a word of where it comes from: see tests/web/test_language.py
    ("GET", "games/"): FREE,
    ("GET", "healthz"): FREE,
    ("GET", "health/"): FREE,
    ("GET", "games/<slug:key>/"): FREE,
    ("GET", "games/<slug:key>/states/"): NOWHERE,  # for staff and with DEBUG: see tests/web/test_game_states.py
    ("GET", "api/"): FREE,
    # the caller's own; the passkeys of others do not exist for them
    ("GET", "you/"): FREE,
    ("GET", "you/sign-in/inactive/"): FREE,
    ("GET", "you/sign-in/link/<str:signed>/"): (
        404,
        404,
        404,
        404,
        404,
        302,
    ),  # not signed; a person with an account signs out first
    ("GET", "you/leaving/"): OWN,
    ("GET", "you/programs/"): OWN,
    ("GET", "you/export/"): PROVED,
    ("GET", "you/delete/"): PROVED,
    ("POST", "you/delete/"): (302, 422, 422, 422, 422, 302),
    ("PUT", "you/delete/"): (302, 422, 422, 422, 422, 302),
    ("GET", "you/gone/"): FREE,
    # a circle as a whole
    ("GET", "circle/export/"): (404, 404, 404, 200, 200, 302),
    # exports; their content is tested in tests/export
    ("GET", "export/circle/"): SEEN,
    ("GET", "export/match/<uuid:match>/"): SEEN,
    ("GET", "export/match/<uuid:match>/<slug:form>/"): SEEN,
    ("GET", "export/evening/<uuid:evening>/"): SEEN,
    ("GET", "export/evening/<uuid:evening>/<slug:form>/"): SEEN,
    ("GET", "export/season/<uuid:season>/"): SEEN,
    ("GET", "export/season/<uuid:season>/<slug:form>/"): SEEN,
    # imports; their effect is tested in tests/imports
    ("GET", "import/"): FREE,
    ("POST", "import/"): (422,) * 6,
    ("POST", "import/in/"): NOWHERE,  # what comes back is no file
    **{(method, "circle/delete/"): (404, 404, 404, 403, 403, 302) for method in ("GET", "POST", "PUT")},
    ("GET", "circle/deleted/"): OWN,
    ("POST", "circle/deleted/"): (302, 404, 404, 404, 404, 404),
    ("POST", "you/sign-in/link/<str:signed>/"): (404, 404, 404, 404, 404, 302),
    ("GET", "you/sign-in/passkey/"): LED_ON,
    ("GET", "you/sign-out/"): OWN,
    ("POST", "you/sign-out/"): LED_ON,
    ("GET", "you/sign-out/elsewhere/"): PROVED,
    ("POST", "you/sign-out/elsewhere/"): LED_ON,
    ("PUT", "you/sign-out/elsewhere/"): LED_ON,
    ("GET", "you/email/sent/"): FREE,
    ("POST", "you/email/sent/"): LED_ON,  # only a sign-in that waits for a confirmed address has more
    ("PUT", "you/email/sent/"): LED_ON,
    ("GET", "you/email/<str:key>/"): FREE,
    ("POST", "you/email/<str:key>/"): NOWHERE,
    ("GET", "you/passkeys/<int:pk>/remove/"): (302, 404, 404, 404, 404, 302),
    ("POST", "you/passkeys/<int:pk>/remove/"): (302, 404, 404, 404, 404, 302),
    ("DELETE", "you/passkeys/<int:pk>/remove/"): (302, 404, 404, 404, 404, 302),
    ("GET", "you/password/forgotten/sent/"): FREE,
    ("GET", "you/password/new/"): FREE,
    **{
        (method, f"you/{address}"): row
        for method in ("GET", "POST", "PUT")
        for address, row in {
            "name/": OWN,
            "tokens/": PROVED,
            "devices/<uuid:device>/": (302, 404, 404, 404, 404, 200),
            "sign-in/": (200, 200, 200, 200, 200, 302),
            "again/": (302, 403, 403, 403, 403, 302),  # a guest has nothing to show
            "again/passkey/": (302, 403, 403, 403, 403, 200),
            "email/": PROVED,
            "passkeys/add/": PROVED,
            "passkeys/<int:pk>/": (302, 404, 404, 404, 404, 302),
            "password/": LED_ON,  # nobody here has one to change
            "password/forgotten/": FREE,
            r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": FREE,
        }.items()
    },
    ("GET", "you/devices/<uuid:device>/revoke/"): (302, 404, 404, 404, 404, 200),
    ("POST", "you/devices/<uuid:device>/revoke/"): (302, 404, 404, 404, 404, 302),
    ("PUT", "you/devices/<uuid:device>/revoke/"): (302, 404, 404, 404, 404, 302),
    **{(method, "you/sign-in/passkey/"): LED_ON for method in ("POST", "PUT")},
    **{(method, "you/sign-up/"): LED_ON for method in METHODS},
    # the phone's worker, for our own pages only: see tests/web/app/test_worker.py and test_device.py
    ("GET", "sw.js"): FREE,
    ("GET", "phone/<str:name>"): NOWHERE,
    ("GET", "phone/trust/"): NOWHERE,  # where the server has no authority of its own: see tests/web/app/test_trust.py
    ("GET", "phone/authority.crt"): NOWHERE,
    ("GET", "manifest.<str:language>.webmanifest"): FREE,
    ("GET", "phone/"): FREE,
    ("POST", "phone/"): (403,) * 6,
    ("GET", "phone/session/"): FREE,
    ("DELETE", "phone/session/"): (403,) * 6,
    ("GET", "phone/leave/"): FREE,
    ("POST", "phone/leave/"): (303,) * 6,
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
    ("DELETE", "api/v1/circles/<uuid:circle>/"): (401, 404, 404, 403, 403, 403),  # without a proof
    ("GET", "api/v1/circles/<uuid:circle>/log/"): (401, 404, 404, 200, 200, 403),
    ("POST", "api/v1/circles/<uuid:circle>/undelete/"): (401, 404, 404, 404, 404, 404),  # it is not deleted
    ("GET", "api/v1/devices/"): MINE,
    ("POST", "api/v1/devices/"): (401, 409, 409, 409, 409, 409),  # they are known with other ids
    ("DELETE", "api/v1/devices/<uuid:device>/"): (401, 404, 404, 404, 404, 204),
    ("GET", "api/v1/invitations/"): MINE,
    ("POST", "api/v1/invitations/"): (401, 404, 404, 403, 403, 201),
    ("DELETE", "api/v1/invitations/<uuid:invitation>/"): (401, 404, 404, 404, 404, 204),
    ("POST", "api/v1/join/"): (401, 400, 400, 400, 400, 400),
    # exports
    ("GET", "api/v1/matches/<uuid:match>/export/<slug:form>/"): READ,
    ("GET", "api/v1/evenings/<uuid:evening>/export/<slug:form>/"): READ,
    ("GET", "api/v1/circles/<uuid:circle>/export/<slug:form>/"): READ,
    ("GET", "api/v1/seasons/<uuid:season>/export/<slug:form>/"): READ,
    ("POST", "api/v1/circles/<uuid:circle>/import/"): WRITE,
    # a circle's
    ("GET", "api/v1/events/"): READ,
    ("POST", "api/v1/events/"): WRITE,
    ("GET", "api/v1/players/"): READ,
    ("POST", "api/v1/players/"): MAKE,
    ("GET", "api/v1/players/<uuid:player>/"): READ,
    ("PATCH", "api/v1/players/<uuid:player>/"): WRITE,
    ("GET", "api/v1/players/<uuid:player>/figures/"): READ,
    ("GET", "api/v1/players/<uuid:player>/rating/"): READ,
    ("GET", "api/v1/ratings/"): READ,
    ("GET", "api/v1/news/"): READ,
    ("GET", "api/v1/statistics/"): READ,
    ("GET", "api/v1/evenings/"): READ,
    ("GET", "api/v1/evenings/<uuid:evening>/"): READ,
    ("PUT", "api/v1/evenings/<uuid:evening>/"): WRITE,
    ("GET", "api/v1/seasons/"): READ,
    ("GET", "api/v1/seasons/<uuid:season>/"): READ,
    ("PUT", "api/v1/seasons/<uuid:season>/"): WRITE,
    ("GET", "api/v1/seasons/<uuid:season>/table/"): READ,
    ("GET", "api/v1/custom-games/"): READ,
    ("GET", "api/v1/custom-games/<uuid:custom_game>/"): READ,
    ("PUT", "api/v1/custom-games/<uuid:custom_game>/"): WRITE,
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
    ("PUT", "api/v1/matches/<uuid:match>/game/"): WRITE,
    ("PUT", "api/v1/matches/<uuid:match>/seats/"): WRITE,
    ("POST", "api/v1/matches/<uuid:match>/people/"): WRITE,
    ("POST", "api/v1/matches/<uuid:match>/finish/"): WRITE,
    ("POST", "api/v1/matches/<uuid:match>/reopen/"): WRITE,
    ("POST", "api/v1/matches/<uuid:match>/undelete/"): WRITE,
    # what is nowhere below api/
    **{(method, "^api/."): NOWHERE for method in METHODS},
}
# A form that is sent empty comes back with the status of a refusal.
REFUSED = (
    "evenings/<uuid:evening>/split/",
    "evenings/<uuid:evening>/merge/",
    "seasons/new/",
    "seasons/<uuid:season>/change/",
    "custom-games/new/",
    "custom-games/<uuid:game>/",
    "circle/new/",
    "circle/<uuid:circle>/name/",
    "circle/<uuid:circle>/stakes/",
    "circle/<uuid:circle>/members/<uuid:person>/",
    "circle/<uuid:circle>/players/<uuid:player>/",
    "you/name/",
    "you/tokens/",
    "you/devices/<uuid:device>/",
)
ROWS |= {
    (method, address): tuple(422 if status == 200 else status for status in ROWS[method, address])
    for address in REFUSED
    for method in ("POST", "PUT")
}

NEW = {
    ("PUT", f"api/v1/{address}/")
    for address in ("evenings/<uuid:evening>", "seasons/<uuid:season>", "custom-games/<uuid:custom_game>")
}  # in another circle the same id is a new thing
PLAYERS = ["Eleni", "Deniz"]
ANSWERS = {"points": [71, 49]}
GAME = {"name": "Rummy"}
SEASON = {"name": "Autumn", "from": "2026-09-01"}
BODIES: dict[tuple[str, str], Any] = {
    ("POST", "api/v1/score/"): {"format": "scorekeeper.match/1", "game": "bisca_tres", "players": PLAYERS},
    ("POST", "api/v1/circles/<uuid:circle>/import/"): {
        "format": "scorekeeper.match/1",
        "game": "bisca_tres",
        "players": PLAYERS,
    },
    ("POST", "api/v1/devices/"): {name: str(uuid4()) for name in ("device", "person", "circle")},
    ("POST", "api/v1/events/"): [],
    ("POST", "api/v1/invitations/"): {"purpose": "circle"},
    ("POST", "api/v1/join/"): {"code": "2PX-K7M"},
    ("POST", "api/v1/players/"): {"name": "Rosa"},
    ("PUT", "api/v1/seasons/<uuid:season>/"): SEASON,
    ("PUT", "api/v1/custom-games/<uuid:custom_game>/"): GAME,
    ("PATCH", "api/v1/players/<uuid:player>/"): {"hidden": True},
    ("POST", "api/v1/matches/"): {"game": "bisca_tres", "players": PLAYERS},
    ("POST", "api/v1/matches/<uuid:match>/deals/"): {"answers": ANSWERS},
    ("PUT", "api/v1/matches/<uuid:match>/deals/<uuid:deal>/"): {"answers": ANSWERS},
    ("PUT", "api/v1/matches/<uuid:match>/options/"): {"options": {}},
    ("PUT", "api/v1/matches/<uuid:match>/seats/"): {"players": PLAYERS},
    ("POST", "api/v1/matches/<uuid:match>/people/"): {"players": PLAYERS, "points": "take_over"},
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
        is_nowhere = of is not None and of.__name__ == "NotFoundView"
        for method in METHODS:
            if is_nowhere or (method == "GET" if of is None else hasattr(of, method.lower())):
                yield method, address


def test_every_address_has_its_row() -> None:
    assert set(ROWS) == {row for row in known() if not row[1].startswith("admin/")}


@pytest.mark.slow
def test_only_staff_gets_to_any_page_of_the_admin(request: pytest.FixtureRequest, things: dict[str, str]) -> None:
    asked = [(method, address) for method, address in known() if address.startswith("admin/")]
    assert len(asked) > 20
    callers = [signed_in(request.getfixturevalue(who)) for who in WHO]
    for method, address in asked:
        path = f"/{address.partition('^')[0]}" + "games/" * ("^" in address)
        path = path.replace("<path:object_id>", things["<uuid:circle>"]).replace("<int:content_type_id>", "1")
        for caller in callers:
            assert caller.ask(method, path).status_code in (302, 403), (method, path)
    for caller in callers[1:]:
        assert caller.get("/admin/login/").status_code == 403
    assert callers[0].get("/admin/login/")["Location"] == "/you/sign-in/?next=%2Fadmin%2Flogin%2F"


@pytest.fixture
def things(owner: Caller, scorer: Caller, settings: Any, tmp_path: Any) -> dict[str, str]:
    """Return the ids for an address: all belong to Eleni's circle."""
    assert owner.circle
    assert owner.person
    assert scorer.person
    settings.FONTS = tmp_path
    match = owner.started()
    invitation = services.invite_to_follow(
        by=owner.person, circle=owner.circle.pk, purpose="match", thing=UUID(match), until=None
    )
    passkey = Authenticator.objects.create(user=owner.person, type="webauthn", data={"name": "x", "credential": {}})
    return {
        "^": "",
        "(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "1-x/",
        "<int:pk>": str(passkey.pk),
        "<str:signed>": "x",
        "<str:key>": "x",
        "api/.": "api/nowhere/",
        "<slug:key>": "pisti",
        "<slug:form>": "csv",
        "<str:language>": "en",
        "<uuid:match>": match,
        "<uuid:evening>": match,
        "<uuid:season>": owner.put(f"seasons/{uuid4()}/", SEASON).json()["season"]["id"],
        "<uuid:game>": owner.put(f"custom-games/{uuid4()}/", GAME).json()["custom_game"]["id"],
        "<uuid:custom_game>": owner.put(f"custom-games/{uuid4()}/", GAME).json()["custom_game"]["id"],
        "<uuid:deal>": owner.dealt(match),
        "<uuid:player>": owner.post("players/", {"name": "Rosa"}).json()["player"]["id"],
        "<uuid:person>": str(scorer.person.pk),
        "<uuid:circle>": str(owner.circle.pk),
        "<uuid:device>": str(owner.device),
        "<uuid:invitation>": str(invitation.pk),
        "<str:token>": services.token_of(invitation),
    }


class SignedIn(Caller):
    """Someone at a page: with a cookie, and with forms."""

    def ask(self, method: str, path: str, body: Json = None, **more: Any) -> Any:
        return super().ask(method, path, b"press=", content_type="application/x-www-form-urlencoded")


def signed_in(caller: Caller) -> SignedIn:
    found = SignedIn()
    if caller.person is not None:
        found.client.force_login(caller.person)
    return found


def path_of(address: str, things: dict[str, str]) -> str:
    """Return the address with the ids of these things."""
    path = f"/{address}"
    for pattern, thing in things.items():
        path = path.replace(pattern, thing)
    return path


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_access(row: tuple[str, str], request: pytest.FixtureRequest, things: dict[str, str]) -> None:
    method, address = row
    path = path_of(address, things)
    callers: list[Caller] = [request.getfixturevalue(who) for who in WHO]
    if not address.startswith(("api/", "phone/")):
        callers = [signed_in(caller) for caller in callers]
    named = f"{path}?circle={things['<uuid:circle>']}"
    assert tuple(caller.ask(method, named, BODIES.get(row)).status_code for caller in callers) == ROWS[row]
    if "<uuid:" in address and row not in NEW:  # nor does it help to leave the circle's name out
        found = tuple(caller.ask(method, path, BODIES.get(row)).status_code for caller in callers[:3])
        assert found == ROWS[row][:3]


INTRODUCTION = ("POST", "api/v1/devices/")  # of a key that is known already, with other ids

# Where people with a login, whose session did not use it recently, must use it again. Only the role of the body decides
# at an invitation: see tests/web/security/test_unattended_phone.py.
PROOF_NEEDED = {
    ("GET", "you/export/"),
    ("GET", "circle/export/"),
    ("GET", "you/passkeys/<int:pk>/remove/"),
    ("POST", "you/passkeys/<int:pk>/remove/"),
    ("DELETE", "you/passkeys/<int:pk>/remove/"),
    *(
        (method, address)
        for method in ("GET", "POST", "PUT")
        for address in (
            "circle/delete/",
            "you/delete/",
            "you/email/",
            "you/passkeys/<int:pk>/",
            "you/passkeys/add/",
            "you/sign-out/elsewhere/",
            "you/tokens/",
        )
    ),
    ("DELETE", "api/v1/circles/<uuid:circle>/"),
    ("GET", "api/v1/circles/<uuid:circle>/log/"),
}


@pytest.mark.slow
def test_a_session_that_proved_nothing(owner: Caller, things: dict[str, str]) -> None:
    """The session of a person with a login, and the key that was added with it."""
    page = signed_in(owner)
    session = page.client.session
    session["device"] = str(owner.device)
    session.save()
    owner.client.cookies = page.client.cookies
    needed = set()
    for row in ROWS:
        method, address = row
        if address in ("you/sign-out/", "you/again/") or address.startswith("phone/") or "<uuid:device>" in address:
            continue  # the page of the proof itself, and what ends the session
        path = f"{path_of(address, things)}?circle={things['<uuid:circle>']}"
        answer = (owner if address.startswith("api/") else page).ask(method, path, BODIES.get(row))
        is_error = answer.status_code == 403 and address.startswith("api/") and answer.json()["code"] == "proof"
        if is_error or answer.headers.get("Location", "").startswith("/you/again/"):
            needed.add(row)
    assert needed == PROOF_NEEDED


@pytest.mark.slow
@pytest.mark.parametrize("is_this_phone", [True, False], ids=["this phone", "another phone"])
def test_key_of_a_guest_who_became_someone(
    guest: Caller, owner: Caller, things: dict[str, str], is_this_phone: bool
) -> None:
    """Key and cookie of the former guest open nothing, even if the new cookie has not reached the phone yet."""
    assert guest.person
    assert owner.person
    page, stranger = signed_in(guest), SignedIn()
    cookie = page.client.cookies["sessionid"].value
    current = services.CurrentPhone(device=guest.device) if is_this_phone else None
    guest.started()  # so the guest stays as an author
    services.merge_guest(guest=guest.person, account=owner.person, current=current)
    for row in ROWS:
        method, address = row
        path = f"{path_of(address, things)}?circle={things['<uuid:circle>']}"
        if address.startswith("api/"):
            status = guest.ask(method, path, BODIES.get(row)).status_code
            assert status == (409 if row == INTRODUCTION else ROWS[row][0]), row
        elif not address.startswith("phone/"):
            page.client.cookies.clear()
            stranger.client.cookies.clear()
            page.client.cookies["sessionid"] = cookie
            assert page.ask(method, path).status_code == stranger.ask(method, path).status_code, row


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


# An owner has more than the circle: a key, and a way to restore the circle.
OWNERS_STILL = {
    ("DELETE", "api/v1/devices/<uuid:device>/"),
    ("POST", "api/v1/circles/<uuid:circle>/undelete/"),
}


@pytest.mark.slow
def test_a_deleted_circle_is_nowhere(owner: Caller, scorer: Caller, reader: Caller, things: dict[str, str]) -> None:
    """Its former members get the same answers as strangers, at every address."""
    assert owner.person
    assert owner.circle
    services.delete_circle(by=owner.person, circle=owner.circle.pk)
    callers: list[Caller] = [Caller(*services.make_person("Rosa", "Sundays")), owner, scorer, reader]
    asked = [
        row
        for row in ROWS
        if row not in OWNERS_STILL
        and not row[1].startswith("you/")  # the caller's own phones
        and ("<uuid:" in row[1] or ROWS[row] in (READ, WRITE, MAKE))
    ]
    assert len(asked) > 40
    for method, address in asked:
        path = f"/{address}?circle={owner.circle.pk}"
        for pattern, thing in things.items():
            path = path.replace(pattern, thing)
        at = callers if address.startswith(("api/", "phone/")) else [signed_in(caller) for caller in callers]
        found = {caller.ask(method, path, BODIES.get((method, address))).status_code for caller in at}
        assert found == {404}, (method, address)
