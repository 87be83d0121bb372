"""Rare states of pages: background errors, the offer to install, and error pages."""

import re
from uuid import uuid4

import pytest
from django.shortcuts import render
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import expect

from games import models
from games.rules.words import Words
from games.store.logs import LOG_CACHE
from tests.pages.in_browser.test_layout import TABLES

pytestmark = pytest.mark.tenth

WELL = {"waiting": 0, "refused": 0, "reasons": [], "changed": [], "minutesOff": 0}
REASON = "The card points add up to 121; they must add up to 120."
TROUBLES = {
    "refused": {"refused": 1, "reasons": [{"reason": REASON}]},
    "without a network": {"waiting": 2, "problem": {"code": "network"}},
    "python": {"problem": {"code": "python"}},
    "key": {"waiting": 2, "problem": {"code": "key"}},
    "role": {"waiting": 2, "problem": {"code": "role"}},
    "clock": {"minutesOff": -47},
    "clock of another year": {"minutesOff": 1_052_000},
}
POST_MESSAGE = """message => navigator.serviceWorker.dispatchEvent(
    new MessageEvent('message', { data: { ...message, language: document.documentElement.lang } }))"""
ASKS = "dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt() {} }))"
SHARES = "Object.defineProperty(navigator, 'standalone', { value: false })"
PAGES = {
    **{f"{name}.html": {} for name in ("400", "403", "403_csrf", "404", "411", "429", "500")},
    "503.html": {"path": "/", "fields": [("points-0", "71")]},
    "413.html": {"most": 200_000},
    "often.html": {"sentence": "Please wait.", "path": "/", "fields": [("points-0", "71")]},
    "phone/unreachable.html": {"what": "match"},
    "refused.html": {"words": Words(REASON), "back": "/"},
    "trust.html": {"address": "https://192.168.178.20:8000/"},
}


@pytest.fixture
def open_match(table, locale):
    """Return a function that opens a match of Bisca between two people with long names."""
    evening, dealt, *_rest = TABLES["bisca_tres"]
    return lambda rounds=1: table(evening, [dealt] * rounds, locale=locale)


def test_background_errors_are_displayed(open_match, look):
    phone = open_match()
    for name, message in TROUBLES.items():
        phone.go(phone.path)
        phone.page.evaluate(POST_MESSAGE, WELL | message)
        expect(phone.page.locator("#saved")).not_to_be_empty()
        expect(phone.page.locator("#trouble")).to_be_visible(visible=name != "without a network")
        look(phone, name)
        if name == "clock of another year":
            expect(phone.page.locator("#trouble[data-days] p")).to_have_text(re.compile(r"\D731\D"))
    for path in ("/", f"{phone.path}sheet/", f"{phone.path}more/"):
        phone.go(path)
        phone.page.evaluate(POST_MESSAGE, WELL | TROUBLES["refused"])
        expect(phone.page.locator("#trouble")).to_be_visible()
        look(phone, path)


def test_offer_to_install(open_match, look):
    phone = open_match(4)
    phone.page.evaluate(ASKS)
    expect(phone.page.locator("#install [data-way=ask]")).to_be_visible()
    look(phone, "the browser asks")
    phone.page.add_init_script(SHARES)
    phone.page.reload()
    expect(phone.page.locator("#install [data-way=share]")).to_be_visible()
    look(phone, "people are told where to tap")


def test_match_of_a_newer_version(open_match, look):
    phone = open_match()
    log = models.Event.objects.filter(match=phone.match)
    last = log.order_by("-seq").values().first()
    models.Event.objects.create(**last | {"id": uuid4(), "seq": last["seq"] + 1, "kind": "applaud"})
    LOG_CACHE.clear()  # only this test writes past the cache
    phone.go(phone.path)
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    look(phone, "something in it")
    begun = log.get(kind="start")
    log.filter(kind="start").update(data=begun.data | {"game": "cribbage"})
    LOG_CACHE.clear()
    phone.go(phone.path)
    expect(phone.page.locator("p.notice", has_text="cribbage")).to_be_visible()
    look(phone, "the game of it")


@pytest.mark.parametrize("name", PAGES)
def test_error_pages(phone, look, locale, name):
    viewer = phone(locale=locale)
    with translation.override(locale):
        page = render(RequestFactory().get("/"), name, PAGES[name])
    viewer.page.route("**/viewer/", lambda route: route.fulfill(body=page.text, content_type="text/html"))
    viewer.go("/viewer/")
    look(viewer, name)
