"""Two phones at one table, each with its worker: what they write without a network comes together when it is back."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import Evening

pytestmark = pytest.mark.parametrize("host", ["worker"], indirect=True)

TRES = Evening("bisca_tres", 2, [])
LEVEL = {"points": [60, 60]}


@pytest.fixture
def two(phone, table, other):
    """Eleni's phone and Deniz's, at the same match."""

    def sit(rounds=()):
        one = table(TRES, rounds)
        another = phone(person=other(one).person)
        another.go(one.path)
        return one, another

    return sit


def is_offline(phone, is_off):
    phone.page.context.set_offline(is_off)


def is_saved(phone, words):
    """What the line below the name of the game says."""
    expect(phone.page.locator("#saved")).to_have_text(words)


def shows(phone, *totals):
    """Sooner or later, by itself: the round on the sheet, or none."""
    expect(phone.page.locator("#sheet tbody tr:not(.why) td b")).to_have_text([str(total) for total in totals])


def come_back(one, another):
    """The first that is back is the first on the server."""
    for phone in (one, another):
        is_offline(phone, False)
        is_saved(phone, "With everybody")


@pytest.mark.database
def test_a_round_that_both_have_written_counts_once_until_one_decides(two):
    one, another = two()
    for phone, points in ((one, 71), (another, 25)):
        is_offline(phone, True)
        phone.play({"points": [points, None]})
        phone.save()
        is_saved(phone, "1 waiting")
    shows(one, 1, 0)
    shows(another, 0, 1)
    come_back(one, another)
    for phone in (one, another):
        shows(phone, 1, 0)
        expect(phone.link("Look at it")).to_be_visible()
    another.press(another.link("Look at it"))
    expect(another.read("Aside: 0 · 1")).to_be_visible()
    another.press(another.button("Twice: the second is right"))
    for phone in (one, another):
        shows(phone, 0, 1)
        expect(phone.link("Look at it")).to_have_count(0)


def test_a_round_that_both_have_put_right_is_what_one_decides(two):
    one, another = two([LEVEL])
    for phone in (one, another):
        is_offline(phone, True)
        phone.press(phone.link("Round 1: reasons, put right"))
    for name in ("points-1", "points-0"):
        one.clear(name)
    one.type("points-0", 71)
    one.save()
    another.press(another.button("Strike this round"))
    shows(one, 1, 0)
    shows(another)
    come_back(one, another)
    for phone in (one, another):
        shows(phone)  # what came last holds
    one.press(one.link("Look at it"))
    one.press(one.button("1 · 0"))
    for phone in (one, another):
        shows(phone, 1, 0)
        expect(phone.link("Look at it")).to_have_count(0)
