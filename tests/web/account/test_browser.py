"""Passkeys in a real browser, whose authenticator is made of software."""

import pytest

from tests.web.account.conftest import BISCA, EMAIL, PASSWORD, Browser, circles, kept, written

pytestmark = pytest.mark.django_db(transaction=True)

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}

NO_WORKER = "Service Worker registration blocked by Playwright"


class Phone:
    """A browser of its own, at a name that passkeys are made for."""

    def __init__(self, context, url):
        self.context = context
        self.url = url.replace("127.0.0.1", "localhost")
        self.page = context.new_page()
        self.page.set_default_timeout(30_000)
        self.said = []
        self.page.on("console", lambda message: self.said.append(message.text) if message.text != NO_WORKER else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.keys = context.new_cdp_session(self.page)
        self.keys.send("WebAuthn.enable")
        self.id = self.keys.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]

    def be(self, person):
        """By the cookie of somebody whom the server knows."""
        client = Browser()
        client.force_login(person)
        self.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": self.url}])

    def go(self, path):
        self.page.goto(self.url + path)

    def press(self, name):
        self.page.get_by_role("button", name=name).click()

    def arrive(self, path="/you/"):
        self.page.wait_for_url(self.url + path)

    def add(self, name):
        self.go("/you/passkeys/add/")
        self.page.get_by_label("Name of this passkey").fill(name)
        self.press("Make the passkey")
        self.arrive()

    def passkeys(self):
        return self.keys.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def share(self, other):
        """As phones of one owner share their passkeys."""
        for one in self.passkeys():
            other.keys.send("WebAuthn.addCredential", {"authenticatorId": other.id, "credential": one})


@pytest.fixture
def phone(new_context, live_server):
    def take(**more):
        context = new_context(service_workers="block", viewport={"width": 390, "height": 844}, **more)
        return Phone(context, live_server.url)

    return take


@pytest.mark.database
def test_a_guest_is_kept_by_a_passkey_and_comes_back_on_another_phone(phone):
    eleni = written("Eleni")
    first, second = phone(), phone()
    first.be(eleni.person)
    first.add("My phone")
    assert first.page.get_by_text("My phone").is_visible()
    assert first.page.get_by_text("From now on your passkey lets you in.").is_visible()
    assert first.passkeys()[0]["isResidentCredential"]
    first.share(second)
    first.go("/you/sign-out/")
    first.press("Sign out")
    first.arrive("/")
    second.go("/you/sign-in/")
    second.press("Sign in with a passkey")
    second.arrive()
    assert second.page.get_by_role("heading", name="Eleni").is_visible()
    second.go(f"/table/{eleni.match}/")
    assert second.page.get_by_text(BISCA.names[0]).first.is_visible()
    assert first.said == second.said == []


def test_what_a_guest_wrote_on_the_other_phone_comes_along(phone):
    eleni, guest = written("Eleni"), written("")
    first, second = phone(), phone()
    first.be(eleni.person)
    first.add("")
    first.share(second)
    second.be(guest.person)
    second.go("/you/sign-in/")
    assert second.page.get_by_text("What was written in this browser comes along").is_visible()
    second.press("Sign in with a passkey")
    second.arrive()
    assert circles(eleni.person) == {eleni.circle, guest.circle}
    for writer in (eleni, guest):
        second.go(f"/table/{writer.match}/")
        assert second.page.get_by_text(BISCA.names[0]).first.is_visible()


def test_a_passkey_shows_who_one_is_before_a_password_is_added(phone):
    eleni = written("Eleni")
    one = phone()
    one.be(eleni.person)
    one.add("My phone")
    one.go("/you/email/")
    one.page.wait_for_url("**/you/again/passkey/**")
    one.press("Use the passkey")
    one.arrive("/you/email/")
    one.page.get_by_label("E-mail", exact=True).fill(EMAIL)
    for label in ("Password", "The same password again"):
        one.page.get_by_label(label, exact=True).fill(PASSWORD)
    one.press("Save")
    one.arrive()
    other = phone()
    other.go("/you/sign-in/")
    other.page.get_by_label("E-mail", exact=True).fill(EMAIL)
    other.page.get_by_label("Password", exact=True).fill(PASSWORD)
    other.page.get_by_role("button", name="Sign in", exact=True).click()
    other.arrive()
    assert other.page.get_by_role("heading", name="Eleni").is_visible()


def test_a_passkey_that_is_known_no_more_is_told(phone):
    eleni = written("Eleni")
    one = phone()
    one.be(eleni.person)
    one.add("My phone")
    eleni.person.authenticator_set.all().delete()
    one.context.clear_cookies()
    one.go("/you/sign-in/")
    one.press("Sign in with a passkey")
    one.page.get_by_text("This passkey is not known here").wait_for()


def test_whoever_says_no_is_told_what_else_there_is(phone):
    one = phone()
    one.go("/you/sign-in/")
    one.keys.send("WebAuthn.setUserVerified", {"authenticatorId": one.id, "isUserVerified": False})
    one.press("Sign in with a passkey")
    one.page.get_by_text("Nothing was chosen. Try again, or take another way.").wait_for()


def test_without_scripts_the_rest_still_works(phone, live_server):
    kept("Eleni")
    one = phone(java_script_enabled=False)
    one.go("/you/sign-in/")
    assert one.page.get_by_text("This browser has no passkeys, or no JavaScript.").is_visible()
    assert not one.page.get_by_role("button", name="Sign in with a passkey").is_visible()
    one.page.get_by_label("E-mail", exact=True).fill(EMAIL)
    one.page.get_by_label("Password", exact=True).fill(PASSWORD)
    one.page.get_by_role("button", name="Sign in", exact=True).click()
    one.arrive()


def test_a_programs_key_is_copied_by_a_tap(phone):
    eleni = phone()
    eleni.context.grant_permissions(["clipboard-read", "clipboard-write"])
    eleni.be(written("Eleni").person)
    eleni.go("/you/tokens/")
    eleni.page.get_by_label("Name of the program").fill("Sheet")
    eleni.press("Make it")
    eleni.press("Copy")
    eleni.page.get_by_role("button", name="Copied").wait_for()
    assert eleni.page.evaluate("navigator.clipboard.readText()") == eleni.page.locator("#key").input_value()
