"""Every URL and every format works for circles, evenings and matches without content."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from openpyxl import load_workbook
from PIL import Image
from pypdf import PdfReader

from games import models, services
from games.export.formats import FORMATS
from games.export.streams import STREAMS
from games.models import Purpose
from games.rules import catalogue
from games.services import actions
from tests.api.conftest import Caller
from tests.export.conftest import BEGINS, ExportingTable
from tests.pages.in_browser.games import EVENINGS

pytestmark = [pytest.mark.usefixtures("lettered"), pytest.mark.fifth]
NAMES_AND_NOTE = {"name": "Birthday", "place": "at home", "note": "Nobody came."}


class Empty(ExportingTable):
    """A circle with many things that have a name and no content."""

    def __init__(self) -> None:
        super().__init__()
        self.program = Caller(self.person)
        self.matches: dict[str, UUID] = {}
        self.evenings: dict[str, UUID] = {}
        self.players: dict[str, UUID] = {}
        self.invitations: list[models.Invitation] = []

    def create_evening(self, **data: Any) -> UUID:
        id = uuid4()
        answer = self.program.put(f"evenings/{id}/", data)
        assert answer.status_code == 201, answer.content
        return id

    def fill(self) -> None:
        self.evenings |= {"bare": self.create_evening(), "named": self.create_evening(**NAMES_AND_NOTE)}
        for evening in EVENINGS:
            self.matches[evening.game] = self.play(evening.game, evening.names, [], evening.options, evening.dealer)
        evening = EVENINGS[0]
        over, crossed_out = (
            self.play(evening.game, evening.names, evening.rounds[:count], evening.options) for count in (0, 1)
        )
        actions.finish(match=over, **self.act)
        [deal] = self.sheet(crossed_out)["deals"]
        actions.strike_deal(match=crossed_out, deal=deal["id"], **self.act)
        self.matches |= {"over": over, "struck": crossed_out}
        self.evenings["without rounds"] = self.evening_of(self.matches["struck"])
        self.evenings["deleted"] = self.followed_then_deleted()
        self.evenings["moved"] = self.emptied_by_moving()
        for name, data in {"new": {}, "hidden": {"hidden": True}}.items():
            player = uuid4()
            assert self.program.post("players/", {"player": str(player), "name": name, **data}).status_code == 201
            self.players[name] = player
        player = uuid4()
        assert self.program.post("players/", {"player": str(player), "name": "seated"}).status_code == 201
        self.matches["of a player"] = self.bisca({"id": str(player), "name": "seated"}, "Deniz", points=())
        self.players["without rounds"] = player
        for purpose, things in ((Purpose.MATCH, self.matches), (Purpose.EVENING, self.evenings)):
            for thing in things.values():
                if purpose == Purpose.MATCH or models.Evening.objects.filter(id=thing, begins__isnull=False).exists():
                    self.invitations.append(
                        services.invite_to_follow(
                            by=self.person, circle=self.circle.pk, purpose=purpose, thing=thing, until=None
                        )
                    )

    def followed_then_deleted(self) -> UUID:
        """Return an evening with a link to follow, whose only match is deleted."""
        match = self.bisca(begins=BEGINS.replace(year=2020))
        evening = self.evening_of(match)
        link: Any = {"by": self.person, "circle": self.circle.pk, "until": None}
        self.invitations.append(services.invite_to_follow(purpose=Purpose.EVENING, thing=evening, **link))
        self.invitations.append(services.invite_to_follow(purpose=Purpose.MATCH, thing=match, **link))
        actions.delete_match(match=match, **self.act)
        return evening

    def emptied_by_moving(self) -> UUID:
        """Return an evening whose only match was moved to another one."""
        match = self.bisca(begins=BEGINS.replace(year=2021))
        evening = self.evening_of(match)
        assert self.program.put(f"evenings/{evening}/", NAMES_AND_NOTE).status_code == 200
        assert self.program.put(f"evenings/{uuid4()}/", {"matches": [str(match)]}).status_code == 201
        return evening


@pytest.fixture
def empty(db: None, settings: Any) -> Empty:
    settings.THROTTLE = 0
    circle = Empty()
    circle.fill()
    for client in (circle.client, circle.program.client):
        client.raise_request_exception = False
    return circle


def content(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


def patterns(under: Any = None, before: str = "") -> Iterator[str]:
    """Yield all URL patterns except those of the admin, of the worker, and the one for unknown pages."""
    for pattern in (under or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            if "^" not in str(pattern.pattern) and pattern.name != "worker":
                yield before + str(pattern.pattern)
        elif "admin" not in str(pattern.pattern):
            yield from patterns(pattern, before + str(pattern.pattern))


PARTS = re.compile(r"<(?:\w+:)?(\w+)>")


@pytest.mark.slow
def test_no_url_fails(empty: Empty) -> None:
    """Request every URL as a person and as a program. Rounds, phones and members are left out, as none is empty."""
    values: dict[str, list[Any]] = {
        "match": [*empty.matches.values()],
        "evening": [*empty.evenings.values()],
        "player": [*empty.players.values()],
        "circle": [empty.circle.pk],
        "invitation": [invitation.pk for invitation in empty.invitations[:1]],
        "token": [services.token_of(invitation) for invitation in empty.invitations],
        "key": [catalogue.GAMES[0].key],
    }
    count, failed = 0, []
    for pattern in patterns():
        formats = (
            STREAMS if "circle" in pattern else FORMATS if "api" in pattern else FORMATS[-1:]
        )  # pages use the same code
        choices = {**values, "form": [form.key for form in formats]}
        parts = PARTS.findall(pattern)
        for chosen in product(*(choices.get(part, ()) for part in parts)):
            parts_of_path = iter(map(str, chosen))
            path = "/" + PARTS.sub(lambda _part, parts_of_path=parts_of_path: next(parts_of_path), pattern)
            answer = (empty.program if path.startswith("/api/v1/") else empty).get(path)
            content(answer)
            count += 1
            if answer.status_code >= 500:
                failed.append(path)
    assert failed == []
    assert count > 200


def test_evening_without_matches_can_be_exported(empty: Empty) -> None:
    for name, title in (("bare", "An evening without matches"), ("named", "Birthday"), ("deleted", "evening")):
        files = {}
        for form in FORMATS:
            answer = empty.program.get(f"evenings/{empty.evenings[name]}/export/{form.key}/")
            assert (answer.status_code, answer["Content-Type"]) == (200, form.mime_type)
            files[form.key] = answer.content
        [page] = PdfReader(BytesIO(files["pdf"])).pages
        assert title in page.extract_text()
        assert "0 matches" in page.extract_text()
        assert Image.open(BytesIO(files["png"])).size == (1200, 630)
        assert title in files["txt"].decode()
        [sheet] = load_workbook(BytesIO(files["xlsx"])).worksheets
        assert title in sheet["A1"].value
        for form in ("csv", "csv-semicolon"):
            assert len(files[form].decode().splitlines()) == 1
        assert json.loads(files["json"]) == []


def test_evening_without_matches_has_no_page(empty: Empty) -> None:
    """A link to follow the evening shows that it is gone."""
    for name in ("bare", "named", "deleted", "moved"):
        for path in ("/evenings/{}/", "/export/evening/{}/", "/export/evening/{}/pdf/"):
            assert empty.get(path.format(empty.evenings[name])).status_code == 404
    invitations = [invitation for invitation in empty.invitations if invitation.thing == empty.evenings["deleted"]]
    for invitation in invitations:
        assert "no longer exists" in Client().get(f"/i/{services.token_of(invitation)}/").text


@pytest.mark.slow
@pytest.mark.parametrize("days", ["", "from=1999-01-01&to=1999-12-31", "to=1900-01-01"])
def test_period_without_matches_can_be_exported(empty: Empty, days: str) -> None:
    circle = services.make_person("Rosa", "Sundays")[1] if not days else empty.circle
    table = Caller(circle.memberships.get().person) if not days else empty.program
    for form in STREAMS:
        answer = table.get(f"circles/{circle.pk}/export/{form.key}/?{days}")
        data = content(answer)
        assert (answer.status_code, answer["Content-Type"]) == (200, form.mime_type)
        if form.ending == "xlsx":
            assert [sheet.max_row for sheet in load_workbook(BytesIO(data)).worksheets] == [1, 1]
        else:
            assert len(data.decode().splitlines()) == (0 if form.ending == "jsonl" else 1)


def test_every_page_opens_without_circle_or_matches(db: None) -> None:
    nobody = models.Person.objects.create_user(name="Andreas")
    for person in (services.make_person("Rosa", "Sundays")[0], nobody):
        client = Client(raise_request_exception=False)
        client.force_login(person)
        program = Caller(person)
        program.client.raise_request_exception = False
        for pattern in patterns():
            if "<" not in pattern:
                answer = (program if pattern.startswith("api/v1/") else client).get(f"/{pattern}")
                content(answer)
                assert answer.status_code < 500, pattern
