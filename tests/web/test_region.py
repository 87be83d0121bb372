"""English has the region of the browser, in pages, the API and the worker; the menu has one English."""

import json
import re

import pytest
from django.conf import settings
from django.test import Client

from games import models, services
from games.bundle import worker
from scorekeeper.region import with_region
from tests.web.account.conftest import EMAIL, PASSWORD, account_writer, unhurried

pytestmark = pytest.mark.fifth

__all__ = ["unhurried"]

AMERICAN, BRITISH = "en-US,en;q=0.9", "en-GB,en;q=0.9"


def browser_of(accepted, language=""):
    client = Client(headers={"accept-language": accepted, "origin": "http://testserver"})
    if language:
        client.cookies["django_language"] = language
    return client


def tag_of(page):
    return page.text.split('<html lang="')[1].split('"')[0]


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [
        (AMERICAN, "en-US"),
        (BRITISH, "en-GB"),
        ("en", "en-GB"),
        ("en-AU,en;q=0.9", "en-GB"),
        ("en-GB,en-US;q=0.9,en;q=0.8", "en-GB"),
        ("en,en-US;q=0.9", "en-US"),
        ("fi,en-US;q=0.5", "en-US"),
        ("fi", "en-GB"),
        ("", "en-GB"),
        ("*", "en-GB"),
        ("de-DE,en-US;q=0.5", "de"),
        ("en-US-posix", "en-US"),
    ],
)
def test_a_page_has_the_region_of_the_browser(db, accepted, tag):
    page = browser_of(accepted).get("/")
    assert tag_of(page) == tag
    assert "Accept-Language" in page["Vary"]


@pytest.mark.parametrize(
    ("language", "accepted", "expected"),
    [
        ("en", AMERICAN, "en-840"),
        ("en-840", BRITISH, "en-840"),  # Django has chosen it
        ("de", AMERICAN, "de"),
        ("pt", "pt-BR", "pt"),  # Brazilian is an own entry of the menu
        ("en", "a" * 10_000, "en"),
    ],
)
def test_only_english_has_regions(language, accepted, expected):
    assert with_region(language, accepted) == expected


def test_a_chosen_english_has_the_region_of_each_browser(db):
    assert tag_of(browser_of(AMERICAN, "en").get("/")) == "en-US"
    assert tag_of(browser_of(BRITISH, "en").get("/")) == "en-GB"
    assert tag_of(browser_of("de,en-US;q=0.5", "en").get("/")) == "en-US"
    assert tag_of(browser_of(AMERICAN, "de").get("/")) == "de"


def test_the_menu_has_one_english(db):
    for path in ("/", "/language/", "/you/"):
        page = browser_of(AMERICAN).get(path).text
        assert page.count(">English") == 1
        assert "United States" not in page
        assert 'aria-current="true">English<' in page
    assert browser_of(AMERICAN).post("/language/", {"language": "en-840"}).status_code == 422


def test_a_person_keeps_one_english_for_all_browsers(db):
    account_writer("Eleni")
    american, british = browser_of(AMERICAN), browser_of(BRITISH)
    for browser in (american, british):
        browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    services.set_language(person=models.Person.objects.get(email=EMAIL), language="en")
    assert [tag_of(browser.get("/you/")) for browser in (american, british)] == ["en-US", "en-GB"]
    assert american.cookies["django_language"].value == "en"


@pytest.mark.parametrize(("accepted", "spelling"), [(AMERICAN, "color"), (BRITISH, "colour"), ("en-AU", "colour")])
def test_a_region_has_its_spelling(db, accepted, spelling):
    page = browser_of(accepted).get("/games/pisa/").text
    assert spelling in page
    assert ({"color", "colour"} - {spelling}).pop() + " led" not in page


@pytest.mark.slow
@pytest.mark.parametrize(("accepted", "tag"), [(AMERICAN, "en-US"), (BRITISH, "en-GB")])
def test_a_worker_has_the_region_of_its_pages(db, monkeypatch, interpreter, accepted, tag):
    monkeypatch.setattr(settings, "WORKER", True)
    script = browser_of(accepted, "en").get("/sw.js").text
    configuration = json.loads(re.match(r"self.configuration = (.+);\n", script)[1])
    assert configuration["language"] == tag == tag_of(browser_of(accepted, "en").get("/"))
    files = worker.build_for({"en-US": "en-840", "en-GB": "en"}[tag]).files
    assert any(b"color led" in file.text for file in files) == (tag == "en-US")
