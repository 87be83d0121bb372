"""A walk through all pages in each language: axe, text spaced wide, forced colours, nothing that moves, a name of its own.

The same pages in more looks and states, in English and the pseudo-language: test_layout.py, tests/pages/in_browser/test_layout.py and others.
"""

from collections import Counter

import pytest
from django.conf import settings

from tests.pages.in_browser.accessibility import NARROW, barriers
from tests.web import addresses, test_layout
from tests.web.account.conftest import Browser, unhurried
from tests.web.conftest import PSEUDO
from tests.web.household import LONGEST, Household

__all__ = ["unhurried"]
pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != PSEUDO]
AT_TABLE = [
    f"/table/{{match}}/{act}" for act in ("", "sheet/", "wall/", "rules/", "more/", "{deal}/", "{deal}/before/")
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
PAGES["idle"] = PAGES.pop("idle")  # their link to sign in is good until they do

# The title of each says where one is; the other pages are named by what people have named, or are one of a kind.
NAMED_APART = [
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
    """One window through which several people look, one after the other."""

    def __init__(self, context, home):
        self.context, self.home, self.page = context, home, context.new_page()

    def become(self, house, who):
        self.context.clear_cookies()
        browser = Browser()
        if who == "owner":
            browser.sign_in(LONGEST)
            browser.confirm()
        elif who != "nobody":
            browser.force_login(getattr(house, who))
        cookies = [{"name": name, "value": one.value, "url": self.home} for name, one in browser.cookies.items()]
        self.context.add_cookies(cookies)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_shut_out(new_context, live_server, axe, language):
    house = Household()
    walker = Walker(
        new_context(viewport={"width": NARROW, "height": 4000}, locale=language, service_workers="block"),
        live_server.url,
    )
    found, titles = {}, {}
    for who, pages in PAGES.items():
        walker.become(house, who)
        for written in dict.fromkeys(pages):
            place = f"{who} {written}"
            assert walker.page.goto(live_server.url + house.path(written)).status == 200, place
            found[place] = barriers(walker.page, axe, language)
            titles[written] = walker.page.title()
    assert {place: wrong for place, wrong in found.items() if wrong} == {}
    assert [title for title, count in Counter(titles[place] for place in NAMED_APART).items() if count > 1] == []
