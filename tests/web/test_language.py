"""The language: the browser's, until somebody taps another one; then that, wherever they are known."""

from html import unescape

import pytest
from django.conf import settings
from django.test import Client

from games import models, services
from tests.web.account.conftest import EMAIL, PASSWORD, kept, unhurried
from tests.web.test_pseudo import plain

__all__ = ["unhurried"]

NAMES = [name for _code, name in settings.LANGUAGES[:5]]


@pytest.fixture
def browser(db):
    return from_here("tr-CY,tr;q=0.9")


def from_here(language):
    """As browsers say with every form where it comes from."""
    return Client(headers={"accept-language": language, "origin": "http://testserver"})


def spoken(browser, page="/"):
    """What the page says of itself."""
    return browser.get(page).text.split('lang="')[1].split('"')[0]


def choose(browser, language, **more):
    return browser.post("/language/", {"language": language, **more})


def test_the_browsers_language_is_spoken(browser):
    assert spoken(browser) == "tr"
    assert spoken(Client(headers={"accept-language": "pt-BR"})) == "pt"
    assert spoken(Client(headers={"accept-language": "fi"})) == "en"


def test_home_offers_every_language_by_its_own_name(browser):
    page = browser.get("/").text
    assert [name for name in NAMES if name in page] == NAMES
    assert page.count('aria-current="true">Türkçe<') == 1


def test_a_tap_is_kept_by_the_browser(browser):
    answer = choose(browser, "el")
    assert (answer.status_code, answer["Location"]) == (303, "/language/?next=%2F")
    cookie = answer.cookies["django_language"]
    assert (cookie.value, cookie["max-age"], cookie["httponly"]) == ("el", 400 * 24 * 3600, True)
    assert [spoken(browser, page) for page in ("/", "/games/", "/language/?next=%2F")] == ["el"] * 3


def test_it_leads_back_to_where_the_tap_was(browser):
    assert choose(browser, "de", next="/you/")["Location"] == "/language/?next=%2Fyou%2F"
    assert 'href="/you/"' in browser.get("/language/?next=%2Fyou%2F").text


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "/\\example.org", "javascript:x", "x"])
def test_it_leads_nowhere_else(browser, elsewhere):
    assert choose(browser, "de", next=elsewhere)["Location"] == "/language/?next=%2F"
    assert "example.org" not in browser.get("/language/", {"next": elsewhere}).text


def test_a_foreign_page_changes_nothing(browser):
    for headers in ({"origin": "https://example.org"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = browser.post("/language/", {"language": "el"}, headers=headers)
        assert (answer.status_code, "django_language" in answer.cookies) == (403, False)
    assert spoken(browser) == "tr"


@pytest.mark.parametrize("language", ["", "xx", "en-xa-", "de\n"])
def test_a_language_that_is_not_spoken_changes_nothing(browser, language):
    answer = choose(browser, language)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "django_language" not in answer.cookies
    assert spoken(browser) == "tr"


def test_it_goes_with_the_person_to_other_browsers(browser):
    kept("Eleni")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    choose(browser, "el")
    other = from_here("de")
    assert spoken(other, "/you/sign-in/") == "de"
    other.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    assert spoken(other) == "el"
    choose(other, "pt")
    assert spoken(browser, "/you/") == "el"  # this page still; it has told the browser
    assert spoken(browser, "/games/") == "pt"


def test_who_chose_before_anybody_knew_them_is_known_by_it(browser):
    kept("Eleni")
    choose(browser, "pt")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    assert models.Person.objects.get(email=EMAIL).language == "pt"


def test_what_was_chosen_long_ago_is_not_overwritten(browser):
    person = kept("Eleni").person
    services.set_language(person=person, language="el")
    choose(browser, "pt")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    person.refresh_from_db()
    assert person.language == "el"
    assert spoken(browser) == "el"


def test_a_language_that_was_given_up_is_not_spoken(browser):
    person = kept("Eleni").person
    services.set_language(person=person, language="eo")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    assert spoken(browser, "/you/") == spoken(browser) == "tr"


@pytest.mark.slow
def test_the_page_itself_is_translated(client, db, pseudo):
    headers = {"accept-language": pseudo, "origin": "http://testserver"}
    for page in (client.get("/language/", headers=headers), client.post("/language/", {}, headers=headers)):
        assert set(plain(page.text)) <= {"English", "Pseudo"}  # names of languages


def test_pages_that_ask_for_nobody_are_not_made_to(browser, django_assert_num_queries):
    kept("Eleni")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    with django_assert_num_queries(0):
        browser.get("/games/")


@pytest.mark.parametrize("game", ["pisa", "pisa_ksr"])
@pytest.mark.parametrize(
    ("language", "cannot", "lesser"),
    [
        ("en", "Follow the colour led; if you cannot, trump or discard.", "lesser trump"),
        ("de", "wer nicht kann, trumpft oder wirft ab.", "Untertrumpf"),
        ("pt", "se não a tiveres, corta com trunfo ou descarta.", "trunfo menor"),
        ("tr", "uyamazsan koz oyna ya da kâğıt at.", "küçük koz"),
        ("el", "αν δεν μπορείς, ρίξε ατού ή πέτα ένα φύλλο.", "μικρό ατού"),
    ],
)
def test_the_card_of_pisa_says_what_to_play(db, game, language, cannot, lesser):
    page = unescape(from_here(language).get(f"/games/{game}/").content.decode())
    assert cannot in page
    assert page.casefold().count(lesser.casefold()) >= 3
