"""Passkeys in a real browser with a virtual authenticator."""

import pytest

from tests.web.account.conftest import BISCA, EMAIL, PASSWORD, Browser, account_writer, circles, guest_writer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.tenth]

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}

NO_WORKER = "Service Worker registration blocked by Playwright"


class PasskeyPhone:
    """A browser with its own authenticator, at a host name for which passkeys work."""

    def __init__(self, context, url):
        self.context = context
        self.url = url.replace("127.0.0.1", "localhost")
        self.page = context.new_page()
        self.page.set_default_timeout(30_000)
        self.messages = []
        self.page.on(
            "console", lambda message: self.messages.append(message.text) if message.text != NO_WORKER else None
        )
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.keys = context.new_cdp_session(self.page)
        self.keys.send("WebAuthn.enable")
        self.id = self.keys.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]

    def be(self, person):
        """Sign this browser in as the person."""
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
        self.press("Create passkey")
        self.arrive()

    def verify(self, is_owner):
        """Let the authenticator know the finger of the person from now on, or not."""
        self.keys.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": is_owner})

    def passkeys(self):
        return self.keys.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def share(self, other):
        """Copy the passkeys to another phone, as phones of one owner do."""
        for credential in self.passkeys():
            other.keys.send("WebAuthn.addCredential", {"authenticatorId": other.id, "credential": credential})


@pytest.fixture
def phone(new_context, live_server):
    def open_phone(**more):
        context = new_context(service_workers="block", viewport={"width": 390, "height": 844}, **more)
        return PasskeyPhone(context, live_server.url)

    return open_phone


@pytest.mark.database
def test_guest_adds_a_passkey_and_signs_in_on_another_phone(phone):
    eleni = guest_writer("Eleni")
    first, second = phone(), phone()
    first.be(eleni.person)
    first.add("My phone")
    assert first.page.get_by_text("My phone").is_visible()
    assert first.page.get_by_text("You can now sign in with your passkey.").is_visible()
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
    assert first.messages == second.messages == []


def test_matches_of_the_guest_on_the_other_phone_move_to_the_account(phone):
    eleni, guest = guest_writer("Eleni"), guest_writer("")
    first, second = phone(), phone()
    first.be(eleni.person)
    first.add("")
    first.share(second)
    second.be(guest.person)
    second.go("/you/sign-in/")
    assert second.page.get_by_text("entries in this browser move to the account").is_visible()
    second.press("Sign in with a passkey")
    second.arrive()
    assert circles(eleni.person) == {eleni.circle, guest.circle}
    for writer in (eleni, guest):
        second.go(f"/table/{writer.match}/")
        assert second.page.get_by_text(BISCA.names[0]).first.is_visible()


def test_passkey_proves_the_person_before_a_password_is_added(phone):
    eleni = guest_writer("Eleni")
    browser = phone()
    browser.be(eleni.person)
    browser.add("My phone")
    browser.go("/you/email/")
    browser.page.wait_for_url("**/you/again/passkey/**")
    browser.press("Use passkey")
    browser.arrive("/you/email/")
    browser.page.get_by_label("E-mail", exact=True).fill(EMAIL)
    for label in ("Password", "Repeat the password"):
        browser.page.get_by_label(label, exact=True).fill(PASSWORD)
    browser.press("Save")
    browser.arrive()
    other = phone()
    other.go("/you/sign-in/")
    other.page.get_by_label("E-mail", exact=True).fill(EMAIL)
    other.page.get_by_label("Password", exact=True).fill(PASSWORD)
    other.page.get_by_role("button", name="Sign in", exact=True).click()
    other.arrive()
    assert other.page.get_by_role("heading", name="Eleni").is_visible()


def test_unknown_passkey_is_reported(phone):
    eleni = guest_writer("Eleni")
    browser = phone()
    browser.be(eleni.person)
    browser.add("My phone")
    eleni.person.authenticator_set.all().delete()
    browser.context.clear_cookies()
    browser.go("/you/sign-in/")
    browser.press("Sign in with a passkey")
    browser.page.get_by_text("This passkey is not known here").wait_for()


def test_cancelled_passkey_shows_other_ways_to_sign_in(phone):
    browser = phone()
    browser.go("/you/sign-in/")
    browser.verify(is_owner=False)
    browser.press("Sign in with a passkey")
    browser.page.get_by_text("No passkey was chosen. Try again, or sign in another way.").wait_for()


def test_pages_work_without_scripts(phone, live_server):
    account_writer("Eleni")
    browser = phone(java_script_enabled=False)
    browser.go("/you/sign-in/")
    assert browser.page.get_by_text("This browser does not support passkeys, or JavaScript is off.").is_visible()
    assert not browser.page.get_by_role("button", name="Sign in with a passkey").is_visible()
    browser.page.get_by_label("E-mail", exact=True).fill(EMAIL)
    browser.page.get_by_label("Password", exact=True).fill(PASSWORD)
    browser.page.get_by_role("button", name="Sign in", exact=True).click()
    browser.arrive()


def test_tap_copies_a_programs_key(phone):
    eleni = phone()
    eleni.context.grant_permissions(["clipboard-read", "clipboard-write"])
    eleni.be(guest_writer("Eleni").person)
    eleni.go("/you/tokens/")
    eleni.page.get_by_label("Name of the program").fill("Sheet")
    eleni.press("Create")
    eleni.press("Copy")
    eleni.page.get_by_role("button", name="Copied").wait_for()
    assert eleni.page.evaluate("navigator.clipboard.readText()") == eleni.page.locator("#key").input_value()


def test_typed_password_is_displayed_while_its_box_is_ticked(phone):
    account_writer("Eleni")
    browser = phone()
    browser.go("/you/sign-in/")
    browser.page.get_by_label("E-mail", exact=True).fill(EMAIL)
    field = browser.page.get_by_label("Password", exact=True)
    field.fill(PASSWORD)
    box = browser.page.get_by_label("Show password")
    types = [field.get_attribute("type")]
    for tick in (box.check, box.uncheck, box.check):
        tick()
        types.append(field.get_attribute("type"))
    assert types == ["password", "text", "password", "text"]
    browser.page.evaluate(
        "addEventListener('submit', event => (event.target.dataset.sent = event.target.elements.password.type))"
    )
    browser.page.evaluate("addEventListener('submit', event => event.preventDefault())")
    browser.page.get_by_role("button", name="Sign in", exact=True).click()
    assert browser.page.locator("form[data-sent]").get_attribute("data-sent") == "password"


def test_without_scripts_no_box_is_displayed(phone):
    browser = phone(java_script_enabled=False)
    browser.go("/you/sign-in/")
    assert not browser.page.get_by_label("Show password").is_visible()


ASK_FOR_OURS = """navigator.credentials
    .get({ publicKey: { challenge: new Uint8Array(32), rpId: 'localhost', userVerification: 'required' } })
    .then(() => 'a passkey', error => error.name)"""


def test_passkey_of_another_origin_is_refused(phone, settings):
    """The browser gives a page of another name no passkey of ours, even if it asks for one of ours."""
    settings.ALLOWED_HOSTS = ["localhost", "evil.localhost"]
    eleni = guest_writer("Eleni")
    browser = phone()
    browser.be(eleni.person)
    browser.add("My phone")
    [passkey] = browser.passkeys()
    assert passkey["rpId"] == "localhost"
    foreign = phone()
    foreign.url = foreign.url.replace("localhost", "evil.localhost")
    browser.share(foreign)
    foreign.go("/you/sign-in/")
    assert foreign.page.evaluate(ASK_FOR_OURS) == "SecurityError"
    browser.go("/you/sign-in/")
    assert browser.page.evaluate(ASK_FOR_OURS) == "a passkey"  # the same question on a page of ours


def test_passkey_that_was_removed_signs_nobody_in(phone):
    eleni = guest_writer("Eleni")
    first, second = phone(), phone()
    first.be(eleni.person)
    first.add("My phone")
    first.share(second)
    first.go(f"/you/passkeys/{eleni.person.authenticator_set.get().pk}/remove/")
    first.page.wait_for_url("**/you/again/passkey/**")
    first.verify(is_owner=False)
    first.press("Use passkey")
    first.page.get_by_text("No passkey was chosen.").wait_for()
    first.verify(is_owner=True)
    first.press("Use passkey")
    first.press("Remove")
    first.arrive()
    assert not eleni.person.authenticator_set.exists()
    second.go("/you/sign-in/")
    second.press("Sign in with a passkey")
    second.page.get_by_text("This passkey is not known here").wait_for()
    second.go("/you/")
    assert second.page.get_by_role("heading", name="Eleni").count() == 0


def test_a_page_from_the_history_of_someone_who_has_signed_out_goes(phone):
    """Some browsers display it as it was. Playwright switches that off, so the test tells the page that it is back."""
    eleni, browser = guest_writer("Eleni"), phone()
    browser.be(eleni.person)
    browser.go("/players/")
    owner = browser.page.locator("html")
    back = "void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    with browser.page.expect_response("**/phone/session/"):
        browser.page.evaluate(back)
    browser.page.wait_for_timeout(300)
    assert owner.get_attribute("data-person") == str(eleni.person.pk)
    browser.context.clear_cookies()
    with browser.page.expect_navigation():
        browser.page.evaluate(back)
    assert owner.get_attribute("data-person") == ""
