"""Nothing falls where there is nothing: every address and every format, of things that have nothing in them yet or any more."""

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
from tests.export.conftest import BEGINS, Table
from tests.pages.in_browser.games import EVENINGS

pytestmark = pytest.mark.usefixtures("lettered")
NAMED = {"name": "Birthday", "place": "at home", "note": "Nobody came."}


class Empty(Table):
    """A circle in which much has a name and nothing in it."""

    def __init__(self) -> None:
        super().__init__()
        self.program = Caller(self.person)
        self.matches: dict[str, UUID] = {}
        self.evenings: dict[str, UUID] = {}
        self.players: dict[str, UUID] = {}
        self.invitations: list[models.Invitation] = []

    def evening_made(self, **data: Any) -> UUID:
        id = uuid4()
        answer = self.program.put(f"evenings/{id}/", data)
        assert answer.status_code == 201, answer.content
        return id

    def fill(self) -> None:
        self.evenings |= {"bare": self.evening_made(), "named": self.evening_made(**NAMED)}
        for one in EVENINGS:
            self.matches[one.game] = self.played(one.game, one.names, [], one.options, one.dealer)
        one = EVENINGS[0]
        over, struck = (self.played(one.game, one.names, one.rounds[:count], one.options) for count in (0, 1))
        actions.finish(match=over, **self.act)
        [deal] = self.sheet(struck)["deals"]
        actions.strike_deal(match=struck, deal=deal["id"], **self.act)
        self.matches |= {"over": over, "struck": struck}
        self.evenings["without rounds"] = self.evening_of(self.matches["struck"])
        self.evenings["deleted"] = self.gone()
        self.evenings["moved"] = self.moved()
        for name, more in {"new": {}, "hidden": {"hidden": True}}.items():
            player = uuid4()
            assert self.program.post("players/", {"player": str(player), "name": name, **more}).status_code == 201
            self.players[name] = player
        player = uuid4()
        assert self.program.post("players/", {"player": str(player), "name": "seated"}).status_code == 201
        self.matches["of a player"] = self.bisca({"id": str(player), "name": "seated"}, "Deniz", points=())
        self.players["without rounds"] = player
        for purpose, things in ((Purpose.MATCH, self.matches), (Purpose.EVENING, self.evenings)):
            for thing in things.values():
                if purpose == Purpose.MATCH or models.Evening.objects.filter(id=thing, begins__isnull=False).exists():
                    self.invitations.append(
                        services.let_follow(
                            by=self.person, circle=self.circle.pk, purpose=purpose, thing=thing, until=None
                        )
                    )

    def gone(self) -> UUID:
        """An evening that was followed, and whose only match has been deleted since."""
        match = self.bisca(begins=BEGINS.replace(year=2020))
        evening = self.evening_of(match)
        how: Any = {"by": self.person, "circle": self.circle.pk, "until": None}
        self.invitations.append(services.let_follow(purpose=Purpose.EVENING, thing=evening, **how))
        self.invitations.append(services.let_follow(purpose=Purpose.MATCH, thing=match, **how))
        actions.delete_match(match=match, **self.act)
        return evening

    def moved(self) -> UUID:
        """An evening whose only match was put into another one."""
        match = self.bisca(begins=BEGINS.replace(year=2021))
        evening = self.evening_of(match)
        assert self.program.put(f"evenings/{evening}/", NAMED).status_code == 200
        assert self.program.put(f"evenings/{uuid4()}/", {"matches": [str(match)]}).status_code == 201
        return evening


@pytest.fixture
def empty(db: None, settings: Any) -> Empty:
    settings.THROTTLE = 0
    found = Empty()
    found.fill()
    for client in (found.client, found.program.client):
        client.raise_request_exception = False
    return found


def content(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


def patterns(under: Any = None, before: str = "") -> Iterator[str]:
    """All addresses but the staff's, the worker's, and the one for what is nowhere."""
    for one in (under or get_resolver()).url_patterns:
        if isinstance(one, URLPattern):
            if "^" not in str(one.pattern) and one.name != "worker":
                yield before + str(one.pattern)
        elif "admin" not in str(one.pattern):
            yield from patterns(one, before + str(one.pattern))


PARTS = re.compile(r"<(?:\w+:)?(\w+)>")


@pytest.mark.slow
def test_no_address_falls(empty: Empty) -> None:
    """Whatever people and programs ask for; what is not there says so. A round, a phone and a member are never empty."""
    values: dict[str, list[Any]] = {
        "match": [*empty.matches.values()],
        "evening": [*empty.evenings.values()],
        "player": [*empty.players.values()],
        "circle": [empty.circle.pk],
        "invitation": [one.pk for one in empty.invitations[:1]],
        "token": [services.token_of(one) for one in empty.invitations],
        "key": [catalogue.GAMES[0].key],
    }
    asked, fallen = 0, []
    for pattern in patterns():
        formats = (
            STREAMS if "circle" in pattern else FORMATS if "api" in pattern else FORMATS[-1:]
        )  # pages make the same
        of = {**values, "form": [one.key for one in formats]}
        parts = PARTS.findall(pattern)
        for chosen in product(*(of.get(part, ()) for part in parts)):
            found = iter(map(str, chosen))
            path = "/" + PARTS.sub(lambda _part, found=found: next(found), pattern)
            answer = (empty.program if path.startswith("/api/v1/") else empty).get(path)
            content(answer)
            asked += 1
            if answer.status_code >= 500:
                fallen.append(path)
    assert fallen == []
    assert asked > 200


def test_an_evening_without_matches_is_a_file_in_every_format(empty: Empty) -> None:
    for name, title in (("bare", "An evening without matches"), ("named", "Birthday"), ("deleted", "evening")):
        found = {}
        for form in FORMATS:
            answer = empty.program.get(f"evenings/{empty.evenings[name]}/export/{form.key}/")
            assert (answer.status_code, answer["Content-Type"]) == (200, form.kind)
            found[form.key] = answer.content
        [page] = PdfReader(BytesIO(found["pdf"])).pages
        assert title in page.extract_text()
        assert "0 matches" in page.extract_text()
        assert Image.open(BytesIO(found["png"])).size == (1200, 630)
        assert title in found["txt"].decode()
        [sheet] = load_workbook(BytesIO(found["xlsx"])).worksheets
        assert title in sheet["A1"].value
        for form in ("csv", "csv-semicolon"):
            assert len(found[form].decode().splitlines()) == 1
        assert json.loads(found["json"]) == []


def test_an_evening_without_matches_has_no_page(empty: Empty) -> None:
    """There is nothing on it to look at; a link that led there says that it has gone."""
    for name in ("bare", "named", "deleted", "moved"):
        for path in ("/evenings/{}/", "/export/evening/{}/", "/export/evening/{}/pdf/"):
            assert empty.get(path.format(empty.evenings[name])).status_code == 404
    gone = [one for one in empty.invitations if one.thing == empty.evenings["deleted"]]
    for one in gone:
        assert "is not there any more" in Client().get(f"/i/{services.token_of(one)}/").text


@pytest.mark.slow
@pytest.mark.parametrize("days", ["", "from=1999-01-01&to=1999-12-31", "to=1900-01-01"])
def test_a_period_without_matches_is_a_file_in_every_format(empty: Empty, days: str) -> None:
    circle = services.make_person("Rosa", "Sundays")[1] if not days else empty.circle
    table = Caller(circle.memberships.get().person) if not days else empty.program
    for form in STREAMS:
        answer = table.get(f"circles/{circle.pk}/export/{form.key}/?{days}")
        data = content(answer)
        assert (answer.status_code, answer["Content-Type"]) == (200, form.kind)
        if form.ending == "xlsx":
            assert [sheet.max_row for sheet in load_workbook(BytesIO(data)).worksheets] == [1, 1]
        else:
            assert len(data.decode().splitlines()) == (0 if form.ending == "jsonl" else 1)


def test_who_is_in_no_circle_and_whose_circle_is_new_see_every_page(db: None) -> None:
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
