"""Phones at a table, and what must never be heard from them: errors, or a word to anybody else."""

from urllib.parse import urlsplit

import pytest
from django.conf import settings as django_settings
from django.core.signals import request_started
from django.test import Client

from games import models, services
from tests.pages.in_browser.layout import wrong_with
from tests.pages.in_browser.phone import Phone
from tests.pages.in_browser.writers import Writer
from tests.web.conftest import PSEUDO, axe, pseudo, pseudo_locale

__all__ = ["axe", "pseudo", "pseudo_locale"]

HOSTS = ("django",)  # where a test names no other: see hosts.py
SIZES = {"small": (320, 640), "iphone": (390, 844), "pixel": (412, 915)}


@pytest.fixture(params=HOSTS)
def host(request, settings):
    """Who answers the pages of the table."""
    settings.WORKER = request.param == "worker"
    if settings.WORKER:
        request.getfixturevalue("interpreter")
    return request.param


@pytest.fixture
def tables_of_server():
    """The addresses of tables that Django was asked for."""
    asked = []

    def hear(environ, **_more):
        if environ["PATH_INFO"].startswith("/table/"):
            asked.append(environ["PATH_INFO"])

    request_started.connect(hear, weak=False)
    yield asked
    request_started.disconnect(hear)


@pytest.fixture
def phone(new_context, live_server, host, tables_of_server):
    """Takes a phone out of its pocket; several are several people. At the end none may have complained."""
    taken = []

    def take(size="pixel", *, script=True, person=None, **more):
        width, height = SIZES[size]
        context = new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=script,
            service_workers="block" if host == "django" else "allow",
            **{"locale": "en", "has_touch": True, "is_mobile": True, **more},
        )
        context.set_default_timeout(30_000)
        taken.append(Phone(context.new_page(), live_server.url, script))
        listen(taken[-1])
        if person:
            log_in(taken[-1], person)
        if host == "worker":
            taken[-1].wait_for_worker()
        return taken[-1]

    yield take
    assert [line for one in taken for line in one.heard] == []
    if host == "worker":
        assert tables_of_server == []


@pytest.fixture
def table(phone):
    """A phone at a match that has come so far."""

    def sit(evening, rounds=(), **how):
        writer = Writer(*services.make_person("Eleni", "Fridays"))
        match = writer.start(evening, rounds)
        found = phone(person=writer.person, **how)
        found.go(f"/table/{match}/")
        return found

    return sit


def log_in(phone, person):
    client = Client()
    client.force_login(person)
    carry(phone, client)


def carry(phone, client):
    """The phone is whoever this client has become."""
    name = django_settings.SESSION_COOKIE_NAME
    phone.page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": phone.home}])


@pytest.fixture
def other():
    """Somebody else of the circle, writing on a phone of their own: in the match that this phone shows."""

    def join(phone, name="Deniz"):
        circle = models.Match.objects.get(id=phone.match).circle
        person = models.Person.objects.create_user(name=name)
        models.Membership.objects.create(circle=circle, person=person, role="scorer")
        return Writer(person, circle, phone.match)

    return join


@pytest.fixture(params=["en", PSEUDO])
def locale(request):
    return request.getfixturevalue("pseudo") if request.param == PSEUDO else "en"


@pytest.fixture
def look(axe):
    """Judge what a phone shows; at the end everything that was wrong comes out at once."""
    found = {}

    def judge(phone, name):
        found.setdefault(name, []).extend(wrong_with(phone, axe))

    yield judge
    assert [f"{name}: {line}" for name, wrong in found.items() for line in dict.fromkeys(wrong)] == []


def listen(phone):
    """What its console says, what fails, and whom else it talks to."""
    page, heard = phone.page, phone.heard

    def console(message):
        # Browsers call every such answer an error: what was typed is wrong, there is no worker.
        is_answer = "status of 422" in message.text or message.location["url"].endswith("/sw.js")
        if message.type in ("error", "warning") and not is_answer:
            heard.append(f"{message.type}: {message.text}")

    def asked(request):
        if urlsplit(request.url).scheme != "data" and not request.url.startswith(phone.home):
            heard.append(f"asked {request.url}")

    def answered(response):
        if response.status >= 500:
            heard.append(f"{response.status}: {response.url}")

    page.on("console", console)
    page.on("pageerror", lambda error: heard.append(f"thrown: {error}"))
    page.on("request", asked)
    page.on("response", answered)
