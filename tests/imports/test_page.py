"""The page: choose a file, see what is in it, bring it in. Nothing is kept in between, and nothing is believed."""

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
from tests.imports.conftest import Circle, everything, somewhere_else
from tests.imports.test_documents import MATCH
from tests.imports.test_source import TEXT
from tests.web.test_pseudo import plain

pytestmark = pytest.mark.slow

ROLES = ("owner", "scorer", "reader")


class Visitor:
    def __init__(self, person: models.Person | None = None) -> None:
        self.client = Client()
        if person is not None:
            self.client.force_login(person)

    def choose(self, data: bytes | str, **more: Any) -> Any:
        raw = data if isinstance(data, bytes) else data.encode()
        return self.client.post("/import/", {"file": SimpleUploadedFile("x.jsonl", raw), **more})

    def press(self, page: Any, **more: Any) -> Any:
        """The button below what was found."""
        fields = dict(re.findall(r'type="hidden" name="(into|packed)" value="([^"]*)"', page.text))
        return self.client.post("/import/in/", {**{k: unescape(v) for k, v in fields.items()}, **more})


def matches() -> int:
    return models.Match.objects.count()


def test_it_is_seen_then_brought_in(someone: models.Person) -> None:
    rosa = Visitor(someone)
    page = rosa.choose(TEXT)
    assert page.status_code == 200
    assert page["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    for words in (
        "One new match",
        "Into Sundays",
        "New:",
        "Deniz, Eleni",
        "Eleni 1 – Deniz 1",
        "2019-03-01",
        "2 rounds",
    ):
        assert words in page.text
    assert matches() == 0
    done = rosa.press(page)
    assert (done.status_code, done["Location"]) == (303, "/circle/")
    assert "One match was brought in." in rosa.client.get("/circle/").text
    assert matches() == 1
    again = rosa.choose(TEXT)
    assert "One match that is here already" in again.text
    assert "Bring it in" not in again.text
    rosa.press(page)
    assert matches() == 1


def test_pasted_it_is_the_same(someone: models.Person) -> None:
    rosa = Visitor(someone)
    page = rosa.client.post("/import/", {"text": f"\n{TEXT}\r\n{TEXT}\r\n"})
    rosa.press(page)
    assert matches() == 1


def test_a_long_text_is_taken_like_a_file(someone: models.Person) -> None:
    page = Visitor(someone).client.post("/import/", {"text": TEXT + (" " * 999 + "\n") * 4_000})
    assert (page.status_code, "One new match" in page.text) == (200, True)


def test_a_circle_comes_in_whole(circle: Circle) -> None:
    log, was = circle.log(), everything(circle.circle.pk)
    rosa = Visitor(somewhere_else())
    page = rosa.choose(log)
    assert "A new circle of yours: Fridays" in page.text
    assert "2 matches that stay deleted" in page.text
    rosa.press(page)
    assert everything(circle.circle.pk) == was
    assert "Fridays" in rosa.client.get("/circle/").text


def test_a_stranger_becomes_a_guest(circle: Circle, settings: Any) -> None:
    log = circle.log()
    somewhere_else()
    people = models.Person.objects.count()
    stranger = Visitor()
    page = stranger.choose(log)
    assert models.Person.objects.count() == people
    settings.REGISTRATION = "invited"
    assert "This server takes in those who were invited." in stranger.press(page).text
    settings.REGISTRATION = "open"
    assert stranger.press(page).status_code == 303
    assert "Fridays" in stranger.client.get("/circle/").text
    assert models.Circle.objects.get(pk=circle.circle.pk).memberships.count() == 1


def test_a_stranger_with_nothing_to_bring_stays_one(db: None) -> None:
    wrong = TEXT.replace("71", "72")
    stranger = Visitor()
    assert "Bring it in" not in stranger.choose(wrong).text
    answer = stranger.client.post("/import/in/", {"packed": imports.pack(wrong.encode())})
    assert answer.status_code == 409
    assert "Nothing of this file can be brought in." in answer.text
    assert models.Person.objects.count() == models.Circle.objects.count() == 0
    assert stranger.press(stranger.choose(TEXT)).status_code == 303
    assert models.Match.objects.get().circle.memberships.count() == 1


@pytest.mark.parametrize("role", ROLES)
def test_into_a_circle_come_those_who_write(someone: models.Person, role: str) -> None:
    circle = services.make_person("Eleni", "Fridays")[1]
    models.Membership.objects.create(circle=circle, person=someone, role=role)
    rosa = Visitor(someone)
    assert ("Fridays" in rosa.client.get("/import/").text) is (role != "reader")
    page = rosa.choose(TEXT, into=str(circle.pk))
    if role != "reader":
        assert rosa.press(page).status_code == 303
        assert models.Match.objects.get().circle == circle
        return
    assert page.status_code == 422
    assert rosa.press(rosa.choose(TEXT), into=str(circle.pk)).status_code == 403
    assert matches() == 0


def test_into_what_is_no_circle_of_mine_comes_nothing(someone: models.Person) -> None:
    other = services.make_person("Eleni", "Fridays")[1]
    rosa = Visitor(someone)
    page = rosa.choose(TEXT)
    for into in (str(other.pk), str(uuid4()), "x"):
        assert rosa.choose(TEXT, into=into).status_code == 422
        assert rosa.press(page, into=into).status_code == 404
    assert matches() == 0


def test_whoever_only_looks_brings_it_into_a_circle_of_their_own(someone: models.Person) -> None:
    models.Membership.objects.update(role="reader")
    rosa = Visitor(someone)
    page = rosa.choose(TEXT)
    assert "A new circle of yours." in page.text
    rosa.press(page)
    assert models.Match.objects.get().circle.memberships.get().role == "owner"


def test_between_looking_and_doing_it_is_judged_anew(someone: models.Person) -> None:
    """What the page carries may have been changed, and what is here, too."""
    rosa = Visitor(someone)
    page = rosa.choose(TEXT)
    models.Membership.objects.update(role="reader")
    rosa.press(page)
    assert models.Match.objects.get().circle.name == ""  # one of her own
    models.Match.objects.all().delete()
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
    ids=["nothing", "no letters", "others", "not packed", "cut off", "a bomb"],
)
def test_what_comes_back_spoilt_is_nothing(someone: models.Person, packed: str) -> None:
    assert Visitor(someone).client.post("/import/in/", {"packed": packed}).status_code == 404


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"%PDF", "Line 1: This is neither a match document nor a circle"),
        (b"PK\x03\x04", "Line 1: This file is packed, or a spreadsheet."),
        (b'{"game": 1,\n"players": [NaN]}', "Line 2: This is no JSON"),
        (b'{"format": "scorekeeper.circle/1"}', "“circle” is missing or not as it should be."),
        (b" " * (imports.MOST + 1), "This file is too large for a page: 8 megabytes are taken."),
        (b'{"kind": "finish"}\n' * 20_001, "More than 20000 entries are in this file."),
        (b'{"kind": "finish", "match": "1"}\n' * 501, "More than 500 entries of one match are in this file."),
    ],
    ids=["pdf", "zip", "nan", "no circle", "large", "many", "one match"],
)
def test_what_is_no_file_of_ours_says_so_beside_the_field(someone: models.Person, data: bytes, words: str) -> None:
    answer = Visitor(someone).choose(data)
    assert answer.status_code == 422
    [told] = re.findall(r'id="id_file_error">.*?</svg>\s*(.*?)</p>', answer.text, re.DOTALL)
    assert unescape(told).startswith(words)


def test_nothing_chosen_says_so(someone: models.Person) -> None:
    rosa = Visitor(someone)
    for sent in ({}, {"text": ""}, {"file": SimpleUploadedFile("x", b"")}):
        answer = rosa.client.post("/import/", sent)
        assert answer.status_code == 422
        assert "id_file_error" in answer.text
    assert "id_text_error" in rosa.client.post("/import/", {"text": "hello"}).text


def test_what_cannot_be_packed_small_enough_is_too_large(someone: models.Person) -> None:
    import random

    noise = base64.b64encode(random.Random(1).randbytes(2_200_000)).decode()
    lines = "\n".join(f'{{"game": "{noise[at : at + 900_000]}"}}' for at in range(0, len(noise), 900_000))
    answer = Visitor(someone).choose(lines)
    assert answer.status_code == 422
    assert "too large for a page" in answer.text


def test_who_tries_often_waits(someone: models.Person) -> None:
    rosa = Visitor(someone)
    answers = [rosa.client.post("/import/", {"text": "hello"}).status_code for _ in range(21)]
    assert answers == [422] * 20 + [429]
    assert rosa.client.post("/import/in/", {"packed": imports.pack(TEXT.encode())}).status_code == 429
    assert matches() == 0


def test_without_its_token_a_form_does_nothing(someone: models.Person) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(someone)
    for path in ("/import/", "/import/in/"):
        assert client.post(path, {"packed": imports.pack(TEXT.encode()), "text": TEXT}).status_code == 403
    assert matches() == 0


def test_names_are_text_and_nothing_else(someone: models.Person) -> None:
    rosa = Visitor(someone)
    page = rosa.choose(TEXT.replace("Eleni", "<b>Eleni</b>"))
    assert "<b>Eleni" not in page.text
    assert "&lt;b&gt;Eleni&lt;/b&gt;" in page.text
    assert MATCH["players"][0] == "Eleni"


def test_every_word_of_it_is_translated(circle: Circle, pseudo: str) -> None:
    """Names are nobody's to translate."""
    half = b"\n".join(circle.log().splitlines()[:40]) + b"\n7"
    rosa = Visitor(somewhere_else())
    rosa.client = Client(headers={"accept-language": pseudo})
    wrong = TEXT.replace("71", "72")
    pages = [rosa.client.get("/import/"), *(rosa.choose(one) for one in (f"{TEXT}\n{wrong}", half, b"x"))]
    names = {"Eleni", "Deniz", "Fridays", "Player", "x", "json", "jsonl", "s"}
    for page in pages:
        assert set(plain(page.text)) <= names
