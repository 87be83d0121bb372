"""The page of a finished match: its picture to share, and the offer to secure a guest's account."""

import json

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.hosts import by_both

pytestmark = pytest.mark.fifth

# The page may not evaluate texts, which Playwright's own waiting needs, so `shared` is a promise.
SHARES = """
window.shared = new Promise(done => {
    navigator.share = async data => done({ text: data.text, files: (data.files ?? []).map(file => file.type) });
});
navigator.canShare = () => true;
"""


@pytest.fixture
def end(table):
    """Return a function that opens a finished match."""

    def open_end(**how):
        phone = table(PlayedEvening("points", 2, [], target=10), [{"points": [12, 5]}], **how)
        expect(phone.page.locator(".winner")).to_be_visible()
        return phone

    return open_end


@pytest.mark.parametrize("has_picture", [True, False])
def test_a_result_is_shared_with_its_picture_or_as_words(end, has_picture):
    phone = end()
    picture = {"status": 200 if has_picture else 404, "content_type": "image/png", "body": b"png"}
    phone.page.route("**/export/match/*/png/", lambda route: route.fulfill(**picture))
    phone.page.evaluate(f"() => {{ {SHARES} }}")
    phone.page.locator("#share-match").click()
    shared = phone.page.evaluate("window.shared")
    assert "12" in shared["text"]
    assert "5" in shared["text"]
    assert shared["files"] == (["image/png"] if has_picture else [])
    phone.heard.clear()  # the 404


OURS = {"Cross-Origin-Resource-Policy": "same-origin"}


@pytest.mark.parametrize(
    ("status", "headers", "is_shown"), [(200, OURS, True), (404, OURS, False), (403, OURS, False), (200, {}, False)]
)
def test_only_ratings_are_put_in_the_place_of_the_ratings(end, status, headers, is_shown):
    """A server that does not have the match yet answers with a whole page, and so does a network with a sign-in page."""
    phone = end()
    answer = {"status": status, "headers": headers, "content_type": "text/html", "body": "<h2>Other words</h2>"}
    phone.page.route("**/ratings/**", lambda route: route.fulfill(**answer))
    with phone.page.expect_response("**/ratings/**"):
        phone.page.reload()
    phone.page.wait_for_timeout(300)
    assert ("Other words" in phone.page.locator("#ratings").inner_text()) == is_shown
    phone.heard.clear()  # the refusal


@pytest.mark.parametrize("failure", ["a sign-in page", "no network", "502"])
def test_ratings_come_once_the_network_is_back(end, failure):
    phone = end()
    answers = {
        "a sign-in page": lambda route: route.fulfill(status=200, content_type="text/html", body="<h2>Hotel</h2>"),
        "no network": lambda route: route.abort(),
        "502": lambda route: route.fulfill(status=502, content_type="text/html", body="<h2>Away</h2>"),
    }
    asked = []

    def answer(route):
        asked.append(route)
        if len(asked) == 1:
            return answers[failure](route)
        return route.fulfill(status=200, headers=OURS, content_type="text/html", body="<h2>Other words</h2>")

    phone.page.route("**/ratings/**", answer)
    phone.page.reload()
    phone.page.wait_for_timeout(300)
    assert len(asked) == 1
    phone.page.evaluate("document.dispatchEvent(new CustomEvent('trouble', { detail: { isWell: true, reasons: [] } }))")
    expect(phone.page.locator("#ratings")).to_contain_text("Other words")
    phone.heard.clear()  # the failure


def test_without_a_script_the_link_leads_to_the_files(end):
    phone = end(script=False)
    phone.press(phone.page.locator("#share-match"))
    assert phone.path.startswith("/export/match/")


@pytest.mark.parametrize("ended", [2, 3])
def test_a_guest_is_asked_once_after_the_third_match(end, ended):
    phone = end()
    answer = json.dumps({"person": None, "circle": None, "was": [], "ended": ended})
    phone.page.route("**/phone/session/", lambda route: route.fulfill(body=answer, content_type="application/json"))
    offer = phone.page.locator("#secure")
    phone.page.reload()
    phone.page.wait_for_load_state("networkidle")
    expect(offer).to_be_visible(visible=ended == 3)
    if ended == 3:
        expect(offer.get_by_role("link")).to_have_attribute("href", "/you/")
        phone.page.evaluate("localStorage.secure = '/table/another/'")  # asked there
        phone.page.reload()
        phone.page.wait_for_load_state("networkidle")
        expect(offer).to_be_hidden()


def test_the_changed_ratings_appear_once_the_server_has_the_match(end):
    """The first match of two: 1500 + 158 and 1500 − 158 (tests/statistics/test_rating.py)."""
    ratings = end().page.locator("#ratings")
    expect(ratings).to_contain_text("1658 ± 968")
    expect(ratings).to_contain_text("1342 ± 968")


def test_without_an_answer_nothing_is_said_about_ratings(end):
    phone = end()
    phone.page.route("**/ratings/*/", lambda route: route.abort())
    phone.page.reload()
    phone.page.wait_for_load_state("networkidle")
    expect(phone.page.locator(".winner")).to_be_visible()
    expect(phone.page.locator("#ratings")).to_be_empty()
    expect(phone.page.locator("#trouble")).to_be_hidden()
    phone.heard.clear()  # the request that failed


@by_both
def test_a_second_tap_on_the_last_save_starts_no_rematch(table):
    """Rematch is where Save was."""
    phone = table(PlayedEvening("points", 2, [], target=10))
    match = phone.match
    phone.type("points-0", 12)
    phone.type("points-1", 5)
    phone.settle()
    point = phone.centre(phone.page.locator(".dock > .go"))
    phone.page.touchscreen.tap(point["x"], point["y"])
    expect(phone.page.locator(".winner")).to_be_visible()
    rematch = phone.page.locator(".save > .go")
    assert rematch.evaluate("(button, {x, y}) => button.getBoundingClientRect().top < y", point)
    phone.page.touchscreen.tap(point["x"], point["y"])
    phone.page.wait_for_timeout(800)
    expect(phone.page.locator(".winner")).to_be_visible()
    assert phone.match == match
    phone.press(rematch)  # once it takes taps
    expect(phone.page.locator("#round")).to_be_visible()
    assert phone.match != match
