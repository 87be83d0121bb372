"""Walk through all pages in each language with axe, wide text spacing, forced colours, no motion and unique titles.

tests/web/test_layout.py and tests/pages/in_browser/test_layout.py check the same pages in more states, in English and the
pseudo-language.
"""

from collections import Counter

import pytest
from django.conf import settings

from games.pages.languages import locale
from games.pages.request import MATCH, ROUTES
from tests.pages.in_browser.accessibility import NARROW, barriers
from tests.web import addresses, test_layout
from tests.web.account.conftest import Browser, unhurried
from tests.web.conftest import PSEUDO
from tests.web.household import LONGEST, Household

__all__ = ["unhurried"]
pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != PSEUDO]
AT_TABLE = [
    "/" + "/".join(route.segments).replace("<", "{").replace(">", "}") for route in ROUTES if route.scope == MATCH
]
PAGES = test_layout.PAGES | {
    "nobody": ["/", "/new/", "/evenings/", *test_layout.PAGES["nobody"]],
    "reader": ["/", "/table/{match}/", *test_layout.PAGES["reader"]],
    "owner": [
        "/",
        "/new/?game=pilotta",
        *AT_TABLE,
        "/table/{won}/",
        "/table/{gone}/",
        "/evenings/",
        *[f"/evenings/{{evening}}/{act}" for act in ("", "words/", "split/", "merge/")],
        "/statistics/",
        "/players/",
        "/players/{player}/",
        *test_layout.PAGES["owner"],
    ],
}
PAGES["idle"] = PAGES.pop("idle")  # last, as their sign-in link works only until they sign in

# Pages with unique titles. The titles of other pages contain names that people chose.
UNIQUELY_TITLED = [
    *(
        "/",
        "/new/",
        "/table/{match}/",
        "/evenings/",
        "/statistics/",
        "/circle/",
        "/you/",
        "/phone/",
        "/invite/",
        "/import/",
    ),
    *("/players/", "/circle/players/", "/players/{player}/", "/circle/{circle}/players/{player}/", "/table/{won}/"),
    *AT_TABLE[1:],
    *addresses.PAGES,
]


class Walker:
    """One window in which several people sign in, one after the other."""

    def __init__(self, context, home):
        self.context, self.home, self.page = context, home, context.new_page()

    def become(self, house, role):
        self.context.clear_cookies()
        browser = Browser()
        if role == "owner":
            browser.sign_in(LONGEST)
            browser.confirm()
        elif role != "nobody":
            browser.force_login(getattr(house, role))
        cookies = [{"name": name, "value": cookie.value, "url": self.home} for name, cookie in browser.cookies.items()]
        self.context.add_cookies(cookies)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_accessible(new_context, live_server, axe, language):
    house = Household()
    walker = Walker(
        new_context(viewport={"width": NARROW, "height": 6000}, locale=locale(language), service_workers="block"),
        live_server.url,
    )
    problems, titles = {}, {}
    for role, pages in PAGES.items():
        walker.become(house, role)
        for pattern in dict.fromkeys(pages):
            place = f"{role} {pattern}"
            assert walker.page.goto(live_server.url + house.path(pattern)).status == 200, place
            problems[place] = barriers(walker.page, axe, language)
            titles[pattern] = walker.page.title()
    assert {place: wrong for place, wrong in problems.items() if wrong} == {}
    assert [title for title, count in Counter(titles[place] for place in UNIQUELY_TITLED).items() if count > 1] == []
