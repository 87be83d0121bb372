"""Invitations in browsers: someone follows two phones, and a phone joins by a link or a code."""

import pytest
from playwright.sync_api import expect

from games import services
from tests.pages.in_browser.conftest import host, log_in, phone, tables_of_server
from tests.web.invitations.conftest import InvitationCast, link

pytestmark = pytest.mark.tenth

__all__ = ["host", "phone", "tables_of_server"]

SOON = 12_000  # milliseconds; followers poll every four seconds


@pytest.fixture
def cast(live_server):
    return InvitationCast()


def test_follower_sees_rounds_of_two_phones(cast, phone, lettered):
    match = cast.match("Andreas", "Maria")
    follower, answers = phone(), []
    follower.page.on("response", lambda answer: answers.append(answer.status) if "/i/" in answer.url else None)
    follower.go(link(cast.to_follow(match)))
    expect(follower.page.locator("#standing")).to_contain_text("Andreas")
    for person, points, total in ((cast.eleni, 71, "1"), (cast.deniz, 90, "2")):
        writer = phone()
        log_in(writer, person)
        writer.go(f"/table/{match}/")
        writer.page.locator("#round").wait_for()
        cast.deal(match, points)
        expect(follower.page.locator("#standing .numeral").first).to_have_text(total, timeout=SOON)
        expect(follower.page.locator("#said")).to_contain_text(f"Andreas {total} – Maria 0. After ")  # aloud
    expect(follower.page.locator("#sheet tbody tr")).to_have_count(2)
    follower.page.wait_for_timeout(5000)
    assert 304 in answers
    assert answers.count(200) == 3
    assert follower.page.title().startswith("Bisca de Três: Andreas 2 – Maria 0")


def test_hidden_page_sends_no_requests(cast, phone):
    follower, urls = phone(), []
    follower.go(link(cast.to_follow(cast.match())))
    hide = "Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })"
    follower.page.evaluate(hide)
    follower.page.on("request", lambda request: urls.append(request.url))
    follower.page.wait_for_timeout(5000)
    assert [url for url in urls if "/static/" not in url] == []  # browsers load pictures at any time


def test_followed_page_reports_a_revoked_link(cast, phone):
    invitation = cast.to_follow(cast.match())
    follower = phone()
    follower.go(link(invitation))
    services.revoke_invitation(by=cast.eleni, invitation=invitation.pk)
    expect(follower.page.locator("main")).to_contain_text("has been withdrawn", timeout=SOON)
    follower.heard.clear()  # browsers log such responses as errors


@pytest.mark.parametrize("script", [True, False])
def test_invitation_is_created_displayed_and_used(cast, phone, script):
    match = cast.match()
    owner, friend = phone(), phone(script=script)
    log_in(owner, cast.eleni)
    owner.go("/invite/")
    owner.page.get_by_role("button", name="Invite someone").click()
    code = owner.page.locator("#code").inner_text()
    assert owner.page.get_by_label("Link", exact=True).input_value().startswith(owner.home + "/i/")
    friend.go("/code/")
    friend.page.get_by_label("Code").fill(code.lower())
    friend.page.get_by_role("button", name="Check code").click()
    friend.page.get_by_label("Your name").fill("Andreas")
    friend.page.get_by_role("button", name="Join").click()
    expect(friend.page.locator("main")).to_contain_text("You are now in “Fridays”, as scorer.")
    friend.page.get_by_role("link", name="Go to the matches").click()
    expect(friend.page.locator(f'a[href="/table/{match}/"]')).to_be_visible()
    owner.page.reload()
    expect(owner.page.locator("main")).to_contain_text("It has been used")
    friend.go("/code/")
    friend.page.get_by_label("Code").fill(code)
    friend.page.get_by_role("button", name="Check code").click()
    expect(friend.page.locator(".problem")).to_contain_text("code is not valid")


@pytest.mark.parametrize("host", ["worker"], indirect=True)
@pytest.mark.parametrize("way", ["link", "code"])
def test_phone_has_the_matches_offline_after_joining(cast, phone, way):
    match = cast.match("Andreas", "Maria")
    invitation = cast.to_circle()
    services.make_code(invitation)
    friend = phone()  # with its worker, but without a person
    if way == "link":
        friend.go(link(invitation))
    else:
        friend.go("/code/")
        friend.page.get_by_label("Code").fill(services.code_of(invitation))
        friend.page.get_by_role("button", name="Check code").click()
    friend.page.get_by_role("button", name="Join").click()
    friend.page.get_by_role("link", name="Go to the matches").click()
    card = friend.page.locator(f'a[href="/table/{match}/"]')
    expect(card).to_be_visible(timeout=SOON)
    friend.page.context.set_offline(True)
    friend.go("/")
    expect(card).to_contain_text("Maria")
    card.click()
    expect(friend.page.locator("#round")).to_be_visible()
    friend.heard.clear()  # browsers log failed requests


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"


@pytest.mark.parametrize("host", ["worker"], indirect=True)
def test_guest_on_an_iphone_moves_into_the_app_on_the_home_screen(cast, phone):
    match = cast.match("Andreas", "Maria")
    browser = phone(user_agent=IPHONE, person=cast.eleni)
    browser.go("/")
    browser.page.locator("#safari").get_by_role("link").click()
    browser.page.get_by_role("button", name="Get a code").click()
    code = browser.page.locator("#code").inner_text()
    expect(browser.page.locator("#minutes")).to_contain_text("minutes. Works once")
    expect(browser.page.locator("#unsent")).to_be_hidden()

    app = phone(user_agent=IPHONE)
    app.page.add_init_script("Object.defineProperty(navigator, 'standalone', { value: true })")
    app.go("/")
    expect(app.page.locator("#safari")).to_have_count(0)
    app.page.get_by_role("link", name="I have a code").click()
    app.page.get_by_label("Code").fill(code)
    app.page.get_by_role("button", name="Check code").click()
    app.page.get_by_role("button", name="Yes, that is me").click()
    app.page.get_by_role("link", name="Go to the matches").click()
    expect(app.page.locator(f'a[href="/table/{match}/"]')).to_be_visible(timeout=SOON)
    expect(app.page.locator("#safari")).to_be_hidden()


@pytest.mark.parametrize("host", ["worker"], indirect=True)
def test_the_warning_comes_on_iphones_and_again_days_after_later(cast, phone):
    cast.match()
    other = phone(person=cast.eleni)
    other.go("/")
    expect(other.page.locator("#safari")).to_be_hidden()
    browser = phone(user_agent=IPHONE, person=cast.eleni)
    warning = browser.page.locator("#safari")
    browser.go("/")
    warning.get_by_role("button", name="Later").click()
    expect(warning).to_be_hidden()
    browser.go("/")
    expect(browser.page.locator('a.go[href="/new/"]')).to_be_visible()
    expect(warning).to_be_hidden()
    browser.page.evaluate("localStorage.safariLater = Date.now() - 4 * 24 * 3600 * 1000")
    browser.go("/")
    expect(warning).to_be_visible()


@pytest.mark.parametrize("host", ["worker"], indirect=True)
def test_the_page_of_the_code_counts_unsent_entries(cast, phone):
    match = cast.match()
    cast.deal(match, 71)
    browser = phone(user_agent=IPHONE, person=cast.eleni)
    browser.page.context.route("**/api/v1/events/**", lambda route: route.abort())
    browser.go(f"/table/{match}/more/")
    browser.page.get_by_role("button", name="End early").first.click()
    browser.page.wait_for_url(f"**/table/{match}/**")
    browser.go("/invite/?app=1")
    expect(browser.page.locator("#unsent")).to_contain_text("Unsent changes on this phone: 1.", timeout=SOON)
    browser.page.context.unroute("**/api/v1/events/**")
    expect(browser.page.locator("#unsent")).to_be_hidden(timeout=SOON)
    browser.heard.clear()  # browsers log failed requests
