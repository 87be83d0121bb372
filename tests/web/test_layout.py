"""The layout of every server page, for every role: nothing overflows, is too small to tap, or fails axe.

tests/pages/in_browser has the pages of games/pages. Every name here has the greatest length (household.py).
"""

import json
import re
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import get_resolver, resolve
from playwright.sync_api import expect

from games.services.confirmation_links import ConfirmationLink
from tests.api.test_access import addresses as every_address
from tests.pages.in_browser.conftest import carry, host, locale, look, phone, tables_of_server
from tests.pages.in_browser.layout import UNSEEN, hidden
from tests.pages.in_browser.test_layout import LONG
from tests.phone.conftest import wait
from tests.web import addresses
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, link_in, mail_server, unhurried
from tests.web.household import LONGEST, TWO, WORDS, Household

pytestmark = pytest.mark.tenth

__all__ = ["host", "locale", "look", "mail_server", "phone", "tables_of_server", "unhurried"]


PAGES = {
    "nobody": [
        *addresses.PAGES,
        addresses.API,
        "/language/",
        "/circle/",
        "/invite/",
        "/code/",
        "/import/",
        "/players/",
        "/statistics/",
        "/phone/",
        "/phone/leave/",
        "/you/",
        "/you/gone/",
        "/you/sign-in/",
        "/you/sign-in/inactive/",
        "/you/sign-in/link/{signed}/",
        "/you/email/sent/",
        "/you/email/x/",
        "/you/password/forgotten/",
        "/you/password/forgotten/sent/",
        "/you/password/new/",
        "/you/password/new/1-x/",
        "{to_owner}",
        "{to_account}",
        "{to_live}",
        "{to_over}",
        "{to_night}",
    ],
    "idle": [
        "/circle/players/",
        "/circle/deleted/",
    ],
    "guest": [
        "/wall/",
        "/inside/",
        "/circle/",
        "/circle/players/",
        "/phone/leave/",
        "/you/",
        "/you/delete/",
        "/you/email/",
        "/you/leaving/",
        "/you/passkeys/add/",
        "/you/sign-in/",
        "/you/sign-in/link/{signed}/",
        "/you/sign-out/",
        "/you/sign-out/elsewhere/",
        "{to_scorer}",
        "{to_account}",
    ],
    "reader": [
        "/circle/",
        "/circle/players/",
        "/inside/",
        "/players/",
        "/players/{player}/",
        "/statistics/",
        "/seasons/",
        "/seasons/{season}/",
        "{to_reader}",
    ],
    "owner": [
        "/inside/",
        "/circle/",
        "/circle/new/",
        "/circle/players/",
        "/circle/{circle}/leave/",
        "/circle/{circle}/me/",
        "/circle/{circle}/name/",
        "/circle/{circle}/stakes/",
        "/evenings/{evening}/stakes/",
        "/circle/{circle}/members/{me}/",
        "/circle/{circle}/members/{scorer}/",
        "/circle/{circle}/members/{scorer}/remove/",
        "/circle/{circle}/players/{player}/",
        "/circle/delete/?circle={circle}",
        "/circle/deleted/",
        "/import/?circle={circle}",
        "/custom-games/",
        "/custom-games/new/",
        "/custom-games/{game}/",
        "/custom-games/{game}/delete/",
        "/custom-games/{game}/matches/",
        "/seasons/",
        "/seasons/new/",
        "/seasons/{season}/",
        "/seasons/{season}/change/",
        "/seasons/{season}/delete/",
        "/export/season/{season}/",
        "/invite/",
        "/invite/?match={match}",
        "/invite/{invite_owner}/",
        "/invite/{invite_scorer}/",
        "/invite/{invite_live}/",
        "/invite/{invite_used}/",
        "/invite/{invite_late}/",
        "/invite/{invite_back}/",
        "/you/",
        "/you/again/",
        "/you/again/passkey/",
        "/you/delete/",
        "/you/devices/{phone}/",
        "/you/devices/{phone}/revoke/",
        "/you/devices/{program}/revoke/",
        "/you/email/",
        "/you/leaving/",
        "/you/name/",
        "/you/passkeys/add/",
        "/you/passkeys/{passkey}/",
        "/you/passkeys/{passkey}/remove/",
        "/you/password/",
        "/you/sign-out/",
        "/you/sign-out/elsewhere/",
        "/you/programs/",
        "/you/tokens/",
        "{to_account}",
    ],
}
# A file for import: two matches with the longest names, and two invalid lines.
DOCUMENT = {
    "format": "scorekeeper.match/1",
    "game": TWO[0].game,
    "players": [LONG[0], LONG[1]],
    "options": TWO[0].options,
}
COMING = "\n".join(
    json.dumps(DOCUMENT | more)
    for more in (
        {"deals": [{"answers": TWO[1]}]},
        {"started": "2026-01-09T19:30:00Z"},
        {"game": WORDS},
        {"players": []},
    )
)
# Role, page, and the values of the fields in the last form of the page.
TYPED = [
    ("nobody", "/code/", {"code": "x"}),
    ("nobody", "/code/", {"code": "AAA-AAA"}),
    ("nobody", "/you/sign-in/", {"login": EMAIL, "password": "x"}),
    ("nobody", "{to_owner}", {"name": 201 * "x"}),
    ("guest", "/you/email/", {"email": "x", "password1": "x", "password2": "y"}),
    ("owner", "/circle/new/", {"name": ""}),
    ("owner", "/circle/{circle}/leave/", {}),
    ("owner", "/circle/{circle}/members/{me}/", {"role": "reader"}),
    ("owner", "/circle/delete/?circle={circle}", {}),
    ("nobody", "/import/", {"text": COMING}),
    ("owner", "/import/", {"text": "x"}),
    ("owner", "/import/", {"text": COMING}),
    ("owner", "/you/delete/", {}),
    ("owner", "/you/email/", {"email": "x"}),
    ("owner", "/you/password/", {"oldpassword": "x", "password1": "y", "password2": "z"}),
    ("owner", "/you/tokens/", {"name": LONGEST}),
]
# Refused pages, which browsers log as errors.
REFUSED = [
    ("nobody", addresses.NO_PAGE),
    ("nobody", "{to_used}"),
    ("nobody", "{to_late}"),
    ("nobody", "{to_back}"),
    ("nobody", "{to_gone}"),
    ("reader", "/invite/?match={match}"),
]
# Not pages: files, views that only accept POST, redirects; and pages of some servers only, see test_rare_pages.py.
ELSEWHERE = {
    *("healthz", "health/", "sw.js", "manifest.<str:language>.webmanifest", "phone/<str:name>", "phone/authority.crt"),
    *("circle/export/", "you/export/", "i/<str:token>/card.png", "phone/session/", "phone/trust/"),
    *("circle/<uuid:circle>/choose/", "invite/<uuid:invitation>/code/", "invite/<uuid:invitation>/revoke/"),
    "ratings/<uuid:match>/",  # a part of the page of a finished match
    "games/<slug:key>/states/",  # of staff, wide, with a page in each frame
    *("you/sign-up/", "you/sign-in/passkey/", "import/in/"),
    *(
        "evenings/of/<uuid:match>/",
        "export/match/<uuid:match>/<slug:form>/",
        "export/evening/<uuid:evening>/<slug:form>/",
        "export/season/<uuid:season>/<slug:form>/",
        "custom-games/<uuid:game>/restore/",
        "seasons/<uuid:season>/restore/",
    ),
}
# Pages that a browser test of their topic measures: tests/web/evenings/test_browser.py, tests/export/test_browser.py
TOPICS = {
    "evenings/",
    *(f"evenings/<uuid:evening>/{act}" for act in ("", "merge/", "split/", "words/")),
    *("export/circle/", "export/match/<uuid:match>/", "export/evening/<uuid:evening>/"),
}
OTHERS = re.compile(r"\^?api/.|admin/|$|new/$|table/")  # tested elsewhere
ANY = "4a2f4a5c-3f0e-4d5b-9a57-2f1c5a7f0001"

TYPE = "(field, value) => { field.value = value; field.checked = true; }"
SEND = "form => { form.noValidate = true; form.requestSubmit(); }"
# After an error, the focus must be at the first wrong field or at its message.
ASTRAY = """() => {
    const at = document.activeElement, first = document.querySelector("main .problem:not([hidden])");
    return first && at !== first && !first.closest(".field, fieldset, form")?.contains(at) ? [first.textContent.trim()] : [];
}"""
WORKER = """
    const found = { active: { postMessage: (asked, [port]) => port.postMessage(%s) } };
    Object.assign(navigator.serviceWorker, { getRegistration: async () => found, register: async () => ({}) });
"""
ABOUT = {
    "who": "guest",
    "matches": 1234,
    "events": 56789,
    "waiting": 0,
    "elsewhere": 0,
    "others": [],
    "refused": [],
    "used": 12_345_678,
    "isKept": True,
    "version": "0123456789abcdef",
    "inStep": "2026-11-20T19:42:10Z",
    "problem": None,
}
LINE = {"id": "1", "match": "2", "deal": None, "name": "", "names": LONG[:5], "at": ABOUT["inStep"]}
REASON = "The card points add up to 121; they must add up to 120."
HELD = {
    "all is well": {},
    "much is wrong": {
        "waiting": 1200,
        "elsewhere": 30,
        "inStep": None,
        "used": None,
        "isKept": False,
        "problem": "network",
        "others": [{"names": LONG[:5], "waiting": 12}],
        "refused": [
            LINE | {"kind": "deal", "deal": "3", "reason": REASON},
            LINE | {"kind": "player", "name": WORDS, "names": [], "match": None, "reason": REASON},
            LINE | {"kind": "start", "reason": REASON},
        ],
    },
    "someone with an account has used it": {"others": [{"names": LONG[:5], "waiting": 12, "isAccount": True}]},
    "its worker is of an earlier version": {"others": None},
    "access was revoked": {"who": "revoked", "problem": "key", "waiting": 1},
}


@pytest.fixture
def house(live_server):
    return Household()


@pytest.fixture
def visitor(phone, house, locale):
    """Return a function that opens a phone for a role, with a recent sign-in."""

    def open_phone(role):
        browser, opened = Browser(), phone("iphone", locale=locale)
        if role == "owner":
            browser.sign_in(LONGEST)
            browser.confirm()
        elif role != "nobody":
            browser.force_login(getattr(house, role))
        if browser.cookies:
            carry(opened, browser)
        return opened

    return open_phone


def test_every_page_is_covered():
    paths = [path for those in PAGES.values() for path in those]
    ids = {name: f"/i/{ANY}/" if name.startswith("to_") else ANY for name in re.findall(r"{(\w+)}", "".join(paths))}
    tested = {resolve(path.format_map(ids | {"passkey": 1}).partition("?")[0]).route for path in paths}
    pages = {address.replace("^", "") for address, _view in every_address(get_resolver()) if not OTHERS.match(address)}
    assert pages - tested == ELSEWHERE | TOPICS


@pytest.mark.each("role")
@pytest.mark.parametrize("role", PAGES)
def test_every_page(house, visitor, look, role):
    phone = visitor(role)
    for pattern in PAGES[role]:
        path = house.path(pattern)
        assert phone.page.goto(phone.home + path).status == 200, path
        assert phone.path == path.partition("?")[0]  # no redirect
        look(phone, pattern)


def test_focus_is_visible_and_begins_at_the_skip_link(house, visitor):
    desk = visitor("owner")
    for pattern in PAGES["owner"]:
        desk.go(house.path(pattern))
        assert hidden(desk.page, UNSEEN) == [], pattern
        desk.page.keyboard.press("Tab")
        expect(desk.page.locator(":focus")).to_have_class("skip")


def is_focus_at_error(page):
    """Return whether the focus is at the first error. Browsers move it when they draw the page, after loading."""
    return page.evaluate(ASTRAY) == []


def test_form_errors(house, visitor, look):
    phones = {role: visitor(role) for role in ("nobody", "guest", "owner")}
    for role, pattern, typed in TYPED:
        phone = phones[role]
        phone.go(house.path(pattern))
        for name, value in typed.items():
            phone.page.locator(f"main [name={name}]").first.evaluate(TYPE, value)
        with phone.page.expect_navigation():
            phone.page.locator("main form").last.evaluate(SEND)
        wait(partial(is_focus_at_error, phone.page), f"{pattern}: {phone.page.evaluate(ASTRAY)}", patience=5)
        look(phone, f"{pattern} {typed}")


def test_refused_pages(house, visitor, look):
    phones = {role: visitor(role) for role in ("nobody", "reader")}
    for role, pattern in REFUSED:
        phones[role].go(house.path(pattern))
        look(phones[role], pattern)
        phones[role].heard.clear()


def test_pages_of_a_server_with_mail(house, visitor, look, mail_server):
    phones = {role: visitor(role) for role in ("nobody", "guest")}
    address = EmailAddress.objects.get(user=house.owner)
    confirmed = f"/you/email/{ConfirmationLink(address).key}/"
    for role, viewer in phones.items():
        viewer.go(confirmed)
        look(viewer, f"{role}, a link that confirms an address")
    stranger = phones["nobody"]
    stranger.go("/you/sign-in/")
    stranger.page.locator("main [name=login]").fill(LONGEST)
    stranger.page.locator("main [name=password]").fill(PASSWORD)
    with stranger.page.expect_navigation():
        stranger.page.locator("main form").last.evaluate(SEND)
    assert stranger.path == "/you/email/sent/"
    look(stranger, "a sign-in by an unconfirmed address")
    EmailAddress.objects.filter(pk=address.pk).update(verified=True)
    Browser().post("/you/password/forgotten/", {"email": LONGEST})
    stranger.go(link_in(mail.outbox[-1]))
    assert stranger.path.endswith("-set-password/")
    look(stranger, "a link to a new password")


def press(phone, value):
    key = phone.page.locator(f"#here button[value={value}]:visible").first
    if key.count():
        phone.tap(key)


@pytest.mark.parametrize("held", HELD)
def test_page_about_the_phone(visitor, look, held):
    """The worker is a fake that answers with this state."""
    phone = visitor("nobody")
    phone.page.add_init_script(WORKER % json.dumps(ABOUT | HELD[held]))
    phone.go("/phone/")
    expect(phone.page.locator("#here")).to_be_visible()
    look(phone, held)
    for value in ("send", "withdraw"):
        press(phone, value)
    expect(phone.page.locator("#said")).to_be_visible()
    look(phone, f"{held}, sent")
    for value in ("ask", "leave"):
        press(phone, value)
    expect(phone.page.locator("#sure")).to_be_visible()
    look(phone, f"{held}, all pressed")
