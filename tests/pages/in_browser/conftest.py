"""Phones in browsers. A test fails if a phone logs an error or sends a request to another host."""

from urllib.parse import urlsplit

import pytest
from django.conf import settings as django_settings
from django.core.signals import request_started
from django.test import Client
from django.utils.translation import get_supported_language_variant

from games import models, services
from games.bundle.worker import build_for
from tests.pages.in_browser.layout import wrong_with
from tests.pages.in_browser.phone import TappedPhone
from tests.pages.in_browser.writers import Writer
from tests.web.conftest import PSEUDO, axe, pseudo, pseudo_locale

__all__ = ["axe", "pseudo", "pseudo_locale"]

HOSTS = ("django",)  # unless a test chooses others, see hosts.py
SIZES = {"small": (320, 640), "iphone": (390, 844), "pixel": (412, 915)}


@pytest.fixture(params=HOSTS)
def host(request, settings):
    """Choose the host of games/pages: Django or the worker."""
    settings.WORKER = request.param == "worker"
    if settings.WORKER:
        request.getfixturevalue("interpreter")
    return request.param


@pytest.fixture
def tables_of_server():
    """Yield the list of match pages that Django was asked for."""
    paths = []

    def record(environ, **_more):
        if environ["PATH_INFO"].startswith("/table/"):
            paths.append(environ["PATH_INFO"])

    request_started.connect(record, weak=False)
    yield paths
    request_started.disconnect(record)


@pytest.fixture
def phone(new_context, live_server, host, tables_of_server):
    """Yield a function that opens a phone in a new browser context. At the end, no phone may have logged errors."""
    phones = []

    def open_phone(size="pixel", *, script=True, person=None, **more):
        width, height = SIZES[size]
        if host == "worker":  # on a busy machine a build takes longer than other requests wait for a place
            build_for(get_supported_language_variant(more.get("locale", "en")))
        context = new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=script,
            service_workers="block" if host == "django" else "allow",
            **{"locale": "en", "has_touch": True, "is_mobile": True, **more},
        )
        context.set_default_timeout(30_000)
        phones.append(TappedPhone(context.new_page(), live_server.url, script))
        listen(phones[-1])
        if person:
            log_in(phones[-1], person)
        if host == "worker":
            phones[-1].wait_for_worker()
        return phones[-1]

    yield open_phone
    assert [line for phone in phones for line in phone.heard] == []
    if host == "worker":
        assert tables_of_server == []


@pytest.fixture
def table(phone):
    """Return a function that opens a phone at a match with these rounds."""

    def open_match(evening, rounds=(), **how):
        writer = Writer(*services.make_person("Eleni", "Fridays"))
        match = writer.start(evening, rounds)
        opened = phone(person=writer.person, **how)
        opened.go(f"/table/{match}/")
        return opened

    return open_match


def log_in(phone, person):
    client = Client()
    client.force_login(person)
    carry(phone, client)


def carry(phone, client):
    """Copy the session of this client to the phone."""
    name = django_settings.SESSION_COOKIE_NAME
    phone.page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": phone.home}])


@pytest.fixture
def other():
    """Return a function that adds a scorer to the circle of the phone's match, and returns their Writer."""

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
    """Yield a function that checks the layout of a phone's page. At the end, all problems are reported at once."""
    problems = {}

    def judge(phone, name):
        problems.setdefault(name, []).extend(wrong_with(phone, axe))

    yield judge
    assert [f"{name}: {line}" for name, wrong in problems.items() for line in dict.fromkeys(wrong)] == []


def listen(phone):
    """Collect console errors, exceptions, failed responses and requests to other hosts."""
    page, heard = phone.page, phone.heard

    def console(message):
        # Browsers log every such response as an error: an invalid form, or no worker.
        is_answer = "status of 422" in message.text or message.location["url"].endswith("/sw.js")
        if message.type in ("error", "warning") and not is_answer:
            heard.append(f"{message.type}: {message.text}")

    def check_host(request):
        if urlsplit(request.url).scheme != "data" and not request.url.startswith(phone.home):
            heard.append(f"asked {request.url}")

    def check_status(response):
        if response.status >= 500:
            heard.append(f"{response.status}: {response.url}")

    page.on("console", console)
    page.on("pageerror", lambda error: heard.append(f"thrown: {error}"))
    page.on("request", check_host)
    page.on("response", check_status)
