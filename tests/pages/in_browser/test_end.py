"""The page of a finished match: its picture to share, and the offer to secure a guest's account."""

import json
from datetime import date
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import EVENINGS, PlayedEvening
from tests.pages.in_browser.hosts import by_both

pytestmark = pytest.mark.tenth

# The page may not evaluate texts, which Playwright's own waiting needs, so `shared` is a promise.
SHARES = """
window.shared = new Promise(done => {
    navigator.share = async ({ text, files = [] }) => done({
        text,
        files: await Promise.all(files.map(async file => {
            const { width, height } = await createImageBitmap(file);
            return [file.name, file.type, width, height];
        })),
    });
});
navigator.canShare = () => %s;
"""

# Record each text with its place and width in the picture.
DRAWS = """
window.drawn = [];
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { width } = this.measureText(text);
    window.drawn.push([text, this.textAlign === 'right' ? x - width : x, this.textAlign === 'right' ? x : x + width, y]);
    fillText.call(this, text, x, y);
};
"""
# The times of taps in milliseconds, also of those on a page before.
NOTE_TAPS = """() => addEventListener('click', ({ timeStamp }) => {
    sessionStorage.taps = `${sessionStorage.taps ?? ''} ${performance.timeOrigin + timeStamp}`;
}, true)"""
PICTURE = ["match.png", "image/png", 1080, 1350]


@pytest.fixture
def end(table):
    """Return a function that opens a finished match."""

    def open_end(**how):
        phone = table(PlayedEvening("points", 2, [], target=10), [{"points": [12, 5]}], **how)
        expect(phone.page.locator(".winner")).to_be_visible()
        return phone

    return open_end


@pytest.mark.parametrize("takes_files", [True, False])
def test_a_result_is_shared_with_its_picture_or_as_words(end, takes_files):
    phone = end()
    phone.page.evaluate(f"() => {{ {SHARES % json.dumps(takes_files)} }}")
    phone.page.locator("#share-match").click()
    shared = phone.page.evaluate("window.shared")
    assert shared["text"].endswith(": Eleni 12, Deniz 5")
    assert shared["files"] == ([PICTURE] if takes_files else [])


def test_the_phone_draws_the_picture_without_a_network(end):
    phone = end()
    phone.page.context.set_offline(True)
    phone.page.evaluate(f"() => {{ {SHARES % 'true'} {DRAWS} }}")
    phone.page.locator("#share-match").click()
    assert phone.page.evaluate("window.shared")["files"] == [PICTURE]
    texts = [text for text, *_ in phone.page.evaluate("window.drawn")]
    heading, day, result, *rows = texts
    assert (heading, result) == ("Points", "Eleni wins")
    assert str(date.today().year) in day
    assert rows == ["1", "Eleni", "12", "2", "Deniz", "5", "Scorekeeper"]
    phone.heard.clear()  # no network


def test_a_browser_that_cannot_share_stores_the_picture_without_a_network(end):
    phone = end()
    phone.page.evaluate("() => { Object.defineProperty(navigator, 'share', { value: undefined }); }")
    phone.page.context.set_offline(True)
    with phone.page.expect_download() as download:
        phone.page.locator("#share-match").click()
    assert download.value.suggested_filename == "match.png"
    phone.heard.clear()  # no network


def test_a_browser_that_cannot_share_opens_the_files_while_the_server_answers(end):
    phone = end()
    phone.page.evaluate("() => { Object.defineProperty(navigator, 'share', { value: undefined }); }")
    phone.page.locator("#share-match").click()
    phone.page.wait_for_url("**/export/match/**")


LONG = ["Αλέξανδρος-Κωνσταντίνος Παπαδόπουλος", "W" * 60, "نور الدين عبد الرحمن", "👩‍👩‍👧‍👦" * 12, "Ana", "Bia"]


def test_long_names_fit_into_the_picture(table):
    phone = table(PlayedEvening("points", 6, [], names=LONG, rounds=3), [{"points": [12, 5, -3, 4, -999_999, 0]}] * 3)
    phone.page.evaluate(f"() => {{ {SHARES % 'true'} {DRAWS} }}")
    phone.page.locator("#share-match").click()
    assert phone.page.evaluate("window.shared")["files"] == [PICTURE]
    drawn = phone.page.evaluate("window.drawn")
    assert "-2999997" in [text for text, *_place in drawn]
    assert all(left >= 64 and right <= 1080 - 64 and 0 < y < 1350 for _text, left, right, y in drawn)
    by_line = [sorted(line) for line in group_by_line(drawn)]
    assert all(before[1] <= after[0] for line in by_line for before, after in pairwise(line))


def group_by_line(drawn):
    lines = {}
    for _text, left, right, y in drawn:
        lines.setdefault(y, []).append((left, right))
    return lines.values()


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
    phone.page.evaluate(NOTE_TAPS)
    phone.page.touchscreen.tap(point["x"], point["y"])
    expect(phone.page.locator(".winner")).to_be_visible()
    rematch = phone.page.locator(".save > .go")
    assert rematch.evaluate("(button, {x, y}) => button.getBoundingClientRect().top < y", point)
    for _tap in range(3):  # by someone who does not believe in the save yet
        phone.page.touchscreen.tap(point["x"], point["y"])
        phone.page.wait_for_timeout(600)
    taps = map(float, phone.page.evaluate("sessionStorage.taps").split())
    if max(after - before for before, after in pairwise(taps)) >= 1000:
        return  # on a busy machine the thumb has rested, so Rematch may count
    expect(phone.page.locator(".winner")).to_be_visible()
    assert phone.match == match
    phone.page.wait_for_timeout(2_000)
    phone.press(rematch)  # once it takes taps
    expect(phone.page.locator("#round")).to_be_visible()
    assert phone.match != match


@by_both
def test_an_entry_that_the_end_of_the_match_has_overtaken_is_named(table, other):
    """Another phone has ended the match while someone enters a round. Save was where Rematch is now."""
    phone = table(PlayedEvening("points", 2, [], target=10))
    match = phone.match
    phone.type("points-0", 12)
    phone.type("points-1", 5)
    phone.settle()
    point = phone.centre(phone.page.locator(".dock > .go"))
    other(phone).deal({"points": [10, 4]})
    expect(phone.page.locator(".winner")).to_be_visible()
    phone.page.touchscreen.tap(point["x"], point["y"])
    note = phone.visible("An entry on this phone was not saved")
    expect(note).to_be_visible()
    assert phone.match == match
    phone.page.reload()
    expect(note).to_be_visible()
    phone.page.locator("#unsaved-entry button").evaluate(
        "button => button.dispatchEvent(new PointerEvent('click', "
        "{ bubbles: true, cancelable: true, pointerType: 'touch' }))"
    )  # a thumb that still types
    phone.page.wait_for_timeout(200)
    expect(note).to_be_visible()
    phone.page.wait_for_timeout(1_500)
    phone.press(phone.button("Discard this entry"))
    expect(note).to_be_hidden()
    phone.page.reload()
    expect(phone.page.locator(".winner")).to_be_visible()
    phone.page.wait_for_timeout(300)
    expect(note).to_be_hidden()


@pytest.mark.parametrize("draft", ["saved", "corrected", "empty"])
def test_no_entry_is_named_that_was_saved_or_is_empty(table, other, draft):
    """The answer to a save was lost, and another phone may have corrected it. Or a digit was typed and erased."""
    phone = table(PlayedEvening("points", 2, [], target=10))
    phone.type("points-0", 12)
    phone.type("points-1", 5)
    phone.settle()
    if draft != "empty":
        writer, ids = other(phone), phone.ids()
        writer.write("deal", **ids, answers={"points": [12, 5]})
        if draft == "corrected":
            writer.write("amend", deal=ids["deal"], answers={"points": [12, 6]})
    else:
        for name in ("points-0", "points-1"):
            phone.page.locator(f"[name={name}]").fill("")
        phone.settle()
        other(phone).deal({"points": [12, 5]})
    expect(phone.page.locator(".winner")).to_be_visible()
    phone.page.wait_for_timeout(500)
    expect(phone.page.locator("#unsaved-entry")).to_be_hidden()
    assert phone.page.url.partition("?")[0].endswith(f"/table/{phone.match}/"), "no correction is opened"


@by_both
@pytest.mark.parametrize("corrected", [False, True], ids=["", "corrected by another phone"])
def test_a_change_after_the_lost_answer_to_the_last_save_is_a_correction(table, other, corrected):
    """The sheet has the round as it was sent, or as another phone has corrected it since."""
    phone = table(PlayedEvening("points", 2, [], target=10))
    match = phone.match
    phone.type("points-0", 12)
    phone.type("points-1", 5)
    phone.settle()
    ids = phone.ids()
    phone.page.locator("[name=points-1]").fill("6")
    phone.settle()
    writer = other(phone)
    writer.write("deal", **ids, answers={"points": [12, 5]})
    if corrected:
        writer.write("amend", deal=ids["deal"], answers={"points": [12, 7]})
    phone.page.wait_for_url(f"**/table/{match}/{ids['deal']}/")
    expect(phone.visible("This change is not saved yet.")).to_be_visible()
    phone.page.reload()
    expect(phone.visible("This change is not saved yet.")).to_be_visible()
    assert [phone.find(f"points-{seat}").input_value() for seat in (0, 1)] == ["12", "6"]
    phone.save()
    expect(phone.page.locator(".winner")).to_be_visible()
    expect(phone.link("Review")).to_have_count(int(corrected))
    if not corrected:
        assert phone.rounds == [[12, 6]]


def test_a_change_after_the_last_save_stays_while_the_server_cannot_be_reached(table, other):
    """The page of the end is there already, and cannot ask whether the sheet has the change."""
    phone = table(PlayedEvening("points", 2, [], target=10))
    phone.type("points-0", 12)
    phone.type("points-1", 6)
    phone.settle()
    phone.page.route(
        "**/table/*/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    ids = phone.ids()
    other(phone).write("deal", **ids, answers={"points": [12, 5]})
    expect(phone.page.locator(".winner")).to_be_visible()
    phone.page.wait_for_timeout(500)
    phone.page.unroute("**/table/*/")
    phone.page.reload()
    phone.page.wait_for_url(f"**/table/*/{ids['deal']}/")
    expect(phone.visible("This change is not saved yet.")).to_be_visible()
    phone.heard.clear()  # the failed request


@pytest.mark.each("evening", among="a lost answer", part=3)
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_a_last_round_whose_answer_was_lost_is_not_named(table, evening):
    """The page of its correction has the answers as they were entered."""
    *rounds, last = evening.rounds
    phone = table(evening, rounds)
    phone.play(last)
    phone.settle()
    requests = []

    def lose_answer(route):
        if route.request.method == "POST" and "press=" in (route.request.post_data or ""):
            return route.continue_()  # a question about the form
        if route.request.method == "POST" and not requests:
            requests.append(route.fetch(max_redirects=0))
        return route.abort()

    phone.page.route("**/table/*/", lose_answer)
    phone.save()
    while not requests:
        phone.page.wait_for_timeout(100)
    phone.page.unroute("**/table/*/")
    phone.page.reload()
    expect(phone.page.locator(".winner")).to_be_visible()
    phone.page.wait_for_timeout(1_000)
    expect(phone.page.locator(".winner")).to_be_visible()
    expect(phone.page.locator("#unsaved-entry")).to_be_hidden()
    phone.heard.clear()  # the lost answer
