"""The language: the browser's, until someone chooses another. Then that one, in every browser of the person."""

from html import unescape

import pytest
from django.test import Client

from games import models, services
from games.pages import languages
from tests.web.account.conftest import EMAIL, PASSWORD, account_writer, unhurried
from tests.web.test_pseudo import plain

__all__ = ["unhurried"]

NAMES = [name for _code, name in languages.LANGUAGES]


@pytest.fixture
def browser(db):
    return own_origin("tr-CY,tr;q=0.9")


def own_origin(language):
    """Return the headers that a browser sends with a form of our own page."""
    return Client(headers={"accept-language": language, "origin": "http://testserver"})


def page_language(browser, page="/"):
    """Return the language of the `lang` attribute of a page."""
    tag = browser.get(page).text.split('lang="')[1].split('"')[0]
    return next((code for code, _name in languages.LANGUAGES if languages.locale(code) == tag), tag)


def choose(browser, language, **more):
    return browser.post("/language/", {"language": language, **more})


def test_page_is_in_the_language_of_the_browser(browser):
    assert page_language(browser) == "tr"
    assert page_language(Client(headers={"accept-language": "pt-BR,pt;q=0.9,en;q=0.8"})) == "pt-br"
    for other in ("pt", "pt-PT,pt;q=0.9", "pt-AO", "pt-pt,pt-br;q=0.9"):
        assert page_language(Client(headers={"accept-language": other})) == "pt"
    assert page_language(Client(headers={"accept-language": "fi"})) == "en"


def test_home_offers_every_language_by_its_own_name(browser):
    page = browser.get("/").text
    assert [name for name in NAMES if name in page] == NAMES
    assert page.count('aria-current="true">Türkçe<') == 1


def test_choice_is_stored_in_a_cookie(browser):
    answer = choose(browser, "el")
    assert (answer.status_code, answer["Location"]) == (303, "/language/?next=%2F")
    cookie = answer.cookies["django_language"]
    assert (cookie.value, cookie["max-age"], cookie["httponly"]) == ("el", 400 * 24 * 3600, True)
    assert [page_language(browser, page) for page in ("/", "/games/", "/language/?next=%2F")] == ["el"] * 3


def test_choice_returns_to_the_page(browser):
    assert choose(browser, "de", next="/you/")["Location"] == "/language/?next=%2Fyou%2F"
    assert 'href="/you/"' in browser.get("/language/?next=%2Fyou%2F").text


def test_a_stored_choice_of_portuguese_stays_in_a_brazilian_browser(db):
    """Version 0.1.0 had one Portuguese. Anyone who chose it, on a link or in the menu, keeps it."""
    browser = own_origin("pt-BR,pt;q=0.9")
    assert page_language(browser) == "pt-br"
    choose(browser, "pt")
    assert [page_language(browser, page) for page in ("/", "/games/")] == ["pt", "pt"]
    assert browser.get("/manifest.pt.webmanifest").json()["lang"] == "pt"
    choose(browser, "pt-br")
    assert page_language(browser) == "pt-br"
    assert browser.get("/manifest.pt-br.webmanifest").json()["lang"] == "pt-br"


@pytest.mark.parametrize(
    ("language", "evenings", "shuffles", "refusal"),
    [
        ("pt-PT", "Serões", "Quem dá baralha", "Esta chave é desconhecida."),
        ("pt-BR", "Noites", "Quem dá embaralha", "Esta chave é desconhecida."),  # the text of Portugal
    ],
)
def test_each_portuguese_has_its_words(db, language, evenings, shuffles, refusal):
    browser = own_origin(language)
    assert evenings in browser.get("/").text
    assert shuffles in browser.get("/games/bisca_tres/").text
    assert browser.get("/api/v1/circles/", headers={"authorization": "Token x"}).json()["error"] == refusal


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "/\\example.org", "javascript:x", "x"])
def test_choice_redirects_only_within_this_site(browser, elsewhere):
    assert choose(browser, "de", next=elsewhere)["Location"] == "/language/?next=%2F"
    assert "example.org" not in browser.get("/language/", {"next": elsewhere}).text


def test_foreign_page_cannot_change_the_language(browser):
    for headers in ({"origin": "https://example.org"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = browser.post("/language/", {"language": "el"}, headers=headers)
        assert (answer.status_code, "django_language" in answer.cookies) == (403, False)
    assert page_language(browser) == "tr"


@pytest.mark.parametrize("language", ["", "xx", "en-xa-", "de\n"])
def test_unknown_language_is_refused(browser, language):
    answer = choose(browser, language)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "django_language" not in answer.cookies
    assert page_language(browser) == "tr"


def test_choice_applies_to_other_browsers_of_the_person(browser):
    account_writer("Eleni")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    choose(browser, "el")
    other = own_origin("de")
    assert page_language(other, "/you/sign-in/") == "de"
    other.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    assert page_language(other) == "el"
    choose(other, "pt")
    assert page_language(browser, "/you/") == "el"  # only this page; its response sets the cookie
    assert page_language(browser, "/games/") == "pt"


def test_strangers_choice_is_stored_at_sign_in(browser):
    account_writer("Eleni")
    choose(browser, "pt")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    assert models.Person.objects.get(email=EMAIL).language == "pt"


def test_stored_choice_is_not_overwritten_at_sign_in(browser):
    person = account_writer("Eleni").person
    services.set_language(person=person, language="el")
    choose(browser, "pt")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    person.refresh_from_db()
    assert person.language == "el"
    assert page_language(browser) == "el"


def test_removed_language_is_ignored(browser):
    person = account_writer("Eleni").person
    services.set_language(person=person, language="eo")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    assert page_language(browser, "/you/") == page_language(browser) == "tr"


@pytest.mark.slow
def test_language_page_is_translated(client, db, pseudo):
    headers = {"accept-language": pseudo, "origin": "http://testserver"}
    for page in (client.get("/language/", headers=headers), client.post("/language/", {}, headers=headers)):
        assert set(plain(page.text)) <= {"English", "Pseudo"}  # names of languages


def test_pages_without_a_person_do_not_load_one(browser, django_assert_num_queries):
    account_writer("Eleni")
    browser.post("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
    with django_assert_num_queries(0):
        browser.get("/games/")


@pytest.mark.parametrize("game", ["pisa", "pisa_ksr"])
@pytest.mark.parametrize(
    ("language", "cannot", "lesser"),
    [
        ("en", "Follow the colour led; if you cannot, trump or discard.", "lesser trump"),
        ("de", "wer nicht kann, trumpft oder wirft ab.", "Untertrumpf"),
        ("fr", "si tu ne peux pas, coupe ou défausse-toi.", "petit atout"),
        ("pt", "se não a tiveres, corta com trunfo ou descarta.", "trunfo menor"),
        ("tr", "uyamazsan koz oyna ya da kâğıt at.", "küçük koz"),
        ("el", "αν δεν μπορείς, ρίξε ατού ή πέτα ένα φύλλο.", "μικρό ατού"),
    ],
)
def test_pisa_card_names_the_obligation(db, game, language, cannot, lesser):
    page = unescape(own_origin(language).get(f"/games/{game}/").content.decode())
    assert cannot in page
    assert page.casefold().count(lesser.casefold()) >= 3
