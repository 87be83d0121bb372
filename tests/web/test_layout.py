"""Every page of Django's, for everybody who may see it: nothing sticks out, is too small to tap, or shuts anybody out.

The pages of the table are in tests/pages/in_browser; every name here is as long as names get (household.py).
"""

import json
import re
from functools import partial

import pytest
from django.urls import get_resolver, resolve
from playwright.sync_api import expect

from tests.api.test_access import addresses as every_address
from tests.pages.in_browser.conftest import carry, host, locale, look, phone, tables_of_server
from tests.pages.in_browser.layout import UNSEEN, hidden
from tests.pages.in_browser.test_layout import LONG
from tests.phone.conftest import wait
from tests.web import addresses
from tests.web.account.conftest import EMAIL, Browser, unhurried
from tests.web.household import LONGEST, TWO, WORDS, Household

__all__ = ["host", "locale", "look", "phone", "tables_of_server", "unhurried"]


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
        "/circle/{circle}/members/{me}/",
        "/circle/{circle}/members/{scorer}/",
        "/circle/{circle}/members/{scorer}/remove/",
        "/circle/{circle}/players/{player}/",
        "/circle/delete/?circle={circle}",
        "/circle/deleted/",
        "/import/?circle={circle}",
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
        "/you/tokens/",
        "{to_account}",
    ],
}
# Two matches that would come in, with names as long as names get, and two lines that cannot be taken.
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
# Who types what into the last form of a page, by the names of its fields.
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
# What is answered by no: the browser itself complains in its console.
REFUSED = [
    ("nobody", addresses.NO_PAGE),
    ("nobody", "{to_used}"),
    ("nobody", "{to_late}"),
    ("nobody", "{to_back}"),
    ("nobody", "{to_gone}"),
    ("reader", "/invite/?match={match}"),
]
# What is no page: files, what is only posted to, what leads on; and what only some servers have, see test_rare_pages.py.
ELSEWHERE = {
    *("healthz", "health/", "sw.js", "manifest.<str:language>.webmanifest", "phone/<str:name>", "phone/authority.crt"),
    *("circle/export/", "you/export/", "i/<str:token>/card.png", "phone/session/", "phone/trust/"),
    *("circle/<uuid:circle>/choose/", "invite/<uuid:invitation>/code/", "invite/<uuid:invitation>/revoke/"),
    *("you/sign-up/", "you/sign-in/passkey/", "import/in/"),
}
OTHERS = re.compile(r"\^?api/.|admin/|$|new/$|table/|evenings/|export/")  # these are looked at beside what they do
ANY = "4a2f4a5c-3f0e-4d5b-9a57-2f1c5a7f0001"

TYPE = "(field, value) => { field.value = value; }"
SEND = "form => { form.noValidate = true; form.requestSubmit(); }"
# Where something is wrong the keyboard is at the first of it, or where it is told.
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
REASON = "The card points add up to 121; the pack has 120."
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
    "its worker is of an earlier version": {"others": None},
    "its key was taken away": {"who": "revoked", "problem": "key", "waiting": 1},
}


@pytest.fixture
def house(live_server):
    return Household()


@pytest.fixture
def visitor(phone, house, locale):
    """A phone of somebody in the house, who has just shown who they are."""

    def take(who):
        browser, found = Browser(), phone("iphone", locale=locale)
        if who == "owner":
            browser.sign_in(LONGEST)
            browser.confirm()
        elif who != "nobody":
            browser.force_login(getattr(house, who))
        if browser.cookies:
            carry(found, browser)
        return found

    return take


def test_every_page_is_in_these_tests():
    paths = [path for those in PAGES.values() for path in those]
    named = {name: f"/i/{ANY}/" if name.startswith("to_") else ANY for name in re.findall(r"{(\w+)}", "".join(paths))}
    shown = {resolve(path.format_map(named | {"passkey": 1}).partition("?")[0]).route for path in paths}
    pages = {address.replace("^", "") for address, _view in every_address(get_resolver()) if not OTHERS.match(address)}
    assert pages - shown == ELSEWHERE


@pytest.mark.each("who")
@pytest.mark.parametrize("who", PAGES)
def test_every_page(house, visitor, look, who):
    one = visitor(who)
    for written in PAGES[who]:
        path = house.path(written)
        assert one.page.goto(one.home + path).status == 200, path
        assert one.path == path.partition("?")[0]  # it leads nowhere else
        look(one, written)


def test_where_the_keyboard_is(house, visitor):
    """It begins with the way past the felt."""
    desk = visitor("owner")
    for written in PAGES["owner"]:
        desk.go(house.path(written))
        assert hidden(desk.page, UNSEEN) == [], written
        desk.page.keyboard.press("Tab")
        expect(desk.page.locator(":focus")).to_have_class("skip")


def is_at_what_is_wrong(page):
    """The browser moves the keyboard there when it draws the page, which may be after it has loaded."""
    return page.evaluate(ASTRAY) == []


def test_what_forms_say(house, visitor, look):
    known = {who: visitor(who) for who in ("nobody", "guest", "owner")}
    for who, written, typed in TYPED:
        one = known[who]
        one.go(house.path(written))
        for name, value in typed.items():
            one.page.locator(f"main [name={name}]").evaluate(TYPE, value)
        with one.page.expect_navigation():
            one.page.locator("main form").last.evaluate(SEND)
        wait(partial(is_at_what_is_wrong, one.page), f"{written}: {one.page.evaluate(ASTRAY)}", patience=5)
        look(one, f"{written} {typed}")


def test_what_is_refused(house, visitor, look):
    known = {who: visitor(who) for who in ("nobody", "reader")}
    for who, written in REFUSED:
        known[who].go(house.path(written))
        look(known[who], written)
        known[who].heard.clear()


@pytest.mark.parametrize("held", HELD)
def test_what_a_phone_holds(visitor, look, held):
    """Its worker is played: what it says is what matters here."""
    one = visitor("nobody")
    one.page.add_init_script(WORKER % json.dumps(ABOUT | HELD[held]))
    one.go("/phone/")
    expect(one.page.locator("#here")).to_be_visible()
    look(one, held)
    for value in ("send", "withdraw", "ask", "leave"):
        key = one.page.locator(f"#here button[value={value}]:visible").first
        if key.count():
            one.tap(key)
    expect(one.page.locator("#said")).to_be_visible()
    expect(one.page.locator("#sure")).to_be_visible()
    look(one, f"{held}, all pressed")
