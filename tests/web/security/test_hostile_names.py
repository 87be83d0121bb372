"""Names with markup, template code, formulas and control characters, in every place that has a name."""

import json
import re
from html.parser import HTMLParser
from typing import Any
from uuid import UUID, uuid4

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from games import models, services
from games.match.json_input import read_json
from games.services import actions
from tests.api.conftest import Caller
from tests.api.test_access import ROWS, known, path_of

NAMES = [
    """</title><script>alert(1)</script>"><img src=x onerror=alert(1)>""",
    """--></style></textarea><iframe src=x>'><svg/onload=alert(1)>""",
    "{{ 7 * 190511 }}{% include 'x' %}%(name)s %s {0} javascript:alert(1)//&lt;script&gt;",
]
EVALUATED = str(7 * 190511)  # if a template evaluates the name
ESCAPED = re.compile("alert\\(1\\)|&lt;iframe|190511")


OURS = {"title", "sandbox", "srcdoc"}  # the attributes of a frame that has the state of a game


class DangerousParts(HTMLParser):
    """Collects the dangerous tags and attributes of a page, and of the pages in its frames that run no scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.foreign: list[Any] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "iframe" and set(attributes) == OURS and attributes["sandbox"] == "allow-same-origin":
            self.foreign += DangerousParts(attributes["srcdoc"]).foreign
            return
        is_ours = tag != "iframe" and (tag != "script" or "src" in attributes) and attributes.get("src") != "x"
        leading = [attributes.get(name, "") for name in ("href", "src", "action", "formaction", "xlink:href")]
        if (
            not is_ours
            or any(name.startswith("on") or name == "style" for name in attributes)
            or any(link.strip().lower().startswith(("javascript:", "data:")) for link in leading)
        ):
            self.foreign.append((tag, attrs))


def give_names(name: str, things: dict[str, str], owner: Caller, scorer: Caller) -> list[models.Invitation]:
    """Give this name to everything that can have a name."""
    assert owner.circle
    assert owner.person
    by: actions.ActionContext = {"by": owner.person, "circle": owner.circle.pk}
    match, player = UUID(things["<uuid:match>"]), things["<uuid:player>"]
    actions.put_player(player=player, name=name, **by)
    actions.put_seats(match=match, players=[{"id": player, "name": name}, f"{name} 2"], **by)
    actions.put_evening(evening=match, name=name, place=name, note=name, **by)
    services.rename_circle(name=name, **by)
    for person in (owner.person, scorer.person):
        assert person
        services.rename(person=person, name=name)
    services.claim_player(player=UUID(player), **by)
    models.Device.objects.update(name=name)
    Authenticator.objects.update(data={"name": name, "credential": {}})
    services.create_program_key(name=name, role=models.Role.READER, **by)
    follow: Any = {**by, "until": None, "thing": match}
    invitations = [services.invite_to_follow(purpose=purpose, **follow) for purpose in ("match", "evening")]
    return [*invitations, services.invite_to_circle(role="reader", until=None, most=None, **by)]


def proved_browser(person: Any) -> Client:
    """Return a browser with a recent sign-in by passkey."""
    client = Client()
    client.force_login(person)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "type": "webauthn", "at": 9_999_999_999}]
    session.save()
    return client


@pytest.mark.fifth
@pytest.mark.turns
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_names_are_plain_text_on_every_page(
    name: str, things: dict[str, str], owner: Caller, scorer: Caller, lettered: None
) -> None:
    invitations = give_names(name, things, owner, scorer)
    host = models.Person.objects.create_superuser("host@example.org", "violet-anchor-7", name=name)
    pages = [proved_browser(person) for person in (owner.person, scorer.person, host)] + [Client()]
    count = 0
    addresses = [address for method, address in [*ROWS, *known()] if method == "GET" and not address.startswith("api/")]
    for address in dict.fromkeys(addresses):
        for invitation in (
            invitations if "<str:token>" in address or "<uuid:invitation>" in address else invitations[:1]
        ):
            ids = {**things, "<uuid:invitation>": str(invitation.pk), "<str:token>": services.token_of(invitation)}
            ids["<path:object_id>"] = str(owner.circle.pk if "circle" in address else owner.person.pk)  # type: ignore[union-attr]
            path = path_of(address, ids).partition("^")[0]
            for client in pages:
                answer = client.get(path)
                if answer.get("Content-Type", "").startswith("text/html"):
                    assert DangerousParts(answer.text).foreign == [], path
                    assert EVALUATED not in answer.text, path
                    count += ESCAPED.search(answer.text) is not None
    assert count > 25


FOR_PROGRAMS = ("application/json", "application/jsonl", "text/csv", "text/event-stream")  # browsers save these


@pytest.mark.parametrize("name", NAMES)
def test_api_returns_names_unchanged_and_never_as_html(
    name: str, things: dict[str, str], owner: Caller, scorer: Caller
) -> None:
    give_names(name, things, owner, scorer)
    for method, address in ROWS:
        if method == "GET" and address.startswith("api/v1/"):
            answer = owner.get(path_of(address, things))
            assert answer["Content-Type"].partition(";")[0] in FOR_PROGRAMS, address
            assert answer["X-Content-Type-Options"] == "nosniff"
    assert owner.get(path_of("api/v1/players/<uuid:player>/", things)).json()["name"] == name
    error = owner.post("players/", {name: 1})
    assert name in error.json()["error"]


CONTROL = ["a\x01b", "a\x1b[31mb", "a\x85b", "a\nb"]


@pytest.mark.parametrize("name", CONTROL, ids=ascii)
def test_control_characters_in_names_are_refused(name: str, owner: Caller) -> None:
    """Phones refuse a log with a control character, so one such name would block the phones of all members."""
    assert owner.person
    assert owner.circle
    act: Any = {"by": owner.person, "circle": owner.circle.pk}
    way = services.invite_to_circle(role="scorer", until=None, most=None, **act)
    newcomer = Client()
    newcomer.post(f"/i/{services.token_of(way)}/", {"name": name})
    known_here = Client()
    known_here.force_login(owner.person)
    circle = f"/circle/{owner.circle.pk}/name/"
    for path in ("/you/name/", circle, "/circle/new/", "/you/tokens/", f"/you/devices/{owner.device}/"):
        known_here.post(path, {"name": name, "circle": str(owner.circle.pk), "role": "owner"})
    for path in ("players/", "circles/", "devices/"):
        owner.post(path, {"name": name, **{field: str(uuid4()) for field in ("id", "device", "person", "circle")}})
    stored = [
        *models.Person.objects.values_list("name", flat=True),
        *models.Circle.objects.values_list("name", flat=True),
    ]
    stored += models.Device.objects.values_list("name", flat=True)
    assert name not in stored
    for person in models.Person.objects.all():
        for place in services.memberships_of(person).filter(circle=owner.circle, role__in=models.WRITERS):
            actions.put_player(player=str(uuid4()), name="Rosa", by=person, circle=place.circle_id)
    read_json(json.dumps(owner.get("events/").json(), ensure_ascii=False).encode())
