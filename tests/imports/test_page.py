"""The import page: choose a file, preview it, import it. The server stores nothing in between, and validates again."""

import base64
import re
import zlib
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games import models, services
from games.web import imports
from tests.imports.conftest import WritingPeople, another_server, circle_state
from tests.imports.test_documents import MATCH
from tests.imports.test_source import TEXT
from tests.web.test_pseudo import plain

pytestmark = [pytest.mark.slow, pytest.mark.fifth]

ROLES = ("owner", "scorer", "reader")


class ImportVisitor:
    def __init__(self, person: models.Person | None = None) -> None:
        self.client = Client()
        if person is not None:
            self.client.force_login(person)

    def choose(self, data: bytes | str, **fields: Any) -> Any:
        raw = data if isinstance(data, bytes) else data.encode()
        return self.client.post("/import/", {"file": SimpleUploadedFile("x.jsonl", raw), **fields})

    def press(self, page: Any, **changes: Any) -> Any:
        """Press the button below the preview."""
        fields = dict(re.findall(r'type="hidden" name="(into|packed)" value="([^"]*)"', page.text))
        return self.client.post("/import/in/", {**{k: unescape(v) for k, v in fields.items()}, **changes})


def matches() -> int:
    return models.Match.objects.count()


def test_file_is_previewed_then_imported(someone: models.Person) -> None:
    rosa = ImportVisitor(someone)
    page = rosa.choose(TEXT)
    assert page.status_code == 200
    assert page["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    for words in (
        "One new match",
        "Import into Sundays",
        "New:",
        "Deniz, Eleni",
        "Eleni 1 – Deniz 1",
        "2019-03-01",
        "2 rounds",
    ):
        assert words in page.text
    assert matches() == 0
    answer = rosa.press(page)
    assert (answer.status_code, answer["Location"]) == (303, "/circle/")
    assert "One match imported." in rosa.client.get("/circle/").text
    assert matches() == 1
    again = rosa.choose(TEXT)
    assert "One match that is already here" in again.text
    assert "There is nothing new in this file." in again.text
    rosa.press(page)  # as after a lost answer
    assert "There is nothing new in this file." in rosa.client.get("/circle/").text
    assert matches() == 1


def test_text_can_be_pasted(someone: models.Person) -> None:
    rosa = ImportVisitor(someone)
    page = rosa.client.post("/import/", {"text": f"\n{TEXT}\r\n{TEXT}\r\n"})
    rosa.press(page)
    assert matches() == 1


def test_long_text_can_be_pasted(someone: models.Person) -> None:
    page = ImportVisitor(someone).client.post("/import/", {"text": TEXT + (" " * 999 + "\n") * 4_000})
    assert (page.status_code, "One new match" in page.text) == (200, True)


def test_complete_circle_is_imported(circle: WritingPeople) -> None:
    log, before = circle.log(), circle_state(circle.circle.pk)
    rosa = ImportVisitor(another_server())
    page = rosa.choose(log)
    assert "New group: Fridays" in page.text
    assert "2 deleted matches (stay deleted)" in page.text
    rosa.press(page)
    assert circle_state(models.Circle.objects.get(name="Fridays").pk) == before
    assert "Fridays" in rosa.client.get("/circle/").text


def test_stranger_becomes_a_guest_by_importing(circle: WritingPeople, settings: Any) -> None:
    log = circle.log()
    another_server()
    people = models.Person.objects.count()
    stranger = ImportVisitor()
    page = stranger.choose(log)
    assert models.Person.objects.count() == people
    settings.REGISTRATION = "invited"
    assert "This server is by invitation only." in stranger.press(page).text
    settings.REGISTRATION = "open"
    assert stranger.press(page).status_code == 303
    assert "Fridays" in stranger.client.get("/circle/").text
    assert models.Circle.objects.get(name="Fridays").memberships.count() == 1


def test_failed_import_creates_no_guest(db: None) -> None:
    wrong = TEXT.replace("71", "72")
    stranger = ImportVisitor()
    assert "Import" not in stranger.choose(wrong).text
    answer = stranger.client.post("/import/in/", {"packed": imports.pack(wrong.encode())})
    assert answer.status_code == 409
    assert "Nothing in this file can be imported." in answer.text
    assert models.Person.objects.count() == models.Circle.objects.count() == 0
    assert stranger.press(stranger.choose(TEXT)).status_code == 303
    assert models.Match.objects.get().circle.memberships.count() == 1


@pytest.mark.parametrize("role", ROLES)
def test_only_writers_can_import_into_a_circle(someone: models.Person, role: str) -> None:
    circle = services.make_person("Eleni", "Fridays")[1]
    models.Membership.objects.create(circle=circle, person=someone, role=role)
    rosa = ImportVisitor(someone)
    assert ("Fridays" in rosa.client.get("/import/").text) is (role != "reader")
    page = rosa.choose(TEXT, into=str(circle.pk))
    if role != "reader":
        assert rosa.press(page).status_code == 303
        assert models.Match.objects.get().circle == circle
        return
    assert page.status_code == 422
    assert rosa.press(rosa.choose(TEXT), into=str(circle.pk)).status_code == 403
    assert matches() == 0


def test_import_into_a_foreign_circle_is_refused(someone: models.Person) -> None:
    other = services.make_person("Eleni", "Fridays")[1]
    rosa = ImportVisitor(someone)
    page = rosa.choose(TEXT)
    for into in (str(other.pk), str(uuid4()), "x"):
        assert rosa.choose(TEXT, into=into).status_code == 422
        assert rosa.press(page, into=into).status_code == 404
    assert matches() == 0


def test_reader_imports_into_a_new_circle(someone: models.Person) -> None:
    models.Membership.objects.update(role="reader")
    rosa = ImportVisitor(someone)
    page = rosa.choose(TEXT)
    assert "A new group." in page.text
    rosa.press(page)
    assert models.Match.objects.get().circle.memberships.get().role == "owner"


def test_import_validates_the_file_again(someone: models.Person) -> None:
    """The data in the page may have been manipulated, and the role may have changed."""
    rosa = ImportVisitor(someone)
    page = rosa.choose(TEXT)
    models.Membership.objects.update(role="reader")
    assert rosa.press(page).status_code == 403  # the preview named this circle, not her own
    assert matches() == 0
    models.Membership.objects.update(role="owner")
    wrong = TEXT.replace("71", "72").encode()
    assert rosa.press(page, packed=imports.pack(wrong)).status_code == 303
    assert matches() == 0


@pytest.mark.parametrize(
    "packed",
    [
        "",
        "x",
        "ü",
        base64.b64encode(b"x").decode(),
        base64.b64encode(zlib.compress(b"x" * 100)[:-4]).decode(),
        base64.b64encode(zlib.compress(b" " * 400_000_000, 9)).decode(),
    ],
    ids=["nothing", "no letters", "others", "not packed", "incomplete", "a bomb"],
)
def test_manipulated_data_is_not_found(someone: models.Person, packed: str) -> None:
    assert ImportVisitor(someone).client.post("/import/in/", {"packed": packed}).status_code == 404


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"%PDF", "Line 1: This file contains neither a match nor a group"),
        (b"PK\x03\x04", "Line 1: This is a ZIP file or a spreadsheet."),
        (b'{"game": 1,\n"players": [NaN]}', "Line 2: Invalid JSON"),
        (b'{"format": "scorekeeper.circle/1"}', "“circle” is missing or invalid."),
        (b" " * (imports.MOST_BYTES_SENT + 1), "This file is too large to upload here: the limit is 8 MB."),
        (b'{"kind": "finish"}\n' * 20_001, "This file has more than 20000 entries."),
        (b'{"kind": "finish", "match": "1"}\n' * 501, "This file has more than 500 entries for a single match."),
    ],
    ids=["pdf", "zip", "nan", "no circle", "large", "many", "one match"],
)
def test_unreadable_file_is_explained_beside_the_field(someone: models.Person, data: bytes, words: str) -> None:
    answer = ImportVisitor(someone).choose(data)
    assert answer.status_code == 422
    [problem] = re.findall(r'id="id_file_error">.*?</svg>\s*(.*?)</p>', answer.text, re.DOTALL)
    assert unescape(problem).startswith(words)


def test_empty_form_is_explained_beside_the_field(someone: models.Person) -> None:
    rosa = ImportVisitor(someone)
    for form in ({}, {"text": ""}, {"file": SimpleUploadedFile("x", b"")}):
        answer = rosa.client.post("/import/", form)
        assert answer.status_code == 422
        assert "id_file_error" in answer.text
    assert "id_text_error" in rosa.client.post("/import/", {"text": "hello"}).text


def test_file_that_compresses_badly_is_too_large(someone: models.Person) -> None:
    import random

    noise = base64.b64encode(random.Random(1).randbytes(2_200_000)).decode()
    lines = "\n".join(f'{{"game": "{noise[at : at + 900_000]}"}}' for at in range(0, len(noise), 900_000))
    answer = ImportVisitor(someone).choose(lines)
    assert answer.status_code == 422
    assert "too large to upload here" in answer.text


def test_imports_are_rate_limited(someone: models.Person) -> None:
    rosa = ImportVisitor(someone)
    answers = [rosa.client.post("/import/", {"text": "hello"}).status_code for _ in range(21)]
    assert answers == [422] * 20 + [429]
    assert rosa.client.post("/import/in/", {"packed": imports.pack(TEXT.encode())}).status_code == 429
    assert matches() == 0


def test_form_without_csrf_token_is_refused(someone: models.Person) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(someone)
    for path in ("/import/", "/import/in/"):
        assert client.post(path, {"packed": imports.pack(TEXT.encode()), "text": TEXT}).status_code == 403
    assert matches() == 0


def test_names_are_escaped(someone: models.Person) -> None:
    rosa = ImportVisitor(someone)
    page = rosa.choose(TEXT.replace("Eleni", "<b>Eleni</b>"))
    assert "<b>Eleni" not in page.text
    assert "&lt;b&gt;Eleni&lt;/b&gt;" in page.text
    assert MATCH["players"][0] == "Eleni"


def test_all_texts_are_translated(circle: WritingPeople, pseudo: str) -> None:
    """Names of people and formats are the only words that stay."""
    half = b"\n".join(circle.log().splitlines()[:40]) + b"\n7"
    rosa = ImportVisitor(another_server())
    rosa.client = Client(headers={"accept-language": pseudo})
    wrong = TEXT.replace("71", "72")
    pages = [rosa.client.get("/import/"), *(rosa.choose(data) for data in (f"{TEXT}\n{wrong}", half, b"x"))]
    names = {"Eleni", "Deniz", "Fridays", "Player", "x", "json", "jsonl", "s"}
    for page in pages:
        assert set(plain(page.text)) <= names
