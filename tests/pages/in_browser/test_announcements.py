"""Announcements for screen readers: one per save, with the points and the leader; none per digit."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import EVENINGS, PlayedEvening
from tests.pages.in_browser.hosts import by_both

pytestmark = pytest.mark.tenth

# Collects announcements from now on: new text in a live region, or a new live region with text.
HEAR = """() => {
    const places = "[role=status], [role=alert], [role=log], [aria-live], output";
    const isSaid = one => one.getAttribute("aria-live") !== "off" && one.checkVisibility();
    const known = new WeakMap();
    const look = () => [...document.querySelectorAll(places)].filter(isSaid).flatMap(one => {
        const text = one.innerText.trim();
        const isNew = known.get(one) !== text;
        known.set(one, text);
        return isNew && text ? [text] : [];
    });
    look();
    window.heard = [];
    new MutationObserver(() => heard.push(...look())).observe(
        document, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
QUIET_FOR = 500  # milliseconds; every announcement of a save comes earlier
BY_GAME = {evening.game: evening for evening in EVENINGS}


def hear(phone):
    phone.page.evaluate(HEAR)


def heard(phone):
    phone.page.wait_for_timeout(QUIET_FOR)
    return phone.page.evaluate("heard.splice(0)")


def expected_announcement(evening, count):
    """Return the announcement after `count` rounds."""
    sheet = evening.sheet(count)
    names = [side["name"] for side in sheet["sides"]]
    worth = ", ".join(f"{name} {points}" for name, points in zip(names, sheet["deals"][-1]["points"], strict=True))
    top = [name for name, place in zip(names, sheet["places"], strict=True) if place == 1]
    total, several = max(sheet["totals"]), "&" in names[0]
    verb = "win" if sheet["finished"] else "lead"
    lead = f"{top[0]} {verb}{'' if several else 's'} with {total}."
    if len(top) > 1:
        tied = ", ".join(top)
        lead = f"{tied} share the win" if sheet["finished"] else f"Tied for the lead: {tied},"
        lead += f" with {total} each."
    deals = "" if sheet["finished"] else f" {evening.names[sheet['next_dealer']]} deals now."
    return f"Round {count} saved: {worth}. {lead}{deals}"


@by_both
@pytest.mark.parametrize("game", ["bisca_nove", "pilotta", "pisti"])
def test_every_save_is_announced_once(table, game):
    """Play from the first round to the last."""
    evening = BY_GAME[game]
    phone = table(evening)
    hear(phone)
    for number, answers in enumerate(evening.rounds, 1):
        phone.play(answers)
        assert heard(phone) == [], "before the save"
        phone.save()
        expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(number)
        assert heard(phone) == [expected_announcement(evening, number)]


# Delays the page of every save by more than the interval in which the page looks for other people's rounds.
ON_A_SLOW_LINE = """() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (...given) {
        const { onload } = this;
        this.onload = () => setTimeout(() => onload.call(this), 4000);
        return send.apply(this, given);
    };
}"""


def test_the_last_save_is_announced_on_a_slow_line(table):
    """Meanwhile the page looks for news, and learns that the match is over. It must not load itself again."""
    evening = BY_GAME["pisti"]
    phone = table(evening, evening.rounds[:-1])
    phone.play(evening.rounds[-1])
    phone.page.evaluate(ON_A_SLOW_LINE)
    hear(phone)
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(len(evening.rounds))
    assert expected_announcement(evening, len(evening.rounds)) in heard(phone)


@by_both
def test_save_key_is_described_by_the_points(table):
    phone = table(PlayedEvening("bisca_tres", 2, []))
    phone.play({"points": [71, None]})
    key = phone.page.get_by_role("button", name="Save round 1")
    expect(key).to_have_accessible_description("Game: Eleni 1 → 1, Deniz 0 → 0")


@by_both
def test_other_actions_are_announced_once_with_the_leader(table):
    phone = table(PlayedEvening("bisca_tres", 2, []), [{"points": [71, 49]}, *2 * [{"points": [49, 71]}]])
    hear(phone)
    phone.press(phone.link("Round 1: details and corrections"))
    phone.clear("points-1")
    phone.type("points-1", 120)
    phone.clear("points-0")
    phone.save()
    expect(phone.visible("Round 1 corrected.")).to_be_visible()
    assert heard(phone) == ["Round 1 corrected: Eleni 0, Deniz 1. Deniz leads with 3."]
    phone.press(phone.button("Undo"))
    assert heard(phone) == ["Correction of round 1 undone. Deniz leads with 2."]


REFUSED = {
    # the input, the announcement, the focus afterwards
    "nothing": ({}, "Nothing entered yet.", "points-0"),
    "too much": ({"points": [71, 50]}, "The card points add up to 121; they must add up to 120.", "points-0"),
}


@by_both
@pytest.mark.parametrize("case", REFUSED)
def test_refused_save_is_announced_once_and_focuses_the_error(table, case):
    typed, words, place = REFUSED[case]
    phone = table(PlayedEvening("bisca_tres", 2, []))
    hear(phone)
    phone.play(typed)
    phone.save()
    expect(phone.page.locator("#round .problem")).to_contain_text(words)
    assert heard(phone) == [words]
    expect(phone.find(place)).to_be_focused()
