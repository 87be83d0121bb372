"""Two phones at one match, each with its worker: rounds from without a network are merged once it is back."""

import pytest
from playwright.sync_api import expect

from games import models
from tests.pages.in_browser.games import PlayedEvening

pytestmark = [pytest.mark.parametrize("host", ["worker"], indirect=True), pytest.mark.tenth]

TRES = PlayedEvening("bisca_tres", 2, [])
POINTS = PlayedEvening("points", 2, [])
KING = PlayedEvening("king", 4, [])
LEVEL = {"points": [60, 60]}


@pytest.fixture
def two(phone, table, other):
    """Return a function that opens Eleni's and Deniz's phones at the same match."""

    def sit(rounds=()):
        first = table(TRES, rounds)
        second = phone(person=other(first).person)
        second.go(first.path)
        return first, second

    return sit


def is_offline(phone, is_off):
    phone.page.context.set_offline(is_off)


def is_saved(phone, words):
    """Expect these words in the line below the name of the game."""
    expect(phone.page.locator("#saved")).to_have_text(words)


def shows(phone, *totals):
    """Wait until the sheet has these totals."""
    expect(phone.page.locator("#sheet tbody tr:not(.why) td b")).to_have_text([str(total) for total in totals])


def come_back(first, second):
    """Connect both phones, `first` before `second`."""
    for phone in (first, second):
        is_offline(phone, False)
        is_saved(phone, "Synced")


@pytest.mark.database
def test_duplicate_round_counts_once_until_decided(two):
    first, second = two()
    for phone, points in ((first, 71), (second, 25)):
        is_offline(phone, True)
        phone.play({"points": [points, None]})
        phone.save()
        is_saved(phone, "1 waiting")
    shows(first, 1, 0)
    shows(second, 0, 1)
    come_back(first, second)
    for phone in (first, second):
        shows(phone, 1, 0)
        expect(phone.link("Review")).to_be_visible()
    second.press(second.link("Review"))
    expect(second.visible("Card points: 25 · 95")).to_be_visible()
    second.press(second.button("The second is right"))
    for phone in (first, second):
        shows(phone, 0, 1)
        expect(phone.link("Review")).to_have_count(0)


def test_people_choose_between_amendment_and_strike(two):
    first, second = two([LEVEL])
    for phone in (first, second):
        is_offline(phone, True)
        phone.press(phone.link("Round 1: details and corrections"))
    for name in ("points-1", "points-0"):
        first.clear(name)
    first.type("points-0", 71)
    first.save()
    second.press(second.button("Cross out this round"))
    shows(first, 1, 0)
    shows(second)
    come_back(first, second)
    for phone in (first, second):
        shows(phone)  # the last decision counts
    first.press(first.link("Review"))
    first.press(first.button("1 · 0"))
    for phone in (first, second):
        shows(phone, 1, 0)
        expect(phone.link("Review")).to_have_count(0)


def test_a_half_typed_round_that_the_other_phone_has_saved_can_be_discarded(phone, table, other):
    first = table(KING)
    second = phone(person=other(first).person)
    second.go(first.path)
    first.tap(first.find("taken-0-3"))
    second.play({"taken": [1, 2, 3, None]})
    second.save()
    shows(first, -20, -40, -60, -140)
    meanwhile = first.page.locator("#round .problem")
    expect(meanwhile).to_contain_text("Round 1 has been saved meanwhile.")
    first.page.reload()
    expect(meanwhile).to_contain_text("Round 1 has been saved meanwhile.")
    expect(first.page.locator(".dock > .go")).to_have_text("Save round 1 for now")
    first.press(first.button("Discard this entry"))
    expect(meanwhile).to_have_count(0)
    expect(first.page.locator(".dock > .go")).to_have_text("Save round 2")
    first.page.reload()
    expect(first.page.locator(".dock > .go")).to_have_text("Save round 2")
    expect(meanwhile).to_have_count(0)


def test_an_untouched_form_follows_decisions_crossed_out_and_incomplete_rounds(table, other):
    first = table(POINTS, [LEVEL])
    ana, cem = other(first), other(first, "Cem")
    known = [str(models.Event.objects.filter(match=first.match).latest("seq").id)]
    key, form = first.page.locator(".dock > .go"), first.page.locator("#round")
    deals = []
    for who, points in ((ana, 71), (cem, 25)):
        deal, last = who.deal({"points": [points, 3]}, known)
        who.deal({"points": [points, 4]}, [last])
        deals.append(deal)
    kept, dropped = deals
    expect(key).to_have_text("Save round 4")
    heads = form.locator("[name=after]").evaluate_all("all => all.map(one => one.value)")
    ana.write("settle", keep=[kept], strike=[dropped])  # the other question stays open, so the page shows nothing new
    expect(form.locator(f'[name=after][value="{heads[0]}"]')).to_have_count(0)
    expect(form).to_have_attribute("data-fresh", "")
    ana.write("strike", deal=kept)
    expect(key).to_have_text("Save round 3")
    expect(form.locator("[name=round]")).to_have_value("3")
    ana.deal({"points": [7, None]})
    expect(first.find("points-0")).to_have_value("7")
    expect(key).to_have_text("Save round 3 for now")


def test_an_open_rest_or_correction_says_that_another_phone_came_first(table, other):
    first = table(POINTS)
    ana = other(first)
    deal, _ = ana.deal({"points": [7100, None]})
    problem, key = first.page.locator("#round .problem"), first.page.locator(".dock > .go")
    expect(key).to_have_text("Save round 1 for now")
    first.type("points-1", 4)
    expect(key).to_have_text("Save round 1")
    ana.write("amend", deal=deal, answers={"points": [7100, 99]})
    expect(problem).to_contain_text("Round 1 has been saved meanwhile.")
    first.press(first.button("Discard this entry"))
    expect(key).to_have_text("Save round 2")
    first.press(first.link("Round 1: details and corrections"))
    first.type("points-1", 5)
    expect(key).to_have_text("Save round 1")
    ana.write("strike", deal=deal)
    expect(key).to_have_text("Save")
    expect(first.page.locator("#worth")).to_have_text("Does not count while crossed out.")
