"""Wrong forms answer in our words, in each language: no English, and no text of Django or allauth, which have another tone."""

import gettext
import re
from html import unescape

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as translated

from tests.web.account.conftest import EMAIL, PASSWORD, Browser
from tools import languages
from tools.steps import ROOT

SPOKEN = [code for code, _name in settings.LANGUAGES if code in languages.names()]
PLACEHOLDER = re.compile(r"%\(\w+\)s")
PROBLEM = re.compile(r'<p class="problem"[^>]*>\s*<svg.*?</svg>\s*(.*?)\s*</p>', re.DOTALL)

# How each language addresses strangers. We say du, tu, sen and εσύ; tu in French and Italian, too.
FORMAL = {
    "de": r"\b(?:Sie|Ihre?[mnrs]?|Ihnen)\b",
    "pt": r"\b(?:você|seus?|suas?|[Ii]ntroduza|[Ii]nsira|[Ss]elecione|[Ee]scolha|[Cc]ertifique-se|[Dd]igite|[Ee]screva)\b",
    "fr": r"\b(?:[Vv](?:ous|otre|os)|(?!chez\b|assez\b)\w+ez)\b",
    "it": r"\b(?:Lei|Su[oae]|Suoi|(?:[Ii]nserisc|[Ss]criv|[Ss]celg)a|[Uu]si|[Pp]rovi|[Rr]iprovi|[Vv]erifichi)\b",
    "tr": r"\b(?:\w+[iıuü]n[iıuü]z|girin|yazın|seçin|kullanın|deneyin|olun)\b",
    "el": r"\b(?:σας|\w+(?:είτε|άγετε|άξτε|έξτε|ήστε|ίστε))\b",
}

FRIENDLY = {"de", "it"}  # German of Django avoids every address, and its Italian says tu

NEW = {"email": "deniz@example.org", "password1": PASSWORD, "password2": PASSWORD}
SIGN_IN = ("/you/sign-in/", {"login": EMAIL, "password": PASSWORD})
WRONG_FORMS = {
    "empty": (*SIGN_IN, {"login": "", "password": ""}),
    "no e-mail": (*SIGN_IN, {"login": "eleni"}),
    "null character": (*SIGN_IN, {"password": "a\0b"}),
    "wrong password": (*SIGN_IN, {"password": "wrong"}),
    "long password": (*SIGN_IN, {"password": "x" * 201}),
    "forgotten by nobody": ("/you/password/forgotten/", {}, {"email": "x"}),
    "different passwords": ("/you/email/", NEW, {"password2": "other"}),
    "short": ("/you/email/", NEW, {"password1": "abc", "password2": "abc"}),
    "common": ("/you/email/", NEW, {"password1": "password1", "password2": "password1"}),
    "similar": ("/you/password/", {"oldpassword": PASSWORD}, {"password1": EMAIL, "password2": EMAIL}),
    "long name": ("/you/name/", {}, {"name": "x" * 201}),
    "no group": ("/you/tokens/", {"name": "x", "role": "reader"}, {"circle": "x"}),
    "no role": ("/you/tokens/", {"name": "x"}, {"role": ""}),
    "code": ("/code/", {}, {"code": ""}),
}


def problems(page):
    return [unescape(text) for text in PROBLEM.findall(page)]


def own_texts(language):
    """Return patterns of all texts of our catalogue."""
    for entry in polib.pofile(str(languages.source(language))):
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            if text:
                yield re.compile(".*".join(map(re.escape, PLACEHOLDER.split(text))))


def problems_of(language, name, deniz):
    path, right, wrong = WRONG_FORMS[name]
    browser = Browser(headers={"accept-language": language})
    if path == "/you/password/":
        browser.sign_in()
    elif path not in ("/you/sign-in/", "/you/password/forgotten/"):
        browser.force_login(deniz.person)
    return problems(browser.post(path, {**right, **wrong}).text)


@pytest.mark.fifth
@pytest.mark.parametrize("name", WRONG_FORMS)
def test_problems_are_our_texts_in_each_language(confirmed, deniz, name):
    english = problems_of("en", name, deniz)
    assert english
    for language in SPOKEN:
        shown, ours = problems_of(language, name, deniz), list(own_texts(language))
        assert len(shown) == len(english)
        assert [text for text in shown if not any(own.fullmatch(text) for own in ours)] == []
        assert [text for text in shown if text in english] == []
        assert [text for text in shown if re.search(FORMAL[language], text)] == []


@pytest.mark.parametrize("language", SPOKEN)
def test_too_many_wrong_passwords_are_refused_in_our_words(eleni, language):
    browser = Browser(headers={"accept-language": language})
    shown = [problems(browser.sign_in(password="wrong").text) for _time in range(6)]
    with translation.override(language):
        assert shown[-1] == [translated("Too many wrong passwords. Wait five minutes and try again.")]
        assert not re.search(FORMAL[language], shown[-1][0])


@pytest.mark.parametrize("language", sorted(set(SPOKEN) - FRIENDLY))
def test_the_tone_of_django_is_noticed(language):
    catalogue = gettext.translation("django", f"{translation.__path__[0]}/../../conf/locale", languages=[language])
    assert re.search(FORMAL[language], catalogue.gettext("Enter a valid email address."))


def test_own_messages_of_a_field_stay(eleni, visitor):
    visitor.sign_in()
    visitor.confirm()
    assert "Tick the box to confirm. Nothing was deleted." in visitor.post("/you/delete/", {}).text


def test_every_form_has_our_messages():
    for path in (ROOT / "games" / "web").rglob("*.py"):
        if path.name != "form_messages.py":
            assert not re.search(r"^class .*\bforms\.Form\b", path.read_text("utf-8"), re.MULTILINE), path
